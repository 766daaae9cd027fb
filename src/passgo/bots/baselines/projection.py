"""A projection of every player's net worth over several turns, used by ``growth``.

Each turn, every player still in the game moves once. Each move brings in a fixed amount, and rents
are paid according to the exact landing probabilities. Players with cash to spare build where a
dollar earns the most. Players who are short of cash sell buildings at half price, starting with
those that earn the least, and then live off their deeds at half price until those are used up.
Nothing is random, no deed changes hands, and the Bank never runs out of buildings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.deed_values import DeedValues, get_deed_values
from passgo.engine.board import STREET

if TYPE_CHECKING:
    from passgo.engine.board import Group
    from passgo.engine.state import Property, State

TURNS: Final = 62
FROM_DICE: Final = 38.0
"""A turn's income, excluding rents: salary and cards, minus taxes and fines."""
KEPT: Final = 50.0
"""The cash that players keep when building."""


class Site:
    """A complete group that can be built on: its buildings, and what the next one earns."""

    def __init__(self, atlas: DeedValues, group: Group, built: i64) -> None:
        self.income: list[list[float]] = [atlas.income[deed.number] for deed in group.deeds]
        self.cost: float = float(group.deeds[0].house_cost)
        self.built = built
        self.room: i64 = len(group.deeds) * (atlas.houses + 1)

    def gain(self, number: i64) -> float:
        """Return the rent that the building with index ``number`` adds; buildings go up evenly."""
        size: i64 = len(self.income)
        income = self.income[number % size]
        step: i64 = number // size
        before = income[step] * 2.0 if step == 0 else income[step]
        return income[step + 1] - before


class Side:
    """A player in a projection."""

    def __init__(self, seat: i64, cash: float, out: bool) -> None:
        self.seat = seat
        self.out = out
        self.cash = cash
        self.rent: float = 0.0
        """The expected rent per opponent move."""
        self.deeds: float = 0.0
        self.pledge: float = 0.0
        """The value of the deeds at half price."""
        self.buildings: float = 0.0
        self.sites: list[Site] = []
        self.area: float = 0.0
        self.curve: list[float] = []

    def build(self) -> None:
        """Spend spare cash on buildings, always where a dollar earns the most."""
        while True:
            best: Site | None = None
            most = 0.0
            for site in self.sites:
                if site.built < site.room and self.cash - site.cost >= KEPT:
                    per_dollar = site.gain(site.built) / site.cost
                    if per_dollar > most:
                        most = per_dollar
                        best = site
            if best is None:
                return
            self.rent += best.gain(best.built)
            self.buildings += best.cost
            self.cash -= best.cost
            best.built += 1

    def sell(self) -> None:
        """Sell buildings at half price, lowest-earning first, until cash is no longer negative."""
        while self.cash < 0.0:
            worst: Site | None = None
            least = 0.0
            for site in self.sites:
                if site.built > 0:
                    per_dollar = site.gain(site.built - 1) / site.cost
                    if worst is None or per_dollar < least:
                        least = per_dollar
                        worst = site
            if worst is None:
                break
            worst.built -= 1
            self.rent -= worst.gain(worst.built)
            self.buildings -= worst.cost
            self.cash += worst.cost / 2.0
        if self.cash + self.pledge < 0.0:
            self.out = True

    def count(self) -> None:
        """Add this turn's net worth to the curve, or 0 if the player is out."""
        worth = 0.0 if self.out else self.cash + self.deeds + self.buildings
        self.area += worth
        self.curve.append(worth)


def project(state: State) -> list[Side]:
    """Project every player's net worth; each side gets its curve and the area under it."""
    sides = lay_out(state)
    for _ in range(TURNS):
        rents = 0.0
        playing = 0.0
        for side in sides:
            if not side.out:
                rents += side.rent
                playing += 1.0
        for side in sides:
            if not side.out:
                side.cash += FROM_DICE + side.rent * playing - rents
        for side in sides:
            if not side.out:
                if side.cash < 0.0:
                    side.sell()
                else:
                    side.build()
            side.count()
    return sides


def lay_out(state: State) -> list[Side]:
    """Return every player's starting values."""
    atlas = get_deed_values(state.board, state.rules)
    sides = [Side(player.seat, float(player.cash), player.out) for player in state.players]
    for prop in state.properties:
        if prop.owner < 0:
            continue
        deed = prop.deed
        side = sides[prop.owner]
        side.rent += earns(state, atlas, prop)
        side.deeds += float(deed.price - deed.mortgage if prop.mortgaged else deed.price)
        side.pledge += 0.0 if prop.mortgaged else float(deed.mortgage)
        side.buildings += float(state.count_as_houses(prop.houses) * deed.house_cost)
    for group in state.board.groups:
        owner = state.properties[group.deeds[0].number].owner
        if group.kind == STREET and state.owns_group(owner, group.number):
            built: i64 = 0
            mortgaged = False
            for deed in group.deeds:
                built += state.count_as_houses(state.properties[deed.number].houses)
                mortgaged = mortgaged or state.properties[deed.number].mortgaged
            if not mortgaged:
                sides[owner].sites.append(Site(atlas, group, built))
    return sides


def earns(state: State, atlas: DeedValues, prop: Property) -> float:
    """Return the expected rent from a property per opponent move."""
    if prop.mortgaged:
        return 0.0
    deed = prop.deed
    income = atlas.income[deed.number]
    if deed.kind == STREET:
        step = atlas.step(prop.houses)
        if step == 0 and state.owns_group(prop.owner, deed.group):
            return income[0] * 2.0
        return income[step]
    owned: i64 = 0
    for other in state.board.groups[deed.group].deeds:
        if state.properties[other.number].owner == prop.owner:
            owned += 1
    return income[owned - 1]
