"""Pickling and copying boards, games and states as plain data.

The engine does not read plain data, so its classes do not define how they are pickled. Pickling is
registered when ``passgo`` is imported.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable

from passgo.boards.decode import board_from_data
from passgo.engine.board import Board
from passgo.engine.chance import Chance, NoChance
from passgo.engine.encode import position_of
from passgo.engine.game import Game
from passgo.engine.state import State
from passgo.position.decode import game_from_position


def reduce_board(board: Board) -> tuple[Callable[..., Board], tuple[object, ...]]:
    """Reduce a board to the contents of its board file."""
    return board_from_data, (board.to_data(),)


def reduce_game(game: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    """Reduce a game to its position, source of randomness and names, without the listener."""
    return restore_game, (game.position(), game.chance, game.names)


def restore_game(position: object, chance: Chance, names: tuple[str, ...]) -> Game:
    """Set up a pickled game again."""
    game = game_from_position(position, chance)
    game.names = names
    return game


def reduce_state(state: State) -> tuple[Callable[..., State], tuple[object, ...]]:
    """Reduce a state to its public position."""
    return state_from_position, (position_of(state, None),)


def state_from_position(position: object) -> State:
    """Return the public state from a position, without hidden cards."""
    return game_from_position(position, NoChance()).state


def register() -> None:
    """Register boards, games and states with pickle and copy."""
    copyreg.pickle(Board, reduce_board)
    copyreg.pickle(Game, reduce_game)
    copyreg.pickle(State, reduce_state)
