"""Playing a plan's games: batches go to workers, and the results come back in game order.

    with open_executor("processes") as workers:
        for batch in run(plan, workers):
            ...                              # a list of GameResult, starting with game 0

Every game depends only on the plan and the game's number, so the workers and the batch size affect
only the running time. A batch is sized to take about half a second, so its overhead is negligible,
and slow games arrive one by one. Only a few batches are in progress at any time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from typing import Final

import msgspec

from passgo.sim.executors import Batch, Executor, InProcess, Pending
from passgo.sim.forfeits import stop_at_forfeit
from passgo.sim.games import Task, unpack_records
from passgo.sim.plan import Plan, SimulationError, plan_to_json
from passgo.sim.results import GameResult

__all__ = ["run"]

AIM: Final = 0.5
"""The number of seconds that a batch should take."""
LARGEST: Final = 1000
"""The maximum number of games in a batch."""
_DECODER: Final = msgspec.msgpack.Decoder(list[GameResult])


def run(
    plan: Plan,
    executor: Executor | None = None,
    *,
    after: int = 0,
    strict: bool = False,
    keep_records: Callable[[int, list[str]], object] | None = None,
    keep_tables: Callable[[int, bytes], object] | None = None,
) -> Generator[list[GameResult], None, None]:
    """Play a plan's games, starting with game number ``after``; yield the results in order, in batches.

    Before a batch is yielded, ``keep_records`` is called with its first game's number and the texts of
    its games' files, and ``keep_tables`` with the number after its last game and its event tables.
    Without an executor, the games are played in this process. Raises SimulationError if a bot cannot
    be created or a worker dies, and, if ``strict``, ForfeitError at the first forfeited move.
    """
    workers = InProcess() if executor is None else executor
    workers.check_bots(plan.bots)
    pace = Pace(workers.width)
    text = plan_to_json(plan)
    pending: deque[Pending] = deque()
    start = after
    try:
        while start < plan.games or pending:
            while start < plan.games and len(pending) < workers.ahead:
                stop = start + pace.size(plan.games - start)
                task = Task(text, start, stop, keep_records is not None, keep_tables is not None)
                pending.append(workers.submit(task))
                start = stop
            batch = pending.popleft().result()
            if batch.error:
                raise SimulationError(batch.error)
            pace.learn(batch)
            results = _DECODER.decode(batch.results)
            if keep_records is not None and results:
                keep_records(results[0].index, unpack_records(batch.records))
            if keep_tables is not None and results:
                keep_tables(results[-1].index + 1, batch.tables)
            before, forfeit = stop_at_forfeit(results) if strict else (results, None)
            yield before
            if forfeit is not None:
                raise forfeit
    finally:
        for one in pending:
            one.cancel()


class Pace:
    """The batch size, adapted to the duration of earlier batches."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.fitting = 1

    def learn(self, batch: Batch) -> None:
        """Adapt the batch size to the speed of a batch; the size grows at most tenfold at a time."""
        each = batch.seconds / batch.games
        fitting = LARGEST if each * LARGEST <= AIM else max(1, int(AIM / each))
        self.fitting = min(fitting, 10 * self.fitting)

    def size(self, left: int) -> int:
        """Return the next batch's size; near the end, divide the remaining games among the workers."""
        return max(1, min(self.fitting, -(-left // self.width)))
