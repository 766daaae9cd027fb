"""`passgo odds`: tables, plots, simulated rolls and errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from passgo.cli.main import main
from passgo.engine.board import classic
from passgo.odds.chain import STRATEGIES, long_run
from tests.odds.boards import classic_with, one_card_board


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the error from a command that exits with status 2."""
    assert main(["odds", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.strip()


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["odds", *words]) == 0
    return capsys.readouterr().out


def test_the_table_has_every_space_for_both_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys).splitlines()
    rows = {line[5:27].strip(): line.split()[-4:] for line in lines[4:45]}
    assert len(rows) == 41
    assert rows["Illinois Avenue"] == ["3.186", "3.186", "2.995", "2.995"]
    assert rows["In Jail"] == ["3.950", "3.950", "3.713", "9.386"]
    assert all(len(line) <= 80 for line in lines)


def test_the_table_shows_what_groups_earn(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys).splitlines()
    orange = next(at for at, line in enumerate(lines) if line.startswith("Orange"))
    assert lines[orange + 5].split() == [
        "hotel", "$2,060", "$101.18", "20.4", "14.3", "$93.68", "22.0", "15.5"
    ]  # fmt: skip
    assert lines[-1].split()[:4] == ["2", "owned", "$300", "$4.48"]


def test_the_output_is_plain_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys).isascii()
    assert printed(capsys, "--json").isascii()


def test_spaces_can_be_sorted_by_visits(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--sort", "stay").splitlines()[4:45]
    landings = [float(line.split()[-2]) for line in lines]
    assert landings == sorted(landings, reverse=True)
    assert "In Jail" in lines[0]


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    data: dict[str, Any] = json.loads(printed(capsys, "--json"))
    assert set(data) == {"board", "board_name", "strategies"}
    assert list(data["strategies"]) == list(STRATEGIES)
    for strategy, found in data["strategies"].items():
        run = long_run(classic(), strategy)
        assert found["rolls_per_turn"] == run.rolls_per_turn
        assert [space["landings"] for space in found["spaces"]] == list(run.landings)
        assert set(found["spaces"][0]) == {"space", "name", "landings", "share", "rests"}
        assert found["spaces"][-1]["space"] is None
        assert set(found["groups"][0]) == {"key", "name", "landings", "levels", "deeds"}
        assert set(found["groups"][0]["levels"][0]) == {
            "name", "cost", "rent", "payback", "added_cost", "added_rent", "added_payback"
        }  # fmt: skip
        assert set(found["groups"][0]["deeds"][0]) == {"space", "name", "landings", "levels"}


def test_the_odds_are_printed_for_a_board_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(one_card_board().to_data()))
    out = printed(capsys, "--board", str(file))
    assert "One card" in out
    assert "never" in out
    data = json.loads(printed(capsys, "--board", str(file), "--json"))
    level = data["strategies"]["leave"]["groups"][0]["levels"][0]
    assert (level["rent"], level["payback"]) == (0, None)


def test_unsupported_characters_are_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys

    file = tmp_path / "board.json"
    file.write_text(json.dumps(classic_with(1, "Großer Platz").to_data()))
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["odds", "--board", str(file)]) == 0
    sys.stdout.flush()
    assert b"Gro?er Platz 0" in raw.getvalue()


def test_the_plot_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.svg"
    assert main(["odds", "--json", "--plot", str(file), "--strategy", "stay"]) == 0
    captured = capsys.readouterr()
    json.loads(captured.out)
    assert str(file) in captured.err
    assert "Staying in Jail" in file.read_text("utf-8")


def test_a_plot_that_cannot_be_drawn_is_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "must end in .svg" in refused(capsys, "--plot", str(tmp_path / "board.png"))
    assert "no folder" in refused(capsys, "--plot", str(tmp_path / "none" / "board.svg"))
    (tmp_path / "folder.svg").mkdir()
    assert "is a folder" in refused(capsys, "--plot", str(tmp_path / "folder.svg"))
    assert list(tmp_path.iterdir()) == [tmp_path / "folder.svg"]


def test_a_file_that_is_not_a_board_is_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.json"
    file.write_text("{}")
    assert ": version is missing" in refused(capsys, "--board", str(file))
    assert "There is no board file" in refused(capsys, "--board", str(tmp_path / "none.json"))


def test_simulated_rolls_are_shown_beside_the_chain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--rolls", "2_000", "--seed", "3"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[3].split() == ["#", "space", *["exact", "played", "diff"] * 2]
    assert all(len(line) <= 80 for line in lines)
    assert "2,000 of 2,000 rolls played" in captured.err
    assert "rolls played" in captured.out


def test_the_json_includes_simulated_rolls(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--rolls", "1,000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["strategies"]["leave"]
    assert found["played_rolls"] == 1000
    space = found["spaces"][0]
    assert space["difference"] == pytest.approx(
        (space["played"] - space["landings"]) / space["error"]
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rolls", "many"], "--rolls must be a whole number"),
        (["--rolls", "10"], "--rolls must be at least 1,000 (got 10)"),
        (
            ["--seed", "1"],
            "--seed can be used only with --rolls: add --rolls, or leave out --seed.",
        ),
        (["--rolls", "1_000", "--seed", "-1"], "--seed must be at least 0 (got -1)"),
    ],
)
def test_invalid_numbers_are_rejected(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, *words)
