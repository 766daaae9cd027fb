"""Uvicorn's HTTP and WebSocket protocols, with limits on the resources that one connection can use.

- Received data is parsed in small slices, so that the event loop can do other work in between.
- A WebSocket that sends too many frames of any kind is aborted.
- An idle HTTP connection is closed after a while.
- A connection whose client stops reading is aborted.
- The number of connections per address is limited, except for trusted proxies.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from passgo.server.limits import Limits, PerAddress, Rate

SLICE: Final = 4096
"""Number of bytes in a slice; the smallest WebSocket frame is 6 bytes long."""
FRAMES_PER_MESSAGE: Final = 10
"""Number of frames that the rate limit allows per message; pings, pongs and fragments are frames too."""
IDLE: Final = 10.0
"""Seconds within which a client must send its first or next request."""
UNREAD: Final = 20.0
"""Seconds within which a client must read some data while the write buffer is full or being flushed."""
LEAST_READ: Final = 8192
"""Number of bytes that a client must read every ``UNREAD`` seconds, unless fewer remain."""
CLOSE: Final = 5.0
"""Seconds within which a socket's close frame must be sent."""


class UvicornSettings(uvicorn.Config):
    """Uvicorn's settings, plus those for the protocols below."""

    def __init__(
        self,
        app: Any,
        limits: Limits,
        addresses: PerAddress,
        trusted_proxies: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        super().__init__(
            app,
            http=HttpProtocol,
            ws=WebSocketProtocol,
            ws_max_size=limits.frame_bytes,
            ws_per_message_deflate=False,
            proxy_headers=bool(trusted_proxies),
            forwarded_allow_ips=list(trusted_proxies) or None,
            **options,
        )
        self.limits = limits
        self.addresses = addresses
        self.proxies: list[IPv4Network | IPv6Network] = [
            ip_network(proxy) for proxy in trusted_proxies
        ]

    def is_proxy(self, address: str) -> bool:
        """Return whether an address is a trusted proxy, behind which there may be many clients."""
        return any(ip_address(address) in network for network in self.proxies)


class UnreadTimer:
    """A timer that checks the write buffer and aborts the connection if the client is not reading."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self.loop = loop
        self.transport = transport
        self.paused = False
        """Whether the write buffer is full."""
        self.waited: int | None = None
        """Size of the write buffer at the last check; None if the client did not have to read anything."""
        self.timer = loop.call_later(UNREAD, self.look)

    def pause(self) -> None:
        """Record that the write buffer is full."""
        self.paused = True

    def resume(self) -> None:
        """Record that the write buffer has room again."""
        self.paused = False
        self.waited = None

    def look(self) -> None:
        """Abort the connection if too little has been read since the last check."""
        size = self.transport.get_write_buffer_size()
        must_read = size > 0 and (self.paused or self.transport.is_closing())
        if must_read and self.waited is not None and size > self.waited - LEAST_READ:
            self.transport.abort()
            return
        self.waited = size if must_read else None
        self.timer = self.loop.call_later(UNREAD, self.look)


class Bounded(asyncio.Protocol):
    """The common base class of HTTP and WebSocket connections."""

    config: UvicornSettings
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    pending: bytearray
    """Received data that has not been parsed yet."""
    feeding: asyncio.Handle | None = None
    """The scheduled call that parses the next slice."""
    unread: UnreadTimer
    counted = ""
    """The address whose limit this connection counts toward; empty if it is not counted."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start checking whether the client is reading."""
        self.pending = bytearray()
        self.unread = UnreadTimer(self.loop, cast(asyncio.Transport, transport))
        super().connection_made(transport)

    def may_parse(self) -> bool:
        """Return whether more data can be parsed now."""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        """Parse the first slice immediately, and schedule the others."""
        self.pending += data
        if self.feeding is None and self.may_parse():
            self.feed()
        else:
            self.proceed()

    def feed(self) -> None:
        """Parse one slice."""
        self.feeding = None
        if self.transport.is_closing():
            return
        data = bytes(self.pending[:SLICE])
        del self.pending[:SLICE]
        super().data_received(data)
        self.proceed()

    def proceed(self) -> None:
        """Schedule the next slice, or resume reading if there is none."""
        if self.transport.is_closing():
            self.pending.clear()
            return
        ready = self.may_parse()
        if ready and not self.pending:
            self.transport.resume_reading()
            return
        self.transport.pause_reading()
        if ready and self.feeding is None:
            self.feeding = self.loop.call_soon(self.feed)

    def pause_writing(self) -> None:
        """Stop writing until the client has read more."""
        super().pause_writing()
        self.unread.pause()

    def resume_writing(self) -> None:
        """Resume writing."""
        super().resume_writing()
        self.unread.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """Discard unparsed data, and stop counting the connection."""
        self.pending.clear()
        self.stop_timers()
        if self.counted:
            self.config.addresses.give_back(self.counted, "connections")
        super().connection_lost(exc)

    def abort(self) -> None:
        """End the connection immediately, discarding unsent data."""
        self.stop_timers()
        self.transport.abort()

    def stop_timers(self) -> None:
        """Cancel all timers."""
        self.unread.timer.cancel()
        if self.feeding is not None:
            self.feeding.cancel()


class Flow(FlowControl):
    """Uvicorn's flow control, with a callback when reading resumes."""

    def __init__(self, transport: asyncio.Transport, resumed: Callable[[], None]) -> None:
        super().__init__(transport)
        self.resumed = resumed

    def resume_reading(self) -> None:
        """Resume reading, and notify the protocol, which may pause it again."""
        super().resume_reading()
        self.resumed()


class HttpProtocol(Bounded, H11Protocol):
    """An HTTP connection."""

    config: UvicornSettings
    idle: asyncio.TimerHandle | None = None
    upgraded = False
    """Whether the connection has become a WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and start waiting for the first request."""
        super().connection_made(transport)
        self.flow = Flow(self.transport, self.proceed)
        self.await_request()
        address = self.client[0] if self.client else ""
        if not address or self.config.is_proxy(address):
            return
        if self.config.addresses.take(address, "connections", time.monotonic()):
            self.counted = address
        else:
            self.abort()

    def await_request(self) -> None:
        """Start waiting for a request."""
        if self.idle is not None:
            self.idle.cancel()
        self.idle = self.loop.call_later(IDLE, self.let_go)

    def let_go(self) -> None:
        """Close the connection unless a request is in progress."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request, or handle it if it has already arrived."""
        self.await_request()
        super().on_response_complete()

    def may_parse(self) -> bool:
        """Return whether the current request allows reading more data."""
        return not self.flow.read_paused

    def proceed(self) -> None:
        """Schedule the next slice, unless the WebSocket protocol has taken over."""
        if not self.upgraded:
            super().proceed()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the connection to the WebSocket protocol."""
        self.upgraded = True
        self.stop_timers()
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, WebSocketProtocol)
        protocol.counted, self.counted = self.counted, ""

    def stop_timers(self) -> None:
        """Cancel all timers."""
        super().stop_timers()
        if self.idle is not None:
            self.idle.cancel()


class WebSocketProtocol(Bounded, WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    config: UvicornSettings
    frame_rate: Rate

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start counting frames."""
        limits = self.config.limits
        self.frame_rate = Rate(
            FRAMES_PER_MESSAGE * limits.messages_per_second,
            FRAMES_PER_MESSAGE * limits.messages_burst,
        )
        super().connection_made(transport)

    def may_parse(self) -> bool:
        """Return whether the app has taken all parsed messages and the write buffer has room."""
        return not self.read_paused and self.writable.is_set()

    def handle_events(self) -> None:
        """Handle parsed frames; abort the connection if there were too many."""
        now = self.loop.time()
        if all(self.frame_rate.allow(now) for _ in self.conn.events):
            super().handle_events()
        else:
            self.abort()

    def pause_writing(self) -> None:
        """Stop writing and reading until the client has read more."""
        super().pause_writing()
        self.proceed()

    def resume_writing(self) -> None:
        """Resume writing and reading."""
        super().resume_writing()
        self.proceed()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the client's next message, and continue parsing."""
        message = await super().receive()
        self.proceed()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; abort the connection if the client does not read the close frame in time."""
        if message["type"] != "websocket.close":
            await super().send(message)
            return
        try:
            async with asyncio.timeout(CLOSE):
                await super().send(message)
        except TimeoutError:
            self.abort()
        self.proceed()
