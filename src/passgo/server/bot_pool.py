"""The bot pool: worker processes in which bots think, so that they never block the server.

    pool = BotPool(workers=2)
    await pool.open()
    question = BotQuestion("table-1", 2, "normal", seed=7, kind="decide", view=view_of(game, 2))
    answer = await pool.ask(question)
    await pool.close()

Each table is assigned to one worker, which has one process and a queue of questions. All questions are
written to the pipe immediately and answered in order, so the process is always working on the first question
in the queue. If time runs out or the process dies, that question is answered with a fault, a new process is
started, and the other questions are asked again. The bots are recreated from their names and seeds.
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
from passgo.server.frames import LENGTH, NEW_GROUP, WorkerReady, write_frame

__all__ = ["BotPool", "BotPoolError"]

STARTING: Final = 60.0
"""Seconds within which a new process must become ready."""
ALARM: Final = 2.0
"""The delay before a worker's own alarm goes off, as a multiple of the time limit.

The alarm is needed only if the server is gone.
"""
MOST_LOST: Final = 5
"""Number of processes that a seat's bot may crash or stall before the pool stops asking it."""
MOST_BYTES: Final = 1 << 20
"""Maximum length of a message from a worker; a longer one means that the worker is broken."""
ANSWERS: Final = msgspec.msgpack.Decoder(WorkerReady | BotAnswer)


class BotPoolError(PassGoError):
    """A failure to start the worker processes."""


class PendingQuestion(NamedTuple):
    """An encoded question in the queue, and the future for its answer."""

    table: str
    seat: int
    frame: bytes
    answer: asyncio.Future[BotAnswer]

    def give(self, answer: BotAnswer) -> None:
        """Pass on the answer, unless the caller was canceled."""
        if not self.answer.done():
            self.answer.set_result(answer)


class WorkerProcess(asyncio.SubprocessProtocol):
    """The asyncio protocol for a worker process; it splits the output into messages and reports the exit."""

    def __init__(self, worker: BotWorker) -> None:
        self.worker = worker
        self.transport: asyncio.SubprocessTransport | None = None
        self.pipe: asyncio.WriteTransport | None = None
        self.received = bytearray()
        self.ready = False
        self.ended = False
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the settings; the process reads them once Python has started."""
        self.transport = cast(asyncio.SubprocessTransport, transport)
        self.pipe = cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0))
        pool = self.worker.pool
        self.send(write_frame(bot_worker.Begin(ALARM * pool.seconds, pool.allow_foreign)))
        if self.ended:  # killed before it had started
            self.end()

    def send(self, frame: bytes) -> None:
        """Write a message to the pipe; the message is lost if the process is gone."""
        if self.pipe is not None and not self.pipe.is_closing():
            self.pipe.write(frame)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Handle every complete message."""
        if self.ended:
            return
        received = self.received
        received += data
        start = 0
        while len(received) >= start + LENGTH.size:
            length: int = LENGTH.unpack_from(received, start)[0]
            stop = start + LENGTH.size + length
            if length > MOST_BYTES:
                self.worker.lose(self, "its worker process sent invalid data")
                return
            if len(received) < stop:
                break
            if not self.take(bytes(received[start + LENGTH.size : stop])):
                return
            start = stop
        del received[:start]

    def take(self, body: bytes) -> bool:
        """Handle one message; return whether it was valid."""
        try:
            message = ANSWERS.decode(body)
        except msgspec.MsgspecError:
            self.worker.lose(self, "its worker process sent invalid data")
            return False
        if isinstance(message, WorkerReady):
            self.ready = True
            self.worker.begin()
        else:
            self.worker.answer(message)
        return True

    def process_exited(self) -> None:
        """Close the pipes if the process was killed; otherwise, read the rest of its output first."""
        if self.ended and self.transport is not None:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Report the process as lost, now that it is gone and all its output has been read."""
        assert self.transport is not None
        self.transport.close()
        if not self.gone.done():
            self.gone.set_result(None)
        self.worker.lose(self, "its worker process ended")

    def end(self) -> None:
        """Kill the process, even while it is working."""
        self.ended = True
        if self.transport is not None:
            with contextlib.suppress(ProcessLookupError):
                self.transport.kill()


class BotWorker:
    """One of the pool's workers: its queue of questions, and its current process."""

    def __init__(self, pool: BotPool) -> None:
        self.pool = pool
        self.line: deque[PendingQuestion] = deque()
        self.process: WorkerProcess | None = None
        self.starting: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.alive: set[WorkerProcess] = set()
        """Processes that were started and have not exited yet."""
        self.ready = asyncio.Event()
        """Set once a process is ready or has failed to start."""
        self.costs: Counter[tuple[str, int]] = Counter()
        """The number of processes that each bot has crashed or stalled, by table and seat."""

    # -- the process -------------------------------------------------------------------------------

    def start(self) -> None:
        """Start a process; queued questions wait for it."""
        self.ready.clear()
        self.process = process = WorkerProcess(self)
        self.alive.add(process)
        process.gone.add_done_callback(lambda _: self.alive.discard(process))
        self.set_timer(STARTING)
        self.starting = asyncio.get_running_loop().create_task(self.run(process))

    async def run(self, process: WorkerProcess) -> None:
        """Start Python in a new process, unaffected by Ctrl-C and with the same module path."""
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: process,
                *(sys.executable, "-P", "-m", "passgo.server.bot_worker"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=None,
                start_new_session=True,
                creationflags=NEW_GROUP,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        except OSError as error:
            process.gone.set_result(None)
            self.lose(process, str(error))

    def begin(self) -> None:
        """Send all queued questions, now that the process is ready."""
        self.ready.set()
        assert self.process is not None
        for asked in self.line:
            self.process.send(asked.frame)
        self.watch()

    def lose(self, process: WorkerProcess, wrong: str) -> None:
        """Fail the first question in the queue and start a new process.

        If the process was never ready, fail all questions instead.
        """
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
        """Kill the process, and wait until it and any earlier ones are gone."""
        process, self.process = self.process, None
        self.stop_timer()
        self.ready.set()
        self.dismiss("the server is shutting down")
        if process is not None:
            process.end()
        if self.starting is not None:
            await self.starting
        for last in list(self.alive):
            await last.gone

    def dismiss(self, wrong: str) -> None:
        """Answer all queued questions with a fault."""
        while self.line:
            self.line.popleft().give(BotAnswer(fault=wrong))

    # -- the queue ---------------------------------------------------------------------------------

    async def ask(self, question: BotQuestion) -> BotAnswer:
        """Queue a question, and return its answer."""
        if self.costs[question.table, question.seat] >= MOST_LOST:
            return BotAnswer(
                fault=f"crashed or stalled {MOST_LOST} worker processes and is no longer used"
            )
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
        """Answer the first question in the queue, and start the timer for the next one."""
        if self.line:
            self.line.popleft().give(answer)
        self.watch()

    def forget(self, table: str) -> None:
        """Forget everything about a table."""
        for key in [key for key in self.costs if key[0] == table]:
            del self.costs[key]
        if self.process is not None and self.process.ready:
            self.process.send(write_frame(bot_worker.Forget(table)))

    # -- timers ------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Restart the timer for the first question in the queue, if there is one."""
        self.stop_timer()
        if self.line:
            self.set_timer(self.pool.seconds)

    def set_timer(self, seconds: float) -> None:
        """Set the process's time limit."""
        self.timer = asyncio.get_running_loop().call_later(seconds, self.late, seconds)

    def stop_timer(self) -> None:
        """Remove the time limit."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def late(self, seconds: float) -> None:
        """Give up on a process whose time is up."""
        assert self.process is not None
        self.lose(self.process, f"took longer than {seconds:g} s")


class BotPool:
    """Worker processes for bots; by default, one fewer than the number of cores, but at least two."""

    def __init__(
        self, workers: int | None = None, seconds: float = 5.0, allow_foreign: bool = False
    ) -> None:
        self.count = max(2, count_usable_cores() - 1) if workers is None else workers
        self.seconds = seconds
        self.allow_foreign = allow_foreign
        self.workers: list[BotWorker] = []
        self.lost = 0
        """Number of processes that died or had to be killed."""

    async def open(self) -> None:
        """Start the workers and wait until they are ready; raise BotPoolError if that fails."""
        if self.workers:
            return
        self.workers = [BotWorker(self) for _ in range(self.count)]
        for worker in self.workers:
            worker.start()
        for worker in self.workers:
            await worker.ready.wait()
        if any(worker.process is None for worker in self.workers):
            await self.close()
            raise BotPoolError("The worker processes for bots cannot be started.")

    async def close(self) -> None:
        """Stop the workers and wait until they are gone; answer pending questions with a fault."""
        workers, self.workers = self.workers, []
        await asyncio.gather(*(worker.close() for worker in workers))

    async def ask(self, question: BotQuestion) -> BotAnswer:
        """Ask a bot a question; the answer reports any fault."""
        if not self.workers:
            return BotAnswer(fault="the server is shutting down")
        return await self.worker_of(question.table).ask(question)

    def forget(self, table: str) -> None:
        """Drop the bots of a table whose game is over."""
        if self.workers:
            self.worker_of(table).forget(table)

    def worker_of(self, table: str) -> BotWorker:
        """Return a table's worker, which is the same for all its seats."""
        return self.workers[zlib.crc32(table.encode()) % len(self.workers)]

    @property
    def waiting(self) -> int:
        """The number of unanswered questions."""
        return sum(len(worker.line) for worker in self.workers)

    @property
    def pids(self) -> list[int]:
        """The ids of the worker processes."""

        transports = [
            worker.process.transport for worker in self.workers if worker.process is not None
        ]
        numbers = [transport.get_pid() for transport in transports if transport is not None]
        return [number for number in numbers if number is not None]
