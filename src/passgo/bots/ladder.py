"""The ladder: every bot by its name, and how to find one of your own.

    make_bot("normal")                      one of ours
    make_bot("simple(reserve=300)")         the same with other options
    make_bot("my_module:MyBot")             any class of yours
    make_bot("greedy")                      a name that an installed package gives, as an entry point
                                            in the group "passgo.bots"
    BotMaker("normal").make(seed)           looked up once, made for every game

A bot class is called with its options and, if it takes one, a ``seed`` of its own.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import math
import sys
from importlib.metadata import entry_points
from typing import Final

from passgo.bots.bot import Bot
from passgo.engine.refusal import PassGoError

__all__ = [
    "ENTRY_POINTS",
    "FOR_PEOPLE",
    "LADDER",
    "BotError",
    "BotMaker",
    "Rung",
    "bot_names",
    "make_bot",
    "read_bot",
    "split_bots",
]

ENTRY_POINTS: Final = "passgo.bots"
"""The group of entry points in which installed packages name their bots."""


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
        Rung(
            "easy",
            "passgo.bots.trader:TraderBot",
            "trades, but hoards its money and bids low",
            {"caution": 15.0, "appetite": 0.6},
        ),
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
        Rung("normal", "passgo.bots.trader:TraderBot", "trades, builds and bids by value", {}),
        Rung("hard", "passgo.bots.lookahead:LookaheadBot", "normal, and looks ahead", {}),
    )
}
"""Our own bots, from the weakest to the strongest, the published baselines between."""
FOR_PEOPLE: Final = ("easy", "normal", "hard")
"""Those that people choose from."""


def bot_names() -> list[str]:
    """Name every bot that can be had by name here: ours, then those of installed packages."""
    others = sorted({point.name for point in entry_points(group=ENTRY_POINTS)} - set(LADDER))
    return [*LADDER, *others]


class BotMaker:
    """Makes bots of one kind: the class and its options are looked up and checked once."""

    def __init__(self, text: str) -> None:
        self.text = text
        name, options = read_bot(text)
        rung = LADDER.get(name)
        if rung is not None:
            source = rung.source
            options = {**rung.options, **options}
        else:
            source = name if ":" in name else entry_point(name)
        self.kind: type[Bot] = import_class(source, name)
        takes = inspect.signature(self.kind).parameters
        self.options: dict[str, object] = fit_options(name, options, dict(takes))
        self.seeded: bool = "seed" in takes and "seed" not in options
        """Whether each bot is given a seed of its own."""

    def make(self, seed: int = 0) -> Bot:
        """Make a bot for one game."""
        options = {**self.options, "seed": seed} if self.seeded else self.options
        try:
            return self.kind(**options)
        except (Exception, SystemExit) as error:
            raise BotError(
                f"The bot {self.text} cannot be made: {describe_error(error)}"
            ) from error


def make_bot(text: str, seed: int = 0) -> Bot:
    """Make a bot by its name, by ``module:Class``, or either with options in brackets."""
    return BotMaker(text).make(seed)


def fit_options(
    name: str, options: dict[str, object], takes: dict[str, inspect.Parameter]
) -> dict[str, object]:
    """Return options as a class takes them; refuse one that it has not, or with another kind of value."""
    fits: dict[str, object] = {}
    anything = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in takes.values())
    for option, value in options.items():
        if option not in takes and not anything:
            known = ", ".join(takes) or "none"
            raise BotError(f"The bot {name} has no option {option!r}; it has: {known}.")
        default = takes[option].default if option in takes else None
        wanted = name_kind(default, value)
        if wanted:
            raise BotError(f"The bot {name} takes {wanted} as its {option}, not {value!r}.")
        if isinstance(default, float) and isinstance(value, int):
            fits[option] = float(value)
        else:
            fits[option] = value
    return fits


def name_kind(default: object, value: object) -> str:
    """Name the kind of value that belongs where this default stands; empty when it is one."""
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "on or off"
    if isinstance(default, int):
        return "" if type(value) is int else "a whole number"
    if isinstance(default, float):
        return "" if type(value) is int or type(value) is float else "a number"
    if isinstance(default, str):
        return "" if isinstance(value, str) else "a word"
    return ""


def read_bot(text: str) -> tuple[str, dict[str, object]]:
    """Take ``name(option=value, …)`` apart."""
    name, bracket, inside = text.strip().partition("(")
    options: dict[str, object] = {}
    if bracket:
        if not inside.endswith(")"):
            raise BotError(f"{text!r}: the bracket is not closed.")
        for part in inside[:-1].split(",") if inside[:-1].strip() else []:
            option, equals, value = part.partition("=")
            option = option.strip()
            if not equals or not option.isidentifier():
                raise BotError(f"{text!r}: options are written as name(option=value).")
            if option in options:
                raise BotError(f"{text!r}: {option} is there twice.")
            options[option] = read_value(value.strip())
    return name.strip(), options


def read_value(text: str) -> object:
    """Read a number, on or off, or a word."""
    words: dict[str, object] = {"on": True, "true": True, "off": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


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
        return f"{point.module}:{point.attr}"
    others = bot_names()[len(LADDER) :]
    installed = f" installed are {', '.join(others)};" if others else ""
    raise BotError(
        f"There is no bot {name!r}. Ours are {', '.join(LADDER)};{installed} "
        f"one of your own is module:Class.{suggest_name(name)}"
    )


def suggest_name(name: str) -> str:
    """Ask whether somebody meant a class of a module that there is, or a bot of almost this name."""
    module, _, kind = name.partition(":")
    module = module.removesuffix(".py")
    if not kind and not has_module(module):
        module, _, kind = module.rpartition(".")
    if has_module(module):
        return f" Did you mean {module}:{kind or 'Class'}?"
    close = difflib.get_close_matches(name.lower(), bot_names())
    return f" Did you mean {' or '.join(close)}?" if close else ""


def has_module(name: str) -> bool:
    """Say whether there is a module that may hold bots, without importing it."""
    if not name.isidentifier() or name in sys.stdlib_module_names:
        return False
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):  # a module made by hand has no spec
        return False


def import_class(source: str, asked: str) -> type[Bot]:
    """Import the class named ``module:Class``, which was asked for by this name."""
    module, _, name = source.partition(":")
    if not module or not name:
        raise BotError(
            f"{source!r} names no bot: one of your own is module:Class.{suggest_name(source)}"
        )
    description = source if asked == source else f"{asked!r}, which is {source},"
    try:
        kind = getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as error:
        hint = suggest_name(source) if module.endswith(".py") else ""
        raise BotError(
            f"The bot {description} cannot be imported: {describe_error(error)}{hint}"
        ) from error
    if not isinstance(kind, type) or not issubclass(kind, Bot):
        raise BotError(f"{description} is no subclass of passgo.Bot.")
    return kind


def describe_error(error: BaseException) -> str:
    """Tell what went wrong; where the sentence alone would not say it, with the kind of error."""
    plain = isinstance(error, (ImportError, AttributeError, TypeError, ValueError, PassGoError))
    return f"{error}" if plain and f"{error}" else f"{type(error).__name__}: {error}"
