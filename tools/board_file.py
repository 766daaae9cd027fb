"""Write src/passgo/boards/classic.json, the classic board as a board file.

    python -m tools.board_file

The engine defines the board as constants (passgo/engine/classic_board.py). The board file is a
starting point for custom boards.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from passgo.engine.board import classic

PATH: Final = Path(__file__).resolve().parent.parent / "src" / "passgo" / "boards" / "classic.json"


def board_text(data: Mapping[str, object]) -> str:
    """Return a board's data as JSON, one row per line."""
    fields: list[str] = []
    for name, value in data.items():
        if isinstance(value, list):
            rows = ",\n".join(f"    {json.dumps(row)}" for row in value)
            fields.append(f'  "{name}": [\n{rows}\n  ]')
        else:
            fields.append(f'  "{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(fields) + "\n}\n"


def main() -> int:
    """Write the file."""
    PATH.write_text(board_text(classic().to_data()), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
