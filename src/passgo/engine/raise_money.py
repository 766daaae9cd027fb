"""A debtor's plan: which deeds to mortgage and which buildings to sell to pay the debt.

A mortgage costs interest when it is repaid, and does more harm if it prevents building on a
complete group. A building sells for half its price. The plan raises the missing cash with the least
harm; ties are broken by the least cash left over, then by the fewest steps. The plan depends only
on public state.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.action import Action
from passgo.engine.game import trial
from passgo.engine.rules.building import SellBuilding, SellGroupBuildings
from passgo.engine.rules.debt import DebtDue, raisable
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.value import Value

if TYPE_CHECKING:
    from passgo.engine.state import State

LONE: Final = 1
"""Harm per dollar raised by mortgaging a property outside a complete group."""
GROUPED: Final = 3
"""Harm per dollar raised by mortgaging a property in a complete group."""
BUILT: Final = 10
"""Harm per dollar raised by selling buildings."""


class RaiseStep(Value):
    """One action in a plan, and the cash it raises."""

    def __init__(self, action: Action, brings: i64) -> None:
        self.action = action
        self.brings = brings


class RaisePlan(Value):
    """The actions that raise the missing cash, in order, and the cash left after paying."""

    def __init__(self, steps: list[RaiseStep], left_over: i64) -> None:
        self.steps = steps
        self.left_over = left_over

    @property
    def brings(self) -> i64:
        """The total cash raised by all steps."""
        return total(self.steps)


def raise_plan(state: State, seat: i64) -> RaisePlan | None:
    """Return a plan for the debt a seat must pay now; None if it has no debt or cannot pay."""
    owing = state.agenda.top
    if not isinstance(owing, DebtDue) or owing.seat != seat or raisable(state, seat) < owing.amount:
        return None
    game = trial(state)
    player = game.state.players[seat]
    steps: list[RaiseStep] = []
    while player.cash < owing.amount:
        planned = cheapest_steps(game.state, seat, owing.amount - player.cash)
        assert planned, "raisable cash comes from mortgages and sales"
        for step in planned:
            # Plan again if a sale used up houses that a hotel in another group needs.
            if step.action.why_not(game.state) is not None:
                break
            step.action.do(game)
            steps.append(step)
    return RaisePlan(steps, player.cash - owing.amount)


def total(steps: list[RaiseStep]) -> i64:
    """Return the cash raised by these steps."""
    cash: i64 = 0
    for step in steps:
        cash += step.brings
    return cash


# -- the ways to raise money -----------------------------------------------------------------------


class Way:
    """Steps that must be taken in this order, and their harm per dollar raised."""

    def __init__(self, steps: list[RaiseStep], rate: i64) -> None:
        self.steps = steps
        self.rate = rate


def mortgages(state: State, seat: i64, group: i64) -> list[Way]:
    """Return the ways to raise cash by mortgaging deeds in a group, one for each deed."""
    rate: i64 = GROUPED if state.owns_group(seat, group) else LONE
    return [
        Way([RaiseStep(Mortgage(seat, prop.deed.space), prop.deed.mortgage)], rate)
        for prop in state.group_properties(group)
        if prop.owner == seat and not prop.mortgaged and prop.deed.mortgage > 0
    ]


def sales(state: State, seat: i64, group: i64) -> Way:
    """Return the sales that clear a group, one building at a time if possible."""
    game = trial(state)
    player = game.state.players[seat]
    steps: list[RaiseStep] = []
    while game.state.has_buildings(group):
        action: Action = SellGroupBuildings(seat, group)
        for prop in game.state.group_properties(group):
            sale = SellBuilding(seat, prop.deed.space)
            if sale.why_not(game.state) is None:
                action = sale
                break
        before = player.cash
        action.do(game)
        steps.append(RaiseStep(action, player.cash - before))
    return Way(steps, BUILT)


# -- choosing among the ways -----------------------------------------------------------------------


class Selection:
    """The best way to raise an amount: the last steps, linked to the selection before them."""

    def __init__(
        self, harm: i64, brings: i64, count: i64, steps: list[RaiseStep], before: Selection | None
    ) -> None:
        self.harm = harm
        self.brings = brings
        self.count = count
        self.steps = steps
        self.before = before


class ReachableSums:
    """The best selection for each amount up to the missing cash.

    The last entry is the best selection that raises at least the missing cash.
    """

    def __init__(self, missing: i64, unit: i64) -> None:
        self.unit = unit
        self.most: i64 = (missing + unit - 1) // unit
        self.best: list[Selection | None] = [None] * int(self.most + 1)

    def copy(self) -> ReachableSums:
        """Return an independent copy."""
        new = ReachableSums(self.most * self.unit, self.unit)
        new.best = self.best.copy()
        return new

    def put(self, selection: Selection) -> None:
        """Store a selection if it is the best so far for its amount."""
        place = min(self.most, selection.brings // self.unit)
        known = self.best[place]
        if known is None or is_better(selection, known):
            self.best[place] = selection

    def add(self, others: ReachableSums, steps: list[RaiseStep], rate: i64) -> None:
        """Add these steps to every selection in ``others`` that does not raise enough yet."""
        brings = total(steps)
        for place in range(self.most):
            found = others.best[place]
            if found is not None:
                harm = found.harm + brings * rate
                count = found.count + len(steps)
                self.put(Selection(harm, found.brings + brings, count, steps, found))

    def either(self, way: Way) -> ReachableSums:
        """Return the best selections with or without the steps in ``way``."""
        new = self.copy()
        new.add(self, way.steps, way.rate)
        return new


def is_better(one: Selection, other: Selection) -> bool:
    """Return whether the first selection is better: less harm, then less cash, then fewer steps."""
    if one.harm != other.harm:
        return one.harm < other.harm
    if one.brings != other.brings:
        return one.brings < other.brings
    return one.count < other.count


def cheapest_steps(state: State, seat: i64, missing: i64) -> list[RaiseStep]:
    """Return the steps that raise the missing cash with the least harm."""
    groups = [group.number for group in state.board.groups]
    bare = [
        way
        for group in groups
        if not state.has_buildings(group)
        for way in mortgages(state, seat, group)
    ]
    built = [
        group for group in groups if state.has_buildings(group) and state.owns_group(seat, group)
    ]
    cleared = [sales(state, seat, group) for group in built]
    blocked = [mortgages(state, seat, group) for group in built]
    ways = [*bare, *cleared]
    for more in blocked:
        ways += more
    unit = 0
    for way in ways:
        for step in way.steps:
            unit = gcd(unit, int(step.brings))
    sums = ReachableSums(missing, max(unit, 1))
    sums.put(Selection(0, 0, 0, [], None))
    for rate in (LONE, GROUPED):
        for way in bare:
            if way.rate == rate:
                sums = sums.either(way)
    for place in range(len(built)):
        sums = with_buildings(sums, cleared[place], blocked[place])
    return steps_of(sums.best[sums.most])


def with_buildings(sums: ReachableSums, sold: Way, blocked: list[Way]) -> ReachableSums:
    """Add a group with buildings: sell some of them, or sell all of them and mortgage deeds."""
    new = sums.copy()
    for count in range(1, len(sold.steps)):
        new.add(sums, sold.steps[:count], sold.rate)
    bare = ReachableSums(sums.most * sums.unit, sums.unit)
    bare.add(sums, sold.steps, sold.rate)
    for way in blocked:
        bare = bare.either(way)
    for selection in bare.best:
        if selection is not None:
            new.put(selection)
    return new


def steps_of(selection: Selection | None) -> list[RaiseStep]:
    """Return the steps in a selection, in order."""
    parts: list[list[RaiseStep]] = []
    while selection is not None:
        parts.append(selection.steps)
        selection = selection.before
    return [step for part in reversed(parts) for step in part]
