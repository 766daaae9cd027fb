"""Logging: one line per event with named fields, as machine-readable JSON or human-readable text.

    log = get_logger("passgo.table")
    log.info("played", table="k7m2…", seq=41, seat=2)

    {"at": "2026-11-15T10:13:32.120Z", "level": "info", "event": "played", "table": "k7m2…", …}
    10:13:32 info    played table=k7m2… seq=41 seat=2

`structlog` passes the fields through the standard library's logging, so that lines from uvicorn and asyncio
look the same; run uvicorn with ``log_config=None``. Two processors are our own: `clean_fields` limits the
size of every value and removes secrets before any handler sees them, and `render_text` escapes text from
players, which must not be able to end a line, move the cursor or imitate another field (structlog's console
renderer does not escape it).
"""

from __future__ import annotations

import json
import logging
import math
import re
import sys
import time
from collections.abc import Mapping
from typing import Final, Literal, TextIO, TypeAlias

import structlog
from structlog.stdlib import BoundLogger, ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

from passgo.server.keys import Secret

__all__ = ["Style", "get_logger", "make_formatter", "set_up_logging"]

Style: TypeAlias = Literal["auto", "text", "json"]

HIDDEN: Final = "(hidden)"
HIDDEN_NAMES: Final = re.compile("authorization|cookie|key|password|secret|token", re.IGNORECASE)
"""If a field's name contains one of these words, its value is hidden."""

LONGEST_TEXT: Final = 1000
LONGEST_TRACE: Final = 10_000
MOST_ITEMS: Final = 50
DEEPEST: Final = 4
HANDLER: Final = "passgo"


def get_logger(name: str) -> BoundLogger:
    """Return a logger, configured without touching structlog's global defaults."""
    logger: BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        processors=[
            structlog.stdlib.filter_by_level,
            add_current_exception,
            structlog.processors.format_exc_info,
            clean_fields,
            ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=BoundLogger,
        cache_logger_on_first_use=True,
    )
    return logger


def set_up_logging(
    style: Style = "auto", level: str = "info", stream: TextIO | None = None
) -> None:
    """Write all of this process's logs to a stream (default: stderr).

    Only our own loggers log below the info level. At the debug level, other libraries would log
    headers and messages, which contain secrets.
    """
    into = sys.stderr if stream is None else stream
    if style == "auto":
        style = "text" if into.isatty() else "json"
    handler = logging.StreamHandler(into)
    handler.set_name(HANDLER)
    handler.setFormatter(make_formatter(style))
    root = logging.getLogger()
    for old in [one for one in root.handlers if one.get_name() == HANDLER]:
        root.removeHandler(old)
    root.addHandler(handler)
    least = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(least, logging.INFO))
    logging.getLogger("passgo").setLevel(least)


def make_formatter(style: Literal["text", "json"]) -> logging.Formatter:
    """Return the formatter for a style, used for our log lines and those of other libraries."""
    json_chain: list[Processor] = [arrange_fields, structlog.processors.JSONRenderer()]
    return ProcessorFormatter(
        processors=json_chain if style == "json" else [render_text],
        foreign_pre_chain=[hide_queries, structlog.processors.format_exc_info, clean_fields],
    )


# -- processors ------------------------------------------------------------------------------------


def add_current_exception(_: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Add the traceback to an error that is logged inside an ``except`` block."""
    if method == "error" and sys.exc_info()[0] is not None:
        event.setdefault("exc_info", True)
    return event


def hide_queries(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Remove the query from any URL in a message from another library."""
    event["event"] = re.sub(r"\?[^\s\"']+", "?…", event["event"])
    return event


def clean_fields(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Turn every field into plain JSON of limited size, and hide secrets."""
    cleaned: EventDict = {}
    for name, value in event.items():
        if name in ("_record", "_from_structlog"):
            cleaned[name] = value
        elif name == "event":
            cleaned[name] = _cut(str(value).strip())
        elif name == "exception":
            cleaned[name] = str(value)[-LONGEST_TRACE:]
        elif name != "exc_info":
            cleaned[name] = _to_plain(name, value, DEEPEST)
    return cleaned


def arrange_fields(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Order the fields: time, level and event, then the others, then the traceback."""
    record: logging.LogRecord = event.pop("_record")
    del event["_from_structlog"]
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    line: EventDict = {
        "at": f"{stamp}.{int(record.msecs):03}Z",
        "level": record.levelname.lower(),
        "event": event.pop("event"),
    }
    trace = event.pop("exception", None)
    for name, value in event.items():
        line[f"{name}_" if name in line else name] = value
    if trace:
        line["trace"] = trace
    return line


def render_text(_: WrappedLogger, __: str, event: EventDict) -> str:
    """Render a short, human-readable line; traceback lines follow, each prefixed with a bar."""
    record: logging.LogRecord = event.pop("_record")
    del event["_from_structlog"]
    stamp = time.strftime("%H:%M:%S", time.localtime(record.created))
    words = [stamp, f"{record.levelname.lower():7}", _escape(event.pop("event"))]
    trace: str = event.pop("exception", "")
    words += [f"{name}={_quote(value)}" for name, value in event.items()]
    below = [f"  | {_escape(line)}" for line in trace.split("\n")] if trace else []
    return "\n".join([" ".join(words), *below])


# -- values ----------------------------------------------------------------------------------------


def _to_plain(name: str, value: object, depth: int) -> object:
    if isinstance(value, Secret) or HIDDEN_NAMES.search(name):
        return HIDDEN
    if value is None or isinstance(value, bool | int) or _is_finite(value):
        return value
    if isinstance(value, Mapping | list | tuple | set | frozenset):
        if depth == 0:
            return "…"
        if isinstance(value, Mapping):
            pairs = list(value.items())[:MOST_ITEMS]
            return {_cut(str(key)): _to_plain(str(key), held, depth - 1) for key, held in pairs}
        return [_to_plain("", held, depth - 1) for held in list(value)[:MOST_ITEMS]]
    return _cut(str(value))


def _is_finite(value: object) -> bool:
    return isinstance(value, float) and math.isfinite(value)  # JSON has no inf or nan


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


def _quote(value: object) -> str:
    """Render a value unambiguously: plain words as they are, everything else in quotes."""
    if isinstance(value, str) and re.fullmatch(r"[\w.:/+…()-]+", value):
        return value
    return _escape(json.dumps(value, ensure_ascii=False))


def _escape(text: str) -> str:
    """Escape characters that a terminal would interpret: controls, line breaks, direction changes."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
