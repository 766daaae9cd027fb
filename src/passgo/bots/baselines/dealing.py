"""Common behavior of baselines that offer trades: when and what to offer, and the state afterward.

A dealer makes at most one offer per turn, before its own first roll. It looks for deals when a deed
has changed hands since it last looked, prices them one by one, and offers each once. A declined
offer is therefore not repeated unless something has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.board_facts import is_own_roll, would_complete
from passgo.bots.habits import ROLLS
from passgo.bots.simple import SimpleBot
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.trade import (
    AcceptTrade,
    DeclineTrade,
    OfferTrade,
    transfer_cost,
    why_no_trade,
)

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State

NOTHING: Final = -1
"""The value of ``give`` in an opening that pays with cash alone."""


class Opening:
    """A possible trade: a partner, the deed asked for, and the deed given in return (or NOTHING)."""

    def __init__(self, partner: i64, give: i64, get: i64) -> None:
        self.partner = partner
        self.give = give
        self.get = get


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer(SimpleBot):
    """A simple bot that also makes offers."""

    def __init__(self, reserve: i64 = 150) -> None:
        super().__init__(reserve)
        self.asked: i64 = -1
        """The last turn in which the bot made an offer or found none to make."""
        self.owners: list[int] = []
        """The owner of each deed when the bot last looked for deals."""
        self.ideas: list[Opening] = []
        """The deals found but not tried yet, best first."""

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Build and unmortgage first; then, on this seat's own turn, make one offer."""
        action = super().before_roll(state, seat)
        return self.next_offer(state, seat) if action is None else action

    def next_offer(self, state: State, seat: i64) -> Action | None:
        """Return the next offer that the bot wants to make and is allowed to make."""
        if self.asked == state.turn or not is_own_roll(state, seat):
            return None
        self.asked = state.turn
        owners: list[int] = [prop.owner for prop in state.properties]
        if owners != self.owners:
            self.owners = owners
            self.ideas = self.deals(state, seat)
        while self.ideas:
            offer = self.set_price(state, seat, self.ideas.pop(0))
            if offer is not None and offer.why_not(state) is None:
                return offer
        return None

    def deals(self, state: State, seat: i64) -> list[Opening]:
        """List possible deals, best first; by default, all that complete a group for this seat."""
        return openings(state, seat)

    def set_price(self, state: State, seat: i64, opening: Opening) -> OfferTrade | None:
        """Price a deal under current conditions, or return None if the deal is not wanted."""
        raise NotImplementedError

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept an offer if it is possible and the bot wants it."""
        if why_no_trade(state, offer, ()) is None and self.wants_trade(state, seat, offer):
            return AcceptTrade(seat, offer.number)
        return DeclineTrade(seat, offer.number)

    def wants_trade(self, state: State, seat: i64, offer: Offer) -> bool:
        """Return whether to accept an offer that could be carried out now."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Appraiser(Dealer):
    """A dealer that appraises positions for both players and proposes a price that splits the gain."""

    def appraise(self, state: State, seat: i64) -> float:
        """Return what a position is worth to a player."""
        raise NotImplementedError

    def set_price(self, state: State, seat: i64, opening: Opening) -> OfferTrade | None:
        """Split the gain evenly, or return None if the deal is not worth offering."""
        after = state_after_trade(state, offer_opening(seat, opening, 0).as_offer())
        mine = self.appraise(after, seat) - self.appraise(state, seat)
        theirs = self.appraise(after, opening.partner) - self.appraise(state, opening.partner)
        offer = offer_opening(seat, opening, int((mine - theirs) / 2.0))
        return offer if self.is_worth_offering(state, after, offer, mine + theirs) else None

    def is_worth_offering(
        self, state: State, after: State, offer: OfferTrade, common_gain: float
    ) -> bool:
        """Return whether to make an offer; ``after`` is the state with the deeds exchanged."""
        raise NotImplementedError


def is_all_sold(state: State) -> bool:
    """Return whether every deed is owned by a player."""
    for prop in state.properties:
        if prop.owner < 0:
            return False
    return True


def leave_jail_while_unsold(state: State, seat: i64) -> Action:
    """Leave Jail by using a card or paying the fine while deeds are unowned; after that, roll."""
    if not is_all_sold(state):
        player = state.players[seat]
        if player.cards:
            return UseCard(seat, player.cards[0])
        pay = PayFine(seat)
        if pay.why_not(state) is None:
            return pay
    return ROLLS[seat]


def short_of(state: State, seat: i64, group: i64) -> i64:
    """Count the deeds in a group that a player lacks."""
    lacking: i64 = 0
    for deed in state.board.groups[group].deeds:
        if state.properties[deed.number].owner != seat:
            lacking += 1
    return lacking


def openings(state: State, seat: i64) -> list[Opening]:
    """List trades that complete a group for this seat, in exchange for another deed or for cash.

    The deed given is outside the seat's complete groups and in a group in which the partner has a
    deed.
    """
    found: list[Opening] = []
    for wanted in state.properties:
        partner = wanted.owner
        if partner < 0 or partner == seat or not would_complete(state, seat, wanted.deed):
            continue
        for prop in state.properties:
            if prop.owner != seat or prop.deed.group == wanted.deed.group:
                continue
            group = prop.deed.group
            size: i64 = len(state.board.groups[group].deeds)
            if not state.owns_group(seat, group) and short_of(state, partner, group) < size:
                found.append(Opening(partner, prop.deed.space, wanted.deed.space))
        found.append(Opening(partner, NOTHING, wanted.deed.space))
    return found


def offer_opening(seat: i64, opening: Opening, cash: i64) -> OfferTrade:
    """Return an offer for an opening; ``cash`` is what the seat pays, or asks for if negative."""
    give: tuple[int, ...] = () if opening.give == NOTHING else (opening.give,)
    get: tuple[int, ...] = (opening.get,)
    return OfferTrade(seat, opening.partner, max(0, cash), max(0, -cash), give, get)


def state_after_trade(state: State, offer: Offer) -> State:
    """Return the state after an offer is accepted and nothing is unmortgaged."""
    after = state.copy()
    terms = offer.terms
    cash = terms.give_cash - terms.get_cash
    maker = after.players[offer.maker]
    partner = after.players[offer.partner]
    maker.cash -= cash + transfer_cost(state, terms.get_deeds, ())
    partner.cash += cash - transfer_cost(state, terms.give_deeds, ())
    for space in terms.give_deeds:
        after.give(after.property(space), offer.partner)
    for space in terms.get_deeds:
        after.give(after.property(space), offer.maker)
    for card in terms.give_cards:
        maker.cards.remove(card)
        partner.cards.append(card)
    for card in terms.get_cards:
        partner.cards.remove(card)
        maker.cards.append(card)
    return after


def bid_up_to(state: State, seat: i64, auction: Auction, most: i64) -> Action:
    """Raise the bid, up to ``most`` and the available cash, or pass."""
    price = state.property(auction.space).deed.price
    amount = next_raise(auction.bid, price, min(most, state.players[seat].cash))
    return Bid(seat, amount) if amount > auction.bid else PassBid(seat)


def next_raise(bid: i64, price: i64, most: i64) -> i64:
    """Return the next bid: the current bid plus a tenth of the price, but no more than ``most``."""
    return min(most, bid + max(1, price // 10))
