"""The doors of the server: HTTP for tables, views and records, a socket for the game. They only translate."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Final, TypeAlias
from urllib.parse import urlsplit

import msgspec
from litestar import (
    Litestar,
    MediaType,
    Request,
    Response,
    delete,
    get,
    head,
    patch,
    post,
    put,
    route,
    websocket,
)
from litestar.connection import WebSocket
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import NamedDependency, Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, HeaderParameter, JSONBody
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

import passgo
from passgo.bots.ladder import FOR_PEOPLE
from passgo.engine.board import classic
from passgo.engine.ruleset import (
    HOUSE_RULES,
    LIMITS,
    OPTIONS,
    PRESETS,
    rule_set,
    rules_to_data,
)
from passgo.record import TOKENS
from passgo.server.game_file import game_file
from passgo.server.hub import Hub
from passgo.server.lines import Clock, Plan, Settings
from passgo.server.metrics import CONTENT_TYPE
from passgo.server.pages import Pages
from passgo.server.points import reach
from passgo.server.problems import Problem
from passgo.server.session import Session, problem_message
from passgo.server.table import Table
from passgo.server.tables import Wishes
from passgo.server.wire import LONGEST_ERROR, Hello, TableTold, read_message

Socket: TypeAlias = WebSocket[object, object, State]
Asked: TypeAlias = Request[object, object, State]
TheHub: TypeAlias = NamedDependency[Hub]
Bearer: TypeAlias = Annotated[str | None, HeaderParameter(name="Authorization", required=False)]

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
NO_PAGES: Final = b"The browser game was not built into this PassGo. ./play builds it.\n"
ASKING: Final = ("/api/", "/healthz", "/metrics")
"""What asks something of the server; all else are pages."""
COSTLY: Final = "/record"
"""What is asked for without changing anything, and is work all the same: a whole game is played again."""
JSON_LINES: Final = "application/jsonl"
PROMETHEUS: Final = CONTENT_TYPE.partition("; charset")[0]
FIRST_WORD: Final = 10.0
"""Seconds in which a socket must say hello."""
BODY: Final = 20.0
"""Seconds in which the body of a request must have come."""
WRITE: Final = 20.0
"""Seconds in which a client must take what it is sent."""
CLOSE_CODES: Final = {
    "slow": 4008,
    "token.unknown": 4001,
    "closing": 1012,
    "table.busy": 1012,
    "left": 1000,
}


class Made(msgspec.Struct, frozen=True):
    """A new table, and the token that makes its owner the host."""

    table: str
    token: str


class JoinWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to sit down, and where."""

    name: str
    token: str = ""
    """The playing piece; empty for any."""
    seat: int | None = None
    contribution: str = ""
    """Any short text, which is mixed into the dice."""


class Joined(msgspec.Struct, frozen=True):
    """A seat, and the token that holds it."""

    seat: int
    token: str


class BotWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot to seat."""

    bot: str = "normal"


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat."""

    seat: int


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host wants to change."""

    settings: Settings | None = None
    seats: list[Plan] | None = None
    clock: Clock | None = None


class WatchLink(msgspec.Struct, frozen=True):
    """A token that may watch and nothing else."""

    token: str


def bearer(header: str | None) -> str:
    """Return the token of an Authorization header; empty if there is none."""
    kind, _, token = (header or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def described(table: Table) -> TableTold:
    """Tell what everybody may know of a table, and nothing that is not yet durable."""
    async with table.lock:
        return table.describe()


class ErrorTold(msgspec.Struct, frozen=True):
    """Why nothing was done: a code for programs, a sentence for people."""

    error: str
    sentence: str


ERRORS: Final = {
    status: ResponseSpec(ErrorTold, generate_examples=False, description="Nothing was done.")
    for status in (400, 401, 403, 404, 409, 413, 429, 503)
}


# -- what there is to play ---------------------------------------------------------------------------------


class RuleOption(msgspec.Struct, frozen=True):
    """An option of the rules: what it does, its default, and the least and most of a number."""

    name: str
    about: str
    default: int | bool
    house: bool
    """Whether no official rule has it."""
    low: int | None = None
    high: int | None = None


class RulesTold(msgspec.Struct, frozen=True):
    """What can be agreed on before a game."""

    presets: dict[str, dict[str, object]]
    """Every option of each."""
    options: list[RuleOption]
    bots: list[str]
    """From the weakest that people play with to the strongest."""
    tokens: list[str]
    """The playing pieces."""
    positions: bool
    """Whether a table can begin from a position."""


@get("/api/rules", sync_to_thread=False, responses=ERRORS)
def show_rules() -> RulesTold:
    """Tell which presets, options, bots and playing pieces there are."""
    plain = rules_to_data(rule_set())
    options = []
    for name, about in OPTIONS.items():
        default = plain[name]
        assert isinstance(default, int)
        low, high = LIMITS.get(name, (None, None))
        options.append(RuleOption(name, about, default, name in HOUSE_RULES, low, high))
    presets = {name: rules_to_data(rule_set(name)) for name in PRESETS}
    return RulesTold(presets, options, list(FOR_PEOPLE), list(TOKENS), True)


@get("/api/boards/{key:str}", sync_to_thread=False, responses=ERRORS)
def show_board(key: FromPath[str]) -> dict[str, object]:
    """Give a board as in a board file: its spaces, prices, rents and cards."""
    board = classic()
    if key != board.key:
        raise Problem("board.unknown", f"There is no such board; there is {board.key}.")
    return board.to_data()


# -- tables ------------------------------------------------------------------------------------------------


@post("/api/tables", responses=ERRORS)
async def make_table(data: JSONBody[Wishes], hub: TheHub, request: Asked) -> Made:
    """Make a table. Whoever has the token is the host."""
    table, token = await hub.make(data, address_of(request))
    return Made(table.name, token)


@get("/api/tables", responses=ERRORS)
async def list_tables(hub: TheHub) -> list[dict[str, object]]:
    """List public tables that wait for players or can be watched."""
    return await hub.tables.lobby()


@get("/api/tables/{name:str}", responses=ERRORS)
async def show_table(name: FromPath[str], hub: TheHub) -> TableTold:
    """Tell who sits at a table, and every rule it plays by."""
    return await described(await hub.tables.get(name))


@patch("/api/tables/{name:str}", responses=ERRORS)
async def change_table(
    name: FromPath[str], data: JSONBody[Changes], hub: TheHub, authorization: Bearer = None
) -> TableTold:
    """Change settings, as the host; seats and clock before the game only."""
    table = await hub.tables.get(name)
    await table.change(bearer(authorization), data.settings, data.seats, data.clock)
    hub.reconcile(table)
    return await described(table)


@delete("/api/tables/{name:str}", responses=ERRORS)
async def delete_table(name: FromPath[str], hub: TheHub, authorization: Bearer = None) -> None:
    """Delete a table and all that was played there, as the host."""
    await hub.delete(name, bearer(authorization))


@post("/api/tables/{name:str}/start", responses=ERRORS)
async def start_game(name: FromPath[str], hub: TheHub, authorization: Bearer = None) -> TableTold:
    """Begin the game, as the host."""
    table = await hub.tables.get(name)
    await table.start(bearer(authorization))
    return await described(table)


@post("/api/tables/{name:str}/host", responses=ERRORS)
async def hand_over(
    name: FromPath[str], data: JSONBody[SeatWish], hub: TheHub, authorization: Bearer = None
) -> None:
    """Make somebody else the host; in a game also oneself, once the host is away."""
    table = await hub.tables.get(name)
    await table.hand_over(bearer(authorization), data.seat)


@post("/api/tables/{name:str}/watch", responses=ERRORS)
async def make_watch_link(
    name: FromPath[str], hub: TheHub, authorization: Bearer = None
) -> WatchLink:
    """Make a new watch link, as the host; earlier ones are void."""
    table = await hub.tables.get(name)
    return WatchLink(await table.watch_link(bearer(authorization)))


@post("/api/tables/{name:str}/time", responses=ERRORS)
async def call_time(name: FromPath[str], hub: TheHub, authorization: Bearer = None) -> TableTold:
    """Call time, as the host, where the table plays with a time limit: the richest wins."""
    table = await hub.tables.get(name)
    await table.call_time(bearer(authorization))
    return await described(table)


@post("/api/tables/{name:str}/rematch", responses=ERRORS)
async def rematch(
    name: FromPath[str], hub: TheHub, request: Asked, authorization: Bearer = None
) -> TableTold:
    """Set the same table up again for the same people, who keep their tokens."""
    again = await hub.rematch(name, bearer(authorization), address_of(request))
    return await described(again)


# -- seats -------------------------------------------------------------------------------------------------


@post("/api/tables/{name:str}/seats", responses=ERRORS)
async def join(
    name: FromPath[str],
    data: JSONBody[JoinWish],
    hub: TheHub,
    request: Asked,
    authorization: Bearer = None,
) -> Joined:
    """Sit down; no account needed. With a token of this table, hold one more seat by it."""
    table = await hub.tables.get(name)
    token = bearer(authorization) or None
    address = address_of(request)
    hub.sit(address)
    try:
        seat, held = await table.join(data.name, data.token, data.seat, token, data.contribution)
    except BaseException:
        hub.addresses.give_back(address, "seats")
        raise
    hub.sitters[name, table.book.places[seat].name] = address
    return Joined(seat, held)


@delete("/api/tables/{name:str}/seats/{seat:int}", responses=ERRORS)
async def leave(
    name: FromPath[str], seat: FromPath[int], hub: TheHub, authorization: Bearer = None
) -> None:
    """Get up, or as the host make somebody get up."""
    table = await hub.tables.get(name)
    await table.leave(seat, bearer(authorization))
    hub.reconcile(table)


@put("/api/tables/{name:str}/seats/{seat:int}/bot", responses=ERRORS)
async def seat_bot(
    name: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[BotWish],
    hub: TheHub,
    authorization: Bearer = None,
) -> TableTold:
    """Put a bot on a free seat, as the host."""
    table = await hub.tables.get(name)
    await table.seat_bot(seat, data.bot, bearer(authorization))
    return await described(table)


# -- what there is to see ----------------------------------------------------------------------------------


@get("/api/tables/{name:str}/view", responses=ERRORS)
async def show_view(
    name: FromPath[str], hub: TheHub, authorization: Bearer = None
) -> dict[str, object]:
    """Show the game as it is, to who plays or watches."""
    table = await hub.tables.get(name)
    async with table.lock:
        holder = table.holder(bearer(authorization))
        return {"version": table.book.version, "you": holder.seats, "view": table.view}


@get("/api/tables/{name:str}/chat", responses=ERRORS)
async def show_chat(
    name: FromPath[str], hub: TheHub, authorization: Bearer = None
) -> list[dict[str, object]]:
    """Show the last lines of chat, to who plays or watches."""
    table = await hub.tables.get(name)
    table.holder(bearer(authorization))
    said = await hub.storage.sayings(name)
    return [
        {"number": line.number, "at": line.at, **msgspec.json.decode(line.data)} for line in said
    ]


@get("/api/tables/{name:str}/record", media_type=JSON_LINES, responses=ERRORS)
async def show_record(name: FromPath[str], hub: TheHub) -> Response[str]:
    """Give the game file of a game that is over, for `passgo replay` and `passgo verify`."""
    table = await hub.tables.get(name)
    if table.book.status != "over":
        raise Problem("record.hidden", "The game file can be had when the game is over.")
    async with table.lock:
        entries = await hub.storage.entries(name)
    text = await asyncio.to_thread(game_file, entries)
    day = datetime.fromtimestamp(table.book.started, UTC).date()
    file = f"passgo-{day}-{name}.jsonl"  # as the page names it
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type=JSON_LINES, headers=headers)


@route(
    ["/", "/{path:path}"],
    http_method=["GET", "HEAD"],
    include_in_schema=False,
    sync_to_thread=False,
)
def show_page(request: Asked) -> Response[bytes]:
    """Give out the browser game."""
    pages: Pages = request.app.state.pages
    found = pages.find(request.url.path)
    known = found is not None
    if not known and "text/html" in request.headers.get("accept", ""):
        found = pages.find("/")  # which says so in words
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


@head("/healthz", include_in_schema=False)
async def healthz_head(hub: TheHub) -> None:
    """Say the same without a word."""
    await hub.storage.rows(limit=1)


@get("/healthz", media_type=MediaType.TEXT, responses=ERRORS)
async def healthz(hub: TheHub) -> str:
    """Say that the server is up and its store answers."""
    await hub.storage.rows(limit=1)
    return "ok\n"


@get("/metrics", media_type=PROMETHEUS, responses=ERRORS)
async def metrics(hub: TheHub) -> str:
    """Tell what the server counts, for Prometheus."""
    return hub.count()


# -- the socket --------------------------------------------------------------------------------------------


@websocket("/api/socket")
async def talk(socket: Socket, hub: TheHub) -> None:
    """Let one client play or watch at one table."""
    address = address_of(socket)
    if not same_origin(socket):
        await socket.close(code=4003, reason="This page is not from here.")
        return
    counts = hub.metrics.sockets
    if counts.seat + counts.watcher >= hub.limits.sockets:
        await socket.close(code=4029, reason="There are too many sockets here.")
        return
    if not hub.addresses.allow(address, time.monotonic()):
        await socket.close(code=4029, reason="Too many requests from your address: wait a moment.")
        return
    if not hub.addresses.take(address, "sockets", time.monotonic()):
        await socket.close(code=4029, reason="There are too many sockets from your address.")
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
            hub.goodbye(session)


async def greet(socket: Socket, hub: Hub) -> Session | None:
    """Wait for the first word and let the client in; None, with the reason told, if it may not."""
    try:
        async with asyncio.timeout(FIRST_WORD):
            text = await socket.receive_text()
        hello = read_message(text)
        if not isinstance(hello, Hello):
            raise Problem("request.form", "Say hello first.")
        return await hub.greet(hello)
    except TimeoutError:
        problem = Problem("request.form", "Say hello first.")
    except Problem as found:
        problem = found
    await socket.send_data(problem_message("", problem).decode())
    await socket.close(code=4000, reason=problem.code)
    return None


async def exchange(socket: Socket, session: Session) -> None:
    """Carry messages both ways until either side has had enough."""
    reading = asyncio.create_task(read(socket, session))
    writing = asyncio.create_task(write(socket, session))
    await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    if session.closed:
        with suppress(Exception):  # it may be gone already
            code = CLOSE_CODES.get(session.closed, 1000)
            await socket.close(code=code, reason=session.closed)
    for task in (reading, writing):
        task.cancel()
    for ended in await asyncio.gather(reading, writing, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended


async def read(socket: Socket, session: Session) -> None:
    """Hand what the client says to its session."""
    counts = session.table.metrics
    while not session.closed:
        text = await socket.receive_text()
        counts.bytes_in += len(text)
        await session.receive(text)


async def write(socket: Socket, session: Session) -> None:
    """Send what lies in the outbox; give up on who does not read."""
    counts = session.table.metrics
    while not session.closed or session.outbox:
        batch = await session.next_batch()
        try:
            async with asyncio.timeout(WRITE):
                for message in batch:
                    await socket.send_data(message.decode())
                    counts.bytes_out += len(message)
                    reach("sent")
        except TimeoutError:
            session.stop("slow")
            return


def address_of(connection: Asked | Socket) -> str:
    """The address of a client; behind a proxy that is trusted, the one the proxy names."""
    return connection.client.host if connection.client is not None else ""


def same_origin(connection: Asked | Socket) -> bool:
    """Whether a browser's page comes from this server; programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed: set[str] = connection.app.state.origins
    return urlsplit(origin).netloc == connection.headers.get("host") or origin in allowed


# -- the whole ---------------------------------------------------------------------------------------------


def tell_problem(_: Asked, problem: Problem) -> Response[dict[str, str]]:
    """Answer what cannot be done."""
    headers = {"Retry-After": "1"} if problem.status in (429, 503) else None
    told = {"error": problem.code, "sentence": problem.sentence}
    return Response(told, status_code=problem.status, headers=headers)


def tell_http(_: Asked, error: HTTPException) -> Response[dict[str, str]]:
    """Answer what is no request of ours."""
    code = "request.form" if error.status_code < 500 else "server"
    said = str(error.detail)
    for wrong in error.extra if isinstance(error.extra, list) else []:
        if isinstance(wrong, dict) and "message" in wrong:
            said += f": {wrong.get('key', 'the request')}: {wrong['message']}"
    told = {"error": code, "sentence": said[:LONGEST_ERROR]}
    return Response(told, status_code=error.status_code, headers=error.headers)


def tell_depth(_: Asked, __: RecursionError) -> Response[dict[str, str]]:
    """Answer what is nested too deeply to be read."""
    told = {"error": "request.form", "sentence": "The request is nested too deeply."}
    return Response(told, status_code=400)


def in_time(app: ASGIApp) -> ASGIApp:
    """Give up on a request whose body does not come."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        until = asyncio.get_running_loop().time() + BODY
        whole = scope["type"] != ScopeType.HTTP

        async def soon() -> ReceiveMessage:
            nonlocal whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(
                    "The request did not come in time.",
                    status_code=408,
                    headers={"Connection": "close"},
                ) from None
            whole = message["type"] != "http.request" or not message["more_body"]
            return message

        await app(scope, soon, send)

    return wrapped


async def add_headers(message: Message, scope: Scope) -> None:
    """Put our headers on every answer, errors too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        if scope["scheme"] in ("https", "wss"):  # browsers complain of it elsewhere
            headers["Cross-Origin-Opener-Policy"] = "same-origin"


def make_app(hub: Hub, origins: set[str] | None = None, pages: Pages | None = None) -> Litestar:
    """Build the app around a hub; whoever serves it opens and closes the hub."""

    def may_ask(request: Asked) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request):
            raise Problem("request.origin", "This page is not from here.")
        if not request.url.path.startswith(ASKING):
            return  # a page is a hundred small files that lie in memory
        reads = request.method in ("GET", "HEAD") and not request.url.path.endswith(COSTLY)
        if not hub.addresses.allow(address_of(request), time.monotonic(), reads):
            raise Problem("request.rate", "Too many requests from your address: wait a moment.")

    def the_hub() -> Hub:
        return hub

    return Litestar(
        route_handlers=[
            show_rules,
            show_board,
            make_table,
            list_tables,
            show_table,
            change_table,
            delete_table,
            start_game,
            hand_over,
            make_watch_link,
            rematch,
            call_time,
            join,
            leave,
            seat_bot,
            show_view,
            show_chat,
            show_record,
            show_page,
            healthz,
            healthz_head,
            metrics,
            talk,
        ],
        middleware=[in_time],
        before_request=may_ask,
        logging_config=None,
        dependencies={"hub": Provide(the_hub, sync_to_thread=False)},
        exception_handlers={
            Problem: tell_problem,
            HTTPException: tell_http,
            RecursionError: tell_depth,
        },
        state=State({"origins": origins or set(), "pages": pages or Pages()}),
        before_send=[add_headers],
        request_max_body_size=hub.limits.request_bytes,
        openapi_config=OpenAPIConfig(
            title="PassGo",
            version=passgo.__version__,
            description="Tables, seats, views and records. The game itself runs over a socket.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )
