"""Turns: whose turn it is, and how it ends.

10 MCS 60, CR 4, Rulings 3, 28 and 31. A turn starts when a player receives the dice, includes at
least one roll, and ends when the player passes the dice on. While the game is waiting only for the
current player to roll or to end the turn, the table is calm, and players may build, unmortgage
deeds and ask for rent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.agenda import Decision, Entry
from passgo.engine.events import TurnBegan, TurnEnded
from passgo.engine.options import Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.ending import end_by_worth
from passgo.engine.rules.inquiry_list import end_old_inquiries

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State

MOST_PLAYERS: Final = 8


class DiceDecision(Decision):
    """The current player's decision while nothing else is pending."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def is_calm(self) -> bool:
        """Return True: nothing is pending, so everyone may build and unmortgage. Ruling 3."""
        return True

    def proceed(self, game: Game) -> bool:
        """Remove players who have resigned, and settle queued debts, before play continues.

        Ruling 8.
        """
        return game.settle_line()


class ToRoll(DiceDecision):
    """The current player must roll. 10 MCS 60(b), (h), Ruling 31."""

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Let the player roll; the ways out of Jail are listed separately."""
        return [Option("Roll", seat, [])]

    def default(self, state: State, seat: i64) -> Action:
        """Roll."""
        from passgo.engine.rules.moving import Roll

        return Roll(seat)

    def comes_first(self) -> Refusal:
        """Require the player to roll first."""
        return Refusal("decision.roll", "Ruling 31")


class ToEndTurn(DiceDecision):
    """The current player has finished rolling and must end the turn. 10 MCS 60(c), Ruling 31."""

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Let the player end the turn."""
        return [Option("EndTurn", seat, [])]

    def default(self, state: State, seat: i64) -> Action:
        """End the turn."""
        return EndTurn(seat)

    def comes_first(self) -> Refusal:
        """Require the player to end the turn first."""
        return Refusal("decision.end_turn", "Ruling 31")


class NextTurn(Entry):
    """The automatic end of a turn, after an arrest or when the current player leaves.

    Ruling 31.
    """

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def concerns(self, seat: i64) -> bool:
        """Return False: the turn passes no matter who leaves."""
        return False

    def proceed(self, game: Game) -> bool:
        """Begin the next player's turn once everything else is settled."""
        if not game.settle_line():
            begin_turn_after(game, self.seat)
        return True


TO_ROLL: Final = [ToRoll(seat) for seat in range(MOST_PLAYERS)]
TO_END_TURN: Final = [ToEndTurn(seat) for seat in range(MOST_PLAYERS)]
NEXT_TURN: Final = [NextTurn(seat) for seat in range(MOST_PLAYERS)]


class EndTurn(Action):
    """End your turn. 10 MCS 60(c), Ruling 31."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player has no rolls left and everything else is settled."""
        top = state.agenda.top
        if isinstance(top, ToEndTurn) and top.seat == self.seat:
            return None
        if isinstance(top, ToRoll) and top.seat == self.seat:
            return Refusal("dice.roll_first", "Ruling 31", seat=self.seat)
        return refuse_out_of_turn(state, self.seat)

    def do(self, game: Game) -> None:
        """Pass the dice to the next player."""
        if game.has_listener:
            game.emit(TurnEnded(self.seat))
        begin_turn_after(game, self.seat)


def begin_turn_after(game: Game, seat: i64) -> None:
    """Begin the turn of the next player clockwise, or end the game at the round limit."""
    state = game.state
    following = state.next_seat(seat)
    if state.seats_after_first(following) <= state.seats_after_first(seat):
        if state.rules.round_limit > 0 and state.round >= state.rules.round_limit:
            end_by_worth(game, "rounds", "House round_limit")
            return
        state.round += 1
    begin_turn(game, following, "10 MCS 60(c)")


def begin_turn(game: Game, seat: i64, cite: str) -> None:
    """Begin a player's turn."""
    state = game.state
    state.seat = seat
    state.turn += 1
    state.doubles = 0
    if state.inquiries:
        end_old_inquiries(state)
    state.agenda.replace(TO_ROLL[seat])
    if game.has_listener:
        game.emit(TurnBegan(seat, state.turn, cite))
