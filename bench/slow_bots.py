"""Measure the slow bots and how many games end, for the last tables in docs/strength.md.

A game with `hard` takes several seconds and one with `planner-rollout` half a second, so they are left
out of the tables in which every bot plays against every other. Instead, one of them plays against three
copies of each of the fast bots. The table of unfinished games is measured with `hard`, after its games
against the others. ``bench/strength.py`` runs all this after the tournaments of the fast bots.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from bench.pages import ROOT, head, row
from bench.tournaments import (
    FAST,
    SLOW,
    continue_tournament,
    milliseconds,
    percent,
    unfinished_percent,
)
from passgo.engine.refusal import PassGoError
from passgo.sim.executors import open_executor
from passgo.sim.origin import origin
from passgo.sim.pairings import Pairing, Tournament, TournamentSettings
from passgo.sim.plan import make_plan
from passgo.sim.results import SHARED, UNFINISHED, WON
from passgo.sim.simulation import simulate
from passgo.sim.summary import Summary

KEPT = ROOT / ".passgo" / "hard"
ENDINGS = (
    ("four `normal` bots", "normal", 4, 2000),
    ("two `normal` bots", "normal", 2, 2000),
    ("four `hard` bots", "hard", 4, 200),
    ("two `hard` bots", "hard", 2, 200),
)
"""Title, bot, number of seats, and number of games."""


class TimeUp(Exception):
    """Time is up before all games of a simulation are played."""


def new_duels(bot: str, games: int, seed: int) -> Tournament:
    """Return a new tournament in which one bot plays against three copies of each fast bot.

    The strongest opponents come first. The other pairings are left out, and so is the test for slow
    games.
    """
    settings = TournamentSettings(
        bots=(bot, *FAST), games=games, seed=seed, rules=make_plan(["any", "any"]).rules
    )
    pairings = [Pairing(bot, rival, games, probed=True) for rival in reversed(FAST)]
    return Tournament(settings, pairings, origin(settings.bots))


def duels_table(tournament: Tournament) -> str:
    """Tabulate how often the bot wins in each complete pairing; return "" if none is complete."""
    lines = head(
        "against three copies of",
        "games",
        "won, %",
        "unfinished, %",
        "won, % of finished games",
        "ms per game",
    )
    done = [one for one in tournament.pairings if one.done]
    for one in sorted(done, key=lambda one: one.share.value):
        finished = one.played - one.unfinished
        lines.append(
            row(
                f"`{one.rivals}`",
                f"{one.played:,}",
                percent(one.share),
                unfinished_percent([one]),
                f"{100 * one.wins / finished:.1f}" if finished else "–",
                milliseconds([one]),
            )
        )
    return "\n".join(lines) if done else ""


def simulate_until(
    arguments: argparse.Namespace,
    bot: str,
    seats: int,
    games: int,
    is_over: Callable[[], bool],
    executor: str = "processes",
) -> Summary | None:
    """Play or continue a simulation; return None if time is up before all its games are played."""
    KEPT.mkdir(parents=True, exist_ok=True)

    def check_time(summary: Summary) -> None:
        if is_over() and summary.games < games:
            raise TimeUp

    try:
        return simulate(
            [bot],
            players=seats,
            games=games,
            seed=arguments.seed,
            detail=0,
            jobs=arguments.jobs,
            executor=executor,
            out=KEPT / f"{bot}{seats}.jsonl",
            resume=True,
            progress=check_time,
        )
    except TimeUp:
        return None
    except PassGoError as error:
        raise SystemExit(str(error)) from None


def endings_table(found: list[tuple[str, Summary]]) -> str:
    """Tabulate how many games end within the round limit; return "" if there are no results."""
    lines = head("table", "games", "won", "shared", "unfinished", "unfinished, %")
    for title, summary in found:
        counts = [summary.games, *[summary.outcomes[one] for one in (WON, SHARED, UNFINISHED)]]
        left = percent(summary.outcome_shares[UNFINISHED].estimate(), 1)
        lines.append(row(title, *[f"{count:,}" for count in counts], left))
    return "\n".join(lines) if found else ""


def measure_slow_bots(
    arguments: argparse.Namespace, bots: Sequence[str], is_over: Callable[[], bool]
) -> list[str]:
    """Play until time is up; return the page's parts for the endings and for each slow bot.

    A part without results is empty.
    """
    duels = {
        bot: duels_table(
            continue_tournament(
                KEPT / f"{bot}.state",
                new_duels(bot, arguments.games, arguments.seed),
                partial(open_executor, jobs=arguments.jobs),
                is_over,
            )
        )
        for bot in bots
    }
    found: list[tuple[str, Summary]] = []
    if "hard" in bots:
        for title, bot, seats, games in ENDINGS:
            summary = simulate_until(arguments, bot, seats, games, is_over)
            found += [] if summary is None else [(title, summary)]
    return [endings_table(found), *[duels.get(bot, "") for bot in SLOW]]
