"""A bot whose deals keep its own and its partner's projected net worth close together.

Based on chrisaacson69's strategic AIs. From exact landing probabilities, the bot computes what a
deed earns at each level, and from that it projects every player's net worth (``projection``). A
position's score is the area under the player's own curve.

Our own decisions: it buys whatever it can pay for, taking on debt up to its limit. Its debt is the
value of its mortgages; its holdings are its deeds at list price and its buildings at cost. It
offers to buy or swap for a deed that completes a group, trying cash amounts $100 apart, up to $400
either way. Among the amounts that the bot itself would accept and that benefit the partner, it
chooses the one that brings the two curves closest together. In an auction, a group is at stake if
the deed would complete it for the bot or a rival. The main rival is the player who would complete
it, or else the richest rival. If a third player holds the high bid, the main rival is already
blocked. Bids rise by a tenth of the price, up to the bot's cash. Everything else is as in
``simple``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.dealing import (
    NOTHING,
    Dealer,
    Opening,
    bid_up_to,
    leave_jail_while_unsold,
    offer_opening,
    openings,
    state_after_trade,
)
from passgo.bots.baselines.projection import earns, project
from passgo.bots.board_facts import owner_of_the_rest, would_complete
from passgo.bots.deed_values import get_deed_values
from passgo.engine.action import Action
from passgo.engine.board import STREET
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.rent import rent_of
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.state import BANK

if TYPE_CHECKING:
    from passgo.engine.state import Offer, Property, State

MOST_GAIN: Final = 1.5
"""The most that the partner may gain, as a multiple of the bot's own gain."""
MOST_DEALS: Final = 4
"""The number of deals considered when a deed has changed hands."""
PRICES: Final = (0, 100, -100, 200, -200, 300, -300, 400, -400)
LEAST_RESERVE: Final = 50
MOST_DEBT: Final = 600
MEAN_ROLL: Final = 7


@mypyc_attr(allow_interpreted_subclasses=True)
class Growth(Dealer):
    """A bot that bases its decisions on the area under its projected net-worth curve."""

    def __init__(self) -> None:
        super().__init__(LEAST_RESERVE)
        self.auction: i64 = -1
        """The number of the auction that ``limit`` was computed for."""
        self.limit: i64 = 0
        """The highest bid to make in that auction."""

    def in_jail(self, state: State, seat: i64) -> Action:
        """Leave Jail while some deeds are still unowned; after that, stay."""
        return leave_jail_while_unsold(state, seat)

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy, taking on debt up to the limit."""
        missing = state.property(space).deed.price - state.players[seat].cash
        if missing <= 0:
            return Buy(seat)
        pledges = pledges_for(state, seat, debt_limit(state, seat) - debt_of(state, seat))
        if sum([prop.deed.mortgage for prop in pledges]) < missing:
            return Decline(seat)
        return Mortgage(seat, pledges[0].deed.space)

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Bid up to a limit computed once for each auction."""
        if self.auction != state.decision_number:
            self.auction = state.decision_number
            self.limit = stake(state, seat, auction)
        price = state.property(auction.space).deed.price
        most = self.limit
        if most > ordinary(price) and only_blocks(state, seat, auction):
            most = ordinary(price)
        return bid_up_to(state, seat, auction, most)

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Keep a cash reserve based on the risk, build and unmortgage with the rest, and offer a deal."""
        player = state.players[seat]
        able = player.complete != 0 or player.mortgages > 0
        if able and player.cash > LEAST_RESERVE:
            self.reserve = reserve_of(state, seat)
        return super().before_roll(state, seat)

    def build(self, state: State, seat: i64, spare: i64) -> Action | None:
        """Build where a dollar earns the most."""
        best: Build | None = None
        most = 0.0
        for prop in state.properties:
            if prop.owner != seat or prop.deed.house_cost > spare or prop.deed.kind != STREET:
                continue
            earned = marginal_return(state, prop)
            if earned > most:
                build = Build(seat, prop.deed.space)
                if build.why_not(state) is None:
                    most = earned
                    best = build
        return best

    def deals(self, state: State, seat: i64) -> list[Opening]:
        """List a few deals, starting with those that complete a group for the partner too."""
        both: list[Opening] = []
        others: list[Opening] = []
        for opening in openings(state, seat):
            if opening.give != NOTHING and would_complete(
                state, opening.partner, state.property(opening.give).deed
            ):
                both.append(opening)
            else:
                others.append(opening)
        return (both + others)[:MOST_DEALS]

    def set_price(self, state: State, seat: i64, opening: Opening) -> OfferTrade | None:
        """Find the amount of cash that brings the two curves closest together while both players gain."""
        before = project(state)
        best: OfferTrade | None = None
        closest = 0.0
        for cash in PRICES:
            offer = offer_opening(seat, opening, cash)
            if offer.why_not(state) is not None:
                continue
            after = project(state_after_trade(state, offer.as_offer()))
            mine = after[seat].area - before[seat].area
            theirs = after[opening.partner].area - before[opening.partner].area
            if theirs <= 0.0 or not agrees(mine, theirs):
                continue
            distance = measure_distance(after[seat].curve, after[opening.partner].curve)
            if best is None or distance < closest:
                closest = distance
                best = offer
        return best

    def wants_trade(self, state: State, seat: i64, offer: Offer) -> bool:
        """Accept if the bot's own area grows and the partner's does not grow by much more."""
        before = project(state)
        after = project(state_after_trade(state, offer))
        mine = after[seat].area - before[seat].area
        return agrees(mine, after[offer.maker].area - before[offer.maker].area)


# -- deals -----------------------------------------------------------------------------------------


def agrees(mine: float, theirs: float) -> bool:
    """Return whether the bot's own area grows and the partner's does not grow by much more."""
    return mine > 0.0 and theirs <= MOST_GAIN * mine


def measure_distance(one: list[float], other: list[float]) -> float:
    """Return the distance between two curves, summed over all turns."""
    total = 0.0
    for turn in range(len(one)):
        total += abs(one[turn] - other[turn])
    return total


# -- auctions --------------------------------------------------------------------------------------


def ordinary(price: i64) -> i64:
    """Return the list price plus 5%."""
    return price * 105 // 100


def main_rival(state: State, seat: i64, space: i64) -> i64:
    """Return the player whose group a deed would complete, or else the richest rival."""
    rival = owner_of_the_rest(state, state.property(space).deed)
    if rival != BANK and rival != seat:
        return rival
    richest: i64 = BANK
    for other in state.clockwise_from(seat):
        if richest == BANK or state.worth(other) > state.worth(richest):
            richest = other
    return richest


def stake(state: State, seat: i64, auction: Auction) -> i64:
    """Return the highest bid to make.

    If a group is at stake, this is the price at which winning is no better than losing.
    """
    deed = state.property(auction.space).deed
    rival = main_rival(state, seat, auction.space)
    if not would_complete(state, seat, deed) and not would_complete(state, rival, deed):
        return ordinary(deed.price)
    lost = area_with(state, seat, auction.space, rival, min(deed.price, state.players[rival].cash))
    low: i64 = 0
    high: i64 = state.players[seat].cash
    while high - low > 8:
        middle = (low + high) // 2
        if area_with(state, seat, auction.space, seat, middle) > lost:
            low = middle
        else:
            high = middle
    return high


def area_with(state: State, seat: i64, space: i64, buyer: i64, price: i64) -> float:
    """Return what a seat's area would be if a player bought a deed at a given price."""
    after = state.copy()
    after.give(after.property(space), buyer)
    after.players[buyer].cash -= price
    return project(after)[seat].area


def only_blocks(state: State, seat: i64, auction: Auction) -> bool:
    """Return whether a deed's only use is to block a rival already outbid by another player."""
    if would_complete(state, seat, state.property(auction.space).deed):
        return False
    return auction.seat != BANK and auction.seat != main_rival(state, seat, auction.space)


# -- debt, reserve and building --------------------------------------------------------------------


def debt_of(state: State, seat: i64) -> i64:
    """Add up a player's mortgages."""
    total: i64 = 0
    for prop in state.properties:
        if prop.owner == seat and prop.mortgaged:
            total += prop.deed.mortgage
    return total


def debt_limit(state: State, seat: i64) -> i64:
    """Return the smaller of 30% of holdings and $600."""
    holdings: i64 = 0
    for prop in state.properties:
        if prop.owner == seat:
            holdings += prop.deed.price + state.count_as_houses(prop.houses) * prop.deed.house_cost
    return min(holdings * 30 // 100, MOST_DEBT)


def pledges_for(state: State, seat: i64, room: i64) -> list[Property]:
    """List deeds to mortgage within the debt limit, starting with those that earn the least."""
    atlas = get_deed_values(state.board, state.rules)
    able: list[tuple[float, int]] = [
        (earns(state, atlas, prop), int(prop.deed.space))
        for prop in state.properties
        if prop.owner == seat and Mortgage(seat, prop.deed.space).why_not(state) is None
    ]
    choose_action: list[Property] = []
    for _, space in sorted(able):
        prop = state.property(space)
        if prop.deed.mortgage <= room:
            room -= prop.deed.mortgage
            choose_action.append(prop)
    return choose_action


class Danger:
    """A rent the player may have to pay, and how many times per turn it is expected to come due."""

    def __init__(self, rent: i64, often: float) -> None:
        self.rent = rent
        self.often = often


def reserve_of(state: State, seat: i64) -> i64:
    """Return the cash to keep (at least $50), weighing forced sales against building less.

    Selling at half price loses as much as it brings in. A dollar kept in reserve forgoes the best
    marginal return from all opponents' moves until the next turn. Only reserves equal to one of the
    rents are worth considering.
    """
    loss = lost_building(state, seat)
    dangers = dangers_of(state, seat)
    best: i64 = LEAST_RESERVE
    least = float(best) * loss + forced_sales(dangers, best)
    for danger in dangers:
        cost = float(danger.rent) * loss + forced_sales(dangers, danger.rent)
        if danger.rent > LEAST_RESERVE and cost < least:
            least = cost
            best = danger.rent
    return best


def dangers_of(state: State, seat: i64) -> list[Danger]:
    """List the rents on all other players' properties."""
    atlas = get_deed_values(state.board, state.rules)
    found: list[Danger] = []
    for prop in state.properties:
        if prop.owner >= 0 and prop.owner != seat:
            rent = rent_of(state, prop, MEAN_ROLL)
            if rent > 0:
                found.append(Danger(rent, earns(state, atlas, prop) / float(rent)))
    return found


def forced_sales(dangers: list[Danger], reserve: i64) -> float:
    """Return the average loss per turn from rents that exceed the reserve."""
    total = 0.0
    for danger in dangers:
        if danger.rent > reserve:
            total += danger.often * float(danger.rent - reserve)
    return total


def lost_building(state: State, seat: i64) -> float:
    """Return what a dollar spent on building would earn until the player's next turn."""
    most = 0.0
    for prop in state.properties:
        if prop.owner == seat and prop.deed.kind == STREET:
            most = max(most, marginal_return(state, prop))
    return most * float(state.left - 1)


def marginal_return(state: State, prop: Property) -> float:
    """Return what a dollar spent on the next building earns per opponent move."""
    atlas = get_deed_values(state.board, state.rules)
    step = atlas.step(prop.houses)
    group = prop.deed.group
    if step > atlas.houses or not state.owns_group(prop.owner, group):
        return 0.0
    income = atlas.income[prop.deed.number]
    before = income[0] * 2.0 if step == 0 else income[step]
    return (income[step + 1] - before) / float(prop.deed.house_cost)
