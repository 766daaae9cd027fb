"""Auctions: open bidding among all players still in the game.

10 MCS 80(c) to (f), CR 5.1, Rulings 4, 5, 20 and 30. Any active bidder may raise at any time, by at
least a dollar. A bidder who passes is out of this auction, which ends when only the highest bidder
is left. If nobody bids, the property stays with the Bank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.agenda import Decision, Entry
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    BidMade,
    PropertyAuctioned,
    PropertyUnsold,
)
from passgo.engine.options import Choice, Option, options_by_value
from passgo.engine.refusal import Refusal
from passgo.engine.state import BANK

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class Bidding(Decision):
    """An auction of any kind: the active bidders, the high bid and the player who made it."""

    bidders: list[int]
    bid: i64

    def waits_for(self, state: State, seat: i64) -> bool:
        """Return whether a seat is an active bidder but not the leader, and so must raise or pass.

        Ruling 30.
        """
        return seat != self.seat and seat in self.bidders

    def concerns(self, seat: i64) -> bool:
        """Return False: an auction continues no matter who leaves."""
        return False

    def default(self, state: State, seat: i64) -> Action:
        """Pass."""
        return PassBid(seat)

    def proceed(self, game: Game) -> bool:
        """Drop bidders who resigned or cannot bid higher; close the auction once it is decided.

        Rulings 12 and 20.
        """
        players = game.state.players
        for seat in self.bidders.copy():
            player = players[seat]
            if seat == self.seat:
                continue
            if player.leaving:
                self.drop(game, seat, "Ruling 12")
            elif player.cash <= self.bid and player.deeds == 0 and not player.cards:
                self.drop(game, seat, "Ruling 20")
        if len(self.bidders) == (0 if self.seat == BANK else 1):
            game.state.agenda.pop()
            self.close(game)
            return True
        return False

    def least_bid(self, state: State, seat: i64) -> i64:
        """Return the lowest bid a seat may make: a dollar more than the high bid. Ruling 5."""
        return self.bid + 1

    def pledged_cash(self, seat: i64) -> i64:
        """Return the high bid, which its bidder must keep in cash. Ruling 14."""
        return self.bid if seat == self.seat else 0

    def drop(self, game: Game, seat: i64, cite: str) -> None:
        """Remove a bidder from the auction."""
        self.bidders.remove(seat)
        if game.has_listener:
            game.emit(BidderPassed(seat, cite))

    def close(self, game: Game) -> None:
        """Hand over the item that was sold."""
        raise NotImplementedError


class Auction(Bidding):
    """An auction for a property; ``seat`` is the highest bidder, or -1. 10 MCS 80(c)."""

    def __init__(self, space: i64, bidders: list[int], bid: i64 = 0, seat: i64 = BANK) -> None:
        self.space = space
        self.bidders = bidders
        self.bid = bid
        self.seat = seat

    def copy(self) -> Entry:
        """Return an independent copy."""
        return Auction(self.space, self.bidders.copy(), self.bid, self.seat)

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Let the bidder pass, or raise the bid to at most the cash on hand."""
        found: list[Option] = []
        cash = state.players[seat].cash
        least = self.least_bid(state, seat)
        if cash >= least:
            found.append(Option("Bid", seat, [Choice("amount", None, least, cash)]))
        elif refused:
            found += options_by_value(state, "amount", [Bid(seat, least)], refused)
        return [*found, Option("PassBid", seat, [])]

    def comes_first(self) -> Refusal:
        """Require a bid or a pass first."""
        return Refusal("decision.auction", "Ruling 5", space=self.space)

    def close(self, game: Game) -> None:
        """Sell to the highest bidder, or leave the property with the Bank if nobody bid."""
        state = game.state
        if self.seat == BANK:
            if game.has_listener:
                game.emit(PropertyUnsold(self.space))
            return
        game.pay(self.seat, BANK, self.bid, "auction", "10 MCS 80(d)")
        state.give(state.property(self.space), self.seat)
        if game.has_listener:
            game.emit(PropertyAuctioned(self.seat, self.space, self.bid))


class Bid(Action):
    """Bid in an auction for a property. 10 MCS 80(e), (f), Ruling 5."""

    def __init__(self, seat: i64, amount: i64) -> None:
        self.seat = seat
        self.amount = amount

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the bid is at least a dollar above the high bid and is covered by cash.

        Rulings 4 and 5.
        """
        top = state.agenda.top
        if not isinstance(top, Auction):
            return refuse_out_of_turn(state, self.seat)
        return why_not_bid(state, top, self.seat, self.amount)

    def do(self, game: Game) -> None:
        """Become the highest bidder."""
        top = game.state.agenda.top
        assert isinstance(top, Auction)
        cite = "10 MCS 80(f)" if top.bid == 0 else "10 MCS 80(e)"
        top.bid = self.amount
        top.seat = self.seat
        if game.has_listener:
            game.emit(BidMade(self.seat, top.space, self.amount, cite))


class PassBid(Action):
    """Leave the auction. Ruling 5."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player is an active bidder but not the leader. Ruling 30."""
        top = state.agenda.top
        if not isinstance(top, Bidding):
            return refuse_out_of_turn(state, self.seat)
        if self.seat == top.seat:
            return Refusal("auction.leading", "Ruling 30", bid=top.bid)
        if self.seat not in top.bidders:
            return Refusal("auction.out", "Ruling 5", seat=self.seat)
        return None

    def do(self, game: Game) -> None:
        """Drop out of this auction."""
        top = game.state.agenda.top
        assert isinstance(top, Bidding)
        top.drop(game, self.seat, "Ruling 5")


def why_not_bid(state: State, auction: Bidding, seat: i64, amount: i64) -> Refusal | None:
    """Refuse a bid that is too low or not covered by cash, or whose bidder is out of the auction.

    Rulings 4 and 5.
    """
    if seat not in auction.bidders:
        return Refusal("auction.out", "Ruling 5", seat=seat)
    if amount <= auction.bid:
        return Refusal("auction.too_low", "Ruling 5", amount=amount, bid=auction.bid)
    cash = state.players[seat].cash
    if amount > cash:
        return Refusal("auction.cash", "Ruling 4", amount=amount, cash=cash)
    return None


def open_auction(game: Game, space: i64, cite: str) -> None:
    """Put a property up for auction among all players still in the game. 10 MCS 80(e)."""
    bidders = [p.seat for p in game.state.players if not p.out and not p.leaving]
    game.state.agenda.push(Auction(space, bidders))
    if game.has_listener:
        game.emit(AuctionOpened(space, tuple(bidders), cite))


class EstateAuction(Entry):
    """Auctions, in board order, of all deeds that a departed player left to the Bank.

    10 MCS 190(f), CR 10.
    """

    def __init__(self, seat: i64, spaces: list[int]) -> None:
        self.seat = seat
        self.spaces = spaces

    def copy(self) -> Entry:
        """Return an independent copy."""
        return EstateAuction(self.seat, self.spaces.copy())

    def concerns(self, seat: i64) -> bool:
        """Return False: the Bank sells no matter who leaves."""
        return False

    def proceed(self, game: Game) -> bool:
        """Auction the next deed, after removing players who resigned during the last auction.

        Ruling 12.
        """
        if game.state.leaving:
            return game.remove_leavers()
        if self.spaces:
            open_auction(game, self.spaces.pop(0), "10 MCS 190(f)")
        else:
            game.state.agenda.pop()
        return True
