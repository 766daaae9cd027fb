"""The tables of fields say everything that their classes hold, and everything else follows them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from passgo.engine.board import classic
from passgo.engine.chance import NoChance
from passgo.engine.encode import POSITION_FIELDS, position_of
from passgo.engine.field_table import Field, FieldTable
from passgo.engine.ruleset import RuleSet
from passgo.engine.state import (
    PLAYER_FIELDS,
    PROPERTY_FIELDS,
    STATE_FIELDS,
    Player,
    Property,
    State,
)
from passgo.position import PositionError, game_from_position
from passgo.position.fields import Fields

SOURCE = Path(__file__).parent.parent / "src" / "passgo" / "engine" / "state.py"
COUNTED = {
    "Player": {"seat", "deeds", "mortgages", "complete", "buildings"},
    "Property": {"deed"},
    "State": {"houses", "hotels", "left"},
}
"""What a position does not hold because it can be counted or follows from the place in a list."""
TABLES = {"Player": PLAYER_FIELDS, "Property": PROPERTY_FIELDS, "State": STATE_FIELDS}


def attributes(name: str) -> set[str]:
    """The attributes that the constructor of a class of the state sets."""
    classes = [
        node for node in ast.parse(SOURCE.read_text("utf-8")).body if isinstance(node, ast.ClassDef)
    ]
    found = next(node for node in classes if node.name == name)
    constructor = next(
        node for node in found.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    )
    targets = [
        target
        for node in ast.walk(constructor)
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return {target.attr for target in targets if isinstance(target, ast.Attribute)}


@pytest.mark.parametrize("name", TABLES)
def test_every_attribute_is_in_its_table_or_can_be_counted(name: str) -> None:
    listed = {field.attribute for field in TABLES[name].fields}
    assert listed | COUNTED[name] == attributes(name)
    assert not listed & COUNTED[name]


@pytest.mark.parametrize("table", [*TABLES.values(), POSITION_FIELDS])
def test_each_field_has_one_name_and_a_meaning(table: FieldTable) -> None:
    assert len(set(table.names)) == len(table.names)
    for field in table.fields:
        assert field.meaning
        assert field.low <= (field.default or field.low) <= field.high


def other_value(field: Field) -> Any:
    """A value that a field may have, other than its default."""
    if field.kind == "flag":
        return not field.default
    if field.kind in ("seats", "cards"):
        return [1]
    assert field.kind in ("int", "count", "seat", "space", "property")
    return field.low if field.default != field.low else field.low + 1


def holder_of(name: str) -> Any:
    """A player, a property or a state."""
    if name == "Player":
        return Player(0, 0)
    if name == "Property":
        return Property(classic().deeds[0])
    return State(classic(), RuleSet(), [Player(0, 0), Player(1, 0)], [])


@pytest.mark.parametrize(
    ("name", "field"),
    [(name, field) for name, table in TABLES.items() for field in table.plain],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_copy_has_every_field(name: str, field: Field) -> None:
    holder = holder_of(name)
    if field.kind == "property":
        assert holder.copy().space == holder.space
        return
    setattr(holder, field.attribute, other_value(field))
    assert getattr(holder.copy(), field.attribute) == other_value(field)


# -- a field that is left out ------------------------------------------------------------------------------


def fill_pot(field: Field, data: dict[str, object]) -> int:
    """Read one field of a state that has $5 on Free Parking; return what it has then."""
    state = holder_of("State")
    state.pot = 5
    Fields("", data, ["pot"]).fill(state, [field], state.board, 1)
    return int(state.pot)


def test_words_about_a_default_do_not_change_how_a_field_is_read() -> None:
    field = Field("pot", "int", "the money", 7, default_words="seven dollars")
    assert not field.is_required()
    assert fill_pot(field, {}) == 7
    assert fill_pot(field, {"pot": 9}) == 9


def test_a_field_with_words_alone_is_required() -> None:
    field = Field("pot", "int", "the money", default_words="none")
    assert field.is_required()
    with pytest.raises(PositionError, match="^pot is missing$"):
        fill_pot(field, {})


def test_an_optional_field_stays_as_it_is() -> None:
    field = Field("pot", "int", "the money", optional=True)
    assert not field.is_required()
    assert fill_pot(field, {}) == 5
    assert fill_pot(field, {"pot": 9}) == 9


# -- a field that somebody adds ----------------------------------------------------------------------------


def test_what_is_written_has_exactly_the_fields_of_the_tables() -> None:
    start = {"players": [{}, {}], "properties": [{"space": 1, "owner": 0}]}
    position: Any = game_from_position(start, NoChance()).position()
    assert sorted(position) == sorted(POSITION_FIELDS.names)
    assert sorted(position["players"][0]) == sorted(PLAYER_FIELDS.names)
    assert sorted(position["properties"][0]) == sorted(PROPERTY_FIELDS.names)


def bounded(table: FieldTable) -> list[Field]:
    return [field for field in table.fields if field.kind in ("int", "count")]


@pytest.mark.parametrize("field", bounded(PLAYER_FIELDS), ids=lambda field: field.name)
def test_a_number_of_a_player_outside_its_bounds_is_refused(field: Field) -> None:
    for wrong in (field.low - 1, field.high + 1):
        with pytest.raises(PositionError, match=rf"^players\[1\]: {field.name} must be "):
            game_from_position({"players": [{}, {field.name: wrong}]}, NoChance())


@pytest.mark.parametrize("field", bounded(STATE_FIELDS), ids=lambda field: field.name)
def test_a_number_of_the_state_outside_its_bounds_is_refused(field: Field) -> None:
    for wrong in (field.low - 1, field.high + 1):
        with pytest.raises(PositionError, match=rf"^{field.name} must be "):
            game_from_position({"players": [{}, {}], field.name: wrong}, NoChance())


def test_what_is_written_is_exact_even_where_the_engine_took_something_like_it() -> None:
    state = game_from_position({"players": [{}, {}]}, NoChance()).state
    loose: Any = 1
    try:
        state.players[0].out = loose
    except TypeError:
        return  # compiled, the engine is strict itself
    state.pot = True
    data: Any = position_of(state, None)
    assert data["players"][0]["out"] is True
    assert type(data["pot"]) is int
