"""A simulation report as an HTML page."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

from passgo.odds.chain import space_names
from passgo.sim.blocks import BlockShare
from passgo.sim.charts import Bar, Line, bars, board_map, columns, lines, percent
from passgo.sim.forfeits import mark_name
from passgo.sim.formatting import interval, rules_text
from passgo.sim.page import Cell, Rows, forfeit_rows, render_page
from passgo.sim.results import SHARED, UNFINISHED, WON
from passgo.sim.stats import quantile
from passgo.sim.summary import BotTally, Summary

__all__ = ["simulation_page"]

_COLUMNS: Final = 24  # maximum number of columns in a histogram
_POINTS: Final = 120  # approximate number of points in a line


def simulation_page(summary: Summary) -> str:
    """Return the report on a simulation: wins, game lengths, worth and landings."""
    plan = summary.plan
    time_charts = [_length_chart(summary)] if summary.rounds else []
    time_charts += [_worth_chart(summary)] if summary.detailed else []
    return render_page(
        "simulation.html",
        title=f"{summary.games:,} games with {plan.seats} players",
        plan=plan,
        facts=_outcomes(summary) + _lengths(summary),
        win_charts=_win_charts(summary),
        time_charts=time_charts,
        landing_map=_landing_map(summary) if summary.detailed else "",
        landings=_landing_rows(summary),
        groups=_group_rows(summary),
        forfeits=forfeit_rows(summary.forfeits()),
        rules=rules_text(plan.rules) if plan.rules else "the position's own",
        detailed=summary.detailed,
    )


def _outcomes(summary: Summary) -> list[tuple[str, str]]:
    names = ((WON, "won by one player"), (SHARED, "shared"), (UNFINISHED, "unfinished"))
    return [(name, _share_text(summary.outcome_shares[key])) for key, name in names]


def _share_text(tally: BlockShare) -> str:
    found = tally.estimate()
    known = math.isfinite(found.value)
    return f"{percent(found.value)} ({interval(found)})" if known else percent(found.value)


def _lengths(summary: Summary) -> list[tuple[str, str]]:
    if not summary.rounds:
        return []
    return [("median rounds in finished games", f"{quantile(summary.rounds, 0.5):,}")]


def _share_bar(label: str, tally: BlockShare, fair: float) -> Bar:
    found = tally.estimate()
    text = f"{_share_text(tally)}, fair {percent(fair)}"
    return Bar(label, found.value, text, found.low, found.high, fair)


def _win_charts(summary: Summary) -> list[tuple[str, str]]:
    seats = summary.plan.seats
    by_bot = [
        _share_bar(mark_name(name, tally.forfeits), tally.win_share, summary.plan.fair_share(name))
        for name, tally in summary.bots.items()
    ]
    by_seat = [
        _share_bar(f"seat {seat}", tally, 1 / seats)
        for seat, tally in enumerate(summary.seat_shares)
    ]
    about = (
        "Games won outright, as a share of all games, with the 95% interval. The dashed line marks "
        "the fair share: the share of the seats."
    )
    return [
        ("by bot", bars("Wins by bot", about, by_bot)),
        ("by seat", bars("Wins by seat", about, by_seat)),
    ]


def _length_chart(summary: Summary) -> tuple[str, str]:
    finished = sum(summary.rounds.values())
    least, longest = min(summary.rounds), max(summary.rounds)
    most = min(longest, _far_out(summary.rounds))
    step = max(1, math.ceil((most - least + 1) / _COLUMNS))
    binned = [0] * ((most - least) // step + 1)
    beyond = 0
    for rounds, games in summary.rounds.items():
        if rounds > most:
            beyond += games
        else:
            binned[(rounds - least) // step] += games
    counts = [(str(least + at * step), games / finished) for at, games in enumerate(binned)]
    about = f"Finished games by number of rounds, {step} per column, from {least} to {most}."
    if beyond:
        counts.append((f">{most}", beyond / finished))
        more = "1 longer game" if beyond == 1 else f"{beyond:,} longer games"
        about += f" The last column counts {more}, of up to {longest} rounds."
    return "rounds in finished games", columns("Length of games", about, counts)


def _far_out(rounds: Counter[int]) -> int:
    """Return the length above which a game is an outlier that would squeeze all other columns."""
    quarter, three_quarters = quantile(rounds, 0.25), quantile(rounds, 0.75)
    return three_quarters + 3 * max(1, three_quarters - quarter)


def _worth_chart(summary: Summary) -> tuple[str, str]:
    series = [Line(name, worth_points(tally)) for name, tally in summary.bots.items()]
    about = "Mean worth of a seat at the beginning of each round, over games still in progress."
    about += " Rounds that only a few long games reach are left out."
    return "mean worth in games still in progress", lines("Worth by round", about, series)


def worth_points(tally: BotTally) -> list[tuple[float, float, float, float]]:
    """Sample the mean worth by round, without rounds that only a few long games reach."""
    means = tally.mean_worths()
    if not means:
        return []
    playing = tally.seats_at
    ended = Counter({at: playing[at] - later for at, later in enumerate([*playing[1:], 0])})
    enough = max(1.0, max(playing) / 10)
    most = _far_out(ended)
    shown = [at for at, seats in enumerate(playing) if seats >= enough and at <= most]
    step = max(1, len(shown) // _POINTS)
    return [(at + 1.0, means[at], means[at], means[at]) for at in shown[::step]]


def _landing_shares(summary: Summary) -> list[float]:
    total = max(1, sum(summary.landings))
    return [count / total for count in summary.landings]


def _landing_map(summary: Summary) -> str:
    about = (
        "Stops on each space as a share of all stops; times sent to Jail are counted separately."
    )
    return board_map("Landings", about, summary.board, _landing_shares(summary))


def _landing_rows(summary: Summary) -> Rows:
    rows = [
        (name, [f"{count:,}", percent(share, 2)])
        for name, count, share in zip(
            space_names(summary.board), summary.landings, _landing_shares(summary), strict=True
        )
    ]
    return Rows("Landings by all tokens.", ["space", "landings", "share"], rows)


def _group_rows(summary: Summary) -> Rows:
    rows: list[tuple[str, list[str | Cell]]] = []
    for group, tally in zip(summary.board.groups, summary.groups, strict=True):
        held, won = tally.share.estimate(), tally.win_share.estimate()
        cells: list[str | Cell] = [
            Cell(percent(held.value), interval(held)),
            Cell(percent(won.value), interval(won) if tally.games else ""),
            percent(1 / summary.plan.seats),
        ]
        rows.append((group.name, cells))
    return Rows(
        "How often a player completed each group, and how often the first to do so won the game.",
        ["group", "completed", "won by first owner", "fair share"],
        rows,
    )
