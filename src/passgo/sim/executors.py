"""Who plays the batches: this process, all its cores, or a Dask cluster. The results are the same.

    with open_executor("processes", jobs=4) as workers:
        for batch in run(plan, workers): ...

An executor takes a batch and hands out something to wait on. When it is left by an error or by Ctrl-C, it
lets nothing go on behind our back. Dask is in ``cluster``, since it need not be installed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, Self

from passgo.cpus import count_usable_cores
from passgo.extras import how_to_install
from passgo.sim.games import Batch, play_batch
from passgo.sim.plan import SimulationError

__all__ = [
    "EXECUTORS",
    "Batch",
    "Executor",
    "InProcess",
    "Pending",
    "Processes",
    "count_workers_for",
    "open_executor",
]

EXECUTORS: Final = ("processes", "here", "dask")
"""The names that ``open_executor`` knows."""
MOST_JOBS: Final = 1000


class Pending:
    """A batch under way."""

    def __init__(self, wait: Callable[[], Batch], give_up: Callable[[], object]) -> None:
        self.wait = wait
        self.give_up = give_up

    def result(self) -> Batch:
        """Wait for the batch; SimulationError when it is lost."""
        return self.wait()

    def cancel(self) -> None:
        """Let it be, if nobody has begun with it."""
        self.give_up()


class Executor:
    """Who plays batches. ``width`` is how many are played at once."""

    width: int = 1

    @property
    def ahead(self) -> int:
        """How many batches may be under way: enough that no worker waits for the next."""
        return 2 * self.width + 1

    def submit(self, plan: bytes, start: int, stop: int) -> Pending:
        """Hand over a batch: the games of a plan, as JSON, from one number up to another."""
        raise NotImplementedError

    def close(self, at_once: bool = False) -> None:
        """Let the workers go; at once, whatever they are doing, when asked to. Twice does no harm."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        self.close(at_once=kind is not None)


class InProcess(Executor):
    """This process, one batch after the other."""

    ahead = 1

    def submit(self, plan: bytes, start: int, stop: int) -> Pending:
        """Play the batch when its results are needed."""
        return Pending(lambda: play_batch(plan, start, stop), lambda: None)


class Processes(Executor):
    """Processes of this machine, one for each core by default."""

    def __init__(self, jobs: int | None = None) -> None:
        self.width = count_usable_cores() if jobs is None else jobs
        self.others = set(multiprocessing.active_children())
        self.pool = ProcessPoolExecutor(
            self.width, mp_context=multiprocessing.get_context("spawn"), initializer=set_up_worker
        )

    def submit(self, plan: bytes, start: int, stop: int) -> Pending:
        """Give the batch to a free process."""
        with shield_from_interrupts():  # the first batch starts the processes
            future = self.pool.submit(play_batch, plan, start, stop)
        return Pending(lambda: wait_for_batch(future, start, stop), future.cancel)

    def close(self, at_once: bool = False) -> None:
        """Let the processes end, by force if it must be now."""
        if at_once:
            for worker in set(multiprocessing.active_children()) - self.others:
                worker.terminate()
        # Waited for in any case: the pool's own thread must not be about its pipes when Python ends.
        self.pool.shutdown(cancel_futures=True)


def wait_for_batch(future: Future[Batch], start: int, stop: int) -> Batch:
    """Wait for a batch, and say in a sentence when its process is gone."""
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise SimulationError(
            f"A worker process died while the games from {start} to {stop - 1} were under way: it was "
            f"killed, ran out of memory or was ended by a bot."
        ) from error


@contextlib.contextmanager
def shield_from_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: the one that started them ends them in good order."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # With its first process or lock Python starts a tracker, and would lift the block again: so now.
    multiprocessing.get_context("spawn").Lock()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # what they start with
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def set_up_worker() -> None:
    """Leave Ctrl-C and the output to the process that started us, and end when it is gone."""
    with contextlib.suppress(OSError):  # there may be no such stream
        os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the process that started us is gone, killed perhaps, and go too."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def count_workers_for(jobs: int | None, games: int) -> int:
    """Return how many workers to use: those asked for, or one for each core, but at most one a game."""
    return min(count_usable_cores() if jobs is None else jobs, games)


def open_executor(
    name: str = "processes", *, jobs: int | None = None, scheduler: str | None = None
) -> Executor:
    """Open an executor by its name, with so many workers; as many as there are cores by default."""
    if name not in EXECUTORS:
        raise SimulationError(f"There is no executor {name!r}; there are {', '.join(EXECUTORS)}.")
    if scheduler is not None and name != "dask":
        raise SimulationError("Only Dask has a scheduler: add --executor dask.")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise SimulationError(f"jobs lies between 1 and {MOST_JOBS}, not at {jobs}.")
    if name == "here":
        return InProcess()
    if name == "processes":
        return Processes(jobs)
    try:
        from passgo.sim.cluster import Dask
    except ImportError:
        raise SimulationError(f"Dask is not installed: {how_to_install('dask')}.") from None
    return Dask(jobs, scheduler)
