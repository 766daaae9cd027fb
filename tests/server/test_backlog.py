"""A client that reconnects gets the same events whether or not the server was restarted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from passgo.server import backlog
from passgo.server.backlog import KEPT, SLICE, Backlog, MessageKind
from passgo.server.hub import Hub
from passgo.server.log_entries import LogEntry, Ordered, write_entry
from passgo.server.storage import Append
from passgo.server.table import Table
from passgo.server.table_state import OnEntry, TableState
from passgo.server.wire import Hello
from tests.server.kit import Listening, hub_at, people, safe


async def welcome(hub: Hub, table: str, key: str, **asked: int) -> dict[str, Any]:
    """Return the welcome for a client that sends hello."""
    hello = msgspec.structs.replace(Hello(table=table, keys=[key]), **asked)
    session = await hub.connect(hello)
    told: dict[str, Any] = msgspec.json.decode(session.outbox[0])
    return told


def story(told: dict[str, Any], until: int) -> list[object]:
    """Return a welcome's history up to a seq, leaving out the changes, which a restart loses."""
    return [
        [{**one, "changes": []} for one in told["history"] if one["seq"] <= until],
        [one for one in told["table_history"] if one["seq"] <= until],
    ]


async def play(table: Table, count: int) -> None:
    """Play ``count`` safe answers."""
    for _ in range(count):
        await table.play(safe(table))


@pytest.mark.asyncio
async def test_the_history_is_complete_after_a_restart(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, bob) = await people(hub)
        await table.start(host)
        await play(table, 7)
        await table.leave(1, bob)
        await table.set_order(0, decline_offers=True)
        seq = table.state.seq  # from here on, a bot plays for Bob
        before = await welcome(hub, table.name, ann, history=50)
        assert len(before["history"]) >= 7
    async with hub_at(tmp_path) as hub:
        after = await welcome(hub, table.name, ann, history=50)
        assert story(after, seq) == story(before, seq)
        began = next(one for one in after["table_history"] if "view" in one)
        assert began["events"][0]["event"] == "GameSetUp"
        short = await welcome(hub, table.name, ann, history=3)
        assert len(short["history"]) == 3


@pytest.mark.asyncio
async def test_a_restart_keeps_only_the_latest_messages(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, _) = await people(hub)
        await table.start(host)
        await play(table, KEPT + 20)
        before = await welcome(hub, table.name, ann, history=2 * KEPT)
        seq = table.state.seq
    async with hub_at(tmp_path) as hub:
        after = await welcome(hub, table.name, ann, history=2 * KEPT)
        assert len(after["history"]) == KEPT
        assert story(after, seq) == story(before, seq)
        await play(await hub.tables.get(table.name), 5)
        later = await welcome(hub, table.name, ann, history=2 * KEPT)
        assert later["history"][:-5] == after["history"][5:]


@pytest.mark.asyncio
async def test_a_client_that_missed_messages_before_a_restart_gets_the_whole_view(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, _) = await people(hub)
        await table.start(host)
        await play(table, 4)
        seen = table.state.seq
    async with hub_at(tmp_path) as hub:
        assert "view" in await welcome(hub, table.name, ann, since=seen - 2, history=9)
        assert "view" not in await welcome(hub, table.name, ann, since=seen, history=9)
        await play(await hub.tables.get(table.name), 2)
        assert "view" in await welcome(hub, table.name, ann, since=seen - 1, history=9)
        missed = await welcome(hub, table.name, ann, since=seen, history=9)
        assert "view" not in missed


@pytest.mark.asyncio
async def test_the_start_of_the_game_is_not_sent_again_after_a_restart(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        await play(table, 1)
    async with hub_at(tmp_path) as hub:
        again = await hub.tables.get(table.name)
        heard = Listening(again)
        await again.set_order(0, decline_offers=True)
        assert [one.get("events", []) for one in heard.messages] == [[]]


@pytest.mark.asyncio
async def test_the_history_has_a_maximum_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, _) = await people(hub)
        await table.start(host)
        await play(table, 20)
        assert len((await welcome(hub, table.name, ann, history=20))["history"]) == 20
        monkeypatch.setattr(backlog, "MOST_BYTES", 2_000)
        kept = (await welcome(hub, table.name, ann, history=20))["history"]
        assert 0 < len(kept) < 20
        assert kept[-1]["seq"] == table.state.seq


@pytest.mark.asyncio
async def test_a_long_log_is_read_in_small_slices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many tables are opened at the same time, other tasks run after every few entries."""
    async with hub_at(tmp_path) as hub:
        names = []
        for _ in range(3):
            table, host, _ = await people(hub)
            await table.start(host)
            lines = [
                write_entry(Ordered(0.0, 0, end_turn=number % 2 == 0)) for number in range(500)
            ]
            await hub.storage.append(Append(table.name, table.state.seq + 1, lines, 0.0))
            names.append(table.name)
            hub.forget(table.name)
        turns = [0]  # entries read in each turn of the event loop
        read = TableState.read

        def counted(state: TableState, line: LogEntry, hear: OnEntry | None = None) -> None:
            turns[-1] += 1
            read(state, line, hear)

        async def tick() -> None:
            while True:
                await asyncio.sleep(0)
                turns.append(0)

        monkeypatch.setattr(TableState, "read", counted)
        ticking = asyncio.create_task(tick())
        tables = await asyncio.gather(*(hub.tables.get(name) for name in names))
        ticking.cancel()
        assert max(turns) <= SLICE
        assert sum(turns) >= 3 * 500
        for one in tables:
            entries = await hub.storage.entries(one.name)
            assert TableState.open(entries).fingerprint() == one.state.fingerprint()


# -- the backlog alone -----------------------------------------------------------------------------


def backlog_of(*kinds: MessageKind) -> Backlog:
    """Return a backlog of messages of these kinds, with seqs starting at 2."""
    kept = Backlog()
    for seq, kind in enumerate(kinds, 2):
        kept.keep(seq, b"%d" % seq, kind)
    return kept


def test_a_client_gets_the_messages_after_the_last_one_it_has() -> None:
    kept = backlog_of("action", "", "seats")
    assert kept.messages_since(4, 4) == []
    assert kept.messages_since(2, 4) == [b"3", b"4"]
    assert kept.messages_since(1, 4) == [b"2", b"3", b"4"]


@pytest.mark.parametrize("since", [0, -1, 5, 2**70])
def test_messages_since_an_unknown_seq_are_not_available(since: int) -> None:
    assert backlog_of("action", "action", "action").messages_since(since, 4) is None


def test_messages_rebuilt_from_the_log_are_not_sent_as_missed_messages() -> None:
    kept = backlog_of("action", "action", "action")
    kept.recalled = 3
    assert kept.messages_since(2, 4) is None
    assert kept.messages_since(3, 4) == [b"4"]


def test_the_history_has_the_latest_messages_of_each_kind() -> None:
    kept = backlog_of("seats", "action", "", "action", "action")
    assert [bytes(one) for one in kept.latest("action", 2)] == [b"5", b"6"]
    assert [bytes(one) for one in kept.latest("seats", 9)] == [b"2"]
    assert kept.latest("action", 0) == []


def test_only_the_latest_messages_are_stored() -> None:
    kinds: list[MessageKind] = ["action"] * (KEPT + 5)
    kept = backlog_of(*kinds)
    assert len(kept.messages) == KEPT
    assert kept.messages_since(5, KEPT + 6) is None
    found = kept.messages_since(6, KEPT + 6)
    assert found is not None
    assert len(found) == KEPT
