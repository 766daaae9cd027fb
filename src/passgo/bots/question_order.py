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

Most seats have nothing to do before most rolls. So that question also names the seats that come after, and a
caller may go through them, up to the first that does something, before it notes anything.

Each question follows from the state as it is then, so people who do not wait to be asked can act between a
question and its answer. That is why this is an object with two calls and not a generator, which would also
cost more: some 30 ns a question against 8, compiled.

A seat that never stops is stopped: its question then carries an ``excess``, nobody is asked, and the default
is the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from mypy_extensions import i64

from passgo.engine.agenda import Decision, Entry
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import MOST_PLAYERS, ToEndTurn, ToRoll

if TYPE_CHECKING:
    from passgo.engine.action import Action
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


class Question:
    """A question to one seat."""

    def __init__(self, seat: i64, excess: str | None = None) -> None:
        self.seat = seat
        self.excess = excess
        """What was done too often; then nobody is asked, and the default is the answer."""

    def kind(self) -> QuestionKind:
        """Return the name of the bot's method that answers this."""
        raise NotImplementedError

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

    def default(self, state: State) -> Action | None:
        """Return the safe answer to the pending decision."""
        top = state.agenda.top
        assert isinstance(top, Decision)
        return top.default(state, self.seat)


class IdleQuestion(Question):
    """Whether a seat wants to do something before a roll."""

    def __init__(self, seat: i64, after: i64 = 0, excess: str | None = None) -> None:
        super().__init__(seat, excess)
        self.seats: i64 = after | (1 << seat)
        """The seat, and those to ask after it, clockwise, until one does something; as bits."""
        self.roll: DecideQuestion = _DECIDE[seat]
        """What follows if nobody does anything: the question to the roller."""

    def kind(self) -> QuestionKind:
        """Return ``"idle"``."""
        return "idle"


class OfferQuestion(Question):
    """What a seat answers to a new offer."""

    def __init__(self, offer: Offer, excess: str | None = None) -> None:
        super().__init__(offer.partner, excess)
        self.offer = offer

    def kind(self) -> QuestionKind:
        """Return ``"answer"``."""
        return "answer"

    def offender(self) -> i64:
        """Return the maker, who would not stop."""
        return self.offer.maker


_ONE: Final = 0
_ROLL: Final = 1
_SEVERAL: Final = 2

# Questions without an excess. Nobody changes a question, so all games share them.
_DECIDE: Final = [DecideQuestion(seat) for seat in range(MOST_PLAYERS)]
_IDLE: Final[list[IdleQuestion | None]] = [None] * (MOST_PLAYERS << MOST_PLAYERS)


def _get_idle_question(roller: i64, seats: i64) -> IdleQuestion:
    """Return the question to some seats, given as bits, clockwise from the roller on."""
    number = seats * MOST_PLAYERS + roller
    question = _IDLE[number]
    if question is None:
        first = roller
        while (seats >> first) & 1 == 0:
            first = _next_seat(first)
        question = IdleQuestion(first, seats)
        question.roll = _DECIDE[roller]
        _IDLE[number] = question
    return question


def _next_seat(seat: i64) -> i64:
    """Return the next seat clockwise at a table of the largest size."""
    return seat + 1 if seat + 1 < MOST_PLAYERS else 0


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
        self.polling = False
        """Whether everyone is being asked before a roll."""
        self.turn: i64 = 0
        """The turn of that roll, and how many doubles came before it in that turn."""
        self.doubles: i64 = 0
        self.passed: i64 = 0
        """The seats that have nothing more to do before this roll, as bits."""
        self.idler: i64 = -1
        """The seat that last did something before this roll."""
        self.idled: i64 = 0
        """How much it did, and how many offers it made."""
        self.offered: i64 = 0
        self.left: i64 = -1
        """How many players were left when they were last counted."""
        self.in_game: i64 = 0
        """The seats that are still in the game, as bits."""
        self.asked: i64 = _ONE
        """Which kind of decision was last asked for, and its number in the state."""
        self.decision_number: i64 = 0
        self.entry: Entry | None = None
        """Of decisions that several must make, the last one asked for, and who answered it last."""
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
        if state.offers and self.shown < state.last_serial:
            shown = self.next_offer(askable)
            if shown is not None:
                self.begins_round = False
                return shown
        self.shown_in_a_row = 0
        top = state.agenda.top
        seat = top.seat
        if isinstance(top, ToRoll):
            self.asked = _ROLL
            if state.left != self.left:
                self._count_players()
            if self.polling and state.turn == self.turn and state.doubles == self.doubles:
                self.begins_round = False
            else:
                self.begins_round = True
                self.polling = True
                self.turn = state.turn
                self.doubles = state.doubles
                self.passed = 0
                self.idler = -1
            seats = self.in_game & askable & ~self.passed
            if seats != 0:
                idle = _get_idle_question(seat, seats)
                return idle if idle.seat != self.idler else self._ask_again(idle)
        elif isinstance(top, ToEndTurn):
            self.asked = _ONE
            self.begins_round = True
            self.polling = False
        else:
            self.asked = _ONE
            self.begins_round = not self.polling  # else it is part of what comes before a roll
            if not isinstance(top, Decision):
                return None
            if seat < 0 or not top.waits_for(state, seat):
                return self._ask_several(top, askable)
        if (askable >> seat) & 1 == 0:
            return None
        self.decision_number = state.decision_number
        if self.stalls >= MOST_FIRST:
            return DecideQuestion(seat, f"did {MOST_FIRST} other things first")
        return _DECIDE[seat]

    def note_answer(self, question: Question, action: Action | None) -> None:
        """Note what the seat did, once it has been played; None for nothing, or nothing legal."""
        if isinstance(question, DecideQuestion):
            if self.asked == _ROLL:
                self.polling = False
            elif self.asked == _SEVERAL:
                self.answered = self.entry
                self.last_seat = question.seat
            state = self.state
            if state.decision_number == self.decision_number and state.waits_for(question.seat):
                self.stalls += 1
            else:
                self.stalls = 0
        elif isinstance(question, IdleQuestion):
            self.note_idle(question, question.seat, action)

    def note_idle(self, question: IdleQuestion, seat: i64, action: Action | None) -> None:
        """Note that the seats before one did nothing, and what that one did, once it has been played."""
        other = question.seat
        while other != seat:
            self.passed |= question.seats & (1 << other)
            other = _next_seat(other)
        if action is None:
            self.passed |= 1 << seat
            return
        if seat != self.idler:
            self.idler = seat
            self.idled = 0
            self.offered = 0
        self.idled += 1
        if isinstance(action, OfferTrade):
            self.offered += 1

    def note_all_idle(self, question: IdleQuestion) -> Question:
        """Note that no seat of an idle question did anything; return the roller's question, which is next.

        Only where every seat can be asked.
        """
        self.passed = ALL_SEATS
        self.begins_round = False
        self.decision_number = self.state.decision_number
        if self.stalls >= MOST_FIRST:
            return DecideQuestion(question.roll.seat, f"did {MOST_FIRST} other things first")
        return question.roll

    # -- others ------------------------------------------------------------------------------------

    def restart(self) -> None:
        """Begin a new round: ask everybody again, from the first seat on."""
        self.polling = False
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
                return OfferQuestion(offer, f"went on after {MOST_OFFERS} offers in a row")
            self.shown = offer.number
            if (askable >> offer.partner) & 1 == 1:
                self.shown_in_a_row += 1
                return OfferQuestion(offer)
        self.shown = state.last_serial
        self.shown_in_a_row = 0
        return None

    def _count_players(self) -> None:
        """Note who is in the game."""
        self.left = self.state.left
        self.in_game = 0
        for player in self.state.players:
            if not player.out:
                self.in_game |= 1 << player.seat

    def _ask_again(self, question: IdleQuestion) -> Question:
        """Ask the seat that last did something, and those after it, unless it has done too much."""
        if self.idled < MOST_IDLE and self.offered < MOST_OFFERS:
            return question
        did = f"did {self.idled} things before one roll, {self.offered} of them offers"
        return IdleQuestion(question.seat, excess=did)

    def _ask_several(self, top: Decision, askable: i64) -> Question | None:
        """Of several that must answer, ask the next after the seat that answered last."""
        state = self.state
        count: i64 = len(state.players)
        first: i64 = self.last_seat + 1 if top is self.answered else 0
        for step in range(count):
            seat = first + step
            if seat >= count:
                seat -= count
            if (askable >> seat) & 1 == 1 and top.waits_for(state, seat):
                if seat >= first and first > 0:
                    self.begins_round = False
                self.asked = _SEVERAL
                self.entry = top
                self.decision_number = state.decision_number
                if self.stalls >= MOST_FIRST:
                    return DecideQuestion(seat, f"did {MOST_FIRST} other things first")
                return _DECIDE[seat]
        return None
