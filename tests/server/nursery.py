"""Servers started one after another, each in a separate process that a test may kill.

    nursery = await Nursery.open(log)
    server = await nursery.start(["--database", "games.db"], crash=("played", 7))
    address = await server.address
    server.kill()
    await server.ended

Importing Litestar takes a second, so one process imports the libraries, but nothing from the server, and
forks a child for each server. The child runs `passgo serve` as a shell would.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from typing import Final
from urllib.parse import urlsplit

import msgspec

from passgo.server.crash_points import CrashPoint, crash_at
from tests.waiting import until_async

LIBRARIES: Final = ("asyncpg", "litestar.openapi.plugins", "uvicorn", "passgo")
"""Libraries that are slow to import and do not depend on the server's settings."""


class Order(msgspec.Struct, frozen=True):
    """Instructions for starting a server."""

    arguments: list[str]
    environment: dict[str, str]
    crash: tuple[CrashPoint, int] | None = None
    """The crash point, and how many times it must be reached."""


class Server:
    """A server that the nursery has started."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.begun = time.time()
        self.pid: asyncio.Future[int] = loop.create_future()
        self.address: asyncio.Future[str] = loop.create_future()
        """The address it listens on; canceled if the server ends first."""
        self.ended: asyncio.Future[int] = loop.create_future()
        """The exit status, or the negated signal number."""

    @property
    def age(self) -> float:
        """Seconds since the server was started."""
        return time.time() - self.begun

    async def ready(self) -> bool:
        """Wait until the server accepts connections; return False if it ends first."""
        await asyncio.wait({self.address})
        await until_async(self.is_listening_or_ended)
        return not self.ended.done()

    async def is_listening_or_ended(self) -> bool:
        """Return whether the server accepts connections or has ended."""
        if self.ended.done():
            return True
        try:
            where = urlsplit(self.address.result())
            _, writer = await asyncio.open_connection(where.hostname, where.port)
        except OSError:
            return False
        writer.close()
        return True

    def hear(self, line: str) -> None:
        """Handle a line printed by the nursery or the server."""
        if line.startswith("pid "):
            self.pid.set_result(int(line.split()[1]))
        elif line.startswith("ended "):
            self.ended.set_result(int(line.split()[1]))
            self.address.cancel()
        elif " is running at " in line:
            self.address.set_result(line.partition(" is running at ")[2].split()[0])

    def kill(self) -> None:
        """Kill the server as kill -9 does."""
        self.signal(signal.SIGKILL)

    def stop(self) -> None:
        """Ask the server to stop."""
        self.signal(signal.SIGTERM)

    def signal(self, number: int) -> None:
        """Send the server a signal, unless it has ended."""
        if not self.ended.done():
            with suppress(ProcessLookupError):
                os.kill(self.pid.result(), number)


class Nursery:
    """A handle for the process that forks servers, one at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.server: Server | None = None
        self.listening = asyncio.create_task(self.listen())

    @classmethod
    async def open(cls, log: Path) -> Nursery:
        """Start the process; the servers' stderr goes to a log file."""
        with log.open("ab") as errors:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "tests.server.nursery"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        return cls(process)

    async def start(
        self,
        arguments: list[str],
        environment: dict[str, str] | None = None,
        crash: tuple[CrashPoint, int] | None = None,
    ) -> Server:
        """Start a server; return once its process exists."""
        assert self.process.stdin is not None
        self.server = Server()
        order = Order(arguments, environment or {}, crash)
        self.process.stdin.write(msgspec.json.encode(order) + b"\n")
        await self.server.pid
        return self.server

    async def listen(self) -> None:
        """Handle the process's output."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            if self.server is not None:
                self.server.hear(line.decode())

    async def close(self) -> None:
        """Stop the nursery, and the last server if it is still running."""
        assert self.process.stdin is not None
        if self.server is not None:
            self.server.kill()
        self.process.stdin.close()
        await self.process.wait()
        await self.listening


def bear(order: Order) -> None:
    """Start a server, wait until it ends, and report its exit status."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.environ.update(order.environment)
        from passgo.cli.main import main

        if order.crash is not None:
            crash_at(*order.crash)
        os._exit(main(["serve", *order.arguments]))
    print("pid", pid, flush=True)
    _, status = os.waitpid(pid, 0)
    # Start a new line, because the server may have died in the middle of one.
    print("\nended", os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    for library in LIBRARIES:
        importlib.import_module(library)
    for text in sys.stdin:
        bear(msgspec.json.decode(text, type=Order))
