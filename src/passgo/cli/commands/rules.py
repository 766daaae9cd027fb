"""`passgo rules`: the rulebook's index, whole, by citation or by word."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Final

from passgo.citations import CITATIONS, Citation
from passgo.cli.errors import UserError
from passgo.cli.rulebook import find_rule, has_words

DESCRIPTION: Final = "Print the rules: all of them, those you name, or those that mention a word."
EXAMPLES: Final = """\
examples:
  passgo rules                        every rule, one sentence each
  passgo rules "10 MCS 80(c)"         one rule; 80(c) and 10mcs80c will do
  passgo rules "CR 5.4" "Ruling 7"    several rules
  passgo rules --search mortgage      the rules that mention a word
  passgo rules --json                 the same for programs

citations:
  10 MCS 80(c)      the Monopoly Compiled Statutes, section and letter
  CR 5.4            the consolidated rules
  Ruling 7          our decision where the sources are silent
  House first_lap   a house rule, off unless the table turns it on
"""
_NARROWEST = 30  # columns of text below which the sentence goes under its key


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("citation", nargs="*", help='a rule, such as "10 MCS 80(c)"')
    parser.add_argument("--search", metavar="WORD", help="only rules that mention these words")
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """Print the rules asked for."""
    named: list[str] = args.citation
    found = [find_rule(name) for name in named] if named else list(CITATIONS.values())
    if args.search is not None:
        found = [rule for rule in found if has_words(rule, args.search)]
        if not found:
            where = "None of these rules" if named else "No rule"
            raise UserError(f"{where} mentions {args.search!r}.")
    if args.json:
        data = [{"key": rule.key, "title": rule.title, "says": rule.says} for rule in found]
        print(json.dumps(data, indent=2))
        return 0
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in table(found, width, titles=bool(named)):
        print(line)
    return 0


def table(rules: Sequence[Citation], width: int | None, titles: bool) -> list[str]:
    """Lay the rules out in lines: one each, or wrapped to a width."""
    column = max(len(rule.key) for rule in rules) + 2
    lines = []
    for rule in rules:
        says = f"{rule.title}: {rule.says}" if titles else rule.says
        start = rule.key.ljust(column)
        if width is None:
            lines.append(start + says)
        elif width - column < _NARROWEST:
            lines.append(rule.key)
            lines += textwrap.wrap(
                says, max(width, 10), initial_indent="  ", subsequent_indent="  "
            )
        else:
            lines += textwrap.wrap(
                says, width, initial_indent=start, subsequent_indent=" " * column
            )
    return lines
