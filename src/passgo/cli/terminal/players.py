"""The players in a terminal game: adapters between the driver and bots or people.

The driver plays the action that a player returns, and does not catch the exceptions a player
raises. Each action is saved before it is played, so a crash can lose at most one action, whose
outcome nobody has seen yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passgo.bots.bot import Bot, TrustedBot
from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.question_order import MOST_FIRST
from passgo.engine.action import Action
from passgo.engine.events import Event, Listener
from passgo.engine.game import View
from passgo.engine.state import Inquiry, Offer

if TYPE_CHECKING:
    from passgo.cli.terminal.game_loop import TerminalGame


class AskAgain(Exception):
    """Raised when an action is played out of turn; the driver must then ask again."""


class LeaveTable(Exception):
    """Raised when people leave the game."""


class ReplayMismatch(Exception):
    """Raised when a bot's decision differs from the recorded game."""


class EventForwarder(Listener):
    """A listener that forwards events to the terminal game."""

    def __init__(self, terminal: TerminalGame) -> None:
        self.terminal = terminal

    def on_event(self, event: Event) -> None:
        """Forward an event."""
        self.terminal.note_event(event)


class BotPlayer(TrustedBot):
    """A bot in a terminal game."""

    def __init__(self, terminal: TerminalGame, bot: Bot) -> None:
        self.terminal = terminal
        self.bot = bot
        self.own: GuardedBot | None = None

    def decide(self, view: View) -> Action:
        """Return the bot's decision, or a safe one if the bot's is illegal."""
        self.terminal.check_clock()
        seat = self.seat(view)
        if self.terminal.driver.order.is_stalling():
            seat.report_fault("decide", f"took {MOST_FIRST} other actions before deciding")
            self.bot.reason = None
            action = self.safe(view)
        else:
            self.bot.reason = None
            action = seat.decide()
            if not seat.is_legal("decide", action):
                self.bot.reason = None
                action = self.safe(view)
        return self.write_action(view, action)

    def idle(self, view: View) -> Action | None:
        """Return an action that the bot takes before a roll, if any."""
        self.bot.reason = None
        action = self.seat(view).idle()
        if action is None or not self.seat(view).is_legal("idle", action):
            return None
        return self.write_action(view, action)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Return the bot's answer to an offer, if any."""
        self.bot.reason = None
        action = self.seat(view).answer(offer)
        if action is None or not self.seat(view).is_legal("answer", action):
            return None
        return self.write_action(view, action)

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Return the bot's answer to a player who asks for an offer, if any."""
        self.bot.reason = None
        action = self.seat(view).quote(inquiry)
        if action is None or not self.seat(view).is_legal("quote", action):
            return None
        return self.write_action(view, action)

    def seat(self, view: View) -> GuardedBot:
        """Return the guard that catches and counts the bot's errors."""
        if self.own is None:
            self.own = GuardedBot(self.bot, view)
        return self.own

    def write_action(self, view: View, action: Action) -> Action:
        """Record an action, and store the bot's reason for it."""
        self.terminal.reasons.note(view.state, action, self.bot.reason)
        self.terminal.write(action, "bot")
        return action


class HumanPlayer(TrustedBot):
    """A person at the keyboard."""

    def __init__(self, terminal: TerminalGame) -> None:
        self.terminal = terminal

    def decide(self, view: View) -> Action:
        """Ask the person to make the current decision."""
        return self.terminal.ask(view.seat)

    def idle(self, view: View) -> Action | None:
        """Ask about rents before they lapse; other actions wait for the person's own turn."""
        return self.terminal.ask_about_rent(view.seat)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Ask the person about a new offer."""
        return self.terminal.ask_about_offer(offer)
