"""Reading game files and positions, from files or from standard input."""

from __future__ import annotations

import io
import sys
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.options import check_file
from passgo.cli.positions import (
    is_position,
    is_position_text,
    read_position_file,
    read_position_text,
)
from passgo.cli.text import sanitize
from passgo.engine.game import Game
from passgo.record import Record, RecordError, read_record

STREAM: Final = "-"
"""The name that stands for standard input or standard output."""


def input_name(path: str) -> str:
    """Return the name of a file for messages."""
    return "standard input" if path == STREAM else sanitize(path, 200)


def open_game(path: str) -> Game | Record:
    """Read a position or a game file; raise `UserError` if it is neither."""
    if path == STREAM:
        return _read_stream()
    return read_position_file(path, 0) if is_position(path) else open_record(path)


def open_record(path: str) -> Record:
    """Read a game file; raise `UserError` if it cannot be read."""
    if path == STREAM:
        found = _read_stream()
        if isinstance(found, Game):
            raise UserError(f"{input_name(path)}: This is a position, not a game.")
        return found
    check_file(path, "game file")
    try:
        return read_record(path)
    except RecordError as error:
        wrong = "This is a position, not a game." if is_position(path) else error
        raise UserError(f"{input_name(path)}: {wrong}") from None


def _read_stream() -> Game | Record:
    """Read a position or a game from standard input."""
    data = sys.stdin.buffer.read()
    name = input_name(STREAM)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{name} is not text.") from None
    if is_position_text(text) or not text.strip():
        return read_position_text(text, name, 0)
    try:
        return read_record(io.BytesIO(data))
    except RecordError as error:
        raise UserError(f"{name}: {error}") from None
