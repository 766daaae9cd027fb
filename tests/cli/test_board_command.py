"""`passgo board`: a position or a step in a game, as text or as an image."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from passgo.cli.errors import UserError
from passgo.cli.main import dispatch
from passgo.draw import draw
from passgo.engine.game import Game
from passgo.record import read_record
from tests.record.games import played
from tests.scene import ANN, BOARDWALK, BOB, ILLINOIS, scene


def run(*words: str) -> int:
    return dispatch(["board", *words])


def pipe(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipe data into standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def game() -> Game:
    return scene(standing_on=ILLINOIS, owns={BOB: [BOARDWALK]}, cash={ANN: 1234})


@pytest.fixture
def position(game: Game, tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(game.position()), "utf-8")
    return str(path)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    path.write_bytes(played(3, 25).encode())
    return str(path)


def test_a_position_is_printed(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(position) == 0
    *board, question = capsys.readouterr().out.splitlines()
    assert len(board) == 13
    assert "$1,234" in "".join(board)
    assert question == "Seat 0: Buy Illinois Avenue for $240, or send it to auction?"


def test_a_position_is_drawn(
    position: str, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "board.svg"
    assert run(position, "--svg", str(out)) == 0
    assert out.read_text("utf-8") == draw(game).svg
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"Image written to {out}.\n")


def test_any_step_in_a_game_is_drawn(saved: str, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    record = read_record(saved)
    for words, to in ((["--to", "3"], 3), (["--to", "0"], 0), ([], None)):
        assert run(saved, *words, "--svg", str(out)) == 0
        assert out.read_text("utf-8") == draw(record, to=to).svg
    for far in ("26", "-1"):
        with pytest.raises(UserError, match=f"^--to {far} is out of range: .* actions 1 to 25"):
            run(saved, f"--to={far}")


def test_a_game_is_printed(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(saved, "--to", "0") == 0
    assert "Zoë" in capsys.readouterr().out


def test_standard_input_and_output(
    position: str,
    saved: str,
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    pipe(Path(position).read_bytes(), monkeypatch)
    assert run("-", "--svg", "-") == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == draw(game).svg.encode()
    pipe(Path(saved).read_bytes(), monkeypatch)
    assert run("-", "--svg", "-") == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == draw(read_record(saved)).svg.encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "standard input is empty"),
        (b"\xff\xfe", "standard input is not text"),
        (b"nonsense\n", "standard input: Line 1"),
        (b'{"players": [{}]}', "standard input: players"),
    ],
)
def test_wrong_input_is_reported(
    data: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe(data, monkeypatch)
    with pytest.raises(UserError, match=message):
        run("-")


def test_wrong_options_are_reported(position: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"ends in \.svg \(got 'board.png'\)"):
        run(position, "--svg", "board.png")
    with pytest.raises(UserError, match="A position has no actions: leave out --to"):
        run(position, "--to", "3")
    with pytest.raises(UserError, match="There is no game file"):
        run(str(tmp_path / "missing.json"))
    with pytest.raises(UserError, match="cannot be written: No such file or directory"):
        run(position, "--svg", str(tmp_path / "nowhere" / "board.svg"))


def test_an_inconsistent_game_is_reported(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = Path(saved).read_text("utf-8").splitlines(keepends=True)
    data = json.loads(lines[4])
    data["action"] = {"action": "DeclineTrade", "seat": 0, "offer": 99}
    lines[4] = json.dumps(data) + "\n"
    Path(saved).write_bytes("".join(lines).encode())
    assert run(saved) == 1
    assert "The game file is inconsistent. Line 5" in capsys.readouterr().err
    assert read_record(saved)._repr_svg_() is None
