"""The estimate: every player's strength and win probability, from the public state.

A player's strength is a weighted sum of several figures: cash, the money that could be raised,
rental income now and after the next buildings, groups within reach, and the rents to be paid. The
weights were fitted to the winners of games between these bots (``bench/fit.py``), so that the win
probability is ``exp(strength)`` divided by its sum over all players.

Bots maximize ``outlook``: their strength compared with that of the others. If the others'
strength counted in full, the outlook would be the logarithm of the odds, and two players could
never agree on anything, because one's gain would be the other's loss. It counts slightly less, so
two players can both want a deal that makes them stronger.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.deed_values import DeedValues, GroupValues, get_deed_values
from passgo.engine.rules.mortgage import unmortgage_cost

if TYPE_CHECKING:
    from passgo.engine.state import Property, State


class Weights:
    """The weight of each figure in a ``Standing``."""

    def __init__(
        self,
        wealth: float,
        buildings: float,
        rent: float,
        rent_later: float,
        rent_soon: float,
        short_free: float,
        parts: float,
        burden: float,
        cards: float,
        rivalry: float = 0.85,
        chips: float = 0.0,
    ) -> None:
        self.wealth = wealth
        self.buildings = buildings
        self.rent = rent
        self.rent_later = rent_later
        self.rent_soon = rent_soon
        self.short_free = short_free
        self.parts = parts
        self.burden = burden
        self.cards = cards
        self.rivalry = rivalry
        """How much others' strength matters, from 0 (not at all) to 1 (as much as one's own)."""
        self.chips = chips


FITTED: Final = Weights(
    wealth=1.25,
    buildings=1.0,
    rent=0.55,
    rent_soon=0.6,
    rent_later=0.65,
    short_free=0.1,
    parts=0.35,
    burden=-0.67,
    cards=0.02,
    rivalry=0.9,
)
"""The weights found by ``bench/fit.py``, except that no advantage has a negative weight."""
DEAL_WEIGHTS: Final = Weights(
    wealth=1.45,
    buildings=1.0,
    rent=0.0,
    rent_soon=0.94,
    rent_later=0.42,
    short_free=0.0,
    parts=0.16,
    burden=-4.0,
    cards=0.05,
    chips=0.3,
    rivalry=1.0,
)
"""The weights for deals, based on a fit to what 8,894 deals did to the win probabilities in games that
were played on with and without them (``bench/fit_deals.py``). Not all of them are the fitted values:
docs/decisions/0007-bots-hold-back-by-a-public-history.md lists the differences.
"""
ONE: Final[i64] = 1
LATER: Final = 4
"""The number of salaries that ``rent_later`` assumes."""
LEAST_WEALTH: Final = 0.05
"""The minimum wealth counted for a player who owes more than they have."""


class Plot:
    """A deed in the estimate, with money in thousands and income in dollars per opponent turn."""

    def __init__(self, atlas: DeedValues, prop: Property, nobody: Standing) -> None:
        deed = prop.deed
        self.number = deed.number
        self.group = deed.group
        self.owner: i64 = -1
        self.holder = nobody
        """The owner's standing."""
        self.steps: i64 = 0
        self.mortgaged = False
        self.price = float(deed.price) / 1000.0
        self.mortgage = float(deed.mortgage) / 1000.0
        self.half_house = float(deed.house_cost) / 2000.0
        self.to_unmortgage: i64 = unmortgage_cost(prop)
        self.income: list[float] = atlas.income[deed.number]


class PlotGroup:
    """A group in the estimate: its deeds and, once it is complete, what building on it would bring."""

    def __init__(self, values: GroupValues, plots: list[Plot]) -> None:
        self.plots = plots
        self.number = values.number
        self.street = values.street
        self.size = values.size
        self.prize = values.prize / 100.0
        self.step_cost = values.step_cost
        self.income: list[float] = values.income
        self.top: i64 = len(values.income) - 1
        self.owner: i64 = -1
        """The owner of all its deeds, or -1."""
        self.lowest: i64 = 0
        """The steps of the least developed deed; like the next two, only for complete street groups."""
        self.to_unmortgage: i64 = 0
        self.rent = 0.0
        """The current income from its deeds that are not mortgaged."""
        self.kept_owner: i64 = -1
        self.kept_lowest: i64 = 0
        self.kept_to_unmortgage: i64 = 0
        self.kept_rent = 0.0

    def add_up(self) -> None:
        """Compute the figures of a complete street group."""
        self.lowest = 9
        self.to_unmortgage = 0
        self.rent = 0.0
        for plot in self.plots:
            steps = plot.steps
            if steps < self.lowest:
                self.lowest = steps
            if plot.mortgaged:
                self.to_unmortgage += plot.to_unmortgage
            else:
                self.rent += plot.income[steps] * (2.0 if steps == 0 else 1.0)

    def keep(self) -> None:
        """Save the figures for ``restore``."""
        self.kept_owner = self.owner
        self.kept_lowest = self.lowest
        self.kept_to_unmortgage = self.to_unmortgage
        self.kept_rent = self.rent

    def restore(self) -> None:
        """Restore the saved figures."""
        self.owner = self.kept_owner
        self.lowest = self.kept_lowest
        self.to_unmortgage = self.kept_to_unmortgage
        self.rent = self.kept_rent


class Standing:
    """A player in the estimate, and the figures that make up their strength."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.alive = True
        self.cash: i64 = 0
        self.cards: i64 = 0
        self.held: i64 = 0
        """The number of deeds in the group being counted."""
        self.groups: i64 = 0
        """The number of complete street groups."""
        self.loose = 0.0
        """Mortgage values of deeds outside complete street groups, in thousands."""
        self.income = 0.0
        """The current income from the deeds per opponent turn."""
        self.wealth = 0.0
        """The logarithm of wealth: cash and deeds at full price or, if mortgaged, half price."""
        self.deeds = 0.0
        """Deeds at full price or, if mortgaged, half price, in thousands."""
        self.raisable = 0.0
        """Mortgage values and half the cost of buildings, in thousands."""
        self.buildings = 0.0
        """Half the cost of the buildings, in thousands."""
        self.rent = 0.0
        """The logarithm of the rent received per round."""
        self.rent_later = 0.0
        """The same figure after building with all cash, four salaries and ``loose``."""
        self.rent_soon = 0.0
        """The same as ``rent_later``, but with only one salary."""
        self.short_free = 0.0
        """Groups that are complete, or lack one deed that nobody owns, weighted by their prize."""
        self.parts = 0.0
        """Shares of groups, weighted by what the groups would earn at three houses."""
        self.chips = 0.0
        """Groups divided between this player and one other, who could complete them by a deal."""
        self.burden = 0.0
        """Rent to pay in a round, relative to the money that could be raised."""
        self.strength = 0.0
        self.strength_before = 0.0
        """The strength before a deal."""
        self.chance = 0.0
        """The win probability before a deal."""

    def clear(self) -> None:
        """Clear the figures that depend on deeds."""
        self.groups = 0
        self.loose = 0.0
        self.income = 0.0
        self.deeds = 0.0
        self.raisable = 0.0
        self.buildings = 0.0
        self.short_free = 0.0
        self.parts = 0.0
        self.chips = 0.0

    def copy_to(self, other: Standing) -> None:
        """Copy these figures to another standing."""
        other.groups = self.groups
        other.loose = self.loose
        other.income = self.income
        other.wealth = self.wealth
        other.deeds = self.deeds
        other.raisable = self.raisable
        other.buildings = self.buildings
        other.rent = self.rent
        other.rent_later = self.rent_later
        other.rent_soon = self.rent_soon
        other.short_free = self.short_free
        other.parts = self.parts
        other.chips = self.chips

    def figures(self) -> list[float]:
        """List the figures in the order of the weights, for fitting."""
        return [
            self.wealth,
            self.buildings,
            self.rent,
            self.rent_later,
            self.rent_soon,
            self.short_free,
            self.parts,
            self.burden,
            float(self.cards),
        ]

    def weigh(self, weights: Weights) -> None:
        """Compute the strength."""
        self.strength = (
            weights.wealth * self.wealth
            + weights.buildings * self.buildings
            + weights.rent * self.rent
            + weights.rent_later * self.rent_later
            + weights.rent_soon * self.rent_soon
            + weights.short_free * self.short_free
            + weights.parts * self.parts
            + weights.burden * self.burden
            + weights.cards * float(self.cards)
            + weights.chips * self.chips
        )


class Estimate:
    """An estimate of the table that can be changed freely to see what a deal would do."""

    def __init__(self, state: State, weights: Weights = FITTED) -> None:
        self.weights = weights
        self.atlas: DeedValues = get_deed_values(state.board, state.rules)
        self.standings: list[Standing] = [Standing(player.seat) for player in state.players]
        self.nobody = Standing(-1)
        """The holder of the deeds that nobody owns."""
        self.plots: list[Plot] = [Plot(self.atlas, prop, self.nobody) for prop in state.properties]
        self.groups: list[PlotGroup] = [
            PlotGroup(group, [self.plots[number] for number in group.deeds])
            for group in self.atlas.groups
        ]
        self.streets: list[PlotGroup] = [group for group in self.groups if group.street]
        self.kept: list[Standing] = [Standing(player.seat) for player in state.players]
        self.salary: i64 = state.rules.salary
        self.left: i64 = 0
        self.unowned: i64 = 0
        self.load(state)

    def load(self, state: State) -> None:
        """Load the current state."""
        self.left = 0
        for player in state.players:
            standing = self.standings[player.seat]
            standing.alive = not player.out and not player.leaving
            self.left += 1 if standing.alive else 0
            standing.cash = player.cash
            standing.cards = len(player.cards)
        for plot in self.plots:
            prop = state.properties[plot.number]
            if plot.owner != prop.owner:
                self.set_owner(plot, prop.owner)
            plot.steps = self.atlas.step(prop.houses)
            plot.mortgaged = prop.mortgaged

    def set_owner(self, plot: Plot, owner: i64) -> None:
        """Set a deed's owner, without recounting its group."""
        plot.owner = owner
        plot.holder = self.standings[owner] if owner >= 0 else self.nobody

    def outlook(self, seat: i64) -> float:
        """Return a seat's outlook (call ``weigh`` first); only differences are meaningful."""
        rivals = 0.0
        for other in self.standings:
            if other.seat != seat and other.alive:
                rivals += exp(other.strength)
        own = self.standings[seat].strength
        return own - self.weights.rivalry * log(rivals) if rivals > 0.0 else own

    def win_probability(self, seat: i64) -> float:
        """Return a seat's win probability (call ``weigh`` first)."""
        own = self.standings[seat].strength
        total = 0.0
        for other in self.standings:
            if other.alive:
                total += exp(other.strength - own)
        return 1.0 / total

    def keep(self) -> None:
        """Save every player's figures for ``restore``."""
        for standing in self.standings:
            standing.copy_to(self.kept[standing.seat])

    def restore(self) -> None:
        """Restore the saved figures."""
        for standing in self.kept:
            standing.copy_to(self.standings[standing.seat])

    def weigh(self) -> None:
        """Compute every player's strength."""
        self.count_deeds()
        self.weigh_cash()

    def count_deeds(self) -> None:
        """Compute the figures that depend on ownership and buildings."""
        for standing in self.standings:
            standing.clear()
        self.unowned = 0
        for group in self.groups:
            self.count_group(group, 1.0)

    def count_group(self, group: PlotGroup, sign: float) -> None:
        """Count one group, or undo the count if ``sign`` is -1."""
        nobody = self.nobody
        nobody.held = 0
        for standing in self.standings:
            standing.held = 0
        for plot in group.plots:
            plot.holder.held += 1
        size = group.size
        free = nobody.held
        self.unowned += free if sign > 0.0 else -free
        group.owner = -1
        if free == size:
            return
        first = group.plots[0].holder
        whole = first.held == size
        street = group.street
        for plot in group.plots:
            if plot.owner >= 0:
                self.count_plot(plot, street, whole, sign)
        prize = sign * group.prize
        if not whole:
            self.count_parts(size, prize, free)
            return
        group.owner = first.seat
        first.parts += prize
        first.short_free += prize
        if street:
            first.groups += 1 if sign > 0.0 else -1
            if sign > 0.0:
                group.add_up()

    def give(self, plot: Plot, owner: i64) -> None:
        """Change a deed's owner, and recount its group."""
        group = self.groups[plot.group]
        self.count_group(group, -1.0)
        self.set_owner(plot, owner)
        self.count_group(group, 1.0)

    def count_plot(self, plot: Plot, street: bool, whole: bool, sign: float) -> None:
        """Count one deed for its owner."""
        standing = plot.holder
        if plot.mortgaged:
            standing.deeds += sign * (plot.price - plot.mortgage)
            return
        steps = plot.steps
        built = float(steps) * plot.half_house
        standing.deeds += sign * plot.price
        standing.buildings += sign * built
        standing.raisable += sign * (plot.mortgage + built)
        if not whole or not street:
            standing.loose += sign * plot.mortgage
        level = steps if street else standing.held - 1
        income = plot.income[level]
        standing.income += sign * (income * 2.0 if whole and street and steps == 0 else income)

    def count_parts(self, size: i64, prize: float, free: i64) -> None:
        """Count an incomplete group for the players who own part of it."""
        owners: i64 = 0
        for standing in self.standings:
            held = standing.held
            if held == 0:
                continue
            owners += 1
            standing.parts += prize * float(held) / float(size)
            if held == size - 1 and free == 1:
                standing.short_free += prize
        if owners == 2 and free == 0:
            for standing in self.standings:
                if standing.held > 0:
                    standing.chips += prize

    def weigh_cash(self) -> None:
        """Recompute every strength after a change to cash or cards only."""
        for standing in self.standings:
            if standing.alive:
                self.weigh_means(standing)
        self.weigh_burdens()

    def weigh_one(self, one: Standing) -> None:
        """Recompute every strength after a change to this player only."""
        self.weigh_means(one)
        self.weigh_burdens()

    def weigh_means(self, standing: Standing) -> None:
        """Compute the figures that depend on a player's own cash and deeds."""
        opponents = float(self.left - 1)
        cash = float(standing.cash) / 1000.0
        standing.wealth = log(max(LEAST_WEALTH, 1.0 + cash + standing.deeds))
        standing.rent = log(1.0 + standing.income * opponents / 50.0)
        standing.rent_later = standing.rent
        standing.rent_soon = standing.rent
        if standing.groups > 0:
            budget = standing.cash + int(1000.0 * standing.loose + 0.5) + LATER * self.salary
            coming = standing.income + self.income_to_come(standing, budget)
            standing.rent_later = log(1.0 + coming * opponents / 50.0)
            budget -= (LATER - 1) * self.salary
            coming = standing.income + self.income_to_come(standing, budget)
            standing.rent_soon = log(1.0 + coming * opponents / 50.0)

    def weigh_burdens(self) -> None:
        """Compute what each player can expect to pay, and then all strengths."""
        rents = self.all_rents()
        for standing in self.standings:
            if standing.alive:
                self.weigh_burden(standing, rents)

    def all_rents(self) -> float:
        """Return the income of all players together."""
        rents = 0.0
        for standing in self.standings:
            if standing.alive:
                rents += standing.income
        return rents

    def weigh_burden(self, standing: Standing, rents: float) -> None:
        """Compute what a player can expect to pay, given all rents, and then the strength."""
        cash = float(standing.cash) / 1000.0
        means = max(100.0, (cash + standing.raisable + 0.1) * 1000.0)
        standing.burden = (rents - standing.income) / means
        standing.weigh(self.weights)

    def income_to_come(self, standing: Standing, budget: i64) -> float:
        """Return the extra rent from a player's groups after spending a budget, best group first."""
        total = 0.0
        done: i64 = 0
        for _ in range(standing.groups):
            best = 0.0
            best_cost: i64 = 0
            best_group: i64 = -1
            for group in self.streets:
                if group.owner != standing.seat or (done >> group.number) & 1 == 1:
                    continue
                cost, gain = self.build_within(group, budget)
                if gain > best:
                    best = gain
                    best_cost = cost
                    best_group = group.number
            if best_group < 0:
                break
            done |= ONE << best_group
            budget -= best_cost
            total += best
        return total

    def build_within(self, group: PlotGroup, budget: i64) -> tuple[i64, float]:
        """Build on a group as high as a budget allows; return the cost and the rent gained."""
        cost = group.to_unmortgage
        if cost > budget:
            return 0, 0.0
        reached = group.lowest
        while reached < group.top and cost + group.step_cost <= budget:
            cost += group.step_cost
            reached += 1
        gain = group.income[reached] - group.rent
        return cost, gain if gain > 0.0 else 0.0
