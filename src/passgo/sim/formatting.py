"""Formatting for figures in HTML reports and on the terminal."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from passgo.engine.ruleset import rules_from_data, rules_to_data
from passgo.sim.charts import percent
from passgo.sim.measures import Figure
from passgo.sim.ratings import Rating
from passgo.sim.stats import IntervalEstimate

__all__ = [
    "copies_text",
    "copy_count",
    "estimate_text",
    "fair_text",
    "interval",
    "rating_text",
    "rules_text",
    "writer",
]

NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven")


def interval(found: IntervalEstimate, write: Callable[[float], str] = percent) -> str:
    """Format an estimate's interval; an unknown endpoint is shown as an ellipsis."""
    if found.high - found.low < 1e-12:
        return "did not vary"
    low = write(found.low) if math.isfinite(found.low) else "…"
    high = write(found.high) if math.isfinite(found.high) else "…"
    return f"{low.removesuffix('%')} to {high}"


def writer(figure: Figure, signed: bool = False) -> Callable[[float], str]:
    """Return the formatter for a measure, or for its differences (percentage points for shares)."""
    sign = "+" if signed else ""
    unit = "%" if figure.unit == "share" and not signed else ""
    factor = 100 if figure.unit == "share" else 1

    def write(value: float) -> str:
        if not math.isfinite(value):
            return "–"
        return f"{factor * value:{sign},.{figure.digits}f}{unit}".replace("-", "−")

    return write


def estimate_text(figure: Figure, found: IntervalEstimate, signed: bool = False) -> str:
    """Format an estimate with its interval."""
    write = writer(figure, signed)
    if not math.isfinite(found.value):
        return "–"
    return f"{write(found.value)} ({interval(found, write)})"


def rules_text(rules: dict[str, bool | int | str]) -> str:
    """Format a rule set: its preset and the options that differ from it."""
    found = rules_from_data(rules)
    plain = rules_to_data(rules_from_data({"preset": found.preset}))
    own = [
        f"{name} {_value(value)}"
        for name, value in rules_to_data(found).items()
        if value != plain[name]
    ]
    return ", ".join([found.preset, *own])


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def rating_text(rating: Rating) -> str:
    """Format a rating with its interval."""
    limits = IntervalEstimate(rating.value, rating.low, rating.high)
    return f"{rating.value:.0f} ({interval(limits, lambda value: f'{value:.0f}')})"


def fair_text(players: int) -> str:
    """Format the share of games that one of several equally strong players wins."""
    return f"{100 / players:.3g}%"


def copy_count(players: int) -> str:
    """Return the number of rivals that a bot has in a tournament, in words: "three"."""
    return NUMBERS[players - 2]


def copies_text(players: int) -> str:
    """Return the words before the name of a bot's rivals: "three copies of ", or "" for one rival."""
    return "" if players == 2 else f"{copy_count(players)} copies of "
