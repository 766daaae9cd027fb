"""What a seat asks the engine to do.

Its name is imperative, such as ``Buy``. It carries its own rule: why it is refused (``why_not``, which
sees only what everyone sees) and what it does (``do``, which changes the game and emits events). Every
check comes before the first change, so a refused action leaves no trace. The actions live in ``rules/``,
each with its chapter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.agenda import Decision
from passgo.engine.refusal import Refusal
from passgo.engine.value import Value

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State

TABLE: Final = -1
"""The seat of actions that the table takes, not a player."""


class Action(Value):
    """What one seat asks the engine to do."""

    seat: i64

    def is_by_table(self) -> bool:
        """Say whether the table takes this action, not a player."""
        return False

    def why_not(self, state: State) -> Refusal | None:
        """Say why this is not allowed now, or None. The seat is in the game."""
        raise NotImplementedError

    def do(self, game: Game) -> None:
        """Carry out what ``why_not`` has allowed."""
        raise NotImplementedError


def why_not(state: State, action: Action) -> Refusal | None:
    """Say why an action is not allowed: first what holds for all, then its own rule."""
    seat = action.seat
    if state.over:
        return Refusal("game.over", "10 MCS 190(h)")
    if not 0 <= seat < len(state.players):
        if action.is_by_table():
            return action.why_not(state)
        return Refusal("seat.unknown", "10 MCS 30(a)", seat=seat, players=len(state.players))
    player = state.players[seat]
    if (player.out or player.leaving) and not action.is_by_table():
        return Refusal("seat.out", "10 MCS 190(g)", seat=seat)
    return action.why_not(state)


def refuse_out_of_turn(state: State, seat: i64) -> Refusal:
    """Refuse an answer that nobody is waiting for: name the decision this seat must make, or who is next."""
    top = state.agenda.top
    if isinstance(top, Decision) and top.waits_for(state, seat):
        return top.comes_first()
    return Refusal("decision.other", "Ruling 31", seat=seat, waiting=state.first_waiting())


def table_busy(state: State, seat: i64) -> Refusal:
    """Refuse what must wait until the table is not busy. Ruling 3."""
    if state.waits_for(seat):
        return Refusal("table.answer_first", "Ruling 3", seat=seat)
    return Refusal("table.busy", "Ruling 3", waiting=state.first_waiting())
