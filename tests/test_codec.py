"""The codec: one vocabulary, strict parsing, and a table of types that matches the sources."""

from __future__ import annotations

import ast
import contextlib
import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from passgo import codec
from passgo.codec import (
    ACTIONS,
    EVENTS,
    FIELD_KINDS,
    OVERRIDES,
    CodecError,
    action_from_data,
    action_to_data,
    event_from_data,
    event_to_data,
    from_json,
    kind_of,
    option_to_data,
    refusal_to_data,
    to_json,
    view_changes,
    view_to_data,
)
from passgo.draw import draw
from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.engine.encode import shown_position_of
from passgo.engine.events import Event, PropertyBought, TradeOffered
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import PassGoError, Refusal, Refused
from passgo.engine.rules.building import Build
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.state import Offer
from passgo.engine.trade_terms import TradeTerms
from passgo.engine.value import fields_of
from passgo.position import game_from_position
from passgo.server.bot_worker import view_of
from tests.record.games import wanted_actions
from tests.scene import ANN, BALTIC, BOB, INCOME_TAX, READING, scene

ENGINE = Path(__file__).parent.parent / "src" / "passgo" / "engine"

ANNOTATIONS = {
    "i64": "int",
    "bool": "flag",
    "str": "text",
    "tuple[int, ...]": "ints",
    "Offer": "offer",
}


# -- the table and the sources ---------------------------------------------------------------------


def classes_in(*files: Path) -> dict[str, ast.ClassDef]:
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    return {
        node.name: node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)
    }


def descend_from(base: str, classes: dict[str, ast.ClassDef]) -> set[str]:
    found = {base}
    while True:
        more = {name for name, node in classes.items() if found & bases_of(node)}
        if more <= found:
            return found - {base}
        found |= more


def bases_of(node: ast.ClassDef) -> set[str]:
    return {parent.id for parent in node.bases if isinstance(parent, ast.Name)}


def constructor_of(node: ast.ClassDef) -> ast.FunctionDef | None:
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return part
    inherited = [constructor_of(SOURCES[base]) for base in bases_of(node) if base in SOURCES]
    return inherited[0] if inherited else None


def parameters(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    constructor = constructor_of(node)
    assert constructor is not None
    assert not constructor.args.kwonlyargs
    assert not constructor.args.posonlyargs
    for argument in constructor.args.args[1:]:
        assert argument.annotation is not None
        kind = ast.unparse(argument.annotation)
        if kind == "TradeTerms":  # its fields are written individually
            yield from parameters(SOURCES[kind])
        else:
            yield argument.arg, kind


SOURCES = classes_in(*ENGINE.rglob("*.py"))
EXTENDED = {base for node in SOURCES.values() for base in bases_of(node)}
ACTION_NAMES = descend_from("Action", SOURCES) - EXTENDED
EVENT_NAMES = descend_from("Event", SOURCES)


def test_every_action_and_event_in_the_sources_is_registered_under_its_name() -> None:
    assert set(ACTIONS) == ACTION_NAMES
    assert set(EVENTS) == EVENT_NAMES


@pytest.mark.parametrize("name", sorted({*ACTION_NAMES, *EVENT_NAMES, "Offer"}))
def test_the_table_matches_the_annotations(name: str) -> None:
    told = dict(parameters(SOURCES[name]))
    assert {field: kind_of(name, field) for field in told} == {
        field: ANNOTATIONS[text] for field, text in told.items()
    }
    if name in EVENTS:
        assert fields_of(EVENTS[name]) == tuple(told)


def test_the_table_has_no_stale_entry() -> None:
    used = {
        (name, field)
        for name in {*ACTION_NAMES, *EVENT_NAMES, "Offer"}
        for field, _ in parameters(SOURCES[name])
    }
    assert set(OVERRIDES) <= used
    assert {field for _, field in used - set(OVERRIDES)} == set(FIELD_KINDS)
    assert all(FIELD_KINDS[field] != kind for (_, field), kind in OVERRIDES.items())


def test_the_public_names_exist() -> None:
    assert all(hasattr(codec, name) for name in codec.__all__)
    assert issubclass(CodecError, PassGoError)


# -- round trips -----------------------------------------------------------------------------------

NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1)
ROWS = st.lists(NUMBERS, max_size=64).map(tuple)


def values(owner: str, field: str) -> st.SearchStrategy[Any]:
    if field == "terms":
        return built("TradeTerms", TradeTerms)
    kind = kind_of(owner, field)
    if owner in ACTIONS and field == "seat":
        return st.integers(-1, 2**53 - 1)
    if kind == "offer":
        return built("Offer", Offer)
    return {
        "int": NUMBERS,
        "flag": st.booleans(),
        "text": st.text(max_size=200).filter(lambda text: text.isprintable()),
        "ints": ROWS,
    }[kind]


def built(owner: str, kind: Any) -> st.SearchStrategy[Any]:
    return st.builds(kind, **{name: values(owner, name) for name in fields_of(kind)})


ANY_ACTION = st.sampled_from(sorted(ACTIONS)).flatmap(lambda name: built(name, ACTIONS[name]))
ANY_EVENT = st.sampled_from(sorted(EVENTS)).flatmap(lambda name: built(name, EVENTS[name]))


@pytest.mark.parametrize("seat", [-2, -113, -(2**53) + 1])
def test_a_seat_number_below_the_tables_own_is_rejected(seat: int) -> None:
    """Compiled code uses -113 to mark a number that was never set."""
    with pytest.raises(CodecError, match="no seat"):
        action_from_data({"action": "Roll", "seat": seat})


@given(ANY_ACTION)
def test_an_action_survives_a_round_trip(action: Action) -> None:
    data = action_to_data(action)
    assert from_json(to_json(data)) == data
    again = action_from_data(from_json(to_json(data)))
    assert again == action
    assert to_json(action_to_data(again)) == to_json(data)


@given(ANY_EVENT)
def test_an_event_survives_a_round_trip(event: Event) -> None:
    data = event_to_data(event)
    assert from_json(to_json(data)) == data
    assert list(data)[-1] == "cite"
    again = event_from_data(from_json(to_json(data)))
    assert again == event
    assert again.cite == event.cite


def test_actions_and_events_have_the_expected_json() -> None:
    assert to_json(action_to_data(Build(0, 39))) == '{"action":"Build","seat":0,"space":39}'
    assert to_json(event_to_data(PropertyBought(0, 39, 400))) == (
        '{"event":"PropertyBought","seat":0,"space":39,"price":400,"cite":"10 MCS 80"}'
    )
    offer = Offer(7, 0, 1, TradeTerms(give_cash=50, give_deeds=(1, 3)), (3,))
    assert event_to_data(TradeOffered(offer, "10 MCS 170"))["offer"] == {
        "number": 7,
        "maker": 0,
        "partner": 1,
        "give_cash": 50,
        "get_cash": 0,
        "give_deeds": [1, 3],
        "get_deeds": [],
        "give_cards": [],
        "get_cards": [],
        "unmortgage": [3],
    }
    assert refusal_to_data(Refusal("buy.cash", "Ruling 4", price=400, cash=3)) == {
        "refusal": "buy.cash",
        "cite": "Ruling 4",
        "values": {"price": 400, "cash": 3},
    }


# -- strictness ------------------------------------------------------------------------------------

BUILD: dict[str, object] = {"action": "Build", "seat": 0, "space": 39}
TAX: dict[str, object] = {"action": "ChooseTax", "seat": 0, "share": True}
ACCEPT: dict[str, object] = {"action": "AcceptTrade", "seat": 0, "offer": 1, "unmortgage": []}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "An action must be an object, not null."),
        ([], "An action must be an object, not a list."),
        ("Build", 'An action must be an object, not "Build".'),
        (3.5, "An action must be an object, not 3.5."),
        ({}, 'The field "action" is missing.'),
        ({"action": None}, 'The field "action" must be a name, not null.'),
        ({"action": ["Build"]}, 'The field "action" must be a name, not a list.'),
        ({"action": "build"}, 'There is no action "build"; did you mean Build?'),
        ({"action": "EndTrun"}, 'There is no action "EndTrun"; did you mean EndTurn?'),
        ({"action": "Zzz"}, 'There is no action "Zzz"; choose from Roll, EndTurn, '),
        ({"action": "x" * 10**6}, 'There is no action "xxx'),
        ({"action": "Action"}, 'There is no action "Action"; '),
        ({"action": "Build", "seat": 0}, "Build is missing the field space."),
        ({**BUILD, "spcae": 1}, 'Build has no field "spcae"; did you mean space?'),
        ({**BUILD, "q": 1}, 'Build has no field "q"; choose from seat, space.'),
        ({**BUILD, "event": "x"}, 'Build has no field "event"'),
        ({**BUILD, "space": True}, "The field space of Build must be a whole number, not true."),
        ({**BUILD, "space": 39.0}, "The field space of Build must be a whole number, not 39.0."),
        ({**BUILD, "space": "39"}, 'The field space of Build must be a whole number, not "39".'),
        ({**BUILD, "space": None}, "The field space of Build must be a whole number, not null."),
        ({**BUILD, "space": [39]}, "The field space of Build must be a whole number, not a list."),
        (
            {**BUILD, "space": 2**53},
            "The field space of Build must be between -9007199254740991 and ",
        ),
        (
            {**BUILD, "seat": -(10**5000)},
            "The field seat of Build must be between -9007199254740991 and ",
        ),
        ({**TAX, "share": 1}, "The field share of ChooseTax must be true or false, not 1."),
        (
            {**TAX, "share": "true"},
            'The field share of ChooseTax must be true or false, not "true".',
        ),
        ({**TAX, "share": None}, "The field share of ChooseTax must be true or false, not null."),
        (
            {**ACCEPT, "unmortgage": 3},
            "The field unmortgage of AcceptTrade must be a list of whole numbers, not 3.",
        ),
        (
            {**ACCEPT, "unmortgage": [1, True]},
            "Item 2 in the field unmortgage of AcceptTrade must be a whole number, not",
        ),
        (
            {**ACCEPT, "unmortgage": [[]]},
            "Item 1 in the field unmortgage of AcceptTrade must be a whole number, not a",
        ),
        (
            {**ACCEPT, "unmortgage": [1] * 65},
            "The field unmortgage of AcceptTrade must have at most 64 numbers, not 65.",
        ),
        (
            {"action": "InheritDeed", "seat": 0, "unmortgage": []},
            "The field unmortgage of InheritDeed must be true or false,",
        ),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_an_invalid_action_is_rejected_with_an_error_message(data: object, sentence: str) -> None:
    with pytest.raises(CodecError, match=f"^{re.escape(sentence)}") as caught:
        action_from_data(data)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            {"event": "PropertyBuoght"},
            'There is no event "PropertyBuoght"; did you mean PropertyBought?',
        ),
        ({"event": "Event"}, 'There is no event "Event"'),
        ({"event": "PropertyUnsold", "space": 1}, "PropertyUnsold is missing the field cite."),
        (
            {"event": "PropertyUnsold", "space": 1, "cite": "CR 5.2"},
            'PropertyUnsold cites CR 5.1, not "CR 5.2".',
        ),
        (
            {"event": "SentToJail", "seat": 1, "cite": 5},
            "The field cite of SentToJail must be a short string, not 5.",
        ),
        (
            {"event": "SentToJail", "seat": 1, "cite": "x" * 201},
            'The field cite of SentToJail must be a short string, not "xxx',
        ),
        (
            {"event": "TradeOffered", "offer": 3, "cite": "Ruling 14"},
            "The field offer of TradeOffered must be an object, not 3.",
        ),
        (
            {"event": "TradeOffered", "offer": {"number": 1}, "cite": "Ruling 14"},
            "Offer is missing the field maker.",
        ),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_an_invalid_event_is_rejected_with_an_error_message(data: object, sentence: str) -> None:
    with pytest.raises(CodecError, match=f"^{re.escape(sentence)}"):
        event_from_data(data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(ANY_ACTION | ANY_EVENT, st.data())
def test_no_changed_field_crashes_the_codec(value: Action | Event, data: st.DataObject) -> None:
    plain = action_to_data(value) if isinstance(value, Action) else event_to_data(value)
    key = data.draw(st.sampled_from(sorted(plain)) | st.text(max_size=5))
    plain[key] = data.draw(json_values)
    with contextlib.suppress(CodecError):
        if isinstance(value, Action):
            action_from_data(plain)
        else:
            event_from_data(plain)


def test_the_output_has_exact_types_even_if_the_engine_accepted_loose_ones() -> None:
    loose: Any = 1
    try:
        action = ChooseTax(0, loose)
    except TypeError:
        return  # a compiled engine enforces types itself
    assert action_to_data(action)["share"] is True


# -- JSON ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "This is not JSON"),
        (b"{", "This is not JSON"),
        (b"NaN", "This is not JSON"),
        (b"[Infinity]", "This is not JSON"),
        (b"1e400", "This is not JSON"),
        (b"9" * 5000, "This is not JSON"),
        (b"\xff\xfe", "This is not JSON"),
        (b'"\xff"', "This is not JSON"),
        (b"\xef\xbb\xbf{}", "This is not JSON"),
        (b'{"a":1}\x00', "This is not JSON"),
        (b'"a\nb"', "This is not JSON"),
        (b'"\\ud800"', "This is not JSON"),
        (b'"\\ud800abc"', "This is not JSON"),
        (b'"\\udc00"', "This is not JSON"),
        (b"{'a':1}", "This is not JSON"),
        (b'{"a":1,}', "This is not JSON"),
        (b'{"a":1,"a":1}', 'This is not JSON: "a" appears twice in one object'),
        (
            b'[{"x":{"a":1, "b":2, "\\u0061":3}}]',
            'This is not JSON: "a" appears twice in one object',
        ),
        (b"[" * 200_000, "The data is nested too deeply."),
        (b'{"a":' * 100_000, "The data is nested too deeply."),
        ("\ud800", "This is not JSON"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_invalid_json_is_rejected(text: str | bytes, sentence: str) -> None:
    with pytest.raises(CodecError, match=f"^{re.escape(sentence)}"):
        from_json(text)


@given(json_values.filter(lambda value: "NaN" not in repr(value)))
def test_json_from_other_programs_can_be_read(value: object) -> None:
    try:
        text = json.dumps(value, allow_nan=False, indent=1)
    except ValueError:
        return
    if len(text) < 200:
        found = from_json(text)
        assert found == json.loads(text)


# -- options and views -----------------------------------------------------------------------------


def from_option(data: dict[str, Any], rng: random.Random) -> dict[str, object]:
    """Choose values for an option and return the action, as a JSON client would."""
    action: dict[str, object] = {"action": data["action"], "seat": data["seat"]}
    for name, choice in data["choices"].items():
        if "low" in choice:
            action[name] = choice["low"]
        elif choice.get("many"):
            action[name] = choice["values"][: rng.randint(0, 1)]
        else:
            action[name] = rng.choice(choice["values"])
    return action


@pytest.mark.parametrize("seed", range(4))
def test_an_option_with_chosen_values_reads_back_as_an_action(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(3, Seeded(seed))
    asked = wanted_actions(rng, game)
    for _ in range(150):
        for seat in range(3):
            for option in game.options(seat, refused=True):
                data: Any = from_json(to_json(option_to_data(option)))
                action = action_from_data(from_option(data, rng))
                assert (data.get("refusal") is None) == (option.refusal is None)
                if option.refusal is not None:
                    assert data["refusal"] == refusal_to_data(option.refusal)
                    offers = option.action == "OfferTrade"  # refused only if it gives that deed
                    assert offers or game.view(seat).why_not(action) is not None
                elif "Trade" not in option.action:
                    assert game.view(seat).why_not(action) is None
        action = next(asked)
        try:
            game.play(action)
        except Refused:
            continue


def test_choices_have_the_type_of_their_field() -> None:
    option = Option("ChooseTax", 0, [Choice("share", [0, 1])])
    assert option_to_data(option)["choices"] == {"share": {"values": [False, True]}}
    option = Option("Bid", 0, [Choice("amount", None, 1, 90)])
    assert option_to_data(option)["choices"] == {"amount": {"low": 1, "high": 90}}
    option = Option("AcceptTrade", 0, [Choice("unmortgage", [1, 3], many=True)])
    assert option_to_data(option)["choices"] == {"unmortgage": {"values": [1, 3], "many": True}}


@pytest.mark.rule("10 MCS 110(c)")
def test_a_players_worth_is_hidden_until_the_tax_is_chosen() -> None:
    game = scene(turn=ANN, standing_on=INCOME_TAX, asked=[TaxChoice(ANN, 123457)])
    for seat in (ANN, BOB, codec.SPECTATOR):
        data = view_to_data(game.state, seat)
        assert data["agenda"][-1] == {"entry": "TaxChoice", "seat": ANN}  # type: ignore[index]  # a list
        assert "123457" not in to_json(data)
        assert (data["waiting_for"], data["you"]) == ([ANN], seat)
        shown = msgspec.msgpack.decode(view_of(game, seat))
        assert shown["agenda"][-1] == {"entry": "TaxChoice", "seat": ANN}
    for thing in (game, game.state, game.view(BOB)):
        assert "123457" not in repr(thing)
        assert "worth $" not in draw(thing).svg
    again = game_from_position(shown_position_of(game.state), Seeded(1))
    assert again.state.agenda.top == TaxChoice(ANN, 1500)  # what the player is worth now


@pytest.mark.rule("10 MCS 180(h)", "10 MCS 180(i)")
def test_a_view_includes_each_deeds_cost_in_a_trade() -> None:
    game = scene(owns={ANN: [BALTIC], BOB: [READING]}, mortgaged=[READING])
    data = view_to_data(game.state, ANN)
    assert data["transfer_costs"] == [[0, 0], [10, 110]]


def test_a_view_shows_nothing_hidden() -> None:
    game = Game(2, Seeded(1))
    other = game.view(0).imagine(Seeded(2))
    assert game.digest() != other.digest()
    assert to_json(view_to_data(game.state, 0)) == to_json(view_to_data(other.state, 0))
    assert "unseen" not in view_to_data(game.state, 0)


def changed(view: Any, changes: list[Any]) -> Any:
    """Apply changes to a view the way a client does, without using the rules."""
    view = copy.deepcopy(view)
    for path, value in changes:
        if not path:
            view = value
            continue
        place = view
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
    return view


@given(json_values, json_values)
def test_changes_turn_one_view_into_the_next(before: object, after: object) -> None:
    changes = json.loads(json.dumps(view_changes(before, after)))
    assert json.dumps(changed(before, changes)) == json.dumps(after) or before == after
    assert view_changes(after, copy.deepcopy(after)) == [] or "NaN" in json.dumps(after)


def test_only_changes_are_sent() -> None:
    before = {"cash": [5, 6], "properties": [1], "agenda": [{"a": 1}], "same": {"x": [1, 2]}}
    after = {"cash": [5, 7], "properties": [1, 2], "agenda": [{"b": 1}], "same": {"x": [1, 2]}}
    assert view_changes(before, after) == [
        [["cash", 1], 7],
        [["properties"], [1, 2]],
        [["agenda", 0], {"b": 1}],
    ]
    assert view_changes({"on": 1}, {"on": True}) == [[["on"], True]]
    assert view_changes(None, before) == [[[], before]]
