"""Opening, locking and copying a server's SQLite file.

Only one server may use the file at a time; read-only tools may open it alongside the server.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from passgo.server.storage import migrations
from passgo.server.storage.interface import InUse, StorageError

_PATIENCE_S: Final = 5.0


def lock_database(path: Path) -> sqlite3.Connection:
    """Lock a file against other servers until the connection is closed or the process ends."""
    # Use SQLite's own lock on an empty database next to the file. This works on every system, and
    # also keeps out a second server in this process.
    beside = path.with_name(path.name + ".lock")
    with _as_storage_error(beside):
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise InUse(
                f"{path} is in use by another PassGo server. Stop that server first."
            ) from None
        raise StorageError(f"{beside} cannot be opened: {error}.") from error
    return lock


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Open or create a file, and bring its schema up to date."""
    with _as_storage_error(path):
        connection = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
        try:
            statements = migrations.to_run(_schema_version(connection, path), "sqlite")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            # On macOS, a plain fsync does not flush the disk's cache.
            connection.execute("PRAGMA fullfsync = ON")
            connection.execute("BEGIN IMMEDIATE")
            for statement in statements:
                connection.execute(statement)
            connection.execute("COMMIT")
            # Not enabled until now, because a migration may rebuild a table.
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
        return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a file with the newest schema, read-only."""
    with _as_storage_error(path):
        address = f"{path.absolute().as_uri()}?mode=ro"
        connection = sqlite3.connect(address, uri=True, timeout=_PATIENCE_S, isolation_level=None)
        try:
            migrations.check_newest(_schema_version(connection, path))
        except BaseException:
            connection.close()
            raise
        return connection


@contextmanager
def _as_storage_error(path: Path) -> Iterator[None]:
    """Convert SQLite errors to StorageError."""
    try:
        yield
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise StorageError(f"{path} is not an SQLite database.") from error
        raise StorageError(f"{path} cannot be opened: {error}.") from error


def _schema_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema version of a file; 0 for a new file."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not names:
        return 0
    if "schema_version" not in names:
        raise StorageError(f"{path} is a database, but not a PassGo database.")
    version: int = connection.execute(migrations.READ_VERSION).fetchone()[0]
    return version


def copy_database(path: Path, to: Path) -> None:
    """Copy a database that may be in use; an incomplete copy never gets the final name."""
    if to.exists():
        raise StorageError(f"{to} already exists. Choose another name.")
    if not to.parent.is_dir():
        raise StorageError(f"There is no folder {to.parent}.")
    partial = to.with_name(to.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        with (
            _as_storage_error(partial),
            closing(connect_to_read(path)) as source,
            closing(sqlite3.connect(partial)) as target,
        ):
            source.backup(target)
        os.replace(partial, to)
    finally:
        partial.unlink(missing_ok=True)
