"""Buying: what happens when a token lands on a property.

10 MCS 80, CR 5.1, Rulings 4 and 20. An unowned property is bought at its printed price or auctioned
immediately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.agenda import Decision
from passgo.engine.events import PropertyBought, PropertyDeclined
from passgo.engine.options import Option, option_without_fields
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import open_auction
from passgo.engine.rules.rent import land_on_owned_property
from passgo.engine.state import BANK, Player, Property

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class BuyOrAuction(Decision):
    """The choice to buy an unowned property or send it to auction. 10 MCS 80, 80(c)."""

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def concerns(self, seat: i64) -> bool:
        """Return False: the property is auctioned even if this player leaves. Ruling 12."""
        return False

    def proceed(self, game: Game) -> bool:
        """Decline for a player who has left, has resigned or has no way to raise the cash.

        Rulings 12 and 20.
        """
        state = game.state
        player = state.players[self.seat]
        if player.out or player.leaving:
            decline_purchase(game, self)
            return True
        if state.leaving:
            return game.remove_leavers()
        if player.cash >= state.property(self.space).deed.price or player.deeds > 0 or player.cards:
            return False
        decline_purchase(game, self)
        return True

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Let the player buy or decline."""
        return [*option_without_fields(state, Buy(seat), refused), Option("Decline", seat, [])]

    def default(self, state: State, seat: i64) -> Action:
        """Decline, which sends the property to auction."""
        return Decline(seat)

    def comes_first(self) -> Refusal:
        """Require the player to buy or decline first."""
        return Refusal("decision.purchase", "10 MCS 80", space=self.space)


def purchase_question(state: State, seat: i64) -> BuyOrAuction | None:
    """Return a seat's pending decision about buying a property, or None."""
    top = state.agenda.top
    return top if isinstance(top, BuyOrAuction) and top.seat == seat else None


class Buy(Action):
    """Buy the property you landed on at its printed price. 10 MCS 80."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player has this decision to make and has enough cash. Ruling 4."""
        question = purchase_question(state, self.seat)
        if question is None:
            return refuse_out_of_turn(state, self.seat)
        price = state.property(question.space).deed.price
        cash = state.players[self.seat].cash
        if cash < price:
            return Refusal("buy.cash", "Ruling 4", space=question.space, price=price, cash=cash)
        return None

    def do(self, game: Game) -> None:
        """Pay the Bank and take the deed."""
        state = game.state
        question = purchase_question(state, self.seat)
        assert question is not None
        prop = state.property(question.space)
        state.agenda.pop()
        game.pay(self.seat, BANK, prop.deed.price, "purchase", "10 MCS 80")
        state.give(prop, self.seat)
        if game.has_listener:
            game.emit(PropertyBought(self.seat, prop.deed.space, prop.deed.price))


class Decline(Action):
    """Decline to buy the property you landed on, which sends it to auction. 10 MCS 80(c)."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player has this decision to make."""
        if purchase_question(state, self.seat) is None:
            return refuse_out_of_turn(state, self.seat)
        return None

    def do(self, game: Game) -> None:
        """Put the property up for auction immediately."""
        question = purchase_question(game.state, self.seat)
        assert question is not None
        decline_purchase(game, question)


def decline_purchase(game: Game, question: BuyOrAuction) -> None:
    """Auction the property, or leave it with the Bank if the table plays without auctions."""
    state = game.state
    no_auctions = state.rules.no_auctions
    state.agenda.pop()
    if game.has_listener:
        cite = "House no_auctions" if no_auctions else "10 MCS 80(c)"
        game.emit(PropertyDeclined(question.seat, question.space, cite))
    if not no_auctions:
        open_auction(game, question.space, "10 MCS 80(c)")


def land_on_property(game: Game, player: Player, prop: Property) -> None:
    """Offer an unowned property for sale, or charge rent for an owned one. 10 MCS 80, 90."""
    owner = prop.owner
    if owner == BANK:
        game.state.agenda.push(BuyOrAuction(player.seat, prop.deed.space))
    elif owner != player.seat:
        land_on_owned_property(game, player, prop)
