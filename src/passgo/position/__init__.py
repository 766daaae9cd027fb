"""Positions: read them (``decode``, ``fields``), and check that they make sense (``validate``).

The engine writes them (``passgo.engine.encode``).
"""

from passgo.position.decode import game_from_position, read_position
from passgo.position.fields import PositionError

__all__ = ["PositionError", "game_from_position", "read_position"]
