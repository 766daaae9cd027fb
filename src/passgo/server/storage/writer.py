"""The one thread that writes to an SQLite file: what waits is committed together.

Making a commit durable costs a wait for the disk, whether it holds one change or two hundred. So the thread
takes all work that has come in while the last commit was under way, does each piece in a savepoint of one
transaction, commits once, and only then resolves the futures.
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
    """A piece of work, and who waits for it."""

    def __init__(
        self, work: Callable[[sqlite3.Connection], object], future: asyncio.Future[object]
    ) -> None:
        self.work = work
        self.future = future
        self.result: object = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Tell who waits what came of it; in the event loop's thread."""
        if self.future.done():  # whoever waited was cancelled
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Writer:
    """Does work on a connection of its own, in its own thread, in the order it was given."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._loop = asyncio.get_running_loop()
        self._jobs = queue.SimpleQueue[_Job | None]()
        self._ready = self._loop.create_future()
        self._ended = asyncio.Event()
        self._closing = False
        # A daemon: an owner that dies without closing must not be kept alive; nothing acknowledged is lost.
        self._thread = threading.Thread(target=self._run, name="passgo-writer", daemon=True)

    async def start(self) -> None:
        """Start the thread and wait until it is connected; raise what the connecting raised."""
        self._thread.start()
        await asyncio.shield(self._ready)

    async def do(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do a piece of work; return or raise what came of it once that is durable.

        What raises has changed nothing, and fails alone. Who is cancelled while waiting does not stop it.
        """
        if self._closing:
            raise not_open()
        answer = self._loop.create_future()
        self._jobs.put(_Job(work, answer))
        result: Result = await answer
        return result

    async def close(self) -> None:
        """Do all that was given, then let go of the file."""
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
        """Wait for work, and take all that is there; nothing means: end."""
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
            if jobs:  # the end comes after them
                self._jobs.put(None)
        return jobs

    def _tell(self, what: Callable[..., object], *values: object) -> None:
        with suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self._loop.call_soon_threadsafe(what, *values)


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        job.settle()


def _commit(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Do all of it in one transaction. If that fails as a whole, so does every piece of it."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            _try(connection, job)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):  # most such errors have rolled back already
            connection.execute("ROLLBACK")
        for job in jobs:
            job.error = StorageError(f"The database could not be written: {error}.")


def _try(connection: sqlite3.Connection, job: _Job) -> None:
    connection.execute("SAVEPOINT job")
    try:
        job.result = job.work(connection)
    except Exception as error:
        if not connection.in_transaction:  # a full disk or the like has ended all of it
            raise
        connection.execute("ROLLBACK TO job")
        job.error = _to_storage_error(error)
    connection.execute("RELEASE job")


def _to_storage_error(error: Exception) -> Exception:
    if isinstance(error, sqlite3.Error):
        return StorageError(f"The database could not be written: {error}.")
    return error
