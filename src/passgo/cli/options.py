"""What every command that plays many games has: how long, by whom, and a bar that shows how far it is."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Final, NoReturn

from tqdm import tqdm

from passgo.sim.executors import EXECUTORS
from passgo.sim.plan import ROUNDS

PLAIN_SIZE: Final = (80, 24)
"""Columns and lines of a terminal that does not tell them, as in a container: tqdm would draw nothing."""


def add_limits(what: argparse._ArgumentGroup) -> None:
    """Add when a game is broken off and how long a bot may think."""
    what.add_argument(
        "--rounds",
        metavar="N",
        default=str(ROUNDS),
        help=f"a game not over then is unfinished ({ROUNDS})",
    )
    what.add_argument(
        "--move-seconds",
        type=float,
        metavar="X",
        help="how long a bot of yours may think; the results are then not reproducible",
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add who plays the games: processes here, or a cluster."""
    how = parser.add_argument_group("who plays it")
    how.add_argument("--jobs", metavar="N", help="how many processes (one for each core)")
    how.add_argument("--executor", choices=EXECUTORS, default=EXECUTORS[0], help="(%(default)s)")
    how.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster, such as HOST:8786")


def games_bar(args: argparse.Namespace, total: int, initial: int = 0) -> tqdm[NoReturn]:
    """Open a bar of the games played; it is drawn on a terminal only, and not with --quiet."""
    live = sys.stderr.isatty() and not args.quiet
    told = live and all(os.get_terminal_size(sys.stderr.fileno()))
    columns, lines = (None, None) if told else PLAIN_SIZE
    return tqdm(
        total=total,
        initial=initial,
        unit=" games",
        disable=not live,
        leave=False,
        ncols=columns,
        nrows=lines,
    )
