"""`passgo rules`: print the rulebook, its index, or a comparison of the presets."""

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
from passgo.cli.options import add_rule_options, read_rules
from passgo.cli.rulebook import (
    INDENT,
    PIPED_WIDTH,
    WIDEST,
    find_paragraph,
    find_topic,
    format_paragraph,
    has_words,
    wrap,
)
from passgo.cli.text import print_line
from passgo.engine.ruleset import PRESETS, RuleSet, RuleSetError
from passgo.say import Words
from passgo.say.rulebook_text import Section, compare_presets, read_rulebook

DESCRIPTION: Final = "Print the rulebook: all of it, the sections you name, or the rules you cite."
EXAMPLES: Final = """\
examples:
  passgo rules                        the whole rulebook
  passgo rules | less                 the same, page by page
  passgo rules jail                   one section (passgo rules lists the section names at the end)
  passgo rules --rules short jail     the same in the short game
  passgo rules "10 MCS 80(c)"         one rule and its paragraph; 80(c) and 10mcs80c also work
  passgo rules "CR 5.4" "Ruling 7"    several rules
  passgo rules --compare              how the rule sets differ, side by side
  passgo rules --index                a short summary of every rule
  passgo rules --search mortgage      the rules in the index that mention a word
  passgo rules --json                 the index in machine-readable form

citations:
  10 MCS 80(c)      the Monopoly Compiled Statutes, by section and letter
  CR 5.4            the consolidated rules
  Ruling 7          our decision where the sources are silent
  House first_lap   a house rule, off unless the table turns it on
"""
_NARROWEST = 30  # if fewer columns are left for a rule's text, the text goes below the key
_UNBROKEN = "\N{NO-BREAK SPACE}"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "topic", nargs="*", help='a section such as jail, or a rule such as "10 MCS 80(c)"'
    )
    parser.add_argument("--compare", action="store_true", help="print the rule sets side by side")
    parser.add_argument("--index", action="store_true", help="print a short summary of each rule")
    parser.add_argument(
        "--search", metavar="WORD", help="print the rules in the index that mention WORD"
    )
    parser.add_argument("--json", action="store_true", help="print the index as a JSON list")
    add_rule_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the requested rules or comparison."""
    if args.compare:
        print_comparison(args.json)
        return 0
    try:
        rules = read_rules(args)
    except RuleSetError as error:
        raise UserError(str(error)) from None
    book = read_rulebook(rules, Words.load())
    topics = [find_topic(name, book) for name in args.topic]
    if args.index or args.json or args.search is not None:
        print_index(topics, book, args)
    else:
        print_rulebook(topics, book, rules)
    return 0


def print_rulebook(
    topics: Sequence[Citation | list[Section]], book: Sequence[Section], rules: RuleSet
) -> None:
    """Print the given sections and rules, or the whole rulebook if none are given."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED_WIDTH
    width = min(columns, WIDEST)
    blocks: list[str] = []
    for topic in topics or [list(book)]:
        if isinstance(topic, Citation):
            section, paragraph = find_paragraph(topic.key, book)
            blocks += table([topic], width, titles=True)
            blocks += ["", *format_paragraph(section, paragraph, width), ""]
        else:
            for section in topic:
                blocks += format_section(section, width)
    if not topics:
        names = ", ".join(section.id for section in book)
        preset = "" if rules.preset == "consolidated" else f" --rules {rules.preset}"
        blocks += wrap(f"passgo rules{preset} SECTION prints one section: {names}.", width)
    for line in blocks if blocks[-1] else blocks[:-1]:
        print_line(line)


def format_section(section: Section, width: int) -> list[str]:
    """Format a section as lines: its title, then its paragraphs with their citations."""
    lines = [section.title, "-" * len(section.title)]
    words = Words.load()
    for paragraph in section.paragraphs:
        text = paragraph.text
        if paragraph.in_force:
            text += f" ({words.sections['web']['rulebook.on']})"
        lines += wrap(text, width)
        if paragraph.cites:
            keys = ", ".join(key.replace(" ", _UNBROKEN) for key in paragraph.cites)
            lines += [line.replace(_UNBROKEN, " ") for line in wrap(f"[{keys}]", width, INDENT)]
        lines.append("")
    return lines


def print_index(
    topics: Sequence[Citation | list[Section]], book: Sequence[Section], args: argparse.Namespace
) -> None:
    """Print a short summary of each rule on the given topics, or of every rule if none are given."""
    found = list_rules(topics) if topics else list(CITATIONS.values())
    if args.search is not None:
        found = [rule for rule in found if has_words(rule, args.search)]
        if not found:
            where = "None of these rules" if topics else "No rule"
            raise UserError(f"{where} mentions {args.search!r}.")
    if args.json:
        print(json.dumps([rule_to_data(rule, book) for rule in found], indent=2))
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in table(found, width, titles=bool(topics)):
        print(line)


def list_rules(topics: Sequence[Citation | list[Section]]) -> list[Citation]:
    """Return the rules for the given topics, in the order of the topics."""
    found: list[Citation] = []
    for topic in topics:
        if isinstance(topic, Citation):
            found.append(topic)
        else:
            paragraphs = [one for section in topic for one in section.paragraphs]
            found += [CITATIONS[key] for one in paragraphs for key in one.cites]
    return found


def rule_to_data(rule: Citation, book: Sequence[Section]) -> dict[str, str]:
    """Return a rule and its paragraph as plain data."""
    section, paragraph = find_paragraph(rule.key, book)
    return {
        "key": rule.key,
        "title": rule.title,
        "says": rule.says,
        "section": section.id,
        "text": paragraph.text,
    }


def table(rules: Sequence[Citation], width: int | None, titles: bool) -> list[str]:
    """Format rules as lines: one line per rule, or wrapped to a width."""
    column = max(len(rule.key) for rule in rules) + 2
    lines = []
    for rule in rules:
        says = f"{rule.title}: {rule.says}" if titles else rule.says
        start = rule.key.ljust(column)
        if width is None:
            lines.append(start + says)
        elif width - column < _NARROWEST:
            lines.append(rule.key)
            lines += wrap(says, width, INDENT)
        else:
            lines += textwrap.wrap(
                says, width, initial_indent=start, subsequent_indent=" " * column
            )
    return lines


def print_comparison(as_json: bool) -> None:
    """Print the options in which the rule sets differ, with one column for each rule set."""
    rows = compare_presets(Words.load())
    if as_json:
        data = [{"option": row.option, "label": row.label, **row.values} for row in rows]
        print(json.dumps(data, indent=2))
        return
    columns = [max(len(name), *(len(row.values[name]) for row in rows)) for name in PRESETS]
    first = max(len(row.label) for row in rows)
    heads = [name.rjust(size) for name, size in zip(PRESETS, columns, strict=True)]
    print("  ".join(["".ljust(first), *heads]).rstrip())
    for row in rows:
        values = [row.values[name].rjust(size) for name, size in zip(PRESETS, columns, strict=True)]
        print_line("  ".join([row.label.ljust(first), *values]))
