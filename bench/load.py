"""Measure how many tables a server can handle, and how quickly everyone receives a move.

    python -m bench.load [--tables 1000] [--seconds 60] [--warm-up 30] [--every 5] [--bots 0|3] [--find]

Starts the real server on loopback with a new file, creates tables over HTTP, opens a socket for each person,
and makes a move at each table every few seconds. The server, the bots and the load script share this
machine's cores. With ``--find``, it then makes moves at the same tables more and more often until p99
exceeds 100 ms. Everything is cleaned up afterward. A run with 1,000 tables takes about two minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import msgspec
import uvloop

from bench.load_client import Figures, LoadError, LoadTable, Move, Probe
from bench.load_server import HOST, LIMITS, SEATS, Server, Used, serving
from bench.pages import head, row

HOSTS: Final = 8
"""The number of threads that create tables."""
AT_ONCE: Final = 50
"""The number of tables that open their sockets at the same time."""
PROBE: Final = 0.1
"""Seconds between pings."""
ENOUGH: Final = 0.100
"""The p99, in seconds, that ``--find`` looks for."""
PLAYED: Final = 'passgo_actions_total{outcome="played"}'
MOST_TIMES: Final = 64
"""The largest multiple of the load that ``--find`` tries."""


def allow_files(count: int) -> None:
    """Allow this process and the server to open this many files."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if count > most != resource.RLIM_INFINITY:
        raise LoadError(f"{count} open files are needed, but only {most} are allowed.")
    if count > now != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, most))


# -- measuring ---------------------------------------------------------------------------------------------


class Measurement(msgspec.Struct, frozen=True):
    """Resource usage before and after a measurement, and the figures collected in between."""

    before: Used
    after: Used
    figures: Figures
    unanswered: int

    def read_count(self, name: str) -> float:
        """Return the increase in one of the server's counters."""
        return self.after.counts[name] - self.before.counts[name]

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return self.after.at - self.before.at


async def measure(
    server: Server, tables: list[LoadTable], every: float, warm_up: float, seconds: float
) -> Measurement:
    """Make a move at every table every few seconds, evenly spread; measure after a warm-up."""
    begin = asyncio.get_running_loop().time() + 0.1
    for number, table in enumerate(tables):
        table.begin(begin + number * every / len(tables), every)
    await asyncio.sleep(warm_up)
    gc.collect()
    gc.freeze()
    before = await asyncio.to_thread(server.measure_usage)
    figures = Figures()
    for table in tables:
        table.figures = figures
    await asyncio.sleep(seconds)
    after = await asyncio.to_thread(server.measure_usage)
    for table in tables:
        table.rest()
    unanswered = await settle(tables)
    lost = [socket.lost for table in tables for socket in table.sockets if socket.lost]
    if lost:
        raise LoadError(f"{len(lost)} sockets were dropped: {lost[0]}")
    return Measurement(before, after, figures, unanswered)


async def settle(tables: list[LoadTable], patience: float = 10.0) -> int:
    """Wait a while for answers to all actions; return the number of actions still unanswered."""
    until = time.perf_counter() + patience
    while (waiting := sum(bool(table.sent) for table in tables)) and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    return waiting


def at(values: list[float], share: float) -> float:
    """Return a quantile of the values; infinity if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def by_second(moves: list[Move]) -> list[float]:
    """Return each second's p99; the median of these is hardly affected by disturbances."""
    seconds = defaultdict[int, list[float]](list)
    for move in moves:
        seconds[int(move.sent)].append(move.took)
    return [at(took, 0.99) for took in seconds.values()]


# -- reporting ---------------------------------------------------------------------------------------------


def times(name: str, values: list[float]) -> str:
    """Return a table row with quantiles of durations, in ms."""
    cuts = [f"{at(values, share) * 1000:.1f}" for share in (0.5, 0.99, 0.999, 1.0)]
    return row(name, f"{len(values):,}", *cuts)


def beyond(found: Measurement, name: str, bound: str) -> int:
    """Count the entries above a bound, in seconds, in one of the server's own histograms."""
    within = found.read_count(f'passgo_{name}_seconds_bucket{{le="{bound}"}}')
    return int(found.read_count(f"passgo_{name}_seconds_count") - within)


def print_results(found: Measurement, bots: int) -> None:
    """Print the results of a measurement."""
    print_times(found.figures, bots)
    for name in ("append", "broadcast"):
        longer = ", ".join(f"{beyond(found, name, b)} over {b} s" for b in ("0.025", "0.1", "0.5"))
        print(f"the server's own {name} histogram: {longer}")
    print_moves(found)
    print_costs(found)


def print_times(figures: Figures, bots: int) -> None:
    """Print the durations."""
    print(*head("ms", "count", "p50", "p99", "p99.9", "max"), sep="\n")
    moves = figures.moves
    print(times("from sending an action until every seat has it", [move.took for move in moves]))
    if bots:
        rolls = [move.took for move in moves if move.rolled]
        others = [move.took for move in moves if not move.rolled]
        print(times("rolls among these, which wait for bots to think", rolls))
        print(times("all other actions", others))
    print(times("ping round trip", figures.pings))
    print(times("delay of the load script", figures.late))


def print_moves(found: Measurement) -> None:
    """Print the number of moves and messages."""
    figures = found.figures
    print(
        f"{len(figures.moves) / found.seconds:.0f} moves/s by people; {figures.skipped} skipped because the"
        f" previous one was still in progress, {figures.idle} because nobody had to decide, {figures.refused}"
        f" refused, {found.unanswered} never answered;"
        f" {figures.received / found.seconds:,.0f} messages/s received"
    )
    played = found.read_count(PLAYED) / found.seconds
    asked = found.read_count("passgo_bot_questions_total") / found.seconds
    print(f"{played:.0f} actions/s played in total; {asked:.0f} questions/s to bots")


def print_costs(found: Measurement) -> None:
    """Print CPU and memory usage, and how much other work disturbed the measurement."""
    before, after, seconds = found.before, found.after, found.seconds
    played = max(1, found.read_count(PLAYED))
    print(
        f"share of one core: server {(after.server - before.server) / seconds:.0%},"
        f" bots {(after.bots - before.bots) / seconds:.0%},"
        f" load script {(after.script - before.script) / seconds:.0%};"
        f" {(after.server - before.server) / played * 1000:.2f} ms of server CPU per action"
    )
    print(
        f"server memory: {mb(before.memory)} at the start, {mb(after.memory)} at the end:"
        f" {(after.memory - before.memory) / played / 1000:+.2f} kB per action;"
        f" bots {mb(after.bots_memory)}"
    )
    waited, stolen = after.queued - before.queued, after.stolen - before.stolen
    print(
        f"disturbance: the server's event loop waited for a core {waited / seconds:.1%} of the time,"
        f" the host took {stolen / seconds:.1%} of a core;"
        f" p99 of the median second {at(by_second(found.figures.moves), 0.5) * 1000:.1f} ms",
        flush=True,
    )


def mb(size: float) -> str:
    """Format a size in MB."""
    return f"{size / 1e6:.1f} MB"


# -- running -----------------------------------------------------------------------------------------------


async def open_tables(server: Server, count: int, bots: int) -> list[LoadTable]:
    """Create tables and open their sockets; print the memory per table and socket."""
    figures = Figures()
    empty = server.measure_usage().memory
    with ThreadPoolExecutor(HOSTS) as hosts:
        made = list(hosts.map(lambda number: server.make_table(number, bots), range(count)))
    await asyncio.sleep(1)
    full = server.measure_usage().memory
    tables = [LoadTable(name, keys, figures) for name, keys in made]
    for start in range(0, count, AT_ONCE):
        some = tables[start : start + AT_ONCE]
        await asyncio.gather(*(table.open(HOST, server.port) for table in some))
    await asyncio.sleep(2)
    connected = server.measure_usage().memory
    sockets = count * (SEATS - bots)
    print(
        f"server memory: {mb(empty)} without tables;"
        f" {(full - empty) / count / 1000:.1f} kB per idle table,"
        f" {(connected - full) / sockets / 1000:.1f} kB for each of {sockets} sockets",
        flush=True,
    )
    return tables


async def find(server: Server, tables: list[LoadTable], every: float, seconds: float) -> None:
    """Make moves at the same tables more often to find the load at which p99 exceeds 100 ms."""
    print(f"\nsimulating more tables by making moves at {len(tables)} tables more often")
    print(*head("tables", "moves/s", "p50, ms", "p99, ms", "server, share of one core"), sep="\n")

    async def measure_once(times_as_many: float) -> bool:
        found = await measure(server, tables, every / times_as_many, 5, seconds)
        moves = [move.took for move in found.figures.moves]
        share = (found.after.server - found.before.server) / found.seconds
        cells = [len(moves) / found.seconds, at(moves, 0.5) * 1000, at(moves, 0.99) * 1000]
        name = f"{len(tables) * times_as_many:,.0f}"
        print(row(name, *[f"{cell:,.1f}" for cell in cells], f"{share:.0%}"), flush=True)
        return at(moves, 0.99) < ENOUGH and not found.unanswered

    async def holds(times_as_many: float) -> bool:
        """Measure, and repeat if p99 is too high; other work on the machine may have raised it."""
        return await measure_once(times_as_many) or await measure_once(times_as_many)

    low, high = 0.0, 1.0
    while high <= MOST_TIMES and await holds(high):
        low, high = high, high * 2
    while not low and high > 1 / MOST_TIMES:
        high, low = (high, high / 2) if await holds(high / 2) else (high / 2, 0.0)
    while low and high <= MOST_TIMES and high - low > 0.1 * low:
        middle = (low + high) / 2
        low, high = (middle, high) if await holds(middle) else (low, middle)
    count = len(tables)
    print(f"p99 exceeds 100 ms between {count * low:,.0f} and {count * high:,.0f} tables.")


async def run(arguments: argparse.Namespace, server: Server) -> None:
    """Open the tables, measure, and find the limit if asked."""
    tables = await open_tables(server, arguments.tables, arguments.bots)
    gc.freeze()
    gc.disable()  # nothing here creates reference cycles, and `measure` collects first
    probe = asyncio.create_task(Probe(tables[0]).run(HOST, server.port, PROBE))
    try:
        every, seconds = arguments.every, arguments.seconds
        print_results(
            await measure(server, tables, every, arguments.warm_up, seconds), arguments.bots
        )
        if arguments.find:
            await find(server, tables, every, min(seconds, 20))
        if probe.done():
            probe.result()
    finally:
        probe.cancel()
        for table in tables:
            for socket in table.sockets:
                socket.close()
        await asyncio.sleep(0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000, help="number of tables (default: 1000)")
    parser.add_argument(
        "--seconds", type=float, default=60, help="seconds to measure (default: 60)"
    )
    parser.add_argument(
        "--warm-up", type=float, default=30, help="seconds of warm-up (default: 30)"
    )
    parser.add_argument(
        "--every", type=float, default=5, help="seconds between moves at a table (default: 5)"
    )
    parser.add_argument(
        "--bots", type=int, default=0, choices=range(4), help="bots at each table (default: 0)"
    )
    parser.add_argument(
        "--find", action="store_true", help="find the load at which p99 exceeds 100 ms"
    )
    parser.add_argument(
        "--here",
        action="store_true",
        help="use the current Python environment instead of the compiled one",
    )
    arguments = parser.parse_args()
    limits = ", ".join(f"{name.lower()} {value}" for name, value in LIMITS.items())
    print(
        f"{arguments.tables} tables, {SEATS - arguments.bots} people and {arguments.bots} bots each;"
        f" a move every {arguments.every:g} s;"
        f" {arguments.seconds:g} s after {arguments.warm_up:g} s of warm-up\n"
        f"limits raised: {limits}",
        flush=True,
    )
    try:
        allow_files(arguments.tables * (SEATS - arguments.bots) + 500)
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(Path(folder), arguments.here) as server,
        ):
            uvloop.run(run(arguments, server))
    except LoadError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
