"""Boards: reading board files (``file``, ``decode``, ``fields``) and checking them (``validate``).

The engine defines the types and the classic board (``passgo.engine.board``).
"""

from passgo.boards.decode import board_from_data
from passgo.boards.fields import BoardError
from passgo.boards.file import load_board

__all__ = ["BoardError", "board_from_data", "load_board"]
