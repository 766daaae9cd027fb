"""A simulation from Python in one call: what `passgo simulate` does, with the same defaults."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from passgo.bots.bot import Bot
from passgo.engine.board import Board
from passgo.engine.ruleset import RuleSet
from passgo.sim.executors import open_executor, workers_for
from passgo.sim.files import ResultFile
from passgo.sim.games import Table
from passgo.sim.plan import ROUNDS, SimulationError, bot_texts, make_plan
from passgo.sim.runner import run
from passgo.sim.summary import Summary

__all__ = ["simulate"]

GAMES: Final = 1000
PLAYERS: Final = 4
"""How many play when a single bot is named."""
DETAIL: Final = 200
"""Games of which landings and worth over time are kept: enough for a picture, too few to cost anything."""


def simulate(
    bots: Sequence[str | type[Bot]],
    *,
    players: int | None = None,
    games: int = GAMES,
    seed: int = 1,
    rules: RuleSet | str | None = None,
    board: Board | None = None,
    position: dict[str, object] | None = None,
    rounds: int = ROUNDS,
    rotate: bool = True,
    detail: int = DETAIL,
    seconds: float | None = None,
    jobs: int | None = None,
    executor: str = "processes",
    scheduler: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
) -> Summary:
    """Play many games between bots, on all cores, and return what they come to; a single bot takes all seats.

    ``out`` names a file for a row of each game, which ``resume`` goes on with. SimulationError, or another
    PassGoError, says what cannot be played.
    """
    plan = make_plan(
        seated(bot_texts(bots), seats_of(players, position)),
        games=games,
        seed=seed,
        rules=rules,
        board=board,
        position=position,
        rounds=rounds,
        rotate=rotate,
        detail=detail,
        seconds=seconds,
    )
    summary = Summary(plan, Table(plan).board)
    if resume and out is None:
        raise SimulationError("resume goes on with a file: name it by out.")
    with open_executor(
        executor, jobs=workers_for(jobs, plan.games), scheduler=scheduler
    ) as workers:
        if out is None:
            for batch in run(plan, workers):
                summary.add(batch)
            return summary
        with ResultFile(Path(out), plan, summary.board, resume=resume) as file:
            for batch in file.earlier():
                summary.add(batch)
            for batch in run(plan, workers, after=file.count):
                file.add(batch)
                summary.add(batch)
    return summary


def seats_of(players: int | None, position: dict[str, object] | None) -> int | None:
    """Return how many play, if that is said; a position says it too."""
    if players is not None and not 2 <= players <= 8:
        raise SimulationError(f"2 to 8 play, not {players}.")
    there = None if position is None else position.get("players")
    if not isinstance(there, list):
        return players
    if players not in (None, len(there)):
        raise SimulationError(f"The position has {len(there)} players, not {players}.")
    return len(there)


def seated(bots: list[str], seats: int | None) -> list[str]:
    """Give every seat a bot: a single one takes them all."""
    if len(bots) == 1:
        return bots * (PLAYERS if seats is None else seats)
    if bots and seats not in (None, len(bots)):
        raise SimulationError(f"There are {len(bots)} bots for {seats} players.")
    return bots
