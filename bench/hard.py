"""Measure how often `hard` wins and how many games end, for docs/strength.md (tables 2 and 3).

    python -m bench.hard [--resume [--stop]] [--write]

A game with a `hard` bot takes several seconds, so `hard` is left out of the table in which
every bot plays against every other. Instead, one `hard` bot plays against three copies of each of the
other bots. Runs `passgo simulate` in the compiled environment that ./test creates or, with --here, in
the current Python environment. Results are saved in .passgo/hard/; --resume reuses them.
"""

from __future__ import annotations

import argparse
import json

import msgspec

from bench.pages import ROOT, add_options, head, measure, put_part, row
from passgo.bots.ladder import LADDER

PAGE = ROOT / "docs" / "strength.md"
KEPT = ROOT / ".passgo" / "hard"
HERO = "hard"
SLOW = (HERO, "planner-rollout")
RIVALS = tuple(name for name in LADDER if name not in SLOW)
ENDINGS = (
    ("four `normal` bots", "normal", 4, 10),
    ("two `normal` bots", "normal", 2, 10),
    ("four `hard` bots", HERO, 4, 1),
    ("two `hard` bots", HERO, 2, 1),
)
"""Title, bot, number of seats, and the factor by which ``--games`` is multiplied."""


class Share(msgspec.Struct):
    """A share of all games, with its confidence interval."""

    share: float
    low: float
    high: float


class Side(msgspec.Struct):
    """A bot's wins in a simulation."""

    bot: str
    wins: int
    share: float
    low: float
    high: float
    shared: int


class Simulation(msgspec.Struct):
    """The fields of `passgo simulate --json` that the page needs."""

    games: int
    won: int
    shared: int
    unfinished: int
    outcomes: dict[str, Share]
    bots: list[Side]


def simulate(arguments: argparse.Namespace, name: str, bots: str, games: int) -> Simulation | None:
    """Simulate, or reuse a saved result; return None if nothing is saved and ``--stop`` is given."""
    kept = KEPT / f"{name}.json"
    if not (arguments.resume and kept.exists()):
        if arguments.stop:
            return None
        KEPT.mkdir(parents=True, exist_ok=True)
        data = measure(arguments, "simulate", "--bots", bots, "--games", str(games))
        kept.write_text(json.dumps(data), "utf-8")
    return msgspec.json.decode(kept.read_bytes(), type=Simulation)


def percent(share: float, low: float, high: float) -> str:
    """Format a share with its interval."""
    return f"{100 * share:.1f} ({100 * low:.0f} to {100 * high:.0f})"


def against_all(arguments: argparse.Namespace) -> list[str]:
    """Tabulate how often one `hard` bot wins against three copies of each of the others."""
    lines = head("against three copies of", "games", "won, %", "shared", "unfinished")
    found: list[tuple[str, Simulation]] = []
    for rival in RIVALS:
        bots = ",".join([HERO, rival, rival, rival])
        one = simulate(arguments, f"{HERO}-{rival}", bots, arguments.games)
        found += [(rival, one)] if one is not None else []
    found.sort(key=lambda pair: pair[1].bots[0].share)
    for rival, one in found:
        hero = next(side for side in one.bots if side.bot == HERO)
        won = percent(hero.share, hero.low, hero.high)
        lines.append(row(f"`{rival}`", f"{one.games:,}", won, str(one.shared), str(one.unfinished)))
    return lines


def endings(arguments: argparse.Namespace) -> list[str]:
    """Tabulate how many games end within 1,000 rounds."""
    lines = head("table", "games", "won", "shared", "unfinished", "unfinished, %")
    for title, bot, seats, times in ENDINGS:
        games = arguments.games * times
        one = simulate(arguments, f"{bot}{seats}", ",".join([bot] * seats), games)
        if one is None:
            continue
        left = one.outcomes["unfinished"]
        share = f"{100 * left.share:.1f} ({100 * left.low:.1f} to {100 * left.high:.1f})"
        counts = (one.games, one.won, one.shared, one.unfinished)
        lines.append(row(title, *[f"{count:,}" for count in counts], share))
    return lines


def main() -> None:
    """Play, print the tables, and write them to the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, games=200)
    parser.add_argument("--resume", action="store_true", help="reuse saved results")
    parser.add_argument(
        "--stop", action="store_true", help="skip everything without a saved result"
    )
    arguments = parser.parse_args()
    parts = ["\n".join(endings(arguments)), "\n".join(against_all(arguments))]
    print(*parts, sep="\n\n")
    if arguments.write:
        for place, part in enumerate(parts, 1):
            put_part(PAGE, place, part)


if __name__ == "__main__":
    main()
