"""`passgo verify`: check that the moves, dice rolls and decks of recorded games are correct."""

from __future__ import annotations

import argparse
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.game_files import input_name, open_record
from passgo.cli.text import print_line
from passgo.record import Report, verify

DESCRIPTION: Final = (
    "Check that recorded games follow the rules and that their dice rolls and decks\n"
    "match the recomputed ones."
)
EXAMPLES: Final = """\
examples:
  passgo verify game.jsonl                 check a finished game
  passgo verify *.jsonl                    check several games
  passgo verify --unfinished saved.jsonl   check a saved game

exit status:
  0  all files passed verification
  1  a game breaks the rules, its dice or decks don't match the recomputed ones, or it is
     unfinished (without --unfinished)
  2  a file cannot be read, or is not a game file
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("file", metavar="FILE", nargs="+", help="game file (-: standard input)")
    parser.add_argument("--unfinished", action="store_true", help="accept unfinished games")


def run(args: argparse.Namespace) -> int:
    """Check every file, and print the checks and the problems found."""
    status = 0
    unreadable = []
    for path in args.file:
        try:
            record = open_record(path)
        except UserError as error:
            unreadable.append(str(error))
            continue
        report = verify(record)
        print_line(f"{input_name(path)}: {describe_outcome(report)}")
        for sentence in list_details(report):
            print_line(f"  {sentence}")
        if not report.is_verified and not (args.unfinished and report.is_sound):
            status = 1
    if unreadable:
        raise UserError("\npassgo: ".join(unreadable))
    return status


def describe_outcome(report: Report) -> str:
    """Describe the outcome in a few words."""
    if not report.is_sound:
        return "not verified"
    if not report.is_finished:
        return "unfinished; no problems so far"
    return "verified, except for the dice" if report.unchecked else "verified"


def list_details(report: Report) -> list[str]:
    """List the checks and the problems found."""
    wrong = [f"Line {line}: {sentence}" for line, sentence in report.problems]
    if report.is_sound and not report.is_finished:
        wrong.append("The end is missing: either this is a saved game, or the file is incomplete.")
    return report.checked + report.unchecked + wrong
