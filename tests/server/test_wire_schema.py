"""The schema for socket messages matches everything in real games and rejects invalid data."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator, meta

from passgo.codec import (
    ACTIONS,
    EVENTS,
    action_to_data,
    event_to_data,
    option_to_data,
    refusal_to_data,
    view_to_data,
)
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.legal import ENTRIES
from passgo.engine.rules.shortage import BuildingAuction, BuildingSale
from passgo.engine.ruleset import rule_set
from passgo.server.wire import Hello
from tests.record.games import wanted_actions
from tests.scene import scene
from tests.server.kit import SERVER_MESSAGES, hub_at, people
from tests.test_say import REFUSALS
from tools.wire_schema import main, refusal_codes, schema, typescript

SCHEMA = schema()
CHECKED: dict[str, Draft202012Validator] = {}


def holds(name: str, data: object) -> bool:
    """Return whether data matches one of the schema's definitions."""
    if name not in CHECKED:
        CHECKED[name] = Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]})
    return CHECKED[name].is_valid(data)


class Once:
    """A validator that checks each distinct value against the schema only once."""

    def __init__(self) -> None:
        self.seen: dict[str, set[str]] = {}

    def check(self, name: str, data: object) -> None:
        text = json.dumps(data)
        seen = self.seen.setdefault(name, set())
        if text not in seen:
            seen.add(text)
            assert holds(name, json.loads(text)), f"{name}: {text}"

    def named(self, name: str, field: str) -> set[str]:
        return {json.loads(text)[field] for text in self.seen[name]}


def test_the_schema_is_valid_and_every_reference_is_defined() -> None:
    meta.validate(SCHEMA)
    pointed = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(SCHEMA)))
    assert pointed | {"HttpBody"} == set(SCHEMA["$defs"])


def test_the_refusal_codes_match_the_engine() -> None:
    assert set(refusal_codes()) == set(REFUSALS)


@pytest.mark.parametrize("seed", [3, 4])
def test_everything_in_a_real_game_matches_the_schema(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(4, Seeded(seed), rules=rule_set(deeds_dealt=3))
    once = Once()
    asked = wanted_actions(rng, game)
    for _ in range(800):
        action = next(asked)
        once.check("Action", action_to_data(action))
        refusal = game.why_not(action)
        if refusal is not None:
            once.check("Refusal", refusal_to_data(refusal))
            continue
        for event in game.play(action):
            once.check("GameEvent", event_to_data(event))
        seat = rng.randrange(4)
        for option in game.options(seat, refused=rng.random() < 0.1):
            once.check("Option", option_to_data(option))
        if rng.random() < 0.3:
            once.check("View", view_to_data(game.state, seat))
        for entry in msgspec.to_builtins(view_to_data(game.state))["agenda"]:
            once.check("AgendaEntry", entry)
        if game.state.over:
            break
    assert len(once.named("GameEvent", "event")) > 20
    assert len(once.named("Option", "action")) > 12
    assert len(once.named("Refusal", "refusal") | once.named("AgendaEntry", "entry")) > 6
    assert len(once.seen["View"]) > 60


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("Action", {"action": "Buy", "seat": 0, "space": 1}),
        ("Action", {"action": "Build", "seat": 0}),
        ("Action", {"action": "Build", "seat": 0, "space": True}),
        ("Action", {"action": "Steal", "seat": 0}),
        ("GameEvent", {"event": "PropertyDeclined", "seat": 0, "space": 1}),
        ("Refusal", {"refusal": "no.such", "cite": "10 MCS 80", "values": {}}),
        ("Option", {"action": "Bid", "seat": 0, "choices": {}, "answers": True}),
        ("ServerMessage", {"id": "1", "seq": 3}),
        ("ServerMessage", {"type": "accepted", "id": "1", "seq": 3, "more": 1}),
        ("ClientMessage", {"type": "shout"}),
        ("ClientMessage", {"type": "play", "action": {"action": "Buy"}}),
        ("ClientMessage", {"type": "say", "seat": "0", "text": "hello"}),
    ],
)
def test_invalid_data_does_not_match_the_schema(name: str, data: object) -> None:
    assert not holds(name, data)


def test_a_view_must_have_all_fields_and_no_others() -> None:
    view: dict[str, Any] = json.loads(json.dumps(view_to_data(Game(2, Seeded(1)).state)))
    assert holds("View", view)
    for name in view:
        assert not holds("View", {key: value for key, value in view.items() if key != name})
    assert not holds("View", {**view, "unseen": [[], []]})


def test_rare_agenda_entries_match_the_schema() -> None:
    entries = [BuildingSale(0), BuildingAuction(0, [0, 1], 60, 1, 39)]
    agenda = msgspec.to_builtins(view_to_data(scene(asked=entries).state))["agenda"]
    assert [entry["entry"] for entry in agenda] == ["ToRoll", "BuildingSale", "BuildingAuction"]
    assert all(holds("AgendaEntry", entry) for entry in agenda)


@pytest.mark.asyncio
async def test_everything_sent_over_a_socket_matches_the_schema(tmp_path: Path) -> None:
    once = Once()
    rng = random.Random(5)
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 3)
        session = await hub.connect(Hello(table=table.name, keys=keys))

        async def ask(message: dict[str, object]) -> None:
            once.check("ClientMessage", message)
            for rate in session.rates:
                rate.left = rate.burst  # as if the client had waited
            await session.receive(json.dumps(message))
            while session.outbox or session.options_due:
                for told in await session.next_batch():
                    data = json.loads(told)
                    once.check("ServerMessage", data)
                    once.check(SERVER_MESSAGES[data["type"]].__name__, data)

        await table.start(host)
        roll: dict[str, object] = {"action": "Roll", "seat": table.game.waiting_for[0]}
        await ask({"type": "check", "id": "check", "action": roll})
        await ask({"type": "play", "id": "stale", "action": roll, "decision": 9999})
        await ask({"type": "play", "id": "roll", "action": roll, "decision": 0})
        for number, action in enumerate(itertools.islice(wanted_actions(rng, table.game), 60)):
            kind = rng.choice(["play", "play", "check"])
            await ask({"type": kind, "id": str(number), "action": action_to_data(action)})
    seen = {"Welcome", "TableUpdate", "SeatOptions", "Preview", "ErrorAnswer", "Accepted", "Played"}
    assert seen <= once.seen.keys()


# -- TypeScript --------------------------------------------------------------------------------------------


def types() -> Iterator[str]:
    """Return the names that the TypeScript source defines."""
    for _, name in re.findall(r"^export (interface|type) (\w+)", typescript(SCHEMA), re.MULTILINE):
        yield name


def test_the_typescript_types_name_every_action_event_and_entry() -> None:
    text = typescript(SCHEMA)
    for field, names in (("action", ACTIONS), ("event", EVENTS), ("entry", ENTRIES)):
        told = set(re.findall(rf'^  {field}: "(\w+)";$', text, re.MULTILINE))
        assert told == set(names)
    for union in ("Action", "GameEvent", "Refusal", "Option", "View", "AgendaEntry"):
        assert union in set(types())


def test_the_typescript_types_are_complete() -> None:
    text = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", typescript(SCHEMA))
    plain = re.sub(r'"[^"\n]*"', "", text)
    for opening, closing in ("{}", "[]", "()", "<>"):
        assert plain.count(opening) == plain.count(closing)
    assert plain.count('"') == 0
    known = {*types(), "Record", "Array"}
    assert len(list(types())) == len(set(types())) == len(SCHEMA["$defs"])
    assert set(re.findall(r"\b[A-Z]\w+", plain)) <= known
    assert re.findall(r"^  \w+: unknown", text, re.MULTILINE) == []


@pytest.mark.parametrize("form", ["json", "typescript"])
def test_the_output_is_the_same_every_time(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([form]) == 0
    first = capsys.readouterr().out
    main([form])
    assert capsys.readouterr().out == first != ""
