"""The kinds of questions that a bot must be able to answer."""

from __future__ import annotations

from typing import Final

from passgo import decisions
from passgo.bots.question_order import QuestionKind
from passgo.engine.game import View
from passgo.engine.rules.turn import ToRoll
from passgo.engine.state import Offer

__all__ = ["IN_JAIL", "KINDS", "classify"]

IN_JAIL: Final = "decide: ToRoll in Jail"
BEFORE_ROLL: Final = "idle"
RENT_DUE: Final = "idle: rent to ask for"
OFFER: Final = "answer: offer"
COUNTEROFFER: Final = "answer: counteroffer"
INQUIRY: Final = "quote"

KINDS: Final = (
    *(f"decide: {name}" for name in decisions.__all__ if name != "Decision"),
    IN_JAIL,
    BEFORE_ROLL,
    RENT_DUE,
    OFFER,
    COUNTEROFFER,
    INQUIRY,
)
"""All kinds of questions: the method that is called, and what it is about."""


def classify(view: View, asked: QuestionKind, offer: Offer | None = None) -> str:
    """Return the kind of a question that is put to a bot now."""
    state, seat = view.state, view.seat
    if asked == "decide":
        top = state.agenda.top
        in_jail = isinstance(top, ToRoll) and state.players[seat].jail > 0
        return IN_JAIL if in_jail else f"decide: {type(top).__name__}"
    if asked == "idle":
        due = any(rent.owner == seat for rent in state.rents)
        return RENT_DUE if due else BEFORE_ROLL
    if asked == "quote":
        return INQUIRY
    assert offer is not None
    counters = {past.number for past in state.past_offers if past.answer}
    return COUNTEROFFER if offer.number in counters else OFFER
