"""The command `passgo`: runs the module of the command asked for and turns errors into sentences.

A command `name` is a module `passgo.cli.commands.name` with

    DESCRIPTION, EXAMPLES           what its --help says
    add_options(parser) -> None     adds its options
    run(args) -> int                runs it and returns the exit status. Raises `UserError` with a sentence.

Only the module of the command asked for is imported, so `passgo --help` stays quick.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
from typing import Final, NamedTuple

import passgo
from passgo.cli.errors import BROKEN_PIPE, INTERRUPTED, UserError


class Command(NamedTuple):
    """What `passgo --help` shows of a command."""

    summary: str
    example: str


COMMANDS: Final = {
    "play": Command("play a game", "passgo play"),
    "replay": Command("step through a game file", "passgo replay game.jsonl"),
    "verify": Command(
        "check that a game file is exactly what the rules and the dice allow",
        "passgo verify game.jsonl",
    ),
    "rules": Command("look up the rulebook", "passgo rules --search auction"),
    "odds": Command("where tokens land and what that is worth", "passgo odds"),
    "simulate": Command(
        "play many games between bots", "passgo simulate --bots normal,simple --games 10_000"
    ),
    "tournament": Command(
        "rate bots by playing each against every other",
        "passgo tournament --bots easy,simple,normal --out report.html",
    ),
    "compare": Command(
        "measure what a rule changes", "passgo compare --vary free_parking_pot=off,on"
    ),
    "serve": Command("run a game server", "passgo serve"),
    "export": Command("write all games of a server to a file", "passgo export --out games.jsonl"),
    "import": Command("add games exported from another server", "passgo import games.jsonl"),
}


def main(argv: list[str] | None = None) -> int:
    """Run `passgo` with these arguments, by default those of the process; the exit status."""
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
        # Whoever read our output has gone, as `head` does.
        forget_output()
        return BROKEN_PIPE
    except OSError as error:
        forget_output()
        what = f"{error.filename}:" if error.filename else "The output cannot be written:"
        print(f"passgo: {what} {error.strerror}.", file=sys.stderr)
        return 2
    return status


def open_streams() -> None:
    """Give a process that was started without its streams silent ones."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # stays open as long as we run
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # stays open as long as we run


def forget_output() -> None:
    """Let what is still in the buffer go nowhere, or Python would complain about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def dispatch(words: list[str]) -> int:
    """Parse the arguments and run the command they name."""
    parser = build_parser(words)
    try:
        args = parser.parse_args(words)
    except SystemExit as done:  # argparse ends so after --help and --version, and after an error
        return done.code if isinstance(done.code, int) else 0
    if args.command is None:
        parser.print_help(sys.stderr)
        return 2
    status: int = args.run(args)
    return status


def build_parser(words: list[str]) -> argparse.ArgumentParser:
    """Build the parser; only the command asked for brings its options."""
    parser = argparse.ArgumentParser(
        prog="passgo",
        description="Monopoly for Python: play it, replay it, study it.",
        epilog="examples:\n" + "\n".join(f"  {one.example}" for one in COMMANDS.values()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            module.add_options(subparser)
            subparser.set_defaults(run=module.run)
        else:
            subparsers.add_parser(name, help=command.summary)
    return parser


def version() -> str:
    """Which PassGo this is, and how fast its engine can be."""
    kind = "compiled" if passgo.is_compiled() else "plain Python"
    return f"passgo {passgo.__version__} (engine: {kind}; Python {platform.python_version()})"


def flush() -> None:
    """Hand over what was printed, now, while a broken pipe can still be dealt with."""
    if sys.stdout is not None:
        sys.stdout.flush()
