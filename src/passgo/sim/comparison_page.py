"""The report of an experiment: one HTML page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from passgo.sim.charts import Bar, dots
from passgo.sim.experiment import Arm
from passgo.sim.formatting import estimate_text, interval, rules_text, writer
from passgo.sim.measures import ENOUGH, MEASURES, Counts, Effect, Figure, effects, median_rounds
from passgo.sim.page import Cell, charts_side_by_side, page, paragraph, section, table

__all__ = ["comparison_page"]


def comparison_page(arms: Sequence[Arm], counts: Sequence[Counts]) -> str:
    """Write the report of an experiment: every measure in every arm, and what each arm changes."""
    base = counts[0]
    found = [effects(base, one) for one in counts]
    plan = arms[0].plan
    parts = [
        paragraph(
            f"Each arm was played with the same dice as the base: {plan.games:,} games of "
            f"{', '.join(plan.bots)}. What the dice did to both cancels out."
        ),
        section("Figures", [_arm_table(arms, counts, found)]),
    ]
    if len(arms) > 1:
        changed = [_effect_chart(at, figure, arms, found) for at, figure in enumerate(MEASURES)]
        parts.append(section("What changes", [charts_side_by_side(changed)]))
    rules = rules_text(plan.rules)
    known = all(arm.plan.reproducible for arm in arms)
    clock = "" if known else " Bots had a clock, so another run may differ."
    parts.append(
        paragraph(
            f"Seed {plan.seed}, base rules: {rules}. Intervals are of 95 %, by the jackknife over dice "
            "numbers. An unfinished game counts as many rounds as it was given. Luck is the correlation "
            "of winning between two games with the same dice in which the bots sit in other seats; it is "
            f"told from {ENOUGH} dice numbers on.{clock}",
            "note",
        )
    )
    return page("What the rules change", parts)


def _arm_table(
    arms: Sequence[Arm], counts: Sequence[Counts], found: Sequence[Sequence[Effect]]
) -> str:
    rows: list[tuple[str, list[str | Cell]]] = [
        ("games", [f"{sum(counted.outcomes.values()):,}" for counted in counts]),
        ("median rounds", [f"{median_rounds(counted):,}" for counted in counts]),
    ]
    for at, figure in enumerate(MEASURES):
        rows.append((figure.name, [_cell(figure, measured[at]) for measured in found]))
    head = ["", *[arm.name for arm in arms]]
    return table("Every measure with its interval.", head, rows)


def _cell(figure: Figure, effect: Effect) -> Cell:
    write = writer(figure)
    known = math.isfinite(effect.found.value)
    return Cell(write(effect.found.value), interval(effect.found, write) if known else "")


def _effect_chart(
    at: int, figure: Figure, arms: Sequence[Arm], found: Sequence[Sequence[Effect]]
) -> tuple[str, str]:
    rows = []
    for arm, effects_here in zip(arms, found, strict=True):
        change = effects_here[at].change
        if change is not None:
            text = estimate_text(figure, change, signed=True)
            rows.append(Bar(arm.name, change.value, text, change.low, change.high))
    about = f"How much greater {figure.name} is than in the base, with the interval of 95 %."
    unit = ", percentage points" if figure.unit == "share" else ""
    return figure.name + unit, dots(figure.name, about, rows, writer(figure, signed=True), 0.0)
