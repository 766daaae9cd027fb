"""A drawing of the board, 13 lines of at most 78 columns, with everyone's cash in the middle.

Each space has its name, in its group's color, and its owner, buildings and tokens. A lowercase
letter is the owner (`a`), followed by the number of houses (`a2`), `H` for a hotel or `-` for a
mortgage. Uppercase letters are tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from passgo.cli.colors import BOLD, DIM, fit, group_style, paint, seat_style, token_style
from passgo.engine.board import CHEST, GO_TO_JAIL, HOTEL_LEVEL, Board
from passgo.engine.state import BANK, State
from passgo.say import Lexicon, Words

PICTURE_WIDTH: Final = 78
PICTURE_HEIGHT: Final = 13
_SIDE: Final = 11
"""The number of spaces on each side, including both corners."""
_CELL: Final = 6
"""The columns of a space in the top and bottom rows, which are one column apart."""
_NAME: Final = 12
"""The columns of a space's name on the left and right."""
_MARKS: Final = 6
"""The columns of a space's owner, buildings and tokens."""
_GAP: Final = 2
_CENTER: Final = PICTURE_WIDTH - 2 * (_NAME + 1 + _MARKS + _GAP)
_SHORT: Final = {CHEST: "Chest", GO_TO_JAIL: "ToJail"}
_LEGEND: Final = "a2 houses  aH hotel  a- mortgaged"

Painter = Callable[[str, str], str]


def draw_board(state: State, words: Words, lexicon: Lexicon, color: bool) -> list[str]:
    """Draw the board with the standings; a board without 40 spaces has only its standings."""
    drawing = _Drawing(state, words, lexicon, paint if color else lambda text, style: text)
    if state.board.size != 4 * (_SIDE - 1):
        return [line.rstrip() for line in drawing.standings(PICTURE_WIDTH)]
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

    def __init__(self, state: State, words: Words, lexicon: Lexicon, painter: Painter) -> None:
        self.state = state
        self.words = words
        self.names = lexicon.names
        self.marks = choose_marks(lexicon.names)
        self.paint = painter

    def board(self) -> list[str]:
        """Draw the four sides and the standings between them."""
        bottom = range(_SIDE - 1, -1, -1)
        top = range(2 * _SIDE - 2, 3 * _SIDE - 2)
        left = range(2 * _SIDE - 3, _SIDE - 1, -1)
        right = range(3 * _SIDE - 2, 4 * _SIDE - 4)
        center = [f"{line}{'':{_GAP}}" for line in self.standings(_CENTER)]
        center += [" " * (_CENTER + _GAP)] * (len(left) - len(center))
        middle = [
            f"{self.name(one, _NAME)} {self.marks_on(one)}{'':{_GAP}}{line}"
            f"{self.name(other, _NAME)} {self.marks_on(other)}"
            for one, line, other in zip(left, center, right, strict=True)
        ]
        lines = [*self.row(top), *middle, *reversed(self.row(bottom))]
        return [line.rstrip() for line in lines]

    def row(self, spaces: Sequence[int]) -> list[str]:
        """Draw the top row: the names, and below them what is on the spaces."""
        return [
            " ".join(self.name(space, _CELL) for space in spaces),
            " ".join(self.marks_on(space) for space in spaces),
        ]

    def name(self, number: int, columns: int) -> str:
        """Draw the name of a space in its group's color."""
        board = self.state.board
        space = board.spaces[number]
        text = fit(shorten_name(board, number, columns), columns)
        if space.deed < 0:
            return text
        return self.paint(text, group_style(board.groups[self.state.property(number).deed.group]))

    def marks_on(self, number: int) -> str:
        """Draw the owner and the buildings of a space, and the tokens on it."""
        owner, tokens = "", []
        if self.state.board.spaces[number].deed >= 0:
            prop = self.state.property(number)
            if prop.owner != BANK:
                level = "-" if prop.mortgaged else "H" if prop.houses == HOTEL_LEVEL else ""
                owner = self.marks[prop.owner].lower() + (level or str(prop.houses or ""))
                owner = self.paint(owner, seat_style(prop.owner)) + " " * (2 - len(owner))
        here = [one.seat for one in self.state.players if one.space == number and not one.out]
        most = _MARKS - 3 if self.state.board.spaces[number].deed >= 0 else _MARKS
        shown = here if len(here) <= most else here[: most - 1]
        tokens = [self.paint(self.marks[seat], token_style(seat)) for seat in shown]
        tokens += ["+"] if len(here) > most else []
        size = len(shown) + (len(here) > most)
        start = (owner or "  ") + " " if most < _MARKS else ""
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
        lines += [" " * columns] * (_SIDE - 3 - len(lines))
        lines.append(self.paint(fit(_LEGEND, columns), DIM))
        return lines

    def standing(self, seat: int, columns: int) -> str:
        """Write a player's letter, name, cash and space."""
        player = self.state.players[seat]
        cash = self.words.money(player.cash)
        place = shorten_name(self.state.board, player.space, _NAME)
        where = "in Jail" if player.jail else place
        turn = ">" if seat == self.state.seat and not self.state.over else " "
        text = f" {fit(self.names[seat], 9)} {cash:>7}  {where}"
        if player.out:
            text = f" {fit(self.names[seat], 9)}     out"
        style = DIM if player.out else BOLD if turn == ">" else ""
        mark = self.paint(self.marks[seat], seat_style(seat))
        return f"{turn} {mark}{self.paint(fit(text, columns - 3), style)}"


def shorten_name(board: Board, number: int, columns: int) -> str:
    """Return the name of a space, cut off at a number of columns."""
    space = board.spaces[number]
    if len(space.name) <= columns:
        return space.name
    short = _SHORT.get(int(space.kind), space.name)
    for ending in (" Avenue", " Railroad", " Place", " Company"):
        short = short.removesuffix(ending)
    return short[:columns].rstrip()
