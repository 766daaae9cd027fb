"""Helpers for the server tests: a hub with real storage and real bots."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, get_args

import msgspec
from httpx import ASGITransport, AsyncClient
from uvicorn.server import ServerState

from passgo.engine.action import Action
from passgo.engine.rules.debt import Resign
from passgo.server.app import make_app
from passgo.server.bot_pool import BotPool
from passgo.server.hub import Hub
from passgo.server.limits import Limits
from passgo.server.log_entries import Clock, HostSettings, SeatPlan
from passgo.server.presence import Subscriber
from passgo.server.protocols import HttpProtocol, UvicornSettings
from passgo.server.record_worker import ANSWERS, BuildError, PackedFile
from passgo.server.storage import SqliteStorage
from passgo.server.table import Table
from passgo.server.tables import NewTable
from passgo.server.wire import ServerMessage
from passgo.server.worker import Worker
from tests.server.running import BOT_SECONDS
from tests.waiting import until

HERE: Final = "127.0.0.1"
SERVER_MESSAGES: Final[dict[str, type[msgspec.Struct]]] = {
    kind.__struct_config__.tag: kind for kind in get_args(ServerMessage)
}
"""The server's messages by type."""


@asynccontextmanager
async def hub_at(
    folder: Path, limits: Limits | None = None, now: Callable[[], float] = time.time
) -> AsyncIterator[Hub]:
    """A hub that stores its tables in a folder."""
    hub = Hub(SqliteStorage(folder / "games.db"), BotPool(1, BOT_SECONDS), limits, now)
    await hub.open()
    try:
        yield hub
    finally:
        await hub.close()


async def listen(hub: Hub) -> asyncio.Server:
    """Serve a hub in this process."""
    settings = UvicornSettings(
        make_app(hub), hub.limits, hub.addresses, lifespan="off", log_config=None
    )
    settings.load()
    state = ServerState()
    return await asyncio.get_running_loop().create_server(
        lambda: HttpProtocol(config=settings, server_state=state, app_state={}), HERE, 0
    )


class Listening(Subscriber):
    """A subscriber that records what everyone at a table receives."""

    def __init__(self, table: Table) -> None:
        self.messages: list[dict[str, object]] = []
        self.why = ""
        table.presence.subscribers.add(self)

    def send_update(self, message: bytes) -> None:
        self.messages.append(msgspec.json.decode(message))

    def stop(self, code: str) -> None:
        self.why = code


async def people(
    hub: Hub,
    count: int = 2,
    clock: Clock | None = None,
    rules: dict[str, object] | None = None,
    bots: tuple[str, ...] = (),
    settings: HostSettings | None = None,
) -> tuple[Table, str, list[str]]:
    """Create a table with people and bots; return the table, the host key and the seat keys."""
    seats = [SeatPlan() for _ in range(count)] + [SeatPlan(bot) for bot in bots]
    new_table = NewTable(rules or {}, seats, clock or Clock(), settings or HostSettings())
    table, host = await hub.tables.make(new_table)
    keys = []
    for number in range(count):
        _, key = await table.join(f"Player {number}")
        keys.append(key)
    return table, host, keys


async def until_quiet(hub: Hub, table: Table) -> None:
    """Wait until a table's auto-player has nothing left to do until something changes or time passes."""
    await until(lambda: is_quiet(hub, table))


def is_quiet(hub: Hub, table: Table) -> bool:
    """Return whether a table's auto-player has reacted to every change and has nothing left to do."""
    return (
        hub.hosted[table.name].autoplayer.quiet.is_set()
        and not table.changed.is_set()
        and not table.lock.locked()
        and not hub.bot_pool.waiting
    )


def safe(table: Table) -> Action:
    """Return the safe answer for a player who has to decide."""
    game = table.game
    return game.default(game.waiting_for[0])


class SlowWorker(Worker[PackedFile | BuildError]):
    """A worker for game files that answers nothing until it is allowed to, and counts its requests."""

    def __init__(self) -> None:
        super().__init__("passgo.server.record_worker", ANSWERS, 120.0)
        self.allowed = asyncio.Event()
        self.begun = asyncio.Event()
        self.asked = 0
        self.at_once = 0
        self.answer: PackedFile | BuildError = PackedFile(gzip.compress(b"a game\n"), 0.0)

    async def ask(self, messages: Iterable[msgspec.Struct]) -> PackedFile | BuildError:
        self.asked += 1
        self.begun.set()
        self.at_once += 1
        assert self.at_once == 1
        await self.allowed.wait()
        self.at_once -= 1
        return self.answer


async def finished(hub: Hub) -> str:
    """Play a game to the end; return its table."""
    table, host, _ = await people(hub)
    await table.start(host)
    for _ in range(5):
        await table.play(safe(table))
    await table.play(Resign(0))
    while table.state.status != "over":
        await table.play(safe(table))  # finishes any auction in progress first (Ruling 12)
    return table.name


@asynccontextmanager
async def client_of(hub: Hub) -> AsyncIterator[AsyncClient]:
    """Send HTTP requests to a hub in this process."""
    transport = ASGITransport(make_app(hub))  # type: ignore[arg-type]  # an ASGI app, but with Litestar's types
    async with AsyncClient(transport=transport, base_url="http://test") as client:
        yield client
