"""Taxes: Income Tax, which is flat or a percentage, and the flat Luxury Tax.

10 MCS 110, CR 5.4, Rulings 2 and 24. The player chooses how to pay Income Tax before their worth is
calculated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.agenda import Decision
from passgo.engine.chance import ChanceNeeded
from passgo.engine.events import TaxChosen
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.state import BANK, Debt, Player

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class TaxChoice(Decision):
    """The choice between the flat income tax and a percentage of the player's worth.

    The worth is fixed when the token lands on the space (Ruling 24) but not shown until the player
    has chosen (10 MCS 110(c)).
    """

    def __init__(self, seat: i64, worth: i64) -> None:
        self.seat = seat
        self.worth = worth

    def __repr__(self) -> str:
        return f"TaxChoice(seat={self.seat}, worth=...)"

    def proceed(self, game: Game) -> bool:
        """Before the decision, remove players who have resigned."""
        return game.remove_leavers()

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Offer the flat tax or the percentage."""
        return [Option("ChooseTax", seat, [Choice("share", [0, 1], whether=True)])]

    def default(self, state: State, seat: i64) -> Action:
        """Pay the flat tax."""
        return ChooseTax(seat, False)

    def comes_first(self) -> Refusal:
        """Require the player to choose first."""
        return Refusal("decision.tax", "10 MCS 110")


class ChooseTax(Action):
    """Choose to pay a percentage of your worth or the flat income tax. 10 MCS 110."""

    def __init__(self, seat: i64, share: bool) -> None:
        self.seat = seat
        self.share = share

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player has this decision to make."""
        top = state.agenda.top
        if not isinstance(top, TaxChoice) or top.seat != self.seat:
            return refuse_out_of_turn(state, self.seat)
        return None

    def do(self, game: Game) -> None:
        """Owe the Bank the chosen amount; a percentage is rounded up. Ruling 2."""
        if self.share and game.hidden.closed:
            raise ChanceNeeded("The amount is not shown until the choice is made (10 MCS 110(c)).")
        state = game.state
        top = state.agenda.pop()
        assert isinstance(top, TaxChoice)
        if self.share:
            amount = (top.worth * state.rules.income_tax_percent + 99) // 100
            cite = "10 MCS 110(a-1)"
        else:
            amount = state.rules.income_tax_flat
            cite = "10 MCS 110(a)"
        if game.has_listener:
            game.emit(TaxChosen(self.seat, self.share, amount, "10 MCS 110(c)"))
        game.owe(Debt(self.seat, BANK, amount, "tax", cite))


def income_tax(game: Game, player: Player) -> None:
    """Resolve Income Tax (10 MCS 110); the short game offers no choice (10 MCS 210(d))."""
    rules = game.state.rules
    if rules.income_tax_percent > 0:
        game.state.agenda.push(TaxChoice(player.seat, taxed_worth(game.state, player)))
    else:
        game.owe(Debt(player.seat, BANK, rules.income_tax_flat, "tax", "10 MCS 210(d)"))


def taxed_worth(state: State, player: Player) -> i64:
    """Return the worth that Income Tax is based on. 10 MCS 110(b), CR 5.4, Ruling 10."""
    worth = player.cash
    if player.deeds == 0:
        return worth
    for prop in state.properties:
        if prop.owner == player.seat:
            at_price = state.rules.mortgaged_worth_at_price or not prop.mortgaged
            worth += prop.deed.price if at_price else prop.deed.mortgage
            worth += state.count_as_houses(prop.houses) * prop.deed.house_cost
    return worth


def hides_worth(state: State) -> bool:
    """Return whether a player has yet to choose how to pay Income Tax. 10 MCS 110(c).

    Until then, nobody's worth is shown.
    """
    return any(isinstance(entry, TaxChoice) for entry in state.agenda)


def luxury_tax(game: Game, player: Player) -> None:
    """Charge the flat Luxury Tax. CR 5.4."""
    game.owe(Debt(player.seat, BANK, game.state.rules.luxury_tax, "tax", "CR 5.4"))
