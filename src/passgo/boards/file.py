"""Reading board files."""

from __future__ import annotations

import json
import os
from typing import Final

from passgo.boards.decode import board_from_data
from passgo.boards.fields import (
    BoardError,
    StrictJsonError,
    refuse_constant,
    refuse_repeated_names,
)
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
            raw.decode("utf-8-sig"),
            object_pairs_hook=refuse_repeated_names,
            parse_constant=refuse_constant,
        )
    except StrictJsonError as error:
        raise BoardError(f"the board file: {error}") from None
    except RecursionError:
        raise BoardError("the board file is nested too deeply") from None
    except ValueError as error:
        raise BoardError(f"the board file is not JSON: {error}") from None
    return board_from_data(data)
