"""The thread that writes to an SQLite file, with group commit.

A durable commit has to wait for the disk, whether it contains one change or two hundred. So the thread
takes all jobs that arrived during the last commit, runs each in its own savepoint within one transaction,
commits once, and only then resolves the futures.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import TypeAlias, TypeVar

from passgo.server.storage.interface import StorageError
from passgo.server.storage.store_errors import not_open

Result = TypeVar("Result")
Connect: TypeAlias = Callable[[], AbstractContextManager[sqlite3.Connection]]

MOST_AT_ONCE = 256


class _Job:
    """A piece of work, and its caller's future."""

    def __init__(
        self, work: Callable[[sqlite3.Connection], object], future: asyncio.Future[object]
    ) -> None:
        self.work = work
        self.future = future
        self.result: object = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Pass the result to the caller, in the event loop's thread."""
        if self.future.done():  # the caller was canceled
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Writer:
    """A thread with its own connection that runs jobs in order."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._loop = asyncio.get_running_loop()
        self._jobs = queue.SimpleQueue[_Job | None]()
        self._ready = self._loop.create_future()
        self._ended = asyncio.Event()
        self._closing = False
        # A daemon, so that it does not keep a crashed server alive. No acknowledged change is lost.
        self._thread = threading.Thread(target=self._run, name="passgo-writer", daemon=True)

    async def start(self) -> None:
        """Start the thread and wait until it is connected; raise any error from connecting."""
        self._thread.start()
        await asyncio.shield(self._ready)

    async def do(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run a job; return its result once its changes are durable, or raise its error.

        A job that raises an error changes nothing and does not affect other jobs. Canceling the caller
        does not stop the job.
        """
        if self._closing:
            raise not_open()
        answer = self._loop.create_future()
        self._jobs.put(_Job(work, answer))
        result: Result = await answer
        return result

    async def close(self) -> None:
        """Finish all jobs, then close the file."""
        if not self._closing:
            self._closing = True
            self._jobs.put(None)
        await self._ended.wait()

    def _run(self) -> None:
        with ExitStack() as stack:
            try:
                connection = stack.enter_context(self._connect())
            except Exception as error:
                self._tell(self._fail_to_start, error)
                return
            self._tell(self._ready.set_result, None)
            while jobs := self._next():
                _commit(connection, jobs)
                self._tell(_settle, jobs)
        self._tell(self._ended.set)

    def _fail_to_start(self, error: Exception) -> None:
        self._closing = True
        self._ended.set()
        self._ready.set_exception(error)

    def _next(self) -> list[_Job]:
        """Wait for jobs, and take all that are queued; an empty list stops the thread."""
        jobs = list[_Job]()
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == MOST_AT_ONCE:
                break
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
        else:
            if jobs:  # stop after these
                self._jobs.put(None)
        return jobs

    def _tell(self, what: Callable[..., object], *values: object) -> None:
        with suppress(RuntimeError):  # the loop is closed, so nobody is waiting
            self._loop.call_soon_threadsafe(what, *values)


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        job.settle()


def _commit(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Run all jobs in one transaction. If the transaction fails, so does every job."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            _try(connection, job)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):  # the transaction has usually been rolled back already
            connection.execute("ROLLBACK")
        for job in jobs:
            job.error = StorageError(f"The database could not be written to: {error}.")


def _try(connection: sqlite3.Connection, job: _Job) -> None:
    connection.execute("SAVEPOINT job")
    try:
        job.result = job.work(connection)
    except Exception as error:
        if not connection.in_transaction:  # an error such as a full disk ended the transaction
            raise
        connection.execute("ROLLBACK TO job")
        job.error = _to_storage_error(error)
    connection.execute("RELEASE job")


def _to_storage_error(error: Exception) -> Exception:
    if isinstance(error, sqlite3.Error):
        return StorageError(f"The database could not be written to: {error}.")
    return error
