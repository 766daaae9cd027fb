"""`passgo compare`: measure the effect of a rule, a lineup or a bot option.

With `--json`, the command prints one object:

    seed, rounds
    reproducible   false if a bot had a time limit
    arms           a list, with the base first
      name, changes      the arm's name, and its changes to the base, as given with --vary
      bots, rules        the lineup and the rules
      games, won, shared, unfinished, median_rounds
      faults             total number of moves that bots forfeited
      measures           an object with rounds, unfinished, shared, spread, leader, luck, first and
                         hero, each with:
        value, low, high     for this arm
        change               value, low and high of the difference from the base; null for the base
        clear                whether the interval excludes 0; false with fewer than five dice numbers

Games with the same dice number have the same dice rolls. An unknown figure or endpoint is null.
docs/house-rules.md describes the measures.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import msgspec

from passgo.bots.ladder import split_bots
from passgo.cli import simulation_options
from passgo.cli.bot_names import find_local_bots
from passgo.cli.errors import INTERRUPTED, UserError
from passgo.cli.options import add_board_option, read_board, read_rules
from passgo.cli.positions import read_position_data
from passgo.cli.text import print_line
from passgo.engine.refusal import PassGoError
from passgo.row_list import RowFile
from passgo.sim.comparison import GAMES
from passgo.sim.comparison_page import comparison_page
from passgo.sim.experiment import (
    PLAYERS,
    SETTINGS,
    Arm,
    SeatRow,
    Variation,
    base_bots,
    forfeits_by_arm,
    make_arms,
    read_variation,
)
from passgo.sim.experiment import play as play_arms
from passgo.sim.forfeits import ForfeitError, mark_name, merge_forfeits
from passgo.sim.formatting import estimate_text
from passgo.sim.measures import ENOUGH, MEASURES, Counts, Effect, effects, median_rounds
from passgo.sim.page import write_page
from passgo.sim.results import SHARED, UNFINISHED, WON
from passgo.sim.stats import IntervalEstimate

DESCRIPTION: Final = (
    "Measure how a rule, a lineup or a bot option changes the length of games,\n"
    "the spread of wealth, the leader's win chance and the role of luck."
)
EXAMPLES: Final = f"""\
examples:
  passgo compare --vary free_parking_pot=off,on
  passgo compare --vary free_parking_pot=off,on --vary starting_cash=1000,1500,2000
  passgo compare --vary no_auctions=on --vary salary=400 --cross   all combinations
  passgo compare --vary preset=consolidated,short                  whole rule sets
  passgo compare --vary "bot=normal,normal(jail=stay)"             an option for the first bot
  passgo compare --vary "bots=normal,normal+normal+easy+easy"      lineups, joined by +
  passgo compare --vary houses=16,32                               the Bank's supply of houses
  passgo compare --vary players=2,3,4,5                            the number of players
  passgo compare --vary position=before.json,after.json            starting positions
  passgo compare --vary board=classic,mine.json                    boards
  passgo compare --vary jail_fine=50,500 --rows games.parquet      with a row for every game and seat
  passgo compare --vary jail_fine=50,500 --bots normal,easy --out page.html

Every arm is compared with the base, the game without any changes. An arm differs from the base
in one setting (with --cross, in several) and is played with the same dice. "first bot wins" is
the share of games that the first bot wins. A game has {PLAYERS} bots, unless --bots or the
first varied lineup lists two or more; in that case, each bot listed gets one seat.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    group = parser.add_argument_group("game options")
    group.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar="NAME=VALUE,...",
        help=f"setting to vary ({', '.join(SETTINGS)} or the name of a rule option) and the values "
        "to compare; can be repeated",
    )
    group.add_argument(
        "--cross",
        action="store_true",
        help="play all combinations instead of varying one setting at a time",
    )
    simulation_options.add_bots_option(
        group,
        "bots, separated by commas; a single bot takes all seats "
        "(default: four variants of normal)",
    )
    simulation_options.add_game_options(
        group, GAMES, "approximate number of games in the arm with the most seatings"
    )
    add_board_option(group)
    group.add_argument(
        "--position",
        metavar="FILE",
        help="starting position of the base (default: the beginning of a game)",
    )
    out = simulation_options.add_run_options(
        parser, "HTML report to write (a name ending in .html)"
    )
    out.add_argument(
        "--rows",
        metavar="FILE",
        help="file to write with one row per arm, game and seat (a name ending in .parquet, .csv or "
        ".jsonl)",
    )


def run(args: argparse.Namespace) -> int:
    """Play every arm and print its effects."""
    find_local_bots()
    try:
        if args.out is not None:
            simulation_options.check_report_path(Path(args.out))
        arms = read_arms(args)
        counts = play(args, arms)
        if counts:
            show(args, arms[: len(counts)], counts)
    except ForfeitError as error:
        return simulation_options.report_forfeit(error)
    except PassGoError as error:
        raise UserError(str(error)) from None
    if len(counts) == len(arms):
        return 0
    print(describe_stop(arms, len(counts)), file=sys.stderr)
    return INTERRUPTED


def describe_stop(arms: Sequence[Arm], done: int) -> str:
    """Describe which arms are missing after Ctrl-C."""
    if done == 0:
        return "passgo: stopped before the first arm was finished; reduce --games."
    missing = "; ".join(arm.name for arm in arms[done:])
    return f"passgo: stopped early. These arms are missing: {missing}."


def read_arms(args: argparse.Namespace) -> list[Arm]:
    """Plan the arms that the options describe."""
    variations = [read_variation(text) for text in args.vary]
    positions = args.position is not None or any(one.key == "position" for one in variations)
    wrong = "--rules" if args.rules is not None else "--option" if args.option else "--board"
    if positions and (args.rules is not None or args.option or args.board is not None):
        raise UserError(f"A position includes rules and a board: leave out {wrong}.")
    return make_arms(
        variations,
        read_bots(args.bots, variations),
        None if positions else read_rules(args),
        board=None if args.board is None else read_board(args.board),
        position=None if args.position is None else read_position_data(args.position),
        cross=args.cross,
        **simulation_options.read_game_settings(args),
    )


def read_bots(text: str | None, variations: Sequence[Variation]) -> list[str]:
    """Return the base's lineup: --bots, or else the first value of a varied lineup or bot."""
    bots = None if text is None else split_bots(text)
    if bots == []:
        raise UserError("--bots must name at least one bot, such as normal.")
    return base_bots(bots, variations)


def play(args: argparse.Namespace, arms: Sequence[Arm]) -> list[Counts]:
    """Play every arm and return the counts of the finished arms; Ctrl-C stops play early."""
    total = sum(arm.plan.games for arm in arms)
    done: list[Counts] = []
    with (
        simulation_options.open_progress_bar(args, total) as bar,
        nullcontext() if args.rows is None else RowFile(Path(args.rows), SeatRow) as rows,
    ):
        bar.set_description_str(arms[0].name)  # now, because the first games may take a while
        try:
            with simulation_options.open_workers(args) as workers:
                for at, counts, games in play_arms(arms, workers, args.strict, rows):
                    bar.set_description_str(arms[at].name, refresh=False)
                    bar.update(games)
                    if sum(counts.outcomes.values()) == arms[at].plan.games:
                        done.append(counts)
        except KeyboardInterrupt:
            return done
    return done


# -- output ----------------------------------------------------------------------------------------


def show(args: argparse.Namespace, arms: Sequence[Arm], counts: Sequence[Counts]) -> None:
    """Print the results, and write the report if --out is given."""
    found = [effects(counts[0], one) for one in counts]
    simulation_options.print_forfeits(args, forfeits_by_arm(arms, counts))
    if args.json:
        data = to_data(arms, counts, found)
        print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
    else:
        for line in result_lines(arms, counts, found):
            print_line(line)
    if args.out is not None:
        write_page(Path(args.out), comparison_page(arms, counts))
        print(f"Report written to {args.out}.", file=sys.stderr)


def result_lines(
    arms: Sequence[Arm], counts: Sequence[Counts], found: Sequence[Sequence[Effect]]
) -> list[str]:
    """Format each arm's measures and their differences from the base."""
    plan = arms[0].plan
    written = [f"bots: {', '.join(plan.bots)}; seed {plan.seed}"]
    if not all(arm.plan.reproducible for arm in arms):
        written.append(f"Not reproducible: bots had a time limit of {plan.seconds:g} s per move.")
    for arm, counted, measured in zip(arms, counts, found, strict=True):
        outcomes = counted.outcomes
        forfeits = merge_forfeits(counted.forfeits.values())
        written += [
            "",
            f"{mark_name(arm.name, forfeits)}: {sum(outcomes.values()):,} games, {outcomes[WON]:,} won, "
            f"{outcomes[SHARED]:,} shared, {outcomes[UNFINISHED]:,} unfinished; "
            f"median {median_rounds(counted):,} rounds; fair share of wins {1 / arm.plan.seats:.1%}",
        ]
        for figure, effect in zip(MEASURES, measured, strict=True):
            line = f"  {figure.name:<28}{estimate_text(figure, effect.found):>28}"
            if effect.change is not None and math.isfinite(effect.change.value):
                clear = "  *" if effect.clear else ""
                line += f"{estimate_text(figure, effect.change, signed=True):>30}{clear}"
            written.append(line)
    if len(arms) > 1:
        written += [
            "",
            "On the right: difference from the base (shares in percentage points); * = significant",
        ]
    if len({sum(counted.outcomes.values()) for counted in counts}) > 1:
        written.append(
            "All arms play the same sets of dice rolls, each once for every distinct seating of "
            "their bots, so the arms have different numbers of games."
        )
    if len(counts[0].blocks) < ENOUGH:
        written.append(
            f"Measuring luck takes at least {ENOUGH} sets of dice rolls: increase --games."
        )
    return written


def to_data(
    arms: Sequence[Arm], counts: Sequence[Counts], found: Sequence[Sequence[Effect]]
) -> dict[str, object]:
    """Return all results as plain data, in the format described at the top of this module."""
    return {
        "seed": arms[0].plan.seed,
        "rounds": arms[0].plan.rounds,
        "reproducible": all(arm.plan.reproducible for arm in arms),
        "arms": [
            {
                "name": arm.name,
                "changes": arm.changes,
                "bots": arm.plan.bots,
                "rules": arm.plan.rules,
                "games": sum(counted.outcomes.values()),
                "won": counted.outcomes[WON],
                "shared": counted.outcomes[SHARED],
                "unfinished": counted.outcomes[UNFINISHED],
                "median_rounds": median_rounds(counted),
                "faults": merge_forfeits(counted.forfeits.values()).moves,
                "measures": {effect.key: measure_to_data(effect) for effect in measured},
            }
            for arm, counted, measured in zip(arms, counts, found, strict=True)
        ],
    }


def measure_to_data(effect: Effect) -> dict[str, object]:
    """Return a measure as plain data."""
    found: IntervalEstimate = effect.found
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "change": effect.change,
        "clear": effect.clear,
    }
