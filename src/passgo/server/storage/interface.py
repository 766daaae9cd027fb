"""The storage interface: each table's log, durable and in order.

A table is defined by its log, whose entries are numbered 1, 2, 3 … (the seq). An append names the seq of
its first entry, and (table, seq) is the primary key, so one of two simultaneous writers fails. A table's
row is derived from its log and is used for the lobby and for deleting old tables.

    PassGoError
    └── StorageError     the operation failed; the message gives the reason
        ├── Conflict     that seq, or that table, already exists
        ├── InUse        another server is using the database
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
    """A failed storage operation."""


class Conflict(StorageError):
    """A seq that has already been written, or a table that already exists."""


class InUse(StorageError):
    """A database that another server is using."""


class NoTable(StorageError):
    """A table that does not exist."""


class Row(msgspec.Struct, frozen=True):
    """The data stored about a table besides its log. Times are seconds since 1970."""

    table: str
    created: float
    changed: float
    status: Status
    public: bool
    seq: int
    """The seq of the last entry."""
    about: bytes
    """JSON for the lobby."""


class Append(NamedTuple):
    """Entries for a table's log, and changes to its row; None leaves a field unchanged."""

    table: str
    seq: int
    """The seq of the first entry."""
    entries: Sequence[bytes]
    at: float
    status: Status | None = None
    public: bool | None = None
    about: bytes | None = None


class ChatLine(msgspec.Struct, frozen=True):
    """One line of chat."""

    number: int
    """The line's number, counted from 1 at each table."""
    at: float
    data: bytes
    """JSON."""


class Storage(ABC):
    """Durable storage for tables. A method that changes something returns once the change is durable."""

    _when_taken: Callable[[InUse], None] | None = None

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending work, and disconnect."""

    def when_taken(self, stop: Callable[[InUse], None]) -> None:
        """Call ``stop`` if another server takes over the database, which only PostgreSQL allows."""
        self._when_taken = stop

    @abstractmethod
    async def create(
        self, row: Row, entries: Sequence[bytes], chat: Sequence[ChatLine] = ()
    ) -> None:
        """Store a new table and its first entries, numbered from 1; raise Conflict if the table exists.

        The row's seq is the number of entries. Only an imported table can already have chat.
        """

    @abstractmethod
    async def append(self, append: Append) -> None:
        """Append entries to a table's log; raise NoTable if the table does not exist.

        The seq must be one more than that of the last entry; anything else raises Conflict. Either all
        entries are stored or none. The row is updated in the same transaction.
        """

    @abstractmethod
    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """Return a table's log entries after a seq, in order; raise NoTable if the table does not exist."""

    @abstractmethod
    async def check(self) -> None:
        """Make a small durable write; raise StorageError if moves cannot be saved now."""

    @abstractmethod
    async def row(self, table: str) -> Row | None:
        """Return a table's row; None if there is no such table."""

    @abstractmethod
    async def rows(
        self, status: Status | None = None, public: bool | None = None, limit: int = 1000
    ) -> list[Row]:
        """List tables, most recently changed first."""

    @abstractmethod
    def all_tables(self) -> AsyncIterator[tuple[Row, list[bytes]]]:
        """Yield all tables with their logs, one at a time, for an export."""

    @abstractmethod
    async def delete(self, table: str) -> bool:
        """Delete a table with its log, chat and review; return whether it existed."""

    @abstractmethod
    async def expire(self, before: float, status: Status | None = None) -> list[str]:
        """Delete all tables last changed before a given time; return their names."""

    @abstractmethod
    async def keep_review(self, table: str, version: str, data: bytes) -> None:
        """Store a finished game's review, in place of any earlier one.

        Raises NoTable if the table does not exist. Reviews are not exported, because they can be made again.
        """

    @abstractmethod
    async def review(self, table: str, version: str) -> bytes | None:
        """Return a table's review; None if there is none of this version."""

    @abstractmethod
    async def add_chat_line(self, table: str, at: float, data: bytes) -> int:
        """Store a line of chat and return its number; raise NoTable if the table does not exist."""

    @abstractmethod
    async def chat_lines(self, table: str, limit: int = 200) -> list[ChatLine]:
        """Return the last lines of chat, oldest first."""

    @abstractmethod
    async def expire_chat(self, before: float) -> int:
        """Delete lines of chat written before a given time; return how many were deleted."""

    @abstractmethod
    async def backup(self, path: Path) -> None:
        """Copy everything to a new file while the server keeps running; raise StorageError if that fails."""
