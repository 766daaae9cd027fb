"""Hostile clients get a clear error or are disconnected, and nobody else is affected.

Clients connect from several loopback addresses, each of which has its own limits.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from passgo.codec import action_to_data
from passgo.engine.rules.debt import Resign
from passgo.server import protocols
from passgo.server.app import BODY
from passgo.server.limits import Limits
from passgo.server.problems import Problem
from passgo.server.websocket import FIRST_WORD
from passgo.server.wire import Accepted, Hello
from tests.server.fake_time import Time
from tests.server.kit import HERE, Listening, hub_at, listen, people, safe, until_quiet
from tests.server.running import (
    ROOMY,
    Caller,
    Data,
    Reply,
    Seats,
    Server,
    calling,
    play_on,
    running,
    set_up,
    sitting,
)
from tests.waiting import until, until_async

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many loopback addresses"),
]

GOOD: Final = "127.0.0.2"
"""The address of well-behaved players."""
NUMBERS: Final = count(1)
LIMITS: Final = Limits()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the default limits, except that nobody may chat again soon, however slow the test is."""
    settings = {"PASSGO_LIMITS_CHAT_PER_MINUTE": "1"}
    with running(tmp_path_factory.mktemp("server"), settings=settings) as server:
        yield server


@pytest.fixture
def bad() -> str:
    """The address of a hostile client, which no other test uses."""
    return f"127.0.1.{next(NUMBERS)}"


MOST_WORK: Final = 2.0
"""The CPU seconds that the server may spend before it answers a move, which takes a few milliseconds.

A blocked server spends much more. A busy machine does not change the CPU time.
"""


def work_done(server: Server) -> float:
    """Return the CPU seconds that a server has used so far."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Others:
    """Two people who play at another table during an attack. They may make 50 moves without a pause."""

    def __init__(self, server: Server, caller: Caller) -> None:
        self.server = server
        self.caller = caller

    async def move(self) -> None:
        """Make a move, and check that the server answers without doing much else first."""
        before = work_done(self.server)
        await play_on([self.caller], 1, Random(self.caller.seq))
        spent = work_done(self.server) - before
        assert spent < MOST_WORK, f"{spent:.2f} s"


@asynccontextmanager
async def undisturbed(server: Server) -> AsyncIterator[Others]:
    """Let two people play at another table before, after and, if the test asks for it, during an attack."""
    seats = set_up(server, come_from=GOOD)
    async with sitting(server, seats.table, *seats.keys, come_from=GOOD) as caller:
        others = Others(server, caller)
        await others.move()
        yield others
        await others.move()
    assert server.is_well()


def has_sockets(server: Server) -> bool:
    """Return whether a server still counts sockets of seated players."""
    body = server.ask("GET", "/metrics", come_from="127.0.0.4").body
    return b'passgo_sockets{kind="seat"} 0.0\n' not in body


# -- invalid messages ------------------------------------------------------------------------------

HUGE: Final = str(2**70)
NESTED: Final = '{"type": "check","id":"1","action":' + '{"a":' * 3000
BROKEN: Final = [
    "",
    "x",
    "{",
    "[]",
    "null",
    "7",
    "{}",
    '{"type":"dance"}',
    '{"type":7}',
    '{"type": "ping","more":1}',
    '{"type": "ping","id":7}',
    '{"type": "play"}',
    '{"type": "play","action":[]}',
    '{"type": "play","action":' + "[" * 16_000,
    NESTED,
    '{"type": "ping","id":"' + "x" * 65 + '"}',
    '{"type": "ping","id":"' + "x" * 16_000 + '"}',
    '{"type": "say","seat":1e400,"text":"x"}',
    '{"type": "say","seat":NaN,"text":"x"}',
    '{"type": "say","seat":0,"text":"\\ud800"}',
    '{"type": "say","seat":0,"text":"\\ude00\\ud83d"}',
    b"",
    b"\x00\xff",
    b'{"type": "ping"}',
]
WRONG: Final = [
    '{"type": "play","action":{}}',
    '{"type": "play","action":{"action":"Dance","seat":0}}',
    '{"type": "play","action":{"action":["Roll"],"seat":0}}',
    '{"type": "play","action":{"action":"Roll","seat":"0"}}',
    '{"type": "play","action":{"action":"Roll","seat":true}}',
    '{"type": "play","action":{"action":"Roll","seat":0.5}}',
    '{"type": "play","action":{"action":"Roll","seat":0,"more":1}}',
    f'{{"type": "play","action":{{"action":"Bid","seat":0,"amount":{HUGE}}}}}',
    f'{{"type": "check","action":{{"action":"Build","seat":0,"space":-{HUGE}}}}}',
    f'{{"type": "say","seat":{HUGE},"text":"x"}}',
    '{"type": "play","action":{"action":"Roll","seat":-1}}',
    '{"type": "play","action":{"action":"TimeIsUp","seat":-1}}',
    '{"type": "play","action":{"action":"Resign","seat":1}}',
    '{"type": "check","action":{"action":"Resign","seat":1}}',
    '{"type": "order","seat":1,"end_turn":true}',
    '{"type": "back","seat":1}',
    '{"type": "say","seat":1,"text":"x"}',
    '{"type": "react","seat":1,"reaction":"👍"}',
    '{"type": "say","seat":0,"text":""}',
    '{"type": "say","seat":0,"text":"\\u0000\\u202e \\n"}',
    '{"type": "say","seat":0,"text":"' + "x" * 301 + '"}',
    '{"type": "react","seat":0,"reaction":"<img src=x>"}',
    '{"type": "mute","seat":7}',
    '{"type": "mute","seat":-1}',
    '{"type": "hello","table":"x","keys":[]}',
]


ANSWERS: Final = {"request.form", "key.seat", "seat.unknown", "chat.rate"}


async def test_every_invalid_message_is_answered_and_the_socket_stays_open(
    server: Server, bad: str
) -> None:
    async with undisturbed(server) as others:
        for number, text in enumerate([*BROKEN, *WRONG]):
            if number % 15 == 0:  # all of a seat's sockets share its rate limit
                seats = set_up(server, come_from=bad)
            async with sitting(server, seats.table, seats.keys[0], come_from=bad) as caller:
                await caller.know_options()
                before = caller.seq
                await caller.say(text)
                if number % 2:
                    await others.move()
                told = await caller.hear()
                assert told["code"] in ANSWERS, (text, told)
                assert told["sentence"]
                await caller.catch_up()
                assert caller.seq == before


async def test_a_long_message_is_not_quoted_in_the_error(server: Server, bad: str) -> None:
    """An error describes what is wrong without repeating the whole message."""
    seats = set_up(server, come_from=bad)
    async with sitting(server, seats.table, seats.keys[0], come_from=bad) as caller:
        await caller.know_options()
        for text in [
            '{"type":"' + "x" * 16_000 + '"}',
            '{"type": "play","action":{"action":"' + "x" * 16_000 + '","seat":0}}',
            '{"type": "play","action":{"action":"Roll","seat":0,"' + "x" * 16_000 + '":0}}',
        ]:
            await caller.say(text)
            assert (await caller.hear())["type"] == "error"
            assert len(caller.raw[-1]) < 1000, text[:60]


@pytest.mark.parametrize(
    "frame",
    [
        "x" * 1_000_000,
        b"x" * 1_000_000,
        "[" * 100_000,
        '{"type": "ping","id":"' + "x" * 16_384 + '"}',
    ],
    ids=["text", "bytes", "brackets", "a little too long"],
)
async def test_a_frame_that_is_too_large_closes_the_socket(
    server: Server, bad: str, frame: str | bytes
) -> None:
    seats = set_up(server, come_from=bad)
    async with undisturbed(server) as others:
        async with sitting(server, seats.table, seats.keys[0], come_from=bad) as caller:
            await caller.know_options()
            with suppress(ConnectionClosed):
                await caller.say(frame)
            await others.move()
            with pytest.raises(ConnectionClosed) as closed:
                await caller.until("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        async with calling(server, bad) as caller:  # also before hello
            with suppress(ConnectionClosed):
                await caller.say(frame)
            with pytest.raises(ConnectionClosed):
                await caller.until("nothing")


async def test_spectators_can_only_watch(server: Server, bad: str) -> None:
    seats = set_up(server, come_from=bad)
    async with sitting(server, seats.table, seats.watch, come_from=bad) as watcher:
        asks: list[tuple[str, Data]] = [
            ("play", {"action": {"action": "Resign", "seat": 0}}),
            ("check", {"action": {"action": "Resign", "seat": 0}}),
            ("order", {"seat": 0, "end_turn": True}),
            ("back", {"seat": 0}),
            ("say", {"seat": 0, "text": "x"}),
            ("react", {"seat": 0, "reaction": "👍"}),
        ]
        for kind, fields in asks:
            assert (await watcher.ask(kind, **fields))["code"] == "key.watch"
        for method, path in [
            ("POST", "start"),
            ("POST", "watch"),
            ("POST", "rematch"),
            ("DELETE", "seats/0"),
        ]:
            url = f"/api/tables/{seats.table}/{path}"
            reply = server.ask(method, url, key=seats.watch, come_from=bad)
            assert reply.status == 403


async def test_nothing_can_be_played_after_the_game_has_ended(server: Server, bad: str) -> None:
    seats = set_up(server, come_from=bad)
    async with sitting(server, seats.table, *seats.keys, come_from=bad) as caller:
        answer = await caller.ask("play", action={"action": "Resign", "seat": 0})
        assert answer["type"] == "accepted"
        await caller.catch_up()
        seq = caller.seq
        asks: list[tuple[str, Data]] = [
            ("play", {"action": {"action": "Roll", "seat": 1}}),
            ("play", {"action": {"action": "Resign", "seat": 1}}),
            ("play", {"action": {"action": "Resign", "seat": 0}}),
            ("order", {"seat": 1, "end_turn": True}),
        ]
        for kind, fields in asks:
            answer = await caller.ask(kind, **fields)
            assert answer["type"] == "refused" or answer["type"] == "error", answer
        await caller.ask("back", seat=1)
        await caller.catch_up()
        assert caller.seq == seq


# -- floods ----------------------------------------------------------------------------------------


FLOOD: Final = 4000
"""Messages in a flood; the server disconnects the client long before the last one."""


async def test_a_flood_is_rejected_and_nobody_else_is_affected(server: Server, bad: str) -> None:
    seats = set_up(server, come_from=bad)
    async with (
        undisturbed(server) as others,
        sitting(server, seats.table, seats.keys[0], come_from=bad) as caller,
    ):
        sent = 0
        told: list[object] = []

        async def listen() -> None:
            with suppress(ConnectionClosed):
                while True:
                    told.append((await caller.hear()).get("code"))

        listening = asyncio.create_task(listen())
        with suppress(ConnectionClosed):
            while sent < FLOOD:
                await caller.say({"type": "say", "seat": 0, "text": "x" * 100})
                sent += 1
                if sent % 100 == 0:
                    await others.move()
        await caller.socket.close()
        await listening
        assert sent > LIMITS.messages_burst
        assert "request.rate" in told
        assert told.count(None) < sent / 10


async def test_a_slow_spectator_is_disconnected_and_nobody_waits_for_it(tmp_path: Path) -> None:
    """A client that stops reading is disconnected; players and other spectators receive every move."""
    async with hub_at(tmp_path, Limits(waiting_per_socket=20)) as hub:
        table, host, _ = await people(hub, 2)
        watch = await table.make_watch_link(host)
        await table.start(host)
        before = Listening(table)
        slow = [await hub.connect(Hello(table=table.name, keys=[watch])) for _ in range(3)]
        after = [Listening(table) for _ in range(8)]
        seq = table.state.seq
        for _ in range(40):
            assert isinstance(await table.play(safe(table)), Accepted)
        assert [one.closed for one in slow] == ["slow"] * 3
        for one in [before, *after]:
            heard = [data["seq"] for data in one.messages]
            assert heard == list(range(seq + 1, seq + 41))


async def test_a_client_that_stops_reading_does_not_affect_players(tmp_path: Path) -> None:
    """Like the previous test, but over a real socket, whose buffers eventually fill up."""
    settings = {
        "PASSGO_LIMITS_WAITING_PER_SOCKET": "10",
        "PASSGO_LIMITS_MESSAGES_PER_SECOND": "10000",
        "PASSGO_LIMITS_MESSAGES_BURST": "10000",
        "PASSGO_LIMITS_ADDRESS_MESSAGES_BURST": "10000",
    }
    with running(tmp_path, settings=settings) as server:
        seats = set_up(server, 8)
        async with (
            not_reading(server, seats),
            sitting(server, seats.table, *seats.keys, options=False) as player,
        ):
            for number in range(2000):
                before = work_done(server)
                action = {"action": "AlwaysAskForRent", "seat": 0, "on": number % 2 == 0}
                answer = await player.ask("play", action=action)
                assert answer["type"] == "accepted", answer
                assert work_done(server) - before < MOST_WORK
        assert "Internal Server Error" not in server.errors.read_text()


@asynccontextmanager
async def not_reading(server: Server, seats: Seats) -> AsyncIterator[None]:
    """A spectator with the smallest possible buffer that has sent hello but reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    line.connect((server.host, server.port))
    hello = {"type": "hello", "table": seats.table, "keys": [seats.watch]}
    with line:
        line.sendall(HANDSHAKE.encode())
        assert b" 101 " in line.recv(1000)
        line.sendall(frame(msgspec.json.encode(hello)))
        yield


HANDSHAKE: Final = (
    "GET /api/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(text: bytes) -> bytes:
    """Return a text frame of 126 to 65,535 bytes, masked with zeros."""
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + b"\0\0\0\0" + text


async def test_a_client_that_disconnects_during_a_move_does_not_affect_others(
    tmp_path: Path,
) -> None:
    """If a client disconnects while its action is being written, the move counts and the game continues."""
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 2)
        await table.start(host)
        seat = table.game.waiting_for[0]
        sessions = [await hub.connect(Hello(table=table.name, keys=[key])) for key in keys]
        await until_quiet(hub, table)
        action = action_to_data(safe(table))
        text = msgspec.json.encode({"type": "play", "id": "1", "action": action}).decode()
        seq = table.state.seq
        playing = asyncio.create_task(sessions[seat].receive(text))
        while not table.lock.locked():
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        async with table.lock:
            assert not table.is_broken
        assert not sessions[1 - seat].closed
        assert table.state.seq == seq + 1


async def test_killed_clients_leave_nothing_behind(server: Server, bad: str) -> None:
    seats = set_up(server, come_from=bad)
    async with undisturbed(server) as others:
        for number in range(30):
            async with sitting(server, seats.table, *seats.keys, come_from=bad) as caller:
                await caller.know_options()
                action = {"action": "AlwaysAskForRent", "seat": 0, "on": number % 2 == 0}
                await caller.say({"type": "play", "id": f"kill {number}", "action": action})
                caller.socket.transport.abort()
            await others.move()
        async with sitting(server, seats.table, seats.keys[0], come_from=bad) as caller:
            answer = await caller.ask("play", action={"action": "Resign", "seat": 0})
            assert answer["type"] == "accepted"
    await until(lambda: not has_sockets(server))


async def test_clients_that_come_and_go_cause_no_errors(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        seats = set_up(server)
        for number in range(30):
            async with sitting(server, seats.table, *seats.keys) as caller:
                action = {"action": "AlwaysAskForRent", "seat": 0, "on": number % 2 == 0}
                await caller.say({"type": "play", "id": f"{number}", "action": action})
                caller.socket.transport.abort()
        await until(lambda: not has_sockets(server))
    assert errors(server) == []


# -- half-open connections -------------------------------------------------------------------------


async def test_a_client_that_connects_and_sends_nothing_is_disconnected(
    tmp_path: Path, time: Time
) -> None:
    """The client completes the handshake but never sends hello."""
    async with hub_at(tmp_path, now=time) as hub:
        server = await listen(hub)
        port = server.sockets[0].getsockname()[1]
        url = f"ws://{HERE}:{port}/api/socket"
        async with connect(url, proxy=None, ping_interval=None) as client:
            await time.until_timer(FIRST_WORD)
            await time.advance(FIRST_WORD - 0.1)
            assert hub.addresses.count_held(HERE, "sockets") == 1
            await time.advance(0.1)
            assert msgspec.json.decode(await client.recv())["code"] == "request.form"
            with pytest.raises(ConnectionClosed):
                await client.recv()
        await until(lambda: not hub.addresses.count_held(HERE, "sockets"))
        server.close()


async def test_a_connection_without_a_request_is_closed(tmp_path: Path) -> None:
    """Otherwise, silent connections and half-sent requests would use up all file descriptors."""
    with running(tmp_path) as server:
        files = 100
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (files, files))
        lines = [socket.create_connection((server.host, server.port)) for _ in range(files)]
        try:
            for line in lines[: files // 2]:
                line.sendall(b"GET /healthz HTTP/1.1\r\n")
            for line in (lines[0], lines[files // 2]):  # wait until the server closes them
                assert await asyncio.to_thread(line.recv, 1) == b""
            assert server.is_well()
        finally:
            for line in lines:
                line.close()


async def test_the_server_does_not_wait_forever_for_a_request_body(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "UNREAD", 2 * BODY)  # otherwise, two timers would look the same
    async with hub_at(tmp_path, now=time) as hub:
        server = await listen(hub)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        await time.until_timer(BODY)
        await time.advance(BODY)
        answer = await reader.read()  # until the server closes the connection
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"in time" in answer
        writer.close()
        server.close()


# -- limits per address ----------------------------------------------------------------------------


async def test_the_number_of_sockets_per_address_is_limited(tmp_path: Path, bad: str) -> None:
    most = LIMITS.sockets_per_address
    settings = {**ROOMY, "PASSGO_LIMITS_SOCKETS_PER_ADDRESS": str(most)}
    with running(tmp_path, settings=settings) as server:
        seats = set_up(server)
        statuses: set[int] = set()
        async with undisturbed(server) as others, AsyncExitStack() as stack:

            async def can_watch() -> bool:
                watching = sitting(server, seats.table, seats.watch, come_from=bad)
                try:
                    await stack.enter_async_context(watching)
                except InvalidStatus as refused:
                    statuses.add(refused.response.status_code)
                    return False
                return True

            assert all([await can_watch() for _ in range(most - 1)])
            last = await stack.enter_async_context(calling(server, bad))
            await others.move()
            assert not await can_watch()
            await last.socket.close()
            await until_async(can_watch)  # once the server has noticed
            assert not await can_watch()
        assert statuses <= {403, 429}


async def test_hundreds_of_connections_from_one_address_do_no_harm(
    server: Server, bad: str
) -> None:
    seats = set_up(server, come_from=GOOD)
    hello = {"type": "hello", "table": seats.table, "keys": [seats.watch]}

    async def knock() -> tuple[bytes, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(
            server.host, server.port, local_addr=(bad, 0)
        )
        writer.write(HANDSHAKE.encode())
        status = (await reader.readline()).split()[1]
        if status == b"101":  # otherwise, the server would close the socket after a while
            writer.write(frame(msgspec.json.encode(hello)))
        return status, writer

    async with undisturbed(server) as others:
        told: list[tuple[bytes, asyncio.StreamWriter]] = []
        for _ in range(10):
            told += await asyncio.gather(*[knock() for _ in range(50)])
            await others.move()
        statuses = [status for status, _ in told]
        assert statuses.count(b"101") == LIMITS.sockets_per_address
        assert set(statuses) <= {b"101", b"403", b"429"}
        for _, writer in told:
            writer.close()


async def test_tables_seats_and_requests_per_address_are_limited(tmp_path: Path, bad: str) -> None:
    settings = {"PASSGO_LIMITS_REQUESTS_PER_SECOND": "0.1"}  # so that only the burst counts
    with running(tmp_path, settings=settings) as server:

        def ask(method: str, path: str, body: object = None, key: str = "") -> Reply:
            return server.ask(method, path, body, key, come_from=bad)

        made = [ask("POST", "/api/tables", {"seats": [{}] * 8}) for _ in range(21)]
        assert [reply.status for reply in made] == [201] * 20 + [429]
        assert (made[-1].data["code"], made[-1].headers["retry-after"]) == ("limit", "1")
        tables = [f"/api/tables/{reply.data['table']}" for reply in made[:-1]]
        statuses = [
            ask("POST", f"{tables[number // 8]}/seats", {"name": f"Player {number}"}).status
            for number in range(LIMITS.seats_per_address + 1)
        ]
        assert statuses == [201] * LIMITS.seats_per_address + [429]
        key = str(made[0].data["key"])
        assert ask("DELETE", f"{tables[0]}/seats/0", key=key).status == 204
        again = ask("POST", f"{tables[0]}/seats", {"name": "Somebody else"})
        assert again.status == 201
        async with undisturbed(server) as others:
            many = []
            for _ in range(30):
                record = f"{tables[0]}/record"  # a game file is expensive to build
                many += [await asyncio.to_thread(ask, "GET", record) for _ in range(5)]
                await others.move()
        assert {reply.status for reply in many} == {403, 429}
        assert {reply.data["code"] for reply in many if reply.status == 429} == {"request.rate"}
        looks = [ask("GET", tables[0]) for _ in range(200)]
        assert {reply.status for reply in looks} == {200}  # reading is still allowed


async def test_seats_are_counted_only_while_they_are_held(tmp_path: Path) -> None:
    """A player who leaves is no longer counted, however often the host changes the seats."""
    with running(tmp_path, settings={**ROOMY, "PASSGO_LIMITS_SEATS_PER_ADDRESS": "3"}) as server:
        seats = set_up(server, people=0, start=False, seats=[{}] * 3)
        url = f"/api/tables/{seats.table}"
        for number in range(4):
            for name in ("Ann", "Bob"):
                reply = server.ask("POST", f"{url}/seats", {"name": name})
                assert reply.status == 201, (number, reply.body)
            assert server.ask("DELETE", f"{url}/seats/0", key=seats.host).status == 204
            moved = {"seats": [{}] * 3, "was": [1, 0, 2]}  # Bob moves to the first seat
            assert server.ask("PATCH", url, moved, seats.host).status == 200
            assert server.ask("DELETE", f"{url}/seats/0", key=seats.host).status == 204


async def test_a_client_with_too_many_tables_can_delete_one(server: Server, bad: str) -> None:
    made = [
        server.ask("POST", "/api/tables", {}, come_from=bad)
        for _ in range(LIMITS.tables_per_address)
    ]
    url = f"/api/tables/{made[0].data['table']}"
    gone = server.ask("DELETE", url, key=str(made[0].data["key"]), come_from=bad)
    assert gone.status == 204
    assert server.ask("POST", "/api/tables", {}, come_from=bad).status == 201


async def test_repeated_requests_for_a_rematch_create_only_one_table(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 2)
        await table.start(host)
        await table.play(Resign(0))
        made = await asyncio.gather(*[hub.tables.rematch(table, host) for _ in range(5)])
        assert len({again.name for again in made}) == 1


async def test_a_client_that_missed_many_messages_is_not_treated_as_a_slow_reader(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path, Limits(waiting_per_socket=20)) as hub:
        table, host, keys = await people(hub, 2)
        await table.start(host)
        since = table.state.seq
        for _ in range(40):
            await table.play(safe(table))
        back = await hub.connect(Hello(table=table.name, keys=keys[:1], since=since))
        assert not back.closed


async def test_nobody_can_connect_to_an_abandoned_table(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 2)
        await table.start(host)
        async with table.lock:
            greeting = asyncio.create_task(hub.connect(Hello(table=table.name, keys=keys)))
            await asyncio.sleep(0)
            table.give_up()
        with suppress(Problem):
            session = await greeting
            assert not session.table.is_broken or session.closed


async def test_chat_messages_sent_too_fast_are_rejected(server: Server, bad: str) -> None:
    seats = set_up(server, come_from=bad)
    async with (
        sitting(server, seats.table, seats.keys[0], come_from=bad) as ann,
        sitting(server, seats.table, seats.keys[0], come_from=bad) as again,
    ):
        told = [await ann.ask("say", seat=0, text=f"line {number}") for number in range(10)]
        assert told[0]["type"] != "error"
        assert told[-1]["code"] == "chat.rate"
        assert (await again.ask("say", seat=0, text="me again"))["code"] == "chat.rate"
        assert (await ann.ask("react", seat=0, reaction="👍"))["code"] == "chat.rate"


async def test_the_number_of_spectators_per_table_is_limited(tmp_path: Path) -> None:
    with running(tmp_path, settings={"PASSGO_LIMITS_WATCHERS_PER_TABLE": "2"}) as server:
        seats = set_up(server)
        async with (
            sitting(server, seats.table, seats.watch),
            sitting(server, seats.table, seats.watch),
            calling(server) as third,
            sitting(server, seats.table, seats.keys[0]),
        ):
            await third.say({"type": "hello", "table": seats.table, "keys": [seats.watch]})
            assert (await third.hear())["code"] == "limit"


# -- pages from other sites ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://", "http://127.0.0.1", "http://[", "x"]
)
async def test_a_page_from_another_site_cannot_open_a_socket(
    server: Server, bad: str, origin: str
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with calling(server, bad, origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_a_page_from_this_site_can_open_a_socket(server: Server, bad: str) -> None:
    async with calling(server, bad, origin=server.url):
        pass


async def test_the_public_url_counts_as_this_site(tmp_path: Path) -> None:
    with running(tmp_path, "--public-url", "https://games.example") as server:
        async with calling(server, origin="https://games.example"):
            pass
        with pytest.raises(InvalidStatus):
            async with calling(server, origin="https://games.example.evil.example"):
                pass


def errors(server: Server) -> list[str]:
    """Return the log lines that report an error."""
    lines = server.errors.read_text().splitlines()
    return [line for line in lines if "error" in line.lower().replace("uvicorn.error", "")]
