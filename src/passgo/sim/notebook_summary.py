"""A simulation summary as HTML for a notebook: a few tables, without scripts or a style sheet.

The colors of text and lines are those of the page, so that the tables suit light and dark themes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from passgo.sim.blocks import BlockShare
from passgo.sim.forfeits import MARK, mark_name
from passgo.sim.results import SHARED, UNFINISHED, WON
from passgo.sim.summary import Summary

__all__ = ["summary_html"]

_BAR: Final = 150  # the width of a bar that stands for 100%
_CELL: Final = "padding:2px 10px;text-align:{}"


def summary_html(summary: Summary) -> str:
    """Return the outcomes, and the wins by bot, by seat and by the first owner of each group."""
    plan = summary.plan
    head = f"{summary.games:,} games with {plan.seats} players, seed {plan.seed}"
    outcomes = ", ".join(
        f"{summary.outcomes[outcome]:,} {outcome}" for outcome in (WON, SHARED, UNFINISHED)
    )
    tables = [_bots(summary), _seats(summary), _groups(summary)]
    forfeited = sum(one.moves for one in summary.forfeits().values())
    warning = ""
    if forfeited:
        warning = (
            f"<p><strong>Bots marked {escape(MARK)} forfeited {forfeited:,} moves.</strong> "
            "The safe answer was played instead.</p>"
        )
    return (
        f'<div role="group" aria-label="{escape(head)}"><p><strong>{head}</strong><br>{outcomes}'
        f"</p>{warning}"
        f'<div style="display:flex;flex-wrap:wrap;gap:1em 2.5em;align-items:flex-start">'
        f"{''.join(tables)}</div></div>"
    )


def _bots(summary: Summary) -> str:
    plan = summary.plan
    rows = []
    for name, tally in summary.bots.items():
        share = plan.bots.count(name) / plan.seats
        worth = f"${tally.worth / tally.seatings:,.0f}" if tally.seatings else "–"
        shown = mark_name(name, tally.forfeits)
        rows.append([escape(shown), f"{tally.won:,}", *_estimate(tally.win_share, share), worth])
    return _table("Wins by bot", ["bot", "won", "share", "95% interval", "", "mean worth"], rows)


def _seats(summary: Summary) -> str:
    even = 1 / summary.plan.seats
    rows = [
        [f"seat {seat}", f"{won:,}", *_estimate(summary.seat_shares[seat], even)]
        for seat, won in enumerate(summary.seats)
    ]
    return _table("Wins by seat", ["seat", "won", "share", "95% interval", ""], rows)


def _groups(summary: Summary) -> str:
    rows = [
        [escape(group.name), f"{tally.games:,}", *_estimate(tally.win_share, None)]
        for group, tally in zip(summary.board.groups, summary.groups, strict=True)
        if tally.games
    ]
    if not rows:
        return ""
    head = ["group", "completed", "won", "95% interval", ""]
    return _table("Games won by the first owner of a group", head, rows)


def _estimate(tally: BlockShare, even: float | None) -> list[str]:
    """Return a share, its interval, and a bar with the interval; a dashed line marks the fair share."""
    found = tally.estimate()
    if not math.isfinite(found.value):
        return ["–", "–", ""]
    interval = f"{100 * found.low:.1f}–{found.high:.1%}"
    low, high = _BAR * found.low, _BAR * found.high
    mark = ""
    if even is not None:
        mark = f'<path d="M{_BAR * even:.1f} 0v14" stroke="currentColor" stroke-dasharray="2 2"/>'
    bar = (
        f'<svg width="{_BAR}" height="14" role="img" aria-label="{found.value:.1%}">'
        f'<rect y="2" width="{_BAR * found.value:.1f}" height="10" fill="#129a8a"/>{mark}'
        f'<path d="M{low:.1f} 7H{high:.1f}M{low:.1f} 4v6M{high:.1f} 4v6" fill="none" '
        'stroke="currentColor" stroke-width="1.5"/></svg>'
    )
    return [f"{found.value:.1%}", interval, bar]


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; the cells are HTML, and only the first column is aligned to the left."""

    def line(cells: Sequence[str], tag: str) -> str:
        found = []
        for at, cell in enumerate(cells):
            style = _CELL.format("right" if at else "left")
            found.append(f'<{tag} style="{style}">{cell}</{tag}>')
        return f"<tr>{''.join(found)}</tr>"

    body = "".join(line(row, "td") for row in rows)
    title = f'<caption style="text-align:left;font-weight:600">{caption}</caption>'
    style = "border-collapse:collapse;font-variant-numeric:tabular-nums"
    return f'<table style="{style}">{title}<thead>{line(head, "th")}</thead><tbody>{body}</tbody></table>'
