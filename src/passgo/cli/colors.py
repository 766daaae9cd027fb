"""Colors for the terminal game, and text measured in columns."""

from __future__ import annotations

import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Final

from passgo.engine.board import Group

RESET: Final = "\x1b[0m"
BOLD: Final = "1"
DIM: Final = "2"
_CODES: Final = re.compile(r"\x1b\[[0-9;]*m")
_FIRST_COLUMN: Final = "\0"

_ON_DARK, _ON_LIGHT = 231, 16
_GROUPS: Final[dict[str, tuple[int, int]]] = {
    "brown": (94, _ON_DARK),
    "light_blue": (153, _ON_LIGHT),
    "pink": (169, _ON_LIGHT),
    "orange": (208, _ON_LIGHT),
    "red": (160, _ON_DARK),
    "yellow": (220, _ON_LIGHT),
    "green": (28, _ON_DARK),
    "dark_blue": (25, _ON_DARK),
    "railroads": (240, _ON_DARK),
    "utilities": (250, _ON_LIGHT),
}
"""The background and text colors of each group, in the 256-color palette."""
_OTHERS: Final = list(_GROUPS.values())
_SEATS: Final = (160, 33, 34, 172, 134, 37, 205, 101)
"""Each seat's color; all of them are legible on black and on white."""


def has_color() -> bool:
    """Return whether the output is a terminal that should show colors (see no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not is_dumb()


def is_dumb() -> bool:
    """Return whether the terminal can only print lines."""
    return os.environ.get("TERM", "") in ("", "dumb") and os.name != "nt"


def paint(text: str, style: str) -> str:
    """Return the text in a style; "" means plain."""
    return f"\x1b[{style}m{text}{RESET}" if style and text.strip() else text


def group_style(group: Group) -> str:
    """Return the style of a group's color."""
    back, front = _GROUPS.get(group.key, _OTHERS[group.number % len(_OTHERS)])
    return f"48;5;{back};38;5;{front}"


def seat_style(seat: int) -> str:
    """Return the style of a seat's color."""
    return f"38;5;{_SEATS[seat % len(_SEATS)]};{BOLD}"


def token_style(seat: int) -> str:
    """Return the style of a seat's token on the board: its color in reverse."""
    return f"{seat_style(seat)};7"


def paint_names(text: str, names: Sequence[str]) -> str:
    """Paint each player's name in the color of their seat."""
    styles = {name: seat_style(seat) for seat, name in enumerate(names)}
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"\b({either})\b", lambda found: paint(found[0], styles[found[0]]), text)


# -- columns ---------------------------------------------------------------------------------------


def count_columns(text: str) -> int:
    """Return how many columns a text takes up, without its colors."""
    return len(_widen(_CODES.sub("", text)))


def fit(text: str, columns: int) -> str:
    """Cut off or fill up a text without colors so that it takes up this many columns."""
    cut = _widen(text)[:columns].rstrip(_FIRST_COLUMN)
    return cut.ljust(columns).replace(_FIRST_COLUMN, "")


def wrap_columns(text: str, columns: int, hanging: int = 0) -> list[str]:
    """Wrap a text without colors; its indentation is kept on the first line.

    All other lines are indented by ``hanging`` columns.
    """
    lines = textwrap.wrap(
        _widen(text), columns, break_on_hyphens=False, subsequent_indent=" " * hanging
    )
    return [line.replace(_FIRST_COLUMN, "") for line in lines]


def _widen(text: str) -> str:
    """Return one character for each column; some letters take up two columns, and some none."""
    return "".join(
        _FIRST_COLUMN + letter if unicodedata.east_asian_width(letter) in "WF" else letter
        for letter in unicodedata.normalize("NFC", text)
        if not unicodedata.combining(letter)
    )
