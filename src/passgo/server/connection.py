"""Helpers for requests and sockets: client address, origin, key, and disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, TypeAlias, TypeVar
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import HeaderParameter

from passgo.server.hub import Hub

Socket: TypeAlias = WebSocket[object, object, State]
HttpRequest: TypeAlias = Request[object, object, State]
TheHub: TypeAlias = NamedDependency[Hub]
Bearer: TypeAlias = Annotated[str | None, HeaderParameter(name="Authorization", required=False)]


Result = TypeVar("Result")


def bearer_key(header: str | None) -> str:
    """Return the key in an Authorization header; empty if there is none."""
    kind, _, key = (header or "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def address_of(connection: HttpRequest | Socket) -> str:
    """Return a client's address; behind a trusted proxy, this is the forwarded address."""
    return connection.client.host if connection.client is not None else ""


def is_same_origin(connection: HttpRequest | Socket) -> bool:
    """Return whether a request comes from a page on this server, or from a client without an origin.

    Clients other than browsers do not send an origin.
    """
    origin = connection.headers.get("origin")
    return origin is None or is_own_origin(connection, origin)


def is_own_origin(connection: HttpRequest | Socket, origin: str) -> bool:
    """Return whether an origin matches the address that the client used or the server's public URL."""
    allowed: set[str] = connection.app.state.origins
    return urlsplit(origin).netloc == connection.headers.get("host") or origin in allowed


async def wait_unless_gone(request: HttpRequest, work: Coroutine[None, None, Result]) -> Result:
    """Return the result of ``work``; cancel it if the client disconnects first."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(wait_until_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException("The client disconnected.", status_code=499)
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def wait_until_gone(request: HttpRequest) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
