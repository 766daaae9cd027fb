"""Files from earlier versions are rejected with a sentence that names both versions.

The samples in ``version1/`` were written by PassGo before some names changed (such as Throw
and lots). In version 2, a position had ``wait`` instead of ``decision``; in version 3,
it had no ``inquiries``, and past offers had ``counter`` instead of ``answer``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from passgo.cli import main as cli
from passgo.engine.board import BOARD_VERSION
from passgo.engine.chance import NoChance
from passgo.engine.encode import POSITION_VERSION
from passgo.position import PositionError, game_from_position, read_position
from passgo.record import RecordError, read_record
from passgo.record.entries import VERSION as RECORD_VERSION
from passgo.server.wire import PROTOCOL_VERSION
from passgo.sim.benchmark import VERSION as BENCHMARK_VERSION
from tests.record.example import example

DOCS = Path(__file__).parents[1] / "docs"
OLD = Path(__file__).parent / "version1"
SENTENCE = "This record has format version 1; this release of PassGo reads version 4."


def test_a_version_1_record_is_rejected() -> None:
    with (OLD / "record.jsonl").open("rb") as file, pytest.raises(RecordError) as found:
        read_record(file)
    assert (found.value.line, found.value.sentence) == (1, SENTENCE)


def test_a_version_1_position_is_rejected() -> None:
    data = read_position((OLD / "position.json").read_text())
    with pytest.raises(
        PositionError,
        match=r"^this position has format version 1; this release of PassGo reads version 4$",
    ):
        game_from_position(data, NoChance())


def test_a_version_2_position_is_rejected() -> None:
    data = {"version": 2, "players": [{}, {}], "wait": 0}
    with pytest.raises(
        PositionError,
        match=r"^this position has format version 2; this release of PassGo reads version 4$",
    ):
        game_from_position(data, NoChance())


def test_a_version_3_position_is_rejected() -> None:
    past = {"number": 1, "maker": 0, "partner": 1, "give_cash": 5, "counter": True}
    data = {"version": 3, "players": [{}, {}], "past_offers": [past]}
    with pytest.raises(
        PositionError,
        match=r"^this position has format version 3; this release of PassGo reads version 4$",
    ):
        game_from_position(data, NoChance())


@pytest.mark.parametrize("version", [2, 3])
def test_an_honest_older_record_is_not_reported_as_tampered_with(
    version: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.jsonl"
    older = example().replace('"version":4', f'"version":{version}', 1)
    assert older != example()
    path.write_text(older)
    assert cli.main(["verify", str(path)]) != 0
    out = capsys.readouterr()
    sentence = f"This record has format version {version}; this release of PassGo reads version 4."
    assert sentence in out.out + out.err


@pytest.mark.parametrize(
    "command",
    [
        ["play", "--resume", "save.jsonl"],
        ["replay", "record.jsonl"],
        ["verify", "record.jsonl"],
    ],
    ids=lambda command: str(command[0]),
)
def test_commands_reject_a_version_1_record(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = (OLD / command[-1]).read_bytes()
    path = tmp_path / command[-1]
    path.write_bytes(old)
    assert cli.main([*command[:-1], str(path)]) != 0
    out = capsys.readouterr()
    assert SENTENCE in out.out + out.err
    assert path.read_bytes() == old


def test_simulations_reject_a_version_1_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "--games", "1", "--position", str(OLD / "position.json")]) != 0
    sentence = "this position has format version 1; this release of PassGo reads version 4"
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("position", POSITION_VERSION),
        ("record (game file)", RECORD_VERSION),
        ("wire protocol", PROTOCOL_VERSION),
        ("board file", BOARD_VERSION),
        ("benchmark (`passgo benchmark`)", BENCHMARK_VERSION),
    ],
)
def test_the_page_on_stability_has_the_current_versions(name: str, version: int) -> None:
    assert f"\n| {name} | {version} | " in (DOCS / "stability.md").read_text("utf-8")


def test_the_page_on_records_has_the_current_version() -> None:
    row = re.search(r"\| `version` \| (\d+)\. ", (DOCS / "record.md").read_text("utf-8"))
    assert row is not None
    assert int(row[1]) == RECORD_VERSION
