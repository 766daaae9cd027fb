"""Bargaining: finding deals that both sides want, judged by win probabilities.

A deal exchanges deeds and cash. Its value to a seat is the change in that seat's win probability, as
estimated with weights fitted to deals (``DEAL_WEIGHTS``). Deals between two players pay off at the
expense of the others, so a deal is proposed only if it is worth at least a point to both sides, and
at the price that gives both the same gain. If every deal in a series raises a bot's win probability,
the series as a whole does too, so a bot cannot be talked out of its property by many small trades.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.estimate import ONE, Estimate, PlotGroup
from passgo.bots.offer_manners import Manners, is_news
from passgo.bots.reason import DealEffect
from passgo.bots.style import DEFAULT_STYLE, Style
from passgo.engine.rules.mortgage import interest
from passgo.engine.rules.trade import OfferTrade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State

LEAST_GAIN: Final = 0.002
"""The smallest gain that makes a deal worth proposing if the partner seems willing to sell cheaply:
many small gains add up.
"""
DOUBLE_ROUNDS: Final = 40
"""From this round on, a deal that completes a group for both sides needs no larger gain than others,
so that games come to an end.
"""
LATE_ROUNDS: Final = 80
"""From this round on, for the same reason, every small gain is enough."""
LARGE_GAIN: Final = 0.02
"""The gain for which a bot accepts a deal that doesn't complete a group."""
GROWTH: Final = 0.02
"""With two players left, what an increase of strength by 1 is worth in addition to the win
probability. Otherwise, two players would never trade, and their game might never end.
"""
ROUND_TO: Final = 5
STEPS: Final = 4
"""How many times a price is adjusted toward equal gains."""
CLOSE: Final = 0.002
"""Gains that differ by less than this count as equal."""
DOLLAR: Final = 0.0002
"""A first guess by how much a dollar changes the difference of the two gains."""
NO_DEEDS: Final[list[int]] = []


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
        style: Style = DEFAULT_STYLE,
    ) -> None:
        self.style = style
        """How the bot that considers the deal bargains."""
        self.seat = seat
        self.partner = partner
        self.get = get
        self.give = give
        self.pays = pays
        self.cards = cards
        """"Get Out of Jail Free" cards the first seat gets, minus those it gives."""
        self.unmortgages = NO_DEEDS
        """The mortgaged deeds that the partner unmortgages on receiving them."""
        self.fees: i64 = 0
        """The Bank's charge to the first seat for mortgaged deeds."""
        self.partner_fees: i64 = 0
        self.gain = 0.0
        """The increase in the first seat's outlook."""
        self.partner_gain = 0.0
        self.least = style.least_gain
        """The smallest gain for which both sides make this deal."""
        self.leeway = 0.0
        """How far the partner's gain may fall short of the minimum."""

    def tilt(self) -> float:
        """Return how much more the first seat gains than it aims for, compared with its partner."""
        claim = 2.0 * self.style.claim
        return (2.0 - claim) * self.gain - claim * (self.partner_gain + self.leeway)

    def suits_both(self) -> bool:
        """Return whether both sides gain enough, allowing for the partner's leeway."""
        theirs = self.partner_gain + self.leeway
        if self.gain < self.least or theirs < self.least:
            return False
        return theirs >= DEFAULT_STYLE.share * (self.gain + theirs)

    def is_fair(self) -> bool:
        """Return whether the first seat gains and gets its share of the joint gain."""
        return self.gain > 0.0 and self.gain >= self.style.share * (self.gain + self.partner_gain)


class Bargainer:
    """A deal evaluator based on an estimate of the table."""

    def __init__(self, estimate: Estimate, style: Style = DEFAULT_STYLE) -> None:
        self.sketch = estimate
        self.style = style
        self.affected: list[PlotGroup] = []
        """The groups that the opened deal changes."""
        self.others = 0.0
        """The sum of ``exp(strength)`` over the players who have no part in the opened deal."""
        self.rents = 0.0
        """The income of all players after the opened deal."""

    def start(self, state: State) -> None:
        """Load the table as it is, counting unpaid debts as already paid."""
        self.sketch.load(state)
        self.weigh_table(state)

    def weigh_table(self, state: State) -> None:
        """Weigh the loaded table, counting unpaid debts as already paid."""
        sketch = self.sketch
        for debt in state.open_debts():
            sketch.standings[debt.debtor].cash -= debt.amount
            if debt.creditor >= 0:
                sketch.standings[debt.creditor].cash += debt.amount
        sketch.weigh()
        total = 0.0
        for standing in sketch.standings:
            standing.strength_before = standing.strength
            standing.chance = exp(standing.strength) if standing.alive else 0.0
            total += standing.chance
        for standing in sketch.standings:
            standing.chance /= total

    # -- evaluating a deal -------------------------------------------------------------------------

    def open(self, state: State, deal: Deal) -> None:
        """Exchange the deeds in the estimate; ``close`` undoes this."""
        sketch = self.sketch
        sketch.keep()
        self.affected = self.find_affected(deal)
        for group in self.affected:
            group.keep()
            sketch.count_group(group, -1.0)
        self.charge(state, deal)
        self.hand_over(deal, deal.seat, deal.partner)
        for number in deal.unmortgages:
            sketch.plots[number].mortgaged = False
        for group in self.affected:
            sketch.count_group(group, 1.0)
        self.weigh_others(deal)

    def close(self, state: State, deal: Deal) -> None:
        """Undo the exchange that ``open`` made."""
        sketch = self.sketch
        for number in deal.unmortgages:
            sketch.plots[number].mortgaged = True
        self.hand_over(deal, deal.partner, deal.seat)
        for group in self.affected:
            group.restore()
        sketch.restore()

    def find_affected(self, deal: Deal) -> list[PlotGroup]:
        """List the groups of the deeds in a deal."""
        sketch = self.sketch
        found: list[PlotGroup] = []
        done: i64 = 0
        for deeds in (deal.get, deal.give):
            for number in deeds:
                group = sketch.plots[number].group
                if (done >> group) & 1 == 0:
                    done |= ONE << group
                    found.append(sketch.groups[group])
        return found

    def charge(self, state: State, deal: Deal) -> None:
        """Compute what the Bank charges both sides for mortgaged deeds."""
        plots = self.sketch.plots
        deal.fees = 0
        deal.partner_fees = 0
        for number in deal.get:
            if plots[number].mortgaged:
                deal.fees += interest(state.properties[number].deed.mortgage)
        for number in deal.give:
            if number in deal.unmortgages:
                deal.partner_fees += plots[number].to_unmortgage
            elif plots[number].mortgaged:
                deal.partner_fees += interest(state.properties[number].deed.mortgage)

    def hand_over(self, deal: Deal, getter: i64, giver: i64) -> None:
        """Move deeds in the estimate."""
        sketch = self.sketch
        for number in deal.get:
            sketch.set_owner(sketch.plots[number], getter)
        for number in deal.give:
            sketch.set_owner(sketch.plots[number], giver)

    def weigh_others(self, deal: Deal) -> None:
        """Weigh the players who have no part in an opened deal; they don't depend on its price."""
        sketch = self.sketch
        self.rents = sketch.all_rents()
        self.others = 0.0
        for standing in sketch.standings:
            if standing.alive and standing.seat != deal.seat and standing.seat != deal.partner:
                sketch.weigh_burden(standing, self.rents)
                self.others += exp(standing.strength)

    def judge(self, deal: Deal) -> None:
        """Compute how much an opened deal raises both win probabilities at its price."""
        sketch = self.sketch
        one = sketch.standings[deal.seat]
        two = sketch.standings[deal.partner]
        one.cash -= deal.pays + deal.fees
        two.cash += deal.pays - deal.partner_fees
        one.cards += deal.cards
        two.cards -= deal.cards
        sketch.weigh_means(one)
        sketch.weigh_burden(one, self.rents)
        sketch.weigh_means(two)
        sketch.weigh_burden(two, self.rents)
        mine = exp(one.strength)
        theirs = exp(two.strength)
        total = self.others + mine + theirs
        deal.gain = mine / total - one.chance
        deal.partner_gain = theirs / total - two.chance
        if sketch.left == 2:
            deal.gain += GROWTH * (one.strength - one.strength_before)
            deal.partner_gain += GROWTH * (two.strength - two.strength_before)
        one.cash += deal.pays + deal.fees
        two.cash -= deal.pays - deal.partner_fees
        one.cards -= deal.cards
        two.cards += deal.cards

    def weigh(self, state: State, deal: Deal) -> None:
        """Compute how much a deal raises both win probabilities at its price."""
        self.open(state, deal)
        self.judge(deal)
        self.close(state, deal)

    def compare(self, state: State, deal: Deal) -> DealEffect:
        """Evaluate a deal and return its effect on both players' win probabilities."""
        one = self.sketch.standings[deal.seat]
        two = self.sketch.standings[deal.partner]
        effect = DealEffect(one.chance, two.chance, one.strength_before)
        self.weigh(state, deal)
        total = self.others + exp(one.strength) + exp(two.strength)
        effect.note_after(exp(one.strength) / total, exp(two.strength) / total, one.strength)
        return effect

    def price(self, state: State, deal: Deal) -> bool:
        """Find the payment at which both sides gain equally; return whether it suits both."""
        self.charge(state, deal)
        least = self.least(state, deal)
        if self.spare(deal) < least:
            return False
        most = self.most(state, deal)
        if most < least:
            return False
        self.open(state, deal)
        fits = self.find_price(deal, least, most)
        self.close(state, deal)
        return fits

    def find_price(self, deal: Deal, least: i64, most: i64) -> bool:
        """Find the price of an opened deal in a range; return whether it suits both sides."""
        if most < least:
            return False
        deal.pays = self.clamp(0.0, least, most)
        self.judge(deal)
        if deal.gain + deal.partner_gain + deal.leeway < LEAST_GAIN:
            return False  # at no price would both sides gain enough
        slope = DOLLAR
        for _ in range(STEPS):
            before = deal.tilt()
            if before < CLOSE and before > -CLOSE:
                break
            old = deal.pays
            deal.pays = self.clamp(float(old) + before / slope, least, most)
            if deal.pays == old:
                break
            self.judge(deal)
            measured = (before - deal.tilt()) / float(deal.pays - old)
            slope = max(measured, DOLLAR / 10.0)
        return deal.suits_both()

    def clamp(self, wanted: float, least: i64, most: i64) -> i64:
        """Round an amount and limit it to what both sides can pay."""
        if wanted <= float(least):
            return least
        if wanted >= float(most):
            return most
        return max(least, int(wanted) // ROUND_TO * ROUND_TO)

    def spare(self, deal: Deal) -> i64:
        """Return the cash that the first seat has to spare for a deal."""
        return self.sketch.standings[deal.seat].cash - deal.fees - self.style.purse

    def most(self, state: State, deal: Deal) -> i64:
        """Return the most the first seat should pay."""
        return min(self.spare(deal), self.ceiling(state, deal.get, deal.seat))

    def least(self, state: State, deal: Deal) -> i64:
        """Return the least the first seat could pay; negative if the partner can pay instead.

        An offer of cash alone is never below the printed price.
        """
        if deal.get and not deal.give:
            return self.list_price(deal.get) + ROUND_TO
        kept = self.style.purse if deal.leeway > 0.0 else self.style.kept_cash
        spare = self.sketch.standings[deal.partner].cash - deal.partner_fees - kept
        if spare < 0:
            return deal.partner_fees
        return -min(spare, self.ceiling(state, deal.give, deal.partner))

    def list_price(self, deeds: list[int]) -> i64:
        """Return the total printed price of these deeds."""
        total = 0.0
        for number in deeds:
            total += self.sketch.plots[number].price
        return int(1000.0 * total + 0.5)

    def ceiling(self, state: State, deeds: list[int], taker: i64) -> i64:
        """Return the most that deeds can be worth to their new owner, whatever the estimate says.

        This is twice their price or, for a deed that completes a group, its price plus several
        rounds of the group's rent.
        """
        total: i64 = 0
        for number in deeds:
            deed = state.properties[number].deed
            worth = 2 * deed.price
            if fills_group(state, number, taker, deeds):
                prize = self.sketch.atlas.groups[deed.group].prize
                earned = int(prize * float(state.left - 1) * self.style.earning_rounds)
                worth = max(worth, deed.price + earned)
            total += worth
        return total

    def is_poor(self, state: State, deal: Deal, kept: i64) -> bool:
        """Return whether paying for a deal leaves the first seat less cash than it keeps."""
        paid = deal.pays + deal.fees
        return paid > 0 and state.players[deal.seat].cash - paid < kept

    def highest_price(self, state: State, deal: Deal) -> i64:
        """Return the most that the deeds and cards can be worth to the first seat."""
        fine = max(0, deal.cards) * state.rules.jail_fine
        return self.ceiling(state, deal.get, deal.seat) + fine

    def accepts(self, state: State, deal: Deal, kept: i64) -> bool:
        """Return whether the first seat accepts a judged deal by the estimate alone."""
        return (
            deal.is_fair()
            and is_useful(state, deal)
            and not self.is_poor(state, deal, kept)
            and deal.pays <= self.highest_price(state, deal)
        )

    # -- finding deals -----------------------------------------------------------------------------

    def deals(self, state: State, seat: i64) -> list[Deal]:
        """Find deals that suit both this seat and a partner and are new to the partner, best first.

        Partners who should not be asked now are left out.
        """
        self.sketch.load(state)
        thought_of: list[Deal] = []
        for partner in state.players:
            if partner.seat == seat or partner.out or partner.leaving:
                continue
            manners = Manners(state, partner.seat)
            if not manners.allow(seat):
                continue
            leeway = manners.leeway(self.style.opening)
            for deal in self.candidates(state, seat, partner.seat, leeway > 0.0, manners.sells):
                deal.leeway = leeway
                thought_of.append(deal)
        found: list[Deal] = []
        if not thought_of:
            return found
        self.weigh_table(state)
        for deal in thought_of:
            deal.least = least_gain(state, deal)
            if self.price(state, deal) and is_news(state, deal):
                place: i64 = 0
                while place < len(found) and found[place].gain >= deal.gain:
                    place += 1
                found.insert(place, deal)
        return found

    def candidates(
        self, state: State, seat: i64, partner: i64, yields: bool, sells: bool
    ) -> list[Deal]:
        """List exchanges of deeds with a partner that complete a group for one of them.

        If the partner ``yields``, also list sales of single deeds from incomplete groups; if they
        have sold cheaply before, also list swaps of such deeds. The table must be loaded.
        """
        gets: list[list[int]] = []
        gives: list[list[int]] = []
        bought: list[list[int]] = []
        sold: list[list[int]] = []
        for group in self.sketch.groups:
            mine: i64 = 0
            theirs: i64 = 0
            for plot in group.plots:
                if plot.owner == partner:
                    theirs += 1
                elif plot.owner == seat:
                    mine += 1
            if theirs == 0:
                continue
            if mine + theirs == group.size and mine > 0:
                gets.append(held_by(group, partner))
                gives.append(held_by(group, seat))
            elif yields and theirs < group.size:
                bought.append(held_by(group, partner)[:1])
                if mine > 0:
                    sold.append(held_by(group, seat)[:1])
        if not gets and not bought:
            return []
        style = self.style
        deals = [Deal(seat, partner, get, NO_DEEDS, 0, 0, style) for get in gets + bought]
        deals += [Deal(seat, partner, NO_DEEDS, give, 0, 0, style) for give in gives + sold]
        for place, get in enumerate(gets + bought):
            others = gives + sold if sells or place < len(gets) else gives
            wanted = owner_group(state, get)
            deals += [
                Deal(seat, partner, get, give, 0, 0, style)
                for give in others
                if owner_group(state, give) != wanted
            ]
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
        deal = Deal(offer.partner, offer.maker, get, give, pays, cards, self.style)
        deal.unmortgages = [
            deed_at[space] for space in offer.unmortgage if state.is_mortgaged(space)
        ]
        return deal

    def reprice(self, state: State, deal: Deal, kept: i64) -> bool:
        """Lower what the first seat pays until both sides gain equally.

        Return whether the new price suits both. ``kept`` is the cash that the first seat keeps.
        """
        self.open(state, deal)
        spare = self.sketch.standings[deal.seat].cash - deal.fees - kept
        most = min(self.most(state, deal), deal.pays, spare if spare >= 0 else -deal.fees)
        least = self.least(state, deal)
        fits = self.find_price(deal, least, most) and deal.is_fair()
        fits = fits or self.halve_range(deal, least, most)
        self.close(state, deal)
        return fits

    def halve_range(self, deal: Deal, least: i64, most: i64) -> bool:
        """Find the price of an opened deal by halving a range; return whether it suits both sides.

        This is slower than ``find_price`` but finds a price even where gains jump.
        """
        while most - least > ROUND_TO:
            deal.pays = self.clamp(float(least + most) / 2.0, least, most)
            self.judge(deal)
            if deal.suits_both() and deal.is_fair():
                return True
            if deal.tilt() > 0.0:
                least = deal.pays + 1
            else:
                most = deal.pays - 1
        return False


def completes(state: State, deal: Deal) -> bool:
    """Return whether a deal completes a group for either side."""
    return fills(state, deal.get, deal.seat, deal.get) or fills(
        state, deal.give, deal.partner, deal.give
    )


def is_double(state: State, deal: Deal) -> bool:
    """Return whether a deal completes a group for both sides."""
    if not deal.get or not deal.give:
        return False
    return fills(state, deal.get, deal.seat, deal.get) and fills(
        state, deal.give, deal.partner, deal.give
    )


def least_gain(state: State, deal: Deal) -> float:
    """Return the smallest gain for which both sides make a deal."""
    if deal.leeway > 0.0 or state.round >= LATE_ROUNDS:
        return LEAST_GAIN
    if state.round < DOUBLE_ROUNDS and is_double(state, deal):
        return deal.style.double_gain
    return deal.style.least_gain


def is_useful(state: State, deal: Deal) -> bool:
    """Return whether a deal that is fair to the first seat is also worth making.

    Most such deals complete a group for one side. Others must raise the win probability by two points
    or benefit the first seat at least as much as its partner.
    """
    if completes(state, deal):
        return deal.gain >= least_gain(state, deal) or not is_double(state, deal)
    return deal.gain >= LARGE_GAIN or deal.gain >= deal.partner_gain


def fills(state: State, deeds: list[int], taker: i64, received: list[int]) -> bool:
    """Return whether a group of one of these deeds is complete once a player receives some deeds."""
    for number in deeds:
        if fills_group(state, number, taker, received):
            return True
    return False


def fills_group(state: State, number: i64, taker: i64, received: list[int]) -> bool:
    """Return whether a deed's group is complete once a player receives some deeds."""
    properties = state.properties
    for other in state.board.groups[properties[number].deed.group].deeds:
        if properties[other.number].owner != taker and other.number not in received:
            return False
    return True


def owned_by(state: State, deeds: list[int], owner: i64) -> list[int]:
    """Return those of these deeds that a player owns."""
    return [number for number in deeds if state.properties[number].owner == owner]


def held_by(group: PlotGroup, owner: i64) -> list[int]:
    """Return the numbers of those of a group's deeds that a player owns."""
    return [int(plot.number) for plot in group.plots if plot.owner == owner]


def owner_group(state: State, deeds: list[int]) -> i64:
    """Return the group that these deeds belong to."""
    return state.properties[deeds[0]].deed.group


def offer_of(state: State, deal: Deal) -> OfferTrade:
    """Convert a deal into an offer by its first seat."""
    get = tuple([int(state.properties[number].deed.space) for number in deal.get])
    give = tuple([int(state.properties[number].deed.space) for number in deal.give])
    return OfferTrade(deal.seat, deal.partner, max(deal.pays, 0), max(-deal.pays, 0), give, get)
