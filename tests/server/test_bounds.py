"""Limits per seat, address and table: orders, log length and messages."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from passgo.engine.rules.auction import Auction, Bid
from passgo.engine.rules.buying import Decline
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.server.limits import Limits
from passgo.server.log_entries import Clock, HostSettings
from passgo.server.problems import Problem
from passgo.server.table import ORDERS_BURST, ORDERS_PER_SECOND, Table
from passgo.server.wire import Hello
from tests.server.fake_time import Time
from tests.server.kit import Listening, hub_at, people, safe, until_quiet
from tests.waiting import until

pytestmark = pytest.mark.asyncio


# -- standing orders -------------------------------------------------------------------------------


async def to_auction(table: Table) -> int:
    """Play until a property is auctioned; return the auction's decision number."""
    while not isinstance(table.game.state.agenda.top, Auction):
        seat = table.game.waiting_for[0]
        decline = Decline(seat)
        await table.play(decline if table.game.why_not(decline) is None else safe(table))
    return int(table.game.state.decision_number)


async def test_an_order_that_changes_nothing_writes_no_log_entry(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        seq = table.state.seq
        await table.set_order(0, end_turn=False, decline_offers=False)
        await table.set_order(0, decision=7)  # cancels a limit that was never set
        await table.set_order(0)
        assert table.state.seq == seq
        await table.set_order(0, end_turn=True)
        await table.set_order(0, end_turn=True)
        await table.set_order(1, decline_offers=True)
        await table.set_order(1, decline_offers=True, end_turn=False)
        assert table.state.seq == seq + 2
        decision = await to_auction(table)
        seat = next(one for one in (0, 1) if one != table.game.state.agenda.top.seat)
        seq = table.state.seq
        await table.set_order(seat, decision=decision, limit=0)
        assert table.state.places[seat].limits == {decision: 0}
        assert len(await hub.storage.entries(table.name, seq)) >= 1


async def test_repeating_a_limit_writes_no_log_entry_but_canceling_it_does(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        await to_auction(table)
        await table.play(Bid(0, 1))  # orders are not carried out for the highest bidder
        seq = table.state.seq
        decision = int(table.game.state.decision_number)
        for _ in range(3):
            await table.set_order(0, decision=decision, limit=50)
        assert table.state.seq == seq + 1
        await table.set_order(0, decision=decision)
        await table.set_order(0, decision=decision)
        assert table.state.seq == seq + 2
        assert table.state.places[0].limits == {}


@pytest.mark.parametrize(
    ("decision", "limit"),
    [
        (-5, -1),
        (-5, 10),
        (0, -5),
        (-1, 10),
        (-(2**63), -1),
        (0, 2**63),
        (2**63, -1),
        (10**4000, -1),
    ],
)
async def test_an_invalid_order_is_rejected(tmp_path: Path, decision: int, limit: int) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        seq = table.state.seq
        with pytest.raises(Problem) as raised:
            await table.set_order(0, decision=decision, limit=limit)
        assert raised.value.code == "request.form"
        with pytest.raises(Problem, match="not in progress"):
            await table.set_order(0, decision=2**53, limit=1)
        assert table.state.seq == seq


async def test_orders_sent_too_fast_are_rejected_and_write_no_log_entry(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        now = table.now()
        table.now = lambda: now
        seq = table.state.seq
        for number in range(ORDERS_BURST):
            await table.set_order(0, end_turn=number % 2 == 0)
        with pytest.raises(Problem) as raised:
            await table.set_order(0, end_turn=True)
        assert raised.value.code == "request.rate"
        await table.set_order(0, end_turn=False)  # changes nothing, so it is not counted
        await table.set_order(1, end_turn=True)
        assert table.state.seq == seq + ORDERS_BURST + 1
        now += 1 / ORDERS_PER_SECOND
        await table.set_order(0, end_turn=True)


# -- log length ------------------------------------------------------------------------------------


async def fill(table: Table) -> None:
    """Write entries until the log is full."""
    on = not table.game.state.players[0].always_asks_for_rent
    while not table.log.is_full:
        await table.play(AlwaysAskForRent(0, on))
        on = not on


async def test_a_full_log_accepts_only_entries_that_end_the_game(tmp_path: Path) -> None:
    async with hub_at(tmp_path, Limits(lines_per_table=30)) as hub:
        table, host, keys = await people(hub, 3)
        await table.start(host)
        await fill(table)
        for doing in (
            table.play(safe(table)),
            table.set_order(0, end_turn=True),
            table.make_watch_link(host),
        ):
            with pytest.raises(Problem) as raised:
                await doing
            assert raised.value.code == "table.long"
        assert table.state.seq == 30
        session = await hub.connect(Hello(table=table.name, keys=[keys[1]]))
        session.outbox.clear()
        roll = '{"type": "play", "id": "1", "action": {"action": "Roll", "seat": 1}}'
        await session.receive(roll.replace("1}", f"{table.game.waiting_for[0]}}}"))
        told = msgspec.json.decode(session.outbox.popleft())
        assert told["code"] in ("table.long", "key.seat")
        await table.leave(0, keys[0])  # leaving is always possible
        assert not table.state.places[0].digest
        await table.play(Resign(1))
        await table.play(Resign(2))
        assert table.state.status == "over"
        assert table.game.state.winners == [0]
        again = await hub.tables.rematch(table, host)
        assert again.name != table.name
        reread, _ = await hub.tables.read(table.name)
        assert reread.fingerprint() == table.state.fingerprint()


async def test_when_the_log_is_full_a_player_who_resigns_during_an_auction_leaves_after_it(
    tmp_path: Path,
) -> None:
    """Ruling 12: a high bid stands. The others may finish the auction; then the game ends."""
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 2)
        await table.start(host)
        await to_auction(table)
        await table.play(Bid(0, 10))
        table.log.most_entries = table.state.seq
        with pytest.raises(Problem, match="too long"):
            await table.play(safe(table))
        await table.play(Resign(0))
        assert table.game.state.leaving == [0]
        while table.state.status != "over":
            await table.play(safe(table))
        assert table.game.state.winners == [1]


async def test_bots_and_clocks_stop_when_the_log_is_full(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        clock = Clock(move=1, when_out="bot")
        table, host, _ = await people(hub, 1, bots=("simple", "simple"), clock=clock)
        Listening(table)
        await table.start(host)
        autoplayer = hub.hosted[table.name].autoplayer
        table.log.most_entries = table.state.seq
        await autoplayer.quiet.wait()
        assert autoplayer.seconds_to_timeout() is None
        seq = table.state.seq
        table.changed.set()
        assert not await autoplayer.step()
        assert table.state.seq == seq
        assert not hub.hosted[table.name].task.done()
        await table.play(Resign(0))  # a player who is away can still do this


async def test_when_the_log_is_full_a_player_can_run_out_of_time_while_someone_is_resigning(
    tmp_path: Path, time: Time
) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host, _ = await people(hub, 2, clock=Clock(move=1, when_out="bot"))
        Listening(table)
        await table.start(host)
        await to_auction(table)
        await table.play(Bid(0, 10))
        table.log.most_entries = table.state.seq
        await table.play(Resign(0))
        assert table.game.waiting_for == [1]
        await table.set_away(1, True)
        assert table.state.places[1].away


# -- deserted games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("when_out", ["bot", "safe"])
async def test_a_deserted_game_pauses_and_is_unloaded_even_if_it_has_a_clock(
    tmp_path: Path, time: Time, when_out: Literal["bot", "safe"]
) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host, _ = await people(hub, 2, clock=Clock(move=1, when_out=when_out))
        listening = Listening(table)
        await table.start(host)
        autoplayer = hub.hosted[table.name].autoplayer
        assert autoplayer.seconds_to_timeout() is not None
        for seat in (0, 1):
            await table.set_away(seat, True)
        table.presence.remove(listening)
        await until_quiet(hub, table)
        time.now += 3600
        assert autoplayer.seconds_to_timeout() is None
        hub.sweep()
        assert table.name not in hub.hosted


async def test_a_game_that_is_deserted_from_the_start_pauses(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host, _ = await people(hub, 1, bots=("simple",), settings=HostSettings(pace=0.5))
        await table.start(host)
        autoplayer = hub.hosted[table.name].autoplayer
        assert autoplayer.is_starting(table.game.state)
        assert autoplayer.seconds_to_timeout() is not None
        await table.set_away(0, True)
        assert autoplayer.seconds_to_timeout() is None


async def test_a_game_of_bots_waits_until_somebody_watches(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 0, bots=("simple", "simple"))
        await table.start(host)
        await until_quiet(hub, table)
        assert table.game.state.moves == 0
        await hub.connect(Hello(table=table.name, keys=[host]), "")
        await until(lambda: table.game.state.moves > 0)


async def test_a_seat_played_by_a_bot_has_no_timeout(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host, _ = await people(hub, 2, clock=Clock(move=1, when_out="bot"))
        Listening(table)
        await table.start(host)
        autoplayer = hub.hosted[table.name].autoplayer
        (seat,) = table.game.waiting_for
        table.state.places[seat].away = True
        assert autoplayer.seconds_to_timeout() is None


# -- messages --------------------------------------------------------------------------------------


async def refused(
    hub_limits: Limits, folder: Path, tokens_of: list[int], address: str
) -> list[int]:
    """Send ten messages on each of several sockets; return the number rejected on each socket."""
    async with hub_at(folder, hub_limits) as hub:
        table, _, keys = await people(hub, 3)
        for _ in tokens_of:
            if address:
                assert hub.addresses.take(address, "sockets", 0.0)
        sessions = [
            await hub.connect(Hello(table=table.name, keys=[keys[seat]]), address)
            for seat in tokens_of
        ]
        counts = []
        for session in sessions:
            session.now = lambda: 100.0
            session.outbox.clear()
            for number in range(10):
                await session.receive(f'{{"type": "ping", "id": "{number}"}}')
            counts.append(sum(b"request.rate" in message for message in session.outbox))
        return counts


async def test_all_of_a_seats_sockets_share_one_rate_limit(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=0.1, messages_burst=15)
    assert await refused(limits, tmp_path, [0, 0, 1], "") == [0, 5, 0]


async def test_all_seats_at_an_address_share_one_rate_limit(tmp_path: Path) -> None:
    limits = Limits(address_messages_per_second=0.1, address_messages_burst=15)
    assert await refused(limits, tmp_path, [0, 1, 2], "192.0.2.1") == [0, 5, 10]


async def test_a_family_at_one_address_does_not_reach_the_rate_limit_for_the_address(
    tmp_path: Path,
) -> None:
    """Eight seats may each send messages at the full rate allowed for one seat."""
    limits = Limits()
    assert 8 * limits.messages_per_second <= limits.address_messages_per_second
    assert 8 * limits.messages_burst <= limits.address_messages_burst
