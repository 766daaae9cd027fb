"""What to offer for a single deed, learned from the answers to earlier offers of cash.

Some players sell almost any deed for a little more than its printed price, and some for a few dollars.
The history of offers is public, so a bot also learns from offers that others have made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from passgo.engine.state import PastOffer, State

FIRST_PERCENT: Final = 112
"""What to offer a player for the first deed, as a percentage of its printed price."""
ABOUT: Final = 10
"""An offer this many percentage points lower counts as about the same."""


def percent_to_offer(state: State, partner: i64) -> i64:
    """Return what to offer a player for a deed, as a percentage of its printed price, or -1 for nothing.

    A player who has sold a deed for about its printed price or less is offered half of the lowest
    percentage that they accepted, unless they have declined that much before.
    """
    lowest = lowest_accepted(state, partner)
    if lowest < 0:
        declined = highest_declined(state, partner, FIRST_PERCENT + 1)
        return FIRST_PERCENT if declined < FIRST_PERCENT - ABOUT else -1
    half = lowest // 2
    return half if half > highest_declined(state, partner, lowest) else lowest


def lowest_accepted(state: State, partner: i64) -> i64:
    """Return the lowest percentage for which a player has sold, or -1 if it was never a low one."""
    lowest: i64 = -1
    for past in state.past_offers:
        if past.partner == partner and past.accepted:
            percent = percent_of(state, past)
            if 0 <= percent <= FIRST_PERCENT + ABOUT and (lowest < 0 or percent < lowest):
                lowest = percent
    return lowest


def highest_declined(state: State, partner: i64, limit: i64) -> i64:
    """Return the highest percentage below a limit that a player has declined, or 0."""
    highest: i64 = 0
    for past in state.past_offers:
        if past.partner == partner and not past.accepted:
            percent = percent_of(state, past)
            if highest < percent < limit:
                highest = percent
    return highest


def percent_of(state: State, past: PastOffer) -> i64:
    """Return an offer of cash alone for deeds as a percentage of their printed prices, or -1."""
    terms = past.terms
    if past.answer or terms.get_cash > 0 or terms.give_deeds or not terms.get_deeds:
        return -1
    price: i64 = 0
    for space in terms.get_deeds:
        price += state.property(space).deed.price
    return terms.give_cash * 100 // price
