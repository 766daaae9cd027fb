"""Players who are present, players who have left, and how bots wait for them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from passgo.engine.rules.inquiry import AskForOffer
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.server.autoplay import LOOK, RENT_PAUSE, START_PAUSE
from passgo.server.hub import IDLE
from passgo.server.log_entries import Clock, HostSettings, SeatPlan
from passgo.server.names import BOT_NAMES
from passgo.server.presence import ANNOUNCE_DELAY
from passgo.server.problems import Problem
from passgo.server.session import Session
from passgo.server.tables import NewTable
from passgo.server.wire import LONGEST_PACE, Accepted, ActionRefused, Hello
from tests.server.fake_time import Time
from tests.server.kit import Listening, hub_at, people, safe, until_quiet
from tests.waiting import until

PACE: Final = 0.5
"""Seconds that bots pause before an action."""
RENT_WAITS: Final = {
    "players": [{}, {"space": 39}, {}],
    "turn": 2,
    "seat": 2,
    "properties": [{"space": 39, "owner": 0}],
    "agenda": [{"entry": "ToRoll", "seat": 2}],
    "rents": [
        {
            "number": 1,
            "owner": 0,
            "tenant": 1,
            "space": 39,
            "amount": 50,
            "turn": 1,
            "cite": "10 MCS 90",
        }
    ],
}
"""A position in which a bot is about to roll and Ann has not yet asked the previous bot for rent."""


def told(session: Session) -> list[tuple[list[int], int]]:
    """Return the presence messages that a client has received."""
    heard = [msgspec.json.decode(one) for one in session.outbox]
    return [(one["present"], one["spectators"]) for one in heard if "present" in one]


def played_in(heard: Listening) -> list[str]:
    """Return the actions that were broadcast."""
    messages: list[Any] = heard.messages
    return [one["action"]["action"] for one in messages if one["type"] == "played"]


@pytest.mark.asyncio
async def test_everyone_is_notified_when_someone_connects_or_disconnects(
    tmp_path: Path, time: Time
) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host, (ann, bob) = await people(hub)
        first = await hub.connect(Hello(table=table.name, keys=[ann]))
        second = await hub.connect(Hello(table=table.name, keys=[bob]))
        watch = await table.make_watch_link(host)
        third = await hub.connect(Hello(table=table.name, keys=[watch]))
        assert told(third) == [([0, 1], 1)]
        await time.advance(ANNOUNCE_DELAY)
        hub.disconnect(second)
        await time.advance(ANNOUNCE_DELAY / 2)
        again = await hub.connect(Hello(table=table.name, keys=[bob]))  # a reload
        await time.advance(ANNOUNCE_DELAY / 2)
        hub.disconnect(again)
        hub.disconnect(third)
        await time.advance(ANNOUNCE_DELAY)
        assert told(first) == [([0], 0), ([0, 1], 1), ([0], 0)]


@pytest.mark.asyncio
async def test_a_seat_keeps_its_name_and_token_when_its_player_leaves_a_game(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (_, bob) = await people(hub)
        await table.start(host)
        piece = table.state.places[1].token
        await table.leave(1, bob)
        seat = table.describe().seats[1]
        assert (seat.kind, seat.name, seat.token) == ("free", "Player 1", piece)
        await table.join("player 1", seat=1)  # a returning player may use the name
        assert table.state.places[1].token == piece


@pytest.mark.asyncio
async def test_before_the_game_a_free_seat_has_no_name(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, _, (_, bob) = await people(hub)
        await table.leave(1, bob)
        assert table.describe().seats[1].name == ""


@pytest.mark.asyncio
async def test_bots_have_their_own_names(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 1, bots=("easy",) * 7)
        await table.start(host)
        names = [place.name for place in table.state.places[1:]]
        assert len(set(names)) == 7
        assert set(names) <= set(BOT_NAMES)


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["Bank", "the BANK", "Player 0"])
async def test_nobody_can_take_another_players_name(tmp_path: Path, name: str) -> None:
    async with hub_at(tmp_path) as hub:
        table, _, (_, bob) = await people(hub)
        await table.leave(1, bob)
        with pytest.raises(Problem) as caught:
            await table.join(name)
        assert caught.value.code == "seat.name"


@pytest.mark.asyncio
async def test_a_table_of_bots_waits_for_a_spectator(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        table, host = await hub.tables.make(
            NewTable(seats=[SeatPlan("simple"), SeatPlan("simple")])
        )
        await table.start(host)
        seq = table.state.seq
        await time.advance(IDLE / 2)
        assert (table.state.seq, hub.bot_pool.waiting) == (seq, 0)  # no bot was asked
        await hub.connect(Hello(table=table.name, keys=[host]))
        await until(lambda: table.state.seq > seq)


@pytest.mark.asyncio
async def test_bots_do_not_pause_for_actions_that_are_not_shown(tmp_path: Path, time: Time) -> None:
    """Bots pause before they roll, but not before turning on standing orders for rent (CR 5.2)."""
    async with hub_at(tmp_path, now=time) as hub:
        new_table = NewTable(seats=[SeatPlan("easy")] * 8, settings=HostSettings(pace=LONGEST_PACE))
        table, host = await hub.tables.make(new_table)
        heard = Listening(table)
        await table.start(host)
        await time.until_timer(LONGEST_PACE)
        assert played_in(heard) == ["AlwaysAskForRent"] * 8
        await time.advance(LONGEST_PACE)
        await until(lambda: "Roll" in played_in(heard))


@pytest.mark.asyncio
async def test_the_opening_rolls_are_sent(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, _) = await people(hub)
        client = await hub.connect(Hello(table=table.name, keys=[ann]))
        await table.start(host)
        await table.play(safe(table))
        heard = [msgspec.json.decode(one) for one in client.outbox]
        started, then = (
            [one for one in heard if one["type"] == "table" and "view" in one],
            heard[-1],
        )
        names = {event["event"] for event in started[0]["events"]}
        assert "GameSetUp" in names
        assert "OpeningRollMade" in names
        assert "GameSetUp" not in {event["event"] for event in then["events"]}


@pytest.mark.asyncio
async def test_a_returning_player_learns_how_the_game_started_and_who_left(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, (ann, bob) = await people(hub)
        await table.start(host)
        await table.play(safe(table))
        await table.leave(1, bob)
        await table.set_order(0, end_turn=True)
        client = await hub.connect(Hello(table=table.name, keys=[ann], history=20))
        welcome = msgspec.json.decode(client.outbox[0])
        *_, began, left = welcome["table_history"]
        assert began["events"][0]["event"] == "GameSetUp"
        assert [one["kind"] for one in left["table"]["seats"]] == ["person", "free"]
        assert began["seq"] < welcome["history"][0]["seq"] < left["seq"]
        short = await hub.connect(Hello(table=table.name, keys=[ann], history=0))
        assert msgspec.json.decode(short.outbox[0])["table_history"] == []


@pytest.mark.asyncio
async def test_a_bid_limit_can_be_set_only_for_the_current_auction(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, clock=Clock())
        await table.start(host)
        with pytest.raises(Problem) as caught:
            await table.set_order(0, decision=int(table.game.state.decision_number), limit=90)
        assert caught.value.code == "table.waiting"
        await table.set_order(0, decision=7)  # canceling the limit for a past auction is allowed


@pytest.mark.asyncio
async def test_a_damaged_table_does_not_prevent_others_from_being_opened(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        names = []
        for _ in range(2):
            table, host, _ = await people(hub)
            await table.start(host)
            await table.play(safe(table))
            names.append(table.name)
    with sqlite3.connect(tmp_path / "games.db") as store:
        last = "SELECT max(seq) FROM entries WHERE name = ?"
        other = "replace(CAST(data AS TEXT), 'Roll', 'Blow')"
        where = f"WHERE name = ? AND seq = ({last})"
        store.execute(f"UPDATE entries SET data = {other} {where}", (names[0], names[0]))
    async with hub_at(tmp_path) as hub:
        assert await hub.tables.get(names[1])
        with pytest.raises(Problem) as caught:
            await hub.tables.get(names[0])
        assert caught.value.code == "table.damaged"


@pytest.mark.asyncio
@pytest.mark.parametrize("asks", [True, False])
async def test_a_bot_rolls_once_the_rent_has_been_asked_for_or_the_pause_is_over(
    tmp_path: Path, time: Time, asks: bool
) -> None:
    """CR 5.2: the next roll ends the time for asking, and a bot would otherwise roll immediately."""
    async with hub_at(tmp_path, now=time) as hub:
        new_table = NewTable(
            seats=[SeatPlan(), SeatPlan("simple"), SeatPlan("simple")],
            settings=HostSettings(pace=PACE),
            position=RENT_WAITS,
        )
        table, host = await hub.tables.make(new_table)
        _, ann = await table.join("Ann")
        client = await hub.connect(Hello(table=table.name, keys=[ann]))
        heard = Listening(table)
        await table.start(host)
        await client.receive('{"type": "ready"}')
        await time.until_timer(PACE)
        await time.advance(PACE + RENT_PAUSE - LOOK)
        assert "Roll" not in played_in(heard)
        assert not table.lock.locked()  # nor is anything being played
        if asks:
            assert isinstance(await table.play(AskForRent(0, 1)), Accepted)
        await time.advance(2 * LOOK)
        await until(lambda: "Roll" in played_in(heard))
        messages: list[Any] = heard.messages
        events = [event["event"] for one in messages for event in one.get("events", [])]
        assert ("RentLapsed" in events) != asks


@pytest.mark.asyncio
@pytest.mark.parametrize("seen", [True, False])
async def test_bots_start_once_a_player_sees_the_board_or_a_delay_has_passed(
    tmp_path: Path, time: Time, seen: bool
) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        settings = HostSettings(pace=PACE)
        table, host, (ann,) = await people(hub, 1, bots=("easy", "easy"), settings=settings)
        watching = await hub.connect(
            Hello(table=table.name, keys=[await table.make_watch_link(host)])
        )
        client = await hub.connect(Hello(table=table.name, keys=[ann]))
        heard = Listening(table)
        await client.receive('{"type": "ready"}')  # from the waiting room, which has no board
        await table.start(host)
        await table.play(AlwaysAskForRent(0, True))  # as a page does before the first roll
        autoplayer = client.autoplayer
        await time.until_timer(START_PAUSE)
        await watching.receive('{"type": "ready"}')
        await time.advance(START_PAUSE - 1)
        assert not autoplayer.has_shown_start
        assert played_in(heard) == ["AlwaysAskForRent"]
        if seen:
            await client.receive('{"type": "ready"}')
        else:
            await time.advance(1)
        await until(lambda: len(played_in(heard)) > 1)
        assert autoplayer.has_shown_start


DIVIDED: Final[dict[str, object]] = {
    "players": [{}, {}, {}, {}],
    "properties": [
        {"space": 16, "owner": 0},
        {"space": 18, "owner": 0},
        {"space": 19, "owner": 1},
        {"space": 12, "owner": 2},
    ],
}
"""A position in which Ann is about to roll and needs New York Avenue from a bot."""


@pytest.mark.asyncio
async def test_a_bot_answers_a_request_for_an_offer_and_gives_its_reason(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        seats = [SeatPlan(), SeatPlan("normal"), SeatPlan("simple"), SeatPlan("simple")]
        table, host = await hub.tables.make(NewTable(seats=seats, position=DIVIDED))
        _, ann = await table.join("Ann")
        await hub.connect(Hello(table=table.name, keys=[ann]))
        heard = Listening(table)
        await table.start(host)
        await until_quiet(hub, table)
        assert isinstance(await table.play(AskForOffer(0, 1, 19)), Accepted)
        assert isinstance(await table.play(AskForOffer(0, 2, 12)), Accepted)
        await until(lambda: all(inquiry.closed for inquiry in table.game.state.inquiries))
        refused = await table.play(AskForOffer(0, 1, 16))
        assert isinstance(refused, ActionRefused)
        messages: list[Any] = [one for one in heard.messages if one["type"] == "played"]
        answers = {one["action"]["seat"]: one for one in messages if one["by"] == "bot"}
        assert answers[1]["action"]["give_deeds"] == [19]
        assert answers[1]["why"]["code"].startswith("trade.")
        assert answers[2]["action"]["action"] == "DeclineInquiry"
