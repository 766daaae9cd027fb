"""`passgo analyze`: what was luck and what was skill in recorded games.

With `--json`, the command prints one object with the list `games`. Each game is in the format described
in ``passgo.analysis.review_data``, preceded by `file`, the file's name.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from passgo.analysis.charts import decided, most_affected, points_text
from passgo.analysis.continuations import DeepReview, SavedBlocks, count_continuations, deepen
from passgo.analysis.page import (
    best_text,
    chosen_text,
    headline,
    percent,
    review_page,
    trade_text,
)
from passgo.analysis.review import Review, Step, review
from passgo.analysis.review_data import review_to_data
from passgo.analysis.wording import describe_step
from passgo.cli import simulation_options
from passgo.cli.commands.replay import open_record, report_disagreement
from passgo.cli.errors import UserError
from passgo.cli.options import add_number, check_file, whole_number
from passgo.cli.text import print_line, shorten
from passgo.cpus import count_usable_cores
from passgo.engine.refusal import PassGoError
from passgo.record import Record, RecordError
from passgo.sim.executors import MOST_JOBS, Processes
from passgo.sim.page import write_page

DESCRIPTION: Final = (
    "Show what was luck and what was skill in recorded games: win chances over time,\n"
    "turning points, mistakes, and results adjusted for luck."
)
EXAMPLES: Final = """\
examples:
  passgo analyze game.jsonl                         a summary
  passgo analyze game.jsonl --html review.html      a page with charts
  passgo analyze games/                             every game file in a folder
  passgo analyze game.jsonl --json                  machine-readable output
  passgo analyze game.jsonl --deep --html deep.html check the estimates by playing on
  passgo analyze game.jsonl --deep --resume work.jsonl
                                                    save finished work, and continue it

A roll or card is lucky if it leads to better win chances than the average of all that were
possible. A decision is a mistake if another choice would have led to better ones. By estimate,
a game of 300 actions takes a few seconds. With --deep, bots play on from many positions to
the end, on all cores: about 8,000 times with the default settings.
"""
MOST_SHOWN: Final = 5
"""The number of mistakes in the summary."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("path", metavar="FILE|DIR", nargs="+", help="game file, or folder of them")
    group = parser.add_argument_group("execution")
    group.add_argument(
        "--deep",
        action="store_true",
        help="check win chances and the costliest decisions by playing on, with intervals",
    )
    add_number(group, "--continuations", "games to play on per position, with --deep", 200, least=2)
    add_number(group, "--seed", "random seed for --deep", 1)
    group.add_argument(
        "--jobs",
        type=whole_number("--jobs", 1, MOST_JOBS),
        metavar="N",
        help="number of processes for --deep (default: one per core)",
    )
    group.add_argument(
        "--resume",
        metavar="FILE",
        help="file for the finished work of --deep; repeat the command to continue",
    )
    group = parser.add_argument_group("output")
    group.add_argument("--html", metavar="FILE", help="HTML page to write, for one game")
    simulation_options.add_output_options(group)


def run(args: argparse.Namespace) -> int:
    """Analyze every game, and print or write the results."""
    files = list(find_files(args.path))
    check_options(args, files)
    status = 0
    games: list[dict[str, object]] = []
    with ExitStack() as stack:
        workers, saved = open_work(args, stack)
        for number, path in enumerate(files):
            try:
                record = open_record(path)
                found = review(record)
            except RecordError as error:
                status = report_disagreement(error)
                continue
            except UserError as error:
                if len(files) == 1:
                    raise
                print(f"passgo: {error}", file=sys.stderr)
                status = 1
                continue
            deep = look_deeper(args, record, found, workers, saved) if args.deep else None
            if args.html is not None:
                write_page(Path(args.html), review_page(found, deep))
                print(f"Page written to {args.html}.", file=sys.stderr)
            if args.json:
                games.append({"file": path} | review_to_data(found, deep))
            else:
                lines = game_lines(found, deep)
                heading = ["", f"{path}:"] if len(files) > 1 else []
                for line in heading[0 if number else 1 :] + lines:
                    print_line(line)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode({"games": games}), indent=2).decode())
    return status


def find_files(paths: list[str]) -> Iterator[str]:
    """Yield the game files that the arguments name; raise `UserError` if there are none."""
    for path in paths:
        if not os.path.isdir(path):
            check_file(path, "game file")
            yield path
            continue
        names = sorted(name for name in os.listdir(path) if name.endswith(".jsonl"))
        if not names:
            raise UserError(f"The folder {path!r} has no game files (names ending in .jsonl).")
        yield from (os.path.join(path, name) for name in names)


def check_options(args: argparse.Namespace, files: list[str]) -> None:
    """Raise `UserError` for options that don't fit together, before any work is done."""
    if args.html is not None:
        if len(files) > 1:
            raise UserError(f"--html is for one game (got {len(files)}): name one game file.")
        simulation_options.check_report_path(Path(args.html))
    if args.resume is not None and not args.deep:
        raise UserError("--resume saves the work of --deep: add --deep.")


def open_work(
    args: argparse.Namespace, stack: ExitStack
) -> tuple[Processes | None, SavedBlocks | None]:
    """Open the processes and the file for --deep."""
    if not args.deep:
        return None, None
    saved = None
    if args.resume is not None:
        settings = {"seed": args.seed, "continuations": args.continuations}
        try:
            saved = SavedBlocks(Path(args.resume), settings)
        except PassGoError as error:
            raise UserError(str(error)) from None
        stack.callback(saved.close)
    return stack.enter_context(Processes(args.jobs)), saved


def look_deeper(
    args: argparse.Namespace,
    record: Record,
    found: Review,
    workers: Processes | None,
    saved: SavedBlocks | None,
) -> DeepReview:
    """Check a review by playing on, with a progress bar."""
    total = count_continuations(found, args.continuations)
    if not args.quiet:
        cores = count_usable_cores() if args.jobs is None else args.jobs
        noun = "process" if cores == 1 else "processes"
        print(f"Playing on {total:,} times in {cores} {noun}.", file=sys.stderr)
    with simulation_options.open_progress_bar(args, total) as bar:
        try:
            return deepen(
                found,
                record.hashed.hexdigest()[:16],
                continuations=args.continuations,
                seed=args.seed,
                workers=workers,
                saved=saved,
                on_progress=bar.update,
            )
        except KeyboardInterrupt:
            if saved is not None:
                print("\npassgo: stopped; repeat the command to continue.", file=sys.stderr)
            raise


# -- text ------------------------------------------------------------------------------------------


def game_lines(found: Review, deep: DeepReview | None) -> list[str]:
    """Format the summary of a game."""
    lines = [
        f"{headline(found)}, after {found.turns:,} turns.",
        "",
        f"{'in points of win chance':<26}{'start':>7}{'luck':>8}{'decisions':>11}{'result':>8}"
        f"{'mistakes':>15}{'accuracy':>10}",
    ]
    for one in found.players:
        cost = f"{points_text(one.mistakes)} in {one.decisions}" if one.decisions else "none"
        lines.append(
            f"{shorten(one.name, 25):<26}{100 * one.start:7.0f}{points_text(one.luck):>8}"
            f"{points_text(decided(one)):>11}{100 * one.result:8.0f}"
            f"{cost:>15}{percent(one.accuracy):>10}"
        )
    if found.turning_points:
        lines += ["", "turning points"]
        lines += [turning_line(found, step) for step in found.turning_points]
    if found.deciding_trade is not None:
        step = found.deciding_trade
        lines += [
            "",
            "the trade that mattered most",
            f"  turn {step.turn}: {trade_text(found, step)}",
        ]
        lines.append(f"  {change_text(found, step)}")
    if found.mistakes():
        lines += ["", "costliest decisions"]
        lines += [mistake_line(found, step) for step in found.mistakes()[:MOST_SHOWN]]
    if deep is not None:
        lines += ["", *deep_lines(found, deep)]
    return lines


def turning_line(found: Review, step: Step) -> str:
    """Format a turning point."""
    seat = most_affected(step)
    text = trade_text(found, step) or describe_step(step, found.names, found.board)
    change = f"{percent(step.before[seat])} → {percent(step.after[seat])}"
    return f"  turn {step.turn}: {found.names[seat]} {change}. {text}"


def change_text(found: Review, step: Step) -> str:
    """List what a step did to everyone's win probability."""
    return ", ".join(
        f"{name} {points_text(step.after[seat] - step.before[seat])}"
        for seat, name in enumerate(found.names)
        if step.after[seat] or step.before[seat]
    )


def mistake_line(found: Review, step: Step) -> str:
    """Format a mistake."""
    judgment = step.judgment
    assert judgment is not None
    name = found.names[judgment.seat]
    return (
        f"  turn {step.turn}: {name} {points_text(-judgment.error)}: "
        f"{chosen_text(judgment, step, found)}; better: {best_text(judgment, step, found)}"
    )


def deep_lines(found: Review, deep: DeepReview) -> list[str]:
    """Format the results of playing on."""
    lines = [f"checked by playing on {deep.continuations:,} times (± is the 95% interval)"]
    for one in deep.decisions:
        step = found.steps[one.step]
        judgment = step.judgment
        assert judgment is not None
        lines.append(
            f"  turn {step.turn}: {found.names[judgment.seat]} {points_text(one.loss)} "
            f"± {100 * one.margin:.1f} (estimate {points_text(-judgment.error)}): "
            f"{chosen_text(judgment, step, found)}"
        )
    return lines
