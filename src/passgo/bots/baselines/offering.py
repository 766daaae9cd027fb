"""A bot that makes offers in its own turn, at most one to each other player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from passgo.bots.habits import Habits
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import ToRoll

if TYPE_CHECKING:
    from passgo.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Offering(Habits):
    """Goes round the table with offers once in its own turn; what it offers is for the bot to say."""

    def __init__(self) -> None:
        self.turn: i64 = -1
        self.asked: i64 = 0
        """Bit n is set when seat n has had its chance of an offer in this turn."""

    def my_roll(self, state: State, seat: i64) -> bool:
        """Say whether this seat is the one to roll."""
        top = state.agenda.top
        return isinstance(top, ToRoll) and top.seat == seat

    def next_offer(self, state: State, seat: i64) -> OfferTrade | None:
        """Make an offer to the next player, clockwise, who has had no chance of one in this turn."""
        if self.turn != state.turn:
            self.turn = state.turn
            self.asked = 0
        count: i64 = len(state.players)
        for step in range(1, count):
            partner: i64 = (seat + step) % count
            bit: i64 = 1 << partner
            if self.asked & bit != 0 or state.players[partner].out:
                continue
            self.asked |= bit
            offer = self.offer_to(state, seat, partner)
            if offer is not None:
                return offer
        return None

    def offer_to(self, state: State, seat: i64, partner: i64) -> OfferTrade | None:
        """Return an offer to this player that the rules allow, or None."""
        return None
