"""A drawing of the long run on the board, as a standalone SVG.

Every space shows its percentage both as text and by its shade, and every group has both a pattern
and a color, so the drawing never relies on color alone. A board whose spaces form four equal sides
is drawn as a square; any other board is drawn as bars.
"""

from __future__ import annotations

from html import escape
from typing import Final

from passgo.engine.board import JAIL, Board
from passgo.odds.chain import LEAVE, LongRun, space_names
from passgo.odds.returns import GroupReturns
from passgo.svg import (
    DEPTH,
    INK,
    MARGIN,
    PROPERTY,
    TILE,
    boxes,
    cut,
    definitions,
    fit,
)

__all__ = ["draw"]

_SOFT: Final = "#4d5b59"
_PAPER: Final = "#fdfbf5"
_LOW: Final = (252, 249, 241)  # the shade of the least visited space
_HIGH: Final = (120, 187, 172)
_FONT: Final = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

_PANEL: Final = 620  # the width of the panel with title, scale and groups


def draw(board: Board, run: LongRun, groups: list[GroupReturns]) -> str:
    """Draw the landings in a long run, with a table of each group's earnings."""
    panel, panel_height = _panel(board, run, groups)
    scale = 1.0
    if board.size % 4 == 0:
        side = float(2 * DEPTH + (board.size // 4 - 1) * PROPERTY)
        body = _square(board, run)
        fits = (side - 2 * DEPTH - 40) / max(_PANEL, panel_height)
        if fits >= 1:
            width = height = side + 2 * MARGIN
            scale = max(1.0, 0.7 * fits)
            at = ((width - scale * _PANEL) / 2, (height - scale * panel_height) / 2)
        else:
            width = max(side, _PANEL) + 2 * MARGIN
            height = side + panel_height + 3 * MARGIN
            body = [f'<g transform="translate({(width - side) / 2 - MARGIN:g} 0)">', *body, "</g>"]
            at = ((width - _PANEL) / 2, side + 2 * MARGIN)
    else:
        body, bars_height = _bars(board, run, panel_height + 2 * MARGIN)
        width = float(_PANEL + 2 * MARGIN)
        height = panel_height + bars_height + 3 * MARGIN
        at = (float(MARGIN), float(MARGIN))
    label = f"Landings on the {board.name}, {_strategy(run)}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(label)}" '
            f'font-family="{_FONT}" fill="{INK}">',
            f"<title>{escape(label)}</title>",
            *definitions(board),
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
    """Draw the spaces clockwise around a square, with GO at the bottom right."""
    names = space_names(board)
    lines = []
    for number, box in enumerate(boxes(board.size)):
        space = board.spaces[number]
        rows = [(names[number], run.landings[number])]
        if space.kind == JAIL:
            rows.insert(0, (names[-1], run.landings[-1]))
        tip = "; ".join(f"{name}: {_percent(value)} of rolls land here" for name, value in rows)
        tip += f", {_percent(run.rests[number])} end here"
        lines.append(f"<g><title>{escape(tip)}</title>")
        shade = _shade(run, max(value for _, value in rows))
        lines.append(_rect(box.x, box.y, box.width, box.height, shade))
        if space.deed >= 0:
            bar, box = box.split_bar()
            fill = f"url(#group{board.deeds[space.deed].group})"
            lines.append(_rect(bar.x, bar.y, bar.width, bar.height, fill))
        part = box.height / len(rows)
        for at, (name, value) in enumerate(rows):
            lines.extend(_label(name, value, box.x, box.y + at * part, box.width, part))
        lines.append("</g>")
    return lines


def _label(name: str, value: float, x: float, y: float, width: float, height: float) -> list[str]:
    """Write a name above its percentage in the middle of a space."""
    figure = 19 if height > 60 else 17
    size, words = fit(name, width - 8, height - figure - 14)
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
    """Draw one bar per space, for boards that are not square."""
    names = space_names(board)
    row, start, room = 28, 250, _PANEL - 250 - 70
    most = max(run.landings)
    lines = []
    for number, name in enumerate(names):
        y = top + number * row
        tip = f"{name}: {_percent(run.landings[number])} of rolls land here, "
        tip += f"{_percent(run.rests[number])} end here"
        lines.append(f"<g><title>{escape(tip)}</title>")
        deed = board.spaces[number].deed if number < board.size else -1
        if deed >= 0:
            group = board.deeds[deed].group
            lines.append(_swatch(MARGIN, y, 2, group))
        lines.append(_text(cut(name, start - 44, 14), MARGIN + 34, y + row / 2 + 5, 14))
        length = room * run.landings[number] / most
        shade = _shade(run, run.landings[number])
        lines.append(_rect(MARGIN + start, y + 3, length, row - 6, shade))
        end = MARGIN + start + length + 8
        lines.append(_text(_percent(run.landings[number]), end, y + row / 2 + 5, 14, bold=True))
        lines.append("</g>")
    return lines, row * len(names)


def _swatch(x: float, y: float, tiles: int, group: int) -> str:
    """Draw a sample of a group's color and pattern, two tiles high."""
    piece = _rect(0, 0, tiles * TILE, 2 * TILE, f"url(#group{group})")
    return f'<g transform="translate({x:g} {y:g})">{piece}</g>'


# The panel.


def _panel(board: Board, run: LongRun, groups: list[GroupReturns]) -> tuple[list[str], float]:
    """Draw the title, scale and groups; return the SVG lines and the panel's height."""
    middle = _PANEL / 2
    strategy = _strategy(run)
    lines = [
        _text("Where tokens land", middle, 36, 38, anchor="middle", bold=True),
        _text(strategy[0].upper() + strategy[1:], middle, 72, 23, anchor="middle"),
        _text(
            f"{cut(board.name, 240, 15)} · landings per 100 rolls · exact Markov chain",
            middle,
            102,
            15,
            anchor="middle",
            color=_SOFT,
        ),
        _text(
            f"{run.rolls_per_turn:.3f} rolls per turn · {_percent(run.time_in_jail)} of rolls "
            f"end in Jail · {_percent(run.turns_in_jail)} of turns begin there",
            middle,
            124,
            15,
            anchor="middle",
            color=_SOFT,
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
    heads = (("landings", "per 100 turns"), ("highest", "level"), ("rent", "per turn"))
    for x, pair in zip(columns, (*heads, ("payback", "in turns")), strict=True):
        for at, head in enumerate(pair):
            lines.append(_text(head, x, 204 + 16 * at, 14, anchor="end", color=_SOFT))
    y = 232.0
    for group in groups:
        best = group.levels[-1]
        name = cut(board.groups[group.group].name, 104, 17)
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
    note = (
        "A turn here is one turn by one opponent; payback covers the cost of deeds and buildings."
    )
    lines.append(_text(note, middle, y + 18, 14, anchor="middle", color=_SOFT))
    return lines, y + 26


def _strategy(run: LongRun) -> str:
    if run.strategy == LEAVE:
        return "leaving Jail immediately"
    return "staying in Jail as long as allowed"


# Shades, patterns, text.


def _range(run: LongRun) -> tuple[float, float]:
    """Return the landings for the lightest and darkest shades; Jail may be outside this range."""
    return min(run.landings[:-1]), max(run.landings[:-1])


def _shade(run: LongRun, value: float) -> str:
    low, high = _range(run)
    return _mix(min(1.0, (value - low) / (high - low)) if high > low else 0.5)


def _mix(share: float) -> str:
    share = max(0.0, share)
    mixed = [low + (high - low) * share for low, high in zip(_LOW, _HIGH, strict=True)]
    return "#" + "".join(f"{round(part):02x}" for part in mixed)


def _percent(value: float) -> str:
    return f"{100 * value:.2f}%"


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" '
        f'stroke="{INK}"/>'
    )


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: str = "start",
    bold: bool = False,
    color: str = "",
) -> str:
    extra = ' font-weight="600"' if bold else ""
    if color:
        extra += f' fill="{color}"'
    if anchor != "start":
        extra += f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:.1f}" font-size="{size:g}"{extra}>{escape(text)}</text>'
