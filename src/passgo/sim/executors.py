"""Executors, which play batches of games in this process, in several processes or on a Dask cluster.

    with open_executor("processes", jobs=4) as workers:
        for batch in run(plan, workers): ...

The results are the same with every executor. ``submit`` returns a ``Pending`` to wait for. After an
error or Ctrl-C, leaving the ``with`` block stops all workers. The Dask executor is in ``cluster``,
since Dask is optional.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from multiprocessing.sharedctypes import Synchronized
from typing import Final, ParamSpec, Self, TypeVar

from passgo.cpus import count_usable_cores
from passgo.extras import how_to_install
from passgo.sim.games import Batch, Task, play_batch
from passgo.sim.plan import SimulationError, is_ours, plan_from_json
from passgo.sim.thinking_watch import PATIENCE, share_patience
from passgo.spelling import describe_unknown

__all__ = [
    "EXECUTORS",
    "Batch",
    "Executor",
    "InProcess",
    "Pending",
    "Processes",
    "count_workers_for",
    "is_in_main",
    "open_executor",
]

EXECUTORS: Final = ("processes", "here", "dask")
"""The names that ``open_executor`` accepts."""
GUARD: Final = (
    'A script that plays games must do so below `if __name__ == "__main__":`, because every worker '
    "process imports it."
)
TOP_LEVEL: Final = (
    'Define the class at the top level of the program, not below `if __name__ == "__main__":`, because '
    "worker processes skip what is below it."
)
MOST_JOBS: Final = 1000

Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")


class Pending:
    """A batch that is being played."""

    def __init__(self, wait: Callable[[], Batch], give_up: Callable[[], object]) -> None:
        self.wait = wait
        self.give_up = give_up

    def __repr__(self) -> str:
        return "<Pending batch>"

    def result(self) -> Batch:
        """Wait for the batch; raise SimulationError if it is lost."""
        return self.wait()

    def cancel(self) -> None:
        """Cancel the batch, if no worker has started it."""
        self.give_up()


class Executor:
    """The base class for executors. ``width`` is the number of batches played in parallel."""

    width: int = 1

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: width {self.width}>"

    @property
    def ahead(self) -> int:
        """The maximum number of batches to submit at a time, enough to keep every worker busy."""
        return 2 * self.width + 1

    def check_bots(self, bots: Iterable[str]) -> None:
        """Raise SimulationError if the workers cannot import one of the bots."""

    def submit(self, task: Task) -> Pending:
        """Submit a batch of games."""
        raise NotImplementedError

    def close(self, at_once: bool = False) -> None:
        """Stop the workers, immediately if ``at_once``; a second call does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        self.close(at_once=kind is not None)


class InProcess(Executor):
    """An executor that plays batches in this process, one after another."""

    ahead = 1

    def submit(self, task: Task) -> Pending:
        """Play the batch when its result is requested."""
        return Pending(lambda: play_batch(task), lambda: None)


class Processes(Executor):
    """An executor with several processes on this machine, by default one per core."""

    def __init__(self, jobs: int | None = None) -> None:
        self.width = count_usable_cores() if jobs is None else jobs
        self.others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(
            self.width,
            mp_context=context,
            initializer=set_up_worker,
            initargs=(context.Value("d", PATIENCE),),
        )

    def check_bots(self, bots: Iterable[str]) -> None:
        """Raise SimulationError for a class that was defined interactively, not in a file."""
        file = getattr(sys.modules["__main__"], "__file__", None)
        typed = [bot for bot in bots if is_in_main(bot)]
        if file is None and typed:
            raise SimulationError(
                f"{typed[0]} is defined in a notebook or an interactive session, where worker processes "
                f'cannot find it: use executor="here", or move the class to a file such as my_bots.py and '
                f"import it."
            )
        if file is not None and not os.path.exists(file):
            raise SimulationError(
                f"Worker processes cannot import the main program, which is not a file ({file}): use "
                f'executor="here", or save the program in a file.'
            )

    def submit(self, task: Task) -> Pending:
        """Submit the batch to the pool of processes."""
        future = self.call(play_batch, task)
        return Pending(lambda: wait_for_batch(future, task), future.cancel)

    def call(
        self,
        function: Callable[Arguments, Answer],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Answer]:
        """Call a function, which must be importable, in one of the processes."""
        with shield_from_interrupts():  # the first call starts the processes
            return self.pool.submit(function, *args, **kwargs)

    def close(self, at_once: bool = False) -> None:
        """Stop the processes, by force if ``at_once``."""
        if at_once:
            for worker in set(multiprocessing.active_children()) - self.others:
                worker.terminate()
        # Always wait: the pool's thread must not use its pipes while Python is shutting down.
        self.pool.shutdown(cancel_futures=True)


def is_in_main(bot: str) -> bool:
    """Return whether a bot is a class in the main program."""
    return bot.startswith("__main__:")


def wait_for_batch(future: Future[Batch], task: Task) -> Batch:
    """Wait for a batch; raise `SimulationError` if its process has died."""
    try:
        batch = future.result()
        if (
            "'__mp_main__' has no attribute" in batch.error
        ):  # the workers' name for the main program
            batch = batch._replace(error=f"{batch.error}. {TOP_LEVEL}")
        return batch
    except BrokenProcessPool as error:
        one = task.stop - task.start == 1
        games = f"game {task.start}" if one else f"games {task.start} to {task.stop - 1}"
        suspects = [bot for bot in plan_from_json(task.plan).bots if not is_ours(bot)]
        ended = f"was ended by {' or '.join(dict.fromkeys(suspects))}, " if suspects else ""
        raise SimulationError(
            f"A worker process died while playing {games}: it {ended}was killed, ran out of memory, or could "
            f"not start. {GUARD}"
        ) from error


@contextlib.contextmanager
def shield_from_interrupts() -> Iterator[None]:
    """Shield processes started in this block from Ctrl-C; this process stops them itself."""
    if sys.platform == "win32":  # the workers ignore Ctrl-C as soon as they are set up
        yield
        return
    # When Python starts its resource tracker, it unblocks the signal, so start the tracker first.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # child processes inherit it
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def set_up_worker(patience: Synchronized[float]) -> None:
    """Set up a worker process: ignore Ctrl-C, print to stderr, and exit when the parent does."""
    share_patience(patience)
    with contextlib.suppress(OSError):  # a stream may be closed
        os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the parent process has ended or been killed, then exit."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def count_workers_for(jobs: int | None, games: int) -> int:
    """Return the number of workers: ``jobs``, or one per core, but at most one per game."""
    return min(count_usable_cores() if jobs is None else jobs, games)


def open_executor(
    name: str = "processes", *, jobs: int | None = None, scheduler: str | None = None
) -> Executor:
    """Open an executor by name, with ``jobs`` workers (default: one per core)."""
    if name not in EXECUTORS:
        raise SimulationError(describe_unknown("executor", name, EXECUTORS))
    if scheduler is not None and name != "dask":
        raise SimulationError("Only Dask has a scheduler: add --executor dask.")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise SimulationError(f"jobs must be from 1 to {MOST_JOBS:,} (got {jobs:,})")
    if name == "here":
        return InProcess()
    if name == "processes":
        return Processes(jobs)
    try:
        from passgo.sim.cluster import Dask
    except ImportError:
        raise SimulationError(f"Dask is not installed: {how_to_install('dask')}.") from None
    return Dask(jobs, scheduler)
