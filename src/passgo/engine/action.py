"""Actions: requests from a seat to the engine.

An action has an imperative name, such as ``Buy``, and contains its own rule: ``why_not`` uses
only public information to check whether it is allowed, and ``do`` carries it out, changing the
game and emitting events. All checks come before the first change, so a refused action changes
nothing. Each action is defined in the chapter of ``rules/`` that it belongs to.
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
"""The seat number for actions taken by the table rather than by a player."""


class Action(Value):
    """A request from one seat to the engine."""

    seat: i64

    def is_by_table(self) -> bool:
        """Return whether this action is taken by the table rather than by a player."""
        return False

    def why_not(self, state: State) -> Refusal | None:
        """Return why this action is not allowed now, or None.

        The caller has checked that the seat is in the game.
        """
        raise NotImplementedError

    def do(self, game: Game) -> None:
        """Carry out an action that ``why_not`` has allowed."""
        raise NotImplementedError


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why an action is not allowed now, or None; general checks come first."""
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
    """Refuse an action that is not expected now.

    The refusal names the decision that this seat must make first, or the player who must act next.
    """
    top = state.agenda.top
    if isinstance(top, Decision) and top.waits_for(state, seat):
        return top.comes_first()
    return Refusal("decision.other", "Ruling 31", seat=seat, waiting=state.first_waiting())


def table_busy(state: State, seat: i64) -> Refusal:
    """Refuse an action that must wait until the table is calm. Ruling 3."""
    if state.waits_for(seat):
        return Refusal("table.answer_first", "Ruling 3", seat=seat)
    return Refusal("table.busy", "Ruling 3", waiting=state.first_waiting())
