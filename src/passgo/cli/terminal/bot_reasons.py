"""What the bots at a table say of the offers they made and answered, for the player who asks."""

from __future__ import annotations

from passgo.bots.reason import Reason
from passgo.engine.action import Action
from passgo.engine.events import TradeAccepted, TradeDeclined, TradeOffered
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    find_offer,
)
from passgo.engine.state import State
from passgo.say import Lexicon, NarrationLine, Words, say_reason


class BotReasons:
    """Keeps the reasons of bots, by the offer and the bot that spoke."""

    def __init__(self, words: Words, lexicon: Lexicon) -> None:
        self.words = words
        self.lexicon = lexicon
        self.reasons: dict[tuple[int, int], tuple[int, Reason]] = {}
        """By offer and bot: whom it spoke to, and what it said; the last stands last."""

    def note(self, state: State, action: Action, reason: Reason | None) -> None:
        """Keep the reason of a bot for what it is about to do, if that is about an offer."""
        if reason is None:
            return
        if isinstance(action, AcceptTrade | DeclineTrade | CounterTrade):
            offer = find_offer(state, action.offer)
            if offer is None:
                return
            self.keep(offer.number, action.seat, offer.maker, reason)
            if isinstance(action, CounterTrade):
                self.keep(state.last_serial + 1, action.seat, offer.maker, reason)
        elif isinstance(action, OfferTrade):
            self.keep(state.last_serial + 1, action.seat, action.partner, reason)

    def keep(self, number: int, bot: int, other: int, reason: Reason) -> None:
        """Keep what a bot said to another about an offer."""
        self.reasons.pop((number, bot), None)
        self.reasons[number, bot] = (other, reason)

    def explain_line(self, line: NarrationLine) -> list[str]:
        """Say what bots had in mind with the offers and answers in a line."""
        lines = []
        for event in line.events:
            if isinstance(event, TradeOffered):
                key = (event.offer.number, event.offer.maker)
            elif isinstance(event, TradeAccepted | TradeDeclined):
                key = (event.number, event.partner)
            else:
                continue
            if key in self.reasons:
                other, reason = self.reasons[key]
                lines.append(self.format_reason(key[1], other, reason))
        return lines

    def explain_dealings(self, bot: int, other: int) -> str:
        """Say what a bot last had in mind when it bargained with this player."""
        for (_, speaker), (hearer, reason) in reversed(self.reasons.items()):
            if (speaker, hearer) == (bot, other):
                return self.format_reason(bot, other, reason)
        names = self.lexicon.names
        return f"{names[bot]} has given {names[other]} no reason for an offer or an answer yet."

    def format_reason(self, bot: int, other: int, reason: Reason) -> str:
        """Say who speaks to whom, and why."""
        said = say_reason(reason.code, reason.values, self.words, self.lexicon)
        return f"{self.lexicon.names[bot]} to {self.lexicon.names[other]}: {said}"
