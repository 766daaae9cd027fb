"""Errors that both kinds of storage raise, with the same wording."""

from __future__ import annotations

from collections.abc import Sequence

from passgo.server.storage.interface import Conflict, NoTable, Row, StorageError


def check_new(row: Row, entries: Sequence[bytes]) -> None:
    """Raise StorageError for a row that does not match its first entries."""
    if not row.table:
        raise StorageError("A table needs a name.")
    if row.seq != len(entries):
        raise StorageError(
            f"Table {row.table}'s row has seq {row.seq}, but its entry count is {len(entries)}."
        )


def not_next(table: str, seq: int, last: int | None) -> StorageError:
    """Return the error for a seq that does not follow ``last``, which is None if there is no such table."""
    if last is None:
        return no_table(table)
    return Conflict(f"Table {table} is at seq {last}, so {seq} is not the next one.")


def exists(table: str) -> Conflict:
    """Return the error for a table that already exists."""
    return Conflict(f"Table {table} already exists.")


def no_table(table: str) -> NoTable:
    """Return the error for a table that does not exist."""
    return NoTable(f"Table {table} does not exist.")


def not_open() -> StorageError:
    """Return the error for storage that is not open."""
    return StorageError("The database is not open.")


def only_reading() -> StorageError:
    """Return the error for a change to read-only storage."""
    return StorageError("The database was opened read-only.")
