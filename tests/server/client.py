"""A client of the table server, for tests and benches: HTTP for tables, the socket for the game.

It knows nothing of the server's code: what it sends and hears is what the protocol says.
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
"""Seconds after which a server that does not answer is a failure."""
NEVER: Final = ("Resign", "TimeIsUp")
"""What nobody does who wants to go on playing."""


class RequestRefused(Exception):
    """The server has answered a request over HTTP that it will not do it."""


class Choice(msgspec.Struct, frozen=True):
    """What one field of an option may be."""

    values: list[int | bool] | None = None
    low: int = 0
    high: int = 0
    many: bool = False


class Option(msgspec.Struct, frozen=True):
    """Something that a seat may do."""

    action: str
    seat: int
    choices: dict[str, Choice]
    answers: bool = False


class Clocks(msgspec.Struct, frozen=True):
    """How much time the seats have."""

    banks: list[float]
    left: dict[str, float]


class About(msgspec.Struct, frozen=True):
    """What a message says of the table itself, as far as a player needs it."""

    status: str


class Heard(msgspec.Struct, frozen=True):
    """Any message of the server; a field that it does not have is empty."""

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
    """As it came, since few are read; empty in other messages."""
    text: str = ""
    """Of a line of chat."""
    number: int = 0

    @property
    def done(self) -> bool:
        """Whether this answers a request that was played."""
        return self.type == "accepted"


class Seated(msgspec.Struct, frozen=True):
    """A seat, and the key that holds it."""

    seat: int
    key: str


class Made(msgspec.Struct, frozen=True):
    """A new table, and the key of its host."""

    table: str
    key: str


_heard: Final = msgspec.json.Decoder(Heard)
_options: Final = msgspec.json.Decoder(list[Option])


def read_options(heard: Heard) -> list[Option]:
    """Read the options that a message brings."""
    return _options.decode(heard.options)


def change(view: dict[str, object], changes: list[tuple[list[str | int], object]]) -> None:
    """Put changes into a view."""
    for path, value in changes:
        place: Any = view  # plain data of any depth
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value


# -- HTTP --------------------------------------------------------------------------------------------------


def request(address: str, method: str, path: str, data: object = None, key: str = "") -> bytes:
    """Ask over HTTP; return the body, or raise RequestRefused, OSError or HTTPException."""
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
    """Make a table."""
    told = await asyncio.to_thread(request, address, "POST", "/api/tables", body)
    return msgspec.json.decode(told, type=Made)


async def sit_down(address: str, table: str, name: str, key: str = "") -> Seated:
    """Sit down at a table; with a key that holds a seat there, take one more by it."""
    path = f"/api/tables/{table}/seats"
    told = await asyncio.to_thread(request, address, "POST", path, {"name": name}, key)
    return msgspec.json.decode(told, type=Seated)


async def start_game(address: str, made: Made) -> None:
    """Begin the game, as the host."""
    path = f"/api/tables/{made.table}/start"
    await asyncio.to_thread(request, address, "POST", path, None, made.key)


# -- the socket --------------------------------------------------------------------------------------------


class Talk:
    """A socket at a table. Whatever it raises as OSError or ConnectionClosed, the server is gone."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    @classmethod
    async def open(cls, address: str) -> Talk:
        """Connect."""
        url = f"ws://{urlsplit(address).netloc}/api/socket"
        return cls(
            await connect(
                url, compression=None, proxy=None, ping_interval=None, open_timeout=PATIENCE
            )
        )

    async def hello(self, table: str, keys: list[str], since: int | None) -> Heard:
        """Say who is there; return the welcome."""
        await self.send({"type": "hello", "table": table, "keys": keys, "since": since})
        return await self.hear()

    async def play(self, request: str, action: dict[str, object], decision: int | None) -> None:
        """Ask for an action; the answer comes later."""
        await self.send({"type": "play", "id": request, "action": action, "decision": decision})

    async def say(self, request: str, seat: int, text: str) -> None:
        """Say something to the table."""
        await self.send({"type": "say", "id": request, "seat": seat, "text": text})

    async def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message), text=True)

    async def hear(self) -> Heard:
        """Wait for the next message; TimeoutError after a while without any."""
        async with asyncio.timeout(PATIENCE):
            return _heard.decode(await self.socket.recv(decode=False))

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()


# -- choosing ----------------------------------------------------------------------------------------------


def pick(options: list[Option], random: Random, answer: float = 0.8) -> dict[str, object] | None:
    """Choose something to do: an answer with that probability, if one is waited for; None for nothing."""
    open_ones = [option for option in options if option.action not in NEVER]
    answers = [option for option in open_ones if option.answers]
    beside = [option for option in open_ones if not option.answers]
    if not answers:
        return fill(random.choice(beside), random) if beside and random.random() < 0.1 else None
    among = answers if not beside or random.random() < answer else beside
    return fill(random.choice(among), random)


def fill(option: Option, random: Random) -> dict[str, object]:
    """Make an action of an option, with any values that it allows."""
    action: dict[str, object] = {"action": option.action, "seat": option.seat}
    for name, choice in option.choices.items():
        action[name] = choose(choice, random)
    return action


def choose(choice: Choice, random: Random) -> object:
    """Choose a value for a field; of sums mostly small ones, so that nobody is ruined at once."""
    if choice.values is None:
        return random.randint(choice.low, min(choice.high, choice.low + 60))
    if choice.many:
        return [value for value in choice.values if random.random() < 0.2]
    return random.choice(choice.values)
