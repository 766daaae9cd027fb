"""The value of a position to a player, and whether the player is safe; used by ``planner``.

    value = deeds at list price + buildings at cost
          + expected rent over the next five turns, by exact enumeration of two dice
          + rent over five laps
          + group potential: the best building plan, halved for each missing deed

The enumeration rolls two dice per turn from each rival's space, without doubles, cards or arrests.
In one lap, a token stops on a given space with probability 1/7, because the mean roll is seven.
Only rent received counts. A mortgaged deed counts as its price minus its mortgage value. A building
plan raises all properties in one group to the same level and is paid for with cash, five salaries and
the rent over five laps; its value is the rent it adds over five laps minus its cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.board import HOTEL_LEVEL, STREET
from passgo.engine.rules.debt import raisable
from passgo.engine.rules.rent import rent_of

if TYPE_CHECKING:
    from passgo.engine.board import Group
    from passgo.engine.state import State

HORIZON: Final = 5
"""The number of turns, laps and salaries to look ahead."""
MEAN_ROLL: Final = 7
SAFE_CASH: Final = 200.0


class Reach:
    """The expected number of stops at each distance ahead, on a board of a given size."""

    def __init__(self, size: i64) -> None:
        self.size = size
        self.next: list[float] = stops(size, 1)
        """On the next roll."""
        self.soon: list[float] = stops(size, HORIZON)
        """In the next five rolls combined."""


def stops(size: i64, rolls: i64) -> list[float]:
    """Return the expected number of stops at each distance ahead, within a number of rolls."""
    total: list[float] = [0.0] * size
    now: list[float] = [0.0] * size
    now[0] = 1.0
    for _ in range(rolls):
        then: list[float] = [0.0] * size
        for start in range(size):
            for first in range(1, 7):
                for second in range(1, 7):
                    then[(start + first + second) % size] += now[start] / 36.0
        for space in range(size):
            total[space] += then[space]
        now = then
    return total


REACHES: Final[list[Reach]] = []


def reach_of(size: i64) -> Reach:
    """Return the reach on a board of this size, computed only once for each size."""
    for known in REACHES:
        if known.size == size:
            return known
    made = Reach(size)
    REACHES.append(made)
    return made


# -- value -----------------------------------------------------------------------------------------


def standing(state: State, seat: i64) -> float:
    """Return a player's value plus cash, or 0 for a player who is out."""
    player = state.players[seat]
    return 0.0 if player.out else float(player.cash) + value(state, seat)


def value(state: State, seat: i64) -> float:
    """Return the value of a player's holdings, without cash."""
    total = 0.0
    laps = 0.0
    rivals = positions(state, seat)
    soon = reach_of(state.board.size).soon
    for prop in state.properties:
        if prop.owner != seat:
            continue
        deed = prop.deed
        total += float(deed.price - deed.mortgage if prop.mortgaged else deed.price)
        total += float(state.count_as_houses(prop.houses) * deed.house_cost)
        rent = float(rent_of(state, prop, MEAN_ROLL))
        total += rent * visits(state, rivals, deed.space, soon)
        laps += rent * per_lap(state) * HORIZON
    budget = float(state.players[seat].cash + HORIZON * state.rules.salary) + laps
    for group in state.board.groups:
        if group.kind == STREET:
            total += potential(state, seat, group, budget)
    return total + laps


def positions(state: State, seat: i64) -> list[int]:
    """List the rivals' spaces."""
    return [player.space for player in state.players if player.seat != seat and not player.out]


def visits(state: State, rivals: list[int], space: i64, reach: list[float]) -> float:
    """Return how often rivals are expected to stop on a space."""
    total = 0.0
    size = state.board.size
    for place in rivals:
        ahead: i64 = space - place
        total += reach[ahead if ahead >= 0 else ahead + size]
    return total


def per_lap(state: State) -> float:
    """Return how often rivals stop on a space if each makes one lap."""
    return float(state.left - 1) / float(MEAN_ROLL)


def potential(state: State, seat: i64, group: Group, budget: float) -> float:
    """Return the value of a group's best building plan, halved for each missing deed."""
    missing: i64 = 0
    for deed in group.deeds:
        if state.properties[deed.number].owner != seat:
            missing += 1
    if missing == len(group.deeds):
        return 0.0
    best = 0.0
    level: i64 = 0
    while level != HOTEL_LEVEL:
        level = state.next_level(level)
        cost = 0.0
        added: i64 = 0
        for deed in group.deeds:
            prop = state.properties[deed.number]
            steps = state.count_as_houses(level) - state.count_as_houses(prop.houses)
            if steps > 0:
                cost += float(steps * deed.house_cost)
                now: i64 = rent_of(state, prop, MEAN_ROLL) if prop.owner == seat else deed.rents[0]
                added += deed.rents[level] - now
        if cost > budget:
            break
        best = max(best, float(added) * per_lap(state) * HORIZON - cost)
    for _ in range(missing):
        best /= 2.0
    return best


# -- safety ----------------------------------------------------------------------------------------


def is_safe(state: State, seat: i64) -> bool:
    """Return whether a player is safe.

    Cash plus next round's net rent must be at least $200, and the player must be able to pay the
    highest rent that the next roll could cost.
    """
    cash = float(state.players[seat].cash)
    if cash + net_rent(state, seat) < SAFE_CASH:
        return False
    return worst_rent(state, seat) <= raisable(state, seat)


def net_rent(state: State, seat: i64) -> float:
    """Return the rent expected from the rivals' next rolls, minus the rent expected to be paid."""
    total = 0.0
    rivals = positions(state, seat)
    here: list[int] = [state.players[seat].space]
    reach = reach_of(state.board.size).next
    for prop in state.properties:
        if prop.owner >= 0:
            rent = float(rent_of(state, prop, MEAN_ROLL))
            if prop.owner == seat:
                total += rent * visits(state, rivals, prop.deed.space, reach)
            else:
                total -= rent * visits(state, here, prop.deed.space, reach)
    return total


def worst_rent(state: State, seat: i64) -> i64:
    """Return the highest rent the player's next roll could cost."""
    worst: i64 = 0
    size = state.board.size
    space = state.players[seat].space
    for rolled in range(2, 13):
        ahead: i64 = (space + rolled) % size
        if state.is_property(ahead):
            prop = state.property(ahead)
            if prop.owner >= 0 and prop.owner != seat:
                worst = max(worst, rent_of(state, prop, rolled))
    return worst
