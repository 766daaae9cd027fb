"""A plan says everything that decides the games of a simulation, and nothing else.

    plan = make_plan(["simple", "random"], games=1000, seed=7, rules=rule_set("short"))
    plan_to_json(plan), plan_from_json(text)        it travels as JSON

Game ``index`` of a plan is the same wherever and whenever it is played. With ``rotate``, games come in
blocks: every line-up of a block meets the same dice, the bots shifted by one seat from game to game, so
that neither a seat nor luck favours anybody. A line-up that looks the same after fewer shifts has shorter
blocks: four equal bots have blocks of one game, and no game is played twice.

Numbers are drawn for a purpose by hashing it together with the seed (BLAKE2b), never by adding: games with
neighbouring numbers or seeds have nothing in common, and the bots' own draws nothing with the dice.

    PassGoError
    └── SimulationError     a plan that cannot be played, or a run that cannot go on; a sentence says why
"""

from __future__ import annotations

import hashlib
import operator
import sys
from collections.abc import Sequence
from typing import Final

import msgspec

from passgo.boards import board_from_data
from passgo.bots.bot import Bot
from passgo.bots.ladder import LADDER, BotError, read_bot
from passgo.engine.board import Board
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import RuleSet, rule_set, rules_to_data

__all__ = [
    "Plan",
    "SimulationError",
    "bot_seed",
    "bot_texts",
    "dice_seed",
    "is_ours",
    "make_plan",
    "plan_from_json",
    "plan_to_json",
]

MOST_GAMES: Final = 10**12
MOST_ROUNDS: Final = 1_000_000
ROUNDS: Final = 1000
"""A game that is not over after so many rounds is called unfinished, unless a plan says otherwise."""
_LARGEST: Final = 2**63 - 1


class SimulationError(PassGoError):
    """A plan that cannot be played, or a run that cannot go on; one sentence says why."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which games to play: who, how many, by which rules and from where."""

    bots: tuple[str, ...]
    """One bot for each seat, as ``passgo.bots.ladder.make_bot`` takes it."""
    games: int = 1000
    seed: int = 1
    rules: dict[str, bool | int | str] = {}
    """Rules as plain data; empty with a position, which brings its own."""
    board: dict[str, object] | None = None
    """A board as plain data; None for the classic one, or that of the position."""
    position: dict[str, object] | None = None
    """Where every game starts, as ``game_from_position`` takes it; None for the start of a game."""
    rounds: int = ROUNDS
    """A game that is not over after so many rounds is unfinished."""
    rotate: bool = True
    """Let every bot sit in every seat, with the same dice."""
    detail: int = 0
    """Of the first so many games, keep where tokens landed and what everyone was worth by round."""
    seconds: float | None = None
    """How long a bot that is not ours may think about a move; None for no clock."""

    def __post_init__(self) -> None:
        for bot in self.bots:
            if not isinstance(bot, str) or not bot.isprintable():
                raise SimulationError(
                    f"A bot is a text on one line, such as 'simple', not {bot!r}."
                )
        _check("games", self.games, 1, MOST_GAMES)
        _check("seed", self.seed, 0, _LARGEST)
        _check("rounds", self.rounds, 1, MOST_ROUNDS)
        _check("detail", self.detail, 0, MOST_GAMES)
        if self.seconds is not None and not 0.001 <= self.seconds <= 86_400:
            raise SimulationError(
                f"A move may take from 0.001 to 86400 seconds, not {self.seconds:g}."
            )
        if not 2 <= len(self.bots) <= 8:
            raise SimulationError(f"2 to 8 bots play, not {len(self.bots)}.")
        if self.position is not None and (self.rules or self.board is not None):
            raise SimulationError("A position brings its own rules and board: leave them out.")

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.bots)

    @property
    def reproducible(self) -> bool:
        """Whether it always gives the same results: not where a clock decides, which ours never have."""
        return self.seconds is None or all(is_ours(bot) for bot in self.bots)

    @property
    def block(self) -> int:
        """How many games in a row share their dice: the different seatings of the line-up."""
        if not self.rotate:
            return 1
        return next(
            shift
            for shift in range(1, self.seats + 1)
            if self.bots[shift:] + self.bots[:shift] == self.bots
        )

    def dice_of(self, index: int) -> int:
        """Return the number of the dice that a game is played with."""
        return index // self.block

    def line_up(self, index: int) -> list[int]:
        """Return which of the plan's bots, by number, sits in each seat in a game."""
        shift = index % self.block
        return [(seat - shift) % self.seats for seat in range(self.seats)]


def make_plan(
    bots: Sequence[str | type[Bot]],
    *,
    games: int = 1000,
    seed: int = 1,
    rules: RuleSet | str | None = None,
    board: Board | None = None,
    position: dict[str, object] | None = None,
    rounds: int = ROUNDS,
    rotate: bool = True,
    detail: int = 0,
    seconds: float | None = None,
) -> Plan:
    """Make a plan from bots by name or by class, a rule set or the name of a preset, and a board.

    A position brings its own rules and board. SimulationError says what cannot be; whether the bots are
    there is found out by the process that plays the plan.
    """
    written: dict[str, bool | int | str] = {}
    if position is None or rules is not None:
        for name, value in rules_to_data(_rules(rules)).items():
            assert isinstance(value, (bool, int, str))
            written[name] = value
    if board is not None and not isinstance(board, Board):
        raise SimulationError(f"board is a Board, as load_board reads it, not {board!r}.")
    if position is not None and not isinstance(position, dict):
        raise SimulationError(f"position is a dict, as game.position() gives it, not {position!r}.")
    if seconds is not None and not isinstance(seconds, (int, float)):
        raise SimulationError(f"seconds is a number, not {seconds!r}.")
    return Plan(
        bots=tuple(bot_texts(bots)),
        games=_whole("games", games),
        seed=_whole("seed", seed),
        rules=written,
        board=None if board is None else board.to_data(),
        position=position,
        rounds=_whole("rounds", rounds),
        rotate=bool(rotate),
        detail=_whole("detail", detail),
        seconds=seconds,
    )


def bot_texts(bots: Sequence[str | type[Bot]]) -> list[str]:
    """Write bots as texts: a class as ``module:Class``, a text with single blanks where it has any."""
    if isinstance(bots, (str, type)) or not isinstance(bots, Sequence):
        raise SimulationError(
            f"bots is a list, such as ['normal', 'simple'] or ['normal'] for all seats, not {bots!r}."
        )
    return [_class_text(bot) if isinstance(bot, type) else _one_line(bot) for bot in bots]


def _class_text(kind: type[Bot]) -> str:
    """Name a class so that another process finds it."""
    if not issubclass(kind, Bot):
        raise SimulationError(f"{kind.__qualname__} is not a subclass of passgo.Bot.")
    if getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is not kind:
        raise SimulationError(
            f"{kind.__qualname__} cannot be found by its name in {kind.__module__}: put the class at the "
            f"top of a module."
        )
    return f"{kind.__module__}:{kind.__qualname__}"


def _one_line(text: str) -> str:
    """Write blanks and line breaks of a bot's text as single blanks."""
    return " ".join(text.split()) if isinstance(text, str) else text


def is_ours(bot: str) -> bool:
    """Say whether a bot is one of ours, which never has a clock, judging by its text."""
    try:
        name = read_bot(bot)[0]
    except BotError:
        return False
    return name in LADDER or name.startswith("passgo.")


def _rules(rules: RuleSet | str | None) -> RuleSet:
    """Return a rule set: the one given, the preset of this name, or that of a plain game."""
    if rules is None:
        return RuleSet()
    if isinstance(rules, str):
        return rule_set(rules)
    if not isinstance(rules, RuleSet):
        raise SimulationError(f"rules is a rule set, such as rule_set('short'), not {rules!r}.")
    return rules


def _whole(name: str, value: int) -> int:
    """Return a number as a plain int, whatever kind of whole number it is."""
    try:
        return int(operator.index(value))
    except TypeError:
        raise SimulationError(f"{name} is a whole number, not {value!r}.") from None


def plan_to_json(plan: Plan) -> bytes:
    """Write a plan as JSON: equal plans give equal bytes."""
    return msgspec.json.encode(plan, order="deterministic")


def plan_from_json(text: bytes | str) -> Plan:
    """Read a plan; SimulationError says what is wrong with it."""
    try:
        return msgspec.json.decode(text, type=Plan)
    except msgspec.MsgspecError as error:
        raise SimulationError(f"This is not the plan of a simulation: {error}.") from None


def dice_seed(plan: Plan, dice: int) -> int:
    """Return the seed of the dice and decks with this number: ``Seeded(dice_seed(plan, 0))``."""
    return _draw(plan.seed, "dice", dice, 0) & _LARGEST


def bot_seed(plan: Plan, index: int, number: int) -> int:
    """Return the seed of a bot, by its number in the plan, in a game: 40 bits, so that bots may multiply."""
    return _draw(plan.seed, "bot", index, number) >> 24


def _draw(seed: int, purpose: str, first: int, second: int) -> int:
    """Hash a purpose and its numbers into 64 bits."""
    text = f"passgo simulation {seed} {purpose} {first} {second}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise SimulationError(f"{name} lies between {low} and {high}, not at {value}.")


def board_of(plan: Plan) -> Board | None:
    """Return the board that a plan names, if it names one; BoardError if that is none."""
    return None if plan.board is None else board_from_data(plan.board)
