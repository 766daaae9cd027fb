"""Chairs: what the one driver asks, whether a bot or a person sits on it.

The driver plays what a chair returns, and lets through what it raises. Each chair has its action
written down before, so a game that is cut short at any moment lacks at most what nobody was told of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passgo.bots.bot import Bot, TrustedBot
from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.question_order import MOST_FIRST
from passgo.engine.action import Action
from passgo.engine.events import Event, Listener
from passgo.engine.game import View
from passgo.engine.state import Offer

if TYPE_CHECKING:
    from passgo.cli.host import Host


class Again(Exception):
    """Something was done out of turn: look at the table anew."""


class Leave(Exception):
    """The people at the table leave."""


class Astray(Exception):
    """A bot decides differently than it did when the game was recorded."""


class Ear(Listener):
    """Hears for the host what happens."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def on_event(self, event: Event) -> None:
        """Keep it until it is told."""
        self.host.on_event(event)


class Robot(TrustedBot):
    """The chair of a bot."""

    def __init__(self, host: Host, bot: Bot) -> None:
        self.host = host
        self.bot = bot
        self.own: GuardedBot | None = None

    def decide(self, view: View) -> Action:
        """Let the bot answer; the safe answer stands for one that is refused."""
        self.host.check_clock()
        seat = self.seat(view)
        if self.host.driver.order.is_stalling():
            seat.report_fault("decide", f"did {MOST_FIRST} other things first")
            action = self.safe(view)
        else:
            action = seat.decide()
            if not seat.is_legal("decide", action):
                action = self.safe(view)
        self.host.write(action, "bot")
        return action

    def idle(self, view: View) -> Action | None:
        """Let the bot do something before a roll."""
        action = self.seat(view).idle()
        if action is None or not self.seat(view).is_legal("idle", action):
            return None
        return self.written(view, action)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Let the bot answer an offer."""
        action = self.seat(view).answer(offer)
        if action is None or not self.seat(view).is_legal("answer", action):
            return None
        return self.written(view, action)

    def seat(self, view: View) -> GuardedBot:
        """Return the bot's own seat, where its mistakes end."""
        if self.own is None:
            self.own = GuardedBot(self.bot, view)
        return self.own

    def written(self, view: View, action: Action) -> Action:
        """Write an action down, and keep the reason of a bot that bargains."""
        self.host.reasons.note(view.state, action, self.bot.reason)
        self.host.write(action, "bot")
        return action


class Person(TrustedBot):
    """The chair of a person."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def decide(self, view: View) -> Action:
        """Ask the person what the table waits for."""
        return self.host.ask(view.seat)

    def idle(self, view: View) -> Action | None:
        """Ask about rents before they lapse; all else waits for the person's own turn."""
        return self.host.ask_about_rent(view.seat)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Show the person a new offer."""
        return self.host.ask_about_offer(offer)
