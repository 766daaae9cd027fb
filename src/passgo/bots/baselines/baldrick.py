"""Baldrick: a bot that buys everything and, once all deeds are sold, swaps to complete groups.

Based on the winner of the monopyly contest (S. Cornell's Baldrick, in R. Shepherd's "monopyly"). It
buys everything it lands on and outbids others for deeds that complete a group. It makes deals only
once all deeds are sold.

Our own decisions: bids rise by a tenth of the price, up to the bot's cash; the bot keeps $150 when
building, unmortgaging and trading. In a swap, the leader is the player with the higher worth; the
leader adds half of their cash when far ahead (by at least half) or a quarter when ahead (by at
least a tenth). The bot accepts swaps that it would propose itself, at the same price or better. An
odd deed is one that completes no group and is in no complete group; its price is drawn at random,
using the bot's own seed. To leave Jail, the bot prefers a card to the fine. Everything else is as
in ``simple``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.dealing import (
    NOTHING,
    Dealer,
    Opening,
    bid_up_to,
    is_all_sold,
    leave_jail_while_unsold,
    offer_opening,
    openings,
    short_of,
)
from passgo.bots.board_facts import owner_of_the_rest, would_complete
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.trade import OfferTrade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, Property, State

FAR: Final = 150
NEAR: Final = 110
"""How much a player must be worth, as a percentage of another player's worth, to count as far ahead
and as ahead.
"""


@mypyc_attr(allow_interpreted_subclasses=True)
class Baldrick(Dealer):
    """A bot that buys everything and makes deals only once all deeds are sold."""

    def __init__(self, seed: i64 = 0) -> None:
        super().__init__(150)
        self.word: i64 = (seed * 2654435 + 54321) & 0x7FFFFFFF

    def in_jail(self, state: State, seat: i64) -> Action:
        """Pay to leave Jail only while some deeds are still unowned."""
        return leave_jail_while_unsold(state, seat)

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Bid up to $15 over list price, or more if the bot lacks at most two deeds in the group."""
        deed = state.property(auction.space).deed
        missing = short_of(state, seat, deed.group)
        most = deed.price + 15
        if missing == 1:
            most = deed.price + 1000
        elif missing == 2:
            most = deed.price * 2
        return bid_up_to(state, seat, auction, most)

    def deals(self, state: State, seat: i64) -> list[Opening]:
        """List swaps once all deeds are sold and, when leading, purchases of odd deeds."""
        if not is_all_sold(state):
            return []
        swaps = [opening for opening in openings(state, seat) if is_swap(state, seat, opening)]
        if not leads(state, seat):
            return swaps
        odd = [prop for prop in state.properties if prop.owner != seat and is_odd(state, prop)]
        return swaps + [Opening(prop.owner, NOTHING, prop.deed.space) for prop in odd]

    def set_price(self, state: State, seat: i64, opening: Opening) -> OfferTrade | None:
        """Price a swap according to the lead, or an odd deed at random; keep the reserve."""
        if opening.give != NOTHING:
            cash = cash_by_lead(state, seat, opening.partner)
        elif leads(state, seat):
            cash = state.property(opening.get).deed.price * (50 + self.draw_below(101)) // 100
        else:
            return None
        if cash > 0 and state.players[seat].cash - cash < self.reserve:
            return None
        return offer_opening(seat, opening, cash)

    def wants_trade(self, state: State, seat: i64, offer: Offer) -> bool:
        """Accept a swap that completes a group for both sides at a price the bot would pay."""
        if not is_all_sold(state) or not is_one_for_one(offer):
            return False
        terms = offer.terms
        swap = Opening(offer.maker, terms.get_deeds[0], terms.give_deeds[0])
        paid = terms.get_cash - terms.give_cash
        keeps = paid <= 0 or state.players[seat].cash - paid >= self.reserve
        fair = paid <= cash_by_lead(state, seat, offer.maker)
        return keeps and fair and is_swap(state, seat, swap)

    def draw_below(self, count: i64) -> i64:
        """Draw a number from 0 to count - 1."""
        self.word = (self.word * 1103515245 + 12345) & 0x7FFFFFFF
        return ((self.word >> 8) * count) >> 23


def is_one_for_one(offer: Offer) -> bool:
    """Return whether an offer exchanges one deed for another, with or without cash."""
    terms = offer.terms
    cards = len(terms.give_cards) + len(terms.get_cards)
    return len(terms.give_deeds) == 1 and len(terms.get_deeds) == 1 and cards == 0


def is_swap(state: State, seat: i64, opening: Opening) -> bool:
    """Return whether a deal swaps two deeds that each complete a group for their new owner."""
    if opening.give == NOTHING:
        return False
    given = state.property(opening.give).deed
    got = state.property(opening.get).deed
    if given.group == got.group:
        return False
    return would_complete(state, seat, got) and would_complete(state, opening.partner, given)


def cash_by_lead(state: State, seat: i64, partner: i64) -> i64:
    """Return the cash to add to a swap, negative if the bot asks for cash; the leader pays."""
    if state.worth(seat) < state.worth(partner):
        return -cash_by_lead(state, partner, seat)
    lead = state.worth(seat) * 100 // max(1, state.worth(partner))
    cash = state.players[seat].cash
    if lead >= FAR:
        return cash // 2
    return cash // 4 if lead >= NEAR else 0


def leads(state: State, seat: i64) -> bool:
    """Return whether a player is worth more than every other player."""
    mine = state.worth(seat)
    for player in state.players:
        if player.seat != seat and not player.out and state.worth(player.seat) >= mine:
            return False
    return True


def is_odd(state: State, prop: Property) -> bool:
    """Return whether a deed is in no complete group and would complete none for another player."""
    if prop.owner < 0 or state.owns_group(prop.owner, prop.deed.group):
        return False
    return owner_of_the_rest(state, prop.deed) < 0
