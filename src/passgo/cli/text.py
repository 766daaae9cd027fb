"""Text for a terminal: what it can show, and lists in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO


def sanitize(text: str, longest: int = 40) -> str:
    """Shorten what somebody typed, and replace what would move the cursor."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= longest else plain[:longest] + "..."


def shorten(name: str, longest: int) -> str:
    """Cut a name that is too long for its column."""
    return name if len(name) <= longest else name[: longest - 2] + ".."


def join_words(items: Sequence[str], last: str = "or") -> str:
    """Join items for a sentence: one, two or three."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def print_line(text: str, file: TextIO | None = None) -> None:
    """Print a line, replacing the letters that the terminal's encoding doesn't have."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), file=file)
