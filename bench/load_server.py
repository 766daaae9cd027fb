"""The load script's server process, and measurements of it from outside."""

from __future__ import annotations

import http.client
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from bench.load_client import LoadError
from tools import setup_env

HOST: Final = "127.0.0.1"
SEATS: Final = 4
LIMITS: Final = {
    "REQUESTS_PER_SECOND": "1000000",
    "REQUESTS_BURST": "1000000",
    "READS_PER_SECOND": "1000000",
    "READS_BURST": "1000000",
    "ADDRESS_MESSAGES_PER_SECOND": "1000000",
    "ADDRESS_MESSAGES_BURST": "1000000",
    "SOCKETS_PER_ADDRESS": "100000",
    "TABLES_PER_ADDRESS": "100000",
    "SEATS_PER_ADDRESS": "100000",
}
"""The per-address limits, raised because all clients share one address. Other limits keep their defaults."""
COMPLAINT: Final = re.compile(r'"level": "(warning|error|critical)"|Traceback')
"""Matches warnings and errors in the server's log."""


class Used(msgspec.Struct, frozen=True):
    """Resource usage so far: CPU time in seconds, memory in bytes, and the server's counters."""

    at: float
    server: float
    bots: float
    script: float
    queued: float
    """Seconds for which the server's event loop was ready to run but had no core."""
    stolen: float
    """Seconds of CPU time that the host gave to other virtual machines."""
    memory: int
    bots_memory: int
    counts: dict[str, float]


class Server:
    """The server process being measured."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> str:
        """Send a request and return the body of the response."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        data = json.dumps(body) if body is not None else None
        with closing(http.client.HTTPConnection(HOST, self.port, timeout=30)) as connection:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        if answer.status >= 300:
            raise LoadError(f"{method} {path}: {answer.status} {text}")
        return text

    def make_table(self, number: int, bots: int) -> tuple[str, list[str]]:
        """Create and start a table with people and bots; return its name and the people's keys."""
        seats = [{"bot": ""}] * (SEATS - bots) + [{"bot": "normal"}] * bots
        made = json.loads(self.ask("POST", "/api/tables", {"seats": seats}))
        place = f"/api/tables/{made['table']}"
        keys = list[str]()
        for person in range(SEATS - bots):
            joined = self.ask("POST", f"{place}/seats", {"name": f"Player {number}.{person}"})
            keys.append(json.loads(joined)["key"])
        self.ask("POST", f"{place}/start", key=made["key"])
        return made["table"], keys

    def counts(self) -> dict[str, float]:
        """Return the server's metrics by name."""
        lines = self.ask("GET", "/metrics").splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name: float(value) for name, value in pairs}

    def workers(self) -> list[int]:
        """Return the process IDs of the bot workers."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    def measure_usage(self) -> Used:
        """Return the resource usage so far."""
        counts = self.counts()
        workers = self.workers()
        return Used(
            time.perf_counter(),
            cpu(self.process.pid),
            sum(map(cpu, workers)),
            time.process_time(),
            seconds_queued(self.process.pid),
            seconds_stolen(),
            memory(self.process.pid),
            sum(map(memory, workers)),
            counts,
        )


def cpu(process: int) -> float:
    """Return a process's CPU time in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_queued(process: int) -> float:
    """Return how many seconds a process's main thread has waited for a core."""
    return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text().split()[1]) / 1e9


def seconds_stolen() -> float:
    """Return how many seconds of CPU time the host has given to other virtual machines."""
    return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    """Return a process's resident memory in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


@contextmanager
def serving(folder: Path, here: bool, *flags: str) -> Iterator[Server]:
    """Run a server that stores its tables in a folder."""
    if here:
        python, environ = [sys.executable], dict(os.environ)
    else:
        env = setup_env.environment("test")
        python, environ = [str(setup_env.python(env)), "-P"], setup_env.tidy_environ()
    environ |= {f"PASSGO_LIMITS_{name}": value for name, value in LIMITS.items()}
    words = ["-m", "passgo", "serve", "--port", "0", "--database", str(folder / "games.db")]
    words += flags
    log = folder / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [*python, *words], env=environ, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)", process.stdout.readline())
            if found is None:
                process.wait(10)
                raise LoadError(f"The server did not start:\n{log.read_text()[-2000:]}")
            server = Server(process, int(found[1]))
            wait_for(server)
            yield server
            complaints = [line for line in log.read_text().splitlines() if COMPLAINT.search(line)]
            if complaints:
                print(f"The server logged {len(complaints)} warnings or errors: {complaints[0]}")
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_for(server: Server) -> None:
    """Wait until the server answers."""
    for _ in range(100):
        try:
            server.ask("GET", "/healthz")
            return
        except OSError:
            time.sleep(0.1)
    raise LoadError("The server is not responding.")
