"""The one driver: it asks the seats, in the same order everywhere.

First those the table waits for; then who has a new offer; then everyone before a throw, each until they
have nothing to do or the cap is reached. A bot that raises, answers nonsense or asks for what is refused
loses that move to the safe default; its seat keeps count and the first few reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot, Chair, TimeUp
from passgo.engine.action import Action, why_not
from passgo.engine.agenda import Wait
from passgo.engine.everything import ACTIONS
from passgo.engine.game import Game, View, check_types
from passgo.engine.refusal import Refused
from passgo.engine.rules.turn import ToPass, ToThrow
from passgo.engine.state import Offer
from passgo.engine.value import Value

MOST_IDLE: Final = 40
"""How many things a seat may do out of turn before one throw."""
MOST_FIRST: Final = 150
"""How many things a seat may do before it answers: a debtor may have all the houses to sell."""
MOST_OFFERS: Final = 20
"""How many offers and counter-offers in a row are shown; the rest stay open."""
MOST_REPORTS: Final = 10
"""How many faults of a seat are kept in full; the rest are counted."""


class Fault(Value):
    """A move that a bot lost: when, what it was asked for, and what was wrong."""

    def __init__(self, seat: i64, turn: i64, asked: str, wrong: str) -> None:
        self.seat = seat
        self.turn = turn
        self.asked = asked
        self.wrong = wrong


class Seat:
    """A bot, what it sees, and what went wrong with it. Nothing it does gets past here but actions."""

    def __init__(self, bot: Bot, view: View) -> None:
        self.bot = bot
        self.view = view
        self.faults: i64 = 0
        self.reports: list[Fault] = []
        self.foreign = not type(bot).__module__.startswith("passgo.")

    def decide(self, wait: Wait) -> Action:
        """Return the bot's answer to what is waited for, or the safe default."""
        try:
            action = self.bot.decide(self.view)
            if self.foreign or action.seat != self.view.seat:
                check_answer(action, self.view.seat)
            return action
        except (Exception, TimeUp) as error:
            self.caught("decide", error)
        return wait.default(self.view.state, self.view.seat)

    def idle(self) -> Action | None:
        """Return what the bot does before a throw, if that is allowed."""
        try:
            return self.allowed("idle", self.bot.idle(self.view))
        except (Exception, TimeUp) as error:
            self.caught("idle", error)
        return None

    def answer(self, offer: Offer) -> Action | None:
        """Return what the bot says to an offer, if that is allowed."""
        try:
            return self.allowed("answer", self.bot.answer(self.view, offer))
        except (Exception, TimeUp) as error:
            self.caught("answer", error)
        return None

    def allowed(self, asked: str, action: Action | None) -> Action | None:
        """Return an optional move, or None with a report when it is no move or is refused."""
        if action is None:
            return None
        if self.foreign or action.seat != self.view.seat:
            check_answer(action, self.view.seat)
        refusal = why_not(self.view.state, action)
        if refusal is None:
            return action
        self.fault(asked, f"{action!r} is refused: {refusal.code}")
        return None

    def caught(self, asked: str, error: BaseException) -> None:
        """Report what a bot raised."""
        if isinstance(self.bot, Chair):
            raise error
        late = isinstance(error, TimeUp)
        self.fault(asked, "took too long" if late else f"{type(error).__name__}: {error}")

    def fault(self, asked: str, wrong: str) -> None:
        """Count a lost move, and keep the first few with what was wrong."""
        self.faults += 1
        if self.faults <= MOST_REPORTS:
            self.reports.append(Fault(self.view.seat, self.view.state.turn, asked, wrong))


def check_answer(action: Action, seat: i64) -> None:
    """Raise if this is no action of the rules, or not this seat's own."""
    name = type(action).__name__
    if ACTIONS.get(name) is not type(action):
        raise TypeError(f"answered {action!r}, which is no action of the rules")
    if action.seat != seat:
        raise ValueError(f"answered {action!r}, but has seat {seat}")
    check_types(action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver:
    """Plays a game to its end with a bot in every seat."""

    def __init__(self, game: Game, bots: Sequence[Bot]) -> None:
        if len(bots) != len(game.state.players):
            raise ValueError(f"{len(game.state.players)} seats need as many bots, not {len(bots)}.")
        self.game = game
        self.seats: list[Seat] = [Seat(bot, game.view(seat)) for seat, bot in enumerate(bots)]
        self.shown: i64 = game.state.number
        self.dallied: i64 = 0

    def play(self, action: Action) -> None:
        """Carry out an action; whoever watches a driver overrides this."""
        self.game.step(action)

    def run(self, turns: i64 = 1_000_000) -> None:
        """Play until the game is over or so many more turns have begun."""
        state = self.game.state
        last = state.turn + turns
        while not state.over and state.turn < last:
            self.advance()

    def advance(self) -> None:
        """Let the table come to its next throw, and make it; or answer what is open."""
        state = self.game.state
        top = state.agenda.top
        if isinstance(top, ToPass):
            self.ask(top, top.seat)
        elif isinstance(top, ToThrow):
            self.poll(top.seat)
            if state.agenda.top is top:
                self.ask(top, top.seat)
        else:
            self.settle()

    def settle(self) -> None:
        """Ask whoever is waited for, once; of several, everyone in the order of their seats."""
        state = self.game.state
        top = state.agenda.top
        assert isinstance(top, Wait)
        if top.seat >= 0 and top.waits_for(state, top.seat):
            self.ask(top, top.seat)
            return
        for seat in range(len(self.seats)):
            if state.agenda.top is top and top.waits_for(state, seat):
                self.ask(top, seat)

    def ask(self, wait: Wait, seat: i64) -> None:
        """Get the answer of one seat and play it; the safe default if it is refused."""
        state = self.game.state
        asked = self.seats[seat]
        before = state.wait
        if self.dallied < MOST_FIRST:
            action = asked.decide(wait)
        else:
            asked.fault("decide", f"did {MOST_FIRST} other things first")
            action = wait.default(state, seat)
        try:
            self.play(action)
        except Refused as refused:
            asked.fault("decide", f"{action!r} is refused: {refused.refusal.code}")
            self.play(wait.default(state, seat))
        if state.wait != before or not wait.waits_for(state, seat):
            self.dallied = 0
        else:
            self.dallied += 1
        if state.offers:
            self.show_offers()

    def poll(self, thrower: i64) -> None:
        """Give every seat its chance to act before a throw, from the thrower on, clockwise."""
        state = self.game.state
        count: i64 = len(self.seats)
        top = state.agenda.top
        for step in range(count):
            seat = thrower + step
            if seat >= count:
                seat -= count
            if state.players[seat].out:
                continue
            asked = self.seats[seat]
            turns: i64 = 0
            while turns < MOST_IDLE:
                turns += 1
                action = asked.idle()
                if action is None:
                    break
                self.play(action)
                if state.offers:
                    self.show_offers()
                while not state.over and not state.calm():
                    self.settle()
                if state.agenda.top is not top:
                    return

    def show_offers(self) -> None:
        """Show each new offer to its partner, once."""
        state = self.game.state
        for _ in range(MOST_OFFERS):
            fresh = [offer for offer in state.offers if offer.number > self.shown]
            if not fresh:
                return
            offer = fresh[0]
            self.shown = offer.number
            action = self.seats[offer.partner].answer(offer)
            if action is not None:
                self.play(action)
