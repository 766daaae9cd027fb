"""What the server counts, written as Prometheus reads it: text exposition format 0.0.4.

Counting is an addition to a field, ``metrics.actions.played += 1``, or ``metrics.append.observe(0.004)``.
Only the event loop counts; nothing is locked.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

import passgo

__all__ = ["CONTENT_TYPE", "Actions", "Histogram", "Metrics", "Sockets", "Tables", "sample"]

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

BOUNDS: Final = (
    *(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
"""Seconds; the load we promise to hold lies at 0.025, what people begin to notice at 0.1."""


class Histogram:
    """How long something takes: how often up to each bound, how often in all, and the sum."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: tuple[float, ...] = BOUNDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # the last is for what lies beyond all bounds
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one that took so long."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds


class Tables(msgspec.Struct):
    """Tables in memory, by status."""

    open: int = 0
    playing: int = 0
    over: int = 0


class Sockets(msgspec.Struct):
    """Sockets connected, by who they are for."""

    seat: int = 0
    watcher: int = 0


class Actions(msgspec.Struct):
    """Actions that came in, by what became of them."""

    played: int = 0
    refused: int = 0
    stale: int = 0
    repeated: int = 0
    error: int = 0


class Metrics:
    """Everything that the server counts."""

    def __init__(self) -> None:
        self.tables = Tables()
        self.sockets = Sockets()
        self.actions = Actions()
        self.append = Histogram()
        self.broadcast = Histogram()
        self.dropped_watchers = 0
        self.bot_questions = 0
        self.bot_faults = 0
        self.chat_lines = 0
        self.bytes_in = 0
        self.bytes_out = 0

    def render(self) -> str:
        """Write everything as Prometheus reads it."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        yield from _family("passgo_info", "gauge", "Always 1; the label says which PassGo this is.")
        yield sample("passgo_info", {"version": passgo.__version__}, 1)
        yield from _by("passgo_tables", "gauge", "Tables in memory.", "status", self.tables)
        yield from _by("passgo_sockets", "gauge", "Sockets connected.", "kind", self.sockets)
        yield from _by(
            "passgo_actions_total",
            "counter",
            "Actions that came in, by what became of them.",
            "outcome",
            self.actions,
        )
        yield from _histogram(
            "passgo_append_seconds", "Time to make an action durable.", self.append
        )
        yield from _histogram(
            "passgo_broadcast_seconds",
            "Time from the arrival of an action until every socket at the table was sent it.",
            self.broadcast,
        )
        for name, help_text, value in (
            (
                "dropped_watchers",
                "Watchers dropped because they read too slowly.",
                self.dropped_watchers,
            ),
            ("bot_questions", "Questions put to bots.", self.bot_questions),
            (
                "bot_faults",
                "Questions that a bot answered wrongly, late or not at all.",
                self.bot_faults,
            ),
            ("chat_lines", "Lines of chat.", self.chat_lines),
            ("received_bytes", "Bytes of messages from clients.", self.bytes_in),
            ("sent_bytes", "Bytes of messages to clients.", self.bytes_out),
        ):
            yield from _family(f"passgo_{name}_total", "counter", help_text)
            yield sample(f"passgo_{name}_total", {}, value)


def sample(name: str, labels: Mapping[str, str], value: float) -> str:
    """Write one line: a name, its labels and a number."""
    inside = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    return f"{name}{{{inside}}} {_number(value)}" if inside else f"{name} {_number(value)}"


def _family(name: str, kind: str, help_text: str) -> Iterator[str]:
    yield f"# HELP {name} {help_text}"
    yield f"# TYPE {name} {kind}"


def _by(name: str, kind: str, help_text: str, label: str, counts: msgspec.Struct) -> Iterator[str]:
    """Write a family with one sample for each field of a structure."""
    yield from _family(name, kind, help_text)
    for field in counts.__struct_fields__:
        yield sample(name, {label: field}, getattr(counts, field))


def _histogram(name: str, help_text: str, histogram: Histogram) -> Iterator[str]:
    yield from _family(name, "histogram", help_text)
    so_far = 0
    for bound, count in zip((*histogram.bounds, math.inf), histogram.counts, strict=True):
        so_far += count
        yield sample(f"{name}_bucket", {"le": _number(bound)}, so_far)
    yield sample(f"{name}_sum", {}, histogram.sum)
    yield sample(f"{name}_count", {}, so_far)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    """Write a number as Go reads it."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return repr(value)
