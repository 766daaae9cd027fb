"""The table: the one writer of its log. It knows no socket, so tests drive it as sockets do.

An action is checked by the rules and played, appended to the log durably, then answered, then told to
everybody. ``logged.py`` has the log and the telling, ``seats.py`` who sits where; here is the game.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeAlias, cast

import msgspec
from msgspec import UNSET, UnsetType

from passgo.codec import action_to_data, event_to_data, refusal_to_data, view_changes
from passgo.engine.action import Action
from passgo.engine.events import Event
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.server.backlog import Backlog
from passgo.server.crash_points import reach
from passgo.server.limits import Rate
from passgo.server.log_entries import ActionPlayed, Away, LogEntry, Ordered, Seated, Vacated
from passgo.server.logged import Subscriber, too_long
from passgo.server.logs import Log
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.seats import Access, Seating, check_bot
from passgo.server.storage.interface import Storage
from passgo.server.table_state import TableState
from passgo.server.wire import Accepted, Change, Decider, Denied, Failed, Happened, Reasoned

__all__ = ["Access", "PlayAnswer", "Subscriber", "Table", "check_bot"]

log: Final = Log("passgo.table")

MOST_BID: Final = 1_000_000_000
MOST_WAITS: Final = 2**53
ORDERS_PER_SECOND: Final = 0.5
ORDERS_BURST: Final = 30
"""How many standing orders a seat may give: each is a line of the log, which is bounded."""
REMEMBERED: Final = 256
"""So many answers that changed nothing are remembered for who asks twice."""


PlayAnswer: TypeAlias = Accepted | Denied | Failed
"""What became of an action: the version it made, or why nothing changed."""


class Table(Seating):
    """A table where a game is played."""

    def __init__(
        self,
        state: TableState,
        storage: Storage,
        clock: Callable[[], float] = time.time,
        metrics: Metrics | None = None,
        backlog: Backlog | None = None,
    ) -> None:
        super().__init__(state, storage, clock, metrics, backlog)
        self.answers: OrderedDict[tuple[int, str], PlayAnswer] = OrderedDict()
        self.renewing = asyncio.Lock()
        """Held while its rematch is made: there is only one."""
        self.order_rates: dict[int, Rate] = {}
        """By seat: how many more orders it may give now."""

    async def play(
        self,
        action: Action,
        request: str = "",
        wait: int | None = None,
        by: Decider = "seat",
        answer: Callable[[PlayAnswer], None] | None = None,
        why: Reasoned | UnsetType = UNSET,
    ) -> PlayAnswer:
        """Play an action of a seat; ``answer`` is told before everybody hears of it.

        ``wait`` is what the seat thinks it answers: if the table waits for something else by now, nothing is
        done. A request that was answered already gets the same answer.
        """
        async with self.lock:
            self.check_whole()
            told = self.answered(int(action.seat), request)
            if told is not None:
                self.metrics.actions.repeated += 1
            else:
                told = self.refused(action, request, wait)
            if told is not None:
                if answer is not None:
                    answer(told)
                return told
            if self.is_stalled and not isinstance(action, Resign | TimeIsUp):
                raise too_long()
            return await self.played(action, request, by, answer, why)

    @property
    def is_stalled(self) -> bool:
        """Whether the log is full and nobody's resignation waits for others to finish. Ruling 12."""
        return self.is_full and not (self.game.state.leaving and self.has_reserve)

    def answered(self, seat: int, request: str) -> PlayAnswer | None:
        """Return the answer to a request that was made before."""
        if not request:
            return None
        version = self.state.requests.get((seat, request))
        if version is not None:
            return Accepted(id=request, version=version, played=True)
        return self.answers.get((seat, request))

    def refused(self, action: Action, request: str, wait: int | None) -> PlayAnswer | None:
        """Return the answer to what cannot be done, and remember it."""
        game = self.game
        version = self.state.seq
        told: PlayAnswer
        if wait is not None and wait != game.state.wait:
            self.metrics.actions.stale += 1
            sentence = "The table waits for something else by now."
            told = Failed(id=request, error="stale", sentence=sentence, version=version)
        else:
            refusal = game.why_not(action)
            if refusal is None:
                return None
            self.metrics.actions.refused += 1
            told = Denied(id=request, version=version, refusal=refusal_to_data(refusal))
        if request:
            self.answers[int(action.seat), request] = told
            if len(self.answers) > REMEMBERED:
                self.answers.popitem(last=False)
        return told

    async def played(
        self,
        action: Action,
        request: str,
        by: Decider,
        answer: Callable[[PlayAnswer], None] | None,
        why: Reasoned | UnsetType,
    ) -> PlayAnswer:
        """Play what is allowed, log it, answer it, tell it."""
        state = self.state
        game, noting = self.game, state.noting
        assert noting is not None
        seat = int(action.seat)
        at = self.clock()
        began = time.perf_counter()
        noting.forget()
        events = game.play(action)
        reach("played")
        data = action_to_data(action)
        spent = self.spent(seat, at) if by in ("seat", "clock") else 0.0
        entry = ActionPlayed(at, data, by, state.rolls(), spent, request)
        await self.append(entry)
        reach("appended")
        state.note(entry)
        state.count(entry)
        told = Accepted(id=request, version=state.seq, played=True)
        if answer is not None:
            answer(told)
        reach("answered")
        self.mark_time()
        self.tell(self.played_message(data, by, events, why), "action")
        reach("told")
        self.metrics.actions.played += 1
        self.metrics.broadcast.observe(time.perf_counter() - began)
        log.debug("played", table=self.name, version=state.seq, seat=seat, action=data["action"])
        return told

    def played_message(
        self, data: dict[str, object], by: Decider, events: list[Event], why: Reasoned | UnsetType
    ) -> bytes:
        """Write what everybody hears of an action."""
        before, self.view = self.view, self.public_view()
        message = Happened(
            version=self.state.seq,
            played=data,
            by=by,
            events=[event_to_data(event) for event in events],
            changes=cast(list[Change], view_changes(before, self.view)),
            clock=self.clocks(),
            why=why,
        )
        return msgspec.json.encode(message)

    async def call_time(self, token: str) -> None:
        """Let the host say that the agreed hour has come. 10 MCS 220, Ruling 15."""
        self.check_host(token)
        if not self.state.rules.time_limit:
            raise Problem("rules", "This table plays without a time limit.")
        if self.game.state.over:
            raise Problem("table.over", "The game is over.")
        await self.play(TimeIsUp(), by="table")

    async def order(
        self,
        seat: int,
        end_turn: bool | None = None,
        wait: int = -1,
        limit: int = -1,
        decline_offers: bool | None = None,
    ) -> None:
        """Give or take back a standing order."""
        async with self.lock:
            self.check_whole()
            state = self.game.state
            if state.over:
                raise Problem("table.over", "The game is over.")
            check_order(wait, limit)
            auction = isinstance(state.agenda.top, Auction) and wait == state.wait
            if limit >= 0 and not auction:
                raise Problem("table.waiting", "That auction is not going on.")
            entry = Ordered(self.clock(), seat, end_turn, wait, limit, decline_offers)
            if self.state.changes_order(entry):
                rate = self.order_rates.setdefault(seat, Rate(ORDERS_PER_SECOND, ORDERS_BURST))
                if not rate.allow(self.clock()):
                    raise Problem("request.rate", "Too fast: wait a moment.")
                await self.commit(entry)

    def take(self, entry: LogEntry) -> None:
        """Whoever sits down or gets up has asked for nothing yet."""
        super().take(entry)
        if isinstance(entry, Seated | Vacated):
            for key in [key for key in self.answers if key[0] == entry.seat]:
                del self.answers[key]

    async def go_away(self, seat: int, away: bool) -> None:
        """Let a seat be played for its person, or give it back."""
        async with self.lock:
            self.check_whole()
            if self.state.places[seat].away != away and not self.is_stalled:
                self.thinking.pop(seat, None)  # whoever is back has all the time of a move
                await self.commit(Away(self.clock(), seat, away))

    async def stand_in(self, seat: int, token: str) -> None:
        """Let the host have a bot play for somebody, who keeps the seat and takes over when back."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            if self.game.state.over:
                raise Problem("table.over", "The game is over.")
            if not 0 <= seat < len(self.state.places):
                raise Problem("seat.unknown", f"There is no seat {seat}.")
            place = self.state.places[seat]
            if not place.digest:
                raise Problem("seat.free", "Nobody sits there for whom a bot could play.")
            if not place.stand_in:
                await self.commit(Away(self.clock(), seat, True, self.state.clock.bot))


def check_order(wait: int, limit: int) -> None:
    """Raise Problem for a limit that no auction can have."""
    if wait < -1 or limit < -1 or (limit >= 0 and wait < 0):
        raise Problem("request.form", "A limit needs the wait of its auction; both are 0 or more.")
    if wait > MOST_WAITS:
        raise Problem("request.form", "There is no such wait.")
    if limit > MOST_BID:
        raise Problem("request.form", "No bid is that high.")
