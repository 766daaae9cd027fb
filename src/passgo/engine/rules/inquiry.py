"""Inquiries: asking another player for an offer that includes a property.

"What would you take for Park Place?" (it is the partner's) and "What would you give me for it?" (it
is yours) ask for the same thing: an offer with this property in it. Players may trade at any time
(10 MCS 170), and offers are public (Ruling 14), so anyone may ask, and everyone sees it. Nobody has
to answer: an inquiry ends when the partner makes such an offer or declines, when either player
leaves, or after a round. It does not restrict any offer.

A player may ask each opponent once a round, so asking cannot be used to pester anyone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action
from passgo.engine.events import InquiryDeclined, OfferAskedFor
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.inquiry_list import close_inquiry, find_open_inquiry, has_asked
from passgo.engine.rules.trade import tradable_deeds, why_not_give
from passgo.engine.state import Inquiry

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class AskForOffer(Action):
    """Ask a player for an offer that includes a property of yours or theirs. Ruling 14."""

    def __init__(self, seat: i64, partner: i64, space: i64) -> None:
        self.seat = seat
        self.partner = partner
        self.space = space

    def why_not(self, state: State) -> Refusal | None:
        """Refuse if neither player can trade the property, or if the player has just asked."""
        partner = self.partner
        if not 0 <= partner < len(state.players) or partner == self.seat:
            return Refusal("trade.partner", "10 MCS 170", partner=partner)
        if state.players[partner].out or state.players[partner].leaving:
            return Refusal("seat.out", "10 MCS 190(g)", seat=partner)
        owner = self.seat
        if state.is_property(self.space) and state.property(self.space).owner == partner:
            owner = partner
        refusal = why_not_give(state, owner, (int(self.space),), ())
        if refusal is not None:
            return refusal
        if has_asked(state, self.seat, partner):
            return Refusal("inquiry.again", "Ruling 14", partner=partner)
        return None

    def do(self, game: Game) -> None:
        """Record the inquiry for everyone to see."""
        state = game.state
        state.last_serial += 1
        number = state.last_serial
        state.inquiries.append(Inquiry(number, self.seat, self.partner, self.space, state.turn))
        if game.has_listener:
            owner = state.property(self.space).owner
            game.emit(OfferAskedFor(number, self.seat, self.partner, self.space, owner))


class DeclineInquiry(Action):
    """Decline to make the offer that another player asked you for. Ruling 14."""

    def __init__(self, seat: i64, inquiry: i64) -> None:
        self.seat = seat
        self.inquiry = inquiry

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the inquiry was made to this player and is open."""
        found = find_open_inquiry(state, self.inquiry)
        if found is None or found.partner != self.seat:
            return Refusal("inquiry.none", "Ruling 14", inquiry=self.inquiry)
        return None

    def do(self, game: Game) -> None:
        """Close the inquiry."""
        state = game.state
        inquiry = find_open_inquiry(state, self.inquiry)
        assert inquiry is not None
        close_inquiry(state, inquiry.number)
        if game.has_listener:
            owner = state.property(inquiry.space).owner
            game.emit(
                InquiryDeclined(
                    inquiry.number, inquiry.asker, inquiry.partner, inquiry.space, owner
                )
            )


def inquiry_options(state: State, seat: i64, proposals: bool = True) -> list[Option]:
    """List the inquiries that a seat may decline and, with ``proposals``, those it may make."""
    found: list[Option] = []
    own = tradable_deeds(state, seat) if proposals else []
    for partner in state.clockwise_from(seat) if proposals else []:
        if state.players[partner].leaving or has_asked(state, seat, partner):
            continue
        spaces = own + tradable_deeds(state, partner)
        if spaces:
            choices = [Choice("partner", [partner]), Choice("space", spaces)]
            found.append(Option("AskForOffer", seat, choices))
    asked = [one.number for one in state.inquiries if one.partner == seat and not one.closed]
    return found + [Option("DeclineInquiry", seat, [Choice("inquiry", [one])]) for one in asked]
