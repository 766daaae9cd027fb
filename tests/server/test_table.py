"""Tables: joining, permissions, playing, logging, clocks and rematches."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.engine.board import classic
from passgo.engine.game import Game
from passgo.engine.rules.auction import Auction, Bid
from passgo.engine.rules.building import Build
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import OfferTrade
from passgo.record import read_record, verify
from passgo.say import Lexicon, Words, say_reason
from passgo.server.game_file import write_game_file
from passgo.server.hub import Hub
from passgo.server.log_entries import (
    ActionPlayed,
    Clock,
    HostSettings,
    LogError,
    SeatPlan,
    read_entry,
)
from passgo.server.problems import Problem
from passgo.server.storage.interface import StorageError
from passgo.server.table import Table
from passgo.server.table_bots import bot_seed, style_of
from passgo.server.table_state import TableState
from passgo.server.tables import NewTable
from passgo.server.wire import Accepted, ActionRefused, ErrorAnswer
from tests.server.fake_time import Time
from tests.server.kit import Listening, hub_at, is_quiet, people, safe, until_quiet
from tests.waiting import until

pytestmark = pytest.mark.asyncio


async def until_over(table: Table) -> None:
    await until(lambda: table.state.status == "over")
    async with table.lock:
        pass  # the last action has been written


# -- joining ---------------------------------------------------------------------------------------


async def test_people_join_and_the_host_starts_the_game(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 2, bots=("simple",))
        assert [table.seats.access(key).seats for key in keys] == [(0,), (1,)]
        assert table.describe().status == "open"
        await table.start(host)
        assert table.describe().status == "playing"
        kinds = [seat.kind for seat in table.describe().seats]
        assert kinds == ["person", "person", "bot"]


@pytest.mark.parametrize(
    ("name", "piece", "seat", "code"),
    [
        ("", "", None, "seat.name"),
        ("x" * 25, "", None, "seat.name"),
        ("a\x1b[31m", "", None, "seat.name"),
        ("PLAYER 0", "", None, "seat.name"),
        ("Eve", "Spoon", None, "seat.token"),
        ("Eve", "Iron", None, "seat.token"),
        ("Eve", "", 0, "seat.taken"),
        ("Eve", "", 9, "seat.unknown"),
        ("Eve", "", -1, "seat.unknown"),
    ],
)
async def test_a_player_who_cannot_join_gets_the_reason(
    tmp_path: Path, name: str, piece: str, seat: int | None, code: str
) -> None:
    async with hub_at(tmp_path) as hub:
        table, _ = await hub.tables.make(NewTable())
        await table.join("Player 0", "Iron")
        seq = table.state.seq
        with pytest.raises(Problem) as raised:
            await table.join(name, piece, seat)
        assert raised.value.code == code
        assert table.state.seq == seq


async def test_nobody_can_join_a_full_or_locked_table(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 2)
        with pytest.raises(Problem, match="All seats are taken"):
            await table.join("Eve")
        await table.leave(1, host)
        await table.change(host, HostSettings(locked=True))
        with pytest.raises(Problem, match="locked"):
            await table.join("Eve")


async def test_one_key_may_hold_several_seats(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host = await hub.tables.make(NewTable())
        await table.join("Ann", key=host)
        await table.join("Bob", key=host)
        assert table.seats.access(host).seats == (0, 1)
        assert table.seats.access(host).host


async def test_only_the_host_can_use_host_actions(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 2)
        watch = await table.make_watch_link(host)
        for key in (keys[0], watch):
            for doing in (
                table.start(key),
                table.change(key, HostSettings(locked=True)),
                table.seat_bot(1, "normal", key),
                table.hand_over(key, 1),
                table.make_watch_link(key),
            ):
                with pytest.raises(Problem, match="Only the host"):
                    await doing
        with pytest.raises(Problem, match="not your seat"):
            await table.leave(0, keys[1])
        await table.hand_over(host, 1)
        await table.start(keys[1])
        with pytest.raises(Problem, match="not for this table"):
            table.seats.access(host)


async def test_a_new_watch_link_invalidates_the_previous_one(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        old = await table.make_watch_link(host)
        new = await table.make_watch_link(host)
        assert table.seats.access(new).watch
        with pytest.raises(Problem):
            table.seats.access(old)


async def test_bots_from_modules_are_rejected(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        for bot in ("os:system", "nobody", "normal(caution=2)" * 9):
            with pytest.raises(Problem) as raised:
                await hub.tables.make(NewTable(seats=[SeatPlan(bot), SeatPlan()]))
            assert raised.value.code == "seat.bot"


# -- playing ---------------------------------------------------------------------------------------


async def test_an_action_is_answered_before_it_is_broadcast(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        heard = Listening(table)
        seen: list[int] = []
        answer = await table.play(
            safe(table), "r1", answer=lambda answer: seen.append(len(heard.messages))
        )
        assert isinstance(answer, Accepted)
        assert seen == [0]
        assert [message["seq"] for message in heard.messages] == [answer.seq]


async def test_a_repeated_request_gets_the_original_answer_and_changes_nothing(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        roll = safe(table)
        first = await table.play(roll, "r1")
        seq = table.state.seq
        assert await table.play(roll, "r1") == first
        refused = await table.play(Build(0, 39), "r2")
        assert isinstance(refused, ActionRefused)
        assert await table.play(Build(0, 39), "r2") is refused
        assert table.state.seq == seq


async def test_an_answer_to_an_earlier_decision_is_stale(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        wait = table.game.state.decision_number
        roll = safe(table)
        assert isinstance(await table.play(roll, "a", wait), Accepted)
        again = await table.play(Roll(roll.seat), "b", wait)
        assert isinstance(again, ErrorAnswer)
        assert again.code == "stale"


async def test_two_simultaneous_bids_both_count_if_the_second_is_higher(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 3)
        await table.start(host)
        while not isinstance(table.game.state.agenda.top, Auction):
            await table.play(safe(table))
        wait = table.game.state.decision_number
        bids = [table.play(Bid(seat, 10 * (seat + 1)), f"b{seat}", wait) for seat in range(3)]
        assert [type(answer) for answer in await asyncio.gather(*bids)] == [Accepted] * 3


async def test_nothing_can_be_played_until_the_game_starts(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, _, _ = await people(hub)
        with pytest.raises(Problem, match="not started"):
            await table.play(Roll(0))


async def test_a_table_of_bots_plays_the_same_game_as_the_driver(tmp_path: Path) -> None:
    """Bots are asked in the same order on the server, so the same dice give the same game."""
    async with hub_at(tmp_path) as hub:
        names = ["normal", "simple", "normal", "easy"]
        new_table = NewTable({"round_limit": 25}, [SeatPlan(name) for name in names])
        table, host = await hub.tables.make(new_table)
        Listening(table)  # a table of bots plays only while somebody is watching
        await table.start(host)
        await until_over(table)
        game = Game(4, table.state.fair_dice([""] * 4), table.state.rules)
        bots: list[Bot] = [
            make_bot(style_of(place.bot, place.name), bot_seed(table.name, seat))
            for seat, place in enumerate(table.state.places)
        ]
        Driver(game, bots).run()
        assert table.game.digest() == game.digest()


async def test_the_game_file_can_be_verified_once_the_game_is_over(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 1, bots=("simple", "simple"), rules={"round_limit": 5})
        await table.start(host)
        with pytest.raises(Problem, match="once the game is over"):
            write_game_file(await hub.storage.entries(table.name))
        await table.leave(0, host)
        Listening(table)
        await until_over(table)
        text, started = write_game_file(await hub.storage.entries(table.name))
        assert started == table.state.started
        path = tmp_path / "game.jsonl"
        path.write_text(text, encoding="utf-8", newline="\n")
        report = verify(read_record(path))
        assert report.is_verified, report
        assert table.state.created.commitment in text.partition("\n")[0]
        assert '"table":"left"' in text


# -- the log ---------------------------------------------------------------------------------------


async def test_a_restart_restores_the_table(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 3, Clock(bank=900))
        watch = await table.make_watch_link(host)
        await table.start(host)
        played = []
        for number in range(40):
            played.append(safe(table))
            await table.play(played[-1], f"r{number}")
        await table.set_order(0, end_turn=True)
        before = table.state.fingerprint()
        name = table.name
    async with hub_at(tmp_path) as hub:
        again = await hub.tables.get(name)
        assert again is not table
        assert again.state.fingerprint() == before
        assert again.seats.access(keys[2]).seats == (2,)
        assert again.seats.access(watch).watch
        repeated = await again.play(played[7], "r7")  # an old request
        assert isinstance(repeated, Accepted)
        assert again.state.fingerprint() == before


async def test_an_action_that_cannot_be_written_does_not_take_effect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        heard = Listening(table)
        before = table.state.seq
        with monkeypatch.context() as patch:

            async def fail(*_: object) -> None:
                raise StorageError("The disk is full.")

            patch.setattr(hub.storage, "append", fail)
            with pytest.raises(StorageError):
                await table.play(safe(table), "r1")
        assert heard.messages == []
        assert heard.why == "table.busy"
        with pytest.raises(Problem, match="being reloaded"):
            await table.play(safe(table), "r1")
        again = await hub.tables.get(table.name)
        assert again is not table
        assert again.state.seq == before
        assert isinstance(await again.play(safe(again), "r1"), Accepted)


async def test_a_log_that_has_been_tampered_with_is_rejected(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        for _ in range(10):
            await table.play(safe(table))
        entries = await hub.storage.entries(table.name)
        TableState.open(entries)
        rolls = next(n for n, entry in enumerate(entries) if b'"rolls":[[' in entry)
        forged = entries.copy()
        forged[rolls] = forged[rolls].replace(b'"rolls":[[', b'"rolls":[[9')
        with pytest.raises(LogError, match="dice do not match"):
            TableState.open(forged)
        with pytest.raises(LogError, match="does not start with"):
            TableState.open(entries[1:])
        with pytest.raises(LogError, match="not a PassGo log entry"):
            TableState.open([*entries, b"{}"])


async def deciders(hub: Hub, table: Table) -> list[str]:
    """Return who made each decision, according to the log."""
    async with table.lock:
        entries = await hub.storage.entries(table.name)
    lines = [read_entry(seq, entry) for seq, entry in enumerate(entries, 1)]
    return [line.by for line in lines if isinstance(line, ActionPlayed)]


# -- time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when_out", ["pass", "safe", "bot"])
async def test_the_game_continues_when_a_players_time_runs_out(
    tmp_path: Path, time: Time, when_out: str
) -> None:
    async with hub_at(tmp_path, now=time) as hub:
        clock = Clock(move=60, when_out=when_out, bot="simple")  # type: ignore[arg-type]
        table, host, _ = await people(hub, 2, clock)
        Listening(table)  # otherwise the game would pause
        await table.start(host)
        first = table.game.waiting_for[0]
        while table.state.seq < 12:
            await until(lambda: is_quiet(hub, table) or table.state.seq >= 12)
            await time.advance(60)
        assert table.state.places[first].away is (when_out != "pass")
        assert set(await deciders(hub, table)) == {"clock" if when_out == "pass" else "bot"}
        await table.set_away(first, False)
        assert not table.state.places[first].away


async def test_a_standing_order_ends_the_turn(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        for seat in range(2):
            await table.set_order(seat, end_turn=True)
        for _ in range(30):
            await until_quiet(hub, table)
            assert type(table.game.state.agenda.top).__name__ != "ToEndTurn"
            await table.play(safe(table))
        assert "table" in await deciders(hub, table)


async def test_a_standing_order_declines_every_offer(tmp_path: Path) -> None:
    """Ruling 14: while a standing order is in effect, it declines offers on the partner's behalf."""
    async with hub_at(tmp_path) as hub:
        clock = Clock(when_out="bot", bot="normal")
        table, host, _ = await people(hub, clock=clock, rules={"deeds_dealt": 1})
        await table.start(host)
        deeds = {int(prop.owner): int(prop.deed.space) for prop in table.game.state.properties}
        maker = int(table.game.waiting_for[0])  # nobody rolls, so nothing else happens
        partner = 1 - maker
        heard = Listening(table)

        async def offer(cash: int = 1) -> None:
            wanted = OfferTrade(maker, partner, give_cash=cash, get_deeds=(deeds[partner],))
            assert isinstance(await table.play(wanted), Accepted)

        async def answers() -> list[tuple[object, object]]:
            """Return all of the partner's answers so far, and who gave each."""
            await until_quiet(hub, table)
            actions = [(one.get("action"), one.get("by")) for one in heard.messages]
            return [
                (action["action"], by)
                for action, by in actions
                if isinstance(action, dict)
                and action["action"] in ("AcceptTrade", "DeclineTrade", "CounterTrade")
                and action["seat"] == partner
            ]

        await offer()
        await table.set_order(partner, decline_offers=True)  # also applies to pending offers
        assert await answers() == [("DeclineTrade", "table")]
        assert table.describe_orders(partner).decline_offers
        await offer()
        assert await answers() == [("DeclineTrade", "table")] * 2
        await table.set_order(partner, decline_offers=False)
        await offer()
        assert len(await answers()) == 2
        await table.set_order(partner, decline_offers=True)
        assert len(await answers()) == 3
        await table.set_away(partner, True)
        await offer(cash=1200)  # the bot that plays for the partner would accept this offer
        assert (await answers())[:4] == [("DeclineTrade", "table")] * 4


async def test_a_rematch_has_the_same_people_and_rules(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 2, bots=("simple",), rules={"round_limit": 1})
        await table.start(host)
        with pytest.raises(Problem, match="not over"):
            await hub.tables.rematch(table, host)
        while table.state.status != "over":
            await until(lambda: set(table.game.waiting_for) & {0, 1} or table.game.state.over)
            if not table.game.state.over:
                await table.play(safe(table))
        again = await hub.tables.rematch(table, host)
        assert table.state.rematch == again.name
        assert await hub.tables.rematch(table, host) is again
        assert again.state.rules == table.state.rules
        assert [again.seats.access(key).seats for key in keys] == [(0,), (1,)]
        assert again.state.created.commitment != table.state.created.commitment
        await again.start(host)
        assert again.state.status == "playing"


async def test_bots_give_a_reason_for_every_decision(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 1, bots=("normal", "simple"))
        heard = Listening(table)
        await table.start(host)
        codes = set[str]()
        while not {"buy.worth", "bid.worth"} <= codes:
            await until(lambda: 0 in table.game.waiting_for or table.game.state.over)
            assert not table.game.state.over
            await table.play(safe(table))
            for one in heard.messages:
                action, why = one.get("action"), one.get("why")
                if isinstance(action, dict) and isinstance(why, dict):
                    bot = table.state.bot_of(action["seat"])
                    assert bot == "normal" or why["code"].startswith("tax.")
                    assert action["action"] not in ("EndTurn", "AlwaysAskForRent")
                    codes.add(why["code"])


async def test_a_bot_gives_its_reason_for_declining(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 1, bots=("normal",))
        await table.start(host)
        heard = Listening(table)
        offer = OfferTrade(0, 1, give_cash=1, get_cash=100)
        assert isinstance(await table.play(offer), Accepted)
        said = await until(lambda: [one["why"] for one in heard.messages if "why" in one])
        assert isinstance(said[0], dict)
        reason = said[0]
        assert say_reason(
            reason["code"], reason["values"], Words.load(), Lexicon(["Ann", "Bob"], classic())
        )
