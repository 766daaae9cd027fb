"""The exported metrics, with their names and labels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prometheus_client import Histogram
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

import passgo
from passgo.bots.question_order import IdleQuestion
from passgo.server.autoplay import AutoPlayer
from passgo.server.bot_worker import BotAnswer, BotQuestion
from passgo.server.metrics import CONTENT_TYPE, Metrics
from tests.server.kit import hub_at, people

patiently = settings(deadline=None)  # a test may be slow on a busy machine


def read_samples(metrics: Metrics) -> list[Sample]:
    families = text_string_to_metric_families(metrics.render())
    return [sample for family in families for sample in family.samples]


def read_values(metrics: Metrics) -> dict[str, float]:
    """Return all values by ``name`` or ``name.label``; no metric here has more than one label."""
    return {
        ".".join([sample.name, *sample.labels.values()]): sample.value
        for sample in read_samples(metrics)
    }


def test_a_new_server_exports_zeros_and_its_version() -> None:
    values = read_values(Metrics())
    assert values.pop(f"passgo_info.{passgo.__version__}") == 1
    assert set(values.values()) == {0}


def test_every_count_is_exported() -> None:
    metrics = Metrics()
    metrics.tables.open.set(3)
    metrics.tables.playing.set(2)
    metrics.sockets.seat.set(8)
    metrics.sockets.watcher.set(1)
    metrics.actions.played.inc(100)
    metrics.actions.refused.inc(5)
    metrics.actions.stale.inc(4)
    metrics.actions.repeated.inc(3)
    metrics.actions.error.inc(2)
    metrics.dropped_watchers.inc(6)
    metrics.bot_questions.inc(70)
    metrics.bot_faults.inc(7)
    metrics.hints.inc(8)
    metrics.hint_faults.inc(9)
    metrics.reviews.inc(10)
    metrics.chat_lines.inc(11)
    metrics.bytes_in.inc(12)
    metrics.bytes_out.inc(10**15)
    values = read_values(metrics)
    assert (
        values.items()
        >= {
            "passgo_tables.open": 3,
            "passgo_tables.playing": 2,
            "passgo_tables.over": 0,
            "passgo_sockets.seat": 8,
            "passgo_sockets.watcher": 1,
            "passgo_actions_total.played": 100,
            "passgo_actions_total.refused": 5,
            "passgo_actions_total.stale": 4,
            "passgo_actions_total.repeated": 3,
            "passgo_actions_total.error": 2,
            "passgo_dropped_watchers_total": 6,
            "passgo_bot_questions_total": 70,
            "passgo_bot_faults_total": 7,
            "passgo_hints_total": 8,
            "passgo_hint_faults_total": 9,
            "passgo_reviews_total": 10,
            "passgo_chat_lines_total": 11,
            "passgo_received_bytes_total": 12,
            "passgo_sent_bytes_total": 10**15,
        }.items()
    )


@pytest.mark.parametrize("name", ["append", "broadcast"])
@patiently
@given(times=st.lists(st.floats(0, 20) | st.sampled_from([0.0005, 0.025, 10.0]), max_size=30))
def test_histogram_buckets_are_cumulative_and_include_their_upper_bounds(
    name: str, times: list[float]
) -> None:
    metrics = Metrics()
    histogram: Histogram = getattr(metrics, name)
    for seconds in times:
        histogram.observe(seconds)
    buckets = [
        (float(sample.labels["le"]), sample.value)
        for sample in read_samples(metrics)
        if sample.name == f"passgo_{name}_seconds_bucket"
    ]
    assert 0.025 in dict(buckets)
    for bound, count in buckets:
        assert count == sum(seconds <= bound for seconds in times)
    values = read_values(metrics)
    assert values[f"passgo_{name}_seconds_count"] == len(times)
    assert values[f"passgo_{name}_seconds_sum"] == pytest.approx(sum(times))


def test_two_servers_in_one_process_count_separately() -> None:
    first, second = Metrics(), Metrics()
    first.chat_lines.inc()
    assert read_values(second)["passgo_chat_lines_total"] == 0


def test_no_series_with_creation_times_are_exported() -> None:
    assert "_created" not in Metrics().render()


def test_the_content_type_includes_the_format_version() -> None:
    assert CONTENT_TYPE == "text/plain; version=0.0.4; charset=utf-8"


def test_the_hosting_page_lists_every_metric() -> None:
    root = Path(__file__).parent.parent.parent
    listed = re.findall(
        r"^\| `(passgo_\w+)` \| (\w+) \|", (root / "docs/host.md").read_text("utf-8"), re.M
    )
    assert listed == re.findall(r"^# TYPE (\w+) (\w+)$", Metrics().render(), re.M)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "answer_given", [BotAnswer(fault="boom"), BotAnswer(action={"action": "Dance"})]
)
async def test_a_bot_fault_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer_given: BotAnswer
) -> None:
    async def answer(question: BotQuestion) -> BotAnswer:
        return answer_given

    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub, 1, bots=("simple",))
        monkeypatch.setattr(hub.bot_pool, "ask", answer)
        await table.start(host)
        before = read_values(hub.metrics)["passgo_bot_faults_total"]
        assert await AutoPlayer(table).ask(IdleQuestion(1)) is None
        assert read_values(hub.metrics)["passgo_bot_faults_total"] > before
