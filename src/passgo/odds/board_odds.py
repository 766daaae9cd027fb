"""The odds of a board in one call: landings on every space, and the return on every deed.

found = odds()
found.spaces.to_pandas()            a row for each strategy and space
found.returns.to_pandas()           a row for each strategy, group or deed, and level
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from passgo.engine.board import Board, classic
from passgo.odds.chain import STRATEGIES, LongRun, long_run, space_names
from passgo.odds.returns import GroupReturns, Level, returns
from passgo.row_list import RowList

__all__ = ["Odds", "ReturnRow", "SpaceOdds", "odds"]


class SpaceOdds(msgspec.Struct, frozen=True):
    """How often a token stops on a space in the long run, under one strategy for Jail."""

    strategy: str
    """``leave`` (leave Jail at once) or ``stay`` (roll for doubles as long as possible)."""
    space: int | None
    """The space's number; None for "in Jail"."""
    name: str
    group: str | None
    """The key of the space's group, such as ``orange``."""
    landings: float
    """Stops on the space per roll."""
    share: float
    """Landings as a share of all landings."""
    rests: float
    """The share of rolls that end there."""


class ReturnRow(msgspec.Struct, frozen=True):
    """The cost and the rent of a group or a deed at one level."""

    strategy: str
    group: str
    space: int | None
    """The deed's space; None for the whole group."""
    name: str
    level: str
    cost: float
    """All money spent to reach the level."""
    rent: float
    """The expected rent per opponent turn."""
    payback: float | None
    """The number of opponent turns until the rent has covered the cost; None for never."""
    added_cost: float
    """The cost of this level alone; ``added_rent`` and ``added_payback`` likewise."""
    added_rent: float
    added_payback: float | None


class Odds:
    """The odds of a board under both strategies for Jail."""

    def __init__(
        self, board: Board, runs: dict[str, LongRun], earned: dict[str, list[GroupReturns]]
    ) -> None:
        self.board = board
        self.runs = runs
        """The long-run frequencies under each strategy."""
        self.earned = earned
        """The returns on every group, for each strategy."""

    def __repr__(self) -> str:
        return f"<Odds: {self.board.name}; {', '.join(self.runs)}>"

    def _repr_html_(self) -> str:
        return self.spaces._repr_html_()

    @property
    def spaces(self) -> RowList[SpaceOdds]:
        """A row for each strategy and space, and one for "in Jail"."""
        board = self.board
        rows = []
        for strategy, run in self.runs.items():
            for number, name in enumerate(space_names(board)):
                deed = board.spaces[number].deed if number < board.size else -1
                rows.append(
                    SpaceOdds(
                        strategy,
                        number if number < board.size else None,
                        name,
                        board.groups[board.deeds[deed].group].key if deed >= 0 else None,
                        run.landings[number],
                        run.shares[number],
                        run.rests[number],
                    )
                )
        return RowList(SpaceOdds, rows)

    @property
    def returns(self) -> RowList[ReturnRow]:
        """A row for each strategy, level, and group or deed."""
        rows = []
        for strategy, groups in self.earned.items():
            for found in groups:
                group = self.board.groups[found.group]
                rows += [
                    _return_row(strategy, group.key, None, group.name, level)
                    for level in found.levels
                ]
                for deed in found.deeds:
                    title = self.board.deeds[deed.deed]
                    rows += [
                        _return_row(strategy, group.key, int(title.space), title.name, level)
                        for level in deed.levels
                    ]
        return RowList(ReturnRow, rows)

    def to_arrow(self) -> Any:
        """Return the spaces as a pyarrow.Table."""
        return self.spaces.to_arrow()

    def to_pandas(self) -> Any:
        """Return the spaces as a pandas.DataFrame."""
        return self.spaces.to_pandas()


def odds(board: Board | None = None, *, jail_turns: int = 3, fine_turns: int = 3) -> Odds:
    """Compute the exact odds of a board (default: the classic board), as `passgo odds` prints them.

    ``jail_turns`` and ``fine_turns`` are the rule options with these names.
    """
    where = classic() if board is None else board
    if not isinstance(where, Board):
        raise TypeError(f'odds() needs a board, such as load_board("my.json") (got {where!r}).')
    runs = {
        strategy: long_run(where, strategy, jail_turns=jail_turns, fine_turns=fine_turns)
        for strategy in STRATEGIES
    }
    return Odds(where, runs, {strategy: returns(where, runs[strategy]) for strategy in STRATEGIES})


def _return_row(strategy: str, group: str, space: int | None, name: str, level: Level) -> ReturnRow:
    return ReturnRow(
        strategy,
        group,
        space,
        name,
        level.name,
        level.cost,
        level.rent,
        level.payback if math.isfinite(level.payback) else None,
        level.added_cost,
        level.added_rent,
        level.added_payback if math.isfinite(level.added_payback) else None,
    )
