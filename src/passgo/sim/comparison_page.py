"""An experiment report as an HTML page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from passgo.sim.charts import Bar, dots
from passgo.sim.experiment import Arm, forfeits_by_arm
from passgo.sim.forfeits import mark_name, merge_forfeits
from passgo.sim.formatting import estimate_text, interval, rules_text, writer
from passgo.sim.measures import ENOUGH, MEASURES, Counts, Effect, Figure, effects, median_rounds
from passgo.sim.page import Cell, Rows, forfeit_rows, render_page

__all__ = ["comparison_page"]


def comparison_page(arms: Sequence[Arm], counts: Sequence[Counts]) -> str:
    """Return the report on an experiment: every measure for every arm, and each arm's effects."""
    base = counts[0]
    found = [effects(base, one) for one in counts]
    plan = arms[0].plan
    changed = [_effect_chart(at, figure, arms, found) for at, figure in enumerate(MEASURES)]
    return render_page(
        "comparison.html",
        title="Comparison",
        plan=plan,
        forfeits=forfeit_rows(forfeits_by_arm(arms, counts)),
        figures=_arm_rows(arms, counts, found),
        effect_charts=changed if len(arms) > 1 else [],
        rules=rules_text(plan.rules) if plan.rules else "the position's own",
        enough=ENOUGH,
        reproducible=all(arm.plan.reproducible for arm in arms),
    )


def _arm_rows(
    arms: Sequence[Arm], counts: Sequence[Counts], found: Sequence[Sequence[Effect]]
) -> Rows:
    rows: list[tuple[str, list[str | Cell]]] = [
        ("games", [f"{sum(counted.outcomes.values()):,}" for counted in counts]),
        ("median rounds", [f"{median_rounds(counted):,}" for counted in counts]),
        ("fair share of wins", [f"{1 / arm.plan.seats:.1%}" for arm in arms]),
    ]
    for at, figure in enumerate(MEASURES):
        rows.append((figure.name, [_cell(figure, measured[at]) for measured in found]))
    head = [""]
    for arm, counted in zip(arms, counts, strict=True):
        head.append(mark_name(arm.name, merge_forfeits(counted.forfeits.values())))
    return Rows("Every measure with its 95% interval.", head, rows)


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
    about = f"Difference from the base: {figure.name}, with the 95% interval."
    unit = " (percentage points)" if figure.unit == "share" else ""
    return figure.name + unit, dots(figure.name, about, rows, writer(figure, signed=True), 0.0)
