"""Checking the names of players and tables, and choosing names for bots."""

from __future__ import annotations

import unicodedata
from collections.abc import Set as AbstractSet
from itertools import chain, count
from typing import Final

import msgspec

from passgo.server.log_entries import HostSettings
from passgo.server.problems import Problem

LONGEST_NAME: Final = 24
LONGEST_TITLE: Final = 60
BANK_NAMES: Final = frozenset(("bank", "the bank", "die bank"))
"""Reserved, because the Bank takes part in every game."""
BOT_NAMES: Final = ("Hugo", "Felix", "Tilda", "Vera", "Boyd", "Uma", "Otto", "Rosa")
"""The bot characters; the browser has a portrait of each (`art/characters.ts`)."""
INVISIBLE: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that look blank, although Unicode does not classify them as invisible."""


def clean_name(name: str) -> str:
    """Return a player's name in the form shown to others; raise Problem if it is not allowed."""
    name = visible_text(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise Problem("seat.name", f"A name must have 1 to {LONGEST_NAME} visible characters.")
    return name


def clean_title(settings: HostSettings) -> HostSettings:
    """Return settings with a cleaned-up table name; raise Problem if the name is not allowed."""
    title = visible_text(settings.name)
    if len(title) > LONGEST_TITLE or (settings.name and not title):
        most = f"at most {LONGEST_TITLE} visible characters"
        raise Problem("rules", f"A table name may have {most}.")
    return msgspec.structs.replace(settings, name=title)


def visible_text(text: str) -> str:
    """Return text in normalized form; empty if it has invisible characters or stacked combining marks."""
    text = unicodedata.normalize("NFKC", " ".join(text.split()))
    before = ""
    for letter in text:
        kind = unicodedata.category(letter)
        if (
            kind[0] == "C"
            or kind in ("Zl", "Zp")
            or letter in INVISIBLE
            or "\ufe00" <= letter <= "\ufe0f"
        ):
            return ""
        if kind[0] == "M" and (not before or unicodedata.category(before)[0] == "M"):
            return ""  # at most one combining mark per letter
        before = letter
    return text


def choose_bot_name(table: str, taken: AbstractSet[str]) -> str:
    """Return a bot name that is not in ``taken`` (case-folded); the table name selects the first to try.

    If people have taken every character's name, a number follows the name.
    """
    first = sum(table.encode())
    names = [BOT_NAMES[(first + step) % len(BOT_NAMES)] for step in range(len(BOT_NAMES))]
    numbered = (f"{name} {number}" for number in count(2) for name in names)
    return next(name for name in chain(names, numbered) if name.casefold() not in taken)
