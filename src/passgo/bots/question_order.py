"""The order in which seats are asked: a protocol without I/O.

Whoever runs a game takes the next question, gets the answer from a bot, a person or another process, plays
it, and notes it:

    order = QuestionOrder(game.state)
    while (question := order.next_question()) is not None:
        action = ...  # ask question.seat; a server awaits here
        if action is not None:
            game.step(action)
        order.note_answer(question, action)

The order is:

1. each new offer, to its partner, once;
2. the pending decision; if several seats must answer, each in turn, again and again;
3. before a roll every seat, clockwise from the roller on, until it has nothing more to do; then the roller.

Each question follows from the state as it is then, so people who do not wait to be asked can act between a
question and its answer. That is why this is an object with two calls and not a generator, which would also
cost more: some 30 ns a question against 8, compiled.

A seat that never stops is stopped: its question then carries an ``excess``, nobody is asked, and the default
is the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from mypy_extensions import i64

from passgo.engine.agenda import Decision, Entry
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import MOST_PLAYERS, ToEndTurn, ToRoll
from passgo.engine.value import Value

if TYPE_CHECKING:
    from passgo.bots.bot import Bot
    from passgo.engine.action import Action
    from passgo.engine.game import View
    from passgo.engine.state import Offer, State

QuestionKind = Literal["decide", "idle", "answer"]

__all__ = [
    "ALL_SEATS",
    "MOST_FIRST",
    "MOST_IDLE",
    "MOST_OFFERS",
    "DecideQuestion",
    "IdleQuestion",
    "OfferQuestion",
    "Question",
    "QuestionKind",
    "QuestionOrder",
]

MOST_IDLE: Final = 150
"""Most actions of one seat before one roll: a rich player may have everything to build."""
MOST_FIRST: Final = 150
"""Most actions of one seat before it makes its decision: a debtor may have all its houses to sell."""
MOST_OFFERS: Final = 20
"""Most offers of one seat before one roll, and most offers shown in a row."""
ALL_SEATS: Final = -1
"""Every seat, as bits."""


class Question(Value):
    """A question to one seat."""

    def __init__(self, seat: i64, excess: str = "") -> None:
        self.seat = seat
        self.excess = excess
        """What was done too often; then nobody is asked, and the default is the answer."""

    def kind(self) -> QuestionKind:
        """Return the name of the bot's method that answers this."""
        raise NotImplementedError

    def put_to(self, bot: Bot, view: View) -> Action | None:
        """Return a bot's answer; None to do nothing."""
        raise NotImplementedError

    def put_to_foreign(self, bot: Any, view: View) -> object:
        """Return the answer of a bot that may return anything."""
        raise NotImplementedError

    def can_pass(self) -> bool:
        """Return whether doing nothing is an answer."""
        return True

    def default(self, state: State) -> Action | None:
        """Return the answer of a seat that cannot be asked."""
        return None

    def offender(self) -> i64:
        """Return the seat that an excess is the fault of."""
        return self.seat


class DecideQuestion(Question):
    """What a seat decides, now that the game waits for it."""

    def kind(self) -> QuestionKind:
        """Return ``"decide"``."""
        return "decide"

    def put_to(self, bot: Bot, view: View) -> Action | None:
        """Return the bot's decision."""
        return bot.decide(view)

    def put_to_foreign(self, bot: Any, view: View) -> object:
        """Return the bot's decision, whatever it is."""
        return bot.decide(view)

    def can_pass(self) -> bool:
        """Return False: the game waits."""
        return False

    def default(self, state: State) -> Action | None:
        """Return the safe answer to the pending decision."""
        top = state.agenda.top
        assert isinstance(top, Decision)
        return top.default(state, self.seat)


class IdleQuestion(Question):
    """Whether a seat wants to do something before a roll."""

    def kind(self) -> QuestionKind:
        """Return ``"idle"``."""
        return "idle"

    def put_to(self, bot: Bot, view: View) -> Action | None:
        """Return what the bot does."""
        return bot.idle(view)

    def put_to_foreign(self, bot: Any, view: View) -> object:
        """Return what the bot does, whatever it is."""
        return bot.idle(view)


class OfferQuestion(Question):
    """What a seat answers to a new offer."""

    def __init__(self, seat: i64, offer: Offer, excess: str = "") -> None:
        super().__init__(seat, excess)
        self.offer = offer

    def kind(self) -> QuestionKind:
        """Return ``"answer"``."""
        return "answer"

    def put_to(self, bot: Bot, view: View) -> Action | None:
        """Return the bot's answer."""
        return bot.answer(view, self.offer)

    def put_to_foreign(self, bot: Any, view: View) -> object:
        """Return the bot's answer, whatever it is."""
        return bot.answer(view, self.offer)

    def offender(self) -> i64:
        """Return the maker, who would not stop."""
        return self.offer.maker


_DECIDE: Final = [DecideQuestion(seat) for seat in range(MOST_PLAYERS)]
_IDLE: Final = [IdleQuestion(seat) for seat in range(MOST_PLAYERS)]


class QuestionOrder:
    """Who is asked what next, in one game."""

    def __init__(self, state: State, shown: i64 = 0) -> None:
        self.state = state
        self.shown = shown
        """The number of the last offer that was shown to its partner."""
        self.shown_in_a_row: i64 = 0
        self.stalls: i64 = 0
        """How many times in a row a seat did something else instead of deciding."""
        self.begins_round = True
        """Whether the last question begins a round: all questions up to the next roll, or one to each seat
        that must answer the pending decision."""
        self.polled: Entry | None = None
        """The roll before which everyone is being asked, if any."""
        self.rolls: i64 = 0
        """The roller's rolls so far: after doubles the same entry stands for the next one."""
        self.passed: i64 = 0
        """The seats that have nothing more to do before this roll, as bits."""
        self.idler: i64 = -1
        """The seat last asked before this roll."""
        self.idled: i64 = 0
        """How much it did, and how many offers it made."""
        self.offered: i64 = 0
        self.entry: Entry | None = None
        """The decision last asked for, its number in the state, and which seat answered it last."""
        self.wait: i64 = 0
        self.answered: Entry | None = None
        self.last_seat: i64 = -1

    # -- the two calls -----------------------------------------------------------------------------

    def next_question(self, askable: i64 = ALL_SEATS) -> Question | None:
        """Return the next question; None if there is none, or none to a seat that can be asked.

        ``askable`` has a bit for each seat that can be asked. The others act when they like: an offer to one
        of them counts as shown, a roll does not wait for them, and their decisions stay pending.
        """
        state = self.state
        if state.over:
            return None
        if self.shown < state.last_serial:
            shown = self.next_offer(askable)
            if shown is not None:
                self.begins_round = False
                return shown
        self.shown_in_a_row = 0
        top = state.agenda.top
        if isinstance(top, ToRoll):
            return self._before_roll(top, askable)
        if isinstance(top, ToEndTurn):
            self.polled = None
        return self._pending(top, askable)

    def note_answer(self, question: Question, action: Action | None) -> None:
        """Note what a seat did, once it has been played; None for nothing, or nothing legal."""
        if isinstance(question, IdleQuestion):
            if action is None:
                self.passed |= 1 << question.seat
            else:
                self.idled += 1
                if isinstance(action, OfferTrade):
                    self.offered += 1
        elif isinstance(question, DecideQuestion):
            entry = self.entry
            assert isinstance(entry, Decision)
            self.answered = entry
            self.last_seat = question.seat
            if self.state.wait != self.wait or not entry.waits_for(self.state, question.seat):
                self.stalls = 0
            else:
                self.stalls += 1
            if entry is self.polled:
                self.polled = None

    # -- others ------------------------------------------------------------------------------------

    def restart(self) -> None:
        """Begin a new round: ask everybody again, from the first seat on."""
        self.polled = None
        self.answered = None

    def is_stalling(self) -> bool:
        """Return whether the seat that must decide has done too much else first."""
        return self.stalls >= MOST_FIRST

    def next_offer(self, askable: i64 = ALL_SEATS) -> Question | None:
        """Return the question to the partner of the next new offer, and count the offer as shown."""
        state = self.state
        for offer in state.offers:
            if offer.number <= self.shown:
                continue
            if self.shown_in_a_row == MOST_OFFERS:
                self.shown = state.last_serial
                return OfferQuestion(
                    offer.partner, offer, f"went on after {MOST_OFFERS} offers in a row"
                )
            self.shown = offer.number
            if (askable >> offer.partner) & 1 == 1:
                self.shown_in_a_row += 1
                return OfferQuestion(offer.partner, offer)
        self.shown = state.last_serial
        self.shown_in_a_row = 0
        return None

    def _before_roll(self, top: ToRoll, askable: i64) -> Question | None:
        """Ask the next seat that may have something to do before a roll; then the roller."""
        players = self.state.players
        roller = top.seat
        rolls = players[roller].rolls
        if top is self.polled and rolls == self.rolls:
            self.begins_round = False
        else:
            self.begins_round = True
            self.polled = top
            self.rolls = rolls
            self.passed = 0
            self.idler = -1
        left = askable & ~self.passed
        seat = roller
        count: i64 = len(players)
        for _ in range(count):
            if (left >> seat) & 1 == 1 and not players[seat].out:
                return self._idle(seat)
            seat += 1
            if seat == count:
                seat = 0
        return self._decide(top, roller) if (askable >> roller) & 1 == 1 else None

    def _idle(self, seat: i64) -> Question:
        if seat != self.idler:
            self.idler = seat
            self.idled = 0
            self.offered = 0
        if self.idled >= MOST_IDLE or self.offered >= MOST_OFFERS:
            did = f"did {self.idled} things before one roll, {self.offered} of them offers"
            return IdleQuestion(seat, did)
        return _IDLE[seat]

    def _pending(self, top: Entry, askable: i64) -> Question | None:
        """Ask whoever the game waits for; of several, the one after the seat that answered last."""
        state = self.state
        if not isinstance(top, Decision):
            return None
        self.begins_round = self.polled is None  # else it is part of what comes before a roll
        seat = top.seat
        if seat >= 0 and top.waits_for(state, seat):
            return self._decide(top, seat) if (askable >> seat) & 1 == 1 else None
        count: i64 = len(state.players)
        first: i64 = self.last_seat + 1 if top is self.answered else 0
        for step in range(count):
            seat = first + step
            if seat >= count:
                seat -= count
            if (askable >> seat) & 1 == 1 and top.waits_for(state, seat):
                if seat >= first and first > 0:
                    self.begins_round = False
                return self._decide(top, seat)
        return None

    def _decide(self, top: Decision, seat: i64) -> Question:
        self.entry = top
        self.wait = self.state.wait
        if self.stalls >= MOST_FIRST:
            return DecideQuestion(seat, f"did {MOST_FIRST} other things first")
        return _DECIDE[seat]
