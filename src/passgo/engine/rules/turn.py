"""Turns: who holds the dice, and how they are passed.

10 MCS 60, CR 4, Rulings 3, 28, 31. A turn begins with the dice, has at least one roll, and ends when
the player passes them on. While dice wait to be rolled or passed, the table is calm: that is the time
to build, to unmortgage deeds and to ask for rent.
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

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State

MOST_PLAYERS: Final = 8


class DiceDecision(Decision):
    """What the holder of the dice decides while nothing else is going on."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def is_calm(self) -> bool:
        """Nothing is going on: everyone may build and unmortgage. Ruling 3."""
        return True

    def proceed(self, game: Game) -> bool:
        """Let those leave who resigned, and debts in line be paid, before the dice go on. Ruling 8."""
        return game.settle_line()


class ToRoll(DiceDecision):
    """The holder of the dice must roll. 10 MCS 60(b), (h), Ruling 31."""

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Roll; in Jail, the ways out stand beside it."""
        return [Option("Roll", seat, [])]

    def default(self, state: State, seat: i64) -> Action:
        """Roll."""
        from passgo.engine.rules.moving import Roll

        return Roll(seat)

    def comes_first(self) -> Refusal:
        """Roll before anything that follows from a roll."""
        return Refusal("decision.roll", "Ruling 31")


class ToEndTurn(DiceDecision):
    """The roll is over and done with: the dice must be passed. 10 MCS 60(c), Ruling 31."""

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Pass the dice."""
        return [Option("EndTurn", seat, [])]

    def default(self, state: State, seat: i64) -> Action:
        """Pass the dice."""
        return EndTurn(seat)

    def comes_first(self) -> Refusal:
        """The roll and all it caused are done."""
        return Refusal("decision.end_turn", "Ruling 31")


class NextTurn(Entry):
    """The dice go on by themselves: after an arrest, or when their holder left. Ruling 31."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def concerns(self, seat: i64) -> bool:
        """The dice go on, whoever leaves."""
        return False

    def proceed(self, game: Game) -> bool:
        """Begin the turn of the next player, once nothing else is due."""
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
        """Only when your rolls are made and what they caused is done."""
        top = state.agenda.top
        if isinstance(top, ToEndTurn) and top.seat == self.seat:
            return None
        if isinstance(top, ToRoll) and top.seat == self.seat:
            return Refusal("dice.roll_first", "Ruling 31", seat=self.seat)
        return refuse_out_of_turn(state, self.seat)

    def do(self, game: Game) -> None:
        """Hand the dice to the next player."""
        if game.has_listener:
            game.emit(TurnEnded(self.seat))
        begin_turn_after(game, self.seat)


def begin_turn_after(game: Game, seat: i64) -> None:
    """Give the dice to the next player clockwise; a round limit may end the game instead."""
    state = game.state
    following = state.next_seat(seat)
    if state.seats_after_first(following) <= state.seats_after_first(seat):
        if state.rules.round_limit > 0 and state.round >= state.rules.round_limit:
            end_by_worth(game, "rounds", "House round_limit")
            return
        state.round += 1
    begin_turn(game, following, "10 MCS 60(c)")


def begin_turn(game: Game, seat: i64, cite: str) -> None:
    """Give the dice to a player."""
    state = game.state
    state.seat = seat
    state.turn += 1
    state.doubles = 0
    state.agenda.replace(TO_ROLL[seat])
    if game.has_listener:
        game.emit(TurnBegan(seat, state.turn, cite))
