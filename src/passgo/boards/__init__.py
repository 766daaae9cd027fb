"""Board files: reading them (``file``, ``decode``, ``fields``) and checking them (``validate``).

``passgo.engine.board`` defines the types and the classic board.
"""

from passgo.boards.decode import board_from_data
from passgo.boards.fields import BoardError
from passgo.boards.file import load_board

__all__ = ["BoardError", "board_from_data", "load_board"]
