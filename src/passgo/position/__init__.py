"""Positions: reading them (``decode``, ``fields``) and checking them (``validate``).

``passgo.engine.encode`` writes them.
"""

from passgo.position.decode import game_from_position, read_position
from passgo.position.fields import PositionError

__all__ = ["PositionError", "game_from_position", "read_position"]
