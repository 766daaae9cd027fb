"""`passgo rules`: the rulebook's index, whole, by citation or by word."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Sequence

from passgo.cli.errors import UserError
from passgo.engine.citations import CITATIONS, Citation, UnknownCitation
from passgo.say import Words

_EXAMPLES = """\
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


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command to the parser."""
    parser = subparsers.add_parser(
        "rules",
        help="look up a rule by its citation",
        description="Say what a rule says: all of them, those you name, or those with a word.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("citation", nargs="*", help='a rule, such as "10 MCS 80(c)"')
    parser.add_argument("--search", metavar="WORD", help="only rules that mention these words")
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rules asked for."""
    named: list[str] = args.citation
    found = [find(name) for name in named] if named else list(CITATIONS.values())
    if args.search is not None:
        found = [rule for rule in found if mentions(rule, args.search)]
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


def find(name: str) -> Citation:
    """Return the rule a person means by this, whatever the case, spaces and brackets."""
    plain = _plain(name)
    words = Words.load()
    by_plain = {_plain(words.cited(key)): rule for key, rule in CITATIONS.items()}
    by_plain |= {_plain(key): rule for key, rule in CITATIONS.items()}
    prefixes = ["", "10", "10mcs", "house", "houserule"]
    if "." in plain:
        prefixes.append("cr")
    for prefix in prefixes:
        rule = by_plain.get(prefix + plain)
        if rule is not None:
            return rule
    key = name.strip()
    if key[:1].isdigit() and "mcs" not in key.casefold():
        key = f"10 MCS {key}"  # the sections of the statutes are what a bare number means
    nearest = UnknownCitation(key).nearest
    hint = f"; did you mean {_either(nearest)}?" if nearest else "; see passgo rules."
    shown = name if len(name) <= 60 else name[:60] + "..."
    raise UserError(f"No rule is cited as {shown!r}{hint}")


def mentions(rule: Citation, words: str) -> bool:
    """Tell whether a rule's key, title or sentence has all these words in it."""
    text = f"{rule.key} {rule.title} {rule.says}".casefold()
    return all(word in text for word in words.casefold().split())


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


def _plain(name: str) -> str:
    """Keep only what tells citations apart: letters, digits and dots."""
    return "".join(letter for letter in name.casefold() if letter.isalnum() or letter == ".")


def _either(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
