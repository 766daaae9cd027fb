"""The ladder: all bots by name, and how to load your own.

    make_bot("normal")                      a built-in bot
    make_bot("simple(reserve=300)")         a built-in bot with different options
    make_bot("my_module:MyBot")             your own class
    make_bot("greedy")                      a name registered by an installed package, as an
                                            entry point in the group "passgo.bots"
    BotMaker("normal").make(seed)           a bot for each game; the name is looked up once

A bot class is called with its options and, if it accepts one, its own ``seed``.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import math
import sys
from importlib.metadata import entry_points
from typing import Final

from passgo.bots.bot import Bot
from passgo.bots.characters import CHARACTERS
from passgo.bots.style import TUNED_STYLE
from passgo.engine.refusal import PassGoError
from passgo.spelling import closest, did_you_mean

__all__ = [
    "BUILT_IN",
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
"""The entry point group in which installed packages register their bots."""


class BotError(PassGoError):
    """An unknown bot, or one with invalid settings."""


class Rung:
    """A built-in bot: its class, its options and a short description."""

    def __init__(self, name: str, source: str, about: str, options: dict[str, object]) -> None:
        self.name = name
        self.source = source
        self.about = about
        self.options = options

    def __repr__(self) -> str:
        return f"<Rung {self.name}: {self.source}>"


LADDER: Final[dict[str, Rung]] = {
    rung.name: rung
    for rung in (
        Rung("random", "passgo.bots.chaos:RandomBot", "plays any legal action", {}),
        Rung(
            "easy",
            "passgo.bots.trader:TraderBot",
            "trades, but hoards its money and bids low",
            {"caution": 15.0, "appetite": 0.35},
        ),
        Rung("simple", "passgo.bots.simple:SimpleBot", "simple habits, offers no trades", {}),
        Rung("standard", "passgo.bots.baselines.standard:Standard", "keeps $200, rarely swaps", {}),
        Rung(
            "standard-0",
            "passgo.bots.baselines.standard:Standard",
            "like standard, but without a reserve",
            {"reserve": 0},
        ),
        Rung("gnome-v3", "passgo.bots.baselines.gnome:GnomeV3", "keeps $200, sells too easily", {}),
        Rung(
            "gnome-v4",
            "passgo.bots.baselines.gnome:GnomeV4",
            "like gnome-v3, but prefers railroads",
            {},
        ),
        Rung(
            "gnome-v5",
            "passgo.bots.baselines.gnome:GnomeV5",
            "like gnome-v3, but stops at three houses",
            {},
        ),
        Rung(
            "gnome-sneaky",
            "passgo.bots.baselines.gnome:GnomeSneaky",
            "like gnome-v3, but offers $1",
            {},
        ),
        Rung(
            "hybrid",
            "passgo.bots.baselines.hybrid:Hybrid",
            "like gnome-v3, but judges offers by worth",
            {},
        ),
        Rung("groups", "passgo.bots.baselines.groups:Groups", "values shares of groups", {}),
        Rung(
            "baldrick", "passgo.bots.baselines.baldrick:Baldrick", "buys everything, then swaps", {}
        ),
        Rung("growth", "passgo.bots.baselines.growth:Growth", "projects every player's worth", {}),
        Rung(
            "planner",
            "passgo.bots.baselines.planner:Planner",
            "maximizes value while staying safe",
            {},
        ),
        Rung(
            "planner-rollout",
            "passgo.bots.baselines.rollout:RolloutPlanner",
            "like planner, but tries out actions first",
            {},
        ),
        Rung("normal", "passgo.bots.trader:TraderBot", "trades, builds and bids by value", {}),
        Rung(
            "hard",
            "passgo.bots.lookahead:LookaheadBot",
            "tuned by playing, and looks ahead",
            {"style": TUNED_STYLE},
        ),
    )
}
"""The built-in bots, including published baselines."""
BUILT_IN: Final[dict[str, Rung]] = {
    **LADDER,
    **{
        name: Rung(name, one.source, one.about, {"style": one.style})
        for name, one in CHARACTERS.items()
    },
}
"""The ladder and the characters."""
FOR_PEOPLE: Final = ("easy", "normal", "hard")
"""The bots that people choose from."""


def bot_names() -> list[str]:
    """List every bot available by name: built-in bots, then those from installed packages."""
    others = sorted({point.name for point in entry_points(group=ENTRY_POINTS)} - set(BUILT_IN))
    return [*BUILT_IN, *others]


class BotMaker:
    """A factory for bots of one kind; the class and its options are looked up and checked once."""

    def __init__(self, text: str) -> None:
        self.text = text
        name, options = read_bot(text)
        rung = BUILT_IN.get(name)
        if rung is not None:
            source = rung.source
            options = {**rung.options, **options}
        else:
            source = name if ":" in name else entry_point(name)
        self.kind: type[Bot] = import_class(source, name)
        takes = inspect.signature(self.kind).parameters
        self.options: dict[str, object] = fit_options(name, options, dict(takes))
        self.seeded: bool = "seed" in takes and "seed" not in options
        """Whether each bot is given its own seed."""

    def __repr__(self) -> str:
        return f"<BotMaker {self.text}>"

    def make(self, seed: int = 0) -> Bot:
        """Return a bot for one game."""
        options = {**self.options, "seed": seed} if self.seeded else self.options
        try:
            return self.kind(**options)
        except (Exception, SystemExit) as error:
            raise BotError(
                f"The bot {self.text} cannot be created: {describe_error(error)}"
            ) from error


def make_bot(text: str, seed: int = 0) -> Bot:
    """Return a bot by name or ``module:Class``, optionally followed by options in parentheses."""
    return BotMaker(text).make(seed)


def fit_options(
    name: str, options: dict[str, object], takes: dict[str, inspect.Parameter]
) -> dict[str, object]:
    """Convert options to the types a class expects; raise BotError for unknown or invalid ones."""
    fits: dict[str, object] = {}
    anything = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in takes.values())
    for option, value in options.items():
        if option not in takes and not anything:
            hint = did_you_mean(option, takes) or f" (options: {', '.join(takes) or 'none'})."
            raise BotError(f"The bot {name!r} has no option {option!r}{hint}")
        default = takes[option].default if option in takes else None
        wanted = name_kind(default, value)
        if wanted:
            raise BotError(f"The bot {name!r} needs {wanted} for {option!r} (got {value!r}).")
        if isinstance(default, float) and isinstance(value, int):
            fits[option] = float(value)
        else:
            fits[option] = value
    return fits


def name_kind(default: object, value: object) -> str:
    """Return the kind of value this default calls for, or an empty string if the value fits."""
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
    """Parse ``name(option=value, …)``."""
    name, bracket, inside = text.strip().partition("(")
    options: dict[str, object] = {}
    if bracket:
        if not inside.endswith(")"):
            raise BotError(f"{text!r}: the closing parenthesis is missing.")
        for part in inside[:-1].split(",") if inside[:-1].strip() else []:
            option, equals, value = part.partition("=")
            option = option.strip()
            if not equals or not option.isidentifier():
                raise BotError(f"{text!r}: write options as name(option=value).")
            if option in options:
                raise BotError(f"{text!r}: {option!r} is given twice.")
            options[option] = read_value(value.strip())
    return name.strip(), options


def read_value(text: str) -> object:
    """Parse a number, on or off, or a word."""
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
    """Split a list of bots at commas outside parentheses."""
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
    """Return the ``module:Class`` registered by an installed package under this name."""
    for point in entry_points(group=ENTRY_POINTS, name=name):
        return f"{point.module}:{point.attr}"
    suggestion = suggest_name(name)
    if suggestion:
        raise BotError(f"There is no bot named {name!r}.{suggestion}")
    others = bot_names()[len(BUILT_IN) :]
    installed = f" an installed one ({', '.join(others)})," if others else ""
    raise BotError(
        f"There is no bot named {name!r}. Choose a built-in bot ({', '.join(BUILT_IN)}),{installed} "
        f"or your own as module:Class."
    )


def suggest_name(name: str) -> str:
    """Suggest a class in an existing module, or a bot with a similar name."""
    module, _, kind = name.partition(":")
    module = module.removesuffix(".py")
    if not kind and not has_module(module):
        module, _, kind = module.rpartition(".")
    if has_module(module):
        return f" Did you mean {module}:{kind or 'Class'}?"
    if name.lower() in BUILT_IN:
        return f" Did you mean {name.lower()}?"
    # The characters' names are so short that they resemble anything.
    close = closest(name, [one for one in bot_names() if one not in CHARACTERS])
    return f" Did you mean {' or '.join(close)}?" if close else ""


def has_module(name: str) -> bool:
    """Return whether a module that may contain bots exists, without importing it."""
    if not name.isidentifier() or name in sys.stdlib_module_names:
        return False
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):  # a module created at run time has no spec
        return False


def import_class(source: str, asked: str) -> type[Bot]:
    """Import the class ``module:Class``, requested under the name ``asked``."""
    module, _, name = source.partition(":")
    if not module or not name:
        raise BotError(
            f"{source!r} is not a bot. Specify your own bot as module:Class.{suggest_name(source)}"
        )
    description = source if asked == source else f"{asked!r} ({source})"
    try:
        kind = getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as error:
        hint = suggest_name(source) if module.endswith(".py") else ""
        raise BotError(
            f"The bot {description} cannot be imported: {describe_error(error)}{hint}"
        ) from error
    if not isinstance(kind, type) or not issubclass(kind, Bot):
        raise BotError(f"{description} is not a subclass of passgo.Bot.")
    return kind


def describe_error(error: BaseException) -> str:
    """Describe an error, with its type unless the message is clear without it."""
    plain = isinstance(error, (ImportError, AttributeError, TypeError, ValueError, PassGoError))
    return f"{error}" if plain and f"{error}" else f"{type(error).__name__}: {error}"
