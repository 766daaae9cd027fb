"""What the server asks of a store: to keep the log of each table, durably and in order.

A table is its log: entries numbered 1, 2, 3 … by their seq. Whoever appends says which seq the
entry has; the primary key (table, seq) decides, so that of two writers one learns that it lost. What
else is kept about a table follows from its log and is there to be found by: the lobby, the retention.

    PassGoError
    └── StorageError     the store cannot do it; the message says why
        ├── Conflict     that seq, or that table, is there already
        ├── InUse        another server has it
        └── NoTable      there is no such table
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from passgo.engine.refusal import PassGoError

Status: TypeAlias = Literal["open", "playing", "over"]


class StorageError(PassGoError):
    """The store cannot do what was asked."""


class Conflict(StorageError):
    """Somebody else has written that seq, or made that table."""


class InUse(StorageError):
    """Another server has the store."""


class NoTable(StorageError):
    """There is no such table."""


class Row(msgspec.Struct, frozen=True):
    """What is kept about a table besides its log; times are seconds since 1970."""

    table: str
    created: float
    changed: float
    status: Status
    public: bool
    seq: int
    """Of the last entry."""
    about: bytes
    """JSON for the lobby."""


class Append(NamedTuple):
    """Entries for the log of a table, and what changes in its row; None leaves a field as it is."""

    table: str
    seq: int
    """Of the first of the entries."""
    entries: Sequence[bytes]
    at: float
    status: Status | None = None
    public: bool | None = None
    about: bytes | None = None


class ChatLine(msgspec.Struct, frozen=True):
    """One line of chat."""

    number: int
    """Counted from 1 at each table."""
    at: float
    data: bytes
    """JSON."""


class Storage(ABC):
    """Keeps tables. Every method that changes something returns once that is durable."""

    _when_taken: Callable[[InUse], None] | None = None

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is under way, and let go."""

    def when_taken(self, stop: Callable[[InUse], None]) -> None:
        """Call ``stop`` when another server has taken the store over, where that is possible."""
        self._when_taken = stop

    @abstractmethod
    async def create(
        self, row: Row, entries: Sequence[bytes], chat: Sequence[ChatLine] = ()
    ) -> None:
        """Keep a new table and its first entries, seqs 1 and up; raise Conflict if it is there.

        The row's seq is the number of entries. A table that comes from elsewhere brings its chat along.
        """

    @abstractmethod
    async def append(self, append: Append) -> None:
        """Append entries to a table's log; raise Conflict or NoTable.

        The seq is one more than that of the last entry; anything else is a Conflict.
        All or none of them are kept. The row is changed in the same transaction.
        """

    @abstractmethod
    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """Return the log of a table after a seq, in order; raise NoTable."""

    @abstractmethod
    async def check(self) -> None:
        """Write something small, durably; raise StorageError if a move could not be kept now."""

    @abstractmethod
    async def row(self, table: str) -> Row | None:
        """Return what is kept about a table."""

    @abstractmethod
    async def rows(
        self, status: Status | None = None, public: bool | None = None, limit: int = 1000
    ) -> list[Row]:
        """List tables, the last changed first."""

    @abstractmethod
    def all_tables(self) -> AsyncIterator[tuple[Row, list[bytes]]]:
        """Go through all tables with their logs, one at a time, for an export."""

    @abstractmethod
    async def delete(self, table: str) -> bool:
        """Forget a table, its log and its chat; say whether it was there."""

    @abstractmethod
    async def expire(self, before: float, status: Status | None = None) -> list[str]:
        """Delete all tables that have not changed since; return their names."""

    @abstractmethod
    async def add_chat_line(self, table: str, at: float, data: bytes) -> int:
        """Keep a line of chat; return its number. Raise NoTable."""

    @abstractmethod
    async def chat_lines(self, table: str, limit: int = 200) -> list[ChatLine]:
        """Return the last lines of chat, the oldest first."""

    @abstractmethod
    async def expire_chat(self, before: float) -> int:
        """Delete lines of chat older than this; return how many."""

    @abstractmethod
    async def backup(self, path: Path) -> None:
        """Write a copy of everything to a new file while going on; StorageError if it cannot."""
