"""Arguments that every command which plays many games has: how long, and by whom."""

from __future__ import annotations

import argparse

from passgo.sim.executors import EXECUTORS
from passgo.sim.plan import ROUNDS


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
