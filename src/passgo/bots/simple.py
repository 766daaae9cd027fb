"""The simple bot, which buys, bids, builds and mortgages sensibly and makes no offers.

It keeps a small reserve, bids up to the printed price, builds where it can, and accepts only trades
that are clearly good for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from passgo.bots.habits import ROLLS, Habits
from passgo.engine.action import Action
from passgo.engine.board import HOTEL_LEVEL, STREET
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Unmortgage, unmortgage_cost
from passgo.engine.rules.shortage import BidForBuilding, BuildingAuction, capacity, why_not_place
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade, why_no_trade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State


@mypyc_attr(allow_interpreted_subclasses=True)
class SimpleBot(Habits):
    """A bot with a few simple habits; ``reserve`` is the cash it keeps."""

    def __init__(self, reserve: i64 = 150) -> None:
        self.reserve = reserve

    def in_jail(self, state: State, seat: i64) -> Action:
        """Leave Jail while there are properties to buy; later, stay."""
        player = state.players[seat]
        if any(prop.owner < 0 for prop in state.properties):
            if player.cards:
                return UseCard(seat, player.cards[0])
            pay = PayFine(seat)
            if player.cash >= state.rules.jail_fine + self.reserve and pay.why_not(state) is None:
                return pay
        return ROLLS[seat]

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Raise the bid a little, but never above the printed price or the spare cash."""
        price = state.property(auction.space).deed.price
        most = min(price, state.players[seat].cash - self.reserve // 2)
        offer = min(most, auction.bid + max(1, price // 10))
        return Bid(seat, offer) if offer > auction.bid else PassBid(seat)

    def demand(self, state: State, seat: i64, kind: i64) -> i64:
        """Demand as many buildings as the spare cash pays for."""
        could = capacity(state, seat, kind)
        cash = state.players[seat].cash
        return could * max(0, cash - self.reserve) // cash if cash > 0 else 0

    def at_building_auction(self, state: State, seat: i64, auction: BuildingAuction) -> Action:
        """Bid up to 150% of the building's printed price, if there is enough spare cash.

        The building is for the last property in board order that can take it at such a price.
        """
        spare = state.players[seat].cash - self.reserve
        for prop in reversed(state.properties_of(seat)):
            if why_not_place(state, seat, prop.deed.space, auction.kind) is None:
                price = prop.deed.house_cost
                amount = max(price, auction.bid + 10)
                if amount <= min(spare, price * 3 // 2):
                    return BidForBuilding(seat, amount, prop.deed.space)
        return PassBid(seat)

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Build; if there is still cash to spare, unmortgage."""
        player = state.players[seat]
        spare = player.cash - self.reserve
        if spare < 50 or (player.complete == 0 and player.mortgages == 0):
            return None
        if player.complete > 0:
            build = self.build(state, seat, spare)
            if build is not None:
                return build
        if player.mortgages > 0 and spare >= 200:
            for prop in state.properties:
                if prop.owner == seat and prop.mortgaged and unmortgage_cost(prop) <= spare - 150:
                    unmortgage = Unmortgage(seat, prop.deed.space)
                    return unmortgage if unmortgage.why_not(state) is None else None
        return None

    def build(self, state: State, seat: i64, spare: i64) -> Action | None:
        """Build evenly on the last complete group in board order that can take a building."""
        complete = state.players[seat].complete
        board = state.board
        group: i64 = len(board.groups)
        while group > 0:
            group -= 1
            if (complete >> group) & 1 == 0 or board.groups[group].kind != STREET:
                continue
            deeds = board.groups[group].deeds
            if deeds[0].house_cost > spare:
                continue
            lowest: i64 = HOTEL_LEVEL
            space: i64 = -1
            for deed in deeds:
                prop = state.properties[deed.number]
                if prop.mortgaged:
                    space = -1
                    break
                if prop.houses < lowest:
                    lowest = prop.houses
                    space = deed.space
            if space >= 0:
                build = Build(seat, space)
                if build.why_not(state) is None:
                    return build
        return None

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept a clearly good offer unless its maker would complete more groups than the bot."""
        terms = offer.terms
        gain = terms.give_cash + value(state, terms.give_deeds) + 50 * len(terms.give_cards)
        loss = terms.get_cash + value(state, terms.get_deeds) + 50 * len(terms.get_cards)
        mine = completes(state, seat, terms.give_deeds, terms.get_deeds)
        theirs = completes(state, offer.maker, terms.get_deeds, terms.give_deeds)
        keeps = state.players[seat].cash - terms.get_cash >= self.reserve // 2
        good = gain * 10 >= loss * 11 if mine >= theirs else False
        if good and keeps and why_no_trade(state, offer, ()) is None:
            return AcceptTrade(seat, offer.number)
        return DeclineTrade(seat, offer.number)


def value(state: State, deeds: tuple[int, ...]) -> i64:
    """Add up the prices of deeds, counting only 40% for mortgaged ones."""
    total: i64 = 0
    for space in deeds:
        deed = state.property(space).deed
        total += deed.price * 2 // 5 if state.is_mortgaged(space) else deed.price
    return total


def completes(state: State, seat: i64, gained: tuple[int, ...], lost: tuple[int, ...]) -> i64:
    """Count the groups that a trade affects and that a player would then own completely."""
    count: i64 = 0
    for group in {state.property(space).deed.group for space in gained + lost}:
        whole = True
        for prop in state.group_properties(group):
            space = prop.deed.space
            owned = space in gained or (prop.owner == seat and space not in lost)
            whole = whole and owned
        count += 1 if whole else 0
    return count
