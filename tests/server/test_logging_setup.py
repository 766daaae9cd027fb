"""Logs: one line per event, no forged lines, no secrets."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo.bots.question_order import IdleQuestion
from passgo.server.autoplay import AutoPlayer
from passgo.server.bot_pool import BotPool
from passgo.server.bot_worker import BotAnswer, BotQuestion
from passgo.server.config import Config
from passgo.server.hub import Hub
from passgo.server.keys import Secret, new_key
from passgo.server.logging_setup import Style, get_logger, make_formatter, set_up_logging
from passgo.server.storage import SqliteStorage
from tests.server.kit import hub_at, people, safe
from tests.server.running import BOT_SECONDS

patiently = settings(deadline=None)  # a test may be slow on a busy machine
LINE_ENDS = re.compile("[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
SESAME = "SESAME"
LineStyle = Literal["text", "json"]
STYLES: Final[tuple[LineStyle, ...]] = ("json", "text")

log: Final = get_logger("passgo.server")


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("passgo")
    handlers, levels = list(root.handlers), (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


def written(style: Style, act: Callable[[], object], level: str = "info") -> str:
    """Return what a function writes to the stream while it runs."""
    stream = io.StringIO()
    set_up_logging(style, level, stream)
    act()
    return stream.getvalue()


def format_line(style: LineStyle, event: str, **fields: object) -> str:
    return written(style, lambda: log.info(event, **fields)).removesuffix("\n")


def format_foreign(style: LineStyle, message: str) -> str:
    record = logging.LogRecord("other", logging.INFO, "", 0, message, None, None)
    return make_formatter(style).format(record)


def an_error(message: str) -> None:
    try:
        raise RuntimeError(message)
    except RuntimeError:
        log.error("crashed", table="k7")


# -- lines -----------------------------------------------------------------------------------------


def test_a_json_line_is_one_object() -> None:
    text = written("json", lambda: log.info("played", table="k7", seq=41, seat=2, late=False))
    assert text.endswith("}\n")
    data = json.loads(text)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", data.pop("at"))
    assert list(data.items()) == [
        ("level", "info"),
        ("event", "played"),
        ("table", "k7"),
        ("seq", 41),
        ("seat", 2),
        ("late", False),
    ]


def test_a_text_line_is_short() -> None:
    text = written("text", lambda: log.warning("refused", table="k7", name="Zoë B.", at=None))
    assert re.fullmatch(r'\d\d:\d\d:\d\d warning refused table=k7 name="Zoë B\." at=null\n', text)


def test_auto_is_text_on_a_terminal_and_json_elsewhere() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    set_up_logging("auto", "info", terminal)
    log.info("here")
    assert terminal.getvalue().endswith(" here\n")
    assert json.loads(written("auto", lambda: log.info("here")))["event"] == "here"


def test_a_field_with_a_reserved_name_does_not_replace_the_standard_field() -> None:
    data = json.loads(written("json", lambda: log.info("said", level="loud", at="noon")))
    assert (data["level"], data["event"]) == ("info", "said")
    assert (data["level_"], data["at_"]) == ("loud", "noon")


def test_values_of_any_kind_are_written_as_json() -> None:
    deep: object = "bottom"
    for _ in range(2000):
        deep = [deep]
    data = json.loads(
        written(
            "json",
            lambda: log.info(
                "kinds", row=(1, 2), map={"a": [None]}, odd=float("nan"), raw=b"x", deep=deep
            ),
        )
    )
    assert data["row"] == [1, 2]
    assert data["map"] == {"a": [None]}
    assert data["odd"] == "nan"
    assert data["raw"] == "b'x'"
    assert data["deep"] == [[[["…"]]]]


@pytest.mark.parametrize("style", STYLES)
def test_the_length_of_a_line_is_limited(style: LineStyle) -> None:
    line = format_line(style, "x" * 10**6, name="y" * 10**6, many=list(range(10**5)))
    assert len(line) < 3000


@pytest.mark.parametrize(
    ("level", "events"),
    [("debug", "debug info warning error"), ("info", "info warning error"), ("error", "error")],
)
def test_events_below_the_level_are_not_written(level: str, events: str) -> None:
    def all_levels() -> None:
        log.debug("debug")
        log.info("info")
        log.warning("warning")
        log.error("error")

    lines = written("json", all_levels, level).splitlines()
    assert [json.loads(line)["event"] for line in lines] == events.split()


def test_fields_can_be_bound_to_a_logger() -> None:
    bound = log.bind(table="k7")
    data = json.loads(written("json", lambda: bound.info("open", seat=1)))
    assert (data["table"], data["seat"]) == ("k7", 1)
    assert "table" not in json.loads(written("json", lambda: log.info("open")))


def test_fields_that_other_libraries_add_to_a_record_are_not_written() -> None:
    other = logging.getLogger("other")
    data = json.loads(written("json", lambda: other.info("open", extra={"cookie": SESAME})))
    assert data.keys() == {"at", "level", "event"}


def test_no_handler_receives_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    log.warning("joined", token=SESAME, row=[Secret(SESAME)])
    assert caplog.records[-1].msg == {"event": "joined", "token": "(hidden)", "row": ["(hidden)"]}


def test_a_line_without_extra_fields_has_only_the_basic_ones() -> None:
    data = json.loads(written("json", lambda: log.info("open")))
    assert data.keys() == {"at", "level", "event"}


def test_setting_up_logging_twice_does_not_duplicate_lines() -> None:
    first = io.StringIO()
    set_up_logging("json", "info", first)
    text = written("json", lambda: log.info("once"))
    assert first.getvalue() == ""
    assert len(text.splitlines()) == 1


# -- forged lines ----------------------------------------------------------------------------------


@patiently
@given(
    st.text(max_size=500)
    | st.text(alphabet="\n\r\x1b\x85\u2028\u202e\\\"'= {}[]<>ab", max_size=500)
)
def test_text_from_a_player_cannot_end_a_line_or_move_the_cursor(text: str) -> None:
    for style in STYLES:
        for line in (
            format_line(style, "said", name=text),
            format_line(style, text),
            format_foreign(style, text.replace("%", "")),
        ):
            assert line.isprintable()
            assert not LINE_ENDS.search(line)
    data = json.loads(format_line("json", "said", name=text, seat=1))
    assert data["name"] == text
    assert data["seat"] == 1


@patiently
@given(st.text(max_size=500))
def test_text_from_a_player_cannot_look_like_another_field(text: str) -> None:
    line = format_line("text", "said", name=text, seat=1)
    found = re.fullmatch(r'\S+ info    said name=("(?:[^"\\]|\\.)*"|[^\s"=]+) seat=1', line)
    assert found, line


def test_a_forged_line_stays_in_its_quotes() -> None:
    line = format_line("text", "said", name="x\n12:00:00 error   hacked seat=3 \x1b[2J<b>")
    assert line.endswith(r'name="x\n12:00:00 error   hacked seat=3 \u001b[2J<b>"')


def test_a_traceback_cannot_forge_lines() -> None:
    forged = "bad\n12:00:00 info    hacked\r\x1b[2J"
    lines = written("text", lambda: an_error(forged)).splitlines()
    assert lines[0].endswith("error   crashed table=k7")
    assert lines[1] == "  | Traceback (most recent call last):"
    assert all(line.startswith("  | ") and line.isprintable() for line in lines[1:])
    assert "  | 12:00:00 info    hacked\\r\\x1b[2J" in lines

    [line] = written("json", lambda: an_error(forged)).splitlines()
    assert json.loads(line)["trace"].endswith(f"RuntimeError: {forged}")


def test_an_error_outside_an_except_block_has_no_traceback() -> None:
    assert "trace" not in json.loads(written("json", lambda: log.error("late")))


# -- secrets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["token", "secret", "authorization", "Authorization", "watch_token", "seat_key", "set-cookie"],
)
@pytest.mark.parametrize("style", ["json", "text"])
def test_a_field_whose_name_suggests_a_secret_is_hidden(style: Style, name: str) -> None:
    def act() -> None:
        log.info("joined", **{name: SESAME})
        log.info("joined", headers={name: SESAME, "more": [{name: SESAME}]})

    text = written(style, act)
    assert text.count("(hidden)") == 3
    assert SESAME not in text


class Seat(msgspec.Struct):
    number: int
    key: Secret


@pytest.mark.parametrize("style", ["json", "text"])
def test_a_secret_is_hidden_at_any_depth(style: Style) -> None:
    token = new_key()
    secret = Secret(token)

    def act() -> None:
        log.info("joined", key=secret, row=[secret], map={"a": secret}, seat=Seat(1, secret))
        log.info(f"joined with {secret}")

    text = written(style, act)
    assert text.count("(hidden)") == 3
    assert token not in text


def test_uvicorns_lines_have_the_same_format_and_no_query_strings() -> None:
    def act() -> None:
        access, server = logging.getLogger("uvicorn.access"), logging.getLogger("uvicorn.error")
        path = "/ws?token=SESAME&x=1"
        access.info('%s - "%s %s HTTP/%s" %d', "192.0.2.1:5", "GET", path, "1.1", 200)
        server.info('%s - "WebSocket %s" [accepted]', "192.0.2.1:5", path)

    text = written("json", act)
    assert [json.loads(line)["event"] for line in text.splitlines()] == [
        '192.0.2.1:5 - "GET /ws?… HTTP/1.1" 200',
        '192.0.2.1:5 - "WebSocket /ws?…" [accepted]',
    ]


def test_other_libraries_do_not_log_below_info() -> None:
    def act() -> None:
        logging.getLogger("websockets.server").debug("< Cookie: seat=SESAME")
        get_logger("passgo.server.tables").debug("ours")

    text = written("json", act, "debug")
    assert SESAME not in text
    assert json.loads(text)["event"] == "ours"


# -- table events ----------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_bot_fault_is_logged_with_its_table_and_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(question: BotQuestion) -> BotAnswer:
        return BotAnswer(fault="ValueError: boom")

    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 1, bots=("simple",))
        monkeypatch.setattr(hub.bot_pool, "ask", fail)
        await table.start(host)
        assert await AutoPlayer(table).ask(IdleQuestion(1)) is None
    events = [
        record.msg
        for record in caplog.records
        if isinstance(record.msg, dict) and record.msg["event"] == "bot fault"
    ]
    assert events[0] == {
        "event": "bot fault",
        "table": table.name,
        "seat": 1,
        "wrong": "ValueError: boom",
    }


@pytest.mark.asyncio
@pytest.mark.parametrize("level", ["debug", "info"])
async def test_moves_are_logged_at_the_configured_level(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, level: Literal["debug", "info"]
) -> None:
    config = Config(move_log_level=level)
    hub = Hub(SqliteStorage(tmp_path / "games.db"), BotPool(1, BOT_SECONDS), config=config)
    await hub.open()
    try:
        table, host, _ = await people(hub, 2)
        await table.start(host)
        with caplog.at_level("DEBUG", "passgo"):
            await table.play(safe(table))
    finally:
        await hub.close()
    moves = [
        (record.levelname, record.msg["seq"])
        for record in caplog.records
        if isinstance(record.msg, dict) and record.msg["event"] == "played"
    ]
    assert moves == [(level.upper(), table.state.seq)]
