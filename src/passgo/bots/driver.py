"""A driver that plays a game with a bot in every seat, in the order defined by ``question_order``.

If a bot raises an error, returns an invalid or illegal action, or never stops, it forfeits that
move, and the safe default is played instead. Its ``GuardedBot`` counts these faults and keeps the
first few reports.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bot import Bot, TrustedBot
from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.question_order import (
    DecideQuestion,
    IdleQuestion,
    InquiryQuestion,
    OfferQuestion,
    Question,
    QuestionKind,
    QuestionOrder,
)
from passgo.engine.action import Action
from passgo.engine.game import Game
from passgo.engine.name_lookup import Name
from passgo.engine.refusal import Refused

__all__ = ["Driver"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver:
    """A driver that plays a game to its end with a bot in every seat."""

    def __init__(self, game: Game, bots: Sequence[Bot]) -> None:
        if len(bots) != len(game.state.players):
            raise ValueError(f"The game needs {len(game.state.players)} bots (got {len(bots)}).")
        wanted: Sequence[object] = bots
        for one in wanted:
            check_bot(one)
        self.game = game
        self.seats: list[GuardedBot] = [
            GuardedBot(bot, game.view(seat)) for seat, bot in enumerate(bots)
        ]
        self.clockwise: list[list[GuardedBot]] = [
            self.seats[seat:] + self.seats[:seat] for seat in range(len(bots))
        ]
        """For each seat, all seats in clockwise order, starting with that seat."""
        self.order = QuestionOrder(game.state, game.state.last_serial)
        self.pending: Question | None = None
        """The decision at which ``run_until`` has stopped."""
        self.pending_moves: i64 = 0
        """The number of actions played when it stopped."""

    def __repr__(self) -> str:
        bots = ", ".join([repr(seat.bot) for seat in self.seats])
        return f"<Driver of {bots}: {self.game!r}>"

    def play(self, action: Action) -> None:
        """Carry out an action; override this to watch a game."""
        self.game.step(action)

    def run(self, turns: i64 = 1_000_000) -> None:
        """Play until the game is over or this many more turns have begun."""
        state = self.game.state
        order = self.order
        last = state.turn + turns
        self.restart()
        question = order.next_question()
        while question is not None:
            if order.begins_round and state.turn >= last:
                return
            self.ask(question)
            question = order.next_question()

    def run_until(self, seat: Name) -> bool:
        """Play until this seat must decide; return False if the game is over or the seat is out.

        The bots answer everything else: the other seats' decisions, offers, and what this seat
        does before a roll. To answer, play one action with ``play``, and call this method again:

            while driver.run_until(0):
                driver.play(choose(game.view(0)))

        This plays the same game as a bot in that seat that decides the same way.
        """
        return self.run_until_seat(self.game.find_seat(seat))

    def run_until_seat(self, seat: i64) -> bool:
        """Play until the seat with this number must decide; see ``run_until``."""
        order = self.order
        state = self.game.state
        question = self.pending
        if question is None:
            self.restart()
        elif state.moves != self.pending_moves:
            self.pending = None
            order.note_answer(question, None)
        elif question.seat == seat:
            return True
        else:
            self.pending = None
            self.ask(question)
        while not state.over and not state.players[seat].out:
            question = order.next_question()
            if question is None:
                return False
            if isinstance(question, IdleQuestion):
                if self.ask_idle(question):
                    continue
                question = order.note_all_idle(question)
            if (
                isinstance(question, DecideQuestion)
                and question.seat == seat
                and question.excess is None
            ):
                self.pending = question
                self.pending_moves = state.moves
                return True
            self.ask(question)
        return False

    def restart(self) -> None:
        """Ask everybody again, as at the beginning of a round."""
        self.pending = None
        self.order.restart()

    def advance(self) -> None:
        """Play one round: up to the next roll, or until the pending decision is answered."""
        order = self.order
        self.restart()
        question = order.next_question()
        while question is not None:
            self.ask(question)
            question = order.next_question()
            if order.begins_round:
                return

    def ask_before_roll(self) -> None:
        """Let every seat act before the next roll, without rolling."""
        self.restart()
        question = self.order.next_question()
        while question is not None:
            if not isinstance(question, IdleQuestion):
                self.ask(question)
            elif not self.ask_idle(question):
                return
            question = self.order.next_question()

    def ask(self, question: Question) -> None:
        """Ask a seat and play its answer.

        Before a roll, ask every seat, then ask the current player to roll if nobody acts.
        """
        if isinstance(question, IdleQuestion):
            if self.ask_idle(question):
                return
            question = self.order.note_all_idle(question)
        elif isinstance(question, OfferQuestion):
            self.ask_about_offer(question)
            return
        elif isinstance(question, InquiryQuestion):
            self.ask_about_inquiry(question)
            return
        seat = self.seats[question.seat]
        if question.excess is not None and not isinstance(seat.bot, TrustedBot):
            self.stop(question)
            return
        action = seat.decide()
        try:
            self.play(action)
        except Refused as refused:
            seat.report_refusal("decide", action, refused.refusal)
            self.play_default(question)
        self.order.note_answer(question, action)

    def ask_idle(self, question: IdleQuestion) -> bool:
        """Before a roll, ask seats in order until one acts; return whether one did."""
        if question.excess is not None:
            self.stop(question)
            return True
        seats = question.seats
        for guarded in self.clockwise[question.seat]:
            if (seats >> guarded.seat) & 1 == 0:
                continue
            action = guarded.idle()
            if action is not None:
                done = self.try_to_play("idle", action)
                self.order.note_idle(question, guarded.seat, action if done else None)
                return True
        return False

    def ask_about_offer(self, question: OfferQuestion) -> None:
        """Ask the recipient about a new offer."""
        if question.excess is not None:
            self.stop(question)
            return
        action = self.seats[question.seat].answer(question.offer)
        if action is not None:
            self.try_to_play("answer", action)
        self.order.note_answer(question, action)

    def ask_about_inquiry(self, question: InquiryQuestion) -> None:
        """Ask the recipient of an inquiry for an offer."""
        action = self.seats[question.seat].quote(question.inquiry)
        if action is not None:
            self.try_to_play("quote", action)
        self.order.note_answer(question, action)

    def try_to_play(self, kind: QuestionKind, action: Action) -> bool:
        """Play an optional action, and report it if it is refused; return whether it was played."""
        try:
            self.play(action)
        except Refused as refused:
            self.seats[action.seat].report_refusal(kind, action, refused.refusal)
            return False
        return True

    def stop(self, question: Question) -> None:
        """Report a seat that keeps acting, and play the default."""
        if question.excess is not None:
            self.seats[question.offender()].report_fault(question.kind(), question.excess)
        self.play_default(question)
        self.order.note_answer(question, None)

    def play_default(self, question: Question) -> None:
        """Play the default answer, if it is an action."""
        default = question.default(self.game.state)
        if default is not None:
            self.play(default)

    def show_offers(self) -> None:
        """Show each new offer and inquiry once to its recipient."""
        question = self.order.next_offer()
        while question is not None:
            self.ask(question)
            question = self.order.next_offer()


def check_bot(bot: object) -> None:
    """Raise TypeError for something that is not a bot."""
    if not isinstance(bot, Bot):
        raise TypeError(
            f"A driver needs bots, such as SimpleBot() or make_bot('normal') (got {bot!r})."
        )
