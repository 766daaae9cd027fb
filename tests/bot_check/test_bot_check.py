"""`passgo bot check` puts every kind of question to a bot and finds every kind of mistake."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from passgo import decisions
from passgo.bot_check.check import (
    AGAIN,
    GAMES,
    MOVE_SECONDS,
    BotCheck,
    CheckedGame,
    check_bot,
    outline,
    play_checked,
    set_up,
)
from passgo.bot_check.questions import KINDS
from passgo.bot_check.recorder import Mistake
from passgo.bot_check.report import check_lines, check_to_data, quantile_of, verdict
from passgo.bot_check.situations import SITUATIONS
from passgo.bots.guarded_bot import MOST_REPORTS
from passgo.cli.commands import bot as command
from passgo.cli.main import main
from passgo.engine.ruleset import PRESETS

BAD = "tests.sim.bad_bots"
MOODY = "tests.bot_check.moody_bots"
SAFE = "passgo.bots.bot:Bot"
ROOT = Path(__file__).parents[2]

# -- questions -------------------------------------------------------------------------------------


def test_every_decision_is_a_kind_of_question() -> None:
    for name in decisions.__all__:
        assert (f"decide: {name}" in KINDS) == (name != "Decision")
    assert {situation.question for situation in SITUATIONS} == set(KINDS)


@pytest.mark.parametrize("bot", [SAFE, "random", "normal", f"{BAD}:Raiser"])
@pytest.mark.parametrize("number", range(len(SITUATIONS)), ids=lambda at: SITUATIONS[at].name)
def test_every_situation_puts_its_question_to_every_bot(number: int, bot: str) -> None:
    game = play_checked(bot, number, 1)
    assert game.name == SITUATIONS[number].name
    assert game.seconds[SITUATIONS[number].question]


def test_the_games_have_every_rule_set_and_every_number_of_players() -> None:
    tables = [set_up(len(SITUATIONS) + number, 1) for number in range(GAMES)]
    found = {(table.game.state.rules.preset, len(table.game.state.players)) for table in tables}
    assert found == {(preset, players) for preset in PRESETS for players in range(2, 9)}
    assert {table.seat for table in tables} >= set(range(6))


def test_the_page_gives_the_number_of_positions_and_games() -> None:
    page = " ".join((ROOT / "docs" / "bots.md").read_text("utf-8").split())
    assert f"{len(SITUATIONS)} prepared positions" in page
    assert f"Then it plays {GAMES} games" in page
    assert AGAIN == 7
    assert "the first seven games are played again" in page


def test_a_bot_that_makes_offers_gets_a_counteroffer() -> None:
    number = next(at for at, one in enumerate(SITUATIONS) if one.name == "a counteroffer")
    game = play_checked(f"{MOODY}:ByProcess", number, 1)
    assert game.seconds["answer: counteroffer"]


# -- mistakes --------------------------------------------------------------------------------------


def played(bot: str, situation: str, seconds: float | None = None) -> CheckedGame:
    number = next(at for at, one in enumerate(SITUATIONS) if one.name == situation)
    return play_checked(f"{MOODY}:{bot}" if ":" not in bot else bot, number, 1, seconds)


def test_an_exception_is_reported_with_the_question_and_the_line() -> None:
    game = played("Clumsy", "an auction")
    first = game.mistakes[0]
    assert (first.question, first.turn, first.cause) == ("decide: Auction", 1, "exception")
    assert re.fullmatch(r"LookupError: no such bid \(moody_bots.py:\d+\)", first.wrong)
    assert game.forfeits["decide: Auction"] == game.causes["exception"]


def test_an_illegal_answer_and_a_wrong_type_are_reported() -> None:
    offers = played("Clumsy", "offers")
    wrong = [one for one in offers.mistakes if one.question == "answer: offer"]
    assert wrong[0].cause == "illegal answer"
    assert "which is not an action" in wrong[0].wrong
    idle = [one for one in offers.mistakes if one.question == "idle"]
    assert idle[0].wrong == (
        "Build(seat=0, space=39) is refused: Boardwalk belongs to seat 1. (10 MCS 140)"
    )


def test_a_timeout_is_reported() -> None:
    game = played(f"{BAD}:Looper", "a new game", 0.01)
    assert game.mistakes[0] == Mistake("decide: ToRoll", 1, "timeout", "took too long")


def test_every_mistake_is_counted_however_many_there_are_in_a_game() -> None:
    game = play_checked(f"{BAD}:Raiser", len(SITUATIONS), 1)
    assert len(game.mistakes) == game.causes["exception"] > MOST_REPORTS
    check = BotCheck("mine", 1, 0)
    check.add(game)
    assert sum(check.mistakes.values()) == check.forfeits
    assert "more forfeited moves" not in "".join(check_lines(check))


def test_a_bot_that_raises_keyboard_interrupt_is_reported() -> None:
    first = played("Interrupter", "a new game").mistakes[0]
    assert first.cause == "exception"
    assert re.fullmatch(
        r"BotInterrupt: this stops every command, as Ctrl-C does \(moody_bots.py:\d+\)", first.wrong
    )


def test_a_modified_view_is_reported() -> None:
    game = played("Cheater", "a new game")
    assert game.changed_view == "turn 1, decide: ToRoll"
    check = BotCheck("mine", 1, 0)
    check.add(game)
    assert check.problems == {
        "modified its view": "It modified its view (a new game: turn 1, decide: ToRoll)."
    }


def test_similar_mistakes_are_counted_together() -> None:
    check = BotCheck("mine", 1, 0)
    wrongs = ["Build(seat=0, space=1) is refused: x", "Build(seat=0, space=3) is refused: x"]
    wrongs += ["KeyError: 17 (a.py:1)", "KeyError: 18 (a.py:1)", "KeyError: 18 (a.py:2)"]
    mistakes = [Mistake("idle", 1, "exception", wrong) for wrong in wrongs]
    check.add(CheckedGame("game 0", [], mistakes=mistakes))
    assert list(check.mistakes.values()) == [2, 2, 1]
    assert outline("f(g(1), 2) 3 (b.py:4)") == "f() 0 (b.py:4)"


# -- the whole check -------------------------------------------------------------------------------


def test_a_good_bot_passes() -> None:
    left: list[int] = []
    check = check_bot("simple", games=2, progress=lambda check, more: left.append(more))
    assert check.passed, check_lines(check)
    assert check.played == len(SITUATIONS) + 2
    assert left == list(range(3 * check.played, -1, -1))
    assert re.fullmatch(
        r"PASSED: simple answered [\d,]+ questions of 15 kinds in 25 positions and games without a "
        r"mistake, and the same way again\.",
        check_lines(check)[-1],
    )
    assert check.notes == []


def test_a_bot_that_depends_on_earlier_games_is_not_deterministic() -> None:
    check = check_bot(f"{MOODY}:Global", games=0)
    assert list(check.problems) == ["not deterministic when played a second time"]
    assert not check.passed
    text = " ".join(check_lines(check))
    assert 'BuyOrAuction: Decline(seat=0)", then "turn' in text
    assert verdict(check).endswith(": not deterministic when played a second time.")


def test_a_bot_that_depends_on_its_process_is_not_deterministic() -> None:
    check = check_bot(f"{MOODY}:ByProcess", games=0)
    assert list(check.problems) == ["not deterministic when played in another process"]


def test_a_bot_that_ends_its_process_fails() -> None:
    check = check_bot(f"{BAD}:Killer", games=0)
    assert not check.done
    assert list(check.problems) == ["ended its process"]
    assert "(a new game)" in check.problems["ended its process"]
    assert verdict(check).startswith("FAILED: ")


def test_a_bot_that_never_asks_for_rent_gets_advice() -> None:
    check = check_bot(f"{MOODY}:Forgetful", games=1)
    assert check.passed
    assert check.notes[0].startswith("It never asks for rent: call super().idle(view)")


def test_a_bot_that_prints_too_much_gets_advice(capfd: pytest.CaptureFixture[str]) -> None:
    check = check_bot(f"{MOODY}:Chatty", games=0)
    assert check.passed
    assert check.notes == [f"It printed {check.printed:,} characters, which slows games down."]
    captured = capfd.readouterr()
    assert "=" * 999 in captured.err
    assert captured.out == ""


def test_a_check_stops_after_three_timeouts_in_one_game() -> None:
    check = check_bot(f"{BAD}:Looper", games=0, seconds=0.01)
    assert (check.played, check.done) == (1, False)
    assert check.causes == {"timeout": 3}
    assert check.problems == {
        "too slow": "It took longer than 0.01 s for 3 answers in one game (a new game), so the check "
        "was stopped."
    }
    assert verdict(check).startswith("FAILED: ")


def test_the_command_has_a_time_limit_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def check_bot(bot: str, **options: object) -> None:
        given.append(options["seconds"])
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "check_bot", check_bot)
    for words in ([], ["--move-seconds", "2"]):
        assert main(["bot", "check", "simple", *words]) == 130
    assert given == [MOVE_SECONDS, 2]
    assert (MOVE_SECONDS is None) == (sys.platform == "win32")
    page = " ".join((ROOT / "docs" / "bots.md").read_text("utf-8").split())
    assert "takes more than 30 seconds" in page


def test_only_some_games_are_played_again() -> None:
    left: list[int] = []

    def stop(check: BotCheck, more: int) -> None:
        left.append(more)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_bot(SAFE, games=AGAIN + 3, progress=stop)
    assert left == [3 * len(SITUATIONS) + 3 * AGAIN + 3]


@pytest.mark.parametrize(("part", "value"), [(0.5, 3), (0.95, 5), (0.0, 1), (1.0, 5)])
def test_a_quantile_is_one_of_the_values(part: float, value: int) -> None:
    assert quantile_of([5, 3, 1, 4, 2], part) == value


# -- the command -----------------------------------------------------------------------------------


def fake(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[BotCheck], object], **given: object
) -> None:
    """Replace the check with one that does something else."""

    def check_bot(bot: str, **options: object) -> None:
        check = BotCheck(bot, 1, 0)
        progress = options["progress"]
        assert callable(progress)
        progress(check, 10)
        act(check)

    monkeypatch.setattr(command, "check_bot", check_bot)


def test_the_exit_status_is_0_or_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "check", "simple", "--games", "0"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1].startswith("PASSED: simple ")
    assert captured.err == ""
    assert main(["bot", "check", f"{MOODY}:Clumsy", "--games", "0"]) == 1
    text = capsys.readouterr().out
    assert text.startswith("exception: decide: Auction\n  LookupError: no such bid (moody_bots.py:")
    assert text.splitlines()[-1].startswith(f"FAILED: {MOODY}:Clumsy, ")


def test_the_json_output_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "check", f"{MOODY}:Clumsy", "--games", "0", "--json", "--seed", "7"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["done"], data["seed"]) == (False, True, 7)
    assert data["forfeits"]["total"] == sum(one["forfeited"] for one in data["questions"])
    assert [one["question"] for one in data["questions"]] == list(KINDS)
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    for key in {*data, *data["mistakes"][0], *data["questions"][0]}:
        assert f"`{key}`" in page or key == "passgo", key


def test_ctrl_c_prints_the_check_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(check: BotCheck) -> None:
        check.add(CheckedGame("a new game", [], {"idle": [0.25]}))
        raise KeyboardInterrupt

    fake(monkeypatch, stop)
    assert main(["bot", "check", "simple"]) == 130
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("INCOMPLETE: simple answered 1 questions of 1 kinds in 1 position")
    assert any(line.split() == ["idle", "1", "0", "250.000", "250.000", "250.0"] for line in lines)


def test_a_check_that_misses_a_kind_of_question_fails() -> None:
    check = BotCheck("mine", 1, 0)
    check.finish()
    assert not check.passed
    assert "never asked decide: Auction" in verdict(check)
    assert check_to_data(check)["missing"] == list(KINDS)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["check"], "Name either a bot, such as my_bots:Hoarder, or a program with --command."),
        (["check", "simple", "--command", "true"], "Name either a bot, such as my_bots:Hoarder"),
        (["check", "nobody"], "There is no bot named 'nobody'"),
        (["checks", "simple"], "action must be check (got 'checks'); did you mean check?"),
        (["check", "simple", "--games", "-1"], "--games must be at least 0 (got -1)"),
    ],
)
def test_invalid_options_are_rejected(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
