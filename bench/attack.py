"""Measure how much a single address can slow the server down for everyone else.

    python -m bench.attack [--here] [--actions N] [--orders N] [--requests N]

Writes two finished games directly into an SQLite file, one with many actions and one with many standing
orders, and starts a server with it. It then watches the server from outside during these steps: doing
nothing, opening each table for the first time, and sending many simultaneous requests for one record,
first from clients that hang up and then from clients that read the response. For each step, it prints
the worst response times for /healthz and /api/rules (the latter never touches the store, so it shows
how long the event loop was blocked), the server's memory, and the CPU time of the server and its
workers. Before that, it opens both tables in its own process and prints the most CPU time that one
iteration of the event loop took; other load on the machine does not affect that figure.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from bench.load_server import Server, cpu, memory, serving
from passgo.codec import action_to_data
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.server.log_entries import ActionPlayed, LogEntry, Ordered, SeatPlan, write_entry
from passgo.server.storage import Append, SqliteStorage, Storage
from passgo.server.table import Table
from passgo.server.tables import NewTable, Tables

EVERY: Final = 0.005
"""Seconds between probes."""
CALM: Final = 2.0
"""Seconds to watch the server after each step."""
GIVE_UP: Final = 60.0
"""Seconds after which a request counts as lost."""
BATCH: Final = 10_000
"""Maximum number of log entries in one append."""
MEGA: Final = 1_000_000


# -- an attacker's two games -----------------------------------------------------------------------


async def write_game(storage: Storage, actions: int, orders: int) -> str:
    """Write a finished game with this many actions and standing orders; return its name."""
    tables = Tables(storage)
    table, host = await tables.make(NewTable(seats=[SeatPlan(), SeatPlan()]))
    for name in ("Ann", "Bob"):
        await table.join(name)
    await table.start(host)
    lines: list[LogEntry] = [
        Ordered(time.time(), 0, end_turn=number % 2 == 0) for number in range(orders)
    ]
    lines += [make_log_entry(table, number) for number in range(actions)]
    entries = [write_entry(line) for line in lines]
    for start in range(0, len(entries), BATCH):
        batch = entries[start : start + BATCH]
        await storage.append(Append(table.name, table.state.seq + 1, batch, time.time()))
        table.state.seq += len(batch)
    await table.play(Resign(1))
    assert table.state.status == "over"
    return table.name


def make_log_entry(table: Table, number: int) -> LogEntry:
    """Play an action that anyone can repeat indefinitely, and return its log entry."""
    action = AlwaysAskForRent(0, number % 2 == 0)
    table.game.step(action)
    return ActionPlayed(time.time(), action_to_data(action), "seat", [], request=f"attack-{number}")


async def longest_turn(storage: Storage, table: str) -> float:
    """Open a table; return the CPU time of the event loop's longest iteration, in seconds."""
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            longest = max(longest, now - last)
            last = now

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    await Tables(storage).get(table)
    await asyncio.sleep(0)  # so that the last iteration is counted
    ticking.cancel()
    return longest


# -- requests from outside -------------------------------------------------------------------------


async def fetch(port: int, path: str, read: bool = True) -> tuple[float, int, int]:
    """Send a request; return its duration, status (0 if there is no answer) and size in bytes."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(GIVE_UP):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n".encode()
            )
            status, size = 0, 0
            if read:
                status = int((await reader.readline()).split()[1])
                while data := await reader.read(1 << 16):
                    size += len(data)
            else:
                await writer.drain()
            writer.close()
    except (TimeoutError, OSError, IndexError):
        return time.perf_counter() - began, 0, 0
    return time.perf_counter() - began, status, size


class Watch:
    """A monitor that probes a server continuously and records response times and memory."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.took: dict[str, list[float]] = {"/healthz": [], "/api/rules": []}
        self.memory = 0
        self.lost = 0

    async def probe(self, path: str) -> None:
        """Request a path repeatedly."""
        while True:
            took, status, _ = await fetch(self.server.port, path)
            self.took[path].append(took)
            self.lost += status != 200
            await asyncio.sleep(EVERY)

    async def weigh(self) -> None:
        """Check the server's memory repeatedly."""
        while True:
            self.memory = max(self.memory, memory(self.server.process.pid))
            await asyncio.sleep(EVERY)

    def cpu(self) -> tuple[float, float]:
        """Return the CPU time of the server and that of its running workers, in seconds."""
        workers = 0.0
        for worker in self.server.workers():
            with suppress(OSError):  # the process has just ended
                workers += cpu(worker)
        return cpu(self.server.process.pid), workers


async def step(server: Server, name: str, attack: Callable[[], Awaitable[str]]) -> None:
    """Watch a server during an attack and for a while afterward; print the results."""
    watch = Watch(server)
    own, workers = watch.cpu()
    watching = [asyncio.create_task(watch.probe(path)) for path in watch.took]
    watching.append(asyncio.create_task(watch.weigh()))
    began = time.perf_counter()
    summary = await attack()
    took = time.perf_counter() - began
    await asyncio.sleep(CALM)
    own_after, workers_after = watch.cpu()
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    worst = [f"{path} {1000 * max(times):.0f} ms" for path, times in watch.took.items() if times]
    print(
        f"{name}: {summary} in {took:.2f} s; worst {', '.join(worst)}; probes lost {watch.lost}; "
        f"peak memory {watch.memory / MEGA:.0f} MB, now {memory(server.process.pid) / MEGA:.0f} MB; "
        f"CPU server {own_after - own:.2f} s, workers {workers_after - workers:.2f} s",
        flush=True,
    )


async def attack(server: Server, tables: dict[str, str], requests: int) -> None:
    """Run all steps."""

    async def nothing() -> str:
        return "nothing"

    async def look(table: str) -> str:
        _, status, _ = await fetch(server.port, f"/api/tables/{table}")
        return f"status {status}"

    async def records(table: str, read: bool) -> str:
        path = f"/api/tables/{table}/record"
        found = await asyncio.gather(*(fetch(server.port, path, read) for _ in range(requests)))
        good = [size for _, status, size in found if status == 200]
        largest = max((size for _, _, size in found), default=0)
        return f"{len(good)} of {len(found)} served, {largest / MEGA:.1f} MB each"

    await step(server, "idle", nothing)
    for name, table in tables.items():
        await step(server, f"open {name}", lambda table=table: look(table))  # type: ignore[misc]  # default argument
    for name, table in tables.items():
        for read in (False, True):
            what = f"{requests} requests for {name}, clients {'read' if read else 'hang up'}"
            await step(server, what, lambda table=table, read=read: records(table, read))  # type: ignore[misc]  # as above


async def prepare(folder: Path, actions: int, orders: int) -> dict[str, str]:
    """Write the two games and open each once; return their names."""
    storage = SqliteStorage(folder / "games.db")
    await storage.open()
    try:
        tables = {
            f"{actions:,} actions": await write_game(storage, actions, 0),
            f"{orders:,} orders": await write_game(storage, 0, orders),
        }
        for name, table in tables.items():
            took = await longest_turn(storage, table)
            print(f"open {name}: longest loop iteration {1000 * took:.1f} ms CPU", flush=True)
        return tables
    finally:
        await storage.close()


def main() -> None:
    """Run the attack and print its effects."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--here", action="store_true", help="use the Python that runs this script")
    parser.add_argument(
        "--actions", type=int, default=20_000, help="actions in a game (default: 20000)"
    )
    parser.add_argument(
        "--orders", type=int, default=400_000, help="standing orders in a log (default: 400000)"
    )
    parser.add_argument(
        "--requests", type=int, default=60, help="simultaneous requests (default: 60)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = asyncio.run(prepare(folder, options.actions, options.orders))
        with serving(folder, options.here, "--bot-workers", "1") as server:
            asyncio.run(attack(server, tables, options.requests))


if __name__ == "__main__":
    main()
