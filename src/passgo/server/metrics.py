"""The server's metrics, exported for Prometheus with ``prometheus_client``.

Each `Metrics` object has its own registry, so that two servers in one process never share a counter. Labeled
series are looked up once, here, so that counting an action is just ``metrics.actions.played.inc()``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE
from prometheus_client.metrics_core import Metric

import passgo

__all__ = ["CONTENT_TYPE", "Actions", "Metrics", "Sockets", "TableMetrics"]

BUCKETS: Final = (
    *(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
"""Bucket upper bounds in seconds. Our target under load is 0.025; people start to notice delays at 0.1."""


class Registry(CollectorRegistry):
    """A registry without the ``_created`` series, which would double the number of series.

    The library can turn off these series only for the whole process.
    """

    def collect(self) -> Iterable[Metric]:
        """Yield each metric family with its samples."""
        for metric in super().collect():
            created = f"{metric.name}_created"
            metric.samples = [sample for sample in metric.samples if sample.name != created]
            yield metric


class TableMetrics:
    """Tables in memory, by status."""

    def __init__(self, registry: CollectorRegistry) -> None:
        family = Gauge("passgo_tables", "Tables in memory.", ["status"], registry=registry)
        self.open = family.labels("open")
        self.playing = family.labels("playing")
        self.over = family.labels("over")


class Sockets:
    """Open WebSocket connections, by kind of client."""

    def __init__(self, registry: CollectorRegistry) -> None:
        family = Gauge("passgo_sockets", "Open sockets.", ["kind"], registry=registry)
        self.seat = family.labels("seat")
        self.watcher = family.labels("watcher")


class Actions:
    """Actions received, by outcome."""

    def __init__(self, registry: CollectorRegistry) -> None:
        family = Counter(
            "passgo_actions",
            "Actions received, by outcome.",
            ["outcome"],
            registry=registry,
        )
        self.played = family.labels("played")
        self.refused = family.labels("refused")
        self.stale = family.labels("stale")
        self.repeated = family.labels("repeated")
        self.error = family.labels("error")


class Metrics:
    """All metrics of one server."""

    def __init__(self) -> None:
        self.registry: Final = Registry()
        info = Gauge(
            "passgo_info",
            "Always 1; the label is the PassGo version.",
            ["version"],
            registry=self.registry,
        )
        info.labels(passgo.__version__).set(1)
        self.tables = TableMetrics(self.registry)
        self.sockets = Sockets(self.registry)
        self.actions = Actions(self.registry)
        self.append = self._histogram("append_seconds", "Time to make an action durable.")
        self.broadcast = self._histogram(
            "broadcast_seconds",
            "Time from receiving an action until it was sent to every socket at the table.",
        )
        self.dropped_watchers = self._counter(
            "dropped_watchers", "Watchers dropped because they read too slowly."
        )
        self.bot_questions = self._counter("bot_questions", "Questions sent to bots.")
        self.bot_faults = self._counter(
            "bot_faults", "Questions that a bot answered incorrectly, too late or not at all."
        )
        self.hints = self._counter("hints", "Hints worked out.")
        self.hint_faults = self._counter(
            "hint_faults", "Hints that could not be worked out, or not in time."
        )
        self.reviews = self._counter("reviews", "Finished games reviewed.")
        self.chat_lines = self._counter("chat_lines", "Lines of chat.")
        self.bytes_in = self._counter("received_bytes", "Bytes of messages from clients.")
        self.bytes_out = self._counter("sent_bytes", "Bytes of messages to clients.")

    def render(self) -> str:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self.registry).decode()

    def _counter(self, name: str, help_text: str) -> Counter:
        return Counter(f"passgo_{name}", help_text, registry=self.registry)

    def _histogram(self, name: str, help_text: str) -> Histogram:
        return Histogram(f"passgo_{name}", help_text, buckets=BUCKETS, registry=self.registry)
