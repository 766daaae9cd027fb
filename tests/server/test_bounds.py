"""What one seat or one address can ask of a table is bounded: orders, the length of the log, messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from passgo.engine.rules.auction import Auction, Bid
from passgo.engine.rules.buying import Decline
from passgo.server.problems import Problem
from passgo.server.table import Table
from tests.server.kit import hub_at, people, safe

pytestmark = pytest.mark.asyncio


# -- standing orders -------------------------------------------------------------------------------


async def to_auction(table: Table) -> int:
    """Play on until a property is auctioned; return the wait of the auction."""
    while not isinstance(table.game.state.agenda.top, Auction):
        seat = table.game.waiting_for[0]
        decline = Decline(seat)
        await table.play(decline if table.game.why_not(decline) is None else safe(table))
    return int(table.game.state.wait)


async def test_an_order_that_changes_nothing_writes_no_line(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        version = table.book.version
        await table.order(0, pass_dice=False, refuse_offers=False)
        await table.order(0, wait=7)  # takes a limit back that was never given
        await table.order(0)
        assert table.book.version == version
        await table.order(0, pass_dice=True)
        await table.order(0, pass_dice=True)
        await table.order(1, refuse_offers=True)
        await table.order(1, refuse_offers=True, pass_dice=False)
        assert table.book.version == version + 2
        wait = await to_auction(table)
        seat = next(one for one in (0, 1) if one != table.game.state.agenda.top.seat)
        version = table.book.version
        await table.order(seat, wait=wait, limit=0)
        assert table.book.places[seat].limits == {wait: 0}
        assert len(await hub.storage.entries(table.name, version)) >= 1


async def test_the_same_limit_again_writes_no_line_and_taking_it_back_does(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        wait = await to_auction(table)
        await table.play(Bid(0, 1))  # whoever leads has nothing ordered carried out
        version = table.book.version
        wait = int(table.game.state.wait)
        for _ in range(3):
            await table.order(0, wait=wait, limit=50)
        assert table.book.version == version + 1
        await table.order(0, wait=wait)
        await table.order(0, wait=wait)
        assert table.book.version == version + 2
        assert table.book.places[0].limits == {}


@pytest.mark.parametrize(
    ("wait", "limit"),
    [(-5, -1), (-5, 10), (0, -5), (-1, 10), (-(2**63), -1), (0, 2**63), (2**63, -(2**63))],
)
async def test_an_order_that_means_nothing_is_refused(
    tmp_path: Path, wait: int, limit: int
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        version = table.book.version
        with pytest.raises(Problem) as raised:
            await table.order(0, wait=wait, limit=limit)
        assert raised.value.code == "request.form"
        with pytest.raises(Problem, match="not going on"):
            await table.order(0, wait=2**63, limit=1)
        assert table.book.version == version
