"""Mortgages: borrowing half the price of a deed, and repaying it with 10% interest.

10 MCS 180, CR 9, Rulings 2, 3 and 11. A player who receives a mortgaged deed must
immediately pay 10% interest or the full cost to unmortgage it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn, table_busy
from passgo.engine.agenda import Decision
from passgo.engine.events import MortgageKept, PropertyMortgaged, PropertyUnmortgaged
from passgo.engine.options import Option, options_by_value
from passgo.engine.refusal import Refusal
from passgo.engine.state import BANK, Debt, Property

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def interest(mortgage: i64) -> i64:
    """Return the interest due to the Bank: 10%, rounded up. 10 MCS 180(d), Ruling 2."""
    return (mortgage + 9) // 10


def unmortgage_cost(prop: Property) -> i64:
    """Return the mortgage value plus interest. 10 MCS 180(d)."""
    return prop.deed.mortgage + interest(prop.deed.mortgage)


def why_not_owner(state: State, seat: i64, space: i64, cite: str) -> Refusal | None:
    """Refuse unless the seat owns the property."""
    if not state.is_property(space):
        return Refusal("property.none", "10 MCS 80", space=space)
    if state.property(space).owner != seat:
        return Refusal("property.owner", cite, space=space, owner=state.property(space).owner)
    return None


class MortgageAction(Action):
    """An action on a property's mortgage."""

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space


class Mortgage(MortgageAction):
    """Turn a deed face down and collect its mortgage value. 10 MCS 180, CR 9."""

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the seat owns the deed and may mortgage it.

        A deed cannot be mortgaged if it is already mortgaged or pledged, or if its group has
        buildings.
        """
        refusal = why_not_owner(state, self.seat, self.space, "10 MCS 180(f)")
        if refusal is not None:
            return refusal
        prop = state.property(self.space)
        if prop.mortgaged:
            return Refusal("mortgage.already", "10 MCS 180", space=self.space)
        if state.has_buildings(prop.deed.group):
            return Refusal("mortgage.built", "10 MCS 180(a)", space=self.space)
        if state.agenda.top.pledges(state, self.seat, prop.deed.group):
            return Refusal("bid.pledged", "Ruling 14", space=self.space)
        return None

    def do(self, game: Game) -> None:
        """Collect the mortgage value."""
        state = game.state
        prop = state.property(self.space)
        state.set_mortgaged(prop, True)
        game.pay(BANK, self.seat, prop.deed.mortgage, "mortgage", "10 MCS 180(b)")
        if game.has_listener:
            game.emit(PropertyMortgaged(self.seat, self.space, prop.deed.mortgage))


class Unmortgage(MortgageAction):
    """Repay a mortgage with 10% interest. 10 MCS 180(d), CR 9."""

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the seat owns the deed and may unmortgage it now.

        The deed must be mortgaged, the table must be calm (Ruling 3), and the player must have
        enough cash.
        """
        refusal = why_not_owner(state, self.seat, self.space, "10 MCS 180(f)")
        if refusal is not None:
            return refusal
        prop = state.property(self.space)
        if not prop.mortgaged:
            return Refusal("unmortgage.not_mortgaged", "10 MCS 180(d)", space=self.space)
        if not state.is_calm():
            return table_busy(state, self.seat)
        cost = unmortgage_cost(prop)
        cash = state.players[self.seat].cash
        if cash < cost:
            return Refusal(
                "unmortgage.cash", "10 MCS 180(d)", space=self.space, cost=cost, cash=cash
            )
        return None

    def do(self, game: Game) -> None:
        """Pay the Bank and turn the deed face up."""
        unmortgage(game, self.seat, game.state.property(self.space), "10 MCS 180(d)")


def unmortgage(game: Game, seat: i64, prop: Property, cite: str) -> None:
    """Pay the mortgage value and interest, and turn the deed face up."""
    cost = unmortgage_cost(prop)
    game.pay(seat, BANK, cost, "unmortgage", cite)
    game.state.set_mortgaged(prop, False)
    if game.has_listener:
        game.emit(PropertyUnmortgaged(seat, prop.deed.space, cost, cite))


class Inheritance(Decision):
    """The choice to unmortgage a deed inherited from a bankrupt player or to pay interest only.

    10 MCS 190(c), (d), CR 10, Ruling 11.
    """

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def proceed(self, game: Game) -> bool:
        """Before the decision, remove players who have resigned."""
        return game.remove_leavers()

    def holds(self, space: i64) -> bool:
        """Return whether a deed cannot be traded because its heir has not decided yet."""
        return space == self.space

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Let the heir keep the mortgage or, with enough cash, unmortgage the deed."""
        return options_by_value(
            state, "unmortgage", [InheritDeed(seat, False), InheritDeed(seat, True)], refused
        )

    def default(self, state: State, seat: i64) -> Action:
        """Keep the mortgage."""
        return InheritDeed(seat, False)

    def comes_first(self) -> Refusal:
        """Require the heir to unmortgage the deed or keep the mortgage first."""
        return Refusal("decision.mortgage", "10 MCS 190(c)", space=self.space)


class InheritDeed(Action):
    """Choose to unmortgage a deed you inherit, or to pay 10% and keep the mortgage. CR 10."""

    def __init__(self, seat: i64, unmortgage: bool) -> None:
        self.seat = seat
        self.unmortgage = unmortgage

    def why_not(self, state: State) -> Refusal | None:
        """Refuse to unmortgage without enough cash; the interest alone may become a debt."""
        top = state.agenda.top
        if not isinstance(top, Inheritance) or top.seat != self.seat:
            return refuse_out_of_turn(state, self.seat)
        cost = unmortgage_cost(state.property(top.space))
        cash = state.players[self.seat].cash
        if self.unmortgage and cash < cost:
            return Refusal(
                "unmortgage.cash", "10 MCS 180(h)", space=top.space, cost=cost, cash=cash
            )
        return None

    def do(self, game: Game) -> None:
        """Unmortgage the deed, or owe the Bank the interest. Ruling 11."""
        top = game.state.agenda.pop()
        assert isinstance(top, Inheritance)
        prop = game.state.property(top.space)
        if self.unmortgage:
            unmortgage(game, self.seat, prop, "10 MCS 190(d)")
            return
        due = interest(prop.deed.mortgage)
        if game.has_listener:
            game.emit(MortgageKept(self.seat, top.space, due, "10 MCS 190(c)"))
        game.owe(Debt(self.seat, BANK, due, "interest", "10 MCS 190(c)"))
