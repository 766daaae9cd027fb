"""Options: the actions a seat may take now, and the values their fields may have.

Options are computed only when requested. An ``Option`` names an action and, for each of its free
fields, the values that will be accepted: a list of choices or a range. The fields of a trade offer
depend on each other; each gets its own range, and only ``check`` gives a final answer.
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
"""The actions that answer a decision; all others may be taken while a decision is pending."""


class Choice(Value):
    """The values a field may have: one of ``values`` (several if ``many`` is set), or a range.

    The range is ``low`` to ``high``. If ``whether`` is set, the field is yes or no, written as 1 or
    0. ``within`` names a field whose chosen values limit this one. ``costs`` lists the cost of each
    value, negative if it brings in cash.
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
    """An action a seat may take or, with a refusal, one it may not take."""

    def __init__(
        self, action: str, seat: i64, choices: list[Choice], refusal: Refusal | None = None
    ) -> None:
        self.action = action
        self.seat = seat
        self.choices = choices
        self.refusal = refusal

    def make(self, **values: object) -> Action:
        """Return the action with these values for its free fields."""
        from passgo.engine.legal import ACTIONS

        return ACTIONS[self.action](self.seat, **values)

    @property
    def answers(self) -> bool:
        """Whether this action answers the current decision, and could therefore arrive too late."""
        return self.action in ANSWERS


def options_by_value(
    state: State, field: str, candidates: list[Action], refused: bool
) -> list[Option]:
    """Combine the allowed candidates into one option; ``refused`` adds one per refused action."""
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
    """Return the option for an action without free fields, as a list.

    The list is empty if the action is refused and ``refused`` is not set.
    """
    refusal = why_not(state, action)
    if refusal is None or refused:
        return [Option(type(action).__name__, action.seat, [], refusal)]
    return []
