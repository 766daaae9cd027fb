"""Where tables are kept: SQLite or PostgreSQL behind one interface."""

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
    """Make the store for `postgresql://…`, `sqlite:///path` or a plain path; its `open` connects.

    Read-only, it changes nothing, and may be opened beside a server that has the same file.
    """
    scheme, found, rest = url.partition("://")
    if not found:
        return SqliteStorage(_path(url), read_only)
    if scheme in ("postgresql", "postgres"):
        return PostgresStorage(url, read_only)
    if scheme == "sqlite" and rest.startswith("/"):
        return SqliteStorage(_path(rest.removeprefix("/")), read_only)
    raise StorageError("Games are kept in postgresql://…, sqlite:///path or a plain path.")


def _path(path: str) -> str:
    if path in ("", ":memory:"):
        raise StorageError("Games must outlive the server: name a file to keep them in.")
    return path
