"""The order in which seats are asked: a protocol without I/O.

The caller takes the next question, gets the answer from a bot, a person or another process, plays
it, and reports it back:

    order = QuestionOrder(game.state)
    while (question := order.next_question()) is not None:
        action = ...  # ask question.seat; a server awaits here
        if action is not None:
            game.step(action)
        order.note_answer(question, action)

The order is:

1. each new offer or inquiry, shown once to its recipient;
2. the pending decision; if several seats must answer, each in turn, repeatedly;
3. before a roll, every seat clockwise from the current player, until none acts; then the roll.

Most seats do nothing before most rolls. The question before a roll therefore names all remaining
seats, and a caller may go through them up to the first that acts before reporting back.

Each question depends on the state when it is asked, so people may act between a question and its
answer. This is why the class has two methods and is not a generator, which would also be slower:
when compiled, about 30 ns per question instead of 8.

If a seat never stops acting, its question carries an ``excess``: nobody is asked, and the default
is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from mypy_extensions import i64

from passgo.engine.agenda import Decision, Entry
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import MOST_PLAYERS, ToEndTurn, ToRoll

if TYPE_CHECKING:
    from passgo.engine.action import Action
    from passgo.engine.state import Inquiry, Offer, State

QuestionKind = Literal["decide", "idle", "answer", "quote"]

__all__ = [
    "ALL_SEATS",
    "MOST_FIRST",
    "MOST_IDLE",
    "MOST_OFFERS",
    "DecideQuestion",
    "IdleQuestion",
    "InquiryQuestion",
    "OfferQuestion",
    "Question",
    "QuestionKind",
    "QuestionOrder",
]

MOST_IDLE: Final = 150
"""The maximum number of actions per seat before a roll, enough for a rich player to build many houses."""
MOST_FIRST: Final = 150
"""The maximum number of actions before a decision, enough for a debtor to sell many houses."""
MOST_OFFERS: Final = 20
"""The maximum number of offers that one seat may make before a roll, and that may be shown in a row."""
ALL_SEATS: Final = -1
"""Every seat, as a bit mask."""


class Question:
    """A question for one seat."""

    def __init__(self, seat: i64, excess: str | None = None) -> None:
        self.seat = seat
        self.excess = excess
        """A description of what was done too often; if set, nobody is asked and the default is played."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} to seat {self.seat}>"

    def kind(self) -> QuestionKind:
        """Return the name of the bot method that answers this question."""
        raise NotImplementedError

    def default(self, state: State) -> Action | None:
        """Return the answer to use when the seat cannot be asked."""
        return None

    def offender(self) -> i64:
        """Return the seat responsible for an excess."""
        return self.seat


class DecideQuestion(Question):
    """A question about the decision the game is waiting for."""

    def kind(self) -> QuestionKind:
        """Return ``"decide"``."""
        return "decide"

    def default(self, state: State) -> Action | None:
        """Return the safe answer to the pending decision."""
        top = state.agenda.top
        assert isinstance(top, Decision)
        return top.default(state, self.seat)


class IdleQuestion(Question):
    """A question about whether a seat wants to act before a roll."""

    def __init__(self, seat: i64, after: i64 = 0, excess: str | None = None) -> None:
        super().__init__(seat, excess)
        self.seats: i64 = after | (1 << seat)
        """A bit mask of this seat and the seats to ask after it, clockwise, until one of them acts."""
        self.roll: DecideQuestion = _DECIDE[seat]
        """The question that follows if nobody acts: the roll."""

    def kind(self) -> QuestionKind:
        """Return ``"idle"``."""
        return "idle"


class OfferQuestion(Question):
    """A question about a new offer."""

    def __init__(self, offer: Offer, excess: str | None = None) -> None:
        super().__init__(offer.partner, excess)
        self.offer = offer

    def kind(self) -> QuestionKind:
        """Return ``"answer"``."""
        return "answer"

    def offender(self) -> i64:
        """Return the seat that made too many offers."""
        return self.offer.maker


class InquiryQuestion(Question):
    """A question about a new inquiry."""

    def __init__(self, inquiry: Inquiry) -> None:
        super().__init__(inquiry.partner)
        self.inquiry = inquiry

    def kind(self) -> QuestionKind:
        """Return ``"quote"``."""
        return "quote"


_ONE: Final = 0
_ROLL: Final = 1
_SEVERAL: Final = 2

# Questions without an excess never change, so all games share them.
_DECIDE: Final = [DecideQuestion(seat) for seat in range(MOST_PLAYERS)]
_IDLE: Final[list[IdleQuestion | None]] = [None] * (MOST_PLAYERS << MOST_PLAYERS)


def _get_idle_question(roller: i64, seats: i64) -> IdleQuestion:
    """Return the question for these seats, given as a bit mask, clockwise from the current player."""
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
    """Return the next seat clockwise at a table of maximum size."""
    return seat + 1 if seat + 1 < MOST_PLAYERS else 0


class QuestionOrder:
    """The order of questions in one game."""

    def __init__(self, state: State, shown: i64 = 0) -> None:
        self.state = state
        self.shown = shown
        """The number of the last offer or inquiry shown to its recipient."""
        self.shown_in_a_row: i64 = 0
        self.stalls: i64 = 0
        """How many times in a row a seat did something other than deciding."""
        self.begins_round = True
        """Whether the last question begins a round.

        A round consists of all questions up to the next roll, or of one question to each seat that
        must answer the pending decision.
        """
        self.polling = False
        """Whether seats are being asked before a roll."""
        self.turn: i64 = 0
        """The turn in which the upcoming roll takes place."""
        self.doubles: i64 = 0
        """The number of doubles already rolled in that turn."""
        self.passed: i64 = 0
        """The seats with nothing more to do before this roll, as a bit mask."""
        self.idler: i64 = -1
        """The seat that last acted before this roll."""
        self.idled: i64 = 0
        """How many actions that seat has taken in a row."""
        self.offered: i64 = 0
        """How many of those actions were offers."""
        self.left: i64 = -1
        """The number of players left when they were last counted."""
        self.in_game: i64 = 0
        """The seats still in the game, as a bit mask."""
        self.asked: i64 = _ONE
        """The kind of decision last asked about: ``_ROLL``, ``_SEVERAL`` (seats) or ``_ONE`` (seat)."""
        self.decision_number: i64 = 0
        """The number of that decision in the state."""
        self.entry: Entry | None = None
        """The last decision by several seats that was asked about."""
        self.answered: Entry | None = None
        """The last decision by several seats that a seat has answered."""
        self.last_seat: i64 = -1
        """The last seat to answer that decision."""

    def __repr__(self) -> str:
        return f"<QuestionOrder in turn {self.state.turn}>"

    # -- asking and reporting ----------------------------------------------------------------------

    def next_question(self, askable: i64 = ALL_SEATS) -> Question | None:
        """Return the next question; None if there is no question for a seat that can be asked.

        ``askable`` has a bit for each seat that can be asked. The others act when they like: an
        offer or inquiry to one of them counts as shown, a roll does not wait for them, and their decisions
        stay pending.
        """
        state = self.state
        if state.over:
            return None
        if self.shown < state.last_serial and (state.offers or state.inquiries):
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
            self.begins_round = not self.polling  # otherwise, the question comes before a roll
            if not isinstance(top, Decision):
                return None
            if seat < 0 or not top.waits_for(state, seat):
                return self._ask_several(top, askable)
        if (askable >> seat) & 1 == 0:
            return None
        self.decision_number = state.decision_number
        if self.stalls >= MOST_FIRST:
            return DecideQuestion(seat, f"took {MOST_FIRST} other actions before deciding")
        return _DECIDE[seat]

    def note_answer(self, question: Question, action: Action | None) -> None:
        """Report the action that was played; None if no legal action was given."""
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
        """Report what one seat did, and that the seats before it did nothing."""
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
        """Report that no seat acted in response to an idle question; return the question for the roll.

        Use this only if every seat can be asked.
        """
        self.passed = ALL_SEATS
        self.begins_round = False
        self.decision_number = self.state.decision_number
        if self.stalls >= MOST_FIRST:
            return DecideQuestion(
                question.roll.seat, f"took {MOST_FIRST} other actions before deciding"
            )
        return question.roll

    # -- other methods -----------------------------------------------------------------------------

    def restart(self) -> None:
        """Begin a new round, asking everybody again."""
        self.polling = False
        self.answered = None

    def is_stalling(self) -> bool:
        """Return whether the deciding seat has taken too many other actions before deciding."""
        return self.stalls >= MOST_FIRST

    def next_offer(self, askable: i64 = ALL_SEATS) -> Question | None:
        """Return the question for the next new offer or inquiry, and count that as shown."""
        state = self.state
        for offer in state.offers:
            if offer.number <= self.shown:
                continue
            if state.inquiries:
                asked = self._next_inquiry(askable, offer.number)
                if asked is not None:
                    return asked
            if self.shown_in_a_row == MOST_OFFERS:
                self.shown = state.last_serial
                return OfferQuestion(offer, f"kept making offers after {MOST_OFFERS} in a row")
            self.shown = offer.number
            if (askable >> offer.partner) & 1 == 1:
                self.shown_in_a_row += 1
                return OfferQuestion(offer)
        if state.inquiries:
            asked = self._next_inquiry(askable, state.last_serial + 1)
            if asked is not None:
                return asked
        self.shown = state.last_serial
        self.shown_in_a_row = 0
        return None

    def _next_inquiry(self, askable: i64, before: i64) -> Question | None:
        """Return the question for the next new inquiry with a lower number than ``before``."""
        for inquiry in self.state.inquiries:
            if inquiry.closed or inquiry.number <= self.shown or inquiry.number >= before:
                continue
            self.shown = inquiry.number
            if (askable >> inquiry.partner) & 1 == 1:
                return InquiryQuestion(inquiry)
        return None

    def _count_players(self) -> None:
        """Record who is in the game."""
        self.left = self.state.left
        self.in_game = 0
        for player in self.state.players:
            if not player.out:
                self.in_game |= 1 << player.seat

    def _ask_again(self, question: IdleQuestion) -> Question:
        """Ask the last seat that acted, and those after it, unless it has acted too often."""
        if self.idled < MOST_IDLE and self.offered < MOST_OFFERS:
            return question
        did = f"took {self.idled} actions before a roll, {self.offered} of them offers"
        return IdleQuestion(question.seat, excess=did)

    def _ask_several(self, top: Decision, askable: i64) -> Question | None:
        """If several seats must answer, ask the seat after the last one that answered."""
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
                    return DecideQuestion(seat, f"took {MOST_FIRST} other actions before deciding")
                return _DECIDE[seat]
        return None
