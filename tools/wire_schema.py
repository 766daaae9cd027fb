"""The socket messages and HTTP bodies as JSON Schema and as TypeScript types.

    python -m tools.wire_schema json          JSON Schema (2020-12) for every message in either direction
    python -m tools.wire_schema typescript    the same as TypeScript types

The messages are the classes in ``passgo.server.wire``; the HTTP bodies are those in
``passgo.server.http_messages``. Actions, events, options and agenda entries come from the engine's and the
codec's tables, so new ones are included automatically. The types are generated from the schema.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias, get_args

import msgspec

from passgo.codec import ACTIONS, EVENTS, FIELD_KINDS, kind_of
from passgo.engine.field_table import LARGEST, Field, FieldTable
from passgo.engine.legal import ENTRIES
from passgo.engine.options import ANSWERS
from passgo.engine.ruleset import PRESETS, RuleSet
from passgo.engine.state import (
    PLAYER_FIELDS,
    PROPERTY_FIELDS,
    STATE_FIELDS,
    Debt,
    Inquiry,
    Offer,
    PastOffer,
    Rent,
)
from passgo.engine.trade_terms import flat_fields_of
from passgo.engine.value import fields_of
from passgo.say import Words
from passgo.server import http_messages
from passgo.server.wire import PROTOCOL_VERSION, Answer, ClientMessage, ServerMessage

Schema: TypeAlias = dict[str, Any]

INT: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
TEXT: Final[Schema] = {"type": "string"}
KINDS: Final[dict[str, Schema]] = {
    "int": INT,
    "flag": FLAG,
    "text": TEXT,
    "ints": {"type": "array", "items": INT},
    "offer": {"$ref": "#/$defs/Offer"},
}
"""The schema of each type in the codec's table."""
ENTRY_KINDS: Final = {
    **dict.fromkeys(("bid", "roll"), "int"),
    **dict.fromkeys(("announced", "answer", "accepted", "closed"), "flag"),
    "spaces": "ints",
}
"""The types of fields that occur only on the agenda, in the history of offers and in inquiries."""
NOT_SHOWN: Final = ("worth",)
"""The fields of agenda entries that no view contains."""


def ref(name: str) -> Schema:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def rows(of: Schema) -> Schema:
    """Return the schema for a list."""
    return {"type": "array", "items": of}


def either(names: Iterable[str]) -> Schema:
    """Return the schema for a union of definitions."""
    return {"anyOf": [ref(name) for name in names]}


def whole(properties: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    """Return the schema for an object with exactly these properties.

    All properties are required except the optional ones.
    """
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }


# -- actions, events, options and refusals -----------------------------------------------------------------


def actions() -> dict[str, Schema]:
    """Define the actions and their union."""
    found = {
        f"{name}Action": whole({"action": {"const": name}} | plain_fields(name, parameters(name)))
        for name in ACTIONS
    }
    return {"Action": either(found), **found}


def parameters(action: str) -> tuple[str, ...]:
    """Return the names of an action's fields."""
    kind = ACTIONS[action]
    assert isinstance(kind, type)
    return fields_of(kind)


def plain_fields(owner: str, names: Iterable[str]) -> dict[str, Schema]:
    """Return the fields of an action, an event or an offer."""
    return {name: KINDS[kind_of(owner, name)] for name in names}


def events() -> dict[str, Schema]:
    """Define the events, their union, and the offer that one of them contains."""
    found = {
        f"{name}Event": whole(
            {"event": {"const": name}} | plain_fields(name, fields_of(kind)) | {"cite": TEXT}
        )
        for name, kind in EVENTS.items()
    }
    offer = whole(plain_fields("Offer", flat_fields_of(Offer)))
    return {"GameEvent": either(found), **found, "Offer": offer}


def options() -> dict[str, Schema]:
    """Define the options for all actions, their union, and the choices for a free field."""
    yes: Schema = {"const": True}
    found: dict[str, Schema] = {}
    for name in ACTIONS:
        free = {field: ref("Choice") for field in parameters(name) if field != "seat"}
        shape = {"action": {"const": name}, "seat": INT, "choices": whole(free)}
        if name in ANSWERS:
            shape["answers"] = yes
        found[f"{name}Option"] = whole(shape | {"refusal": ref("Refusal")}, ["refusal"])
    values = {"values": rows({"type": ["integer", "boolean"]}), "many": yes}
    return {
        "Option": either(found),
        **found,
        "Choice": either(["ChoiceBetween", "ChoiceOf"]),
        "ChoiceBetween": whole({"low": INT, "high": INT}),
        "ChoiceOf": whole(
            values | {"within": TEXT, "costs": rows(INT)}, ["many", "within", "costs"]
        ),
    }


def refusals() -> dict[str, Schema]:
    """Define a refusal, whose code is one of those in the word file."""
    figures = {"type": "object", "additionalProperties": INT}
    code = {"enum": refusal_codes()}
    return {"Refusal": whole({"refusal": code, "cite": TEXT, "values": figures})}


def refusal_codes() -> list[str]:
    """Return the refusal codes: the first two parts of each key. A third part is a variant of the wording."""
    keys = Words.load().sections["refusals"]
    return list(dict.fromkeys(".".join(key.split(".")[:2]) for key in keys))


# -- views -------------------------------------------------------------------------------------------------


PARTS: Final[dict[str, Schema]] = {
    "board": {"anyOf": [{"const": "classic"}, {"type": "object"}]},
    "rules": ref("Rules"),
    "players": rows(ref("Player")),
    "properties": rows(ref("Property")),
    "agenda": rows(ref("AgendaEntry")),
    "rents": rows(ref("Rent")),
    "debts": rows(ref("Debt")),
    "offers": rows(ref("OpenOffer")),
    "past_offers": rows(ref("PastOffer")),
    "inquiries": rows(ref("Inquiry")),
    "demands": rows(rows(INT)),
    "seen": rows(rows(TEXT)),
}
"""The view fields that have their own definitions."""


def views() -> dict[str, Schema]:
    """Define a view and its parts."""
    return {
        "View": whole(
            {
                "passgo": {"const": "position"},
                "version": INT,
                **table_fields(STATE_FIELDS),
                "rent_rows": rows(INT),
                "transfer_costs": rows(rows(INT)),
                "waiting_for": rows(INT),
                "you": INT,
            }
        ),
        "Player": whole(table_fields(PLAYER_FIELDS)),
        "Property": whole(table_fields(PROPERTY_FIELDS)),
        "Rent": whole(shown_fields(Rent)),
        "Debt": whole(shown_fields(Debt)),
        "OpenOffer": whole(shown_fields(Offer) | {"changed": INT}, ["changed"]),
        "PastOffer": whole(shown_fields(PastOffer)),
        "Inquiry": whole(shown_fields(Inquiry)),
        "Rules": rules(),
        **entries(),
    }


def table_fields(table: FieldTable) -> dict[str, Schema]:
    """Return the fields that an engine table describes."""
    return {
        field.name: PARTS[field.name] if field.kind == "part" else table_field(field)
        for field in table.fields
    }


def table_field(field: Field) -> Schema:
    """Return the schema for a plain field: its type, bounds and meaning."""
    about = {"description": field.meaning}
    if field.kind == "flag":
        return {**FLAG, **about}
    if field.kind == "cards":
        return {**rows(TEXT), **about}
    if field.kind == "seats":
        return {**rows(INT), **about}
    most = {} if field.high == LARGEST else {"maximum": field.high}
    return {**INT, "minimum": field.low, **most, **about}


def rules() -> Schema:
    """Return the schema for a rule set, with every option."""
    plain = RuleSet()
    shape: dict[str, Schema] = {"preset": TEXT}
    for field in fields(RuleSet):
        if field.name != "preset":
            shape[field.name] = FLAG if isinstance(getattr(plain, field.name), bool) else INT
    known = ", ".join(PRESETS)
    return whole(shape) | {"description": f"Every rule by name; the presets are {known}."}


def entries() -> dict[str, Schema]:
    """Define the agenda entries and their union."""
    found = {
        f"{name}Entry": whole({"entry": {"const": name}} | shown_fields(kind))
        for name, kind in ENTRIES.items()
    }
    return {"AgendaEntry": either(found), **found}


def shown_fields(kind: type) -> dict[str, Schema]:
    """Return the fields of a class as a view shows them, with cards given by key."""
    shown: dict[str, Schema] = {}
    for name in flat_fields_of(kind):
        if name.endswith("_cards"):
            shown[name] = rows(TEXT)
        elif name not in NOT_SHOWN:
            shown[name] = KINDS[ENTRY_KINDS.get(name) or FIELD_KINDS[name]]
    return shown


# -- the complete schema -----------------------------------------------------------------------------------


def messages() -> dict[str, Schema]:
    """Define every message that either side sends, and the union of each side's messages."""
    sent, received, answers = get_args(ClientMessage), get_args(ServerMessage), get_args(Answer)
    _, found = msgspec.json.schema_components(
        [*sent, *received, *http_bodies()], schema_hook=anything, ref_template="#/$defs/{name}"
    )
    for schema in found.values():
        schema.pop("title", None)
    others = [kind.__name__ for kind in received if kind not in answers]
    return {
        "ClientMessage": either(kind.__name__ for kind in sent),
        "ServerMessage": either(["Answer", *others]),
        "Answer": either(kind.__name__ for kind in answers),
        "HttpBody": either(kind.__name__ for kind in http_bodies()),
        **found,
    }


def http_bodies() -> list[type[msgspec.Struct]]:
    """Return every HTTP request and reply body that has a class."""
    found = vars(http_messages).values()
    return [
        kind
        for kind in found
        if isinstance(kind, type) and kind.__module__ == http_messages.__name__
    ]


def anything(kind: type) -> Schema:
    """Return the schema for ``object``; msgspec calls this hook."""
    if kind is object:
        return {"description": "Anything."}  # msgspec treats an empty schema as missing
    raise NotImplementedError(kind)


def schema() -> Schema:
    """Return the schema for everything sent over the socket and HTTP."""
    parts = [messages(), actions(), events(), options(), refusals(), views()]
    definitions: dict[str, Schema] = {}
    for part in parts:
        twice = definitions.keys() & part.keys()
        if twice:
            raise ValueError(f"Two definitions share a name: {', '.join(sorted(twice))}.")
        definitions |= part
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The messages and HTTP bodies of a PassGo server, protocol version {PROTOCOL_VERSION}",
        **either(["ClientMessage", "ServerMessage"]),
        "$defs": definitions,
    }


# -- TypeScript --------------------------------------------------------------------------------------------


def typescript(whole_schema: Schema) -> str:
    """Return the definitions of a schema as TypeScript types."""
    parts = [
        f"// {whole_schema['title']}. Generated by `python -m tools.wire_schema typescript`.\n"
    ]
    for name, definition in whole_schema["$defs"].items():
        about = definition.get("description")
        comment = f"/** {' '.join(about.split())} */\n" if about else ""
        if "properties" in definition:
            lines = "".join(f"  {line};\n" for line in members(definition))
            parts.append(f"{comment}export interface {name} {{\n{lines}}}\n")
        else:
            parts.append(f"{comment}export type {name} = {type_of(definition)};\n")
    return "\n".join(parts)


def members(definition: Schema) -> list[str]:
    """Return the members of an object as TypeScript."""
    needed = definition.get("required", [])
    return [
        f"{name}{'' if name in needed else '?'}: {type_of(one)}"
        for name, one in definition["properties"].items()
    ]


def type_of(found: Schema) -> str:
    """Return one type as TypeScript."""
    if "$ref" in found:
        return str(found["$ref"]).rpartition("/")[2]
    if "const" in found:
        return json.dumps(found["const"], ensure_ascii=False)
    if "enum" in found:
        return " | ".join(json.dumps(one, ensure_ascii=False) for one in found["enum"])
    if "anyOf" in found:
        return " | ".join(type_of(one) for one in found["anyOf"])
    kind = found.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({"type": one}) for one in kind)
    if kind == "array":
        return row_type(found)
    if kind == "object":
        return object_type(found)
    words = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return {**words, "null": "null"}.get(str(kind), "unknown")


def row_type(found: Schema) -> str:
    """Return the type of a list or a tuple."""
    if "prefixItems" in found:
        return f"[{', '.join(type_of(one) for one in found['prefixItems'])}]"
    inside = type_of(found.get("items", {}))
    return f"({inside})[]" if " " in inside else f"{inside}[]"


def object_type(found: Schema) -> str:
    """Return the type of an anonymous object."""
    if "properties" in found:
        inside = "; ".join(members(found))
        return f"{{ {inside} }}" if inside else "Record<string, never>"
    values = found.get("additionalProperties")
    return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"


def main(words: list[str] | None = None) -> int:
    """Print the schema or the types."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.wire_schema",
        description="Print the schema of the socket messages and HTTP bodies.",
    )
    parser.add_argument("form", choices=["json", "typescript"], help="output format")
    form = parser.parse_args(words).form
    made = schema()
    if form == "json":
        print(json.dumps(made, indent=2, ensure_ascii=False))
    else:
        print(typescript(made), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
