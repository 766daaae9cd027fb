"""Tournaments between our own bots, played in pieces, for docs/strength.md."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import msgspec

from bench import pages
from passgo.bots.ladder import LADDER
from passgo.engine.refusal import PassGoError
from passgo.sim.executors import Executor
from passgo.sim.formatting import interval
from passgo.sim.origin import describe_difference
from passgo.sim.pairings import Pairing, Tournament, lock_state, save
from passgo.sim.plan import SimulationError
from passgo.sim.stats import IntervalEstimate

SLOW: Final = ("hard", "planner-rollout")
"""Bots that look ahead, which takes half a second or more per game."""
FAST: Final = tuple(name for name in LADDER if name not in SLOW)
SAVED_EVERY: Final = 1.0  # seconds


def add_options(parser: argparse.ArgumentParser, games: int) -> None:
    """Add the options for games, and --minutes."""
    pages.add_options(parser, games)
    parser.add_argument(
        "--minutes",
        type=float,
        help="stop after about this many minutes; repeat the command to continue (default: no limit)",
    )


def time_limit(
    minutes: float | None, now: Callable[[], float] = time.monotonic
) -> Callable[[], bool]:
    """Return a function that checks whether the time limit, counted from now, has passed."""
    end = math.inf if minutes is None else now() + 60 * minutes
    return lambda: now() >= end


def continue_tournament(
    path: Path, fresh: Tournament, executor: Callable[[], Executor], is_over: Callable[[], bool]
) -> Tournament:
    """Begin a tournament, or continue the saved one, until all games are played or time is up."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with nullcontext() if is_over() else lock_state(path):
            tournament = load_or_begin(path, fresh)
            if not (tournament.done or is_over()):
                play(tournament, path, executor, is_over)
    except PassGoError as error:
        raise SystemExit(str(error)) from None
    return tournament


def load_or_begin(path: Path, fresh: Tournament) -> Tournament:
    """Return the saved tournament, or the new one if there is none.

    Raises SimulationError if the saved tournament has different settings or was played by other code.
    """
    if not path.exists():
        return fresh
    found = msgspec.json.decode(path.read_bytes(), type=Tournament)
    changed = describe_difference(found.origin, fresh.origin)
    if found.settings != fresh.settings:
        changed = "its settings are different"
    if changed:
        raise SimulationError(
            f"{path} cannot be continued because {changed}: use the same options and the same code, "
            "or delete it to start again."
        )
    return found


def play(
    tournament: Tournament,
    path: Path,
    executor: Callable[[], Executor],
    is_over: Callable[[], bool],
) -> None:
    """Play a tournament until all games are played or time is up, saving it about once a second."""
    saved = time.monotonic()
    try:
        with executor() as workers:
            for pairing, games in tournament.play(workers):
                if not (games or pairing.done):
                    print(f"{path.stem}: {pairing.bot} vs. {pairing.rivals}", file=sys.stderr)
                if is_over():
                    workers.close(at_once=True)
                    break
                if time.monotonic() - saved > SAVED_EVERY:
                    save(tournament, path)
                    saved = time.monotonic()
    finally:
        save(tournament, path)


# -- cells of tables -------------------------------------------------------------------------------


def percent(found: IntervalEstimate, digits: int = 0, mark: str = "") -> str:
    """Format a share as a percentage, with its interval."""
    limits = interval(found, lambda share: f"{100 * share:.{digits}f}")
    return f"{100 * found.value:.1f}{mark} ({limits})"


def unfinished_percent(pairings: Sequence[Pairing]) -> str:
    """Format the share of unfinished games as a percentage."""
    played = sum(one.played for one in pairings)
    return f"{100 * sum(one.unfinished for one in pairings) / played:.1f}"


def milliseconds(pairings: Sequence[Pairing]) -> str:
    """Format the mean duration of a game on one core."""
    played = sum(one.played for one in pairings)
    return f"{1000 * sum(one.seconds for one in pairings) / played:,.1f}"
