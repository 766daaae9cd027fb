"""The base class of bots.

    class Careful(Bot):
        def decide(self, view):
            top = view.state.agenda.top
            if isinstance(top, BuyOrAuction) and view.state.players[view.seat].cash > 500:
                return Buy(view.seat)
            return self.safe(view)

A bot sees a ``View``, not the game, so it can't see the deck order or future dice. ``decide`` must
answer the current decision; ``idle`` may act before any player's roll; ``answer`` responds to a new
offer, and ``quote`` to a player who asks for one. Owners must ask for rent, so ``idle`` places the
standing order to do so. If you override it, also call ``super().idle(view)``, either first or last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from passgo.bots.reason import Reason
from passgo.engine.action import Action
from passgo.engine.agenda import Decision
from passgo.engine.rules.inquiry import DeclineInquiry
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.trade import DeclineTrade

if TYPE_CHECKING:
    from passgo.engine.game import View
    from passgo.engine.state import Inquiry, Offer


class TimeUp(BaseException):
    """The error for a bot that takes too long.

    It is not an ``Exception``, so bots don't catch it by accident.
    """


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A program that plays one seat."""

    reason: Reason | None = None
    """Why the bot chose its last action, if it gives a reason."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def decide(self, view: View) -> Action:
        """Answer the current decision; by default, return the safe answer."""
        return self.safe(view)

    def idle(self, view: View) -> Action | None:
        """Return an action to take before a player's roll, or None; called again after each action.

        This places the standing order to ask for rent, without which a seat collects none. If you
        override it, call ``super().idle(view)`` first or when you have nothing to do, or place the
        order yourself.
        """
        if view.state.players[view.seat].always_asks_for_rent:
            return None
        return AlwaysAskForRent(view.seat, True)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Accept, counter or decline an offer made to you, or return None to leave it open."""
        return DeclineTrade(view.seat, offer.number)

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Make the offer that another player asks for, decline to, or return None to leave it open.

        The offer must include the property in ``inquiry.space``. By default, decline.
        """
        return DeclineInquiry(view.seat, inquiry.number)

    def safe(self, view: View) -> Action:
        """Return the safe answer to the current decision."""
        top = view.state.agenda.top
        assert isinstance(top, Decision)
        return top.default(view.state, view.seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class TrustedBot(Bot):
    """A bot run by the program itself, perhaps on behalf of a person; its errors are not caught."""

    def idle(self, view: View) -> Action | None:
        """Do nothing: the player in this seat places their own standing orders."""
        return None

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Do nothing: the player in this seat answers whenever they like."""
        return None
