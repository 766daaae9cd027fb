"""`passgo play --bot`: bots given by name or as module:Class, in new and saved games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from passgo import Action, Bot, View
from passgo.actions import AlwaysAskForRent, Build
from passgo.bots.ladder import LADDER
from passgo.bots.question_order import MOST_FIRST
from passgo.cli.commands import play
from passgo.cli.errors import UserError
from passgo.cli.main import main
from passgo.record import read_record, verify
from tests.cli.typist import arguments, play_lines

HERE = "tests.cli.test_play_bots"
TWO = ["--players", "Ann,bot", "--seed", "5"]
LINES = ["t", "b", "d"] * 4


class Blunderer(Bot):
    """A bot that tries to build where it cannot."""

    def decide(self, view: View) -> Action:
        return Build(view.seat, 1)


class Dallier(Bot):
    """A bot that never makes its decision."""

    def decide(self, view: View) -> Action:
        return AlwaysAskForRent(view.seat, not view.state.players[view.seat].always_asks_for_rent)


def test_the_default_bot_is_normal() -> None:
    assert [seat.kind for seat in play.read_seats(arguments("--bots", "1"))] == ["person", "normal"]


def test_help_lists_easy_normal_and_hard_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--help"]) == 0
    output = "".join(capsys.readouterr().out.split())  # names may be broken across lines
    assert "--botLISTkindofbot,orcomma-separatedkinds" in output
    assert "inorder:easy,normal,hard,random,simple," in output
    assert "ormodule:Class(default:normal)" in output
    assert all(name in output for name in LADDER)


def test_characters_play_under_their_own_names_and_are_introduced() -> None:
    done = play_lines(LINES, "--players", "Ann,bot,bot,bot", "--bot", "tilda,hugo(caution=2)")
    assert done.said[1:4] == [
        "Tilda, Hugo and Bob are bots (tilda and hugo(caution=2)).",
        "Tilda builds as soon as she can, even on credit.",
        "Hugo keeps his money together and bids low.",
    ]
    assert [seat.kind for seat in done.table.seats[1:]] == ["tilda", "hugo(caution=2)", "tilda"]


def test_a_person_keeps_a_name_that_is_also_a_characters() -> None:
    seats = play.read_seats(arguments("--players", "tilda,bot", "--bot", "tilda"))
    assert [(seat.name, seat.kind) for seat in seats] == [("tilda", "person"), ("Ann", "tilda")]


@pytest.mark.parametrize("bot", ["easy", "gnome-v3", "simple(reserve=400)", f"{HERE}:Dallier"])
def test_any_bot_can_play(bot: str) -> None:
    done = play_lines(LINES, *TWO, "--bot", bot)
    assert done.said[1] == f"Bob is a bot ({bot})."
    assert done.table.seats[1].kind == bot
    assert done.table.state.turn > 2


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("nobody", "There is no bot named 'nobody'. Choose a built-in bot (random, easy, "),
        ("person", "There is no bot named 'person'"),
        ("tilda,nobody", "There is no bot named 'nobody'"),
        ("", "There is no bot named ''"),
        ("simple(reserve=x)", "The bot 'simple' needs a whole number for 'reserve'"),
        ("no_such_module:Bot", "The bot no_such_module:Bot cannot be imported"),
        ("x" * 201, "--bot must have at most 200 characters (got 201)"),
    ],
)
def test_an_unknown_bot_is_reported_in_a_sentence(
    bot: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *TWO, "--bot", bot]) == 2
    assert capsys.readouterr().err.startswith(f"passgo: {sentence}")


def test_a_bot_is_found_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_local_bots.py").write_text(
        "from passgo import Bot\n\n\nclass Mine(Bot):\n    pass\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    words = ["play", "--humans", "0", "--bots", "2", "--option", "round_limit=1"]
    assert main([*words, "--bot", "my_local_bots:Mine"]) == 0
    assert "That was the last round" in capsys.readouterr().out
    del sys.modules["my_local_bots"]


# -- faults ----------------------------------------------------------------------------------------


def test_forfeited_moves_are_reported_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "--humans", "0", "--bots", "2", "--option", "round_limit=1", "--seed", "1"]
    assert main([*words, "--bot", f"{HERE}:Blunderer"]) == 0
    said = capsys.readouterr().out
    assert f"Ann ({HERE}:Blunderer) forfeited " in said
    assert "decide: Build(seat=0, space=1) is refused: " in said


def test_bots_without_faults_are_not_reported(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "--humans", "0", "--bots", "2", "--option", "round_limit=1", "--seed", "1"]
    assert main([*words, "--bot", "simple"]) == 0
    assert "forfeited" not in capsys.readouterr().out


def test_the_record_of_a_game_with_a_stalling_bot_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = play_lines(LINES, *TWO, "--bot", f"{HERE}:Dallier", "--save", str(file))
    assert play.describe_forfeited_moves(done.table)[0].endswith(
        f"took {MOST_FIRST} other actions before deciding"
    )
    record = read_record(file)
    assert verify(record).problems == []
    assert len(record.actions) > MOST_FIRST


# -- saved games -----------------------------------------------------------------------------------


def test_a_saved_game_includes_its_bots_options(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play_lines(LINES, *TWO, "--bot", "simple(reserve=400)", "--save", str(file))
    assert [seat.kind for seat in read_record(file).header.players][1] == "simple(reserve=400)"
    done = play_lines([], "--resume", str(file))
    assert done.table.seats[1].kind == "simple(reserve=400)"
    assert "Resuming after " in done.text


def test_a_resumed_game_keeps_its_built_in_bots(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play_lines(LINES, *TWO, "--save", str(file))
    with pytest.raises(UserError, match=r"--resume takes the bots .*: leave out --bot"):
        play_lines([], "--resume", str(file), "--bot", "hard")


def test_a_bot_named_in_a_file_runs_only_if_the_user_names_it(tmp_path: Path) -> None:
    """A game file from someone else must not decide which code is imported."""
    file = tmp_path / "game.jsonl"
    strange = f"{HERE}:Blunderer"
    play_lines(LINES, *TWO, "--bot", strange, "--save", str(file))
    before = file.read_bytes()
    with pytest.raises(UserError, match=f"was played by {strange}, which is not a built-in bot"):
        play_lines([], "--resume", str(file))
    assert file.read_bytes() == before

    again = play_lines([], "--resume", str(file), "--bot", strange)
    assert again.table.seats[1].kind == strange
    other = play_lines(LINES, "--resume", str(file), "--bot", "easy")
    assert other.table.seats[1].kind == "easy"
    assert verify(read_record(file)).problems == []
    assert len(file.read_bytes()) > len(before)


@pytest.mark.parametrize("kind", ["os:system", "simple(", "bot"])
def test_a_bot_that_is_not_built_in_is_not_run(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "game.jsonl"
    play_lines(LINES, *TWO, "--bot", "simple", "--save", str(file))
    raw = [line for line in file.read_text("utf-8").splitlines(True) if '"digest"' not in line]
    file.write_text("".join(raw).replace('"kind":"simple"', f'"kind":"{kind}"'), "utf-8")
    with pytest.raises(UserError, match="which is not a built-in bot"):
        play_lines([], "--resume", str(file))
