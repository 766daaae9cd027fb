"""The result of a bot check as text and as plain data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap

from passgo.bot_check.check import BotCheck

__all__ = ["check_lines", "check_to_data", "quantile_of", "time_columns", "time_to_data", "verdict"]


def check_lines(check: BotCheck) -> list[str]:
    """Format a check: what is wrong, the questions, and the verdict."""
    lines: list[str] = []
    for (game, mistake), count in check.mistakes.items():
        times = f"{count:,} times, first in " if count > 1 else ""
        lines += [
            f"{mistake.cause}: {mistake.question}",
            f"  {mistake.wrong}",
            f"  {times}{game}, turn {mistake.turn}",
        ]
    more = check.forfeits - sum(check.mistakes.values())
    if more > 0:
        lines.append(f"{more:,} more forfeited moves")
    for problem in check.problems.values():
        lines += wrap(problem, 96)
    lines += [""] if lines else []
    lines += question_lines(check)
    lines += [line for note in check.notes for line in ("", *wrap(f"Note: {note}", 96))]
    return [*lines, "", verdict(check)]


def question_lines(check: BotCheck) -> list[str]:
    """Format how often each kind of question was asked, and how long the answers took."""
    lines = [
        f"{'question':<26}{'asked':>9}{'forfeited':>11}{'median ms':>12}{'95% ms':>10}{'slowest ms':>12}"
    ]
    for kind, count in check.questions.items():
        asked = len(count.seconds)
        lines.append(f"{kind:<26}{asked:>9,}{count.forfeits:>11,}{time_columns(count.seconds)}")
    return lines


def verdict(check: BotCheck) -> str:
    """Return the verdict in one line."""
    kinds = len(check.questions) - len(check.missing)
    asked = sum(len(count.seconds) for count in check.questions.values())
    about = f"{asked:,} questions of {kinds} kinds in {check.played} positions and games"
    if check.passed:
        same = "" if check.seed is None else ", and the same way again"
        return f"PASSED: {check.bot} answered {about} without a mistake{same}."
    wrong = [f"{count:,} × {cause}" for cause, count in check.causes.items()]
    wrong += check.problems
    if check.missing and check.done:
        wrong.append(f"never asked {', '.join(check.missing)}")
    if not wrong:
        return f"INCOMPLETE: {check.bot} answered {about} without a mistake so far."
    return f"FAILED: {check.bot}, {about}: {'; '.join(wrong)}."


def check_to_data(check: BotCheck) -> dict[str, object]:
    """Return a check as plain data, in the format that docs/bots.md describes."""
    return {
        "passgo": "bot check",
        "bot": check.bot,
        "seed": check.seed,
        "games": check.games,
        "played": check.played,
        "done": check.done,
        "passed": check.passed,
        "forfeits": {"total": check.forfeits, **check.causes},
        "mistakes": [
            {
                "question": mistake.question,
                "cause": mistake.cause,
                "wrong": mistake.wrong,
                "game": game,
                "turn": mistake.turn,
                "count": count,
            }
            for (game, mistake), count in check.mistakes.items()
        ],
        "problems": list(check.problems.values()),
        "notes": check.notes,
        "missing": check.missing,
        "questions": [
            {
                "question": kind,
                "asked": len(count.seconds),
                "forfeited": count.forfeits,
                **time_to_data(count.seconds),
            }
            for kind, count in check.questions.items()
        ],
    }


def quantile_of(values: Sequence[float], part: float) -> float:
    """Return the smallest value that at least this part of the values do not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def time_columns(seconds: Sequence[float]) -> str:
    """Format the median, the 95th percentile and the maximum in milliseconds, 34 characters wide."""
    if not seconds:
        return f"{'-':>12}{'-':>10}{'-':>12}"
    median, most = quantile_of(seconds, 0.5), quantile_of(seconds, 0.95)
    return f"{1000 * median:>12,.3f}{1000 * most:>10,.3f}{1000 * max(seconds):>12,.1f}"


def time_to_data(seconds: Sequence[float]) -> dict[str, object]:
    """Return the median, the 95th percentile and the maximum in seconds."""
    if not seconds:
        return {"median": None, "percentile_95": None, "slowest": None}
    return {
        "median": quantile_of(seconds, 0.5),
        "percentile_95": quantile_of(seconds, 0.95),
        "slowest": max(seconds),
    }
