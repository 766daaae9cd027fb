"""Write what the browser game takes from Python: the types of the wire, the constants, and lists of fields.

    python -m tools.web_types

The types go into web/src/generated/, which is not in the repository: only the type checker and the tests read
them. The constants and the lists of fields are part of the pages and therefore in the repository.
"""

from __future__ import annotations

from pathlib import Path

from tools.web_constants import constants
from tools.web_fields import web_fields
from tools.wire_schema import schema, typescript

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "generated"
CONSTANTS = ROOT / "web" / "src" / "constants.ts"
FIELDS = ROOT / "web" / "src" / "replay" / "fields.ts"


def main() -> None:
    """Write them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "wire.ts").write_text(typescript(schema()), "utf-8")
    CONSTANTS.write_text(constants(), "utf-8")
    FIELDS.write_text(web_fields(), "utf-8")


if __name__ == "__main__":
    main()
