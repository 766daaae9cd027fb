"""`passgo odds`: where tokens land in the long run, and how much rent that brings in.

With `--json`, the command prints one object:

    board         the board's key
    board_name    its name
    strategies    an object with `leave` and `stay`, each with:
      rolls_per_turn
      turns_in_jail      share of turns that begin in Jail
      time_in_jail       share of rolls after which the token is in Jail
      spaces             a list: every space, starting with GO, then "in Jail"
        space            its number; null for "in Jail"
        name
        landings         stops on the space per roll, including stops before a card moves the token
        share            landings as a share of all landings
        rests            share of rolls that end there
        played           landings per roll in games played by the engine (only with --rolls)
        error            the standard error of `played`
        difference       (played - landings) / error; null if the error is 0
      groups             a list, in board order
        key, name
        landings         per opponent turn, on any property in the group
        levels           a list of levels, as below
        deeds            a list: space, name, landings (per opponent turn), levels
      played_rolls       number of rolls played (only with --rolls)

    Each level has a name, a cost (all money spent to reach it), a rent (expected, per opponent
    turn), a payback (cost / rent, in opponent turns), and the step up from the previous level:
    added_cost, added_rent and added_payback. A payback is null if the cost is never recovered.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from passgo.cli.errors import UserError
from passgo.cli.options import LARGEST_SEED, add_board_option, read_board, whole_number
from passgo.cli.text import print_line, shorten
from passgo.engine.board import Board
from passgo.odds.chain import LEAVE, STAY, STRATEGIES, LongRun, long_run, space_names
from passgo.odds.plot import draw
from passgo.odds.returns import GroupReturns, Level, returns

if TYPE_CHECKING:
    from passgo.odds.empirical import EmpiricalLandings

DESCRIPTION: Final = (
    "Show how often tokens land on each space in the long run and how much rent each\n"
    "group and building level earns. Both are computed exactly, with a Markov chain."
)
EXAMPLES: Final = """\
examples:
  passgo odds                                   both Jail strategies, side by side
  passgo odds --sort leave                      most visited spaces first
  passgo odds --plot board.svg                  a picture of the board
  passgo odds --plot stay.svg --strategy stay   the same for staying in Jail
  passgo odds --rolls 10_000_000                compare with games played by the engine
  passgo odds --json                            machine-readable output

A landing is counted on every space where a token stops. If a Chance card moves the token, for
example, both the Chance space and the token's new space are counted. A rest is counted only on the
space where the token ends up once the roll is fully resolved.
"""
_TITLES = {LEAVE: "leave Jail", STAY: "stay in Jail"}
_FEWEST, _MOST = 1_000, 100_000_000_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    group = parser.add_argument_group("game options")
    add_board_option(group)
    group.add_argument(
        "--rolls",
        type=whole_number("--rolls", _FEWEST, _MOST),
        metavar="N",
        help="number of rolls to simulate with the engine for comparison (default: none)",
    )
    group.add_argument(
        "--seed",
        type=whole_number("--seed", 0, LARGEST_SEED),
        metavar="N",
        help="random seed for --rolls (default: 1)",
    )
    group = parser.add_argument_group("output")
    group.add_argument(
        "--sort",
        choices=["board", *STRATEGIES],
        metavar="ORDER",
        default="board",
        help="order of the spaces: board for board order; leave or stay for most visited first "
        "under that Jail strategy (default: board)",
    )
    group.add_argument(
        "--plot", metavar="FILE", help="SVG image file to write (a name ending in .svg)"
    )
    group.add_argument(
        "--strategy",
        choices=STRATEGIES,
        metavar="NAME",
        default=LEAVE,
        help="Jail strategy to show in the plot: leave or stay (default: leave)",
    )
    group.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Compute the odds, then print and draw them as requested."""
    if args.seed is not None and args.rolls is None:
        raise UserError("--seed can be used only with --rolls: add --rolls, or leave out --seed.")
    if args.plot is not None:
        _check_plot(args.plot)
    board = read_board(args.board)
    runs = {strategy: long_run(board, strategy) for strategy in STRATEGIES}
    earned = {strategy: returns(board, runs[strategy]) for strategy in STRATEGIES}
    played = (
        {}
        if args.rolls is None
        else _play(board, args.rolls, 1 if args.seed is None else args.seed)
    )
    if args.plot is not None:
        _write(args.plot, draw(board, runs[args.strategy], earned[args.strategy]))
    if args.json:
        print(json.dumps(to_data(board, runs, earned, played), indent=2))
        return 0
    for line in [
        *landing_lines(board, runs, played, args.sort),
        "",
        *turn_lines(runs, played),
        "",
        *group_lines(board, earned),
    ]:
        print_line(line)
    return 0


# -- options ---------------------------------------------------------------------------------------


def _check_plot(path: str) -> None:
    """Raise `UserError` before any work is done if the plot cannot be written to this path."""
    if not path.lower().endswith(".svg"):
        raise UserError(f"The plot's file name must end in .svg (got {path!r}).")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise UserError(f"There is no folder {folder!r}: create it first.")
    if os.path.isdir(path):
        raise UserError(f"{path!r} is a folder, not a file.")


def _write(path: str, svg: str) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg)
    except OSError as error:
        raise UserError(f"The plot could not be written to {path!r}: {error.strerror}.") from None
    print_line(f"Plot written to {path}.", file=sys.stderr)


def _play(board: Board, rolls: int, seed: int) -> dict[str, EmpiricalLandings]:
    """Play both strategies with the engine, and report progress on stderr."""
    from passgo.odds.empirical import play_landings, remove_kept_cards  # imports the whole engine

    board = remove_kept_cards(board)
    try:
        return {
            strategy: play_landings(
                rolls, seed, strategy == LEAVE, board, progress=_progress(strategy, rolls)
            )
            for strategy in STRATEGIES
        }
    except ValueError as error:
        raise UserError(f"The games cannot be played: {error}.") from None


def _progress(strategy: str, rolls: int) -> Callable[[int], None]:
    """Return a function that reports progress: in place on a terminal, otherwise in ten lines."""
    live = sys.stderr.isatty()
    shown = -1

    def report(done: int) -> None:
        nonlocal shown
        step = (100 if live else 10) * done // rolls
        if step == shown:
            return
        shown = step
        text = f"{_TITLES[strategy]}: {done:,} of {rolls:,} rolls played"
        end = "\n" if not live or done >= rolls else ""
        print(("\r" if live else "") + text, end=end, file=sys.stderr, flush=True)

    return report


# -- tables ----------------------------------------------------------------------------------------


def landing_lines(
    board: Board, runs: dict[str, LongRun], played: dict[str, EmpiricalLandings], sort: str
) -> list[str]:
    """Format the landings, with both strategies side by side."""
    names = space_names(board)
    order = list(range(len(names)))
    if sort != "board":
        order.sort(key=lambda number: -runs[sort].landings[number])
    heads = ["exact", "played", "diff"] if played else ["land", "rest"]
    lines = [
        f"{'Landings' if played else 'Landings and rests'} per 100 rolls on the {board.name}",
        "",
        _row("", "", [_TITLES[one].rjust(8 * len(heads)) for one in STRATEGIES]),
        _row("#", "space", ["".join(f"{head:>8}" for head in heads)] * 2),
    ]
    for number in order:
        blocks = []
        for strategy in STRATEGIES:
            one = runs[strategy]
            block = f"{100 * one.landings[number]:8.3f}"
            if played:
                off = _off(one, played[strategy], number)
                block += f"{100 * played[strategy].landings[number]:8.3f}"
                block += f"{'-':>8}" if off is None else f"{off:+8.1f}"
            else:
                block += f"{100 * one.rests[number]:8.3f}"
            blocks.append(block)
        lines.append(_row(str(number) if number < board.size else "-", names[number], blocks))
    if played:
        lines += [
            "",
            "exact: landings from the Markov chain",
            "played: landings in engine games without Get Out of Jail Free cards",
            "diff: difference between the two, in standard errors",
        ]
    return lines


def _row(number: str, name: str, blocks: list[str]) -> str:
    return f"{number:>3}  {shorten(name, 22):<22}" + "   ".join(blocks)


def turn_lines(runs: dict[str, LongRun], played: dict[str, EmpiricalLandings]) -> list[str]:
    """Format the figures for rolls, turns and Jail."""
    rows = [
        ("rolls per turn", [f"{runs[one].rolls_per_turn:.4f}" for one in STRATEGIES]),
        ("turns that begin in Jail", [f"{runs[one].turns_in_jail:.2%}" for one in STRATEGIES]),
        ("rolls that end in Jail", [f"{runs[one].time_in_jail:.2%}" for one in STRATEGIES]),
    ]
    if played:
        rows.append(("rolls played", [f"{played[one].rolls:,}" for one in STRATEGIES]))
    lines = [f"{'':<27}" + "".join(f"{_TITLES[one]:>16}" for one in STRATEGIES)]
    return lines + [
        f"{name:<27}" + "".join(f"{cell:>16}" for cell in cells) for name, cells in rows
    ]


def group_lines(board: Board, earned: dict[str, list[GroupReturns]]) -> list[str]:
    """Format rents and paybacks, with both strategies side by side."""
    lines = [
        "rent: expected rent per opponent turn",
        "payback: opponent turns until the rent has paid for all deeds and buildings",
        "step: payback for this level alone",
        "",
        " " * 30 + "".join(f"{_TITLES[one]:>25}" for one in STRATEGIES),
        f"{'group':<12}{'level':<10}{'cost':>8}" + f"{'rent':>9}{'payback':>8}{'step':>8}" * 2,
    ]
    for at, group in enumerate(board.groups):
        name = shorten(group.name, 11)
        for level, other in zip(earned[LEAVE][at].levels, earned[STAY][at].levels, strict=True):
            line = f"{name:<12}{level.name:<10}{f'${level.cost:,.0f}':>8}"
            for one in (level, other):
                rent = f"${one.rent:.2f}"
                line += f"{rent:>9}{_turns(one.payback)}{_turns(one.added_payback)}"
            lines.append(line)
            name = ""
    return lines


def _turns(payback: float) -> str:
    return f"{'never':>8}" if math.isinf(payback) else f"{payback:8.1f}"


def _off(run: LongRun, played: EmpiricalLandings, number: int) -> float | None:
    """Return the games' deviation from the chain in standard errors; None if the error is 0."""
    error = played.errors[number]
    return None if error == 0 else (played.landings[number] - run.landings[number]) / error


# -- JSON ------------------------------------------------------------------------------------------


def to_data(
    board: Board,
    runs: dict[str, LongRun],
    earned: dict[str, list[GroupReturns]],
    played: dict[str, EmpiricalLandings],
) -> dict[str, object]:
    """Return all results as plain data, in the format described at the top of this module."""
    strategies: dict[str, object] = {}
    for strategy in STRATEGIES:
        one = runs[strategy]
        found = played.get(strategy)
        strategies[strategy] = {
            "rolls_per_turn": one.rolls_per_turn,
            "turns_in_jail": one.turns_in_jail,
            "time_in_jail": one.time_in_jail,
            "spaces": _spaces_to_data(board, one, found),
            "groups": [_group_to_data(board, group) for group in earned[strategy]],
            **({} if found is None else {"played_rolls": found.rolls}),
        }
    return {"board": board.key, "board_name": board.name, "strategies": strategies}


def _spaces_to_data(
    board: Board, run: LongRun, played: EmpiricalLandings | None
) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for number, name in enumerate(space_names(board)):
        row: dict[str, object] = {
            "space": number if number < board.size else None,
            "name": name,
            "landings": run.landings[number],
            "share": run.shares[number],
            "rests": run.rests[number],
        }
        if played is not None:
            row["played"] = played.landings[number]
            row["error"] = played.errors[number]
            row["difference"] = _off(run, played, number)
        rows.append(row)
    return rows


def _group_to_data(board: Board, found: GroupReturns) -> dict[str, object]:
    group = board.groups[found.group]
    return {
        "key": group.key,
        "name": group.name,
        "landings": found.landings,
        "levels": [_level_to_data(level) for level in found.levels],
        "deeds": [
            {
                "space": board.deeds[deed.deed].space,
                "name": board.deeds[deed.deed].name,
                "landings": deed.landings,
                "levels": [_level_to_data(level) for level in deed.levels],
            }
            for deed in found.deeds
        ],
    }


def _level_to_data(level: Level) -> dict[str, object]:
    return {
        "name": level.name,
        "cost": level.cost,
        "rent": level.rent,
        "payback": None if math.isinf(level.payback) else level.payback,
        "added_cost": level.added_cost,
        "added_rent": level.added_rent,
        "added_payback": None if math.isinf(level.added_payback) else level.added_payback,
    }
