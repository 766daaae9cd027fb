"""What each deed of a board earns, worked out once per board from the exact landing odds.

All incomes are dollars per turn of one opponent: how often that opponent stops there, times the rent.
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
"""The third house is where rents jump: what a group earns there is its prize."""


class GroupValues:
    """One group: its deeds, what a step of building costs on all of them, what each step earns."""

    def __init__(
        self, number: i64, street: bool, deeds: list[int], step_cost: i64, income: list[float]
    ) -> None:
        self.number = number
        self.street = street
        self.deeds = deeds
        self.size: i64 = len(deeds)
        self.step_cost = step_cost
        self.income = income
        """By step for a street (0: complete and bare); by number owned, less one, for the others."""
        self.prize: float = income[min(PRIZE_STEP, len(income) - 1)]


class DeedValues:
    """The incomes of a board under a rule set."""

    def __init__(self, board: Board, houses: i64) -> None:
        self.board = board
        self.houses = houses
        """How many houses come before a hotel."""
        self.groups: list[GroupValues] = []
        self.income: list[list[float]] = [[] for _ in board.deeds]
        """By deed: a street by steps (0: bare and alone), others by number owned, less one."""
        run = long_run(board, "leave")
        for group in returns(board, run, houses_before_hotel=int(houses)):
            street = board.groups[group.group].kind == STREET
            numbers = [earned.deed for earned in group.deeds]
            for earned in group.deeds:
                deed = board.deeds[earned.deed]
                levels = [level.rent for level in earned.levels]
                if street:
                    # Double rent for a complete group is no step of building: it follows from step 0.
                    self.income[deed.number] = [levels[0], *levels[2:]]
                else:
                    self.income[deed.number] = levels
            step_cost = sum(board.deeds[number].house_cost for number in numbers)
            income = [level.rent for level in group.levels]
            self.groups.append(GroupValues(group.group, street, numbers, step_cost, income))

    def step(self, houses: i64) -> i64:
        """Count what stands on a property in steps: a hotel is one more than the houses before it."""
        return self.houses + 1 if houses == HOTEL_LEVEL else houses


ATLASES: Final[list[DeedValues]] = []


def get_deed_values(board: Board, rules: RuleSet) -> DeedValues:
    """Return the atlas of a board, made once."""
    for known in ATLASES:
        if known.board is board and known.houses == rules.houses_before_hotel:
            return known
    if len(ATLASES) >= 8:
        ATLASES.pop(0)
    made = DeedValues(board, rules.houses_before_hotel)
    ATLASES.append(made)
    return made
