"""PostgreSQL storage for one server; a lock keeps a second server out (see `pg_lock`).

Pending appends are written together (see `pg_append`). If a server is cut off and another one takes the
lock, the first one's appends no longer match the expected seq and are rejected; nothing else is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from passgo.extras import how_to_install
from passgo.server.storage import migrations
from passgo.server.storage.interface import (
    Append,
    ChatLine,
    InUse,
    Row,
    Status,
    Storage,
    StorageError,
)
from passgo.server.storage.pg_append import WaitingAppend, write
from passgo.server.storage.pg_lock import ServerLock
from passgo.server.storage.store_errors import (
    check_new,
    exists,
    no_table,
    not_open,
    only_reading,
)

if TYPE_CHECKING:
    import asyncpg
    from asyncpg.pool import PoolConnectionProxy

    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
    Connection: TypeAlias = PoolConnectionProxy[asyncpg.Record]

MOST_AT_ONCE = 256
_CONNECTIONS = 8
_LINES = 1000
_PATIENCE_S = 30.0
_ROW = "SELECT name, created, changed, status, public, seq, about FROM tables"


class PostgresStorage(Storage):
    """Storage in a PostgreSQL database."""

    def __init__(self, dsn: str, read_only: bool = False) -> None:
        self._dsn = dsn
        self._read_only = read_only
        self._opened: Pool | None = None
        self._lock = ServerLock(dsn, self._stop)
        self._taken: InUse | None = None
        self._waiting: list[WaitingAppend] = []
        self._flushing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            import asyncpg
        except ImportError:
            raise StorageError(
                f"PostgreSQL storage needs the asyncpg library: {how_to_install('postgres')}."
            ) from None
        # Don't use SET, whose effect is lost when a connection goes back to the pool.
        settings = {"application_name": "passgo", "synchronous_commit": "on"}
        if self._read_only:
            settings["default_transaction_read_only"] = "on"
        try:
            self._opened = await asyncpg.create_pool(
                self._dsn,
                min_size=1,
                max_size=_CONNECTIONS,
                command_timeout=_PATIENCE_S,
                server_settings=settings,
                reset=_leave_as_it_is,
            )
        except ValueError:  # the error message may contain part of the password
            raise StorageError(
                "The address of the PostgreSQL database is not valid. It must look like"
                " postgresql://user:password@host:5432/database."
            ) from None
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StorageError(f"PostgreSQL cannot be reached: {error}.") from error
        try:
            if not self._read_only:
                with _as_storage_error():
                    await self._lock.take()
            await self._migrate()
        except BaseException:
            await self.close()
            raise

    def _stop(self, error: InUse) -> None:
        """Stop writing, because another server has taken over the database."""
        self._taken = error
        if self._when_taken is not None:
            self._when_taken(error)

    async def close(self) -> None:
        """Write pending appends, and disconnect."""
        pool, self._opened = self._opened, None
        if pool is not None:
            if self._flushing is not None:
                await self._flushing
            await pool.close()
        await self._lock.release()

    async def create(
        self, row: Row, entries: Sequence[bytes], chat: Sequence[ChatLine] = ()
    ) -> None:
        """Store a new table and its first entries."""
        check_new(row, entries)
        said = max((saying.number for saying in chat), default=0)
        lines = [(row.table, saying.number, saying.at, saying.data) for saying in chat]
        log = [(row.table, seq, data) for seq, data in enumerate(entries, 1)]
        async with self._transaction() as connection:
            made = await connection.fetchval(
                "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
                " ON CONFLICT DO NOTHING RETURNING name",
                *(row.table, row.created, row.changed, row.status, row.public, row.seq),
                *(said, row.about),
            )
            if made is None:
                raise exists(row.table)
            await connection.executemany("INSERT INTO entries VALUES ($1, $2, $3)", log)
            await connection.executemany("INSERT INTO chat VALUES ($1, $2, $3, $4)", lines)

    async def append(self, append: Append) -> None:
        """Append entries to a table's log."""
        pool = self._pool(writing=True)
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(WaitingAppend(append, done))
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush(pool))
        await done

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """Return the entries in a table's log after a seq, in order."""
        async with self._reading() as connection:
            log = await _log(connection, table, after)
            if not log and not await _rows(connection, "WHERE name = $1", table):
                raise no_table(table)
            return log

    async def check(self) -> None:
        """Check that writing works by rewriting the schema version unchanged."""
        await self._change("UPDATE schema_version SET version = version RETURNING version")

    async def row(self, table: str) -> Row | None:
        """Return a table's row."""
        async with self._reading() as connection:
            found = await _rows(connection, "WHERE name = $1", table)
            return found[0] if found else None

    async def rows(
        self, status: Status | None = None, public: bool | None = None, limit: int = 1000
    ) -> list[Row]:
        """List tables, most recently changed first."""
        which = (
            "WHERE ($1::text IS NULL OR status = $1) AND ($2::boolean IS NULL OR public = $2)"
            " ORDER BY changed DESC, name LIMIT $3"
        )
        async with self._reading() as connection:
            return await _rows(connection, which, status, public, limit)

    async def all_tables(self) -> AsyncIterator[tuple[Row, list[bytes]]]:
        """Yield all tables in name order, each in its state at the time it is read."""
        last = ""
        while True:
            async with self._reading() as connection:
                found = await _rows(connection, "WHERE name > $1 ORDER BY name LIMIT 1", last)
                if not found:
                    return
                log = await _log(connection, found[0].table, 0)
            yield found[0], log
            last = found[0].table

    async def delete(self, table: str) -> bool:
        """Delete a table with its log, chat and review; return whether it existed."""
        return bool(await self._change("DELETE FROM tables WHERE name = $1 RETURNING name", table))

    async def expire(self, before: float, status: Status | None = None) -> list[str]:
        """Delete all tables last changed before a given time; return their names."""
        gone = await self._change(
            "DELETE FROM tables WHERE name IN (SELECT name FROM tables"
            " WHERE changed < $1 AND ($2::text IS NULL OR status = $2) ORDER BY name FOR UPDATE)"
            " RETURNING name",
            before,
            status,
        )
        return sorted(str(record[0]) for record in gone)

    async def keep_review(self, table: str, version: str, data: bytes) -> None:
        """Store a finished game's review, in place of any earlier one."""
        kept = await self._change(
            "INSERT INTO reviews SELECT name, $2, $3 FROM tables WHERE name = $1 FOR KEY SHARE"
            " ON CONFLICT (name) DO UPDATE SET version = excluded.version, data = excluded.data"
            " RETURNING name",
            table,
            version,
            data,
        )
        if not kept:
            raise no_table(table)

    async def review(self, table: str, version: str) -> bytes | None:
        """Return a table's review; None if there is none of this version."""
        query = "SELECT data FROM reviews WHERE name = $1 AND version = $2"
        async with self._reading() as connection:
            found: bytes | None = await connection.fetchval(query, table, version)
        return found

    async def add_chat_line(self, table: str, at: float, data: bytes) -> int:
        """Store a line of chat; return its number."""
        kept = await self._change(
            "WITH spoken AS (UPDATE tables SET said = said + 1 WHERE name = $1 RETURNING said)"
            " INSERT INTO chat SELECT $1, said, $2, $3 FROM spoken RETURNING number",
            table,
            at,
            data,
        )
        if not kept:
            raise no_table(table)
        return int(kept[0][0])

    async def chat_lines(self, table: str, limit: int = 200) -> list[ChatLine]:
        """Return the last lines of chat, oldest first."""
        query = "SELECT number, at, data FROM chat WHERE name = $1 ORDER BY number DESC LIMIT $2"
        async with self._reading() as connection:
            found = await connection.fetch(query, table, limit)
        return [ChatLine(*fields) for fields in reversed(found)]

    async def expire_chat(self, before: float) -> int:
        """Delete lines of chat written before a given time; return how many were deleted."""
        return len(await self._change("DELETE FROM chat WHERE at < $1 RETURNING number", before))

    async def backup(self, path: Path) -> None:
        """Raise StorageError, because PostgreSQL has its own backup tool."""
        raise StorageError(
            "passgo cannot back up PostgreSQL. Use pg_dump, which also works while PassGo is running."
        )

    def _pool(self, writing: bool = False) -> Pool:
        if self._opened is None:
            raise not_open()
        if writing and self._read_only:
            raise only_reading()
        if writing and self._taken is not None:
            raise self._taken
        return self._opened

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[Connection]:
        """Provide a connection for several reads from one snapshot."""
        with _as_storage_error():
            async with (
                self._pool().acquire() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                yield connection

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        with _as_storage_error():
            async with self._pool(writing=True).acquire() as connection, connection.transaction():
                yield connection

    async def _change(self, statement: str, *values: object) -> list[asyncpg.Record]:
        """Execute one statement as its own transaction, and return its rows."""
        with _as_storage_error():
            return await self._pool(writing=True).fetch(statement, *values)

    async def _migrate(self) -> None:
        if self._read_only:
            async with self._reading() as connection:
                migrations.check_newest(await _schema_version(connection))
            return
        async with self._transaction() as connection:
            version = await _schema_version(connection)
            for statement in migrations.to_run(version, "postgres"):
                await connection.execute(statement)

    async def _flush(self, pool: Pool) -> None:
        """Write pending appends until there are none."""
        while self._waiting:
            await write(pool, self._take())

    def _take(self) -> list[WaitingAppend]:
        """Take the next batch from the queue: the first append for each table."""
        taken = dict[str, WaitingAppend]()
        later = list[WaitingAppend]()
        for waiting in self._waiting:
            if waiting.append.table in taken or len(taken) == MOST_AT_ONCE:
                later.append(waiting)
            else:
                taken[waiting.append.table] = waiting
        self._waiting = later
        return list(taken.values())


async def _rows(connection: Connection, which: str, *values: object) -> list[Row]:
    return [Row(*fields) for fields in await connection.fetch(f"{_ROW} {which}", *values)]


async def _log(connection: Connection, table: str, after: int) -> list[bytes]:
    """Read a log in batches, because a large result would block the event loop."""
    query = "SELECT data FROM entries WHERE name = $1 AND seq > $2 ORDER BY seq LIMIT $3"
    log = list[bytes]()
    while True:
        lines = await connection.fetch(query, table, after + len(log), _LINES)
        log += [record[0] for record in lines]
        if len(lines) < _LINES:
            return log


async def _schema_version(connection: Connection) -> int:
    """Return the schema version of the database; 0 if it has none."""
    if await connection.fetchval("SELECT to_regclass('schema_version')") is None:
        return 0
    version: int = await connection.fetchval(migrations.READ_VERSION)
    return version


async def _leave_as_it_is(connection: object) -> None:
    """Do nothing, because no connection's settings are changed and a reset would cost a round trip."""


@contextmanager
def _as_storage_error() -> Iterator[None]:
    """Convert PostgreSQL errors to StorageError."""
    import asyncpg

    try:
        yield
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StorageError(f"PostgreSQL reported an error: {error}.") from error
