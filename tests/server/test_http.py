"""The HTTP API as seen by a client: every route with valid and invalid requests, and the response headers."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from passgo.boards.title_deeds import full_board_data
from passgo.engine.board import classic
from passgo.engine.ruleset import rule_set, rules_to_data
from passgo.record import read_record, verify
from passgo.server.wire import LONGEST_CLOCK, LONGEST_GAME, LONGEST_PACE, TableInfo
from tests.server.running import (
    Data,
    Reply,
    Server,
    calling,
    join,
    running,
    set_up,
    sitting,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


# -- tables ----------------------------------------------------------------------------------------


def test_a_table_is_created_shown_and_listed(server: Server) -> None:
    body = {
        "seats": [{}, {"bot": "easy", "name": "Felix"}],
        "settings": {"public": True, "name": "  Our   table "},
    }
    made = server.ask("POST", "/api/tables", body)
    assert made.status == 201
    assert re.fullmatch(r"[a-z2-9]{13}", str(made.data["table"]))
    assert len(str(made.data["key"])) == 22
    shown = server.ask("GET", f"/api/tables/{made.data['table']}")
    assert shown.status == 200
    assert shown.data["status"] == "open"
    seats = msgspec.convert(shown.data["seats"], list[Data])
    assert [(seat["name"], seat["bot"]) for seat in seats] == [("", ""), ("Felix", "easy")]
    rules = shown.data["rules"]
    assert isinstance(rules, dict)
    assert rules["starting_cash"] == 1500
    listed = msgspec.json.decode(server.ask("GET", "/api/tables").body, type=list[Data])
    (ours,) = [one for one in listed if one["table"] == made.data["table"]]
    assert (ours["name"], ours["seats"], ours["people"], ours["bots"]) == ("Our table", 2, 0, 1)


def test_a_private_table_is_not_listed(server: Server) -> None:
    seats = set_up(server)
    listed = msgspec.json.decode(server.ask("GET", "/api/tables").body, type=list[Data])
    assert seats.table not in [one["table"] for one in listed]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": []}, "table.full"),
        ({"seats": [{}]}, "table.full"),
        ({"seats": [{}] * 9}, "table.full"),
        ({"seats": [{}, {"bot": "os:system"}]}, "seat.bot"),
        ({"seats": [{}, {"bot": "nobody"}]}, "seat.bot"),
        ({"seats": [{}, {"bot": "x" * 1000}]}, "seat.bot"),
        ({"seats": [{}, {"bot": 7}]}, "request.form"),
        ({"seats": [{}, {"bot": "easy", "name": "Ann"}]}, "seat.name"),
        ({"seats": [{}, {"bot": "easy", "name": "hugo"}]}, "seat.name"),
        ({"seats": [{}, {"name": "Hugo"}]}, "seat.name"),
        ({"seats": [{}, *[{"bot": "easy", "name": "Hugo"}] * 2]}, "seat.name"),
        ({"rules": {"preset": "nonsense"}}, "rules"),
        ({"rules": {"preset": ["x"]}}, "rules"),
        ({"rules": {"nonsense": 1}}, "rules"),
        ({"rules": {"starting_cash": 2**70}}, "rules"),
        ({"rules": {"starting_cash": "x"}}, "rules"),
        ({"rules": []}, "request.form"),
        ({"clock": {"move": -1}}, "request.form"),
        ({"clock": {"move": 1e300}}, "request.form"),
        ({"clock": {"bot": "os:system"}}, "seat.bot"),
        ({"clock": {"when_out": "cheat"}}, "request.form"),
        ({"settings": {"name": "x" * 61}}, "rules"),
        ({"settings": {"name": "\u202eevil"}}, "rules"),
        ({"settings": {"public": "yes"}}, "request.form"),
        ({"more": 1}, "request.form"),
        ([], "request.form"),
        (7, "request.form"),
        (b"", "request.form"),
        (b"{", "request.form"),
        (b"\xff", "request.form"),
        (b'{"rules":{"starting_cash":1e400}}', "request.form"),
        (b'{"settings":{"name":"\\ud800"}}', "request.form"),
    ],
)
def test_an_invalid_table_is_rejected(server: Server, body: object, code: str) -> None:
    reply = server.ask("POST", "/api/tables", body)
    assert (reply.data["code"], reply.status) == (code, 409 if code == "table.full" else 400)
    assert reply.data["sentence"]


def test_a_body_that_is_too_large_is_rejected(server: Server) -> None:
    assert server.ask("POST", "/api/tables", b" " * 70_000 + b"{}").status == 413


@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"rules":' + b'{"a":' * 5000])
def test_a_body_that_is_nested_too_deeply_is_rejected(server: Server, body: bytes) -> None:
    reply = server.ask("POST", "/api/tables", body)
    assert (reply.status, reply.data["code"]) == (400, "request.form")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("POST", "/start"),
        ("POST", "/host"),
        ("POST", "/watch"),
        ("POST", "/rematch"),
        ("POST", "/seats"),
        ("DELETE", "/seats/0"),
        ("PUT", "/seats/0/bot"),
        ("PUT", "/seats/0/contribution"),
        ("POST", "/seats/0/away"),
        ("GET", "/view"),
        ("GET", "/chat"),
        ("GET", "/record"),
    ],
)
@pytest.mark.parametrize("name", ["nowhere", "%00", "%ff", "..%2f..%2fetc", "9" * 5000])
def test_a_missing_table_is_not_found(server: Server, method: str, path: str, name: str) -> None:
    body: Data | None = None
    if path.endswith("contribution"):
        body = {"contribution": "x"}
    elif method in ("PATCH", "PUT"):
        body = {}
    elif path in ("/host", "/seats"):
        body = {"seat": 0, "name": "x"} if path == "/seats" else {"seat": 0}
    reply = server.ask(method, f"/api/tables/{name}{path}", body, key="x")
    assert reply.status == 404
    assert reply.data["code"] in ("table.unknown", "request.form")


# -- permissions -----------------------------------------------------------------------------------

HOSTS: Final = [
    ("PATCH", "", {"settings": {"locked": True}}, 200),
    ("POST", "/watch", None, 201),
    ("DELETE", "/seats/1", None, 204),
    ("PUT", "/seats/1/bot", {"bot": "easy"}, 200),
    ("POST", "/start", None, 201),
    ("POST", "/seats/0/away", None, 201),
    ("POST", "/host", {"seat": 0}, 201),
]


def test_only_the_host_can_make_host_requests(server: Server) -> None:
    seats = set_up(server, start=False)
    ann = seats.keys[0]
    for method, path, body, done in HOSTS:
        url = f"/api/tables/{seats.table}{path}"
        assert server.ask(method, url, body).status == 401
        assert server.ask(method, url, body, "nonsense").status == 401
        here = path == "/host"  # a player could become the host, but only if the host were away
        assert server.ask(method, url, body, ann).status == (409 if here else 403)
        assert server.ask(method, url, body, seats.host).status == done, (method, path)
    # Ann is the host now, and the former host has no rights left.
    url = f"/api/tables/{seats.table}"
    assert server.ask("PATCH", url, {"settings": {}}, ann).status == 200
    assert server.ask("PATCH", url, {"settings": {}}, seats.host).status == 401


def test_only_players_and_spectators_can_see_the_view_and_the_chat(server: Server) -> None:
    seats = set_up(server)
    for path in ("view", "chat"):
        url = f"/api/tables/{seats.table}/{path}"
        assert server.ask("GET", url).status == 401
        assert server.ask("GET", url, key="x" * 10_000).status == 401
        assert server.ask("GET", url, headers={"Authorization": "Basic eDp4"}).status == 401
        assert server.ask("GET", url, headers={"Authorization": "Bearer \xff"}).status == 401
        for key in (seats.host, seats.watch, *seats.keys):
            assert server.ask("GET", url, key=key).status == 200


def test_a_new_watch_link_invalidates_the_previous_one(server: Server) -> None:
    seats = set_up(server)
    url = f"/api/tables/{seats.table}"
    fresh = server.ask("POST", f"{url}/watch", key=seats.host).data["key"]
    assert server.ask("GET", f"{url}/view", key=seats.watch).status == 401
    assert server.ask("GET", f"{url}/view", key=str(fresh)).status == 200


# -- seats -----------------------------------------------------------------------------------------


def test_people_join_leave_and_join_again(server: Server) -> None:
    seats = set_up(server, 2, start=False)
    url = f"/api/tables/{seats.table}/seats"
    assert server.ask("POST", url, {"name": "Eve"}).data["code"] == "table.full"
    assert server.ask("DELETE", f"{url}/0", key=seats.keys[1]).status == 403
    assert server.ask("DELETE", f"{url}/0", key=seats.keys[0]).status == 204
    assert server.ask("DELETE", f"{url}/0", key=seats.keys[0]).status == 401
    assert server.ask("DELETE", f"{url}/0", key=seats.host).data["code"] == "seat.free"
    join(server, seats.table, "Eve")
    assert server.ask("DELETE", f"{url}/7", key=seats.host).data["code"] == "seat.unknown"
    assert server.ask("DELETE", f"{url}/-1", key=seats.host).data["code"] == "seat.unknown"
    assert server.ask("DELETE", f"{url}/{10**30}", key=seats.host).status == 404
    assert server.ask("DELETE", f"{url}/x", key=seats.host).status == 404


def test_one_key_can_hold_two_seats(server: Server) -> None:
    seats = set_up(server, people=0, start=False, seats=[{}, {}])
    url = f"/api/tables/{seats.table}"
    first = server.ask("POST", f"{url}/seats", {"name": "Ann"}).data
    second = server.ask("POST", f"{url}/seats", {"name": "Bob"}, str(first["key"])).data
    assert second == {"seat": 1, "key": first["key"]}
    assert server.ask("GET", f"{url}/view", key=str(first["key"])).data["you"] == [0, 1]


@pytest.mark.asyncio
async def test_a_game_is_played_to_the_end_and_followed_by_a_rematch(
    server: Server, tmp_path: Path
) -> None:
    seats = set_up(server)
    url = f"/api/tables/{seats.table}"
    assert server.ask("POST", f"{url}/rematch", key=seats.host).data["code"] == "table.waiting"
    assert server.ask("GET", f"{url}/record", key=seats.host).data["code"] == "record.hidden"
    async with sitting(server, seats.table, *seats.keys) as caller:
        await caller.ask("play", action={"action": "Resign", "seat": 1})
    reply = server.ask("GET", f"{url}/record")
    assert reply.status == 200
    day = json.loads(reply.body.splitlines()[0])["created"][:10]
    name = f"passgo-{day}-{seats.table}.jsonl"
    assert reply.headers["content-disposition"] == f'attachment; filename="{name}"'
    file = tmp_path / "game.jsonl"
    file.write_bytes(reply.body)
    with file.open() as lines:
        verify(read_record(lines))
    assert server.ask("POST", f"{url}/rematch", key=seats.keys[0]).status == 403
    again = server.ask("POST", f"{url}/rematch", key=seats.host)
    assert again.status == 201
    assert again.data["rematch_of"] == seats.table
    twice = server.ask("POST", f"{url}/rematch", key=seats.host)
    assert twice.data["table"] == again.data["table"]
    view = server.ask("GET", f"/api/tables/{again.data['table']}/view", key=seats.keys[1])
    assert view.data["you"] == [1]
    dice = f"/api/tables/{again.data['table']}/seats/1/contribution"
    assert server.ask("PUT", dice, {"contribution": "3fd1"}, seats.keys[0]).status == 403
    mixed: Any = server.ask("PUT", dice, {"contribution": "3fd1"}, seats.keys[1]).data
    assert [seat["contribution"] for seat in mixed["seats"]] == ["", "3fd1"]


# -- all responses ---------------------------------------------------------------------------------


def all_kinds(server: Server) -> list[Reply]:
    """Return responses of every kind: successful ones, and each kind of error."""
    seats = set_up(server, settings={"public": True})
    url = f"/api/tables/{seats.table}"
    return [
        server.ask("GET", "/healthz"),
        server.ask("GET", "/metrics"),
        server.ask("GET", "/api/tables"),
        server.ask("GET", "/api/schema/openapi.json"),
        server.ask("GET", url),
        server.ask("GET", f"{url}/view", key=seats.keys[0]),
        server.ask("POST", f"{url}/watch", key=seats.host),
        server.ask("DELETE", f"{url}/seats/0", key=seats.host),
        server.ask("OPTIONS", "/api/tables"),
        server.ask("GET", f"{url}/view"),
        server.ask("GET", f"{url}/record"),
        server.ask("POST", f"{url}/start", key=seats.host),
        server.ask("GET", "/nowhere"),
        server.ask("GET", "/api/tables/nowhere"),
        server.ask("DELETE", "/healthz"),
        server.ask("POST", "/api/tables", b"{"),
        server.ask("POST", "/api/tables", b" " * 70_000),
        server.ask("POST", "/api/tables", b"[" * 60_000),
    ]


def test_every_response_has_the_security_headers(server: Server) -> None:
    for reply in all_kinds(server):
        where = (reply.status, reply.body[:80])
        policy = reply.headers.get("content-security-policy", "")
        assert "default-src 'self'" in policy, where
        assert "frame-ancestors 'none'" in policy, where
        assert reply.headers.get("x-content-type-options") == "nosniff", where
        assert reply.headers.get("referrer-policy") == "no-referrer", where
        assert "cross-origin-opener-policy" not in reply.headers, where  # only over https


def test_no_response_sets_a_cookie_or_names_the_server_software_or_another_host(
    server: Server,
) -> None:
    for reply in all_kinds(server):
        assert not {"set-cookie", "server", "access-control-allow-origin"} & set(reply.headers)
        for url in re.findall(rb"(?:https?:)?//[^\s\"'<>\\]+", reply.body):
            assert url.startswith(server.url.encode()), reply.body[:200]


def test_every_error_has_a_code_and_a_sentence(server: Server) -> None:
    for reply in all_kinds(server):
        if reply.status >= 400:
            assert set(reply.data) == {"code", "sentence"}, reply
            assert reply.headers["content-type"] == "application/json"


def test_metrics_are_in_the_prometheus_format(server: Server) -> None:
    reply = server.ask("GET", "/metrics")
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert reply.headers["content-type"].count("charset") == 1
    assert b"passgo_tables" in reply.body


def test_health_checks_may_use_head_requests(server: Server) -> None:
    assert server.ask("HEAD", "/healthz").status == 200


# -- the log ---------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_no_keys_or_chat_messages_are_ever_logged(tmp_path: Path) -> None:
    with running(tmp_path, "--log", "json", "--log-level", "debug") as server:
        seats = set_up(server)
        keys = [seats.host, seats.watch, *seats.keys, "a-key-of-nobody"]
        url = f"/api/tables/{seats.table}"
        for key in keys:
            server.ask("GET", f"{url}/view", key=key)
            server.ask("GET", f"{url}/view?key={key}", key=key)
            server.ask("POST", f"{url}/start", b"[" * 60_000, key)
            server.ask("POST", "/api/tables", b"[" * 60_000, key)
        async with sitting(server, seats.table, *seats.keys) as caller:
            await caller.ask("say", seat=0, text="among ourselves")
            await caller.ask("play", action={"action": "Resign", "seat": 0})
        async with calling(server) as caller:
            hello = {"type": "hello", "table": seats.table, "keys": ["a-key-of-nobody"]}
            await caller.say(hello)
            await caller.hear()
    log = server.errors.read_text()
    for secret in [*keys, "among ourselves"]:
        assert secret not in log
    for line in log.splitlines():
        assert {"at", "level", "event"} <= set(json.loads(line)), line
    assert any(json.loads(line)["event"] == "played" for line in log.splitlines())


def test_a_field_that_cannot_be_read_is_named_in_the_error(server: Server) -> None:
    reply = server.ask("POST", "/api/tables", {"seats": 3})
    assert reply.status == 400
    assert "seats" in str(reply.data["sentence"])


# -- rules and boards ------------------------------------------------------------------------------


def test_the_board_is_returned_in_the_board_file_format_with_complete_deeds(server: Server) -> None:
    reply = server.ask("GET", "/api/boards/classic")
    assert reply.status == 200
    assert reply.data == full_board_data(classic())
    assert server.ask("GET", "/api/boards/moon").data["code"] == "board.unknown"


def test_every_rule_option_and_every_preset_is_returned(server: Server) -> None:
    told = server.ask("GET", "/api/rules").data
    presets, options = told["presets"], told["options"]
    assert isinstance(presets, dict)
    assert isinstance(options, list)
    for name, rules in presets.items():
        assert rules_to_data(rule_set(name)) == rules
    for option in options:
        for value in {option["default"], option.get("low"), option.get("high")} - {None}:
            rule_set(**{option["name"]: value})
    assert told["bots"] == ["easy", "normal", "hard"]


def test_the_host_cannot_end_a_timed_game_early(server: Server) -> None:
    before = time.time()
    seats = set_up(server, rules={"preset": "time_limit"}, clock={"game_minutes": 90})
    after = time.time()
    url = f"/api/tables/{seats.table}"
    assert server.ask("POST", f"{url}/time", key=seats.host).status == 404
    told = msgspec.json.decode(server.ask("GET", url).body, type=TableInfo)
    assert told.status == "playing"
    assert told.clock.game_minutes == 90
    assert isinstance(told.ends_at, float)
    assert before <= told.ends_at - 90 * 60 <= after


# -- starting from a position ----------------------------------------------------------------------


def test_a_game_can_start_from_another_games_view(server: Server, tmp_path: Path) -> None:
    seats = set_up(server, seats=[{}, {}])
    shown = server.ask("GET", f"/api/tables/{seats.table}/view", key=seats.keys[0]).data
    view = shown["view"]
    assert isinstance(view, dict)
    view["players"][1]["cash"] = 77
    made = server.ask("POST", "/api/tables", {"seats": [{}, {}], "position": view})
    assert made.status == 201, made.data
    url = f"/api/tables/{made.data['table']}"
    key, _ = [join(server, str(made.data["table"]), name) for name in ("Ann", "Bob")]
    assert server.ask("POST", f"{url}/start", key=str(made.data["key"])).data["position"] is True
    again = server.ask("GET", f"{url}/view", key=key).data["view"]
    assert isinstance(again, dict)
    assert again["players"][1]["cash"] == 77
    assert again["round"] == view["round"]


@pytest.mark.parametrize(
    "body",
    [
        {"position": {}},
        {"position": {"players": [{}, {}]}, "rules": {"salary": 100}},
        {"position": {"players": [{}, {}, {}]}},
        {"position": {"players": [{}, {"cash": -5}]}},
        {"position": {"players": [{}, {"out": True}], "over": True, "winners": [0]}},
        {"position": {"players": [{}, {}], "properties": [{"space": 1, "houses": 3}]}},
        {"position": {"players": [{}, {"cash": 10**9}]}},
    ],
)
def test_an_invalid_position_is_rejected(server: Server, body: Data) -> None:
    reply = server.ask("POST", "/api/tables", {"seats": [{}, {}], **body})
    assert (reply.status, reply.data["code"]) == (400, "position")
    assert reply.data["sentence"]


# -- origins -----------------------------------------------------------------------------------------


def test_a_page_from_another_site_cannot_create_tables(server: Server) -> None:
    foreign = {"Origin": "http://elsewhere.example"}
    reply = server.ask("POST", "/api/tables", {"seats": [{}, {}]}, headers=foreign)
    assert (reply.status, reply.data["code"]) == (403, "request.origin")
    assert server.ask("GET", "/api/rules", headers=foreign).status == 200


def test_pages_support_head_requests(server: Server) -> None:
    whole = server.ask("GET", "/api/rules")
    head = server.ask("HEAD", "/")
    assert head.status == server.ask("GET", "/").status
    assert head.body == b""
    assert whole.body


@pytest.mark.parametrize("path", ["POST", "PATCH"])
@pytest.mark.parametrize(
    ("part", "field", "least", "most"),
    [
        ("clock", "move", 0, LONGEST_CLOCK),
        ("clock", "bank", 0, LONGEST_CLOCK),
        ("clock", "game_minutes", 1, LONGEST_GAME),
        ("settings", "pace", 0, LONGEST_PACE),
    ],
)
def test_clocks_and_pace_have_limits(
    server: Server, path: str, part: str, field: str, least: int, most: int
) -> None:
    made = server.ask("POST", "/api/tables", {}).data
    url = "/api/tables" if path == "POST" else f"/api/tables/{made['table']}"
    for value in (least, most):
        reply = server.ask(path, url, {part: {field: value}}, str(made["key"]))
        assert reply.status in (200, 201), reply
    for value in (least - 1, most + 1):
        reply = server.ask(path, url, {part: {field: value}}, str(made["key"]))
        assert (reply.status, reply.data["code"]) == (400, "request.form"), reply
        assert str(reply.data["sentence"]).startswith(f"{part}.{field}: Expected"), reply


def test_a_request_that_changes_nothing_is_not_logged(server: Server) -> None:
    made = server.ask("POST", "/api/tables", {}).data
    url, key = f"/api/tables/{made['table']}", str(made["key"])
    for nothing in ({}, {"clock": None}, {"settings": None, "seats": None}):
        assert server.ask("PATCH", url, nothing, key).data["seq"] == 1
    reply = server.ask("PATCH", url, {"was": [0, 1]}, key)
    assert (reply.status, reply.data["code"]) == (400, "request.form")
    assert server.ask("GET", url).data["seq"] == 1
