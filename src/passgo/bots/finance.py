"""Finances: building, mortgages, debts and Jail, judged by what a dollar earns.

This bot builds where a dollar earns the most, keeps a reserve for the rents ahead, stays in Jail
when moving costs more than it brings in, and raises money in the least costly way. The trader adds
buying and bargaining.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.estimate import Estimate, Plot, Weights
from passgo.bots.habits import ROLLS, Habits
from passgo.bots.reason import Reason
from passgo.bots.style import DEFAULT_STYLE, Style
from passgo.engine.action import Action
from passgo.engine.rules.auction import PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.debt import DebtDue, GoBankrupt, raisable
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage, Unmortgage, unmortgage_cost
from passgo.engine.rules.rent import rent_of
from passgo.engine.rules.shortage import BidForBuilding, BuildingAuction, capacity, why_not_place
from passgo.engine.rules.turn import ToRoll

if TYPE_CHECKING:
    from passgo.engine.state import State

LEAST_CASH: Final = 80
"""The cash below which the bot does not think about building."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FinanceBot(Habits):
    """A bot that manages its money.

    ``caution`` scales the reserve; ``jail`` is ``auto``, ``leave`` or ``stay``; ``weights`` replace
    those of the ``style``.
    """

    def __init__(
        self,
        caution: float = 1.0,
        jail: str = "auto",
        weights: Weights | None = None,
        style: Style | None = None,
    ) -> None:
        if jail not in ("auto", "leave", "stay"):
            raise ValueError(f"jail must be auto, leave or stay (got {jail!r})")
        self.style: Style = DEFAULT_STYLE if style is None else style
        self.caution = caution * self.style.caution
        self.jail = jail
        self.weights = self.style.weights if weights is None else weights
        self.own: Estimate | None = None
        self.unmortgaged: i64 = -1
        """The turn in which the bot last considered unmortgaging."""
        self.reserve_for: i64 = -1
        """The property that decided the last computed reserve, or -1 for the minimum."""
        self.rent_gain: i64 = 0
        """What the houses chosen last earn in 100 opponent turns."""
        self.rent_cost: i64 = 0
        """What these houses cost."""

    def table(self, state: State) -> Estimate:
        """Return this bot's estimate of the table, as last loaded."""
        own = self.own
        if own is None or own.atlas.board is not state.board:
            own = Estimate(state, self.weights)
            self.own = own
        return own

    def sketch(self, state: State) -> Estimate:
        """Return this bot's estimate of the table, loaded with the current state."""
        own = self.table(state)
        own.load(state)
        return own

    # -- money -------------------------------------------------------------------------------------

    def could_mortgage(self, state: State, seat: i64) -> i64:
        """Return the cash plus the mortgage values of deeds outside complete groups."""
        total = state.players[seat].cash
        for prop in state.properties:
            if (
                prop.owner == seat
                and not prop.mortgaged
                and not state.owns_group(seat, prop.deed.group)
            ):
                total += prop.deed.mortgage
        return total

    def loose(self, state: State, seat: i64) -> i64:
        """Return a deed to mortgage, or -1.

        It is the deed outside complete groups that earns the least per mortgage dollar.
        """
        atlas = self.table(state).atlas
        found: i64 = -1
        least = 1.0e9
        for prop in state.properties:
            if prop.owner != seat or prop.mortgaged or state.owns_group(seat, prop.deed.group):
                continue
            earns = atlas.income[prop.deed.number][0] / float(prop.deed.mortgage)
            if earns < least:
                least = earns
                found = prop.deed.space
        return found

    def in_debt(self, state: State, seat: i64, owing: DebtDue) -> Action:
        """Raise money where it costs the least per dollar raised."""
        able = raisable(state, seat)
        if able < owing.amount:
            self.reason = Reason("debt.bankrupt", amount=owing.amount, raisable=able)
            return GoBankrupt(seat)
        sketch = self.sketch(state)
        missing = owing.amount - state.players[seat].cash
        need = float(missing)
        best: Action | None = None
        best_raised = 0.0
        best_loss = 1.0e9
        for number, prop in enumerate(state.properties):
            if prop.owner != seat:
                continue
            action: Action
            if prop.houses > 0:
                action = SellBuilding(seat, prop.deed.space)
            elif not prop.mortgaged:
                action = Mortgage(seat, prop.deed.space)
            else:
                continue
            if action.why_not(state) is not None:
                continue
            plot = sketch.plots[number]
            whole = state.owns_group(seat, prop.deed.group)
            loss, raised = self.cost_of_raising(sketch, plot, whole)
            loss /= min(raised, need)
            if loss < best_loss:
                best_loss = loss
                best_raised = raised
                best = action
        if best is not None:
            self.reason = Reason(
                "debt.mortgage" if isinstance(best, Mortgage) else "debt.sell",
                amount=owing.amount,
                missing=missing,
                gain=int(best_raised + 0.5),
            )
            return best
        self.reason = Reason("debt.last", amount=owing.amount, missing=missing)
        for prop in state.properties:
            if prop.owner == seat and prop.houses > 0:
                sale = SellGroupBuildings(seat, prop.deed.group)
                if sale.why_not(state) is None:
                    return sale
        return owing.default(state, seat)

    def cost_of_raising(self, sketch: Estimate, plot: Plot, whole: bool) -> tuple[float, float]:
        """Return what raising cash from a deed costs in rent, and the cash it raises.

        ``whole`` is whether the deed's group is complete.
        """
        steps = plot.steps
        if steps > 0:
            raised = 1000.0 * plot.half_house
            return plot.income[steps] - plot.income[steps - 1] + raised / 100.0, raised
        lost = plot.income[0]
        group = sketch.atlas.groups[plot.group]
        if group.street and whole:
            lost += group.prize  # no deed in the group can be built on while one is mortgaged
        raised = 1000.0 * plot.mortgage
        return lost + raised / 500.0, raised

    def reserve(self, state: State, seat: i64) -> i64:
        """Return the cash to keep, based on the highest rents within one roll and overall."""
        player = state.players[seat]
        size: i64 = state.board.size
        near: i64 = 0
        far: i64 = 0
        near_at: i64 = -1
        far_at: i64 = -1
        for prop in state.properties:
            if prop.owner < 0 or prop.owner == seat or prop.mortgaged:
                continue
            rent = rent_of(state, prop, 7)
            if rent > far:
                far = rent
                far_at = prop.deed.space
            ahead = prop.deed.space - player.space
            if ahead < 0:
                ahead += size
            if 2 <= ahead <= 12 and rent > near:
                near = rent
                near_at = prop.deed.space
        style = self.style
        kept_near = style.near * float(near)
        kept_far = style.far * float(far)
        kept = int(self.caution * (kept_near + kept_far))
        if kept <= style.least_reserve:
            self.reserve_for = -1
            return style.least_reserve
        self.reserve_for = near_at if kept_near >= kept_far else far_at
        return kept

    # -- Jail --------------------------------------------------------------------------------------

    def in_jail(self, state: State, seat: i64) -> Action:
        """Leave if moving brings in more than it costs; otherwise stay."""
        if self.jail != "auto":
            self.reason = Reason(f"jail.always_{self.jail}")
        if self.jail == "stay" or (self.jail == "auto" and not self.would_move(state, seat)):
            return ROLLS[seat]
        player = state.players[seat]
        if player.cards:
            return UseCard(seat, player.cards[0])
        pay = PayFine(seat)
        if pay.why_not(state) is None:
            return pay
        self.reason = Reason("jail.no_fine", fine=state.rules.jail_fine, cash=player.cash)
        return ROLLS[seat]

    def would_move(self, state: State, seat: i64) -> bool:
        """Return whether a turn on the board brings in more than it costs in rent."""
        sketch = self.sketch(state)
        sketch.count_deeds()
        costs = 0.0
        for rival in sketch.standings:
            if rival.seat != seat and rival.alive:
                costs += rival.income
        cash = state.players[seat].cash
        brings = self.style.outing
        if cash >= 200:
            brings += self.style.outing_per_deed * float(sketch.unowned)
        self.reason = Reason(
            "jail.leave" if brings > costs else "jail.stay",
            gain=int(brings + 0.5),
            cost=int(costs + 0.5),
        )
        return brings > costs

    # -- building ----------------------------------------------------------------------------------

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Build with spare cash; unmortgage before this seat's roll."""
        player = state.players[seat]
        if player.complete > 0 and player.cash >= LEAST_CASH:
            built = self.build(state, seat)
            if built is not None:
                return built
        top = state.agenda.top
        if player.mortgages == 0 or not isinstance(top, ToRoll) or top.seat != seat:
            return None
        if self.unmortgaged == state.turn or player.cash <= 300:
            return None
        self.unmortgaged = state.turn
        return self.unmortgage(state, seat)

    def build(self, state: State, seat: i64) -> Action | None:
        """Put the next house where a dollar earns the most, mortgaging or unmortgaging if that pays."""
        player = state.players[seat]
        atlas = self.table(state).atlas
        best: i64 = -1
        best_rate = 0.0
        best_cost = 0.0
        for group in atlas.groups:
            if not group.street or (player.complete >> group.number) & 1 == 0:
                continue
            lowest: i64 = 9
            for number in group.deeds:
                lowest = min(lowest, atlas.step(state.properties[number].houses))
            top: i64 = len(group.income) - 1
            if lowest >= top:
                continue
            target = max(lowest + 1, min(self.style.full, top))
            cost = float(group.step_cost * (target - lowest))
            rate = (group.income[target] - group.income[lowest]) / cost if cost > 0.0 else 1.0
            if rate > best_rate:
                best_rate = rate
                best_cost = cost
                best = group.number
        if best < 0:
            return None
        self.rent_cost = int(best_cost)
        self.rent_gain = int(100.0 * best_rate * best_cost + 0.5)
        return self.build_on(state, seat, best, best_rate)

    def build_on(self, state: State, seat: i64, group: i64, rate: float) -> Action | None:
        """Build on the least developed property in a group, if the reserve allows."""
        player = state.players[seat]
        properties = state.group_properties(group)
        site = properties[0]
        for prop in properties:
            if prop.mortgaged:
                unmortgage = Unmortgage(seat, prop.deed.space)
                cost = unmortgage_cost(prop)
                kept = self.reserve(state, seat)
                if player.cash - cost < kept or unmortgage.why_not(state) is not None:
                    return None
                self.reason = Reason("unmortgage.build", group=group, cost=cost)
                self.reason.keeping(kept, self.reserve_for)
                return unmortgage
            if prop.houses < site.houses:
                site = prop
        price = site.deed.house_cost
        if player.cash < price:
            return None
        kept = self.reserve(state, seat)
        spare = player.cash - kept
        build = Build(seat, site.deed.space)
        if spare >= price:
            if build.why_not(state) is not None:
                return None
            self.reason = Reason(
                "build.best", group=group, cost=self.rent_cost, gain=self.rent_gain
            )
            self.reason.keeping(kept, self.reserve_for)
            return build
        if site.houses >= self.style.full:
            return None
        loose = self.loose(state, seat)
        if loose < 0:
            return None
        prop = state.property(loose)
        earns = self.table(state).atlas.income[prop.deed.number][0]
        brings = float(prop.deed.mortgage) * rate
        needed = self.style.mortgage_rate * earns
        if brings > needed and build.why_not(state) is None:
            self.reason = Reason(
                "mortgage.build",
                amount=prop.deed.mortgage,
                group=group,
                gain=int(100.0 * brings + 0.5),
                space=loose,
                loss=int(100.0 * earns + 0.5),
            )
            return Mortgage(seat, loose)
        return None

    def unmortgage(self, state: State, seat: i64) -> Action | None:
        """Unmortgage the deed that earns the most for its cost, if there is nothing better to build."""
        player = state.players[seat]
        atlas = self.table(state).atlas
        for group in atlas.groups:
            if group.street and (player.complete >> group.number) & 1 == 1:
                for number in group.deeds:
                    if state.properties[number].houses < self.style.full:
                        return None
        spare = player.cash - self.reserve(state, seat) - 150
        best: Action | None = None
        best_rate = 0.0
        for prop in state.properties:
            if prop.owner != seat or not prop.mortgaged or unmortgage_cost(prop) > spare:
                continue
            rate = atlas.income[prop.deed.number][0] / float(unmortgage_cost(prop))
            action = Unmortgage(seat, prop.deed.space)
            if rate > best_rate and action.why_not(state) is None:
                best_rate = rate
                best = action
        if best is not None:
            self.reason = Reason("unmortgage.spare", cash=player.cash, amount=player.cash - spare)
        return best

    def demand(self, state: State, seat: i64, kind: i64) -> i64:
        """Demand as many buildings as the cash beyond the reserve pays for."""
        could = capacity(state, seat, kind)
        cash = state.players[seat].cash
        kept = self.reserve(state, seat)
        least: i64 = 0
        for prop in state.properties_of(seat):
            if why_not_place(state, seat, prop.deed.space, kind) is None:
                price = prop.deed.house_cost
                least = price if least == 0 else min(least, price)
        count = min(could, max(0, cash - kept) // least) if least > 0 else 0
        self.reason = Reason("demand.spare", cash=cash, most=could, kind=kind)
        self.reason.keeping(kept, self.reserve_for)
        return count

    def unmortgages(self, state: State, seat: i64, space: i64) -> bool:
        """Keep the mortgage on an inherited deed for now; ``before_roll`` may unmortgage it."""
        self.reason = Reason("inherit.later", space=space)
        return False

    def at_building_auction(self, state: State, seat: i64, auction: BuildingAuction) -> Action:
        """Bid up to twice the printed price for a building where it earns the most."""
        atlas = self.table(state).atlas
        kept = self.reserve(state, seat)
        spare = state.players[seat].cash - kept
        best: i64 = -1
        amount: i64 = 0
        most = 0.0
        limit: i64 = -1
        for prop in state.properties_of(seat):
            if why_not_place(state, seat, prop.deed.space, auction.kind) is not None:
                continue
            price = prop.deed.house_cost
            bid = max(price, auction.bid + 5)
            steps = atlas.step(prop.houses)
            income = atlas.income[prop.deed.number]
            gain = income[steps + 1] - income[steps]
            limit = max(limit, price * 2)
            if bid <= min(spare, price * 2) and gain > most:
                most = gain
                best = prop.deed.space
                amount = bid
        if best >= 0:
            self.reason = Reason("building.bid", space=best, gain=int(100.0 * most + 0.5))
            return BidForBuilding(seat, amount, best)
        if limit < 0:
            self.reason = Reason("building.nowhere")
        elif spare < limit:
            self.reason = Reason("building.purse", cash=state.players[seat].cash)
            self.reason.keeping(kept, self.reserve_for)
        else:
            self.reason = Reason("building.dear", limit=limit)
        return PassBid(seat)
