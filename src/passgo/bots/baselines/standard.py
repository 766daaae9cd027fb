"""The default player of gamescomputersplay's simulator.

Source: github.com/gamescomputersplay/monopoly. That game has no auctions, so this player bids in none, and
it answers no more than swaps. What is ours:

- The reserve holds for building, for unmortgaging and for the cash paid in a swap as well.
- Before its own roll it offers swaps, one to each other player in a turn, then unmortgages, then builds.
- It leaves Jail by a card if it has one; that costs nothing.
- In a shortage it demands all that the cash to spare pays for and bids the printed price.
- Money for debts is raised where it hurts least, as any bot with ``Habits`` does.
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
"""The largest difference of price that a swap may bridge."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Standard(SimulatorBot):
    """Buys what leaves its reserve, builds the cheapest first, and swaps one deed for one."""

    def __init__(self, reserve: i64 = 200) -> None:
        super().__init__()
        if reserve < 0:
            raise ValueError(f"a reserve is $0 or more, not {reserve}")
        self.reserve = reserve

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy if the reserve stays."""
        left = state.players[seat].cash - state.property(space).deed.price
        return Buy(seat) if left >= self.reserve else Decline(seat)

    def in_jail(self, state: State, seat: i64) -> Action:
        """Use a card, or roll; never pay to leave early."""
        cards = state.players[seat].cards
        return UseCard(seat, cards[0]) if cards else ROLLS[seat]

    # -- building ----------------------------------------------------------------------------------

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Before one's own roll: offer swaps, unmortgage, build."""
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
        """Find the first pair of deeds whose swap completes a group on both sides."""
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
        """Return the offer of a swap, or None if it may not be made or breaks into the reserve."""
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
        """Take a swap of the kind one would offer, with the difference paid in cash."""
        if self.is_good_swap(state, seat, offer) and why_no_trade(state, offer, ()) is None:
            return AcceptTrade(seat, offer.number)
        return DeclineTrade(seat, offer.number)

    def is_good_swap(self, state: State, seat: i64, offer: Offer) -> bool:
        """Say whether an offer is one deed for one, good for both, and pays the difference."""
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
    """Say whether two deeds of different groups differ by at most $200 and at most twofold."""
    low = min(one.price, other.price)
    high = max(one.price, other.price)
    return one.group != other.group and high - low <= MOST_DIFFERENCE and high <= 2 * low
