"""A table: the only writer of its log. It is independent of sockets, so tests can use it directly.

While the table's lock is held, an action is played, durably appended to the log, answered, and then sent
to everyone. Each part has one job: ``log`` makes entries durable, ``seats`` decides who may sit where,
``clocks`` measures thinking time, ``presence`` tracks who is connected, ``bots`` asks the bots, and
``backlog`` stores the last messages for clients that reconnect.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

from msgspec import UNSET, UnsetType

from passgo.codec import action_to_data, refusal_to_data
from passgo.engine.action import Action
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.server import log_entries
from passgo.server.backlog import Backlog, MessageKind, kind_of_entry
from passgo.server.clocks import Clocks
from passgo.server.crash_points import reach
from passgo.server.event_log import EventLog, log_is_full
from passgo.server.limits import Rate
from passgo.server.logging_setup import get_logger
from passgo.server.messages import (
    describe_orders,
    describe_table,
    describe_view,
    write_action,
    write_change,
)
from passgo.server.metrics import Metrics
from passgo.server.presence import Presence
from passgo.server.problems import Problem
from passgo.server.seat_options import describe_seat_options
from passgo.server.seats import Seats
from passgo.server.table_bots import TableBots
from passgo.server.table_state import TableState
from passgo.server.wire import (
    Accepted,
    ActionRefused,
    BotReason,
    Decider,
    ErrorAnswer,
    SeatOptions,
    SeatOrders,
    TableInfo,
)

log: Final = get_logger("passgo.table")

KEY_ENTRIES: Final = (
    log_entries.Seated,
    log_entries.Vacated,
    log_entries.Watched,
    log_entries.Changed,
)
"""Entries that may change what a key gives access to."""

MOST_BID: Final = 1_000_000_000
MOST_DECISIONS: Final = 2**53
ORDERS_PER_SECOND: Final = 0.5
ORDERS_BURST: Final = 30
"""Limits on each seat's standing orders; each order adds an entry to a log of limited length."""
MOST_ANSWERS: Final = 256
"""Number of rejections to remember, for requests that are sent again."""

PlayAnswer: TypeAlias = Accepted | ActionRefused | ErrorAnswer
"""The answer to an action: the seq of its log entry, or the reason it was rejected."""


class Table:
    """A table with its game, players and spectators."""

    def __init__(
        self,
        log: EventLog,
        seats: Seats,
        clocks: Clocks,
        presence: Presence,
        bots: TableBots,
        backlog: Backlog,
        metrics: Metrics,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.log = log
        self.seats = seats
        self.clocks = clocks
        self.presence = presence
        self.bots = bots
        self.backlog = backlog
        self.metrics = metrics
        self.now = now
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        """Set whenever something changes; bots and clocks wait for it."""
        self.view = describe_view(self.state)
        """The last view of the game that was sent."""
        self.answers: OrderedDict[tuple[int, str], PlayAnswer] = OrderedDict()
        """Answers to rejected actions, by seat and request."""
        self.options: dict[int, SeatOptions] = {}
        """Each seat's most recently described options, shared by all its sockets."""
        self.order_rates: dict[int, Rate] = {}
        """The rate limit on each seat's standing orders."""
        self.rematch_lock = asyncio.Lock()
        """Held while the rematch is created, so that there is only one."""
        self.move_log_level = logging.DEBUG
        log.on_broken = self._stop

    @property
    def state(self) -> TableState:
        """The state that results from the log."""
        return self.log.state

    @property
    def name(self) -> str:
        """The table's name in links."""
        return self.state.name

    @property
    def game(self) -> Game:
        """The game; raises Problem before it has started."""
        if self.state.game is None:
            raise Problem("table.waiting", "The game has not started yet.")
        return self.state.game

    @property
    def is_broken(self) -> bool:
        """Whether the log was abandoned, which means that this object is out of date."""
        return self.log.is_broken

    @property
    def is_stalled(self) -> bool:
        """Whether the log is full and no pending resignation can be completed. Ruling 12."""
        return self.log.is_full and not (self.game.state.leaving and self.log.has_reserve)

    def give_up(self) -> None:
        """Abandon this object, because the state in memory may be ahead of the log."""
        self.log.give_up()

    def _stop(self) -> None:
        self.presence.stop("table.busy")
        self.changed.set()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[float]:
        """Hold the lock; yield the time for an entry, or raise Problem if the log is not writable."""
        async with self.lock:
            self.log.check_writable()
            yield self.now()

    async def commit(self, entry: log_entries.LogEntry) -> None:
        """Record an entry that is not an action, and send it to everyone."""
        state = self.state
        await self.log.record(entry)
        self.clocks.update()
        view: dict[str, object] | UnsetType = UNSET
        if isinstance(entry, log_entries.Started):
            self.view = describe_view(state)
            view = self.view or {}
        message = write_change(state, state.opening, view)
        state.opening = []
        if isinstance(entry, log_entries.Seated | log_entries.Vacated):
            self.forget_answers(entry.seat)
        if isinstance(entry, KEY_ENTRIES):
            self.presence.recheck_keys()
        self.send(message, kind_of_entry(entry))
        if isinstance(entry, log_entries.Changed) and entry.seats is not None:
            self.presence.announce()  # the same people, in different seats

    def send(self, message: bytes, kind: MessageKind) -> None:
        """Send everyone a message, and keep it for clients that reconnect."""
        self.backlog.keep(self.state.seq, message, kind)
        self.presence.broadcast(message)
        self.changed.set()

    # -- descriptions ----------------------------------------------------------------------------------

    def describe(self) -> TableInfo:
        """Return the public description of the table."""
        return describe_table(self.state)

    def describe_options(self, seat: int) -> SeatOptions:
        """Return what a seat may do now. This is cached, because a debtor's plan is expensive to compute."""
        known = self.options.get(seat)
        if known is None or known.seq != self.state.seq:
            known = self.options[seat] = describe_seat_options(self.game, seat, self.state.seq)
        return known

    def describe_orders(self, seat: int) -> SeatOrders:
        """Return a seat's standing orders."""
        return describe_orders(self.state, seat)

    # -- the game --------------------------------------------------------------------------------------

    async def play(
        self,
        action: Action,
        request: str = "",
        decision: int | None = None,
        by: Decider = "seat",
        answer: Callable[[PlayAnswer], None] | None = None,
        why: BotReason | UnsetType = UNSET,
    ) -> PlayAnswer:
        """Play an action for a seat; ``answer`` is called with the answer before the broadcast.

        ``decision`` is the decision that the action is meant to answer. If the table is already
        waiting for a different one, the action is rejected. A repeated request gets the same
        answer.
        """
        async with self.writing() as at:
            game = self.game
            reply = self.find_answer(int(action.seat), request)
            if reply is None:
                await self._end_on_time(at)  # nothing is played after the time limit
            if reply is not None:
                self.metrics.actions.repeated.inc()
            elif decision is not None and decision != game.state.decision_number:
                reply = self.reject_stale(int(action.seat), request)
            else:
                try:
                    return await self._play(action, at, request, by, answer, why)
                except Refused as refused:
                    reply = self.reject_illegal(int(action.seat), request, refused.refusal)
            if answer is not None:
                answer(reply)
            return reply

    async def _play(
        self,
        action: Action,
        at: float,
        request: str,
        by: Decider,
        answer: Callable[[PlayAnswer], None] | None,
        why: BotReason | UnsetType,
    ) -> PlayAnswer:
        """Play, log, answer and broadcast an action; raise Refused if the rules do not allow it."""
        state = self.state
        seat = int(action.seat)
        if self.is_stalled and not isinstance(action, Resign | TimeIsUp):
            refusal = self.game.why_not(action)
            raise log_is_full() if refusal is None else Refused(refusal)
        began = time.perf_counter()
        events = state.play(action)  # the only check of the rules; Refused means nothing changed
        reach("played")
        data = action_to_data(action)
        spent = self.clocks.time_spent(seat, at) if by in ("seat", "clock") else 0.0
        await self.log.record_action(
            log_entries.ActionPlayed(at, data, by, state.rolls(), spent, request)
        )
        reach("appended")
        reply = Accepted(id=request, seq=state.seq)
        if answer is not None:
            answer(reply)
        reach("answered")
        self.clocks.update()
        before, self.view = self.view, describe_view(state)
        views = before, self.view
        message = write_action(state, data, by, events, views, self.clocks.describe(), why)
        self.send(message, "action")
        reach("broadcast")
        self.metrics.actions.played.inc()
        self.metrics.broadcast.observe(time.perf_counter() - began)
        fields = {"table": self.name, "seq": state.seq, "seat": seat, "action": data["action"]}
        log.log(self.move_log_level, "played", **fields)
        return reply

    def find_answer(self, seat: int, request: str) -> PlayAnswer | None:
        """Return the earlier answer to a repeated request; None if the request is new."""
        if not request:
            return None
        seq = self.state.requests.get((seat, request))
        if seq is not None:
            return Accepted(id=request, seq=seq)
        return self.answers.get((seat, request))

    def reject_stale(self, seat: int, request: str) -> PlayAnswer:
        """Answer an action that is meant for an earlier decision."""
        self.metrics.actions.stale.inc()
        sentence = "Too late: the table is already waiting for something else."
        reply = ErrorAnswer(id=request, code="stale", sentence=sentence, seq=self.state.seq)
        return self.keep_answer(seat, request, reply)

    def reject_illegal(self, seat: int, request: str, refusal: Refusal) -> PlayAnswer:
        """Answer an action that the rules do not allow."""
        self.metrics.actions.refused.inc()
        reply = ActionRefused(id=request, seq=self.state.seq, refusal=refusal_to_data(refusal))
        return self.keep_answer(seat, request, reply)

    def keep_answer(self, seat: int, request: str, reply: PlayAnswer) -> PlayAnswer:
        """Remember an answer in case its request is sent again."""
        if request:
            self.answers[seat, request] = reply
            if len(self.answers) > MOST_ANSWERS:
                self.answers.popitem(last=False)
        return reply

    def forget_answers(self, seat: int) -> None:
        """Forget the answers sent to a seat whose player has changed."""
        for key in [key for key in self.answers if key[0] == seat]:
            del self.answers[key]

    async def end_on_time(self) -> None:
        """End the game if its time is up. 10 MCS 220, Ruling 15."""
        async with self.writing() as at:
            await self._end_on_time(at)

    async def _end_on_time(self, at: float) -> None:
        if self.clocks.is_time_up():
            await self._play(TimeIsUp(), at, "", "table", None, UNSET)

    async def set_order(
        self,
        seat: int,
        end_turn: bool | None = None,
        decision: int = -1,
        limit: int = -1,
        decline_offers: bool | None = None,
    ) -> None:
        """Give or cancel a standing order."""
        async with self.writing() as at:
            state = self.game.state
            if state.over:
                raise Problem("table.over", "The game is over.")
            check_order(decision, limit)
            auction = isinstance(state.agenda.top, Auction) and decision == state.decision_number
            if limit >= 0 and not auction:
                raise Problem("table.waiting", "That auction is not in progress.")
            entry = log_entries.Ordered(at, seat, end_turn, decision, limit, decline_offers)
            if self.state.changes_order(entry):
                rate = self.order_rates.setdefault(seat, Rate(ORDERS_PER_SECOND, ORDERS_BURST))
                if not rate.allow(at):
                    raise Problem("request.rate", "You're giving orders too fast. Wait a moment.")
                await self.commit(entry)

    async def set_away(self, seat: int, away: bool) -> None:
        """Start or stop playing for a person."""
        async with self.writing() as at:
            if self.state.places[seat].away != away and not self.is_stalled:
                self.clocks.reset(seat)
                await self.commit(log_entries.Away(at, seat, away))

    # -- seats and settings ----------------------------------------------------------------------------

    async def join(
        self,
        name: str,
        token: str = "",
        seat: int | None = None,
        key: str | None = None,
        contribution: str = "",
    ) -> tuple[int, str]:
        """Take a free seat; return its number and key."""
        async with self.writing() as at:
            entry, key = self.seats.join(at, name, token, seat, key, contribution)
            await self.commit(entry)
            return entry.seat, key

    async def leave(self, seat: int, key: str) -> None:
        """Leave a seat, or remove its player on behalf of the host. During a game, a bot then plays the seat.

        A host who leaves before the game remains the host; during a game, another player becomes
        the host.
        """
        async with self.writing() as at:
            entry = self.seats.leave(at, seat, key)
            heir = self.seats.next_host(seat, self.presence.seats_present())
            if heir is not None:  # first, so that the table always has a host
                await self.commit_host(self.seats.make_host(at, heir))
            await self.commit(entry)

    async def hand_over(self, key: str, seat: int) -> None:
        """Make another player the host. During a game, a player may take over from an absent host."""
        async with self.writing() as at:
            takeover_in = self.presence.takeover_in()
            await self.commit_host(self.seats.hand_over(at, key, seat, takeover_in))

    async def commit_host(self, entry: log_entries.Changed) -> None:
        """Record a new host."""
        await self.commit(entry)
        self.presence.note_new_host()

    async def seat_bot(self, seat: int, bot: str, key: str, name: str = "") -> None:
        """On behalf of the host, put a bot in a free seat before or during the game."""
        async with self.writing() as at:
            self.seats.check_host(key)
            await self.commit(self.seats.seat_bot(at, seat, bot, name))

    async def stand_in(self, seat: int, key: str) -> None:
        """On behalf of the host, let a bot play for a person until they return."""
        async with self.writing() as at:
            entry = self.seats.stand_in(at, seat, key)
            if entry is not None:
                await self.commit(entry)

    async def change(
        self,
        key: str,
        settings: log_entries.HostSettings | None = None,
        seats: list[log_entries.SeatPlan] | None = None,
        clock: log_entries.Clock | None = None,
        was: list[int] | None = None,
    ) -> None:
        """On behalf of the host, change the settings or, before the game, the seats and the clock."""
        async with self.writing() as at:
            entry = self.seats.change(at, key, settings, seats, clock, was)
            if entry is not None:
                await self.commit(entry)

    async def contribute(self, seat: int, key: str, contribution: str) -> None:
        """Make the one-time contribution to the dice for a seat taken without one, as in a rematch."""
        async with self.writing() as at:
            entry = self.seats.contribute(at, seat, key, contribution)
            if entry is not None:
                await self.commit(entry)

    async def make_watch_link(self, key: str) -> str:
        """On behalf of the host, create a new watch key, which replaces the earlier one."""
        async with self.writing() as at:
            entry, watch_key = self.seats.make_watch_link(at, key)
            await self.commit(entry)
            return watch_key

    async def start(self, key: str) -> None:
        """On behalf of the host, seat the planned bots and start the game; no other seat may be free."""
        async with self.writing() as at:
            self.seats.check_start(key, self.presence.seats_present())
            for seat in self.seats.missing_bots():
                plan = self.state.places[seat].plan
                await self.commit(self.seats.seat_bot(at, seat, plan.bot, plan.name))
            await self.commit(self.seats.start(at))

    async def copy_people(self, before: TableState) -> None:
        """Seat the people from another table in the same seats, with the same host."""
        async with self.writing() as at:
            for entry in self.seats.copy_people(at, before):
                await self.commit(entry)

    async def link_rematch(self, name: str) -> None:
        """Record which table is the rematch."""
        async with self.writing() as at:
            await self.commit(log_entries.RematchMade(at, name))


def check_order(decision: int, limit: int) -> None:
    """Raise Problem for an auction or a limit that cannot exist."""
    if decision < -1 or limit < -1 or (limit >= 0 and decision < 0):
        raise Problem(
            "request.form",
            "A limit needs the decision number of its auction, and both must be 0 or more.",
        )
    if decision > MOST_DECISIONS:
        raise Problem("request.form", "There is no such decision.")
    if limit > MOST_BID:
        raise Problem("request.form", f"A limit may be at most {MOST_BID:,}.")
