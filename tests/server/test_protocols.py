"""Limits on connections: parsing, frames, idle time, unread responses, and connections per address."""

from __future__ import annotations

import asyncio
import functools
import inspect
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, cast

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from passgo.server import protocols
from passgo.server.limits import Limits, PerAddress
from passgo.server.protocols import (
    LEAST_READ,
    SLICE,
    HttpProtocol,
    UnreadTimer,
    UvicornSettings,
    WebSocketProtocol,
)
from tests.server.running import PATIENCE

MUCH: Final = 256_000
"""The number of bytes that uvloop reads in one call."""
SOON: Final = 0.01
"""The timeout, in seconds, that replaces the real ones; no test needs anything to happen sooner."""
ROOMY: Final = Limits(messages_per_second=1e6, messages_burst=1_000_000)
HERE: Final = "127.0.0.1"
HANDSHAKE: Final = (
    b"GET /api/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
GET: Final = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
TEXT, BINARY, PING, PONG = 0x81, 0x82, 0x89, 0x8A

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def with_both_loops(test: Callable[..., Coroutine[None, None, None]]) -> Callable[..., None]:
    """Run a test with both kinds of event loop, which read and write differently."""

    def run(loop: str, **fixtures: object) -> None:
        module = asyncio if loop == "asyncio" else pytest.importorskip("uvloop")
        with asyncio.Runner(loop_factory=module.new_event_loop) as runner:
            runner.run(test(**fixtures))

    signature = inspect.signature(test)
    loop = inspect.Parameter("loop", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    functools.update_wrapper(run, test)
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]  # pytest uses the signature
        parameters=[loop, *signature.parameters.values()]
    )
    del run.__wrapped__  # type: ignore[attr-defined]  # otherwise it would be treated as a coroutine
    return cast(Callable[..., None], pytest.mark.parametrize("loop", ["asyncio", "uvloop"])(run))


def frame(kind: int, data: bytes = b"") -> bytes:
    """Return a short frame, masked with zeros."""
    return bytes([kind, 0x80 | len(data)]) + b"\0\0\0\0" + data


class App:
    """An app that records WebSocket messages and, once allowed to, sends a body to HTTP clients."""

    def __init__(self, body: bytes = b"") -> None:
        self.body = body
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.asked = asyncio.Event()
        self.received: list[str] = []
        self.ended = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one request or one WebSocket."""
        if scope["type"] == "http":
            self.asked.set()
            await self.may_answer.wait()
            headers = [(b"content-length", str(len(self.body)).encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": self.body})
            return
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.received.append(message.get("text") or "")
        self.ended.set()


class Line:
    """Both ends of a connection."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        state: ServerState,
    ) -> None:
        self.reader = reader
        self.writer = writer
        self.state = state

    def server_end(self) -> HttpProtocol | WebSocketProtocol:
        """The protocol that serves the only connection."""
        (protocol,) = self.state.connections
        assert isinstance(protocol, HttpProtocol | WebSocketProtocol)
        return protocol

    async def ask(self, request: bytes = GET) -> bytes:
        """Send a request, and return the head of the response."""
        self.writer.write(request)
        return await self.reader.readuntil(b"\r\n\r\n")

    async def upgrade(self) -> WebSocketProtocol:
        """Upgrade the connection to a WebSocket."""
        assert b" 101 " in await self.ask(HANDSHAKE)
        protocol = self.server_end()
        assert isinstance(protocol, WebSocketProtocol)
        return protocol


class Here:
    """A server in this process."""

    def __init__(self, state: ServerState, addresses: PerAddress, port: int) -> None:
        self.state = state
        self.addresses = addresses
        self.port = port
        self.lines: list[Line] = []

    async def connect(self, buffer: int = 0) -> Line:
        """Connect, optionally with a small receive buffer."""
        line = socket.socket()
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (HERE, self.port))
        reader, writer = await asyncio.open_connection(sock=line, limit=1024)
        self.lines.append(Line(reader, writer, self.state))
        return self.lines[-1]

    async def until(self, number: int) -> None:
        """Wait until there are this many connections."""
        while len(self.state.connections) != number:
            await asyncio.sleep(0)


@asynccontextmanager
async def serving(
    app: App, limits: Limits = ROOMY, proxies: tuple[str, ...] = ()
) -> AsyncIterator[Here]:
    """Serve an app in this process, with a timeout."""
    addresses = PerAddress(limits)
    config = UvicornSettings(app, limits, addresses, proxies, lifespan="off", log_config=None)
    config.load()
    state = ServerState()

    def make() -> HttpProtocol:
        return HttpProtocol(config=config, server_state=state, app_state={})

    listening = await asyncio.get_running_loop().create_server(make, HERE, 0)
    here = Here(state, addresses, listening.sockets[0].getsockname()[1])
    try:
        async with asyncio.timeout(PATIENCE):
            yield here
    finally:
        listening.close()
        for line in here.lines:
            line.writer.transport.abort()
        for protocol in list(state.connections):
            protocol.transport.abort()
        while state.tasks or state.connections:
            await asyncio.sleep(0)


class Turns:
    """A counter of the event loop's turns and the bytes parsed in each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, parser: type[asyncio.Protocol]) -> None:
        self.now = 0
        self.parsed: list[tuple[int, int]] = []
        self.loop = asyncio.get_running_loop()
        real = parser.data_received

        def parse(protocol: asyncio.Protocol, data: bytes) -> None:
            self.parsed.append((self.now, len(data)))
            real(protocol, data)

        monkeypatch.setattr(parser, "data_received", parse)
        self.tick()

    def tick(self) -> None:
        """Count one turn."""
        self.now += 1
        self.handle = self.loop.call_soon(self.tick)

    def check(self, total: int) -> None:
        """Check that this many bytes were parsed, one small slice per turn."""
        self.handle.cancel()
        turns = [turn for turn, _ in self.parsed]
        sizes = [size for _, size in self.parsed]
        assert sum(sizes) == total
        assert max(sizes) <= SLICE
        assert len(set(turns)) == len(turns)


# -- parsing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [TEXT, BINARY, PING, PONG])
@with_both_loops
async def test_tiny_frames_are_parsed_in_slices(monkeypatch: pytest.MonkeyPatch, kind: int) -> None:
    app = App()
    async with serving(app) as here:
        line = await here.connect()
        protocol = await line.upgrade()
        turns = Turns(monkeypatch, WebSocketsSansIOProtocol)
        data = frame(kind) * (MUCH // 6) + frame(TEXT, b"last")
        protocol.data_received(data)
        while app.received[-1:] != ["last"]:
            await line.reader.read(1000) if kind == PING else await asyncio.sleep(0)
        turns.check(len(data))
        assert len(app.received) == (MUCH // 6 + 1 if kind in (TEXT, BINARY) else 1)


@with_both_loops
async def test_messages_parsed_in_slices_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App()
    async with serving(app) as here:
        line = await here.connect()
        await line.upgrade()
        turns = Turns(monkeypatch, WebSocketsSansIOProtocol)
        wanted = [f"{number} {'x' * (number % 100)}" for number in range(5000)]
        data = b"".join(frame(TEXT, text.encode()) for text in wanted)
        line.writer.write(data)
        line.writer.close()  # data sent before the end still counts
        await app.ended.wait()
        turns.check(len(data))
        assert app.received == wanted


@with_both_loops
async def test_parsing_stops_if_the_connection_is_lost_between_slices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = App()
    async with serving(app) as here:
        protocol = await (await here.connect()).upgrade()
        turns = Turns(monkeypatch, WebSocketsSansIOProtocol)
        protocol.data_received(frame(PING) * (MUCH // 6))
        protocol.transport.abort()
        await app.ended.wait()
        await here.until(0)
        turns.check(SLICE)


@with_both_loops
async def test_nothing_is_read_while_slices_are_pending(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(App()) as here:
        line = await here.connect()
        protocol = await line.upgrade()
        protocol.data_received(frame(PONG) * (MUCH // 6))
        assert not protocol.transport.is_reading()
        while protocol.pending:
            await asyncio.sleep(0)
            assert protocol.transport.is_reading() == (not protocol.pending)


@with_both_loops
async def test_tiny_chunks_of_a_body_are_parsed_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(b"x")
    async with serving(app) as here:
        line = await here.connect()
        assert await line.ask()
        assert await line.reader.readexactly(1)
        turns = Turns(monkeypatch, H11Protocol)
        app.asked.clear()
        data = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
        data += b"1\r\nx\r\n" * (MUCH // 6) + b"0\r\n\r\n" + GET
        line.server_end().data_received(data)
        for _ in range(2):
            assert b" 200 " in await line.reader.readuntil(b"\r\n\r\n")
            assert await line.reader.readexactly(1)
        turns.check(len(data))


@with_both_loops
async def test_pipelined_requests_are_all_answered() -> None:
    async with serving(App(b"x")) as here:
        line = await here.connect()
        line.writer.write(GET * 1000)
        for _ in range(1000):
            assert b" 200 " in await line.reader.readuntil(b"\r\n\r\n")
            assert await line.reader.readexactly(1)


# -- frames ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [TEXT, BINARY, PING, PONG])
@with_both_loops
async def test_too_many_frames_abort_the_connection(kind: int) -> None:
    app = App()
    async with serving(app, Limits()) as here:
        line = await here.connect()
        protocol = await line.upgrade()
        protocol.data_received(frame(kind) * (MUCH // 6))
        await app.ended.wait()
        await here.until(0)
        assert len(app.received) <= 10 * Limits().messages_burst


@with_both_loops
async def test_a_fast_client_stays_below_the_frame_limit() -> None:
    """The client sends a maximum burst of fragmented messages, each followed by a ping and a pong."""
    app = App()
    async with serving(app, Limits()) as here:
        protocol = await (await here.connect()).upgrade()
        message = frame(0x01, b"a") + frame(0x00, b"b") + frame(0x80, b"c")
        protocol.data_received((message + frame(PING) + frame(PONG)) * Limits().messages_burst)
        while app.received != ["abc"] * Limits().messages_burst:
            await asyncio.sleep(0)
        assert len(here.state.connections) == 1


# -- idle connections ------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [b"", b"G", b"GET / HTTP/1.1\r\nHost"])
@pytest.mark.parametrize("before", [0, 1, 3])
@with_both_loops
async def test_a_connection_without_a_request_is_closed(
    monkeypatch: pytest.MonkeyPatch, before: int, more: bytes
) -> None:
    """A connection may become idle after any number of requests, or during an incomplete one."""
    async with serving(App()) as here:
        if before == 0:
            monkeypatch.setattr(protocols, "IDLE", SOON)
        line = await here.connect()
        for left in reversed(range(before)):
            await here.until(1)
            if left == 0:  # earlier than this, the timeout would be a race against the requests
                monkeypatch.setattr(protocols, "IDLE", SOON)
            line.writer.write(GET if left else GET + more)
            assert b" 200 " in await line.reader.readuntil(b"\r\n\r\n")
        if before == 0:
            line.writer.write(more)
        assert await line.reader.read() == b""


@with_both_loops
async def test_a_request_in_progress_is_not_idle() -> None:
    app = App()
    app.may_answer.clear()
    async with serving(app) as here:
        line = await here.connect()
        line.writer.write(GET)
        await app.asked.wait()
        line.server_end().let_go()  # type: ignore[union-attr]  # as the timer does; the connection is HTTP
        app.may_answer.set()
        assert b" 200 " in await line.reader.readuntil(b"\r\n\r\n")


# -- unread responses ------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"])
@with_both_loops
async def test_a_client_that_does_not_read_its_response_is_disconnected(
    monkeypatch: pytest.MonkeyPatch, more: bytes
) -> None:
    monkeypatch.setattr(protocols, "UNREAD", SOON)
    async with serving(App(b"x" * 20_000_000)) as here:
        line = await here.connect(buffer=4096)
        line.writer.transport.pause_reading()  # type: ignore[attr-defined]  # this transport has the method
        line.writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n" + more + b"\r\n")
        await here.until(1)
        await here.until(0)


@with_both_loops
async def test_a_client_that_sends_pings_and_reads_no_pong_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocols, "UNREAD", SOON)
    app = App()
    async with serving(app) as here:
        line = await here.connect(buffer=4096)
        protocol = await line.upgrade()
        line.writer.transport.pause_reading()  # type: ignore[attr-defined]  # this transport has the method
        while not app.ended.is_set():
            if protocol.may_parse() and not protocol.pending:
                protocol.data_received(frame(PING, b"x" * 100) * 500)
            await asyncio.sleep(0)
            if not protocol.transport.is_closing():
                assert protocol.transport.get_write_buffer_size() < MUCH


class Pipe(asyncio.Transport):
    """A transport that reports the values a test has set."""

    def __init__(self) -> None:
        super().__init__()
        self.size = 0
        self.closing = False
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.size

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.aborted = True


@with_both_loops
async def test_a_slow_reader_is_not_disconnected() -> None:
    pipe = Pipe()
    timer = UnreadTimer(asyncio.get_running_loop(), pipe)
    timer.pause()
    for pipe.size in range(50 * LEAST_READ, 0, -LEAST_READ):
        timer.look()
        assert not pipe.aborted
    # more is written after everything has been read
    for pipe.size in (50 * LEAST_READ, 60 * LEAST_READ):
        timer.resume()
        timer.pause()
        timer.look()
        assert not pipe.aborted
    pipe.size -= LEAST_READ - 1
    timer.look()
    assert pipe.aborted
    timer.timer.cancel()


@with_both_loops
async def test_reading_is_required_only_when_the_buffer_is_full_or_being_flushed() -> None:
    pipe = Pipe()
    timer = UnreadTimer(asyncio.get_running_loop(), pipe)
    pipe.size = 100
    for _ in range(3):
        timer.look()
    assert not pipe.aborted
    pipe.closing = True
    timer.look()
    assert not pipe.aborted
    timer.look()
    assert pipe.aborted
    timer.timer.cancel()


# -- number of connections -------------------------------------------------------------------------

FEW: Final = Limits(connections_per_address=2, sockets_per_address=1)


@with_both_loops
async def test_an_address_has_a_limited_number_of_connections() -> None:
    async with serving(App(), FEW) as here:
        lines = [await here.connect() for _ in range(3)]
        assert b" 101 " in await lines[0].ask(HANDSHAKE)
        for line in lines[1:]:
            assert b" 200 " in await line.ask()
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await (await here.connect()).ask()
        for line in lines:
            line.writer.close()
            await here.until(2)
            again = await here.connect()
            assert b" 200 " in await again.ask()
        assert here.addresses.count_held(HERE, "connections") == 3
    assert here.addresses.count_held(HERE, "connections") == 0


@with_both_loops
async def test_a_trusted_proxy_may_have_any_number_of_connections() -> None:
    async with serving(App(), FEW, (f"{HERE}/32",)) as here:
        for _ in range(10):
            assert b" 200 " in await (await here.connect()).ask()
