"""The ASGI app: routes, pages, request limits, headers and error responses."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from litestar import Litestar, MediaType, Response, get, head, route
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

import passgo
from passgo.server.connection import HttpRequest, TheHub, address_of, is_same_origin
from passgo.server.http_messages import ErrorReply
from passgo.server.hub import Hub
from passgo.server.logging_setup import get_logger
from passgo.server.metrics import CONTENT_TYPE
from passgo.server.pages import Pages
from passgo.server.problems import Problem, store_away
from passgo.server.routes import ERRORS, ROUTES
from passgo.server.storage.interface import Conflict, NoTable, StorageError
from passgo.server.websocket import handle_websocket
from passgo.server.wire import LONGEST_ERROR

log: Final = get_logger("passgo.server")

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
NO_PAGES: Final = b"PassGo was installed without the browser game. Run ./play to build it.\n"
PROMETHEUS: Final = CONTENT_TYPE.partition("; charset")[0]
RATE_LIMITED: Final = ("/api/", "/metrics")
"""Rate-limited paths. Pages and health checks are not limited, so they are always available."""
COSTLY: Final = ("/record", "/review", "/qr.svg")
"""Read-only paths that are expensive to serve: they replay or review a whole game, or draw an image."""
BODY: Final = 20.0
"""Seconds within which a request body must arrive."""


# -- pages and health checks -------------------------------------------------------------------------------


@route(
    ["/", "/{path:path}"],
    http_method=["GET", "HEAD"],
    include_in_schema=False,
    sync_to_thread=False,
)
def show_page(request: HttpRequest) -> Response[bytes]:
    """Serve the browser game."""
    pages: Pages = request.app.state.pages
    found = pages.find(request.url.path)
    known = found is not None
    if not known and "text/html" in request.headers.get("accept", ""):
        found = pages.find("/")  # the browser game reports that the page does not exist
    if found is None and request.url.path == "/":
        return Response(NO_PAGES, media_type="text/plain; charset=utf-8", status_code=404)
    if found is None:
        raise HTTPException("There is no such page.", status_code=404)
    headers = {"Cache-Control": found.cache, "ETag": found.tag, "Vary": "Accept-Encoding"}
    if known and request.headers.get("if-none-match") == found.tag:
        return Response(b"", media_type=found.media_type, status_code=304, headers=headers)
    data = found.data
    if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
        data = found.packed
        headers["Content-Encoding"] = "gzip"
    status = 200 if known else 404
    return Response(data, media_type=found.media_type, headers=headers, status_code=status)


@head("/healthz", include_in_schema=False, sync_to_thread=False)
def healthz_head() -> None:
    """Report that the process is alive; the response has no body."""


@get("/healthz", media_type=MediaType.TEXT, sync_to_thread=False, responses=ERRORS)
def healthz() -> str:
    """Report that the process is alive. Use /readyz to check whether games can be saved."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, responses=ERRORS)
async def readyz(hub: TheHub) -> str:
    """Check whether moves can be saved now; the test write takes at most 2 seconds."""
    await hub.readiness.check()
    return "ok\n"


@get("/metrics", media_type=PROMETHEUS, responses=ERRORS)
async def metrics(hub: TheHub) -> str:
    """Return the metrics in the Prometheus text format."""
    return hub.render_metrics()


# -- errors ------------------------------------------------------------------------------------------------


def answer_problem(_: HttpRequest, problem: Problem) -> Response[ErrorReply]:
    """Answer a request that cannot be carried out."""
    headers = {"Retry-After": "1"} if problem.status in (429, 503) else None
    body = ErrorReply(problem.code, problem.sentence)
    return Response(body, status_code=problem.status, headers=headers)


def answer_http_error(_: HttpRequest, error: HTTPException) -> Response[ErrorReply]:
    """Answer an invalid request, listing the invalid fields if they are known."""
    code = "request.form" if error.status_code < 500 else "server"
    faults = [
        f"{fault.get('key', 'the request')}: {fault['message']}"
        for fault in (error.extra if isinstance(error.extra, list) else [])
        if isinstance(fault, dict) and "message" in fault
    ]
    sentence = "; ".join(faults) or str(error.detail)
    body = ErrorReply(code, sentence[:LONGEST_ERROR])
    return Response(body, status_code=error.status_code, headers=error.headers)


def answer_storage_error(asked: HttpRequest, error: StorageError) -> Response[ErrorReply]:
    """Answer a request that failed because of a storage error."""
    log.warning("storage failed", path=asked.url.path, wrong=str(error))
    if isinstance(error, NoTable):
        return answer_problem(asked, Problem("table.unknown", "There is no such table."))
    if isinstance(error, Conflict):
        return answer_problem(
            asked, Problem("table.busy", "The table is being reloaded. Try again in a moment.")
        )
    return answer_problem(asked, store_away())


def answer_depth_error(_: HttpRequest, __: RecursionError) -> Response[ErrorReply]:
    """Answer a request that is nested too deeply."""
    body = ErrorReply("request.form", "The request is nested too deeply.")
    return Response(body, status_code=400)


def limit_body_time(app: ASGIApp) -> ASGIApp:
    """Reject requests whose body does not arrive in time."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        until = asyncio.get_running_loop().time() + BODY
        whole = scope["type"] != ScopeType.HTTP

        async def receive_in_time() -> ReceiveMessage:
            nonlocal whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(
                    "The request body did not arrive in time.",
                    status_code=408,
                    headers={"Connection": "close"},
                ) from None
            whole = message["type"] != "http.request" or not message["more_body"]
            return message

        await app(scope, receive_in_time, send)

    return wrapped


async def add_headers(message: Message, scope: Scope) -> None:
    """Add our headers to every response, including errors."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        if scope["scheme"] in ("https", "wss"):  # browsers warn about this header on plain HTTP
            headers["Cross-Origin-Opener-Policy"] = "same-origin"


# -- the app -----------------------------------------------------------------------------------------------


def make_app(hub: Hub, origins: set[str] | None = None, pages: Pages | None = None) -> Litestar:
    """Return the app for a hub; the caller opens and closes the hub."""

    def check_request(request: HttpRequest) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS") and not is_same_origin(request):
            raise Problem("request.origin", "Requests from other websites are not allowed.")
        if not request.url.path.startswith(RATE_LIMITED):
            return  # a page consists of about a hundred small files, served from memory
        path = request.url.path.rstrip("/")  # routes also match with a trailing slash
        reads = request.method in ("GET", "HEAD") and not path.endswith(COSTLY)
        if not hub.addresses.allow(address_of(request), time.monotonic(), reads):
            raise Problem("request.rate", "Too many requests from your address. Wait a moment.")

    def get_hub() -> Hub:
        return hub

    return Litestar(
        route_handlers=[
            *ROUTES,
            handle_websocket,
            show_page,
            healthz,
            healthz_head,
            readyz,
            metrics,
        ],
        middleware=[limit_body_time],
        before_request=check_request,
        logging_config=None,
        dependencies={"hub": Provide(get_hub, sync_to_thread=False)},
        exception_handlers={
            Problem: answer_problem,
            HTTPException: answer_http_error,
            RecursionError: answer_depth_error,
            StorageError: answer_storage_error,
        },
        state=State({"origins": origins or set(), "pages": pages or Pages()}),
        before_send=[add_headers],
        request_max_body_size=hub.limits.request_bytes,
        openapi_config=OpenAPIConfig(
            title="PassGo",
            version=passgo.__version__,
            description="Tables, seats, views and records. The game itself is played over a WebSocket.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )
