"""Reading position files."""

from __future__ import annotations

from pathlib import Path

from passgo.cli.errors import UserError
from passgo.cli.options import check_file
from passgo.cli.text import sanitize
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.position import PositionError, game_from_position, read_position


def read_position_data(path: str) -> dict[str, object]:
    """Read a position file as plain data; its content is not checked yet."""
    check_file(path, "position file")
    name = sanitize(path, 200)
    try:
        data = read_position(Path(path).read_text("utf-8"))
    except OSError as error:
        raise UserError(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UserError(f"{name} is not a text file.") from None
    except PositionError as error:
        raise UserError(f"{name}: {error}.") from None
    if not isinstance(data, dict):
        raise UserError(f'{name} must contain a JSON object, such as {{"players": [{{}}, {{}}]}}.')
    return data


def read_position_file(path: str, seed: int) -> Game:
    """Return the game in a position file, with these dice."""
    try:
        return game_from_position(read_position_data(path), Seeded(seed))
    except PositionError as error:
        raise UserError(f"{sanitize(path, 200)}: {error}.") from None
