"""Automatic play at a table: bots, standing orders, expired clocks, and the end of a timed game.

Seats are asked for actions in the order defined by ``bots/question_order.py``, so a table of bots plays
exactly the game that ``bots/driver.py`` would play. People act whenever they like. This module adds
everything that takes time or involves people: standing orders, clocks, pauses and absence.
"""

from __future__ import annotations

import asyncio
import math
from typing import Final

from msgspec import UNSET, UnsetType

from passgo.bots.question_order import (
    DecideQuestion,
    InquiryQuestion,
    OfferQuestion,
    Question,
    QuestionOrder,
)
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.trade import DeclineTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn
from passgo.engine.state import State
from passgo.server.bot_worker import Why
from passgo.server.logging_setup import get_logger
from passgo.server.problems import Problem
from passgo.server.table import Table
from passgo.server.wire import BID_STEP, Accepted, BotReason, Decider

log: Final = get_logger("passgo.table")

RENT_PAUSE: Final = 6.0
"""Maximum number of seconds that a bot waits before rolling, so that an owner can ask for rent.

The board's animation takes up about two of these seconds.
"""
START_PAUSE: Final = 10.0
"""Maximum number of seconds that bots wait for a player's board to show the start of the game."""
LOOK: Final = 0.1
"""How often, in seconds, to check whether the owner has asked for rent."""


class AutoPlayer:
    """The auto-player for one table; it runs from the time the table is opened until the game is over."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.quiet = asyncio.Event()
        """Set while no bot has anything to do; a player's roll waits for this."""
        self.order: QuestionOrder | None = None
        """The order in which seats are asked for actions; None until the game has started."""
        self.has_shown_start = False
        """Whether a player's board shows the start of the game."""
        self.start_at = math.inf
        """The time at which bots begin even if no board shows the start of the game."""
        self.why: BotReason | UnsetType = UNSET
        """The reason that the most recently asked bot gave for its action."""

    async def run(self) -> None:
        """Play automatically until the game is over or the table is abandoned."""
        table = self.table
        while not table.is_broken and table.state.status != "over":
            table.changed.clear()
            try:
                if table.clocks.is_time_up():
                    await table.end_on_time()
                    continue
                if await self.step():
                    self.quiet.clear()
                    continue
                self.quiet.set()
                try:
                    async with asyncio.timeout(self.seconds_to_timeout()):
                        await table.changed.wait()
                except TimeoutError:
                    await self.handle_timeout()
            except Problem:
                if table.is_broken:  # abandoned in the meantime
                    break
        self.quiet.set()
        table.bots.release()

    def seconds_to_timeout(self) -> float | None:
        """Return the seconds until a clock runs out, the game ends or bots begin; None if no timer is set."""
        book, clocks = self.table.state, self.table.clocks
        if book.game is None:
            return None
        left = [clocks.time_to_end()]
        if not self.is_waiting():
            left += [clocks.time_left(seat) for seat in clocks.deciding if not book.is_bot(seat)]
            if not self.has_shown_start and self.start_at < math.inf:
                left.append(self.start_at - loop_time())
        running = [one for one in left if one is not None]
        return max(0.001, min(running)) if running else None

    def is_waiting(self) -> bool:
        """Return whether the game cannot continue until somebody connects or resigns."""
        return self.table.is_stalled or self.is_deserted()

    async def handle_timeout(self) -> None:
        """Apply the clock settings to players whose time is up."""
        table = self.table
        clock = table.state.clock
        if table.clocks.is_time_up() or self.is_waiting():
            return
        for seat in list(table.clocks.deciding):
            left = table.clocks.time_left(seat)
            if left is None or left > 0 or table.state.is_bot(seat):
                continue
            log.info("time is up", table=table.name, seat=seat)
            if clock.when_out == "pass":
                await self.play(self.get_default(seat), seat, "clock")
            else:
                await table.set_away(seat, True)

    # -- one step --------------------------------------------------------------------------------------

    async def step(self) -> bool:
        """Take the next automatic step; return whether there was one."""
        game = self.table.state.game
        if game is None or game.state.over or self.table.is_stalled:
            return False
        state = game.state
        if self.is_deserted() or self.is_starting(state):
            return False
        if state.offers and await self.decline_offer(state):
            return True
        if self.order is None or self.order.state is not state:
            self.order = QuestionOrder(state)
        question = self.order.next_question(self.find_askable(state))
        if question is None:
            return False
        if not self.table.state.is_bot(int(question.seat)):
            return await self.carry_out_order(self.order, question)
        if isinstance(question, DecideQuestion):
            await self.let_decide(self.order, question)
        else:
            await self.let_act(self.order, question)
        return True

    def find_askable(self, state: State) -> int:
        """Return a bit mask of the seats for which a bot or a standing order can answer now."""
        book = self.table.state
        return sum(
            1 << seat
            for seat in range(len(book.places))
            if book.is_bot(seat) or self.find_standing_order(state, seat) is not None
        )

    def is_deserted(self) -> bool:
        """Return whether every person is away and nobody is connected; if so, the game pauses."""
        people = [place for place in self.table.state.places if place.digest]
        return not self.table.presence.subscribers and all(place.away for place in people)

    def is_starting(self, state: State) -> bool:
        """Return whether bots must wait because the game has just started and no player can see it yet."""
        people = any(place.digest for place in self.table.state.places)
        rolled = any(player.rolls for player in state.players)
        if rolled or not people or self.table.state.settings.pace <= 0:
            self.has_shown_start = True
        if not self.has_shown_start:
            self.start_at = min(self.start_at, loop_time() + START_PAUSE)
            self.has_shown_start = loop_time() >= self.start_at
        return not self.has_shown_start

    def show_start(self) -> None:
        """Let bots begin, now that a player's board shows the start of the game."""
        if self.table.state.game is not None and not self.has_shown_start:
            self.has_shown_start = True
            self.table.changed.set()

    async def decline_offer(self, state: State) -> bool:
        """Decline an offer under a standing order to decline all offers; return whether one was declined.

        The order also applies while the player is away.
        """
        for offer in state.offers:
            seat = int(offer.partner)
            if self.table.state.places[seat].decline_offers:
                return await self.play(DeclineTrade(seat, offer.number), seat, "table")
        return False

    def find_standing_order(self, state: State, seat: int) -> Action | None:
        """Return the action that a seat's standing order calls for at the current decision, if any."""
        top = state.agenda.top
        place = self.table.state.places[seat]
        if isinstance(top, ToEndTurn):
            return EndTurn(seat) if place.end_turn and top.seat == seat else None
        if isinstance(top, Auction):
            limit = place.limits.get(int(state.decision_number))
            if limit is None or not top.waits_for(state, seat):
                return None
            most = min(limit, int(state.players[seat].cash))
            if most > top.bid:
                return Bid(seat, min(most, int(top.bid) + BID_STEP))
            return PassBid(seat)
        return None

    # -- asking and playing ----------------------------------------------------------------------------

    async def carry_out_order(self, order: QuestionOrder, question: Question) -> bool:
        """Carry out a person's standing order; return whether an action was played."""
        seat = int(question.seat)
        action = self.find_standing_order(order.state, seat)
        done = action is not None and await self.play(action, seat, "table")
        order.note_answer(question, action if done else None)
        return done

    async def let_act(self, order: QuestionOrder, question: Question) -> None:
        """Let a bot act before a roll, or answer an offer or an inquiry."""
        seat = int(question.seat)
        action = None if question.excess else await self.ask(question)
        done = action is not None and await self.play(action, seat, "bot")
        order.note_answer(question, action if done else None)

    async def let_decide(self, order: QuestionOrder, question: DecideQuestion) -> None:
        """Let a bot decide; play the safe answer if the bot fails."""
        seat = int(question.seat)
        decision = int(order.state.decision_number)
        action = None if question.excess else await self.ask(question)
        if self.is_waiting_for(decision, seat):
            done = action is not None and await self.play(action, seat, "bot", decision)
            if not done and self.is_waiting_for(decision, seat):
                self.why = UNSET  # the safe answer is not the bot's own
                await self.play(self.get_default(seat), seat, "bot", decision)
        order.note_answer(question, action)

    def is_waiting_for(self, decision: int, seat: int) -> bool:
        """Return whether the table is still waiting for a seat to make this decision."""
        game = self.table.state.game
        return (
            game is not None
            and not self.table.is_broken
            and int(game.state.decision_number) == decision
            and seat in game.state.waiting_for()
        )

    def get_default(self, seat: int) -> Action:
        """Return a seat's safe answer."""
        return self.table.game.default(seat)

    async def ask(self, question: Question) -> Action | None:
        """Ask a seat's bot for an action; return None if the bot does nothing or fails."""
        number = -1
        if isinstance(question, OfferQuestion):
            number = int(question.offer.number)
        elif isinstance(question, InquiryQuestion):
            number = int(question.inquiry.number)
        self.why = UNSET
        found = await self.table.bots.ask(question.kind(), int(question.seat), number)
        if found is None:
            return None
        action, reason = found
        self.why = convert_reason(reason)
        await self.pause(action)
        return action

    async def pause(self, action: Action) -> None:
        """Pause so that people can follow the game and ask for rent before a roll. 10 MCS 90(f), CR 5.2."""
        pace = self.table.state.settings.pace
        is_shown = not isinstance(action, AlwaysAskForRent)
        if pace <= 0 or not self.table.presence.subscribers or not is_shown:
            return
        to_end = self.table.clocks.time_to_end()
        longest = math.inf if to_end is None else max(0.0, to_end)
        await asyncio.sleep(min(pace, longest))
        until = loop_time() + min(RENT_PAUSE, longest - pace)
        while isinstance(action, Roll) and self.can_rent_lapse() and loop_time() < until:
            await asyncio.sleep(LOOK)

    def can_rent_lapse(self) -> bool:
        """Return whether a roll would end a connected owner's time to ask for rent."""
        table = self.table
        if table.is_broken or table.state.game is None:
            return False
        state = table.state.game.state
        last = state.turn - state.rules.rent_window
        here = table.presence.seats_present()
        return any(
            rent.turn <= last and rent.owner in here and not table.state.is_bot(int(rent.owner))
            for rent in state.rents
        )

    async def play(
        self, action: Action, seat: int, by: Decider, decision: int | None = None
    ) -> bool:
        """Play an action for a seat; return whether it was accepted."""
        why = self.why if by == "bot" else UNSET
        answer = await self.table.play(action, decision=decision, by=by, why=why)
        return isinstance(answer, Accepted)


def convert_reason(reason: Why | None) -> BotReason | UnsetType:
    """Convert a bot's reason to the wire format; return UNSET if the bot gave none."""
    return UNSET if reason is None else BotReason(code=reason.code, values=reason.values)


def loop_time() -> float:
    """Return the event loop's time, on which all timers depend; tests control it."""
    return asyncio.get_running_loop().time()
