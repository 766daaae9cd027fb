"""Measure how well the analysis tells luck from skill, and write docs/analysis.md.

    python -m bench.analysis [--games N] [--processes N] [--seed N] [--out FILE] [--write]

Plays recorded games at three kinds of tables and reviews each by estimate:

- two `simple` and two `normal` bots, in all seat orders by turns;
- two `easy` and two `hard` bots, likewise (every `--hard-every`-th game, since `hard` is slow);
- four `normal` bots.

Each result is appended to the results file as one JSON line, so you can stop with Ctrl-C and continue
later with the same command. Use a compiled environment.

    python -m bench.analysis --games 1000 --processes 16 --out analysis.jsonl --write
"""

from __future__ import annotations

import argparse
import io
import math
import time
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

from bench.continuations import Result, collect, read_results
from bench.pages import ROOT, head, put, row
from passgo import Seeded, rule_set
from passgo.analysis import review
from passgo.bots.ladder import make_bot
from passgo.record import TOKENS, Record, Recorder, SeatEntry, read_record
from passgo.recording import RecordingDriver

PAGE = ROOT / "docs" / "analysis.md"
PAIRS = {"simple, normal": ("simple", "normal"), "easy, hard": ("easy", "hard")}
"""The weaker and the stronger bot at each kind of table with different bots."""
EQUALS = "normal"
"""The bot in all seats at the other tables."""
ROUNDS = 200
"""Round limit; the richest player wins a game that reaches it."""


def record_game(bots: Sequence[str], seed: int) -> Record:
    """Play a game between bots and return its record."""
    out = io.StringIO()
    seats = [SeatEntry(name, token, "bot") for name, token in zip(bots, TOKENS, strict=False)]
    recorder = Recorder(out, seats, Seeded(seed), rule_set(round_limit=ROUNDS))
    players = [make_bot(name, 8 * seed + seat) for seat, name in enumerate(bots)]
    RecordingDriver(recorder, players).run()
    recorder.close()
    return read_record(io.StringIO(out.getvalue()))


def lineup(table: str, number: int) -> list[str]:
    """Return the bots of a game, in one of the six orders by turns."""
    if table == EQUALS:
        return [EQUALS] * 4
    weak, strong = PAIRS[table]
    orders = sorted(set(permutations([weak, weak, strong, strong])))
    return list(orders[number % len(orders)])


def measure_game(task: tuple[str, int]) -> list[Result]:
    """Play and review one game; return one result."""
    table, seed = task
    bots = lineup(table, seed)
    record = record_game(bots, seed)
    began = time.process_time()
    found = review(record)
    return [
        {
            "table": table,
            "seed": seed,
            "games": 1,
            "actions": len(record.actions),
            "seconds": round(time.process_time() - began, 4),
            "evaluations": found.evaluations,
            "players": [
                {
                    "bot": bot,
                    "result": one.result,
                    "luck": one.luck,
                    "mistakes": one.mistakes,
                    "stake": one.stake,
                    "decisions": one.decisions,
                }
                for bot, one in zip(bots, found.players, strict=True)
            ],
        }
    ]


def tasks(seed: int, games: int, every: int) -> Iterator[tuple[str, int]]:
    """Yield the games to play, in order."""
    for number in range(games):
        yield "simple, normal", seed + number
        yield EQUALS, seed + number
        if number % every == 0:
            yield "easy, hard", seed + number


# -- figures ---------------------------------------------------------------------------------------


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, math.nan
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(spread / count)


def figure(values: Sequence[float], scale: float = 100.0, digits: int = 1) -> str:
    """Write a mean with its 95% interval."""
    mean, error = mean_and_error(values)
    return f"{scale * mean:.{digits}f} ± {scale * 1.96 * error:.{digits}f}"


def ratio(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the ratio of two sums and its standard error; each pair comes from one game."""
    top, bottom = sum(one for one, _ in pairs), sum(one for _, one in pairs)
    found = top / bottom
    spread = sum((one - found * other) ** 2 for one, other in pairs)
    return found, math.sqrt(spread) / bottom


def players_of(result: Result, bot: str | None = None) -> list[dict[str, float]]:
    """Return the players of a game, or those played by one bot."""
    players = result["players"]
    assert isinstance(players, list)
    return [one for one in players if bot is None or one["bot"] == bot]


def luck_rows(results: Sequence[Result]) -> list[str]:
    """Show the mean luck by seat and by bot; it should be 0 within its error."""
    lines = head("luck, points", "games", "mean")
    for seat in range(4):
        values = [players_of(one)[seat]["luck"] for one in results]
        lines.append(row(f"seat {seat}", f"{len(values):,}", figure(values, digits=2)))
    for table, bots in PAIRS.items():
        chosen = [one for one in results if one["table"] == table]
        for bot in bots if chosen else ():
            sums = [sum(p["luck"] for p in players_of(one, bot)) / 2 for one in chosen]
            lines.append(row(f"`{bot}`", f"{len(sums):,}", figure(sums, digits=2)))
    return lines


def accuracy_rows(results: Sequence[Result]) -> list[str]:
    """Compare the accuracy and the error rate of the bots at each table."""
    lines = head("bot", "games", "won, %", "accuracy, %", "lost per decision, points")
    for table, bots in PAIRS.items():
        chosen = [one for one in results if one["table"] == table]
        if not chosen:
            continue
        kept: list[tuple[float, float]] = []
        for bot in bots:
            lost = [
                (
                    sum(-p["mistakes"] for p in players_of(one, bot)),
                    sum(p["stake"] for p in players_of(one, bot)),
                )
                for one in chosen
            ]
            rates = [
                (pair[0], float(sum(p["decisions"] for p in players_of(one, bot))))
                for pair, one in zip(lost, chosen, strict=True)
            ]
            share, error = ratio(lost)
            rate, rate_error = ratio(rates)
            kept.append((1 - share, error))
            wins = [sum(p["result"] for p in players_of(one, bot)) for one in chosen]
            lines.append(
                row(
                    f"`{bot}`",
                    f"{len(chosen):,}",
                    figure(wins),
                    f"{100 * (1 - share):.1f} ± {196 * error:.1f}",
                    f"{100 * rate:.2f} ± {196 * rate_error:.2f}",
                )
            )
        (weak, weak_error), (strong, strong_error) = kept
        gap = 196 * math.hypot(weak_error, strong_error)
        lines.append(
            row(
                f"`{bots[1]}` − `{bots[0]}`",
                "",
                "",
                f"{100 * (strong - weak):+.1f} ± {gap:.1f}",
                "",
            )
        )
    return lines


def variance_rows(results: Sequence[Result]) -> list[str]:
    """Compare the variance of results with and without luck, around each bot's own mean."""
    lines = head("variance", "games", "results", "adjusted for luck", "ratio")
    tables: list[tuple[str, str]] = [(EQUALS, EQUALS)]
    tables += [(table, bot) for table, bots in PAIRS.items() for bot in bots]
    for table, bot in tables:
        chosen = [one for one in results if one["table"] == table]
        if len(chosen) < 2:
            continue
        raw = [p["result"] for one in chosen for p in players_of(one, bot)]
        adjusted = [p["result"] - p["luck"] for one in chosen for p in players_of(one, bot)]
        before, after = variance(raw), variance(adjusted)
        lines.append(
            row(
                f"`{bot}`, four alike" if table == EQUALS else f"`{bot}` ({table})",
                f"{len(chosen):,}",
                f"{before:.3f}",
                f"{after:.3f}",
                f"{after / before:.2f}" if before else "–",
            )
        )
    return lines


def variance(values: Sequence[float]) -> float:
    """Return the variance of a sample."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def time_rows(results: Sequence[Result]) -> list[str]:
    """Show how long a review takes on one core."""
    actions = sum(float(str(one["actions"])) for one in results)
    seconds = sum(float(str(one["seconds"])) for one in results)
    evaluations = sum(float(str(one["evaluations"])) for one in results)
    return [
        *head("games", "actions per game", "evaluations per action", "seconds per 300 actions"),
        row(
            f"{len(results):,}",
            f"{actions / len(results):.0f}",
            f"{evaluations / actions:.1f}",
            f"{300 * seconds / actions:.2f}",
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="games of simple and normal")
    parser.add_argument(
        "--hard-every", type=int, default=4, help="share of games with hard: one in N"
    )
    parser.add_argument("--processes", type=int, default=1, help="number of processes")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--out", type=Path, default=Path("analysis.jsonl"), help="results file")
    parser.add_argument("--write", action="store_true", help="write the figures into the page")
    args = parser.parse_args()
    work = list(tasks(args.seed, args.games, args.hard_every))
    plan: Result = {"study": "analysis", "seed": args.seed, "hard_every": args.hard_every}
    results = read_results(args.out, plan)
    left = work[len(results) :]
    collect(measure_game, left, results, len(work), "games", args.processes, args.out)
    results = results[: len(work)]
    tables = [luck_rows, accuracy_rows, variance_rows, time_rows]
    parts = ["\n".join(table(results)) for table in tables]
    print("\n\n".join(parts))
    if args.write:
        put(PAGE, parts)


if __name__ == "__main__":
    main()
