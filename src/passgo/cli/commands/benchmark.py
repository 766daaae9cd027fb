"""`passgo benchmark`: score a bot against fixed opponents.

With `--json`, the command prints one object:

    benchmark, quick   the version of the benchmark, and whether only a tenth of the games were played
    bot
    done               whether all games have been played
    reproducible       false if the bot had a time limit
    score, low, high   mean share of games won, with its 95% interval; null until all games are done
    faults             number of moves that the bot forfeited
    opponents          a list: bot, played, won, unfinished, share, low, high, faults and seconds (per
                       game on one core; the only figure that varies from run to run)
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Final

from passgo.cli import simulation_options
from passgo.cli.bot_names import check_bot, find_local_bots
from passgo.cli.errors import INTERRUPTED, UserError
from passgo.cli.pairing_runs import check_origin, describe_stop, play_pairings
from passgo.cli.text import print_line
from passgo.engine.refusal import PassGoError
from passgo.sim.benchmark import (
    GAMES,
    OPPONENTS,
    PLAYERS,
    VERSION,
    Benchmark,
    load_benchmark,
    new_benchmark,
    save_benchmark,
)
from passgo.sim.files import path_beside
from passgo.sim.forfeits import ForfeitError, mark_name
from passgo.sim.pairings import Pairing, lock_state

DESCRIPTION: Final = (
    "Score a bot by playing against fixed opponents, so that scores can be compared: the mean\n"
    "share of games that it wins as one against three copies of each opponent."
)
EXAMPLES: Final = f"""\
examples:
  passgo benchmark my_bots:Hoarder                           your own bot, a class in my_bots.py
  passgo benchmark my_bots:Hoarder --quick                   a tenth of the games
  passgo benchmark my_bots:Hoarder --out score.json          with a results file
  passgo benchmark my_bots:Hoarder --out score.json --resume

This is PassGo benchmark {VERSION}: {GAMES:,} games against each of these opponents, whose play never changes:
{", ".join(OPPONENTS)}. The score depends only on the bot. An unfinished game
counts as not won. 25% is what a bot as strong as its opponents gets if all games are finished.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "bot", metavar="BOT", help="name of a bot, or module:Class for your own, with any options"
    )
    group = parser.add_argument_group("game options")
    group.add_argument(
        "--quick", action="store_true", help="play a tenth of the games; the score is marked"
    )
    simulation_options.add_move_seconds(group)
    simulation_options.add_strict(group)
    simulation_options.add_run_options(
        parser,
        "JSON file to write, with everything that is needed to continue",
        "continue an interrupted benchmark from the file given with --out",
    )


def run(args: argparse.Namespace) -> int:
    """Play the benchmark, and print the score."""
    find_local_bots()
    check_bot(args.bot)
    if args.resume and args.out is None:
        raise UserError("--resume continues a results file: add --out FILE.")
    path = None if args.out is None else Path(args.out)
    try:
        with nullcontext() if path is None else lock_state(path_beside(path, ".state")):
            benchmark = begin(args, path)
            save = None if path is None else partial(save_benchmark, benchmark, path)
            whole = play_pairings(args, benchmark, save, lambda pairing: f"vs. {pairing.rivals}")
            show(args, benchmark)
    except ForfeitError as error:
        return simulation_options.report_forfeit(error)
    except PassGoError as error:
        raise UserError(str(error)) from None
    if whole:
        return 0
    print(describe_stop(benchmark, path is not None), file=sys.stderr)
    return INTERRUPTED


def begin(args: argparse.Namespace, path: Path | None) -> Benchmark:
    """Begin a benchmark, or continue the saved one."""
    fresh = new_benchmark(args.bot, args.quick, args.move_seconds)
    if path is None or not path.exists():
        return fresh
    if not args.resume:
        raise UserError(f"{path} already exists: continue it with --resume, or delete the file.")
    found = load_benchmark(path)
    if settings_of(found) != settings_of(fresh):
        raise UserError(
            f"{path} contains a different benchmark: use the same options, or choose a different "
            "file for --out."
        )
    check_origin(path, found.origin, fresh.origin)
    return found


def settings_of(benchmark: Benchmark) -> tuple[object, ...]:
    """Return everything that determines a benchmark's games."""
    plans = tuple((pairing.bot, pairing.rivals, pairing.games) for pairing in benchmark.pairings)
    return benchmark.version, benchmark.seconds, plans


# -- output ----------------------------------------------------------------------------------------


def show(args: argparse.Namespace, benchmark: Benchmark) -> None:
    """Print the score and the results against each opponent."""
    simulation_options.print_forfeits(args, benchmark.forfeits())
    if args.json:
        print(json.dumps(to_data(benchmark), indent=2))
        return
    for line in result_lines(benchmark):
        print_line(line)


def result_lines(benchmark: Benchmark) -> list[str]:
    """Format the results against each opponent, and the score."""
    forfeits = benchmark.forfeits()[benchmark.bot]
    name = mark_name(benchmark.bot, forfeits)
    lines = [
        f"{benchmark.name}: {name}",
        "",
        f"{'against three':<16}{'games':>7}{'won':>7}{'unfin.':>8}{'share':>9}{'95% interval':>17}{'ms':>9}",
    ]
    for one in benchmark.pairings:
        share = one.share
        limits = f"{100 * share.low:.1f} to {share.high:.1%}"
        lines.append(
            f"{one.rivals:<16}{one.played:>7,}{one.wins:>7,}{one.unfinished:>8,}"
            + (f"{share.value:>9.1%}{limits:>17}" if one.played else f"{'-':>9}{'-':>17}")
            + f"{1000 * one.seconds / max(1, one.played):>9,.1f}"
        )
    if not benchmark.reproducible:
        lines += ["", f"Not reproducible: a time limit of {benchmark.seconds:g} s per move."]
    if benchmark.done:
        score = benchmark.score
        limits = f"{100 * score.low:.1f} to {score.high:.1%}"
        value = mark_name(f"{score.value:.1%}", forfeits)
        lines += ["", f"A bot as strong as its opponents would win {1 / PLAYERS:.0%}."]
        lines.append(f"Score: {value} (95% interval: {limits}), {benchmark.name}")
    return lines


def to_data(benchmark: Benchmark) -> dict[str, object]:
    """Return all results as plain data, in the format described at the top of this module."""
    score = benchmark.score
    known = benchmark.done
    return {
        "benchmark": benchmark.version,
        "quick": benchmark.quick,
        "bot": benchmark.bot,
        "done": benchmark.done,
        "reproducible": benchmark.reproducible,
        "score": score.value if known else None,
        "low": score.low if known else None,
        "high": score.high if known else None,
        "faults": benchmark.forfeits()[benchmark.bot].moves,
        "opponents": [pairing_to_data(pairing) for pairing in benchmark.pairings],
    }


def pairing_to_data(pairing: Pairing) -> dict[str, object]:
    """Return the results against one opponent as plain data."""
    share = pairing.share
    known = pairing.played > 0
    return {
        "bot": pairing.rivals,
        "played": pairing.played,
        "won": pairing.wins,
        "unfinished": pairing.unfinished,
        "share": share.value if known else None,
        "low": share.low if known else None,
        "high": share.high if known else None,
        "faults": pairing.forfeits.moves,
        "seconds": pairing.seconds / pairing.played if known else None,
    }
