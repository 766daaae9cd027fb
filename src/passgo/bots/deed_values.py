"""The income from each deed on a board, computed once per board from exact landing probabilities.

Incomes are in dollars per opponent turn: the probability of stopping on the space times the rent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.board import HOTEL_LEVEL, STREET
from passgo.odds.chain import long_run
from passgo.odds.returns import returns

if TYPE_CHECKING:
    from passgo.engine.board import Board
    from passgo.engine.ruleset import RuleSet

PRIZE_STEP: Final = 3
"""The building step whose income is the prize for a complete group: the third, where rents jump."""


class GroupValues:
    """A group: its deeds, the cost of one building step on all of them, and income by step."""

    def __init__(
        self, number: i64, street: bool, deeds: list[int], step_cost: i64, income: list[float]
    ) -> None:
        self.number = number
        self.street = street
        self.deeds = deeds
        self.size: i64 = len(deeds)
        self.step_cost = step_cost
        self.income = income
        """Income by step (0: complete, no buildings) or, for non-streets, number owned minus 1."""
        self.prize: float = income[min(PRIZE_STEP, len(income) - 1)]


class DeedValues:
    """The income from a board's deeds and groups under a rule set."""

    def __init__(self, board: Board, houses: i64) -> None:
        self.board = board
        self.houses = houses
        """The number of houses before a hotel."""
        self.groups: list[GroupValues] = []
        self.income: list[list[float]] = [[] for _ in board.deeds]
        """Income by deed and step (0: no buildings) or, for non-streets, number owned minus 1."""
        run = long_run(board, "leave")
        for group in returns(board, run, houses_before_hotel=int(houses)):
            street = board.groups[group.group].kind == STREET
            numbers = [earned.deed for earned in group.deeds]
            for earned in group.deeds:
                deed = board.deeds[earned.deed]
                levels = [level.rent for level in earned.levels]
                if street:
                    # Leave out the level with double rent: it is not a building step and follows
                    # from step 0.
                    self.income[deed.number] = [levels[0], *levels[2:]]
                else:
                    self.income[deed.number] = levels
            step_cost = sum(board.deeds[number].house_cost for number in numbers)
            income = [level.rent for level in group.levels]
            self.groups.append(GroupValues(group.group, street, numbers, step_cost, income))

    def step(self, houses: i64) -> i64:
        """Convert a property's buildings to steps; a hotel is one step above its houses."""
        return self.houses + 1 if houses == HOTEL_LEVEL else houses


ATLASES: Final[list[DeedValues]] = []


def get_deed_values(board: Board, rules: RuleSet) -> DeedValues:
    """Return a board's deed values, computed once."""
    for known in ATLASES:
        if known.board is board and known.houses == rules.houses_before_hotel:
            return known
    if len(ATLASES) >= 8:
        ATLASES.pop(0)
    made = DeedValues(board, rules.houses_before_hotel)
    ATLASES.append(made)
    return made
