"""`passgo simulate`: many games between bots, on all cores, and what they come to."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from passgo.bots.ladder import split_bots
from passgo.cli.bots import DEFAULT_BOT, list_bots, look_here
from passgo.cli.errors import UserError
from passgo.cli.main import INTERRUPTED
from passgo.cli.play import board_of, option_value
from passgo.cli.playing import add_limits, add_workers, games_bar
from passgo.engine.position import PositionError, read_position
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import PRESETS, RuleSet, rule_set
from passgo.sim.executors import MOST_JOBS, Executor, open_executor, workers_for
from passgo.sim.files import ResultFile, beside, put
from passgo.sim.games import Table
from passgo.sim.page import check_library
from passgo.sim.plan import Plan, SimulationError, bot_texts, make_plan
from passgo.sim.runner import run as run_plan
from passgo.sim.simulation import DETAIL, GAMES, PLAYERS, seated, seats_of
from passgo.sim.summary import Summary
from passgo.sim.telling import summary_lines

_EXAMPLES = f"""\
examples:
  passgo simulate                                         {GAMES:,} games of four bots
  passgo simulate --bots normal,simple --games 10_000     two bots, each in every seat
  passgo simulate --bots "simple(reserve=400),simple"     the same bot with other options
  passgo simulate --bots my_bots:Hoarder,normal           a class of yours, in my_bots.py
  passgo simulate --rules short --option jail_fine=100    other rules
  passgo simulate --out games.parquet                     a row for each game; or .csv, .jsonl
  passgo simulate --out games.parquet --resume            go on where it was stopped
  passgo simulate --position endgame.json --no-rotate     what becomes of a position
  passgo simulate --executor dask --scheduler HOST:8786   on a Dask cluster

The results depend on the bots, the rules and the seed, not on how many processes play them. With
the bots in other seats the same dice are played again, unless --no-rotate says otherwise.
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command to the parser."""
    parser = subparsers.add_parser(
        "simulate",
        help="play many games between bots",
        description="Play many games between bots and say who wins, how long it takes and why.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_argument_group("what is played")
    what.add_argument(
        "--bots",
        metavar="LIST",
        default=DEFAULT_BOT,
        help=f"one for each seat, with commas between; a single one takes all seats ({DEFAULT_BOT}). "
        f"There are {list_bots()}",
    )
    what.add_argument(
        "--players",
        metavar="N",
        help=f"how many play (as many as bots; {PLAYERS} for a single one)",
    )
    what.add_argument("--games", metavar="N", default=str(GAMES), help=f"how many games ({GAMES})")
    what.add_argument("--seed", metavar="N", default="1", help="another seed, other games (1)")
    what.add_argument("--rules", metavar="PRESET", help=", ".join(PRESETS))
    what.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change one rule, such as jail_fine=100 or no_auctions=on; may be repeated",
    )
    what.add_argument("--board", metavar="FILE", help="play on another board")
    what.add_argument("--position", metavar="FILE", help="start every game from this position")
    add_limits(what)
    what.add_argument("--no-rotate", action="store_true", help="every bot keeps its seat")
    what.add_argument(
        "--detail",
        metavar="N",
        default=str(DETAIL),
        help=f"keep landings and worth over time of the first N games ({DETAIL})",
    )
    add_workers(parser)
    out = parser.add_argument_group("what comes of it")
    out.add_argument(
        "--out", metavar="FILE", help="write a row for each game: .parquet, .csv or .jsonl"
    )
    out.add_argument("--resume", action="store_true", help="go on with what FILE holds")
    out.add_argument("--json", action="store_true", help="print the summary as a JSON object")
    out.add_argument("--plot", metavar="FILE", help="draw the report as FILE, which ends in .html")
    out.add_argument("--quiet", action="store_true", help="show no progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games, keep them if asked to, and print what they come to."""
    look_here()
    if args.resume and args.out is None:
        raise UserError("--resume goes on with a file: name it by --out.")
    if args.plot is not None:
        check_plot(Path(args.plot))
    try:
        plan = plan_of(args)
        board = Table(plan).board
        summary = Summary(plan, board)
        with executor_of(
            args, plan.games
        ) as workers:  # first, so that no file is made when there are none
            if args.out is None:
                whole = play(args, workers, summary, None)
            else:
                with ResultFile(Path(args.out), plan, board, resume=args.resume) as file:
                    whole = play(args, workers, summary, file)
    except PositionError as error:
        raise UserError(f"{args.position}: {error}.") from None
    except PassGoError as error:
        raise UserError(str(error)) from None
    show(args, summary)
    if not whole:
        print(stopped(args, summary), file=sys.stderr)
    if args.plot is not None:
        draw(Path(args.plot), summary)
    return 0 if whole else INTERRUPTED


def play(
    args: argparse.Namespace, workers: Executor, summary: Summary, file: ResultFile | None
) -> bool:
    """Play what is missing; False when Ctrl-C ended it early."""
    for earlier in () if file is None else file.earlier():
        summary.add(earlier)
    plan = summary.plan
    games = run_plan(plan, workers, after=summary.games)
    bar = games_bar(args, plan.games, summary.games)
    try:
        with bar, CtrlC() as ctrl_c:
            while (batch := next(games, None)) is not None:
                with ctrl_c.held_back():
                    if file is not None:
                        file.add(batch)
                    summary.add(batch)
                    bar.update(len(batch))
    except KeyboardInterrupt:
        workers.close(at_once=True)
        return False
    return True


class CtrlC:
    """Ctrl-C, which may wait until what must be done together is done."""

    def __init__(self) -> None:
        self.pressed = False
        self.waits = False

    def __enter__(self) -> CtrlC:
        self.before = signal.signal(signal.SIGINT, self.press)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self.before)

    def press(self, number: int, frame: FrameType | None) -> None:
        """Stop now, or as soon as it may be."""
        self.pressed = True
        if not self.waits:
            raise KeyboardInterrupt

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Let Ctrl-C wait for the end of this block."""
        self.waits = True
        yield
        self.waits = False
        if self.pressed:
            raise KeyboardInterrupt


# -- what was asked for ----------------------------------------------------------------------------


def plan_of(args: argparse.Namespace) -> Plan:
    """Make the plan."""
    position = None if args.position is None else position_of(Path(args.position))
    if position is not None:
        for name in ("rules", "board"):
            if getattr(args, name) is not None:
                raise UserError(f"The position brings its own rules and board: leave out --{name}.")
        if args.option:
            raise UserError("The position brings its own rules: leave out --option.")
    return make_plan(
        bots_of(args, position),
        games=number("--games", args.games),
        seed=number("--seed", args.seed),
        rules=rules_of(args) if position is None else None,
        board=None if args.board is None else board_of(args.board),
        position=position,
        rounds=number("--rounds", args.rounds),
        rotate=not args.no_rotate,
        detail=number("--detail", args.detail),
        seconds=args.move_seconds,
    )


def bots_of(args: argparse.Namespace, position: dict[str, object] | None) -> list[str]:
    """Say who sits where."""
    bots = split_bots(args.bots)
    if not bots:
        raise UserError(f"--bots names at least one bot, such as {DEFAULT_BOT}.")
    players = None if args.players is None else number("--players", args.players)
    return seated(bot_texts(bots), seats_of(players, position))


def rules_of(args: argparse.Namespace) -> RuleSet:
    """Make the rule set."""
    options: dict[str, object] = {}
    for text in args.option:
        name, _, value = text.partition("=")
        options[name.strip().replace("-", "_")] = option_value(text, value.strip())
    if "preset" in options or "base" in options:
        raise UserError("preset and base are no options: use --rules.")
    preset = "consolidated" if args.rules is None else args.rules
    return rule_set(preset, "consolidated", **options)


def position_of(path: Path) -> dict[str, object]:
    """Read the position to start from."""
    try:
        data = read_position(path.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text file.") from None
    except PositionError as error:
        raise UserError(f"{path}: {error}.") from None
    if not isinstance(data, dict):
        raise UserError(
            f'{path} is no position: that is an object such as {{"players": [{{}}, {{}}]}}.'
        )
    return data


def number(option: str, text: str) -> int:
    """Read a whole number as people write it, with _ or , between the digits if they like."""
    try:
        return int(text.replace(",", "_"))
    except ValueError:
        raise UserError(f"{option} takes a whole number, such as 1_000, not {text!r}.") from None


def executor_of(args: argparse.Namespace, games: int | None = None) -> Executor:
    """Open what plays the games; no more workers than there are games, if that is known."""
    jobs = None if args.jobs is None else number("--jobs", args.jobs)
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UserError(f"--jobs lies between 1 and {MOST_JOBS}, not at {jobs}.")
    if games is not None:
        jobs = workers_for(jobs, games)
    if args.move_seconds is not None and args.executor == "dask":
        raise UserError("On a Dask cluster there is no clock: leave out --move-seconds.")
    return open_executor(args.executor, jobs=jobs, scheduler=args.scheduler)


def check_plot(path: Path) -> None:
    """Refuse a file that cannot become the report, before any work is done."""
    try:
        check_library()
    except SimulationError as error:
        raise UserError(str(error)) from None
    if path.suffix.lower() != ".html":
        raise UserError(f"The report is a page: its file must end in .html, not {str(path)!r}.")
    if not path.parent.is_dir():
        raise UserError(f"There is no folder {str(path.parent)!r} to put the report in.")
    if path.is_dir():
        raise UserError(f"{str(path)!r} is a folder, not a file to write to.")
    try:
        put(beside(path, ".try"), Path.touch)
    except OSError as error:
        raise unwritten(path, error) from None
    beside(path, ".try").unlink()


def write_plot(path: Path, page: str) -> None:
    """Put the report in its place, whole or not at all."""
    try:
        put(path, lambda place: place.write_text(page, "utf-8"))
    except OSError as error:
        raise unwritten(path, error) from None
    print(f"The report is in {path}.", file=sys.stderr)


def unwritten(path: Path, error: OSError) -> UserError:
    """Say that there is no report, and why."""
    return UserError(f"The report cannot be written to {path}: {error.strerror}.")


# -- what came of it -------------------------------------------------------------------------------


def show(args: argparse.Namespace, summary: Summary) -> None:
    """Print the summary."""
    if args.json:
        print(json.dumps(summary.to_data(), indent=2))
    else:
        encoding = sys.stdout.encoding or "ascii"
        for line in summary_lines(summary):
            print(line.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()


def draw(path: Path, summary: Summary) -> None:
    """Draw the report."""
    from passgo.sim.report import simulation_page

    write_plot(path, simulation_page(summary))


def stopped(args: argparse.Namespace, summary: Summary) -> str:
    """Say how far it came, and how to go on."""
    told = f"passgo: stopped after {summary.games:,} of {summary.plan.games:,} games."
    return told if args.out is None else f"{told} The same command with --resume goes on."
