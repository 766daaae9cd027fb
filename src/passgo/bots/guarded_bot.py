"""A wrapper that ensures that a mistake costs a bot one move and nothing else.

A bot that raises an error or returns an invalid or illegal action forfeits that move and plays the
safe default instead. The guard counts these faults and keeps the first few reports. Only Ctrl-C and
errors in a ``TrustedBot`` get through, because they are not a bot's mistakes.
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, Final

from mypy_extensions import i64

from passgo.bots.bot import Bot, TimeUp, TrustedBot
from passgo.bots.question_order import QuestionKind
from passgo.engine.action import Action, why_not
from passgo.engine.agenda import Decision
from passgo.engine.game import View, check_types
from passgo.engine.legal import ACTIONS
from passgo.engine.refusal import Refusal, explain
from passgo.engine.state import Inquiry, Offer
from passgo.engine.value import Value

__all__ = ["LONGEST_REPORT", "MOST_REPORTS", "Fault", "GuardedBot"]

MOST_REPORTS: Final = 10
"""Maximum number of faults stored for one bot; the rest are only counted."""
LONGEST_REPORT: Final = 500
"""Maximum length of a stored fault description, in characters."""


class Fault(Value):
    """A move that a bot forfeited: when, what it was asked, and what went wrong."""

    def __init__(self, seat: i64, turn: i64, asked: str, wrong: str) -> None:
        self.seat = seat
        self.turn = turn
        self.asked = asked
        self.wrong = wrong


class GuardedBot:
    """A bot, its view and its faults. Only actions for its own seat get past this class."""

    def __init__(self, bot: Bot, view: View) -> None:
        self.bot = bot
        self.view = view
        self.seat: i64 = view.seat
        self.faults: i64 = 0
        self.reports: list[Fault] = []
        self.is_foreign: bool = not type(bot).__module__.startswith("passgo.")
        """Whether the bot is external (not built in); if so, everything it returns is checked."""
        self.questions: i64 = 0
        """The number of questions put to an external bot."""
        self.thinking: str = ""
        """The method that an external bot is running now, such as ``decide``; empty between questions."""

    def __repr__(self) -> str:
        return f"<GuardedBot in seat {self.seat}: {self.bot!r}, {self.faults} forfeited moves>"

    def decide(self) -> Action:
        """Return the bot's decision, or the safe default if the bot fails or its action is invalid.

        For built-in bots, the game checks whether the action is legal, as it always does.
        """
        view = self.view
        try:
            if self.is_foreign:
                self.questions += 1
                self.thinking = "decide"
                answer = as_any(self.bot).decide(view)
                self.thinking = ""
                action = check_action(answer)
                self.check_seat(action)
                if self.is_legal("decide", action):
                    return action
            else:
                action = self.bot.decide(view)
                if action.seat == view.seat:
                    return action
                self.check_seat(action)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.report_error("decide", error)
        top = view.state.agenda.top
        assert isinstance(top, Decision)
        return top.default(view.state, view.seat)

    def idle(self) -> Action | None:
        """Return the bot's action before a roll; None if the bot fails or the action is invalid."""
        try:
            if self.is_foreign:
                return self.ask_foreign("idle", None, None)
            action = self.bot.idle(self.view)
            if action is not None:
                self.check_seat(action)
            return action
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.report_error("idle", error)
        return None

    def answer(self, offer: Offer) -> Action | None:
        """Return the bot's answer to an offer; None if the bot fails or the answer is invalid."""
        return self.ask("answer", offer, None)

    def quote(self, inquiry: Inquiry) -> Action | None:
        """Return the bot's answer to an inquiry; None if the bot fails or the answer is invalid."""
        return self.ask("quote", None, inquiry)

    def ask(
        self, asked: QuestionKind, offer: Offer | None, inquiry: Inquiry | None
    ) -> Action | None:
        """Ask the bot about an offer or an inquiry."""
        try:
            if self.is_foreign:
                return self.ask_foreign(asked, offer, inquiry)
            if offer is not None:
                action = self.bot.answer(self.view, offer)
            else:
                assert inquiry is not None
                action = self.bot.quote(self.view, inquiry)
            if action is not None:
                self.check_seat(action)
            return action
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.report_error(asked, error)
        return None

    def ask_foreign(
        self, asked: QuestionKind, offer: Offer | None, inquiry: Inquiry | None
    ) -> Action | None:
        """Ask an external bot about an offer or an inquiry or, if both are None, what to do before a roll.

        Raise the bot's error; return None if its action is illegal.
        """
        bot = as_any(self.bot)
        self.questions += 1
        self.thinking = asked
        answer: object
        if offer is not None:
            answer = bot.answer(self.view, offer)
        elif inquiry is not None:
            answer = bot.quote(self.view, inquiry)
        else:
            answer = bot.idle(self.view)
        self.thinking = ""
        return self.check_answer(asked, answer)

    def check_answer(self, asked: QuestionKind, answer: object) -> Action | None:
        """Return an external bot's answer if legal; raise TypeError if it is not an action."""
        if answer is None:
            return None
        action = check_action(answer)
        self.check_seat(action)
        return action if self.is_legal(asked, action) else None

    def check_seat(self, action: Action) -> None:
        """Raise ValueError if an action is for a different seat."""
        if action.seat != self.view.seat:
            raise ValueError(f"answered {action!r}, but plays seat {self.view.seat}")

    def is_legal(self, asked: QuestionKind, action: Action) -> bool:
        """Return whether an action is legal, and report it if not."""
        refusal = why_not(self.view.state, action)
        if refusal is None:
            return True
        self.report_refusal(asked, action, refusal)
        return False

    def report_refusal(self, asked: QuestionKind, action: Action, refusal: Refusal) -> None:
        """Report a refused action."""
        why = ""
        if self.faults < MOST_REPORTS:  # later faults are only counted
            why = explain(refusal, self.view.state.board)
        self.report_fault(asked, f"{action!r} is refused: {why}")

    def report_error(self, asked: QuestionKind, error: BaseException) -> None:
        """Report the error a bot raised, and where; raise it again if the bot is trusted."""
        self.thinking = ""
        if isinstance(self.bot, TrustedBot):
            raise error
        if isinstance(error, TimeUp):
            self.report_fault(asked, "took too long")
        else:
            self.report_fault(asked, describe_error(error), find_bot_line(error.__traceback__))

    def report_fault(self, asked: QuestionKind, wrong: str, where: str = "") -> None:
        """Count a forfeited move; for the first few, also store what went wrong and where."""
        self.faults += 1
        if self.faults <= MOST_REPORTS:
            short = wrong if len(wrong) <= LONGEST_REPORT else wrong[:LONGEST_REPORT] + "…"
            self.reports.append(Fault(self.view.seat, self.view.state.turn, asked, short + where))


def describe_error(error: BaseException) -> str:
    """Return an error as text, or only its name if it cannot be converted to text."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception:
        return name


def find_bot_line(trace: TracebackType | None) -> str:
    """Return the bot's own line that failed, as " (my_bots.py:17)", or "" if there is none.

    The bot's own lines are those in the folder of the method that was called. If other code failed,
    the bot's line that called it is reported.
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


def as_any(bot: Bot) -> Any:
    """Return the bot untyped, because compiled code would reject non-actions from a ``Bot``."""
    return bot


def check_action(answer: object) -> Action:
    """Return a bot's answer as an action; raise TypeError if it is not one."""
    if ACTIONS.get(type(answer).__name__) is not type(answer):
        raise TypeError(f"answered {answer!r}, which is not an action")
    assert isinstance(answer, Action)
    check_types(answer)
    return answer
