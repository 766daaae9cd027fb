"""Command-line options that several commands share.

An argparse type such as `whole_number("--games", 1)` raises `UserError`, which argparse does not
catch, with a message such as `--games must be at least 1 (got 0)`.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
from collections.abc import Callable
from typing import Final

from passgo.boards import BoardError, load_board
from passgo.cli.errors import UserError
from passgo.cli.text import sanitize
from passgo.engine.board import Board, classic
from passgo.engine.ruleset import OPTIONS, PRESETS, RuleSet, rule_set
from passgo.spelling import describe_unknown, join_words, nearest

LARGEST_SEED: Final = 2**63 - 1
DATABASE: Final = "passgo.db"
_SWITCHES: Final = {
    "on": True,
    "yes": True,
    "true": True,
    "off": False,
    "no": False,
    "false": False,
}


def whole_number(
    option: str, least: int | None = None, most: int | None = None
) -> Callable[[str], int]:
    """Return an argparse type for whole numbers; underscores and commas may separate digits."""

    def read(text: str) -> int:
        try:
            number = int(text.replace(",", "_"))
        except ValueError:
            raise UserError(f"{option} must be a whole number (got {sanitize(text)!r})") from None
        if least is not None and number < least:
            raise UserError(f"{option} must be at least {least:,} (got {number:,})")
        if most is not None and number > most:
            raise UserError(f"{option} must be at most {most:,} (got {sanitize(f'{number:,}')})")
        return number

    return read


def add_number(
    parser: argparse._ActionsContainer,
    option: str,
    help_text: str,
    default: int | None,
    least: int = 0,
) -> None:
    """Add an option that takes a whole number; its help text must describe a default of None."""
    parser.add_argument(
        option,
        type=whole_number(option, least),
        metavar="N",
        default=default,
        help=help_text if default is None else f"{help_text} (default: {default})",
    )


def decimal_number(option: str, example: str) -> Callable[[str], float]:
    """Return an argparse type for finite numbers."""

    def read(text: str) -> float:
        with contextlib.suppress(ValueError):
            number = float(text)
            if math.isfinite(number):
                return number
        raise UserError(f"{option} must be a number such as {example} (got {sanitize(text)!r})")

    return read


def add_rule_options(parser: argparse._ActionsContainer) -> None:
    """Add --rules and --option, which `read_rules` reads."""
    parser.add_argument(
        "--rules",
        metavar="PRESET",
        help=f"rule set: {join_words(list(PRESETS))} (default: consolidated)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a rule, such as jail_fine=100 or no_auctions=on; can be repeated",
    )


def read_rules(args: argparse.Namespace, default: str = "consolidated", **fixed: bool) -> RuleSet:
    """Return the rule set that --rules and --option describe; `fixed` options take precedence.

    Raises RuleSetError for a value that is out of range.
    """
    options: dict[str, object] = {}
    for text in args.option:
        name, _, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name in ("preset", "base"):
            raise UserError("preset and base are not options: use --rules.")
        if name not in OPTIONS:
            raise UserError(describe_unknown("rule option", name, OPTIONS))
        options[name] = read_option_value(text, value.strip())
    preset = default if args.rules is None else args.rules
    if preset not in PRESETS:
        raise UserError(describe_unknown("preset", preset, PRESETS))
    return rule_set(preset, "consolidated", **{**options, **fixed})


def read_option_value(text: str, value: str) -> int | bool:
    """Read a rule option's value, as in `no_auctions=on`."""
    if value.casefold() in _SWITCHES:
        return _SWITCHES[value.casefold()]
    with contextlib.suppress(ValueError):
        return int(value)
    raise UserError(f"--option must be NAME=VALUE, such as no_auctions=on (got {sanitize(text)!r})")


def add_database_option(parser: argparse._ActionsContainer, default: str | None = DATABASE) -> None:
    """Add --database; the default should be None if another setting may name the database."""
    parser.add_argument(
        "--database",
        metavar="DATABASE",
        default=default,
        help=f"SQLite file or postgresql:// URL (default: {DATABASE})",
    )


def add_board_option(parser: argparse._ActionsContainer) -> None:
    """Add --board, which `read_board` reads."""
    parser.add_argument("--board", metavar="FILE", help="board file (default: the classic board)")


def read_board(path: str | None) -> Board:
    """Return the board in the file given by --board, or the classic board."""
    if path is None:
        return classic()
    check_file(path, "board file")
    try:
        return load_board(path)
    except BoardError as error:
        raise UserError(f"{sanitize(path, 200)}: {error}.") from None


def check_file(path: str, what: str) -> None:
    """Raise `UserError` if a file does not exist, and suggest one with a similar name."""
    if os.path.lexists(path):
        return
    folder, name = os.path.split(path)
    stem, ending = os.path.splitext(name)
    names: list[str] = []
    with contextlib.suppress(OSError, ValueError):
        names = sorted(os.listdir(folder or "."))
    stems = {os.path.splitext(one)[0]: one for one in names if one.endswith(ending)}
    near = nearest(stem, stems)
    hint = "." if near is None else f"; did you mean {os.path.join(folder, stems[near])}?"
    raise UserError(f"There is no {what} {sanitize(path, 200)!r}{hint}")
