"""`passgo replay`: listing a game, stepping through it, and reporting inconsistencies."""

from __future__ import annotations

import builtins
import io
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from passgo.actions import Mortgage, OfferTrade
from passgo.cli.errors import UserError
from passgo.cli.main import dispatch
from passgo.engine.chance import Seeded
from passgo.notation import Move, read_moves
from passgo.record import Recorder, read_record
from tests.record.games import play_on, played, seats, short_rules


def run(*words: str) -> int:
    return dispatch(["replay", *words])


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    path.write_bytes(played(3, 25).encode())
    return str(path)


@pytest.fixture
def finished(tmp_path: Path) -> str:
    path = tmp_path / "finished.jsonl"
    path.write_bytes(played(15, rules=short_rules(), players=2).encode())
    return str(path)


def forged(path: str, line: int) -> str:
    """Replace a line in a file with an illegal action, and return the path."""
    lines = Path(path).read_text("utf-8").splitlines(keepends=True)
    data = json.loads(lines[line - 1])
    data["action"] = {"action": "DeclineTrade", "seat": 0, "offer": 99}
    lines[line - 1] = json.dumps(data) + "\n"
    Path(path).write_bytes("".join(lines).encode())
    return path


def test_a_piped_replay_lists_the_whole_game(
    saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(saved) == 0
    out = capsys.readouterr().out
    assert out.startswith("Ann (Iron), Bob (Thimble), Zoë (Shoe); consolidated rules; seed 3\n")
    numbers = [int(line[:5]) for line in out.splitlines() if line[:5].strip().isdigit()]
    assert numbers == list(range(26))
    assert "\n    0  Setup\n         New game with 3 players.\n" in out
    assert out.endswith("\nThe game file ends here; the game is unfinished.\n")


def test_a_replay_names_players_and_properties(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owns = [{"space": "Baltic", "owner": 0}, {"space": "Reading", "owner": 2}]
    path = tmp_path / "trade.jsonl"
    with open(path, "x", encoding="utf-8", newline="\n") as out:
        recorder = Recorder(
            out, seats(3), Seeded(1), start={"players": [{}] * 3, "properties": owns}
        )
        recorder.play(OfferTrade(0, 2, give_cash=90, give_deeds=(3,), get_deeds=(5,)))
        recorder.play(Mortgage(2, 5))
    assert run(str(path)) == 0
    out_lines = capsys.readouterr().out.splitlines()
    assert "    1  Ann: offer Zoë $90 + Baltic for Reading" in out_lines
    assert "    2  Zoë: mortgage Reading" in out_lines


def test_the_replay_of_a_finished_game_ends_with_the_winner(
    finished: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(finished) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Won by ")


def test_a_replay_stops_at_the_requested_action(
    saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--to", "3", saved) == 0
    out = capsys.readouterr().out
    numbers = [int(line[:5]) for line in out.splitlines() if line[:5].strip().isdigit()]
    assert numbers == [0, 1, 2, 3]
    assert "unfinished" not in out
    assert run("--to", "0", saved) == 0
    for far in ("26", "-1", str(10**30)):
        with pytest.raises(UserError, match=f"^--to {far} is out of range: .* actions 1 to 25"):
            run(f"--to={far}", saved)


def test_json_prints_one_object_per_line(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", saved) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["n"] for row in rows] == list(range(26))
    assert rows[0]["action"] is None
    assert rows[1]["action"]["action"] == "Roll"
    assert rows[1]["events"][0]["event"] == "DiceRolled"
    assert run("--json", "--to", "4", saved) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_the_position_can_be_loaded_and_continued(
    saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--position", "--to", "10", saved) == 0
    position = json.loads(capsys.readouterr().out)
    assert (position["passgo"], position["moves"]) == ("position", 10)
    assert run("--position", saved) == 0
    position = json.loads(capsys.readouterr().out)
    assert position["moves"] == 25
    recorder = Recorder(io.StringIO(), seats(3), Seeded(3), start=position)
    assert recorder.game.position() == position


def test_a_game_that_starts_from_a_position_continues_the_positions_numbering(
    saved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--position", saved) == 0
    position = json.loads(capsys.readouterr().out)
    path = tmp_path / "later.jsonl"
    with open(path, "x", encoding="utf-8", newline="\n") as out:
        play_on(Recorder(out, seats(3), Seeded(1), start=position), random.Random(1), 5)
    assert run(str(path)) == 0
    assert "   25  Setup\n   26  " in capsys.readouterr().out
    assert run("--to", "27", str(path)) == 0
    with pytest.raises(UserError, match=r"--to 3 is out of range: .* actions 26 to 30"):
        run("--to", "3", str(path))


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_an_inconsistent_record_stops_the_replay_with_exit_status_1(
    words: list[str], saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words, forged(saved, 10)) == 1
    said = capsys.readouterr()
    assert said.err.startswith(
        "passgo: The game file is inconsistent. Line 10: DeclineTrade(seat=0, offer=99) is refused."
    )
    assert said.out.count("\n") >= 7
    assert "unfinished" not in said.out
    assert run("--position", saved) == 1
    assert capsys.readouterr().out == ""


def test_the_moves_can_be_printed_and_read_back(
    saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = read_record(saved).actions
    for words, count in (([], 25), (["--to", "10"], 10)):
        assert run("--moves", *words, saved) == 0
        moves = read_moves(capsys.readouterr().out)
        assert moves == [Move(entry.action, entry.rolls) for entry in actions[:count]]
    assert run("--moves", forged(saved, 10)) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("passgo: The game file is inconsistent. Line 10: ")


def test_a_file_that_is_not_a_record_is_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\x00")
    with pytest.raises(UserError, match=r"x\.jsonl: Line 1: "):
        run(str(path))
    with pytest.raises(UserError, match=r"^There is no game file '.*nope'"):
        run(str(tmp_path / "nope"))


@pytest.mark.parametrize("text", ["{}", '{"a": 1}'])
def test_an_object_without_the_fields_of_a_position_is_not_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UserError, match=r"x\.json: Line 1: "):
        run(str(path))


def test_a_game_or_a_position_may_come_from_standard_input(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pipe(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    assert run(saved) == 0
    whole = capsys.readouterr().out
    pipe(Path(saved).read_text("utf-8"))
    assert run("-") == 0
    assert capsys.readouterr().out == whole
    pipe('{"players": [{}, {}]}')
    assert run("-") == 0
    assert "passgo play --position" not in capsys.readouterr().out
    pipe("{}")
    with pytest.raises(UserError, match=r"^standard input: Line 1: "):
        run("-")


def test_unsupported_characters_are_replaced(saved: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert run(saved) == 0
    sys.stdout.flush()
    assert b"Zo? (Shoe)" in raw.getvalue()


# -- stepping --------------------------------------------------------------------------------------


def walk(monkeypatch: pytest.MonkeyPatch, path: str, keys: list[str]) -> int:
    """Step through a file with these keys, followed by the end of input."""
    typed: Iterator[str] = iter(keys)

    def read(prompt: str) -> str:
        print(prompt, end="")
        try:
            key = next(typed)
        except StopIteration:
            raise EOFError from None
        print(key)
        return key

    monkeypatch.setattr(builtins, "input", read)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    return run(path)


def shown(out: str) -> list[int]:
    """Return the numbers of the steps shown, in order."""
    return [int(line[:5]) for line in out.splitlines() if line[:5].strip().isdigit()]


def test_keys_step_through_a_game(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = ["", "n", "b", "j 20", "", "b", "e", "", "j 3", "b", "b", "b", "b", "q"]
    assert walk(monkeypatch, saved, keys) == 0
    out = capsys.readouterr().out
    assert shown(out) == [0, 1, 2, 1, 20, 21, 20, 25, 3, 2, 1, 0]
    assert "The game file ends here; the game is unfinished." in out
    assert "This is the beginning of the game." in out
    assert "0/25> " in out


def test_an_unknown_key_prints_the_list_of_keys(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = ["what", "j", "j x", "j -3", "j ²", "j " + "9" * 5000, "n n", "j 26", "j 27"]
    assert walk(monkeypatch, saved, keys) == 0
    out = capsys.readouterr().out
    assert shown(out) == [0]
    assert out.count("Enter or n: next") == 1 + 7
    assert out.count("unfinished") == 2


def test_the_position_can_be_printed_at_any_step(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert walk(monkeypatch, saved, ["j 7", "p", "q"]) == 0
    assert '"moves": 7' in capsys.readouterr().out


def test_steps_are_wrapped_to_the_window(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "24")
    assert walk(monkeypatch, saved, [""] * 25) == 0
    steps = [line for line in capsys.readouterr().out.splitlines() if re.match(r" +\S", line)]
    assert len(steps) > 50
    assert all(len(line) < 40 for line in steps)
    assert any(re.match(r" {11}\S", line) for line in steps)  # the rest of a sentence


def test_the_board_can_be_drawn_at_any_step(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert walk(monkeypatch, saved, ["j 7", "d", "q"]) == 0
    out = capsys.readouterr().out
    assert out.count("Parking Kent.  Chance") == 1
    assert "Z Zoë" in out


def test_stepping_ends_at_an_inconsistent_line(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert walk(monkeypatch, forged(saved, 8), ["e", "", "b", "p", "q"]) == 1
    said = capsys.readouterr()
    assert "Line 8: DeclineTrade(seat=0, offer=99) is refused." in said.err
    assert shown(said.out) == [0, 4, 3]
    assert "The rest of the game cannot be replayed." in said.out


def test_stepping_reports_a_wrong_winner(
    finished: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(finished).read_text("utf-8")
    end = read_record(finished).end
    assert end is not None
    wrong = text.replace(f'"winners":[{end.winners[0]}]', f'"winners":[{1 - end.winners[0]}]')
    Path(finished).write_bytes(wrong.encode())
    assert walk(monkeypatch, finished, ["e", "", "q"]) == 1
    assert "The winners are" in capsys.readouterr().err


def test_stepping_ends_at_an_inconsistent_setup(
    saved: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(saved).read_text("utf-8").replace('"rolls":[[', '"rolls":[[1,2],[')
    Path(saved).write_bytes(text.encode())
    assert walk(monkeypatch, saved, ["q"]) == 1
    assert "Line 2: " in capsys.readouterr().err
