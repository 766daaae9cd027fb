"""The trader: a fast bot that bargains. People meet it as `easy` and `normal`.

It values everything by one estimate of who will win (``estimate``): it buys and bids up to the price at
which owning a lot is no better than seeing the strongest rival own it, offers deals that both sides
can want (``bargain``), builds where a dollar earns most, keeps a reserve that fits the rents ahead of it,
sits in Jail when moving costs more than it brings, and raises money in the least costly way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bargain import Bargainer, Deal, offer_of, terms
from passgo.bots.estimate import FITTED, Estimate, Plot, Weights
from passgo.bots.habits import THROWS, Habits
from passgo.bots.patience import Patience
from passgo.bots.reason import Chances, Reason
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroup
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import GoBankrupt, Owing, raisable
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Lift, Mortgage, cost_to_lift
from passgo.engine.rules.rent import rent_of
from passgo.engine.rules.shortage import BidForBuilding, BuildingAuction, capacity, why_not_place
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    RefuseTrade,
    raised_by,
    transfer_cost,
    why_no_trade,
)
from passgo.engine.rules.turn import ToThrow

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State

LEAST_RESERVE: Final = 30
FULL: Final = 3
"""Up to the third house building comes before lifting mortgages."""
PATIENCE: Final = 5
"""After how many own turns without a change it looks for deals again."""
FEW: Final = 8
"""With so few deeds left in the Bank it also offers exchanges that complete nothing."""
MOST_OFFERS: Final = 4
"""How many offers it makes in one turn."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TraderBot(Habits):
    """Trades, builds and bids by what it thinks things are worth.

    ``caution`` scales the reserve it keeps, ``appetite`` what it pays for lots; ``jail`` is auto, leave
    or stay; ``trades`` says whether it makes offers of its own.
    """

    def __init__(
        self,
        caution: float = 1.0,
        appetite: float = 1.0,
        jail: str = "auto",
        trades: bool = True,
        weights: Weights = FITTED,
    ) -> None:
        if jail not in ("auto", "leave", "stay"):
            raise ValueError(f"jail is auto, leave or stay, not {jail!r}")
        self.caution = caution
        self.appetite = appetite
        self.jail = jail
        self.trades = trades
        self.weights = weights
        self.bargainer: Bargainer | None = None
        self.refused: dict[int, int] = {}
        """How often partners said no to an exchange of deeds."""
        self.patience = Patience()
        self.countered: dict[int, int] = {}
        """Deals this bot has named a price for, in the ownership of the table it did so."""
        self.looked_at: i64 = -1
        """Who owned what when it last looked for deals."""
        self.looked_turn: i64 = -1
        self.offers: i64 = 0
        """How many offers it made this turn."""
        self.look_again: i64 = 0
        """The turn in which it looks again, though nothing has changed."""
        self.limit: i64 = 0
        self.limit_for: i64 = -1
        """The auction its bid limit was worked out for: turn and space."""

    def sketch(self, state: State) -> Estimate:
        """Return this bot's sketch of the table, loaded with what is."""
        bargainer = self.talk(state)
        bargainer.sketch.load(state)
        return bargainer.sketch

    def talk(self, state: State) -> Bargainer:
        """Return this bot's bargainer for this table."""
        bargainer = self.bargainer
        if bargainer is None or bargainer.sketch.atlas.board is not state.board:
            bargainer = Bargainer(Estimate(state, self.weights))
            self.bargainer = bargainer
        return bargainer

    # -- buying and bidding ------------------------------------------------------------------------

    def at_lot(self, state: State, seat: i64, space: i64) -> Action:
        """Buy what is worth its price, mortgaging loose deeds for it if need be."""
        price = state.lot(space).deed.price
        limit = self.worth(state, seat, space)
        cash = state.players[seat].cash
        if limit < price:
            return Decline(seat)
        if cash >= price:
            return Buy(seat)
        loose = self.loose(state, seat)
        if (
            loose >= 0
            and raisable(state, seat) >= price
            and self.could_mortgage(state, seat) >= price
        ):
            return Mortgage(seat, loose)
        return Decline(seat)

    def worth(self, state: State, seat: i64, space: i64) -> i64:
        """The price at which owning a lot is no better than the strongest rival owning it."""
        sketch = self.sketch(state)
        plot = sketch.plots[state.board.deed_at[space]]
        price = state.lot(space).deed.price
        least = self.without(sketch, seat, plot, price)
        plot.owner = seat
        sketch.count_deeds()
        standing = sketch.standings[seat]
        cash = standing.cash
        low: i64 = 0
        high = max(cash, self.could_mortgage(state, seat), price * 2)
        while high - low > 4:
            middle = (low + high + 1) // 2
            standing.cash = cash - middle
            sketch.weigh_cash()
            if sketch.outlook(seat) >= least:
                low = middle
            else:
                high = middle - 1
        return int(self.appetite * float(low))

    def without(self, sketch: Estimate, seat: i64, plot: Plot, price: i64) -> float:
        """The outlook of a seat when another gets a lot: the rival with whom that is worst."""
        owner = plot.owner
        found = False
        worst = 0.0
        for rival in sketch.standings:
            cash = rival.cash
            if rival.seat == seat or not rival.alive or cash < price // 2:
                continue
            plot.owner = rival.seat
            rival.cash = cash - min(cash, price)
            sketch.weigh()
            outlook = sketch.outlook(seat)
            if not found or outlook < worst:
                worst = outlook
            found = True
            rival.cash = cash
        plot.owner = owner
        if not found:
            sketch.weigh()
            worst = sketch.outlook(seat)
        return worst

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Raise step by step, up to what the lot is worth."""
        mark = state.turn * 64 + auction.space
        if self.limit_for != mark:
            self.limit_for = mark
            self.limit = min(self.worth(state, seat, auction.space), state.players[seat].cash)
        step = max(
            1, min((self.limit - auction.bid) // 3, state.lot(auction.space).deed.price // 8)
        )
        amount = auction.bid + step
        if amount <= min(self.limit, state.players[seat].cash):
            return Bid(seat, amount)
        return PassBid(seat)

    # -- money -------------------------------------------------------------------------------------

    def could_mortgage(self, state: State, seat: i64) -> i64:
        """Cash and what the deeds outside complete groups would bring."""
        total = state.players[seat].cash
        for lot in state.lots:
            if (
                lot.owner == seat
                and not lot.mortgaged
                and not state.owns_group(seat, lot.deed.group)
            ):
                total += lot.deed.mortgage
        return total

    def loose(self, state: State, seat: i64) -> i64:
        """The deed outside complete groups that earns least for its mortgage, or -1."""
        atlas = self.talk(state).sketch.atlas
        found: i64 = -1
        least = 1.0e9
        for lot in state.lots:
            if lot.owner != seat or lot.mortgaged or state.owns_group(seat, lot.deed.group):
                continue
            earns = atlas.income[lot.deed.number][0] / float(lot.deed.mortgage)
            if earns < least:
                least = earns
                found = lot.deed.space
        return found

    def in_debt(self, state: State, seat: i64, owing: Owing) -> Action:
        """Raise money by what costs least for each dollar it brings."""
        if raisable(state, seat) < owing.amount:
            return GoBankrupt(seat)
        sketch = self.sketch(state)
        sketch.count_deeds()
        need = float(owing.amount - state.players[seat].cash)
        best: Action | None = None
        best_loss = 1.0e9
        for number, lot in enumerate(state.lots):
            if lot.owner != seat:
                continue
            action: Action
            if lot.houses > 0:
                action = SellBuilding(seat, lot.deed.space)
            elif not lot.mortgaged:
                action = Mortgage(seat, lot.deed.space)
            else:
                continue
            if action.why_not(state) is not None:
                continue
            loss, raised = self.cost_of_raising(sketch, sketch.plots[number])
            loss /= min(raised, need)
            if loss < best_loss:
                best_loss = loss
                best = action
        if best is not None:
            return best
        for lot in state.lots:
            if lot.owner == seat and lot.houses > 0:
                sale = SellGroup(seat, lot.deed.group)
                if sale.why_not(state) is None:
                    return sale
        return owing.default(state, seat)

    def cost_of_raising(self, sketch: Estimate, plot: Plot) -> tuple[float, float]:
        """Say what selling a building or mortgaging a deed costs in rent, and what it brings."""
        steps = plot.steps
        if steps > 0:
            raised = 1000.0 * plot.half_house
            return plot.income[steps] - plot.income[steps - 1] + raised / 100.0, raised
        lost = plot.income[0]
        group = sketch.atlas.groups[plot.group]
        if group.street and sketch.complete[plot.group] == plot.owner:
            lost += group.prize  # a mortgaged deed keeps the whole group from being built on
        raised = 1000.0 * plot.mortgage
        return lost + raised / 500.0, raised

    def reserve(self, state: State, seat: i64) -> i64:
        """The cash to keep: for the dearest rent of the next throw, and a part of the dearest of all."""
        player = state.players[seat]
        size: i64 = state.board.size
        near: i64 = 0
        far: i64 = 0
        for lot in state.lots:
            if lot.owner < 0 or lot.owner == seat or lot.mortgaged:
                continue
            rent = rent_of(state, lot, 7)
            far = max(far, rent)
            ahead = lot.deed.space - player.space
            if ahead < 0:
                ahead += size
            if 2 <= ahead <= 12:
                near = max(near, rent)
        kept = self.caution * (0.2 * float(near) + 0.05 * float(far))
        return max(LEAST_RESERVE, int(kept))

    # -- Jail --------------------------------------------------------------------------------------

    def in_jail(self, state: State, seat: i64) -> Action:
        """Leave when moving brings more than it costs; stay where it is quiet otherwise."""
        if self.jail == "stay" or (self.jail == "auto" and not self.would_move(state, seat)):
            return THROWS[seat]
        player = state.players[seat]
        if player.cards:
            return UseCard(seat, player.cards[0])
        pay = PayFine(seat)
        return pay if pay.why_not(state) is None else THROWS[seat]

    def would_move(self, state: State, seat: i64) -> bool:
        """Weigh what a turn on the board brings against the rents it costs."""
        sketch = self.sketch(state)
        sketch.count_deeds()
        costs = 0.0
        for rival in sketch.standings:
            if rival.seat != seat and rival.alive:
                costs += rival.income
        cash = state.players[seat].cash
        brings = 30.0 + (8.0 * float(sketch.unowned) if cash >= 200 else 0.0)
        return brings > costs

    # -- building ----------------------------------------------------------------------------------

    def before_throw(self, state: State, seat: i64) -> Action | None:
        """Build and lift with the cash to spare; look for a deal before the own throw."""
        player = state.players[seat]
        if player.complete > 0 and player.cash >= LEAST_RESERVE + 50:
            built = self.build(state, seat)
            if built is not None:
                return built
        top = state.agenda.top
        if not isinstance(top, ToThrow) or top.seat != seat:
            return None
        if self.looked_turn != state.turn:
            self.looked_turn = state.turn
            self.offers = 0
            if player.mortgages > 0 and player.cash > 300:
                lifted = self.lift(state, seat)
                if lifted is not None:
                    return lifted
        if self.trades and self.offers < MOST_OFFERS:
            offer = self.make_offer(state, seat)
            self.offers = self.offers + 1 if offer is not None else MOST_OFFERS
            return offer
        return None

    def build(self, state: State, seat: i64) -> Action | None:
        """Put the next house where a dollar earns most; lift or mortgage for it where that pays."""
        player = state.players[seat]
        atlas = self.talk(state).sketch.atlas
        best: i64 = -1
        best_rate = 0.0
        for group in atlas.groups:
            if not group.street or (player.complete >> group.number) & 1 == 0:
                continue
            lowest: i64 = 9
            for number in group.deeds:
                lowest = min(lowest, atlas.step(state.lots[number].houses))
            top: i64 = len(group.income) - 1
            if lowest >= top:
                continue
            target = max(lowest + 1, min(FULL, top))
            cost = float(group.step_cost * (target - lowest))
            rate = (group.income[target] - group.income[lowest]) / cost if cost > 0.0 else 1.0
            if rate > best_rate:
                best_rate = rate
                best = group.number
        if best < 0:
            return None
        return self.build_on(state, seat, best, best_rate)

    def build_on(self, state: State, seat: i64, group: i64, rate: float) -> Action | None:
        """Build on the lowest lot of a group, if the reserve allows."""
        player = state.players[seat]
        lots = state.group_lots(group)
        site = lots[0]
        for lot in lots:
            if lot.mortgaged:
                lift = Lift(seat, lot.deed.space)
                if player.cash - cost_to_lift(lot) < self.reserve(state, seat):
                    return None
                return lift if lift.why_not(state) is None else None
            if lot.houses < site.houses:
                site = lot
        price = site.deed.house_cost
        spare = player.cash - self.reserve(state, seat)
        build = Build(seat, site.deed.space)
        if spare >= price:
            return build if build.why_not(state) is None else None
        if site.houses >= FULL:
            return None
        loose = self.loose(state, seat)
        if loose < 0:
            return None
        lot = state.lot(loose)
        earns = self.talk(state).sketch.atlas.income[lot.deed.number][0]
        if float(lot.deed.mortgage) * rate > 2.0 * earns and build.why_not(state) is None:
            return Mortgage(seat, loose)
        return None

    def lift(self, state: State, seat: i64) -> Action | None:
        """Lift the mortgage that earns most for its cost, once there is nothing better to build."""
        player = state.players[seat]
        atlas = self.talk(state).sketch.atlas
        for group in atlas.groups:
            if group.street and (player.complete >> group.number) & 1 == 1:
                for number in group.deeds:
                    if state.lots[number].houses < FULL:
                        return None
        spare = player.cash - self.reserve(state, seat) - 150
        best: Action | None = None
        best_rate = 0.0
        for lot in state.lots:
            if lot.owner != seat or not lot.mortgaged or cost_to_lift(lot) > spare:
                continue
            rate = atlas.income[lot.deed.number][0] / float(cost_to_lift(lot))
            action = Lift(seat, lot.deed.space)
            if rate > best_rate and action.why_not(state) is None:
                best_rate = rate
                best = action
        return best

    def wish(self, state: State, seat: i64, kind: i64) -> i64:
        """Wish as many buildings as the cash beyond the reserve pays for."""
        could = capacity(state, seat, kind)
        cash = state.players[seat].cash
        spare = max(0, cash - self.reserve(state, seat))
        return could * spare // cash if cash > 0 else 0

    def at_building_auction(self, state: State, seat: i64, auction: BuildingAuction) -> Action:
        """Bid up to twice the printed price, where the building earns most."""
        atlas = self.talk(state).sketch.atlas
        spare = state.players[seat].cash - self.reserve(state, seat)
        best: i64 = -1
        amount: i64 = 0
        most = 0.0
        for lot in state.owned(seat):
            if why_not_place(state, seat, lot.deed.space, auction.kind) is not None:
                continue
            price = lot.deed.house_cost
            bid = max(price, auction.bid + 5)
            steps = atlas.step(lot.houses)
            income = atlas.income[lot.deed.number]
            gain = income[steps + 1] - income[steps]
            if bid <= min(spare, price * 2) and gain > most:
                most = gain
                best = lot.deed.space
                amount = bid
        return BidForBuilding(seat, amount, best) if best >= 0 else PassBid(seat)

    # -- trading -----------------------------------------------------------------------------------

    def make_offer(self, state: State, seat: i64) -> Action | None:
        """Offer the best deal that both can want, if the table has changed since the last look."""
        owners = ownership(state)
        if owners == self.looked_at and state.turn < self.look_again:
            return None
        self.looked_at = owners
        self.look_again = state.turn + PATIENCE * state.left
        wide = unowned(state) <= FEW
        talk = self.talk(state)
        deals = talk.deals(state, seat, self.refused, wide)
        self.patience.look(state)
        deal = self.pick(state, seat, [deal for deal in deals if self.patience.allows(state, deal)])
        if deal is None:
            return None
        offer = offer_of(state, deal)
        if offer.why_not(state) is not None:
            return None
        # What is accepted changes the table; what is not was refused.
        key = int(terms(deal))
        self.refused[key] = self.refused.get(key, 0) + 1
        self.patience.ask(state, deal)
        self.looked_at = -1
        self.reason = talk.compare(state, deal).why_take()
        return offer

    def pick(self, state: State, seat: i64, deals: list[Deal]) -> Deal | None:
        """Choose which of the deals to offer."""
        return deals[0] if deals else None

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Take what lifts the own outlook or saves one; else name, once, the nearest price that would."""
        talk = self.talk(state)
        talk.start(state)
        deal = talk.of_offer(state, offer)
        chances = talk.compare(state, deal)
        allowed = why_no_trade(state, offer, ()) is None
        if allowed and deal.gain > 0.0:
            self.reason = chances.why_take()
            return AcceptTrade(seat, offer.number)
        if allowed and state.in_debt(seat) and self.saved_by(state, seat, offer, chances):
            return AcceptTrade(seat, offer.number)
        self.reason = chances.why_refuse() if deal.gain <= 0.0 else chances.reason("trade.cannot")
        counter = self.counter(state, talk, deal, offer)
        if counter is None:
            return RefuseTrade(seat, offer.number)
        self.reason = talk.compare(state, deal).why_counter(chances)
        return counter

    def saved_by(self, state: State, seat: i64, offer: Offer, chances: Chances) -> bool:
        """Say whether an offer alone keeps a debtor from going bankrupt."""
        owed: i64 = 0
        for debt in state.open_debts():
            if debt.debtor == seat:
                owed += debt.amount
        able = raisable(state, seat)
        given = raised_by(state, offer.get_deeds, ())
        gotten = raised_by(state, offer.give_deeds, ())
        cost = transfer_cost(state, offer.give_deeds, ())
        after = able + offer.give_cash - offer.get_cash - given + gotten - cost
        if able >= owed or after < owed:
            return False
        self.reason = chances.why_saved(owed, able)
        return True

    def counter(self, state: State, talk: Bargainer, deal: Deal, offer: Offer) -> Action | None:
        """Name the nearest price at which both gain, unless this was talked about already."""
        key = int(terms(deal))
        owners = ownership(state)
        if self.countered.get(key, -1) == owners or key in self.refused:
            if deal.gain <= 0.0 and self.reason is not None:
                self.reason = Reason("trade.asked_before", **self.reason.values)
            return None
        deal.lifts = []
        if not talk.nearest(state, deal):
            return None
        self.countered[key] = int(owners)
        counter = CounterTrade(
            deal.seat,
            offer.number,
            max(deal.pays, 0),
            max(-deal.pays, 0),
            offer.get_deeds,
            offer.give_deeds,
            offer.get_cards,
            offer.give_cards,
        )
        return counter if counter.why_not(state) is None else None


def unowned(state: State) -> i64:
    """Count the deeds that nobody owns."""
    count: i64 = len(state.lots)
    for player in state.players:
        count -= player.deeds
    return count


def ownership(state: State) -> i64:
    """Make a number of who owns what, to notice when it changes."""
    mark: i64 = 7
    for lot in state.lots:
        mark = (mark * 11 + lot.owner + 1) % 1_000_000_007
    return mark
