"""The HTTP API: rules, tables, seats, views and records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.datastructures import CacheControlHeader
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from passgo.boards.title_deeds import full_board_data
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
from passgo.server import records, reviews
from passgo.server.connection import (
    Bearer,
    HttpRequest,
    TheHub,
    address_of,
    bearer_key,
    is_own_origin,
    wait_unless_gone,
)
from passgo.server.downloads import unpacked_size
from passgo.server.http_messages import (
    BotRequest,
    ContributionRequest,
    ErrorReply,
    JoinRequest,
    ListedTable,
    RuleOption,
    RulesReply,
    SeatRequest,
    SeatTaken,
    SeatView,
    TableChanges,
    TableMade,
    TableRequest,
    WatchLink,
)
from passgo.server.hub import Hub
from passgo.server.log_entries import Clock, HostSettings, SeatPlan
from passgo.server.messages import copy_fields
from passgo.server.problems import Problem
from passgo.server.qr_code import draw_svg
from passgo.server.table import Table
from passgo.server.tables import NewTable
from passgo.server.wire import ChatMessage, TableInfo

JSON: Final = "application/json"
JSON_LINES: Final = "application/jsonl"
SVG: Final = "image/svg+xml"
LONGEST_LINK: Final = 200
"""Maximum length of a link in a QR code; longer ones take too long to draw."""


async def describe(table: Table) -> TableInfo:
    """Return the public description of a table, without anything that is not yet durable."""
    async with table.lock:
        return table.describe()


ERRORS: Final = {
    status: ResponseSpec(
        ErrorReply, generate_examples=False, description="The request was rejected."
    )
    for status in (400, 401, 403, 404, 409, 413, 429, 503)
}


# -- rules and boards --------------------------------------------------------------------------------------


@get("/api/rules", sync_to_thread=False, responses=ERRORS)
def show_rules() -> RulesReply:
    """Return the available presets, options, bots and tokens."""
    plain = rules_to_data(rule_set())
    options = []
    for name, about in OPTIONS.items():
        default = plain[name]
        assert isinstance(default, int)
        low, high = LIMITS.get(name, (None, None))
        options.append(RuleOption(name, about, default, name in HOUSE_RULES, low, high))
    presets = {name: rules_to_data(rule_set(name)) for name in PRESETS}
    return RulesReply(presets, options, list(FOR_PEOPLE), list(TOKENS), True)


@get("/api/boards/{key:str}", sync_to_thread=False, responses=ERRORS)
def show_board(key: FromPath[str]) -> dict[str, object]:
    """Return a board in the board file format, with complete Title Deeds."""
    board = classic()
    if key != board.key:
        raise Problem("board.unknown", f"There is no such board. The only board is {board.key}.")
    return full_board_data(board)


@get(
    "/api/qr.svg",
    media_type=SVG,
    cache_control=CacheControlHeader(public=True, max_age=30 * 24 * 3600, immutable=True),
    responses=ERRORS,
)
async def show_qr_code(
    link: Annotated[str, QueryParameter(min_length=1, max_length=LONGEST_LINK)],
    request: HttpRequest,
    hub: TheHub,
) -> bytes:
    """Draw a link to a page on this server as a QR code; links to other servers are rejected."""
    if not is_own_link(request, link):
        raise Problem("request.form", "The link must lead to a page on this server.")
    async with hub.drawing:
        return await asyncio.to_thread(draw_svg, link)


def is_own_link(request: HttpRequest, link: str) -> bool:
    """Return whether a link is in the form that browsers use and leads to this server."""
    if not link.isascii() or not link.isprintable() or " " in link:
        return False
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    known = parts.scheme in ("http", "https") and "@" not in parts.netloc
    return known and is_own_origin(request, f"{parts.scheme}://{parts.netloc}")


# -- tables ------------------------------------------------------------------------------------------------


@post("/api/tables", responses=ERRORS)
async def make_table(data: JSONBody[TableRequest], hub: TheHub, request: HttpRequest) -> TableMade:
    """Create a table. The reply contains the host key."""
    wanted = NewTable(
        data.rules,
        [copy_fields(seat, SeatPlan) for seat in data.seats],
        copy_fields(data.clock, Clock),
        copy_fields(data.settings, HostSettings),
        data.position,
    )
    table, key = await hub.make(wanted, address_of(request))
    return TableMade(table.name, key)


@get("/api/tables", responses=ERRORS)
async def list_tables(hub: TheHub) -> list[ListedTable]:
    """List public tables that are open to players or can be watched."""
    return await hub.tables.lobby()


@get("/api/tables/{name:str}", responses=ERRORS)
async def show_table(name: FromPath[str], hub: TheHub) -> TableInfo:
    """Return the public description of a table, including its seats and rules."""
    return await describe(await hub.tables.get(name))


@patch("/api/tables/{name:str}", responses=ERRORS)
async def change_table(
    name: FromPath[str], data: JSONBody[TableChanges], hub: TheHub, authorization: Bearer = None
) -> TableInfo:
    """Change a table (host only). The seats and the clock can be changed only before the game."""
    table = await hub.tables.get(name)
    await table.change(
        bearer_key(authorization),
        None if data.settings is None else copy_fields(data.settings, HostSettings),
        None if data.seats is None else [copy_fields(seat, SeatPlan) for seat in data.seats],
        None if data.clock is None else copy_fields(data.clock, Clock),
        data.was,
    )
    hub.release_left_seats(table)
    return await describe(table)


@delete("/api/tables/{name:str}", responses=ERRORS)
async def delete_table(name: FromPath[str], hub: TheHub, authorization: Bearer = None) -> None:
    """Delete a table and its game (host only)."""
    await hub.delete(name, bearer_key(authorization))


@post("/api/tables/{name:str}/start", responses=ERRORS)
async def start_game(name: FromPath[str], hub: TheHub, authorization: Bearer = None) -> TableInfo:
    """Start the game (host only)."""
    table = await hub.tables.get(name)
    await table.start(bearer_key(authorization))
    return await describe(table)


@post("/api/tables/{name:str}/host", responses=ERRORS)
async def hand_over(
    name: FromPath[str], data: JSONBody[SeatRequest], hub: TheHub, authorization: Bearer = None
) -> None:
    """Make another player the host. During a game, a player can also take over from an absent host."""
    table = await hub.tables.get(name)
    await table.hand_over(bearer_key(authorization), data.seat)


@post("/api/tables/{name:str}/watch", responses=ERRORS)
async def make_watch_link(
    name: FromPath[str], hub: TheHub, authorization: Bearer = None
) -> WatchLink:
    """Create a new watch link (host only). Earlier links stop working."""
    table = await hub.tables.get(name)
    return WatchLink(await table.make_watch_link(bearer_key(authorization)))


@post("/api/tables/{name:str}/rematch", responses=ERRORS)
async def rematch(
    name: FromPath[str], hub: TheHub, request: HttpRequest, authorization: Bearer = None
) -> TableInfo:
    """Create a rematch with the same people, who keep their keys."""
    again = await hub.rematch(name, bearer_key(authorization), address_of(request))
    return await describe(again)


# -- seats -------------------------------------------------------------------------------------------------


@post("/api/tables/{name:str}/seats", responses=ERRORS)
async def join(
    name: FromPath[str],
    data: JSONBody[JoinRequest],
    hub: TheHub,
    request: HttpRequest,
    authorization: Bearer = None,
) -> SeatTaken:
    """Take a seat; no account is needed. If you send your key for this table, that key holds the seat too."""
    table = await hub.tables.get(name)
    key = bearer_key(authorization) or None
    address = address_of(request)
    hub.count_seat(address)
    try:
        seat, held = await table.join(data.name, data.token, data.seat, key, data.contribution)
    except BaseException:
        hub.addresses.give_back(address, "seats")
        raise
    hub.player_addresses[name, table.state.places[seat].name] = address
    return SeatTaken(seat, held)


@delete("/api/tables/{name:str}/seats/{seat:int}", responses=ERRORS)
async def leave(
    name: FromPath[str], seat: FromPath[int], hub: TheHub, authorization: Bearer = None
) -> None:
    """Leave a seat, or remove another player (host only)."""
    table = await hub.tables.get(name)
    await table.leave(seat, bearer_key(authorization))
    hub.release_left_seats(table)


@put("/api/tables/{name:str}/seats/{seat:int}/contribution", responses=ERRORS)
async def contribute(
    name: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[ContributionRequest],
    hub: TheHub,
    authorization: Bearer = None,
) -> TableInfo:
    """Contribute to the dice before the game, for a seat that has not done so yet."""
    table = await hub.tables.get(name)
    await table.contribute(seat, bearer_key(authorization), data.contribution)
    return await describe(table)


@put("/api/tables/{name:str}/seats/{seat:int}/bot", responses=ERRORS)
async def seat_bot(
    name: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[BotRequest],
    hub: TheHub,
    authorization: Bearer = None,
) -> TableInfo:
    """Put a bot in a free seat (host only)."""
    table = await hub.tables.get(name)
    await table.seat_bot(seat, data.bot, bearer_key(authorization), data.name)
    return await describe(table)


@post("/api/tables/{name:str}/seats/{seat:int}/away", responses=ERRORS)
async def stand_in(
    name: FromPath[str], seat: FromPath[int], hub: TheHub, authorization: Bearer = None
) -> None:
    """Let a bot play for a person until they return (host only)."""
    table = await hub.tables.get(name)
    await table.stand_in(seat, bearer_key(authorization))


# -- views, chat and records -------------------------------------------------------------------------------


@get("/api/tables/{name:str}/view", responses=ERRORS)
async def show_view(name: FromPath[str], hub: TheHub, authorization: Bearer = None) -> SeatView:
    """Return the current view of the game, for players and spectators."""
    table = await hub.tables.get(name)
    async with table.lock:
        access = table.seats.access(bearer_key(authorization))
        return SeatView(table.state.seq, list(access.seats), table.view)


@get("/api/tables/{name:str}/chat", responses=ERRORS)
async def show_chat(
    name: FromPath[str], hub: TheHub, authorization: Bearer = None
) -> list[ChatMessage]:
    """Return the last lines of chat, for players and spectators."""
    table = await hub.tables.get(name)
    table.seats.access(bearer_key(authorization))
    return [
        ChatMessage(number=line.number, at=line.at, **msgspec.json.decode(line.data))
        for line in await hub.storage.chat_lines(name)
    ]


async def send_packed(
    request: HttpRequest,
    hub: Hub,
    tag: str,
    media_type: str,
    make: Callable[[], Coroutine[None, None, tuple[bytes, dict[str, str]]]],
) -> Stream | Response[None]:
    """Send a file that is compressed with gzip; ``make`` returns it together with its headers.

    It is neither made nor sent if the client already has it.
    """
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {
        "Cache-Control": "no-cache",  # cache it, but check that the table still exists
        "ETag": f'"{tag}-gzip"' if packed else f'"{tag}"',
        "Vary": "Accept-Encoding",
    }
    known = {one.strip() for one in request.headers.get("if-none-match", "").split(",")}
    if known & {f'"{tag}"', f'"{tag}-gzip"', "*"}:
        return Response(None, status_code=304, headers=headers)
    file, more = await wait_unless_gone(request, make())
    headers |= more
    headers["Content-Length"] = str(len(file) if packed else unpacked_size(file))
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Stream(hub.downloads.chunks(file, packed), media_type=media_type, headers=headers)


@get("/api/tables/{name:str}/record", media_type=JSON_LINES, responses=ERRORS)
async def show_record(
    name: FromPath[str], hub: TheHub, request: HttpRequest
) -> Stream | Response[None]:
    """Return the game file of a finished game, for `passgo replay` and `passgo verify`."""
    await hub.records.check(name)

    async def make() -> tuple[bytes, dict[str, str]]:
        built = await hub.records.get(name)
        file = f"passgo-{datetime.fromtimestamp(built.started, UTC).date()}-{name}.jsonl"
        # the name that the page uses
        return built.packed, {"Content-Disposition": f'attachment; filename="{file}"'}

    return await send_packed(request, hub, records.entity_tag(name), JSON_LINES, make)


@get("/api/tables/{name:str}/review", media_type=JSON, responses=ERRORS)
async def show_review(
    name: FromPath[str], hub: TheHub, request: HttpRequest
) -> Stream | Response[None]:
    """Return the review of a finished game: luck, mistakes and everyone's win probability."""
    await hub.records.check(name)

    async def make() -> tuple[bytes, dict[str, str]]:
        return await hub.reviews.get(name), {}

    return await send_packed(request, hub, reviews.entity_tag(name), JSON, make)


ROUTES: Final[list[ControllerRouterHandler]] = [
    show_rules,
    show_board,
    show_qr_code,
    make_table,
    list_tables,
    show_table,
    change_table,
    delete_table,
    start_game,
    hand_over,
    make_watch_link,
    rematch,
    join,
    leave,
    contribute,
    seat_bot,
    stand_in,
    show_view,
    show_chat,
    show_record,
    show_review,
]
