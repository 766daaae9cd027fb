"""Storage for tables: SQLite or PostgreSQL behind one interface."""

from __future__ import annotations

from passgo.server.storage.interface import (
    Append,
    ChatLine,
    Conflict,
    InUse,
    NoTable,
    Row,
    Status,
    Storage,
    StorageError,
)
from passgo.server.storage.postgres import PostgresStorage
from passgo.server.storage.sqlite import SqliteStorage

__all__ = [
    "Append",
    "ChatLine",
    "Conflict",
    "InUse",
    "NoTable",
    "PostgresStorage",
    "Row",
    "SqliteStorage",
    "Status",
    "Storage",
    "StorageError",
    "open_storage",
]


def open_storage(url: str, read_only: bool = False) -> Storage:
    """Return the storage for `postgresql://…`, `sqlite:///path` or a plain path; call `open` to connect.

    Read-only storage changes nothing, and works while a server is using the same database.
    """
    scheme, found, rest = url.partition("://")
    if not found:
        return SqliteStorage(_path(url), read_only)
    if scheme in ("postgresql", "postgres"):
        return PostgresStorage(url, read_only)
    if scheme == "sqlite" and rest.startswith("/"):
        return SqliteStorage(_path(rest.removeprefix("/")), read_only)
    raise StorageError("A database must be postgresql://…, sqlite:///path or a plain path.")


def _path(path: str) -> str:
    if path in ("", ":memory:"):
        raise StorageError("Games cannot be stored in memory. Give the path of a database file.")
    return path
