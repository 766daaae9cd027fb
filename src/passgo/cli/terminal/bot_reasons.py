"""The reasons that bots give for their trade offers and answers."""

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
    """The reasons that the bots in a game have given, by offer and bot."""

    def __init__(self, words: Words, lexicon: Lexicon) -> None:
        self.words = words
        self.lexicon = lexicon
        self.reasons: dict[tuple[int, int], tuple[int, Reason]] = {}
        """For each offer and bot, the other seat and the bot's reason; oldest first."""

    def note(self, state: State, action: Action, reason: Reason | None) -> None:
        """Store a bot's reason for its next action, if that action concerns an offer."""
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
        """Store the reason that a bot gives another player for an offer."""
        self.reasons.pop((number, bot), None)
        self.reasons[number, bot] = (other, reason)

    def explain_line(self, line: NarrationLine) -> list[str]:
        """Return the bots' reasons for the offers and answers that a line reports."""
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
        """Return a bot's last reason in a negotiation with a player."""
        for (_, speaker), (hearer, reason) in reversed(self.reasons.items()):
            if (speaker, hearer) == (bot, other):
                return self.format_reason(bot, other, reason)
        names = self.lexicon.names
        return f"{names[bot]} hasn't given {names[other]} a reason for an offer or an answer yet."

    def format_reason(self, bot: int, other: int, reason: Reason) -> str:
        """Format a reason with the names of both players."""
        said = say_reason(reason.code, reason.values, self.words, self.lexicon)
        return f"{self.lexicon.names[bot]} to {self.lexicon.names[other]}: {said}"
