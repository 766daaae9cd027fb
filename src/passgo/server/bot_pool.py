"""The bot pool: worker processes in which bots think, so that the server never waits for one.

    pool = BotPool(workers=2)
    await pool.open()
    question = BotQuestion("table-1", 2, "normal", seed=7, kind="decide", view=view_of(game, 2))
    answer = await pool.ask(question)
    await pool.close()

Each table is assigned one worker; each worker has one process and a queue of questions. All questions go into
the pipe at once and are answered in order, so the first in the queue is the one the process is working on: it
is to blame when the time runs out or the process dies. It gets a fault, a new process is started, and the
other questions are asked again; their bots are rebuilt from name and seed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import zlib
from collections import Counter, deque
from subprocess import PIPE
from typing import Final, NamedTuple, cast

import msgspec

from passgo.cpus import count_usable_cores
from passgo.engine.refusal import PassGoError
from passgo.server import bot_worker
from passgo.server.bot_worker import BotAnswer, BotQuestion
from passgo.server.frames import LENGTH, write_frame

__all__ = ["BotPool", "BotPoolError"]

STARTING: Final = 60.0
"""Seconds in which a new process must be ready for questions."""
ALARM: Final = 2.0
"""After how many times the time for a question a worker ends itself, should the server be gone."""
MOST_LOST: Final = 5
"""How many processes the bot of one seat may cost until it is asked no more."""
MOST_BYTES: Final = 1 << 20
"""No message from a worker is longer; one that says so is broken."""
ANSWERS: Final = msgspec.msgpack.Decoder(bot_worker.WorkerReady | BotAnswer)


class BotPoolError(PassGoError):
    """The workers cannot be started."""


class PendingQuestion(NamedTuple):
    """A question in line, as it travels, and who waits for the answer."""

    table: str
    seat: int
    frame: bytes
    answer: asyncio.Future[BotAnswer]

    def give(self, answer: BotAnswer) -> None:
        """Answer, unless nobody waits any more."""
        if not self.answer.done():
            self.answer.set_result(answer)


class WorkerProcess(asyncio.SubprocessProtocol):
    """One worker process: takes its messages apart, and says when it is gone."""

    def __init__(self, worker: BotWorker) -> None:
        self.worker = worker
        self.transport: asyncio.SubprocessTransport | None = None
        self.pipe: asyncio.WriteTransport | None = None
        self.received = bytearray()
        self.ready = False
        self.ended = False
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say how to work; the process takes it up once Python has started in it."""
        self.transport = cast(asyncio.SubprocessTransport, transport)
        self.pipe = cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0))
        pool = self.worker.pool
        self.send(write_frame(bot_worker.Begin(ALARM * pool.seconds, pool.allow_foreign)))
        if self.ended:  # before it had begun
            self.end()

    def send(self, frame: bytes) -> None:
        """Write a message into the pipe; one that nobody reads any more is lost with its process."""
        if self.pipe is not None and not self.pipe.is_closing():
            self.pipe.write(frame)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Hand on every message that is complete."""
        if self.ended:
            return
        received = self.received
        received += data
        start = 0
        while len(received) >= start + LENGTH.size:
            length: int = LENGTH.unpack_from(received, start)[0]
            stop = start + LENGTH.size + length
            if length > MOST_BYTES:
                self.worker.lose(self, "its worker process wrote nonsense")
                return
            if len(received) < stop:
                break
            if not self.take(bytes(received[start + LENGTH.size : stop])):
                return
            start = stop
        del received[:start]

    def take(self, body: bytes) -> bool:
        """Hand one message on; say whether it was one."""
        try:
            message = ANSWERS.decode(body)
        except msgspec.MsgspecError:
            self.worker.lose(self, "its worker process wrote nonsense")
            return False
        if isinstance(message, bot_worker.WorkerReady):
            self.ready = True
            self.worker.begin()
        else:
            self.worker.answer(message)
        return True

    def process_exited(self) -> None:
        """Read on what it has said before, unless that matters no more."""
        if self.ended and self.transport is not None:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """All is read, and the process is no more."""
        assert self.transport is not None
        self.transport.close()
        if not self.gone.done():
            self.gone.set_result(None)
        self.worker.lose(self, "its worker process ended")

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.ended = True
        if self.transport is not None:
            with contextlib.suppress(ProcessLookupError):
                self.transport.kill()


class BotWorker:
    """A place in the pool: its line of questions, and the process at work on them now."""

    def __init__(self, pool: BotPool) -> None:
        self.pool = pool
        self.line: deque[PendingQuestion] = deque()
        self.process: WorkerProcess | None = None
        self.starting: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.alive: set[WorkerProcess] = set()
        """Processes that were started and are not gone yet."""
        self.ready = asyncio.Event()
        """Set when a process is at work, or could not be started."""
        self.costs: Counter[tuple[str, int]] = Counter()
        """How many processes each seat has cost."""

    # -- the process -------------------------------------------------------------------------------

    def start(self) -> None:
        """Start a process; the line waits for it."""
        self.ready.clear()
        self.process = process = WorkerProcess(self)
        self.alive.add(process)
        process.gone.add_done_callback(lambda _: self.alive.discard(process))
        self.set_timer(STARTING)
        self.starting = asyncio.get_running_loop().create_task(self.run(process))

    async def run(self, process: WorkerProcess) -> None:
        """Start Python in a process of its own, out of the reach of Ctrl-C, with the same path as here."""
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: process,
                *(sys.executable, "-P", "-m", "passgo.server.bot_worker"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=None,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        except OSError as error:
            process.gone.set_result(None)
            self.lose(process, f"no worker process can be started: {error}")

    def begin(self) -> None:
        """Ask everything that stands in line: the process is ready."""
        self.ready.set()
        assert self.process is not None
        for asked in self.line:
            self.process.send(asked.frame)
        self.watch()

    def lose(self, process: WorkerProcess, wrong: str) -> None:
        """Blame the first question in line, and start again; blame all if the process was never ready."""
        process.end()
        if process is not self.process:
            return
        self.process = None
        self.stop_timer()
        if not process.ready:
            self.ready.set()
            self.dismiss(f"its worker process could not be started: {wrong}")
            return
        self.pool.lost += 1
        if self.line:
            culprit = self.line.popleft()
            self.costs[culprit.table, culprit.seat] += 1
            culprit.give(BotAnswer(fault=wrong))
        self.start()

    async def close(self) -> None:
        """End the process and those before it, and wait until they are gone."""
        process, self.process = self.process, None
        self.stop_timer()
        self.ready.set()
        self.dismiss("the server is closing")
        if process is not None:
            process.end()
        if self.starting is not None:
            await self.starting
        for last in list(self.alive):
            await last.gone

    def dismiss(self, wrong: str) -> None:
        """Answer everybody in line that nothing came of it."""
        while self.line:
            self.line.popleft().give(BotAnswer(fault=wrong))

    # -- the line ----------------------------------------------------------------------------------

    async def ask(self, question: BotQuestion) -> BotAnswer:
        """Stand in line with a question."""
        if self.costs[question.table, question.seat] >= MOST_LOST:
            return BotAnswer(fault=f"has cost {MOST_LOST} worker processes and is asked no more")
        frame = write_frame(question)
        answer: asyncio.Future[BotAnswer] = asyncio.get_running_loop().create_future()
        self.line.append(PendingQuestion(question.table, question.seat, frame, answer))
        if self.process is None:
            self.start()
        elif self.process.ready:
            self.process.send(frame)
            if len(self.line) == 1:
                self.watch()
        return await answer

    def answer(self, answer: BotAnswer) -> None:
        """Hand an answer to who is first in line; the next one's time begins."""
        if self.line:
            self.line.popleft().give(answer)
        self.watch()

    def forget(self, table: str) -> None:
        """Let everything go that was kept for a table."""
        for key in [key for key in self.costs if key[0] == table]:
            del self.costs[key]
        if self.process is not None and self.process.ready:
            self.process.send(write_frame(bot_worker.Forget(table)))

    # -- the time ----------------------------------------------------------------------------------

    def watch(self) -> None:
        """Give the first in line its time; nobody is timed when nobody is there."""
        self.stop_timer()
        if self.line:
            self.set_timer(self.pool.seconds)

    def set_timer(self, seconds: float) -> None:
        """Give the process so long."""
        self.timer = asyncio.get_running_loop().call_later(seconds, self.late, seconds)

    def stop_timer(self) -> None:
        """Take the time away."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def late(self, seconds: float) -> None:
        """End a process whose time is over."""
        assert self.process is not None
        self.lose(self.process, f"took longer than {seconds:g} s")


class BotPool:
    """Worker processes for bots; as many as there are cores but one, and two at least by default."""

    def __init__(
        self, workers: int | None = None, seconds: float = 5.0, allow_foreign: bool = False
    ) -> None:
        self.count = max(2, count_usable_cores() - 1) if workers is None else workers
        self.seconds = seconds
        self.allow_foreign = allow_foreign
        self.workers: list[BotWorker] = []
        self.lost = 0
        """How many processes died or were ended for being late."""

    async def open(self) -> None:
        """Start the workers and wait until they are ready; BotPoolError when they cannot be."""
        if self.workers:
            return
        self.workers = [BotWorker(self) for _ in range(self.count)]
        for worker in self.workers:
            worker.start()
        for worker in self.workers:
            await worker.ready.wait()
        if any(worker.process is None for worker in self.workers):
            await self.close()
            raise BotPoolError("The processes in which bots think cannot be started.")

    async def close(self) -> None:
        """End the workers and wait until they are gone; questions under way get a fault."""
        workers, self.workers = self.workers, []
        await asyncio.gather(*(worker.close() for worker in workers))

    async def ask(self, question: BotQuestion) -> BotAnswer:
        """Let a bot think. Its mistakes are reported in the answer."""
        if not self.workers:
            return BotAnswer(fault="the server is closing")
        return await self.worker_of(question.table).ask(question)

    def forget(self, table: str) -> None:
        """Let the bots of a table go that is over."""
        if self.workers:
            self.worker_of(table).forget(table)

    def worker_of(self, table: str) -> BotWorker:
        """Return the worker of a table: always the same, for all its seats."""
        return self.workers[zlib.crc32(table.encode()) % len(self.workers)]

    @property
    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return sum(len(worker.line) for worker in self.workers)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes at work."""
        transports = [
            worker.process.transport for worker in self.workers if worker.process is not None
        ]
        numbers = [transport.get_pid() for transport in transports if transport is not None]
        return [number for number in numbers if number is not None]
