"""`passgo.sim.simulate` matches the command, and the examples in its documentation work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import passgo.sim
from passgo.cli.main import main
from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.refusal import PassGoError
from passgo.sim import Summary, simulate
from passgo.sim.experiment import make_variation
from passgo.sim.interrupts import defer_interrupts
from tests.sim.bad_bots import Hoarder

PAGE = Path(__file__).parents[2] / "docs" / "simulate.md"
BLOCKS = [part.partition("```")[0] for part in PAGE.read_text("utf-8").split("```python\n")[1:]]


def test_simulate_gives_the_same_results_as_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--bots", "random", "--games", "5", "--rounds", "4", "--executor", "here", "--json"]
    assert main(["simulate", *words, "--out", str(tmp_path / "a.csv")]) == 0
    printed = json.loads(capsys.readouterr().out)
    out = tmp_path / "b.csv"
    summary = simulate(["random"], games=5, rounds=4, executor="here", out=out)
    assert json.loads(json.dumps(summary.to_data())) == printed
    assert summary.plan.bots == ("random",) * 4
    assert summary.detailed == 5
    assert out.read_bytes() == (tmp_path / "a.csv").read_bytes()


def test_worker_processes_give_the_same_summary(tmp_path: Path) -> None:
    def data(**how: object) -> dict[str, object]:
        found = simulate([Hoarder, "simple"], games=6, rounds=3, rules="short", **how)  # type: ignore[arg-type]  # any keyword arguments
        return found.to_data()

    assert data(jobs=2) == data(executor="here")


def test_progress_is_reported_before_the_first_game_and_after_every_batch(tmp_path: Path) -> None:
    def report(games: int, resume: bool) -> list[int]:
        seen: list[int] = []
        simulate(
            ["simple", "random"],
            games=games,
            rounds=2,
            executor="here",
            out=tmp_path / "games.csv",
            resume=resume,
            progress=lambda summary: seen.append(summary.games),
        )
        return seen

    first = report(3, resume=False)
    assert (first[0], first[-1]) == (0, 3)
    assert first == sorted(first)
    assert report(5, resume=True)[0] == 3


def test_an_interrupt_leaves_the_file_and_the_summary_consistent(tmp_path: Path) -> None:
    seen: list[Summary] = []

    def interrupt(summary: Summary) -> None:
        seen.append(summary)
        if summary.games:
            raise KeyboardInterrupt

    out = tmp_path / "games.csv"
    with pytest.raises(KeyboardInterrupt):
        simulate(
            ["simple", "random"], games=9, rounds=2, executor="here", out=out, progress=interrupt
        )
    assert 0 < seen[-1].games < 9
    assert out.read_bytes().count(b"\n") == seen[-1].games + 1


def test_ctrl_c_is_deferred_until_the_end_of_a_block() -> None:
    done = []

    def interrupt() -> None:
        with defer_interrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest of the block")

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert done == ["the rest of the block"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_result_file_can_be_continued(tmp_path: Path) -> None:
    def played(games: int, name: str, resume: bool = False) -> Summary:
        return simulate(
            ["simple", "random"],
            games=games,
            rounds=3,
            executor="here",
            out=str(tmp_path / name),
            resume=resume,
        )

    played(4, "a.jsonl")
    longer = played(9, "a.jsonl", resume=True)
    assert longer.games == 9
    assert longer.to_data() == played(9, "b.jsonl").to_data()
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("bots", "how", "sentence"),
    [
        ("normal", {}, "bots must be a list such as"),
        ([], {}, r"A game has 2 to 8 bots \(got 0\)"),
        (["random"], {"players": 10**10}, r"players must be from 2 to 8 \(got 10,000,000,000\)"),
        (["random", "simple"], {"players": 3}, "There are 2 bots for 3 players"),
        (["random"], {"position": {"players": [{}, {}]}, "players": 3}, "has 2 players, not 3"),
        (["random", "nobody"], {}, "There is no bot named 'nobody'"),
        (["random"], {"position": {"player": []}}, "player"),
        (["random"], {"jobs": 0}, r"jobs must be from 1 to 1,000 \(got 0\)"),
        (["random"], {"executor": "ray"}, "There is no executor named 'ray'"),
        (["random"], {"resume": True}, "resume continues a results file: pass its name as out"),
        (["random"], {"out": "games.txt"}, "must end in .parquet, .csv or .jsonl"),
    ],
)
def test_invalid_arguments_are_rejected_before_any_game(
    bots: list[str], how: dict[str, object], sentence: str
) -> None:
    with pytest.raises(PassGoError, match=sentence):
        simulate(bots, **how)  # type: ignore[arg-type]  # wrong on purpose


def test_a_position_or_a_board_may_be_a_file(tmp_path: Path) -> None:
    position: dict[str, object] = {"players": [{"cash": 7}, {}, {}]}
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position), "utf-8")
    board = tmp_path / "board.json"
    board.write_text(json.dumps(classic().to_data() | {"houses": 5}), "utf-8")
    for path in (file, str(file)):
        summary = simulate(["random"], games=2, rounds=2, executor="here", position=path)
        assert summary.plan.position == position
        assert summary.plan.seats == 3
    assert simulate(["random"], games=1, rounds=1, executor="here", board=board).board.houses == 5


def test_a_position_may_be_a_game() -> None:
    game = Game(3, Seeded(1))
    game.state.players[1].cash = 700
    summary = simulate(["random"], games=2, rounds=2, executor="here", position=game)
    assert summary.plan.position == game.position()
    assert summary.plan.seats == 3
    assert make_variation("position", [game]).given == {"position 1": game}


def test_a_position_determines_the_number_of_players() -> None:
    position: dict[str, object] = {"players": [{}, {}, {}]}
    summary = simulate(["random"], games=2, rounds=2, executor="here", position=position)
    assert summary.plan.bots == ("random",) * 3


def test_the_public_names_match_the_documentation() -> None:
    assert sorted(passgo.sim.__all__) == passgo.sim.__all__
    wanted = {"GameResult", "Summary", "make_plan", "open_executor", "play_game", "run", "simulate"}
    assert wanted <= set(passgo.sim.__all__)
    page = PAGE.with_name("api.md").read_text("utf-8")
    for name in passgo.sim.__all__:
        assert hasattr(passgo.sim, name)
        assert f"### {name}\n" in page


@pytest.mark.parametrize("place", range(len(BLOCKS)))
def test_the_examples_in_the_documentation_work(place: int, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(BLOCKS[place])
    path = os.pathsep.join(place for place in sys.path if place)
    done = subprocess.run(
        [sys.executable, "-W", "error", "example.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    source = BLOCKS[place]
    if "class Hoarder" in source:
        assert len(lines) == 2
        assert lines[0].startswith("__main__:Hoarder won ")
        assert len((tmp_path / "games.csv").read_text("utf-8").splitlines()) == 101
    elif "play_game" in source:
        assert len(lines) == 2
        assert int(lines[0]) > 50
        assert lines[1] in ("simple", "random", "None")
    elif "compare" in source:
        assert "houses=16" in done.stdout
    else:
        assert "Boardwalk" in done.stdout or "Avenue" in done.stdout
