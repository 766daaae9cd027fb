"""Bargaining: deals that both sides can want, by one estimate of who will win.

A deal is deeds each way and cash. What it is worth to a seat is how much it lifts the seat's outlook: the
own strength against everybody else's, the partner's gain included. Any row of deals, each of
which lifts the outlook, lifts it in sum: a thousand small trades cannot do what one large one may not.
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
"""What a deal must lift an outlook by to be worth the talk."""
SHARES: Final = [0.65, 0.45]
"""How much of the common gain an offer keeps for its maker: the first time, and when it is made again."""
FAIR_SHARE: Final = 0.3
"""How much of the common gain a bot wants when it answers an offer."""
ROUND_TO: Final = 5
EARNING_ROUNDS: Final = 10.0
"""How many rounds of rent at three houses somebody pays for the deed that completes a group."""
PURSE: Final = 100
"""What nobody gives away in a deal of their own: the next rent may come at once."""
KEPT_CASH: Final = 400
"""What is left to whoever answers an offer, at least: a group without cash is not built on."""
STEPS: Final = 3
"""How often a price is moved nearer to the wanted shares."""
SAMPLE: Final = 50
"""The sum of money whose worth is measured."""
LEAST_WORTH: Final = 0.00001


class Deal:
    """Deeds each way between two seats, by their numbers, and the cash the first pays (or gets)."""

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
        """How many "Get Out of Jail Free" cards the first seat gets, less those it gives."""
        self.unmortgages: list[int] = []
        """The mortgaged deeds that the partner unmortgages at once when getting them."""
        self.fees: i64 = 0
        """What the Bank takes from the first seat for mortgaged deeds, and from the partner."""
        self.partner_fees: i64 = 0
        self.gain = 0.0
        """What it lifts the outlook of the first seat by."""
        self.partner_gain = 0.0
        self.share = 0.5
        """How much of the common gain the first seat is to have."""
        self.leeway = 0.0
        """How far below a gain the partner may be asked to go."""

    def tilt(self) -> float:
        """Say how far the gains are from the wanted shares; less than 0 when the first pays too much."""
        return self.gain * (1.0 - self.share) - (self.partner_gain + self.leeway) * self.share

    def suits_both(self) -> bool:
        """Say whether both gain enough for the talk to be worth it, the partner's leeway allowed."""
        return self.gain >= MARGIN and self.partner_gain + self.leeway >= MARGIN

    def is_fair(self) -> bool:
        """Return whether the first seat gains, and has its share of the common gain."""
        return self.gain > 0.0 and self.gain >= FAIR_SHARE * (self.gain + self.partner_gain)


class Bargainer:
    """Weighs deals on a sketch of the table."""

    def __init__(self, estimate: Estimate) -> None:
        self.sketch = estimate
        self.outlooks: list[float] = []
        self.dollars: list[float] = []
        """By seat: what a dollar more lifts the outlook by."""

    def start(self, state: State) -> None:
        """Look at the table as it is; what somebody owes belongs to whom they owe it."""
        sketch = self.sketch
        sketch.load(state)
        for debt in state.open_debts():
            sketch.standings[debt.debtor].cash -= debt.amount
            if debt.creditor >= 0:
                sketch.standings[debt.creditor].cash += debt.amount
        sketch.weigh()
        self.outlooks = [sketch.outlook(standing.seat) for standing in sketch.standings]

    def value_dollars(self) -> None:
        """Find out what a dollar more is worth to everybody."""
        sketch = self.sketch
        self.dollars = []
        for standing in sketch.standings:
            standing.cash += SAMPLE
            sketch.weigh_one(standing)
            worth = (sketch.outlook(standing.seat) - self.outlooks[standing.seat]) / float(SAMPLE)
            standing.cash -= SAMPLE
            sketch.weigh_means(standing)
            self.dollars.append(max(worth, LEAST_WORTH))

    # -- what a deal is worth ----------------------------------------------------------------------

    def open(self, state: State, deal: Deal) -> None:
        """Hand the deeds over in the sketch, to see what follows; ``close`` takes it back."""
        self.sketch.keep()
        self.recount(deal, -1.0)
        self.hand_over(state, deal, deal.seat, deal.partner)
        for number in deal.unmortgages:
            self.sketch.plots[number].mortgaged = False
        self.recount(deal, 1.0)

    def close(self, state: State, deal: Deal) -> None:
        """Put the deeds back."""
        for number in deal.unmortgages:
            self.sketch.plots[number].mortgaged = True
        self.hand_over(state, deal, deal.partner, deal.seat)
        self.sketch.restore()

    def recount(self, deal: Deal, sign: float) -> None:
        """Count the groups that a deal touches, or take back what was counted of them."""
        sketch = self.sketch
        done: i64 = 0
        for deeds in (deal.get, deal.give):
            for number in deeds:
                group = sketch.plots[number].group
                if (done >> group) & 1 == 0:
                    done |= ONE << group
                    sketch.count_group(sketch.atlas.groups[group], sign)

    def hand_over(self, state: State, deal: Deal, getter: i64, giver: i64) -> None:
        """Move deeds in the sketch; what the Bank takes for those mortgaged is the deal's fees."""
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
        """Work out what an opened deal lifts both outlooks by, at its price."""
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
        """Work out what a deal lifts both outlooks by, at its price."""
        self.open(state, deal)
        self.judge(deal)
        self.close(state, deal)

    def compare(self, state: State, deal: Deal) -> DealEffect:
        """Weigh a deal, and return what it does to the win probabilities of both."""
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
        """Find the cash that shares the gain as wanted; say whether both then gain."""
        self.open(state, deal)
        fits = self.find_price(deal)
        self.close(state, deal)
        return fits

    def find_price(self, deal: Deal) -> bool:
        """Find the price of an opened deal; say whether both gain by it."""
        self.judge(deal)
        one = self.dollars[deal.seat]
        two = self.dollars[deal.partner]
        if deal.gain / one + (deal.partner_gain + deal.leeway) / two <= 0.0:
            return False  # what one gains is less than what the other would want for it
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
                wanted = float(fair + deal.pays) / 2.0  # that was too far: back by half
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
        """Round a sum, within what both can pay."""
        if wanted <= float(least):
            return least
        if wanted >= float(most):
            return most
        return max(least, int(wanted) // ROUND_TO * ROUND_TO)

    def most(self, deal: Deal) -> i64:
        """The most that the first seat should pay."""
        cash = self.sketch.standings[deal.seat].cash - deal.fees - PURSE
        return min(cash, self.ceiling(deal.get, deal.seat))

    def least(self, deal: Deal) -> i64:
        """The least that the first seat could pay: less than nothing, if the partner has cash.

        For deeds against cash alone nobody is offered less than the printed price.
        """
        if deal.get and not deal.give:
            return self.list_price(deal.get) + ROUND_TO
        kept = PURSE if deal.leeway > 0.0 else KEPT_CASH
        spare = self.sketch.standings[deal.partner].cash - deal.partner_fees - kept
        return (
            -min(spare, self.ceiling(deal.give, deal.partner)) if spare >= 0 else deal.partner_fees
        )

    def list_price(self, deeds: list[int]) -> i64:
        """The printed price of some deeds."""
        total = 0.0
        for number in deeds:
            total += self.sketch.plots[number].price
        return int(1000.0 * total + 0.5)

    def ceiling(self, deeds: list[int], taker: i64) -> i64:
        """What deeds can be worth to their taker at most, whatever the estimate says.

        Twice their price; for one that completes a group, what the group earns in some rounds.
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

    # -- which deals to think of -------------------------------------------------------------------

    def deals(self, state: State, seat: i64) -> list[Deal]:
        """Find the deals that lift this seat, that a partner may want too and that are news to them.

        The best comes first. Who may not be asked now is left out.
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
        """Return whether a deal completes a group for either side: others are hardly worth the talk."""
        return self.fills(deal.get, deal.seat) or self.fills(deal.give, deal.partner)

    def fills(self, deeds: list[int], taker: i64) -> bool:
        """Return whether somebody who gets some deeds of a group then has all of it."""
        if not deeds:
            return False
        sketch = self.sketch
        for number in sketch.atlas.groups[sketch.plots[deeds[0]].group].deeds:
            if sketch.plots[number].owner != taker and number not in deeds:
                return False
        return True

    def candidates(self, state: State, seat: i64, partner: i64, yields: bool) -> list[Deal]:
        """List exchanges of groups where both have deeds; with who yields, any of their lone deeds."""
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
                gets.append(theirs)  # this completes the group
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
        """Turn an offer into a deal seen from its partner."""
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
        """Change the cash of a deal just so far that it is fair; return whether the partner then gains too.

        ``kept`` is the cash that the first seat does not give away.
        """
        self.open(state, deal)
        low = self.least(deal)
        spare = self.sketch.standings[deal.seat].cash - deal.fees - kept
        high = min(self.most(deal), deal.pays, spare if spare >= 0 else -deal.fees)
        fits = low <= high and self.lower_price(deal, low, high)
        self.close(state, deal)
        return fits

    def lower_price(self, deal: Deal, low: i64, high: i64) -> bool:
        """Find the highest price between two at which an opened deal is fair to the first seat."""
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
    """Return the group that some deeds are of."""
    return state.properties[deeds[0]].deed.group


def offer_of(state: State, deal: Deal) -> OfferTrade:
    """Turn a deal into the offer of its first seat."""
    get = tuple([int(state.properties[number].deed.space) for number in deal.get])
    give = tuple([int(state.properties[number].deed.space) for number in deal.give])
    return OfferTrade(deal.seat, deal.partner, max(deal.pays, 0), max(-deal.pays, 0), give, get)
