"""The messages of the socket and the bodies of HTTP, as JSON Schema and as TypeScript types.

    python -m tools.wire_schema json          JSON Schema (2020-12) of every message, both ways
    python -m tools.wire_schema typescript    the same as types

The messages are the classes of ``passgo.server.wire``, the bodies those of ``passgo.server.http_messages``.
Actions, events, options and what stands on the agenda
come from the tables of the engine and the codec, so that a new one is in both without a word here. The types
are made from the schema.
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
"""How each type of the codec's table is written."""
ENTRY_KINDS: Final = {
    **dict.fromkeys(("bid", "roll"), "int"),
    **dict.fromkeys(("announced", "counter", "accepted"), "flag"),
    "spaces": "ints",
}
"""The fields that only the agenda and the history of offers have."""
NOT_SHOWN: Final = ("worth",)
"""What of the agenda is in no view."""


def ref(name: str) -> Schema:
    """Point at a definition."""
    return {"$ref": f"#/$defs/{name}"}


def rows(of: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": of}


def either(names: Iterable[str]) -> Schema:
    """One of several definitions."""
    return {"anyOf": [ref(name) for name in names]}


def whole(properties: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    """An object with these names and no other, all of them needed but the optional ones."""
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }


# -- the vocabulary of the record --------------------------------------------------------------------------


def actions() -> dict[str, Schema]:
    """Every action, and their union."""
    found = {
        f"{name}Action": whole({"action": {"const": name}} | plain_fields(name, parameters(name)))
        for name in ACTIONS
    }
    return {"Action": either(found), **found}


def parameters(action: str) -> tuple[str, ...]:
    """The fields of an action."""
    kind = ACTIONS[action]
    assert isinstance(kind, type)
    return fields_of(kind)


def plain_fields(owner: str, names: Iterable[str]) -> dict[str, Schema]:
    """The fields of an action, an event or an offer."""
    return {name: KINDS[kind_of(owner, name)] for name in names}


def events() -> dict[str, Schema]:
    """Every event, their union, and the offer that one of them holds."""
    found = {
        f"{name}Event": whole(
            {"event": {"const": name}} | plain_fields(name, fields_of(kind)) | {"cite": TEXT}
        )
        for name, kind in EVENTS.items()
    }
    offer = whole(plain_fields("Offer", flat_fields_of(Offer)))
    return {"GameEvent": either(found), **found, "Offer": offer}


def options() -> dict[str, Schema]:
    """For every action what it is as an option, their union, and what a free field may be."""
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
    """A refusal: its code is one of those that have words."""
    figures = {"type": "object", "additionalProperties": INT}
    code = {"enum": refusal_codes()}
    return {"Refusal": whole({"refusal": code, "cite": TEXT, "values": figures})}


def refusal_codes() -> list[str]:
    """The codes of refusals, of two words each; a third only words it for somebody else."""
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
    "demands": rows(rows(INT)),
    "seen": rows(rows(TEXT)),
}
"""The fields of a view that have a definition of their own."""


def views() -> dict[str, Schema]:
    """What everybody sees of the game."""
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
        "Rules": rules(),
        **entries(),
    }


def table_fields(table: FieldTable) -> dict[str, Schema]:
    """The fields that a table of the engine describes."""
    return {
        field.name: PARTS[field.name] if field.kind == "part" else table_field(field)
        for field in table.fields
    }


def table_field(field: Field) -> Schema:
    """One plain field: its type, its bounds and its meaning."""
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
    """A rule set, every option named."""
    plain = RuleSet()
    shape: dict[str, Schema] = {"preset": TEXT}
    for field in fields(RuleSet):
        if field.name != "preset":
            shape[field.name] = FLAG if isinstance(getattr(plain, field.name), bool) else INT
    known = ", ".join(PRESETS)
    return whole(shape) | {"description": f"Every rule by name; the presets are {known}."}


def entries() -> dict[str, Schema]:
    """Everything that can stand on the agenda, and the union."""
    found = {
        f"{name}Entry": whole({"entry": {"const": name}} | shown_fields(kind))
        for name, kind in ENTRIES.items()
    }
    return {"AgendaEntry": either(found), **found}


def shown_fields(kind: type) -> dict[str, Schema]:
    """The fields of what a view holds, where cards go by their keys."""
    shown: dict[str, Schema] = {}
    for name in flat_fields_of(kind):
        if name.endswith("_cards"):
            shown[name] = rows(TEXT)
        elif name not in NOT_SHOWN:
            shown[name] = KINDS[ENTRY_KINDS.get(name) or FIELD_KINDS[name]]
    return shown


# -- the whole ---------------------------------------------------------------------------------------------


def messages() -> dict[str, Schema]:
    """Every message of both sides, and the unions of each side."""
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
    """Every body of a request or a reply over HTTP that has a class of its own."""
    found = vars(http_messages).values()
    return [
        kind
        for kind in found
        if isinstance(kind, type) and kind.__module__ == http_messages.__name__
    ]


def anything(kind: type) -> Schema:
    """The schema of what may be anything; msgspec asks for it."""
    if kind is object:
        return {"description": "Anything."}  # msgspec takes an empty one for none
    raise NotImplementedError(kind)


def schema() -> Schema:
    """Everything that may go over the socket."""
    parts = [messages(), actions(), events(), options(), refusals(), views()]
    definitions: dict[str, Schema] = {}
    for part in parts:
        twice = definitions.keys() & part.keys()
        if twice:
            raise ValueError(f"Two definitions have one name: {', '.join(sorted(twice))}.")
        definitions |= part
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The messages and HTTP bodies of a PassGo server, protocol version {PROTOCOL_VERSION}",
        **either(["ClientMessage", "ServerMessage"]),
        "$defs": definitions,
    }


# -- TypeScript --------------------------------------------------------------------------------------------


def typescript(whole_schema: Schema) -> str:
    """Write the definitions of a schema as TypeScript types."""
    parts = [f"// {whole_schema['title']}. Written by `python -m tools.wire_schema typescript`.\n"]
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
    """The members of an object."""
    needed = definition.get("required", [])
    return [
        f"{name}{'' if name in needed else '?'}: {type_of(one)}"
        for name, one in definition["properties"].items()
    ]


def type_of(found: Schema) -> str:
    """Write one type."""
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
    """Write the type of a list, or of a row whose places differ."""
    if "prefixItems" in found:
        return f"[{', '.join(type_of(one) for one in found['prefixItems'])}]"
    inside = type_of(found.get("items", {}))
    return f"({inside})[]" if " " in inside else f"{inside}[]"


def object_type(found: Schema) -> str:
    """Write the type of an object that has no name of its own."""
    if "properties" in found:
        inside = "; ".join(members(found))
        return f"{{ {inside} }}" if inside else "Record<string, never>"
    values = found.get("additionalProperties")
    return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"


def main(words: list[str] | None = None) -> int:
    """Print the schema or the types."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.wire_schema", description="Print what goes over the socket."
    )
    parser.add_argument("form", choices=["json", "typescript"], help="what to print")
    form = parser.parse_args(words).form
    made = schema()
    if form == "json":
        print(json.dumps(made, indent=2, ensure_ascii=False))
    else:
        print(typescript(made), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
