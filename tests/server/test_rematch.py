"""A rematch has fair dice, just like a first game: everyone who is connected contributes."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path

import pytest

from passgo.engine.rules.debt import Resign
from passgo.server.hub import Hub
from passgo.server.log_entries import SeatPlan
from passgo.server.problems import Problem
from passgo.server.seats import LONGEST_CONTRIBUTION
from passgo.server.table import Table
from passgo.server.table_state import TableState
from passgo.server.tables import NewTable
from passgo.server.wire import Hello
from tests.server.kit import hub_at, people

pytestmark = pytest.mark.asyncio


async def again(hub: Hub) -> tuple[Table, str, list[str]]:
    """Return the rematch of a two-player game, the host key and the players' keys."""
    table, host, keys = await people(hub)
    await table.start(host)
    await table.play(Resign(0))
    return await hub.tables.rematch(table, host), host, keys


async def refused(doing: Awaitable[object]) -> tuple[str, str]:
    """Return the code and sentence of the Problem that is raised."""
    with pytest.raises(Problem) as caught:
        await doing
    return caught.value.code, caught.value.sentence


async def test_a_rematch_starts_once_everyone_connected_has_contributed(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, bob) = await again(hub)
        assert [seat.contribution for seat in table.describe().seats] == ["", ""]
        for key in (ann, bob):
            await hub.connect(Hello(table=table.name, keys=[key]))
        sentence = "No contribution to the dice yet from Player 0, Player 1. Wait a moment."
        assert await refused(table.start(host)) == ("dice.waiting", sentence)
        await table.contribute(0, ann, "clover")
        assert await refused(table.start(host)) == (
            "dice.waiting",
            "No contribution to the dice yet from Player 1. Wait a moment.",
        )
        await table.contribute(1, bob, "ladybird")
        assert [seat.contribution for seat in table.describe().seats] == ["clover", "ladybird"]
        await table.start(host)
        assert table.state.contributions == ["clover", "ladybird"]
        read = TableState.open(await hub.storage.entries(table.name))
        assert read.fingerprint() == table.state.fingerprint()


async def test_a_rematch_does_not_wait_for_players_who_are_not_connected(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, _) = await again(hub)
        await hub.connect(Hello(table=table.name, keys=[ann]))
        await table.contribute(0, ann, "clover")
        await table.start(host)
        assert table.state.contributions == ["clover", ""]


async def test_a_seat_can_contribute_only_once_and_only_before_the_game(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, bob) = await again(hub)
        assert (await refused(table.contribute(0, bob, "mine")))[0] == "key.seat"
        assert (await refused(table.contribute(7, bob, "mine")))[0] == "key.seat"
        assert (await refused(table.contribute(0, "x" * 22, "mine")))[0] == "key.unknown"
        long = "x" * (LONGEST_CONTRIBUTION + 1)
        assert (await refused(table.contribute(0, ann, long)))[0] == "seat.token"
        await table.contribute(0, ann, "clover")
        seq = table.state.seq
        await table.contribute(0, ann, "clover")  # the answer was lost, and the request is repeated
        assert table.state.seq == seq
        assert (await refused(table.contribute(0, ann, "another")))[0] == "seat.contribution"
        await table.start(host)
        assert (await refused(table.contribute(1, bob, "late")))[0] == "table.started"


async def test_bots_keep_their_names_in_a_rematch(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        plans = [SeatPlan(), SeatPlan(), SeatPlan("simple", "Uma")]
        table, host = await hub.tables.make(NewTable(seats=plans))
        for name in ("Ann", "Bob"):
            await table.join(name)
        await table.start(host)
        await table.play(Resign(0))
        await table.play(Resign(1))
        rematch = await hub.tables.rematch(table, host)
        assert [place.plan.name for place in rematch.state.places] == ["", "", "Uma"]
