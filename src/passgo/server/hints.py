"""Hints for players, at tables whose host allows them: one at a time per table, within the table's budget."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from passgo.engine.rules.trade import find_offer
from passgo.engine.state import State
from passgo.server.bot_worker import view_of
from passgo.server.hint_worker import ANSWERS, HintAnswer, HintQuestion
from passgo.server.limits import Limits, Rate
from passgo.server.logging_setup import get_logger
from passgo.server.metrics import Metrics
from passgo.server.problems import Problem
from passgo.server.table import Table
from passgo.server.wire import Advice
from passgo.server.worker import FAILURES, Worker

log: Final = get_logger("passgo.hints")

MOST_WAITING: Final = 16
"""Maximum number of hints that may be pending on the whole server at the same time."""
BURST: Final = 5
"""Number of hints that a table may ask for in a burst after a pause."""

Key: TypeAlias = tuple[int, int, int | None]
"""What a hint is about: the seq of the position, the seat, and the offer to answer, if any."""


class Hints:
    """The worker that works out the hints for all tables, one after another."""

    def __init__(
        self, metrics: Metrics, seconds: float, worker: Worker[HintAnswer] | None = None
    ) -> None:
        self.metrics = metrics
        self.worker = (
            Worker("passgo.server.hint_worker", ANSWERS, seconds) if worker is None else worker
        )
        self.turn = asyncio.Lock()
        """Held by the hint being worked out."""
        self.waiting = 0
        self.is_closed = False

    async def ask(self, table: str, question: HintQuestion) -> HintAnswer:
        """Work out a hint; raise Problem if too many are pending, or if the worker hangs or dies."""
        if self.waiting >= MOST_WAITING:
            raise busy()
        self.waiting += 1
        try:
            async with self.turn:
                if self.is_closed:
                    raise busy()
                answer = await self.worker.ask([question])
        except FAILURES as error:
            self.metrics.hint_faults.inc()
            log.error("hint not worked out", table=table, seat=question.seat, wrong=repr(error))
            raise busy() from None
        finally:
            self.waiting -= 1
        self.metrics.hints.inc()
        return answer

    async def close(self) -> None:
        """Stop the worker; answer everyone who is waiting with a Problem."""
        self.is_closed = True
        await self.worker.close()


class TableHints:
    """The hints at one table."""

    def __init__(
        self,
        table: Table,
        hints: Hints,
        limits: Limits,
        allowed: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.hints = hints
        self.allowed = allowed
        """Whether this server allows hints."""
        self.now = now
        self.rate = Rate(limits.hints_per_minute / 60, BURST)
        """The table's budget."""
        self.key: Key | None = None
        """What the last hint is about."""
        self.task: asyncio.Task[Advice] | None = None
        """The last hint, which may still be being worked out."""

    async def advise(self, seat: int, offer: int | None = None, request: str = "") -> Advice:
        """Return a hint for a seat about the current position; raise Problem if there can be none.

        A repeated request for the same hint costs nothing. If the game continues in the meantime, the
        hint is still about the position in which it was asked for.
        """
        self.check_allowed()
        async with self.table.lock:  # so that the position is durable
            game = self.table.game
            check_choice(game.state, seat, offer)
            key = (self.table.state.seq, seat, offer)
            task = self.find_task(key)
            if task is None:
                decision = int(game.state.decision_number)
                question = HintQuestion(seat, view_of(game, seat), offer)
                task = asyncio.create_task(self.work_out(key, decision, question))
                task.add_done_callback(lambda one: one.cancelled() or one.exception())
                self.key, self.task = key, task
        advice = await asyncio.shield(task)
        if not advice.choices:
            raise no_choice()
        return msgspec.structs.replace(advice, id=request)

    def check_allowed(self) -> None:
        """Raise Problem unless hints are on."""
        if not self.allowed:
            raise Problem("hint.off", "Hints are turned off on this server.")
        if not self.table.state.settings.hints:
            raise Problem("hint.off", "The host has not allowed hints at this table.")

    def find_task(self, key: Key) -> asyncio.Task[Advice] | None:
        """Return the last hint if it is the one that is wanted, or else None, and count a new hint.

        Raises Problem if another hint is being worked out, or if the budget is spent.
        """
        last = self.task
        if last is not None and not last.done():
            if key == self.key:
                return last
            raise Problem(
                "hint.busy", "Another hint is being worked out at this table. Wait a moment."
            )
        if last is not None and key == self.key and last.exception() is None:
            return last
        if not self.rate.allow(self.now()):
            raise Problem("hint.rate", "This table has used up its hints for now. Wait a moment.")
        return None

    async def work_out(self, key: Key, decision: int, question: HintQuestion) -> Advice:
        """Work out a hint."""
        answer = await self.hints.ask(self.table.name, question)
        return Advice(
            id="",
            seq=key[0],
            seat=question.seat,
            decision=decision,
            win_probabilities=answer.win_probabilities,
            choices=answer.choices,
        )


def check_choice(state: State, seat: int, offer: int | None) -> None:
    """Raise Problem if a seat cannot have a choice now; the worker finds out whether it has one."""
    if state.over:
        raise Problem("table.over", "The game is over.")
    if state.players[seat].out:
        raise no_choice()
    if offer is not None:
        found = find_offer(state, offer)
        if found is None or found.partner != seat:
            raise no_choice()
    elif not state.waits_for(seat) and not state.is_calm():
        raise no_choice()


def no_choice() -> Problem:
    """Return the Problem for a seat that has nothing to decide."""
    return Problem("hint.none", "There is nothing for this seat to decide now.")


def busy() -> Problem:
    """Return the Problem for a hint that cannot be worked out now."""
    return Problem("hint.busy", "The hint could not be worked out. Try again in a moment.")
