"""The browser's constants, field lists and classic board match the Python package."""

from __future__ import annotations

from tools.web_constants import CONSTANTS, constants
from tools.web_fields import web_fields
from tools.web_types import BOARD, classic_board
from tools.web_types import CONSTANTS as CONSTANTS_FILE
from tools.web_types import FIELDS as FIELDS_FILE

HINT = "run python -m tools.web_types"


def test_the_files_are_up_to_date() -> None:
    assert CONSTANTS_FILE.read_text("utf-8") == constants(), HINT
    assert FIELDS_FILE.read_text("utf-8") == web_fields(), HINT
    assert BOARD.read_text("utf-8") == classic_board(), HINT


def test_constant_names_are_unique() -> None:
    names = [constant.name for constant in CONSTANTS]
    assert len(set(names)) == len(names)
