"""Sockets are always released, no matter what their clients do."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from passgo.server import protocols
from passgo.server.limits import Limits
from passgo.server.protocols import CLOSE
from passgo.server.websocket import MOST_REFUSED, WRITE
from tests.server.fake_time import Time
from tests.server.kit import HERE, hub_at, listen, people
from tests.waiting import until

pytestmark = pytest.mark.asyncio


async def test_the_socket_of_a_client_that_stops_reading_is_released(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "UNREAD", 2 * WRITE)  # otherwise, this could be what ends it
    async with hub_at(tmp_path, now=time) as hub:
        table, _, keys = await people(hub)
        server = await listen(hub)
        port = server.sockets[0].getsockname()[1]
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (HERE, port))
        with line:
            async with connect(
                f"ws://{HERE}:{port}/api/socket",
                sock=line,
                compression=None,
                proxy=None,
                ping_interval=None,
            ) as client:
                hello = {"type": "hello", "table": table.name, "keys": keys[:1]}
                await client.send(msgspec.json.encode(hello).decode())
                await client.recv()
                client.transport.pause_reading()
                (session,) = hub.hosted[table.name].sessions
                for _ in range(10):
                    session.push(b'"' + b"x" * 1_000_000 + b'"')
                await until(lambda: not session.outbox)  # the server waits until the client reads
                await time.advance(WRITE - 1)
                assert session.closed == ""
                await time.advance(1)
                assert session.closed == "slow"
                await time.until_timer(CLOSE)  # and again before it closes the socket
                assert hub.addresses.count_held(HERE, "sockets") == 1
                await time.advance(CLOSE)
                await until(lambda: not hub.addresses.count_held(HERE, "sockets"))
                client.transport.abort()
        server.close()


async def test_a_client_that_ignores_rejections_is_disconnected(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=0.1, messages_burst=1)
    roomy = Limits(messages_per_second=1000, messages_burst=1000)
    async with hub_at(tmp_path, limits) as hub:
        table, _, keys = await people(hub)
        hub.limits = roomy  # the frame limit is derived from these limits
        server = await listen(hub)
        hub.limits = limits
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://{HERE}:{port}/api/socket", proxy=None) as client:
            hello = {"type": "hello", "table": table.name, "keys": keys[:1]}
            await client.send(msgspec.json.encode(hello).decode())
            refused = 0
            code = None
            while code is None:
                try:
                    await client.send('{"type": "ping", "id": "1"}')
                    refused += "request.rate" in str(await client.recv())
                except ConnectionClosed as closed:
                    code = closed.rcvd.code if closed.rcvd is not None else 0
            assert code == 4029
            assert refused >= MOST_REFUSED - 5
        server.close()
