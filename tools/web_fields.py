"""Write the lists of fields from which the browser game checks a record, from the tables of the engine.

The file is in the repository and apart from the constants, because only a replay needs it. A test fails when
it is not up to date; ``python -m tools.web_types`` writes it.
"""

from __future__ import annotations

import json
from typing import Final

from passgo.codec import EVENTS
from passgo.engine.field_table import LARGEST, Field, FieldTable
from passgo.engine.state import PLAYER_FIELDS, PROPERTY_FIELDS, STATE_FIELDS
from passgo.engine.value import fields_of

HEADER: Final = f"""\
// Written by `python -m tools.web_types` from the tables of the Python package.

/** No number in a position is larger. */
export const LARGEST = {LARGEST};

/** A plain field of a view: the kind of its value, the least and greatest number, and the default. */
export interface Field {{
  kind: "int" | "flag" | "seat" | "seats" | "space" | "property" | "cards";
  low?: number;
  high?: number;
  default?: number | boolean;
}}
"""


def web_fields() -> str:
    """Write the lists as TypeScript."""
    parts = [
        HEADER,
        fields_text("PLAYER_FIELDS", "The fields of a player.", PLAYER_FIELDS),
        fields_text("PROPERTY_FIELDS", "The fields of a property.", PROPERTY_FIELDS),
        fields_text("STATE_FIELDS", "The plain fields of a view.", STATE_FIELDS),
        events_text(),
    ]
    return "\n".join(parts)


def fields_text(name: str, about: str, table: FieldTable) -> str:
    """Write one table."""
    lines = "".join(f"  {field.name}: {field_text(field)},\n" for field in table.plain)
    return f"/** {about} */\nexport const {name} = {{\n{lines}}} satisfies Record<string, Field>;\n"


def field_text(field: Field) -> str:
    """Write one field."""
    data: dict[str, object] = {"kind": field.kind}
    if field.kind == "int":
        data["low"] = field.low
        if field.high < LARGEST:
            data["high"] = field.high
    if field.default is not None:
        data["default"] = bool(field.default) if field.kind == "flag" else field.default
    inside = ", ".join(f"{name}: {json.dumps(value)}" for name, value in data.items())
    return f"{{ {inside} }}"


def events_text() -> str:
    """Write the fields of each kind of event."""
    lines = ""
    for name, kind in EVENTS.items():
        fields = [field for field in fields_of(kind) if field != "cite"]
        lines += f"  {name}: {json.dumps(fields)},\n"
    about = "The fields of each kind of event, but for `cite`, which all have."
    return f"/** {about} */\nexport const EVENT_FIELDS = {{\n{lines}}};\n"
