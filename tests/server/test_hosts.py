"""A table always has a host: somebody else takes over when the host leaves or stays away."""

from __future__ import annotations

from pathlib import Path

import pytest

from passgo.engine.rules.debt import Resign
from passgo.server.hub import Hub
from passgo.server.log_entries import SeatPlan
from passgo.server.presence import HOST_ABSENCE
from passgo.server.problems import Problem
from passgo.server.table import Table
from passgo.server.table_state import TableState
from passgo.server.tables import NewTable
from passgo.server.wire import Hello
from tests.server.fake_time import Time
from tests.server.kit import Listening, hub_at

pytestmark = pytest.mark.asyncio


async def hosted(
    hub: Hub, people: int = 3, bots: int = 0, start: bool = True
) -> tuple[Table, list[str]]:
    """Return a table with its host in the first seat and people in the next seats, and everyone's keys."""
    plans = [SeatPlan() for _ in range(people)] + [SeatPlan("simple") for _ in range(bots)]
    table, host = await hub.tables.make(NewTable(seats=plans))
    keys = [
        (await table.join(f"Player {seat}", key=None if seat else host))[1]
        for seat in range(people)
    ]
    if start:
        await table.start(host)
    return table, keys


async def refused(table: Table, key: str, seat: int) -> str:
    """Try to make a seat the host with a key; return the code of the Problem that is raised."""
    with pytest.raises(Problem) as caught:
        await table.hand_over(key, seat)
    return caught.value.code


# -- the host leaves -------------------------------------------------------------------------------


async def test_when_the_host_leaves_a_game_the_next_person_becomes_the_host(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, keys = await hosted(hub)
        heard = Listening(table)
        await table.leave(0, keys[0])
        assert table.describe().host == [1]
        hosts = [one["table"]["host"] for one in heard.messages]  # type: ignore[index]  # plain data
        assert hosts == [[1], [1]]  # nobody ever saw a table without a host
        read = TableState.open(await hub.storage.entries(table.name))
        assert read.seats_of(read.host) == [1]
        await table.leave(1, keys[1])
        assert table.describe().host == [2]
        await table.make_watch_link(keys[2])
        with pytest.raises(Problem):
            table.seats.access(keys[0])


async def test_a_connected_player_becomes_the_host_before_a_disconnected_one(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, keys = await hosted(hub, 4)
        for seat in (0, 2, 3):
            await hub.connect(Hello(table=table.name, keys=[keys[seat]]))
        await table.leave(0, keys[0])
        assert table.describe().host == [2]


async def test_the_next_host_is_the_first_person_after_the_old_hosts_seat(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, keys = await hosted(hub, 3, bots=1)
        await table.hand_over(keys[0], 2)
        await table.leave(2, keys[2])
        assert table.describe().host == [0]
        await table.leave(1, keys[1])
        await table.leave(0, keys[0])  # nobody is left to become the host
        assert table.describe().host == []


async def test_a_host_who_keeps_a_seat_stays_the_host(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host = await hub.tables.make(NewTable(seats=[SeatPlan(), SeatPlan(), SeatPlan()]))
        for name, key in (("Ann", host), ("Abe", host), ("Bob", None)):
            await table.join(name, key=key)
        await table.start(host)
        await table.leave(0, host)
        assert table.describe().host == [1]
        await table.leave(2, host)  # removing another player does not change the host either
        assert table.describe().host == [1]


async def test_before_the_game_a_host_without_a_seat_stays_the_host(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, keys = await hosted(hub, start=False)
        await table.leave(0, keys[0])
        assert table.describe().host == []
        await table.seat_bot(0, "easy", keys[0])


# -- the host is gone ------------------------------------------------------------------------------


async def test_a_player_may_become_the_host_once_the_host_is_away(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        hub.tables.now = time = Time()
        table, keys = await hosted(hub)
        there = await hub.connect(Hello(table=table.name, keys=[keys[0]]))
        time.now += 10 * HOST_ABSENCE
        assert await refused(table, keys[1], 1) == "host.here"
        again = await hub.connect(Hello(table=table.name, keys=[keys[0]]))
        hub.disconnect(there)
        time.now += 10 * HOST_ABSENCE  # the host has another page open
        assert await refused(table, keys[1], 1) == "host.here"
        hub.disconnect(again)
        time.now += HOST_ABSENCE - 1
        assert await refused(table, keys[1], 1) == "host.here"
        time.now += 1
        assert await refused(table, keys[1], 2) == "key.host"
        await table.hand_over(keys[1], 1)
        assert table.describe().host == [1]
        await table.leave(0, keys[1])  # the new host removes the old one
        assert table.describe().seats[0].kind == "free"


async def test_a_new_host_is_not_immediately_considered_away(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        hub.tables.now = time = Time()
        table, keys = await hosted(hub)
        time.now += 10 * HOST_ABSENCE
        await table.hand_over(keys[0], 1)
        assert await refused(table, keys[2], 2) == "host.here"
        time.now += HOST_ABSENCE
        await table.hand_over(keys[2], 2)
        assert table.describe().host == [2]


async def test_nobody_without_a_seat_can_become_the_host(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        hub.tables.now = time = Time()
        table, keys = await hosted(hub)
        watch = await table.make_watch_link(keys[0])
        time.now += 10 * HOST_ABSENCE
        for seat in (-1, 0, 1, 9):
            assert await refused(table, watch, seat) == "key.host"


async def test_before_the_game_nobody_can_replace_the_host(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        hub.tables.now = time = Time()
        table, keys = await hosted(hub, start=False)
        time.now += 10 * HOST_ABSENCE
        assert await refused(table, keys[1], 1) == "key.host"


async def test_after_the_game_the_rematch_does_not_wait_for_an_absent_host(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        hub.tables.now = time = Time()
        table, keys = await hosted(hub, 2)
        await table.play(Resign(0))
        assert table.state.status == "over"
        time.now += HOST_ABSENCE
        await table.hand_over(keys[1], 1)
        again = await hub.tables.rematch(table, keys[1])
        assert again.describe().host == [1]


async def test_after_a_restart_everyone_has_time_to_come_back(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        hub.tables.now = time = Time()
        table, keys = await hosted(hub)
        time.now += 10 * HOST_ABSENCE
        table.give_up()
        table = await hub.tables.get(table.name)
        assert await refused(table, keys[1], 1) == "host.here"
        time.now += HOST_ABSENCE
        await table.hand_over(keys[1], 1)
