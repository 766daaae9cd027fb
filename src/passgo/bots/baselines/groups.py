"""A bot that values everything by its share of a group, using weights from a trained agent.

This rule-based bot applies what a trained agent by yyongg learned. A group is worth its price × its
strength × (share held)^2.5. A deed that keeps a rival from completing a group is worth half of what
completing it would be worth to the rival. The bot never gives away a deed that completes a group
for another player unless, in return, the bot completes a group that is at least as strong.

Our own decisions: it buys whatever it can pay for, bids up to what a deed adds to its groups and
blocks (if it has the cash), and accepts trades that increase the total value of its groups,
blocks and cash (a "Get Out of Jail Free" card is worth the fine). It offers to buy or swap for a
deed that completes a group, at a price that, by the same measure, splits the gain evenly.
Groups on other boards have strength 1. Everything else is as in ``simple``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.dealing import Appraiser, bid_up_to, state_after_trade
from passgo.bots.board_facts import owner_of_the_rest
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.trade import OfferTrade
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
class Groups(Appraiser):
    """A bot that values everything by the share of a group that it holds or blocks."""

    def __init__(self) -> None:
        super().__init__(150)

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Bid up to what the deed adds to the bot's groups and blocks."""
        after = state.copy()
        after.give(after.property(auction.space), seat)
        added: i64 = int(value_of_groups(after, seat) - value_of_groups(state, seat))
        return bid_up_to(state, seat, auction, added)

    def appraise(self, state: State, seat: i64) -> float:
        """Return the total value of a player's cash, cards, groups and blocks."""
        player = state.players[seat]
        cards: i64 = len(player.cards) * state.rules.jail_fine
        return float(player.cash + cards) + value_of_groups(state, seat)

    def is_worth_offering(
        self, state: State, after: State, offer: OfferTrade, common_gain: float
    ) -> bool:
        """Return whether there is a gain to share and ``may_hand_over`` allows the trade."""
        return common_gain > 0.0 and may_hand_over(state, after, offer.seat, offer.partner)

    def wants_trade(self, state: State, seat: i64, offer: Offer) -> bool:
        """Accept if total value increases and ``may_hand_over`` allows the trade."""
        after = state_after_trade(state, offer)
        gains = self.appraise(after, seat) > self.appraise(state, seat)
        return gains and may_hand_over(state, after, seat, offer.maker)


def strength(group: Group) -> float:
    """Return the strength of a group."""
    return STRENGTHS.get(group.key, 1.0)


def group_worth(group: Group, held: i64) -> float:
    """Return price × strength × (share held)^2.5."""
    price: i64 = 0
    for deed in group.deeds:
        price += deed.price
    share = float(held) / float(len(group.deeds))
    return float(price) * strength(group) * float(share**STEEPNESS)


def value_of_groups(state: State, seat: i64) -> float:
    """Return the value of a player's groups and blocks."""
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


def may_hand_over(state: State, after: State, seat: i64, partner: i64) -> bool:
    """Return whether the partner completes no group, or this seat completes one at least as strong."""
    theirs = strongest_new(state, after, partner)
    return theirs == 0.0 or strongest_new(state, after, seat) >= theirs


def strongest_new(state: State, after: State, seat: i64) -> float:
    """Return the strength of the strongest group a trade completes for a player, or 0."""
    strongest = 0.0
    for group in state.board.groups:
        if after.owns_group(seat, group.number) and not state.owns_group(seat, group.number):
            strongest = max(strongest, strength(group))
    return strongest
