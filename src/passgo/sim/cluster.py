"""Batches played on a Dask cluster: one that is there, or one of this machine."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError
from typing import Final

import distributed

import passgo
from passgo.cpus import count_usable_cores
from passgo.sim.executors import Executor, Pending, shield_from_interrupts
from passgo.sim.games import Batch, play_batch
from passgo.sim.plan import SimulationError

__all__ = ["Dask"]

PATIENCE: Final = 10
"""Seconds to wait for a scheduler to answer."""


class Dask(Executor):
    """A Dask cluster: the one at an address, or a local one with this many workers."""

    def __init__(self, jobs: int | None = None, scheduler: str | None = None) -> None:
        self.local = local_cluster(jobs) if scheduler is None else None
        try:
            self.client = distributed.Client(  # type: ignore[no-untyped-call]  # Dask has few types
                scheduler if self.local is None else self.local, timeout=PATIENCE
            )
        except (OSError, ValueError) as error:
            raise SimulationError(f"No Dask scheduler answers at {scheduler}: {error}.") from None
        try:
            self.width = self.count_workers()
        except BaseException:
            self.close(at_once=True)
            raise

    def count_workers(self) -> int:
        """Count how many batches the cluster plays at once; every worker must have our version."""
        try:
            versions = self.client.run(version)
        except Exception as error:  # whatever a worker raises when it has no passgo
            raise SimulationError(
                f"A worker of the Dask cluster cannot use passgo: {type(error).__name__}: {error}."
            ) from None
        for worker, found in versions.items():
            if found != version():
                raise SimulationError(
                    f"The Dask worker {worker} has passgo {found}, and here is {version()}."
                )
        workers = self.client.nthreads()  # type: ignore[no-untyped-call]  # Dask has few types
        threads: int = sum(workers.values())
        if threads == 0:
            raise SimulationError("The Dask cluster has no workers.")
        return threads

    def submit(self, plan: bytes, start: int, stop: int) -> Pending:
        """Give the batch to the cluster, as work of its own and not to be remembered."""
        future = self.client.submit(play_batch, plan, start, stop, pure=False)
        return Pending(lambda: wait_for_batch(future, start, stop), future.cancel)

    def close(self, at_once: bool = False) -> None:
        """Leave the cluster; a local one ends."""
        self.client.close()  # type: ignore[no-untyped-call]  # Dask has few types
        if self.local is not None:
            self.local.close()


def local_cluster(jobs: int | None) -> distributed.LocalCluster:
    """Start a cluster of this machine, one process for each worker."""
    with shield_from_interrupts():
        return distributed.LocalCluster(  # type: ignore[no-untyped-call]  # Dask has few types
            n_workers=count_usable_cores() if jobs is None else jobs,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )


def wait_for_batch(future: distributed.Future[Batch], start: int, stop: int) -> Batch:
    """Wait for a batch, and say in a sentence when the cluster has lost it."""
    try:
        batch: Batch = future.result()
    except (CancelledError, OSError, distributed.KilledWorker) as error:
        raise SimulationError(
            f"The Dask cluster lost the games from {start} to {stop - 1}: {type(error).__name__}."
        ) from error
    return batch


def version() -> str:
    """Say which passgo this is; asked of every worker."""
    return passgo.__version__
