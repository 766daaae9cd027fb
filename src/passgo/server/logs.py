"""The log: what happened, with its figures, one line each; for programs as JSON, for people as text.

    log.info("played", table="k7m2…", version=41, seat=2)

    {"at": "2026-11-15T10:13:32.120Z", "level": "info", "event": "played", "table": "k7m2…", …}
    10:13:32 info    played table=k7m2… version=41 seat=2

Players choose names and write chat, so nothing they write can end a line, move a cursor or look like another
field. Whatever is named a token or is a ``Secret`` is left out. Below stands the logging of the standard
library, so that the lines of uvicorn and asyncio look the same; run uvicorn with ``log_config=None``.
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

from passgo.server.keys import Secret

__all__ = ["JsonLines", "Log", "TextLines", "log", "start_logs"]

Style: TypeAlias = Literal["auto", "text", "json"]

HIDDEN: Final = "(hidden)"
HIDDEN_NAMES: Final = re.compile("authorization|cookie|password|secret|token", re.IGNORECASE)
"""A field with one of these in its name is never written."""

LONGEST_TEXT: Final = 1000
LONGEST_TRACE: Final = 10_000
MOST_ITEMS: Final = 50
DEEPEST: Final = 4
HANDLER: Final = "passgo"
STANDARD: Final = frozenset({*vars(logging.makeLogRecord({})), "asctime", "fields", "message"})
"""What every record has."""


class Log:
    """Writes lines: an event in a word or two, and named figures."""

    def __init__(self, name: str) -> None:
        self.logger = logging.getLogger(name)

    def debug(self, event: str, /, **fields: object) -> None:
        """Tell what only who looks for a mistake wants to know."""
        self.write(logging.DEBUG, event, fields)

    def info(self, event: str, /, **fields: object) -> None:
        """Tell what happened."""
        self.write(logging.INFO, event, fields)

    def warning(self, event: str, /, **fields: object) -> None:
        """Tell what the host may have to look at."""
        self.write(logging.WARNING, event, fields)

    def error(self, event: str, /, **fields: object) -> None:
        """Tell what went wrong; inside an ``except`` with where it did."""
        self.write(logging.ERROR, event, fields, trace=sys.exc_info()[0] is not None)

    def write(
        self, level: int, event: str, fields: Mapping[str, object], trace: bool = False
    ) -> None:
        """Write a line of a level, if that level is written at all."""
        if self.logger.isEnabledFor(level):
            self.logger.log(level, event, exc_info=trace, extra={"fields": fields})


log: Final = Log("passgo.server")


def start_logs(style: Style = "auto", level: str = "info", stream: TextIO | None = None) -> None:
    """Send everything that is logged in this process to a stream, by default stderr.

    Only our own lines go below info: at debug, other libraries write headers and messages, tokens included.
    """
    into = sys.stderr if stream is None else stream
    if style == "auto":
        style = "text" if into.isatty() else "json"
    handler = logging.StreamHandler(into)
    handler.set_name(HANDLER)
    handler.setFormatter(JsonLines() if style == "json" else TextLines())
    root = logging.getLogger()
    for old in [one for one in root.handlers if one.get_name() == HANDLER]:
        root.removeHandler(old)
    root.addHandler(handler)
    least = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(least, logging.INFO))
    logging.getLogger("passgo").setLevel(least)


class JsonLines(logging.Formatter):
    """One JSON object a line, in ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        data: dict[str, object] = {
            "at": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": _message(record),
        }
        for name, value in _fields(record).items():
            data[f"{name}_" if name in data else name] = value
        if trace := _trace(record):
            data["trace"] = trace
        return json.dumps(data)


class TextLines(logging.Formatter):
    """Short lines for people; where an error happened follows, each line of it behind a bar."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        stamp = time.strftime("%H:%M:%S", time.localtime(record.created))
        words = [stamp, f"{record.levelname.lower():7}", _printable(_message(record))]
        words += [f"{name}={_word(value)}" for name, value in _fields(record).items()]
        trace = _trace(record)
        below = [f"  | {_printable(line)}" for line in trace.split("\n")] if trace else []
        return "\n".join([" ".join(words), *below])


def _message(record: logging.LogRecord) -> str:
    """Return what happened; of an address in the message of another library, not what follows its ?."""
    message = record.getMessage().strip()
    if not hasattr(record, "fields"):
        message = re.sub(r"\?[^\s\"']+", "?…", message)
    return _cut(message)


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """Return the named figures; those that our modules gave the standard library as ``extra`` too."""
    fields: Mapping[str, object] = getattr(record, "fields", {})
    if not fields and record.name.partition(".")[0] == "passgo":
        fields = {name: value for name, value in vars(record).items() if name not in STANDARD}
    return {name: _plain(name, value, DEEPEST) for name, value in fields.items()}


def _trace(record: logging.LogRecord) -> str:
    """Return where an error happened, if the record says so."""
    if not record.exc_info:
        return ""
    return logging.Formatter().formatException(record.exc_info)[-LONGEST_TRACE:]


def _plain(name: str, value: object, depth: int) -> object:
    """Return a value as JSON has it, of a bounded size, without what is secret."""
    if isinstance(value, Secret) or HIDDEN_NAMES.search(name):
        return HIDDEN
    if value is None or isinstance(value, bool | int) or _is_finite(value):
        return value
    if isinstance(value, Mapping | list | tuple | set | frozenset):
        if depth == 0:
            return "…"
        if isinstance(value, Mapping):
            pairs = list(value.items())[:MOST_ITEMS]
            return {_cut(str(key)): _plain(str(key), held, depth - 1) for key, held in pairs}
        return [_plain("", held, depth - 1) for held in list(value)[:MOST_ITEMS]]
    return _cut(str(value))


def _is_finite(value: object) -> bool:
    return isinstance(value, float) and math.isfinite(value)  # JSON has no other


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


def _word(value: object) -> str:
    """Write a value so that it ends where it seems to: plain words bare, all else in quotes."""
    if isinstance(value, str) and re.fullmatch(r"[\w.:/+…()-]+", value):
        return value
    return _printable(json.dumps(value, ensure_ascii=False))


def _printable(text: str) -> str:
    """Write out what a terminal would obey rather than show: controls, line ends, changes of direction."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
