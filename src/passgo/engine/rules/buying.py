"""Buying: a token stops on a lot that can be owned.

10 MCS 80, CR 5.1, Rulings 4 and 20. Unowned, it is bought at the printed price or auctioned at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, not_now
from passgo.engine.agenda import Wait
from passgo.engine.events import LotBought, LotDeclined
from passgo.engine.options import Option, whole
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import open_auction
from passgo.engine.rules.rent import stop_on_owned
from passgo.engine.state import BANK, Lot, Player

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class BuyOrAuction(Wait):
    """A token stopped on an unowned lot: buy it, or everybody bids. 10 MCS 80, 80(c)."""

    def __init__(self, seat: i64, space: i64) -> None:
        self.seat = seat
        self.space = space

    def go_on(self, game: Game) -> bool:
        """Who has nothing to raise the price with is taken to decline. Ruling 20."""
        state = game.state
        if state.leaving:
            return game.let_leave()
        player = state.players[self.seat]
        if player.cash >= state.lot(self.space).deed.price or player.deeds > 0 or player.cards:
            return False
        decline(game, self)
        return True

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Buy or decline."""
        return [*whole(state, Buy(seat), refused), Option("Decline", seat, [])]

    def default(self, state: State, seat: i64) -> Action:
        """Leave it to the auction."""
        return Decline(seat)


class Buy(Action):
    """Take the lot you stand on at its printed price. 10 MCS 80."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """A purchase needs the cash in hand. Ruling 4."""
        top = state.agenda.top
        if not isinstance(top, BuyOrAuction) or top.seat != self.seat:
            return not_now(state, self.seat)
        price = state.lot(top.space).deed.price
        cash = state.players[self.seat].cash
        if cash < price:
            return Refusal("buy.cash", "Ruling 4", space=top.space, price=price, cash=cash)
        return None

    def do(self, game: Game) -> None:
        """Pay the Bank and take the deed."""
        state = game.state
        lot = state.lot(state.players[self.seat].space)
        state.agenda.pop()
        game.pay(self.seat, BANK, lot.deed.price, "purchase", "10 MCS 80")
        state.give(lot, self.seat)
        if game.loud:
            game.tell(LotBought(self.seat, lot.deed.space, lot.deed.price))


class Decline(Action):
    """Leave the lot you stand on to the auction. 10 MCS 80(c)."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Only who stands on an unowned lot and is asked."""
        top = state.agenda.top
        if not isinstance(top, BuyOrAuction) or top.seat != self.seat:
            return not_now(state, self.seat)
        return None

    def do(self, game: Game) -> None:
        """Put it up for auction, at once."""
        top = game.state.agenda.top
        assert isinstance(top, BuyOrAuction)
        decline(game, top)


def decline(game: Game, question: BuyOrAuction) -> None:
    """Auction the lot, or leave it with the Bank where the table plays without auctions."""
    state = game.state
    no_auctions = state.rules.no_auctions
    state.agenda.pop()
    if game.loud:
        cite = "House no_auctions" if no_auctions else "10 MCS 80(c)"
        game.tell(LotDeclined(question.seat, question.space, cite))
    if not no_auctions:
        open_auction(game, question.space, "10 MCS 80(c)")


def stop_on_lot(game: Game, player: Player, lot: Lot) -> None:
    """Buy, pay rent, or rest on one's own. 10 MCS 80, 90."""
    owner = lot.owner
    if owner == BANK:
        game.state.agenda.push(BuyOrAuction(player.seat, lot.deed.space))
    elif owner != player.seat:
        stop_on_owned(game, player, lot)
