"""Invented results for tests of code that only counts or writes results."""

from __future__ import annotations

from passgo.sim.plan import Plan, make_plan
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult


def canned_plan(games: int = 12, **changed: object) -> Plan:
    """Plan games between two bots, one of which has options in its name."""
    return make_plan(["simple(reserve=300)", "random"], games=games, **changed)  # type: ignore[arg-type]  # any keyword arguments


def canned(plan: Plan, index: int) -> GameResult:
    """Invent a result; a plan's results include all outcomes, empty and full lists, and faults."""
    outcome = (WON, SHARED, UNFINISHED)[index % 3]
    bots = [plan.bots[number] for number in plan.line_up(index)]
    detailed = index < plan.detail
    return GameResult(
        index,
        plan.dice_of(index),
        outcome,
        {WON: [index // 6 % 2], SHARED: [0, 1], UNFINISHED: []}[outcome],
        bots,
        20 + index % 7,
        41 + index,
        index % 2,
        [100 + index, 0],
        [1000 + index, 10],
        [0, 5 * (index % 2)],
        [-1, 0, 1, -1, 0, -1, -1, -1, -1, 1],
        [0b10010, 0b1000000100],
        [0b10, 0],
        [0, index % 2],
        ["", 'turn 3, decide: "quoted", with; commas' if index % 2 else ""],
        [index + space for space in range(41)] if detailed else None,
        [[1500, 1400, 1000 + index], [1500, 20, 10]] if detailed else None,
    )


def canned_results(plan: Plan) -> list[GameResult]:
    """Invent all results for a plan."""
    return [canned(plan, index) for index in range(plan.games)]
