"""The log of one table. An entry is durable before anyone sees it.

If an append fails, the state in memory may be ahead of the log. The log and its table are then abandoned,
and the table is reloaded from storage.
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
"""Entries beyond the limit, reserved for ending a game, for example by resigning during an auction."""


class LogStorage(Protocol):
    """The part of ``Storage`` that a log needs."""

    async def append(self, append: Append) -> None:
        """Append entries durably, and update their table's row."""


class EventLog:
    """The log of one table, and the state that results from its entries."""

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
        """Whether an append has failed, in which case the state may no longer match the log."""
        self.on_broken: Callable[[], None] = lambda: None

    @property
    def is_full(self) -> bool:
        """Whether the log has reached its maximum length."""
        return self.state.seq >= self.most_entries

    @property
    def has_reserve(self) -> bool:
        """Whether the reserve for ending a game has room left."""
        return self.state.seq < self.most_entries + RESERVE

    def check_writable(self) -> None:
        """Raise Problem if the log was abandoned."""
        if self.is_broken:
            raise Problem("table.busy", "The table is being reloaded. Try again in a moment.")

    def check_room(self, entry: LogEntry) -> None:
        """Raise Problem if the log is full; an entry for a vacated seat or a rematch is always allowed."""
        if self.is_full and not isinstance(entry, Vacated | RematchMade):
            is_vital = isinstance(entry, Away) or (isinstance(entry, Changed) and entry.host != "")
            if not is_vital or not self.has_reserve:
                raise log_is_full()

    async def record(self, entry: LogEntry) -> None:
        """Apply a non-action entry to the state, and append it to the log."""
        self.check_room(entry)
        self.state.apply(entry)
        is_listed = not isinstance(entry, Ordered | Away)
        await self._append(entry, write_listing(self.state) if is_listed else None)
        self.state.count(entry)

    async def record_action(self, entry: ActionPlayed) -> None:
        """Append an action that has already been played."""
        await self._append(entry, None)
        self.state.note_action(entry)
        self.state.count(entry)

    def give_up(self) -> None:
        """Stop writing, because the state in memory may be ahead of the log."""
        self.is_broken = True
        self.on_broken()

    async def _append(self, entry: LogEntry, listing: bytes | None) -> None:
        """Make an entry durable; abandon the log if that fails."""
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
    """Return the Problem for a full log."""
    return Problem("table.long", "This game has become too long to continue. Resign to end it.")
