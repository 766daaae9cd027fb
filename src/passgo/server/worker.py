"""A worker process that does one piece of work at a time, so that the server's event loop never has to.

    worker = Worker("passgo.server.record_worker", RECORD_ANSWERS, seconds=120)
    answer = await worker.ask(messages)

    server ── a request: one or more messages ──► worker
    server ◄── WorkerReady, then one answer to each request ── worker

The process is started when it is first needed and killed when it has been idle for a while, when it takes too
long, or when its caller is canceled. It exits when the server closes the pipe. If the server dies while the
process is busy, the alarm kills the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import BinaryIO, Final, Generic, TypeVar

import msgspec

from passgo.server.frames import (
    LENGTH,
    NEW_GROUP,
    WorkerReady,
    read_frame,
    set_alarm,
    take_pipes,
    write_frame,
)

IDLE: Final = 60.0
"""Seconds after which an idle process is stopped."""
STARTING: Final = 60.0
"""Seconds within which a new process must become ready."""
FAILURES: Final = (TimeoutError, OSError, EOFError, msgspec.MsgspecError)
"""What ``Worker.ask`` raises if the process hangs, dies or sends something invalid."""

Answer = TypeVar("Answer")

_READY: Final[msgspec.msgpack.Decoder[WorkerReady]] = msgspec.msgpack.Decoder(WorkerReady)


# -- in the server ---------------------------------------------------------------------------------


class Worker(Generic[Answer]):
    """A process that answers requests, started on demand and stopped when idle; ask it one at a time."""

    def __init__(
        self, module: str, answers: msgspec.msgpack.Decoder[Answer], seconds: float
    ) -> None:
        self.module = module
        self.answers = answers
        self.seconds = seconds
        """Time limit for each request, not counting the start of the process."""
        self.process: Process | None = None
        self.timer: asyncio.TimerHandle | None = None

    async def ask(self, messages: Iterable[msgspec.Struct]) -> Answer:
        """Send a request and return its answer; raise one of ``FAILURES`` if there is none.

        After a failure, the next request starts a new process.
        """
        if self.timer is not None:
            self.timer.cancel()
        try:
            if self.process is None or self.process.returncode is not None:
                async with asyncio.timeout(STARTING):
                    self.process = await self.start()
                    _READY.decode(await self.read())
            async with asyncio.timeout(self.seconds):
                await self.send(messages)
                answer = self.answers.decode(await self.read())
        except BaseException:
            self.end()
            raise
        self.timer = asyncio.get_running_loop().call_later(IDLE, self.end)
        return answer

    async def start(self) -> Process:
        """Start Python in a new process, unaffected by Ctrl-C and with the same module path."""
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", self.module, str(self.seconds)),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
            creationflags=NEW_GROUP,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    async def send(self, messages: Iterable[msgspec.Struct]) -> None:
        """Send a request's messages, giving other tasks a turn after each one."""
        assert self.process is not None
        pipe = self.process.stdin
        assert pipe is not None
        for message in messages:
            pipe.write(write_frame(message))
            await pipe.drain()
            await asyncio.sleep(0)

    async def read(self) -> bytes:
        """Read one message."""
        assert self.process is not None
        pipe = self.process.stdout
        assert pipe is not None
        length: int = LENGTH.unpack(await pipe.readexactly(LENGTH.size))[0]
        return await pipe.readexactly(length)

    def end(self) -> None:
        """Kill the process, even while it is working."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """Kill the process and wait until it is gone."""
        if self.timer is not None:
            self.timer.cancel()
        process = self.process
        self.end()
        if process is not None:
            await process.wait()


# -- in the process --------------------------------------------------------------------------------


def answer_requests(answer: Callable[[bytes, BinaryIO], msgspec.Struct], nice: int) -> None:
    """Answer requests until the pipe is closed, at a lower priority than the server.

    ``answer`` gets a request's first message, and the pipe to read the rest from. The only argument on the
    command line is the time limit for each request.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    if sys.platform != "win32":
        os.nice(nice)
    seconds = float(sys.argv[1])
    requests, answers = take_pipes()
    with contextlib.suppress(EOFError, BrokenPipeError):  # the server is gone
        reply: msgspec.Struct = WorkerReady()
        while True:
            answers.write(write_frame(reply))
            answers.flush()
            first = read_frame(requests)
            set_alarm(seconds)
            reply = answer(first, requests)
            set_alarm(0.0)
