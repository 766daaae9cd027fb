"""An executor that plays batches on a Dask cluster, either an existing one or a local one."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from concurrent.futures import CancelledError
from typing import Final

import distributed

import passgo
from passgo.cpus import count_usable_cores
from passgo.sim.executors import GUARD, Executor, Pending, is_in_main, shield_from_interrupts
from passgo.sim.games import Batch, Task, play_batch
from passgo.sim.plan import SimulationError

__all__ = ["Dask"]

PATIENCE: Final = 10
"""The number of seconds to wait for a scheduler."""
REMEDY: Final = (
    "Every worker needs the bot's module: start the workers with PYTHONPATH set to its folder, as in "
    "PYTHONPATH=. dask worker HOST:8786, or install it there as a package."
)


class Dask(Executor):
    """A Dask cluster: the one at an address, or a local one with `jobs` workers."""

    def __init__(self, jobs: int | None = None, scheduler: str | None = None) -> None:
        self.local = local_cluster(jobs) if scheduler is None else None
        try:
            self.client = distributed.Client(  # type: ignore[no-untyped-call]  # untyped in Dask
                scheduler if self.local is None else self.local, timeout=PATIENCE
            )
        except (OSError, ValueError) as error:
            raise SimulationError(
                f"No Dask scheduler is responding at {scheduler}: {error}."
            ) from None
        try:
            self.width = self.count_workers()
        except BaseException:
            self.close(at_once=True)
            raise

    def count_workers(self) -> int:
        """Return the number of parallel batches; raise if a worker has a different version."""
        try:
            versions = self.client.run(version)
        except Exception as error:  # a worker without passgo may raise anything
            raise SimulationError(
                f"A Dask worker cannot import passgo: {type(error).__name__}: {error}."
            ) from None
        for worker, found in versions.items():
            if found != version():
                raise SimulationError(
                    f"The Dask worker {worker} has passgo {found}, but this machine has {version()}: "
                    "install the same version on all workers."
                )
        workers = self.client.nthreads()  # type: ignore[no-untyped-call]  # untyped in Dask
        threads: int = sum(workers.values())
        if threads == 0:
            raise SimulationError("The Dask cluster has no workers.")
        return threads

    def check_bots(self, bots: Iterable[str]) -> None:
        """Raise SimulationError for a class in the main program, which workers cannot import."""
        for bot in bots:
            if is_in_main(bot):
                name = bot.removeprefix("__main__:")
                raise SimulationError(
                    f"Dask workers cannot import {name} from the main program: move the class to a file, "
                    f"such as my_bots.py, and import it. {REMEDY}"
                )

    def submit(self, task: Task) -> Pending:
        """Submit the batch to the cluster, without caching its result."""
        future = self.client.submit(play_batch, task, pure=False)
        return Pending(lambda: wait_for_batch(future, task), future.cancel)

    def close(self, at_once: bool = False) -> None:
        """Disconnect from the cluster, and stop it if it is local."""
        self.client.close()  # type: ignore[no-untyped-call]  # untyped in Dask
        if self.local is not None:
            self.local.close()


def local_cluster(jobs: int | None) -> distributed.LocalCluster:
    """Start a cluster on this machine, with one process per worker."""
    try:
        with shield_from_interrupts():
            return distributed.LocalCluster(  # type: ignore[no-untyped-call]  # untyped in Dask
                n_workers=count_usable_cores() if jobs is None else jobs,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",  # None would mean a fixed port on every address
                silence_logs=logging.CRITICAL,
            )
    except RuntimeError as error:
        raise SimulationError(f"No Dask worker could start: {error} {GUARD}") from error


def wait_for_batch(future: distributed.Future[Batch], task: Task) -> Batch:
    """Wait for a batch; raise `SimulationError` if the cluster has lost it."""
    try:
        batch: Batch = future.result()
        if "cannot be imported" in batch.error:
            batch = batch._replace(error=f"On a Dask worker: {batch.error}. {REMEDY}")
    except (CancelledError, OSError, distributed.KilledWorker) as error:
        raise SimulationError(
            f"The Dask cluster lost games {task.start} to {task.stop - 1}: {type(error).__name__}."
        ) from error
    return batch


def version() -> str:
    """Return passgo's version; this runs on every worker."""
    return passgo.__version__
