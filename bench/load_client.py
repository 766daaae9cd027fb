"""Clients for the load script: lightweight sockets, and tables that make moves on schedule.

This is a minimal WebSocket client (RFC 6455). With a full library, 4,000 sockets would need more
CPU time than the server being measured.
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
"""The FIN bit of a frame. This server sends every message as a single frame."""
MASKED: Final = 0x80


class LoadError(Exception):
    """A server error that invalidates the measurement."""


class Socket(asyncio.Protocol):
    """A WebSocket connection that passes each text message to a callback."""

    def __init__(self, host: str, on_event: Callable[[bytes], None]) -> None:
        self.host = host
        self.on_event = on_event
        self.transport: asyncio.Transport | None = None
        self.pending = b""
        self.shaken = False
        self.closing = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = ""
        """Why the server closed the socket; empty if it did not."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the WebSocket handshake."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's class is not a subclass
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Split the data into frames and handle them."""
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
                self.end(f"received frame {first:#x}: {payload[2:].decode(errors='replace')}")
                return
        self.pending = data[start:]

    def shake(self, data: bytes) -> int:
        """Read the handshake response; return where frames begin, or 0 if it is incomplete."""
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
        """Record that the connection was lost, unless this side closed it."""
        if not self.closing:
            self.end(repr(error) if error is not None else "the connection ended")

    def end(self, why: str) -> None:
        """Record why the server closed the socket, and close it."""
        self.lost = self.lost or why
        if not self.ready.done():
            self.ready.set_exception(LoadError(f"Could not open a socket: {why}"))
        self.close()

    def send(self, message: msgspec.Struct) -> None:
        """Send a client message."""
        self.write(TEXT, msgspec.json.encode(message))

    def write(self, kind: int, payload: bytes) -> None:
        """Send a frame. Clients must mask their frames; a mask of zeros costs nothing."""
        assert self.transport is not None
        size = len(payload)
        length = (
            bytes([MASKED | size]) if size < 126 else bytes([MASKED | 126, size >> 8, size & 255])
        )
        self.transport.write(bytes([LAST | kind]) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Close the connection."""
        self.closing = True
        if self.transport is not None:
            self.transport.close()


async def connect(host: str, port: int, on_event: Callable[[bytes], None]) -> Socket:
    """Open a WebSocket connection."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", on_event), host, port)
    await asyncio.wait_for(socket.ready, 30)
    return socket


def read_frame(data: bytes, start: int) -> tuple[int, bytes, int] | None:
    """Return the first byte, payload and end of a frame; None if the frame is incomplete."""
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
    """The fields that tables read from a server message."""

    type: str
    seq: int = -1
    decision: int = -1
    options: msgspec.Raw = NOTHING


class Limit(msgspec.Struct):
    """The values allowed in one field of an option."""

    low: int = 0
    values: list[object] | None = None
    many: bool = False

    def least(self) -> object:
        """Return the smallest or first allowed value."""
        if self.values is None:
            return self.low
        return [] if self.many else self.values[0]


class Offered(msgspec.Struct):
    """An option available to a seat."""

    action: str
    seat: int
    choices: dict[str, Limit]
    answers: bool = False

    def as_action(self) -> dict[str, object]:
        """Return the action, with the smallest or first value in every field."""
        chosen = {field: limit.least() for field, limit in self.choices.items()}
        return {"action": self.action, "seat": self.seat, **chosen}


read_message: Final = msgspec.json.Decoder(ReceivedMessage).decode
read_options: Final = msgspec.json.Decoder(list[Offered]).decode


class Move(NamedTuple):
    """A played action and how long it took."""

    sent: float
    took: float
    """Seconds until the last seat received it."""
    rolled: bool
    """Whether it was a roll, which waits for bots that may want to act first."""


class Figures:
    """The figures from a measurement; times are in seconds."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.pings: list[float] = []
        self.late: list[float] = []
        """How late each action was sent: the load script's own delay."""
        self.received = 0
        self.skipped = 0
        """Moves that were due while the previous one was still in progress."""
        self.idle = 0
        """Moves that were due while the table was not waiting for a person."""
        self.refused = 0


class LoadTable:
    """A table with a socket for each human player."""

    def __init__(self, name: str, keys: list[str], figures: Figures) -> None:
        self.name = name
        self.keys = keys
        self.figures = figures
        self.sockets: list[Socket] = []
        self.seqs = [-1] * len(keys)
        """For each person, the seq of the last action they received."""
        self.offers: list[ReceivedMessage | None] = [None] * len(keys)
        self.moved = 0
        self.sent = 0.0
        """When the action in progress was sent; 0 if there is none."""
        self.rolled = False
        self.target = -1
        """The seq of the action in progress, once it is accepted."""
        self.timer: asyncio.TimerHandle | None = None

    async def open(self, host: str, port: int) -> None:
        """Open the sockets and send a hello message on each."""
        for person, key in enumerate(self.keys):
            socket = await connect(host, port, partial(self.on_event, person))
            self.sockets.append(socket)
            socket.send(Hello(table=self.name, keys=[key]))

    def on_event(self, person: int, text: bytes) -> None:
        """Handle a message that a person received."""
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
        """Handle the answer to the action in progress."""
        if message.type != "accepted":
            self.figures.refused += 1  # in a game with bots, a bot may have moved in the meantime
            self.sent = 0.0
        else:
            self.target = message.seq
            self.check()

    def check(self) -> None:
        """Record how long an action took, once everyone has received it."""
        if self.sent and self.target >= 0 and min(self.seqs) >= self.target:
            took = time.perf_counter() - self.sent
            self.figures.moves.append(Move(self.sent, took, self.rolled))
            self.sent = 0.0

    def begin(self, due: float, every: float) -> None:
        """Make the first move at a given event loop time, and more moves at a given interval."""
        loop = asyncio.get_running_loop()
        self.timer = loop.call_at(due, self.come_due, due, every)

    def come_due(self, due: float, every: float) -> None:
        """Make a move if possible, and schedule the next one."""
        loop = asyncio.get_running_loop()
        self.timer = loop.call_at(due + every, self.come_due, due + every, every)
        self.figures.late.append(loop.time() - due)
        if self.sent:
            self.figures.skipped += 1
        else:
            self.move()

    def move(self) -> None:
        """Answer for the first person who has a decision to make."""
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
        """Stop making moves."""
        if self.timer is not None:
            self.timer.cancel()


class Probe:
    """An additional socket at a table, used to ping the server."""

    def __init__(self, table: LoadTable) -> None:
        self.table = table
        self.sent = 0.0

    async def run(self, host: str, port: int, every: float) -> None:
        """Send pings until canceled; add the round-trip times to the table's figures."""
        socket = await connect(host, port, self.on_event)
        try:
            socket.send(Hello(table=self.table.name, keys=[self.table.keys[0]], options=False))
            while not socket.lost:
                if not self.sent:
                    self.sent = time.perf_counter()
                    socket.send(Ping())
                await asyncio.sleep(every)
            raise LoadError(f"The server closed the probe's socket: {socket.lost}")
        finally:
            socket.close()

    def on_event(self, text: bytes) -> None:
        """Record the round-trip time of a ping; ignore all other messages."""
        if text.startswith(b'{"type":"pong"'):
            self.table.figures.pings.append(time.perf_counter() - self.sent)
            self.sent = 0.0
