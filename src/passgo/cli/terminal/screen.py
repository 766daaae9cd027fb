"""A full-screen terminal game: the board on top, and below it the story and the question.

The whole screen is redrawn, in one write, each time a question is asked. Text that doesn't fit
below the board is shown page by page before the question. Nothing on the terminal has to be
restored afterwards: the last screen stays, and the shell continues below it.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Final

from passgo.cli.board_picture import draw_board
from passgo.cli.colors import (
    BOLD,
    DIM,
    has_color,
    is_dumb,
    paint,
    paint_names,
    wrap_columns,
)
from passgo.cli.terminal.console import Console, EndOfInput
from passgo.cli.text import sanitize

if TYPE_CHECKING:
    from passgo.cli.terminal.game_loop import TerminalGame

FEWEST_COLUMNS: Final = 80
FEWEST_ROWS: Final = 24
_HOME: Final = "\x1b[H"
_END_OF_LINE: Final = "\x1b[K\n"
_END_OF_SCREEN: Final = "\x1b[J"
_PROMPT: Final = "> "
_MORE: Final = "Press Enter to continue. "
_MOST_KEPT: Final = 200


def can_draw() -> bool:
    """Return whether the board can be drawn: on a terminal that is large enough."""
    if is_dumb() or sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    columns, rows = shutil.get_terminal_size()
    return columns >= FEWEST_COLUMNS and rows >= FEWEST_ROWS


class Screen(Console):
    """A terminal on which the board is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.color = has_color()
        self.terminal: TerminalGame | None = None
        self.old: list[str] = []
        """The lines that have been shown."""
        self.new: list[str] = []
        """The lines that have not been shown yet."""
        self.is_line_based = False
        """Whether lines are printed as in any other console."""
        self.has_begun = False

    def join(self, terminal: TerminalGame) -> None:
        """Show this game from now on."""
        self.terminal = terminal

    def say(self, text: str = "") -> None:
        """Show a sentence on the next screen."""
        if self.is_line_based:
            super().say(text)
        elif text:
            self.new += wrap_columns(text, self.width)

    def say_turn(self, text: str) -> None:
        """Show that a turn begins; the board shows whose turn it is."""
        if self.is_line_based:
            super().say_turn(text)

    def ask(self, question: str) -> str:
        """Draw the screen with a question at the bottom, and read the answer."""
        while True:
            if not can_draw():  # the window is too small now
                self.print_new()
                return super().ask(question)
            self.is_line_based = False
            asked = wrap_columns(question, self.width)
            rows = shutil.get_terminal_size().lines - 2  # for the prompt, and the line after Enter
            picture = self.draw()
            if len(picture) + len(asked) >= rows:  # a question that lists very many deeds
                picture = []
            room = rows - len(picture) - len(asked)
            if len(self.new) <= room:
                break
            # The board stays in view unless the text is long, as in the answer to `help`.
            above = picture if len(self.new) <= 2 * room else []
            size = rows - len(above)
            page, self.new = self.new[:size], self.new[size:]
            self.write([*above, *(self.paint_line(line) for line in page)])
            self.old += page
            self.read_line(_MORE)
        lines = [self.paint_line(line, DIM) for line in self.old] + [
            self.paint_line(line) for line in self.new
        ]
        self.write([*picture, *lines[-room:], *(self.paint(line, BOLD) for line in asked)])
        answer = self.read_line(_PROMPT)
        self.old = [*self.old, *self.new, f"{_PROMPT}{sanitize(answer, 60)}"][-_MOST_KEPT:]
        self.new = []
        return answer

    def stop_asking(self) -> None:
        """Print the rest of the game line by line."""
        self.print_new()

    def close(self) -> None:
        """Draw the last screen, and leave the cursor below it."""
        if self.has_begun and not self.is_line_based and can_draw():
            rows = shutil.get_terminal_size().lines - 1
            picture = self.draw()
            room = max(rows - len(picture) - len(self.new), 0)
            old = self.old[len(self.old) - room :] if room else []
            self.write([*picture, *(self.paint_line(line, DIM) for line in old)])
        self.print_new()

    def print_new(self) -> None:
        """Print the lines that have not been shown yet, and continue line by line."""
        for line in self.new:
            print(self.paint_line(line))
        self.new = []
        self.is_line_based = True

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self) -> list[str]:
        """Draw the board."""
        if self.terminal is None:
            return []
        game = self.terminal
        return draw_board(game.state, game.words, game.lexicon, self.color, self.width)

    def write(self, lines: list[str]) -> None:
        """Replace the screen with these lines, in one write, so that it doesn't flicker."""
        if not self.has_begun:  # earlier output scrolls up and stays in the terminal's history
            self.has_begun = True
            sys.stdout.write("\n" * shutil.get_terminal_size().lines)
        text = "".join(f"{line}{_END_OF_LINE}" for line in lines)
        sys.stdout.write(f"{_HOME}{text}{_END_OF_SCREEN}")
        sys.stdout.flush()

    def read_line(self, prompt: str) -> str:
        """Read a line at the cursor."""
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            raise EndOfInput from None

    def paint(self, text: str, style: str) -> str:
        """Return the text in a style, if colors are used."""
        return paint(text, style) if self.color else text

    def paint_line(self, line: str, style: str = "") -> str:
        """Return a line of the story, with names in color or in one style."""
        if style or self.terminal is None:
            return self.paint(line, style)
        return paint_names(line, self.terminal.lexicon.names) if self.color else line
