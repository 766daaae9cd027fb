"""The reasons that bots give for their actions."""

from __future__ import annotations

from passgo.bots.reason import Reason
from passgo.engine.action import Action
from passgo.engine.events import Event, MoneyPaid, TradeAccepted, TradeDeclined, TradeOffered
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
    """The reasons that the bots in a game have given: by offer and bot, and by event."""

    def __init__(self, words: Words, lexicon: Lexicon) -> None:
        self.words = words
        self.lexicon = lexicon
        self.reasons: dict[tuple[int, int], tuple[int, Reason]] = {}
        """For each offer and bot, the other seat and the bot's reason; oldest first."""
        self.decisions: dict[int, tuple[Event, int, Reason]] = {}
        """For one event of each other action, by identity: the event, the bot and its reason."""
        self.pending: tuple[int, Reason] | None = None
        """The bot and its reason for the action that is about to be played."""

    def note(self, state: State, action: Action, reason: Reason | None) -> None:
        """Store a bot's reason for its next action."""
        self.pending = None
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
        else:
            self.pending = (int(action.seat), reason)

    def note_event(self, event: Event) -> None:
        """Store the pending reason with the first event of its action that isn't a payment.

        Some payments are not narrated.
        """
        if self.pending is not None and not isinstance(event, MoneyPaid):
            self.decisions[id(event)] = (event, *self.pending)
            self.pending = None

    def keep(self, number: int, bot: int, other: int, reason: Reason) -> None:
        """Store the reason that a bot gives another player for an offer."""
        self.reasons.pop((number, bot), None)
        self.reasons[number, bot] = (other, reason)

    def explain_line(self, line: NarrationLine) -> list[str]:
        """Return the bots' reasons for the actions that a line reports, one for each bot."""
        lines = []
        others: dict[int, Reason] = {}
        for event in line.events:
            if id(event) in self.decisions:
                _, bot, reason = self.decisions[id(event)]
                others[bot] = reason
            if isinstance(event, TradeOffered):
                key = (event.offer.number, event.offer.maker)
            elif isinstance(event, TradeAccepted | TradeDeclined):
                key = (event.number, event.partner)
            else:
                continue
            if key in self.reasons:
                other, reason = self.reasons[key]
                lines.append(self.format_reason(key[1], other, reason))
        return lines + [self.format_decision(bot, reason) for bot, reason in others.items()]

    def explain_last(self, bot: int, other: int) -> list[str]:
        """Return a bot's last reason in a negotiation with a player, and its last other reason."""
        lines = []
        for (_, speaker), (hearer, reason) in reversed(self.reasons.items()):
            if (speaker, hearer) == (bot, other):
                lines.append(self.format_reason(bot, other, reason))
                break
        for _, decider, reason in reversed(self.decisions.values()):
            if decider == bot:
                lines.append(self.format_decision(bot, reason))
                break
        return lines or [f"{self.lexicon.names[bot]} hasn't given a reason yet."]

    def format_decision(self, bot: int, reason: Reason) -> str:
        """Format a reason that isn't addressed to anyone, with the bot's name."""
        said = say_reason(reason.code, reason.values, self.words, self.lexicon)
        return f"{self.lexicon.names[bot]}: {said}"

    def format_reason(self, bot: int, other: int, reason: Reason) -> str:
        """Format a reason with the names of both players."""
        said = say_reason(reason.code, reason.values, self.words, self.lexicon)
        return f"{self.lexicon.names[bot]} to {self.lexicon.names[other]}: {said}"
