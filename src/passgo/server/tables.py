"""All of a server's tables: creating, finding and loading them."""

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
from passgo.server.names import BOT_NAMES, clean_title
from passgo.server.presence import Presence
from passgo.server.problems import Problem
from passgo.server.seats import Seats, check_bot, check_bots
from passgo.server.storage.interface import NoTable, Row, Storage
from passgo.server.table import Table
from passgo.server.table_bots import TableBots
from passgo.server.table_state import LEAST_SEATS, MOST_SEATS, TableState

log: Final = get_logger("passgo.tables")

MOST_ENTRIES: Final = 40
MOST_MONEY: Final = 10_000_000
"""The largest number allowed in a starting position.

No game needs a larger number, and one within this limit cannot grow too large for a position.
"""


class NewTable(msgspec.Struct, frozen=True):
    """A request for a new table."""

    rules: dict[str, object] = {}
    """A preset and the options that differ from it."""
    seats: list[SeatPlan] = msgspec.field(default_factory=lambda: [SeatPlan() for _ in range(4)])
    clock: Clock = Clock()
    settings: HostSettings = HostSettings()
    position: dict[str, object] | None = None
    """A view or a position to start from, with its own rules; unseen cards are reshuffled."""


class Tables:
    """The tables that this process writes to."""

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
        """Each table's lock, held while the table is loaded, so that simultaneous requests load it once."""
        self.reading = asyncio.Lock()
        """Shared by all logs that are being replayed, so that they take turns."""
        self.on_open: Callable[[Table], None] = lambda table: None
        """Called with each table that is opened, to start its bots and clocks."""

    async def make(self, wanted: NewTable, rematch_of: str = "") -> tuple[Table, str]:
        """Create a table; return it and the host key."""
        created, key = self.first_entry(wanted, rematch_of)
        first = write_entry(created)
        state = TableState.open([first])  # exactly as it will be read later
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
        """Create a table's rematch, or return it if it exists; players keep their keys."""
        table.seats.check_host(key)
        async with table.rematch_lock:
            return await self.find_or_make_rematch(table)

    async def find_or_make_rematch(self, table: Table) -> Table:
        """Return a table's rematch; create it if there is none."""
        state = table.state
        if state.rematch:
            return await self.get(state.rematch)
        if state.status != "over":
            raise Problem("table.waiting", "The game is not over yet.")
        names = [
            place.name if place.bot and place.name in BOT_NAMES else "" for place in state.places
        ]
        seats = [SeatPlan(place.bot, name) for place, name in zip(state.places, names, strict=True)]
        wanted = NewTable(state.created.rules, seats, state.clock, state.settings)
        again, _ = await self.make(wanted, table.name)
        await again.copy_people(state)
        await table.link_rematch(again.name)
        return again

    def first_entry(self, wanted: NewTable, rematch_of: str) -> tuple[Created, str]:
        """Check a request; return its table's first log entry and host key, or raise Problem."""
        try:
            position = read_position(wanted)
            rules = rules_from_data(wanted.rules if position is None else position["rules"])
            if not LEAST_SEATS <= len(wanted.seats) <= MOST_SEATS:
                raise Problem(
                    "table.full", f"A table must have {LEAST_SEATS} to {MOST_SEATS} seats."
                )
            new_table(len(wanted.seats), rules, classic())
        except RuleSetError as error:
            raise Problem("rules", str(error)) from None
        except PositionError as error:
            raise Problem("position", f"The position is not valid: {error}") from None
        check_bots(wanted.seats)
        check_bot(wanted.clock.bot)
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
        """Assemble a table from its parts."""
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
        """Keep a table in memory."""
        self.open[table.name] = table
        self.on_open(table)

    async def get(self, name: str) -> Table:
        """Return a table, loaded from storage if necessary; raise Problem if it does not exist."""
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
        """Load a table's state, and the messages about its last log entries."""
        try:
            return await replay_log(await self.storage.entries(name), self.reading)
        except NoTable:
            raise Problem(
                "table.unknown", "There is no such table. It may have been deleted."
            ) from None
        except LogError as error:
            log.error("log damaged", table=name, wrong=str(error))
            raise Problem(
                "table.damaged", "This table's log is damaged, so the game cannot continue."
            ) from None

    async def open_playing(self) -> int:
        """Open all tables with a game in progress, to resume their clocks and bots; return the count."""
        woken = 0
        for row in await self.storage.rows(status="playing", limit=1_000_000):
            with suppress(Problem):  # a damaged table must not prevent the others from opening
                await self.get(row.table)
                woken += 1
        return woken

    def drop(self, table: Table) -> None:
        """Remove a table from memory; it stays in storage."""
        if self.open.get(table.name) is table:
            del self.open[table.name]

    async def lobby(self, limit: int = 100) -> list[ListedTable]:
        """List public tables that are open to players or can be watched, most recently changed first."""
        listed: list[ListedTable] = []
        statuses: tuple[Literal["open", "playing"], ...] = ("open", "playing")
        for status in statuses:
            for row in await self.storage.rows(status, True, limit):
                about = msgspec.json.decode(row.about)
                listed.append(ListedTable(table=row.table, status=status, **about))
        return listed


def read_position(wanted: NewTable) -> dict[str, object] | None:
    """Return the requested starting position in canonical form; raise if it is not valid."""
    if wanted.position is None:
        return None
    if wanted.rules:
        raise Problem("position", "A position includes its own rules. Omit `rules`.")
    of_views = {"rent_rows", "transfer_costs", "waiting_for", "you", "unseen"}
    data = {name: value for name, value in wanted.position.items() if name not in of_views}
    game = game_from_position(data, Seeded(1))
    if game.state.over:
        raise Problem("position", "The game is over in this position.")
    if not is_classic(game.state.board):
        raise Problem("position", "The position must use the classic board.")
    if len(game.state.players) != len(wanted.seats):
        raise Problem("position", f"This position needs {len(game.state.players)} seats.")
    position = game.position()
    check_size(position)
    del position["unseen"]
    return position


def check_size(position: dict[str, object]) -> None:
    """Raise Problem for an unrealistically large position, which would slow down everyone."""
    for name in ("agenda", "rents", "debts", "offers"):
        if len(cast(list[object], position.get(name, []))) > MOST_ENTRIES:
            raise Problem("position", f"The position may have at most {MOST_ENTRIES} {name}.")
    if largest(position) > MOST_MONEY:
        raise Problem("position", f"No number in the position may exceed {MOST_MONEY:,}.")


def largest(data: object) -> int:
    """Return the largest absolute value of any number in nested data."""
    if isinstance(data, dict):
        return max((largest(value) for value in data.values()), default=0)
    if isinstance(data, list):
        return max((largest(value) for value in data), default=0)
    return abs(data) if isinstance(data, int) else 0
