"""Play every bot against every other bot and write the tables in docs/strength.md.

    python -m bench.strength [--games N] [--slow-games N] [--bots a,b,c] [--write]

Runs `passgo tournament` in the compiled environment that ./test creates or, with --here, in the
current Python environment. Progress is saved in .passgo/strength.html.state; --resume continues an
interrupted run.
"""

from __future__ import annotations

import argparse

import msgspec

from bench.pages import ROOT, add_options, head, measure, put_part, row
from passgo.bots.ladder import LADDER

PAGE = ROOT / "docs" / "strength.md"
KEPT = ROOT / ".passgo" / "strength.html"


class Rating(msgspec.Struct):
    """A rating, as printed by `passgo tournament --json`."""

    bot: str
    value: float
    low: float | None
    high: float | None


class Pairing(msgspec.Struct):
    """A pairing, as printed by `passgo tournament --json`."""

    bot: str
    rivals: str
    played: int
    won: int
    lost: int
    shared: int
    unfinished: int
    share: float
    low: float
    high: float
    slow: bool
    seconds: float
    faults: int
    rival_faults: int


class PrintedSettings(msgspec.Struct):
    """The settings, as printed by `passgo tournament --json`."""

    games: int
    slow_games: int
    slow_over: float
    seed: int
    rounds: int


class Report(msgspec.Struct):
    """The fields of `passgo tournament --json` that the page needs."""

    settings: PrintedSettings
    ratings: list[Rating]
    pairings: list[Pairing]


def limits(low: float | None, high: float | None, digits: int = 0) -> str:
    """Format an interval; unknown endpoints are left open."""
    ends = ["…" if end is None else f"{end:.{digits}f}" for end in (low, high)]
    return f"{ends[0]} to {ends[1]}"


def share(pairing: Pairing) -> str:
    """Format the share of games that a bot won outright."""
    mark = "*" if pairing.slow else ""
    return f"{100 * pairing.share:.1f}{mark} ({limits(100 * pairing.low, 100 * pairing.high)})"


def ratings_table(report: Report) -> list[str]:
    """Return a table of the ratings, with the opponent against which each bot did worst."""
    lines = head(
        "bot",
        "rating",
        "95% interval",
        "lowest win rate, %",
        "against three copies of",
        "ms per game",
    )
    for rating in report.ratings:
        own = [pairing for pairing in report.pairings if pairing.bot == rating.bot]
        worst = min(own, key=lambda pairing: pairing.share)
        each = sum(one.seconds * one.played for one in own) / sum(one.played for one in own)
        interval = limits(rating.low, rating.high)
        lines.append(
            row(
                f"`{rating.bot}`",
                f"{rating.value:.0f}",
                interval,
                share(worst),
                f"`{worst.rivals}`",
                f"{1000 * each:,.1f}",
            )
        )
    return lines


def matrix(report: Report) -> list[str]:
    """Return a matrix of how often one copy of each bot beat three copies of each of the others."""
    found = {(pairing.bot, pairing.rivals): pairing for pairing in report.pairings}
    bots = [rating.bot for rating in report.ratings]
    lines = head("bot", *[f"3 × `{bot}`" for bot in bots])
    for bot in bots:
        cells = ["" if bot == rival else share(found[bot, rival]) for rival in bots]
        lines.append(row(f"`{bot}`", *cells))
    return lines


def outcomes(report: Report) -> list[str]:
    """Return a table of how the games in each pairing ended."""
    lines = head("pairing", "games", "won", "lost", "shared", "unfinished", "moves forfeited")
    for one in report.pairings:
        counts = (one.played, one.won, one.lost, one.shared, one.unfinished)
        forfeited = one.faults + one.rival_faults
        name = f"`{one.bot}` against three `{one.rivals}` bots"
        lines.append(row(name, *[f"{count:,}" for count in (*counts, forfeited)]))
    return lines


def text(report: Report) -> str:
    """Return all figures as Markdown."""
    chosen = report.settings
    games = sum(pairing.played for pairing in report.pairings)
    slow = sum(pairing.slow for pairing in report.pairings)
    summary = (
        f"{games:,} games, {chosen.games:,} per pairing, with seed {chosen.seed}. A game that is not "
        f"over after {chosen.rounds:,} rounds counts as unfinished."
    )
    if slow:
        summary += (
            f" Pairings marked * have only {chosen.slow_games:,} games, because each game takes more "
            f"than {chosen.slow_over:g} s."
        )
    return "\n".join(
        [
            summary,
            "",
            *ratings_table(report),
            "",
            "Percentage of all games won outright by one bot against three copies of another:",
            "",
            *matrix(report),
            "",
            "<details><summary>How the games in each pairing ended</summary>",
            "",
            *outcomes(report),
            "",
            "</details>",
        ]
    )


def main() -> None:
    """Play, print the figures, and write them to the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, games=2000)
    parser.add_argument(
        "--slow-games", type=int, default=200, help="games per slow pairing (default: 200)"
    )
    parser.add_argument(
        "--slow-over",
        type=float,
        default=1.0,
        help="seconds per game above which a pairing is slow (default: 1)",
    )
    parser.add_argument(
        "--bots", default=",".join(LADDER), help="bots to compare (default: the whole ladder)"
    )
    parser.add_argument("--resume", action="store_true", help="continue an interrupted run")
    arguments = parser.parse_args()
    kept = KEPT.with_name(KEPT.name + ".state")
    if not arguments.resume:
        kept.unlink(missing_ok=True)
    words = ["tournament", "--bots", arguments.bots, "--games", str(arguments.games)]
    words += ["--slow-games", str(arguments.slow_games), "--slow-over", str(arguments.slow_over)]
    words += ["--out", str(KEPT), "--resume"]
    report = msgspec.convert(measure(arguments, *words), Report)
    figures = text(report)
    print(figures)
    if arguments.write:
        put_part(PAGE, 0, figures)


if __name__ == "__main__":
    main()
