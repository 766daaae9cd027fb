"""A drawing of the board, 13 lines of 78 to 100 columns, with everyone's cash in the middle.

Each space has its name, in its group's color, and its owner, buildings and tokens. Names are
shortened to fit, as they are in the browser on a phone. A lowercase
letter is the owner (`a`), followed by the number of houses (`a2`), `H` for a hotel or `-` for a
mortgage. Uppercase letters are tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from passgo.cli.colors import (
    BOLD,
    DIM,
    count_columns,
    fit,
    group_style,
    paint,
    seat_style,
    token_style,
)
from passgo.engine.board import HOTEL_LEVEL, Board
from passgo.engine.state import BANK, State
from passgo.say import Lexicon, Words

NARROWEST_PICTURE: Final = 78
WIDEST_PICTURE: Final = 100
PICTURE_HEIGHT: Final = 13
_SIDE: Final = 11
"""The number of spaces on each side, including both corners."""
_CORNER: Final = 7
"""The fewest columns of a corner."""
_NAME: Final = 12
"""The columns of a space's name on the left and right of the narrowest picture."""
_MARKS: Final = 6
"""The columns of the owner, buildings and tokens there."""
_GAP: Final = 2
_PLACE: Final = 12
"""The columns of the name of the space that a player is on."""
_ENDINGS: Final = (" Avenue", " Railroad", " Place", " Company")
_LEGEND: Final = "a2 houses  aH hotel  a- mortgaged"

Painter = Callable[[str, str], str]


def draw_board(
    state: State, words: Words, lexicon: Lexicon, color: bool, columns: int = NARROWEST_PICTURE
) -> list[str]:
    """Draw the board with the standings in at most this many columns.

    If there are too few columns, or the board doesn't have 40 spaces, draw only the standings.
    """
    columns = min(columns, WIDEST_PICTURE)
    drawing = _Drawing(state, words, lexicon, paint if color else lambda text, style: text, columns)
    if columns < NARROWEST_PICTURE or state.board.size != 4 * (_SIDE - 1):
        return [line.rstrip() for line in drawing.standings(columns)]
    return drawing.board()


def choose_marks(names: Sequence[str]) -> list[str]:
    """Choose a different letter or digit for each player: the first one in the name that is free."""
    marks: list[str] = []
    for name in names:
        letters = [letter.upper() for letter in name if len(letter.upper()) == 1]
        free = [one for one in (*letters, *"123456789") if one.isalnum() and one not in marks]
        marks.append(free[0])
    return marks


class _Drawing:
    """A drawing of one state of the game."""

    def __init__(
        self, state: State, words: Words, lexicon: Lexicon, painter: Painter, columns: int
    ) -> None:
        self.state = state
        self.words = words
        self.names = lexicon.names
        self.marks = choose_marks(lexicon.names)
        self.paint = painter
        self.spaces = SpaceNames(state.board, words)
        gaps = _SIDE - 1
        self.cell = (columns - gaps) // _SIDE
        """The columns of a space in the top and bottom rows, which are one column apart."""
        self.corner = max(self.cell, _CORNER)
        self.columns = (_SIDE - 2) * self.cell + 2 * self.corner + gaps
        self.side = _NAME + (self.columns - NARROWEST_PICTURE) // 4

    def board(self) -> list[str]:
        """Draw the four sides and the standings between them."""
        bottom = range(_SIDE - 1, -1, -1)
        top = range(2 * _SIDE - 2, 3 * _SIDE - 2)
        left = range(2 * _SIDE - 3, _SIDE - 1, -1)
        right = range(3 * _SIDE - 2, 4 * _SIDE - 4)
        width = self.columns - 2 * (self.side + 1 + _MARKS + _GAP)
        texts = self.standings(width)
        texts += [" " * width] * (len(left) - 1 - len(texts))
        texts.append(self.paint(fit(_LEGEND, width), DIM))
        center = [f"{text}{'':{_GAP}}" for text in texts]
        middle = [
            f"{self.name(one, self.side)} {self.marks_on(one, _MARKS)}{'':{_GAP}}{line}"
            f"{self.name(other, self.side)} {self.marks_on(other, _MARKS)}"
            for one, line, other in zip(left, center, right, strict=True)
        ]
        lines = [*self.row(top), *middle, *reversed(self.row(bottom))]
        return [line.rstrip() for line in lines]

    def row(self, spaces: Sequence[int]) -> list[str]:
        """Draw the top row: the names, and below them what is on the spaces."""
        corners = (spaces[0], spaces[-1])
        widths = [(space, self.corner if space in corners else self.cell) for space in spaces]
        return [
            " ".join(self.name(space, columns) for space, columns in widths),
            " ".join(self.marks_on(space, columns) for space, columns in widths),
        ]

    def name(self, number: int, columns: int) -> str:
        """Draw the name of a space in its group's color."""
        board = self.state.board
        space = board.spaces[number]
        text = fit(self.spaces.shorten(number, columns), columns)
        if space.deed < 0:
            return text
        return self.paint(text, group_style(board.groups[self.state.property(number).deed.group]))

    def marks_on(self, number: int, columns: int) -> str:
        """Draw the owner and the buildings of a space, and the tokens on it."""
        owner, tokens = "", []
        if self.state.board.spaces[number].deed >= 0:
            prop = self.state.property(number)
            if prop.owner != BANK:
                level = "-" if prop.mortgaged else "H" if prop.houses == HOTEL_LEVEL else ""
                owner = self.marks[prop.owner].lower() + (level or str(prop.houses or ""))
                owner = self.paint(owner, seat_style(prop.owner)) + " " * (2 - len(owner))
        here = [one.seat for one in self.state.players if one.space == number and not one.out]
        most = columns - 3 if self.state.board.spaces[number].deed >= 0 else columns
        shown = here if len(here) <= most else here[: most - 1]
        tokens = [self.paint(self.marks[seat], token_style(seat)) for seat in shown]
        tokens += ["+"] if len(here) > most else []
        size = len(shown) + (len(here) > most)
        start = (owner or "  ") + " " if most < columns else ""
        return start + "".join(tokens) + " " * (most - size)

    # -- the middle --------------------------------------------------------------------------------

    def standings(self, columns: int) -> list[str]:
        """Write everyone's cash and space, and what the Bank has left if there is room."""
        state = self.state
        lines = [self.standing(player.seat, columns) for player in state.players]
        room = _SIDE - 2 - len(lines)
        if room >= 2 and not state.rules.unlimited_buildings:
            houses = self.words.format_count(int(state.houses), 0)
            hotels = self.words.format_count(int(state.hotels), 1)
            lines.append(" " * columns)
            lines.append(fit(f"    Bank: {houses}, {hotels}", columns))
        return lines

    def standing(self, seat: int, columns: int) -> str:
        """Write a player's letter, name, cash and space."""
        player = self.state.players[seat]
        cash = self.words.money(player.cash)
        place = self.spaces.shorten(player.space, _PLACE)
        where = "in Jail" if player.jail else place
        turn = ">" if seat == self.state.seat and not self.state.over else " "
        text = f" {fit(self.names[seat], 9)} {cash:>7}  {where}"
        if player.out:
            text = f" {fit(self.names[seat], 9)}     out"
        style = DIM if player.out else BOLD if turn == ">" else ""
        mark = self.paint(self.marks[seat], seat_style(seat))
        return f"{turn} {mark}{self.paint(fit(text, columns - 3), style)}"


class SpaceNames:
    """The names of a board's spaces, shortened to fit."""

    def __init__(self, board: Board, words: Words) -> None:
        self.names = [words.space(number, board) for number in range(board.size)]
        self.stems = [_remove_ending(name) for name in self.names]
        self.counts = Counter(self.stems)
        lists = (words.sections["web"]["board.shorten.narrow"], words.name("spaces.short"))
        pairs = [pair.partition("=") for text in lists for pair in text.split(",")]
        # The names are never wrapped here, so they need no no-break spaces.
        self.short = [(name, short.replace("\xa0", " ")) for name, _, short in pairs]

    def shorten(self, number: int, columns: int) -> str:
        """Return the longest form of a name that fits; if there is none, cut the name off."""
        name, stem = self.names[number], self.stems[number]
        forms = [name, *(short for full, short in self.short if full == name)]
        if self.counts[stem] == 1:  # not Pennsylvania, which is an avenue and a railroad
            forms.append(stem)
        fitting = [form for form in forms if count_columns(form) <= columns]
        if fitting:
            return max(fitting, key=count_columns)
        return f"{fit(stem, columns - 1).rstrip(' .')}."


def _remove_ending(name: str) -> str:
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name
