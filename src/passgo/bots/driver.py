"""Plays a game with a bot in every seat, in the one order of ``question_order``.

A bot that raises, returns nonsense, asks for something illegal or never stops loses that move to the safe
default; its ``GuardedBot`` counts the faults and keeps the first few reports.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot, TrustedBot
from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.question_order import (
    DecideQuestion,
    IdleQuestion,
    OfferQuestion,
    Question,
    QuestionKind,
    QuestionOrder,
)
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
        order = self.order
        last = state.turn + turns
        order.restart()
        question = order.next_question()
        while question is not None:
            if order.begins_round and state.turn >= last:
                return
            self.ask(question)
            question = order.next_question()

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
        """Ask a seat, or those listed, and play the answer; play the default if it is refused."""
        if question.excess and not self.may_go_on(question):
            self.stop(question)
        elif isinstance(question, IdleQuestion):
            self.ask_idle(question)
        elif isinstance(question, DecideQuestion):
            seat = self.seats[question.seat]
            action = seat.decide()
            try:
                self.play(action)
            except Refused as refused:
                seat.report_refusal("decide", action, refused.refusal)
                self.play_default(question)
            self.order.note_answer(question, action)
        elif isinstance(question, OfferQuestion):
            seat = self.seats[question.seat]
            answer = seat.answer(question.offer)
            if answer is not None:
                self.try_to_play("answer", answer)
            self.order.note_answer(question, answer)

    def ask_idle(self, question: IdleQuestion) -> None:
        """Ask one seat after the other until one does something before a roll."""
        for index, seat in enumerate(question.seats):
            action = self.seats[seat].idle()
            if action is not None:
                done = self.try_to_play("idle", action)
                self.order.note_idle(question, index, action if done else None)
                return
        self.order.note_all_idle()

    def try_to_play(self, kind: QuestionKind, action: Action) -> bool:
        """Play what a seat need not do; report it if it is refused, and return whether it was played."""
        try:
            self.play(action)
        except Refused as refused:
            self.seats[action.seat].report_refusal(kind, action, refused.refusal)
            return False
        return True

    def may_go_on(self, question: Question) -> bool:
        """Return whether a seat may do any number of things before it decides: a person may."""
        return isinstance(question, DecideQuestion) and isinstance(
            self.seats[question.seat].bot, TrustedBot
        )

    def stop(self, question: Question) -> None:
        """Report a seat that would not stop, and play the default."""
        self.seats[question.offender()].report_fault(question.kind(), question.excess)
        self.play_default(question)
        self.order.note_answer(question, None)

    def play_default(self, question: Question) -> None:
        """Play the default answer, if it is an action."""
        default = question.default(self.game.state)
        if default is not None:
            self.play(default)

    def show_offers(self) -> None:
        """Show each new offer to its partner, once."""
        question = self.order.next_offer()
        while question is not None:
            self.ask(question)
            question = self.order.next_offer()
