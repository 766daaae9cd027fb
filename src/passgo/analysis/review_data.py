"""A review as plain data, as `passgo analyze --json` prints it and a server sends it.

docs/analysis.md describes the format.
"""

from __future__ import annotations

from passgo.analysis.continuations import DeepReview
from passgo.analysis.judgment import Judgment
from passgo.analysis.page import best_text, chosen_text
from passgo.analysis.review import Review, Step
from passgo.analysis.wording import describe_step

__all__ = ["review_to_data"]


def review_to_data(found: Review, deep: DeepReview | None = None) -> dict[str, object]:
    """Return a review as plain data, in the format that docs/analysis.md describes."""
    places = {id(step): place for place, step in enumerate(found.steps)}
    trade = found.deciding_trade
    return {
        "players": [
            {
                "name": one.name,
                "start": one.start,
                "result": one.result,
                "luck": one.luck,
                "mistakes": one.mistakes,
                "gifts": one.gifts,
                "drift": one.drift,
                "luck_adjusted": one.luck_adjusted,
                "decisions": one.decisions,
                "accuracy": one.accuracy,
                "error_rate": one.error_rate,
            }
            for one in found.players
        ],
        "winners": list(found.winners),
        "turns": found.turns,
        "evaluations": found.evaluations,
        "steps": [step_to_data(found, step) for step in found.steps],
        "turning_points": [places[id(step)] for step in found.turning_points],
        "deciding_trade": None if trade is None else places[id(trade)],
        "deep": None if deep is None else deep_to_data(deep),
    }


def step_to_data(found: Review, step: Step) -> dict[str, object]:
    """Return a step as plain data."""
    seats = range(len(found.names))
    return {
        "action": step.number,
        "turn": step.turn,
        "seat": step.seat,
        "text": describe_step(step, found.names, found.board),
        "win_probabilities": step.after,
        "luck": [step.luck_of(seat) for seat in seats],
        "loss": [step.loss_of(seat) for seat in seats],
        "drift": step.drift,
        "decisions": [decision_to_data(found, judgment) for judgment in step.judgments],
    }


def decision_to_data(found: Review, judgment: Judgment) -> dict[str, object]:
    """Return the judgment of a decision as plain data."""
    return {
        "seat": judgment.seat,
        "chosen": chosen_text(judgment, found),
        "best": best_text(judgment, found),
        "loss": judgment.loss[judgment.seat],
        "stake": judgment.stake,
    }


def deep_to_data(deep: DeepReview) -> dict[str, object]:
    """Return the results of playing on as plain data."""
    return {
        "continuations": deep.continuations,
        "positions": [
            {
                "step": place,
                "win_probabilities": one.win_probabilities,
                "low": one.low,
                "high": one.high,
            }
            for place, one in deep.positions
        ],
        "decisions": [one._asdict() for one in deep.decisions],
    }
