"""Measure how many entries per second the stores commit durably, and how long an append takes.

    python -m bench.storage [--seconds N]

Tests SQLite with every commit synced, and PostgreSQL with synchronous commits (the server given by
PASSGO_TEST_POSTGRES, or one started for this benchmark). A run takes about ten seconds. The disk
dominates the results, so compare only figures from the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from bench.pages import head, row
from passgo.server.storage import Append, Row, Storage, open_storage
from tests.server.storage.databases import Unavailable, empty_schema, postgres_server

ENTRY = b'{"action":"Build","seat":2,"space":39,"id":"%s"}' % (b"x" * 100)


async def play(storage: Storage, table: str, until: float) -> list[float]:
    """Append one entry after another; return the duration of each append in ms."""
    await storage.create(Row(table, 0.0, 0.0, "playing", True, 0, b"{}"), [])
    took = list[float]()
    version = 0
    while (begun := time.perf_counter()) < until:
        version += 1
        await storage.append(Append(table, version, [ENTRY], at=begun))
        took.append((time.perf_counter() - begun) * 1000)
    return took


async def measure(url: str, tables: int, seconds: float) -> list[str]:
    """Append to several tables at the same time; return the figures."""
    storage = open_storage(url)
    await storage.open()
    begun = time.perf_counter()
    names = [f"{tables}-{number}" for number in range(tables)]
    played = await asyncio.gather(*(play(storage, name, begun + seconds) for name in names))
    elapsed = time.perf_counter() - begun
    await storage.close()
    took = sorted(ms for each in played for ms in each)
    cuts = quantiles(took, n=100)
    return [str(tables), f"{len(took) / elapsed:,.0f}", f"{cuts[49]:.2f}", f"{cuts[98]:.2f}"]


def show(name: str, url: str, seconds: float) -> None:
    for tables in (1, 50):
        print(row(name, *asyncio.run(measure(url, tables, seconds))), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--seconds", type=float, default=1.5, help="seconds per measurement (default: 1.5)"
    )
    seconds = parser.parse_args().seconds
    print(*head("store", "concurrent tables", "appends/s", "p50, ms", "p99, ms"), sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        show("SQLite", str(Path(folder) / "games.db"), seconds)
    try:
        with postgres_server() as server, empty_schema(server) as url:
            show("PostgreSQL", url, seconds)
    except Unavailable as why:
        sys.exit(f"PostgreSQL is not available: {why}")


if __name__ == "__main__":
    main()
