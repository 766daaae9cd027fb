"""The log of a table, who hears of it, and the time. What is told is durable; nothing else is told.

What cannot be appended has not happened: the object is given up, and the table is read anew from its log.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from passgo.codec import option_to_data, view_to_data
from passgo.engine.game import Game
from passgo.say.asking import questions
from passgo.server.backlog import Backlog, MessageKind, kind_of_entry
from passgo.server.keys import matches
from passgo.server.limits import Limits
from passgo.server.log_entries import (
    Away,
    Changed,
    LogEntry,
    Ordered,
    Renewed,
    Seated,
    Started,
    Vacated,
    Watched,
    write_entry,
)
from passgo.server.messages import changed_message, describe
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.storage.interface import Storage
from passgo.server.table_state import TableState
from passgo.server.wire import (
    Asked,
    Clocks,
    Present,
    SeatOptions,
    SeatOrders,
    TableTold,
)

ROLL_CALL: Final = 1.0
"""Seconds after somebody came or went until everybody is told: who reloads a page was never gone."""
AWAY: Final = 60.0
"""Seconds without a connection of the host's after which somebody else may be the host."""
MOST_LINES: Final = Limits().lines_per_table
RESERVE: Final = 1000
"""Lines beyond the limit that are kept for what ends a game: resigning in an auction, getting up."""
LEAST_TIME: Final = 5.0
"""Seconds for a decision of who has used up their bank."""


class Subscriber:
    """Somebody who hears what happens at a table; a socket overrides this."""

    seats: Sequence[int] = ()
    """The seats that they hold; none for who watches."""
    keys: Sequence[str] = ()
    """What they hold them by, and what else they may do."""

    def note(self, message: bytes) -> None:
        """Take news that change nothing of the table; never wait."""

    def hear(self, message: bytes) -> None:
        """Take a message; never wait."""
        raise NotImplementedError

    def stop(self, code: str) -> None:
        """The table has nothing more to say; why, as a code."""
        raise NotImplementedError

    def recheck(self) -> None:
        """Keys may be void by now."""


class LoggedTable:
    """A table with its log, its clock, and those who hear of it."""

    def __init__(
        self,
        state: TableState,
        storage: Storage,
        clock: Callable[[], float] = time.time,
        metrics: Metrics | None = None,
        backlog: Backlog | None = None,
    ) -> None:
        self.state = state
        self.backlog = Backlog() if backlog is None else backlog
        self.storage = storage
        self.clock = clock
        self.metrics = Metrics() if metrics is None else metrics
        self.most_lines = MOST_LINES
        self.lock = asyncio.Lock()
        self.ears: set[Subscriber] = set()
        self.roll: tuple[list[int], int, float | None] = [], 0, None
        """Who is connected and since when the host is not, as everybody was told."""
        self.roll_call: asyncio.TimerHandle | None = None
        self.host_seen = clock()
        """When the host was last here; nobody is away before they were made host, or while no server ran."""
        self.stirred = asyncio.Event()
        """Set whenever something has changed: bots and clocks wait for it."""
        self.broken = False
        """The log could not be written: this object is no longer the table."""
        self.thinking: dict[int, tuple[int, float]] = {}
        """By seat that is waited for: which wait, and since when."""
        self.view: dict[str, object] | None = self.public_view()
        self.mark_time()

    @property
    def name(self) -> str:
        """What the table is called in links."""
        return self.state.created.table

    @property
    def game(self) -> Game:
        """The game; Problem before it has begun."""
        if self.state.game is None:
            raise Problem("table.waiting", "The game has not begun.")
        return self.state.game

    # -- the log ---------------------------------------------------------------------------------------

    def check_whole(self) -> None:
        """Raise Problem if the log could not be written."""
        if self.broken:
            raise Problem("table.busy", "The table is being read anew: try again.")

    @property
    def is_full(self) -> bool:
        """Whether the log is as long as it may become."""
        return self.state.seq >= self.most_lines

    @property
    def has_reserve(self) -> bool:
        """Whether there is room for what ends a game all the same."""
        return self.state.seq < self.most_lines + RESERVE

    def check_room(self, entry: LogEntry) -> None:
        """Raise Problem for a line that is no action if the log is full; getting up is always possible."""
        if self.is_full and not isinstance(entry, Vacated | Renewed):
            vital = isinstance(entry, Away) or (isinstance(entry, Changed) and entry.host != "")
            if not vital or not self.has_reserve:
                raise too_long()

    async def commit(self, entry: LogEntry) -> None:
        """Take a line over that is no action, append it, and tell it."""
        state = self.state
        self.check_room(entry)
        self.take(entry)
        about = None if isinstance(entry, Ordered | Away) else self.about()
        await self.append(entry, about)
        state.count(entry)
        self.mark_time()
        view: dict[str, object] | UnsetType = UNSET
        if isinstance(entry, Started):
            self.view = self.public_view()
            view = self.view or {}
        message = changed_message(state, state.opening, view)
        state.opening = []
        if isinstance(entry, Seated | Vacated | Watched | Changed):
            for ear in list(self.ears):
                ear.recheck()
        self.tell(message, kind_of_entry(entry))
        if isinstance(entry, Changed) and entry.seats is not None:
            self.tell_present()  # the same people, on other seats

    def take(self, entry: LogEntry) -> None:
        """Take over what a line says that is no action."""
        self.state.take(entry)

    async def append(self, entry: LogEntry, about: bytes | None = None) -> None:
        """Make a line durable that is taken over already; give the table up if that fails."""
        state = self.state
        turned = isinstance(entry, Started) or state.status == "over"
        began = time.perf_counter()
        try:
            await self.storage.append(
                self.name,
                state.seq + 1,
                [write_entry(entry)],
                entry.at,
                state.status if turned else None,
                state.settings.public if about is not None else None,
                about,
            )
        except BaseException:
            self.metrics.actions.error += 1
            self.give_up()
            raise
        self.metrics.append.observe(time.perf_counter() - began)

    def about(self) -> bytes:
        """What the lobby shows of the table."""
        state = self.state
        told = {
            "name": state.settings.name,
            "preset": state.rules.preset,
            "seats": len(state.places),
            "people": sum(bool(place.digest) for place in state.places),
            "bots": sum(bool(place.bot or place.plan.bot) for place in state.places),
            "locked": state.settings.locked,
        }
        return msgspec.json.encode(told)

    def give_up(self) -> None:
        """Be the table no longer: what is in memory may be ahead of the log."""
        self.broken = True
        for ear in list(self.ears):
            ear.stop("table.busy")
        self.stirred.set()

    # -- who is there ----------------------------------------------------------------------------------

    def attend(self, ear: Subscriber) -> None:
        """Let somebody hear what happens from now on."""
        self.ears.add(ear)
        if len(self.ears) == 1:
            self.roll = self.read_roll()
        self.call_roll()

    def miss(self, ear: Subscriber) -> None:
        """Somebody hears nothing more."""
        if ear in self.ears:
            if self.is_host(ear):
                self.host_seen = self.clock()
            self.ears.remove(ear)
            self.call_roll()

    def is_host(self, ear: Subscriber) -> bool:
        """Whether somebody holds the host's key."""
        return any(matches(key, self.state.host) for key in ear.keys)

    def host_left(self) -> float | None:
        """When the host was last here; None while they are."""
        return None if any(self.is_host(ear) for ear in self.ears) else self.host_seen

    def takeover_in(self) -> float | None:
        """Seconds until another player may become the host; None while the host is here."""
        left = self.host_left()
        return None if left is None else max(0.0, left + AWAY - self.clock())

    def call_roll(self) -> None:
        """Tell soon who is there, once for all who come and go meanwhile."""
        if self.roll_call is None:
            loop = asyncio.get_running_loop()
            self.roll_call = loop.call_later(ROLL_CALL, self.tell_present)

    def tell_present(self) -> None:
        """Tell everybody who is there, if that has changed."""
        self.roll_call = None
        roll = self.read_roll()
        if roll != self.roll:
            self.roll = roll
            message = msgspec.json.encode(self.who_is_present())
            for ear in list(self.ears):
                ear.note(message)

    def read_roll(self) -> tuple[list[int], int, float | None]:
        """The seats of people who are connected, how many watch, and since when the host is gone."""
        places = self.state.places
        seats = {seat for ear in self.ears for seat in ear.seats if places[seat].digest}
        watching = sum(not ear.seats for ear in self.ears)
        return sorted(seats), watching, self.host_left()

    def who_is_present(self) -> Present:
        """What everybody is told of who is connected."""
        seats, watching, _ = self.read_roll()
        seconds = self.takeover_in()
        return Present(
            present=seats,
            watching=watching,
            takeover_in=UNSET if seconds is None else math.ceil(seconds),
        )

    # -- time ------------------------------------------------------------------------------------------

    def mark_time(self) -> None:
        """Note who is waited for, and since when; who was waited for already keeps their time."""
        before, self.thinking = self.thinking, {}
        game = self.state.game
        if game is None or game.state.over:
            return
        wait = int(game.state.wait)
        for seat in game.state.waiting_for():
            known = before.get(int(seat))
            same = known is not None and known[0] == wait
            self.thinking[int(seat)] = known if known and same else (wait, self.clock())

    def since(self, seat: int) -> float | None:
        """Since when a seat is waited for."""
        known = self.thinking.get(seat)
        return known[1] if known is not None else None

    def spent(self, seat: int, at: float) -> float:
        """What a decision takes of the bank: the time beyond that of each move."""
        clock = self.state.clock
        since = self.since(seat)
        if since is None or not clock.bank:
            return 0.0
        return max(0.0, min(at - since - clock.move, self.state.places[seat].bank))

    def left(self, seat: int) -> float | None:
        """Seconds until a seat's time is out; None if it is not waited for or has no limit."""
        clock = self.state.clock
        since = self.since(seat)
        if since is None or not clock.runs:
            return None
        allowed = clock.move + self.state.places[seat].bank
        return since + (allowed if allowed > 0 else LEAST_TIME) - self.clock()

    def clocks(self) -> Clocks | UnsetType:
        """What everybody sees of the clocks, if there are any."""
        if not self.state.clock.runs:
            return UNSET
        banks = [round(place.bank, 1) for place in self.state.places]
        left = {str(seat): round(self.left(seat) or 0.0, 1) for seat in self.thinking}
        return Clocks(banks=banks, left=left)

    # -- telling ---------------------------------------------------------------------------------------

    def public_view(self) -> dict[str, object] | None:
        """What everybody may see of the game."""
        game = self.state.game
        return view_to_data(game.state) if game is not None else None

    def describe(self) -> TableTold:
        """What everybody may know of the table."""
        return describe(self.state)

    def options(self, seat: int) -> SeatOptions:
        """What a seat may do now."""
        game = self.game
        asked = questions(game.state, seat)
        return SeatOptions(
            version=self.state.seq,
            seat=seat,
            wait=int(game.state.wait),
            asks=[Asked(name=one.name, variants=one.variants, values=one.values) for one in asked],
            options=[option_to_data(option) for option in game.options(seat)],
        )

    def orders(self, seat: int) -> SeatOrders:
        """What a seat has ordered, of auctions the one that is going on."""
        place = self.state.places[seat]
        game = self.state.game
        wait = int(game.state.wait) if game is not None else -1
        limits = {str(one): limit for one, limit in place.limits.items() if one == wait}
        return SeatOrders(
            seat=seat,
            end_turn=place.end_turn,
            decline_offers=place.decline_offers,
            limits=limits,
        )

    def tell(self, message: bytes, story: MessageKind) -> None:
        """Tell everybody, and keep it for who comes back."""
        self.backlog.keep(self.state.seq, message, story)
        for ear in list(self.ears):  # who does not read is let go meanwhile
            ear.hear(message)
        self.stirred.set()


def too_long() -> Problem:
    """Say that a log has no room for more."""
    return Problem("table.long", "This game has become too long to continue: resign to end it.")
