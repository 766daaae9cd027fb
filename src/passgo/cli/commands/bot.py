"""`passgo bot check`: find out whether a bot can answer every kind of question."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Final, NoReturn

from tqdm import tqdm

from passgo.bot_check.check import GAMES, MOVE_SECONDS, BotCheck, check_bot
from passgo.bot_check.report import check_lines, check_to_data
from passgo.cli import simulation_options
from passgo.cli.bot_names import check_bot as check_bot_exists
from passgo.cli.bot_names import find_local_bots
from passgo.cli.errors import INTERRUPTED, UserError
from passgo.cli.options import add_number, decimal_number, whole_number
from passgo.cli.text import print_line
from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

ACTIONS: Final = ("check",)
SOCKET_GAMES: Final = 4
"""The default number of games for a program, which is slower because it uses a server."""

DESCRIPTION: Final = (
    "Check a bot: put every kind of question to it, and report mistakes, thinking time and\n"
    "whether it always plays the same game with the same seed."
)
EXAMPLES: Final = f"""\
examples:
  passgo bot check my_bots:Hoarder                  your own bot, a class in my_bots.py
  passgo bot check "my_bots:Hoarder(spare=0)"       with options
  passgo bot check my_bots:Hoarder --games 5        faster; the default is {GAMES}
  passgo bot check my_bots:Hoarder --move-seconds 1
  passgo bot check my_bots:Hoarder --json > check.json
  passgo bot check --command "node my_bot.js"       a program in any language

The bot plays prepared positions with rare decisions, then games with every rule set and with 2 to
8 players. Some of them are played again, in the same process and in another one. The exit status
is 0 if the bot passes, and 1 if it forfeits a move or plays a different game with the same seed.

A program is run once per game, with the URL of a table as its last argument. It must take the free
seat, play to the end and exit, as examples/socket_bot.py does.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("action", metavar="ACTION", choices=ACTIONS, help="what to do: check")
    parser.add_argument(
        "bot",
        metavar="BOT",
        nargs="?",
        help="name of a bot, or module:Class for your own, with any options",
    )
    group = parser.add_argument_group("game options")
    group.add_argument(
        "--command",
        dest="program",
        metavar="COMMAND",
        help="program in any language to check instead of a bot; it plays on a server",
    )
    group.add_argument(
        "--games",
        type=whole_number("--games", 0),
        metavar="N",
        help="number of games after the prepared positions "
        f"(default: {GAMES}, or {SOCKET_GAMES} with --command)",
    )
    add_number(group, "--seed", "random seed", 1)
    group.add_argument(
        "--move-seconds",
        type=decimal_number("--move-seconds", "0.5"),
        metavar="SECONDS",
        help="time limit per move for your own bot or program (default: 30, or 5 with --command)",
    )
    group = parser.add_argument_group("output")
    simulation_options.add_output_options(group)


def run(args: argparse.Namespace) -> int:
    """Check the bot, and print the result."""
    if (args.bot is None) == (args.program is None):
        raise UserError("Name either a bot, such as my_bots:Hoarder, or a program with --command.")
    progress = Progress(args)
    interrupted = False
    try:
        if args.program is None:
            check_class(args, progress)
        else:
            check_command(args, progress)
    except KeyboardInterrupt:
        if progress.check is None:
            raise
        interrupted = True
    except PassGoError as error:
        raise UserError(str(error)) from None
    finally:
        progress.close()
    assert progress.check is not None
    show(args, check_lines(progress.check), check_to_data(progress.check))
    return INTERRUPTED if interrupted else 0 if progress.check.passed else 1


def check_class(args: argparse.Namespace, progress: Progress) -> None:
    """Check a bot that is a class."""
    find_local_bots()
    check_bot_exists(args.bot)
    check_bot(
        args.bot,
        games=GAMES if args.games is None else args.games,
        seed=args.seed,
        seconds=MOVE_SECONDS if args.move_seconds is None else args.move_seconds,
        progress=progress.update,
    )


def check_command(args: argparse.Namespace, progress: Progress) -> None:
    """Check a program that plays on a server."""
    try:
        from passgo.bot_check.socket_check import MOVE_SECONDS as PROGRAM_SECONDS
        from passgo.bot_check.socket_check import check_program
    except ImportError as error:
        raise UserError(f"The server needs {error.name}: {how_to_install('server')}.") from None
    check_program(
        args.program,
        games=SOCKET_GAMES if args.games is None else args.games,
        seconds=PROGRAM_SECONDS if args.move_seconds is None else args.move_seconds,
        progress=progress.update,
    )


class Progress:
    """The progress bar, and the check so far, which is printed after Ctrl-C."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.bar: tqdm[NoReturn] | None = None
        self.check: BotCheck | None = None

    def update(self, check: BotCheck, left: int) -> None:
        """Show how many games are left."""
        self.check = check
        if self.bar is None:
            self.bar = simulation_options.open_progress_bar(self.args, left)
        self.bar.update((self.bar.total or 0) - left - self.bar.n)

    def close(self) -> None:
        """Remove the progress bar."""
        if self.bar is not None:
            self.bar.close()


def show(args: argparse.Namespace, lines: Sequence[str], data: dict[str, object]) -> None:
    """Print the result as text or as JSON."""
    if args.json:
        print(json.dumps(data, indent=2))
        return
    for line in lines:
        print_line(line)
