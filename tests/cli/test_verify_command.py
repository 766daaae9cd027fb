"""`passgo verify`: status 0 for valid games, 1 for invalid games, 2 for unreadable files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from passgo.cli import main as cli
from passgo.cli.main import dispatch
from passgo.engine.chance import Scripted, Seeded
from passgo.engine.game import Game
from passgo.engine.rules.debt import Resign
from passgo.record import Recorder, write_full
from tests.record.games import played, read, seats, short_rules

FINISHED = played(15, rules=short_rules(), players=2)


def run(*words: str) -> int:
    return dispatch(["verify", *words])


def file(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_bytes(text.encode())
    return str(path)


def test_a_finished_game_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, "a.jsonl", FINISHED)
    assert run(path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}: verified"
    assert lines[1] == "  Verified 2 actions against the rules."
    assert lines[2].endswith(" rolls and all decks against seed 15.")
    assert lines[3] == "  Verified 1 digest."
    assert lines[4].startswith("  Won by ")


def test_a_full_record_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    write_full(read(FINISHED), out)
    assert run(file(tmp_path, "a.jsonl", out.getvalue())) == 0
    assert "  Verified events and views.\n" in capsys.readouterr().out


def test_a_forged_game_gives_status_1_and_an_error_that_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, "a.jsonl", FINISHED.replace('"seed":15', '"seed":16'))
    assert run(path) == 1
    out = capsys.readouterr().out
    assert (
        out
        == f"{path}: not verified\n  Line 2: The order of the Chance deck does not match the seed.\n"
    )


def test_an_unfinished_game_is_not_reported_as_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, "a.jsonl", "".join(FINISHED.splitlines(keepends=True)[:-1]))
    assert run(path) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{path}: unfinished; no problems so far\n")
    assert "The end is missing" in out
    assert run("--unfinished", path) == 0
    assert "unfinished" in capsys.readouterr().out
    forged = file(tmp_path, "b.jsonl", played(3, 30).replace('"seed":3', '"seed":4'))
    assert run("--unfinished", forged) == 1


def test_dice_without_a_seed_are_reported_as_unchecked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = io.StringIO()
    Recorder(out, seats(2), Scripted(dice=[(6, 5), (1, 2)])).play(Resign(1))
    assert run(file(tmp_path, "a.jsonl", out.getvalue())) == 0
    said = capsys.readouterr().out
    assert ": verified, except for the dice\n" in said
    assert "  The dice cannot be checked" in said


@pytest.mark.parametrize("command", ["verify", "analyze"])
def test_a_position_is_not_a_game(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.json"
    Game(2, Seeded(1)).save(path)
    assert cli.main([command, str(path)]) == 2
    assert capsys.readouterr().err == f"passgo: {path}: This is a position, not a game.\n"


def test_all_files_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = file(tmp_path, "good.jsonl", FINISHED)
    bad = file(tmp_path, "bad.jsonl", FINISHED.replace('"seed":15', '"seed":16'))
    cut = file(tmp_path, "cut.jsonl", FINISHED[:-10])
    none = str(tmp_path / "none.jsonl")
    assert run(good, bad, good) == 1
    capsys.readouterr()
    assert cli.main(["verify", cut, good, none, bad]) == 2
    said = capsys.readouterr()
    assert f"{good}: verified\n" in said.out
    assert f"{bad}: not verified\n" in said.out
    assert said.err.splitlines() == [
        f"passgo: {cut}: Line 6: The record is cut off in this line. "
        "Remove the line to read the record as unfinished.",
        f"passgo: There is no game file {none!r}.",
    ]
