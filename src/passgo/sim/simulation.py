"""A simulation in one call, with the same defaults as `passgo simulate`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Final

from passgo.bots.bot import Bot
from passgo.engine.board import Board
from passgo.engine.game import Game
from passgo.engine.ruleset import RuleSet
from passgo.sim.event_tables import EventFolder
from passgo.sim.executors import Executor, count_workers_for, open_executor
from passgo.sim.files import ResultFile
from passgo.sim.game_records import RecordFolder
from passgo.sim.games import PreparedPlan
from passgo.sim.interrupts import defer_interrupts
from passgo.sim.plan import (
    ROUNDS,
    SimulationError,
    bot_texts,
    make_plan,
    open_position,
)
from passgo.sim.runner import run
from passgo.sim.summary import Summary

__all__ = ["simulate"]

GAMES: Final = 1000
PLAYERS: Final = 4
"""The default number of players if only one bot is named."""
DETAIL: Final = 200
"""The default number of games with details: enough for charts, and cheap."""


def simulate(
    bots: Sequence[str | type[Bot]],
    *,
    players: int | None = None,
    games: int = GAMES,
    seed: int = 1,
    rules: RuleSet | str | None = None,
    board: Board | str | os.PathLike[str] | None = None,
    position: Game | dict[str, object] | str | os.PathLike[str] | None = None,
    rounds: int = ROUNDS,
    rotate: bool = True,
    detail: int = DETAIL,
    seconds: float | None = None,
    jobs: int | None = None,
    executor: str = "processes",
    scheduler: str | None = None,
    out: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
    events: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Callable[[Summary], object] | None = None,
    strict: bool = False,
) -> Summary:
    """Play many games between bots, on all cores, and return a summary; a single bot takes all seats.

    ``board`` and ``position`` may also be the names of files. A game as ``position`` stands for
    ``game.position()``, which includes the order of its unseen cards. ``out`` is a results file with
    a row for each game; ``resume`` continues it. ``records`` is a folder for game files, one for
    each game, which `passgo replay` reads, and ``events`` is a folder for tables of events, turns,
    trades, rents and purchases. ``progress`` is called with the summary so far, before the first
    game and after every batch. Raises SimulationError or another PassGoError if the games cannot be
    played, and, if ``strict``, as soon as a bot forfeits a move.
    """
    start = open_position(position)
    plan = make_plan(
        seat_bots(bot_texts(bots), count_seats(players, start)),
        games=games,
        seed=seed,
        rules=rules,
        board=board,
        position=start,
        rounds=rounds,
        rotate=rotate,
        detail=detail,
        seconds=seconds,
    )
    summary = Summary(plan, PreparedPlan(plan).board)
    if resume and out is None:
        raise SimulationError("resume continues a results file: pass its name as out.")
    folder = None if records is None else RecordFolder(Path(records), plan, resume=resume)
    tables = None if events is None else EventFolder(Path(events), plan, resume=resume)
    with (
        open_executor(
            executor, jobs=count_workers_for(jobs, plan.games), scheduler=scheduler
        ) as workers,
        (
            nullcontext()
            if out is None
            else ResultFile(Path(out), plan, summary.board, resume=resume)
        ) as file,
        nullcontext() if tables is None else closing(tables),
    ):
        try:
            _play(summary, workers, file, folder, tables, progress, strict)
        except BaseException:
            workers.close(at_once=True)  # before the file is closed, which may take a while
            raise
    return summary


def _play(
    summary: Summary,
    workers: Executor,
    file: ResultFile | None,
    folder: RecordFolder | None,
    tables: EventFolder | None,
    progress: Callable[[Summary], object] | None,
    strict: bool,
) -> None:
    """Play the remaining games, and add them to the summary and the file."""
    for batch in () if file is None else file.read_earlier():
        summary.add(batch)
    if progress is not None:
        progress(summary)
    done = summary.games
    after = done if folder is None else folder.count_complete(done)
    after = after if tables is None else min(after, tables.count_complete(after))
    keep_records = None if folder is None else folder.add
    keep_tables = None if tables is None else tables.add
    for played in run(
        summary.plan,
        workers,
        after=after,
        strict=strict,
        keep_records=keep_records,
        keep_tables=keep_tables,
    ):
        # Earlier games are played again only for their records and tables.
        batch = [result for result in played if result.index >= done]
        with defer_interrupts():  # the summary and the file must contain the same games
            if file is not None:
                file.add(batch)
            summary.add(batch)
        if progress is not None:
            progress(summary)


def count_seats(players: int | None, position: dict[str, object] | None) -> int | None:
    """Return the number of players that ``players`` or the position gives; None if neither does."""
    if players is not None and not 2 <= players <= 8:
        raise SimulationError(f"players must be from 2 to 8 (got {players:,})")
    there = None if position is None else position.get("players")
    if not isinstance(there, list):
        return players
    if players not in (None, len(there)):
        raise SimulationError(
            f"The position has {len(there)} players, not {players}: leave out the number of players."
        )
    return len(there)


def seat_bots(bots: list[str], seats: int | None) -> list[str]:
    """Return a bot for every seat; a single bot takes all seats."""
    if len(bots) == 1:
        return bots * (PLAYERS if seats is None else seats)
    if bots and seats not in (None, len(bots)):
        raise SimulationError(
            f"There are {len(bots)} bots for {seats} players: name one bot, or one per player."
        )
    return bots
