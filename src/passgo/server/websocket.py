"""The WebSocket endpoint, which connects one client to one table through a session."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from passgo.server.connection import Socket, TheHub, address_of, is_same_origin
from passgo.server.crash_points import reach
from passgo.server.hub import Hub
from passgo.server.limits import Rate
from passgo.server.logging_setup import get_logger
from passgo.server.problems import Problem, store_away
from passgo.server.session import Session, problem_message
from passgo.server.storage.interface import StorageError
from passgo.server.wire import Hello, check_protocol, read_message

log: Final = get_logger("passgo.server")

FIRST_WORD: Final = 10.0
"""Seconds within which a client must send ``hello``."""
WRITE: Final = 20.0
"""Seconds within which a client must accept a batch of messages."""
MOST_REFUSED: Final = 200
"""Messages allowed over the rate limit before the socket is closed; the count drops by one per second."""
CLOSE_CODES: Final = {
    "slow": 4008,
    "key.unknown": 4001,
    "closing": 1012,
    "table.busy": 1012,
    "left": 1000,
    "request.rate": 4029,
}


@websocket("/api/socket")
async def handle_websocket(socket: Socket, hub: TheHub) -> None:
    """Serve one client at one table."""
    address = address_of(socket)
    if not is_same_origin(socket):
        await socket.close(code=4003, reason="Requests from other websites are not allowed.")
        return
    if hub.sockets.total() >= hub.limits.sockets:
        await socket.close(
            code=4029, reason="This server has too many open sockets. Try again later."
        )
        return
    if not hub.addresses.allow(address, time.monotonic()):
        await socket.close(code=4029, reason="Too many requests from your address. Wait a moment.")
        return
    if not hub.addresses.take(address, "sockets", time.monotonic()):
        await socket.close(
            code=4029, reason="Your address has too many open sockets. Close some first."
        )
        return
    session: Session | None = None
    try:
        await socket.accept()
        session = await greet(socket, hub)
        if session is not None:
            await exchange(socket, session)
    except (WebSocketDisconnect, ConnectionError):
        pass
    finally:
        hub.addresses.give_back(address, "sockets")
        if session is not None:
            hub.disconnect(session)


async def greet(socket: Socket, hub: Hub) -> Session | None:
    """Wait for the first message and start a session; if that fails, send the reason and return None."""
    try:
        async with asyncio.timeout(FIRST_WORD):
            text = await socket.receive_text()
        check_protocol(text)
        hello = read_message(text)
        if not isinstance(hello, Hello):
            raise Problem("request.form", "The first message must be hello.")
        return await hub.connect(hello, address_of(socket))
    except TimeoutError:
        problem = Problem("request.form", "The first message must be hello.")
    except Problem as found:
        problem = found
    except StorageError as error:
        log.warning("storage failed", wrong=str(error))
        problem = store_away()
        await socket.send_data(problem_message("", problem).decode())
        await socket.close(code=1012, reason=problem.code)
        return None
    await socket.send_data(problem_message("", problem).decode())
    await socket.close(code=4000, reason=problem.code)
    return None


async def exchange(socket: Socket, session: Session) -> None:
    """Transfer messages both ways until either side ends the session."""
    reading = asyncio.create_task(read(socket, session))
    writing = asyncio.create_task(write(socket, session))
    await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    if session.closed:
        with suppress(Exception):  # the socket may already be closed
            code = CLOSE_CODES.get(session.closed, 1000)
            await socket.close(code=code, reason=session.closed)
    for task in (reading, writing):
        task.cancel()
    for ended in await asyncio.gather(reading, writing, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended


async def read(socket: Socket, session: Session) -> None:
    """Pass the client's messages to its session."""
    counts = session.table.metrics
    refusals = Rate(1.0, MOST_REFUSED)
    while not session.closed:
        text = await socket.receive_text()
        counts.bytes_in.inc(len(text))
        now = session.now()
        is_refused = any(rate.wait(now) > 0 for rate in session.rates)
        if is_refused and not refusals.allow(now):
            session.stop("request.rate")
            return
        await session.receive(text)


async def write(socket: Socket, session: Session) -> None:
    """Send what is in the outbox; stop the session if the client is not reading."""
    counts = session.table.metrics
    while not session.closed or session.outbox:
        batch = await session.next_batch()
        try:
            async with asyncio.timeout(WRITE):
                for message in batch:
                    await socket.send_data(message.decode())
                    counts.bytes_out.inc(len(message))
                    reach("sent")
        except TimeoutError:
            session.stop("slow")
            return
