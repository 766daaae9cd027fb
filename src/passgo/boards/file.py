"""Open and read board files."""

from __future__ import annotations

import json
import os
from typing import Final

from passgo.boards.decode import board_from_data
from passgo.boards.fields import BoardError, describe
from passgo.engine.board import Board

_LARGEST_FILE: Final = 1_000_000


def load_board(path: str | os.PathLike[str]) -> Board:
    """Read the board in a file."""
    try:
        with open(path, "rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BoardError(f"the board file cannot be read: {error}") from None
    if len(raw) > _LARGEST_FILE:
        raise BoardError(f"the board file is larger than {_LARGEST_FILE} bytes")
    try:
        data: object = json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_constant
        )
    except BoardError:
        raise
    except RecursionError:
        raise BoardError("the board file is nested too deeply") from None
    except ValueError as error:
        raise BoardError(f"the board file is not JSON: {error}") from None
    return board_from_data(data)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object of JSON in which no name comes twice."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise BoardError(f"the board file: {describe(name)} comes twice in one object")
        found[name] = value
    return found


def _constant(word: str) -> object:
    raise BoardError(f"the board file: {word} is no number")
