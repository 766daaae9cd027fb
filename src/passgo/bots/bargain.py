"""Bargaining: finding deals that both sides want, judged by a single estimate of win probabilities.

A deal exchanges deeds and cash. Its value to a seat is the increase in that seat's outlook: its
strength relative to everybody else's, so the partner's gain counts against it. If every deal in a
series raises the outlook, the series as a whole does too, so a bot cannot be talked out of its
property by many small trades.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.estimate import ONE, Estimate
from passgo.bots.offer_manners import Manners, is_news, times_offered
from passgo.bots.reason import DealEffect
from passgo.engine.rules.mortgage import interest
from passgo.engine.rules.trade import OfferTrade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State

MARGIN: Final = 0.01
"""The smallest gain in outlook that makes a deal worth proposing."""
SHARES: Final = [0.65, 0.45]
"""The maker's shares of the joint gain: in the first offer of an exchange, and in repeat offers."""
FAIR_SHARE: Final = 0.3
"""The share of the joint gain a bot wants when it answers an offer."""
ROUND_TO: Final = 5
EARNING_ROUNDS: Final = 10.0
"""The most a bot pays above list price to complete a group, measured in rounds of the group's
three-house rent.
"""
PURSE: Final = 100
"""The cash a bot keeps when it makes an offer, because rent may soon be due."""
KEPT_CASH: Final = 400
"""The minimum cash an offer leaves its recipient, because building on a group takes cash."""
STEPS: Final = 3
"""How many times a price is adjusted toward the desired shares."""
SAMPLE: Final = 50
"""The amount of cash used to measure the value of a dollar."""
LEAST_WORTH: Final = 0.00001


class Deal:
    """A possible trade between two seats.

    Deeds are listed by number. ``pays`` is the cash the first seat pays; it is negative if the seat
    gets cash.
    """

    def __init__(
        self,
        seat: i64,
        partner: i64,
        get: list[int],
        give: list[int],
        pays: i64 = 0,
        cards: i64 = 0,
    ) -> None:
        self.seat = seat
        self.partner = partner
        self.get = get
        self.give = give
        self.pays = pays
        self.cards = cards
        """"Get Out of Jail Free" cards the first seat gets, minus those it gives."""
        self.unmortgages: list[int] = []
        """The mortgaged deeds that the partner unmortgages on receiving them."""
        self.fees: i64 = 0
        """The Bank's charge to the first seat for mortgaged deeds."""
        self.partner_fees: i64 = 0
        self.gain = 0.0
        """The increase in the first seat's outlook."""
        self.partner_gain = 0.0
        self.share = 0.5
        """The share of the joint gain the first seat should have."""
        self.leeway = 0.0
        """How far the partner's gain may fall short of the minimum."""

    def tilt(self) -> float:
        """Return how far the gains are from the desired shares.

        The result is negative if the first seat pays too much.
        """
        return self.gain * (1.0 - self.share) - (self.partner_gain + self.leeway) * self.share

    def suits_both(self) -> bool:
        """Return whether both sides gain enough, allowing for the partner's leeway."""
        return self.gain >= MARGIN and self.partner_gain + self.leeway >= MARGIN

    def is_fair(self) -> bool:
        """Return whether the first seat gains and gets its share of the joint gain."""
        return self.gain > 0.0 and self.gain >= FAIR_SHARE * (self.gain + self.partner_gain)


class Bargainer:
    """A deal evaluator based on an estimate of the table."""

    def __init__(self, estimate: Estimate) -> None:
        self.sketch = estimate
        self.outlooks: list[float] = []
        self.dollars: list[float] = []
        """How much each additional dollar raises each seat's outlook."""

    def start(self, state: State) -> None:
        """Load the table as it is, counting unpaid debts as already paid."""
        sketch = self.sketch
        sketch.load(state)
        for debt in state.open_debts():
            sketch.standings[debt.debtor].cash -= debt.amount
            if debt.creditor >= 0:
                sketch.standings[debt.creditor].cash += debt.amount
        sketch.weigh()
        self.outlooks = [sketch.outlook(standing.seat) for standing in sketch.standings]

    def value_dollars(self) -> None:
        """Measure what a dollar is worth to each player."""
        sketch = self.sketch
        self.dollars = []
        for standing in sketch.standings:
            standing.cash += SAMPLE
            sketch.weigh_one(standing)
            worth = (sketch.outlook(standing.seat) - self.outlooks[standing.seat]) / float(SAMPLE)
            standing.cash -= SAMPLE
            sketch.weigh_means(standing)
            self.dollars.append(max(worth, LEAST_WORTH))

    # -- evaluating a deal -------------------------------------------------------------------------

    def open(self, state: State, deal: Deal) -> None:
        """Exchange the deeds in the estimate; ``close`` undoes this."""
        self.sketch.keep()
        self.recount(deal, -1.0)
        self.hand_over(state, deal, deal.seat, deal.partner)
        for number in deal.unmortgages:
            self.sketch.plots[number].mortgaged = False
        self.recount(deal, 1.0)

    def close(self, state: State, deal: Deal) -> None:
        """Undo the exchange that ``open`` made."""
        for number in deal.unmortgages:
            self.sketch.plots[number].mortgaged = True
        self.hand_over(state, deal, deal.partner, deal.seat)
        self.sketch.restore()

    def recount(self, deal: Deal, sign: float) -> None:
        """Add the groups affected by a deal to the count, or subtract them if ``sign`` is -1."""
        sketch = self.sketch
        done: i64 = 0
        for deeds in (deal.get, deal.give):
            for number in deeds:
                group = sketch.plots[number].group
                if (done >> group) & 1 == 0:
                    done |= ONE << group
                    sketch.count_group(sketch.atlas.groups[group], sign)

    def hand_over(self, state: State, deal: Deal, getter: i64, giver: i64) -> None:
        """Move deeds in the estimate, and compute what the Bank charges for mortgaged ones."""
        plots = self.sketch.plots
        deal.fees = 0
        deal.partner_fees = 0
        for number in deal.get:
            plots[number].owner = getter
            if plots[number].mortgaged:
                deal.fees += interest(state.properties[number].deed.mortgage)
        for number in deal.give:
            plots[number].owner = giver
            if number in deal.unmortgages:
                deal.partner_fees += plots[number].to_unmortgage
            elif plots[number].mortgaged:
                deal.partner_fees += interest(state.properties[number].deed.mortgage)

    def judge(self, deal: Deal) -> None:
        """Compute how much an opened deal raises both outlooks at its price."""
        sketch = self.sketch
        one = sketch.standings[deal.seat]
        two = sketch.standings[deal.partner]
        one.cash -= deal.pays + deal.fees
        two.cash += deal.pays - deal.partner_fees
        one.cards += deal.cards
        two.cards -= deal.cards
        sketch.weigh_two(one, two)
        deal.gain = sketch.outlook(deal.seat) - self.outlooks[deal.seat]
        deal.partner_gain = sketch.outlook(deal.partner) - self.outlooks[deal.partner]
        one.cash += deal.pays + deal.fees
        two.cash -= deal.pays - deal.partner_fees
        one.cards -= deal.cards
        two.cards += deal.cards

    def weigh(self, state: State, deal: Deal) -> None:
        """Compute how much a deal raises both outlooks at its price."""
        self.open(state, deal)
        self.judge(deal)
        self.close(state, deal)

    def compare(self, state: State, deal: Deal) -> DealEffect:
        """Evaluate a deal and return its effect on both players' win probabilities."""
        sketch = self.sketch
        sketch.weigh()
        one = sketch.standings[deal.seat]
        effect = DealEffect(
            sketch.win_probability(deal.seat), sketch.win_probability(deal.partner), one.strength
        )
        self.weigh(state, deal)
        effect.note_after(
            sketch.win_probability(deal.seat), sketch.win_probability(deal.partner), one.strength
        )
        return effect

    def price(self, state: State, deal: Deal) -> bool:
        """Find the payment that divides the gain as desired; return whether both sides gain."""
        self.open(state, deal)
        fits = self.find_price(deal)
        self.close(state, deal)
        return fits

    def find_price(self, deal: Deal) -> bool:
        """Find the price of an opened deal; return whether both sides gain from it."""
        self.judge(deal)
        one = self.dollars[deal.seat]
        two = self.dollars[deal.partner]
        if deal.gain / one + (deal.partner_gain + deal.leeway) / two <= 0.0:
            return False  # at no price would both sides gain
        most = self.most(deal)
        least = self.least(deal)
        if most < least:
            return False
        slope = one * (1.0 - deal.share) + two * deal.share
        fair = deal.pays
        found = deal.suits_both()
        for _ in range(STEPS):
            wanted = float(deal.pays) + deal.tilt() / slope
            if found and not deal.suits_both():
                wanted = float(fair + deal.pays) / 2.0  # overshot: go back halfway
            pays = self.clamp(wanted, least, most)
            if pays == deal.pays:
                break
            deal.pays = pays
            self.judge(deal)
            if deal.suits_both():
                fair = pays
                found = True
        if found and not deal.suits_both():
            deal.pays = fair
            self.judge(deal)
        return found

    def clamp(self, wanted: float, least: i64, most: i64) -> i64:
        """Round an amount and limit it to what both sides can pay."""
        if wanted <= float(least):
            return least
        if wanted >= float(most):
            return most
        return max(least, int(wanted) // ROUND_TO * ROUND_TO)

    def most(self, deal: Deal) -> i64:
        """Return the most the first seat should pay."""
        cash = self.sketch.standings[deal.seat].cash - deal.fees - PURSE
        return min(cash, self.ceiling(deal.get, deal.seat))

    def least(self, deal: Deal) -> i64:
        """Return the least the first seat could pay; negative if the partner can pay instead.

        An offer of cash alone is never below the printed price.
        """
        if deal.get and not deal.give:
            return self.list_price(deal.get) + ROUND_TO
        kept = PURSE if deal.leeway > 0.0 else KEPT_CASH
        spare = self.sketch.standings[deal.partner].cash - deal.partner_fees - kept
        return (
            -min(spare, self.ceiling(deal.give, deal.partner)) if spare >= 0 else deal.partner_fees
        )

    def list_price(self, deeds: list[int]) -> i64:
        """Return the total printed price of these deeds."""
        total = 0.0
        for number in deeds:
            total += self.sketch.plots[number].price
        return int(1000.0 * total + 0.5)

    def ceiling(self, deeds: list[int], taker: i64) -> i64:
        """Return the most that deeds can be worth to their new owner, whatever the estimate says.

        This is twice their price or, for a deed that completes a group, its price plus several
        rounds of the group's rent.
        """
        sketch = self.sketch
        total = 0.0
        for number in deeds:
            plot = sketch.plots[number]
            group = sketch.atlas.groups[plot.group]
            worth = 2000.0 * plot.price
            missing: i64 = 0
            for other in group.deeds:
                if sketch.plots[other].owner != taker and other not in deeds:
                    missing += 1
            if missing == 0:
                earned = group.prize * float(sketch.left - 1) * EARNING_ROUNDS
                worth = max(worth, 1000.0 * plot.price + earned)
            total += worth
        return int(total)

    # -- finding deals -----------------------------------------------------------------------------

    def deals(self, state: State, seat: i64) -> list[Deal]:
        """Find deals that suit both this seat and a partner and are new to the partner, best first.

        Partners who should not be asked now are left out.
        """
        self.sketch.load(state)
        thought_of: list[Deal] = []
        for partner in self.sketch.standings:
            if partner.seat == seat or not partner.alive:
                continue
            manners = Manners(state, partner.seat)
            if not manners.allow(seat):
                continue
            leeway = manners.leeway()
            for deal in self.candidates(state, seat, partner.seat, leeway > 0.0):
                if leeway > 0.0 or self.completes(deal):
                    deal.leeway = leeway
                    thought_of.append(deal)
        found: list[Deal] = []
        if not thought_of:
            return found
        self.start(state)
        self.value_dollars()
        for deal in thought_of:
            deal.share = SHARES[min(times_offered(state, deal), len(SHARES) - 1)]
            if self.price(state, deal) and is_news(state, deal):
                place: i64 = 0
                while place < len(found) and found[place].gain >= deal.gain:
                    place += 1
                found.insert(place, deal)
        return found

    def completes(self, deal: Deal) -> bool:
        """Return whether a deal completes a group for either side.

        Other deals are rarely worth proposing.
        """
        return self.fills(deal.get, deal.seat) or self.fills(deal.give, deal.partner)

    def fills(self, deeds: list[int], taker: i64) -> bool:
        """Return whether these deeds, all in one group, would complete it for their new owner."""
        if not deeds:
            return False
        sketch = self.sketch
        for number in sketch.atlas.groups[sketch.plots[deeds[0]].group].deeds:
            if sketch.plots[number].owner != taker and number not in deeds:
                return False
        return True

    def candidates(self, state: State, seat: i64, partner: i64, yields: bool) -> list[Deal]:
        """List possible exchanges of deeds with a partner.

        The deeds come from groups in which both sides have deeds or, if the partner ``yields``,
        from any of the partner's incomplete groups.
        """
        gets: list[list[int]] = []
        gives: list[list[int]] = []
        bought: list[list[int]] = []
        plots = self.sketch.plots
        for group in self.sketch.atlas.groups:
            mine: list[int] = []
            theirs: list[int] = []
            for number in group.deeds:
                if plots[number].owner == seat:
                    mine.append(number)
                elif plots[number].owner == partner:
                    theirs.append(number)
            if not theirs:
                continue
            if not mine:
                if yields and len(theirs) < group.size:
                    bought.append(theirs[:1])
            elif len(mine) + len(theirs) == group.size:
                gets.append(theirs)  # completes the group
                gives.append(mine)
            else:
                gets.append(theirs[:1])
                gives.append(mine[:1])
        nothing: list[int] = []
        deals = [Deal(seat, partner, get, nothing) for get in gets + bought]
        deals += [Deal(seat, partner, nothing, give) for give in gives]
        for get in gets + bought:
            for give in gives:
                if owner_group(state, get) != owner_group(state, give):
                    deals.append(Deal(seat, partner, get, give))
        return deals

    # -- offers ------------------------------------------------------------------------------------

    def of_offer(self, state: State, offer: Offer) -> Deal:
        """Convert an offer into a deal from the recipient's point of view."""
        deed_at = state.board.deed_at
        terms = offer.terms
        get = [deed_at[space] for space in terms.give_deeds]
        give = [deed_at[space] for space in terms.get_deeds]
        pays = terms.get_cash - terms.give_cash
        cards = len(terms.give_cards) - len(terms.get_cards)
        deal = Deal(offer.partner, offer.maker, get, give, pays, cards)
        deal.unmortgages = [
            deed_at[space] for space in offer.unmortgage if state.is_mortgaged(space)
        ]
        return deal

    def nearest(self, state: State, deal: Deal, kept: i64) -> bool:
        """Change a deal's cash just enough to make it fair.

        Return whether the partner then gains too. ``kept`` is the cash that the first seat keeps.
        """
        self.open(state, deal)
        low = self.least(deal)
        spare = self.sketch.standings[deal.seat].cash - deal.fees - kept
        high = min(self.most(deal), deal.pays, spare if spare >= 0 else -deal.fees)
        fits = low <= high and self.lower_price(deal, low, high)
        self.close(state, deal)
        return fits

    def lower_price(self, deal: Deal, low: i64, high: i64) -> bool:
        """Find the highest price, within a range, at which an opened deal is fair to the first seat."""
        deal.pays = low
        self.judge(deal)
        if deal.gain < MARGIN or not deal.is_fair():
            return False
        while high - low >= ROUND_TO:
            middle = (low + high + 1) // 2
            deal.pays = middle
            self.judge(deal)
            if deal.gain >= MARGIN and deal.is_fair():
                low = middle
            else:
                high = middle - 1
        deal.pays = low
        self.judge(deal)
        return deal.partner_gain >= MARGIN


def owner_group(state: State, deeds: list[int]) -> i64:
    """Return the group that these deeds belong to."""
    return state.properties[deeds[0]].deed.group


def offer_of(state: State, deal: Deal) -> OfferTrade:
    """Convert a deal into an offer by its first seat."""
    get = tuple([int(state.properties[number].deed.space) for number in deal.get])
    give = tuple([int(state.properties[number].deed.space) for number in deal.give])
    return OfferTrade(deal.seat, deal.partner, max(deal.pays, 0), max(-deal.pays, 0), give, get)
