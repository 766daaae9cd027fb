"""Command line options that several commands share.

A type such as `whole_number("--games", 1)` raises `UserError` itself, which argparse lets through, so that
the user reads one sentence instead of the usage: `--games must be at least 1 (got 0)`.
"""

from __future__ import annotations

import argparse
import contextlib
import math
from collections.abc import Callable
from typing import Final

from passgo.boards import BoardError, load_board
from passgo.cli.errors import UserError
from passgo.cli.text import sanitize
from passgo.engine.board import Board, classic
from passgo.engine.ruleset import PRESETS, RuleSet, rule_set

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
    """Return a type for argparse: a whole number, with _ or , between its digits if people like."""

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
    default: int,
    least: int = 0,
) -> None:
    """Add an option that takes a whole number."""
    parser.add_argument(
        option,
        type=whole_number(option, least),
        metavar="N",
        default=default,
        help=f"{help_text} (default: {default})",
    )


def decimal_number(option: str, example: str) -> Callable[[str], float]:
    """Return a type for argparse: a finite number."""

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
        help=f"rule set: {', '.join(PRESETS)} (default: consolidated)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change one rule, such as jail_fine=100 or no_auctions=on; may be repeated",
    )


def read_rules(args: argparse.Namespace, default: str = "consolidated", **fixed: bool) -> RuleSet:
    """Return the rule set that --rules and --option name, or the default one; `fixed` options come on top.

    Raises RuleSetError when there is no such rule set.
    """
    options: dict[str, object] = {}
    for text in args.option:
        name, _, value = text.partition("=")
        options[name.strip().replace("-", "_")] = read_option_value(text, value.strip())
    if "preset" in options or "base" in options:
        raise UserError("preset and base are not options: use --rules.")
    preset = default if args.rules is None else args.rules
    return rule_set(preset, "consolidated", **{**options, **fixed})


def read_option_value(text: str, value: str) -> int | bool:
    """Read the value of an option such as `no_auctions=on`."""
    if value.casefold() in _SWITCHES:
        return _SWITCHES[value.casefold()]
    with contextlib.suppress(ValueError):
        return int(value)
    raise UserError(f"An option is name=value, such as no_auctions=on (got {sanitize(text)!r})")


def add_database_option(parser: argparse._ActionsContainer, default: str | None = DATABASE) -> None:
    """Add --database; a server, which has other settings to look at, leaves the default to them."""
    parser.add_argument(
        "--database",
        metavar="WHERE",
        default=default,
        help=f"SQLite file or postgresql:// URL (default: {DATABASE})",
    )


def add_board_option(parser: argparse._ActionsContainer) -> None:
    """Add --board, which `read_board` reads."""
    parser.add_argument("--board", metavar="FILE", help="board file (default: the classic board)")


def read_board(path: str | None) -> Board:
    """Return the board that --board names, or the classic one."""
    if path is None:
        return classic()
    try:
        return load_board(path)
    except BoardError as error:
        raise UserError(f"{sanitize(path, 200)}: {error}.") from None
