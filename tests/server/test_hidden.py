"""Clients receive only their own view: hidden information affects no message, and secrets are never sent."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random

import msgspec
import pytest

from passgo.engine.action import Action
from passgo.engine.events import CardDrawn
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.state import Hidden
from passgo.server.hub import Hub
from passgo.server.limits import Limits
from passgo.server.log_entries import Created
from passgo.server.messages import describe_view, write_listing
from passgo.server.storage import SqliteStorage
from passgo.server.table import Table
from passgo.server.wire import Accepted, Hello
from tests.laws.walks import walk
from tests.server.kit import Listening, hub_at, people
from tests.server.running import Data, Server, play_on, running, set_up, sitting

pytestmark = pytest.mark.asyncio


def reversed_decks(game: Game) -> Hidden:
    """Return the unseen cards in reverse order."""
    return Hidden([list(reversed(pile)) for pile in game.hidden.piles])


def with_another_secret(created: Created) -> Created:
    """Return a copy of the first log entry with a different secret."""
    return msgspec.structs.replace(created, secret="00" * 32)


async def told_to(hub: Hub, table: Table, key: str, action: Action) -> list[bytes]:
    """Return everything that a client receives when it connects, checks an action and views the table."""
    session = await hub.connect(Hello(table=table.name, keys=[key]))
    data = {"action": type(action).__name__, **action.fields()}
    if session.seats:
        await session.receive(msgspec.json.encode({"type": "check", "action": data}).decode())
    told: list[bytes] = []
    while session.outbox or session.options_due:
        told += await session.next_batch()
    hub.disconnect(session)
    told = [one for one in told if not one.startswith(b'{"type":"presence"')]  # sent after a delay
    return [*told, msgspec.json.encode([table.view, table.describe()]), write_listing(table.state)]


@pytest.mark.parametrize("number", range(4))
async def test_hidden_information_does_not_affect_any_message(tmp_path: Path, number: int) -> None:
    """Two tables with the same history but different decks and secrets send the same bytes to everyone.

    They are played in parallel, with every kind of action. Drawing a card makes the tables differ,
    as it should; the second table is then reset to match the first.
    """
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    fast = Limits(messages_burst=100_000)  # this test sends far more messages than a person could
    async with hub_at(tmp_path / "one", fast) as first, hub_at(tmp_path / "two", fast) as second:
        # Both hosts are absent for the same length of time.
        first.tables.now = second.tables.now = lambda: 1_000.0
        one, host, keys = await people(first, 3)
        watch = await one.make_watch_link(host)
        await one.start(host)
        row = await first.storage.row(one.name)
        assert row is not None
        await second.storage.create(row, await first.storage.entries(one.name))
        two = await second.tables.get(one.name)
        two.state.created = with_another_secret(two.state.created)
        hearing = Listening(one), Listening(two)
        compared = 0
        for _, action, _ in walk(number, 150, one.game):
            two.game.hidden = reversed_decks(one.game)
            for key in (*keys, watch):
                for_one = await told_to(first, one, key, action)
                assert for_one == await told_to(second, two, key, action)
            answers = await one.play(action), await two.play(action)
            assert answers[0] == answers[1]
            if isinstance(answers[0], Accepted):
                heard = [one.messages[-1] for one in hearing]
                if drew_a_card(heard[0]):
                    two.game.state = one.game.state.copy()
                    two.view = describe_view(two.state)
                else:
                    assert one.backlog.messages[-1] == two.backlog.messages[-1]
                    compared += 1
        assert compared > 50


def drew_a_card(message: Data) -> bool:
    events = message["events"]
    assert isinstance(events, list)
    return any(event["event"] == CardDrawn.__name__ for event in events)


async def test_checking_a_roll_reveals_nothing_about_the_dice(tmp_path: Path) -> None:
    """Nobody can find out in advance where a roll or a card would lead."""
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 2)
        await table.start(host)
        for game, action, _ in walk(1, 200, table.game):
            found = game.check(action)
            if type(action).__name__ == "Roll":
                assert found is None or isinstance(found, Refusal)
            await table.play(action)


async def test_no_secret_is_ever_sent(tmp_path: Path) -> None:
    """Search all data sent during a game for the dice secret, digests, keys and others' requests."""
    with running(tmp_path) as server:
        seats = set_up(server, 3, settings={"public": True}, rules={"starting_cash": 300})
        ann, bob, cat = seats.keys
        over_http: list[bytes] = []
        async with (
            sitting(server, seats.table, ann) as first,
            sitting(server, seats.table, bob, cat) as second,
            sitting(server, seats.table, seats.watch) as watcher,
        ):
            for part in range(10):
                await play_on([first, second], 20, Random(part))
                await first.ask("say", seat=0, text=f"part {part}")
                over_http += looked_at(server, seats.table, seats.watch)
            for caller in (first, second, watcher):
                await caller.catch_up()
            sent = [first.raw, second.raw, watcher.raw, over_http]
    storage = SqliteStorage(tmp_path / "games.db", read_only=True)
    await storage.open()
    log = await storage.entries(seats.table)
    await storage.close()
    secrets = [msgspec.json.decode(log[0], type=Data)["secret"]]
    keys = [seats.host, seats.watch, *seats.keys]
    secrets += keys
    secrets += [hashlib.sha256(key.encode()).hexdigest() for key in keys]
    for secret in secrets:
        assert isinstance(secret, str)
        assert any(secret.encode() in line for line in log) or secret in keys
        assert not any(secret.encode() in raw for raws in sent for raw in raws)
    # Each caller's requests have a unique prefix, which only the answers to that caller contain.
    for caller in (first, second):
        name = f'"{id(caller)}.'.encode()
        assert any(name in line for line in log)
        assert any(name in raw for raw in caller.raw)
        others = [raw for raws in sent if raws is not caller.raw for raw in raws]
        assert not any(name in raw for raw in others)


def looked_at(server: Server, table: str, key: str) -> list[bytes]:
    """Return everything that can be read over HTTP during a game."""
    url = f"/api/tables/{table}"
    replies = [
        server.ask("GET", "/api/tables"),
        server.ask("GET", url),
        server.ask("GET", f"{url}/view", key=key),
        server.ask("GET", f"{url}/chat", key=key),
        server.ask("GET", "/metrics"),
    ]
    assert [reply.status for reply in replies] == [200] * 5
    refused = server.ask("GET", f"{url}/record", key=key)
    assert refused.status == 403
    return [reply.body for reply in (*replies, refused)]
