"""Play every fast bot against every other, and the slow bots against them, for docs/strength.md.

    python -m bench.strength [--minutes M] [--players 4,2,3,6] [--slow hard,planner-rollout] [--write]

Plays a tournament of the fast bots for each number of players, and then the games of the slow bots
(``bench/slow_bots.py``), in the compiled environment that ./test creates or, with --here, in the current
Python environment. Games are saved in .passgo/strength/ and .passgo/hard/, and the same command
continues where the last one stopped. With --minutes 0, no games are played. --write writes the tables
that are complete.
"""

from __future__ import annotations

import argparse
from functools import partial

from bench.pages import ROOT, head, put_part, rerun_compiled, row
from bench.slow_bots import measure_slow_bots
from bench.tournaments import (
    FAST,
    SLOW,
    add_options,
    continue_tournament,
    milliseconds,
    percent,
    time_limit,
    unfinished_percent,
)
from passgo.sim.executors import open_executor
from passgo.sim.formatting import copies_text, interval
from passgo.sim.origin import origin
from passgo.sim.pairings import (
    Pairing,
    Tournament,
    TournamentSettings,
    new_tournament,
    ratings,
)
from passgo.sim.plan import make_plan
from passgo.sim.play_tournament import SLOW_GAMES, round_up_games
from passgo.sim.ratings import Rating
from passgo.sim.stats import IntervalEstimate

PAGE = ROOT / "docs" / "strength.md"
KEPT = ROOT / ".passgo" / "strength"
PLAYERS = (4, 2, 3, 6)
"""The numbers of players, in the order of their parts on the page."""
FULL = 4
"""The number of players whose part shows how the games in each pairing ended."""


def share(pairing: Pairing) -> str:
    """Format the share of games that a bot won outright."""
    return percent(pairing.share, mark="*" if pairing.slow else "")


def ratings_table(tournament: Tournament, found: list[Rating]) -> list[str]:
    """Return a table of the ratings, with the opponent against which each bot did worst."""
    copies = copies_text(tournament.settings.players)
    lines = head(
        "bot",
        "rating",
        "95% interval",
        "lowest win rate, %",
        f"against {copies}".removesuffix(" "),
        "unfinished, %",
        "ms per game",
    )
    for rating in found:
        own = [pairing for pairing in tournament.pairings if pairing.bot == rating.bot]
        worst = min(own, key=lambda pairing: pairing.share.value)
        limits = IntervalEstimate(rating.value, rating.low, rating.high)
        lines.append(
            row(
                f"`{rating.bot}`",
                f"{rating.value:.0f}",
                interval(limits, lambda value: f"{value:.0f}"),
                share(worst),
                f"`{worst.rivals}`",
                unfinished_percent(own),
                milliseconds(own),
            )
        )
    return lines


def matrix(tournament: Tournament, found: list[Rating]) -> list[str]:
    """Return a matrix of how often one copy of each bot beat copies of each of the others."""
    players = tournament.settings.players
    bots = [rating.bot for rating in found]
    times = "" if players == 2 else f"{players - 1} × "
    lines = head("bot", *[f"{times}`{bot}`" for bot in bots])
    for bot in bots:
        cells = ["" if bot == one else share(tournament.pairing(bot, one)) for one in bots]
        lines.append(row(f"`{bot}`", *cells))
    return lines


def outcomes(tournament: Tournament) -> list[str]:
    """Return a table of how the games in each pairing ended."""
    lines = head("pairing", "games", "won", "lost", "shared", "unfinished", "moves forfeited")
    copies = copies_text(tournament.settings.players)
    for one in tournament.pairings:
        counts = (one.played, one.wins, one.losses, one.shared, one.unfinished)
        forfeited = one.forfeits.moves + one.rival_forfeits.moves
        name = f"`{one.bot}` against {copies}`{one.rivals}`"
        lines.append(row(name, *[f"{count:,}" for count in (*counts, forfeited)]))
    return lines


def text(tournament: Tournament) -> str:
    """Return all figures for one number of players as Markdown."""
    chosen = tournament.settings
    games = sum(pairing.played for pairing in tournament.pairings)
    summary = (
        f"{games:,} games, {chosen.games:,} per pairing, with seed {chosen.seed}. A game that is not "
        f"over after {chosen.rounds:,} rounds counts as unfinished."
    )
    if any(pairing.slow for pairing in tournament.pairings):
        summary += (
            f" Pairings marked * have only {chosen.slow_games:,} games, because each game takes more "
            f"than {chosen.slow_over:g} s."
        )
    found = ratings(tournament)
    lines = [
        summary,
        "",
        *ratings_table(tournament, found),
        "",
        "Percentage of all games won outright by one bot against "
        f"{copies_text(chosen.players)}another:",
        "",
        *matrix(tournament, found),
    ]
    if chosen.players == FULL:
        lines += [
            "",
            "<details><summary>How the games in each pairing ended</summary>",
            "",
            *outcomes(tournament),
            "",
            "</details>",
        ]
    return "\n".join(lines)


def main() -> None:
    """Play until time is up, print the complete parts, and write them to the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, games=400)
    parser.add_argument(
        "--slow-games",
        type=int,
        default=SLOW_GAMES,
        help=f"games per slow pairing (default: {SLOW_GAMES})",
    )
    parser.add_argument(
        "--slow-over",
        type=float,
        default=1.0,
        help="seconds per game above which a pairing is slow (default: 1)",
    )
    parser.add_argument(
        "--bots", default=",".join(FAST), help="bots to compare (default: all fast ones)"
    )
    parser.add_argument(
        "--players",
        default=",".join(map(str, PLAYERS)),
        help="numbers of players in tournaments, in the order in which to play "
        "(default: %(default)s; '' for none)",
    )
    parser.add_argument(
        "--slow",
        default=",".join(SLOW),
        help="slow bots to measure after that (default: %(default)s; '' for none)",
    )
    arguments = parser.parse_args()
    chosen = [int(word) for word in arguments.players.split(",") if word]
    if not set(chosen) <= set(PLAYERS):
        parser.error("--players may contain only 2, 3, 4 and 6")
    slow = [word for word in arguments.slow.split(",") if word]
    if not set(slow) <= set(SLOW):
        parser.error(f"--slow may contain only {' and '.join(SLOW)}")
    rerun_compiled(arguments, "bench.strength")
    is_over = time_limit(arguments.minutes)
    for players in chosen:
        settings = TournamentSettings(
            bots=tuple(arguments.bots.split(",")),
            players=players,
            games=round_up_games(arguments.games, players),
            slow_games=round_up_games(arguments.slow_games, players),
            slow_over=arguments.slow_over,
            seed=arguments.seed,
            rules=make_plan(["any", "any"]).rules,
        )
        tournament = continue_tournament(
            KEPT / f"{players}-players.state",
            new_tournament(settings, origin(settings.bots)),
            partial(open_executor, jobs=arguments.jobs),
            is_over,
        )
        if not tournament.done:
            played = sum(pairing.done for pairing in tournament.pairings)
            print(f"{players} players: {played} of {len(tournament.pairings)} pairings are done.")
            continue
        figures = text(tournament)
        print(f"{players} players:\n\n{figures}\n")
        if arguments.write:
            put_part(PAGE, PLAYERS.index(players), figures)
    for place, part in enumerate(measure_slow_bots(arguments, slow, is_over), len(PLAYERS)):
        if part:
            print(part, end="\n\n")
        if part and arguments.write:
            put_part(PAGE, place, part)


if __name__ == "__main__":
    main()
