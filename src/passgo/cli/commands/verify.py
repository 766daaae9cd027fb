"""`passgo verify`: check that a game file is exactly what the rules and the dice allow."""

from __future__ import annotations

import argparse
from typing import Final

from passgo.cli.commands.replay import open_record
from passgo.cli.errors import UserError
from passgo.cli.text import print_line
from passgo.record import Report, verify

DESCRIPTION: Final = "Replay game files by the rules, and compute their dice and decks again."
EXAMPLES: Final = """\
examples:
  passgo verify game.jsonl                 check a finished game
  passgo verify *.jsonl                    check many
  passgo verify --unfinished saved.jsonl   check a saved game as far as it goes

exit status:
  0  every file is verified
  1  a file can be read, but something in it is wrong, or it is unfinished
  2  a file cannot be read, or is not a game file
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", metavar="FILE", nargs="+", help="a game file")
    parser.add_argument(
        "--unfinished", action="store_true", help="accept games that are not over yet"
    )


def run(args: argparse.Namespace) -> int:
    """Check every file, and print what was checked and what is wrong."""
    status = 0
    unreadable = []
    for path in args.file:
        try:
            record = open_record(path)
        except UserError as error:
            unreadable.append(str(error))
            continue
        report = verify(record)
        print_line(f"{path}: {describe_outcome(report)}")
        for sentence in list_details(report):
            print_line(f"  {sentence}")
        if not report.is_verified and not (args.unfinished and report.is_sound):
            status = 1
    if unreadable:
        raise UserError("\npassgo: ".join(unreadable))
    return status


def describe_outcome(report: Report) -> str:
    """Return the outcome in a few words."""
    if not report.is_sound:
        return "not verified"
    if not report.is_finished:
        return "unfinished; what is there agrees"
    return "verified, but for the dice" if report.unchecked else "verified"


def list_details(report: Report) -> list[str]:
    """List what was checked and what is wrong."""
    wrong = [f"Line {line}: {sentence}" for line, sentence in report.problems]
    if report.is_sound and not report.is_finished:
        wrong.append("The end is missing: the game was saved, or the rest of the file is lost.")
    return report.checked + report.unchecked + wrong
