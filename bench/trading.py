"""Measure, with fixed seeds, how often our bots make offers and whether they can be exploited.

    python -m bench.trading [--games N] [--parts PART,…] [--rivals BOT] [--jobs N] [--before PYTHON]

Prints one table. The parts are ``passive``, ``squeeze``, ``tuned``, ``exploits``, ``four`` and ``baselines``.
The first four play against three copies of the bot named by ``--rivals``, `normal` or `hard`.
``--before`` names the Python interpreter of an environment with a different version of PassGo. The script
then plays with the same dice in both environments, alternating between them, and the table shows both
results. Use compiled environments.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.exploits import EXPLOITS, Passive
from bench.squeeze import Squeeze
from passgo import Action, Bot, Driver, Game, Seeded, rule_set
from passgo.actions import AcceptTrade, CounterTrade, OfferTrade
from passgo.bots.ladder import LADDER, make_bot
from passgo.bots.style import DEFAULT_STYLE, TUNED_STYLE

ROOT = Path(__file__).parent.parent
ENVIRON = {**os.environ, "PYTHONPATH": str(ROOT)}
ROUNDS = 1000
"""Round limit; a game that reaches it is unfinished."""
CHUNK = 100
"""Games played in one environment before switching to the other."""
BASELINES = [name for name in LADDER if name not in ("normal", "hard", "planner-rollout")]
"""Three copies of each of these bots play against one `normal` bot. The slowest are left out."""
Figures = dict[str, float]


class WatchingDriver(Driver):
    """A driver that counts offers to one seat, that seat's turns, and trades."""

    def __init__(self, game: Game, bots: list[Bot], seat: int) -> None:
        super().__init__(game, bots)
        self.seat = seat
        self.turns: set[int] = set()
        self.offers = 0
        self.repeats = 0
        self.exchanges: set[tuple[object, ...]] = set()
        self.made = 0
        self.traded = 0

    def play(self, action: Action) -> None:
        """Count and play an action."""
        state = self.game.state
        if state.seat == self.seat:
            self.turns.add(int(state.turn))
        if isinstance(action, OfferTrade):
            self.made += 1
            if action.partner == self.seat:
                exchange = (int(action.seat), action.terms.give_deeds, action.terms.get_deeds)
                self.offers += 1
                self.repeats += exchange in self.exchanges
                self.exchanges.add(exchange)
        self.made += isinstance(action, CounterTrade)
        self.traded += isinstance(action, AcceptTrade)
        super().play(action)


def play(
    one: Callable[[], Bot], others: Callable[[int], Bot], seed: int
) -> tuple[WatchingDriver, int]:
    """Play one bot against three others; the bot's seat depends on the seed."""
    place = seed % 4
    bots = [one() if seat == place else others(4 * seed + seat) for seat in range(4)]
    game = Game(4, Seeded(seed), rules=rule_set(round_limit=ROUNDS))
    driver = WatchingDriver(game, bots, place)
    driver.run()
    return driver, place


def measure(part: str, rivals: str, seeds: range) -> Figures:
    """Play one part's games; return sums that can be combined."""
    name, _, kind = part.partition(":")
    others = kind if name == "baseline" else rivals
    style = TUNED_STYLE if rivals == "hard" else DEFAULT_STYLE
    found: Figures = {}
    makers: dict[str, Callable[[], Bot]] = {
        "passive": Passive,
        "squeeze": Squeeze,
        "tuned": lambda: Squeeze.tune_to(style),
        "tuned-taking": lambda: Squeeze.tune_to(style, takes=True),
        "four": lambda: make_bot(rivals),
        "baseline": lambda: make_bot("normal"),
        "exploit": EXPLOITS.get(kind, Passive),
    }
    start = time.process_time()
    for seed in seeds:
        driver, place = play(makers[name], lambda number: make_bot(others, number), seed)
        state = driver.game.state
        over = state.round < ROUNDS
        counts = {
            "games": 1,
            "won": float(over and place in state.winners),
            "unfinished": float(not over),
            "turns": float(len(driver.turns)),
            "offers": float(driver.offers),
            "repeats": float(driver.repeats),
            "turns, finished": float(len(driver.turns) if over else 0),
            "offers, finished": float(driver.offers if over else 0),
            "made": float(driver.made),
            "traded": float(driver.traded),
            "forfeited moves": float(sum(int(seat.faults) for seat in driver.seats)),
        }
        for key, count in counts.items():
            found[key] = found.get(key, 0.0) + count
    found["seconds"] = time.process_time() - start
    return found


def measure_with(python: str, part: str, rivals: str, seeds: range) -> Figures:
    """Measure one part with the given Python."""
    words = ["--rivals", rivals, "--chunk", part, str(seeds.start), str(seeds.stop)]
    command = [python, "-P", "-m", "bench.trading", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=ROOT, env=ENVIRON
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def share(count: float, games: float) -> str:
    """Format a share with its 95% interval."""
    if not games:
        return "–"
    part = count / games
    return f"{100 * part:.1f}% ± {196 * math.sqrt(part * (1 - part) / games):.1f}"


def rows(part: str, rivals: str, sums: Figures) -> Iterator[tuple[str, str]]:
    """Yield the table rows for one part."""
    games = sums["games"]
    if part == "passive":
        yield "offers to a passive seat per turn", f"{sums['offers'] / sums['turns']:.3f}"
        finished = sums["offers, finished"] / sums["turns, finished"]
        yield "the same in finished games", f"{finished:.3f}"
        yield "repeats among all these offers", share(sums["repeats"], sums["offers"])
        yield "passive seat wins", share(sums["won"], games)
    elif part == "four":
        finished = games - sums["unfinished"]
        yield f"finished games between four `{rivals}` bots", share(finished, games)
        yield "offers and counteroffers per game", f"{sums['made'] / games:.1f}"
        yield "trades per game", f"{sums['traded'] / games:.1f}"
        yield "games per CPU second", f"{games / sums['seconds']:.0f}"
    else:
        name, _, kind = part.partition(":")
        who = (
            f"one `normal` bot against three `{kind}` bots"
            if name == "baseline"
            else f"{kind or name} against three `{rivals}` bots"
        )
        yield f"wins: {who}", share(sums["won"], games)
    if sums["forfeited moves"]:
        yield f"{part}: moves forfeited", f"{sums['forfeited moves']:.0f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games per part (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default: 0)")
    parser.add_argument(
        "--parts",
        default="passive,squeeze,tuned,exploits,four,baselines",
        help="parts to run (default: all)",
    )
    parser.add_argument(
        "--before",
        default="",
        help="path to a Python interpreter with a different version of PassGo (default: none)",
    )
    parser.add_argument(
        "--rivals",
        choices=("normal", "hard"),
        default="normal",
        help="opponents of the exploits (default: normal)",
    )
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes for each environment (default: 1)"
    )
    parser.add_argument("--chunk", nargs=3, default=None, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    rivals = arguments.rivals
    if arguments.chunk:
        part, first, last = arguments.chunk
        print(json.dumps(measure(part, rivals, range(int(first), int(last)))))
        return
    several = {
        "baselines": [f"baseline:{name}" for name in BASELINES],
        "exploits": [f"exploit:{name}" for name in EXPLOITS],
    }
    parts: list[str] = []
    for part in arguments.parts.split(","):
        parts += several.get(part, [part])
    sides = ([arguments.before] if arguments.before else []) + [sys.executable]
    print("| measure | " + (" before | after |" if len(sides) > 1 else "value |"))
    print("| --- |" + " ---: |" * len(sides))
    last = arguments.seed + arguments.games
    size = max(1, min(CHUNK, arguments.games // arguments.jobs))
    chunks = [range(first, min(first + size, last)) for first in range(arguments.seed, last, size)]
    for part in parts:
        sums: list[Figures] = [{} for _ in sides]
        tasks = [(side, seeds) for seeds in chunks for side in range(len(sides))]
        with ThreadPoolExecutor(arguments.jobs) as pool:
            found = pool.map(
                lambda task, part=part: measure_with(sides[task[0]], part, rivals, task[1]), tasks
            )
            for (side, _), figures in zip(tasks, found, strict=True):
                for key, count in figures.items():
                    sums[side][key] = sums[side].get(key, 0.0) + count
        tables = [dict(rows(part, rivals, one)) for one in sums]
        for name in dict.fromkeys(key for table in tables for key in table):
            print(f"| {name} | " + " | ".join(table.get(name, "0") for table in tables) + " |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
