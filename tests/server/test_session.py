"""One client's session: its requests are carried out even if it disconnects."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from passgo.codec import action_to_data
from passgo.engine.game import Game
from passgo.engine.rules.trade import OfferTrade
from passgo.server import table as tables
from passgo.server.limits import Limits
from passgo.server.seat_options import describe_seat_options
from passgo.server.wire import Hello, SeatOptions
from tests.server.kit import Listening, hub_at, people, safe
from tests.waiting import until

pytestmark = pytest.mark.asyncio


async def test_a_client_that_disconnects_during_a_move_does_not_affect_others(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub)
        await table.start(host)
        await hub.hosted[table.name].autoplayer.quiet.wait()
        heard = Listening(table)
        action = safe(table)
        session = await hub.connect(Hello(table=table.name, keys=[keys[action.seat]]))
        message = {"type": "play", "id": "m1", "action": action_to_data(action)}
        seq = table.state.seq
        reading = asyncio.create_task(session.receive(msgspec.json.encode(message).decode()))
        while not table.lock.locked():
            await asyncio.sleep(0)
        reading.cancel()  # as when the connection breaks
        with pytest.raises(asyncio.CancelledError):
            await reading
        await until(lambda: table.state.seq > seq)
        assert not table.is_broken
        assert heard.why == ""
        assert (await table.play(action, "m1")).seq == seq + 1


async def test_a_returning_player_receives_their_standing_orders(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub)
        await table.start(host)
        await table.set_order(0, end_turn=True)
        await table.set_order(1, decline_offers=True)
        for seat, (passes, refuses) in enumerate(((True, False), (False, True))):
            session = await hub.connect(Hello(table=table.name, keys=[keys[seat]]))
            told = msgspec.json.decode(session.outbox[0])["orders"]
            orders = {"end_turn": passes, "decline_offers": refuses, "limits": {}}
            assert told == [{"seat": seat, **orders}]


async def test_a_seats_options_are_computed_once_for_all_its_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described: list[tuple[int, int]] = []

    def describe(game: Game, seat: int, seq: int) -> SeatOptions:
        described.append((seat, seq))
        return describe_seat_options(game, seat, seq)

    monkeypatch.setattr(tables, "describe_seat_options", describe)
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub)
        await table.start(host)
        hello = Hello(table=table.name, keys=[keys[0]], options=True)
        sessions = [await hub.connect(hello) for _ in range(5)]
        for _ in range(2):
            told = []
            for session in sessions:
                await session.next_batch()
                told += await session.next_batch()
            assert len({*told}) == 1
            assert msgspec.json.decode(told[0])["seq"] == table.state.seq
            assert described == [(0, table.state.seq)]
            described.clear()
            await table.set_order(0, end_turn=True)


async def test_a_rate_limit_error_has_the_id_of_the_rejected_message(tmp_path: Path) -> None:
    async with hub_at(tmp_path, limits=Limits(messages_burst=1, messages_per_second=0.1)) as hub:
        table, _, keys = await people(hub)
        session = await hub.connect(Hello(table=table.name, keys=[keys[0]]))
        for number in range(3):
            await session.receive(f'{{"type": "ping", "id": "p{number}"}}')
        await session.receive("{")
        errors = [msgspec.json.decode(one) for one in list(session.outbox)[2:]]
        assert [(one["id"], one["code"]) for one in errors] == [
            ("p1", "request.rate"),
            ("p2", "request.rate"),
            ("", "request.rate"),
        ]


async def test_an_offer_can_be_checked_as_if_it_were_accepted(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub)
        await table.start(host)
        session = await hub.connect(Hello(table=table.name, keys=[keys[0]]))
        session.outbox.clear()
        offer = {"type": "check", "action": action_to_data(OfferTrade(0, 1, give_cash=10))}
        kinds = []
        for accepted in (False, True):
            await session.receive(msgspec.json.encode({**offer, "accepted": accepted}).decode())
            told = msgspec.json.decode(session.outbox.pop())
            kinds.append([event["event"] for event in told["events"]])
        assert kinds[0] == ["TradeOffered"]
        assert {"TradeAccepted", "MoneyPaid"} <= set(kinds[1])
        assert not table.game.state.offers
