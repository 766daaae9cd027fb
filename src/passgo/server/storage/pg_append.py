"""Appending to many tables in one PostgreSQL statement.

For each table, the statement checks that the last seq is the expected one, updates the row and inserts
the entries. If another writer got there first, the seq no longer matches and the append is rejected; the
primary key of the entries would reject it too.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passgo.server.storage.interface import Append, StorageError
from passgo.server.storage.store_errors import not_next

if TYPE_CHECKING:
    import asyncpg

    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]

# Rows are locked in name order, so that two writers to the same tables cannot deadlock.
_APPEND = """
WITH wanted AS (
    SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::bigint[], $4::float8[], $5::text[], $6::boolean[], $7::bytea[]
    ) AS wanted (name, before, seq, changed, status, public, about)
), locked AS (
    SELECT tables.name FROM tables JOIN wanted USING (name) ORDER BY tables.name FOR UPDATE OF tables
), moved AS (
    UPDATE tables SET changed = wanted.changed, seq = wanted.seq,
        status = coalesce(wanted.status, tables.status),
        public = coalesce(wanted.public, tables.public),
        about = coalesce(wanted.about, tables.about)
    FROM locked JOIN wanted USING (name)
    WHERE tables.name = locked.name AND tables.seq = wanted.before
    RETURNING tables.name
), kept AS (
    INSERT INTO entries SELECT log.name, log.seq, log.data
    FROM unnest($8::text[], $9::bigint[], $10::bytea[]) AS log (name, seq, data)
    JOIN moved USING (name)
)
SELECT name FROM moved
"""


class WaitingAppend(NamedTuple):
    """An append in the queue, and its caller's future."""

    append: Append
    done: asyncio.Future[None]


async def write(pool: Pool, waiting: list[WaitingAppend]) -> None:
    """Write appends to different tables in one statement, and resolve each one's future."""
    import asyncpg

    try:
        moved = await _append(pool, [each.append for each in waiting])
        left = [each.append.table for each in waiting if each.append.table not in moved]
        last_seqs = await _last_seqs(pool, left) if left else {}
    except (OSError, asyncpg.PostgresConnectionError) as error:
        _fail(
            waiting,
            f"PostgreSQL did not answer, so the move may or may not have been saved: {error}.",
        )
    except Exception as error:
        if len(waiting) == 1:
            _fail(waiting, f"PostgreSQL could not save the move: {error}.")
            return
        # One of the appends cannot be written. Retry them one by one, so that the others succeed.
        for each in waiting:
            await write(pool, [each])
    else:
        for append, done in waiting:
            if done.done():  # the caller was canceled
                continue
            if append.table in moved:
                done.set_result(None)
            else:
                last = last_seqs.get(append.table)
                done.set_exception(not_next(append.table, append.seq, last))


def _fail(waiting: list[WaitingAppend], why: str) -> None:
    for each in waiting:
        if not each.done.done():
            each.done.set_exception(StorageError(why))


async def _append(pool: Pool, appends: list[Append]) -> set[str]:
    """Append to the tables whose last seq is as expected; return their names."""
    log = [
        (append.table, seq, data)
        for append in appends
        for seq, data in enumerate(append.entries, append.seq)
    ]
    found = await pool.fetch(
        _APPEND,
        [append.table for append in appends],
        [append.seq - 1 for append in appends],
        [append.seq - 1 + len(append.entries) for append in appends],
        [append.at for append in appends],
        [append.status for append in appends],
        [append.public for append in appends],
        [append.about for append in appends],
        [table for table, _, _ in log],
        [seq for _, seq, _ in log],
        [data for _, _, data in log],
    )
    return {record[0] for record in found}


async def _last_seqs(pool: Pool, tables: list[str]) -> dict[str, int]:
    query = "SELECT name, seq FROM tables WHERE name = ANY($1::text[])"
    found = await pool.fetch(query, tables)
    return {record[0]: record[1] for record in found}
