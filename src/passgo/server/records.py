"""Game files of finished games: written once each, by one worker process at a time, and kept compressed.

A game that is over never changes, so its file is written once, as long as there is room to keep it. Requests
for the same table share one build, and only a few tables may wait. A build that nobody waits for any more is
not begun.
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
from passgo.server.frames import LENGTH, write_frame
from passgo.server.game_file import not_over_yet
from passgo.server.logging_setup import get_logger
from passgo.server.problems import Problem
from passgo.server.record_worker import SECONDS, GameFile, GameFileError, LogSlice
from passgo.server.storage.interface import Storage

log: Final = get_logger("passgo.records")

MOST_WAITING: Final = 8
"""Game files of different tables that may be under way at once."""
MOST_BYTES: Final = 32 << 20
"""Bytes of compressed game files that are kept; a game of 500 actions has about 20 kB."""
IDLE: Final = 60.0
"""Seconds after which a worker that has nothing to do is let go."""
SLICE: Final = 2000
"""Lines of a log that are handed to the worker at once."""
CHUNK: Final = 1 << 16
"""Bytes of an answer that are sent at once."""
ANSWERS: Final[msgspec.msgpack.Decoder[GameFile | GameFileError]] = msgspec.msgpack.Decoder(
    GameFile | GameFileError
)


class RecordWorker:
    """The process that writes game files: started when it is needed, and ended when it was idle for long."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.timer: asyncio.TimerHandle | None = None

    async def build(self, entries: list[bytes]) -> GameFile | GameFileError:
        """Have one game file written."""
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
        """Send a log, slice by slice, and read the answer."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "passgo.server.record_worker"),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,
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
        """End the process, whatever it is doing."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        if self.timer is not None:
            self.timer.cancel()
        process = self.process
        self.end()
        if process is not None:
            await process.wait()


class PendingFile:
    """A game file that is being written, or waits for its turn."""

    def __init__(self) -> None:
        self.waiting = 0
        """How many requests wait for it."""
        self.is_begun = False
        self.task: asyncio.Task[GameFile] | None = None


class Records:
    """The game files of a server."""

    def __init__(self, storage: Storage, worker: RecordWorker | None = None) -> None:
        self.storage = storage
        self.worker = RecordWorker() if worker is None else worker
        self.turn = asyncio.Lock()
        """One is written at a time."""
        self.sending = asyncio.Lock()
        self.builds: dict[str, PendingFile] = {}
        self.kept: OrderedDict[str, GameFile] = OrderedDict()
        """By table, the longest unused first."""
        self.size = 0

    async def check(self, table: str) -> None:
        """Raise Problem unless the game of a table is over."""
        if table in self.kept or table in self.builds:
            return
        row = await self.storage.row(table)
        if row is None:
            raise Problem("table.unknown", "There is no such table, or no longer.")
        if row.status != "over":
            raise not_over_yet()

    async def get(self, table: str) -> GameFile:
        """Return the game file of a game that is over; raise Problem if too many others are wanted."""
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
        """Write a game file when its turn comes, and keep it."""
        try:
            async with self.turn:
                build.is_begun = True
                file = await self.worker.build(await self.storage.entries(table))
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as error:
            log.error("no game file", table=table, wrong=repr(error))
            raise busy() from None
        else:
            if isinstance(file, GameFileError):
                log.error("no game file", table=table, wrong=file.sentence)
                raise Problem(file.code, "The game file of this table cannot be written.")
            if self.builds.get(table) is build:  # else the table was deleted meanwhile
                self.keep(table, file)
            return file
        finally:
            self.leave(table, build)

    def leave(self, table: str, build: PendingFile) -> None:
        """A build is over, or is not wanted any more."""
        if self.builds.get(table) is build:
            del self.builds[table]

    def keep(self, table: str, file: GameFile) -> None:
        """Keep a game file; the longest unused go if there is no room for all."""
        self.kept[table] = file
        self.size += len(file.packed)
        while self.size > MOST_BYTES:
            _, gone = self.kept.popitem(last=False)
            self.size -= len(gone.packed)

    def forget(self, table: str) -> None:
        """Let go of the game file of a table that was deleted."""
        self.builds.pop(table, None)
        gone = self.kept.pop(table, None)
        if gone is not None:
            self.size -= len(gone.packed)

    async def chunks(self, file: GameFile, packed: bool) -> AsyncIterator[bytes]:
        """Give a game file piece by piece, compressed or not; of all that are sent one goes on at a time."""
        unpacking = zlib.decompressobj(wbits=31)
        whole = memoryview(file.packed)  # a slice of it copies nothing
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
        """End what is under way."""
        tasks = [build.task for build in self.builds.values() if build.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.worker.close()


def busy() -> Problem:
    """Say that too many game files are wanted at once."""
    return Problem("record.busy", "Many game files are being written: try again in a moment.")


def entity_tag(table: str) -> str:
    """Return the ETag of a game file without writing it: a game that is over never changes."""
    return hashlib.sha256(f"{passgo.__version__} {table}".encode()).hexdigest()[:32]
