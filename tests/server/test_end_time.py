"""Ruling 15: a time limit is agreed on before the start, and the table ends the game on time."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from passgo.record import read_record, verify
from passgo.server.game_file import write_game_file
from passgo.server.hub import IDLE, Hub
from passgo.server.log_entries import Clock
from passgo.server.problems import Problem
from passgo.server.table import Table
from passgo.server.wire import LONGEST_GAME, Accepted, ActionRefused, ClockSettings
from tests.server.fake_time import Time
from tests.server.kit import Listening, hub_at, people, safe
from tests.waiting import until

pytestmark = pytest.mark.asyncio

LIMIT: dict[str, object] = {"preset": "time_limit"}


async def end_of(hub: Hub, table: Table) -> None:
    """Wait until the table has ended its game."""
    await hub.hosted[table.name].task
    assert table.state.status == "over"


async def last_entry(hub: Hub, table: Table) -> dict[str, object]:
    entry: dict[str, object] = msgspec.json.decode((await hub.storage.entries(table.name))[-1])
    return entry


async def test_the_length_is_known_before_the_start_and_the_end_time_afterward(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path, now=Time(5000)) as hub:
        table, host, _ = await people(hub, clock=Clock(game_minutes=30), rules=LIMIT)
        assert table.describe().clock.game_minutes == 30
        assert table.describe().ends_at is UNSET
        await table.change(host, clock=Clock(game_minutes=45))
        heard = Listening(table)
        await table.start(host)
        assert table.describe().ends_at == 5000 + 45 * 60
        assert heard.messages[-1]["table"] == msgspec.to_builtins(table.describe())
        with pytest.raises(Problem):  # the length can no longer be changed
            await table.change(host, clock=Clock(game_minutes=1))


async def test_the_default_length_is_an_hour(tmp_path: Path) -> None:
    async with hub_at(tmp_path, now=Time(5000)) as hub:
        table, host, _ = await people(hub, rules=LIMIT)
        await table.start(host)
        assert table.describe().ends_at == 5000 + 3600


async def test_without_a_time_limit_there_is_no_end_time(tmp_path: Path) -> None:
    now = Time(5000)
    async with hub_at(tmp_path, now=now) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        now.now += 1_000_000
        assert table.describe().ends_at is UNSET
        assert isinstance(await table.play(safe(table)), Accepted)


@pytest.mark.parametrize("minutes", [0, -5, LONGEST_GAME + 1])
async def test_the_length_of_a_game_is_limited(minutes: int) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"`int` [<>]= \d+ - at `\$.game_minutes`"):
        msgspec.convert({"game_minutes": minutes}, ClockSettings)


async def test_the_table_ends_the_game_on_time(tmp_path: Path) -> None:
    now = Time(5000)
    async with hub_at(tmp_path, now=now) as hub:
        table, host, _ = await people(hub, clock=Clock(game_minutes=10), rules=LIMIT)
        await table.start(host)
        heard = Listening(table)
        now.now += 599
        assert hub.hosted[table.name].autoplayer.seconds_to_timeout() == 1
        assert isinstance(await table.play(safe(table)), Accepted)
        assert table.state.status == "playing"
        now.now += 1
        table.changed.set()  # as the table's timer does
        await end_of(hub, table)
        played = [one for one in heard.messages if one["type"] == "played"]
        assert played[-1]["action"] == {"action": "TimeIsUp", "seat": -1}
        assert played[-1]["by"] == "table"
        assert hub.hosted[table.name].autoplayer.seconds_to_timeout() is None
        text, _ = write_game_file(await hub.storage.entries(table.name))
        assert verify(read_record(io.BytesIO(text.encode()))).is_verified


async def test_nothing_can_be_played_after_the_end_time(tmp_path: Path) -> None:
    now = Time(5000)
    async with hub_at(tmp_path, now=now) as hub:
        table, host, _ = await people(hub, clock=Clock(game_minutes=10), rules=LIMIT)
        await table.start(host)
        action = safe(table)
        now.now += 601  # the table has not noticed yet
        assert isinstance(await table.play(action), ActionRefused)
        assert table.state.status == "over"
        assert (await last_entry(hub, table))["action"] == {"action": "TimeIsUp", "seat": -1}


async def test_bots_stop_at_the_end_time(tmp_path: Path) -> None:
    now = Time(5000)
    async with hub_at(tmp_path, now=now) as hub:
        table, host, _ = await people(hub, 0, Clock(game_minutes=1), LIMIT, ("simple", "simple"))
        heard = Listening(table)  # bots play only while somebody is watching
        await table.start(host)
        await until(lambda: any(one.get("by") == "bot" for one in heard.messages))
        now.now += 60
        await end_of(hub, table)
        assert (await last_entry(hub, table))["action"] == {"action": "TimeIsUp", "seat": -1}


async def test_a_deserted_timed_game_stays_in_memory_until_its_end_time(
    tmp_path: Path,
) -> None:
    now = Time(5000)
    async with hub_at(tmp_path, now=now) as hub:
        table, host, _ = await people(hub, rules=LIMIT)
        await table.start(host)
        await hub.hosted[table.name].autoplayer.quiet.wait()
        now.now += IDLE + 1
        hub.sweep()
        assert table.name in hub.hosted
        assert hub.hosted[table.name].autoplayer.seconds_to_timeout() == 3600 - IDLE - 1


async def test_a_game_whose_time_ran_out_while_the_server_was_down_ends_when_the_server_starts(
    tmp_path: Path,
) -> None:
    now = Time(5000)
    async with hub_at(tmp_path, now=now) as hub:
        table, host, _ = await people(hub, rules=LIMIT)
        await table.start(host)
        name, ends_at = table.name, table.describe().ends_at
    now.now += 4000
    async with hub_at(tmp_path, now=now) as hub:
        again = await hub.tables.get(name)
        assert again.describe().ends_at == ends_at
        await end_of(hub, again)
        entry = await last_entry(hub, again)
        assert (entry["by"], entry["at"]) == ("table", 9000)


async def test_a_rematch_has_the_same_length(tmp_path: Path) -> None:
    now = Time(5000)
    async with hub_at(tmp_path, now=now) as hub:
        table, host, _ = await people(hub, clock=Clock(game_minutes=10), rules=LIMIT)
        await table.start(host)
        now.now += 600
        await table.end_on_time()
        again = await hub.tables.rematch(table, host)
        assert again.describe().clock.game_minutes == 10
        assert again.describe().ends_at is UNSET
