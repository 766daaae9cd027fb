"""Game files: each is built once, in a separate process and within limits, and has an ETag."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from passgo.engine.rules.debt import Resign
from passgo.record import read_record, verify
from passgo.server import records
from passgo.server.app import make_app
from passgo.server.build_queue import MOST_WAITING
from passgo.server.downloads import CHUNK, Downloads
from passgo.server.problems import Problem
from passgo.server.record_worker import PackedFile
from passgo.server.records import Records
from passgo.server.storage import Append
from tests.server.kit import SlowWorker, client_of, finished, hub_at, people
from tests.waiting import until

pytestmark = pytest.mark.asyncio


async def test_sixty_requests_for_one_game_file_share_one_build(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        worker = SlowWorker()
        hub.records = Records(hub.storage, worker)
        async with client_of(hub) as client:
            path = f"/api/tables/{table}/record"
            requests = [asyncio.create_task(client.get(path)) for _ in range(60)]
            await worker.begun.wait()
            worker.allowed.set()
            replies = await asyncio.gather(*requests)
            assert {reply.status_code for reply in replies} == {200}
            assert {reply.text for reply in replies} == {"a game\n"}
            assert (await client.get(path)).text == "a game\n"
        assert worker.asked == 1


async def test_only_a_few_game_files_may_be_pending_at_the_same_time(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        tables = [await finished(hub) for _ in range(MOST_WAITING + 1)]
        worker = SlowWorker()
        hub.records = Records(hub.storage, worker)
        waiting = [asyncio.create_task(hub.records.get(table)) for table in tables[:-1]]
        await worker.begun.wait()
        async with client_of(hub) as client:
            reply = await client.get(f"/api/tables/{tables[-1]}/record")
        assert (reply.status_code, reply.json()["code"]) == (503, "record.busy")
        assert reply.headers["retry-after"] == "1"
        worker.allowed.set()
        assert len(await asyncio.gather(*waiting)) == MOST_WAITING
        assert gzip.decompress((await hub.records.get(tables[-1])).packed) == b"a game\n"


async def test_a_build_that_nobody_is_waiting_for_is_not_started(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        tables = [await finished(hub) for _ in range(3)]
        worker = SlowWorker()
        hub.records = Records(hub.storage, worker)
        waiting = [asyncio.create_task(hub.records.get(table)) for table in tables]
        await worker.begun.wait()
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert list(hub.records.queue.pending) == tables[:1]  # in progress; cached when done
        worker.allowed.set()
        await hub.records.get(tables[0])
        await until(lambda: not hub.records.queue.pending)
        assert worker.asked == 1


async def test_a_disconnected_client_leaves_no_work_behind(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        tables = [await finished(hub) for _ in range(2)]
        worker = SlowWorker()
        hub.records = Records(hub.storage, worker)
        first = asyncio.create_task(hub.records.get(tables[0]))
        await worker.begun.wait()
        gone = asyncio.Event()

        async def hang_up() -> dict[str, object]:
            if gone.is_set():
                return {"type": "http.disconnect"}
            gone.set()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: object) -> None: ...

        path = f"/api/tables/{tables[1]}/record"
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [],
            "scheme": "http",
            "client": ("192.0.2.1", 1),
            "server": ("test", 80),
        }
        await make_app(hub)(scope, hang_up, send)  # type: ignore[arg-type]  # plain dictionaries
        assert list(hub.records.queue.pending) == tables[:1]
        worker.allowed.set()
        await first
        assert worker.asked == 1


async def test_the_cache_of_game_files_has_a_maximum_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub_at(tmp_path) as hub:
        tables = [await finished(hub) for _ in range(3)]
        worker = SlowWorker()
        worker.allowed.set()
        assert isinstance(worker.answer, PackedFile)
        monkeypatch.setattr(records, "MOST_BYTES", 2 * len(worker.answer.packed))
        found = Records(hub.storage, worker)
        for table in (tables[0], tables[1], tables[0], tables[2]):
            await found.get(table)
        assert list(found.kept) == [tables[0], tables[2]]
        assert found.size == 2 * len(worker.answer.packed)
        found.forget(tables[0])
        assert found.size == len(worker.answer.packed)


async def test_a_deleted_table_has_no_game_file(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, _ = await people(hub)
        await table.start(host)
        await table.play(Resign(0))
        worker = SlowWorker()
        hub.records = Records(hub.storage, worker)
        waiting = asyncio.create_task(hub.records.get(table.name))
        await worker.begun.wait()
        await hub.delete(table.name, host)
        worker.allowed.set()
        await waiting
        assert not hub.records.kept
        with pytest.raises(Problem, match="no such table"):
            await hub.records.check(table.name)


async def test_a_log_that_cannot_be_read_is_reported_as_damaged(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        row = await hub.storage.row(table)
        assert row is not None
        await hub.storage.append(Append(table, row.seq + 1, [b"{}"], 0.0))
        with pytest.raises(Problem) as raised:
            await hub.records.get(table)
        assert raised.value.code == "table.damaged"
        other = await finished(hub)
        assert (await hub.records.get(other)).packed  # the same worker continues


async def test_a_worker_that_died_while_it_was_idle_is_replaced(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        await hub.records.get(table)
        hub.records.forget(table)
        process = hub.records.worker.process
        assert process is not None
        process.kill()
        await process.wait()
        assert (await hub.records.get(table)).packed
        assert hub.records.worker.process is not process


async def test_a_game_file_is_not_sent_again_to_a_client_that_has_its_etag(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table = await finished(hub)
        path = f"/api/tables/{table}/record"
        async with client_of(hub) as client:
            plain = await client.get(path, headers={"Accept-Encoding": "identity"})
            packed = await client.get(path, headers={"Accept-Encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert plain.text == packed.text
            assert int(plain.headers["content-length"]) == len(plain.content)
            assert verify(read_record(io.BytesIO(plain.content))).is_verified
            tags = {plain.headers["etag"], packed.headers["etag"]}
            assert len(tags) == 2
            assert all(tag.startswith('"') for tag in tags)
            assert plain.headers["cache-control"] == "no-cache"
            assert plain.headers["vary"] == "Accept-Encoding"
            hub.records.forget(table)
            for known in (*tags, f'"other", {max(tags)}', "*"):
                reply = await client.get(path, headers={"If-None-Match": known})
                assert (reply.status_code, reply.content) == (304, b"")
            assert not hub.records.kept  # nothing had to be built
            assert (await client.get(path, headers={"If-None-Match": '"other"'})).status_code == 200


@pytest.mark.parametrize("packed", [True, False])
async def test_sending_a_game_file_copies_one_piece_at_a_time(packed: bool) -> None:
    """Copying the rest again for each piece would take quadratic time and block the event loop."""
    plain = Random(1).randbytes(40 * CHUNK)
    built = gzip.compress(plain, 1)
    sent = hashlib.sha256()
    tracemalloc.start()
    try:
        async for piece in Downloads().chunks(built, packed):
            assert 0 < len(piece) <= CHUNK
            sent.update(piece)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sent.digest() == hashlib.sha256(built if packed else plain).digest()
    assert peak < 8 * CHUNK
