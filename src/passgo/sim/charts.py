"""Small charts as inline SVG, without scripts, fonts or network access.

A chart is a string for a page that includes `STYLE`. Colors are custom properties, so the page's
light and dark themes apply. Every chart has a title and a description for screen readers, and
whatever a color conveys is also conveyed by a label, pattern or dash.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

import msgspec

from passgo.engine.board import JAIL, Board
from passgo.odds.chain import space_names
from passgo.sim.labels import distinct_labels
from passgo.sim.stats import percentage
from passgo.svg import MARGIN, Box, boxes, definitions, fit, length

__all__ = [
    "STYLE",
    "Bar",
    "Line",
    "bars",
    "board_map",
    "columns",
    "dots",
    "lines",
    "money",
    "percent",
]

_WIDTH: Final = 400
_SIZE: Final = 15  # font size
_LONGEST: Final = 200  # maximum length of a label; the available width usually allows less

STYLE: Final = """
svg.chart { display: block; width: 100%; max-width: 560px; height: auto; font-size: 15px; }
svg.board { max-width: 900px; margin: 0 auto; }
.chart text { fill: var(--ink); font-variant-numeric: tabular-nums; }
.chart .soft { fill: var(--soft); }
.chart .strong { font-weight: 600; }
.chart .bar { fill: var(--bar); }
.chart .rule { stroke: var(--line); stroke-width: 1; }
.chart .mark { stroke: var(--warm); stroke-width: 1.5; stroke-dasharray: 3 2; }
.chart .whisker { stroke: var(--ink); stroke-width: 1.5; }
.chart .space { fill: var(--card); stroke: var(--soft); }
.chart .heat { fill: var(--bar); }
.chart .line { fill: none; stroke-width: 2.2; }
.chart .band { opacity: 0.16; stroke: none; }
.chart .c0 { stroke: var(--c0); } .chart .c1 { stroke: var(--c1); }
.chart .c2 { stroke: var(--c2); } .chart .c3 { stroke: var(--c3); }
.chart .c4 { stroke: var(--c4); } .chart .c5 { stroke: var(--c5); }
.chart .f0 { fill: var(--c0); } .chart .f1 { fill: var(--c1); }
.chart .f2 { fill: var(--c2); } .chart .f3 { fill: var(--c3); }
.chart .f4 { fill: var(--c4); } .chart .f5 { fill: var(--c5); }
"""
"""The style sheet for charts; the page must also define the custom properties for colors."""

_DASHES: Final = ("", "7 4", "2 3", "10 3 2 3", "5 2", "1 2")
_COLORS: Final = len(_DASHES)


class Bar(msgspec.Struct, frozen=True):
    """A bar: its label, value, text and, if known, interval and reference value."""

    label: str
    value: float
    text: str
    low: float = math.nan
    high: float = math.nan
    mark: float = math.nan


class Line(msgspec.Struct, frozen=True):
    """A line: its label and its points, each with x, middle, and the lower and upper edges of the band."""

    label: str
    points: list[tuple[float, float, float, float]]


def percent(share: float, digits: int = 1) -> str:
    """Format a share as a percentage, or as a dash if it is unknown."""
    return "–" if not math.isfinite(share) else percentage(share, digits)


def money(amount: float) -> str:
    """Format an amount in dollars."""
    return f"−${-amount:,.0f}" if amount < 0 else f"${amount:,.0f}"


def bars(title: str, about: str, rows: Sequence[Bar]) -> str:
    """Draw horizontal bars, with whiskers for intervals and a dashed line at each reference value."""
    row, top = 44, 6
    ends = [end for one in rows for end in (one.value, one.high, one.mark) if math.isfinite(end)]
    most = max([*ends, 1e-9])
    labels = _row_labels(rows)
    room = _WIDTH - 8

    def x(value: float) -> float:
        return 4 + room * max(0.0, value) / most

    parts = []
    for at, one in enumerate(rows):
        y = top + at * row
        parts += _row_head(one, labels[one.label], y)
        if math.isfinite(one.value):
            width = x(one.value) - 4
            parts.append(
                f'<rect class="bar" x="4" y="{y + 20}" width="{width:.1f}" height="14" rx="2"/>'
            )
        if math.isfinite(one.low) and math.isfinite(one.high):
            low, high = x(one.low), x(one.high)
            parts.append(
                f'<path class="whisker" d="M{low:.1f} {y + 23}V{y + 31}M{high:.1f} {y + 23}'
                f'V{y + 31}M{low:.1f} {y + 27}H{high:.1f}"/>'
            )
        if math.isfinite(one.mark):
            parts.append(f'<path class="mark" d="M{x(one.mark):.1f} {y + 18}v18"/>')
        parts.append("</g>")
    return _chart(title, about, parts, top + len(rows) * row)


def dots(
    title: str,
    about: str,
    rows: Sequence[Bar],
    write: Callable[[float], str],
    mark: float | None = None,
) -> str:
    """Draw a dot with its interval for each row, on a common scale that need not begin at 0."""
    row, top, foot = 44, 6, 24
    ends = [end for one in rows for end in (one.value, one.low, one.high) if math.isfinite(end)]
    ends += [] if mark is None else [mark]
    least, most = min(ends, default=0.0), max(ends, default=1.0)
    wide = max(1e-9, most - least)

    def x(value: float) -> float:
        return 10 + (_WIDTH - 20) * min(1.0, max(0.0, (value - least) / wide))

    height = top + len(rows) * row + foot
    labels = _row_labels(rows)
    parts = []
    for at, one in enumerate(rows):
        y = top + at * row
        parts += _row_head(one, labels[one.label], y)
        parts.append(f'<path class="rule" d="M10 {y + 27}H{_WIDTH - 10}"/>')
        if mark is not None:
            parts.append(f'<path class="mark" d="M{x(mark):.1f} {y + 18}v18"/>')
        if math.isfinite(one.value):
            low = x(-math.inf if math.isnan(one.low) else one.low)
            high = x(math.inf if math.isnan(one.high) else one.high)
            parts.append(f'<path class="whisker" d="M{low:.1f} {y + 27}H{high:.1f}"/>')
            parts.append(f'<circle class="bar" cx="{x(one.value):.1f}" cy="{y + 27}" r="6"/>')
        parts.append("</g>")
    parts.append(_text(write(least), 4, height - 6, style="soft"))
    parts.append(_text(write(most), _WIDTH - 4, height - 6, "end", "soft"))
    return _chart(title, about, parts, height)


def columns(
    title: str,
    about: str,
    counts: Sequence[tuple[str, float]],
    write: Callable[[float], str] = percent,
) -> str:
    """Draw a histogram, with labels under every few columns."""
    height, foot, top = 200, 26, 22
    most = max([value for _, value in counts] + [1e-9])
    wide = (_WIDTH - 8) / max(1, len(counts))
    every = max(1, math.ceil(len(counts) * 44 / (_WIDTH - 8)))
    parts = [_rule(height - foot)]
    for at, (label, value) in enumerate(counts):
        tall = (height - foot - top) * value / most
        x = 4 + at * wide
        parts.append(
            f"<g><title>{escape(label)}: {write(value)}</title>"
            f'<rect class="bar" x="{x + 0.5:.1f}" y="{height - foot - tall:.1f}" '
            f'width="{max(1.0, wide - 1):.1f}" height="{tall:.1f}"/></g>'
        )
        if at % every == 0:
            parts.append(_text(label, x, height - 8, style="soft"))
    parts.append(_text(f"highest: {write(most)}", _WIDTH - 4, 14, "end", "soft"))
    return _chart(title, about, parts, height)


def lines(
    title: str, about: str, series: Sequence[Line], write: Callable[[float], str] = money
) -> str:
    """Draw lines over a common x-axis, each with a band, a dash pattern and a legend entry."""
    legend = 24 * math.ceil(len(series) / 2)
    height, foot, left = 240 + legend, 26, 74
    every = [point for one in series for point in one.points]
    first = min((point[0] for point in every), default=0.0)
    last = max((point[0] for point in every), default=1.0)
    most = _round_up(max((point[3] for point in every), default=1.0))

    def at(x: float, value: float) -> str:
        across = left + (_WIDTH - left - 8) * (x - first) / max(1e-9, last - first)
        return f"{across:.1f} {height - foot - (height - foot - legend - 14) * value / most:.1f}"

    labels = _fit_labels((one.label for one in series), _WIDTH / 2 - 52)
    parts = []
    for step in range(5):
        value = most * step / 4
        y = float(at(first, value).split()[1])
        parts.append(f'<path class="rule" d="M{left} {y:.1f}H{_WIDTH - 8}"/>')
        parts.append(_text(write(value), left - 6, y + 5, "end", "soft"))
    for number, one in enumerate(series):
        if not one.points:
            continue
        color, dash = number % _COLORS, _DASHES[number % _COLORS]
        upper = "L".join(at(point[0], point[3]) for point in one.points)
        lower = "L".join(at(point[0], max(0.0, point[2])) for point in reversed(one.points))
        parts.append(f'<path class="band f{color}" d="M{upper}L{lower}Z"/>')
        middle = "L".join(at(point[0], max(0.0, point[1])) for point in one.points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<path class="line c{color}"{dashed} d="M{middle}"/>')
        x, y = 4 + (number % 2) * (_WIDTH / 2), 14 + 24 * (number // 2)
        parts.append(f'<path class="line c{color}"{dashed} d="M{x:g} {y - 4}h34"/>')
        parts.append(_text(labels[one.label], x + 42, y))
    parts.append(_text(f"{first:g}", left, height - 8, style="soft"))
    parts.append(_text(f"{last:g}", _WIDTH - 8, height - 8, "end", "soft"))
    parts.append(_text("rounds", (left + _WIDTH) / 2, height - 8, "middle", "soft"))
    return _chart(title, about, parts, height)


def board_map(title: str, about: str, board: Board, landings: Sequence[float]) -> str:
    """Draw a board on which shades and percentages show how often tokens land on each space.

    ``landings`` are shares of all landings, by space; the last one is "in Jail". If the spaces
    cannot form a square, draw bars.
    """
    names = space_names(board)
    if board.size % 4:
        rows = [
            Bar(name, value, percent(value)) for name, value in zip(names, landings, strict=True)
        ]
        return bars(title, about, rows)
    low, high = min(landings[:-1]), max(landings[:-1])
    parts = definitions(board)
    laid = boxes(board.size)
    for number, box in enumerate(laid):
        space = board.spaces[number]
        rows_here = [(names[number], landings[number])]
        if space.kind == JAIL:
            rows_here.insert(0, (names[-1], landings[-1]))
        tip = "; ".join(f"{name}: {percent(value, 2)}" for name, value in rows_here)
        parts.append(f"<g><title>{escape(tip)}</title>")
        place = f'x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"'
        share = (max(value for _, value in rows_here) - low) / max(1e-12, high - low)
        parts.append(f'<rect class="space" {place}/>')
        parts.append(
            f'<rect class="heat" {place} fill-opacity="{0.55 * max(0.0, min(1.0, share)):.3f}"/>'
        )
        if space.deed >= 0:
            bar, box = box.split_bar()
            parts.append(_group_bar(bar, board.deeds[space.deed].group))
        part = box.height / len(rows_here)
        for at, (name, value) in enumerate(rows_here):
            parts.extend(_space_label(name, value, box.x, box.y + at * part, box.width, part))
        parts.append("</g>")
    side = round(laid[0].x + laid[0].width + MARGIN)
    parts.append(_text(title, side / 2, side / 2 - 16, "middle", "strong", 40))
    parts.append(_text("share of all landings", side / 2, side / 2 + 28, "middle", "soft", 26))
    return _chart(title, about, parts, side, side, "chart board")


def _group_bar(bar: Box, group: int) -> str:
    return (
        f'<rect x="{bar.x:g}" y="{bar.y:g}" width="{bar.width:g}" height="{bar.height:g}" '
        f'fill="url(#group{group})" stroke="var(--soft)"/>'
    )


def _space_label(
    name: str, value: float, x: float, y: float, width: float, height: float
) -> list[str]:
    """Write a name above its percentage in the middle of a space."""
    size, words = fit(name, width - 8, height - 36)
    total = len(words) * size * 1.15 + 24
    top = y + (height - total) / 2
    middle = x + width / 2
    written = [
        _text(word, middle, top + size * (0.9 + 1.15 * at), "middle", "", size)
        for at, word in enumerate(words)
    ]
    return [*written, _text(percent(value), middle, top + total - 3, "middle", "strong", 22)]


def _round_up(value: float) -> float:
    """Round up to a value whose quarters are convenient axis labels."""
    if value <= 0:
        return 1.0
    step: float = 10 ** math.floor(math.log10(value))
    return next(step * factor for factor in (1, 2, 4, 6, 8, 10) if step * factor >= value)


def _row_labels(rows: Sequence[Bar]) -> dict[str, str]:
    """Return labels that leave enough space for the longest text, and differ from each other."""
    widest = max((len(row.text) for row in rows), default=0)
    return _fit_labels((row.label for row in rows), _WIDTH - 16 - widest * 8.2)


def _fit_labels(names: Iterable[str], width: float) -> dict[str, str]:
    """Return a label for each name that is at most this wide, and differs from all others."""
    return distinct_labels(names, _LONGEST, lambda label: length(label, _SIZE) <= width, "…")


def _row_head(row: Bar, label: str, y: float) -> list[str]:
    """Open the group for a row, with its label on the left and its text on the right."""
    return [
        f"<g><title>{escape(f'{row.label}: {row.text}')}</title>",
        _text(label, 4, y + 14),
        _text(row.text, _WIDTH - 4, y + 14, "end", "soft"),
    ]


def _rule(y: float) -> str:
    return f'<path class="rule" d="M4 {y:g}H{_WIDTH - 4}"/>'


def _text(
    text: str, x: float, y: float, anchor: str = "start", style: str = "", size: float = _SIZE
) -> str:
    extra = f' class="{style}"' if style else ""
    extra += f' text-anchor="{anchor}"' if anchor != "start" else ""
    extra += f' font-size="{size:g}"' if size != _SIZE else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{extra}>{escape(text)}</text>'


def _chart(
    title: str,
    about: str,
    parts: Sequence[str],
    height: float,
    width: float = _WIDTH,
    style: str = "chart",
) -> str:
    return "\n".join(
        [
            f'<svg class="{style}" viewBox="0 0 {width:g} {height:g}" role="img" '
            f'aria-label="{escape(title)}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(about)}</desc>",
            *parts,
            "</svg>",
        ]
    )
