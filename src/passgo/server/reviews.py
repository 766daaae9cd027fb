"""Reviews of finished games: each is made once, in a worker process, and then stored with its table.

A stored review is made again only if it is from another version of the analysis.
"""

from __future__ import annotations

import hashlib
from typing import Final

import passgo
from passgo.server.build_queue import BuildQueue
from passgo.server.logging_setup import get_logger
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.record_worker import ANSWERS, BuildError, PackedFile, slice_log
from passgo.server.storage.interface import Storage
from passgo.server.worker import FAILURES, Worker
from passgo.source_hash import REVIEWING, hash_sources

log: Final = get_logger("passgo.reviews")

SECONDS: Final = 300.0
"""Time limit for one review, in seconds."""
VERSION: Final = f"{passgo.__version__} {hash_sources(REVIEWING)}"
"""The version of the reviews that this server makes; it changes with everything they depend on."""


class Reviews:
    """A server's reviews, each as JSON that is compressed with gzip."""

    def __init__(
        self,
        storage: Storage,
        metrics: Metrics,
        worker: Worker[PackedFile | BuildError] | None = None,
    ) -> None:
        self.storage = storage
        self.metrics = metrics
        self.worker = (
            Worker("passgo.server.review_worker", ANSWERS, SECONDS) if worker is None else worker
        )
        self.queue = BuildQueue(self.build, busy)

    async def get(self, table: str) -> bytes:
        """Return a finished game's review; raise Problem if too many others are being made."""
        stored = await self.storage.review(table, VERSION)
        return await self.queue.get(table) if stored is None else stored

    async def build(self, table: str) -> bytes:
        """Review a game and store the review, unless another request has done so in the meantime."""
        stored = await self.storage.review(table, VERSION)
        if stored is not None:
            return stored
        try:
            file = await self.worker.ask(slice_log(await self.storage.entries(table)))
        except FAILURES as error:
            log.error("review not made", table=table, wrong=repr(error))
            raise busy() from None
        if isinstance(file, BuildError):
            log.error("review not made", table=table, wrong=file.sentence)
            raise Problem(file.code, "This table's game cannot be reviewed.")
        self.metrics.reviews.inc()
        await self.storage.keep_review(table, VERSION, file.packed)
        return file.packed

    def forget(self, table: str) -> None:
        """Let go of a deleted table's review."""
        self.queue.forget(table)

    async def close(self) -> None:
        """Cancel pending reviews and stop the worker."""
        await self.queue.close()
        await self.worker.close()


def busy() -> Problem:
    """Return the Problem for too many pending reviews."""
    return Problem("review.busy", "Too many games are being reviewed. Try again in a moment.")


def entity_tag(table: str) -> str:
    """Return a review's ETag, which is known before the review is made."""
    return hashlib.sha256(f"review {VERSION} {table}".encode()).hexdigest()[:32]
