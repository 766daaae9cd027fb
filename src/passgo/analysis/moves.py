"""The choices available now, ranked by the win probability they lead to, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from passgo.analysis.choices import Actions, choices_for, offer_choices
from passgo.analysis.judgment import expect
from passgo.analysis.probability import DICE, continue_game
from passgo.analysis.values import Appraiser, Probabilities, play_openly
from passgo.analysis.wording import describe_effects, describe_plan, effects_of
from passgo.bots.reason import Reason
from passgo.engine.chance import ChanceNeeded, Seeded
from passgo.engine.game import View, trial
from passgo.engine.moves import offer_number
from passgo.engine.refusal import Refused
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.state import Offer, State
from passgo.sim.stats import Z

__all__ = ["Move", "best_moves"]

SECRET: Final = Reason("tax_secret")
"""Why the choice of the Income Tax is not evaluated. 10 MCS 110(c)."""


@dataclass(frozen=True)
class Move:
    """A choice: what to do, what it leads to, and why."""

    actions: Actions
    """The actions in order; empty for doing nothing."""
    text: str
    win_probabilities: Probabilities | None
    """Everyone's win probability after the choice; None at Income Tax."""
    margin: float
    """Half the 95% interval of the difference from the best move; 0 for estimates."""
    reason: str
    """What the choice changes, in English."""
    effects: tuple[Reason, ...] = ()
    """The same as codes and values; ``passgo.say.say_effect`` turns each into words."""


def best_moves(
    view: View,
    *,
    offer: int | Offer | None = None,
    rollouts: int = 0,
    bot: str = "normal",
    seed: int = 1,
    names: Sequence[str] | None = None,
) -> list[Move]:
    """Rank the choices of the view's seat by win probability, best first.

    If there is no choice, the list is empty. The choices are the answers to the pending decision;
    if only a roll or the end of the turn is pending, they are plans to build, mortgage and
    unmortgage first. If ``offer`` is given, or if there is nothing else to choose, they are the
    answers to an offer made to this seat. An offer that is not open raises ValueError.

    The estimate, which takes up to 10 milliseconds with the compiled engine, rates a choice by the
    average over all rolls and cards that follow from it. With ``rollouts``, bots play on to the end
    that many times after each choice, always with the same dice and cards. Each rollout takes about
    12 milliseconds in the first round, and 3 in the middle of a game.

    The Income Tax choice is not evaluated: 10 MCS 110(c).
    """
    if not isinstance(view, View):
        raise TypeError(f"best_moves() needs a view, such as game.view(0) (got {view!r}).")
    if rollouts < 0 or rollouts == 1:
        raise ValueError(f"rollouts must be 0, for the estimate, or at least 2 (got {rollouts})")
    state, seat = view.state, view.seat
    called = list(view.names) if names is None else list(names)
    if not called:
        called = [f"seat {number}" for number in range(len(state.players))]
    if offer is not None:
        offer = offer_number(offer)
        plans = offer_choices(state, seat, offer)
        if not plans:
            raise ValueError(f"There is no open offer {offer} to seat {seat}.")
    else:
        plans = choices_for(state, seat)
        open_offers = [int(one.number) for one in state.offers if one.partner == seat]
        if len(plans) < 2 and open_offers:
            offer = open_offers[0]
            plans = offer_choices(state, seat, offer)
    if len(plans) < 2:
        return []
    if isinstance(state.agenda.top, TaxChoice) and offer is None:
        return [make_move(state, plan, None, 0.0, (SECRET,), called) for plan in plans]
    appraiser = Appraiser()
    found: list[tuple[Actions, list[Probabilities]]] = []
    for plan in plans:
        results = (
            roll_out(view, plan, rollouts, bot, seed)
            if rollouts
            else as_list(expect(appraiser, state, plan))
        )
        if results:
            found.append((plan, results))
    found.sort(key=lambda one: -mean_of(one[1])[seat])
    best = found[0][1] if found else []
    return [
        make_move(
            state,
            plan,
            mean_of(results),
            margin_of(results, best, seat) if rollouts else 0.0,
            effects_of_plan(appraiser, view, plan),
            called,
        )
        for plan, results in found
    ]


def make_move(
    state: State,
    plan: Actions,
    win_probabilities: Probabilities | None,
    margin: float,
    effects: tuple[Reason, ...],
    names: Sequence[str],
) -> Move:
    """Return a choice with its descriptions."""
    reason = describe_effects(effects, names, state.board)
    return Move(plan, describe_plan(plan, state, names), win_probabilities, margin, reason, effects)


def as_list(win_probabilities: Probabilities | None) -> list[Probabilities]:
    """Return a list with the win probabilities, if they are known."""
    return [] if win_probabilities is None else [win_probabilities]


def roll_out(view: View, plan: Actions, count: int, bot: str, seed: int) -> list[Probabilities]:
    """Return the results of continuations after a plan; the same number means the same dice."""
    results: list[Probabilities] = []
    for number in range(count):
        dice = seed * DICE + number
        game = view.imagine(Seeded(dice))
        try:
            for action in plan:
                game.step(action)
        except Refused:
            return []
        results.append(continue_game(game, bot, dice))
    return results


def mean_of(results: Sequence[Probabilities]) -> Probabilities:
    """Return the mean result of each seat."""
    return [sum(column) / len(results) for column in zip(*results, strict=True)]


def margin_of(results: Sequence[Probabilities], best: Sequence[Probabilities], seat: int) -> float:
    """Return half the 95% interval of the mean difference between paired results."""
    gaps = [one[seat] - other[seat] for one, other in zip(results, best, strict=True)]
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
    return float(Z * (variance / len(gaps)) ** 0.5)


def effects_of_plan(appraiser: Appraiser, view: View, plan: Actions) -> tuple[Reason, ...]:
    """List what a choice changes before any dice are rolled, once traders have settled it."""
    game = trial(view.state)
    try:
        for action in plan:
            play_openly(game, action)
    except ChanceNeeded:
        return (Reason("dice"),)
    appraiser.estimate(game.state)  # prepares the traders for this table
    appraiser.settle(game)
    return effects_of(view.state, game.state, view.seat)
