"""The players of a terminal game as the driver sees them: bots and people.

The driver plays the action that a player returns, and lets through what it raises. Each action is saved
before it is played, so a game that is cut short lacks at most an action whose outcome nobody saw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passgo.bots.bot import Bot, Chair
from passgo.bots.driver import MOST_FIRST, Seat
from passgo.engine.action import Action
from passgo.engine.agenda import Decision
from passgo.engine.events import Event, Listener
from passgo.engine.game import View
from passgo.engine.state import Offer

if TYPE_CHECKING:
    from passgo.cli.terminal.game_loop import TerminalGame


class AskAgain(Exception):
    """Something was done out of turn: the driver must look at the table again."""


class LeaveTable(Exception):
    """The people at the table leave."""


class ReplayMismatch(Exception):
    """A bot decides differently than it did when the game was recorded."""


class EventForwarder(Listener):
    """A listener that passes events on to the terminal game."""

    def __init__(self, terminal: TerminalGame) -> None:
        self.terminal = terminal

    def on_event(self, event: Event) -> None:
        """Pass an event on."""
        self.terminal.note_event(event)


class BotPlayer(Chair):
    """A bot in a terminal game."""

    def __init__(self, terminal: TerminalGame, bot: Bot) -> None:
        self.terminal = terminal
        self.bot = bot
        self.own: Seat | None = None

    def decide(self, view: View) -> Action:
        """Let the bot answer; the safe answer stands for one that is refused."""
        self.terminal.check_clock()
        seat = self.seat(view)
        top = view.state.agenda.top
        assert isinstance(top, Decision)
        action = seat.decide(top)
        refusal = view.why_not(action)
        if refusal is not None:
            seat.fault("decide", f"{action!r} is refused: {refusal.code}")
            action = self.safe(view)
        elif self.terminal.driver.dallied >= MOST_FIRST:
            seat.fault("decide", f"did {MOST_FIRST} other things first")
            action = self.safe(view)
        self.terminal.write(action, "bot")
        return action

    def idle(self, view: View) -> Action | None:
        """Let the bot do something before a roll."""
        return self.write_action(view, self.seat(view).idle())

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Let the bot answer an offer."""
        return self.write_action(view, self.seat(view).answer(offer))

    def seat(self, view: View) -> Seat:
        """Return the bot's own seat, where its mistakes end."""
        if self.own is None:
            self.own = Seat(self.bot, view)
        return self.own

    def write_action(self, view: View, action: Action | None) -> Action | None:
        """Write an action down, if there is one, and keep the reason of a bot that bargains."""
        if action is not None:
            self.terminal.reasons.note(view.state, action, self.bot.reason)
            self.terminal.write(action, "bot")
        return action


class HumanPlayer(Chair):
    """A person at the keyboard."""

    def __init__(self, terminal: TerminalGame) -> None:
        self.terminal = terminal

    def decide(self, view: View) -> Action:
        """Ask the person what the table waits for."""
        return self.terminal.ask(view.seat)

    def idle(self, view: View) -> Action | None:
        """Ask about rents before they lapse; all else waits for the person's own turn."""
        return self.terminal.ask_about_rent(view.seat)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Show the person a new offer."""
        return self.terminal.ask_about_offer(offer)
