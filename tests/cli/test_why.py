"""The `why` and `rules` commands in a terminal game: rules with their paragraphs, bots' reasons."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys

import pytest

from passgo.citations import all_keys, cite
from passgo.cli.main import dispatch
from passgo.cli.terminal.console import EndOfInput
from passgo.cli.terminal.game_loop import TerminalGame
from passgo.cli.terminal.players import EventForwarder
from passgo.cli.terminal.render import explain_rules
from passgo.engine.game import Game
from passgo.engine.ruleset import rule_set
from passgo.record import TOKENS, SeatEntry
from passgo.say import Words
from tests import scene as s
from tests.cli.typist import Typist

OWNS = {
    s.ANN: (s.KENTUCKY, s.INDIANA, s.NEW_YORK),
    s.BOB: (s.ST_JAMES, s.TENNESSEE, s.ILLINOIS),
}


def sit_down(game: Game, lines: list[str], bot: str = "normal") -> list[str]:
    """Play a game in which Ann types these lines and Bob and Cy are bots."""
    console = Typist(lines)
    kinds = ["person", bot, bot]
    named = zip(("Ann", "Bob", "Cy"), TOKENS, kinds, strict=False)
    seats = [SeatEntry(name, token, kind) for name, token, kind in named]
    terminal = TerminalGame(console, seats, 1, game.state.rules, game.state.board)
    terminal.news.clear()
    game.listener = EventForwarder(terminal)
    game.has_listener = True
    terminal.running = True
    terminal.seat_players(game)
    with contextlib.suppress(EndOfInput):
        terminal.run_turns()
    return console.said


def after(said: list[str], line: str) -> list[str]:
    """Return the lines printed between a command and the next command."""
    rest = said[said.index(f"> {line}") + 1 :]
    return rest[: next((n for n, text in enumerate(rest) if text.startswith("> ")), len(rest))]


def test_the_output_contains_no_internal_rule_name() -> None:
    game = s.scene(players=3, turn=s.ANN, standing_on=s.BALTIC, rules=rule_set(no_auctions=True))
    says = (
        "No auctions: House rule, not official: a property that is not bought stays with the Bank."
    )
    lines = ["auction", "why", "rules House rule: No auctions", "rules no_auctions"]
    said = sit_down(game, lines)
    assert after(said, "why")[1] == says
    assert after(said, lines[2])[0] == after(said, lines[3])[0] == says
    for key in all_keys():
        assert "_" not in " ".join(explain_rules([key], rule_set(), Words.load(), 80))


# -- paragraphs of the rulebook --------------------------------------------------------------------


def paragraph_of(key: str, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Return the paragraph that `passgo rules` prints for a citation."""
    capsys.readouterr()
    assert dispatch(["rules", key, *words]) == 0
    return capsys.readouterr().out.rstrip("\n").split("\n\n")[1].split("\n")


@pytest.mark.parametrize("key", ["10 MCS 80(c)", "CR 5.4", "Ruling 7", "House no_auctions"])
def test_rules_in_a_game_prints_the_same_paragraph_as_passgo_rules(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = after(sit_down(s.scene(players=3), [f"rules {key}"]), f"rules {key}")
    assert said[0].endswith(f": {cite(key).says}")
    assert said[1:-1] == paragraph_of(key, capsys)


def test_why_prints_the_paragraph_behind_the_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    """10 MCS 80(c): what happens to a property that is not bought."""
    game = s.scene(players=3, turn=s.ANN, standing_on=s.BALTIC, rules=rule_set(no_auctions=True))
    said = after(sit_down(game, ["auction", "why"]), "why")
    assert said[0] == "Ann doesn’t buy Baltic Avenue."
    paragraph = paragraph_of("House no_auctions", capsys, "--option", "no_auctions=on")
    assert said[2 : 2 + len(paragraph)] == paragraph


def test_a_paragraph_reflects_the_games_rules() -> None:
    """CR 6.3: leaving Jail, here with a different fine."""
    game = s.scene(players=3, rules=rule_set(jail_fine=70))
    said = after(sit_down(game, ["rules CR 6.3"]), "rules CR 6.3")
    assert "$70" in " ".join(said[1:])


def test_rules_that_share_a_paragraph_print_it_once() -> None:
    lines = explain_rules(["10 MCS 80", "10 MCS 80(a)"], rule_set(), Words.load(), 80)
    one = explain_rules(["10 MCS 80"], rule_set(), Words.load(), 80)
    assert lines[0] == one[0]
    assert lines[1].startswith("10 MCS 80(a), Buying property: ")
    assert lines[2:] == one[1:]


def test_rules_are_explained_in_the_games_language() -> None:
    lines = explain_rules(["Ruling 31"], rule_set(), Words.load("de"), 200)
    assert lines[0].startswith("Festlegung 31, ")
    assert "Dein Zug endet erst, wenn du ihn beendest" in lines[0]
    assert lines[1].startswith("  ")
    assert " du " in lines[1]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_paragraphs_fit_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((width, 24)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said = after(sit_down(s.scene(players=3), ["rules Ruling 7"]), "rules Ruling 7")
    assert all(len(line) < min(width, 101) for line in said[1:-1])
    assert any(len(line) > min(width, 100) * 3 // 4 for line in said[1:-1])


# -- reasons ---------------------------------------------------------------------------------------


def test_a_bot_explains_why_it_declines() -> None:
    game = s.scene(players=3, owns=OWNS, turn=s.ANN)
    lines = ["trade Bob give 1 get Tennessee", "why", "why bob", "why cy", "why zoe"]
    said = sit_down(game, lines)
    assert said[-1].startswith("Ann ($1,500)")
    assert "Bob declines Ann’s offer." in after(said, lines[0])
    told = after(said, "why")
    assert told[0] == "Bob declines Ann’s offer."
    assert told[1].startswith("Bob to Ann: Not good for me: my win chance would go from ")
    assert told[2].startswith("Ruling 14, ")
    assert after(said, "why bob")[0] == told[1]
    assert after(said, "why cy")[0] == "Cy hasn't given a reason yet."
    assert after(said, "why zoe")[0].startswith('"why" takes a bot\'s name, or a number ')


def test_only_bots_give_reasons() -> None:
    said = after(sit_down(s.scene(players=3), ["why ann"]), "why ann")
    assert said[0] == "Ann isn't a bot, and only bots give reasons for their actions."


def test_a_bot_explains_its_counteroffer() -> None:
    game = s.scene(players=3, owns=OWNS, turn=s.ANN)
    lines = ["trade Bob give New York get Illinois, 900", "why", "why 2", "decline", "why bob"]
    said = sit_down(game, lines)
    counter, refused = after(said, "why"), after(said, "why 2")
    assert counter[0].startswith("Bob offers Ann Illinois Avenue")
    assert counter[1].startswith("Bob to Ann: Your offer takes my win chance from ")
    assert refused[0] == "Bob declines Ann’s offer."
    assert refused[1] == counter[1] == after(said, "why bob")[0]


def test_a_bot_explains_its_offer() -> None:
    game = s.scene(players=3, owns=OWNS | {s.CY: s.YELLOW}, turn=s.BOB)
    said = sit_down(game, ["why", "why bob"])
    told = after(said, "why")
    assert told[0].startswith("Bob offers Ann ")
    assert told[1].startswith("Bob to Ann: ")
    assert "my win chance" in told[1]
    assert after(said, "why bob")[0] == told[1]


def test_the_simple_bot_gives_no_reasons() -> None:
    game = s.scene(players=3, owns=OWNS, turn=s.ANN)
    said = sit_down(game, ["trade Bob give 1 get Tennessee", "why", "why bob"], "simple")
    assert after(said, "why")[0] == "Bob declines Ann’s offer."
    assert after(said, "why")[1].startswith("Ruling 14, ")
    assert after(said, "why bob")[0] == "Bob hasn't given a reason yet."


def test_a_bot_explains_its_purchase() -> None:
    game = s.scene(players=3, turn=s.CY, standing_on=s.BALTIC)
    said = sit_down(game, ["why 3", "why cy"])
    told = after(said, "why 3")
    assert "buys Baltic Avenue" in told[0]
    assert told[1].startswith("Cy: Baltic Avenue is worth about $")
    assert after(said, "why cy")[0] == told[1]
