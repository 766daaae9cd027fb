"""Simulated games as game files: they verify, can be continued, and can be played again."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from passgo.cli.main import main
from passgo.record import read_record, verify
from passgo.sim import make_plan, play_game, simulate
from passgo.sim.game_records import file_name, record_game
from passgo.sim.plan import Plan, SimulationError

POSITION: dict[str, object] = {
    "players": [{"cash": 300}, {"cash": 900}],
    "properties": [{"space": 39, "owner": 0}, {"space": 37, "owner": 0}],
}
PLANS = {
    "new games": make_plan(["simple", "random"], games=4, rounds=12),
    "a position": make_plan(["simple", "simple"], games=4, rounds=12, position=POSITION),
    "short": make_plan(["simple", "simple(reserve=400)"], games=4, rules="short"),
    "time limit": make_plan(["simple", "simple"], games=4, rounds=5, rules="time_limit"),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_record_is_the_game_that_the_simulation_played(name: str) -> None:
    plan = PLANS[name]
    for index in range(2):
        result = play_game(plan, index)
        record = read_record(io.StringIO(record_game(plan, index)))
        report = verify(record)
        assert report.is_sound, report.problems
        assert report.is_finished == (result.outcome != "unfinished")
        assert list(report.winners) == result.winners
        assert [seat.kind for seat in record.header.players] == result.bots


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def play(folder: Path, games: int, resume: bool = False, jobs: int | None = None) -> None:
    simulate(
        ["simple", "random"],
        games=games,
        rounds=6,
        out=folder / "games.csv",
        records=folder / "records",
        resume=resume,
        executor="here" if jobs is None else "processes",
        jobs=jobs,
    )


def test_a_folder_of_records_is_the_same_after_an_interruption(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    play(whole, 7, jobs=2)
    expected = files(whole / "records")
    assert set(expected) == {"plan.json", *(file_name(index) for index in range(7))}
    play(parts, 4)
    (parts / "records" / file_name(2)).unlink()  # as if the run had been killed
    play(parts, 7, resume=True)
    assert files(parts / "records") == expected
    assert files(parts)["games.csv"] == files(whole)["games.csv"]
    with pytest.raises(SimulationError, match="already contains games"):
        simulate(["simple", "random"], games=1, records=whole / "records", executor="here")


def test_replay_plays_a_simulated_game_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path, 3)
    plan = str(tmp_path / "games.csv.plan.json")
    assert main(["replay", "--plan", plan, "--game", "2"]) == 0
    again = capsys.readouterr()
    assert main(["replay", str(tmp_path / "records" / file_name(2))]) == 0
    assert again == capsys.readouterr()
    assert "simple" in again.out
    note = json.loads((tmp_path / "games.csv.plan.json").read_bytes())
    note["origin"]["sources"] = "others"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(note))
    assert main(["replay", "--plan", str(changed), "--game", "2"]) == 0
    assert "this may not be the game that was simulated: passgo's source" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--plan", "{plan}", "--game", "3"], "The plan has games 0 to 2 (got 3)"),
        (["--plan", "{plan}"], "--plan and --game belong together"),
        (["--plan", "nowhere.json", "--game", "1"], "There is no plan file 'nowhere.json'"),
        ([], "Name a game file, or a simulated game"),
    ],
)
def test_a_game_that_is_not_in_a_plan_is_rejected(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path, 3)
    plan = str(tmp_path / "games.csv.plan.json")
    assert main(["replay", *(word.replace("{plan}", plan) for word in words)]) == 2
    assert sentence in capsys.readouterr().err


def test_the_bots_have_names_that_fit() -> None:
    long = "simple(reserve=100)"
    plan: Plan = make_plan([long, long, "random"], games=1, rounds=1)
    record = read_record(io.StringIO(record_game(plan, 0)))
    assert [seat.name for seat in record.header.players] == [f"{long} 1", f"{long} 2", "random"]
