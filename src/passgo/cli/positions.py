"""Reading position files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.options import check_file
from passgo.cli.text import sanitize
from passgo.engine.chance import Seeded
from passgo.engine.encode import POSITION_FIELDS
from passgo.engine.game import Game
from passgo.position import PositionError, game_from_position, read_position

LARGEST_POSITION: Final = 4_000_000
"""The maximum size of a position file, in characters."""


def is_position(path: str) -> bool:
    """Return whether a file contains a position rather than a game."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(LARGEST_POSITION)
    except (OSError, ValueError):
        return False
    return is_position_text(text)


def is_position_text(text: str) -> bool:
    """Return whether a text is a position rather than a game."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        # A game file has a JSON object on every line; a broken position begins with a brace.
        return text.partition("\n")[0].strip() == "{"
    except (ValueError, RecursionError):
        return False
    if not isinstance(data, dict) or data.get("passgo", "position") != "position":
        return False
    return any(name in data for name in POSITION_FIELDS.names)


def is_game(text: str) -> bool:
    """Return whether this is the text of a game file."""
    try:
        header = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and header.get("passgo") == "record"


def read_position_data(path: str) -> dict[str, object]:
    """Read a position file as plain data; its content is not checked yet."""
    check_file(path, "position file")
    name = sanitize(path, 200)
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise UserError(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UserError(f"{name} is not a text file.") from None
    return parse_position(text, name)


def parse_position(text: str, name: str) -> dict[str, object]:
    """Parse the text of a position file; ``name`` is its name in errors."""
    if not text.strip():
        raise UserError(f"{name} is empty.")
    if is_game(text):
        raise UserError(
            f"{name} is a game file, not a position. To continue the game: passgo play --resume "
            f"{name}. To print a position from it: passgo replay --to 40 --position {name}"
        )
    try:
        data = read_position(text)
    except PositionError as error:
        raise UserError(describe_error(name, error)) from None
    if not isinstance(data, dict):
        raise UserError(f'{name} must contain a JSON object, such as {{"players": [{{}}, {{}}]}}.')
    return data


def read_position_file(path: str, seed: int) -> Game:
    """Return the game in a position file, with these dice."""
    return open_position(read_position_data(path), sanitize(path, 200), seed)


def read_position_text(text: str, name: str, seed: int) -> Game:
    """Return the game in the text of a position, with these dice."""
    return open_position(parse_position(text, name), name, seed)


def open_position(data: dict[str, object], name: str, seed: int) -> Game:
    """Return the game in a position that is plain data, with these dice."""
    try:
        return game_from_position(data, Seeded(seed))
    except PositionError as error:
        raise UserError(describe_error(name, error)) from None


def describe_error(name: str, error: PositionError) -> str:
    """Return a sentence about an error in a file; the error may end with a question."""
    text = f"{name}: {error}"
    return text if text.endswith("?") else f"{text}."
