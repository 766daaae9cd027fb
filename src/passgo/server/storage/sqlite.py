"""SQLite storage in one file, without a database server; a write returns once it is durable.

One thread writes (see `writer`) and another reads, each on its own connection. In WAL mode neither blocks
the other, and neither blocks the event loop. `sqlite_file` opens the file.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar

from passgo.server.storage.interface import Append, ChatLine, Row, Status, Storage, StorageError
from passgo.server.storage.sqlite_file import (
    connect_to_read,
    connect_to_write,
    copy_database,
    lock_database,
)
from passgo.server.storage.store_errors import (
    check_new,
    exists,
    no_table,
    not_next,
    not_open,
    only_reading,
)
from passgo.server.storage.writer import Writer

Result = TypeVar("Result")
Work: TypeAlias = Callable[[sqlite3.Connection], Result]
Fields: TypeAlias = tuple[str, float, float, Status, int, int, bytes]

_ROW = "SELECT name, created, changed, status, public, seq, about FROM tables"


class SqliteStorage(Storage):
    """Storage in one SQLite file."""

    def __init__(self, path: Path | str, read_only: bool = False) -> None:
        self._path = Path(path)
        self._read_only = read_only
        self._writer: Writer | None = None
        self._reader: ThreadPoolExecutor | None = None
        self._reading: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Open or create the file, and bring its schema up to date."""
        if not self._path.parent.is_dir():
            raise StorageError(f"There is no folder {self._path.parent} for the database.")
        if self._read_only and not self._path.is_file():
            raise StorageError(f"There is no file {self._path}.")
        if not self._read_only:
            self._writer = Writer(self._writing)
            await self._writer.start()
        self._reader = ThreadPoolExecutor(1, "passgo-reader")
        loop = asyncio.get_running_loop()
        try:
            self._reading = await loop.run_in_executor(self._reader, connect_to_read, self._path)
        except StorageError:
            await self.close()
            raise

    async def close(self) -> None:
        """Finish pending writes, and close the file."""
        if self._writer is not None:
            await self._writer.close()
        reader, self._reader = self._reader, None
        if reader is not None:
            if self._reading is not None:
                await asyncio.get_running_loop().run_in_executor(reader, self._reading.close)
            reader.shutdown()

    async def create(
        self, row: Row, entries: Sequence[bytes], chat: Sequence[ChatLine] = ()
    ) -> None:
        """Store a new table and its first entries."""
        check_new(row, entries)
        table = row.table
        said = max((saying.number for saying in chat), default=0)
        fields = (row.created, row.changed, row.status, row.public, row.seq, said, row.about)
        log = [(table, seq, data) for seq, data in enumerate(entries, 1)]
        lines = [(table, saying.number, saying.at, saying.data) for saying in chat]

        def work(connection: sqlite3.Connection) -> None:
            if _last_seq(connection, table) is not None:
                raise exists(table)
            statement = "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            connection.execute(statement, (table, *fields))
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", log)
            connection.executemany("INSERT INTO chat VALUES (?, ?, ?, ?)", lines)

        await self._write(work)

    async def append(self, append: Append) -> None:
        """Append entries to a table's log."""
        table, seq, entries, at, status, public, about = append
        last = seq - 1
        values = (at, last + len(entries), status, public, about, table, last)
        log = [(table, number, data) for number, data in enumerate(entries, seq)]
        statement = (
            "UPDATE tables SET changed = ?, seq = ?, status = coalesce(?, status),"
            " public = coalesce(?, public), about = coalesce(?, about) WHERE name = ? AND seq = ?"
        )

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute(statement, values).rowcount == 0:
                raise not_next(table, seq, _last_seq(connection, table))
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", log)

        await self._write(work)

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """Return the entries in a table's log after a seq, in order."""

        def work(connection: sqlite3.Connection) -> list[bytes]:
            log = _log(connection, table, after)
            if not log and _last_seq(connection, table) is None:
                raise no_table(table)
            return log

        return await self._read(work)

    async def check(self) -> None:
        """Check that writing works, by changing a number in the file's header.

        Writing an unchanged row would not be enough, because SQLite skips such writes.
        """

        def work(connection: sqlite3.Connection) -> None:
            number: int = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.execute(f"PRAGMA user_version = {1 - number % 2}")

        await self._write(work)

    async def row(self, table: str) -> Row | None:
        """Return a table's row."""
        found = await self._read(lambda c: _rows(c, "WHERE name = ?", table))
        return found[0] if found else None

    async def rows(
        self, status: Status | None = None, public: bool | None = None, limit: int = 1000
    ) -> list[Row]:
        """List tables, most recently changed first."""
        wanted = {"status = ?": status, "public = ?": public}
        given = {test: value for test, value in wanted.items() if value is not None}
        where = f"WHERE {' AND '.join(given)}" if given else ""
        which = f"{where} ORDER BY changed DESC, name LIMIT ?"
        return await self._read(lambda c: _rows(c, which, *given.values(), limit))

    async def all_tables(self) -> AsyncIterator[tuple[Row, list[bytes]]]:
        """Yield all tables in name order, each in its state at the time it is read."""
        # Don't use one transaction for all tables: while it is open, the WAL file keeps growing.
        last = ""

        def work(connection: sqlite3.Connection) -> tuple[Row, list[bytes]] | None:
            with _snapshot(connection):
                found = _rows(connection, "WHERE name > ? ORDER BY name LIMIT 1", last)
                return (found[0], _log(connection, found[0].table, 0)) if found else None

        while (found := await self._read(work)) is not None:
            yield found
            last = found[0].table

    async def delete(self, table: str) -> bool:
        """Delete a table with its log, chat and review; return whether it existed."""
        return await self._count("DELETE FROM tables WHERE name = ?", table) > 0

    async def expire(self, before: float, status: Status | None = None) -> list[str]:
        """Delete all tables last changed before a given time; return their names."""
        # Delete tables one by one, so that an append has to wait for at most one of them.
        which = "WHERE changed < ?" if status is None else "WHERE changed < ? AND status = ?"
        values = (before,) if status is None else (before, status)
        old = await self._read(lambda c: _rows(c, f"{which} ORDER BY name", *values))
        statement = f"DELETE FROM tables {which} AND name = ?"
        names = [row.table for row in old]
        return [name for name in names if await self._count(statement, *values, name)]

    async def keep_review(self, table: str, version: str, data: bytes) -> None:
        """Store a finished game's review, in place of any earlier one."""

        def work(connection: sqlite3.Connection) -> None:
            if _last_seq(connection, table) is None:
                raise no_table(table)
            statement = "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)"
            connection.execute(statement, (table, version, data))

        await self._write(work)

    async def review(self, table: str, version: str) -> bytes | None:
        """Return a table's review; None if there is none of this version."""
        query = "SELECT data FROM reviews WHERE name = ? AND version = ?"
        found = await self._read(lambda c: c.execute(query, (table, version)).fetchone())
        return None if found is None else found[0]

    async def add_chat_line(self, table: str, at: float, data: bytes) -> int:
        """Store a line of chat; return its number."""

        def work(connection: sqlite3.Connection) -> int:
            connection.execute("UPDATE tables SET said = said + 1 WHERE name = ?", (table,))
            query = "SELECT said FROM tables WHERE name = ?"
            found: tuple[int] | None = connection.execute(query, (table,)).fetchone()
            if found is None:
                raise no_table(table)
            connection.execute("INSERT INTO chat VALUES (?, ?, ?, ?)", (table, found[0], at, data))
            return found[0]

        return await self._write(work)

    async def chat_lines(self, table: str, limit: int = 200) -> list[ChatLine]:
        """Return the last lines of chat, oldest first."""
        query = "SELECT number, at, data FROM chat WHERE name = ? ORDER BY number DESC LIMIT ?"
        found = await self._read(lambda c: c.execute(query, (table, limit)).fetchall())
        return [ChatLine(*fields) for fields in reversed(found)]

    async def expire_chat(self, before: float) -> int:
        """Delete lines of chat written before a given time; return how many were deleted."""
        return await self._count("DELETE FROM chat WHERE at < ?", before)

    async def backup(self, path: Path) -> None:
        """Write a copy of the file in its current state, without stopping the server."""
        await asyncio.to_thread(copy_database, self._path, path)

    async def _count(self, statement: str, *values: object) -> int:
        """Execute a statement; return the number of rows it affected."""
        return await self._write(lambda c: c.execute(statement, values).rowcount)

    async def _write(self, work: Work[Result]) -> Result:
        if self._read_only:
            raise only_reading()
        if self._writer is None:
            raise not_open()
        return await self._writer.do(work)

    async def _read(self, work: Work[Result]) -> Result:
        if self._reader is None or self._reading is None:
            raise not_open()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._reader, work, self._reading)
        except sqlite3.Error as error:
            raise StorageError(f"The database could not be read: {error}.") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Provide a connection for writing, with the file locked for this server."""
        with (
            closing(lock_database(self._path)),
            closing(connect_to_write(self._path)) as connection,
        ):
            yield connection


@contextmanager
def _snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Make several reads from one snapshot."""

    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _rows(connection: sqlite3.Connection, which: str, *values: object) -> list[Row]:
    found: list[Fields] = connection.execute(f"{_ROW} {which}", values).fetchall()
    return [
        Row(name, created, changed, status, bool(public), seq, about)
        for name, created, changed, status, public, seq, about in found
    ]


def _log(connection: sqlite3.Connection, table: str, after: int) -> list[bytes]:
    query = "SELECT data FROM entries WHERE name = ? AND seq > ? ORDER BY seq"
    return [data for (data,) in connection.execute(query, (table, after))]


def _last_seq(connection: sqlite3.Connection, table: str) -> int | None:
    query = "SELECT seq FROM tables WHERE name = ?"
    found: tuple[int] | None = connection.execute(query, (table,)).fetchone()
    return None if found is None else found[0]
