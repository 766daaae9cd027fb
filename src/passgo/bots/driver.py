"""The one driver: it asks the seats, in the same order everywhere.

First those the table waits for; then who has a new offer; then everyone before a throw, each until they
have nothing to do or the cap is reached. A bot that answers what is refused loses that move to the
safe default, and the driver counts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot
from passgo.engine.action import Action, not_now, why_not
from passgo.engine.agenda import Wait
from passgo.engine.game import Game, View
from passgo.engine.refusal import Refused
from passgo.engine.rules.turn import ToPass, ToThrow

MOST_IDLE: Final = 40
"""How many things a seat may do out of turn before one throw, or instead of an answer."""
MOST_OFFERS: Final = 20
"""How many offers and counter-offers in a row are shown; the rest stay open."""


class Seat:
    """A bot and what it sees."""

    def __init__(self, bot: Bot, view: View) -> None:
        self.bot = bot
        self.view = view
        self.faults: i64 = 0


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

    def refused(self, seat: i64, action: Action) -> None:
        """Take notice of a move that a seat has lost; whoever wants to know overrides this."""
        self.seats[seat].faults += 1

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
        if self.dallied >= MOST_IDLE:
            action = wait.default(state, seat)
            self.refused(seat, action)
        else:
            action = asked.bot.decide(asked.view)
        try:
            if action.seat != seat:
                raise Refused(not_now(state, seat))
            self.play(action)
        except Refused:
            self.refused(seat, action)
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
                action = asked.bot.idle(asked.view)
                if action is None:
                    break
                if action.seat != seat or why_not(state, action) is not None:
                    self.refused(seat, action)
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
            seat = offer.partner
            asked = self.seats[seat]
            action = asked.bot.answer(asked.view, offer)
            if action is None:
                continue
            if action.seat != seat or why_not(state, action) is not None:
                self.refused(seat, action)
            else:
                self.play(action)
