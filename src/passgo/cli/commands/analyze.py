"""`passgo analyze`: what was luck and what was skill in recorded games.

docs/analysis.md describes the object that `--json` prints.
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

from passgo.analysis.charts import parts_of, points_text
from passgo.analysis.continuations import (
    DeepReview,
    SavedBlocks,
    count_continuations,
    deepen,
    measure_cost,
)
from passgo.analysis.page import (
    best_text,
    chosen_text,
    headline,
    percent,
    review_page,
    shift_of,
    trade_text,
)
from passgo.analysis.review import (
    Mistake,
    PlayerReview,
    Review,
    Step,
    review,
    turns_text,
)
from passgo.analysis.review_data import review_to_data
from passgo.analysis.wording import describe_step
from passgo.cli import simulation_options
from passgo.cli.commands.replay import report_disagreement
from passgo.cli.errors import UserError
from passgo.cli.game_files import STREAM, open_record
from passgo.cli.options import add_number, check_file, whole_number
from passgo.cli.terminal.game_loop import PERSON
from passgo.cli.text import format_count, print_line, shorten
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
  passgo analyze games/ --html pages                a page for each game
  passgo analyze game.jsonl --json                  machine-readable output
  passgo analyze game.jsonl --deep --html deep.html check the estimates with continuations
  passgo analyze game.jsonl --deep --resume work.jsonl
                                                    save finished work, or resume from it

A roll or card is lucky if it leads to better win chances than the average of all that were
possible. A decision is a mistake if another choice would have led to better ones. Without --deep,
a game of 300 actions takes about a second. With --deep, bots play continuations from many
positions to the end of the game, on all cores: about 8,000 with the default settings. The command
first plays a few of them to estimate how long they will take.
"""
CONTINUATIONS: Final = 200
"""The default number of continuations per position."""
BAD_FILE: Final = 2
"""The exit status if a file cannot be analyzed."""
MOST_SHOWN: Final = 5
"""The number of mistakes in the summary."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "path",
        metavar="FILE|FOLDER",
        nargs="+",
        help="game file, or folder of game files (-: standard input)",
    )
    group = parser.add_argument_group("execution")
    group.add_argument(
        "--deep",
        action="store_true",
        help="check win chances and the costliest decisions with continuations, and show 95%% intervals",
    )
    add_number(
        group,
        "--continuations",
        "continuations per position, with --deep",
        CONTINUATIONS,
        least=2,
    )
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
        help="file in which --deep saves finished work; repeat the command to continue",
    )
    group = parser.add_argument_group("output")
    group.add_argument(
        "--html",
        metavar="FILE|FOLDER",
        help="HTML page to write; for several games, a folder for their pages",
    )
    simulation_options.add_output_options(group)


def run(args: argparse.Namespace) -> int:
    """Analyze every game, and print or write the results."""
    files = list(find_files(args.path))
    check_options(args)
    pages = {} if args.html is None else choose_pages(args.html, files)
    status = 0
    games: list[dict[str, object]] = []
    totals: dict[str, Total] = {}
    with ExitStack() as stack:
        workers, saved = open_work(args, stack)
        for number, path in enumerate(files):
            try:
                record = open_record(path)
                found = review(record)
            except RecordError as error:
                report_disagreement(error, path)
                status = BAD_FILE
                continue
            except UserError as error:
                if len(files) == 1:
                    raise
                print(f"passgo: {error}", file=sys.stderr)
                status = BAD_FILE
                continue
            deep = look_deeper(args, record, found, workers, saved) if args.deep else None
            if path in pages:
                write_page(pages[path], review_page(found, deep))
                print(f"Page written to {pages[path]}.", file=sys.stderr)
            for seat, one in zip(record.header.players, found.players, strict=True):
                name = one.name if seat.kind == PERSON else seat.kind
                totals.setdefault(name, Total(name)).add(one)
            if args.json:
                games.append({"file": path} | review_to_data(found, deep))
            else:
                lines = game_lines(found, deep)
                heading = ["", f"{path}:"] if len(files) > 1 else []
                for line in heading[0 if number else 1 :] + lines:
                    print_line(line)
    if args.json:
        data = {"games": games, "totals": [one.to_data() for one in totals.values()]}
        print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
    elif len(files) > 1:
        for line in total_lines(list(totals.values())):
            print_line(line)
    return status


class Total:
    """What the reviews of several games add up to for one player or kind of bot."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.games = 0
        self.result = 0.0
        self.luck = 0.0
        self.mistakes = 0.0
        self.stake = 0.0

    def add(self, one: PlayerReview) -> None:
        """Add a game."""
        self.games += 1
        self.result += one.result
        self.luck += one.luck
        self.mistakes += one.mistakes
        self.stake += one.stake

    @property
    def accuracy(self) -> float | None:
        """The share of what was at stake that was not lost; None if nothing was."""
        return 1.0 + self.mistakes / self.stake if self.stake else None

    def to_data(self) -> dict[str, object]:
        """Return the means as plain data."""
        return {
            "name": self.name,
            "games": self.games,
            "result": self.result / self.games,
            "luck": self.luck / self.games,
            "mistakes": self.mistakes / self.games,
            "accuracy": self.accuracy,
        }


def find_files(paths: list[str]) -> Iterator[str]:
    """Yield the game files that the arguments name; raise `UserError` if there are none."""
    for path in paths:
        if not os.path.isdir(path):
            if path != STREAM:
                check_file(path, "game file")
            yield path
            continue
        names = sorted(name for name in os.listdir(path) if name.endswith(".jsonl"))
        if not names:
            raise UserError(f"The folder {path!r} has no game files (names ending in .jsonl).")
        yield from (os.path.join(path, name) for name in names)


def choose_pages(place: str, files: list[str]) -> dict[str, Path]:
    """Return the page for each game file; raise `UserError` if one cannot be written."""
    path = Path(place)
    if len(files) == 1 and not path.is_dir():
        simulation_options.check_report_path(path)
        return {files[0]: path}
    if path.suffix.lower() == ".html":
        raise UserError(f"--html needs a folder for {len(files)} games (got {place!r}).")
    if not path.parent.is_dir():
        raise UserError(f"There is no folder {str(path.parent)!r}: create it first.")
    pages = {file: path / f"{Path(file).stem}.html" for file in files}
    if len(set(pages.values())) < len(files):
        raise UserError(
            "Two game files have the same name, so --html would write one page for both."
        )
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {place!r} cannot be created: {error.strerror}.") from None
    for page in pages.values():
        simulation_options.check_report_path(page)
    return pages


def check_options(args: argparse.Namespace) -> None:
    """Raise `UserError` for options that don't fit together, before any work is done."""
    if args.continuations != CONTINUATIONS and not args.deep:
        raise UserError("--continuations is the number of games for --deep: add --deep.")
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
    name = record.hashed.hexdigest()[:16]
    total = count_continuations(found, args.continuations)
    missing = count_continuations(found, args.continuations, name, saved)
    if not args.quiet and not missing:
        print("All continuations are saved already.", file=sys.stderr)
    elif not args.quiet:
        cores = count_usable_cores() if args.jobs is None else args.jobs
        noun = "process" if cores == 1 else "processes"
        seconds = measure_cost(found, args.continuations, name, saved, seed=args.seed) / cores
        print(
            f"Playing {missing:,} continuations in {cores} {noun}, which will take about "
            f"{duration_text(seconds)}.",
            file=sys.stderr,
        )
    with simulation_options.open_progress_bar(args, total) as bar:
        try:
            return deepen(
                found,
                name,
                continuations=args.continuations,
                seed=args.seed,
                workers=workers,
                saved=saved,
                on_progress=bar.update,
            )
        except KeyboardInterrupt:
            hint = "repeat the command to continue."
            if saved is None:
                hint = "nothing is saved. With --resume FILE, finished work is."
            print(f"\npassgo: stopped; {hint}", file=sys.stderr)
            raise


def duration_text(seconds: float) -> str:
    """Format a duration roughly."""
    for size, unit in ((3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.0f} {unit}s"
    return format_count(max(1, round(seconds)), "second")


# -- text ------------------------------------------------------------------------------------------


def game_lines(found: Review, deep: DeepReview | None) -> list[str]:
    """Format the summary of a game."""
    lines = [
        f"{headline(found)}, after {turns_text(found.turns)}.",
        "",
        f"{'in points of win chance':<26}{'start':>5}"
        + "".join(f"{what:>{len(what) + 2}}" for what in parts_of(found.players[0]))
        + f"{'result':>8}{'accuracy':>10}",
    ]
    for one in found.players:
        parts = [f"{points_text(value):>{len(what) + 2}}" for what, value in parts_of(one).items()]
        row = f"{shorten(one.name, 25):<26}{100 * one.start:5.0f}{''.join(parts)}"
        lines.append(f"{row}{100 * one.result:8.0f}{percent(one.accuracy):>10}")
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
        lines += [mistake_line(found, mistake) for mistake in found.mistakes()[:MOST_SHOWN]]
    if deep is not None:
        lines += ["", *deep_lines(found, deep)]
    return lines


def total_lines(totals: list[Total]) -> list[str]:
    """Format a table with the means of each player or kind of bot, the best result first."""
    lines = [
        "",
        f"{'all games, means in points':<28}{'games':>7}{'result':>8}{'luck':>8}"
        f"{'own mistakes':>14}{'accuracy':>10}",
    ]
    for one in sorted(totals, key=lambda one: -one.result / one.games):
        luck, mistakes = points_text(one.luck / one.games), points_text(one.mistakes / one.games)
        row = f"{shorten(one.name, 27):<28}{one.games:7,}{100 * one.result / one.games:8.0f}"
        lines.append(f"{row}{luck:>8}{mistakes:>14}{percent(one.accuracy):>10}")
    return lines


def turning_line(found: Review, step: Step) -> str:
    """Format a turning point."""
    seat, before, after = shift_of(step)
    text = trade_text(found, step) or describe_step(step, found.names, found.board)
    change = f"{before} → {after}" if before else after
    return f"  turn {step.turn}: {found.names[seat]} {change}. {text}"


def change_text(found: Review, step: Step) -> str:
    """List what a step did to everyone's win probability."""
    return ", ".join(
        f"{name} {points_text(step.after[seat] - step.before[seat])}"
        for seat, name in enumerate(found.names)
        if step.after[seat] or step.before[seat]
    )


def mistake_line(found: Review, mistake: Mistake) -> str:
    """Format a mistake."""
    judgment = mistake.judgment
    name = found.names[judgment.seat]
    return (
        f"  turn {mistake.step.turn}: {name} {points_text(-judgment.error)}: "
        f"{chosen_text(judgment, found)}; better: {best_text(judgment, found)}"
    )


def deep_lines(found: Review, deep: DeepReview) -> list[str]:
    """Format the results of the continuations."""
    lines = [f"checked with {deep.continuations:,} continuations (± is the 95% interval)"]
    for one in deep.decisions:
        judgment = one.judgment_in(found)
        lines.append(
            f"  turn {found.steps[one.step].turn}: {found.names[judgment.seat]} "
            f"{points_text(one.loss)} ± {100 * one.margin:.1f} "
            f"(estimate {points_text(-judgment.error)}): {chosen_text(judgment, found)}"
        )
    return lines
