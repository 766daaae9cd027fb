"""Metrics: what is written is read back by a parser made from the format's description."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import passgo
from passgo.server.metrics import CONTENT_TYPE, Histogram, Metrics, sample

patiently = settings(deadline=None)  # on a busy machine a test may take its time
Labels = tuple[tuple[str, str], ...]


class Page:
    """A page in the text format 0.0.4, read strictly.

    Lines end with a line feed, the last one too. A line is `# HELP name text`, `# TYPE name kind` or
    `name{label="value",…} number`. HELP and TYPE come once for a name, before its samples, and the
    samples of a name stand together. A histogram has samples _bucket, _sum and _count.
    """

    def __init__(self, text: str) -> None:
        assert text.endswith("\n")
        assert "\r" not in text
        self.help: dict[str, str] = {}
        self.kind: dict[str, str] = {}
        self.samples: dict[tuple[str, Labels], float] = {}
        self.finished = set[str]()
        self.current = ""
        for line in text[:-1].split("\n"):
            self.read(line)
        assert self.help.keys() == self.kind.keys()

    def read(self, line: str) -> None:
        if line.startswith("# "):
            found = re.fullmatch(r"# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)", line)
            assert found, line
            word, name, text = found.groups()
            self.enter(name)
            into = self.help if word == "HELP" else self.kind
            assert name not in into, f"twice: {line}"
            assert word == "HELP" or text in ("counter", "gauge", "histogram")
            into[name] = text
            return
        found = re.fullmatch(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)", line)
        assert found, line
        name, inside, number = found.groups()
        self.enter(self.family(name))
        key = (name, read_labels(inside or ""))
        assert key not in self.samples, f"twice: {line}"
        self.samples[key] = read_number(number)

    def enter(self, family: str) -> None:
        """Lines of one family stand together."""
        if family != self.current:
            assert family not in self.finished, f"{family} is scattered"
            self.finished.add(self.current)
            self.current = family

    def family(self, name: str) -> str:
        stem = re.sub("_(bucket|sum|count)$", "", name)
        family = stem if self.kind.get(stem) == "histogram" else name
        assert family in self.kind, f"{name} has no TYPE above it"
        return family

    def __getitem__(self, name: str) -> float:
        return self.samples[name, ()]

    def by(self, name: str, label: str) -> dict[str, float]:
        return {
            labels[0][1]: value
            for (found, labels), value in self.samples.items()
            if found == name and [key for key, _ in labels] == [label]
        }


def read_labels(inside: str) -> Labels:
    labels: list[tuple[str, str]] = []
    at = 0
    while at < len(inside):
        found = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)').match(
            inside, at
        )
        assert found, inside[at:]
        value = re.sub(r"\\(.)", lambda one: {"n": "\n"}.get(one[1], one[1]), found[2])
        labels.append((found[1], value))
        at = found.end()
    assert len({name for name, _ in labels}) == len(labels)
    return tuple(labels)


def read_number(text: str) -> float:
    special = {"+Inf": math.inf, "-Inf": -math.inf, "NaN": math.nan}
    if text in special:
        return special[text]
    assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", text), text
    return float(text)


def test_a_new_server_counts_nothing_and_says_which_it_is() -> None:
    page = Page(Metrics().render())
    assert page.by("passgo_info", "version") == {passgo.__version__: 1}
    assert sum(page.samples.values()) == 1


def test_every_count_is_written() -> None:
    metrics = Metrics()
    metrics.tables.open += 3
    metrics.tables.playing += 2
    metrics.sockets.seat += 8
    metrics.sockets.watcher += 1
    metrics.actions.played += 100
    metrics.actions.refused += 5
    metrics.actions.stale += 4
    metrics.actions.repeated += 3
    metrics.actions.error += 2
    metrics.dropped_watchers += 6
    metrics.bot_questions += 70
    metrics.bot_faults += 7
    metrics.chat_lines += 11
    metrics.bytes_in += 12
    metrics.bytes_out += 10**15
    page = Page(metrics.render())
    assert page.by("passgo_tables", "status") == {"open": 3, "playing": 2, "over": 0}
    assert page.by("passgo_sockets", "kind") == {"seat": 8, "watcher": 1}
    assert page.by("passgo_actions_total", "outcome") == {
        "played": 100,
        "refused": 5,
        "stale": 4,
        "repeated": 3,
        "error": 2,
    }
    assert page["passgo_dropped_watchers_total"] == 6
    assert page["passgo_bot_questions_total"] == 70
    assert page["passgo_bot_faults_total"] == 7
    assert page["passgo_chat_lines_total"] == 11
    assert page["passgo_received_bytes_total"] == 12
    assert page["passgo_sent_bytes_total"] == 10**15


def test_counters_end_in_total_and_nothing_else_does() -> None:
    page = Page(Metrics().render())
    for name, kind in page.kind.items():
        assert name.endswith("_total") == (kind == "counter")
        assert page.help[name].endswith(".")


@pytest.mark.parametrize("name", ["append", "broadcast"])
@patiently
@given(times=st.lists(st.floats(0, 20) | st.sampled_from([0.0005, 0.025, 10.0]), max_size=30))
def test_a_histogram_is_cumulative_and_a_bound_belongs_to_its_bucket(
    name: str, times: list[float]
) -> None:
    metrics = Metrics()
    histogram: Histogram = getattr(metrics, name)
    for seconds in times:
        histogram.observe(seconds)
    page = Page(metrics.render())
    buckets = page.by(f"passgo_{name}_seconds_bucket", "le")
    assert list(buckets)[-1] == "+Inf"
    bounds = [read_number(bound) for bound in buckets]
    assert bounds == sorted(set(bounds))
    for bound, count in zip(bounds, buckets.values(), strict=True):
        assert count == sum(seconds <= bound for seconds in times)
    assert page[f"passgo_{name}_seconds_count"] == len(times)
    assert page[f"passgo_{name}_seconds_sum"] == pytest.approx(sum(times))


@patiently
@given(st.text())
def test_any_label_is_read_back(text: str) -> None:
    line = sample("x", {"first": text, "second": "b"}, 1)
    assert "\n" not in line
    inside = line.removeprefix("x{").removesuffix("} 1")
    assert read_labels(inside) == (("first", text), ("second", "b"))


def test_escapes_are_those_of_the_format() -> None:
    assert sample("x", {"a": 'back\\slash "quote"\nline'}, 1) == (
        r'x{a="back\\slash \"quote\"\nline"} 1'
    )


@patiently
@given(st.floats() | st.integers(0, 2**53))
def test_any_number_is_read_back(value: float) -> None:
    read = read_number(sample("x", {}, value).removeprefix("x "))
    assert read == value or (math.isnan(read) and math.isnan(value))


def test_the_content_type_names_the_version() -> None:
    assert CONTENT_TYPE == "text/plain; version=0.0.4; charset=utf-8"


def test_the_page_for_hosts_lists_every_metric() -> None:
    root = Path(__file__).parent.parent.parent
    listed = re.findall(
        r"^\| `(passgo_\w+)` \| (\w+) \|", (root / "docs/host.md").read_text("utf-8"), re.M
    )
    assert dict(listed) == Page(Metrics().render()).kind
