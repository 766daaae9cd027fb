"""Simulations on a Dask cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

import passgo
from passgo.sim import cluster
from passgo.sim.cluster import Dask
from passgo.sim.executors import open_executor
from passgo.sim.games import play_games
from passgo.sim.plan import SimulationError, make_plan
from passgo.sim.runner import run


@pytest.fixture(scope="module")
def local() -> Iterator[Dask]:
    """Start a cluster on this machine: a scheduler and two worker processes."""
    with open_executor("dask", jobs=2) as workers:
        assert isinstance(workers, Dask)
        yield workers


def test_a_cluster_gives_identical_results(local: Dask) -> None:
    plan = make_plan(["simple", "random", "tests.sim.bad_bots:Hoarder"], games=60, rounds=8)
    assert local.width == 2
    assert [one for batch in run(plan, local) for one in batch] == play_games(plan, range(60))


def test_an_existing_cluster_can_be_selected_by_its_address(local: Dask) -> None:
    plan = make_plan(["simple", "simple"], games=20, rounds=8)
    assert local.local is not None
    with open_executor("dask", scheduler=local.local.scheduler_address) as workers:
        assert workers.width == 2
        assert [one for batch in run(plan, workers) for one in batch] == play_games(plan, range(20))
        workers.close(at_once=True)


def test_an_error_on_a_worker_is_reported_like_a_local_error(local: Dask) -> None:
    plan = make_plan(["simple", "tests.sim.bad_bots:Stillborn"], games=2)
    with pytest.raises(SimulationError, match="OSError: out of memory"):
        list(run(plan, local))


def test_a_bot_that_workers_cannot_import_is_reported_with_a_remedy(
    local: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("from passgo.bots.simple import SimpleBot as Mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    plan = make_plan(["simple", "only_here:Mine"], games=2)
    with pytest.raises(SimulationError, match=r"On a Dask worker: .*only_here.*PYTHONPATH"):
        list(run(plan, local))
    with pytest.raises(SimulationError, match="cannot import Mine from the main program: move"):
        list(run(make_plan(["simple", "__main__:Mine"], games=2), local))


@pytest.mark.long  # starts a scheduler and a worker as commands
def test_a_worker_started_with_pythonpath_plays_your_own_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_there.py").write_text("from passgo.bots.simple import SimpleBot as Mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    plan = make_plan(["simple", "only_there:Mine"], games=4, rounds=8)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster:  # type: ignore[no-untyped-call]  # untyped in Dask
        worker = subprocess.Popen(
            [sys.executable, "-m", "dask", "worker", cluster.scheduler_address, "--no-dashboard"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.getcwd()])},
            cwd=tmp_path,
        )
        try:
            with distributed.Client(cluster.scheduler_address) as client:  # type: ignore[no-untyped-call]  # untyped in Dask
                client.wait_for_workers(1)
            with open_executor("dask", scheduler=cluster.scheduler_address) as workers:
                found = [one for batch in run(plan, workers) for one in batch]
        finally:
            worker.terminate()
            worker.wait()
    assert found == play_games(plan, range(4))


def test_a_cluster_does_not_support_a_time_limit(local: Dask) -> None:
    plan = make_plan(["simple", "simple"], games=2, seconds=1.0)
    with pytest.raises(SimulationError, match="A time limit doesn't work in a thread or on a Dask"):
        list(run(plan, local))


@pytest.mark.long  # Dask retries three times, each time with a new process
def test_a_dead_worker_is_reported() -> None:
    plan = make_plan(["simple", "tests.sim.bad_bots:Killer"], games=1, rounds=2)
    with (
        pytest.raises(SimulationError, match="The Dask cluster lost games 0 to 0: Killed"),
        open_executor("dask", jobs=1) as workers,
    ):
        list(run(plan, workers))


def test_a_worker_with_a_different_version_is_rejected(
    local: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passgo, "__version__", "99")
    with pytest.raises(SimulationError, match="but this machine has 99: install the same version"):
        local.count_workers()


def test_a_scheduler_that_does_not_answer_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with pytest.raises(SimulationError, match=r"No Dask scheduler is responding at 127\.0\.0\.1:9"):
        open_executor("dask", scheduler="127.0.0.1:9")


def test_without_dask_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "passgo.sim.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SimulationError, match=r'pip install "passgo\[dask\]"'):
        open_executor("dask")


def test_the_error_for_a_script_without_a_main_guard_says_what_to_add(tmp_path: Path) -> None:
    script = tmp_path / "study.py"
    script.write_text(
        "from passgo.sim import SimulationError, simulate\n"
        "try:\n"
        "    simulate(['simple', 'simple'], games=2, executor='dask', jobs=1)\n"
        "except SimulationError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(
        'must do so below `if __name__ == "__main__":`, because every worker process imports it.\n'
    )
