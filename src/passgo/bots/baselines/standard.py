"""The default player from gamescomputersplay's simulator.

Source: github.com/gamescomputersplay/monopoly. That game has no auctions, so this player never bids
for properties, and it accepts no trades except swaps. Our own decisions:

- The reserve also applies to building, unmortgaging and cash paid in a swap.
- Before its own roll, it offers swaps (one to each opponent per turn), then unmortgages, then
  builds.
- It leaves Jail with a card if it has one, because that costs nothing.
- In a shortage, it demands as many buildings as its spare cash pays for and bids the printed price.
- It raises money for debts where that does the least harm, as ``Habits`` does by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.simulator_bot import SimulatorBot
from passgo.bots.board_facts import is_own_roll, next_unmortgage, owner_of_the_rest
from passgo.bots.habits import ROLLS
from passgo.engine.action import Action
from passgo.engine.board import Deed
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import UseCard
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade, OfferTrade, why_no_trade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State

MOST_DIFFERENCE: Final = 200
"""The largest price difference between two swapped deeds."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Standard(SimulatorBot):
    """A bot that keeps a reserve, builds the cheapest buildings first, and swaps single deeds."""

    def __init__(self, reserve: i64 = 200) -> None:
        super().__init__()
        if reserve < 0:
            raise ValueError(f"reserve must be at least 0 (got {reserve})")
        self.reserve = reserve

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy if the reserve stays intact."""
        left = state.players[seat].cash - state.property(space).deed.price
        return Buy(seat) if left >= self.reserve else Decline(seat)

    def in_jail(self, state: State, seat: i64) -> Action:
        """Use a card, or roll; never pay to leave early."""
        cards = state.players[seat].cards
        return UseCard(seat, cards[0]) if cards else ROLLS[seat]

    # -- building ----------------------------------------------------------------------------------

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Before this seat's own roll, offer swaps, unmortgage and build."""
        if not is_own_roll(state, seat):
            return None
        offer = self.next_offer(state, seat)
        if offer is not None:
            return offer
        unmortgage = next_unmortgage(state, seat, self.reserve)
        if unmortgage is not None:
            return unmortgage
        return self.next_building(state, seat) if state.players[seat].complete != 0 else None

    def cash_to_build(self, state: State, seat: i64) -> i64:
        """Return the cash above the reserve."""
        return state.players[seat].cash - self.reserve

    # -- swaps -------------------------------------------------------------------------------------

    def offer_to(self, state: State, seat: i64, partner: i64) -> OfferTrade | None:
        """Find the first pair of deeds whose swap completes a group for both sides."""
        for prop in state.properties:
            if prop.owner != seat or owner_of_the_rest(state, prop.deed) != partner:
                continue
            for other in state.properties:
                if other.owner != partner or owner_of_the_rest(state, other.deed) != seat:
                    continue
                if is_fair_swap(prop.deed, other.deed):
                    offer = self.swap(state, seat, partner, prop.deed, other.deed)
                    if offer is not None:
                        return offer
        return None

    def swap(
        self, state: State, seat: i64, partner: i64, given: Deed, taken: Deed
    ) -> OfferTrade | None:
        """Return an offer to swap, or None if it is not allowed or cuts into the reserve."""
        pays = taken.price - given.price
        if pays > 0 and state.players[seat].cash - pays < self.reserve:
            return None
        offer = OfferTrade(
            seat,
            partner,
            give_cash=max(0, pays),
            get_cash=max(0, -pays),
            give_deeds=(int(given.space),),
            get_deeds=(int(taken.space),),
        )
        return offer if offer.why_not(state) is None else None

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept a swap of the kind the bot would offer, with the difference paid in cash."""
        if self.is_good_swap(state, seat, offer) and why_no_trade(state, offer, ()) is None:
            return AcceptTrade(seat, offer.number)
        return DeclineTrade(seat, offer.number)

    def is_good_swap(self, state: State, seat: i64, offer: Offer) -> bool:
        """Return whether an offer swaps two deeds, suits both sides, and pays the difference."""
        terms = offer.terms
        if len(terms.give_deeds) != 1 or len(terms.get_deeds) != 1:
            return False
        if terms.give_cards or terms.get_cards:
            return False
        taken = state.property(terms.give_deeds[0]).deed
        given = state.property(terms.get_deeds[0]).deed
        if (
            owner_of_the_rest(state, taken) != seat
            or owner_of_the_rest(state, given) != offer.maker
        ):
            return False
        pays = terms.get_cash - terms.give_cash
        if pays > taken.price - given.price or not is_fair_swap(given, taken):
            return False
        return pays <= 0 or state.players[seat].cash - pays >= self.reserve


def is_fair_swap(one: Deed, other: Deed) -> bool:
    """Return whether two deeds in different groups differ in price by at most $200 and a factor of two."""
    low = min(one.price, other.price)
    high = max(one.price, other.price)
    return one.group != other.group and high - low <= MOST_DIFFERENCE and high <= 2 * low
