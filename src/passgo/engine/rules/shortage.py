"""Building shortages: the Bank cannot supply everyone who wants to build.

10 MCS 160, CR 7, Ruling 9. If a request would leave fewer buildings than the other players together
could build now, everyone who could build states once how many they want. If the Bank has enough,
buildings cost the printed price. Otherwise they are auctioned one at a time among the players whose
demand is not yet met, and each winner builds immediately. Demands last until the next roll. Houses
and hotels are counted separately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.agenda import Decision, Entry
from passgo.engine.board import STREET
from passgo.engine.events import (
    BuildingAuctionOpened,
    BuildingBidMade,
    DemandStated,
    ShortageEnded,
    ShortageOpened,
    ShortageServed,
)
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Bidding, why_not_bid
from passgo.engine.rules.building import Build, next_kind, put_up, why_no_site
from passgo.engine.state import BANK, HOTEL, HOUSE

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State

NOT_ASKED: Final = -1
"""The value that stands for the demand of a seat not asked since the last roll."""


def capacity(state: State, seat: i64, kind: i64) -> i64:
    """Return how many buildings of a kind a player could put up now, with the cash on hand.

    Buildings go on complete groups, evenly.
    """
    player = state.players[seat]
    if player.out or player.leaving or player.complete == 0:
        return 0
    if state.rules.no_building_before_lap and player.laps == 0:
        return 0
    cash = player.cash
    count: i64 = 0
    for cost, room in sorted(building_sites(state, seat, kind)):
        served = min(room, cash // cost) if cost > 0 else room
        count += served
        cash -= served * cost
    return count


def building_sites(state: State, seat: i64, kind: i64) -> list[tuple[int, int]]:
    """List a player's sites for a kind of building, as (house price, free places) pairs."""
    found: list[tuple[int, int]] = []
    complete = state.players[seat].complete
    limit: i64 = state.rules.houses_before_hotel
    for group in state.board.groups:
        if group.kind != STREET or (complete >> group.number) & 1 == 0:
            continue
        properties = state.group_properties(group.number)
        if any(prop.mortgaged for prop in properties):
            continue
        ready = state.rules.uneven_building or all(prop.houses >= limit for prop in properties)
        for prop in properties:
            if kind == HOUSE and prop.houses < limit:
                found.append((prop.deed.house_cost, int(limit - prop.houses)))
            elif kind == HOTEL and ready and prop.houses == limit:
                found.append((prop.deed.house_cost, 1))
    return found


def stated_demand(state: State, seat: i64, kind: i64) -> i64:
    """Return how many buildings a seat still demands, or ``NOT_ASKED``."""
    return state.demands[kind][seat] if state.demands else NOT_ASKED


def remaining_demand(state: State, seat: i64, kind: i64) -> i64:
    """Return how many buildings a player may still take before the next roll.

    This is the stated demand, if any; otherwise, as many as the player could build.
    """
    could = capacity(state, seat, kind)
    said = stated_demand(state, seat, kind)
    return could if said == NOT_ASKED else min(could, said)


def open_demand(state: State, seat: i64, kind: i64) -> i64:
    """Return how many demanded buildings a seat could still put up, or 0 if it was not asked."""
    return max(0, min(stated_demand(state, seat, kind), capacity(state, seat, kind)))


def open_shortage(game: Game, request: Build) -> bool:
    """Start a round of demands if this request may leave too few buildings. Ruling 9.

    Return whether a round was started.
    """
    state = game.state
    if state.rules.unlimited_buildings:
        return False
    seat = request.seat
    kind = next_kind(state, state.property(request.space))
    if stated_demand(state, seat, kind) > 0:
        return False
    others: i64 = 0
    for player in state.players:
        if player.seat != seat and not player.out:
            others += remaining_demand(state, player.seat, kind)
    stock = state.stock(kind)
    if stock - 1 >= others:
        return False
    if not state.demands:
        count = len(state.players)
        state.demands = [[NOT_ASKED] * count, [NOT_ASKED] * count]
    everyone = [seat, *state.clockwise_from(seat)]
    asked = [
        one
        for one in everyone
        if stated_demand(state, one, kind) == NOT_ASKED and capacity(state, one, kind) > 0
    ]
    state.agenda.push(DemandRound(seat, request.space, kind, asked))
    if game.has_listener:
        game.emit(ShortageOpened(seat, kind, stock, tuple(asked), "Ruling 9"))
    return True


class DemandRound(Decision):
    """A round of demands from everyone who could build; ``seat`` made the request. Ruling 9."""

    def __init__(self, seat: i64, space: i64, kind: i64, asked: list[int]) -> None:
        self.seat = seat
        self.space = space
        self.kind = kind
        self.asked = asked

    def copy(self) -> Entry:
        """Return an independent copy."""
        return DemandRound(self.seat, self.space, self.kind, self.asked.copy())

    def waits_for(self, state: State, seat: i64) -> bool:
        """Return whether a seat has yet to state its demand."""
        return seat in self.asked

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Offer every number from 0 to the most the player could build."""
        most = capacity(state, seat, self.kind)
        return [Option("StateDemand", seat, [Choice("count", None, 0, most)])]

    def default(self, state: State, seat: i64) -> Action:
        """Demand no buildings."""
        return StateDemand(seat, 0)

    def comes_first(self) -> Refusal:
        """Require the player to state a demand first."""
        return Refusal("decision.demand", "Ruling 9", kind=self.kind)

    def proceed(self, game: Game) -> bool:
        """Once everyone has answered, build if the Bank has enough, or start auctions."""
        state = game.state
        if state.leaving:
            return game.remove_leavers()
        if self.asked:
            return False
        state.agenda.pop()
        if sum(open_demand(state, p.seat, self.kind) for p in state.players) > state.stock(
            self.kind
        ):
            state.agenda.push(BuildingSale(self.kind))
            return True
        if game.has_listener:
            game.emit(ShortageServed(self.seat, self.kind, "Ruling 9"))
        # The table may be busy, because the current player may have left in the meantime.
        request = Build(self.seat, self.space)
        if state.demands[self.kind][self.seat] > 0 and request.why_not_served(state) is None:
            request.do(game)
        return True


class StateDemand(Action):
    """State how many houses or hotels you want during a shortage. Ruling 9."""

    def __init__(self, seat: i64, count: i64) -> None:
        self.seat = seat
        self.count = count

    def why_not(self, state: State) -> Refusal | None:
        """Refuse a second answer, or a demand for more than the player could build."""
        top = state.agenda.top
        if not isinstance(top, DemandRound) or self.seat not in top.asked:
            return refuse_out_of_turn(state, self.seat)
        most = capacity(state, self.seat, top.kind)
        if not 0 <= self.count <= most:
            return Refusal("demand.range", "Ruling 9", count=self.count, most=most)
        return None

    def do(self, game: Game) -> None:
        """Record the demand, which lasts until the next roll."""
        state = game.state
        top = state.agenda.top
        assert isinstance(top, DemandRound)
        top.asked.remove(self.seat)
        state.demands[top.kind][self.seat] = self.count
        if game.has_listener:
            game.emit(DemandStated(self.seat, top.kind, self.count, "Ruling 9"))


class BuildingSale(Entry):
    """Auctions of buildings, one at a time, while at least two players want them. 10 MCS 160(a)."""

    def __init__(self, kind: i64, seat: i64 = BANK) -> None:
        self.kind = kind
        self.seat = seat

    def concerns(self, seat: i64) -> bool:
        """Return False: the sale continues no matter who leaves."""
        return False

    def proceed(self, game: Game) -> bool:
        """Auction the next building, or end the sale.

        The sale ends when no building is left or fewer than two players want one. The last player
        who still wants a building can ask again and pay the printed price.
        """
        state = game.state
        if state.leaving:
            return game.remove_leavers()
        bidders = [p.seat for p in state.players if open_demand(state, p.seat, self.kind) > 0]
        if len(bidders) < 2 or state.stock(self.kind) <= 0:
            self.end(game)
            return True
        state.agenda.push(BuildingAuction(self.kind, bidders))
        if game.has_listener:
            stock = state.stock(self.kind)
            game.emit(BuildingAuctionOpened(self.kind, stock, tuple(bidders), "10 MCS 160(a)"))
        return True

    def end(self, game: Game) -> None:
        """End the sale."""
        game.state.agenda.pop()
        if game.has_listener:
            game.emit(ShortageEnded(self.kind, "Ruling 9"))


class BuildingAuction(Bidding):
    """An auction for one building; each bid names a property. Ruling 9.

    ``seat`` is the highest bidder, or -1.
    """

    def __init__(
        self, kind: i64, bidders: list[int], bid: i64 = 0, seat: i64 = BANK, space: i64 = -1
    ) -> None:
        self.kind = kind
        self.bidders = bidders
        self.bid = bid
        self.seat = seat
        self.space = space

    def copy(self) -> Entry:
        """Return an independent copy."""
        return BuildingAuction(self.kind, self.bidders.copy(), self.bid, self.seat, self.space)

    def pledges(self, state: State, seat: i64, group: i64) -> bool:
        """Return whether a group contains the property named in the seat's high bid. Ruling 14."""
        return seat == self.seat and state.property(self.space).deed.group == group

    def reserves(self, kind: i64) -> bool:
        """Return whether this kind of building is up for auction, and so reserved. Ruling 9."""
        return kind == self.kind

    def least_bid(self, state: State, seat: i64) -> i64:
        """Return a seat's minimum bid, or an amount greater than its cash if it has nowhere to build."""
        least: i64 = -1
        for prop in state.properties_of(seat):
            if why_not_place(state, seat, prop.deed.space, self.kind) is None:
                cost = prop.deed.house_cost
                least = cost if least < 0 else min(least, cost)
        if least < 0:
            return max(self.bid, state.players[seat].cash) + 1
        return max(self.bid + 1, least)

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Let the bidder pass, or raise the bid and name any property that can take the building."""
        found: list[Option] = []
        cash = state.players[seat].cash
        for prop in state.properties_of(seat):
            low = max(self.bid + 1, prop.deed.house_cost)
            if low <= cash and why_not_place(state, seat, prop.deed.space, self.kind) is None:
                choices = [Choice("amount", None, low, cash), Choice("space", [prop.deed.space])]
                found.append(Option("BidForBuilding", seat, choices))
        return [*found, Option("PassBid", seat, [])]

    def comes_first(self) -> Refusal:
        """Require a bid or a pass first."""
        return Refusal("decision.building_auction", "Ruling 9", kind=self.kind)

    def close(self, game: Game) -> None:
        """Build for the winner immediately, or end the sale if nobody bid."""
        state = game.state
        if self.seat == BANK:
            self.end_sale(game)
            return
        put_up(game, self.seat, state.property(self.space), self.bid, "10 MCS 160(a)")

    def end_sale(self, game: Game) -> None:
        """End the sale of this kind of building."""
        sale = game.state.agenda.top
        assert isinstance(sale, BuildingSale)
        sale.end(game)


def why_not_place(state: State, seat: i64, space: i64, kind: i64) -> Refusal | None:
    """Return why a building of this kind cannot go on a property now, or None if it can."""
    refusal = why_no_site(state, seat, space)
    if refusal is None and next_kind(state, state.property(space)) != kind:
        return Refusal("build.kind", "Ruling 9", space=space, kind=kind)
    return refusal


class BidForBuilding(Action):
    """Bid in a building auction, naming the property to build on. 10 MCS 160(a), Ruling 9."""

    def __init__(self, seat: i64, amount: i64, space: i64) -> None:
        self.seat = seat
        self.amount = amount
        self.space = space

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the bid is high enough and names a property that can take the building."""
        top = state.agenda.top
        if not isinstance(top, BuildingAuction):
            return refuse_out_of_turn(state, self.seat)
        refusal = why_not_bid(state, top, self.seat, self.amount)
        if refusal is None:
            refusal = why_not_place(state, self.seat, self.space, top.kind)
        if refusal is None and self.amount < state.property(self.space).deed.house_cost:
            cost = state.property(self.space).deed.house_cost
            return Refusal("auction.printed", "Ruling 9", amount=self.amount, price=cost)
        return refusal

    def do(self, game: Game) -> None:
        """Become the highest bidder."""
        top = game.state.agenda.top
        assert isinstance(top, BuildingAuction)
        top.bid = self.amount
        top.seat = self.seat
        top.space = self.space
        if game.has_listener:
            game.emit(BuildingBidMade(self.seat, self.space, self.amount, "Ruling 9"))
