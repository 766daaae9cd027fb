"""Behavior specific to SQLite: one server at a time, backups, and other kinds of files."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from passgo.server.storage import Append, SqliteStorage, StorageError
from passgo.server.storage.migrations import NEWEST
from tests.server.storage.databases import Place, everything, make, new_row
from tests.waiting import DEADLINE, until

pytestmark = pytest.mark.asyncio


async def opened(path: Path, read_only: bool = False) -> SqliteStorage:
    storage = SqliteStorage(path, read_only)
    await storage.open()
    return storage


async def test_a_second_server_is_rejected(tmp_path: Path) -> None:
    first = await opened(tmp_path / "games.db")
    with pytest.raises(StorageError, match=r"games\.db is in use by another PassGo server"):
        await opened(tmp_path / "games.db")
    await make(first, "a")
    await first.close()
    second = await opened(tmp_path / "games.db")
    assert await second.entries("a") == [b"1"]
    await second.close()


async def test_a_second_server_in_another_process_is_rejected(tmp_path: Path) -> None:
    first = await opened(tmp_path / "games.db")
    program = (
        "import asyncio, sys\n"
        "from passgo.server.storage import SqliteStorage, StorageError\n"
        "try:\n"
        "    asyncio.run(SqliteStorage(sys.argv[1]).open())\n"
        "except StorageError as error:\n"
        "    print(error)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "games.db")]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=True, timeout=DEADLINE
    )
    assert done.stdout.endswith(
        "games.db is in use by another PassGo server. Stop that server first.\n"
    )
    await first.close()


async def test_every_commit_is_synced(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "games.db")
    settings = await storage._write(
        lambda connection: [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    )
    assert settings == ["wal", 2, 1, 5000]
    await storage.close()


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"There is no folder .*nowhere for the database"):
        await opened(tmp_path / "nowhere" / "games.db")


@pytest.mark.parametrize("read_only", [False, True])
async def test_a_file_that_is_not_a_database_is_left_unchanged(
    tmp_path: Path, read_only: bool
) -> None:
    path = tmp_path / "games.db"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StorageError, match=r"games\.db is not an SQLite database"):
        await opened(path, read_only)
    assert path.read_text() == "Dear diary, " * 100


@pytest.mark.parametrize("read_only", [False, True])
async def test_another_programs_database_is_left_unchanged(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="is a database, but not a PassGo database"):
        await opened(path, read_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
async def test_a_newer_database_is_rejected(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "games.db"
    await (await opened(path)).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE schema_version SET version = version + 1")
    with pytest.raises(
        StorageError,
        match=f"is version {NEWEST + 1}; this copy of PassGo reads version {NEWEST}. Install",
    ):
        await opened(path, read_only)


async def test_a_folder_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()
    with pytest.raises(StorageError, match=r"games\.db cannot be opened"):
        await opened(tmp_path / "games.db")


async def test_a_file_name_may_contain_special_characters(tmp_path: Path) -> None:
    path = tmp_path / "our games? #1 100%.db"
    storage = await opened(path)
    await make(storage, "a")
    await storage.backup(tmp_path / "copy of ? #1.db")
    await storage.close()
    again = await opened(tmp_path / "copy of ? #1.db", read_only=True)
    assert await again.entries("a") == [b"1"]
    await again.close()
    assert path.is_file()


async def test_a_backup_made_during_games_is_consistent(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "games.db")
    tables = [f"t{number}" for number in range(20)]
    await make(storage, *tables)
    going_on = True
    written = dict.fromkeys(tables, 1)

    async def play(table: str) -> int:
        while going_on:
            seq = written[table] + 1
            await storage.append(Append(table, seq, [b"%d" % seq], at=float(seq)))
            written[table] = seq
        return written[table]

    players = [asyncio.create_task(play(table)) for table in tables]
    await until(lambda: min(written.values()) > 3)
    rows = {row.table: row.seq for row in await storage.rows()}
    await storage.backup(tmp_path / "copy.db")
    going_on = False
    last = await asyncio.gather(*players)
    await storage.close()

    copy = await opened(tmp_path / "copy.db")
    found = await everything(copy)
    await copy.close()
    assert [row.table for row, _, _ in found] == sorted(tables)
    for row, log, _ in found:
        assert log == [b"%d" % seq for seq in range(1, row.seq + 1)]
        assert rows[row.table] <= row.seq <= last[tables.index(row.table)]
    assert sorted(path.name for path in tmp_path.iterdir() if "partial" in path.name) == []


async def test_a_read_only_tool_can_back_up_the_database_while_the_server_is_running(
    sqlite_place: Place, tmp_path: Path
) -> None:
    server, tool = sqlite_place.storage(), sqlite_place.storage(read_only=True)
    await server.open()
    await make(server, "a")
    await tool.open()
    await tool.backup(tmp_path / "copy.db")
    await tool.close()
    await server.close()
    copy = await opened(tmp_path / "copy.db", read_only=True)
    assert await everything(copy) == [(new_row("a", seq=1), [b"1"], [])]
    await copy.close()


async def test_a_backup_does_not_overwrite_anything(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "games.db")
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(StorageError, match=r"copy\.db already exists"):
        await storage.backup(tmp_path / "copy.db")
    with pytest.raises(StorageError, match="There is no folder"):
        await storage.backup(tmp_path / "nowhere" / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"
    await storage.close()


async def test_a_failing_commit_fails_all_pending_jobs_but_the_next_job_succeeds(
    tmp_path: Path,
) -> None:
    storage = await opened(tmp_path / "games.db")
    await make(storage, "a", "b")
    # The file cannot grow, as on a full disk.
    full = "PRAGMA max_page_count = 1"
    await storage._write(lambda connection: connection.execute(full).fetchone())
    large = [b"0" * 1000] * 200
    outcomes = await asyncio.gather(
        storage.append(Append("a", 2, large, at=2.0)),
        storage.append(Append("b", 2, large, at=2.0)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [StorageError, StorageError]
    assert "full" in str(outcomes[0])
    assert await everything(storage) == [
        (new_row(table, seq=1), [b"1"], []) for table in ("a", "b")
    ]
    more = "PRAGMA max_page_count = 100000"
    await storage._write(lambda connection: connection.execute(more).fetchone())
    await storage.append(Append("a", 2, large, at=2.0))
    assert len(await storage.entries("a")) == 201
    await storage.close()


async def test_a_slow_disk_does_not_block_the_event_loop(tmp_path: Path) -> None:
    storage = await opened(tmp_path / "games.db")
    await make(storage, "a")
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # another connection has the lock, so the append waits
        append = asyncio.create_task(storage.append(Append("a", 2, [b"2"], at=2.0)))
        await asyncio.sleep(0)  # the append is queued
        writer = storage._writer
        assert writer is not None
        await until(writer._jobs.empty)  # the writer has begun
        assert await storage.entries("a") == [b"1"], "a reader does not wait for a writer"
        assert not append.done()
        other.execute("ROLLBACK")
    await append
    assert await storage.entries("a") == [b"1", b"2"]
    await storage.close()
