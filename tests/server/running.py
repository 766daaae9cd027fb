"""The real server in a separate process, and an independent client that uses HTTP and a socket."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.waiting import wait_until

Data: TypeAlias = dict[str, object]

PATIENCE: Final = 120.0
"""Seconds to wait for an answer before a test gives up; only a broken server takes this long."""
ROOMY: Final = {
    "PASSGO_LIMITS_REQUESTS_PER_SECOND": "10000",
    "PASSGO_LIMITS_REQUESTS_BURST": "10000",
    "PASSGO_LIMITS_READS_PER_SECOND": "10000",
    "PASSGO_LIMITS_READS_BURST": "10000",
    "PASSGO_LIMITS_TABLES_PER_ADDRESS": "10000",
    "PASSGO_LIMITS_SEATS_PER_ADDRESS": "10000",
    "PASSGO_LIMITS_SOCKETS_PER_ADDRESS": "1000",
    "PASSGO_LIMITS_MESSAGES_PER_SECOND": "10000",
    "PASSGO_LIMITS_MESSAGES_BURST": "10000",
    "PASSGO_LIMITS_ADDRESS_MESSAGES_PER_SECOND": "10000",
    "PASSGO_LIMITS_ADDRESS_MESSAGES_BURST": "10000",
}
"""Limits that no test reaches by accident, even though all its clients share one address."""
BOT_SECONDS: Final = 600
"""The time a bot has for a move: on a busy machine, a new process alone may take seconds to answer."""


class Reply(msgspec.Struct, frozen=True):
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    """The headers, keyed by lowercase name."""
    body: bytes

    @property
    def data(self) -> Data:
        """The body, which must be a JSON object."""
        return msgspec.json.decode(self.body, type=Data)


class Server:
    """A running server."""

    def __init__(
        self, host: str, port: int, errors: Path, process: subprocess.Popen[bytes]
    ) -> None:
        self.host = host
        self.port = port
        self.errors = errors
        """The file that contains the server's log."""
        self.process = process

    @property
    def url(self) -> str:
        """The server's URL."""
        return f"http://{self.host}:{self.port}"

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        key: str = "",
        headers: Mapping[str, str] | None = None,
        come_from: str = "127.0.0.1",
    ) -> Reply:
        """Make an HTTP request; a body that is not bytes is sent as JSON."""
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if key:
            sent["Authorization"] = f"Bearer {key}"
        raw = body if isinstance(body, bytes | None) else msgspec.json.encode(body)
        line = http.client.HTTPConnection(
            self.host, self.port, timeout=PATIENCE, source_address=(come_from, 0)
        )
        try:
            line.request(method, path, raw, {**sent, **(headers or {})})
            answer = line.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, told, answer.read())
        finally:
            line.close()

    def is_well(self) -> bool:
        """Return whether the server answers and its storage works."""
        return self.ask("GET", "/healthz", come_from="127.0.0.9").body == b"ok\n"


class Seats(msgspec.Struct, frozen=True):
    """A table on a server: its name, the host key, the seat keys and the watch key."""

    table: str
    host: str
    keys: list[str]
    watch: str = ""


@contextmanager
def running(folder: Path, *flags: str, settings: Mapping[str, str] = ROOMY) -> Iterator[Server]:
    """Start `passgo serve` on a free port, and stop it afterward."""
    errors = folder / "errors.log"
    command = [sys.executable, "-m", "passgo", "serve", "--port", "0", "--bot-workers", "1"]
    command += ["--database", str(folder / "games.db"), *flags]
    patient = {"PASSGO_BOT_SECONDS": str(BOT_SECONDS)}
    with errors.open("ab") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, env={**os.environ, **patient, **settings}
        )
    assert process.stdout is not None
    try:
        first = process.stdout.readline().decode()
        found = re.search(r"http://([\d.]+):(\d+)", first)
        assert found is not None, errors.read_text()
        server = Server(found[1], int(found[2]), errors, process)
        wait_for(server)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)
            raise
        finally:
            process.stdout.close()


def wait_for(server: Server) -> None:
    """Wait until a server answers, which is shortly after it prints its address."""

    def answers() -> bool:
        try:
            return server.is_well()
        except OSError:
            assert server.process.poll() is None, server.errors.read_text()
            return False

    wait_until(answers)


def set_up(
    server: Server,
    people: int = 2,
    start: bool = True,
    come_from: str = "127.0.0.1",
    **body: object,
) -> Seats:
    """Create a table, seat people, and start the game."""
    seats = body.pop("seats", [{} for _ in range(people)])
    made = server.ask("POST", "/api/tables", {"seats": seats, **body}, come_from=come_from).data
    table, host = str(made["table"]), str(made["key"])
    keys = [
        join(server, table, f"Player {number}", come_from=come_from) for number in range(people)
    ]
    watch = server.ask("POST", f"/api/tables/{table}/watch", key=host).data
    if start:
        begun = server.ask("POST", f"/api/tables/{table}/start", key=host)
        assert begun.status == 201, begun.body
    return Seats(table, host, keys, str(watch["key"]))


def join(server: Server, table: str, name: str, come_from: str = "127.0.0.1") -> str:
    """Take a seat; return its key."""
    path = f"/api/tables/{table}/seats"
    reply = server.ask("POST", path, {"name": name}, come_from=come_from)
    assert reply.status == 201, reply.body
    return str(reply.data["key"])


class Caller:
    """One client: the messages it has received, and its view with all changes applied."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Data] = []
        """All messages except answers to requests, in order."""
        self.raw: list[bytes] = []
        """Every message as bytes."""
        self.view: object = None
        self.seq = 0
        self.seats: list[int] = []
        self.options: dict[int, Data] = {}
        """Each seat's latest options."""
        self.number = 0

    async def say(self, message: object) -> None:
        """Send a message: text and bytes are sent unchanged, everything else as JSON."""
        plain = (
            message if isinstance(message, str | bytes) else msgspec.json.encode(message).decode()
        )
        await self.socket.send(plain)

    async def hear(self) -> Data:
        """Wait for the next message and apply it."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.socket.recv()
        raw = frame.encode() if isinstance(frame, str) else frame
        self.raw.append(raw)
        data = msgspec.json.decode(raw, type=Data)
        self.take(data)
        return data

    def take(self, data: Data) -> None:
        """Apply a message."""
        if "id" in data:
            return  # an answer to a request
        self.heard.append(data)
        if isinstance(data.get("you"), list):
            self.seats = msgspec.convert(data["you"], list[int])
        if isinstance(data.get("view"), dict):
            self.view = data["view"]
        if data["type"] == "options":
            seat = data["seat"]
            assert isinstance(seat, int)
            self.options[seat] = data
        elif data["type"] in ("welcome", "table", "played"):
            seq = data["seq"]
            assert isinstance(seq, int)
            assert seq > self.seq or data["type"] == "welcome", data
            if "changes" in data:
                assert seq == self.seq + 1, (self.seq, data)
                self.view = changed(self.view, data["changes"])
            self.seq = seq

    async def ask(self, kind: str, **fields: object) -> Data:
        """Send a request and wait for its answer, handling everything that arrives first."""
        self.number += 1
        name = f"{id(self)}.{self.number}"
        await self.say({"type": kind, "id": name, **fields})
        while (data := await self.hear()).get("id") != name:
            assert "id" not in data, data
        return data

    async def until(self, kind: str) -> Data:
        """Wait for the next message of a type."""
        while (data := await self.hear())["type"] != kind:
            pass
        return data

    async def reach(self, seq: int) -> None:
        """Receive messages until the table has reached a seq."""
        while self.seq < seq:
            await self.hear()

    async def know_options(self) -> None:
        """Receive messages until the current options for all of the client's seats have arrived."""
        while any(self.options.get(seat, {}).get("seq") != self.seq for seat in self.seats):
            await self.hear()

    async def catch_up(self) -> None:
        """Receive everything that has been sent so far."""
        await self.say({"type": "ping"})
        await self.until("pong")


def changed(view: object, changes: object) -> object:
    """Apply changes to a view, as a client would; return the new view."""
    assert isinstance(changes, list)
    whole = [view]
    for path, value in changes:
        held: object = whole
        steps = [0, *path]
        for step in steps[:-1]:
            held = held[step]  # type: ignore[index]  # plain data: an object or a list
        held[steps[-1]] = value  # type: ignore[index]  # as above
    return whole[0]


@asynccontextmanager
async def calling(
    server: Server, come_from: str = "127.0.0.1", origin: str | None = None
) -> AsyncIterator[Caller]:
    """A socket that has not sent hello."""
    headers = {"Origin": origin} if origin is not None else {}
    address = f"ws://{server.host}:{server.port}/api/socket"
    async with connect(
        address,
        additional_headers=headers,
        local_addr=(come_from, 0),
        compression=None,
        open_timeout=PATIENCE,
        close_timeout=1,
        proxy=None,
    ) as socket:
        yield Caller(socket)


@asynccontextmanager
async def sitting(
    server: Server, table: str, *keys: str, come_from: str = "127.0.0.1", **more: object
) -> AsyncIterator[Caller]:
    """A client that has received its welcome."""
    async with calling(server, come_from) as caller:
        await caller.say({"type": "hello", "table": table, "keys": keys, **more})
        assert (await caller.hear())["type"] == "welcome", caller.raw
        yield caller


def is_over(view: object) -> bool:
    """Return whether a view's game is over."""
    return isinstance(view, dict) and bool(view["over"])


async def play_on(callers: list[Caller], moves: int, random: Random) -> None:
    """Play this many random moves; after each one, wait until every caller has received it."""
    for _ in range(moves):
        if is_over(callers[0].view):
            return
        caller, option, decision = await next_choice(callers, random)
        answer = await caller.ask("play", action=chosen(option, random), decision=decision)
        assert answer["type"] == "accepted", (option, answer)
        seq = answer["seq"]
        assert isinstance(seq, int)
        for one in callers:
            await one.reach(seq)


async def next_choice(callers: list[Caller], random: Random) -> tuple[Caller, Data, object]:
    """Wait until every seat has its options; choose an option that answers the current decision."""
    found: list[tuple[Caller, Data, object]] = []
    for caller in callers:
        await caller.know_options()
        for told in caller.options.values():
            options = told["options"]
            assert isinstance(options, list)
            found += [(caller, option, told["decision"]) for option in options if is_answer(option)]
    return random.choice(found)


def is_answer(option: Data) -> bool:
    """Return whether an option advances the game by answering a decision or raising cash."""
    raises = option["action"] in ("Mortgage", "SellBuilding")
    return (option.get("answers") is True or raises) and "refusal" not in option


def chosen(option: Data, random: Random) -> Data:
    """Return an action that an option allows."""
    choices = option["choices"]
    assert isinstance(choices, dict)
    fields: Data = {}
    for name, choice in choices.items():
        if "low" in choice:
            fields[name] = choice["low"]
        else:
            value = random.choice(choice["values"])
            fields[name] = [] if choice.get("many") else value
    return {"action": option["action"], "seat": option["seat"], **fields}
