"""Common behavior of the simulators' own bots: making offers once per turn, and building."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from passgo.bots.board_facts import bid_printed_price, places_to_build
from passgo.bots.habits import Habits
from passgo.engine.action import Action
from passgo.engine.board import HOTEL_LEVEL, STREET
from passgo.engine.rules.building import Build
from passgo.engine.rules.shortage import BuildingAuction
from passgo.engine.rules.trade import OfferTrade

if TYPE_CHECKING:
    from passgo.engine.state import Property, State


@mypyc_attr(allow_interpreted_subclasses=True)
class SimulatorBot(Habits):
    """A bot that makes one offer per turn to each opponent and builds one building at a time.

    Subclasses decide what to offer and which building is best.
    """

    def __init__(self) -> None:
        self.turn: i64 = -1
        self.asked: i64 = 0
        """Bit n is set once seat n has been considered for an offer this turn."""
        self.most: i64 = HOTEL_LEVEL
        """The highest level to build to."""

    # -- offers ------------------------------------------------------------------------------------

    def next_offer(self, state: State, seat: i64) -> OfferTrade | None:
        """Return an offer to the next player clockwise who has not been considered this turn."""
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
        raise NotImplementedError

    # -- building ----------------------------------------------------------------------------------

    def cash_to_build(self, state: State, seat: i64) -> i64:
        """Return the cash available for building: by default, all of it."""
        return state.players[seat].cash

    def rate_building(self, state: State, prop: Property) -> i64:
        """Rate the next building on a property; the cheapest is best."""
        return -prop.deed.house_cost

    def next_building(self, state: State, seat: i64) -> Action | None:
        """Build where the rating is highest, if the bot can pay for it; in a tie, choose the first."""
        complete = state.players[seat].complete
        cash = self.cash_to_build(state, seat)
        best: Action | None = None
        highest: i64 = 0
        for group in state.board.groups:
            if group.kind != STREET or (complete >> group.number) & 1 == 0:
                continue
            for deed in group.deeds:
                prop = state.properties[deed.number]
                if prop.houses == HOTEL_LEVEL or state.next_level(prop.houses) > self.most:
                    continue
                if deed.house_cost > cash:
                    continue
                rating = self.rate_building(state, prop)
                if best is None or rating > highest:
                    build = Build(seat, deed.space)
                    if build.why_not(state) is None:
                        best = build
                        highest = rating
        return best

    def demand(self, state: State, seat: i64, kind: i64) -> i64:
        """Demand as many buildings as the cash available for building pays for."""
        cash = max(0, self.cash_to_build(state, seat))
        return places_to_build(state, seat, kind, cash, self.most)

    def at_building_auction(self, state: State, seat: i64, auction: BuildingAuction) -> Action:
        """Bid the printed price if the cash available for building covers it."""
        cash = self.cash_to_build(state, seat)
        return bid_printed_price(state, seat, auction, cash, self.most)
