"""What the slow bot wins, and whether games end: the second and third tables of docs/strength.md.

    python -m bench.hard [--resume [--stop]] [--write]

A game with `hard` in it takes seconds, so it stands apart from the table of every bot against every other: it
plays as one against three of each. Runs `passgo simulate` in the compiled environment that ./test makes (with
--here, in this Python). What is played is kept in .passgo/hard/; with --resume it is not played again.
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
    ("four `normal`", "normal", 4, 10),
    ("two `normal`", "normal", 2, 10),
    ("four `hard`", HERO, 4, 1),
    ("two `hard`", HERO, 2, 1),
)
"""Who plays, and how many times as many games as were asked for."""


class Share(msgspec.Struct):
    """A share of all games, with its interval."""

    share: float
    low: float
    high: float


class Side(msgspec.Struct):
    """What a bot of a simulation won."""

    bot: str
    wins: int
    share: float
    low: float
    high: float
    shared: int


class Simulation(msgspec.Struct):
    """What `passgo simulate --json` prints, as far as the page needs it."""

    games: int
    won: int
    shared: int
    unfinished: int
    outcomes: dict[str, Share]
    bots: list[Side]


def simulate(arguments: argparse.Namespace, name: str, bots: str, games: int) -> Simulation | None:
    """Play, or take what was played before; None if nothing was and nothing is to be played."""
    kept = KEPT / f"{name}.json"
    if not (arguments.resume and kept.exists()):
        if arguments.stop:
            return None
        KEPT.mkdir(parents=True, exist_ok=True)
        data = measure(arguments, "simulate", "--bots", bots, "--games", str(games))
        kept.write_text(json.dumps(data), "utf-8")
    return msgspec.json.decode(kept.read_bytes(), type=Simulation)


def percent(share: float, low: float, high: float) -> str:
    """Write a share with its interval."""
    return f"{100 * share:.1f} ({100 * low:.0f} to {100 * high:.0f})"


def against_all(arguments: argparse.Namespace) -> list[str]:
    """What one `hard` wins against three of each other bot."""
    lines = head("against three", "games", "won, %", "shared", "unfinished")
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
    """Whether games end within 1,000 rounds."""
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
    """Play, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, games=200)
    parser.add_argument("--resume", action="store_true", help="do not play again what is kept")
    parser.add_argument("--stop", action="store_true", help="play nothing that is not kept")
    arguments = parser.parse_args()
    parts = ["\n".join(endings(arguments)), "\n".join(against_all(arguments))]
    print(*parts, sep="\n\n")
    if arguments.write:
        for place, part in enumerate(parts, 1):
            put_part(PAGE, place, part)


if __name__ == "__main__":
    main()
