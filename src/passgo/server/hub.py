"""Everything a running server holds: the store, the tables, who minds them, who talks at them."""

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
from passgo.server.keys import digest
from passgo.server.limits import Limits, PerAddress, Rate
from passgo.server.logging_setup import get_logger
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.readiness import Readiness
from passgo.server.records import Records
from passgo.server.seats import check_clock
from passgo.server.session import Session
from passgo.server.storage.interface import Status, Storage, StorageError
from passgo.server.table import Table
from passgo.server.tables import NewTable, Tables
from passgo.server.wire import Hello

log: Final = get_logger("passgo.server")

SWEEP: Final = 60.0
"""Seconds between two looks for tables that nobody sits at."""
IDLE: Final = 600.0
"""Seconds without a change after which a table without anybody is held in memory no longer."""
TIDY: Final = 3600.0
"""Seconds between two looks for tables that are old enough to be deleted."""
FIRST_DELAY: Final = 1.0
"""Seconds until a table is opened again that could not be written; twice as many each time it fails."""
LONGEST_DELAY: Final = 30.0
DAY: Final = 86_400.0
MOST_RATES: Final = 64
"""Keys at one table whose rates are remembered; above that, those that have rested are forgotten."""


class HostedTable:
    """A table with who minds it, its talk, and the addresses that it counts against."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        limits: Limits,
        chat: bool,
        on_broken: Callable[[Table], None],
    ) -> None:
        self.table = table
        self.on_broken = on_broken
        self.autoplayer = AutoPlayer(table)
        self.chat = Chat(table, storage, limits, chat)
        self.sessions = self.chat.sessions
        self.limits = limits
        self.rates: dict[str, Rate] = {}
        """By digest of a key: how fast whoever holds seats by it may send messages."""
        self.task = asyncio.create_task(self.autoplayer.run(), name=f"autoplay {table.name}")
        self.task.add_done_callback(self.on_task_end)

    def on_task_end(self, task: asyncio.Task[None]) -> None:
        """Let the table be read again if its auto-player failed."""
        if not task.cancelled() and task.exception() is not None:
            log.error("autoplay failed", table=self.table.name, wrong=repr(task.exception()))
            self.table.give_up()
        if not task.cancelled() and self.table.is_broken:
            self.on_broken(self.table)

    def rates_for(self, keys: Sequence[str], now: float) -> list[Rate]:
        """Return the rates that all sockets with these keys share; watchers share none."""
        state = self.table.state
        held = {state.host, *(place.digest for place in state.places)} & set(map(digest, keys))
        if len(self.rates) > MOST_RATES:
            self.rates = {one: rate for one, rate in self.rates.items() if not rate.is_full(now)}
        limits = self.limits
        for one in held - set(self.rates):
            self.rates[one] = Rate(limits.messages_per_second, limits.messages_burst)
        return [self.rates[one] for one in sorted(held)]

    def is_deserted(self, now: float) -> bool:
        """Whether nobody is here and nothing will happen automatically."""
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
    """The inside of a server: no socket, no HTTP."""

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
        self.readiness = Readiness(storage)
        self.hosted: dict[str, HostedTable] = {}
        self.table_addresses: dict[str, str] = {}
        """By table: the address it counts against until it is over."""
        self.player_addresses: dict[tuple[str, str], str] = {}
        """By table and player: the address they count against until it is over or they get up."""
        self.reopen_at: dict[str, float] = {}
        """By table that was given up in its game: when to open it again."""
        self.reopen_delays: dict[str, float] = {}
        """By such a table: seconds until then, twice as many each time."""
        self.drawing = asyncio.Lock()
        """Held while a QR code is drawn, for some 10 ms: many at once would leave games no time."""
        self.closing = False
        self.chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the store and the bot pool, and go on with every game that is going on."""
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
        """Let moves in flight finish, say goodbye, and close everything."""
        self.closing = True
        hosted = list(self.hosted.values())
        tasks = [*self.chores, *(one.task for one in hosted)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in hosted:
            async with one.table.lock:  # what is being written is written
                one.table.presence.stop("closing")
        await self.records.close()
        await self.readiness.close()
        await self.bot_pool.close()
        await self.storage.close()
        log.info("closed")

    # -- tables ----------------------------------------------------------------------------------------

    def host(self, table: Table) -> None:
        """Begin to mind a table that was opened."""
        before = self.hosted.get(table.name)
        if before is not None:
            before.task.cancel()
        self.hosted[table.name] = HostedTable(
            table, self.storage, self.limits, self.config.chat, self.reopen_later
        )

    async def make(self, wanted: NewTable, address: str) -> tuple[Table, str]:
        """Make a table for somebody at an address; return it and the host's key."""
        check_clock(wanted.clock)
        with self.count_table(address) as made:
            table, key = await self.tables.make(wanted)
            made.append(table.name)
        return table, key

    async def rematch(self, name: str, key: str, address: str) -> Table:
        """Set a table up again for the same people; it counts against who asks for it first."""
        table = await self.tables.get(name)
        with self.count_table(address) as made:
            again = await self.tables.rematch(table, key)
            made.append(again.name)
        return again

    @contextmanager
    def count_table(self, address: str) -> Iterator[list[str]]:
        """Count the table that is made here, and named in the list, against an address."""
        if len(self.tables.open) >= self.limits.tables:
            raise Problem(
                "limit", "This server has as many tables as it can hold: come back later."
            )
        if not self.addresses.take(address, "tables", time.monotonic()):
            raise Problem("limit", "There are too many tables from your address: end some first.")
        made: list[str] = []
        try:
            yield made
        finally:
            if made and made[0] not in self.table_addresses:
                self.table_addresses[made[0]] = address
            else:
                self.addresses.give_back(address, "tables")

    async def delete(self, name: str, key: str) -> None:
        """Delete a table for ever, as its host."""
        table = await self.tables.get(name)
        async with table.lock:
            table.seats.check_host(key)
            await self.storage.delete(name)
            self.forget(name)

    def count_seat(self, address: str) -> None:
        """Count a seat that somebody at an address is about to take."""
        if not self.addresses.take(address, "seats", time.monotonic()):
            raise Problem("limit", "There are too many players from your address.")

    def release_left_seats(self, table: Table) -> None:
        """Count those no longer who have got up."""
        names = {place.name for place in table.state.places if not place.is_free}
        for key in [
            key for key in self.player_addresses if key[0] == table.name and key[1] not in names
        ]:
            self.release_seat(*key)

    def release_seat(self, table: str, player: str) -> None:
        """Count a player no longer."""
        address = self.player_addresses.pop((table, player), None)
        if address is not None:
            self.addresses.give_back(address, "seats")

    def release(self, table: str) -> None:
        """Count a table and its seats no longer."""
        address = self.table_addresses.pop(table, None)
        if address is not None:
            self.addresses.give_back(address, "tables")
        for key in [key for key in self.player_addresses if key[0] == table]:
            self.release_seat(*key)

    # -- clients ---------------------------------------------------------------------------------------

    async def connect(self, hello: Hello, address: str = "") -> Session:
        """Let a client in from an address that holds a socket; raise Problem if its keys are not good."""
        table = await self.tables.get(hello.table)
        one = self.hosted[table.name]
        async with table.lock:  # so that it sees nothing that is not yet durable
            table.log.check_writable()
            session = Session(table, one.autoplayer, one.chat, hello, self.limits)
        if session.is_counted_as_spectator:
            if sum(other.is_spectator for other in one.sessions) >= self.limits.watchers_per_table:
                session.stop("full")
                raise Problem("limit", "There are as many watchers here as can be.")
            self.sockets["watcher"] += 1
        else:
            self.sockets["seat"] += 1
        session.rates += one.rates_for(hello.keys, session.now())
        if address:
            session.rates.append(self.addresses.message_rate(address))
        one.sessions.add(session)
        try:
            for seat in session.seats:
                await table.set_away(seat, False)  # whoever comes back plays again
        except BaseException:
            self.disconnect(session)
            raise
        return session

    def disconnect(self, session: Session) -> None:
        """Let a client go."""
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
        """Do something again and again."""
        while True:
            await asyncio.sleep(seconds)
            try:  # the next time may go better
                done = chore()
                if asyncio.iscoroutine(done):
                    await done
            except StorageError as error:
                log.warning("a chore waits for the store", wrong=str(error))

    def reopen_later(self, table: Table) -> None:
        """Open a table again soon that was given up in its game: clocks and bots go on without anybody."""
        name = table.name
        now = self.tables.open.get(name, table)
        if table.state.status == "playing" and now.is_broken and name not in self.reopen_at:
            delay = min(2 * self.reopen_delays.get(name, FIRST_DELAY / 2), LONGEST_DELAY)
            self.reopen_delays[name] = delay
            self.reopen_at[name] = self.now() + delay

    async def reopen(self) -> None:
        """Open tables again that were given up; raise StorageError, and wait longer, while none can be."""
        now = self.now()
        due = [name for name, at in self.reopen_at.items() if at <= now]
        for place, name in enumerate(due):
            try:
                with suppress(Problem):  # deleted, or damaged: nobody can play there
                    await self.tables.get(name)
            except StorageError:
                for late in due[place:]:
                    self.reopen_delays[late] = min(2 * self.reopen_delays[late], LONGEST_DELAY)
                    self.reopen_at[late] = now + self.reopen_delays[late]
                raise
            self.reopen_at.pop(name, None)

    def sweep(self) -> None:
        """Hold tables in memory no longer that nobody sits at."""
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
        """Delete what is old enough to be deleted."""
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
        """Let go of a table that was deleted."""
        self.release(name)
        self.records.forget(name)
        self.reopen_at.pop(name, None)
        one = self.hosted.pop(name, None)
        if one is not None:
            one.task.cancel()
            self.tables.drop(one.table)
            one.table.give_up()

    def render_metrics(self) -> str:
        """Return the metrics as of now, in the Prometheus text format."""
        tables, sockets = self.metrics.tables, self.metrics.sockets
        statuses = [table.state.status for table in self.tables.open.values()]
        tables.open.set(statuses.count("open"))
        tables.playing.set(statuses.count("playing"))
        tables.over.set(statuses.count("over"))
        sockets.seat.set(self.sockets["seat"])
        sockets.watcher.set(self.sockets["watcher"])
        return self.metrics.render()
