"""Plays a game with a bot in every seat, in the one order of ``question_order``.

A bot that raises, returns nonsense, asks for something illegal or never stops loses that move to the safe
default; its ``GuardedBot`` counts the faults and keeps the first few reports.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot, TrustedBot
from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.question_order import DecideQuestion, Question, QuestionOrder
from passgo.engine.action import Action
from passgo.engine.game import Game
from passgo.engine.refusal import Refused

__all__ = ["Driver"]


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
        self.order = QuestionOrder(game.state, game.state.last_serial)

    def play(self, action: Action) -> None:
        """Carry out an action; override this to watch a game."""
        self.game.step(action)

    def run(self, turns: i64 = 1_000_000) -> None:
        """Play until the game is over or that many more turns have begun."""
        state = self.game.state
        last = state.turn + turns
        while not state.over and state.turn < last:
            self.advance()

    def advance(self) -> None:
        """Play one round: up to the next roll, or until the pending decision is answered."""
        order = self.order
        order.restart()
        question = order.next_question()
        while question is not None:
            self.ask(question)
            question = order.next_question()
            if order.begins_round:
                return

    def ask_before_roll(self) -> None:
        """Let every seat do what it wants to do before the next roll, without rolling."""
        state = self.game.state
        self.order.restart()
        question = self.order.next_question()
        while question is not None:
            if isinstance(question, DecideQuestion) and state.is_calm():
                return
            self.ask(question)
            question = self.order.next_question()

    def ask(self, question: Question) -> None:
        """Ask one seat and play its answer; play the default if the answer is refused."""
        seat = self.seats[question.seat]
        if question.excess and not may_go_on(question, seat.bot):
            self.seats[question.offender()].report_fault(question.kind(), question.excess)
            action = question.default(self.game.state)
        else:
            action = seat.get_answer(question)
        if action is not None:
            try:
                self.play(action)
            except Refused as refused:
                seat.report_refusal(question, action, refused.refusal)
                action = question.default(self.game.state)
                if action is not None:
                    self.play(action)
        self.order.note_answer(question, action)

    def show_offers(self) -> None:
        """Show each new offer to its partner, once."""
        question = self.order.next_offer()
        while question is not None:
            self.ask(question)
            question = self.order.next_offer()


def may_go_on(question: Question, bot: Bot) -> bool:
    """Return whether a bot may do any number of things before it decides: a person may."""
    return isinstance(question, DecideQuestion) and isinstance(bot, TrustedBot)
