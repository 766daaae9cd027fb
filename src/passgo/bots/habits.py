"""A base class for bots with one method for each decision.

    class Miser(Habits):
        def at_purchase(self, state, seat, space):
            return Decline(seat)

``Habits`` looks at the current decision and calls the matching method; a bot overrides the
methods it wants to change. The defaults are sound: always ask for rent, roll, take the cheaper tax,
raise money where it does the least harm, and stay out of auctions and trades.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot
from passgo.bots.reason import Reason
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction, PassBid
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.inquiry import DeclineInquiry
from passgo.engine.rules.mortgage import Inheritance, InheritDeed
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.shortage import BuildingAuction, DemandRound, StateDemand
from passgo.engine.rules.tax import ChooseTax, TaxChoice, taxed_worth
from passgo.engine.rules.trade import DeclineTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn, ToRoll

if TYPE_CHECKING:
    from passgo.engine.game import View
    from passgo.engine.state import Inquiry, Offer, State

__all__ = ["Habits"]

ROLLS: Final = [Roll(seat) for seat in range(8)]
PASSES: Final = [EndTurn(seat) for seat in range(8)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Habits(Bot):
    """A bot with one method for each decision."""

    def decide(self, view: View) -> Action:
        """Call the method for the current decision."""
        state = view.state
        seat = view.seat
        top = state.agenda.top
        if isinstance(top, ToRoll):
            return self.in_jail(state, seat) if state.players[seat].jail > 0 else ROLLS[seat]
        if isinstance(top, ToEndTurn):
            return PASSES[seat]
        if isinstance(top, BuyOrAuction):
            return self.at_purchase(state, seat, top.space)
        if isinstance(top, Auction):
            return self.at_auction(state, seat, top)
        if isinstance(top, DebtDue):
            return self.in_debt(state, seat, top)
        if isinstance(top, TaxChoice):
            return self.at_tax(state, seat)
        if isinstance(top, DemandRound):
            return StateDemand(seat, self.demand(state, seat, top.kind))
        if isinstance(top, BuildingAuction):
            return self.at_building_auction(state, seat, top)
        if isinstance(top, Inheritance):
            return InheritDeed(seat, self.unmortgages(state, seat, top.space))
        return self.safe(view)

    def idle(self, view: View) -> Action | None:
        """Place the standing order to ask for rent; if it is already in place, call ``before_roll``."""
        state = view.state
        seat = view.seat
        if not state.players[seat].always_asks_for_rent:
            return AlwaysAskForRent(seat, True)
        return self.before_roll(state, seat)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Call the method for offers."""
        return self.at_offer(view.state, view.seat, offer)

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Call the method for inquiries."""
        return self.at_inquiry(view.state, view.seat, inquiry)

    # -- decisions ---------------------------------------------------------------------------------

    def in_jail(self, state: State, seat: i64) -> Action:
        """Roll, pay the fine or use a card, at the start of this seat's turn in Jail."""
        return ROLLS[seat]

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy the property the token is on, decline it, or raise cash for it first."""
        price = state.property(space).deed.price
        return Buy(seat) if state.players[seat].cash >= price else Decline(seat)

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Bid or pass."""
        return PassBid(seat)

    def in_debt(self, state: State, seat: i64, owing: DebtDue) -> Action:
        """Raise money, or go bankrupt."""
        return owing.default(state, seat)

    def at_tax(self, state: State, seat: i64) -> Action:
        """Choose the flat tax or the percentage, whichever is less."""
        rules = state.rules
        worth = taxed_worth(state, state.players[seat])
        percent = worth * rules.income_tax_percent < rules.income_tax_flat * 100
        self.reason = Reason(
            "tax.percent" if percent else "tax.flat",
            worth=worth,
            percent=rules.income_tax_percent,
            flat=rules.income_tax_flat,
        )
        return ChooseTax(seat, percent)

    def demand(self, state: State, seat: i64, kind: i64) -> i64:
        """Return how many houses or hotels to demand in a shortage."""
        return 0

    def at_building_auction(self, state: State, seat: i64, auction: BuildingAuction) -> Action:
        """Bid for a scarce building, or pass."""
        return PassBid(seat)

    def unmortgages(self, state: State, seat: i64, space: i64) -> bool:
        """Return whether to unmortgage an inherited deed immediately."""
        return False

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Build, mortgage, unmortgage or offer a trade before any player's roll, or return None."""
        return None

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept, counter or decline an offer."""
        return DeclineTrade(seat, offer.number)

    def at_inquiry(self, state: State, seat: i64, inquiry: Inquiry) -> Action | None:
        """Make the offer that another player asks for, or decline to."""
        return DeclineInquiry(seat, inquiry.number)
