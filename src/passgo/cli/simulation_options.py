"""Options, workers and the progress bar shared by the commands that play many games."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NoReturn, TypedDict

from tqdm import tqdm

from passgo.cli.errors import UserError
from passgo.cli.options import add_number, add_rule_options, decimal_number, whole_number
from passgo.cli.text import print_line
from passgo.sim.executors import EXECUTORS, MOST_JOBS, Executor, open_executor
from passgo.sim.forfeits import ForfeitError, Forfeits, forfeit_lines
from passgo.sim.page import check_library, check_place
from passgo.sim.plan import ROUNDS, SimulationError

DEFAULT_SIZE: Final = (80, 24)
"""The columns and lines to assume if a terminal does not report its size, as in a container.

Without them, tqdm would draw nothing.
"""


class GameSettings(TypedDict):
    """The values of the options that `add_game_options` adds, apart from the rules."""

    games: int
    seed: int
    rounds: int
    seconds: float | None


def add_bots_option(
    group: argparse._ArgumentGroup,
    help_text: str,
    default: str | None = None,
    required: bool = False,
) -> None:
    """Add --bots, whose value `split_bots` splits into a list."""
    group.add_argument("--bots", metavar="LIST", default=default, required=required, help=help_text)


def add_game_options(group: argparse._ArgumentGroup, games: int | None, games_help: str) -> None:
    """Add the number of games, the seed, the rules and the limits for a game.

    If ``games`` is None, the help text must describe the default.
    """
    add_number(group, "--games", games_help, games, least=1)
    add_number(group, "--seed", "random seed", 1)
    add_rule_options(group)
    add_number(
        group,
        "--rounds",
        "number of rounds after which a game counts as unfinished",
        ROUNDS,
        least=1,
    )
    add_move_seconds(group)
    add_strict(group)


def add_strict(group: argparse._ArgumentGroup) -> None:
    """Add --strict."""
    group.add_argument(
        "--strict",
        action="store_true",
        help="stop with exit status 1 at the first move that a bot forfeits",
    )


def add_move_seconds(group: argparse._ArgumentGroup) -> None:
    """Add the time limit per move."""
    group.add_argument(
        "--move-seconds",
        type=decimal_number("--move-seconds", "0.5"),
        metavar="SECONDS",
        help="time limit per move for your own bots; results will not be reproducible "
        "(default: none)",
    )


def add_output_options(group: argparse._ArgumentGroup) -> None:
    """Add --json and --quiet."""
    group.add_argument("--json", action="store_true", help="print JSON")
    group.add_argument("--quiet", action="store_true", help="hide the progress bar")


def read_game_settings(args: argparse.Namespace) -> GameSettings:
    """Return the number of games, the seed and the limits for a game."""
    return {
        "games": args.games,
        "seed": args.seed,
        "rounds": args.rounds,
        "seconds": args.move_seconds,
    }


def add_run_options(
    parser: argparse.ArgumentParser, out_help: str, resume_help: str | None = None
) -> argparse._ArgumentGroup:
    """Add the options for execution and output, and return the output group."""
    group = parser.add_argument_group("execution")
    group.add_argument(
        "--jobs",
        type=whole_number("--jobs", 1, MOST_JOBS),
        metavar="N",
        help="number of processes (default: one per core)",
    )
    group.add_argument(
        "--executor",
        choices=EXECUTORS,
        metavar="NAME",
        default=EXECUTORS[0],
        help="where to run the games: processes, here (in this process) or dask "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="Dask scheduler, such as HOST:8786 (default: a cluster on this machine)",
    )
    group = parser.add_argument_group("output")
    group.add_argument("--out", metavar="FILE", help=out_help)
    if resume_help is not None:
        group.add_argument("--resume", action="store_true", help=resume_help)
    add_output_options(group)
    return group


def check_workers(args: argparse.Namespace) -> None:
    """Raise `UserError` for a time limit on a Dask cluster."""
    if args.move_seconds is not None and args.executor == "dask":
        raise UserError("--move-seconds doesn't work on a Dask cluster: leave it out.")


def open_workers(args: argparse.Namespace) -> Executor:
    """Open the executor that plays the games."""
    check_workers(args)
    return open_executor(args.executor, jobs=args.jobs, scheduler=args.scheduler)


def report_forfeit(error: ForfeitError) -> int:
    """Print the forfeited move that stopped a strict run, and return the exit status."""
    print_line(f"passgo: {error}", sys.stderr)
    print("passgo: stopped at the first forfeited move (--strict).", file=sys.stderr)
    return 1


def print_forfeits(args: argparse.Namespace, by_bot: Mapping[str, Forfeits]) -> None:
    """Print a warning for each bot that forfeited moves, to stderr if programs read stdout."""
    lines = forfeit_lines(by_bot)
    for line in lines if args.json or not lines else [*lines, ""]:
        print_line(line, sys.stderr if args.json else None)


def check_report_path(path: Path) -> None:
    """Raise `UserError` before any game is played if the report cannot be written to this path."""
    try:
        check_library()
    except SimulationError as error:
        raise UserError(str(error)) from None
    if path.suffix.lower() != ".html":
        raise UserError(f"The report's file name must end in .html (got {str(path)!r}).")
    if not path.parent.is_dir():
        raise UserError(f"There is no folder {str(path.parent)!r}: create it first.")
    if path.is_dir():
        raise UserError(f"{str(path)!r} is a folder, not a file.")
    check_place(path)


def open_progress_bar(args: argparse.Namespace, total: int, initial: int = 0) -> tqdm[NoReturn]:
    """Open a progress bar, which is drawn only on a terminal and only without --quiet."""
    is_live = sys.stderr.isatty() and not args.quiet
    has_size = is_live and all(os.get_terminal_size(sys.stderr.fileno()))
    columns, lines = (None, None) if has_size else DEFAULT_SIZE
    return tqdm(
        total=total,
        initial=initial,
        unit=" games",
        disable=not is_live,
        leave=False,
        ncols=columns,
        nrows=lines,
    )
