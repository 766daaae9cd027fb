"""`compare`, `tournament` and `simulate` return typed results that convert to pandas and Arrow."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pyarrow.parquet as pq  # type: ignore[import-untyped]  # it has no types
import pytest

from passgo import classic
from passgo.cli.main import main
from passgo.row_list import RowsError
from passgo.sim import SimulationError, compare, simulate, tournament
from passgo.sim.experiment import base_bots, make_arms, make_variation
from passgo.sim.pairings import Pairing
from tests.boards import london_board
from tests.sim_reports.games import BOLD, CAREFUL

BOTS = ("simple", BOLD)
LONDON = london_board()
POSITIONS: list[object] = [
    {"players": [{}, {}], "properties": [{"space": 39, "owner": seat}]} for seat in (0, 1)
]


def arms_of(vary: dict[str, list[object]]) -> list[tuple[str, int, object]]:
    variations = [make_variation(key, values) for key, values in vary.items()]
    lineup = base_bots(BOTS, variations)
    arms = make_arms(variations, lineup, None, games=4, seed=1, rounds=3)
    return [
        (arm.name, arm.plan.seats, None if arm.plan.board is None else arm.plan.board["houses"])
        for arm in arms
    ]


def test_houses_and_players_can_be_varied() -> None:
    assert arms_of({"houses": [16, 32], "players": [2, 3]}) == [
        ("base", 2, None),
        ("houses=16", 2, 16),
        ("players=3", 3, None),
    ]


def test_a_board_that_the_base_already_has_gets_no_arm() -> None:
    assert [name for name, _, _ in arms_of({"board": [classic(), LONDON]})] == [
        "base",
        "board=london",
    ]
    variation = make_variation("board", ["classic", LONDON])
    arms = make_arms([variation], BOTS, None, games=4, seed=1, rounds=3, board=LONDON)
    assert [arm.name for arm in arms] == ["base", "board=classic"]


def test_a_lineup_may_be_written_in_several_ways() -> None:
    lineups: dict[str, list[object]] = {
        "bots": ["simple,random", ["random", "simple"], ("random", "random")],
    }
    names = [name for name, _, _ in arms_of(lineups)]
    assert names[1:] == ["bots=simple+random", "bots=random+simple", "bots=random+random"]


def test_positions_are_compared_with_the_first_one() -> None:
    names = [name for name, _, _ in arms_of({"position": POSITIONS})]
    assert names == ["base (position=position 1)", "position=position 2"]


@pytest.mark.parametrize(
    ("vary", "why"),
    [
        ({"houses": ["many"]}, "houses must be a whole number"),
        ({"houses": [-1]}, "houses"),
        ({"players": [9]}, "players must be from 2 to 8"),
        ({"position": ["nowhere.json"]}, "The position nowhere.json cannot be read"),
        ({"board": ["nowhere.json"]}, "The board nowhere.json cannot be read"),
        ({"position": POSITIONS, "salary": [400]}, "so salary cannot be varied with it"),
        ({"position": POSITIONS, "players": [3]}, "players cannot be varied"),
        ({"hausse": [1]}, "'hausse' cannot be varied"),
        ({"salary": 400}, "The values of salary must be a list"),
    ],
)
def test_values_that_cannot_be_varied_are_rejected(vary: dict[str, list[object]], why: str) -> None:
    with pytest.raises(SimulationError, match=why):
        arms_of(vary)


def test_a_comparison_without_settings_is_rejected() -> None:
    with pytest.raises(SimulationError, match="vary must name a setting and its values"):
        compare({}, BOTS, games=4, rounds=3, executor="here")


def test_a_comparison_has_a_row_for_each_measure_and_for_each_seat(tmp_path: Path) -> None:
    seats = tmp_path / "seats.parquet"
    found = compare(
        {"houses": [16], "board": [LONDON]},
        BOTS,
        games=4,
        rounds=3,
        executor="here",
        rows=seats,
    )
    assert [arm.name for arm in found.arms] == ["base", "houses=16", "board=london"]
    frame = found.to_pandas()
    assert len(frame) == 3 * 8
    first = frame[(frame.arm == "houses=16") & (frame.measure == "first")].iloc[0]
    assert (first.fair, first.games) == (0.5, 4)
    assert frame[frame.arm == "base"].change.isna().all()
    assert found.to_arrow().to_pylist() == found.measures.to_dicts()
    rows = pq.read_table(seats).to_pylist()
    assert len(rows) == 3 * 4 * 2
    assert {row["is_first"] for row in rows} == {True, False}
    assert all(row["out"] is None for row in rows)  # nobody goes bankrupt in three rounds


def test_the_command_writes_the_same_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--bots", ",".join(BOTS), "--games", "4", "--rounds", "3", "--executor", "here"]
    out = tmp_path / "seats.csv"
    assert main(["compare", "--vary", "houses=16,32", *words, "--rows", str(out), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    with out.open(encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    assert [arm["name"] for arm in printed["arms"]] == ["base", "houses=16"]  # 32 is the base
    assert {row["arm"] for row in read} == {"base", "houses=16"}
    other = tmp_path / "other.csv"
    how = {"games": 4, "rounds": 3, "executor": "here", "rows": other}
    compare({"houses": [16, 32]}, BOTS, **how)  # type: ignore[arg-type]  # any keyword arguments
    assert other.read_bytes() == out.read_bytes()


def test_a_tournament_has_ratings_and_pairings() -> None:
    found = tournament(["simple", CAREFUL], games=4, rounds=30, rules="short", executor="here")
    assert sorted(found.to_pandas().bot) == sorted(["simple", CAREFUL])
    assert found.ratings[0].rating >= found.ratings[1].rating
    assert found.ratings[0].low is None  # too few games for an interval
    assert found.to_pandas().low.dtype == "float64"  # even if all values are missing
    pairings = found.pairings.to_pandas()
    assert list(pairings.games) == [4, 4]
    assert list(pairings.fair) == [0.25, 0.25]
    assert found.pairings.to_arrow().num_rows == 2


def test_a_tournament_may_have_another_number_of_players() -> None:
    progress: list[Pairing] = []
    found = tournament(
        ["simple", CAREFUL],
        players=3,
        slow_games=3,
        slow_over=1e-9,
        rounds=2,
        executor="here",
        progress=progress.append,
    )
    assert list(found.pairings.to_pandas().fair) == [1 / 3, 1 / 3]
    assert list(found.pairings.to_pandas().games) == [3, 3]
    assert found.played.settings.games == 2001
    assert progress[0].players == 3


def test_a_summary_has_a_row_for_each_bot(tmp_path: Path) -> None:
    summary = simulate(["simple", "simple", BOLD], games=3, rounds=2, executor="here")
    frame = summary.to_pandas()
    assert list(frame.bot) == ["simple", BOLD]
    assert list(frame.fair) == [2 / 3, 1 / 3]
    assert list(frame.won) == [0, 0]
    summary.bot_rows.write(tmp_path / "bots.jsonl")
    lines = (tmp_path / "bots.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == summary.bot_rows.to_dicts()
    with pytest.raises(RowsError, match=r"must end in \.parquet, \.csv or \.jsonl"):
        summary.bot_rows.write(tmp_path / "bots.txt")


def test_a_missing_library_is_named_together_with_its_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    summary = simulate(["simple", BOLD], games=1, rounds=1, executor="here")
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RowsError, match=r'This needs pandas: pip install "passgo\[data\]"'):
        summary.to_pandas()
    with pytest.raises(RowsError, match=r'This needs pyarrow: pip install "passgo\[sim\]"'):
        summary.to_arrow()
