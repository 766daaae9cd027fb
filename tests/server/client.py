"""A game-server client for tests and benchmarks: HTTP for tables, a socket for the game.

It is independent of the server's code and uses only documented parts of the protocol.
"""

from __future__ import annotations

import asyncio
import http.client
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

PATIENCE: Final = 30.0
"""Seconds to wait for an answer before a test fails."""
NEVER: Final = ("Resign", "TimeIsUp")
"""Actions that would end the game."""


class RequestRefused(Exception):
    """The server rejected an HTTP request."""


class Choice(msgspec.Struct, frozen=True):
    """The possible values of one of an option's fields."""

    values: list[int | bool] | None = None
    low: int = 0
    high: int = 0
    many: bool = False


class Option(msgspec.Struct, frozen=True):
    """An action that a seat may take."""

    action: str
    seat: int
    choices: dict[str, Choice]
    answers: bool = False


class Clocks(msgspec.Struct, frozen=True):
    """Every seat's clock."""

    banks: list[float]
    left: dict[str, float]


class About(msgspec.Struct, frozen=True):
    """The parts of a table description that a player needs."""

    status: str


class Heard(msgspec.Struct, frozen=True):
    """Any message from the server; fields that the message does not have are empty."""

    type: str
    seq: int = 0
    you: list[int] = []
    id: str = ""
    view: dict[str, object] | None = None
    changes: list[tuple[list[str | int], object]] = []
    table: About | None = None
    clock: Clocks | None = None
    seat: int = -1
    decision: int = -1
    options: msgspec.Raw = msgspec.Raw()
    """Left undecoded because most options are never read; empty in messages without options."""
    text: str = ""
    """The text of a chat message."""
    number: int = 0

    @property
    def done(self) -> bool:
        """Whether this message confirms that a requested action was played."""
        return self.type == "accepted"


class Seated(msgspec.Struct, frozen=True):
    """A seat and its key."""

    seat: int
    key: str


class Made(msgspec.Struct, frozen=True):
    """A new table and its host key."""

    table: str
    key: str


_heard: Final = msgspec.json.Decoder(Heard)
_options: Final = msgspec.json.Decoder(list[Option])


def read_options(heard: Heard) -> list[Option]:
    """Decode the options in a message."""
    return _options.decode(heard.options)


def change(view: dict[str, object], changes: list[tuple[list[str | int], object]]) -> None:
    """Apply changes to a view."""
    for path, value in changes:
        place: Any = view  # plain data of any depth
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value


# -- HTTP --------------------------------------------------------------------------------------------------


def request(address: str, method: str, path: str, data: object = None, key: str = "") -> bytes:
    """Make an HTTP request; return the body, or raise RequestRefused, OSError or HTTPException."""
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    body = None if data is None else msgspec.json.encode(data)
    link = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    try:
        link.request(method, path, body, headers)
        answer = link.getresponse()
        told = answer.read()
    finally:
        link.close()
    if answer.status >= 400:
        raise RequestRefused(f"{method} {path}: {answer.status} {told.decode()}")
    return told


async def make_table(address: str, body: dict[str, object]) -> Made:
    """Create a table."""
    told = await asyncio.to_thread(request, address, "POST", "/api/tables", body)
    return msgspec.json.decode(told, type=Made)


async def sit_down(address: str, table: str, name: str, key: str = "") -> Seated:
    """Take a seat at a table; if ``key`` already holds a seat there, it then holds both."""
    path = f"/api/tables/{table}/seats"
    told = await asyncio.to_thread(request, address, "POST", path, {"name": name}, key)
    return msgspec.json.decode(told, type=Seated)


async def start_game(address: str, made: Made) -> None:
    """Start the game as the host."""
    path = f"/api/tables/{made.table}/start"
    await asyncio.to_thread(request, address, "POST", path, None, made.key)


# -- the socket --------------------------------------------------------------------------------------------


class Talk:
    """A socket connected to a table. OSError and ConnectionClosed mean that the server is gone."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    @classmethod
    async def open(cls, address: str) -> Talk:
        """Connect to a server."""
        url = f"ws://{urlsplit(address).netloc}/api/socket"
        return cls(
            await connect(
                url, compression=None, proxy=None, ping_interval=None, open_timeout=PATIENCE
            )
        )

    async def hello(self, table: str, keys: list[str], since: int | None) -> Heard:
        """Send hello; return the welcome."""
        await self.send({"type": "hello", "table": table, "keys": keys, "since": since})
        return await self.hear()

    async def play(self, request: str, action: dict[str, object], decision: int | None) -> None:
        """Request an action; the answer comes later."""
        await self.send({"type": "play", "id": request, "action": action, "decision": decision})

    async def say(self, request: str, seat: int, text: str) -> None:
        """Send a chat message."""
        await self.send({"type": "say", "id": request, "seat": seat, "text": text})

    async def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message), text=True)

    async def hear(self) -> Heard:
        """Wait for the next message; raise TimeoutError if none arrives."""
        async with asyncio.timeout(PATIENCE):
            return _heard.decode(await self.socket.recv(decode=False))

    async def close(self) -> None:
        """Close the socket."""
        await self.socket.close()


# -- choosing an action ------------------------------------------------------------------------------------


def pick(options: list[Option], random: Random, answer: float = 0.8) -> dict[str, object] | None:
    """Choose an action, or None; if a decision is due, answer it with probability ``answer``."""
    open_ones = [option for option in options if option.action not in NEVER]
    answers = [option for option in open_ones if option.answers]
    beside = [option for option in open_ones if not option.answers]
    if not answers:
        return fill(random.choice(beside), random) if beside and random.random() < 0.1 else None
    among = answers if not beside or random.random() < answer else beside
    return fill(random.choice(among), random)


def fill(option: Option, random: Random) -> dict[str, object]:
    """Turn an option into an action, with a random allowed value for each field."""
    action: dict[str, object] = {"action": option.action, "seat": option.seat}
    for name, choice in option.choices.items():
        action[name] = choose(choice, random)
    return action


def choose(choice: Choice, random: Random) -> object:
    """Choose a value for a field, preferring small amounts so that nobody goes bankrupt right away."""
    if choice.values is None:
        return random.randint(choice.low, min(choice.high, choice.low + 60))
    if choice.many:
        return [value for value in choice.values if random.random() < 0.2]
    return random.choice(choice.values)
