"""No matter how the seats change before a game, everyone who has a seat can play."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    run_state_machine_as_test,
)
from hypothesis.stateful import (
    rule as step,
)

from passgo.codec import action_to_data
from passgo.engine.chance import Fair
from passgo.server import tables
from passgo.server.autoplay import AutoPlayer
from passgo.server.chat import Chat
from passgo.server.hints import Hints, TableHints
from passgo.server.limits import Limits
from passgo.server.log_entries import SeatPlan
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.session import Session
from passgo.server.storage import SqliteStorage
from passgo.server.storage.interface import NoTable
from passgo.server.table_state import MOST_SEATS, TableState
from passgo.server.tables import NewTable, Tables
from passgo.server.wire import Hello
from tests.server.kit import hub_at

Answer = TypeVar("Answer")

NAME: Final = "seatchanges23"
NAMES: Final = ("Ann", "Bob", "Cyd", "Dan", "Eve")
BOTS: Final = ("", "", "easy", "simple")
LEAST: Final = 2


class Client:
    """A browser: its key, its connection, and what it has received."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.session: Session | None = None
        self.you: list[int] = []
        """The browser's seats, according to the server."""
        self.options: dict[int, dict[str, Any]] = {}

    async def listen(self) -> list[dict[str, Any]]:
        """Process and return everything that has been sent."""
        session = self.session
        assert session is not None
        heard = []
        while session.outbox or (session.options_due and not session.closed):
            heard += [msgspec.json.decode(one) for one in await session.next_batch()]
        for message in heard:
            self.you = message.get("you", self.you)
            if message["type"] == "options":
                self.options[message["seat"]] = message
        if session.closed:
            self.session = None
        return heard


class Seats(RuleBasedStateMachine):
    """A table before its game, the players' browsers, and one round of the game."""

    runner: asyncio.Runner
    tables: Tables

    def run(self, doing: Awaitable[Answer]) -> Answer:
        """Run an awaitable until it is done; return its result."""

        async def wait() -> Answer:
            return await doing

        return self.runner.run(wait())

    def tried(self, doing: Awaitable[object]) -> bool:
        """Run an awaitable that the table may reject; return whether it was accepted."""
        try:
            self.run(doing)
        except Problem:
            return False
        return True

    @initialize(count=st.integers(LEAST, 4))
    def make(self, count: int) -> None:
        """Create a table whose host is connected and has the first seat."""
        with suppress(NoTable):  # the new table has the same name and dice as the previous one
            self.run(self.tables.storage.delete(NAME))
        self.table, self.host = self.run(self.tables.make(NewTable(seats=[SeatPlan()] * count)))
        self.autoplayer = AutoPlayer(self.table)
        self.autoplayer.quiet.set()  # no bots are asked here
        self.clients: dict[str, Client] = {}
        self.run(self.table.join("Host", seat=0, key=self.host))
        self.clients["Host"] = Client(self.host)
        self.connect("Host")

    # -- the current state -----------------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        """The table's current state."""
        return self.table.state

    def seats_of(self, name: str) -> list[int]:
        """Return the seats that a browser actually holds."""
        try:
            return list(self.table.seats.access(self.clients[name].key).seats)
        except Problem:
            return []

    def free(self) -> list[int]:
        """Return the free seats."""
        return [seat for seat, place in enumerate(self.state.places) if place.is_free]

    # -- people ----------------------------------------------------------------------------------------

    def connect(self, name: str) -> None:
        """Connect a browser."""
        client = self.clients[name]
        if client.session is None:
            client.session = self.run(self.greeted(client.key))
            self.run(client.listen())

    async def greeted(self, key: str) -> Session:
        """Return a session at the table; the session has no rate limits."""
        limits = Limits(messages_burst=10_000, waiting_per_socket=10_000)
        hello = Hello(table=self.table.name, keys=[key])
        chat = Chat(self.table, self.tables.storage, limits)
        hints = TableHints(self.table, Hints(Metrics(), 5.0), limits)
        return Session(self.table, self.autoplayer, chat, hints, hello, limits)

    @step(name=st.sampled_from(NAMES), seat=st.integers(0, MOST_SEATS - 1), connects=st.booleans())
    def sits(self, name: str, seat: int, connects: bool) -> None:
        """Seat somebody in a free seat, if there is one."""
        free = self.free()
        if name in self.clients or not free:
            return
        _, key = self.run(self.table.join(name, seat=free[seat % len(free)]))
        self.clients[name] = Client(key)
        if connects:
            self.connect(name)

    @step(name=st.sampled_from(("Host", *NAMES)))
    def comes_or_goes(self, name: str) -> None:
        """Connect or disconnect a browser."""
        client = self.clients.get(name)
        if client is None:
            return
        if client.session is None:
            self.connect(name)
        else:
            self.run(self.closed(client.session))
            client.session = None

    async def closed(self, session: Session) -> None:
        """Close a session as a socket does."""
        session.stop("left")

    @step(name=st.sampled_from(NAMES), kicked=st.booleans())
    def gets_up(self, name: str, kicked: bool) -> None:
        """Let somebody leave, or let the host remove them."""
        if name in self.clients:
            client = self.clients[name]
            (seat,) = self.seats_of(name)
            self.run(self.table.leave(seat, self.host if kicked else client.key))
            if client.session is not None:
                self.run(client.listen())
                assert client.session is None  # the browser was notified
            del self.clients[name]

    @step(name=st.sampled_from(("Host", *NAMES)))
    def is_renamed(self, name: str) -> None:
        """Rename somebody as the page does: leave, and take the same seat again."""
        if name not in self.clients:
            return
        client = self.clients[name]
        (seat,) = self.seats_of(name)
        keeps = client.key if name == "Host" else None
        self.run(self.table.leave(seat, client.key))
        other = f"{self.state.seq} {name}"
        _, client.key = self.run(self.table.join(other, seat=seat, key=keeps))
        if client.session is not None:
            self.run(client.listen())
        self.connect(name)

    # -- the host --------------------------------------------------------------------------------------

    @step(bots=st.lists(st.sampled_from(BOTS), min_size=1, max_size=MOST_SEATS))
    def plans(self, bots: list[str]) -> None:
        """As the host, change the number of seats, and assign some of them to bots."""
        before = [(place.name, place.digest) for place in self.state.places if not place.is_free]
        self.tried(self.table.change(self.host, seats=[SeatPlan(bot) for bot in bots]))
        after = [(place.name, place.digest) for place in self.state.places if not place.is_free]
        assert sorted(before) == sorted(after)

    @step(bot=st.sampled_from(BOTS))
    def adds_a_seat(self, bot: str) -> None:
        """As the host, add a seat at the end; everyone keeps their seat."""
        places = self.state.places
        if len(places) == MOST_SEATS:
            return
        before = [place.name for place in places]
        plans = [*(place.plan for place in places), SeatPlan(bot)]
        self.run(self.table.change(self.host, seats=plans))
        assert [place.name for place in self.state.places] == [*before, ""]

    @step(draws=st.data())
    def moves_people(self, draws: st.DataObject) -> None:
        """As the host, remove free seats and reorder the others; everyone moves with their seat."""
        free = self.free()
        taken = [seat for seat in range(len(self.state.places)) if seat not in free]
        kept = draws.draw(st.lists(st.sampled_from(free), unique=True)) if free else []
        was = draws.draw(st.permutations([*taken, *kept]))
        if len(was) < LEAST:
            return
        before = [place.name for place in self.state.places]
        plans = [self.state.places[seat].plan for seat in was]
        self.run(self.table.change(self.host, seats=plans, was=was))
        assert [place.name for place in self.state.places] == [before[seat] for seat in was]
        assert [place.plan for place in self.state.places] == plans

    @step(seat=st.integers(0, MOST_SEATS - 1))
    def seats_a_bot(self, seat: int) -> None:
        """As the host, put a bot in a free seat."""
        free = self.free()
        if free:
            self.run(self.table.seat_bot(free[seat % len(free)], "easy", self.host))

    @step()
    def reads_the_table_again(self) -> None:
        """Restart the server: the log restores the same table, and browsers reconnect."""
        entries = self.run(self.tables.storage.entries(self.table.name))
        assert TableState.open(entries).fingerprint() == self.state.fingerprint()

    # -- invariants ------------------------------------------------------------------------------------

    @invariant()
    def everybody_is_where_they_were_told(self) -> None:
        """Check that each browser and the server agree on the browser's seats."""
        for name, client in self.clients.items():
            assert self.seats_of(name), name
            if client.session is not None:
                self.run(client.listen())
                assert client.session is not None, name
                assert client.session.seats == self.seats_of(name) == client.you, name
        self.table.presence.describe()  # must never fail

    # -- the game --------------------------------------------------------------------------------------

    def teardown(self) -> None:
        """Check that the game can be played, no matter what was done before."""
        self.play_a_round()

    @step(count=st.integers(LEAST, 4))
    def begins_at_another_table(self, count: int) -> None:
        """Play a round, and create another table."""
        self.play_a_round()
        self.make(count)

    def play_a_round(self) -> None:
        """Fill the table with bots, connect everyone, and let each seat act."""
        for seat in self.free():
            self.run(self.table.seat_bot(seat, "easy", self.host))
        for name in self.clients:
            self.connect(name)
        self.run(self.table.start(self.host))
        acted = set[int]()
        while len(acted) < len(self.state.places):
            acted.add(self.one_action())

    def one_action(self) -> int:
        """Play the safe answer for the current player through their own browser; return the seat."""
        game = self.table.game
        action = game.default(game.waiting_for[0])
        seat = int(action.seat)
        if self.state.places[seat].bot:
            self.run(self.table.play(action, by="bot"))
            return seat
        (name,) = [name for name in self.clients if seat in self.seats_of(name)]
        client = self.clients[name]
        self.run(client.listen())
        assert sorted(client.options) == self.seats_of(name)
        assert client.options[seat]["seq"] == self.state.seq
        assert client.session is not None
        wait = client.options[seat]["decision"]
        message = {"type": "play", "id": f"{self.state.seq}", "decision": wait}
        asked = msgspec.json.encode({**message, "action": action_to_data(action)}).decode()
        self.run(client.session.receive(asked))
        heard = self.run(client.listen())
        answer = next(one for one in heard if one.get("id") == message["id"])
        assert answer["type"] == "accepted", answer
        return seat


def test_everyone_can_play_after_any_changes_to_the_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "new_table_name", lambda: NAME)
    monkeypatch.setattr(tables, "new_fair", lambda game, rules: Fair(bytes(32), game, rules, []))
    with asyncio.Runner() as runner:
        storage = SqliteStorage(tmp_path / "games.db")
        runner.run(storage.open())
        try:
            machine = type("Machine", (Seats,), {"runner": runner, "tables": Tables(storage)})
            run_state_machine_as_test(
                machine,
                settings=settings(
                    max_examples=25,
                    stateful_step_count=25,
                    deadline=None,
                    derandomize=True,
                    database=None,
                ),
            )
        finally:
            runner.run(storage.close())


# -- single steps ----------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_nobody_loses_their_seat_when_the_seats_change(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host = await hub.tables.make(NewTable(seats=[SeatPlan()] * 3))
        await table.join("Ann", seat=0)
        await table.join("Bob", seat=2)
        seq = table.state.seq
        for seats, was, code in (
            (1, None, "table.full"),
            (9, None, "table.full"),
            (2, None, "seat.taken"),
            (3, [0, 1, -1], "seat.taken"),
            (3, [0, 1], "request.form"),
            (3, [0, 2, 2], "request.form"),
            (3, [0, 2, 3], "request.form"),
            (3, [0, 2, -2], "request.form"),
        ):
            with pytest.raises(Problem) as caught:
                await table.change(host, seats=[SeatPlan()] * seats, was=was)
            assert (caught.value.code, table.state.seq) == (code, seq)
        await table.change(host, seats=[SeatPlan()] * 2, was=[0, 2])
        assert [place.name for place in table.state.places] == ["Ann", "Bob"]


@pytest.mark.asyncio
async def test_a_player_whose_seat_is_moved_stays_present(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host = await hub.tables.make(NewTable(seats=[SeatPlan()] * 3))
        keys = [(await table.join(name, seat=seat))[1] for seat, name in ((0, "Ann"), (2, "Bob"))]
        ann, bob = [await hub.connect(Hello(table=table.name, keys=[one])) for one in keys]
        table.presence.announce()
        for session in (ann, bob):
            session.outbox.clear()
        await table.change(host, seats=[SeatPlan()] * 2, was=[0, 2])
        heard = [msgspec.json.decode(one) for one in bob.outbox]
        assert [one["type"] for one in heard] == ["table", "your_seats", "presence"]
        assert heard[1]["you"] == [1]
        assert [msgspec.json.decode(ann.outbox[-1])["present"], heard[2]["present"]] == [[0, 1]] * 2
