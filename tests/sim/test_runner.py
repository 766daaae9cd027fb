"""Results arrive in game order, a few batches at a time, from any number of workers."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import util
from pathlib import Path

import msgspec
import pytest

from passgo.sim.executors import Executor, InProcess, Pending, Processes, open_executor
from passgo.sim.games import Batch, Task, play_batch, play_games
from passgo.sim.plan import Plan, SimulationError, make_plan, plan_from_json
from passgo.sim.results import GameResult
from passgo.sim.runner import AIM, LARGEST, Pace, run
from tests.sim.canned import canned, canned_plan

PLAN = make_plan(["simple", "random", "simple"], games=40, rounds=6, detail=5)


def results(plan: Plan, executor: Executor | None = None, after: int = 0) -> list[GameResult]:
    return [result for batch in run(plan, executor, after=after) for result in batch]


class Untidy(Executor):
    """An executor that returns canned results and counts the batches in progress."""

    def __init__(self, width: int = 3, seconds: float = 0.0) -> None:
        self.width = width
        self.seconds = seconds
        self.open = 0
        self.most = 0
        self.sizes: list[int] = []
        self.given_up = 0

    def submit(self, task: Task) -> Pending:
        self.open += 1
        self.most = max(self.most, self.open)
        self.sizes.append(task.stop - task.start)
        return Pending(lambda: self.play(task.plan, task.start, task.stop), self.give_up)

    def play(self, text: bytes, start: int, stop: int) -> Batch:
        self.open -= 1
        plan = plan_from_json(text)
        packed = msgspec.msgpack.encode([canned(plan, index) for index in range(start, stop)])
        return Batch(stop - start, self.seconds * (stop - start), packed)

    def give_up(self) -> None:
        self.given_up += 1


def test_the_number_of_workers_does_not_change_the_results() -> None:
    alone = results(PLAN)
    assert alone == play_games(PLAN, range(40))
    for jobs in (1, 2):
        with Processes(jobs) as workers:
            assert results(PLAN, workers) == alone
            assert results(PLAN, workers, after=33) == alone[33:]


def test_a_run_can_start_at_a_later_game() -> None:
    assert results(PLAN, after=37) == play_games(PLAN, range(37, 40))
    assert results(PLAN, after=40) == []


@pytest.mark.parametrize("seconds", [0.0, AIM / 60, AIM * 5])
def test_batches_of_any_size_arrive_in_order(seconds: float) -> None:
    plan = canned_plan(games=5000)
    workers = Untidy(seconds=seconds)
    assert [result.index for result in results(plan, workers)] == list(range(5000))
    assert sum(workers.sizes) == 5000


def test_only_a_few_batches_are_in_progress_at_a_time() -> None:
    workers = Untidy(width=4)
    for batch in run(canned_plan(games=10_000), workers):
        assert len(batch) <= LARGEST
    assert workers.most == workers.ahead == 9


def test_a_batch_grows_to_the_target_duration() -> None:
    fast = Untidy(seconds=AIM / 200)
    results(canned_plan(games=8_000), fast)
    assert fast.sizes[0] == 1
    assert max(fast.sizes) == 200
    slow = Untidy(seconds=AIM * 10)
    results(canned_plan(games=50), slow)
    assert set(slow.sizes) == {1}


def test_the_last_games_are_divided_among_the_workers() -> None:
    pace = Pace(4)
    pace.fitting = 1000
    assert [pace.size(left) for left in (100_000, 400, 10, 1)] == [1000, 100, 3, 1]


def test_stopping_early_cancels_all_batches() -> None:
    workers = Untidy()
    games = run(canned_plan(games=5000), workers)
    next(games)
    games.close()
    assert workers.given_up == workers.open > 0


def test_a_dead_worker_is_reported() -> None:
    plan = make_plan(["simple", "tests.sim.bad_bots:Killer"], games=20, rounds=2)
    with (
        pytest.raises(
            SimulationError,
            match=r"A worker process died while playing game 0: it was ended by "
            r"tests\.sim\.bad_bots:Killer, was killed, .* below .if __name__ == ",
        ),
        Processes(1) as workers,
    ):
        results(plan, workers)


def test_a_bot_that_cannot_be_created_in_a_worker_is_reported() -> None:
    plan = make_plan(["simple", "tests.sim.bad_bots:Stillborn"], games=5)
    with (
        pytest.raises(SimulationError, match="OSError: out of memory"),
        Processes(1) as workers,
    ):
        results(plan, workers)


def test_a_batch_is_packed_and_timed() -> None:
    text = msgspec.json.encode(PLAN)
    batch = play_batch(Task(text, 3, 5))
    assert batch.games == 2
    assert batch.seconds > 0
    unpacked = msgspec.msgpack.decode(batch.results, type=list[GameResult])
    assert unpacked == play_games(PLAN, [3, 4])


@contextmanager
def gc_paused() -> Iterator[None]:
    """Collect garbage now, and not again in this block."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_ctrl_c_is_not_lost_while_a_batch_is_submitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python discards an exception raised in a finalizer, so Ctrl-C would be lost there."""
    called: list[object] = []
    with Processes(1) as workers, gc_paused():  # what other tests left behind has finalizers, too
        monkeypatch.setattr(util.Finalize, "__call__", lambda *values: called.append(values))
        pending = workers.call(os.getpid)
        monkeypatch.undo()
        assert pending.result() != os.getpid()
    assert called == []


def test_executors_are_opened_by_name() -> None:
    assert isinstance(open_executor("here"), InProcess)
    with open_executor("processes", jobs=3) as workers:
        assert isinstance(workers, Processes)
        assert workers.width == 3
    with pytest.raises(
        SimulationError, match="There is no executor named 'ray'; choose from processes"
    ):
        open_executor("ray")
    for jobs in (0, 1001):
        with pytest.raises(
            SimulationError, match=rf"jobs must be from 1 to 1,000 \(got {jobs:,}\)"
        ):
            open_executor("processes", jobs=jobs)
    with pytest.raises(SimulationError, match="Only Dask has a scheduler"):
        open_executor("here", scheduler="localhost:8786")


NOTEBOOK = """
from passgo.bots.simple import SimpleBot
from passgo.sim import SimulationError, simulate

class Typed(SimpleBot):
    pass

try:
    simulate([Typed, "simple"], games=2, rounds=2)
except SimulationError as error:
    print(error)
print(simulate([Typed, "simple"], games=2, rounds=2, executor="here").games)
"""


@pytest.mark.parametrize(
    ("words", "given", "sentence"),
    [
        (["-c", NOTEBOOK], "", "__main__:Typed is defined in a notebook or an interactive session"),
        (["-"], NOTEBOOK, "Worker processes cannot import the main program, which is not a file"),
    ],
)
def test_a_class_that_is_in_no_file_plays_in_this_process_and_workers_say_so(
    words: list[str], given: str, sentence: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    error, games = done.stdout.splitlines()
    assert error.startswith(sentence)
    assert 'executor="here"' in error
    assert games == "2"


GUARDED = """
from passgo.bots.simple import SimpleBot
from passgo.sim import SimulationError, simulate

if __name__ == "__main__":
    class Inner(SimpleBot):
        pass

    try:
        simulate([Inner, "simple"], games=2, rounds=2, jobs=1)
    except SimulationError as error:
        print(error)
"""


def test_a_class_that_workers_skip_must_be_defined_at_the_top_level(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(GUARDED, "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Define the class at the top level of the program, not below `if" in done.stdout
