"""The one driver: it asks the seats, in the same order everywhere.

First those the table waits for; then who has a new offer; then everyone before a roll, each until they
have nothing to do or the cap is reached. A bot that raises, answers nonsense, asks for what is refused or
comes to no end loses that move to the safe default; its seat keeps count and the first few reports. Only
Ctrl-C goes through, and what a bot raises as such: that is nobody's mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot, TrustedBot
from passgo.bots.guarded_bot import GuardedBot
from passgo.engine.action import Action
from passgo.engine.agenda import Decision
from passgo.engine.game import Game
from passgo.engine.refusal import Refused
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import ToEndTurn, ToRoll

__all__ = ["MOST_FIRST", "MOST_IDLE", "MOST_OFFERS", "Driver"]

MOST_IDLE: Final = 150
"""How many things a seat may do out of turn before one roll: who is rich may have all to build."""
MOST_FIRST: Final = 150
"""How many things a seat may do before it answers: a debtor may have all the houses to sell."""
MOST_OFFERS: Final = 20
"""How many offers a seat may make before one roll, and how many answers to offers are heard in a row."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver:
    """Plays a game to its end with a bot in every seat."""

    def __init__(self, game: Game, bots: Sequence[Bot]) -> None:
        if len(bots) != len(game.state.players):
            raise ValueError(f"{len(game.state.players)} seats need as many bots, not {len(bots)}.")
        self.game = game
        self.seats: list[GuardedBot] = [
            GuardedBot(bot, game.view(seat)) for seat, bot in enumerate(bots)
        ]
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
        if self.dallied < MOST_FIRST or isinstance(asked.bot, TrustedBot):
            action = asked.decide(wait)
        else:
            asked.report_fault("decide", f"did {MOST_FIRST} other things first")
            action = wait.default(state, seat)
        try:
            self.play(action)
        except Refused as refused:
            asked.report_fault("decide", f"{action!r} is refused: {refused.refusal.code}")
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
                    asked.report_fault(
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
                self.seats[offer.maker].report_fault(
                    "answer", f"went on after {count} offers in a row"
                )
                return
            count += 1
            self.shown = offer.number
            action = self.seats[offer.partner].answer(offer)
            if action is not None:
                self.play(action)
