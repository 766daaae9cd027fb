"""Rent: what a visitor owes, and how the owner collects it.

10 MCS 90, CR 5.2, Rulings 6, 8, 29 and 32. The amount is fixed when the token lands. The owner must
ask for it before the rule set's deadline; after that it is forgiven. Once asked for, it is a debt
and cannot lapse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action
from passgo.engine.board import STREET, UTILITY, Deed
from passgo.engine.events import RentAskedFor, RentFixed, RentLapsed, RentOrderSet
from passgo.engine.refusal import Refusal
from passgo.engine.state import Debt, Player, Property, Rent

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def rent_of(state: State, prop: Property, rolled: i64) -> i64:
    """Return the rent a visitor owes after this roll. 10 MCS 90(a), (c), (d), (e), CR 5.2."""
    if prop.mortgaged:
        return 0
    deed = prop.deed
    if deed.kind == STREET:
        if prop.houses > 0:
            return deed.rents[prop.houses]
        return group_rent(deed) if state.owns_group(prop.owner, deed.group) else deed.rents[0]
    rent = deed.rents[number_owned(state, prop) - 1]
    return rent * rolled if deed.kind == UTILITY else rent


def group_rent(deed: Deed) -> i64:
    """Return the doubled rent for an unimproved street in a complete group. 10 MCS 90(c-1)."""
    return deed.rents[0] * 2


def rent_table(deed: Deed) -> list[int]:
    """List the rents on a deed.

    A street has one rent without buildings, one without buildings in a complete group, one for each
    number of houses, and one for a hotel. Railroads and utilities have one for each number owned; a
    utility's rent is a multiple of the roll.
    """
    if deed.kind != STREET:
        return list(deed.rents)
    return [deed.rents[0], group_rent(deed), *deed.rents[1:]]


def rent_row(state: State, prop: Property) -> i64:
    """Return the row of ``rent_table`` that applies to a visitor now, or -1 if none does."""
    if prop.mortgaged or not can_collect(state, prop):
        return -1
    if prop.deed.kind != STREET:
        return number_owned(state, prop) - 1
    if prop.houses > 0:
        return prop.houses + 1
    return 1 if state.owns_group(prop.owner, prop.deed.group) else 0


def number_owned(state: State, prop: Property) -> i64:
    """Count the owner's properties in a group, including mortgaged ones. Ruling 6."""
    count: i64 = 0
    for deed in state.board.groups[prop.deed.group].deeds:
        if state.properties[deed.number].owner == prop.owner:
            count += 1
    return count


def can_collect(state: State, prop: Property) -> bool:
    """Return whether the owner may collect rent now."""
    return not (state.rules.no_rent_in_jail and state.players[prop.owner].jail > 0)


def land_on_owned_property(game: Game, player: Player, prop: Property) -> None:
    """Fix the rent when a token lands on another player's property. Ruling 32."""
    state = game.state
    row = rent_row(state, prop)
    amount = rent_of(state, prop, state.last_roll)
    if row < 0 or amount == 0:
        return
    state.last_serial += 1
    cite = rent_cite(prop.deed, row)
    owner, tenant, space = prop.owner, player.seat, prop.deed.space
    if game.has_listener:
        game.emit(RentFixed(owner, tenant, space, amount, state.last_serial, cite))
    if state.players[owner].always_asks_for_rent:
        ask(game, owner, tenant, space, amount, state.last_serial, cite)
    else:
        state.rents.append(Rent(state.last_serial, owner, tenant, space, amount, state.turn, cite))


def rent_cite(deed: Deed, row: i64) -> str:
    """Return the rule that sets the rent in a row of ``rent_table``."""
    if deed.kind != STREET:
        return "CR 5.2"
    if row > 1:
        return "10 MCS 90(e)"
    return "10 MCS 90(c-1)" if row == 1 else "10 MCS 90"


def ask(
    game: Game, owner: i64, tenant: i64, space: i64, amount: i64, number: i64, cite: str
) -> None:
    """Turn rent into a debt. Rents are paid in the order they were asked for. Ruling 8."""
    state = game.state
    if game.has_listener:
        game.emit(RentAskedFor(owner, tenant, space, amount, number, "Ruling 8"))
    if not state.debts and state.is_calm() and state.players[tenant].cash >= amount:
        game.pay(tenant, owner, amount, "rent", cite)  # no debt is ahead of it
    else:
        state.debts.append(Debt(tenant, owner, amount, "rent", cite))


def ask_for(game: Game, rent: Rent) -> None:
    """Ask for a rent that is still outstanding."""
    game.state.rents.remove(rent)
    ask(game, rent.owner, rent.tenant, rent.space, rent.amount, rent.number, rent.cite)


def lapse_rents(game: Game) -> None:
    """Forgive rents whose deadline was this turn's first roll. 10 MCS 90(f), CR 5.2."""
    state = game.state
    window = state.rules.rent_window
    kept: list[Rent] = []
    for rent in state.rents:
        if state.turn < rent.turn + window:
            kept.append(rent)
        elif game.has_listener:
            cite = "CR 5.2" if window == 1 else "10 MCS 90(f)"
            game.emit(
                RentLapsed(rent.owner, rent.tenant, rent.space, rent.amount, rent.number, cite)
            )
    state.rents = kept


def is_rent_number(state: State, number: i64) -> bool:
    """Return whether a number belongs to a rent; rents and offers share one sequence of numbers."""
    if not 1 <= number <= state.last_serial:
        return False
    for past in state.past_offers:
        if past.number == number:
            return False
    return True


class AskForRent(Action):
    """Ask for one rent you are owed, by its number. 10 MCS 90(f), CR 5.2."""

    def __init__(self, seat: i64, rent: i64) -> None:
        self.seat = seat
        self.rent = rent

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player is the owner and the rent can still be asked for."""
        for rent in state.rents:
            if rent.number == self.rent:
                if rent.owner == self.seat:
                    return None
                return Refusal("rent.owner", "10 MCS 90", rent=self.rent, owner=rent.owner)
        if is_rent_number(state, self.rent):
            return Refusal("rent.closed", "Ruling 32", rent=self.rent)
        return Refusal("rent.unknown", "CR 5.2", rent=self.rent)

    def do(self, game: Game) -> None:
        """Turn the rent into a debt."""
        state = game.state
        for rent in state.rents:
            if rent.number == self.rent:
                ask_for(game, rent)
                return


class AlwaysAskForRent(Action):
    """Turn on or off your standing order to always ask for rent. CR 5.2."""

    def __init__(self, seat: i64, on: bool) -> None:
        self.seat = seat
        self.on = on

    def why_not(self, state: State) -> Refusal | None:
        """Refuse an order that changes nothing."""
        if state.players[self.seat].always_asks_for_rent == self.on:
            return Refusal("rent.order", "CR 5.2", on=1 if self.on else 0)
        return None

    def do(self, game: Game) -> None:
        """Store the order; turning it on also asks for every outstanding rent."""
        state = game.state
        state.players[self.seat].always_asks_for_rent = self.on
        if game.has_listener:
            game.emit(RentOrderSet(self.seat, self.on))
        if self.on:
            for rent in [rent for rent in state.rents if rent.owner == self.seat]:
                ask_for(game, rent)
