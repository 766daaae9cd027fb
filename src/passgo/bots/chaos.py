"""The random bot, which chooses among legal actions at random, using its own seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot
from passgo.engine.action import Action, why_not
from passgo.engine.legal import ACTIONS, options_for
from passgo.engine.options import Choice, Option
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade, why_no_trade

if TYPE_CHECKING:
    from passgo.engine.game import View
    from passgo.engine.state import Offer, State

SELDOM: Final = (
    "OfferTrade",
    "CounterTrade",
    "WithdrawTrade",
    "PauseOffers",
    "AlwaysAskForRent",
    "SellBuilding",
    "SellGroupBuildings",
)
NEVER: Final = ("AskForOffer", "DeclineInquiry")
"""Table talk, which would only keep the other bots busy; inquiries are declined in ``quote``."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Bot):
    """A bot that chooses among legal actions at random; ``resigns`` lets it resign now and then."""

    def __init__(self, seed: i64 = 0, resigns: bool = False) -> None:
        self.word: i64 = (seed * 2654435 + 12345) & 0x7FFFFFFF
        self.resigns = resigns

    def draw_below(self, count: i64) -> i64:
        """Draw a number from 0 to count - 1."""
        self.word = (self.word * 1103515245 + 12345) & 0x7FFFFFFF
        return ((self.word >> 8) * count) >> 23

    def decide(self, view: View) -> Action:
        """Answer the current decision at random, or sometimes do something else first."""
        for _ in range(8):
            action = self.any_option(view.state, view.seat, False)
            if action is not None:
                return action
        return self.safe(view)

    def idle(self, view: View) -> Action | None:
        """Occasionally act before a roll."""
        return self.any_option(view.state, view.seat, True) if self.draw_below(6) == 0 else None

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Accept a third of the offers that can be accepted, and decline the rest."""
        if self.draw_below(3) == 0 and why_no_trade(view.state, offer, ()) is None:
            return AcceptTrade(view.seat, offer.number)
        return DeclineTrade(view.seat, offer.number)

    def any_option(self, state: State, seat: i64, idle: bool) -> Action | None:
        """Draw an option and its values, or return None if it is skipped or not allowed."""
        options = [option for option in options_for(state, seat) if option.action not in NEVER]
        if not options:
            return None
        option = options[self.draw_below(len(options))]
        name = option.action
        if name in SELDOM and self.draw_below(4) > 0:
            return None
        if name == "Resign" and not (self.resigns and self.draw_below(400) == 0):
            return None
        if idle and name in ("Roll", "EndTurn", "PayFine", "UseCard", "GoBankrupt"):
            return None
        action = self.fill(option)
        return action if why_not(state, action) is None else None

    def fill(self, option: Option) -> Action:
        """Choose a value for every free field of an option."""
        fields: dict[str, object] = {}
        for choice in option.choices:
            fields[choice.name] = self.draw(choice)
        if fields.get("give_cash") and fields.get("get_cash"):
            fields["get_cash"] = 0
        if "get_deeds" in fields and "unmortgage" in fields:
            fields["unmortgage"] = ()
        return ACTIONS[option.action](option.seat, **fields)

    def draw(self, choice: Choice) -> object:
        """Choose a value for one field."""
        values = choice.values
        if values is None:
            span = choice.high - choice.low
            if span <= 0 or self.draw_below(3) == 0:
                return choice.low
            return choice.low + self.draw_below(min(span, 400) + 1)
        if choice.many:
            few = [value for value in values if self.draw_below(len(values) + 1) == 0]
            return tuple(few)
        value = values[self.draw_below(len(values))]
        if choice.whether:
            return value == 1
        return value
