"""What a seat may ask for now.

An ``Option`` names an action and, for each of its free fields, the values that will be accepted: a list
of choices, or a range. No list is built unless somebody asks. For an offer of a trade the fields
depend on each other, so each is given its own bounds and ``check`` has the last word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.action import Action, why_not
from passgo.engine.refusal import Refusal
from passgo.engine.value import Value

if TYPE_CHECKING:
    from passgo.engine.state import State


ANSWERS: Final = (
    "Roll",
    "EndTurn",
    "PayFine",
    "UseCard",
    "Buy",
    "Decline",
    "Bid",
    "PassBid",
    "ChooseTax",
    "StateDemand",
    "BidForBuilding",
    "InheritDeed",
    "GoBankrupt",
)
"""The actions that answer the current decision; all others are open beside it."""


class Choice(Value):
    """The values one field may take: one of ``values`` (any of them if ``many``), or low to high.

    With ``whether`` the field is a yes or no, and the values 0 and 1 stand for it. ``within`` names the
    field whose chosen values bound this one. ``costs`` says what each value costs in cash, less than 0
    if it brings some.
    """

    def __init__(
        self,
        name: str,
        values: list[int] | None = None,
        low: i64 = 0,
        high: i64 = 0,
        many: bool = False,
        whether: bool = False,
        within: str = "",
        costs: list[int] | None = None,
    ) -> None:
        self.name = name
        self.values = values
        self.low = low
        self.high = high
        self.many = many
        self.whether = whether
        self.within = within
        self.costs = costs


class Option(Value):
    """An action a seat may take, or with a refusal, one it may not take and why."""

    def __init__(
        self, action: str, seat: i64, choices: list[Choice], refusal: Refusal | None = None
    ) -> None:
        self.action = action
        self.seat = seat
        self.choices = choices
        self.refusal = refusal

    def make(self, **values: object) -> Action:
        """Make the action, with these values for its free fields."""
        from passgo.engine.legal import ACTIONS

        return ACTIONS[self.action](self.seat, **values)

    @property
    def answers(self) -> bool:
        """Whether this answers the current decision, so that a late one may be stale."""
        return self.action in ANSWERS


def options_by_value(
    state: State, field: str, candidates: list[Action], refused: bool
) -> list[Option]:
    """Make one option of all candidates that are allowed, and one of each that is refused if asked."""
    if not candidates:
        return []
    kind = type(candidates[0]).__name__
    seat = candidates[0].seat
    whether = isinstance(getattr(candidates[0], field), bool)
    allowed: list[int] = []
    found: list[Option] = []
    for action in candidates:
        value = int(getattr(action, field))
        refusal = why_not(state, action)
        if refusal is None:
            allowed.append(value)
        elif refused:
            found.append(Option(kind, seat, [Choice(field, [value], whether=whether)], refusal))
    if allowed:
        found.insert(0, Option(kind, seat, [Choice(field, allowed, whether=whether)]))
    return found


def option_without_fields(state: State, action: Action, refused: bool = False) -> list[Option]:
    """Make an option of an action without free fields, if it is allowed or its refusal is asked for."""
    refusal = why_not(state, action)
    if refusal is None or refused:
        return [Option(type(action).__name__, action.seat, [], refusal)]
    return []
