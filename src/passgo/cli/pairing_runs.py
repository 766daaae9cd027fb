"""Playing pairings, with the results saved along the way, for `passgo tournament` and `passgo benchmark`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Final

from passgo.cli import simulation_options
from passgo.cli.errors import UserError
from passgo.sim.benchmark import Benchmark
from passgo.sim.origin import describe_difference
from passgo.sim.pairings import Pairing, Tournament

SAVED_EVERY: Final = 1.0  # seconds; saving takes about a millisecond


def play_pairings(
    args: argparse.Namespace,
    found: Tournament | Benchmark,
    save: Callable[[], object] | None,
    label: Callable[[Pairing], str],
) -> bool:
    """Play the remaining games, with a progress bar; return False if Ctrl-C stopped play early.

    ``save`` is called about once a second and at the end, but not before the first game.
    """
    saved = time.monotonic()
    with simulation_options.open_progress_bar(args, count_planned(found)) as bar:
        bar.update(count_played(found))
        try:
            with simulation_options.open_workers(args) as workers:
                for pairing, games in found.play(workers, strict=args.strict):
                    bar.total = count_planned(found)
                    bar.set_description_str(label(pairing), refresh=False)
                    bar.update(games)
                    due = time.monotonic() - saved > SAVED_EVERY
                    if save is not None and due and count_played(found):
                        save()
                        saved = time.monotonic()
        except KeyboardInterrupt:
            return False
        finally:
            if save is not None and count_played(found):
                save()
    return True


def check_origin(path: object, before: dict[str, str], now: dict[str, str]) -> None:
    """Raise UserError if a saved run was played with other source code."""
    changed = describe_difference(before, now)
    if changed:
        raise UserError(
            f"{path} cannot be continued because {changed}: delete the file, or choose a "
            "different file for --out."
        )


def count_planned(found: Tournament | Benchmark) -> int:
    """Return the total number of games."""
    return sum(pairing.games for pairing in found.pairings)


def count_played(found: Tournament | Benchmark) -> int:
    """Return the number of games played so far."""
    return sum(pairing.played for pairing in found.pairings)


def describe_stop(found: Tournament | Benchmark, is_saved: bool) -> str:
    """Describe how many games have been played, and how to continue."""
    report = f"passgo: stopped after {count_played(found):,} of {count_planned(found):,} games."
    return f"{report} Repeat the command with --resume to continue." if is_saved else report
