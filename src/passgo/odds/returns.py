"""The returns on deeds: expected rent per opponent turn, cost and payback.

Rent here is the amount that one opponent is expected to pay per turn in the long run, including
rolls after doubles: landings per turn times the rent printed for the level. With three opponents,
there are three such turns between two of your own. A payback is the cost divided by that rent: the
number of opponent turns until the rent has covered the cost.

The levels for a street are bare (a single deed), complete (the whole group without houses: double
rent), 1 to 4 houses on every property, and hotels. For railroads and utilities, the level is the
number owned; if a group's figure depends on which deeds are owned, it is the mean over all
combinations. "Nearest" cards follow the rulebook: twice the rent on a railroad, ten times a new
roll on a utility.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from passgo.engine.board import HOTEL_LEVEL, RAILROAD, STREET, Board, Deed, Group
from passgo.odds.chain import LongRun

__all__ = ["DeedReturns", "GroupReturns", "Level", "returns"]

_CARD_RAILROAD: Final = (
    2  # multiplier for the rent if a card sends a player to a railroad: 10 MCS 100
)
_CARD_UTILITY: Final = 10  # multiplier for a new roll if a card sends a player to a utility
_MEAN_ROLL: Final = 7


@dataclass(frozen=True)
class Level:
    """A level for a deed or a group, and the step up to it from the previous level."""

    name: str
    cost: float  # total money spent to reach this level
    rent: float  # expected, per opponent turn
    payback: float  # in opponent turns: cost / rent
    added_cost: float  # for this level alone
    added_rent: float
    added_payback: float  # added_cost / added_rent; 0 if the step costs nothing


@dataclass(frozen=True)
class DeedReturns:
    """The returns on a deed at each level."""

    deed: int
    landings: float  # per opponent turn
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class GroupReturns:
    """The returns on a group at each level, and on each of its deeds."""

    group: int
    landings: float  # per opponent turn, on any of its deeds
    levels: tuple[Level, ...]
    deeds: tuple[DeedReturns, ...]


def returns(board: Board, run: LongRun, *, houses_before_hotel: int = 4) -> list[GroupReturns]:
    """Compute rents and paybacks for every group, in board order."""
    result: list[GroupReturns] = []
    for group in board.groups:
        deeds = tuple(_deed_returns(deed, group, run, houses_before_hotel) for deed in group.deeds)
        levels = _street_group(deeds) if group.kind == STREET else _counted_group(group, deeds)
        landings = sum(deed.landings for deed in deeds)
        result.append(GroupReturns(group.number, landings, _levels(levels), deeds))
    return result


def _deed_returns(deed: Deed, group: Group, run: LongRun, houses: int) -> DeedReturns:
    landings = run.landings_per_turn[deed.space]
    found: list[tuple[str, float, float]] = []
    if deed.kind == STREET:
        found.append(("bare", float(deed.price), landings * deed.rents[0]))
        found.append(("complete", float(deed.price), landings * deed.rents[0] * 2))
        for level in [*range(1, houses + 1), HOTEL_LEVEL]:
            cost = deed.price + min(level, houses + 1) * deed.house_cost
            found.append((_building(level), float(cost), landings * deed.rents[level]))
    else:
        found = [
            (f"{owned} owned", float(deed.price), _counted_rent(deed, owned, run))
            for owned in range(1, len(group.deeds) + 1)
        ]
    return DeedReturns(deed.number, landings, _levels(found))


def _building(level: int) -> str:
    if level == HOTEL_LEVEL:
        return "hotel"
    return "1 house" if level == 1 else f"{level} houses"


def _counted_rent(deed: Deed, owned: int, run: LongRun) -> float:
    """Return a railroad's or utility's expected rent if its owner has `owned` deeds of its kind."""
    by_card = run.by_nearest[deed.space]
    others = run.landings[deed.space] - by_card
    rent = deed.rents[owned - 1]
    if deed.kind == RAILROAD:
        per_roll = others * rent + by_card * rent * _CARD_RAILROAD
    else:
        per_roll = others * rent * run.mean_roll[deed.space]
        per_roll += by_card * _CARD_UTILITY * _MEAN_ROLL
    return per_roll * run.rolls_per_turn


def _street_group(deeds: tuple[DeedReturns, ...]) -> list[tuple[str, float, float]]:
    """Add up a color group's costs and rents at each level; a whole group is never bare."""
    return [
        (
            deeds[0].levels[at].name,
            sum(deed.levels[at].cost for deed in deeds),
            sum(deed.levels[at].rent for deed in deeds),
        )
        for at in range(1, len(deeds[0].levels))
    ]


def _counted_group(group: Group, deeds: tuple[DeedReturns, ...]) -> list[tuple[str, float, float]]:
    """Take the mean over all combinations of owned deeds; each deed appears equally often."""
    size = len(group.deeds)
    return [
        (
            deeds[0].levels[owned - 1].name,
            sum(deed.price for deed in group.deeds) * owned / size,
            sum(deed.levels[owned - 1].rent for deed in deeds) * owned / size,
        )
        for owned in range(1, size + 1)
    ]


def _levels(found: list[tuple[str, float, float]]) -> tuple[Level, ...]:
    """Return the levels, each with the step up to it from the previous level."""
    result: list[Level] = []
    cost_before = rent_before = 0.0
    for name, cost, rent in found:
        added_cost, added_rent = cost - cost_before, rent - rent_before
        result.append(
            Level(
                name=name,
                cost=cost,
                rent=rent,
                payback=_payback(cost, rent),
                added_cost=added_cost,
                added_rent=added_rent,
                added_payback=_payback(added_cost, added_rent),
            )
        )
        cost_before, rent_before = cost, rent
    return tuple(result)


def _payback(cost: float, rent: float) -> float:
    if cost <= 0:
        return 0.0
    return cost / rent if rent > 0 else math.inf
