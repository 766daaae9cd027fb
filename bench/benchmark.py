"""Score our own bots with `passgo benchmark`, and write the table in docs/benchmark.md.

    python -m bench.benchmark [--bots a,b,c] [--write]

Runs in the compiled environment that ./test creates or, with --here, in the current Python
environment. Every bot's results are saved in .passgo/benchmark/, so an interrupted run continues, and
bots can be added one at a time. The table contains all bots with results there; if the source code
has changed since, they are measured again.
"""

from __future__ import annotations

import argparse

import msgspec

from bench.pages import ROOT, add_run_options, head, put_part, row, run_command
from bench.tournaments import FAST
from passgo.bots.ladder import LADDER

PAGE = ROOT / "docs" / "benchmark.md"
KEPT = ROOT / ".passgo" / "benchmark"


class Opponent(msgspec.Struct):
    """The results against one opponent, as printed by `passgo benchmark --json`."""

    bot: str
    played: int
    unfinished: int
    share: float
    seconds: float


class Score(msgspec.Struct):
    """The fields of `passgo benchmark --json` that the page needs."""

    bot: str
    benchmark: int
    score: float
    low: float
    high: float
    faults: int
    opponents: list[Opponent]


def table(scores: list[Score]) -> str:
    """Return all scores as a Markdown table, best first."""
    names = [opponent.bot.removesuffix("()") for opponent in scores[0].opponents]
    lines = head(
        "bot",
        "score, %",
        "95% interval",
        *[f"3 × `{name}`" for name in names],
        "unfinished, %",
        "ms",
    )
    for one in sorted(scores, key=lambda one: -one.score):
        games = sum(opponent.played for opponent in one.opponents)
        unfinished = sum(opponent.unfinished for opponent in one.opponents)
        seconds = sum(opponent.seconds * opponent.played for opponent in one.opponents)
        lines.append(
            row(
                f"`{one.bot}`" + (" !" if one.faults else ""),
                f"{100 * one.score:.1f}",
                f"{100 * one.low:.1f} to {100 * one.high:.1f}",
                *[f"{100 * opponent.share:.1f}" for opponent in one.opponents],
                f"{100 * unfinished / games:.1f}",
                f"{1000 * seconds / games:,.1f}",
            )
        )
    return "\n".join(lines)


def measure(arguments: argparse.Namespace, bot: str) -> Score:
    """Score a bot, or return its saved score; start again if that was measured with other code."""
    out = KEPT / f"{bot}.json"
    words = ("benchmark", bot, "--out", str(out), "--resume")
    try:
        data = run_command(arguments, *words)
    except SystemExit as error:
        if error.code != 2 or not out.exists():
            raise
        out.unlink()
        data = run_command(arguments, *words)
    return msgspec.convert(data, Score)


def main() -> None:
    """Score the bots, print the table, and write it to the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_run_options(parser)
    parser.add_argument(
        "--bots",
        default=",".join(FAST),
        help="bots to score (default: all fast ones; `hard` takes hours on two cores)",
    )
    arguments = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    measured = {file.stem for file in KEPT.glob("*.json")} | set(arguments.bots.split(","))
    figures = table([measure(arguments, bot) for bot in LADDER if bot in measured])
    print(figures)
    if arguments.write:
        put_part(PAGE, 0, figures)


if __name__ == "__main__":
    main()
