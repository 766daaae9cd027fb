"""Plans, which contain everything that determines the games in a simulation.

    plan = make_plan(["simple", "random"], games=1000, seed=7, rules=rule_set("short"))
    plan_to_json(plan), plan_from_json(text)        plans are sent as JSON

Game ``index`` of a plan is the same wherever and whenever it is played. With ``rotate``, games come
in blocks: all games in a block have the same dice, and the bots move over one seat each game, so
neither a seat nor luck favors any bot. A lineup that repeats after fewer shifts has shorter blocks:
with four identical bots, a block is one game, and no game is played twice.

Seeds are derived by hashing their purpose together with the plan's seed (BLAKE2b), so games with
consecutive numbers or seeds are unrelated, and so are the random numbers for bots and dice.

    PassGoError
    └── SimulationError     a plan that cannot be played, or a run that cannot continue
"""

from __future__ import annotations

import hashlib
import operator
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from passgo.boards import BoardError, board_from_data, load_board
from passgo.bots.bot import Bot
from passgo.bots.ladder import BUILT_IN, BotError, read_bot
from passgo.engine.board import Board, classic
from passgo.engine.game import Game
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import RuleSet, rule_set, rules_to_data
from passgo.position import PositionError, read_position

__all__ = [
    "Plan",
    "SimulationError",
    "bot_seed",
    "bot_texts",
    "dice_seed",
    "is_ours",
    "make_plan",
    "open_board",
    "open_position",
    "plan_from_json",
    "plan_to_json",
]

MOST_GAMES: Final = 10**12
MOST_ROUNDS: Final = 1_000_000
ROUNDS: Final = 1000
"""The default number of rounds after which a game counts as unfinished."""
_LARGEST: Final = 2**63 - 1


class SimulationError(PassGoError):
    """A plan that cannot be played, or a run that cannot continue; the message says why."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The games to play: the bots, the number of games, the seed, the rules and the start position."""

    bots: tuple[str, ...]
    """One bot per seat, in the form that ``passgo.bots.ladder.make_bot`` accepts."""
    games: int = 1000
    seed: int = 1
    rules: dict[str, bool | int | str] = {}
    """The rules as plain data; empty if there is a position, which includes its own rules."""
    board: dict[str, object] | None = None
    """The board as plain data; None for the classic board or the position's board."""
    position: dict[str, object] | None = None
    """The position that every game starts from, for ``game_from_position``; None for a new game."""
    rounds: int = ROUNDS
    """The number of rounds after which a game counts as unfinished."""
    rotate: bool = True
    """Whether every bot plays in every seat with the same dice."""
    detail: int = 0
    """The number of games, starting with the first, whose landings and worth by round are recorded."""
    seconds: float | None = None
    """The time limit per move for bots that are not built in; None for no limit."""

    def __post_init__(self) -> None:
        for bot in self.bots:
            if not isinstance(bot, str) or not bot.isprintable():
                raise SimulationError(
                    f"A bot must be a string such as 'simple' or a subclass of Bot (got {bot!r})"
                )
        _check("games", self.games, 1, MOST_GAMES)
        _check("seed", self.seed, 0, _LARGEST)
        _check("rounds", self.rounds, 1, MOST_ROUNDS)
        _check("detail", self.detail, 0, MOST_GAMES)
        if self.seconds is not None and not 0.001 <= self.seconds <= 86_400:
            raise SimulationError(
                f"The time limit per move must be from 0.001 to 86,400 seconds (got {self.seconds:g})"
            )
        if not 2 <= len(self.bots) <= 8:
            raise SimulationError(f"A game has 2 to 8 bots (got {len(self.bots)})")
        if self.position is not None and (self.rules or self.board is not None):
            raise SimulationError("A position includes its own rules and board: leave them out.")

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.bots)

    @property
    def reproducible(self) -> bool:
        """Whether the results are reproducible, which is the case unless a bot has a time limit."""
        return self.seconds is None or all(is_ours(bot) for bot in self.bots)

    @property
    def block(self) -> int:
        """The number of consecutive games with the same dice, one per distinct seating."""
        if not self.rotate:
            return 1
        return next(
            shift
            for shift in range(1, self.seats + 1)
            if self.bots[shift:] + self.bots[:shift] == self.bots
        )

    def fair_share(self, bot: str) -> float:
        """Return a bot's share of the seats, which is its share of wins if all bots are equally strong."""
        return self.bots.count(bot) / self.seats

    def dice_of(self, index: int) -> int:
        """Return a game's dice number."""
        return index // self.block

    def line_up(self, index: int) -> list[int]:
        """Return the bot numbers for a game, in seat order."""
        shift = index % self.block
        return [(seat - shift) % self.seats for seat in range(self.seats)]


def make_plan(
    bots: Sequence[str | type[Bot]],
    *,
    games: int = 1000,
    seed: int = 1,
    rules: RuleSet | str | None = None,
    board: Board | str | os.PathLike[str] | None = None,
    position: Game | dict[str, object] | str | os.PathLike[str] | None = None,
    rounds: int = ROUNDS,
    rotate: bool = True,
    detail: int = 0,
    seconds: float | None = None,
) -> Plan:
    """Make a plan from bots (names or classes), rules (a rule set or the name of a preset) and a board.

    A board or a position may also be the name of its file. A position includes its own rules and
    board. Raises SimulationError for invalid values; whether the bots exist is checked only when the
    plan is played.
    """
    written: dict[str, bool | int | str] = {}
    if position is None or rules is not None:
        for name, value in rules_to_data(_rules(rules)).items():
            assert isinstance(value, (bool, int, str))
            written[name] = value
    on, start = open_board(board), open_position(position)
    if seconds is not None and not isinstance(seconds, (int, float)):
        raise SimulationError(f"seconds must be a number (got {seconds!r})")
    return Plan(
        bots=tuple(bot_texts(bots)),
        games=_whole("games", games),
        seed=_whole("seed", seed),
        rules=written,
        board=None if on is None else on.to_data(),
        position=start,
        rounds=_whole("rounds", rounds),
        rotate=bool(rotate),
        detail=_whole("detail", detail),
        seconds=seconds,
    )


def open_board(board: object) -> Board | None:
    """Return the board, reading it first if it is a file name; return None for None."""
    if board is None or isinstance(board, Board):
        return board
    if not isinstance(board, (str, os.PathLike)):
        raise SimulationError(
            f"board must be a Board, as returned by load_board, or a file (got {board!r})"
        )
    try:
        return classic() if board == "classic" else load_board(Path(board))
    except (BoardError, OSError) as error:
        raise SimulationError(f"The board {board} cannot be read: {error}.") from None


def open_position(position: object) -> dict[str, object] | None:
    """Return the position of a game, in a file or as plain data; return None for None."""
    if isinstance(position, Game):
        return position.position()
    if isinstance(position, (str, os.PathLike)):
        try:
            position = read_position(Path(position).read_text("utf-8"))
        except (OSError, UnicodeDecodeError, PositionError) as error:
            raise SimulationError(f"The position {position} cannot be read: {error}.") from None
    if position is not None and not isinstance(position, dict):
        raise SimulationError(
            f"position must be a game, a dict as returned by game.position(), or a file (got {position!r})"
        )
    return position


def bot_texts(bots: Sequence[str | type[Bot]]) -> list[str]:
    """Return bots as strings: a class as ``module:Class``, a string with its whitespace normalized."""
    if isinstance(bots, (str, type)) or not isinstance(bots, Sequence):
        raise SimulationError(
            f"bots must be a list such as ['normal', 'simple'], or ['normal'] for all seats (got {bots!r})"
        )
    return [_class_text(bot) if isinstance(bot, type) else _one_line(bot) for bot in bots]


def _class_text(kind: type[Bot]) -> str:
    """Return the name by which another process can import a class."""
    if not issubclass(kind, Bot):
        raise SimulationError(f"{kind.__qualname__} is not a subclass of passgo.Bot.")
    if getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is not kind:
        raise SimulationError(
            f"{kind.__qualname__} cannot be imported from {kind.__module__}: define it at the top level of "
            f"a module."
        )
    return f"{kind.__module__}:{kind.__qualname__}"


def _one_line(text: str) -> str:
    """Replace whitespace and line breaks with single spaces."""
    return " ".join(text.split()) if isinstance(text, str) else text


def is_ours(bot: str) -> bool:
    """Return whether a bot is built in, judging by its name; such bots never have a time limit."""
    try:
        name = read_bot(bot)[0]
    except BotError:
        return False
    return name in BUILT_IN or name.startswith("passgo.")


def _rules(rules: RuleSet | str | None) -> RuleSet:
    """Return the given rule set, the preset with this name, or the default rules."""
    if rules is None:
        return RuleSet()
    if isinstance(rules, str):
        return rule_set(rules)
    if not isinstance(rules, RuleSet):
        raise SimulationError(
            f"rules must be a rule set, such as rule_set('short'), or the name of a preset (got {rules!r})"
        )
    return rules


def _whole(name: str, value: int) -> int:
    """Convert any kind of whole number to an int."""
    try:
        return int(operator.index(value))
    except TypeError:
        raise SimulationError(f"{name} must be a whole number (got {value!r})") from None


def plan_to_json(plan: Plan) -> bytes:
    """Return a plan as JSON; equal plans give equal bytes."""
    return msgspec.json.encode(plan, order="deterministic")


def plan_from_json(text: bytes | str) -> Plan:
    """Parse a plan; raise SimulationError if it is invalid."""
    try:
        return msgspec.json.decode(text, type=Plan)
    except msgspec.MsgspecError as error:
        raise SimulationError(f"This is not a simulation plan: {error}.") from None


def dice_seed(plan: Plan, dice: int) -> int:
    """Return the seed for a dice number, as in ``Seeded(dice_seed(plan, 0))``."""
    return _draw(plan.seed, "dice", dice, 0) & _LARGEST


def bot_seed(plan: Plan, index: int, number: int) -> int:
    """Return a bot's seed for a game; it has 40 bits, so bots can safely multiply it."""
    return _draw(plan.seed, "bot", index, number) >> 24


def _draw(seed: int, purpose: str, first: int, second: int) -> int:
    """Hash a purpose and its numbers into 64 bits."""
    text = f"passgo simulation {seed} {purpose} {first} {second}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise SimulationError(f"{name} must be from {low:,} to {high:,} (got {value:,})")


def board_of(plan: Plan) -> Board | None:
    """Return a plan's board, or None if the plan has none; raise BoardError if the board is invalid."""
    if plan.board is None:
        return None
    try:
        return board_from_data(plan.board)
    except BoardError as error:
        raise BoardError(f"board: {error}") from None
