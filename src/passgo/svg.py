"""Shared code for drawing boards: space positions, group patterns and text sizes.

Every group has a pattern as well as a color, so no group is distinguished by color alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from passgo.engine.board import Board, Group

INK: Final = "#22302f"

TILE: Final = 12  # size of a pattern; patterned areas are a whole number of tiles wide
PROPERTY: Final = 9 * TILE  # width of a space along the edge of the board
DEPTH: Final = 11 * TILE  # depth of a space, toward the center; corners are square
BAR: Final = 2 * TILE
MARGIN: Final = 2 * TILE

_COLORS: Final[dict[str, str]] = {
    "brown": "#7d4526",
    "light_blue": "#74c3e6",
    "pink": "#cc3a87",
    "orange": "#e57c1b",
    "red": "#c4212d",
    "yellow": "#f1c61c",
    "green": "#0f8449",
    "dark_blue": "#2146ad",
    "railroads": "#2b3238",
    "utilities": "#8f9ba3",
}
_OTHERS: Final = [*_COLORS.values(), "#7a4fa3"]

# Shapes on a 12-by-12 tile; {} is the color of the marks.
_PATTERNS: Final = [
    '<circle cx="6" cy="6" r="2.2" fill="{}"/>',
    '<path d="M3 0V12M9 0V12" stroke="{}" stroke-width="1.5"/>',
    '<path d="M-1 13L13 -1M-1 1L1 -1M11 13L13 11" stroke="{}" stroke-width="1.6"/>',
    '<path d="M1 1H5V5H1ZM7 7H11V11H7Z" fill="{}"/>',
    '<path d="M0 3H12M0 9H12" stroke="{}" stroke-width="1.5"/>',
    '<path d="M-1 -1L13 13M11 -1L13 1M-1 11L1 13" stroke="{}" stroke-width="1.6"/>',
    '<path d="M0 9L3 3L6 9L9 3L12 9" fill="none" stroke="{}" stroke-width="1.4"/>',
    '<path d="M6 2.5V9.5M2.5 6H9.5" stroke="{}" stroke-width="1.6"/>',
    '<path d="M0 6H12M3 2V10M9 2V10" stroke="{}" stroke-width="1.6"/>',
    '<circle cx="6" cy="6" r="3.4" fill="none" stroke="{}" stroke-width="1.3"/>',
]


@dataclass(frozen=True)
class Box:
    """A space in the picture, and the side with its group's bar."""

    x: float
    y: float
    width: float
    height: float
    bar: str  # top, bottom, left or right

    def split_bar(self) -> tuple[Box, Box]:
        """Split the space into its group's bar, on the side facing the center, and the rest."""
        x, y, width, height = self.x, self.y, self.width, self.height
        if self.bar in ("left", "right"):
            bar_x, rest_x = (x, x + BAR) if self.bar == "left" else (x + width - BAR, x)
            return Box(bar_x, y, BAR, height, ""), Box(rest_x, y, width - BAR, height, "")
        bar_y, rest_y = (y, y + BAR) if self.bar == "top" else (y + height - BAR, y)
        return Box(x, bar_y, width, BAR, ""), Box(x, rest_y, width, height - BAR, "")


def boxes(size: int, depth: int = DEPTH, margin: int = MARGIN) -> list[Box]:
    """Place the spaces clockwise around a square, with GO at the bottom right.

    If the number of spaces is not divisible by 4, the last side has a gap before GO.
    """
    along = -(-size // 4)
    side = 2 * depth + (along - 1) * PROPERTY
    first, last = margin, margin + side - depth
    found = []
    for number in range(size):
        edge, at = divmod(number, along)
        near = margin + depth + (at - 1) * PROPERTY  # from the left or the top
        far = margin + side - depth - at * PROPERTY  # from the right or the bottom
        if edge == 0:
            box = Box(far, last, PROPERTY, depth, "top") if at else Box(last, last, 0, 0, "")
        elif edge == 1:
            box = Box(first, far, depth, PROPERTY, "right") if at else Box(first, last, 0, 0, "")
        elif edge == 2:
            box = Box(near, first, PROPERTY, depth, "bottom") if at else Box(first, first, 0, 0, "")
        else:
            box = Box(last, near, depth, PROPERTY, "left") if at else Box(last, first, 0, 0, "")
        bar = "top" if edge < 2 else "bottom"
        found.append(box if at else Box(box.x, box.y, depth, depth, bar))
    return found


def group_color(group: Group) -> str:
    """Return a group's color; if the classic board has no such group, choose a color by its number."""
    return _COLORS.get(group.key, _OTHERS[group.number % len(_OTHERS)])


def definitions(board: Board) -> list[str]:
    """Define every group's fill: its color and its pattern."""
    lines = ["<defs>"]
    for group in board.groups:
        color = group_color(group)
        mark = "#ffffff" if luminance(color) < 0.18 else INK
        pattern = _PATTERNS[group.number % len(_PATTERNS)].format(mark)
        lines.append(
            f'<pattern id="group{group.number}" width="{TILE}" height="{TILE}" '
            f'patternUnits="userSpaceOnUse"><rect width="{TILE}" height="{TILE}" '
            f'fill="{color}"/>'
            f"{pattern}</pattern>"
        )
    return [*lines, "</defs>"]


def luminance(color: str) -> float:
    """Return the relative luminance of a color; below 0.18, white marks are more visible."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def fit(text: str, width: float, height: float) -> tuple[int, list[str]]:
    """Return the largest font size at which the text fits in a box, and the text's lines."""
    for size in range(14, 8, -1):
        lines = break_lines(text, width, size)
        if len(lines) * size * 1.15 <= height and all(length(li, size) <= width for li in lines):
            return size, lines
    lines = break_lines(text, width, 9)[: max(1, int(height / (9 * 1.15)))]
    return 9, [cut(line, width, 9) for line in lines]


def break_lines(text: str, width: float, size: float) -> list[str]:
    """Break a text between words into lines that fit; a word that is too long has its own line."""
    lines: list[str] = []
    for word in text.split():
        if lines and length(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def cut(line: str, width: float, size: float) -> str:
    """Shorten a line that is too long, ending it with an ellipsis."""
    if length(line, size) <= width:
        return line
    while line and length(line + "…", size) > width:
        line = line[:-1]
    return line + "…"


def length(text: str, size: float) -> float:
    """Return a generous estimate of the text's width, because fonts differ."""
    narrow = sum(letter in "iljtfrI.,:;'!|()- " for letter in text)
    wide = sum(letter in "mwMW@%&…" or ord(letter) > 0x2E7F for letter in text)
    capital = sum(letter.isupper() and letter not in "IMW" for letter in text)
    plain = len(text) - narrow - wide - capital
    return size * (0.38 * narrow + 0.98 * wide + 0.72 * capital + 0.62 * plain)
