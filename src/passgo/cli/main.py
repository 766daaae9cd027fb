"""The `passgo` command line: run the requested command, and print errors as sentences.

Each command is a module in `passgo.cli.commands` that contains

    DESCRIPTION, EXAMPLES           the command's --help text
    add_options(parser) -> None     add the command's options
    run(args) -> int                run it, and return the exit status or raise `UserError`

Only the requested command's module is imported, which keeps `passgo --help` fast.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from typing import Final, NamedTuple

import passgo
from passgo.cli.argument_parser import ArgumentParser
from passgo.cli.errors import BROKEN_PIPE, INTERRUPTED, UserError


class Command(NamedTuple):
    """A command as `passgo --help` lists it."""

    summary: str
    example: str


COMMANDS: Final = {
    "play": Command("play a game", "passgo play"),
    "replay": Command("step through a game file", "passgo replay game.jsonl"),
    "board": Command(
        "draw a position, or a step in a game", "passgo board game.jsonl --svg board.svg"
    ),
    "analyze": Command(
        "show what was luck and what was skill in a game", "passgo analyze game.jsonl"
    ),
    "verify": Command(
        "check that a game's moves, dice rolls and decks are correct",
        "passgo verify game.jsonl",
    ),
    "rules": Command("look up rules in the rulebook", "passgo rules --search auction"),
    "odds": Command("show where tokens land and how much rent that brings in", "passgo odds"),
    "bot": Command(
        "check that a bot can answer every question", "passgo bot check my_bots:Hoarder"
    ),
    "simulate": Command(
        "play many games between bots", "passgo simulate --bots normal,simple --games 10_000"
    ),
    "tournament": Command(
        "rate bots by having them play each other",
        "passgo tournament --bots easy,simple,normal --out report.html",
    ),
    "benchmark": Command(
        "score a bot by playing against fixed opponents", "passgo benchmark my_bots:Hoarder"
    ),
    "compare": Command(
        "measure the effect of a rule, a lineup or a bot option",
        "passgo compare --vary free_parking_pot=off,on",
    ),
    "serve": Command("run a game server", "passgo serve"),
    "export": Command(
        "export all of a server's games to a file", "passgo export --out games.jsonl"
    ),
    "import": Command("import games from another server", "passgo import games.jsonl"),
}


def main(argv: list[str] | None = None) -> int:
    """Run `passgo` with these arguments (default: the process's own) and return the exit status."""
    words = sys.argv[1:] if argv is None else argv
    open_streams()
    try:
        status = dispatch(words)
        flush()
    except UserError as error:
        flush()
        print(f"passgo: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The program reading our output has exited early, as `head` does.
        discard_output()
        return BROKEN_PIPE
    except OSError as error:
        discard_output()
        what = f"{error.filename}:" if error.filename else "The output cannot be written:"
        print(f"passgo: {what} {error.strerror}.", file=sys.stderr)
        return 2
    return status


def open_streams() -> None:
    """Open null streams if the process was started without its standard streams."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # stays open until the process exits
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # stays open until the process exits


def discard_output() -> None:
    """Discard buffered output, which Python would otherwise fail to flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def dispatch(words: list[str]) -> int:
    """Parse the arguments and run the command they name."""
    parser = build_parser(words)
    try:
        args = parser.parse(words)
    except SystemExit as done:  # argparse exits after --help and --version
        return done.code if isinstance(done.code, int) else 0
    if args.command is None:
        parser.print_help(sys.stderr)
        return 2
    status: int = args.run(args)
    return status


def build_parser(words: list[str]) -> ArgumentParser:
    """Build the parser, with options for the requested command only."""
    parser = ArgumentParser(
        prog="passgo",
        description="Monopoly for Python: play it, replay it, study it.",
        epilog="examples:\n" + "\n".join(f"  {one.example}" for one in COMMANDS.values()),
    )
    parser.add_argument("--version", action="version", version=version())
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    asked = next((word for word in words if not word.startswith("-")), None)
    for name, command in COMMANDS.items():
        if name == asked:
            module = importlib.import_module(f"passgo.cli.commands.{name}")
            subparser = subparsers.add_parser(
                name,
                help=command.summary,
                description=module.DESCRIPTION,
                epilog=module.EXAMPLES,
            )
            module.add_options(subparser)
            subparser.set_defaults(run=module.run)
            parser.command = subparser
        else:
            subparsers.add_parser(name, help=command.summary)
    return parser


def version() -> str:
    """Return the versions of PassGo and Python, and whether the engine is compiled."""
    kind = "compiled" if passgo.is_compiled() else "plain Python"
    return f"passgo {passgo.__version__} (engine: {kind}; Python {platform.python_version()})"


def flush() -> None:
    """Flush the output now, while a broken pipe can still be handled."""
    if sys.stdout is not None:
        sys.stdout.flush()
