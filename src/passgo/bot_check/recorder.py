"""A wrapper that records the questions put to a bot: their kind, the time they take and the answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Literal, TypeVar

import msgspec

from passgo.bot_check.questions import classify
from passgo.bots.bot import Bot, TimeUp
from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.question_order import QuestionKind
from passgo.engine.action import Action
from passgo.engine.game import View
from passgo.engine.state import Inquiry, Offer

__all__ = ["MOST_TIMEOUTS", "Cause", "Mistake", "Recorder"]

Cause = Literal["exception", "illegal answer", "timeout"]
Answer = TypeVar("Answer", bound=Action | None)

EVERY: Final = 10
"""The view is compared before and after every tenth question, because this takes a while."""
MOST_TIMEOUTS: Final = 3
"""The number of timeouts in one game after which the check is stopped."""


class BotInterrupt(Exception):
    """The error for a bot that raises KeyboardInterrupt."""


class Mistake(msgspec.Struct, frozen=True):
    """A move that the bot forfeited."""

    question: str
    turn: int
    cause: str
    """A `Cause` or, for a program that plays over a socket, another mistake."""
    wrong: str
    """What went wrong, with the bot's file and line if it raised an exception."""


class Recorder(Bot):
    """A bot that passes every question on to another bot and records it."""

    def __init__(self, guard: GuardedBot, now: Callable[[], float] = time.perf_counter) -> None:
        self.guard = guard
        self.bot = guard.bot
        self.now = now
        self.seconds: dict[str, list[float]] = {}
        """The time for each question, by kind."""
        self.transcript: list[str] = []
        """Every question and its answer, to compare with another game."""
        self.mistakes: list[Mistake] = []
        self.forfeits: dict[str, int] = {}
        """The number of moves forfeited, by kind of question."""
        self.causes: dict[Cause, int] = {}
        self.changed_view = ""
        """The first question during which the bot modified its view."""
        self.last = ""
        self.cause: Cause = "illegal answer"
        self.is_stopped = False
        """Whether a safe bot finishes the game, because the bot took too long several times."""

    def decide(self, view: View) -> Action:
        """Ask the bot."""
        return self.record(view, "decide", None, lambda: self.bot.decide(view))

    def idle(self, view: View) -> Action | None:
        """Ask the bot."""
        return self.record(view, "idle", None, lambda: self.bot.idle(view))

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Ask the bot."""
        return self.record(view, "answer", offer, lambda: self.bot.answer(view, offer))

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Ask the bot."""
        return self.record(view, "quote", None, lambda: self.bot.quote(view, inquiry))

    def record(
        self, view: View, asked: QuestionKind, offer: Offer | None, think: Callable[[], Answer]
    ) -> Answer:
        """Ask the bot, and record the question, the time and the answer."""
        self.note_forfeits()
        if self.is_stopped:
            return think()
        kind = self.last = classify(view, asked, offer)
        times = self.seconds.setdefault(kind, [])
        before = view.digest() if len(times) % EVERY == 0 else ""
        turn = view.state.turn
        self.cause = "exception"
        answer: object = "an exception"
        began = self.now()
        try:
            answer = found = think()
            self.cause = "illegal answer"
            return found
        except KeyboardInterrupt as error:
            # Worker processes ignore Ctrl-C, so the bot raised it.
            interrupt = BotInterrupt("this stops every command, as Ctrl-C does")
            raise interrupt.with_traceback(error.__traceback__) from None
        except TimeUp:
            self.cause = "timeout"
            if self.causes.get("timeout", 0) + 1 == MOST_TIMEOUTS:
                self.bot = Bot()
                self.is_stopped = True
            raise
        finally:
            times.append(self.now() - began)
            self.transcript.append(f"turn {turn}, {kind}: {describe(answer)}")
            if before and not self.changed_view and view.digest() != before:
                self.changed_view = f"turn {turn}, {kind}"

    def note_forfeits(self) -> None:
        """Attribute the moves forfeited since the last question to that question."""
        guard = self.guard
        count = int(guard.faults)
        if count == 0:
            return
        self.forfeits[self.last] = self.forfeits.get(self.last, 0) + count
        self.causes[self.cause] = self.causes.get(self.cause, 0) + count
        for fault in guard.reports:
            mistake = Mistake(self.last, int(fault.turn), self.cause, fault.wrong)
            self.mistakes.append(mistake)
        # The guard stores only the first few reports, so let it start again.
        guard.faults = 0
        guard.reports = []


def describe(answer: object) -> str:
    """Return an answer as text, even if it cannot be converted."""
    try:
        return repr(answer)
    except Exception:
        return f"a {type(answer).__name__}"
