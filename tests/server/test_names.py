"""Invalid names, titles and clocks are rejected, and deserted tables stop playing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from passgo.server.hub import IDLE
from passgo.server.log_entries import Clock
from tests.server.fake_time import Time
from tests.server.kit import hub_at, people, until_quiet
from tests.server.running import Data, Server, running, set_up
from tests.waiting import until

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many loopback addresses"),
]

BAD: Final = "127.0.0.3"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the default limits."""
    with running(tmp_path_factory.mktemp("server"), settings={}) as server:
        yield server


def fresh_addresses() -> Iterator[str]:
    """Addresses that no test has used yet, so they have not reached any limit."""
    for number in range(1, 250):
        yield f"127.0.2.{number}"


ADDRESSES: Final = fresh_addresses()


# -- names and titles ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 25,
        "a\x00b",
        "a\nb\x1b[31m",
        "\u202eevil",
        "Ann\u2066",
        "Ann\u200b",
        "Ann\u200d",
        "\ufeff",
        "\ue000",
    ],
)
async def test_an_invalid_name_is_rejected(server: Server, name: str) -> None:
    """A name cannot contain control characters, direction marks or invisible characters."""
    seats = set_up(server, start=False, people=0, seats=[{}, {}], come_from=next(ADDRESSES))
    path = f"/api/tables/{seats.table}/seats"
    reply = server.ask("POST", path, {"name": name}, come_from=BAD)
    assert (reply.status, reply.data["code"]) == (400, "seat.name")


@pytest.mark.parametrize(
    "name", ["<b>Ann</b>", "'; DROP TABLE tables; --", "Ζωή", "דוד", "🚗🎩", "&amp;"]
)
async def test_a_name_is_plain_text_and_stays_unchanged(server: Server, name: str) -> None:
    seats = set_up(server, start=False, people=0, seats=[{}, {}], come_from=next(ADDRESSES))
    path = f"/api/tables/{seats.table}"
    assert server.ask("POST", f"{path}/seats", {"name": name}, come_from=BAD).status == 201
    shown = server.ask("GET", path, come_from=BAD)
    assert shown.headers["content-type"] == "application/json"
    places = shown.data["seats"]
    assert isinstance(places, list)
    assert places[0]["name"] == name


@pytest.mark.parametrize(
    "name", ["Ann\ufe0f", "A\u034fnn", "\u3164", "\u2800", "Ａｎｎ", "Z\u0358\u0358\u0358e"]
)
async def test_a_name_that_looks_like_another_or_is_blank_is_rejected(
    server: Server, name: str
) -> None:
    seats = set_up(server, start=False, people=0, seats=[{}, {}], come_from=next(ADDRESSES))
    path = f"/api/tables/{seats.table}/seats"
    assert server.ask("POST", path, {"name": "Ann"}, come_from=BAD).status == 201
    assert server.ask("POST", path, {"name": name}, come_from=BAD).status == 400


@pytest.mark.parametrize(
    "settings", [{"name": "x" * 10_000}, {"name": "\u202eevil"}, {"name": "a\x00b"}]
)
async def test_a_table_cannot_have_an_invalid_title(server: Server, settings: Data) -> None:
    seats = set_up(server, come_from=next(ADDRESSES))
    path = f"/api/tables/{seats.table}"
    reply = server.ask("PATCH", path, {"settings": settings}, seats.host, come_from=BAD)
    assert reply.status == 400


@pytest.mark.parametrize("pace", [1e300, 1e6, -1])
async def test_an_unreasonable_pace_is_rejected(server: Server, pace: float) -> None:
    body = {"settings": {"pace": pace}}
    assert server.ask("POST", "/api/tables", body, come_from=next(ADDRESSES)).status == 400


# -- deserted tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [{"move": 1e-300}, {"move": 0.01}, {"bank": 0.01}])
async def test_a_clock_must_allow_time_to_think(server: Server, clock: Data) -> None:
    body = {"clock": clock}
    assert server.ask("POST", "/api/tables", body, come_from=next(ADDRESSES)).status == 400


async def test_a_deserted_table_does_not_keep_playing(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host, _ = await people(hub, 2, clock=Clock(move=45, when_out="safe"))
        await table.start(host)
        while not all(place.away for place in table.state.places):
            await until_quiet(hub, table)
            await time.advance(45)
        await until_quiet(hub, table)
        before = table.state.seq
        await time.advance(IDLE / 2)
        assert (table.state.seq, hub.bot_pool.waiting) == (before, 0)
        assert hub.hosted[table.name].autoplayer.seconds_to_timeout() is None


async def test_time_spent_deciding_is_taken_from_the_time_bank(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host, _ = await people(hub, 2, clock=Clock(bank=30))
        await table.start(host)
        seat = table.game.waiting_for[0]
        before = table.state.seq
        await until_quiet(hub, table)
        await time.advance(29)
        assert table.state.seq == before
        assert table.clocks.time_left(seat) == 1
        await time.advance(1)
        await until(lambda: table.state.seq > before)
        assert table.state.places[seat].bank == 0
