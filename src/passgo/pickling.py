"""Pickle and copy boards, games and states: they travel between processes as plain data.

Reading plain data is not the engine's job, so its classes do not know how they are pickled. It is
registered when ``passgo`` is imported.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable

from passgo.boards.decode import board_from_data
from passgo.engine.board import Board
from passgo.engine.chance import NoChance
from passgo.engine.encode import position_of
from passgo.engine.game import Game
from passgo.engine.state import State
from passgo.position.decode import game_from_position


def reduce_board(board: Board) -> tuple[Callable[..., Board], tuple[object, ...]]:
    """Reduce a board to what its file would hold."""
    return board_from_data, (board.to_data(),)


def reduce_game(game: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    """Reduce a game to its whole position and its chance; nobody listens to the copy."""
    return game_from_position, (game.position(), game.chance)


def reduce_state(state: State) -> tuple[Callable[..., State], tuple[object, ...]]:
    """Reduce a state to its public position."""
    return state_from_position, (position_of(state, None),)


def state_from_position(position: object) -> State:
    """Make a public state from a position; nothing hidden comes along."""
    return game_from_position(position, NoChance()).state


def register() -> None:
    """Let pickle and copy take boards, games and states."""
    copyreg.pickle(Board, reduce_board)
    copyreg.pickle(Game, reduce_game)
    copyreg.pickle(State, reduce_state)
