"""Everything a running server holds: the store, the tables, who minds them, who talks at them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from passgo.server.autoplay import AutoPlayer
from passgo.server.chat import Chat
from passgo.server.config import Config
from passgo.server.crew import Crew
from passgo.server.limits import Limits, PerAddress, Rate
from passgo.server.logs import Log
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.readiness import Readiness
from passgo.server.records import Records
from passgo.server.seating import checked_clock
from passgo.server.session import Session
from passgo.server.storage.interface import Status, Storage, StorageError
from passgo.server.table import Table
from passgo.server.tables import TableRequest, Tables
from passgo.server.tokens import digest
from passgo.server.wire import Hello

log: Final = Log("passgo.server")

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
"""Tokens at one table whose rates are remembered; above that, those that have rested are forgotten."""


class Attended:
    """A table with who minds it, its talk, and the addresses that it counts against."""

    def __init__(
        self,
        table: Table,
        crew: Crew,
        limits: Limits,
        chat: bool,
        on_broken: Callable[[Table], None],
    ) -> None:
        self.table = table
        self.on_broken = on_broken
        self.autoplayer = AutoPlayer(table, crew)
        self.chat = Chat(table, limits, chat)
        self.sessions = self.chat.sessions
        self.limits = limits
        self.rates: dict[str, Rate] = {}
        """By digest of a token: how fast whoever holds seats by it may send messages."""
        self.task = asyncio.create_task(self.autoplayer.run(), name=f"autoplay {table.name}")
        self.task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        """Let the table be read anew if who minds it failed."""
        if not task.cancelled() and task.exception() is not None:
            log.error("autoplay failed", table=self.table.name, wrong=repr(task.exception()))
            self.table.give_up()
        if not task.cancelled() and self.table.broken:
            self.on_broken(self.table)

    def rates_of(self, tokens: Sequence[str], now: float) -> list[Rate]:
        """Return the rates that all sockets with these tokens share; watchers share none."""
        book = self.table.book
        held = {book.host, *(place.digest for place in book.places)} & set(map(digest, tokens))
        if len(self.rates) > MOST_RATES:
            self.rates = {key: rate for key, rate in self.rates.items() if not rate.is_full(now)}
        limits = self.limits
        for key in held - set(self.rates):
            self.rates[key] = Rate(limits.messages_per_second, limits.messages_burst)
        return [self.rates[key] for key in sorted(held)]

    def deserted(self, now: float) -> bool:
        """Whether nobody is here and nothing will happen by itself."""
        table = self.table
        if table.ears or now - table.book.changed < IDLE or not self.autoplayer.quiet.is_set():
            return False
        runs = table.book.status == "playing" and table.book.clock.runs
        return not runs or self.autoplayer.is_deserted()


class Hub:
    """The inside of a server: no socket, no HTTP."""

    def __init__(
        self,
        storage: Storage,
        crew: Crew,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
        config: Config | None = None,
    ) -> None:
        self.storage = storage
        self.crew = crew
        self.config = Config() if config is None else config
        self.limits = self.config.limits if limits is None else limits
        self.clock = clock
        self.metrics = Metrics()
        self.addresses = PerAddress(self.limits)
        self.tables = Tables(storage, clock, self.metrics)
        self.tables.most_lines = self.limits.lines_per_table
        self.tables.on_open = self.attend
        self.records = Records(storage)
        self.readiness = Readiness(storage)
        self.attended: dict[str, Attended] = {}
        self.makers: dict[str, str] = {}
        """By table: the address it counts against until it is over."""
        self.sitters: dict[tuple[str, str], str] = {}
        """By table and player: the address they count against until it is over or they get up."""
        self.lost: dict[str, float] = {}
        """By table that was given up in its game: when to open it again."""
        self.delays: dict[str, float] = {}
        """By such a table: seconds until then, twice as many each time."""
        self.closing = False
        self.chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the store and the crew, and go on with every game that is going on."""
        await self.storage.open()
        await self.crew.open()
        count = await self.tables.wake()
        self.chores = [
            asyncio.create_task(self.every(SWEEP, self.sweep), name="sweeping"),
            asyncio.create_task(self.every(FIRST_DELAY, self.reopen), name="reopening"),
            asyncio.create_task(self.every(TIDY, self.tidy), name="tidying"),
        ]
        log.info("open", games=count)

    async def close(self) -> None:
        """Let moves in flight finish, say goodbye, and close everything."""
        self.closing = True
        attended = list(self.attended.values())
        tasks = [*self.chores, *(one.task for one in attended)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in attended:
            async with one.table.lock:  # what is being written is written
                for ear in list(one.table.ears):
                    ear.stop("closing")
        await self.records.close()
        await self.readiness.close()
        await self.crew.close()
        await self.storage.close()
        log.info("closed")

    # -- tables ----------------------------------------------------------------------------------------

    def attend(self, table: Table) -> None:
        """Begin to mind a table that was opened."""
        before = self.attended.get(table.name)
        if before is not None:
            before.task.cancel()
        self.attended[table.name] = Attended(
            table, self.crew, self.limits, self.config.chat, self.lose
        )

    async def make(self, wishes: TableRequest, address: str) -> tuple[Table, str]:
        """Make a table for somebody at an address; return it and the host's token."""
        checked_clock(wishes.clock)
        with self.counted(address) as made:
            table, token = await self.tables.make(wishes)
            made.append(table.name)
        return table, token

    async def rematch(self, name: str, token: str, address: str) -> Table:
        """Set a table up again for the same people; it counts against who asks for it first."""
        table = await self.tables.get(name)
        with self.counted(address) as made:
            again = await self.tables.rematch(table, token)
            made.append(again.name)
        return again

    @contextmanager
    def counted(self, address: str) -> Iterator[list[str]]:
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
            if made and made[0] not in self.makers:
                self.makers[made[0]] = address
            else:
                self.addresses.give_back(address, "tables")

    async def delete(self, name: str, token: str) -> None:
        """Delete a table for ever, as its host."""
        table = await self.tables.get(name)
        async with table.lock:
            table.check_host(token)
            await self.storage.delete(name)
            self.forget(name)

    def sit(self, address: str) -> None:
        """Count a seat that somebody at an address is about to take."""
        if not self.addresses.take(address, "seats", time.monotonic()):
            raise Problem("limit", "There are too many players from your address.")

    def reconcile(self, table: Table) -> None:
        """Count those no longer who have got up."""
        names = {place.name for place in table.book.places if not place.free}
        for key in [key for key in self.sitters if key[0] == table.name and key[1] not in names]:
            self.stand_up(*key)

    def stand_up(self, table: str, player: str) -> None:
        """Count a player no longer."""
        address = self.sitters.pop((table, player), None)
        if address is not None:
            self.addresses.give_back(address, "seats")

    def release(self, table: str) -> None:
        """Count a table and its seats no longer."""
        address = self.makers.pop(table, None)
        if address is not None:
            self.addresses.give_back(address, "tables")
        for key in [key for key in self.sitters if key[0] == table]:
            self.stand_up(*key)

    # -- clients ---------------------------------------------------------------------------------------

    async def greet(self, hello: Hello, address: str = "") -> Session:
        """Let a client in from an address that holds a socket; raise Problem if its tokens are not good."""
        table = await self.tables.get(hello.table)
        one = self.attended[table.name]
        async with table.lock:  # so that it sees nothing that is not yet durable
            table.check_whole()
            session = Session(table, one.autoplayer, one.chat, hello, self.limits)
        if session.came_to_watch:
            if sum(other.watches for other in one.sessions) >= self.limits.watchers_per_table:
                session.stop("full")
                raise Problem("limit", "There are as many watchers here as can be.")
            self.metrics.sockets.watcher += 1
        else:
            self.metrics.sockets.seat += 1
        session.rates += one.rates_of(hello.tokens, session.clock())
        if address:
            session.rates.append(self.addresses.message_rate(address))
        one.sessions.add(session)
        try:
            for seat in session.seats:
                await table.go_away(seat, False)  # whoever comes back plays again
        except BaseException:
            self.goodbye(session)
            raise
        return session

    def goodbye(self, session: Session) -> None:
        """Let a client go."""
        if session.came_to_watch:
            self.metrics.sockets.watcher -= 1
            self.metrics.dropped_watchers += session.closed == "slow"
        else:
            self.metrics.sockets.seat -= 1
        session.stop("left")
        one = self.attended.get(session.table.name)
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

    def lose(self, table: Table) -> None:
        """Open a table again soon that was given up in its game: clocks and bots go on without anybody."""
        name = table.name
        now = self.tables.open.get(name, table)
        if table.book.status == "playing" and now.broken and name not in self.lost:
            delay = min(2 * self.delays.get(name, FIRST_DELAY / 2), LONGEST_DELAY)
            self.delays[name] = delay
            self.lost[name] = self.clock() + delay

    async def reopen(self) -> None:
        """Open tables again that were given up; raise StorageError, and wait longer, while none can be."""
        now = self.clock()
        due = [name for name, at in self.lost.items() if at <= now]
        for place, name in enumerate(due):
            try:
                with suppress(Problem):  # deleted, or damaged: nobody can play there
                    await self.tables.get(name)
            except StorageError:
                for late in due[place:]:
                    self.delays[late] = min(2 * self.delays[late], LONGEST_DELAY)
                    self.lost[late] = now + self.delays[late]
                raise
            self.lost.pop(name, None)

    def sweep(self) -> None:
        """Hold tables in memory no longer that nobody sits at."""
        now = self.clock()
        self.delays = {name: delay for name, delay in self.delays.items() if name in self.lost}
        for name, one in list(self.attended.items()):
            if one.table.book.status == "over":
                self.release(name)
            if one.table.broken:
                self.lose(one.table)
            if one.table.broken or one.deserted(now):
                one.task.cancel()
                del self.attended[name]
                self.tables.drop(one.table)

    async def tidy(self) -> None:
        """Delete what is old enough to be deleted."""
        now = self.clock()
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
        self.lost.pop(name, None)
        one = self.attended.pop(name, None)
        if one is not None:
            one.task.cancel()
            self.tables.drop(one.table)
            one.table.give_up()

    def count(self) -> str:
        """Write the metrics as they are now."""
        tables = self.metrics.tables
        statuses = [table.book.status for table in self.tables.open.values()]
        tables.open = statuses.count("open")
        tables.playing = statuses.count("playing")
        tables.over = statuses.count("over")
        return self.metrics.render()
