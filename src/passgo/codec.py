"""JSON for actions, events, refusals, options and views, shared by records and the protocol.

    {"action": "Build", "seat": 0, "space": 39}                                 an action
    {"event": "PropertyBought", "seat": 0, "space": 39, "price": 400, "cite": "10 MCS 80"}   an event
    {"refusal": "buy.cash", "cite": "Ruling 4", "values": {"price": 400, …}}    a refusal
    {"action": "Bid", "seat": 0, "choices": {"amount": {"low": 1, "high": 90}}}  an option

Actions and events are flat: each is its name, followed by the constructor's fields. Sequences of
numbers are lists; an offer is nested. Reading is strict: every field is required, unknown fields
are rejected, and every type is checked (``true`` is not a number).

Compiled classes lose their annotations, so this module lists the types of all fields in one table.
A test compares the table with the engine's source.

    PassGoError
    └── CodecError       data that is not valid JSON, or not a valid action or event
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec

from passgo.boards.title_deeds import full_board_data
from passgo.engine import events
from passgo.engine.action import TABLE, Action
from passgo.engine.encode import is_classic, shown_position_of
from passgo.engine.events import Event
from passgo.engine.legal import ACTIONS
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import PassGoError, Refusal
from passgo.engine.rules.rent import rent_row
from passgo.engine.rules.trade import transfer_cost
from passgo.engine.state import BANK, Offer, Property, State
from passgo.engine.trade_terms import TradeTerms, flat_fields, flat_fields_of
from passgo.engine.value import fields_of
from passgo.spelling import nearest

__all__ = [
    "ACTIONS",
    "EVENTS",
    "FIELD_KINDS",
    "CodecError",
    "action_from_data",
    "action_to_data",
    "event_from_data",
    "event_to_data",
    "from_json",
    "kind_of",
    "option_to_data",
    "refusal_to_data",
    "to_json",
    "view_changes",
    "view_to_data",
]

Kind: TypeAlias = Literal["int", "flag", "text", "ints", "offer"]
"""A whole number, true or false, text, a list of whole numbers, or a trade offer."""

SPECTATOR: Final = -1
"""The seat number for a spectator's view."""

FIELD_KINDS: Final[dict[str, Kind]] = {
    "amount": "int",
    "asked": "ints",
    "asker": "int",
    "bidders": "ints",
    "by": "text",
    "card": "int",
    "cite": "text",
    "cost": "int",
    "count": "int",
    "creditor": "int",
    "debtor": "int",
    "first": "int",
    "get_cards": "ints",
    "get_cash": "int",
    "get_deeds": "ints",
    "give_cards": "ints",
    "give_cash": "int",
    "give_deeds": "ints",
    "giver": "int",
    "group": "int",
    "heir": "int",
    "houses": "int",
    "inquiry": "int",
    "interest": "int",
    "kind": "int",
    "unmortgage": "ints",
    "maker": "int",
    "missing": "int",
    "number": "int",
    "offer": "int",
    "on": "flag",
    "owner": "int",
    "partner": "int",
    "payee": "int",
    "payer": "int",
    "players": "int",
    "price": "int",
    "reason": "text",
    "rent": "int",
    "rounds": "int",
    "seat": "int",
    "second": "int",
    "share": "flag",
    "space": "int",
    "start": "int",
    "stock": "int",
    "taker": "int",
    "tenant": "int",
    "turn": "int",
    "until": "int",
    "winners": "ints",
    "worths": "ints",
}
"""The type of every field, by name."""

OVERRIDES: Final[dict[tuple[str, str], Kind]] = {
    ("InheritDeed", "unmortgage"): "flag",
    ("TradeOffered", "offer"): "offer",
}
"""Fields whose type in a particular class differs from the one in ``FIELD_KINDS``."""

EVENTS: Final[dict[str, type[Event]]] = {
    name: found
    for name, found in vars(events).items()
    if isinstance(found, type) and issubclass(found, Event) and found is not Event
}
"""Every event, by name."""

_ACTION_CLASSES: Final = {name: kind for name, kind in ACTIONS.items() if isinstance(kind, type)}
_MOST: Final = 2**53 - 1  # safe in every JSON parser, and well within the engine's 64 bits
_LONGEST_ROW: Final = 64
_LONGEST_TEXT: Final = 200
_SHOWN: Final = 40


class CodecError(PassGoError):
    """Invalid data; the message says what is wrong and where."""


# -- actions and events ----------------------------------------------------------------------------


def kind_of(owner: str, field: str) -> Kind:
    """Return the type of a field in an action or an event."""
    return OVERRIDES.get((owner, field)) or FIELD_KINDS[field]


def action_to_data(action: Action) -> dict[str, object]:
    """Write an action as plain data."""
    name = type(action).__name__
    return {"action": name, **_fields_to_data(name, action.fields())}


def action_from_data(data: object) -> Action:
    """Read an action from plain data, with strict checks."""
    name, fields = _split_name("action", data, _ACTION_CLASSES)
    found: Action = _build(_ACTION_CLASSES[name], fields)
    seat = fields.get("seat", TABLE)
    if isinstance(seat, int) and seat < TABLE:  # one such number means "undefined" in compiled code
        raise CodecError(f"There is no seat {seat}.")
    return found


def event_to_data(event: Event) -> dict[str, object]:
    """Write an event as plain data; its last field is the rule it follows from."""
    name = type(event).__name__
    return {"event": name, **_fields_to_data(name, event.fields()), "cite": event.cite}


def event_from_data(data: object) -> Event:
    """Read an event from plain data, with strict checks."""
    name, fields = _split_name("event", data, EVENTS)
    kind = EVENTS[name]
    cite = fields.get("cite")
    if "cite" not in fields_of(kind):  # the class always cites the same rule
        if "cite" not in fields:
            raise CodecError(f"{name} is missing the field cite.")
        del fields["cite"]
    found: Event = _build(kind, fields)
    if found.cite != cite:
        raise CodecError(f"{name} cites {found.cite}, not {_show(cite)}.")
    return found


def _fields_to_data(name: str, fields: Mapping[str, object]) -> dict[str, object]:
    """Write the fields of a value, converted to the types in the table.

    When it runs uncompiled, the engine accepts 1 for true and a list for a tuple, so the values
    may have to be converted.
    """
    return {field: _plain(kind_of(name, field), held) for field, held in fields.items()}


def _plain(kind: Kind, held: Any) -> object:
    if kind == "int":
        return int(held)
    if kind == "flag":
        return bool(held)
    if kind == "ints":
        return [int(one) for one in held]
    if kind == "offer":
        return _fields_to_data("Offer", flat_fields(held))
    return str(held)


def _split_name(
    what: str, data: object, known: Mapping[str, type]
) -> tuple[str, dict[str, object]]:
    """Return the name and the fields of an action or event."""
    if not isinstance(data, dict):
        raise CodecError(f"An {what} must be an object, not {_show(data)}.")
    name = data.get(what)
    if not isinstance(name, str):
        said = "is missing" if what not in data else f"must be a name, not {_show(name)}"
        raise CodecError(f'The field "{what}" {said}.')
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean {near}?" if near else f"choose from {', '.join(known)}."
        raise CodecError(f"There is no {what} {_show(name)}; {hint}")
    return name, {key: value for key, value in data.items() if key != what}


def _build(kind: type, data: Mapping[str, object]) -> Any:
    """Build a value from plain data."""
    return kind(**_read_fields(kind.__name__, fields_of(kind), data))


def _read_fields(name: str, wanted: Sequence[str], data: Mapping[str, object]) -> dict[str, Any]:
    """Read the fields of a value; each must be present and have the right type."""
    for field in wanted:
        if field not in data:
            raise CodecError(f"{name} is missing the field {field}.")
    for field in data:
        if field not in wanted:
            near = nearest(str(field), wanted)
            hint = f"; did you mean {near}?" if near else f"; choose from {', '.join(wanted)}."
            raise CodecError(f"{name} has no field {_show(field)}{hint}")
    return {field: _read(name, field, data[field]) for field in wanted}


def _build_offer(data: Mapping[str, object]) -> Offer:
    """Build an offer from plain data, where its terms are not nested."""
    fields = _read_fields("Offer", flat_fields_of(Offer), data)
    terms = TradeTerms(**{name: fields.pop(name) for name in fields_of(TradeTerms)})
    return Offer(**fields, terms=terms)


def _read(owner: str, field: str, value: object) -> object:
    """Read one field, which must have the type in the table."""
    kind = kind_of(owner, field)
    where = f"The field {field} of {owner}"
    if kind == "int":
        return _whole(where, value)
    if kind == "flag":
        if not isinstance(value, bool):
            raise CodecError(f"{where} must be true or false, not {_show(value)}.")
        return value
    if kind == "text":
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            raise CodecError(f"{where} must be a short string, not {_show(value)}.")
        return value
    if kind == "ints":
        if not isinstance(value, list):
            raise CodecError(f"{where} must be a list of whole numbers, not {_show(value)}.")
        if len(value) > _LONGEST_ROW:
            raise CodecError(f"{where} must have at most {_LONGEST_ROW} numbers, not {len(value)}.")
        item = f"in the field {field} of {owner}"
        return tuple(_whole(f"Item {at} {item}", one) for at, one in enumerate(value, 1))
    if not isinstance(value, dict):
        raise CodecError(f"{where} must be an object, not {_show(value)}.")
    return _build_offer(value)


def _whole(where: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise CodecError(f"{where} must be a whole number, not {_show(value)}.")
    if not -_MOST <= value <= _MOST:
        raise CodecError(f"{where} must be between -{_MOST} and {_MOST}.")
    return value


def _show(value: object) -> str:
    """Format an invalid value of any type and size as short JSON."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and not -_MOST <= value <= _MOST:
        return "a number that is too large"
    text = json.dumps(value) if isinstance(value, str | int | float) else "something else"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


# -- refusals, options, views ----------------------------------------------------------------------


def refusal_to_data(refusal: Refusal) -> dict[str, object]:
    """Write a refusal as plain data: its code, the rule and the relevant values."""
    return {"refusal": refusal.code, "cite": refusal.cite, "values": dict(refusal.values)}


def option_to_data(option: Option) -> dict[str, object]:
    """Write an option as plain data: an action and the allowed values of each free field.

    A field takes one of ``values`` (several if ``many`` is set) or a number from ``low`` to
    ``high``. ``within`` names the field that limits it further, and ``costs`` lists what each value
    costs. Values have the type that an action needs, so they can be sent back unchanged.
    ``answers`` marks an action that answers the current decision.
    """
    data: dict[str, object] = {
        "action": option.action,
        "seat": option.seat,
        "choices": {
            choice.name: _choice_to_data(option.action, choice) for choice in option.choices
        },
    }
    if option.answers:
        data["answers"] = True
    if option.refusal is not None:
        data["refusal"] = refusal_to_data(option.refusal)
    return data


def _choice_to_data(action: str, choice: Choice) -> dict[str, object]:
    if choice.values is None:
        return {"low": choice.low, "high": choice.high}
    flag = kind_of(action, choice.name) == "flag"
    values: list[int] = [bool(value) for value in choice.values] if flag else list(choice.values)
    data: dict[str, object] = {"values": values}
    if choice.many:
        data["many"] = True
    if choice.within:
        data["within"] = choice.within
    if choice.costs is not None:
        data["costs"] = list(choice.costs)
    return data


def view_to_data(state: State, seat: int = SPECTATOR) -> dict[str, object]:
    """Write a seat's view as plain data: the position, and values derived from the rules.

    ``waiting_for`` lists the seats that must answer. For each entry in ``properties``,
    ``rent_rows`` has the row of its ``rent_table`` that applies now, or -1 if none applies,
    and ``transfer_costs`` has the two amounts that a new owner may pay the Bank after a trade: one
    to keep the mortgage, and one to pay it off immediately. A custom board includes complete Title
    Deeds.
    """
    owned = [prop for prop in state.properties if prop.owner != BANK]
    return {
        **shown_position_of(state),
        "board": "classic" if is_classic(state.board) else full_board_data(state.board),
        "rent_rows": [int(rent_row(state, prop)) for prop in owned],
        "transfer_costs": [_transfer_costs(state, prop) for prop in owned],
        "waiting_for": state.waiting_for(),
        "you": seat,
    }


def _transfer_costs(state: State, prop: Property) -> list[int]:
    if not prop.mortgaged:
        return [0, 0]
    received = (int(prop.space),)
    return [
        int(transfer_cost(state, received, ())),
        int(transfer_cost(state, received, received)),
    ]


def view_changes(before: object, after: object) -> list[list[object]]:
    """List the changes that turn one view into another, as [path, value] pairs.

    A path is a list of names and indexes; an empty path is the whole view. Objects whose keys
    changed and lists whose lengths changed are replaced as a whole.
    """
    changes: list[list[object]] = []
    _compare(before, after, [], changes)
    return changes


def _compare(
    before: object, after: object, path: list[object], changes: list[list[object]]
) -> None:
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name, value in after.items():
            _compare(before[name], value, [*path, name], changes)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, value in enumerate(after):
            _compare(before[place], value, [*path, place], changes)
    elif type(before) is not type(after) or before != after:
        changes.append([path, after])


# -- JSON ------------------------------------------------------------------------------------------


def to_json(data: object) -> str:
    """Write plain data as JSON on one line."""
    return msgspec.json.encode(data).decode()


def from_json(text: str | bytes) -> object:
    """Read JSON; reject invalid JSON and objects with duplicate names."""
    try:
        raw = text.encode() if isinstance(text, str) else text
        data: object = msgspec.json.decode(raw)
        if msgspec.json.encode(data) != raw:
            # The text is not exactly what we would write. It may differ only in spacing, but it
            # may also contain a duplicate name, for which msgspec silently keeps the last value.
            json.loads(raw, object_pairs_hook=_once)
    except RecursionError:
        raise CodecError("The data is nested too deeply.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise CodecError(f"This is not JSON: {error}.") from None
    return data


def _once(pairs: list[tuple[str, object]]) -> None:
    seen = set[str]()
    for name, _ in pairs:
        if name in seen:
            raise ValueError(f"{_show(name)} appears twice in one object")
        seen.add(name)
