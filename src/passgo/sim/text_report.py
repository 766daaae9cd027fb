"""A simulation summary as text for a terminal."""

from __future__ import annotations

import math
from typing import Final

from passgo.odds.chain import space_names
from passgo.sim.blocks import BlockShare
from passgo.sim.forfeits import forfeit_lines, mark_name
from passgo.sim.labels import distinct_labels, legend_lines
from passgo.sim.results import SHARED, UNFINISHED, WON
from passgo.sim.stats import percentage
from passgo.sim.summary import Summary

__all__ = ["summary_lines"]

_WIDEST: Final = 26
_LONGEST_LABEL: Final = _WIDEST - 3
_MOST_VISITED: Final = 10


def summary_lines(summary: Summary) -> list[str]:
    """Format a summary in lines of at most 80 characters, all ASCII except for names.

    Only the legend of labels that stand for very long names may have longer lines.
    """
    parts = [
        forfeit_lines(summary.forfeits()),
        outcome_lines(summary),
        bot_lines(summary),
        legend_lines(summary.bots, _LONGEST_LABEL),
        seat_lines(summary),
        length_lines(summary),
        group_lines(summary),
        landing_lines(summary),
    ]
    lines: list[str] = []
    for part in parts:
        if part:
            lines += [*part, ""]
    return lines[:-1]


def outcome_lines(summary: Summary) -> list[str]:
    """Format the number of games and their outcomes."""
    plan = summary.plan
    lines = [f"{summary.games:,} games with {plan.seats} players, seed {plan.seed}"]
    if plan.block > 1:
        lines.append(
            f"Games in each block of {plan.block} use the same dice; the intervals allow for this."
        )
    if not plan.reproducible:
        lines.append(f"Not reproducible: bots had a time limit of {plan.seconds:g} s per move.")
    for outcome, about in (
        (WON, ""),
        (SHARED, "  equally rich at the end"),
        (UNFINISHED, f"  not over after {plan.rounds:,} rounds"),
    ):
        count = summary.outcomes[outcome]
        found = rate(summary.outcome_shares[outcome])
        lines.append(f"  {outcome:<12}{count:>10,}{found}{about}")
    return lines


def bot_lines(summary: Summary) -> list[str]:
    """Format each bot's wins and money."""
    lines = [
        f"{'wins by bot':<{_WIDEST}}{'won':>8}{'share':>9}{'95% interval':>17}{'fair':>8}{'shared':>8}"
    ]
    labels = bot_labels(summary)
    for name, tally in summary.bots.items():
        lines.append(
            f"{labels[name]:<{_WIDEST}}{tally.won:>8,}{rate(tally.win_share)}"
            f"{summary.plan.fair_share(name):>8.1%}{tally.shared:>8,}"
        )
    lines += [
        "",
        f"{'mean money by bot':<{_WIDEST}}{'cash':>10}{'worth':>10}{'bankrupt':>12}",
    ]
    for name, tally in summary.bots.items():
        seats = max(1, tally.seatings)
        lines.append(
            f"{labels[name]:<{_WIDEST}}{average_columns(tally.cash, tally.worth, seats)}"
            f"{percent(tally.bankrupt, seats):>12}"
        )
    won = summary.outcomes[WON]
    if won:
        averages = average_columns(summary.winner_cash, summary.winner_worth, won)
        lines.append(f"{'winners':<{_WIDEST}}{averages}")
    return lines


def seat_lines(summary: Summary) -> list[str]:
    """Format each seat's wins."""
    lines = [f"{'wins by seat':<{_WIDEST}}{'won':>8}{'share':>9}{'95% interval':>17}{'fair':>8}"]
    for seat, wins in enumerate(summary.seats):
        lines.append(
            f"{f'seat {seat}':<{_WIDEST}}{wins:>8,}{rate(summary.seat_shares[seat])}"
            f"{1 / summary.plan.seats:>8.1%}"
        )
    return lines


def length_lines(summary: Summary) -> list[str]:
    """Format the length of games."""
    games = max(1, summary.games)
    lines = [f"{summary.turns / games:,.0f} turns and {summary.trades / games:.2f} trades per game"]
    found = summary.length_to_data()
    if found:
        lines.append(
            f"rounds in finished games: median {found['median']:,}, middle half "
            f"{found['quarter']:,} to {found['three_quarters']:,}, maximum {found['most']:,}"
        )
    return lines


def group_lines(summary: Summary) -> list[str]:
    """Format how often the first player to complete a group won."""
    lines = [
        f"{'groups':<{_WIDEST}}{'completed':>9}{'won by first owner':>20}{'95% interval':>17}{'fair':>8}"
    ]
    for group, tally in zip(summary.board.groups, summary.groups, strict=True):
        if tally.games:
            name = short(group.name)
            lines.append(
                f"{name:<{_WIDEST}}{tally.games:>9,}{'':11}{rate(tally.win_share)}"
                f"{1 / summary.plan.seats:>8.1%}"
            )
    return lines if len(lines) > 1 else []


def landing_lines(summary: Summary) -> list[str]:
    """Format the most visited spaces."""
    total = sum(summary.landings)
    if not total:
        return []
    names = space_names(summary.board)  # which tell the Chance spaces apart
    order = sorted(range(summary.board.size), key=lambda space: -summary.landings[space])[
        :_MOST_VISITED
    ]
    lines = [f"most visited spaces ({total:,} landings in {summary.detailed:,} games)"]
    for space in order:
        count = summary.landings[space]
        lines.append(f"{short(names[space]):<{_WIDEST}}{count:>8,}{count / total:>9.2%}")
    return lines


def rate(tally: BlockShare) -> str:
    """Format a share and its interval, 26 characters wide."""
    found = tally.estimate()
    if not math.isfinite(found.value):
        return f"{'-':>9}{'-':>17}"
    limits = f"{percentage(found.low).removesuffix('%')} to {percentage(found.high)}"
    return f"{percentage(found.value):>9}{limits:>17}"


def percent(count: int, games: int) -> str:
    """Format a share as a percentage."""
    return percentage(count / games) if games else "-"


def average_columns(cash: int, worth: int, count: int) -> str:
    """Format mean cash and worth in dollars, each 10 characters wide."""
    return "".join(f"{f'${total / count:,.0f}':>10}" for total in (cash, worth))


def bot_labels(summary: Summary) -> dict[str, str]:
    """Shorten the bots' names, and mark the bots that forfeited moves."""
    labels = distinct_labels(summary.bots, _LONGEST_LABEL)
    return {name: mark_name(labels[name], summary.bots[name].forfeits) for name in labels}


def short(name: str, longest: int = _WIDEST - 1) -> str:
    """Shorten a name that is too long for its column."""
    return name if len(name) <= longest else name[: longest - 3] + "..."
