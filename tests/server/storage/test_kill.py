"""A process that is killed at any moment loses nothing that was acknowledged."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

from tests.server.storage.appender import TABLES, entry
from tests.server.storage.databases import Place
from tests.waiting import until_async

ROOT = Path(__file__).parents[3]
KILLS = 6


def acknowledged_until_killed(address: str, lines: int) -> dict[str, int]:
    """Run the appender until it has acknowledged this many entries, kill it, and return the last seqs."""
    command = [sys.executable, "-m", "tests.server.storage.appender", address]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        told += process.stdout.readlines()
    assert process.returncode != 0, "it must be killed and not exit normally"
    pairs = [line.split() for line in told if line.endswith("\n")]
    return {table: int(seq) for table, seq in pairs}


async def logs(place: Place) -> dict[str, list[bytes]]:
    """Return all logs once the database server has processed all data from the killed process."""
    storage = place.storage()
    await storage.open()

    async def whole_logs() -> dict[str, list[bytes]] | None:
        found = {row.table: log async for row, log in storage.all_tables()}
        rows = {row.table: row.seq for row in await storage.rows()}
        whole = rows == {table: len(log) for table, log in found.items()}
        return found if whole else None

    try:
        found = await until_async(whole_logs)
        assert found is not None
        return found
    finally:
        await storage.close()


def test_kill_9_loses_nothing_that_was_acknowledged(place: Place) -> None:
    chance = random.Random(9)
    before = 0
    for _ in range(KILLS):
        acknowledged = acknowledged_until_killed(place.url, lines=chance.randint(100, 300))
        found = asyncio.run(logs(place))
        assert acknowledged
        assert set(found) == set(TABLES)
        for table, log in found.items():
            assert log == [entry(table, seq) for seq in range(1, len(log) + 1)]
            assert len(log) >= acknowledged.get(table, 0)
        after = sum(len(log) for log in found.values())
        assert after > before
        before = after
