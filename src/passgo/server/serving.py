"""Running the server: one process, uvicorn around the app, until it is told to stop."""

from __future__ import annotations

import gc
import socket
from typing import Final

import uvicorn

from passgo.engine.refusal import PassGoError
from passgo.server.app import make_app
from passgo.server.config import Config
from passgo.server.crew import Crew
from passgo.server.hub import Hub
from passgo.server.storage import open_storage

BACKLOG: Final = 2048
GRACE: Final = 10
"""Seconds in which connections may end by themselves when the server stops."""


class ServeError(PassGoError):
    """The server cannot start; one sentence says why."""


def bind(host: str, port: int) -> socket.socket:
    """Take the address before anything else is done, so that a taken one is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        raise ServeError(f"{host}:{port} cannot be listened on: {error.strerror}.") from None
    return taken


def serve(config: Config, listening: socket.socket) -> bool:
    """Serve until a signal says to stop; say whether the server came up at all."""
    storage = open_storage(config.database)
    crew = Crew(config.bot_workers or None, config.bot_seconds)
    hub = Hub(storage, crew, config.limits)
    app = make_app(hub, {config.public_url} - {""})
    gc.collect()
    gc.freeze()  # what is there now stays: the collector need not look at it again
    gc.set_threshold(50_000, 20, 50)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=config.limits.frame_bytes,
            ws_per_message_deflate=False,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(config.trusted_proxies),
            forwarded_allow_ips=list(config.trusted_proxies) or None,
            backlog=BACKLOG,
            timeout_graceful_shutdown=GRACE,
        )
    )
    server.run(sockets=[listening])
    return server.started
