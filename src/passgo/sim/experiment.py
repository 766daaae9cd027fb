"""Experiments: the effect of a rule, a lineup, a starting position or the supply of houses.

An experiment has a base (the game without changes) and arms that each vary one or more settings.
All arms use the same dice: each seat gets the same rolls. Games with the same dice form a block,
with one game for each of the lineup's seatings. Blocks are independent of each other, and arms are
compared block by block.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from passgo.boards import BoardError, board_from_data
from passgo.bots.ladder import split_bots
from passgo.engine.board import Board, classic
from passgo.engine.game import Game
from passgo.engine.ruleset import OPTIONS, PRESETS, RuleSet, rules_from_data, rules_to_data
from passgo.row_list import RowFile
from passgo.sim.executors import Executor
from passgo.sim.forfeits import Forfeits
from passgo.sim.measures import Counts
from passgo.sim.plan import (
    Plan,
    SimulationError,
    bot_texts,
    make_plan,
    open_board,
    open_position,
)
from passgo.sim.results import GameResult
from passgo.sim.runner import run
from passgo.spelling import describe_unknown, did_you_mean

__all__ = [
    "Arm",
    "SeatRow",
    "Variation",
    "base_bots",
    "change_table",
    "fill_seats",
    "forfeits_by_arm",
    "make_arms",
    "make_variation",
    "play",
    "read_option",
    "read_variation",
]


SETTINGS: Final = ("preset", "bots", "bot", "players", "board", "position", "houses", "hotels")
"""What can be varied besides rule options; houses and hotels are the Bank's supply."""
PLAYERS: Final = 4
DEFAULT_BOTS: Final = (
    "normal",
    "normal(caution=0.5)",
    "normal(caution=2)",
    "normal(appetite=0.8)",
)
"""The default lineup: different bots, as required to measure luck."""


class Variation(msgspec.Struct, frozen=True):
    """A setting to vary (a rule option or one of `SETTINGS`) and its values."""

    key: str
    values: list[str]
    given: dict[str, object] = {}
    """The boards and positions among the values, by the names that stand for them; other names are files."""


class Arm(msgspec.Struct, frozen=True):
    """One arm of an experiment: its name, changes and plan."""

    name: str
    changes: dict[str, str]
    plan: Plan

    def __repr__(self) -> str:
        return f"<Arm {self.name}: {self.plan.games:,} games>"


class SeatRow(msgspec.Struct, frozen=True):
    """A seat in one game of one arm."""

    arm: str
    game: int
    """The game's number in its arm, starting at 0."""
    dice: int
    """The number of its block: games with the same number had the same dice, in all arms."""
    outcome: str
    """``won``, ``shared`` or ``unfinished``."""
    rounds: int
    turns: int
    trades: int
    seat: int
    bot: str
    is_first: bool
    """Whether the seat rolled first."""
    is_winner: bool
    """Whether the seat won, alone or together with others."""
    cash: int
    worth: int
    out: int | None
    """The round in which the player left the game; None for never."""
    faults: int


def seat_rows(arm: str, result: GameResult, first: int) -> list[SeatRow]:
    """Return a row for each seat in a game."""
    return [
        SeatRow(
            arm,
            result.index,
            result.dice,
            result.outcome,
            result.rounds,
            result.turns,
            result.trades,
            seat,
            bot,
            seat == first,
            seat in result.winners,
            result.cash[seat],
            result.worth[seat],
            result.out[seat] or None,
            result.faults[seat],
        )
        for seat, bot in enumerate(result.bots)
    ]


def make_variation(key: str, values: Sequence[object]) -> Variation:
    """Make a variation from Python values: numbers, strings, bot classes, lineups, boards or positions."""
    if isinstance(values, str) or not isinstance(values, Sequence) or not values:
        raise SimulationError(
            f"The values of {key} must be a list such as [1, 2] (got {values!r})."
        )
    given: dict[str, object] = {}
    texts: list[str] = []
    for at, value in enumerate(values, 1):
        if isinstance(value, bool):
            texts.append("on" if value else "off")
        elif isinstance(value, Board):
            texts.append(value.key if value.key not in texts else f"{value.key} {at}")
            given[texts[-1]] = value
        elif isinstance(value, (dict, Game)):
            texts.append(f"position {at}")
            given[texts[-1]] = value
        elif isinstance(value, type):
            texts += bot_texts([value])
        elif isinstance(value, (list, tuple)):
            texts.append("+".join(bot_texts(value)))
        elif key == "bots":
            texts.append("+".join(split_bots(str(value))))
        else:
            texts.append(str(value))
    return check_variation(Variation(key, texts, given))


def read_variation(text: str) -> Variation:
    """Parse `key=value,value,…`; commas inside parentheses do not separate values."""
    key, equals, rest = text.partition("=")
    key = key.strip()
    values = split_bots(rest)
    if not equals or not values:
        raise SimulationError(f"--vary must be NAME=VALUE,VALUE,... (got {text!r})")
    return check_variation(Variation(key, values))


def check_variation(variation: Variation) -> Variation:
    """Return a variation; raise SimulationError for an unknown setting or a repeated value."""
    key, values = variation.key, variation.values
    known = (*SETTINGS, *OPTIONS)
    if key not in known:
        hint = did_you_mean(key, known) or f"; choose from {', '.join(known)}."
        raise SimulationError(f"{key!r} cannot be varied{hint}")
    twice = [value for at, value in enumerate(values) if value in values[:at]]
    if twice:
        raise SimulationError(f"The value {twice[0]} is given twice for {key}: remove one of them.")
    return variation


def base_bots(bots: Sequence[str] | None, variations: Sequence[Variation]) -> list[str]:
    """Return the base's lineup: the given one, or else the first value of a varied lineup or bot."""
    if bots is not None:
        return fill_seats(bots, PLAYERS if len(bots) == 1 else len(bots))
    varied = {variation.key: variation.values[0] for variation in variations}
    first = varied.get("bots", varied.get("bot"))
    if first is None:
        return list(DEFAULT_BOTS)
    named = [part.strip() for part in first.split("+")]
    return fill_seats(named, PLAYERS if len(named) == 1 else len(named))


def make_arms(
    variations: Sequence[Variation],
    bots: Sequence[str],
    rules: RuleSet | None,
    *,
    games: int,
    seed: int,
    rounds: int,
    cross: bool = False,
    seconds: float | None = None,
    board: Board | str | os.PathLike[str] | None = None,
    position: Game | dict[str, object] | str | os.PathLike[str] | None = None,
) -> list[Arm]:
    """Plan the base and the arms: one change at a time, or all combinations.

    If positions are varied and the base has none, it starts from the first of them.

    The base comes first. All arms use the same dice numbers, so an arm whose lineup has more distinct
    seatings plays more games.
    """
    keys = [variation.key for variation in variations]
    if len(set(keys)) < len(keys):
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise SimulationError(f"{twice} is varied twice: give all its values in one --vary.")
    changes: list[dict[str, str]] = [{}]
    if cross:
        everything = [
            [(variation.key, value) for value in variation.values] for variation in variations
        ]
        changes += [dict(combination) for combination in itertools.product(*everything)]
    else:
        changes += [
            {variation.key: value} for variation in variations for value in variation.values
        ]
    given = {variation.key: variation.given for variation in variations}
    first = next((one.values[0] for one in variations if one.key == "position"), None)
    name = "base"
    board, position = open_board(board), open_position(position)
    if first is not None and position is None:
        position = open_position(given["position"].get(first, first))
        name = f"base (position={first})"
    starts = [change_start(change, given, board, position) for change in changes]
    tables: list[tuple[list[str], RuleSet | None]] = []
    for change, (_, start) in zip(changes, starts, strict=True):
        if start is None:
            line_up, changed = change_table(change, bots, RuleSet() if rules is None else rules)
            tables.append((count_players(change, line_up, None), changed))
        else:
            line_up = change_table(change, bots, RuleSet())[0]
            tables.append((count_players(change, line_up, start), rules))
    seatings = max(Plan(bots=tuple(line_up)).block for line_up, _ in tables)
    arms: list[Arm] = []
    for change, (line_up, agreed), (on, start) in zip(changes, tables, starts, strict=True):
        plan = make_plan(
            line_up,
            seed=seed,
            rules=agreed,
            board=on,
            position=start,
            rounds=rounds,
            seconds=seconds,
        )
        size = -(-games // seatings) * plan.block
        plan = msgspec.structs.replace(plan, games=size, detail=size)
        if all(plan != arm.plan for arm in arms):  # a value may be the same as in the base
            arms.append(Arm(_name(change) or name, change, plan))
    return arms


def _name(change: dict[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in change.items())


def change_start(
    change: dict[str, str],
    given: Mapping[str, Mapping[str, object]],
    board: Board | None,
    position: dict[str, object] | None,
) -> tuple[Board | None, dict[str, object] | None]:
    """Return the board and the starting position after a change; None for the defaults."""
    if "position" in change:
        text = change["position"]
        position = open_position(given.get("position", {}).get(text, text))
    if position is not None:
        inside = [key for key in change if key in ("board", "houses", "hotels", "preset", *OPTIONS)]
        if inside:
            raise SimulationError(
                f"A position includes its own rules and board, so {inside[0]} cannot be varied with it."
            )
        return board, position
    if "board" in change:
        text = change["board"]
        changed_board = open_board(given.get("board", {}).get(text, text))
        if changed_board != (classic() if board is None else board):
            board = changed_board
    supply = {key: text for key, text in change.items() if key in ("houses", "hotels")}
    if supply:
        data = (classic() if board is None else board).to_data()
        changed = dict(data)
        try:
            for key, text in supply.items():
                changed[key] = int(text)
            if changed != data:
                board = board_from_data(changed)
        except ValueError:
            raise SimulationError(f"{key} must be a whole number (got {text!r})") from None
        except BoardError as error:
            raise SimulationError(f"{_name(supply)}: {error}.") from None
    return board, None


def count_players(
    change: dict[str, str], line_up: list[str], position: dict[str, object] | None
) -> list[str]:
    """Return a lineup with the right number of players; it is repeated if there are too few bots."""
    seats = len(line_up)
    there = None if position is None else position.get("players")
    if isinstance(there, list):
        seats = len(there)
    if "players" in change:
        if position is not None:
            raise SimulationError("A position has its own players, so players cannot be varied.")
        text = change["players"]
        if not (text.isascii() and text.isdigit() and 2 <= int(text) <= 8):
            raise SimulationError(f"players must be from 2 to 8 (got {text!r})")
        seats = int(text)
    return [line_up[at % len(line_up)] for at in range(seats)]


def change_table(
    change: dict[str, str], bots: Sequence[str], rules: RuleSet
) -> tuple[list[str], RuleSet]:
    """Return the lineup and the rules after a change."""
    line_up = list(bots)
    data = rules_to_data(rules)
    for key, value in change.items():
        if key == "bots":
            line_up = fill_seats([part.strip() for part in value.split("+")], len(bots))
        elif key == "bot":
            line_up = [value, *line_up[1:]]
        elif key == "preset":
            if value not in PRESETS:
                raise SimulationError(describe_unknown("preset", value, PRESETS))
            plain = rules_to_data(rules_from_data({"preset": rules.preset}))
            own = {name: kept for name, kept in data.items() if kept != plain[name]}
            data = rules_to_data(rules_from_data({**own, "preset": value}))
        elif key in OPTIONS:
            data[key] = read_option(key, value)
    return line_up, rules_from_data(data)


def fill_seats(bots: Sequence[str], seats: int) -> list[str]:
    """Return a bot for every seat, given one bot or a whole lineup."""
    if len(bots) not in (1, seats):
        raise SimulationError(
            f"A lineup must name 1 bot or {seats} bots, joined by + "
            f"(got {len(bots)}: {'+'.join(bots)})"
        )
    return list(bots) * (seats if len(bots) == 1 else 1)


def read_option(key: str, value: str) -> bool | int:
    """Parse a rule option's value: on or off, or a whole number."""
    words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    if value.lower() in words:
        return words[value.lower()]
    try:
        return int(value.replace("_", ""))
    except ValueError:
        raise SimulationError(f"{key} must be on, off or a whole number (got {value!r})") from None


def play(
    arms: Sequence[Arm],
    executor: Executor,
    strict: bool = False,
    rows: RowFile[SeatRow] | None = None,
) -> Iterator[tuple[int, Counts, int]]:
    """Play every arm; after each batch, yield the arm's number, its counts so far and the batch's size.

    ``rows`` receives a row for each seat in each game.
    """
    for number, arm in enumerate(arms):
        counts = Counts(arm.plan)
        for batch in run(arm.plan, executor, strict=strict):
            for result in batch:
                counts.add(result)
                if rows is not None:
                    rows.add(seat_rows(arm.name, result, counts.first))
            yield number, counts, len(batch)


def forfeits_by_arm(arms: Sequence[Arm], counts: Sequence[Counts]) -> dict[str, Forfeits]:
    """Return the moves that each bot forfeited in each arm."""
    return {
        f"{bot} ({arm.name})": forfeits
        for arm, counted in zip(arms, counts, strict=True)
        for bot, forfeits in counted.forfeits.items()
    }
