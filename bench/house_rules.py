"""Run the games that settle five old arguments, and write the tables in docs/house-rules.md.

    python -m bench.house_rules [--games N] [--bots a,b,c,d] [--bot NAME] [--write]

Runs `passgo compare` in the compiled environment that ./test creates or, with --here, in the current
Python environment. The bots in `--bots` play the games for the first four questions. For the fifth,
the bot in `--bot` plays with its options jail=leave and jail=stay against copies of itself.
"""

from __future__ import annotations

import argparse

import msgspec

from bench.pages import ROOT, add_options, head, measure, put, row

PAGE = ROOT / "docs" / "house-rules.md"
BOT = "normal"
BOTS = "normal,normal(caution=0.5),normal(caution=2),normal(appetite=0.8)"
"""Bots of different strengths, so that luck can be distinguished from skill."""
RULES = (
    ["free_parking_pot=on"],
    ["no_auctions=on"],
    ["double_salary_on_go=on"],
    ["starting_cash=1000,2000,3000"],
)
"""The rules varied for the first four questions."""
NAMES = {
    "rounds": "rounds",
    "unfinished": "unfinished, %",
    "shared": "shared wins, %",
    "spread": "spread of worth",
    "leader": "leader wins, %",
    "luck": "luck",
    "first": "first to roll wins, %",
    "hero": "first bot wins, %",
}
SHARES = ("unfinished", "shared", "leader", "first", "hero")
DIGITS = {"spread": 3, "luck": 3}


class Change(msgspec.Struct):
    """The difference between a measure and its value in the base arm."""

    value: float | None
    low: float | None
    high: float | None


class Measured(msgspec.Struct):
    """A measure for an arm, as printed by `passgo compare --json`."""

    value: float | None
    low: float | None
    high: float | None
    change: Change | None
    clear: bool


class Arm(msgspec.Struct):
    """An arm, as printed by `passgo compare --json`."""

    name: str
    games: int
    won: int
    shared: int
    unfinished: int
    median_rounds: int
    faults: int
    bots: list[str]
    measures: dict[str, Measured]


class Report(msgspec.Struct):
    """The output of `passgo compare --json`."""

    seed: int
    rounds: int
    arms: list[Arm]


def figure(key: str, value: float | None, signed: bool = False) -> str:
    """Format a figure; shares are percentages, and their differences are percentage points."""
    if value is None:
        return "–"
    factor = 100 if key in SHARES else 1
    sign = "+" if signed else ""
    return f"{factor * value:{sign},.{DIGITS.get(key, 1)}f}".replace("-", "−")


def limits(key: str, found: Measured | Change, signed: bool = False) -> str:
    """Format an interval, or note that the figure did not vary."""
    if found.low is not None and found.high is not None and found.high - found.low < 1e-12:
        return "did not vary"
    return f"{figure(key, found.low, signed)} to {figure(key, found.high, signed)}"


def sign(found: Measured) -> int:
    """Return 1 for a clear increase, -1 for a clear decrease, 0 otherwise."""
    change = found.change
    if not found.clear or change is None or change.value is None:
        return 0
    return 1 if change.value > 0 else -1


def cell(key: str, found: Measured) -> str:
    """Format a measure with its interval and its difference from the base, in bold if clear."""
    if found.value is None:
        return "–"
    written = f"{figure(key, found.value)} ({limits(key, found)})"
    change = found.change
    if change is None or change.value is None:
        return written
    summary = f"{figure(key, change.value, signed=True)} ({limits(key, change, signed=True)})"
    return f"{written}<br>{f'**{summary}**' if found.clear else summary}"


def table(report: Report) -> list[str]:
    """Return a table of every arm's measures."""
    arms = report.arms
    lines = head("", *[f"`{arm.name}`" for arm in arms])
    lines.append(row("games", *[f"{arm.games:,}" for arm in arms]))
    lines.append(
        row(
            "won, shared, unfinished",
            *[f"{arm.won:,}, {arm.shared:,}, {arm.unfinished:,}" for arm in arms],
        )
    )
    lines.append(row("median rounds", *[f"{arm.median_rounds:,}" for arm in arms]))
    for key, name in NAMES.items():
        lines.append(row(name, *[cell(key, arm.measures[key]) for arm in arms]))
    return lines


def verdict(report: Report) -> list[str]:
    """Return a line per arm, with the measures that clearly rose, clearly fell or did neither."""
    lines = []
    for arm in report.arms[1:]:
        by_sign: dict[int, list[str]] = {1: [], -1: [], 0: []}
        for key, name in NAMES.items():
            change = arm.measures[key].change
            if change is not None and change.value is not None:
                by_sign[sign(arm.measures[key])].append(name.removesuffix(", %"))
        words = [
            f"{said}: {', '.join(by_sign[way])}."
            for way, said in ((1, "Clearly higher"), (-1, "Clearly lower"), (0, "No clear change"))
            if by_sign[way]
        ]
        lines.append(f"- `{arm.name}`: {' '.join(words)}")
    return lines


def text(report: Report) -> str:
    """Return the answer to one question as Markdown."""
    bots = ", ".join(f"`{bot}`" for bot in report.arms[0].bots)
    summary = (
        f"Base: {bots}; seed {report.seed}; games not over after {report.rounds:,} rounds count as "
        "unfinished."
    )
    return "\n".join([*verdict(report), "", summary, "", *table(report)])


def main() -> None:
    """Play, print the answers, and write them to the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, games=4000)
    parser.add_argument(
        "--bots", default=BOTS, help=f"bots for the first four questions (default: {BOTS})"
    )
    parser.add_argument(
        "--bot", default=BOT, help=f"bot whose behavior in Jail is varied (default: {BOT})"
    )
    arguments = parser.parse_args()
    parts = []
    for question in RULES:
        words = [word for vary in question for word in ("--vary", vary)]
        parts.append(ask(arguments, [*words, "--bots", arguments.bots]))
    bot = arguments.bot
    table_of_four = f"{bot}(jail=leave),{bot},{bot},{bot}"
    one = ["--vary", f"bot={bot}(jail=stay),{bot}", "--bots", table_of_four]
    parts.append(ask(arguments, one))
    all_four = ["--vary", f"bots={bot}(jail=stay)", "--bots", f"{bot}(jail=leave)"]
    parts.append(ask(arguments, all_four))
    if arguments.write:
        put(PAGE, parts)


def ask(arguments: argparse.Namespace, words: list[str]) -> str:
    """Run the games for one question and print the answer."""
    found = measure(arguments, "compare", "--games", str(arguments.games), *words)
    answer = text(msgspec.convert(found, Report))
    print(answer, end="\n\n", flush=True)
    return answer


if __name__ == "__main__":
    main()
