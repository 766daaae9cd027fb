"""A bot is one small class.

    class Careful(Bot):
        def decide(self, view):
            top = view.state.agenda.top
            if isinstance(top, BuyOrAuction) and view.state.players[view.seat].cash > 500:
                return Buy(view.seat)
            return self.safe(view)

It sees a ``View``, never the game: no deck order, no dice to come. ``decide`` must answer what the
table waits for; ``idle`` may do something before a roll, anybody's; ``answer`` is asked about a new offer.
Rent must be asked for: ``idle`` gives the standing order to do so, and who overrides it calls
``super().idle(view)`` too, first or last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from passgo.bots.reason import Reason
from passgo.engine.action import Action
from passgo.engine.agenda import Decision
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.trade import DeclineTrade

if TYPE_CHECKING:
    from passgo.engine.game import View
    from passgo.engine.state import Offer


class TimeUp(BaseException):
    """A bot has thought too long. No ``Exception``, so that a bot cannot catch it by accident."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Somebody who plays a seat."""

    reason: Reason | None = None
    """Why it last took, declined, countered or made an offer, if it says."""

    def decide(self, view: View) -> Action:
        """Answer the current decision; the safe answer unless you know better."""
        return self.safe(view)

    def idle(self, view: View) -> Action | None:
        """Do something out of turn before a roll, or nothing. You are asked again after doing it.

        This gives the standing order to ask for rent, without which a seat collects none. Who overrides it
        calls ``super().idle(view)`` first, or where they have nothing to do; or gives the order themselves.
        """
        if view.state.players[view.seat].always_asks_for_rent:
            return None
        return AlwaysAskForRent(view.seat, True)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Accept, counter or decline an offer made to you; None leaves it open."""
        return DeclineTrade(view.seat, offer.number)

    def safe(self, view: View) -> Action:
        """Return the safe answer to the current decision."""
        top = view.state.agenda.top
        assert isinstance(top, Decision)
        return top.default(view.state, view.seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class TrustedBot(Bot):
    """A seat that the program itself plays, perhaps for a person: its errors are not caught."""

    def idle(self, view: View) -> Action | None:
        """Do nothing: whoever plays this seat gives their own standing orders."""
        return None
