"""A review as plain data, as `passgo analyze --json` prints it and a server sends it.

players        a list, in seat order
  name
  start, result      win probability at the start; share of the win or, in an unfinished game,
                     win probability at the end
  luck               sum over all rolls and cards
  mistakes           sum of what the player's own decisions lost; never positive
  gifts              what other players' mistakes gave or cost the player
  drift              what the estimate did not foresee
                     (result = start + luck + mistakes + gifts + drift)
  luck_adjusted      result - luck
  decisions          number of decisions in which something was at stake
  accuracy           share of the stakes that was kept; null without decisions
  error_rate         mean loss per decision; null without decisions
winners        the winners' seats; empty for an unfinished game
turns, evaluations
steps          a list; the first is the setup
  action             number of the action
  turn, seat         seat is -1 for the setup and the table
  text               what happened
  win_probabilities            everyone's win probability after the step
  luck, loss, drift  parts of the change, by seat
  chosen, best       the choice and the best choice found; null if there was nothing to decide
turning_points       indexes into steps
deciding_trade       index into steps, or null
deep           results of --deep, or null
  continuations
  positions          a list: step, win_probabilities, low, high
  decisions          a list: step, loss, margin (half the 95% interval)
"""

from __future__ import annotations

from passgo.analysis.continuations import DeepReview
from passgo.analysis.page import best_text, chosen_text
from passgo.analysis.review import Review, Step
from passgo.analysis.wording import describe_step

__all__ = ["review_to_data"]


def review_to_data(found: Review, deep: DeepReview | None = None) -> dict[str, object]:
    """Return a review as plain data, in the format described at the top of this module."""
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
    judgment = step.judgment
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
        "chosen": None if judgment is None else chosen_text(judgment, step, found),
        "best": None if judgment is None else best_text(judgment, step, found),
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
