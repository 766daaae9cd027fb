"""Tune a trader's style by playing: the figures that win more games against many opponents are kept.

    python -m bench.tune search --minutes 10 --out style.json       # look for a style
    python -m bench.tune search --start style.json --out better.json
    python -m bench.tune check --style style.json --games 2000      # compare it with the default style

``search`` uses the cross-entropy method: it draws styles around the best one so far, plays the same games
with each of them, and moves to the mean of the best quarter. One trader in that style plays against three
copies of an opponent, or against three different ones, in a random seat. ``check`` plays other games than
``search`` and plays every game with both styles, so that the difference is more precise than the two
shares. Both need the compiled engine and use all cores. A game without a winner after the round limit counts
as lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, Final

from passgo import Driver, Game, Seeded
from passgo.bots.estimate import Weights
from passgo.bots.ladder import make_bot
from passgo.bots.lookahead import LookaheadBot
from passgo.bots.style import DEFAULT_STYLE, TUNED_STYLE, Style
from passgo.bots.trader import TraderBot

MOST_ROUNDS: Final = 300
POOL: Final[dict[str, float]] = {
    "normal": 0.36,
    "growth": 0.1,
    "baldrick": 0.1,
    "planner": 0.1,
    "standard-0": 0.1,
    "standard": 0.06,
    "hybrid": 0.06,
    "groups": 0.06,
    "mixed": 0.06,
}
"""The opponents in a search, and how often each is drawn."""
MIXED: Final = ("normal", "growth", "baldrick")
CHECKED: Final = (
    *("normal", "easy", "simple", "standard", "standard-0", "gnome-v3", "gnome-sneaky"),
    *("hybrid", "groups", "baldrick", "growth", "planner"),
)
"""The opponents in a check."""
FIGURES: Final[dict[str, tuple[float, float, float]]] = {
    "appetite": (0.15, 0.4, 2.5),
    "railroads": (0.2, 0.4, 3.0),
    "trust": (0.3, 0.05, 3.0),
    "soft_price": (0.15, 0.05, 0.95),
    "near": (0.1, 0.0, 1.0),
    "far": (0.05, 0.0, 0.6),
    "least_reserve": (40.0, 0.0, 400.0),
    "outing": (12.0, 0.0, 100.0),
    "outing_per_deed": (4.0, 0.0, 40.0),
    "full": (0.6, 2.0, 5.0),
    "mortgage_rate": (0.7, 0.5, 8.0),
    "share": (0.06, 0.2, 0.6),
    "claim": (0.04, 0.4, 0.6),
    "least_gain": (0.005, 0.002, 0.05),
    "double_gain": (0.02, 0.0, 0.15),
    "opening": (0.015, 0.0, 0.1),
    "kept_cash": (80.0, 50.0, 900.0),
    "purse": (50.0, 20.0, 500.0),
    "earning_rounds": (3.0, 2.0, 30.0),
}
"""Each figure of a style that is tuned: its spread at the start, and its limits."""
WHOLE: Final = ("least_reserve", "full", "kept_cash", "purse")
"""The figures that are whole numbers."""
WEIGHTS: Final[dict[str, float]] = {
    "wealth": 0.25,
    "buildings": 0.25,
    "rent": 0.2,
    "rent_later": 0.2,
    "rent_soon": 0.2,
    "short_free": 0.1,
    "parts": 0.12,
    "burden": 0.7,
    "rivalry": 0.12,
    "chips": 0.12,
}
"""The spread of each weight at the start. The weights for buying and those for deals are tuned apart."""
BEST: Final = 0.25
SMOOTHING: Final = 0.7
"""How far the search moves to the mean of the best, from 0 (not at all) to 1."""
LEAST_SPREAD: Final = 0.15
"""The share of its first spread that a figure keeps, so that the search never stops moving."""
FIRST_CHECKED_SEED: Final = 60_000_000

Values = dict[str, float]


def names() -> list[str]:
    """List everything that is tuned."""
    return [
        *FIGURES,
        *(f"buy.{name}" for name in WEIGHTS),
        *(f"deal.{name}" for name in WEIGHTS if name != "rivalry"),
    ]


def spread_of(name: str) -> float:
    """Return a figure's spread at the start."""
    return FIGURES[name][0] if name in FIGURES else WEIGHTS[name.partition(".")[2]]


def values_of(style: Style) -> Values:
    """Return the figures of a style."""
    found: Values = {name: float(getattr(style, name)) for name in FIGURES}
    for name in WEIGHTS:
        found[f"buy.{name}"] = float(getattr(style.weights, name))
        if name != "rivalry":
            found[f"deal.{name}"] = float(getattr(style.deal_weights, name))
    if found["trust"] < 0.0:
        found["trust"] = 0.5
    return found


def limited(name: str, value: float) -> float:
    """Limit a figure to what makes sense."""
    if name in FIGURES:
        _, low, high = FIGURES[name]
        return min(high, max(low, value))
    return min(0.0, value) if name.endswith("burden") else max(0.0, value)


def make_style(values: Values) -> Style:
    """Return the style with these figures."""
    figures: dict[str, Any] = {
        name: round(values[name]) if name in WHOLE else values[name] for name in FIGURES
    }
    return Style(
        weights=make_weights(values, "buy"), deal_weights=make_weights(values, "deal"), **figures
    )


def make_weights(values: Values, part: str) -> Weights:
    """Return the weights for buying or for deals."""
    default = DEFAULT_STYLE.weights if part == "buy" else DEFAULT_STYLE.deal_weights
    figures: dict[str, Any] = {
        name: values.get(f"{part}.{name}", float(getattr(default, name))) for name in WEIGHTS
    }
    return Weights(cards=default.cards, **figures)


def play(values: Values | None, opponent: str, seed: int, looks_ahead: bool = False) -> float:
    """Play one game; return the share of the win of a bot with these figures."""
    seat = seed % 4
    others = MIXED if opponent == "mixed" else (opponent,) * 3
    bots = [make_bot(name, seed=seed * 4 + place) for place, name in enumerate(others)]
    style = DEFAULT_STYLE if values is None else make_style(values)
    bots.insert(seat, LookaheadBot(seed, style=style) if looks_ahead else TraderBot(style=style))
    game = Game(players=4, chance=Seeded(seed))
    Driver(game, bots).run(turns=MOST_ROUNDS * 4)
    winners = game.state.winners
    return 1.0 / len(winners) if game.state.over and seat in winners else 0.0


def play_all(task: tuple[Values | None, bool, list[tuple[str, int]]]) -> list[float]:
    """Play a list of games, each given by its opponent and seed."""
    values, looks_ahead, games = task
    return [play(values, opponent, seed, looks_ahead) for opponent, seed in games]


def draw_games(rng: random.Random, pool: dict[str, float], count: int) -> list[tuple[str, int]]:
    """Draw opponents and seeds."""
    opponents = rng.choices(list(pool), list(pool.values()), k=count)
    return [(opponent, rng.randrange(FIRST_CHECKED_SEED)) for opponent in opponents]


def search(args: argparse.Namespace) -> int:
    """Look for a better style until the time is up; write it after every generation."""
    rng = random.Random(args.seed)
    opponents = dict.fromkeys(args.opponents.split(","), 1.0) if args.opponents else POOL
    mean = values_of(TUNED_STYLE if args.tuned else DEFAULT_STYLE)
    if args.start:
        mean.update(json.loads(args.start.read_text("utf-8")))
    spread = {name: spread_of(name) for name in names()}
    end = time.monotonic() + 60.0 * args.minutes
    generation = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        while time.monotonic() < end:
            generation += 1
            games = draw_games(rng, opponents, args.games)
            styles = [dict(mean)]
            for _ in range(args.styles - 1):
                drawn = {name: rng.gauss(mean[name], spread[name]) for name in names()}
                styles.append({name: limited(name, value) for name, value in drawn.items()})
            results = list(pool.map(play_all, [(values, False, games) for values in styles]))
            shares = [sum(result) / len(games) for result in results]
            order = sorted(range(len(styles)), key=lambda place: -shares[place])
            best = [styles[place] for place in order[: max(2, round(BEST * len(styles)))]]
            for name in names():
                middle = sum(one[name] for one in best) / len(best)
                wide = sqrt(sum((one[name] - middle) ** 2 for one in best) / len(best))
                mean[name] += SMOOTHING * (middle - mean[name])
                spread[name] += SMOOTHING * (wide - spread[name])
                spread[name] = max(spread[name], LEAST_SPREAD * spread_of(name))
            args.out.write_text(json.dumps(mean, indent=1) + "\n", "utf-8")
            top = sum(shares[place] for place in order[: len(best)]) / len(best)
            print(
                f"generation {generation}: the mean style wins {100 * shares[0]:.1f}%, "
                f"all {100 * sum(shares) / len(shares):.1f}%, the best quarter {100 * top:.1f}%",
                flush=True,
            )
    return 0


def check(args: argparse.Namespace) -> int:
    """Compare a style with the default style against each opponent."""
    values = values_of(DEFAULT_STYLE) | json.loads(args.style.read_text("utf-8"))
    print("opponent        default   this style   difference (95% interval)")
    with ProcessPoolExecutor(args.jobs) as pool:
        for opponent in args.opponents.split(",") if args.opponents else CHECKED:
            seeds = range(FIRST_CHECKED_SEED, FIRST_CHECKED_SEED + args.games)
            parts = [[(opponent, seed) for seed in seeds[at::64]] for at in range(64)]
            before, now = (
                [
                    result
                    for part in pool.map(play_all, [(one, ahead, part) for part in parts])
                    for result in part
                ]
                for one, ahead in ((None, False), (values, args.lookahead))
            )
            changes = [new - old for new, old in zip(now, before, strict=True)]
            change = sum(changes) / len(changes)
            error = sqrt(sum((one - change) ** 2 for one in changes)) / len(changes)
            print(
                f"{opponent:14} {100 * sum(before) / len(before):7.1f}% "
                f"{100 * sum(now) / len(now):11.1f}% {100 * change:+9.1f} ± {196 * error:.1f}",
                flush=True,
            )
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Run one of the two commands."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m bench.tune",
        description=__doc__.splitlines()[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("search", help="look for a better style")
    one.add_argument("--start", type=Path, help="file with the style to start from")
    one.add_argument("--tuned", action="store_true", help="start from the style of `hard`")
    one.add_argument("--out", type=Path, required=True, help="file for the best style")
    one.add_argument("--minutes", type=float, default=10.0, help="time limit")
    one.add_argument("--styles", type=int, default=48, help="styles in a generation")
    one.add_argument("--games", type=int, default=800, help="games with each style")
    one.add_argument("--seed", type=int, default=1, help="random seed")
    one.set_defaults(run=search)
    two = commands.add_parser("check", help="compare a style with the default style")
    two.add_argument("--style", type=Path, required=True, help="file with the style")
    two.add_argument("--games", type=int, default=2000, help="games against each opponent")
    two.add_argument("--lookahead", action="store_true", help="let the bot look ahead, too")
    two.set_defaults(run=check)
    for command in (one, two):
        command.add_argument("--opponents", help="opponents, separated by commas")
        command.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    args = parser.parse_args(words)
    status: int = args.run(args)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
