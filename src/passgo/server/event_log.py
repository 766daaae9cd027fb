"""The log of one table: an entry is durable before anybody sees it.

What could not be appended has not happened. The state in memory may then be ahead of the log, so the log is
given up, and with it the table that writes it; the table is read again from storage.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

from passgo.server.limits import Limits
from passgo.server.log_entries import (
    ActionPlayed,
    Away,
    Changed,
    LogEntry,
    Ordered,
    RematchMade,
    Started,
    Vacated,
    write_entry,
)
from passgo.server.messages import write_listing
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.storage.interface import Append
from passgo.server.table_state import TableState

MOST_ENTRIES: Final = Limits().lines_per_table
RESERVE: Final = 1000
"""Entries beyond the limit that are reserved for what ends a game: resigning in an auction, leaving."""


class LogStorage(Protocol):
    """Where a log is kept: what it needs of a ``Storage``."""

    async def append(self, append: Append) -> None:
        """Append entries durably, and change what is kept about their table."""


class EventLog:
    """The log of one table, and the state that its entries add up to."""

    def __init__(
        self,
        state: TableState,
        storage: LogStorage,
        metrics: Metrics | None = None,
        most_entries: int = MOST_ENTRIES,
    ) -> None:
        self.state = state
        self.storage = storage
        self.metrics = Metrics() if metrics is None else metrics
        self.most_entries = most_entries
        self.is_broken = False
        """Whether an entry could not be written: then the state is no longer the table."""
        self.on_broken: Callable[[], None] = lambda: None

    @property
    def is_full(self) -> bool:
        """Whether the log is as long as it may become."""
        return self.state.seq >= self.most_entries

    @property
    def has_reserve(self) -> bool:
        """Whether there is still room for what ends a game."""
        return self.state.seq < self.most_entries + RESERVE

    def check_writable(self) -> None:
        """Raise Problem if the log was given up."""
        if self.is_broken:
            raise Problem("table.busy", "The table is being read again: try again in a moment.")

    def check_room(self, entry: LogEntry) -> None:
        """Raise Problem if the log is full; a few entries, such as leaving, are always possible."""
        if self.is_full and not isinstance(entry, Vacated | RematchMade):
            is_vital = isinstance(entry, Away) or (isinstance(entry, Changed) and entry.host != "")
            if not is_vital or not self.has_reserve:
                raise log_is_full()

    async def record(self, entry: LogEntry) -> None:
        """Apply an entry that is not an action to the state, and append it."""
        self.check_room(entry)
        self.state.apply(entry)
        is_listed = not isinstance(entry, Ordered | Away)
        await self._append(entry, write_listing(self.state) if is_listed else None)
        self.state.count(entry)

    async def record_action(self, entry: ActionPlayed) -> None:
        """Append an action that the game of the state has already played."""
        await self._append(entry, None)
        self.state.note_action(entry)
        self.state.count(entry)

    def give_up(self) -> None:
        """Stop writing: what is in memory may be ahead of the log."""
        self.is_broken = True
        self.on_broken()

    async def _append(self, entry: LogEntry, listing: bytes | None) -> None:
        """Make an entry durable; give up if that fails."""
        state = self.state
        is_turn = isinstance(entry, Started) or state.status == "over"
        began = time.perf_counter()
        try:
            append = Append(
                state.name,
                state.seq + 1,
                [write_entry(entry)],
                entry.at,
                status=state.status if is_turn else None,
                public=state.settings.public if listing is not None else None,
                about=listing,
            )
            await self.storage.append(append)
        except BaseException:
            self.metrics.actions.error.inc()
            self.give_up()
            raise
        self.metrics.append.observe(time.perf_counter() - began)


def log_is_full() -> Problem:
    """Return the Problem of a log that has no room for more."""
    return Problem("table.long", "This game has become too long to continue: resign to end it.")
