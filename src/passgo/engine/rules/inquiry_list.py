"""The list of recent inquiries, which are stored for one round.

``inquiry`` has the actions. Here, a round is one turn for each player still in the game, as in the
bots' limits on offers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from passgo.engine.state import Inquiry, Offer, State


def find_open_inquiry(state: State, number: i64) -> Inquiry | None:
    """Return an open inquiry by its number, or None."""
    for inquiry in state.inquiries:
        if inquiry.number == number and not inquiry.closed:
            return inquiry
    return None


def has_asked(state: State, asker: i64, partner: i64) -> bool:
    """Return whether a player has asked another for an offer within the last round."""
    for inquiry in state.inquiries:
        if inquiry.asker == asker and inquiry.partner == partner:
            return True
    return False


def close_inquiry(state: State, number: i64) -> None:
    """Close an inquiry.

    Copies of the state share its inquiries, so the inquiry is replaced instead of changed.
    """
    for place, inquiry in enumerate(state.inquiries):
        if inquiry.number == number:
            state.inquiries[place] = inquiry.after_close()
            return


def take_up_inquiry(state: State, offer: Offer) -> bool:
    """Close the inquiry that a new offer answers; return whether there is one."""
    for inquiry in state.inquiries:
        if (
            inquiry.asker == offer.partner
            and inquiry.partner == offer.maker
            and not inquiry.closed
            and offer.terms.has_deed(inquiry.space)
        ):
            close_inquiry(state, inquiry.number)
            return True
    return False


def end_inquiries_of(state: State, seat: i64) -> None:
    """Remove a departing player's inquiries and those made to them."""
    state.inquiries = [
        inquiry for inquiry in state.inquiries if inquiry.asker != seat and inquiry.partner != seat
    ]


def end_old_inquiries(state: State) -> None:
    """Remove the inquiries that were made a round ago, at the beginning of a turn."""
    first = state.turn - state.left
    state.inquiries = [inquiry for inquiry in state.inquiries if inquiry.turn > first]
