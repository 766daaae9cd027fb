"""Unavailable storage: answers in the meantime, and recovery afterward."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from httpx import ASGITransport, AsyncClient

from passgo.server.app import make_app
from passgo.server.bot_pool import BotPool
from passgo.server.hub import Hub
from passgo.server.log_entries import Clock, HostSettings
from passgo.server.problems import Problem
from passgo.server.readiness import FRESH, Readiness
from passgo.server.run_server import ServeError, Server, until_stopped
from passgo.server.storage import Append, InUse, SqliteStorage, StorageError
from passgo.server.wire import Hello
from tests.server.fake_time import Time
from tests.server.kit import people, safe
from tests.server.running import BOT_SECONDS
from tests.waiting import until

pytestmark = pytest.mark.asyncio


class Unsure(SqliteStorage):
    """Storage that a test can cause to fail or hang."""

    away = False
    fault: Exception | None = None
    hangs: asyncio.Event | None = None
    checks = 0
    reads = 0

    async def append(self, append: Append) -> None:
        self.fail()
        await super().append(append)

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        self.reads += 1
        self.fail()
        return await super().entries(table, after)

    async def check(self) -> None:
        self.checks += 1
        if self.hangs is not None:
            await self.hangs.wait()
        self.fail()
        await super().check()

    def fail(self) -> None:
        if self.away:
            raise StorageError("The disk is full.")
        if self.fault is not None:
            raise self.fault


@asynccontextmanager
async def unsure_hub(folder: Path, clock: Time | None = None) -> AsyncIterator[tuple[Hub, Unsure]]:
    storage = Unsure(folder / "games.db")
    hub = Hub(storage, BotPool(1, BOT_SECONDS), now=Time() if clock is None else clock)
    await hub.open()
    try:
        yield hub, storage
    finally:
        storage.away = False
        if storage.hangs is not None:
            storage.hangs.set()
        await hub.close()


@asynccontextmanager
async def client_of(hub: Hub) -> AsyncIterator[AsyncClient]:
    transport = ASGITransport(make_app(hub))  # type: ignore[arg-type]  # an ASGI app, but with Litestar's types
    async with AsyncClient(transport=transport, base_url="http://test") as client:
        yield client


# -- readiness -------------------------------------------------------------------------------------


async def test_the_server_is_ready_if_moves_can_be_saved(tmp_path: Path) -> None:
    async with unsure_hub(tmp_path) as (hub, storage), client_of(hub) as client:
        clock = Time()
        hub.readiness = Readiness(storage, clock)
        assert (await client.get("/readyz")).text == "ok\n"
        storage.away = True
        clock.now += FRESH
        reply = await client.get("/readyz")
        assert (reply.status_code, reply.json()["code"]) == (503, "store.away")
        assert set(reply.json()) == {"code", "sentence"}
        assert reply.headers["retry-after"] == "1"
        assert (await client.get("/healthz")).text == "ok\n"
        storage.away = False
        assert (await client.get("/readyz")).status_code == 503  # the result is reused for a moment
        clock.now += FRESH
        assert (await client.get("/readyz")).status_code == 200


async def test_an_unexpected_error_counts_as_unavailable_and_the_check_is_repeated(
    tmp_path: Path,
) -> None:
    async with unsure_hub(tmp_path) as (hub, storage), client_of(hub) as client:
        clock = Time()
        hub.readiness = Readiness(storage, clock)
        storage.fault = RuntimeError("something nobody thought of")
        assert (await client.get("/readyz")).status_code == 503
        storage.fault = None
        clock.now += FRESH
        assert (await client.get("/readyz")).status_code == 200


async def test_storage_that_hangs_is_checked_once_and_does_not_block_requests(
    tmp_path: Path,
) -> None:
    async with unsure_hub(tmp_path) as (hub, storage), client_of(hub) as client:
        clock = Time()
        storage.hangs = asyncio.Event()
        hub.readiness = Readiness(storage, clock, patience=0.0)
        replies = await asyncio.gather(*(client.get("/readyz") for _ in range(20)))
        assert {reply.status_code for reply in replies} == {503}
        clock.now += 100.0
        assert (await client.get("/readyz")).status_code == 503
        assert (await client.get("/healthz")).status_code == 200
        assert storage.checks == 1
        trying = hub.readiness.trying
        assert trying is not None
        storage.hangs.set()
        await trying
        assert (await client.get("/readyz")).status_code == 200


async def test_a_result_is_reused_for_one_second(tmp_path: Path) -> None:
    async with unsure_hub(tmp_path) as (hub, storage):
        clock = Time()
        readiness = Readiness(storage, clock)
        for _ in range(50):
            await readiness.check()
        assert storage.checks == 1
        clock.now += FRESH
        await readiness.check()
        assert storage.checks == 2
        del hub


async def test_a_full_disk_is_detected_with_sqlite(tmp_path: Path) -> None:
    """The check must really write: SQLite skips writing a row that has not changed."""
    storage = SqliteStorage(tmp_path / "games.db")
    await storage.open()
    try:
        await storage.check()
        wal = tmp_path / "games.db-wal"
        before = wal.read_bytes()
        await storage.check()
        assert wal.read_bytes() != before
    finally:
        await storage.close()


# -- answers while storage is unavailable ----------------------------------------------------------


async def test_http_returns_its_usual_errors_while_storage_is_unavailable(tmp_path: Path) -> None:
    async with unsure_hub(tmp_path) as (hub, storage), client_of(hub) as client:
        table, host, _ = await people(hub)
        storage.away = True
        reply = await client.post(
            f"/api/tables/{table.name}/start", headers={"Authorization": f"Bearer {host}"}
        )
        assert (reply.status_code, reply.json()["code"]) == (503, "store.away")
        assert reply.headers["retry-after"] == "1"
        # the table was abandoned and must be reloaded
        reply = await client.get(f"/api/tables/{table.name}")
        assert (reply.status_code, reply.json()["code"]) == (503, "store.away")


async def test_a_player_reconnects_and_repeats_a_move_made_while_storage_was_unavailable(
    tmp_path: Path,
) -> None:
    async with unsure_hub(tmp_path) as (hub, storage):
        table, host, keys = await people(hub)
        await table.start(host)
        seat = table.game.waiting_for[0]
        hello = Hello(table=table.name, keys=[keys[seat]])
        session = await hub.connect(hello)
        session.outbox.clear()
        storage.away = True
        message = f'{{"type": "play", "id": "m1", "action": {{"action": "Roll", "seat": {seat}}}}}'
        await session.receive(message)
        assert session.closed == "table.busy"
        assert not session.outbox  # the move was neither confirmed nor rejected
        with pytest.raises(StorageError):
            await hub.connect(hello)
        storage.away = False
        again = await hub.connect(hello)
        again.outbox.clear()
        await again.receive(message)
        assert b'"type":"accepted"' in again.outbox[0]


# -- afterward -------------------------------------------------------------------------------------


async def ended(hub: Hub, table: str) -> None:
    """Wait until a table's autoplayer has ended."""
    await asyncio.wait({hub.hosted[table].task})
    await asyncio.sleep(0)  # let its callbacks run


async def test_a_game_without_clients_resumes_when_storage_is_back(tmp_path: Path) -> None:
    """Its clock runs out while storage is down; the table is abandoned and later reopened."""
    clock = Time()
    async with unsure_hub(tmp_path, clock) as (hub, storage):
        table, host, _ = await people(hub, clock=Clock(move=60))
        await table.start(host)
        seq = table.state.seq
        storage.away = True
        clock.now += 61.0
        table.changed.set()  # make the autoplayer check the clock
        await ended(hub, table.name)
        assert table.is_broken
        hub.sweep()
        assert list(hub.reopen_at) == [table.name]
        reads = storage.reads
        await hub.reopen()
        assert storage.reads == reads  # too soon
        for delay in (1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0):
            clock.now += delay - 0.5
            await hub.reopen()
            assert storage.reads == reads
            clock.now += 0.5
            with pytest.raises(StorageError):
                await hub.reopen()
            reads += 1
            assert storage.reads == reads
        storage.away = False
        clock.now += 30.0
        await hub.reopen()
        again = hub.hosted[table.name].table
        assert again is not table
        assert not hub.reopen_at
        clock.now += 61.0
        again.changed.set()
        await until(lambda: again.state.seq > seq)
        hub.sweep()
        assert not hub.reopen_delays


async def test_an_abandoned_table_that_is_swept_before_its_autoplayer_ends_is_reopened(
    tmp_path: Path,
) -> None:
    clock = Time()
    async with unsure_hub(tmp_path, clock) as (hub, _):
        table, host, _ = await people(hub)
        await table.start(host)
        table.give_up()
        hub.sweep()  # before anything else happens
        clock.now += 1.0
        await hub.reopen()
        assert hub.tables.open[table.name] is not table


async def test_a_table_that_is_deleted_in_the_meantime_stays_closed(tmp_path: Path) -> None:
    clock = Time()
    async with unsure_hub(tmp_path, clock) as (hub, storage):
        table, host, _ = await people(hub)
        await table.start(host)
        storage.away = True
        with pytest.raises(StorageError):
            await table.play(safe(table))
        await ended(hub, table.name)
        assert table.name in hub.reopen_at
        storage.away = False
        await storage.delete(table.name)
        clock.now += 1.0
        await hub.reopen()
        assert not hub.reopen_at
        with pytest.raises(Problem, match="no such table"):
            await hub.tables.get(table.name)


async def test_a_table_without_a_game_is_not_reopened_automatically(tmp_path: Path) -> None:
    async with unsure_hub(tmp_path) as (hub, storage):
        table, host, _ = await people(hub)
        storage.away = True
        with pytest.raises(StorageError):
            await table.change(host, HostSettings(locked=True))
        await ended(hub, table.name)
        assert not hub.reopen_at


class Waiting(Server):
    """A server that accepts no clients and waits for the signal to stop."""

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        await until(lambda: self.should_exit)


class Lost(SqliteStorage):
    """Storage that another server takes over immediately."""

    def when_taken(self, stop: Callable[[InUse], None]) -> None:
        asyncio.get_running_loop().call_soon(stop, InUse("Another server has it."))


async def test_a_server_whose_storage_was_taken_over_stops_and_reports_the_reason(
    tmp_path: Path,
) -> None:
    hub = Hub(Lost(tmp_path / "games.db"), BotPool(1, BOT_SECONDS))
    server = Waiting(uvicorn.Config("none:none", log_config=None))
    with socket.socket() as listening, pytest.raises(ServeError, match="Another server has it"):
        await until_stopped(hub, server, listening, lambda: None)
    again = SqliteStorage(tmp_path / "games.db")
    await again.open()  # everything was closed
    await again.close()
