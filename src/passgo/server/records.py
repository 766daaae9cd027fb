"""Game files of finished games, built one at a time in a worker process and cached in compressed form.

A finished game never changes, so its file is built once and reused while the cache has room for it.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Final

import passgo
from passgo.server.build_queue import BuildQueue
from passgo.server.game_file import not_over_yet
from passgo.server.logging_setup import get_logger
from passgo.server.problems import Problem
from passgo.server.record_worker import ANSWERS, BuildError, PackedFile, slice_log
from passgo.server.storage.interface import Storage
from passgo.server.worker import FAILURES, Worker

log: Final = get_logger("passgo.records")

SECONDS: Final = 120.0
"""Time limit for building one game file, in seconds."""
MOST_BYTES: Final = 32 << 20
"""Size of the cache of compressed game files, in bytes; a game of 500 actions takes about 20 kB."""


class Records:
    """A server's game files."""

    def __init__(
        self, storage: Storage, worker: Worker[PackedFile | BuildError] | None = None
    ) -> None:
        self.storage = storage
        self.worker = (
            Worker("passgo.server.record_worker", ANSWERS, SECONDS) if worker is None else worker
        )
        self.queue = BuildQueue(self.build, busy, self.keep)
        self.kept: OrderedDict[str, PackedFile] = OrderedDict()
        """The cached game files by table, least recently used first."""
        self.size = 0

    async def check(self, table: str) -> None:
        """Raise Problem unless a table's game is over."""
        if table in self.kept or table in self.queue.pending:
            return
        row = await self.storage.row(table)
        if row is None:
            raise Problem("table.unknown", "There is no such table. It may have been deleted.")
        if row.status != "over":
            raise not_over_yet()

    async def get(self, table: str) -> PackedFile:
        """Return the game file of a finished game; raise Problem if too many others are pending."""
        kept = self.kept.get(table)
        if kept is not None:
            self.kept.move_to_end(table)
            return kept
        return await self.queue.get(table)

    async def build(self, table: str) -> PackedFile:
        """Build a game file."""
        try:
            file = await self.worker.ask(slice_log(await self.storage.entries(table)))
        except FAILURES as error:
            log.error("game file not built", table=table, wrong=repr(error))
            raise busy() from None
        if isinstance(file, BuildError):
            log.error("game file not built", table=table, wrong=file.sentence)
            raise Problem(file.code, "This table's game file cannot be created.")
        return file

    def keep(self, table: str, file: PackedFile) -> None:
        """Cache a game file, and drop the least recently used ones if there is not enough room."""
        self.kept[table] = file
        self.size += len(file.packed)
        while self.size > MOST_BYTES:
            _, gone = self.kept.popitem(last=False)
            self.size -= len(gone.packed)

    def forget(self, table: str) -> None:
        """Drop the game file of a deleted table."""
        self.queue.forget(table)
        gone = self.kept.pop(table, None)
        if gone is not None:
            self.size -= len(gone.packed)

    async def close(self) -> None:
        """Cancel pending builds and stop the worker."""
        await self.queue.close()
        await self.worker.close()


def busy() -> Problem:
    """Return the Problem for too many pending game files."""
    return Problem("record.busy", "Too many game files are being created. Try again in a moment.")


def entity_tag(table: str) -> str:
    """Return a game file's ETag, which is known before the file is built: a finished game never changes."""
    return hashlib.sha256(f"{passgo.__version__} {table}".encode()).hexdigest()[:32]
