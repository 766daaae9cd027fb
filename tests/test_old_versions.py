"""Files of version 1, with its names (Throw, lots …), are refused by a sentence that names both versions.

The samples in ``version1/`` were written by PassGo before the names changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from passgo.cli import main as cli
from passgo.engine.chance import NoChance
from passgo.position import PositionError, game_from_position, read_position
from passgo.record import RecordError, read_record

OLD = Path(__file__).parent / "version1"
SENTENCE = "This record is version 1; this PassGo reads version 2."


def test_a_record() -> None:
    with (OLD / "record.jsonl").open("rb") as file, pytest.raises(RecordError) as found:
        read_record(file)
    assert (found.value.line, found.value.sentence) == (1, SENTENCE)


def test_a_position() -> None:
    data = read_position((OLD / "position.json").read_text())
    with pytest.raises(
        PositionError, match=r"^this position is version 1; this PassGo reads version 2$"
    ):
        game_from_position(data, NoChance())


@pytest.mark.parametrize(
    "command",
    [
        ["play", "--resume", "save.jsonl"],
        ["replay", "record.jsonl"],
        ["verify", "record.jsonl"],
    ],
    ids=lambda command: str(command[0]),
)
def test_commands_refuse_a_record(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = (OLD / command[-1]).read_bytes()
    path = tmp_path / command[-1]
    path.write_bytes(old)
    assert cli.main([*command[:-1], str(path)]) != 0
    out = capsys.readouterr()
    assert SENTENCE in out.out + out.err
    assert path.read_bytes() == old


def test_simulations_refuse_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "--games", "1", "--position", str(OLD / "position.json")]) != 0
    assert "this position is version 1; this PassGo reads version 2" in capsys.readouterr().err
