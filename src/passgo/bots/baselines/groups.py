"""Groups: worth by how much of a group one holds, as a learned agent came to weigh it.

The lessons of yyongg's learned agent, as a rule bot. A group is worth its price × its strength × (share
held)^2.5; a deed that keeps a rival from completing a group is worth half of what completing it would
be worth to the rival; and a deed that completes a group for another is never handed over unless it
completes one at least as strong in return.

What the description leaves open: it buys whatever it can pay, bids up to what a deed adds to its groups
and blocks, cash in hand being the limit, and accepts what adds to the sum of groups, blocks and cash
(a card out of Jail at the fine). It offers to buy or swap for a deed that completes a group, at the price
half-way between what both sides gain by this same measure. A group of another board has strength 1.
The rest is as ``simple`` does it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.dealing import (
    Dealer,
    Opening,
    next_raise,
    offer_opening,
    openings,
    state_after_trade,
)
from passgo.bots.board_facts import owner_of_the_rest
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade, OfferTrade, why_no_trade
from passgo.engine.state import BANK

if TYPE_CHECKING:
    from passgo.engine.board import Group
    from passgo.engine.state import Offer, State

STRENGTHS: Final[dict[str, float]] = {
    "orange": 1.73,
    "red": 1.49,
    "yellow": 1.37,
    "dark_blue": 1.28,
    "green": 1.21,
    "pink": 1.05,
    "railroads": 0.83,
    "light_blue": 0.82,
    "brown": 0.15,
    "utilities": 0.15,
}
STEEPNESS: Final = 2.5
BLOCKING: Final = 0.5


@mypyc_attr(allow_interpreted_subclasses=True)
class Groups(Dealer):
    """Weighs everything by the share of a group that it holds or blocks."""

    def __init__(self) -> None:
        super().__init__(150)

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Bid up to what the deed adds to one's groups and blocks."""
        after = state.copy()
        after.give(after.property(auction.space), seat)
        added: i64 = int(value_of_groups(after, seat) - value_of_groups(state, seat))
        price = state.property(auction.space).deed.price
        offer = next_raise(auction.bid, price, min(added, state.players[seat].cash))
        return Bid(seat, offer) if offer > auction.bid else PassBid(seat)

    def deals(self, state: State, seat: i64) -> list[Opening]:
        """Think of every deed that completes a group."""
        return openings(state, seat)

    def set_price(self, state: State, seat: i64, opening: Opening) -> OfferTrade | None:
        """Meet half-way between what both gain; None where there is nothing to share."""
        offer = offer_opening(seat, opening, 0).as_offer()
        after = state_after_trade(state, offer)
        mine = standing(after, seat) - standing(state, seat)
        theirs = standing(after, opening.partner) - standing(state, opening.partner)
        if mine + theirs <= 0.0 or not may_hand_over(state, after, seat, opening.partner):
            return None
        return offer_opening(seat, opening, int((mine - theirs) / 2.0))

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Take what adds to one's groups, blocks and cash, and hands no group over for less."""
        if why_no_trade(state, offer, ()) is None:
            after = state_after_trade(state, offer)
            gains = standing(after, seat) > standing(state, seat)
            if gains and may_hand_over(state, after, seat, offer.maker):
                return AcceptTrade(seat, offer.number)
        return DeclineTrade(seat, offer.number)


def strength(group: Group) -> float:
    """Say how strong a group is."""
    return STRENGTHS.get(group.key, 1.0)


def group_worth(group: Group, held: i64) -> float:
    """Price × strength × (share held)^2.5."""
    price: i64 = 0
    for deed in group.deeds:
        price += deed.price
    share = float(held) / float(len(group.deeds))
    return float(price) * strength(group) * float(share**STEEPNESS)


def value_of_groups(state: State, seat: i64) -> float:
    """Add up what a player's groups and blocks are worth."""
    total = 0.0
    for group in state.board.groups:
        held: i64 = 0
        rival: i64 = BANK
        for deed in group.deeds:
            if state.properties[deed.number].owner == seat:
                held += 1
                rival = owner_of_the_rest(state, deed)
        if held > 0:
            total += group_worth(group, held)
        if rival != BANK and rival != seat:
            size: i64 = len(group.deeds)
            total += BLOCKING * (group_worth(group, size) - group_worth(group, size - 1))
    return total


def standing(state: State, seat: i64) -> float:
    """Add cash and cards to what a player's groups and blocks are worth."""
    player = state.players[seat]
    cards: i64 = len(player.cards) * state.rules.jail_fine
    return float(player.cash + cards) + value_of_groups(state, seat)


def may_hand_over(state: State, after: State, seat: i64, partner: i64) -> bool:
    """Say whether no group is completed for the partner but for one at least as strong in return."""
    theirs = strongest_new(state, after, partner)
    return theirs == 0.0 or strongest_new(state, after, seat) >= theirs


def strongest_new(state: State, after: State, seat: i64) -> float:
    """Return the strength of the strongest group that a trade completes for a player, or 0."""
    strongest = 0.0
    for group in state.board.groups:
        if after.owns_group(seat, group.number) and not state.owns_group(seat, group.number):
            strongest = max(strongest, strength(group))
    return strongest
