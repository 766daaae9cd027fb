"""A terminal, line by line: what is said is a plain sentence, what is read is one line.

No cursor is moved, no color needed. In a terminal lines are wrapped to its width; in a pipe each
sentence is one line, and what was read is repeated, so that the output shows the whole game.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import textwrap
from typing import Final

from passgo.cli.text import sanitize

NARROWEST: Final = 20
_LONGEST: Final = 10_000
"""No line that somebody means is longer."""


class EndOfInput(Exception):
    """Nobody will type anything more."""


class Console:
    """Where sentences go and commands come from."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.by_hand = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if self.by_hand:
            with contextlib.suppress(ImportError):  # it gives the keyboard its arrow keys
                import readline  # noqa: F401  # importing it is all there is to do

    def say(self, text: str = "") -> None:
        """Say a sentence on a line of its own."""
        if text and sys.stdout.isatty():
            width = max(shutil.get_terminal_size().columns - 1, NARROWEST)
            text = textwrap.fill(text, width, break_on_hyphens=False)
        print(text)

    def read(self) -> str:
        """Read one command."""
        if self.by_hand:
            try:
                return input("> ").strip()
            except EOFError:
                print()
                raise EndOfInput from None
        sys.stdout.flush()
        try:
            line = sys.stdin.readline(_LONGEST) if sys.stdin is not None else ""
        except OSError:
            line = ""
        if not line:
            raise EndOfInput
        print(f"> {sanitize(line.strip(), 200)}")
        return line.strip()
