"""A bot that values positions by deeds, future rents and possible buildings, and stays safe.

Based on the ASU agent from the SAIL-ON evaluations (arXiv 2107.04303, 2302.14208). ``valuing``
defines what a position is worth and when it is safe; a step is good if it is safe and increases the
sum of value and cash.

Our own decisions: the bot buys, builds and unmortgages whenever that is a good step, taking the
best step first. It bids up to the marginal value, as long as it stays safe, raising by a tenth of
the price at a time. It offers to buy or swap for a deed that completes a group, at a price that
splits the gain evenly. Everything else is as in ``simple``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.dealing import Appraiser, bid_up_to, state_after_trade
from passgo.bots.baselines.valuing import SAFE_CASH, is_safe, net_rent, standing, value, worst_rent
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import raisable
from passgo.engine.rules.mortgage import Unmortgage, unmortgage_cost
from passgo.engine.rules.trade import OfferTrade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner(Appraiser):
    """A bot that, among the steps that leave it safe, takes the one that adds the most value."""

    def __init__(self, offers: bool = True) -> None:
        super().__init__(200)
        self.offers = offers
        """Whether the bot makes offers."""
        self.auction: i64 = -1
        """The number of the auction that ``limit`` was computed for."""
        self.limit: i64 = 0
        """The highest bid to make in that auction."""

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy if that adds value and is safe."""
        price = state.property(space).deed.price
        if state.players[seat].cash >= price:
            after = state_after_purchase(state, seat, space, price)
            if is_safe(after, seat) and standing(after, seat) > standing(state, seat):
                return Buy(seat)
        return Decline(seat)

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Bid up to the marginal value, as long as the bid is safe."""
        if self.auction != state.decision_number:
            self.auction = state.decision_number
            self.limit = bid_limit(state, seat, auction.space)
        return bid_up_to(state, seat, auction, self.limit)

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Build or unmortgage, taking the best safe step; if there is none, make an offer."""
        player = state.players[seat]
        if (player.complete != 0 or player.mortgages > 0) and player.cash > self.reserve:
            step = self.best_step(state, seat)
            if step is not None:
                return step
        return self.next_offer(state, seat) if self.offers else None

    def best_step(self, state: State, seat: i64) -> Action | None:
        """Return the safe building or unmortgaging step that adds the most value, or None."""
        steps = steps_of(state, seat)
        if not steps:
            return None
        best: Action | None = None
        most = standing(state, seat)
        for step in steps:
            after = state_after_step(state, step)
            if is_safe(after, seat):
                worth = standing(after, seat)
                if worth > most:
                    most = worth
                    best = step
        return best

    def appraise(self, state: State, seat: i64) -> float:
        """Return the value of the position plus cash."""
        return standing(state, seat)

    def is_worth_offering(
        self, state: State, after: State, offer: OfferTrade, common_gain: float
    ) -> bool:
        """Offer a trade that is possible and that both players want at this price."""
        return offer.why_not(state) is None and self.wants_trade(
            state, offer.seat, offer.as_offer()
        )

    def wants_trade(self, state: State, seat: i64, offer: Offer) -> bool:
        """Trade only if this player gains, the other does not lose, and both stay safe."""
        other = offer.partner if seat == offer.maker else offer.maker
        after = state_after_trade(state, offer)
        if standing(after, seat) <= standing(state, seat):
            return False
        if standing(after, other) < standing(state, other):
            return False
        return is_safe(after, seat) and is_safe(after, other)


def state_after_purchase(state: State, seat: i64, space: i64, price: i64) -> State:
    """Return the state after a player buys a deed from the Bank."""
    after = state.copy()
    after.give(after.property(space), seat)
    after.players[seat].cash -= price
    return after


def bid_limit(state: State, seat: i64, space: i64) -> i64:
    """Return the marginal value of a deed, limited to a price that leaves the player safe."""
    after = state_after_purchase(state, seat, space, 0)
    marginal = value(after, seat) - value(state, seat)
    in_hand = float(state.players[seat].cash) + net_rent(after, seat) - SAFE_CASH
    to_raise = float(raisable(after, seat) - worst_rent(after, seat))
    return int(min(marginal, in_hand, to_raise))


def steps_of(state: State, seat: i64) -> list[Action]:
    """List what a player could build or unmortgage now."""
    found: list[Action] = []
    for prop in state.properties:
        if prop.owner == seat:
            unmortgage = Unmortgage(seat, prop.deed.space)
            build = Build(seat, prop.deed.space)
            if prop.mortgaged:
                if unmortgage.why_not(state) is None:
                    found.append(unmortgage)
            elif state.owns_group(seat, prop.deed.group) and build.why_not(state) is None:
                found.append(build)
    return found


def state_after_step(state: State, step: Action) -> State:
    """Return the state after building at the printed price or unmortgaging."""
    after = state.copy()
    player = after.players[step.seat]
    if isinstance(step, Build):
        prop = after.property(step.space)
        player.cash -= prop.deed.house_cost
        after.set_houses(prop, after.next_level(prop.houses))
    elif isinstance(step, Unmortgage):
        prop = after.property(step.space)
        player.cash -= unmortgage_cost(prop)
        after.set_mortgaged(prop, False)
    return after
