"""What simulate, tournament and compare share: their options, their workers, their progress bar."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final, NoReturn, TypedDict

from tqdm import tqdm

from passgo.cli.errors import UserError
from passgo.cli.options import add_number, add_rule_options, decimal_number, whole_number
from passgo.sim.executors import EXECUTORS, MOST_JOBS, Executor, open_executor
from passgo.sim.page import check_library, check_place
from passgo.sim.plan import ROUNDS, SimulationError

DEFAULT_SIZE: Final = (80, 24)
"""Columns and lines of a terminal that doesn't report them, as in a container: tqdm would draw nothing."""


class GameSettings(TypedDict):
    """What `add_game_options` adds, but for the rules."""

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
    """Add --bots, a list that `split_bots` reads."""
    group.add_argument("--bots", metavar="LIST", default=default, required=required, help=help_text)


def add_game_options(group: argparse._ArgumentGroup, games: int, games_help: str) -> None:
    """Add what decides the games: how many, the seed, the rules, and when a game is broken off."""
    add_number(group, "--games", games_help, games, least=1)
    add_number(group, "--seed", "random seed", 1)
    add_rule_options(group)
    add_number(group, "--rounds", "rounds after which a game counts as unfinished", ROUNDS, least=1)
    group.add_argument(
        "--move-seconds",
        type=decimal_number("--move-seconds", "0.5"),
        metavar="X",
        help="time limit for each move of your own bots; the results are then not reproducible "
        "(default: none)",
    )


def read_game_settings(args: argparse.Namespace) -> GameSettings:
    """Return how many games are played, with which seed, and when one is broken off."""
    return {
        "games": args.games,
        "seed": args.seed,
        "rounds": args.rounds,
        "seconds": args.move_seconds,
    }


def add_run_options(
    parser: argparse.ArgumentParser, out_help: str, resume_help: str | None = None
) -> argparse._ArgumentGroup:
    """Add who plays the games, and where the results go; return the group of the output options."""
    group = parser.add_argument_group("execution")
    group.add_argument(
        "--jobs",
        type=whole_number("--jobs", 1, MOST_JOBS),
        metavar="N",
        help="number of processes (default: one for each core)",
    )
    group.add_argument(
        "--executor",
        choices=EXECUTORS,
        default=EXECUTORS[0],
        help="where the games are played (default: %(default)s)",
    )
    group.add_argument(
        "--scheduler", metavar="ADDRESS", help="scheduler of a Dask cluster, such as HOST:8786"
    )
    group = parser.add_argument_group("output")
    group.add_argument("--out", metavar="FILE", help=out_help)
    if resume_help is not None:
        group.add_argument("--resume", action="store_true", help=resume_help)
    group.add_argument("--json", action="store_true", help="print a JSON object")
    group.add_argument("--quiet", action="store_true", help="show no progress bar")
    return group


def check_workers(args: argparse.Namespace) -> None:
    """Refuse a time limit where there is none."""
    if args.move_seconds is not None and args.executor == "dask":
        raise UserError("A Dask cluster has no time limit for moves: leave out --move-seconds.")


def open_workers(args: argparse.Namespace) -> Executor:
    """Open what plays the games."""
    check_workers(args)
    return open_executor(args.executor, jobs=args.jobs, scheduler=args.scheduler)


def check_report_path(path: Path) -> None:
    """Refuse a file that cannot become the report, before any game is played."""
    try:
        check_library()
    except SimulationError as error:
        raise UserError(str(error)) from None
    if path.suffix.lower() != ".html":
        raise UserError(f"The report is a web page: {str(path)!r} must end in .html.")
    if not path.parent.is_dir():
        raise UserError(f"There is no folder {str(path.parent)!r} for the report.")
    if path.is_dir():
        raise UserError(f"{str(path)!r} is a folder, not a file.")
    check_place(path)


def open_progress_bar(args: argparse.Namespace, total: int, initial: int = 0) -> tqdm[NoReturn]:
    """Open a progress bar; it is drawn on a terminal only, and not with --quiet."""
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
