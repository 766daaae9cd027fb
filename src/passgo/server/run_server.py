"""Running the server: one process with uvicorn and the app, until it is asked to stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import uvicorn

import passgo
from passgo.engine.refusal import PassGoError
from passgo.server.app import make_app
from passgo.server.bot_pool import BotPool
from passgo.server.config import Config
from passgo.server.hub import Hub
from passgo.server.lan import lan_address
from passgo.server.logging_setup import set_up_logging
from passgo.server.pages import Pages
from passgo.server.protocols import UvicornSettings
from passgo.server.storage import InUse, open_storage

BACKLOG: Final = 2048
SLOWER: Final = 6
"""The factor by which the bots' time limit is multiplied if the engine is not compiled."""
SWITCH: Final = 0.0005
"""Thread switch interval in seconds; it is short, so that the database thread never waits long."""
if sys.platform == "win32":  # where SIGTERM cannot be handled, and Ctrl-Break is SIGBREAK
    SIGNALS: Final = (signal.SIGINT, signal.SIGBREAK)
else:
    SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
GRACE: Final = 10
"""Seconds to wait for connections to close normally when the server stops."""


class ServeError(PassGoError):
    """An error that keeps the server from starting or continuing."""


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise ServeError if the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    # SO_REUSEADDR lets a server restart immediately. On Windows, a server always can, and the option would
    # let two servers share a port.
    if sys.platform == "win32":
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(BACKLOG)
    except OSError as error:
        taken.close()
        sentence = f"Cannot listen on {host}:{port}: {error.strerror}."
        if error.errno == errno.EADDRINUSE:
            sentence += f" PassGo may already be running there: open {url(host, port)}, or choose"
            sentence += " another port with --port."
        raise ServeError(sentence) from None
    return taken


def bind_first(host: str, port: int, count: int = 1) -> socket.socket:
    """Listen on ``port`` or, if it is taken, on the next free port; try ``count`` ports in all.

    Raises ServeError if none of them is free.
    """
    for number in range(port, port + count - 1):
        with suppress(ServeError):
            return bind(host, number)
    return bind(host, port + count - 1)


def addresses(config: Config, listening: socket.socket) -> list[str]:
    """Return the addresses at which players can reach the server, best first."""
    host, port = listening.getsockname()[:2]
    found = [config.public_url] if config.public_url else []
    everywhere = host in ("0.0.0.0", "::")
    if everywhere and (here := lan_address()) is not None:
        found.append(f"http://{here}:{port}")
    return [*found, url(host, port)]


def url(host: str, port: int) -> str:
    """Return the URL for a host and port, as seen from this machine."""
    everywhere = host in ("0.0.0.0", "::")
    shown = "127.0.0.1" if everywhere else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


class Server(uvicorn.Server):
    """A uvicorn server that stops only on a signal, so that the hub can be closed afterward."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal; on a second one, stop immediately."""
        if sys.platform == "win32":  # its event loop has no signal handlers
            before = {sign: signal.signal(sign, self.handle_exit) for sign in SIGNALS}
            try:
                yield
            finally:
                for sign, handler in before.items():
                    signal.signal(sign, handler)
            return
        loop = asyncio.get_running_loop()
        for sign in SIGNALS:
            loop.add_signal_handler(sign, self.handle_exit, sign, None)
        try:
            yield
        finally:
            for sign in SIGNALS:
                loop.remove_signal_handler(sign)


def serve(config: Config, listening: socket.socket, opened: Callable[[], None]) -> None:
    """Serve until a signal arrives; raise PassGoError if the database or the bots cannot be started.

    ``opened`` is called once both are ready, just before the server starts to answer requests.
    """
    pages = Pages(Path(config.web) if config.web else None)
    set_up_logging(config.log, config.log_level)
    storage = open_storage(config.database)
    seconds = config.bot_seconds if passgo.is_compiled() else SLOWER * config.bot_seconds
    hub = Hub(storage, BotPool(config.bot_workers or None, seconds), config=config)
    server = Server(
        UvicornSettings(
            make_app(hub, {config.public_url} - {""}, pages),
            config.limits,
            hub.addresses,
            config.trusted_proxies,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=GRACE,
        )
    )
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()  # everything so far stays alive, so the collector can skip it
    gc.set_threshold(50_000, 20, 50)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(until_stopped(hub, server, listening, opened))


async def until_stopped(
    hub: Hub, server: Server, listening: socket.socket, opened: Callable[[], None]
) -> None:
    """Open everything, serve, and close everything; raise ServeError if another server takes over."""
    taken: list[InUse] = []

    def stop(error: InUse) -> None:
        taken.append(error)
        server.should_exit = True

    hub.storage.when_taken(stop)
    try:
        await hub.open()
        opened()
        await server.serve(sockets=[listening])
    finally:
        await hub.close()
    if taken:
        raise ServeError(str(taken[0]))
