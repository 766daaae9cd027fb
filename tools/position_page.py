"""Write the tables in docs/position.md that list the fields of a position, a player and a property.

    python -m tools.position_page

The rest of the page is written by hand. A test fails when the tables are not up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from passgo.engine.encode import POSITION_FIELDS
from passgo.engine.field_table import LARGEST, Field, FieldTable
from passgo.engine.state import PLAYER_FIELDS, PROPERTY_FIELDS

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "position.md"
TABLES: Final = {
    "position": POSITION_FIELDS,
    "player": PLAYER_FIELDS,
    "property": PROPERTY_FIELDS,
}
"""The tables, by the names in their markers on the page."""
TYPES: Final = {
    "flag": "true or false",
    "seat": "seat",
    "seats": "list of seats",
    "space": "space",
    "property": "space",
    "cards": "list of cards",
}


def page(text: str) -> str:
    """Return the page's text with its tables regenerated."""
    for name, table in TABLES.items():
        begin = f"<!-- fields of a {name} -->\n"
        if text.count(begin) != 1:
            raise SystemExit(f"{PAGE.name} must contain exactly one line {begin.strip()}")
        before, _, after = text.partition(begin)
        _, end, rest = after.partition("<!-- end -->")
        text = before + begin + table_text(table) + end + rest
    return text


def table_text(table: FieldTable) -> str:
    """Format a table as Markdown."""
    lines = ["| field | type | default | meaning |", "| --- | --- | --- | --- |"]
    for field in table.fields:
        cells = (f"`{field.name}`", type_words(field), default_words(field), field.meaning)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def type_words(field: Field) -> str:
    """Describe a field's type."""
    words = field.type_words or TYPES.get(field.kind)
    if words:
        return words
    if field.high < LARGEST:
        return f"{field.low} to {field.high}"
    return f"number, {field.low} or greater" if field.low else "number"


def default_words(field: Field) -> str:
    """Describe a field's default."""
    if field.is_required():
        return "required"
    if field.default_words:
        return field.default_words
    return str(bool(field.default)).lower() if field.kind == "flag" else str(field.default)


def main() -> None:
    """Regenerate the tables on the page."""
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
