"""A rematch has fair dice like a first game: everybody who comes contributes to them."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path

import pytest

from passgo.engine.rules.debt import Resign
from passgo.server.hub import Hub
from passgo.server.problems import Problem
from passgo.server.seats import LONGEST_CONTRIBUTION
from passgo.server.table import Table
from passgo.server.table_state import TableState
from passgo.server.wire import Hello
from tests.server.kit import hub_at, people

pytestmark = pytest.mark.asyncio


async def again(hub: Hub) -> tuple[Table, str, list[str]]:
    """The rematch of a game between two people; with the host's key and theirs."""
    table, host, keys = await people(hub)
    await table.start(host)
    await table.play(Resign(0))
    return await hub.tables.rematch(table, host), host, keys


async def refused(doing: Awaitable[object]) -> tuple[str, str]:
    """Why something is not done: the code and the sentence."""
    with pytest.raises(Problem) as caught:
        await doing
    return caught.value.code, caught.value.sentence


async def test_a_rematch_begins_when_all_who_are_there_have_contributed(tmp_path: Path) -> None:
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


async def test_a_rematch_does_not_wait_for_who_is_not_there(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, _) = await again(hub)
        await hub.connect(Hello(table=table.name, keys=[ann]))
        await table.contribute(0, ann, "clover")
        await table.start(host)
        assert table.state.contributions == ["clover", ""]


async def test_a_seat_contributes_once_and_before_the_game(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, bob) = await again(hub)
        assert (await refused(table.contribute(0, bob, "mine")))[0] == "key.seat"
        assert (await refused(table.contribute(7, bob, "mine")))[0] == "key.seat"
        assert (await refused(table.contribute(0, "x" * 22, "mine")))[0] == "key.unknown"
        long = "x" * (LONGEST_CONTRIBUTION + 1)
        assert (await refused(table.contribute(0, ann, long)))[0] == "seat.token"
        await table.contribute(0, ann, "clover")
        seq = table.state.seq
        await table.contribute(0, ann, "clover")  # the answer was lost, and it is asked again
        assert table.state.seq == seq
        assert (await refused(table.contribute(0, ann, "another")))[0] == "seat.contribution"
        await table.start(host)
        assert (await refused(table.contribute(1, bob, "late")))[0] == "table.started"
