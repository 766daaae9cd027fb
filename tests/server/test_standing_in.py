"""A bot plays for an absent player until they come back, and other players may replace an absent host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from passgo.codec import action_to_data
from passgo.server import presence
from passgo.server.log_entries import Clock
from passgo.server.presence import HOST_ABSENCE
from passgo.server.problems import Problem
from passgo.server.session import Session
from passgo.server.table import Table
from passgo.server.table_state import TableState
from passgo.server.wire import Hello
from tests.server.fake_time import Time
from tests.server.kit import Listening, hub_at, people, safe
from tests.server.test_hosts import hosted
from tests.waiting import until

pytestmark = pytest.mark.asyncio


def heard_by(session: Session) -> list[dict[str, Any]]:
    """Return the messages that are waiting for a client."""
    return [msgspec.json.decode(one) for one in session.outbox]


async def refused(table: Table, seat: int, key: str) -> str:
    """Return the code of the Problem raised when the host tries to let a bot play a seat."""
    with pytest.raises(Problem) as caught:
        await table.stand_in(seat, key)
    return caught.value.code


@pytest.mark.parametrize("clock", [Clock(), Clock(60, 300, "pass"), Clock(60, 300, "safe", "easy")])
async def test_a_bot_plays_for_an_absent_player_until_they_come_back(
    tmp_path: Path, clock: Clock
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, clock=clock)
        await table.start(host)
        gone = table.game.waiting_for[0]
        heard = Listening(table)
        await table.stand_in(gone, host)
        seat = table.describe().seats[gone]
        assert (seat.kind, seat.name, seat.away) == ("person", f"Player {gone}", True)
        assert table.state.bot_of(gone) == clock.bot
        assert table.state.places[gone].bank == clock.bank  # nobody's time ran out
        with pytest.raises(Problem) as caught:
            await table.join("Eve")
        assert caught.value.code == "table.full"
        await until(lambda: any(one.get("by") == "bot" for one in heard.messages))

        back = await hub.connect(Hello(table=table.name, keys=[keys[gone]]))
        assert heard_by(back)[0]["you"] == [gone]
        assert not table.describe().seats[gone].away
        assert not table.state.is_bot(gone)
        read = TableState.open(await hub.storage.entries(table.name))
        assert read.fingerprint() == table.state.fingerprint()


async def test_a_returning_player_makes_the_next_decision(tmp_path: Path) -> None:
    time = Time()
    async with hub_at(tmp_path, now=time) as hub:
        table, host, keys = await people(hub, clock=Clock(60, 0, "bot"))
        await table.start(host)
        autoplay = hub.hosted[table.name]
        autoplay.task.cancel()  # as if the bot were slow
        autoplay.autoplayer.quiet.set()
        gone = table.game.waiting_for[0]
        await table.set_away(gone, True)
        time.now += 1000
        back = await hub.connect(Hello(table=table.name, keys=[keys[gone]]))
        assert table.clocks.time_left(gone) == 60
        message = {"type": "play", "id": "1", "action": action_to_data(safe(table))}
        await back.receive(msgspec.json.encode(message).decode())
        answer = next(one for one in heard_by(back) if one.get("id") == "1")
        assert answer["type"] == "accepted"


async def test_only_the_host_can_let_a_bot_play_and_only_for_people(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, bots=("simple",))
        assert await refused(table, 1, host) == "table.waiting"
        await table.start(host)
        assert await refused(table, 1, keys[1]) == "key.host"
        assert await refused(table, 2, host) == "seat.free"
        assert await refused(table, 3, host) == "seat.unknown"
        await table.leave(1, host)  # the host has removed the player, so the seat is free
        assert await refused(table, 1, host) == "seat.free"
        assert table.describe().seats[1].kind == "free"


# -- when another player may become the host -------------------------------------------------------


def told(session: Session) -> list[object]:
    """Return the takeover times that a client has received."""
    return [one.get("takeover_in") for one in heard_by(session) if one["type"] == "presence"]


async def test_everyone_learns_when_they_may_become_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ANNOUNCE_DELAY", 0.0)
    time = Time()
    async with hub_at(tmp_path, now=time) as hub:
        table, keys = await hosted(hub)

        async def come(seat: int) -> Session:
            session = await hub.connect(Hello(table=table.name, keys=[keys[seat]]))
            await settled(table)
            return session

        host, bob = await come(0), await come(1)
        hub.disconnect(host)
        await settled(table)
        assert told(bob)[-2:] == [None, HOST_ABSENCE]
        time.now += HOST_ABSENCE - 0.5
        late = await come(2)
        assert told(late)[0] == 1  # rounded up so that nobody tries too early
        assert told(bob)[-1] == 1
        time.now += 0.5
        await table.hand_over(keys[1], 1)
        await settled(table)
        assert told(bob)[-1] is None
        await table.hand_over(keys[1], 0)  # an absent new host has time to connect
        await settled(table)
        assert told(bob)[-1] == HOST_ABSENCE


async def settled(table: Table) -> None:
    """Wait until presence has been announced."""
    await until(lambda: not table.presence.is_announcement_due)
