"""What is particular to PostgreSQL: several nodes, passwords, a library that may be missing."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from passgo.server.storage import Conflict, PostgresStorage, StorageError
from passgo.server.storage.migrations import NEWEST
from tests.server.storage.databases import Place, everything, execute, fetch, make

pytestmark = pytest.mark.asyncio


async def deadlocks(place: Place) -> int:
    """How often sessions that have ended waited for each other in a circle."""
    query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    return int(await fetch(place.url, query))


# Join as PostgreSQL does when there are many tables: row by row, in the order they were asked for.
ROW_BY_ROW = "&enable_hashjoin=off&enable_mergejoin=off&enable_seqscan=off"


@pytest.mark.parametrize("plan", ["", ROW_BY_ROW], ids=["any plan", "row by row"])
async def test_of_two_nodes_that_append_the_same_version_one_wins(
    postgres_place: Place, plan: str
) -> None:
    circles = await deadlocks(postgres_place)
    nodes = [PostgresStorage(postgres_place.url + plan) for _ in range(2)]
    await asyncio.gather(*(node.open() for node in nodes))  # both find an empty database
    tables = [f"t{number}" for number in range(40)]
    await make(nodes[0], *tables)

    async def attempt(node: int, table: str, version: int) -> bool:
        with suppress(Conflict):
            await nodes[node].append(table, version, [b"%d" % node], at=1.0)
            return True
        return False

    # One asks for the tables forwards, the other backwards: locked in that order they would wait in a circle.
    asked = [(0, table) for table in tables] + [(1, table) for table in reversed(tables)]
    for version in range(2, 12):
        won = await asyncio.gather(*(attempt(node, table, version) for node, table in asked))
        winners = {table: node for (node, table), first in zip(asked, won, strict=True) if first}
        assert won.count(True) == len(winners) == len(tables)
        for table in tables:
            assert await nodes[0].entries(table, after=version - 1) == [b"%d" % winners[table]]
    for node in nodes:
        await node.close()
    assert await deadlocks(postgres_place) == circles


async def test_tables_expire_on_one_node_while_another_appends(postgres_place: Place) -> None:
    nodes = [postgres_place.storage(), postgres_place.storage()]
    for node in nodes:
        await node.open()
    tables = [f"t{number:02}" for number in range(30)]
    await make(nodes[0], *tables)  # changed at 1000
    appends = [nodes[0].append(table, 2, [b"2"], at=3000.0) for table in reversed(tables)]
    *outcomes, gone = await asyncio.gather(
        *appends, nodes[1].expire(before=2000.0), return_exceptions=True
    )
    kept = [
        table for table, outcome in zip(reversed(tables), outcomes, strict=True) if outcome is None
    ]
    assert isinstance(gone, list)
    assert sorted(kept + gone) == tables, "each is either gone or has its append"
    assert [row.table for row, _, _ in await everything(nodes[1])] == sorted(kept)
    for node in nodes:
        await node.close()


async def test_every_session_is_durable_and_stays_so(postgres_place: Place) -> None:
    storage = PostgresStorage(postgres_place.url)
    await storage.open()
    for _ in range(3):
        async with storage._transaction() as connection:
            assert await connection.fetchval("SHOW synchronous_commit") == "on"
            assert await connection.fetchval("SHOW application_name") == "passgo"
    await storage.close()


async def test_a_lost_connection_is_told_and_then_made_anew(postgres_place: Place) -> None:
    storage = PostgresStorage(postgres_place.url)
    await storage.open()
    await make(storage, "a", "b")
    pool = storage._opened
    assert pool is not None
    pids = await pool.fetch("SELECT pg_backend_pid()")
    await execute(postgres_place.url, f"SELECT pg_terminate_backend({pids[0][0]})")
    outcomes = await asyncio.gather(
        storage.append("a", 2, [b"2"], at=2.0),
        storage.append("b", 2, [b"2"], at=2.0),
        return_exceptions=True,
    )
    assert {type(outcome) for outcome in outcomes} <= {StorageError, type(None)}
    for table in "ab":
        version = len(await storage.entries(table)) + 1
        await storage.append(table, version, [b"0"], at=3.0)
    await storage.close()


async def test_a_backup_is_left_to_its_own_tool(postgres_place: Place, tmp_path: Path) -> None:
    storage = postgres_place.storage()
    await storage.open()
    with pytest.raises(StorageError, match="use pg_dump"):
        await storage.backup(tmp_path / "copy.db")
    await storage.close()


async def test_a_newer_database_is_refused(postgres_place: Place) -> None:
    storage = postgres_place.storage()
    await storage.open()
    await storage.close()
    await execute(postgres_place.url, "UPDATE schema_version SET version = version + 1")
    for read_only in (False, True):
        again = postgres_place.storage(read_only)
        with pytest.raises(StorageError, match=f"newer PassGo .schema {NEWEST + 1}"):
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
async def test_no_error_tells_the_password(url: str) -> None:
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
