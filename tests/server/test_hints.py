"""Hints: who gets one, what it is based on, and what it may cost."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from passgo.analysis import best_moves, win_probability
from passgo.codec import action_to_data
from passgo.engine.game import Game
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.state import Hidden
from passgo.server import hints
from passgo.server.bot_worker import view_of
from passgo.server.config import Config
from passgo.server.hint_worker import ANSWERS, HintAnswer
from passgo.server.hints import BURST, MOST_WAITING, Hints, TableHints
from passgo.server.hub import Hub
from passgo.server.limits import Limits
from passgo.server.log_entries import HostSettings
from passgo.server.session import Session
from passgo.server.table import Table
from passgo.server.tables import NewTable
from passgo.server.wire import Hello, RankedChoice
from passgo.server.worker import Worker
from tests import scene
from tests.server.fake_time import Time
from tests.server.kit import Listening, hub_at, people, safe
from tests.waiting import until

pytestmark = pytest.mark.asyncio

ON = HostSettings(hints=True)
NEVER_STOPS = pytest.mark.skipif(
    sys.platform == "win32", reason="this system cannot pause a process"
)


class Client:
    """A client that asks for hints."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.count = 0

    @classmethod
    async def connect(cls, hub: Hub, table: Table, key: str) -> Client:
        return cls(await hub.connect(Hello(table=table.name, keys=[key], options=False)))

    async def ask(self, seat: int, **more: object) -> dict[str, Any]:
        """Ask for a hint, and return the answer."""
        self.count += 1
        request = {"type": "hint", "id": f"{id(self)}-{self.count}", "seat": seat, **more}
        await self.session.receive(msgspec.json.encode(request).decode())
        received = [msgspec.json.decode(one) for one in self.session.outbox]
        self.session.outbox.clear()
        found = [one for one in received if one.get("id") == request["id"]]
        assert len(found) == 1
        answer: dict[str, Any] = found[0]
        return answer

    async def code(self, seat: int, **more: object) -> str:
        """Ask for a hint that is refused, and return the code of the reason."""
        answer = await self.ask(seat, **more)
        assert answer["type"] == "error", answer
        return str(answer["code"])


class SlowWorker(Worker[HintAnswer]):
    """A worker that answers nothing until it is allowed to, and counts its requests."""

    def __init__(self) -> None:
        super().__init__("passgo.server.hint_worker", ANSWERS, 5.0)
        self.allowed = asyncio.Event()
        self.asked = 0

    async def ask(self, messages: Iterable[msgspec.Struct]) -> HintAnswer:
        self.asked += 1
        await self.allowed.wait()
        return HintAnswer(
            [0.5, 0.5], [RankedChoice(actions=[], win_probabilities=None, effects=[])]
        )


async def to_purchase(table: Table) -> int:
    """Play until a player may buy a property; return the player's seat."""
    while not isinstance(table.game.state.agenda.top, BuyOrAuction):
        await table.play(safe(table))
    return int(table.game.state.agenda.top.seat)


async def at_position(hub: Hub, game: Game) -> tuple[Table, Client]:
    """Start a game from a position; return its table, and a client that holds all seats."""
    position = game.position()
    del position["unseen"]
    table, host = await hub.tables.make(
        NewTable(
            position=position, settings=ON, seats=[*NewTable().seats[: len(game.state.players)]]
        )
    )
    for number in range(len(game.state.players)):
        await table.join(f"Player {number}", key=host)
    await table.start(host)
    return table, await Client.connect(hub, table, host)


# -- what a hint says ------------------------------------------------------------------------------


async def test_a_hint_ranks_the_choices_of_a_seat_by_estimate(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, settings=ON)
        await table.start(host)
        seat = await to_purchase(table)
        client = await Client.connect(hub, table, keys[seat])
        answer = await client.ask(seat)
        view = table.game.view(seat)
        moves = best_moves(view)
        assert len(moves) > 1
        assert answer["type"] == "advice"
        assert (answer["seat"], answer["seq"]) == (seat, table.state.seq)
        assert answer["decision"] == table.game.state.decision_number
        assert answer["win_probabilities"] == pytest.approx(win_probability(view).win_probabilities)
        assert answer["choices"] == [
            {
                "actions": [action_to_data(action) for action in move.actions],
                "win_probabilities": pytest.approx(move.win_probabilities),
                "effects": [{"code": one.code, "values": one.values} for one in move.effects],
            }
            for move in moves
        ]
        first = {choice["actions"][0]["action"] for choice in answer["choices"]}
        assert first >= {"Buy", "Decline"}


async def test_a_hint_about_an_offer_ranks_the_answers_to_it(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        game = scene.scene(owns={scene.ANN: (scene.BALTIC,), scene.BOB: (scene.READING,)})
        table, client = await at_position(hub, game)
        await table.play(OfferTrade(0, 1, get_cash=1, give_deeds=(scene.BALTIC,)))
        number = int(table.game.state.offers[0].number)
        answer = await client.ask(1, offer=number)
        actions = [choice["actions"][0]["action"] for choice in answer["choices"]]
        assert actions == ["AcceptTrade", "DeclineTrade"]
        assert await client.code(0, offer=number) == "hint.none"  # it is their own offer
        assert await client.code(1, offer=number + 1) == "hint.none"


async def test_at_income_tax_a_hint_does_not_show_what_each_choice_costs(tmp_path: Path) -> None:
    """10 MCS 110(c): the choice comes before the worth is known."""
    async with hub_at(tmp_path) as hub:
        game = scene.scene(at={scene.ANN: 4}, asked=[TaxChoice(scene.ANN, 1500)])
        table, client = await at_position(hub, game)
        assert isinstance(table.game.state.agenda.top, TaxChoice)
        choices = (await client.ask(0))["choices"]
        assert [choice["win_probabilities"] for choice in choices] == [None, None]
        assert {choice["effects"][0]["code"] for choice in choices} == {"tax_secret"}


@pytest.mark.parametrize("jail", [0, 1])
async def test_the_order_of_the_unseen_cards_does_not_affect_a_hint(
    tmp_path: Path, jail: int
) -> None:
    """With the player in Jail, rolls that lead to a card are part of the choices."""
    async with hub_at(tmp_path) as hub:
        table, client = await at_position(
            hub, scene.scene(jail={scene.ANN: 1} if jail else {}, at={scene.ANN: 1})
        )
        if not jail:
            await to_purchase(table)
        seat = table.game.waiting_for[0]
        view = view_of(table.game, seat)
        first = await client.ask(seat)
        piles = table.game.hidden.piles
        table.game.hidden = Hidden([list(reversed(pile)) for pile in piles])
        assert table.game.hidden.piles != piles
        assert view_of(table.game, seat) == view
        client.session.hints = TableHints(table, hub.hints, hub.limits)
        again = await client.ask(seat)
        assert first["type"] == again["type"] == "advice"
        assert {**again, "id": ""} == {**first, "id": ""}
        assert hub.metrics.registry.get_sample_value("passgo_hints_total") == 2


# -- who gets one ----------------------------------------------------------------------------------


async def test_hints_are_off_until_the_host_allows_them_and_everyone_is_informed(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub)
        heard = Listening(table)
        await table.start(host)
        seat = await to_purchase(table)
        client = await Client.connect(hub, table, keys[seat])
        assert table.describe().settings.hints is False
        assert await client.code(seat) == "hint.off"
        await table.change(host, ON)
        told: Any = heard.messages[-1]
        assert told["table"]["settings"]["hints"] is True
        assert (await client.ask(seat))["type"] == "advice"
        await table.change(host, HostSettings())
        assert await client.code(seat) == "hint.off"


async def test_a_server_can_turn_hints_off(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        hub.config = Config(hints=False)
        table, host, keys = await people(hub, settings=ON)
        await table.start(host)
        client = await Client.connect(hub, table, keys[0])
        assert await client.code(0) == "hint.off"


async def test_only_the_holder_of_a_seat_gets_its_hints(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, settings=ON)
        watch = await table.make_watch_link(host)
        await table.start(host)
        seat = await to_purchase(table)
        other = await Client.connect(hub, table, keys[1 - seat])
        spectator = await Client.connect(hub, table, watch)
        assert await other.code(seat) == "key.seat"
        assert await spectator.code(seat) == "key.watch"
        assert await other.code(7) == "key.seat"
        assert hub.hints.worker.process is None


async def test_there_is_no_hint_if_there_is_nothing_to_decide(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, settings=ON)
        clients = [await Client.connect(hub, table, key) for key in keys]
        assert await clients[0].code(0) == "table.waiting"
        await table.start(host)
        assert await clients[0].code(0) == "hint.none"  # nothing to build yet: roll
        seat = await to_purchase(table)
        assert await clients[1 - seat].code(1 - seat) == "hint.none"
        await table.play(Resign(0))
        while table.state.status != "over":
            await table.play(safe(table))
        assert await clients[1].code(1) == "table.over"


async def test_a_player_who_is_out_gets_no_hint(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 3, settings=ON)
        await table.start(host)
        await table.play(Resign(1))
        assert table.game.state.players[1].out
        assert await (await Client.connect(hub, table, keys[1])).code(1) == "hint.none"


# -- what hints may cost ---------------------------------------------------------------------------


async def test_a_table_has_a_budget_for_hints_that_time_restores(
    tmp_path: Path, time: Time
) -> None:
    async with hub_at(tmp_path, Limits(hints_per_minute=6)) as hub:
        table, host, keys = await people(hub, settings=ON)
        await table.start(host)
        seat = await to_purchase(table)
        worker = SlowWorker()
        worker.allowed.set()
        hub.hints.worker = worker
        hub.hosted[table.name].hints.now = time
        client = await Client.connect(hub, table, keys[seat])

        async def ask_after_a_change() -> dict[str, Any]:
            await table.set_order(seat, end_turn=not table.state.places[seat].end_turn)
            return await client.ask(seat)

        for _ in range(BURST):
            answer = await ask_after_a_change()
            assert answer["type"] == "advice"
        assert worker.asked == BURST
        again = await client.ask(seat)
        assert (again["type"], again["seq"]) == ("advice", answer["seq"])
        assert worker.asked == BURST  # the same hint costs nothing
        assert (await ask_after_a_change())["code"] == "hint.rate"
        await time.advance(9.9)
        assert (await ask_after_a_change())["code"] == "hint.rate"
        await time.advance(0.2)
        assert (await ask_after_a_change())["type"] == "advice"
        assert (await ask_after_a_change())["code"] == "hint.rate"


async def test_a_table_gets_one_hint_at_a_time_and_it_is_about_the_decision_at_hand(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, settings=ON)
        await table.start(host)
        seat = await to_purchase(table)
        hub.hints.worker = worker = SlowWorker()
        clients = [await Client.connect(hub, table, keys[seat]) for _ in range(3)]
        before = table.state.seq, table.game.state.decision_number
        asked = [asyncio.create_task(client.ask(seat)) for client in clients[:2]]
        await until(lambda: worker.asked > 0)
        await table.play(Decline(seat))
        assert table.game.state.decision_number != before[1]
        assert await clients[2].code(seat) == "hint.busy"
        worker.allowed.set()
        for answer in await asyncio.gather(*asked):
            assert (answer["seq"], answer["decision"]) == before
        assert worker.asked == 1
        now = await clients[2].ask(seat)
        assert (now["seq"], now["decision"]) == (table.state.seq, table.game.state.decision_number)


async def test_only_a_few_hints_may_be_pending_on_the_whole_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "MOST_WAITING", 2)
    assert MOST_WAITING > 2
    async with hub_at(tmp_path) as hub:
        hub.hints.worker = worker = SlowWorker()
        asked: list[asyncio.Task[dict[str, Any]]] = []
        for _ in range(3):
            table, host, keys = await people(hub, settings=ON)
            await table.start(host)
            seat = await to_purchase(table)
            client = await Client.connect(hub, table, keys[seat])
            asked.append(asyncio.create_task(client.ask(seat)))
            await until(lambda: hub.hints.waiting == min(2, len(asked)))
        assert (await asked.pop())["code"] == "hint.busy"
        worker.allowed.set()
        assert [answer["type"] for answer in await asyncio.gather(*asked)] == ["advice"] * 2


@NEVER_STOPS
async def test_after_the_worker_is_killed_in_the_middle_another_one_takes_over(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, settings=ON)
        await table.start(host)
        seat = await to_purchase(table)
        client = await Client.connect(hub, table, keys[seat])
        await client.ask(seat)
        first = hub.hints.worker.process
        assert first is not None
        first.send_signal(signal.SIGSTOP)  # it never gets to answer
        await table.play(Decline(seat))
        bidder = table.game.waiting_for[0]
        client = await Client.connect(hub, table, keys[bidder])
        asked = asyncio.create_task(client.ask(bidder))
        await until(lambda: hub.hints.waiting == 1)
        first.kill()
        assert (await asked)["code"] == "hint.busy"
        assert (await client.ask(bidder))["type"] == "advice"
        second = hub.hints.worker.process
        assert second is not None
        assert second.pid != first.pid
        assert hub.metrics.registry.get_sample_value("passgo_hint_faults_total") == 1
        await table.play(safe(table))  # the game was never affected


@NEVER_STOPS
async def test_a_worker_that_hangs_is_replaced(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, settings=ON)
        await table.start(host)
        seat = await to_purchase(table)
        client = await Client.connect(hub, table, keys[seat])
        await client.ask(seat)
        process = hub.hints.worker.process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await table.set_order(seat, end_turn=True)
        asked = asyncio.create_task(client.ask(seat))
        await time.until_timer(hub.bot_pool.seconds)
        await time.advance(hub.bot_pool.seconds)
        assert (await asked)["code"] == "hint.busy"
        await process.wait()
        assert (await client.ask(seat))["type"] == "advice"


async def test_closing_the_server_answers_those_who_are_waiting(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        clients: list[tuple[Client, int]] = []
        for _ in range(2):
            table, host, keys = await people(hub, settings=ON)
            await table.start(host)
            seat = await to_purchase(table)
            clients.append((await Client.connect(hub, table, keys[seat]), seat))
        hub.hints = Hints(hub.metrics, 5.0)
        for client, _ in clients:
            client.session.hints.hints = hub.hints
        asked = [asyncio.create_task(client.ask(seat)) for client, seat in clients]
        await until(lambda: hub.hints.waiting == 2 and hub.hints.worker.process is not None)
        await hub.hints.close()
        assert [answer["code"] for answer in await asyncio.gather(*asked)] == ["hint.busy"] * 2
        assert hub.hints.worker.process is None


async def test_a_hint_plays_nothing(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, settings=ON)
        await table.start(host)
        seat = await to_purchase(table)
        position = table.game.position()
        seq = table.state.seq
        client = await Client.connect(hub, table, keys[seat])
        await client.ask(seat)
        assert (table.game.position(), table.state.seq) == (position, seq)
        await table.play(Buy(seat))
