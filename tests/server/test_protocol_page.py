"""docs/protocol.md matches the server: each example is sent or compared with a real message."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from httpx import ASGITransport, AsyncClient
from jsonschema_rs import Draft202012Validator

from passgo.codec import action_from_data
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.moving import Roll
from passgo.server import app, session, table, websocket
from passgo.server.backlog import KEPT
from passgo.server.limits import Limits
from passgo.server.log_entries import Clock, HostSettings
from passgo.server.presence import HOST_ABSENCE
from passgo.server.problems import STATUS, Problem
from passgo.server.seat_options import describe_seat_options
from passgo.server.tables import NewTable
from passgo.server.wire import (
    BID_STEP,
    LONGEST_ID,
    PROTOCOL_VERSION,
    REACTIONS,
    ClientMessage,
    Hello,
    ServerMessage,
    read_message,
)
from tests import scene
from tests.server.kit import SERVER_MESSAGES, hub_at
from tools.wire_schema import schema

TEXT = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text("utf-8")
LEFT_OUT = "…"
SCHEMA = schema()


class Example(NamedTuple):
    """A code block on the page: its language, its label and its text."""

    line: int
    label: str
    text: str

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)
        return found


BLOCK = re.compile(r"^```(\w[^\n]*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    Example(TEXT.count("\n", 0, found.start()) + 1, found[1], found[2])
    for found in BLOCK.finditer(TEXT)
]


def labeled(label: str) -> list[Example]:
    return [example for example in EXAMPLES if example.label == label]


def rows(heading: str) -> dict[str, list[str]]:
    """Return a table on the page as rows keyed by their first cell; the table is found by its heading."""
    _, _, after = TEXT.partition(f"| {heading} |")
    lines = after.split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0].strip("`"): row[1:] for row in cells}


def holds(name: str, data: object) -> bool:
    pointed = {**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]}
    return Draft202012Validator(pointed).is_valid(data)


# -- messages from clients ---------------------------------------------------------------------------------


@pytest.mark.parametrize("example", labeled("json client"))
def test_the_server_can_read_every_client_example(example: Example) -> None:
    message = read_message(example.text)
    assert holds("ClientMessage", example.data)
    if "action" in example.data:
        action_from_data(example.data["action"])
    written = msgspec.to_builtins(message)
    assert {**written, **example.data} == written


def test_every_client_message_has_an_example() -> None:
    shown = {type(read_message(example.text)) for example in labeled("json client")}
    assert shown == set(get_args(ClientMessage))


# -- messages from the server ------------------------------------------------------------------------------

REQUESTS: list[dict[str, Any]] = [
    {"type": "play", "id": "8", "action": {"action": "Build", "seat": 0, "space": 39}},
    {"type": "play", "id": "9", "action": {"action": "EndTurn", "seat": 0}, "decision": 9999},
    {"type": "check", "id": "10", "action": {"action": "AlwaysAskForRent", "seat": 0, "on": True}},
    {"type": "order", "id": "12", "seat": 0, "end_turn": True},
    {"type": "say", "id": "15", "seat": 0, "text": "Good luck!"},
    {"type": "react", "id": "16", "seat": 0, "reaction": "👏"},
    {"type": "mute", "id": "17", "seat": 1},
    {"type": "back", "id": "14", "seat": 0},
    {"type": "say", "id": "18", "seat": 1, "text": "I am Bob"},
    {"type": "ping"},
]


class Visit:
    """A client at a real table, and all messages it has received."""

    def __init__(self, client: session.Session) -> None:
        self.client = client
        self.heard: list[dict[str, Any]] = []

    async def listen(self) -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []
        while self.client.outbox or self.client.options_due:
            heard += [json.loads(one) for one in await self.client.next_batch()]
        self.heard += heard
        return heard

    async def ask(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        await self.client.receive(json.dumps(message))
        return await self.listen()


async def visit(folder: Path) -> list[dict[str, Any]]:
    """Return what a client receives from before the game starts until the client reconnects."""
    async with hub_at(folder) as hub:
        new_table = msgspec.convert({"seats": [{}, {}]}, NewTable)
        new_table = msgspec.structs.replace(new_table, clock=Clock(60, 300))
        there, host = await hub.tables.make(new_table)
        await there.join("Ann", "Dog", 0, host)
        _, held = await there.join("Bob")
        heard: list[dict[str, Any]] = []
        with pytest.raises(Problem) as caught:
            await hub.connect(Hello(table=there.name, keys=["x" * 22]))
        heard.append(json.loads(session.problem_message("", caught.value)))
        hello = Hello(table=there.name, keys=[host])
        ann = Visit(await hub.connect(hello))
        for _ in range(2):  # move to the other seat and back
            await there.change(host, seats=new_table.seats, was=[1, 0])
        await there.start(host)
        await ann.listen()
        while (safe := there.game.default(there.game.waiting_for[0])) != Roll(0):
            await there.play(safe)
        decision = int(there.game.state.decision_number)
        roll = {"action": "Roll", "seat": 0}
        await ann.ask({"type": "check", "id": "11", "action": roll})
        first = await ann.ask({"type": "play", "id": "7", "action": roll, "decision": decision})
        again = await ann.ask({"type": "play", "id": "7", "action": roll, "decision": decision})
        assert [one for one in first if "id" in one] == again
        for request in REQUESTS:
            await ann.ask(request)
        await hub.connect(Hello(table=there.name, keys=[await there.make_watch_link(host)]))
        there.presence.announce()
        await ann.listen()
        await there.change(host, HostSettings(hints=True))
        while not (
            isinstance(there.game.state.agenda.top, BuyOrAuction) and there.game.waiting_for == [0]
        ):
            await there.play(there.game.default(there.game.waiting_for[0]))
        await ann.ask({"type": "hint", "id": "19", "seat": 0})
        bob = Visit(await hub.connect(Hello(table=there.name, keys=[held])))
        hub.disconnect(ann.client)
        there.presence.announce()
        await bob.listen()
        back = await hub.connect(msgspec.structs.replace(hello, since=there.state.seq - 2))
        return heard + ann.heard + bob.heard + await Visit(back).listen()


def filled(shown: Any, real: Any) -> Any:
    """Fill in the omitted parts of an example from a real message."""
    if shown == LEFT_OUT:
        return real
    if isinstance(shown, dict) and isinstance(real, dict):
        said = {name: one for name, one in shown.items() if name != LEFT_OUT}
        whole = {name: filled(one, real.get(name)) for name, one in said.items()}
        return {**real, **whole} if LEFT_OUT in shown else whole
    if isinstance(shown, list):
        kept = [one for one in shown if one != LEFT_OUT]
        return [filled(one, real[0] if isinstance(real, list) and real else None) for one in kept]
    return shown


@pytest.mark.asyncio
async def test_the_server_sends_what_the_page_shows(tmp_path: Path) -> None:
    heard = await visit(tmp_path)
    for example in labeled("json server"):
        where = f"line {example.line} of the page"
        kind = SERVER_MESSAGES[example.data["type"]]
        alike = [
            one
            for one in heard
            if one["type"] == example.data["type"] and one.keys() == example.data.keys()
        ]
        assert alike, f"{where}: the server sent no such message"
        whole = filled(example.data, alike[-1])
        assert holds(kind.__name__, whole), f"{where}: does not match the schema"
        if whole["type"] == "error":
            said = [(one["code"], one["sentence"]) for one in alike]
            assert (whole["code"], whole["sentence"]) in said, where
        if whole["type"] == "refused":
            assert whole["refusal"] in [one["refusal"] for one in alike], where
        if whole["type"] == "preview":
            assert whole["events"] in [one["events"] for one in alike], where


def test_the_additional_fields_in_options_match_the_page() -> None:
    owing = DebtDue(scene.ANN, scene.BOB, 190, "rent", "10 MCS 90", announced=True)
    debt = scene.scene(
        owns={scene.ANN: (*scene.ORANGE, scene.READING)},
        houses=dict.fromkeys(scene.ORANGE, 2),
        cash={scene.ANN: 0},
        asked=[owing],
    )
    auction = scene.scene(asked=[Auction(scene.READING, [scene.ANN, scene.BOB], 60, scene.ANN)])
    for game, example in zip((debt, auction), labeled("json options"), strict=True):
        told = json.loads(msgspec.json.encode(describe_seat_options(game, scene.ANN, 1)))
        assert {name: told[name] for name in example.data} == example.data
        assert holds("SeatOptions", told)


def test_every_server_message_has_an_example() -> None:
    shown = {SERVER_MESSAGES[example.data["type"]] for example in labeled("json server")}
    assert shown == set(get_args(ServerMessage))


@pytest.mark.asyncio
async def test_applying_changes_as_the_page_describes_produces_the_view(tmp_path: Path) -> None:
    named: dict[str, Any] = {}
    exec(labeled("python")[0].text, named)
    assert named["apply"](None, [[[], {"turn": 1}], [["turn"], 2]]) == {"turn": 2}
    async with hub_at(tmp_path) as hub:
        there, host = await hub.tables.make(msgspec.convert({"seats": [{}, {}]}, NewTable))
        for name in ("Ann", "Bob"):
            await there.join(name, key=host)
        client = Visit(await hub.connect(Hello(table=there.name, keys=[host], options=False)))
        await there.start(host)
        view: Any = None
        for _ in range(60):
            for message in await client.listen():
                view = message.get("view", view)
                view = named["apply"](view, message.get("changes", []))
            assert view == json.loads(json.dumps(there.view))
            await there.play(there.game.default(there.game.waiting_for[0]))


# -- tables on the page ------------------------------------------------------------------------------------


def test_every_code_block_is_checked() -> None:
    known = {"json client", "json server", "json options", "json answer", "python"}
    others = {example.label for example in EXAMPLES} - known
    assert all(label.startswith("json POST ") for label in others)
    assert len(EXAMPLES) * 2 == TEXT.count("```")
    assert len(labeled("json client")) > 9
    assert len(labeled("json server")) > 13


def test_the_error_codes_match_the_server() -> None:
    told = {code: int(cells[0]) for code, cells in rows("code | status").items()}
    assert told == STATUS


def test_the_close_codes_match_the_server() -> None:
    source = Path(websocket.__file__).read_text("utf-8")
    used = {int(code) for code in re.findall(r"close\(code=(\d+)", source)}
    too_large = 1009  # used by the websocket library
    told = {int(code) for code in rows("code | meaning")}
    assert told == used | set(websocket.CLOSE_CODES.values()) | {1000, too_large}


def test_the_limits_match_the_server() -> None:
    told = {name: float(cells[0]) for name, cells in rows("limit").items()}
    assert told == msgspec.structs.asdict(Limits())


def test_the_numbers_match_the_server() -> None:
    for words in (
        f"This is version {PROTOCOL_VERSION}.",
        f"within {websocket.FIRST_WORD:.0f} seconds",
        f"the last {KEPT} messages",
        f"among the last {table.MOST_ANSWERS}",
        f"up to {session.LONGEST_WAIT:.0f} seconds",
        f"up to {LONGEST_ID} characters",
        f"been disconnected for {HOST_ABSENCE:.0f} seconds",
        f"raises the bid by ${BID_STEP} at a time",
        f"available reactions are {' '.join(REACTIONS)}.",
    ):
        assert words in " ".join(TEXT.split())


@asynccontextmanager
async def server_at(folder: Path) -> AsyncIterator[AsyncClient]:
    """An HTTP client for a server whose tables are stored in a folder."""
    async with hub_at(folder) as hub:
        # httpx and Litestar declare different types for an ASGI app
        served: Any = app.make_app(hub)
        transport = ASGITransport(served)
        async with AsyncClient(transport=transport, base_url="http://table") as client:
            yield client


@pytest.mark.asyncio
async def test_every_request_is_documented(tmp_path: Path) -> None:
    async with server_at(tmp_path) as client:
        described = (await client.get("/api/schema/openapi.json")).json()
    served = {
        f"{method.upper()} {path}"
        for path, methods in described["paths"].items()
        for method in methods
    }
    assert set(rows("request")) == served


@pytest.mark.asyncio
async def test_the_requests_on_the_page_get_the_documented_responses(tmp_path: Path) -> None:
    requests = [example for example in EXAMPLES if example.label.startswith("json POST ")]
    answers = labeled("json answer")
    assert len(requests) == len(answers) == 2
    name = ""
    async with server_at(tmp_path) as client:
        for request, answer in zip(requests, answers, strict=True):
            url = request.label.removeprefix("json POST ").replace("{name}", name)
            reply = await client.post(url, json=request.data)
            assert reply.status_code == 201, reply.text
            real = reply.json()
            assert real.keys() == answer.data.keys()
            for field, value in answer.data.items():
                assert type(real[field]) is type(value)
                assert len(str(real[field])) == len(str(value))
            name = real.get("table", name)
