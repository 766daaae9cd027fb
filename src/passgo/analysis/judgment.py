"""The judgment of a decision: the choices compared, and what the one that was made cost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from passgo.analysis.choices import Actions, choices_for
from passgo.analysis.outcomes import Node, explore
from passgo.analysis.values import Appraiser, Probabilities, play_openly
from passgo.engine.action import Action
from passgo.engine.chance import ChanceNeeded
from passgo.engine.game import trial
from passgo.engine.refusal import Refused
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import AcceptTrade, WithdrawTrade, get_open_offer
from passgo.engine.rules.turn import ToRoll
from passgo.engine.state import State

__all__ = ["Judgment", "acceptance", "expect", "judge_choice", "judge_trade", "subtract"]

LEAST_STAKE: Final = 0.001
"""The smallest difference between the best and the worst choice for which a decision counts."""


@dataclass(frozen=True)
class Judgment:
    """A decision: the choices that were compared, and what the chosen one cost.

    For an offer that was accepted, the choices are the partner's acceptance and withdrawing the
    offer, because the maker could have withdrawn it until then.
    """

    seat: int
    chosen: Actions
    best: Actions
    choices: tuple[tuple[Actions, Probabilities], ...]
    """Every choice with everyone's win probability after it, best for the seat first."""
    loss: Probabilities
    """What the choice cost or gave each seat, compared with the best one.

    If a trade is a mistake of both sides, each side's loss is charged to that side alone, and what
    the others gain is shared out in proportion.
    """
    state: State = field(compare=False, repr=False)
    """The state before the decision; treat it as read-only."""

    @property
    def error(self) -> float:
        """What the choice cost the seat that made it; 0 for the best choice."""
        return -self.loss[self.seat]

    @property
    def stake(self) -> float:
        """The difference between the best and the worst choice."""
        values = [win_probabilities[self.seat] for _, win_probabilities in self.choices]
        return max(values) - min(values)

    @property
    def is_offer(self) -> bool:
        """Whether the decision was to make an offer, which was then accepted."""
        accepted = acceptance(self.chosen)
        return accepted is not None and accepted.seat != self.seat


def judge_choice(
    appraiser: Appraiser, state: State, seat: int, chosen: Actions, expected: Probabilities
) -> Judgment | None:
    """Compare a choice with the others; None if there was no choice or nothing was at stake.

    ``expected`` has the win probabilities after the choice, averaged over the rolls and cards that
    follow.
    """
    plans = choices_for(state, seat, chosen)
    if len(plans) < 2:
        return None
    compared: list[tuple[Actions, Probabilities]] = []
    for plan in plans:
        if plan == chosen and not (plan and leaves_jail(state, plan)):
            compared.append((plan, expected))
            continue
        win_probabilities = expect(appraiser, state, plan)
        if win_probabilities is not None:
            compared.append((plan, win_probabilities))
    compared.sort(key=lambda one: -one[1][seat])
    values = [win_probabilities[seat] for _, win_probabilities in compared]
    if len(compared) < 2 or values[0] - values[-1] < LEAST_STAKE:
        return None
    own = next(win_probabilities for plan, win_probabilities in compared if plan == chosen)
    best, most = (chosen, own) if own[seat] == values[0] else compared[0]
    return Judgment(seat, chosen, best, tuple(compared), subtract(own, most), state)


def judge_trade(
    appraiser: Appraiser,
    state: State,
    accept: AcceptTrade,
    expected: Probabilities,
    answer: Judgment | None,
) -> tuple[Judgment, ...]:
    """Judge an offer that was accepted, in addition to the answer to it.

    The trade is compared with no trade, as if the maker had withdrawn the offer. If only one side
    loses by the trade, everything it changes is charged to that side. If both lose, the total is
    shared, so that nothing is charged twice.
    """
    answers = () if answer is None else (answer,)
    maker, partner = int(get_open_offer(state, accept.offer).maker), int(accept.seat)
    made: Actions = (accept,)
    if answer is not None and acceptance(answer.best) is not None:
        made = answer.best  # which deeds to unmortgage is the partner's decision alone
        expected = answer.choices[0][1]
    withdrawn: Actions = (WithdrawTrade(maker, accept.offer),)
    without = appraiser.value_after(state, withdrawn)
    assert without is not None, accept
    change = subtract(expected, without)
    if abs(change[maker]) < LEAST_STAKE:
        return answers
    if change[maker] >= 0:
        choices = ((made, expected), (withdrawn, without))
        nothing = [0.0] * len(change)
        return (*answers, Judgment(maker, made, made, choices, nothing, state))
    loss = change
    if answer is not None and acceptance(answer.best) is None:
        loss, rest = share_loss(change, maker, partner)
        answers = (replace(answer, loss=rest),)
    choices = ((withdrawn, without), (made, expected))
    return (*answers, Judgment(maker, made, withdrawn, choices, loss, state))


def share_loss(
    change: Probabilities, maker: int, partner: int
) -> tuple[Probabilities, Probabilities]:
    """Divide what a trade changed between two sides that both lost: each has its own loss.

    What the other players gained is divided in proportion to these losses.
    """
    share = change[maker] / (change[maker] + change[partner])
    first = [share * one for one in change]
    first[maker], first[partner] = change[maker], 0.0
    return first, subtract(change, first)


def acceptance(plan: Actions) -> AcceptTrade | None:
    """Return the action that accepts an offer, if that is the plan."""
    action = plan[0] if len(plan) == 1 else None
    return action if isinstance(action, AcceptTrade) else None


def expect(appraiser: Appraiser, state: State, plan: Actions) -> Probabilities | None:
    """Return the win probabilities after a plan, on average over all rolls and cards it needs.

    A plan that ends by leaving Jail includes the roll that follows, so that it can be compared with rolling
    for doubles. None if an action is refused.
    """
    if not plan:
        return appraiser.value(state)
    if leaves_jail(state, plan):
        plan = (*plan, Roll(plan[0].seat))
    game = trial(state)
    try:
        for action in plan[:-1]:
            play_openly(game, action)
    except (Refused, ChanceNeeded):
        return None
    node: Node | None = explore(appraiser, game.state, plan[-1])
    return None if node is None else node.win_probabilities


def leaves_jail(state: State, plan: Actions) -> bool:
    """Return whether a plan ends by leaving Jail before rolling."""
    return isinstance(state.agenda.top, ToRoll) and is_exit(plan[-1])


def is_exit(action: Action) -> bool:
    """Return whether an action takes a player out of Jail."""
    return isinstance(action, PayFine | UseCard)


def subtract(one: Probabilities, other: Probabilities) -> Probabilities:
    """Subtract win probabilities, seat by seat."""
    return [a - b for a, b in zip(one, other, strict=True)]
