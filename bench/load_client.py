"""The people of the load script: sockets that cost little, and tables that move when it is time.

A websocket is spoken here in plain frames (RFC 6455), no more of it than is needed: 4,000 sockets of a full
library would take more of the machine than the server that is measured.
"""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, cast

import msgspec

from passgo.server.wire import Hello, Ping, Play

TEXT: Final = 0x1
PING: Final = 0x9
PONG: Final = 0xA
LAST: Final = 0x80
"""The bit of a frame that ends its message; what this server sends is always one frame."""
MASKED: Final = 0x80


class LoadError(Exception):
    """The server did something that makes the measurement void."""


class Socket(asyncio.Protocol):
    """A websocket to the server, which hands each text it receives on."""

    def __init__(self, host: str, on_event: Callable[[bytes], None]) -> None:
        self.host = host
        self.on_event = on_event
        self.transport: asyncio.Transport | None = None
        self.pending = b""
        self.shaken = False
        self.closing = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = ""
        """Why the socket is gone, if the server ended it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a websocket."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is of no such class
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        data = self.pending + data if self.pending else data
        start = 0
        if not self.shaken:
            start = self.shake(data)
            if not start:
                self.pending = data
                return
        while (frame := read_frame(data, start)) is not None:
            first, payload, start = frame
            if first == LAST | TEXT:
                self.on_event(payload)
            elif first == LAST | PING:
                self.write(PONG, payload)
            else:
                self.end(f"a frame {first:#x}: {payload[2:].decode(errors='replace')}")
                return
        self.pending = data[start:]

    def shake(self, data: bytes) -> int:
        """Read the answer to the request for a websocket; where frames begin, or 0 if more is to come."""
        head, end, _ = data.partition(b"\r\n\r\n")
        if not end:
            return 0
        self.shaken = True
        if b" 101 " in head.split(b"\r\n")[0]:
            self.ready.set_result(None)
        else:
            self.end(head.decode(errors="replace"))
        return len(head) + len(end)

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the server hung up, if it was the server."""
        if not self.closing:
            self.end(repr(error) if error is not None else "the end of the connection")

    def end(self, why: str) -> None:
        """Note why the server ended the socket."""
        self.lost = self.lost or why
        if not self.ready.done():
            self.ready.set_exception(LoadError(f"No socket: {why}"))
        self.close()

    def send(self, message: msgspec.Struct) -> None:
        """Send a message of a client."""
        self.write(TEXT, msgspec.json.encode(message))

    def write(self, kind: int, payload: bytes) -> None:
        """Send a frame; the mask that clients must use is all zeros, which costs nothing."""
        assert self.transport is not None
        size = len(payload)
        length = (
            bytes([MASKED | size]) if size < 126 else bytes([MASKED | 126, size >> 8, size & 255])
        )
        self.transport.write(bytes([LAST | kind]) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Hang up."""
        self.closing = True
        if self.transport is not None:
            self.transport.close()


async def connect(host: str, port: int, on_event: Callable[[bytes], None]) -> Socket:
    """Open a websocket."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", on_event), host, port)
    await asyncio.wait_for(socket.ready, 30)
    return socket


def read_frame(data: bytes, start: int) -> tuple[int, bytes, int] | None:
    """Return the first byte of a frame, what it carries and where it ends; None if more is to come."""
    if len(data) < start + 2:
        return None
    size, begin = data[start + 1], start + 2
    if size >= 126:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[start + 2 : begin], "big")
    if len(data) < begin + size:
        return None
    return data[start], data[begin : begin + size], begin + size


NOTHING: Final = msgspec.Raw()


class ReceivedMessage(msgspec.Struct):
    """What the tables need of any message of the server."""

    type: str
    seq: int = -1
    decision: int = -1
    options: msgspec.Raw = NOTHING


class Limit(msgspec.Struct):
    """What may be chosen in one field of an option."""

    low: int = 0
    values: list[object] | None = None
    many: bool = False

    def least(self) -> object:
        """The least that may be chosen."""
        if self.values is None:
            return self.low
        return [] if self.many else self.values[0]


class Offered(msgspec.Struct):
    """One thing that a seat may do."""

    action: str
    seat: int
    choices: dict[str, Limit]
    answers: bool = False

    def as_action(self) -> dict[str, object]:
        """The action, with the least of everything that may be chosen."""
        chosen = {field: limit.least() for field, limit in self.choices.items()}
        return {"action": self.action, "seat": self.seat, **chosen}


read_message: Final = msgspec.json.Decoder(ReceivedMessage).decode
read_options: Final = msgspec.json.Decoder(list[Offered]).decode


class Move(NamedTuple):
    """An action that was played."""

    sent: float
    took: float
    """Until the last seat had received it."""
    rolled: bool
    """Whether it was a roll, which waits for bots that want to act before."""


class Figures:
    """What is measured in a stretch of time; times are in seconds."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.pings: list[float] = []
        self.late: list[float] = []
        """By how much an action was sent later than it was due: the load script's own delay."""
        self.received = 0
        self.skipped = 0
        """Moves that were due while the last one was still under way."""
        self.idle = 0
        """Moves that were due while the table waited for none of its people."""
        self.refused = 0


class LoadTable:
    """A table with a socket for each of its people."""

    def __init__(self, name: str, keys: list[str], figures: Figures) -> None:
        self.name = name
        self.keys = keys
        self.figures = figures
        self.sockets: list[Socket] = []
        self.seqs = [-1] * len(keys)
        """By person: the seq of the last action whose message they received."""
        self.offers: list[ReceivedMessage | None] = [None] * len(keys)
        self.moved = 0
        self.sent = 0.0
        """When the action was sent that is under way; 0 for none."""
        self.rolled = False
        self.target = -1
        """The seq of this action, once it is answered."""
        self.timer: asyncio.TimerHandle | None = None

    async def open(self, host: str, port: int) -> None:
        """Open the sockets and say hello."""
        for person, key in enumerate(self.keys):
            socket = await connect(host, port, partial(self.on_event, person))
            self.sockets.append(socket)
            socket.send(Hello(table=self.name, keys=[key]))

    def on_event(self, person: int, text: bytes) -> None:
        """Take a message that somebody received."""
        self.figures.received += 1
        message = read_message(text)
        if message.type == "options":
            self.offers[person] = message
        elif message.type == "played":
            self.seqs[person] = message.seq
            self.check()
        elif message.type in ("accepted", "refused", "error"):
            self.on_answer(message)

    def on_answer(self, message: ReceivedMessage) -> None:
        """Take the answer to the action that is under way."""
        if message.type != "accepted":
            self.figures.refused += 1  # in a game with bots the table may have moved on
            self.sent = 0.0
        else:
            self.target = message.seq
            self.check()

    def check(self) -> None:
        """Note how long an action took once everybody has received it."""
        if self.sent and self.target >= 0 and min(self.seqs) >= self.target:
            took = time.perf_counter() - self.sent
            self.figures.moves.append(Move(self.sent, took, self.rolled))
            self.sent = 0.0

    def begin(self, due: float, every: float) -> None:
        """Move at a time of the event loop, and from then on again and again."""
        loop = asyncio.get_running_loop()
        self.timer = loop.call_at(due, self.come_due, due, every)

    def come_due(self, due: float, every: float) -> None:
        """Move, and make the next move due."""
        loop = asyncio.get_running_loop()
        self.timer = loop.call_at(due + every, self.come_due, due + every, every)
        self.figures.late.append(loop.time() - due)
        if self.sent:
            self.figures.skipped += 1
        else:
            self.move()

    def move(self) -> None:
        """Let the first person who has a decision to make answer."""
        for person, options in enumerate(self.offers):
            if options is None:
                continue
            answers = [option for option in read_options(options.options) if option.answers]
            if answers:
                plain = [option for option in answers if not option.choices]
                self.send(person, (plain or answers)[0], options.decision)
                return
        self.figures.idle += 1

    def send(self, person: int, option: Offered, decision: int) -> None:
        """Send an action."""
        self.moved += 1
        self.target = -1
        self.rolled = option.action == "Roll"
        message = Play(id=str(self.moved), action=option.as_action(), decision=decision)
        self.sent = time.perf_counter()
        self.sockets[person].send(message)

    def rest(self) -> None:
        """Make no more moves."""
        if self.timer is not None:
            self.timer.cancel()


class Probe:
    """One more socket at a table, which asks again and again whether the server is there."""

    def __init__(self, table: LoadTable) -> None:
        self.table = table
        self.sent = 0.0

    async def run(self, host: str, port: int, every: float) -> None:
        """Ask until cancelled; the answers go into the figures of the table."""
        socket = await connect(host, port, self.on_event)
        try:
            socket.send(Hello(table=self.table.name, keys=[self.table.keys[0]], options=False))
            while not socket.lost:
                if not self.sent:
                    self.sent = time.perf_counter()
                    socket.send(Ping())
                await asyncio.sleep(every)
            raise LoadError(f"The probe was dropped: {socket.lost}")
        finally:
            socket.close()

    def on_event(self, text: bytes) -> None:
        """Note how long an answer took; what happens at the table is nothing to us."""
        if text.startswith(b'{"type":"pong"'):
            self.table.figures.pings.append(time.perf_counter() - self.sent)
            self.sent = 0.0
