"""The tournaments in docs/strength.md can be played in pieces, and each part has its place on the page."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from bench import pages, slow_bots, strength, tournaments
from bench.pages import BEGIN, END
from bench.tournaments import continue_tournament, load_or_begin, time_limit
from passgo.sim.executors import InProcess
from passgo.sim.origin import origin
from passgo.sim.pairings import Tournament, TournamentSettings, lock_state, new_tournament, save
from passgo.sim.plan import SimulationError
from tests.sim_reports.games import played, settings, timeless
from tools import setup_env


def never() -> bool:
    return False


def after(checks: int) -> Callable[[], bool]:
    """Return a time limit that is up after this many checks."""
    counter = count()
    return lambda: next(counter) >= checks


def fresh(chosen: TournamentSettings | None = None) -> Tournament:
    chosen = settings() if chosen is None else chosen
    return new_tournament(chosen, origin(chosen.bots))


def test_the_time_limit_counts_minutes_from_the_beginning() -> None:
    now = [100.0]
    is_over = time_limit(2, lambda: now[0])
    for value, over in ((100.0, False), (219.0, False), (220.0, True)):
        now[0] = value
        assert is_over() == over
    assert time_limit(0, lambda: 5.0)()
    assert not time_limit(None)()


def test_a_tournament_in_pieces_has_the_same_results(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "kept"
    pieces = [continue_tournament(path, fresh(), InProcess, after(4)) for _ in range(20)]
    assert not pieces[2].done
    assert pieces[-1].done
    assert timeless(pieces[-1]).pairings == played(settings()).pairings
    assert [file.name for file in path.parent.iterdir()] == ["kept"]


def test_no_game_is_played_if_there_is_no_time(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    found = continue_tournament(path, fresh(), InProcess, after(0))
    assert sum(pairing.played for pairing in found.pairings) == 0
    assert not path.exists()
    whole = continue_tournament(path, fresh(), InProcess, never)
    with lock_state(path):  # as if another run were playing
        assert continue_tournament(path, fresh(), InProcess, after(0)) == whole
        with pytest.raises(SystemExit, match="Another run is writing to"):
            continue_tournament(path, fresh(), InProcess, never)


def test_a_tournament_with_other_settings_or_code_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    save(fresh(), path)
    with pytest.raises(SimulationError, match="because its settings are different"):
        load_or_begin(path, fresh(settings(players=3)))
    changed = fresh()
    changed.origin["sources"] = "other"
    save(changed, path)
    with pytest.raises(SystemExit, match="because passgo's source code has changed"):
        continue_tournament(path, fresh(), InProcess, never)


def test_a_simulation_in_pieces_has_the_same_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = argparse.Namespace(seed=1, jobs=None)

    def piece(checks: int) -> object:
        found = slow_bots.simulate_until(arguments, "standard", 2, 3, after(checks), "here")
        return None if found is None else found.to_data()

    monkeypatch.setattr(slow_bots, "KEPT", tmp_path / "whole")
    whole = piece(100)
    assert whole is not None
    monkeypatch.setattr(slow_bots, "KEPT", tmp_path / "pieces")
    assert piece(1) is None
    assert piece(1) is None
    assert piece(100) == whole
    assert piece(0) == whole


# -- the commands ----------------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a page with an empty part for every place; results are saved beside it."""
    path = tmp_path / "page.md"
    path.write_text(7 * f"{BEGIN}old\n{END}\n", "utf-8")
    monkeypatch.setattr(strength, "PAGE", path)
    for module in (strength, slow_bots):
        monkeypatch.setattr(module, "KEPT", tmp_path / module.__name__)
        monkeypatch.setattr(module, "open_executor", lambda jobs: InProcess())
    return path


def run(monkeypatch: pytest.MonkeyPatch, main: Callable[[], None], *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *words, "--here", "--write"])
    main()


def parts(page: Path) -> list[str]:
    return [piece[: piece.index(END)] for piece in page.read_text("utf-8").split(BEGIN)[1:]]


def test_complete_tournaments_are_written_in_their_places(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--bots", "random,easy", "--games", "2", "--slow", "")
    run(monkeypatch, strength.main, *words, "--minutes", "0")
    assert parts(page) == ["old\n"] * 7
    assert "6 players: 0 of 2 pairings are done." in capsys.readouterr().out
    run(monkeypatch, strength.main, *words, "--players", "3,2")
    written = parts(page)
    assert [part == "old\n" for part in written] == [True, False, False, True, True, True, True]
    assert written[1].startswith("4 games, 2 per pairing")
    assert written[2].startswith("6 games, 3 per pairing")  # rounded up to a multiple of 3
    page.write_text(7 * f"{BEGIN}old\n{END}\n", "utf-8")
    run(monkeypatch, strength.main, *words, "--minutes", "0")
    assert parts(page) == written
    with pytest.raises(SystemExit):
        run(monkeypatch, strength.main, "--players", "5")


def test_the_slow_bots_are_written_in_their_places(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(monkeypatch, strength.main, "--minutes", "0")
    assert parts(page) == ["old\n"] * 7
    for bot in tournaments.SLOW:
        duels = slow_bots.new_duels(bot, 4, 1)
        one = duels.pairings[0]
        one.played, one.losses, one.ahead, one.won = 4, 4, [0], [0]
        save(duels, slow_bots.KEPT / f"{bot}.state")
        words = ("--players", "", "--slow", bot, "--games", "4", "--minutes", "0")
        run(monkeypatch, strength.main, *words)
    written = parts(page)
    assert written[:5] == ["old\n"] * 5
    assert [f"| `{tournaments.FAST[-1]}` | 4 |" in part for part in written[5:]] == [True, True]
    with pytest.raises(SystemExit):
        run(monkeypatch, strength.main, "--slow", "easy")


def test_a_benchmark_is_run_again_in_the_compiled_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[list[str], dict[str, str]]] = []

    def start(
        command: list[str], env: dict[str, str], check: bool
    ) -> subprocess.CompletedProcess[str]:
        calls.append((command, env))
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(setup_env, "environment", lambda kind: tmp_path / kind)
    monkeypatch.setattr(subprocess, "run", start)
    monkeypatch.setattr(sys, "argv", ["bench", "--minutes", "5"])
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    pages.rerun_compiled(argparse.Namespace(here=True), "bench.strength")
    assert calls == []
    with pytest.raises(SystemExit) as stopped:
        pages.rerun_compiled(argparse.Namespace(here=False), "bench.strength")
    assert stopped.value.code == 3
    ((command, environ),) = calls
    assert command[0].startswith(str(tmp_path / "test"))
    assert command[1:] == ["-P", "-m", "bench.strength", "--minutes", "5", "--here"]
    assert environ["PYTHONPATH"] == str(pages.ROOT)
