"""Measure the speed of the bots and of the engine, compiled and interpreted, for docs/speed.md.

    python -m bench.speed [--games N] [--write]

Sets up both environments as ./test does, runs `bench/engine.py` twice in each, alternating between them, and
then runs `bench/bots.py` twice in the compiled environment. The better value of each figure is used.
`--write` puts the tables between their markers in docs/speed.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

from bench.pages import ROOT, head, put, row
from tools import setup_env

PAGE = ROOT / "docs" / "speed.md"
RATES = [
    ("silent, 4 players", "silent"),
    ("events, 4 players", "with events, all stored"),
]
COSTS = [
    ("silent, 2 players", "2 players"),
    ("silent, 4 players", "4 players"),
    ("silent, 8 players", "8 players"),
    ("silent, 4 players, 25 rounds", "4 players, 25 rounds"),
    ("silent, 4 players, 50 rounds", "4 players, 50 rounds"),
    ("silent, 4 players, 200 rounds", "4 players, 200 rounds"),
]
BOTS = [
    ("simple", "`simple`: no trades, at most 100 rounds"),
    ("normal", "`normal`: trades, plays to the end"),
    ("derived", "a Python subclass of `simple`, every method in Python"),
    ("own", "a separate Python class that buys but does not build"),
]


def run(env: Path, games: int, what: str = "engine.py") -> dict[str, float]:
    """Run a benchmark in an environment and return its figures."""
    command = [str(setup_env.python(env)), "-P", str(ROOT / "bench" / what)]
    done = subprocess.run(
        [*command, "--games", str(games)],
        env=setup_env.tidy_environ(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    figures: dict[str, float] = json.loads(done.stdout)["figures"]
    return figures


def better(first: dict[str, float], second: dict[str, float]) -> dict[str, float]:
    """Return the better value of each figure, since other work can only make a figure worse."""
    return {
        name: max(value, second[name]) if name.endswith("/s") else min(value, second[name])
        for name, value in first.items()
    }


def table(compiled: dict[str, float], plain: dict[str, float]) -> str:
    """Return the engine's figures as Markdown."""
    lines = [
        "| player-turns per second | compiled | interpreted | ratio |",
        "| --- | --- | --- | --- |",
    ]
    for key, name in RATES:
        fast, slow = compiled[f"{key}: turns/s"], plain[f"{key}: turns/s"]
        lines.append(f"| {name} | {fast:,.0f} | {slow:,.0f} | {fast / slow:.1f} |")
    silent, has_listener = (compiled[f"{key}: turns/s"] for key, _ in RATES)
    slow_silent, slow_loud = (plain[f"{key}: turns/s"] for key, _ in RATES)
    lines.append(
        f"| silent ÷ with events | {silent / has_listener:.2f} | {slow_silent / slow_loud:.2f} | |"
    )
    fast, slow = compiled["copy: us"], plain["copy: us"]
    lines.append(f"| one `copy()`, µs | {fast:.1f} | {slow:.1f} | {slow / fast:.1f} |")
    lines += [
        "",
        "| one game, compiled and silent | turns | µs | µs per turn |",
        "| --- | --- | --- | --- |",
    ]
    for key, name in COSTS:
        cost, turns = compiled[f"{key}: us/game"], compiled[f"{key}: turns/game"]
        lines.append(f"| {name} | {turns:,.0f} | {cost:,.0f} | {cost / turns:.2f} |")
    return "\n".join(lines) + "\n"


def bots_table(found: dict[str, float]) -> str:
    """Return the bots' figures as Markdown."""
    lines = head(
        "four bots, compiled engine, one core", "player-turns/s", "games/s", "turns per game"
    )
    for key, name in BOTS:
        rates = [found[f"{key}: {unit}"] for unit in ("turns/s", "games/s", "turns/game")]
        lines.append(row(name, *[f"{rate:,.0f}" for rate in rates]))
    share = found["own: turns/s"] / found["simple: turns/s"]
    one, two = found["one process: games/s"], found["two processes: games/s"]
    lines += [
        "",
        f"- A custom bot in plain Python plays {share:.2f} times as many turns per second as `simple`.",
        f"- Two processes play {two / one:.2f} times as many games between four `normal` bots as one "
        f"process: {two:,.0f} per second instead of {one:,.0f}.",
        f"- A `hard` bot among three `normal` bots takes {found['hard: median ms']:.0f} ms (median) for "
        f"a decision in which it looks ahead; the 95th percentile is "
        f"{found['hard: 95th percentile ms']:.0f} ms. "
        f"It plays {found['hard: rollouts']:.0f} rollouts for each choice, and makes "
        f"{found['hard: decisions/game']:.0f} such decisions per game.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print the tables, and write them to the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games per pass (default: 200)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/speed.md")
    arguments = parser.parse_args()
    plain_env, compiled_env = setup_env.environments(["dev", "test"])
    why = setup_env.why_plain(compiled_env)
    if why:
        raise SystemExit(f"The compiled engine is not available: {why}")
    plain_games = max(10, arguments.games // 10)
    compiled, plain = run(compiled_env, arguments.games), run(plain_env, plain_games)
    compiled = better(compiled, run(compiled_env, arguments.games))
    plain = better(plain, run(plain_env, plain_games))
    first, second = (run(compiled_env, arguments.games, "bots.py") for _ in range(2))
    parts = [table(compiled, plain), bots_table(better(first, second))]
    print("\n".join(parts))
    if arguments.write:
        put(PAGE, parts)


if __name__ == "__main__":
    main()
