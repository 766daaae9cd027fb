"""Write what the browser game takes from Python: the types of the wire, and the constants.

    python -m tools.web_types

The types go into web/src/generated/, which is not in the repository: only the type checker and the tests read
them. The constants are part of the pages and therefore in the repository.
"""

from __future__ import annotations

from pathlib import Path

from tools.web_constants import constants
from tools.wire_schema import schema, typescript

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "generated"
CONSTANTS = ROOT / "web" / "src" / "constants.ts"


def main() -> None:
    """Write them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "wire.ts").write_text(typescript(schema()), "utf-8")
    CONSTANTS.write_text(constants(), "utf-8")


if __name__ == "__main__":
    main()
