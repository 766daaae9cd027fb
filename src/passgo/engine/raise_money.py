"""A plan for a debtor: what to mortgage and which buildings to sell so that the debt can be paid.

A mortgage costs its interest when it is paid back, and more where it keeps a complete group from being
built on. A building that is sold has lost half of its price. The plan raises what is missing with the least
harm, then with the least left over, then in the fewest steps. It depends on the public state alone.
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
GROUPED: Final = 3
BUILT: Final = 10
"""The harm of each dollar raised: by a lone mortgage, by one in a complete group, by a sale of buildings."""


class RaiseStep(Value):
    """One action of a plan and the cash it brings."""

    def __init__(self, action: Action, brings: i64) -> None:
        self.action = action
        self.brings = brings


class RaisePlan(Value):
    """The actions that raise what a debtor is missing, in order, and the cash left once the debt is paid."""

    def __init__(self, steps: list[RaiseStep], left_over: i64) -> None:
        self.steps = steps
        self.left_over = left_over

    @property
    def brings(self) -> i64:
        """The cash that all steps bring together."""
        return total(self.steps)


def raise_plan(state: State, seat: i64) -> RaisePlan | None:
    """Plan how a seat pays the debt that it must pay now; None if it owes nothing or cannot raise enough."""
    owing = state.agenda.top
    if not isinstance(owing, DebtDue) or owing.seat != seat or raisable(state, seat) < owing.amount:
        return None
    game = trial(state)
    player = game.state.players[seat]
    steps: list[RaiseStep] = []
    while player.cash < owing.amount:
        planned = cheapest_steps(game.state, seat, owing.amount - player.cash)
        assert planned, "what can be raised is there to be mortgaged or sold"
        for step in planned:
            # Sales in one group can leave the Bank without the houses for a hotel in the next: plan again.
            if step.action.why_not(game.state) is not None:
                break
            step.action.do(game)
            steps.append(step)
    return RaisePlan(steps, player.cash - owing.amount)


def total(steps: list[RaiseStep]) -> i64:
    """Add up the cash that steps bring."""
    cash: i64 = 0
    for step in steps:
        cash += step.brings
    return cash


# -- the ways to raise money ---------------------------------------------------------------------------------


class Way:
    """Steps that only make sense in this order, and the harm of each dollar they bring."""

    def __init__(self, steps: list[RaiseStep], rate: i64) -> None:
        self.steps = steps
        self.rate = rate


def mortgages(state: State, seat: i64, group: i64) -> list[Way]:
    """List the mortgages of a seat's deeds in one group."""
    rate: i64 = GROUPED if state.owns_group(seat, group) else LONE
    return [
        Way([RaiseStep(Mortgage(seat, prop.deed.space), prop.deed.mortgage)], rate)
        for prop in state.group_properties(group)
        if prop.owner == seat and not prop.mortgaged and prop.deed.mortgage > 0
    ]


def sales(state: State, seat: i64, group: i64) -> Way:
    """List the sales that clear a group: one building after another, all at once where that is impossible."""
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


# -- choosing among them -------------------------------------------------------------------------------------


class Selection:
    """The best way to raise one sum: the last steps, and the selection before them."""

    def __init__(
        self, harm: i64, brings: i64, count: i64, steps: list[RaiseStep], before: Selection | None
    ) -> None:
        self.harm = harm
        self.brings = brings
        self.count = count
        self.steps = steps
        self.before = before


class ReachableSums:
    """The best selection for each sum up to what is missing; one that brings more counts as that."""

    def __init__(self, missing: i64, unit: i64) -> None:
        self.unit = unit
        self.most: i64 = (missing + unit - 1) // unit
        self.best: list[Selection | None] = [None] * int(self.most + 1)

    def copy(self) -> ReachableSums:
        """Return a copy that can change separately."""
        new = ReachableSums(self.most * self.unit, self.unit)
        new.best = self.best.copy()
        return new

    def put(self, selection: Selection) -> None:
        """Keep a selection if it is the best for its sum."""
        place = min(self.most, selection.brings // self.unit)
        known = self.best[place]
        if known is None or is_better(selection, known):
            self.best[place] = selection

    def add(self, others: ReachableSums, steps: list[RaiseStep], rate: i64) -> None:
        """Put every selection of others that is not enough yet, followed by these steps."""
        brings = total(steps)
        for place in range(self.most):
            found = others.best[place]
            if found is not None:
                harm = found.harm + brings * rate
                count = found.count + len(steps)
                self.put(Selection(harm, found.brings + brings, count, steps, found))

    def either(self, way: Way) -> ReachableSums:
        """Return the best selections with or without the steps of a way."""
        new = self.copy()
        new.add(self, way.steps, way.rate)
        return new


def is_better(one: Selection, other: Selection) -> bool:
    """Compare two selections: by harm, then by what is too much, then by the number of steps."""
    if one.harm != other.harm:
        return one.harm < other.harm
    if one.brings != other.brings:
        return one.brings < other.brings
    return one.count < other.count


def cheapest_steps(state: State, seat: i64, missing: i64) -> list[RaiseStep]:
    """Choose the steps that bring what is missing; the least harmful kind comes first."""
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
    """Add a built group: sell some buildings, or sell them all and mortgage deeds too."""
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
    """List the steps of a selection in order."""
    parts: list[list[RaiseStep]] = []
    while selection is not None:
        parts.append(selection.steps)
        selection = selection.before
    return [step for part in reversed(parts) for step in part]
