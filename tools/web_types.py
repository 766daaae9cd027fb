"""Generate the types, constants, field lists and board that the browser game takes from Python.

    python -m tools.web_types           write all of them
    python -m tools.web_types --wire    write only the message types

The types go into web/src/generated/, which is not committed: only the type checker, ESLint and the tests read
them. The other files are part of the pages and are committed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from passgo.boards.title_deeds import full_board_data
from passgo.engine.board import classic
from tools.board_file import board_text
from tools.web_constants import constants
from tools.web_fields import web_fields
from tools.wire_schema import schema, typescript

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "generated"
CONSTANTS = ROOT / "web" / "src" / "constants.ts"
BOARD = ROOT / "web" / "src" / "game" / "classicBoard.json"
FIELDS = ROOT / "web" / "src" / "replay" / "fields.ts"


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.web_types",
        description="Generate the browser game's files that come from Python.",
    )
    parser.add_argument("--wire", action="store_true", help="write only the message types")
    only_wire = parser.parse_args().wire
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "wire.ts").write_text(typescript(schema()), "utf-8")
    if only_wire:
        return
    CONSTANTS.write_text(constants(), "utf-8")
    FIELDS.write_text(web_fields(), "utf-8")
    BOARD.write_text(classic_board(), "utf-8", newline="\n")


def classic_board() -> str:
    """Return the classic board with complete Title Deeds, as the server sends it."""
    return board_text(full_board_data(classic()))


if __name__ == "__main__":
    main()
