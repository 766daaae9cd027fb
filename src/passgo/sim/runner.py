"""Playing a plan: batches out to the workers, results back in the order of the games.

    with open_executor("processes") as workers:
        for batch in run(plan, workers):
            ...                              # a list of GameResult, from game 0 on

Every game depends on the plan and its number alone, so neither the workers nor the size of a batch change
anything but the time. A batch is sized to take about half a second, so that handing it over costs nothing
beside it, and slow games still come back one by one. Only a few batches are under way at any time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from typing import Final

import msgspec

from passgo.sim.executors import Batch, Executor, InProcess, Pending
from passgo.sim.plan import Plan, SimulationError, plan_to_json
from passgo.sim.results import GameResult

__all__ = ["run"]

AIM: Final = 0.5
"""Seconds that a batch should take."""
LARGEST: Final = 1000
"""Games in a batch, at most."""
_DECODER: Final = msgspec.msgpack.Decoder(list[GameResult])


def run(
    plan: Plan, executor: Executor | None = None, *, after: int = 0
) -> Generator[list[GameResult], None, None]:
    """Play the games of a plan from number ``after`` on, and yield them in order, batch by batch.

    Without an executor they are played here, one after the other. Raises SimulationError when a bot cannot
    be made or a worker is lost.
    """
    workers = InProcess() if executor is None else executor
    pace = Pace(workers.width)
    text = plan_to_json(plan)
    pending: deque[Pending] = deque()
    start = after
    try:
        while start < plan.games or pending:
            while start < plan.games and len(pending) < workers.ahead:
                stop = start + pace.size(plan.games - start)
                pending.append(workers.submit(text, start, stop))
                start = stop
            batch = pending.popleft().result()
            if batch.error:
                raise SimulationError(batch.error)
            pace.learn(batch)
            yield _DECODER.decode(batch.results)
    finally:
        for one in pending:
            one.cancel()


class Pace:
    """How many games to put in a batch, learnt from those that came back."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.fitting = 1

    def learn(self, batch: Batch) -> None:
        """Aim for a batch of the right length; grow at most tenfold at once, shrink at once."""
        each = batch.seconds / batch.games
        fitting = LARGEST if each * LARGEST <= AIM else max(1, int(AIM / each))
        self.fitting = min(fitting, 10 * self.fitting)

    def size(self, left: int) -> int:
        """Return the size of the next batch; towards the end, no worker gets more than its share."""
        return max(1, min(self.fitting, -(-left // self.width)))
