"""Text for a terminal: sanitizing, shortening and printing."""

from __future__ import annotations

import sys
from typing import TextIO


def sanitize(text: str, longest: int = 40) -> str:
    """Shorten a user's input, and replace unprintable characters."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= longest else plain[:longest] + "..."


def shorten(name: str, longest: int) -> str:
    """Shorten a name that is too long for its column."""
    return name if len(name) <= longest else name[: longest - 2] + ".."


def format_count(number: int, thing: str) -> str:
    """Return a number with its noun: "1 deed", "2 deeds", "no deeds"."""
    return f"{number} {thing}" if number == 1 else f"{number or 'no'} {thing}s"


def print_line(text: str, file: TextIO | None = None) -> None:
    """Print a line, replacing characters that are not in the terminal's encoding."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), file=file)
