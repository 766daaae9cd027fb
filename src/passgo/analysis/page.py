"""The HTML page of a review: one file without scripts or network access, for light and dark mode."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from passgo.analysis.charts import (
    balance_bar,
    largest,
    most_affected,
    parts_of,
    points_text,
    win_chart,
)
from passgo.analysis.continuations import DeepReview
from passgo.analysis.judgment import Judgment
from passgo.analysis.review import Mistake, Review, Step, turns_text
from passgo.analysis.wording import (
    describe_goods,
    describe_offer,
    describe_plan,
    describe_step,
    load_words,
)
from passgo.engine.rules.rent import AskForRent
from passgo.sim.page import open_templates

if TYPE_CHECKING:
    import jinja2

MOST_MISTAKES = 5
"""The number of mistakes listed for each player."""


def review_page(review: Review, deep: DeepReview | None = None) -> str:
    """Return the page for a review."""
    points = review.turning_points
    most = largest(review.players)
    return (
        load_templates()
        .get_template("review.html")
        .render(
            headline=headline(review),
            review=review,
            turns=turns_text(review.turns),
            chart=win_chart(review, points),
            points=[point_of(review, step) for step in points],
            trade=None
            if review.deciding_trade is None
            else point_of(review, review.deciding_trade),
            players=[
                {
                    "one": one,
                    "parts": [
                        (
                            begin_sentence(what),
                            balance_bar(value, most, "luck" if what == "luck" else "play", what),
                            points_text(value),
                        )
                        for what, value in parts_of(one).items()
                    ],
                    "accuracy": percent(one.accuracy),
                    "adjusted": points_text(one.luck_adjusted).replace("+", ""),
                    "mistakes": [
                        mistake_of(review, mistake)
                        for mistake in review.mistakes(one.seat)[:MOST_MISTAKES]
                    ],
                }
                for one in review.players
            ],
            worst=first_or_none([mistake_of(review, one) for one in review.mistakes()[:1]]),
            turned=review.deciding_trade in points,
            luckiest=luckiest(review),
            deep=deep,
            deep_rows=[] if deep is None else deep_rows(review, deep),
            percent=percent,
        )
    )


@functools.cache
def load_templates() -> jinja2.Environment:
    """Return the templates of reviews; raise if Jinja2 is not installed."""
    environment = open_templates(Path(__file__).parent / "templates")
    environment.filters["sentence"] = begin_sentence
    return environment


def begin_sentence(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


def headline(review: Review) -> str:
    """Return the page's title: who won."""
    names = [review.names[seat] for seat in review.winners]
    if not names:
        leader = max(review.players, key=lambda one: one.result)
        return f"{leader.name} is ahead"
    return f"{names[0]} won" if len(names) == 1 else f"{load_words().row(names)} shared the win"


def first_or_none(found: list[dict[str, object]]) -> dict[str, object] | None:
    """Return the first item, or None."""
    return found[0] if found else None


def percent(share: float | None) -> str:
    """Write a share as a percentage; a dash if it is unknown."""
    return "–" if share is None else f"{100 * share:.0f}%"


def cause_of(step: Step) -> str:
    """Name the cause of a change: a roll, a card, a trade or a decision."""
    if step.trade is not None:
        return "trade"
    if step.luck:
        largest_luck = max(step.luck, key=lambda event: sum(abs(one) for one in event.luck))
        return largest_luck.outcome.kind if largest_luck.outcome is not None else "setup"
    return "decision"


def shift_of(step: Step) -> tuple[int, str, str]:
    """Return whom a turning point affected, and the win probability before and after it.

    If a missed chance cost more than the win probabilities changed, the text before is empty, and the
    one after is what it cost.
    """
    judgment = step.judgment
    if judgment is not None and step.trade is None and judgment.error > step.change:
        return judgment.seat, "", f"{points_text(-judgment.error)} points"
    seat = most_affected(step)
    return seat, percent(step.before[seat]), percent(step.after[seat])


def point_of(review: Review, step: Step) -> dict[str, object]:
    """Describe a turning point for the page."""
    seat, before, after = shift_of(step)
    return {
        "turn": step.turn,
        "number": step.number,
        "cause": cause_of(step),
        "text": trade_text(review, step) or describe_step(step, review.names, review.board),
        "seat": seat,
        "name": review.names[seat],
        "before": before,
        "after": after,
        "changes": [
            (name, other, points_text(step.after[other] - step.before[other]))
            for other, name in enumerate(review.names)
            if abs(step.after[other] - step.before[other]) >= 0.0005
        ],
    }


def trade_text(review: Review, step: Step) -> str:
    """Describe the trade that was made in a step, or return ""."""
    offer = step.trade
    if offer is None:
        return ""
    given, gotten = describe_goods(offer, review.names, review.board)
    maker, partner = review.names[offer.maker], review.names[offer.partner]
    return f"{maker} gave {partner} {given} for {gotten}."


def mistake_of(review: Review, mistake: Mistake) -> dict[str, object]:
    """Describe a mistake for the page."""
    judgment = mistake.judgment
    return {
        "turn": mistake.step.turn,
        "seat": judgment.seat,
        "name": review.names[judgment.seat],
        "chosen": chosen_text(judgment, review),
        "best": best_text(judgment, review),
        "cost": points_text(-judgment.error),
        "stakes": points_text(judgment.stake).replace("+", ""),
    }


def chosen_text(judgment: Judgment, review: Review) -> str:
    """Describe the choice that was made."""
    if judgment.is_offer:
        return describe_offer(judgment.chosen, judgment.state, review.names)
    if not judgment.chosen and any(isinstance(one, AskForRent) for one in judgment.best):
        return "let the rent lapse"
    return describe_plan(judgment.chosen, judgment.state, review.names)


def best_text(judgment: Judgment, review: Review) -> str:
    """Describe the best choice."""
    if judgment.is_offer:
        return "make no offer" if judgment.error > 0 else chosen_text(judgment, review)
    return describe_plan(judgment.best, judgment.state, review.names)


def luckiest(review: Review) -> dict[str, object] | None:
    """Describe the roll or card with the largest luck."""
    steps = [step for step in review.steps[1:] if step.luck]
    if not steps:
        return None
    step, seat = max(
        ((step, seat) for step in steps for seat in range(len(review.names))),
        key=lambda one: one[0].luck_of(one[1]),
    )
    found = point_of(review, step)
    found["seat"] = seat
    found["name"] = review.names[seat]
    found["luck"] = points_text(step.luck_of(seat))
    return found


def deep_rows(review: Review, deep: DeepReview) -> list[dict[str, object]]:
    """Describe the decisions that continuations checked."""
    rows: list[dict[str, object]] = []
    for found in deep.decisions:
        judgment = found.judgment_in(review)
        rows.append(
            {
                "turn": review.steps[found.step].turn,
                "name": review.names[judgment.seat],
                "chosen": chosen_text(judgment, review),
                "best": best_text(judgment, review),
                "estimate": points_text(-judgment.error),
                "deep": f"{points_text(found.loss)} ± {100 * found.margin:.1f}",
            }
        )
    return rows
