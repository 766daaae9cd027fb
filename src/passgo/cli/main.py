"""The command `passgo`: runs the module of the command asked for and turns errors into sentences.

A command `name` is a module `passgo.cli.commands.name` with

    add(subparsers) -> None     adds its parser, with `set_defaults(run=run)`
    run(args) -> int            does it; the exit status. Raises `UserError` with a sentence.

Only the module of the command asked for is imported, so `passgo --help` stays quick.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import platform
import sys
from typing import Final

import passgo
from passgo.cli.errors import UserError

COMMANDS: Final = {
    "play": "play a game",
    "replay": "step through a game file",
    "verify": "check that a game file is exactly what the rules and the dice allow",
    "rules": "look up the rulebook",
    "odds": "where tokens land and what that is worth",
    "simulate": "play many games between bots",
    "tournament": "let every bot play against every other",
    "compare": "measure what a rule changes",
    "serve": "open a table server",
    "export": "write all games of a server to a file",
    "import": "take games of another server in",
}

EXAMPLES: Final = {
    "play": "passgo play",
    "replay": "passgo replay game.jsonl",
    "verify": "passgo verify game.jsonl",
    "rules": "passgo rules --search auction",
    "odds": "passgo odds",
    "simulate": "passgo simulate --bots normal,simple --games 10_000",
    "tournament": "passgo tournament --bots easy,simple,normal --out report.html",
    "compare": "passgo compare --vary free_parking_pot=off,on",
    "serve": "passgo serve",
    "export": "passgo export --out games.jsonl",
    "import": "passgo import games.jsonl",
}

# The exit statuses of Unix: 128 and the number of the signal that would have ended us.
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


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
    """The parser; only the command that is asked for brings its options."""
    offered = [name for name in COMMANDS if importlib.util.find_spec(f"passgo.cli.commands.{name}")]
    parser = argparse.ArgumentParser(
        prog="passgo",
        description="Monopoly for Python: play it, replay it, study it.",
        epilog="examples:\n" + "\n".join(f"  {EXAMPLES[name]}" for name in offered),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version())
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    asked = next((word for word in words if not word.startswith("-")), None)
    for name in offered:
        if name == asked:
            importlib.import_module(f"passgo.cli.commands.{name}").add(subparsers)
        else:
            subparsers.add_parser(name, help=COMMANDS[name])
    return parser


def version() -> str:
    """Which PassGo this is, and how fast its engine can be."""
    kind = "compiled" if passgo.is_compiled() else "plain Python"
    return f"passgo {passgo.__version__} (engine: {kind}; Python {platform.python_version()})"


def flush() -> None:
    """Hand over what was printed, now, while a broken pipe can still be dealt with."""
    if sys.stdout is not None:
        sys.stdout.flush()
