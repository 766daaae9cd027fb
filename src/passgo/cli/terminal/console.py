"""Line-based input and output for a terminal game.

The cursor is never moved, and no color is used. On a terminal, lines are wrapped to its width. In a
pipe, each sentence is one line and the input is echoed, so the output shows the whole game.
`screen.Screen` draws the board instead.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Final

from passgo.cli.rulebook import PIPED_WIDTH, WIDEST
from passgo.cli.text import sanitize

if TYPE_CHECKING:
    from passgo.cli.terminal.game_loop import TerminalGame

NARROWEST: Final = 20
_LONGEST: Final = 10_000
"""The maximum length of an input line, in characters."""


class EndOfInput(Exception):
    """The end of the input."""


class Console:
    """Standard input and output as a sequence of lines."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.by_hand = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if self.by_hand:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # importing it enables line editing

    @property
    def width(self) -> int:
        """The number of columns for text that is wrapped even in a pipe."""
        if not sys.stdout.isatty():
            return PIPED_WIDTH
        return max(min(shutil.get_terminal_size().columns - 1, WIDEST), NARROWEST)

    def say(self, text: str = "") -> None:
        """Print a sentence on its own line."""
        if text and sys.stdout.isatty():
            width = max(shutil.get_terminal_size().columns - 1, NARROWEST)
            text = textwrap.fill(text, width, break_on_hyphens=False)
        print(text)

    def say_turn(self, text: str) -> None:
        """Print that a turn begins."""
        self.say()
        self.say(text)

    def ask(self, question: str) -> str:
        """Print a question and read the answer."""
        self.say(question)
        return self.read()

    def join(self, terminal: TerminalGame) -> None:
        """Show this game from now on."""

    def stop_asking(self) -> None:
        """Print the rest of the game without asking anything."""

    def close(self) -> None:
        """Print everything that has not been printed yet."""

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
