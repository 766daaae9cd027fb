"""The field tables cover their classes completely, and the rest of the code matches them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from passgo.engine.agenda import Agenda
from passgo.engine.board import classic
from passgo.engine.chance import NoChance
from passgo.engine.encode import POSITION_FIELDS, position_of
from passgo.engine.field_table import Field, FieldTable
from passgo.engine.rules.turn import TO_END_TURN, TO_ROLL
from passgo.engine.ruleset import RuleSet
from passgo.engine.state import (
    PLAYER_FIELDS,
    PROPERTY_FIELDS,
    STATE_FIELDS,
    Debt,
    Inquiry,
    Offer,
    PastOffer,
    Player,
    Property,
    Rent,
    State,
)
from passgo.engine.trade_terms import TradeTerms
from passgo.position import PositionError, game_from_position
from passgo.position.fields import Fields

SOURCE = Path(__file__).parent.parent / "src" / "passgo" / "engine" / "state.py"
COUNTED = {
    "Player": {"seat", "deeds", "mortgages", "complete", "buildings"},
    "Property": {"deed"},
    "State": {"houses", "hotels", "left"},
}
"""Attributes that a position leaves out because they can be counted or follow from a list index."""
LINKED = {"Player": {"all_properties"}}
"""Attributes that the state sets when it is made or copied."""
TABLES = {"Player": PLAYER_FIELDS, "Property": PROPERTY_FIELDS, "State": STATE_FIELDS}


def attributes(name: str) -> set[str]:
    """Return the attributes that a state class's constructor sets."""
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
    return {
        target.attr
        for target in targets
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self"
    }


@pytest.mark.parametrize("name", TABLES)
def test_every_attribute_is_in_its_table_or_derived(name: str) -> None:
    listed = {field.attribute for field in TABLES[name].fields}
    assert listed | COUNTED[name] | LINKED.get(name, set()) == attributes(name)
    assert not listed & COUNTED[name]


@pytest.mark.parametrize("table", [*TABLES.values(), POSITION_FIELDS])
def test_each_field_has_one_name_and_a_meaning(table: FieldTable) -> None:
    assert len(set(table.names)) == len(table.names)
    for field in table.fields:
        assert field.meaning
        assert field.default is None or field.low <= field.default <= field.high


def holder_of(name: str) -> Any:
    """Return a player, a property or a state."""
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
        assert holder.copy().space == holder.space  # derived from the deed
        return
    value = other_value(field, getattr(holder, field.attribute))
    setattr(holder, field.attribute, value)
    copied = getattr(holder.copy(), field.attribute)
    assert copied == value
    assert not isinstance(value, list) or copied is not value


@pytest.mark.parametrize(
    ("name", "attribute"),
    [(name, attribute) for name in COUNTED for attribute in sorted(COUNTED[name])],
)
def test_a_copy_has_the_fields_that_a_position_leaves_out(name: str, attribute: str) -> None:
    holder = holder_of(name)
    if attribute != "deed":
        setattr(holder, attribute, getattr(holder, attribute) + 1)
    assert getattr(holder.copy(), attribute) == getattr(holder, attribute)


def other_value(field: Field, now: Any) -> Any:
    """Return a valid value for a field, different from the current one."""
    if field.kind == "flag":
        return not now
    if field.kind in ("seats", "cards"):
        return [*now, 1]
    assert field.kind in ("int", "seat", "space")
    return now + 1


def full_state() -> State:
    """Return a state in which no part is empty."""
    state = State(
        classic(),
        RuleSet(),
        [Player(0, 3), Player(1, 4)],
        [Property(deed) for deed in classic().deeds],
    )
    state.agenda = Agenda([TO_END_TURN[0], TO_ROLL[1]])
    state.rents = [Rent(1, 0, 1, 3, 4, 1, "10 MCS 90")]
    state.debts = [Debt(1, 0, 4, "rent", "10 MCS 90")]
    state.offers = [Offer(2, 0, 1, TradeTerms(5))]
    state.past_offers = [PastOffer(2, 0, 1, TradeTerms(5), 1)]
    state.inquiries = [Inquiry(3, 0, 1, 5, 1)]
    state.demands = [[1, 2], [0, 1]]
    state.seen = [[1], [2]]
    return state


@pytest.mark.parametrize(
    "name",
    [field.name for field in STATE_FIELDS.fields if field.kind == "part"],
)
def test_a_copy_has_every_part(name: str) -> None:
    state = full_state()
    copied = state.copy()
    mine: Any = getattr(state, name)
    theirs: Any = getattr(copied, name)
    if name in ("board", "rules"):
        assert theirs is mine  # they never change
        return
    assert mine is not theirs
    if name == "agenda":
        mine, theirs = mine.entries, theirs.entries
        assert mine is not theirs
    assert len(mine) == len(theirs) > 0
    for one, other in zip(mine, theirs, strict=True):
        if name in ("demands", "seen", "players", "properties"):
            assert one is not other
        if name not in ("players", "properties"):
            assert one == other
    assert position_of(copied, None)[name] == position_of(state, None)[name]


# -- missing fields ---------------------------------------------------------------------------------


def fill_pot(field: Field, data: dict[str, object]) -> int:
    """Read one field into a state with $5 on Free Parking; return the resulting amount."""
    state = holder_of("State")
    state.pot = 5
    Fields("", data, ["pot"]).fill(state, [field], state.board, 1)
    return int(state.pot)


def test_the_description_of_a_default_does_not_change_how_a_field_is_read() -> None:
    field = Field("pot", "int", "the money", 7, default_words="seven dollars")
    assert not field.is_required()
    assert fill_pot(field, {}) == 7
    assert fill_pot(field, {"pot": 9}) == 9


def test_a_field_with_only_a_description_of_its_default_is_required() -> None:
    field = Field("pot", "int", "the money", default_words="none")
    assert field.is_required()
    with pytest.raises(PositionError, match=r"^pot is missing$"):
        fill_pot(field, {})


def test_a_missing_optional_field_keeps_its_value() -> None:
    field = Field("pot", "int", "the money", optional=True)
    assert not field.is_required()
    assert fill_pot(field, {}) == 5
    assert fill_pot(field, {"pot": 9}) == 9


# -- new fields -------------------------------------------------------------------------------------


def test_the_output_has_exactly_the_fields_in_the_tables() -> None:
    start = {"players": [{}, {}], "properties": [{"space": 1, "owner": 0}]}
    position: Any = game_from_position(start, NoChance()).position()
    assert sorted(position) == sorted(POSITION_FIELDS.names)
    assert sorted(position["players"][0]) == sorted(PLAYER_FIELDS.names)
    assert sorted(position["properties"][0]) == sorted(PROPERTY_FIELDS.names)


def bounded(table: FieldTable) -> list[Field]:
    return [field for field in table.fields if field.kind == "int"]


@pytest.mark.parametrize("field", bounded(PLAYER_FIELDS), ids=lambda field: field.name)
def test_an_out_of_range_number_in_a_player_is_rejected(field: Field) -> None:
    for wrong in (field.low - 1, field.high + 1):
        with pytest.raises(PositionError, match=rf"^players\[1\]: {field.name} must be "):
            game_from_position({"players": [{}, {field.name: wrong}]}, NoChance())


@pytest.mark.parametrize("field", bounded(STATE_FIELDS), ids=lambda field: field.name)
def test_an_out_of_range_number_in_the_state_is_rejected(field: Field) -> None:
    for wrong in (field.low - 1, field.high + 1):
        with pytest.raises(PositionError, match=rf"^{field.name} must be "):
            game_from_position({"players": [{}, {}], field.name: wrong}, NoChance())


def test_the_output_has_exact_types_even_if_the_engine_accepted_loose_ones() -> None:
    state = game_from_position({"players": [{}, {}]}, NoChance()).state
    loose: Any = 1
    try:
        state.players[0].out = loose
    except TypeError:
        return  # a compiled engine enforces types itself
    state.pot = True
    data: Any = position_of(state, None)
    assert data["players"][0]["out"] is True
    assert type(data["pot"]) is int
