"""Mortgages: half the price now, with ten per cent to lift.

10 MCS 180, CR 9, Rulings 2, 3 and 11. A mortgaged deed that changes hands costs its new owner ten per
cent at once, or the whole to lift it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, not_now
from passgo.engine.agenda import Wait
from passgo.engine.events import LotMortgaged, MortgageKept, MortgageLifted
from passgo.engine.options import Option, sorted_out
from passgo.engine.refusal import Refusal
from passgo.engine.state import BANK, Debt, Lot

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def interest(mortgage: i64) -> i64:
    """Ten per cent to the Bank, rounded up. 10 MCS 180(d), Ruling 2."""
    return (mortgage + 9) // 10


def cost_to_lift(lot: Lot) -> i64:
    """The mortgage and its interest. 10 MCS 180(d)."""
    return lot.deed.mortgage + interest(lot.deed.mortgage)


def why_not_owner(state: State, seat: i64, space: i64, cite: str) -> Refusal | None:
    """Refuse what only the owner of a lot may do."""
    if not state.is_lot(space):
        return Refusal("lot.none", "10 MCS 80", space=space)
    if state.lot(space).owner != seat:
        return Refusal("lot.owner", cite, space=space, owner=state.lot(space).owner)
    return None


class Mortgage(Action):
    """Turn a deed face down for its mortgage value. 10 MCS 180, CR 9."""

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def why_not(self, state: State) -> Refusal | None:
        """Your own, face up, with no building in its group; a lot you bid for a house on stays."""
        refusal = why_not_owner(state, self.seat, self.space, "10 MCS 180(f)")
        if refusal is not None:
            return refusal
        lot = state.lot(self.space)
        if lot.mortgaged:
            return Refusal("mortgage.already", "10 MCS 180", space=self.space)
        if state.built(lot.deed.group):
            return Refusal("mortgage.built", "10 MCS 180(a)", space=self.space)
        if state.agenda.top.pledges(state, self.seat, lot.deed.group):
            return Refusal("bid.pledged", "Ruling 14", space=self.space)
        return None

    def do(self, game: Game) -> None:
        """Take the money."""
        state = game.state
        lot = state.lot(self.space)
        state.set_mortgaged(lot, True)
        game.pay(BANK, self.seat, lot.deed.mortgage, "mortgage", "10 MCS 180(b)")
        if game.loud:
            game.tell(LotMortgaged(self.seat, self.space, lot.deed.mortgage))


class Lift(Action):
    """Pay a mortgage back with ten per cent. 10 MCS 180(d), CR 9."""

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def why_not(self, state: State) -> Refusal | None:
        """Your own, face down, with the cash in hand, while the table is not busy. Ruling 3."""
        refusal = why_not_owner(state, self.seat, self.space, "10 MCS 180(f)")
        if refusal is not None:
            return refusal
        lot = state.lot(self.space)
        if not lot.mortgaged:
            return Refusal("lift.not_mortgaged", "10 MCS 180(d)", space=self.space)
        if not state.calm():
            return Refusal("table.busy", "Ruling 3", waiting=state.first_waiting())
        cost = cost_to_lift(lot)
        cash = state.players[self.seat].cash
        if cash < cost:
            return Refusal("lift.cash", "10 MCS 180(d)", space=self.space, cost=cost, cash=cash)
        return None

    def do(self, game: Game) -> None:
        """Pay the Bank and turn the deed face up."""
        lift(game, self.seat, game.state.lot(self.space), "10 MCS 180(d)")


def lift(game: Game, seat: i64, lot: Lot, cite: str) -> None:
    """Pay value and interest, and turn the deed face up."""
    cost = cost_to_lift(lot)
    game.pay(seat, BANK, cost, "lift", cite)
    game.state.set_mortgaged(lot, False)
    if game.loud:
        game.tell(MortgageLifted(seat, lot.deed.space, cost, cite))


class Inheritance(Wait):
    """A mortgaged deed came from a bankrupt player: lift it, or pay the interest and keep it.

    10 MCS 190(c), (d), CR 10, Ruling 11.
    """

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def go_on(self, game: Game) -> bool:
        """Only a player who leaves goes first."""
        return game.let_leave()

    def holds(self, space: i64) -> bool:
        """The deed cannot be traded on before its heir has paid."""
        return space == self.space

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Lift if the cash is there, or keep."""
        return sorted_out(state, "lift", [TakeOver(seat, False), TakeOver(seat, True)], refused)

    def default(self, state: State, seat: i64) -> Action:
        """Keep the mortgage."""
        return TakeOver(seat, False)


class TakeOver(Action):
    """Say of a mortgaged deed you inherit: lift it now, or pay ten per cent and keep it. CR 10."""

    def __init__(self, seat: i64, lift: bool) -> None:
        self.seat = seat
        self.lift = lift

    def why_not(self, state: State) -> Refusal | None:
        """To lift takes the cash in hand; the interest may become a debt."""
        top = state.agenda.top
        if not isinstance(top, Inheritance) or top.seat != self.seat:
            return not_now(state, self.seat)
        cost = cost_to_lift(state.lot(top.space))
        cash = state.players[self.seat].cash
        if self.lift and cash < cost:
            return Refusal("lift.cash", "10 MCS 180(h)", space=top.space, cost=cost, cash=cash)
        return None

    def do(self, game: Game) -> None:
        """Lift, or owe the Bank the interest. Ruling 11."""
        top = game.state.agenda.pop()
        assert isinstance(top, Inheritance)
        lot = game.state.lot(top.space)
        if self.lift:
            lift(game, self.seat, lot, "10 MCS 190(d)")
            return
        due = interest(lot.deed.mortgage)
        if game.loud:
            game.tell(MortgageKept(self.seat, top.space, due, "10 MCS 190(c)"))
        game.owe(Debt(self.seat, BANK, due, "interest", "10 MCS 190(c)"))
