"""Behavior specific to PostgreSQL: one server at a time, passwords, and a missing library."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest

from passgo.server.storage import Append, Conflict, InUse, PostgresStorage, StorageError
from passgo.server.storage.migrations import NEWEST
from passgo.server.storage.pg_lock import ServerLock
from tests.server.storage.databases import Place, everything, execute, fetch, make
from tests.waiting import until, until_async

pytestmark = pytest.mark.asyncio


async def deadlocks(place: Place) -> int:
    """Return the number of deadlocks recorded for sessions that have ended."""
    query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    return int(await fetch(place.url, query))


class Unlocked(PostgresStorage):
    """A server that was cut off and has not yet detected that another server has taken over."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._lock = NoLock(url, self._stop)


class NoLock(ServerLock):
    """A lock that is never acquired."""

    async def take(self) -> None: ...


# Join as PostgreSQL does when there are many tables: row by row, in the given order.
ROW_BY_ROW = "&enable_hashjoin=off&enable_mergejoin=off&enable_seqscan=off"


@pytest.mark.parametrize("plan", ["", ROW_BY_ROW], ids=["any plan", "row by row"])
async def test_when_two_servers_append_the_same_seq_only_one_succeeds(
    postgres_place: Place, plan: str
) -> None:
    circles = await deadlocks(postgres_place)
    nodes = [PostgresStorage(postgres_place.url + plan), Unlocked(postgres_place.url + plan)]
    for node in nodes:
        await node.open()
    tables = [f"t{number}" for number in range(40)]
    await make(nodes[0], *tables)

    async def attempt(node: int, table: str, seq: int) -> bool:
        with suppress(Conflict):
            await nodes[node].append(Append(table, seq, [b"%d" % node], at=1.0))
            return True
        return False

    # One server goes through the tables forward, the other backward. If each locked them in its own
    # order, they would deadlock.
    asked = [(0, table) for table in tables] + [(1, table) for table in reversed(tables)]
    for seq in range(2, 12):
        won = await asyncio.gather(*(attempt(node, table, seq) for node, table in asked))
        winners = {table: node for (node, table), first in zip(asked, won, strict=True) if first}
        assert won.count(True) == len(winners) == len(tables)
        for table in tables:
            assert await nodes[0].entries(table, after=seq - 1) == [b"%d" % winners[table]]
    for node in nodes:
        await node.close()
    assert await deadlocks(postgres_place) == circles


async def test_tables_can_expire_on_one_server_while_another_appends(postgres_place: Place) -> None:
    nodes = [postgres_place.storage(), Unlocked(postgres_place.url)]
    for node in nodes:
        await node.open()
    tables = [f"t{number:02}" for number in range(30)]
    await make(nodes[0], *tables)  # last changed at 1000
    appends = [nodes[0].append(Append(table, 2, [b"2"], at=3000.0)) for table in reversed(tables)]
    *outcomes, gone = await asyncio.gather(
        *appends, nodes[1].expire(before=2000.0), return_exceptions=True
    )
    kept = [
        table for table, outcome in zip(reversed(tables), outcomes, strict=True) if outcome is None
    ]
    assert isinstance(gone, list)
    assert sorted(kept + gone) == tables, "each table has either expired or been appended to"
    assert [row.table for row, _, _ in await everything(nodes[1])] == sorted(kept)
    for node in nodes:
        await node.close()


# -- one server at a time --------------------------------------------------------------------------


def held(storage: PostgresStorage) -> int:
    """Return the id of the PostgreSQL process that holds a server's lock."""
    assert storage._lock.session is not None
    return storage._lock.session[0]


async def test_a_second_server_is_rejected(postgres_place: Place) -> None:
    first, second = PostgresStorage(postgres_place.url), PostgresStorage(postgres_place.url)
    second._lock.patience = 0.05
    await first.open()
    with pytest.raises(InUse, match="in use by another PassGo server"):
        await second.open()
    reader = postgres_place.storage(read_only=True)
    await reader.open()  # read-only tools are allowed
    await reader.close()
    await make(first, "a")
    await first.close()
    await second.open()
    assert await second.entries("a") == [b"1"]
    await second.close()


async def test_two_schemas_in_the_same_database_are_independent(postgres_place: Place) -> None:
    schema = postgres_place.url.rpartition("search_path=")[2]
    other = f"{schema}_other"
    await execute(postgres_place.url, f"CREATE SCHEMA {other}")
    stores = [PostgresStorage(url) for url in (postgres_place.url, f"{postgres_place.url}_other")]
    for storage in stores:
        await storage.open()
    for storage in stores:
        await storage.close()
    await execute(postgres_place.url, f"DROP SCHEMA {other} CASCADE")


async def test_a_second_passgo_serve_prints_an_error_and_exits(postgres_place: Place) -> None:
    storage = PostgresStorage(postgres_place.url)
    await storage.open()
    command = [sys.executable, "-m", "passgo", "serve", "--port", "0", "--bot-workers", "1"]
    process = await asyncio.create_subprocess_exec(
        *(*command, "--database", postgres_place.url), stdout=PIPE, stderr=PIPE
    )
    told, errors = await process.communicate()
    await storage.close()
    assert (process.returncode, told) == (2, b"")
    assert "is in use by another PassGo server. Stop that server first." in errors.decode()
    assert "Traceback" not in errors.decode()


async def test_a_lost_lock_is_reacquired(postgres_place: Place) -> None:
    storage = PostgresStorage(postgres_place.url)
    await storage.open()
    before = held(storage)
    await execute(postgres_place.url, f"SELECT pg_terminate_backend({before})")
    await until(lambda: held(storage) != before)
    other = PostgresStorage(postgres_place.url)
    other._lock.patience = 0.05
    with pytest.raises(InUse):
        await other.open()
    await make(storage, "a")
    await storage.close()


async def test_a_server_does_not_mistake_its_own_broken_connection_for_another_server(
    postgres_place: Place,
) -> None:
    """PostgreSQL may still hold the lock for a connection that we know is dead."""
    storage = PostgresStorage(postgres_place.url)
    await storage.open()
    lock = storage._lock
    before, left = held(storage), lock.connection
    assert left is not None
    lock.lost.set()  # as if only our side had noticed the break
    await until(lambda: held(storage) != before)
    assert lock.connection is not left
    await make(storage, "a")
    left.terminate()
    await storage.close()


async def test_a_server_stops_when_its_database_is_taken_over(postgres_place: Place) -> None:
    first, second = PostgresStorage(postgres_place.url), PostgresStorage(postgres_place.url)
    taken: asyncio.Future[InUse] = asyncio.get_running_loop().create_future()
    first.when_taken(taken.set_result)
    first._lock.patience = 0.05
    second._lock.patience = 8.0
    await first.open()
    await make(first, "a")
    opening = asyncio.create_task(second.open())
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"

    async def is_waiting() -> bool:
        return await fetch(postgres_place.url, waiting) != "0"

    await until_async(is_waiting)
    await execute(postgres_place.url, f"SELECT pg_terminate_backend({held(first)})")
    await opening
    assert "has taken over" in str(await taken)
    with pytest.raises(InUse, match="This one is stopping"):
        await first.append(Append("a", 2, [b"2"], at=2.0))
    await second.append(Append("a", 2, [b"2"], at=2.0))
    await first.close()
    await second.close()


async def test_every_transaction_is_committed_durably(postgres_place: Place) -> None:
    storage = PostgresStorage(postgres_place.url)
    await storage.open()
    for _ in range(3):
        async with storage._transaction() as connection:
            assert await connection.fetchval("SHOW synchronous_commit") == "on"
            assert await connection.fetchval("SHOW application_name") == "passgo"
    await storage.close()


async def test_a_lost_connection_is_reported_and_then_reopened(postgres_place: Place) -> None:
    storage = PostgresStorage(postgres_place.url)
    await storage.open()
    await make(storage, "a", "b")
    pool = storage._opened
    assert pool is not None
    pids = await pool.fetch("SELECT pg_backend_pid()")
    await execute(postgres_place.url, f"SELECT pg_terminate_backend({pids[0][0]})")
    outcomes = await asyncio.gather(
        storage.append(Append("a", 2, [b"2"], at=2.0)),
        storage.append(Append("b", 2, [b"2"], at=2.0)),
        return_exceptions=True,
    )
    assert {type(outcome) for outcome in outcomes} <= {StorageError, type(None)}
    for table in "ab":
        seq = len(await storage.entries(table)) + 1
        await storage.append(Append(table, seq, [b"0"], at=3.0))
    await storage.close()


async def test_backups_are_left_to_pg_dump(postgres_place: Place, tmp_path: Path) -> None:
    storage = postgres_place.storage()
    await storage.open()
    with pytest.raises(StorageError, match="Use pg_dump"):
        await storage.backup(tmp_path / "copy.db")
    await storage.close()


async def test_a_newer_database_is_rejected(postgres_place: Place) -> None:
    storage = postgres_place.storage()
    await storage.open()
    await storage.close()
    await execute(postgres_place.url, "UPDATE schema_version SET version = version + 1")
    for read_only in (False, True):
        again = postgres_place.storage(read_only)
        with pytest.raises(StorageError, match=f"is version {NEWEST + 1}; .* Install a newer"):
            await again.open()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret@127.0.0.1:1/games",
        "postgresql://ann:s3cret@no.such.host.invalid/games",
        "postgresql://ann:s3cret/x@127.0.0.1:1/games",
        "postgresql://ann:s3cret",
        "postgresql://ann@127.0.0.1:s3cret/games",
        "postgresql://127.0.0.1:1/games?password=s3cret",
        "postgresql://127.0.0.1:1/games?password=s3cret&sslmode=s3cret",
    ],
)
async def test_no_error_reveals_the_password(url: str) -> None:
    pytest.importorskip("asyncpg", reason="needs passgo[postgres]")
    storage = PostgresStorage(url)
    with pytest.raises(StorageError) as raised:
        await storage.open()
    assert "PostgreSQL" in str(raised.value)
    assert "s3cret" not in str(raised.value) + repr(raised.value) + repr(storage)
    await storage.close()


async def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StorageError, match=r'pip install "passgo\[postgres\]"'):
        await PostgresStorage("postgresql://localhost/games").open()
