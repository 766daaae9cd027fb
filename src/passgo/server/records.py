"""Game files of finished games, built one at a time in a worker process and cached in compressed form.

A finished game never changes, so its file is built once and reused while the cache has room for it.
Requests for the same table share one build, and only a few builds may be pending at a time. A build that
nobody is waiting for anymore is not started.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

import msgspec

import passgo
from passgo.server.frames import LENGTH, NEW_GROUP, write_frame
from passgo.server.game_file import not_over_yet
from passgo.server.logging_setup import get_logger
from passgo.server.problems import Problem
from passgo.server.record_worker import SECONDS, GameFile, GameFileError, LogSlice
from passgo.server.storage.interface import Storage

log: Final = get_logger("passgo.records")

MOST_WAITING: Final = 8
"""Maximum number of tables whose game files may be pending at the same time."""
MOST_BYTES: Final = 32 << 20
"""Size of the cache of compressed game files, in bytes; a game of 500 actions takes about 20 kB."""
IDLE: Final = 60.0
"""Seconds after which an idle worker is stopped."""
SLICE: Final = 2000
"""Number of log entries sent to the worker in one message."""
CHUNK: Final = 1 << 16
"""Size of a chunk of a response, in bytes."""
ANSWERS: Final[msgspec.msgpack.Decoder[GameFile | GameFileError]] = msgspec.msgpack.Decoder(
    GameFile | GameFileError
)


class RecordWorker:
    """The process that builds game files; started on demand, stopped when idle."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.timer: asyncio.TimerHandle | None = None

    async def build(self, entries: list[bytes]) -> GameFile | GameFileError:
        """Build one game file."""
        if self.timer is not None:
            self.timer.cancel()
        try:
            async with asyncio.timeout(SECONDS):
                answer = await self.ask(entries)
        except BaseException:
            self.end()
            raise
        self.timer = asyncio.get_running_loop().call_later(IDLE, self.end)
        return answer

    async def ask(self, entries: list[bytes]) -> GameFile | GameFileError:
        """Send a log in slices, and read the answer."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "passgo.server.record_worker"),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,
                creationflags=NEW_GROUP,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        pipe, answers = self.process.stdin, self.process.stdout
        assert pipe is not None
        assert answers is not None
        for start in range(0, len(entries), SLICE):
            last = start + SLICE >= len(entries)
            pipe.write(write_frame(LogSlice(entries[start : start + SLICE], last)))
            await pipe.drain()
            await asyncio.sleep(0)
        length: int = LENGTH.unpack(await answers.readexactly(LENGTH.size))[0]
        return ANSWERS.decode(await answers.readexactly(length))

    def end(self) -> None:
        """Kill the process, even while it is working."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """Kill the process and wait until it is gone."""
        if self.timer is not None:
            self.timer.cancel()
        process = self.process
        self.end()
        if process is not None:
            await process.wait()


class PendingFile:
    """A game file that is being built or is waiting for its turn."""

    def __init__(self) -> None:
        self.waiting = 0
        """Number of requests waiting for the file."""
        self.is_begun = False
        self.task: asyncio.Task[GameFile] | None = None


class Records:
    """A server's game files."""

    def __init__(self, storage: Storage, worker: RecordWorker | None = None) -> None:
        self.storage = storage
        self.worker = RecordWorker() if worker is None else worker
        self.turn = asyncio.Lock()
        """Held by the build in progress."""
        self.sending = asyncio.Lock()
        self.builds: dict[str, PendingFile] = {}
        self.kept: OrderedDict[str, GameFile] = OrderedDict()
        """The cached game files by table, least recently used first."""
        self.size = 0

    async def check(self, table: str) -> None:
        """Raise Problem unless a table's game is over."""
        if table in self.kept or table in self.builds:
            return
        row = await self.storage.row(table)
        if row is None:
            raise Problem("table.unknown", "There is no such table. It may have been deleted.")
        if row.status != "over":
            raise not_over_yet()

    async def get(self, table: str) -> GameFile:
        """Return the game file of a finished game; raise Problem if too many others are pending."""
        kept = self.kept.get(table)
        if kept is not None:
            self.kept.move_to_end(table)
            return kept
        build = self.builds.get(table)
        if build is None:
            if len(self.builds) >= MOST_WAITING:
                raise busy()
            build = self.builds[table] = PendingFile()
            build.task = asyncio.create_task(self.make(table, build), name=f"record of {table}")
            build.task.add_done_callback(lambda task: task.cancelled() or task.exception())
        assert build.task is not None
        build.waiting += 1
        try:
            return await asyncio.shield(build.task)
        finally:
            build.waiting -= 1
            if not build.waiting and not build.is_begun:
                build.task.cancel()
                self.leave(table, build)

    async def make(self, table: str, build: PendingFile) -> GameFile:
        """Build a game file when its turn comes, and cache it."""
        try:
            async with self.turn:
                build.is_begun = True
                file = await self.worker.build(await self.storage.entries(table))
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as error:
            log.error("game file not built", table=table, wrong=repr(error))
            raise busy() from None
        else:
            if isinstance(file, GameFileError):
                log.error("game file not built", table=table, wrong=file.sentence)
                raise Problem(file.code, "This table's game file cannot be created.")
            if self.builds.get(table) is build:  # otherwise the table was deleted in the meantime
                self.keep(table, file)
            return file
        finally:
            self.leave(table, build)

    def leave(self, table: str, build: PendingFile) -> None:
        """Remove a build that has finished or that nobody is waiting for."""
        if self.builds.get(table) is build:
            del self.builds[table]

    def keep(self, table: str, file: GameFile) -> None:
        """Cache a game file, and drop the least recently used ones if there is not enough room."""
        self.kept[table] = file
        self.size += len(file.packed)
        while self.size > MOST_BYTES:
            _, gone = self.kept.popitem(last=False)
            self.size -= len(gone.packed)

    def forget(self, table: str) -> None:
        """Drop the game file of a deleted table."""
        self.builds.pop(table, None)
        gone = self.kept.pop(table, None)
        if gone is not None:
            self.size -= len(gone.packed)

    async def chunks(self, file: GameFile, packed: bool) -> AsyncIterator[bytes]:
        """Yield a game file in chunks, compressed or not.

        Downloads take turns: only one of them prepares a chunk at a time.
        """
        unpacking = zlib.decompressobj(wbits=31)
        whole = memoryview(file.packed)  # slicing it copies nothing
        start = 0
        rest = b""
        while start < len(whole) or rest:
            async with self.sending:
                if not rest:
                    rest = bytes(whole[start : start + CHUNK])
                    start += CHUNK
                if packed:
                    piece, rest = rest, b""
                else:
                    piece = unpacking.decompress(rest, CHUNK)
                    rest = unpacking.unconsumed_tail
                await asyncio.sleep(0)
            if piece:
                yield piece

    async def close(self) -> None:
        """Cancel pending builds and stop the worker."""
        tasks = [build.task for build in self.builds.values() if build.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.worker.close()


def busy() -> Problem:
    """Return the Problem for too many pending game files."""
    return Problem("record.busy", "Too many game files are being created. Try again in a moment.")


def entity_tag(table: str) -> str:
    """Return a game file's ETag, which is known before the file is built: a finished game never changes."""
    return hashlib.sha256(f"{passgo.__version__} {table}".encode()).hexdigest()[:32]
