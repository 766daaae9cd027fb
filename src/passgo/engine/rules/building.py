"""Buildings: buying and selling them evenly, within the Bank's supply.

10 MCS 140, 150, 170(c) to (e), 210(b), CR 7, CR 8, Rulings 3, 10 and 33. A request is for
one building on one property. If the Bank might not have enough for everyone, ``shortage`` takes
over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, table_busy
from passgo.engine.board import HOTEL_LEVEL, STREET
from passgo.engine.events import BuildingBought, BuildingSold
from passgo.engine.refusal import Refusal
from passgo.engine.rules.mortgage import why_not_owner
from passgo.engine.state import BANK, HOTEL, HOUSE, Property

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def next_kind(state: State, prop: Property) -> i64:
    """Return whether the next building on a property is a house or a hotel."""
    return HOTEL if state.next_level(prop.houses) == HOTEL_LEVEL else HOUSE


def why_no_site(state: State, seat: i64, space: i64) -> Refusal | None:
    """Return why a property cannot take another building, or None if it can.

    10 MCS 140, 150, 180(e). The price and the Bank's supply are checked elsewhere.
    """
    refusal = why_not_owner(state, seat, space, "10 MCS 140")
    if refusal is not None:
        return refusal
    prop = state.property(space)
    group = prop.deed.group
    if prop.deed.kind != STREET:
        return Refusal("build.no_street", "10 MCS 140", space=space)
    if not state.owns_group(seat, group):
        return Refusal("build.group", "10 MCS 140", space=space)
    if prop.houses == HOTEL_LEVEL:
        return Refusal("build.full", "10 MCS 150(b)", space=space)
    here = state.count_as_houses(prop.houses)
    for deed in state.board.groups[group].deeds:
        other = state.properties[deed.number]
        if other.mortgaged:
            return Refusal("build.mortgaged", "10 MCS 180(e)", space=space, other=deed.space)
        if state.count_as_houses(other.houses) < here and not state.rules.uneven_building:
            hotel = next_kind(state, prop) == HOTEL
            return Refusal(
                "build.uneven",
                "10 MCS 150" if hotel else "10 MCS 140(f)",
                space=space,
                houses=prop.houses,
                lower=deed.space,
                lower_houses=other.houses,
            )
    return None


class Build(Action):
    """Buy one house or hotel and put it on a property. 10 MCS 140, 150, CR 7, Ruling 33."""

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player may build here now and can pay for the building.

        The property must have room, the table must not be busy, the player must have enough cash,
        and the Bank must have a building left.
        """
        refusal = why_no_site(state, self.seat, self.space)
        if refusal is not None:
            return refusal
        if not state.is_calm():
            return table_busy(state, self.seat)
        return self.why_not_supplied(state)

    def why_not_served(self, state: State) -> Refusal | None:
        """Refuse for the same reasons as ``why_not``, except that the table may be busy. Ruling 9."""
        refusal = why_no_site(state, self.seat, self.space)
        return self.why_not_supplied(state) if refusal is None else refusal

    def why_not_supplied(self, state: State) -> Refusal | None:
        """Refuse if the player cannot pay, or if the Bank has no building for the player."""
        player = state.players[self.seat]
        if state.rules.no_building_before_lap and player.laps == 0:
            return Refusal("build.first_lap", "House first_lap", seat=self.seat)
        prop = state.property(self.space)
        cost = prop.deed.house_cost
        if player.cash < cost:
            return Refusal(
                "build.cash", "10 MCS 140(e)", space=self.space, cost=cost, cash=player.cash
            )
        if state.rules.unlimited_buildings:
            return None
        kind = next_kind(state, prop)
        if state.stock(kind) == 0:
            return Refusal("build.none_left", "10 MCS 160", kind=kind)
        if state.demands and state.demands[kind][self.seat] == 0:
            return Refusal("build.beyond_demand", "Ruling 9", kind=kind)
        return None

    def do(self, game: Game) -> None:
        """Build at the printed price, unless the Bank may run short. Ruling 9."""
        if not game.open_shortage(self):
            prop = game.state.property(self.space)
            put_up(game, self.seat, prop, prop.deed.house_cost, building_cite(game.state, prop))


def building_cite(state: State, prop: Property) -> str:
    """Return the rule under which the next building on a property is bought."""
    if next_kind(state, prop) == HOUSE:
        return "10 MCS 140(c)"
    return "10 MCS 150(a)" if state.rules.houses_before_hotel == 4 else "10 MCS 210(b)"


def put_up(game: Game, seat: i64, prop: Property, price: i64, cite: str) -> None:
    """Pay for a building and place it; a hotel replaces the property's houses. 10 MCS 150(a)."""
    state = game.state
    kind = next_kind(state, prop)
    game.pay(seat, BANK, price, "building", cite)
    state.set_houses(prop, state.next_level(prop.houses))
    if state.demands and state.demands[kind][seat] > 0:
        state.demands[kind][seat] -= 1
    if game.has_listener:
        game.emit(BuildingBought(seat, prop.deed.space, prop.houses, price, cite))


class SellBuilding(Action):
    """Sell one house, or trade a hotel down to houses, at half price. 10 MCS 170(c)."""

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def why_not(self, state: State) -> Refusal | None:
        """Refuse uneven sales, and the sale of a hotel that the Bank cannot replace with houses.

        10 MCS 140(i), 170(d), Ruling 10.
        """
        refusal = why_not_owner(state, self.seat, self.space, "10 MCS 170(c)")
        if refusal is not None:
            return refusal
        prop = state.property(self.space)
        if prop.houses == 0:
            return Refusal("sell.nothing", "10 MCS 170(c)", space=self.space)
        if state.agenda.top.pledges(state, self.seat, prop.deed.group):
            return Refusal("bid.pledged", "Ruling 14", space=self.space)
        here = state.count_as_houses(prop.houses)
        for deed in state.board.groups[prop.deed.group].deeds:
            other = state.properties[deed.number]
            if state.count_as_houses(other.houses) > here and not state.rules.uneven_building:
                return Refusal(
                    "sell.uneven",
                    "10 MCS 170(d)",
                    space=self.space,
                    houses=prop.houses,
                    higher=deed.space,
                    higher_houses=other.houses,
                )
        if prop.houses == HOTEL_LEVEL and not state.rules.unlimited_buildings:
            return self.why_no_houses(state)
        return None

    def why_no_houses(self, state: State) -> Refusal | None:
        """Refuse if the Bank does not have enough houses to replace a hotel.

        A house that is up for auction does not count.
        """
        needed = state.rules.houses_before_hotel
        houses = state.houses
        if houses < needed:
            return Refusal(
                "sell.no_houses", "Ruling 10", space=self.space, needed=needed, houses=houses
            )
        if houses == needed and state.agenda.top.reserves(HOUSE):
            return Refusal(
                "sell.reserved", "Ruling 9", space=self.space, needed=needed, houses=houses
            )
        return None

    def do(self, game: Game) -> None:
        """Return the building to the Bank for half the price of a house."""
        state = game.state
        prop = state.property(self.space)
        hotel = prop.houses == HOTEL_LEVEL
        houses = state.rules.houses_before_hotel if hotel else prop.houses - 1
        take_down(game, prop, houses, "Ruling 10" if hotel else "10 MCS 170(d)")


class SellGroupBuildings(Action):
    """Sell every building in a group in a single step. 10 MCS 170(e), Ruling 10.

    A hotel counts as one more house than it replaced.
    """

    def __init__(self, seat: i64, group: i64) -> None:
        self.seat = seat
        self.group = group

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player owns the group and it has at least one building."""
        if not 0 <= self.group < len(state.board.groups):
            return Refusal("group.none", "10 MCS 140", group=self.group)
        if not state.owns_group(self.seat, self.group):
            return Refusal("sell.group", "10 MCS 170(c)", group=self.group)
        if not state.has_buildings(self.group):
            return Refusal("sell.group_bare", "10 MCS 170(e)", group=self.group)
        if state.agenda.top.pledges(state, self.seat, self.group):
            first = state.board.groups[self.group].deeds[0].space
            return Refusal("bid.pledged", "Ruling 14", space=first)
        return None

    def do(self, game: Game) -> None:
        """Sell all buildings in the group."""
        clear_group(game, self.group, "10 MCS 170(e)")


def clear_group(game: Game, group: i64, cite: str) -> None:
    """Sell every building in a group back to the Bank."""
    for prop in game.state.group_properties(group):
        if prop.houses > 0:
            take_down(game, prop, 0, cite)


def take_down(game: Game, prop: Property, houses: i64, cite: str) -> None:
    """Sell buildings to the Bank at half the house price each, rounded down. Rulings 2 and 10."""
    state = game.state
    owner = prop.owner
    gone = state.count_as_houses(prop.houses) - state.count_as_houses(houses)
    price = gone * (prop.deed.house_cost // 2)
    state.set_houses(prop, houses)
    game.pay(BANK, owner, price, "building_sale", cite)
    if game.has_listener:
        game.emit(BuildingSold(owner, prop.deed.space, houses, price, cite))


def half_price(state: State, prop: Property) -> i64:
    """Return the amount that selling a property's buildings brings in. 10 MCS 170(c)."""
    return state.count_as_houses(prop.houses) * (prop.deed.house_cost // 2)
