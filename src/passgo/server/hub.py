"""The core of a running server: storage, tables, auto-players, chats and client sessions."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from passgo.server.autoplay import AutoPlayer
from passgo.server.bot_pool import BotPool
from passgo.server.chat import Chat
from passgo.server.config import Config
from passgo.server.downloads import Downloads
from passgo.server.hints import Hints, TableHints
from passgo.server.keys import digest
from passgo.server.limits import Limits, PerAddress, Rate
from passgo.server.logging_setup import get_logger
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.readiness import Readiness
from passgo.server.records import Records
from passgo.server.reviews import Reviews
from passgo.server.seats import check_clock
from passgo.server.session import Session
from passgo.server.storage.interface import Status, Storage, StorageError
from passgo.server.table import Table
from passgo.server.tables import NewTable, Tables
from passgo.server.wire import Hello

log: Final = get_logger("passgo.server")

SWEEP: Final = 60.0
"""Seconds between checks for deserted tables."""
IDLE: Final = 600.0
"""Seconds without a change after which a deserted table is removed from memory."""
TIDY: Final = 3600.0
"""Seconds between checks for tables that are old enough to delete."""
FIRST_DELAY: Final = 1.0
"""Seconds until a table that could not be written to is reopened; doubled after each failure."""
LONGEST_DELAY: Final = 30.0
DAY: Final = 86_400.0
MOST_RATES: Final = 64
"""Number of rates to remember per table; above this number, rates that have recovered are dropped."""


class HostedTable:
    """A table in memory, with its auto-player, its chat, its hints and its message rates."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        limits: Limits,
        config: Config,
        hints: Hints,
        on_broken: Callable[[Table], None],
    ) -> None:
        self.table = table
        self.on_broken = on_broken
        self.autoplayer = AutoPlayer(table)
        self.chat = Chat(table, storage, limits, config.chat)
        self.hints = TableHints(table, hints, limits, config.hints)
        self.sessions = self.chat.sessions
        self.limits = limits
        self.rates: dict[str, Rate] = {}
        """Each key's message rate, by the digest of the seat key or host key."""
        self.task = asyncio.create_task(self.autoplayer.run(), name=f"autoplay {table.name}")
        self.task.add_done_callback(self.on_task_end)

    def on_task_end(self, task: asyncio.Task[None]) -> None:
        """Abandon the table if its auto-player failed, so that it is reloaded."""
        if not task.cancelled() and task.exception() is not None:
            log.error("auto-player failed", table=self.table.name, wrong=repr(task.exception()))
            self.table.give_up()
        if not task.cancelled() and self.table.is_broken:
            self.on_broken(self.table)

    def rates_for(self, keys: Sequence[str], now: float) -> list[Rate]:
        """Return the rates shared by all sockets with these keys; a watch key has none."""
        state = self.table.state
        held = {state.host, *(place.digest for place in state.places)} & set(map(digest, keys))
        if len(self.rates) > MOST_RATES:
            self.rates = {one: rate for one, rate in self.rates.items() if not rate.is_full(now)}
        limits = self.limits
        for one in held - set(self.rates):
            self.rates[one] = Rate(limits.messages_per_second, limits.messages_burst)
        return [self.rates[one] for one in sorted(held)]

    def is_deserted(self, now: float) -> bool:
        """Return whether nobody is connected and nothing will happen automatically."""
        table = self.table
        if (
            table.presence.subscribers
            or now - table.state.changed < IDLE
            or not self.autoplayer.quiet.is_set()
            or table.clocks.time_to_end() is not None
        ):
            return False
        runs = table.state.status == "playing" and table.state.clock.runs
        return not runs or self.autoplayer.is_deserted()


class Hub:
    """A server without its HTTP and WebSocket layers."""

    session_type: type[Session] = Session
    """The class of client sessions."""

    def __init__(
        self,
        storage: Storage,
        bot_pool: BotPool,
        limits: Limits | None = None,
        now: Callable[[], float] = time.time,
        config: Config | None = None,
    ) -> None:
        self.storage = storage
        self.bot_pool = bot_pool
        self.config = Config() if config is None else config
        self.limits = self.config.limits if limits is None else limits
        self.now = now
        self.metrics = Metrics()
        self.sockets = Counter[str]()
        """Open sockets by kind: `seat` or `watcher`."""
        self.addresses = PerAddress(self.limits)
        self.tables = Tables(storage, now, self.metrics, bot_pool)
        self.tables.most_log_entries = self.limits.lines_per_table
        levels = logging.getLevelNamesMapping()
        self.tables.move_log_level = levels[self.config.move_log_level.upper()]
        self.tables.on_open = self.host
        self.records = Records(storage)
        self.reviews = Reviews(storage, self.metrics)
        self.downloads = Downloads()
        self.hints = Hints(self.metrics, bot_pool.seconds)
        self.readiness = Readiness(storage)
        self.hosted: dict[str, HostedTable] = {}
        self.table_addresses: dict[str, str] = {}
        """The address whose limit each table counts toward until its game is over."""
        self.player_addresses: dict[tuple[str, str], str] = {}
        """The address whose limit each player counts toward until they leave or the game is over."""
        self.reopen_at: dict[str, float] = {}
        """The time at which to reopen each table that was abandoned during its game."""
        self.reopen_delays: dict[str, float] = {}
        """The delay, in seconds, before each abandoned table is reopened; doubled after each failure."""
        self.drawing = asyncio.Lock()
        """Held for about 10 ms while a QR code is drawn; drawing several at a time would slow down games."""
        self.closing = False
        self.chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the storage and the bot pool, and resume every game in progress."""
        await self.storage.open()
        await self.bot_pool.open()
        count = await self.tables.open_playing()
        self.chores = [
            asyncio.create_task(self.every(SWEEP, self.sweep), name="sweeping"),
            asyncio.create_task(self.every(FIRST_DELAY, self.reopen), name="reopening"),
            asyncio.create_task(self.every(TIDY, self.tidy), name="tidying"),
        ]
        log.info("open", games=count)

    async def close(self) -> None:
        """Finish pending moves, disconnect all clients, and close everything."""
        self.closing = True
        hosted = list(self.hosted.values())
        tasks = [*self.chores, *(one.task for one in hosted)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in hosted:
            async with one.table.lock:  # waits for a write in progress
                one.table.presence.stop("closing")
        await self.records.close()
        await self.reviews.close()
        await self.hints.close()
        await self.readiness.close()
        await self.bot_pool.close()
        await self.storage.close()
        log.info("closed")

    # -- tables ----------------------------------------------------------------------------------------

    def host(self, table: Table) -> None:
        """Start hosting a table that has just been opened."""
        before = self.hosted.get(table.name)
        if before is not None:
            before.task.cancel()
        self.hosted[table.name] = HostedTable(
            table, self.storage, self.limits, self.config, self.hints, self.reopen_later
        )

    async def make(self, wanted: NewTable, address: str) -> tuple[Table, str]:
        """Create a table for a client address; return it and the host key."""
        check_clock(wanted.clock)
        with self.count_table(address) as made:
            table, key = await self.tables.make(wanted)
            made.append(table.name)
        return table, key

    async def rematch(self, name: str, key: str, address: str) -> Table:
        """Create a rematch, or return the existing one; a new table counts toward its creator's limit."""
        table = await self.tables.get(name)
        with self.count_table(address) as made:
            again = await self.tables.rematch(table, key)
            made.append(again.name)
        return again

    @contextmanager
    def count_table(self, address: str) -> Iterator[list[str]]:
        """Count a new table toward an address's limit; the caller adds its name to the yielded list."""
        if len(self.tables.open) >= self.limits.tables:
            raise Problem(
                "limit", "This server has reached its maximum number of tables. Try again later."
            )
        if not self.addresses.take(address, "tables", time.monotonic()):
            raise Problem(
                "limit", "Your address has too many unfinished tables. Finish or delete some first."
            )
        made: list[str] = []
        try:
            yield made
        finally:
            if made and made[0] not in self.table_addresses:
                self.table_addresses[made[0]] = address
            else:
                self.addresses.give_back(address, "tables")

    async def delete(self, name: str, key: str) -> None:
        """Delete a table permanently, on behalf of its host."""
        table = await self.tables.get(name)
        async with table.lock:
            table.seats.check_host(key)
            await self.storage.delete(name)
            self.forget(name)

    def count_seat(self, address: str) -> None:
        """Count a seat that a client is about to take."""
        if not self.addresses.take(address, "seats", time.monotonic()):
            raise Problem("limit", "Your address holds too many seats. Leave one first.")

    def release_left_seats(self, table: Table) -> None:
        """Stop counting the seats of players who have left."""
        names = {place.name for place in table.state.places if not place.is_free}
        for key in [
            key for key in self.player_addresses if key[0] == table.name and key[1] not in names
        ]:
            self.release_seat(*key)

    def release_seat(self, table: str, player: str) -> None:
        """Stop counting a player's seat."""
        address = self.player_addresses.pop((table, player), None)
        if address is not None:
            self.addresses.give_back(address, "seats")

    def release(self, table: str) -> None:
        """Stop counting a table and its seats."""
        address = self.table_addresses.pop(table, None)
        if address is not None:
            self.addresses.give_back(address, "tables")
        for key in [key for key in self.player_addresses if key[0] == table]:
            self.release_seat(*key)

    # -- clients ---------------------------------------------------------------------------------------

    async def connect(self, hello: Hello, address: str = "") -> Session:
        """Start a session for a client whose socket has been counted; raise Problem if no key is valid."""
        table = await self.tables.get(hello.table)
        one = self.hosted[table.name]
        async with table.lock:  # so that the client sees only what is durable
            table.log.check_writable()
            session = self.session_type(
                table, one.autoplayer, one.chat, one.hints, hello, self.limits
            )
        if session.is_counted_as_spectator:
            if sum(other.is_spectator for other in one.sessions) >= self.limits.watchers_per_table:
                session.stop("full")
                raise Problem("limit", "This table has reached its maximum number of spectators.")
            self.sockets["watcher"] += 1
        else:
            self.sockets["seat"] += 1
        session.rates += one.rates_for(hello.keys, session.now())
        if address:
            session.rates.append(self.addresses.message_rate(address))
        one.sessions.add(session)
        try:
            for seat in session.seats:
                await table.set_away(seat, False)  # a returning player takes over again
        except BaseException:
            self.disconnect(session)
            raise
        return session

    def disconnect(self, session: Session) -> None:
        """End a client's session."""
        if session.is_counted_as_spectator:
            self.sockets["watcher"] -= 1
            self.metrics.dropped_watchers.inc(session.closed == "slow")
        else:
            self.sockets["seat"] -= 1
        session.stop("left")
        one = self.hosted.get(session.table.name)
        if one is not None:
            one.sessions.discard(session)

    # -- chores ----------------------------------------------------------------------------------------

    async def every(self, seconds: float, chore: Callable[[], object]) -> None:
        """Run a chore periodically."""
        while True:
            await asyncio.sleep(seconds)
            try:  # after an error, try again next time
                done = chore()
                if asyncio.iscoroutine(done):
                    await done
            except StorageError as error:
                log.warning("chore failed: storage unavailable", wrong=str(error))

    def reopen_later(self, table: Table) -> None:
        """Schedule the reopening of a table abandoned during its game, so that clocks and bots resume."""
        name = table.name
        now = self.tables.open.get(name, table)
        if table.state.status == "playing" and now.is_broken and name not in self.reopen_at:
            delay = min(2 * self.reopen_delays.get(name, FIRST_DELAY / 2), LONGEST_DELAY)
            self.reopen_delays[name] = delay
            self.reopen_at[name] = self.now() + delay

    async def reopen(self) -> None:
        """Reopen abandoned tables that are due.

        On StorageError, double the delays of the tables that are still closed and re-raise it.
        """
        now = self.now()
        due = [name for name, at in self.reopen_at.items() if at <= now]
        for place, name in enumerate(due):
            try:
                with suppress(Problem):  # the table was deleted or is damaged
                    await self.tables.get(name)
            except StorageError:
                for late in due[place:]:
                    self.reopen_delays[late] = min(2 * self.reopen_delays[late], LONGEST_DELAY)
                    self.reopen_at[late] = now + self.reopen_delays[late]
                raise
            self.reopen_at.pop(name, None)

    def sweep(self) -> None:
        """Remove deserted and abandoned tables from memory."""
        now = self.now()
        self.reopen_delays = {
            name: delay for name, delay in self.reopen_delays.items() if name in self.reopen_at
        }
        for name, one in list(self.hosted.items()):
            if one.table.state.status == "over":
                self.release(name)
            if one.table.is_broken:
                self.reopen_later(one.table)
            if one.table.is_broken or one.is_deserted(now):
                one.task.cancel()
                del self.hosted[name]
                self.tables.drop(one.table)

    async def tidy(self) -> None:
        """Delete old tables and chat messages."""
        now = self.now()
        config = self.config
        kept: dict[Status, int] = {
            "open": config.keep_open_days,
            "playing": config.keep_playing_days,
            "over": config.keep_over_days,
        }
        for status, days in kept.items():
            if days:
                for name in await self.storage.expire(now - days * DAY, status):
                    self.forget(name)
        if config.keep_chat_days:
            await self.storage.expire_chat(now - config.keep_chat_days * DAY)

    def forget(self, name: str) -> None:
        """Remove all traces of a deleted table from memory."""
        self.release(name)
        self.records.forget(name)
        self.reviews.forget(name)
        self.reopen_at.pop(name, None)
        one = self.hosted.pop(name, None)
        if one is not None:
            one.task.cancel()
            self.tables.drop(one.table)
            one.table.give_up()

    def render_metrics(self) -> str:
        """Return the current metrics in the Prometheus text format."""
        tables, sockets = self.metrics.tables, self.metrics.sockets
        statuses = [table.state.status for table in self.tables.open.values()]
        tables.open.set(statuses.count("open"))
        tables.playing.set(statuses.count("playing"))
        tables.over.set(statuses.count("over"))
        sockets.seat.set(self.sockets["seat"])
        sockets.watcher.set(self.sockets["watcher"])
        return self.metrics.render()
