"""Write the types of the wire for the browser game, which its type checker and tests read.

    python -m tools.web_types

They lie in web/src/generated/, which is not in the repository. Building the pages does not need them.
"""

from __future__ import annotations

from pathlib import Path

from tools.wire_schema import schema, typescript

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "generated"


def main() -> None:
    """Write them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "wire.ts").write_text(typescript(schema()), "utf-8")


if __name__ == "__main__":
    main()
