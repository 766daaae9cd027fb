"""`passgo simulate`: play many games between bots and summarize them."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from pathlib import Path
from typing import Final, NoReturn

from tqdm import tqdm

from passgo.bots.ladder import split_bots
from passgo.cli import simulation_options
from passgo.cli.bot_names import DEFAULT_BOT, find_local_bots, list_bots
from passgo.cli.errors import INTERRUPTED, UserError
from passgo.cli.options import (
    add_board_option,
    add_number,
    read_board,
    read_rules,
    whole_number,
)
from passgo.cli.positions import read_position_data
from passgo.cli.text import print_line
from passgo.engine.refusal import PassGoError
from passgo.position import PositionError
from passgo.sim.forfeits import ForfeitError
from passgo.sim.page import write_page
from passgo.sim.simulation import DETAIL, GAMES, PLAYERS
from passgo.sim.simulation import simulate as play_games
from passgo.sim.summary import Summary
from passgo.sim.text_report import summary_lines

DESCRIPTION: Final = "Play many games between bots, and report who wins and how long games take."
EXAMPLES: Final = f"""\
examples:
  passgo simulate                                         {GAMES:,} games between four bots
  passgo simulate --bots normal,simple --games 10_000     two bots, taking turns in each seat
  passgo simulate --bots "simple(reserve=400),simple"     the same bot with different options
  passgo simulate --bots my_bots:Hoarder,normal           your own bot, a class in my_bots.py
  passgo simulate --rules short --option jail_fine=100    with different rules
  passgo simulate --out games.parquet                     one row per game; .csv and .jsonl also work
  passgo simulate --out games.parquet --resume            continue after an interruption
  passgo simulate --games 100 --records games             a game file for each game
  passgo simulate --games 100 --events tables             rents, trades, cash and worth over time
  passgo simulate --bots my_bots:Hoarder --strict         stop at the first mistake of a bot
  passgo simulate --position endgame.json --no-rotate     starting from a position
  passgo simulate --executor dask --scheduler HOST:8786   on a Dask cluster

The results depend on the bots, the rules and the seed, not on the number of processes. The same
dice rolls are reused with the bots in different seats, unless --no-rotate is given.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    group = parser.add_argument_group("game options")
    simulation_options.add_bots_option(
        group,
        "bots, one per seat, separated by commas (a single bot takes all seats): "
        f"{list_bots()} (default: {DEFAULT_BOT})",
        DEFAULT_BOT,
    )
    group.add_argument(
        "--players",
        type=whole_number("--players", 2, 8),
        metavar="N",
        help=f"number of players (default: one per bot, or {PLAYERS} for a single bot)",
    )
    simulation_options.add_game_options(group, GAMES, "number of games")
    add_board_option(group)
    group.add_argument(
        "--position",
        metavar="FILE",
        help="starting position of every game (default: the beginning of a game)",
    )
    group.add_argument("--no-rotate", action="store_true", help="keep every bot in its seat")
    add_number(
        group,
        "--detail",
        "number of games for which landings and net worth over time are recorded",
        DETAIL,
    )
    out = simulation_options.add_run_options(
        parser,
        "results file to write, with one row per game (a name ending in .parquet, .csv or .jsonl)",
        "continue an interrupted run from the results file given with --out",
    )
    out.add_argument(
        "--records",
        metavar="FOLDER",
        help="folder for game files, one per game, which passgo replay reads",
    )
    out.add_argument(
        "--events",
        metavar="FOLDER",
        help="folder for Parquet tables of all events, turns, trades, rents and purchases",
    )
    out.add_argument("--plot", metavar="FILE", help="HTML report to write (a name ending in .html)")


def run(args: argparse.Namespace) -> int:
    """Play the games, and print the summary."""
    find_local_bots()
    if args.resume and args.out is None:
        raise UserError("--resume continues a results file: add --out FILE.")
    progress = Progress(args)
    try:
        if args.plot is not None:
            simulation_options.check_report_path(Path(args.plot))
        with contextlib.closing(progress):
            play(args, progress)
        summary = progress.summary
        assert summary is not None
        show(args, summary)
        if args.plot is not None:
            draw(Path(args.plot), summary)
    except PositionError as error:
        raise UserError(f"{args.position}: {error}.") from None
    except ForfeitError as error:
        return simulation_options.report_forfeit(error)
    except PassGoError as error:
        raise UserError(str(error)) from None
    return INTERRUPTED if progress.is_interrupted else 0


class Progress:
    """The progress bar, and the summary so far, which is printed after Ctrl-C."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.bar: tqdm[NoReturn] | None = None
        self.summary: Summary | None = None
        self.games = 0
        self.is_interrupted = False

    def update(self, summary: Summary) -> None:
        """Show how many games have been played."""
        if self.bar is None:
            self.bar = simulation_options.open_progress_bar(
                self.args, summary.plan.games, summary.games
            )
        else:
            self.bar.update(summary.games - self.games)
        self.summary = summary
        self.games = summary.games

    def close(self) -> None:
        """Remove the progress bar."""
        if self.bar is not None:
            self.bar.close()


def play(args: argparse.Namespace, progress: Progress) -> None:
    """Play the games; once there is a summary, Ctrl-C stops play early."""
    position = None if args.position is None else read_position_data(args.position)
    if position is not None:
        for name in ("rules", "board"):
            if getattr(args, name) is not None:
                raise UserError(f"--position includes rules and a board: leave out --{name}.")
        if args.option:
            raise UserError("--position includes rules and a board: leave out --option.")
    bots = split_bots(args.bots)
    if not bots:
        raise UserError(f"--bots must name at least one bot, such as {DEFAULT_BOT}.")
    simulation_options.check_workers(args)
    try:
        play_games(
            bots,
            players=args.players,
            rules=read_rules(args) if position is None else None,
            board=None if args.board is None else read_board(args.board),
            position=position,
            rotate=not args.no_rotate,
            detail=args.detail,
            jobs=args.jobs,
            executor=args.executor,
            scheduler=args.scheduler,
            out=args.out,
            records=args.records,
            events=args.events,
            resume=args.resume,
            progress=progress.update,
            strict=args.strict,
            **simulation_options.read_game_settings(args),
        )
    except KeyboardInterrupt:
        if progress.summary is None:
            raise
        progress.is_interrupted = True


def show(args: argparse.Namespace, summary: Summary) -> None:
    """Print the summary and, if games are left to play, how to continue."""
    if args.json:
        simulation_options.print_forfeits(args, summary.forfeits())
        print(json.dumps(summary.to_data(), indent=2))
    else:
        for line in summary_lines(summary):
            print_line(line)
    sys.stdout.flush()
    if summary.games < summary.plan.games:
        report = f"passgo: stopped after {summary.games:,} of {summary.plan.games:,} games."
        more = "" if args.out is None else " Repeat the command with --resume to continue."
        print(report + more, file=sys.stderr)


def draw(path: Path, summary: Summary) -> None:
    """Write the HTML report."""
    from passgo.sim.report import simulation_page

    write_page(path, simulation_page(summary))
    print(f"Report written to {path}.", file=sys.stderr)
