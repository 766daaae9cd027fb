"""Reviews of finished games: each is made once, in a worker process, and stored with its table."""

from __future__ import annotations

import asyncio
import gzip
import io
import signal
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from passgo.analysis.review import review
from passgo.analysis.review_data import review_to_data
from passgo.engine.refusal import Refused
from passgo.engine.rules.debt import Resign
from passgo.record import read_record
from passgo.server import reviews
from passgo.server.build_queue import MOST_WAITING
from passgo.server.hub import Hub
from passgo.server.problems import Problem
from passgo.server.record_worker import BuildError
from passgo.server.reviews import Reviews
from passgo.server.storage import Append
from tests.server.fake_time import Time
from tests.server.kit import SlowWorker, client_of, finished, hub_at, people
from tests.waiting import until

pytestmark = pytest.mark.asyncio


def count_made(hub: Hub) -> float | None:
    """Return how many reviews a server has made."""
    return hub.metrics.registry.get_sample_value("passgo_reviews_total")


async def play_with_bots(hub: Hub) -> str:
    """Play three rounds with two bots; return the table."""
    table, host, _ = await people(hub, 1, rules={"round_limit": 3}, bots=("normal", "simple"))
    await table.start(host)
    while table.state.status != "over":
        if 0 in table.game.waiting_for:
            with suppress(Refused):  # a bot acted first
                await table.play(table.game.default(0))
        await until(lambda: table.state.status == "over" or 0 in table.game.waiting_for)
    return table.name


async def test_the_review_of_a_played_game_is_the_one_of_its_game_file(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub, client_of(hub) as client:
        table = await play_with_bots(hub)
        record = (await client.get(f"/api/tables/{table}/record")).content
        reply = await client.get(f"/api/tables/{table}/review")
        assert reply.status_code == 200
        assert reply.headers["content-type"].partition(";")[0] == "application/json"
        expected = review_to_data(review(read_record(io.BytesIO(record))))
        assert reply.json() == msgspec.json.decode(msgspec.json.encode(expected))
        assert {player["decisions"] > 0 for player in reply.json()["players"]} == {True}
        assert len(reply.json()["steps"]) > 20


async def test_a_review_is_made_once_and_kept_after_a_restart(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub, client_of(hub) as client:
        path = f"/api/tables/{await finished(hub)}/review"
        replies = await asyncio.gather(*(client.get(path) for _ in range(20)))
        replies.append(await client.get(path))
        assert {reply.status_code for reply in replies} == {200}
        assert len({reply.content for reply in replies}) == 1
        assert count_made(hub) == 1
    async with hub_at(tmp_path) as hub, client_of(hub) as client:
        again = await client.get(path)
        assert again.content == replies[0].content
        assert count_made(hub) == 0
        assert hub.reviews.worker.process is None


async def test_a_review_is_made_again_when_the_analysis_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        first = await hub.reviews.get(table)
        tag = reviews.entity_tag(table)
        monkeypatch.setattr(reviews, "VERSION", "of another analysis")
        assert await hub.reviews.get(table) == first
        assert count_made(hub) == 2
        assert reviews.entity_tag(table) != tag
        await hub.reviews.get(table)
        assert count_made(hub) == 2


async def test_a_game_cannot_be_reviewed_before_it_is_over(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub, client_of(hub) as client:
        table, host, _ = await people(hub)
        for _ in range(2):  # before the start, and during the game
            for path in ("record", "review"):
                reply = await client.get(f"/api/tables/{table.name}/{path}")
                assert (reply.status_code, reply.json()["code"]) == (403, "record.hidden")
            if table.state.status == "open":
                await table.start(host)
        assert hub.reviews.worker.process is None
        reply = await client.get("/api/tables/nowhere/review")
        assert (reply.status_code, reply.json()["code"]) == (404, "table.unknown")


async def test_sixty_requests_for_one_review_share_it_and_only_a_few_may_be_pending(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub, client_of(hub) as client:
        tables = [await finished(hub) for _ in range(MOST_WAITING + 1)]
        worker = SlowWorker()
        hub.reviews = Reviews(hub.storage, hub.metrics, worker)
        path = f"/api/tables/{tables[0]}/review"
        requests = [asyncio.create_task(client.get(path)) for _ in range(60)]
        others = [asyncio.create_task(hub.reviews.get(table)) for table in tables[1:-1]]
        await until(lambda: len(hub.reviews.queue.pending) == MOST_WAITING)
        reply = await client.get(f"/api/tables/{tables[-1]}/review")
        assert (reply.status_code, reply.json()["code"]) == (503, "review.busy")
        assert reply.headers["retry-after"] == "1"
        worker.allowed.set()
        assert {reply.text for reply in await asyncio.gather(*requests)} == {"a game\n"}
        assert len(await asyncio.gather(*others)) == MOST_WAITING - 1
        assert worker.asked == MOST_WAITING


async def test_a_review_that_a_client_already_has_is_neither_made_nor_sent(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub, client_of(hub) as client:
        table = await finished(hub)
        path = f"/api/tables/{table}/review"
        plain = await client.get(path, headers={"Accept-Encoding": "identity"})
        packed = await client.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content
        assert int(plain.headers["content-length"]) == len(plain.content)
        record = await client.get(f"/api/tables/{table}/record")
        assert record.headers["etag"] not in (plain.headers["etag"], packed.headers["etag"])
        hub.reviews = Reviews(hub.storage, hub.metrics, SlowWorker())
        reply = await client.get(path, headers={"If-None-Match": plain.headers["etag"]})
        assert (reply.status_code, reply.content) == (304, b"")


async def test_a_review_is_deleted_with_its_table_even_while_it_is_being_made(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub, client_of(hub) as client:
        table, host, _ = await people(hub)
        await table.start(host)
        await table.play(Resign(0))
        worker = SlowWorker()
        hub.reviews = Reviews(hub.storage, hub.metrics, worker)
        path = f"/api/tables/{table.name}/review"
        waiting = asyncio.create_task(client.get(path))
        await worker.begun.wait()
        await hub.delete(table.name, host)
        worker.allowed.set()
        assert (await waiting).json()["code"] == "table.unknown"
        assert (await client.get(path)).json()["code"] == "table.unknown"
        assert await hub.storage.review(table.name, reviews.VERSION) is None


async def test_a_damaged_log_cannot_be_reviewed(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        row = await hub.storage.row(table)
        assert row is not None
        await hub.storage.append(Append(table, row.seq + 1, [b"{}"], 0.0))
        with pytest.raises(Problem) as raised:
            await hub.reviews.get(table)
        assert raised.value.code == "table.damaged"
        assert count_made(hub) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="this system cannot pause a process")
async def test_after_the_worker_is_killed_in_the_middle_the_next_request_starts_another(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        worker = hub.reviews.worker
        await hub.reviews.get(await finished(hub))
        assert worker.process is not None
        worker.process.send_signal(signal.SIGSTOP)  # it never gets to answer
        asked = asyncio.create_task(hub.reviews.get(table))
        await until(lambda: table in hub.reviews.queue.pending)
        first = worker.process
        first.kill()
        with pytest.raises(Problem) as raised:
            await asked
        assert raised.value.code == "review.busy"
        assert gzip.decompress(await hub.reviews.get(table)).startswith(b'{"players":')
        assert worker.process is not None
        assert worker.process.pid != first.pid
        assert count_made(hub) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="this system cannot pause a process")
async def test_a_review_that_takes_too_long_is_given_up(tmp_path: Path, time: Time) -> None:
    async with hub_at(tmp_path) as hub:
        await hub.reviews.get(await finished(hub))
        process = hub.reviews.worker.process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        table = await finished(hub)
        asked = asyncio.create_task(hub.reviews.get(table))
        await time.until_timer(reviews.SECONDS)
        await time.advance(reviews.SECONDS + 1)
        with pytest.raises(Problem) as raised:
            await asked
        assert raised.value.code == "review.busy"
        await process.wait()
        assert await hub.reviews.get(table)


async def test_a_game_that_cannot_be_replayed_has_no_review(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        worker = SlowWorker()
        worker.answer = BuildError("table.damaged", "Line 3 is not a log entry.")
        worker.allowed.set()
        hub.reviews = Reviews(hub.storage, hub.metrics, worker)
        with pytest.raises(Problem, match="cannot be reviewed"):
            await hub.reviews.get(table)
        assert await hub.storage.review(table, reviews.VERSION) is None
