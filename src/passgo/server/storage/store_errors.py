"""What both stores refuse, in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from passgo.server.storage.interface import Conflict, NoTable, Row, StorageError


def check_new(row: Row, entries: Sequence[bytes]) -> None:
    """Raise StorageError for a row that does not fit its first entries."""
    if not row.table:
        raise StorageError("A table needs a name.")
    if row.seq != len(entries):
        raise StorageError(
            f"Table {row.table} has {len(entries)} entries, and its row says {row.seq}."
        )


def not_next(table: str, seq: int, last: int | None) -> StorageError:
    """Say why an entry of this seq cannot follow the last one; None: there is no such table."""
    if last is None:
        return no_table(table)
    return Conflict(f"Table {table} is at seq {last}: {seq} is not the next.")


def exists(table: str) -> Conflict:
    """Say that a table cannot be made a second time."""
    return Conflict(f"Table {table} is there already.")


def no_table(table: str) -> NoTable:
    """Say that there is no such table."""
    return NoTable(f"There is no table {table}.")


def not_open() -> StorageError:
    """Say that nothing can be asked of a store that is not open."""
    return StorageError("The database is not open.")


def only_reading() -> StorageError:
    """Say that nothing can be changed."""
    return StorageError("The database was opened for reading only.")
