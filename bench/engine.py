"""Measure the engine's speed in the current environment; print one JSON object.

    python bench/engine.py [--games N]

Unless a figure's name says otherwise, four `simple` bots play at most 100 rounds. They buy, bid, build and
mortgage but don't trade, and every seat may act before each roll. Each figure is based on this process's
CPU time in the best of five interleaved passes, because other work on a shared machine can only make a
pass slower.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable

import passgo
from passgo.bots.driver import Driver
from passgo.bots.simple import SimpleBot
from passgo.engine.chance import Seeded
from passgo.engine.events import EventCollector, Listener
from passgo.engine.game import Game
from passgo.engine.ruleset import rule_set

PASSES = 5


def play(players: int, games: int, first_seed: int, rounds: int, listen: bool) -> tuple[int, float]:
    """Play games; return the number of player-turns and the CPU seconds."""
    rules = rule_set(round_limit=rounds)
    turns = 0
    start = time.process_time()
    for seed in range(first_seed, first_seed + games):
        listener: Listener | None = EventCollector() if listen else None
        game = Game(players, Seeded(seed), rules=rules, listener=listener)
        Driver(game, [SimpleBot() for _ in range(players)]).run()
        turns += game.state.turn
    return turns, time.process_time() - start


def copy_cost(times: int) -> float:
    """Return how many microseconds it takes to copy a four-player game in its fortieth round."""
    game = Game(4, Seeded(1), rules=rule_set(round_limit=100))
    Driver(game, [SimpleBot() for _ in range(4)]).run(160)
    chance = Seeded(2)
    start = time.process_time()
    for _ in range(times):
        game.copy(chance)
    return (time.process_time() - start) / times * 1e6


def measure(games: int) -> dict[str, float]:
    """Measure every figure in interleaved passes; return the best value of each."""
    cases: dict[str, Callable[[], tuple[int, float]]] = {
        "silent, 4 players": lambda: play(4, games, 0, 100, False),
        "events, 4 players": lambda: play(4, games, 0, 100, True),
        "silent, 2 players": lambda: play(2, games, 0, 100, False),
        "silent, 8 players": lambda: play(8, games // 2, 0, 100, False),
        "silent, 4 players, 25 rounds": lambda: play(4, games, 0, 25, False),
        "silent, 4 players, 50 rounds": lambda: play(4, games, 0, 50, False),
        "silent, 4 players, 200 rounds": lambda: play(4, games // 2, 0, 200, False),
    }
    sizes = {"silent, 8 players": games // 2, "silent, 4 players, 200 rounds": games // 2}
    found: dict[str, float] = {}
    for _ in range(PASSES):
        for name, case in cases.items():
            turns, seconds = case()
            rate = turns / seconds
            found[f"{name}: turns/s"] = max(found.get(f"{name}: turns/s", 0.0), rate)
            cost = seconds / sizes.get(name, games) * 1e6
            key = f"{name}: us/game"
            found[key] = min(found.get(key, cost), cost)
            found[f"{name}: turns/game"] = turns / sizes.get(name, games)
        cost = copy_cost(games * 10)
        found["copy: us"] = min(found.get("copy: us", cost), cost)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games per pass (default: 200)")
    games = parser.parse_args().games
    compiled = passgo.is_compiled()
    print(
        json.dumps(
            {"compiled": compiled, "python": platform.python_version(), "figures": measure(games)}
        )
    )


if __name__ == "__main__":
    main()
