"""All tables of a server: making them, finding them, reading them from the store."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, cast

import msgspec

from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.encode import is_classic
from passgo.engine.game import new_table
from passgo.engine.ruleset import RuleSetError, rules_from_data, rules_to_data
from passgo.fair import new_fair
from passgo.position import PositionError, game_from_position
from passgo.record import rules_digest
from passgo.server.backlog import Backlog, replay_log
from passgo.server.bot_pool import BotPool
from passgo.server.clocks import Clocks
from passgo.server.event_log import MOST_ENTRIES as MOST_LOG_ENTRIES
from passgo.server.event_log import EventLog
from passgo.server.http_messages import ListedTable
from passgo.server.keys import digest, new_key, new_table_name
from passgo.server.log_entries import Clock, Created, HostSettings, LogError, SeatPlan, write_entry
from passgo.server.logging_setup import get_logger
from passgo.server.messages import write_listing
from passgo.server.metrics import Metrics
from passgo.server.names import clean_title
from passgo.server.presence import Presence
from passgo.server.problems import Problem
from passgo.server.seats import Seats, check_bot
from passgo.server.storage.interface import NoTable, Row, Storage
from passgo.server.table import Table
from passgo.server.table_bots import TableBots
from passgo.server.table_state import LEAST_SEATS, MOST_SEATS, TableState

log: Final = get_logger("passgo.tables")

MOST_ENTRIES: Final = 40
MOST_MONEY: Final = 10_000_000
"""Enough for any game; what a move adds never leaves the range of positions."""


class NewTable(msgspec.Struct, frozen=True):
    """What somebody wants of a new table."""

    rules: dict[str, object] = {}
    """A preset and the options that differ from it."""
    seats: list[SeatPlan] = msgspec.field(default_factory=lambda: [SeatPlan() for _ in range(4)])
    clock: Clock = Clock()
    settings: HostSettings = HostSettings()
    position: dict[str, object] | None = None
    """A view or a position to begin from, with its own rules; unseen cards are dealt again."""


class Tables:
    """The tables that this process writes."""

    def __init__(
        self,
        storage: Storage,
        now: Callable[[], float] = time.time,
        metrics: Metrics | None = None,
        bot_pool: BotPool | None = None,
    ) -> None:
        self.storage = storage
        self.bot_pool = BotPool() if bot_pool is None else bot_pool
        self.now = now
        self.metrics = Metrics() if metrics is None else metrics
        self.most_log_entries = MOST_LOG_ENTRIES
        self.move_log_level = logging.DEBUG
        self.open: dict[str, Table] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        """So that a table is read once, however many ask for it."""
        self.reading = asyncio.Lock()
        """So that of all logs that are being read one goes on at a time."""
        self.on_open: Callable[[Table], None] = lambda table: None
        """Called with each table that is opened: to mind its bots and clocks."""

    async def make(self, wanted: NewTable, rematch_of: str = "") -> tuple[Table, str]:
        """Make a table; return it and the host's key."""
        created, key = self.first_entry(wanted, rematch_of)
        first = write_entry(created)
        state = TableState.open([first])  # as it will be read
        table = self.build(state, Backlog())
        row = Row(
            created.table,
            created.at,
            created.at,
            "open",
            created.settings.public,
            1,
            write_listing(state),
        )
        await self.storage.create(row, [first])
        self.keep(table)
        return table, key

    async def rematch(self, table: Table, key: str) -> Table:
        """Set a table up again for the same people, who keep their keys; once for each game."""
        table.seats.check_host(key)
        async with table.rematch_lock:
            return await self.find_or_make_rematch(table)

    async def find_or_make_rematch(self, table: Table) -> Table:
        """Return the rematch of a table, made now if there is none."""
        state = table.state
        if state.rematch:
            return await self.get(state.rematch)
        if state.status != "over":
            raise Problem("table.waiting", "The game is not over yet.")
        seats = [SeatPlan(place.bot) for place in state.places]
        wanted = NewTable(state.created.rules, seats, state.clock, state.settings)
        again, _ = await self.make(wanted, table.name)
        await again.copy_people(state)
        await table.link_rematch(again.name)
        return again

    def first_entry(self, wanted: NewTable, rematch_of: str) -> tuple[Created, str]:
        """Check what is wanted and write the first entry of a table; raise Problem if it makes no sense."""
        try:
            position = read_position(wanted)
            rules = rules_from_data(wanted.rules if position is None else position["rules"])
            if not LEAST_SEATS <= len(wanted.seats) <= MOST_SEATS:
                raise Problem("table.full", f"A table has {LEAST_SEATS} to {MOST_SEATS} seats.")
            new_table(len(wanted.seats), rules, classic())
        except RuleSetError as error:
            raise Problem("rules", str(error)) from None
        except PositionError as error:
            raise Problem("position", f"The position is none: {error}") from None
        for bot in {plan.bot for plan in wanted.seats if plan.bot} | {wanted.clock.bot}:
            check_bot(bot)
        settings = clean_title(wanted.settings)
        name = new_table_name()
        fair = new_fair(name, rules_digest(rules))
        key = new_key()
        created = Created(
            self.now(),
            name,
            rules_to_data(rules),
            wanted.seats,
            wanted.clock,
            settings,
            fair.commitment,
            fair.secret.hex(),
            digest(key),
            rematch_of,
            position,
        )
        return created, key

    def build(self, state: TableState, backlog: Backlog) -> Table:
        """Put a table together from its parts."""
        table = Table(
            EventLog(state, self.storage, self.metrics, self.most_log_entries),
            Seats(state),
            Clocks(state, self.now),
            Presence(state, self.now),
            TableBots(state, self.bot_pool, self.metrics),
            backlog,
            self.metrics,
            self.now,
        )
        table.move_log_level = self.move_log_level
        return table

    def keep(self, table: Table) -> None:
        """Hold a table in memory."""
        self.open[table.name] = table
        self.on_open(table)

    async def get(self, name: str) -> Table:
        """Return a table, read from the store if need be; raise Problem if there is none."""
        table = self.open.get(name)
        if table is not None and not table.is_broken:
            return table
        lock = self.locks.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                table = self.open.get(name)
                if table is None or table.is_broken:
                    state, backlog = await self.read(name)
                    table = self.build(state, backlog)
                    self.keep(table)
                return table
        finally:
            if not lock.locked():
                self.locks.pop(name, None)

    async def read(self, name: str) -> tuple[TableState, Backlog]:
        """Read the log of a table, and the messages about its last entries."""
        try:
            return await replay_log(await self.storage.entries(name), self.reading)
        except NoTable:
            raise Problem("table.unknown", "There is no such table, or no longer.") from None
        except LogError as error:
            log.error("damaged", table=name, wrong=str(error))
            raise Problem("table.damaged", "The log of this table is damaged.") from None

    async def open_playing(self) -> int:
        """Open every table whose game is going on, so that its clocks and bots go on; how many."""
        woken = 0
        for row in await self.storage.rows(status="playing", limit=1_000_000):
            with suppress(Problem):  # one damaged table does not keep the others shut
                await self.get(row.table)
                woken += 1
        return woken

    def drop(self, table: Table) -> None:
        """Hold a table in memory no longer; it stays in the store."""
        if self.open.get(table.name) is table:
            del self.open[table.name]

    async def lobby(self, limit: int = 100) -> list[ListedTable]:
        """List public tables that wait for players or can be watched, the newest first."""
        listed: list[ListedTable] = []
        statuses: tuple[Literal["open", "playing"], ...] = ("open", "playing")
        for status in statuses:
            for row in await self.storage.rows(status, True, limit):
                about = msgspec.json.decode(row.about)
                listed.append(ListedTable(table=row.table, status=status, **about))
        return listed


def read_position(wanted: NewTable) -> dict[str, object] | None:
    """Return the position that a game is to begin from, as a game writes it; raise if it is none."""
    if wanted.position is None:
        return None
    if wanted.rules:
        raise Problem("position", "A position brings its own rules.")
    of_views = {"rent_rows", "transfer_costs", "waiting_for", "you", "unseen"}
    data = {name: value for name, value in wanted.position.items() if name not in of_views}
    game = game_from_position(data, Seeded(1))
    if game.state.over:
        raise Problem("position", "The game is over in this position.")
    if not is_classic(game.state.board):
        raise Problem("position", "Tables here have the classic board.")
    if len(game.state.players) != len(wanted.seats):
        raise Problem("position", f"This position is for {len(game.state.players)} seats.")
    position = game.position()
    check_size(position)
    del position["unseen"]
    return position


def check_size(position: dict[str, object]) -> None:
    """Raise Problem for a position that is far beyond any game: everybody would carry its weight."""
    for name in ("agenda", "rents", "debts", "offers"):
        if len(cast(list[object], position.get(name, []))) > MOST_ENTRIES:
            raise Problem("position", f"A table takes at most {MOST_ENTRIES} {name}.")
    if largest(position) > MOST_MONEY:
        raise Problem("position", f"A table takes no number above {MOST_MONEY:,}.")


def largest(data: object) -> int:
    """The largest number in it."""
    if isinstance(data, dict):
        return max((largest(value) for value in data.values()), default=0)
    if isinstance(data, list):
        return max((largest(value) for value in data), default=0)
    return abs(data) if isinstance(data, int) else 0
