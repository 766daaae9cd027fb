"""The long run drawn on the board: one standalone SVG, no other program needed.

Every space carries its figure in print, its shade says the same, and every group has a pattern as
well as a colour, so that colour is never alone. A board whose spaces make four equal sides is drawn
as a square, any other as bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from passgo.engine.board import JAIL, Board
from passgo.odds.chain import LEAVE, LongRun, space_names
from passgo.odds.returns import GroupReturns

__all__ = ["draw"]

_INK: Final = "#22302f"
_SOFT: Final = "#4d5b59"
_PAPER: Final = "#fdfbf5"
_LOW: Final = (252, 249, 241)  # the shade of the least visited space
_HIGH: Final = (120, 187, 172)
_FONT: Final = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

_TILE: Final = 12  # of a pattern; what a pattern fills is whole tiles wide
_LOT: Final = 9 * _TILE  # along the edge of the board
_DEPTH: Final = 11 * _TILE  # across it; corners are square
_BAR: Final = 2 * _TILE
_MARGIN: Final = 2 * _TILE
_PANEL: Final = 620  # the width of what is written beside the board

_COLOURS: Final[dict[str, str]] = {
    "brown": "#8d5b3d",
    "light_blue": "#a5d6ec",
    "pink": "#d75d9f",
    "orange": "#ee9237",
    "red": "#d33c3c",
    "yellow": "#f3d32e",
    "green": "#2f8f55",
    "dark_blue": "#2b4f9c",
    "railroads": "#4b5154",
    "utilities": "#c4cfcd",
}
_OTHERS: Final = [*_COLOURS.values(), "#7a4fa3"]

# What is drawn on a tile of 12 by 12; {} is the colour of the marks.
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
class _Box:
    """A space on the picture, and on which side of it the bar of its group lies."""

    x: float
    y: float
    width: float
    height: float
    bar: str  # top, bottom, left or right


def draw(board: Board, run: LongRun, groups: list[GroupReturns]) -> str:
    """Draw the landings of a long run, with what each group earns beside it."""
    panel, panel_height = _panel(board, run, groups)
    scale = 1.0
    if board.size % 4 == 0:
        side = float(2 * _DEPTH + (board.size // 4 - 1) * _LOT)
        body = _square(board, run)
        fits = (side - 2 * _DEPTH - 40) / max(_PANEL, panel_height)
        if fits >= 1:
            width = height = side + 2 * _MARGIN
            scale = max(1.0, 0.7 * fits)
            at = ((width - scale * _PANEL) / 2, (height - scale * panel_height) / 2)
        else:
            width = max(side, _PANEL) + 2 * _MARGIN
            height = side + panel_height + 3 * _MARGIN
            body = [f'<g transform="translate({(width - side) / 2 - _MARGIN:g} 0)">', *body, "</g>"]
            at = ((width - _PANEL) / 2, side + 2 * _MARGIN)
    else:
        body, bars_height = _bars(board, run, panel_height + 2 * _MARGIN)
        width = float(_PANEL + 2 * _MARGIN)
        height = panel_height + bars_height + 3 * _MARGIN
        at = (float(_MARGIN), float(_MARGIN))
    label = f"Landings on the {board.name}, {_strategy(run)}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(label)}" '
            f'font-family="{_FONT}" fill="{_INK}">',
            f"<title>{escape(label)}</title>",
            *_definitions(board),
            f'<rect width="{width:g}" height="{height:g}" fill="{_PAPER}"/>',
            *body,
            f'<g transform="translate({at[0]:g} {at[1]:g}) scale({scale:g})">',
            *panel,
            "</g>",
            "</svg>",
            "",
        ]
    )


# The board.


def _square(board: Board, run: LongRun) -> list[str]:
    """Draw the spaces around a square, GO at the bottom right, clockwise."""
    names = space_names(board)
    lines = []
    for number, box in enumerate(_boxes(board.size)):
        space = board.spaces[number]
        rows = [(names[number], run.landings[number])]
        if space.kind == JAIL:
            rows.insert(0, (names[-1], run.landings[-1]))
        tip = "; ".join(f"{name}: {_percent(value)} of throws land here" for name, value in rows)
        tip += f", {_percent(run.rests[number])} end here"
        lines.append(f"<g><title>{escape(tip)}</title>")
        shade = _shade(run, max(value for _, value in rows))
        lines.append(_rect(box.x, box.y, box.width, box.height, shade))
        x, y, width, height = box.x, box.y, box.width, box.height
        if space.deed >= 0:
            lines.append(_bar(box, board.deeds[space.deed].group))
            x += _BAR if box.bar == "left" else 0
            y += _BAR if box.bar == "top" else 0
            width -= _BAR if box.bar in ("left", "right") else 0
            height -= _BAR if box.bar in ("top", "bottom") else 0
        part = height / len(rows)
        for at, (name, value) in enumerate(rows):
            lines.extend(_label(name, value, x, y + at * part, width, part))
        lines.append("</g>")
    return lines


def _boxes(size: int) -> list[_Box]:
    """Lay the spaces around a square."""
    along = size // 4
    side = 2 * _DEPTH + (along - 1) * _LOT
    first, last = _MARGIN, _MARGIN + side - _DEPTH
    boxes = []
    for number in range(size):
        edge, at = divmod(number, along)
        near = _MARGIN + _DEPTH + (at - 1) * _LOT  # from the left or the top
        far = _MARGIN + side - _DEPTH - at * _LOT  # from the right or the bottom
        if edge == 0:
            box = _Box(far, last, _LOT, _DEPTH, "top") if at else _Box(last, last, 0, 0, "")
        elif edge == 1:
            box = _Box(first, far, _DEPTH, _LOT, "right") if at else _Box(first, last, 0, 0, "")
        elif edge == 2:
            box = _Box(near, first, _LOT, _DEPTH, "bottom") if at else _Box(first, first, 0, 0, "")
        else:
            box = _Box(last, near, _DEPTH, _LOT, "left") if at else _Box(last, first, 0, 0, "")
        boxes.append(box if at else _Box(box.x, box.y, _DEPTH, _DEPTH, "top"))
    return boxes


def _bar(box: _Box, group: int) -> str:
    """Draw the bar of a group on the side of a space that faces the centre."""
    if box.bar in ("top", "bottom"):
        y = box.y if box.bar == "top" else box.y + box.height - _BAR
        return _rect(box.x, y, box.width, _BAR, f"url(#group{group})")
    x = box.x if box.bar == "left" else box.x + box.width - _BAR
    return _rect(x, box.y, _BAR, box.height, f"url(#group{group})")


def _label(name: str, value: float, x: float, y: float, width: float, height: float) -> list[str]:
    """Write a name over its figure, in the middle of a space."""
    figure = 19 if height > 60 else 17
    size, words = _fit(name, width - 8, height - figure - 14)
    total = len(words) * size * 1.15 + figure + 4
    top = y + (height - total) / 2
    middle = x + width / 2
    lines = [
        _text(word, middle, top + size * (0.9 + 1.15 * at), size, anchor="middle")
        for at, word in enumerate(words)
    ]
    lines.append(
        _text(_percent(value), middle, top + total - 3, figure, anchor="middle", bold=True)
    )
    return lines


def _bars(board: Board, run: LongRun, top: float) -> tuple[list[str], float]:
    """Draw one bar per space, for boards that are no square."""
    names = space_names(board)
    row, start, room = 28, 250, _PANEL - 250 - 70
    most = max(run.landings)
    lines = []
    for number, name in enumerate(names):
        y = top + number * row
        tip = f"{name}: {_percent(run.landings[number])} of throws land here, "
        tip += f"{_percent(run.rests[number])} end here"
        lines.append(f"<g><title>{escape(tip)}</title>")
        deed = board.spaces[number].deed if number < board.size else -1
        if deed >= 0:
            group = board.deeds[deed].group
            lines.append(_swatch(_MARGIN, y, 2, group))
        lines.append(_text(_cut(name, start - 44, 14), _MARGIN + 34, y + row / 2 + 5, 14))
        length = room * run.landings[number] / most
        shade = _shade(run, run.landings[number])
        lines.append(_rect(_MARGIN + start, y + 3, length, row - 6, shade))
        end = _MARGIN + start + length + 8
        lines.append(_text(_percent(run.landings[number]), end, y + row / 2 + 5, 14, bold=True))
        lines.append("</g>")
    return lines, row * len(names)


def _swatch(x: float, y: float, tiles: int, group: int) -> str:
    """Draw a piece of a group's colour and pattern, two tiles high."""
    piece = _rect(0, 0, tiles * _TILE, 2 * _TILE, f"url(#group{group})")
    return f'<g transform="translate({x:g} {y:g})">{piece}</g>'


# What is written beside it.


def _panel(board: Board, run: LongRun, groups: list[GroupReturns]) -> tuple[list[str], float]:
    """Write title, scale and groups; return the lines and how high they stand."""
    middle = _PANEL / 2
    strategy = _strategy(run)
    lines = [
        _text("Where tokens land", middle, 36, 38, anchor="middle", bold=True),
        _text(strategy[0].upper() + strategy[1:], middle, 72, 23, anchor="middle"),
        _text(
            f"{_cut(board.name, 240, 15)} · landings per 100 throws · exact Markov chain",
            middle,
            102,
            15,
            anchor="middle",
            colour=_SOFT,
        ),
        _text(
            f"{run.throws_per_turn:.3f} throws a turn · {_percent(run.time_in_jail)} of throws "
            f"end in Jail · {_percent(run.turns_in_jail)} of turns begin there",
            middle,
            124,
            15,
            anchor="middle",
            colour=_SOFT,
        ),
    ]
    low, high = _range(run)
    steps = 40
    for step in range(steps):
        shade = _mix((step + 0.5) / steps)
        x = middle - 160 + step * 320 / steps
        lines.append(f'<rect x="{x:g}" y="150" width="8.5" height="18" fill="{shade}"/>')
    lines.append(_rect(middle - 160, 150, 320, 18, "none"))
    lines.append(_text(_percent(low), middle - 168, 165, 15, anchor="end"))
    lines.append(_text(_percent(high), middle + 168, 165, 15))
    columns = (270, 380, 490, 605)
    heads = (("landings", "per 100 turns"), ("at the top", "level"), ("rent", "a turn"))
    for x, pair in zip(columns, (*heads, ("paid back", "in turns")), strict=True):
        for at, head in enumerate(pair):
            lines.append(_text(head, x, 204 + 16 * at, 14, anchor="end", colour=_SOFT))
    y = 232.0
    for group in groups:
        best = group.levels[-1]
        name = _cut(board.groups[group.group].name, 104, 17)
        lines.append(_swatch(10, y, 4, group.group))
        lines.append(_text(name, 68, y + 18, 17))
        cells = (
            f"{100 * group.landings:.2f}",
            best.name,
            f"${best.rent:.2f}",
            f"{best.payback:.1f}" if best.rent > 0 else "never",
        )
        for x, cell in zip(columns, cells, strict=True):
            lines.append(_text(cell, x, y + 18, 17, anchor="end"))
        y += 31
    note = "Rent and turns are those of one opponent; payback counts deeds and buildings."
    lines.append(_text(note, middle, y + 18, 14, anchor="middle", colour=_SOFT))
    return lines, y + 26


def _strategy(run: LongRun) -> str:
    if run.strategy == LEAVE:
        return "leaving Jail at once"
    return "staying in Jail as long as allowed"


# Shades, patterns, text.


def _range(run: LongRun) -> tuple[float, float]:
    """Return the figures of the lightest and the darkest shade; arrests may lie beyond."""
    return min(run.landings[:-1]), max(run.landings[:-1])


def _shade(run: LongRun, value: float) -> str:
    low, high = _range(run)
    return _mix(min(1.0, (value - low) / (high - low)) if high > low else 0.5)


def _mix(share: float) -> str:
    share = max(0.0, share)
    mixed = [low + (high - low) * share for low, high in zip(_LOW, _HIGH, strict=True)]
    return "#" + "".join(f"{round(part):02x}" for part in mixed)


def _definitions(board: Board) -> list[str]:
    """Define the fill of every group: its colour under its pattern."""
    lines = ["<defs>"]
    for group in board.groups:
        colour = _COLOURS.get(group.key, _OTHERS[group.number % len(_OTHERS)])
        mark = "#ffffff" if _luminance(colour) < 0.18 else _INK
        pattern = _PATTERNS[group.number % len(_PATTERNS)].format(mark)
        lines.append(
            f'<pattern id="group{group.number}" width="{_TILE}" height="{_TILE}" '
            f'patternUnits="userSpaceOnUse"><rect width="{_TILE}" height="{_TILE}" '
            f'fill="{colour}"/>'
            f"{pattern}</pattern>"
        )
    return [*lines, "</defs>"]


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour: below 0.18, white marks stand out better."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _percent(value: float) -> str:
    return f"{100 * value:.2f}%"


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" '
        f'stroke="{_INK}"/>'
    )


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: str = "start",
    bold: bool = False,
    colour: str = "",
) -> str:
    extra = ' font-weight="600"' if bold else ""
    if colour:
        extra += f' fill="{colour}"'
    if anchor != "start":
        extra += f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:.1f}" font-size="{size:g}"{extra}>{escape(text)}</text>'


def _fit(text: str, width: float, height: float) -> tuple[int, list[str]]:
    """Choose the largest size, and the lines, with which a text fits into a box."""
    for size in range(14, 8, -1):
        lines = _wrap(text, width, size)
        if len(lines) * size * 1.15 <= height and all(_long(li, size) <= width for li in lines):
            return size, lines
    lines = _wrap(text, width, 9)[: max(1, int(height / (9 * 1.15)))]
    return 9, [_cut(line, width, 9) for line in lines]


def _wrap(text: str, width: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and _long(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _cut(line: str, width: float, size: float) -> str:
    if _long(line, size) <= width:
        return line
    while line and _long(line + "…", size) > width:
        line = line[:-1]
    return line + "…"


def _long(text: str, size: float) -> float:
    """Estimate how long a text is, generously: fonts differ."""
    narrow = sum(letter in "iljtfrI.,:;'!|()- " for letter in text)
    wide = sum(letter in "mwMW@%&…" or ord(letter) > 0x2E7F for letter in text)
    capital = sum(letter.isupper() and letter not in "IMW" for letter in text)
    plain = len(text) - narrow - wide - capital
    return size * (0.38 * narrow + 0.98 * wide + 0.72 * capital + 0.62 * plain)
