"""A comparison in one call, with the same defaults as `passgo compare`.

found = compare({"houses": [16, 32]}, games=4000)
found.to_pandas()                   a row for each arm and measure
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

import msgspec

from passgo.bots.bot import Bot
from passgo.engine.board import Board
from passgo.engine.game import Game
from passgo.engine.ruleset import RuleSet, rule_set
from passgo.row_list import RowFile, RowList
from passgo.sim.executors import open_executor
from passgo.sim.experiment import (
    Arm,
    SeatRow,
    base_bots,
    make_arms,
    make_variation,
    play,
)
from passgo.sim.measures import MEASURES, Counts, effects
from passgo.sim.plan import ROUNDS, SimulationError, bot_texts

__all__ = ["Comparison", "MeasureRow", "compare"]

GAMES: Final = 2000
_WINS: Final = ("leader", "first", "hero")
"""The measures that are shares of wins."""


class MeasureRow(msgspec.Struct, frozen=True):
    """One measure in one arm, with its 95% interval and its difference from the base."""

    arm: str
    measure: str
    """``rounds``, ``unfinished``, ``shared``, ``spread``, ``leader``, ``luck``, ``first`` or ``hero``."""
    games: int
    fair: float | None
    """For a share of wins: the share if all players were equally likely to win."""
    value: float | None
    low: float | None
    high: float | None
    change: float | None
    """The difference from the base; None for the base itself."""
    change_low: float | None
    change_high: float | None
    clear: bool
    """Whether the interval of the change excludes 0."""


class Comparison:
    """The results of a comparison: its arms, with the base first, and the counts for each."""

    def __init__(self, arms: Sequence[Arm], counts: Sequence[Counts]) -> None:
        self.arms = list(arms)
        self._counts = list(counts)

    def __repr__(self) -> str:
        arms = ", ".join(arm.name for arm in self.arms)
        games = sum(sum(counted.outcomes.values()) for counted in self._counts)
        return f"<Comparison: {arms}; {games:,} games>"

    def _repr_html_(self) -> str:
        return self.measures._repr_html_()

    @property
    def measures(self) -> RowList[MeasureRow]:
        """A row for each arm and measure."""
        rows = []
        for arm, counted in zip(self.arms, self._counts, strict=True):
            games = sum(counted.outcomes.values())
            for figure, effect in zip(MEASURES, effects(self._counts[0], counted), strict=True):
                found, change = effect.found, effect.change
                rows.append(
                    MeasureRow(
                        arm=arm.name,
                        measure=figure.key,
                        games=games,
                        fair=1 / arm.plan.seats if figure.key in _WINS else None,
                        value=_known(found.value),
                        low=_known(found.low),
                        high=_known(found.high),
                        change=None if change is None else _known(change.value),
                        change_low=None if change is None else _known(change.low),
                        change_high=None if change is None else _known(change.high),
                        clear=effect.clear,
                    )
                )
        return RowList(MeasureRow, rows)

    def to_arrow(self) -> Any:
        """Return the measures as a pyarrow.Table."""
        return self.measures.to_arrow()

    def to_pandas(self) -> Any:
        """Return the measures as a pandas.DataFrame."""
        return self.measures.to_pandas()


def compare(
    vary: Mapping[str, Sequence[object]],
    bots: Sequence[str | type[Bot]] | None = None,
    *,
    cross: bool = False,
    games: int = GAMES,
    seed: int = 1,
    rules: RuleSet | str | None = None,
    board: Board | str | os.PathLike[str] | None = None,
    position: Game | dict[str, object] | str | os.PathLike[str] | None = None,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    jobs: int | None = None,
    executor: str = "processes",
    scheduler: str | None = None,
    rows: str | os.PathLike[str] | None = None,
    progress: Callable[[str, int], object] | None = None,
    strict: bool = False,
) -> Comparison:
    """Measure the effect of rules, bots, players, boards, positions or the supply of buildings.

    ``vary`` maps a setting to the values to compare: a rule option, ``preset``, ``bots`` (lineups),
    ``bot`` (the first bot), ``players``, ``board`` (boards or files), ``position`` (positions or
    files), ``houses`` or ``hotels`` (the Bank's supply). All arms play the same sets of dice rolls,
    once for every distinct seating of their bots; the arm with the most seatings plays about
    ``games`` games. ``rows`` is a file with a row for each arm, game and seat. ``progress`` is called
    after every batch with the arm's name and its number of games so far. Raises a PassGoError if the
    games cannot be played.
    """
    if not vary:
        raise SimulationError(
            'vary must name a setting and its values, as in {"houses": [16, 32]}.'
        )
    variations = [make_variation(key, values) for key, values in vary.items()]
    arms = make_arms(
        variations,
        base_bots(None if bots is None else bot_texts(bots), variations),
        _rules(rules),
        games=games,
        seed=seed,
        rounds=rounds,
        cross=cross,
        seconds=seconds,
        board=board,
        position=position,
    )
    found: dict[int, Counts] = {}
    with (
        nullcontext() if rows is None else RowFile(Path(rows), SeatRow) as file,
        open_executor(executor, jobs=jobs, scheduler=scheduler) as workers,
    ):
        for number, counts, _ in play(arms, workers, strict, file):
            found[number] = counts
            if progress is not None:
                progress(arms[number].name, sum(counts.outcomes.values()))
    return Comparison(arms, [found[number] for number in range(len(arms))])


def _rules(rules: RuleSet | str | None) -> RuleSet | None:
    return rule_set(rules) if isinstance(rules, str) else rules


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
