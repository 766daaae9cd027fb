"""The one driver: it asks the seats, in the same order everywhere.

First those the table waits for; then who has a new offer; then everyone before a roll, each until they
have nothing to do or the cap is reached. A bot that raises, answers nonsense, asks for what is refused or
comes to no end loses that move to the safe default; its seat keeps count and the first few reports. Only
Ctrl-C goes through, and what a bot raises as such: that is nobody's mistake.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot, Chair, TimeUp
from passgo.engine.action import Action, why_not
from passgo.engine.agenda import Decision
from passgo.engine.game import Game, View, check_types
from passgo.engine.legal import ACTIONS
from passgo.engine.refusal import Refused
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import ToEndTurn, ToRoll
from passgo.engine.state import Offer
from passgo.engine.value import Value

__all__ = [
    "LONGEST_REPORT",
    "MOST_FIRST",
    "MOST_IDLE",
    "MOST_OFFERS",
    "MOST_REPORTS",
    "Driver",
    "Fault",
    "Seat",
]

MOST_IDLE: Final = 150
"""How many things a seat may do out of turn before one roll: who is rich may have all to build."""
MOST_FIRST: Final = 150
"""How many things a seat may do before it answers: a debtor may have all the houses to sell."""
MOST_OFFERS: Final = 20
"""How many offers a seat may make before one roll, and how many answers to offers are heard in a row."""
MOST_REPORTS: Final = 10
"""How many faults of a seat are kept; the rest are counted."""
LONGEST_REPORT: Final = 500
"""How much of what was wrong is kept."""


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
        self.foreign: bool = not type(bot).__module__.startswith("passgo.")
        """Whether the bot is none of ours: all it answers is looked at closely."""

    def decide(self, wait: Decision) -> Action:
        """Return the bot's answer to what is waited for, or the safe default."""
        try:
            if self.foreign:
                action = real(freely(self.bot).decide(self.view))
            else:
                action = self.bot.decide(self.view)
                if action.seat == self.view.seat:
                    return action  # whether it is allowed, the game will say
            if self.allows("decide", action):
                return action
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.caught("decide", error)
        return wait.default(self.view.state, self.view.seat)

    def idle(self) -> Action | None:
        """Return what the bot does before a roll, if that is allowed."""
        try:
            if self.foreign:
                action = real_or_none(freely(self.bot).idle(self.view))
            else:
                action = self.bot.idle(self.view)
            if action is not None and self.allows("idle", action):
                return action
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.caught("idle", error)
        return None

    def answer(self, offer: Offer) -> Action | None:
        """Return what the bot says to an offer, if that is allowed."""
        try:
            if self.foreign:
                action = real_or_none(freely(self.bot).answer(self.view, offer))
            else:
                action = self.bot.answer(self.view, offer)
            if action is not None and self.allows("answer", action):
                return action
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.caught("answer", error)
        return None

    def allows(self, asked: str, action: Action) -> bool:
        """Say whether a move is this seat's own and is allowed; report it when it is refused."""
        if action.seat != self.view.seat:
            raise ValueError(f"answered {action!r}, but has seat {self.view.seat}")
        refusal = why_not(self.view.state, action)
        if refusal is None:
            return True
        self.fault(asked, f"{action!r} is refused: {refusal.code}")
        return False

    def caught(self, asked: str, error: BaseException) -> None:
        """Report what a bot raised, and where."""
        if isinstance(self.bot, Chair):
            raise error
        if isinstance(error, TimeUp):
            self.fault(asked, "took too long")
        else:
            self.fault(asked, told(error), place(error.__traceback__))

    def fault(self, asked: str, wrong: str, where: str = "") -> None:
        """Count a lost move, and keep the first few with what was wrong and where."""
        self.faults += 1
        if self.faults <= MOST_REPORTS:
            short = wrong if len(wrong) <= LONGEST_REPORT else wrong[:LONGEST_REPORT] + "…"
            self.reports.append(Fault(self.view.seat, self.view.state.turn, asked, short + where))


def told(error: BaseException) -> str:
    """Tell an error in words; one that cannot even be told, by its name."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception:
        return name


def place(trace: TracebackType | None) -> str:
    """Name the line of a bot's that raised, as " (my_bots.py:17)"; empty when it was none of its lines.

    The bot's own lines are those in the folder of the method that was asked: what it calls elsewhere raises
    because of them.
    """
    folder = ""
    found = ""
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__")
        if not isinstance(module, str) or not f"{module}.".startswith("passgo."):
            file = trace.tb_frame.f_code.co_filename
            if not found:
                folder = os.path.dirname(file)
            if os.path.dirname(file) == folder:
                found = f" ({os.path.basename(file)}:{trace.tb_lineno})"
        trace = trace.tb_next
    return found


def freely(bot: Bot) -> Any:
    """Return a bot as one that may answer anything: compiled, a ``Bot`` may answer actions only."""
    return bot


def real(said: object) -> Action:
    """Return what a bot said; raise if it is no action of the rules."""
    if ACTIONS.get(type(said).__name__) is not type(said):
        raise TypeError(f"answered {said!r}, which is no action of the rules")
    assert isinstance(said, Action)
    check_types(said)
    return said


def real_or_none(said: object) -> Action | None:
    """Return what a bot said where it need not say anything."""
    return None if said is None else real(said)


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver:
    """Plays a game to its end with a bot in every seat."""

    def __init__(self, game: Game, bots: Sequence[Bot]) -> None:
        if len(bots) != len(game.state.players):
            raise ValueError(f"{len(game.state.players)} seats need as many bots, not {len(bots)}.")
        self.game = game
        self.seats: list[Seat] = [Seat(bot, game.view(seat)) for seat, bot in enumerate(bots)]
        self.shown: i64 = game.state.last_serial
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
        """Let the table come to its next roll, and make it; or answer what is open."""
        state = self.game.state
        top = state.agenda.top
        if isinstance(top, ToEndTurn):
            self.ask(top, top.seat)
        elif isinstance(top, ToRoll):
            self.poll(top.seat)
            if state.agenda.top is top:
                self.ask(top, top.seat)
        else:
            self.settle()

    def settle(self) -> None:
        """Ask whoever is waited for, once; of several, everyone in the order of their seats."""
        state = self.game.state
        top = state.agenda.top
        assert isinstance(top, Decision)
        if top.seat >= 0 and top.waits_for(state, top.seat):
            self.ask(top, top.seat)
            return
        for seat in range(len(self.seats)):
            if state.agenda.top is top and top.waits_for(state, seat):
                self.ask(top, seat)

    def ask(self, wait: Decision, seat: i64) -> None:
        """Get the answer of one seat and play it; the safe default if it is refused."""
        state = self.game.state
        asked = self.seats[seat]
        before = state.wait
        if self.dallied < MOST_FIRST or isinstance(asked.bot, Chair):
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

    def poll(self, roller: i64) -> None:
        """Give every seat its chance to act before a roll, from the roller on, clockwise."""
        state = self.game.state
        count: i64 = len(self.seats)
        top = state.agenda.top
        for step in range(count):
            seat = roller + step
            if seat >= count:
                seat -= count
            asked = self.seats[seat]
            done: i64 = 0
            offers: i64 = 0
            while not state.players[seat].out:
                if done == MOST_IDLE or offers == MOST_OFFERS:
                    asked.fault(
                        "idle", f"did {done} things before one roll, {offers} of them offers"
                    )
                    break
                action = asked.idle()
                if action is None:
                    break
                done += 1
                if isinstance(action, OfferTrade):
                    offers += 1
                self.play(action)
                if state.offers:
                    self.show_offers()
                while not state.over and not state.is_calm():
                    self.settle()
                if state.agenda.top is not top:
                    return

    def show_offers(self) -> None:
        """Show each new offer to its partner, once."""
        state = self.game.state
        count: i64 = 0
        while True:
            fresh = [offer for offer in state.offers if offer.number > self.shown]
            if not fresh:
                return
            offer = fresh[0]
            if count == MOST_OFFERS:
                self.shown = state.last_serial
                self.seats[offer.maker].fault("answer", f"went on after {count} offers in a row")
                return
            count += 1
            self.shown = offer.number
            action = self.seats[offer.partner].answer(offer)
            if action is not None:
                self.play(action)
