"""Readiness: a test write, at most once a second, shows whether moves can be saved."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from passgo.server.logging_setup import get_logger
from passgo.server.problems import store_away
from passgo.server.storage.interface import Storage

log: Final = get_logger("passgo.server")

PATIENCE: Final = 1.5
"""Seconds that a write may take before the database counts as unavailable."""
FRESH: Final = 1.0
"""Seconds for which a result is reused without another write."""


class Readiness:
    """The readiness of the storage; only one test write runs at a time."""

    def __init__(
        self,
        storage: Storage,
        now: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self.storage = storage
        self.now = now
        self.patience = patience
        self.trying: asyncio.Task[None] | None = None
        self.begun = 0.0
        self.ended = -FRESH
        self.well = True

    async def check(self) -> None:
        """Raise Problem if moves cannot be saved now."""
        now = self.now()
        if self.trying is None and now - self.ended >= FRESH:
            self.begun = now
            self.trying = asyncio.create_task(self.ask(), name="asking the store")
        if self.trying is not None:
            left = self.begun + self.patience - now
            done, _ = await asyncio.wait({self.trying}, timeout=max(0.0, left))
            if not done:
                raise store_away()
        if not self.well:
            raise store_away()

    async def ask(self) -> None:
        """Try a write, and remember whether it worked."""
        well = False
        try:
            await self.storage.check()
            well = True
        except Exception as error:  # whatever went wrong, nothing can be saved
            if self.well:
                log.error("storage unavailable", wrong=str(error))
        finally:
            if well and not self.well:
                log.info("storage available again")
            self.well = well
            self.ended = self.now()
            self.trying = None

    async def close(self) -> None:
        """Cancel a write in progress."""
        if self.trying is not None:
            self.trying.cancel()
            await asyncio.gather(self.trying, return_exceptions=True)
