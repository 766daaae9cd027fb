"""The ladder: every bot by its name, and how to find one of your own.

    make_bot("normal")                      one of ours
    make_bot("simple(reserve=300)")         the same with other options
    make_bot("my_module:MyBot")             any class of yours
    make_bot("greedy")                      a name that an installed package gives, as an entry point
                                            in the group "passgo.bots"

A bot class is called with its options and, if it takes one, a ``seed`` of its own.
"""

from __future__ import annotations

import importlib
import inspect
from importlib.metadata import entry_points
from typing import Final

from passgo.bots.bot import Bot
from passgo.engine.refusal import PassGoError

ENTRY_POINTS: Final = "passgo.bots"


class BotError(PassGoError):
    """No such bot, or one that cannot be made so."""


class Rung:
    """A bot of ours: where its class is, with which options, and a line about it."""

    def __init__(self, name: str, source: str, about: str, options: dict[str, object]) -> None:
        self.name = name
        self.source = source
        self.about = about
        self.options = options


LADDER: Final[dict[str, Rung]] = {
    rung.name: rung
    for rung in (
        Rung("random", "passgo.bots.chaos:RandomBot", "does anything that is allowed", {}),
        Rung("simple", "passgo.bots.simple:SimpleBot", "plain habits, offers no trades", {}),
        Rung("standard", "passgo.bots.baselines.standard:Standard", "keeps $200, rarely swaps", {}),
        Rung(
            "standard-0",
            "passgo.bots.baselines.standard:Standard",
            "standard with no reserve",
            {"reserve": 0},
        ),
        Rung("gnome-v3", "passgo.bots.baselines.gnome:GnomeV3", "keeps $200, sells too easily", {}),
        Rung("gnome-v4", "passgo.bots.baselines.gnome:GnomeV4", "gnome fond of railroads", {}),
        Rung("gnome-v5", "passgo.bots.baselines.gnome:GnomeV5", "gnome of three houses", {}),
        Rung("gnome-sneaky", "passgo.bots.baselines.gnome:GnomeSneaky", "gnome who offers $1", {}),
        Rung("hybrid", "passgo.bots.baselines.hybrid:Hybrid", "gnome-v3 that counts money", {}),
        Rung("groups", "passgo.bots.baselines.groups:Groups", "weighs shares of groups", {}),
        Rung("baldrick", "passgo.bots.baselines.baldrick:Baldrick", "buys all, then swaps", {}),
        Rung("growth", "passgo.bots.baselines.growth:Growth", "projects everybody's worth", {}),
        Rung("planner", "passgo.bots.baselines.planner:Planner", "adds value, stays safe", {}),
        Rung(
            "planner-rollout",
            "passgo.bots.baselines.rollout:RolloutPlanner",
            "planner that tries things out first",
            {},
        ),
    )
}
"""Our own bots, from the weakest to the strongest, the published baselines between."""


def bot_names() -> list[str]:
    """Name every bot that can be had by name here: ours, then those of installed packages."""
    others = sorted({point.name for point in entry_points(group=ENTRY_POINTS)} - set(LADDER))
    return [*LADDER, *others]


def make_bot(text: str, seed: int = 0) -> Bot:
    """Make a bot by its name, by ``module:Class``, or either with options in brackets."""
    name, options = read_bot(text)
    rung = LADDER.get(name)
    if rung is not None:
        kind = imported(rung.source)
        options = {**rung.options, **options}
    else:
        kind = imported(name if ":" in name else entry_point(name))
    takes = inspect.signature(kind).parameters
    if "seed" in takes and "seed" not in options:
        options["seed"] = seed
    unknown = [option for option in options if option not in takes]
    if unknown:
        known = ", ".join(takes) or "none"
        raise BotError(f"The bot {name} has no option {unknown[0]!r}; it has: {known}.")
    try:
        bot = kind(**options)
    except (TypeError, ValueError) as error:
        raise BotError(f"The bot {text} cannot be made: {error}") from error
    if not isinstance(bot, Bot):
        raise BotError(f"{name} makes a {type(bot).__name__}, which is no passgo.Bot.")
    return bot


def read_bot(text: str) -> tuple[str, dict[str, object]]:
    """Take ``name(option=value, …)`` apart."""
    name, bracket, inside = text.strip().partition("(")
    options: dict[str, object] = {}
    if bracket:
        if not inside.endswith(")"):
            raise BotError(f"{text!r}: the bracket is not closed.")
        for part in inside[:-1].split(","):
            option, equals, value = part.partition("=")
            if not equals or not option.strip().isidentifier():
                raise BotError(f"{text!r}: options are written as name(option=value).")
            options[option.strip()] = read_value(value.strip())
    return name.strip(), options


def read_value(text: str) -> object:
    """Read a number, on or off, or a word."""
    words: dict[str, object] = {"on": True, "true": True, "off": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def split_bots(text: str) -> list[str]:
    """Split a list of bots at its commas, but for those inside brackets."""
    parts: list[str] = [""]
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def entry_point(name: str) -> str:
    """Return ``module:Class`` of a bot that an installed package offers under this name."""
    for point in entry_points(group=ENTRY_POINTS, name=name):
        return point.value
    raise BotError(
        f"There is no bot {name!r}. Ours are {', '.join(LADDER)}; one of your own is module:Class."
    )


def imported(source: str) -> type[Bot]:
    """Import the class named ``module:Class``."""
    module, _, name = source.partition(":")
    try:
        kind = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BotError(f"The bot {source} cannot be imported: {error}") from error
    if not isinstance(kind, type):
        raise BotError(f"{source} is no class.")
    return kind
