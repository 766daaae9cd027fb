"""The background agents of the GNOME-p3 simulator, versions 3, 4 and 5, and the sneaky trader.

Source: Mayank Kejriwal and others, "GNOME-p3", the simulator whose agents are the opponents in
Bonjour et al., "Decision Making in Monopoly using a Hybrid Deep Reinforcement Learning Approach",
arXiv 2103.00683.

These agents keep $200 unless a group is at stake. They build and unmortgage out of turn and make
offers on their own turn. They accept nearly every offer that does not cost them a group, which is
their known weakness. Our own decisions:

- Deeds cannot be sold to the Bank in this game. Where the original agents would sell a deed, these
  mortgage it.
- Amounts are whole dollars: shares are rounded down, and "almost nothing" is $1.
- Each turn, they make one offer to each opponent, clockwise: a swap if possible, otherwise a
  purchase, otherwise a sale. They ask for the cheapest deed and sell the most expensive one.
  Mortgaged deeds are left out.
- An offer in which one side gives nothing is a gift, whichever side it is.
- They build before they unmortgage. In a shortage, they demand all the buildings they can pay for
  and bid the printed price.
- A wanted deed is treated like one that completes a group: they buy it even if that uses up their
  cash, bid above its price, and ask for it.
- Version 4 asks for 65%, the midpoint between 60% and 70%, and declines trades that would give it
  utilities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.simulator_bot import SimulatorBot
from passgo.bots.board_facts import (
    any_mortgaged,
    extra_rent,
    groups_gained,
    is_own_roll,
    next_unmortgage,
    owner_of_the_rest,
    would_complete,
)
from passgo.bots.habits import ROLLS
from passgo.engine.action import Action
from passgo.engine.board import RAILROAD, UTILITY, Deed, Group
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import DebtDue, raisable
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade, OfferTrade, why_no_trade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, Property, State

RESERVE: Final = 200
"""The cash to keep when buying, unmortgaging or making a trade that adds no group."""
PURSE: Final = 100
"""More cash than this must be left after paying for a deed in a trade."""


@mypyc_attr(allow_interpreted_subclasses=True)
class GnomeV3(SimulatorBot):
    """Version 3: keeps $200, goes after groups, and accepts any offer that does not cost it a group."""

    def __init__(self) -> None:
        super().__init__()
        self.percent: i64 = 50
        """The percentage of a buyer's cash charged for a deed that completes the buyer's group."""

    def wants(self, group: Group) -> bool:
        """Return whether the bot wants every deed in a group, even one that completes nothing."""
        return False

    def shuns(self, group: Group) -> bool:
        """Return whether the bot avoids all deeds in a group."""
        return False

    def covets(self, state: State, seat: i64, deed: Deed) -> bool:
        """Return whether a deed would complete a group or is wanted anyway."""
        return would_complete(state, seat, deed) or self.wants(state.board.groups[deed.group])

    # -- buying ------------------------------------------------------------------------------------

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy if that leaves $200 or completes a group; mortgage a deed to complete one if needed."""
        deed = state.property(space).deed
        if self.shuns(state.board.groups[deed.group]):
            return Decline(seat)
        left = state.players[seat].cash - deed.price
        if left >= RESERVE or (left >= 0 and self.covets(state, seat, deed)):
            return Buy(seat)
        if left < 0 and would_complete(state, seat, deed):
            mortgage = self.mortgage_for(state, seat, deed.price)
            if mortgage is not None:
                return mortgage
        return Decline(seat)

    def mortgage_for(self, state: State, seat: i64, price: i64) -> Action | None:
        """Mortgage the cheapest deed outside complete groups whose mortgage covers a price."""
        best: i64 = -1
        space: i64 = -1
        for prop in state.properties:
            deed = prop.deed
            if prop.owner != seat or prop.mortgaged or deed.mortgage < price:
                continue
            if (best < 0 or deed.mortgage < best) and not state.owns_group(seat, deed.group):
                best = deed.mortgage
                space = deed.space
        return Mortgage(seat, space) if space >= 0 else None

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Raise the bid halfway to list price.

        Above list price, raise it only if a group is at stake, by a quarter of the cash left.
        """
        deed = state.property(auction.space).deed
        bid = auction.bid
        cash = state.players[seat].cash
        amount = bid
        if self.shuns(state.board.groups[deed.group]):
            return PassBid(seat)
        if bid < deed.price:
            amount += (deed.price - bid) // 2
        elif self.covets(state, seat, deed):
            amount += (cash - bid) // 4
        return Bid(seat, amount) if bid < amount <= cash else PassBid(seat)

    def in_jail(self, state: State, seat: i64) -> Action:
        """Use a card or pay if the bot has at least $200; otherwise, roll."""
        player = state.players[seat]
        if player.cash < RESERVE:
            return ROLLS[seat]
        if player.cards:
            return UseCard(seat, player.cards[0])
        pay = PayFine(seat)
        return pay if pay.why_not(state) is None else ROLLS[seat]

    # -- building and unmortgaging -----------------------------------------------------------------

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Make offers before this seat's roll; build and unmortgage before other players' rolls."""
        if is_own_roll(state, seat):
            return self.next_offer(state, seat)
        if state.players[seat].complete != 0:
            build = self.next_building(state, seat)
            if build is not None:
                return build
        return next_unmortgage(state, seat, RESERVE)

    def rate_building(self, state: State, prop: Property) -> i64:
        """Rate a building by the extra rent minus the house price."""
        return extra_rent(state, prop) - prop.deed.house_cost

    # -- offers ------------------------------------------------------------------------------------

    def offer_to(self, state: State, seat: i64, partner: i64) -> OfferTrade | None:
        """Offer a swap if each side has what the other needs, or else a purchase or a sale."""
        wanted = self.deed_to_ask(state, seat, partner)
        sold = self.deed_to_sell(state, seat, partner)
        offer: OfferTrade | None = None
        if wanted is not None and sold is not None and wanted.group != sold.group:
            pays = wanted.price * 3 // 4 - self.price_for(state, sold, partner)
            offer = self.possible(state, seat, partner, pays, sold, wanted)
        if offer is None and wanted is not None:
            offer = self.possible(state, seat, partner, wanted.price * 9 // 8, None, wanted)
        if offer is None and sold is not None:
            pays = -self.price_for(state, sold, partner)
            offer = self.possible(state, seat, partner, pays, sold, None)
        return offer

    def possible(
        self,
        state: State,
        seat: i64,
        partner: i64,
        pays: i64,
        given: Deed | None,
        taken: Deed | None,
    ) -> OfferTrade | None:
        """Return the offer, or None if it is not allowed or leaves too little cash."""
        if pays > 0 and state.players[seat].cash - pays <= PURSE:
            return None
        give_deeds: tuple[int, ...] = () if given is None else (int(given.space),)
        get_deeds: tuple[int, ...] = () if taken is None else (int(taken.space),)
        offer = OfferTrade(seat, partner, max(0, pays), max(0, -pays), give_deeds, get_deeds)
        return offer if offer.why_not(state) is None else None

    def price_for(self, state: State, deed: Deed, buyer: i64) -> i64:
        """Return one and a half times the price, or a share of the buyer's cash if that is more."""
        return max(deed.price * 3 // 2, state.players[buyer].cash * self.percent // 100)

    def deed_to_ask(self, state: State, seat: i64, partner: i64) -> Deed | None:
        """Find the partner's cheapest deed that is wanted or would complete a group for this seat."""
        best: Deed | None = None
        for prop in state.properties:
            deed = prop.deed
            if prop.owner != partner or prop.mortgaged or state.owns_group(partner, deed.group):
                continue
            if self.shuns(state.board.groups[deed.group]):
                continue
            if (best is None or deed.price < best.price) and self.covets(state, seat, deed):
                best = deed
        return best

    def deed_to_sell(self, state: State, seat: i64, partner: i64) -> Deed | None:
        """Find the most expensive deed that completes a group for a partner who can pay for it."""
        best: Deed | None = None
        cash = state.players[partner].cash
        for prop in state.properties:
            deed = prop.deed
            if prop.owner != seat or prop.mortgaged or deed.price * 3 // 2 > cash:
                continue
            if best is not None and deed.price <= best.price:
                continue
            if owner_of_the_rest(state, deed) == partner:
                best = deed
        return best

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept an offer that adds a group, or that costs no group and leaves at least $200.

        Gifts and mortgaged deeds are always declined.
        """
        if not is_one_sided(offer) and self.is_acceptable(state, seat, offer):
            terms = offer.terms
            gained = groups_gained(state, seat, terms.give_deeds, terms.get_deeds)
            cash = state.players[seat].cash + terms.give_cash - terms.get_cash
            if gained > 0 or (gained == 0 and cash >= RESERVE):
                return AcceptTrade(seat, offer.number)
        return DeclineTrade(seat, offer.number)

    def is_acceptable(self, state: State, seat: i64, offer: Offer) -> bool:
        """Return whether an offer is possible and includes no mortgaged or avoided deeds."""
        terms = offer.terms
        for space in terms.give_deeds:
            if self.shuns(state.board.groups[state.property(space).deed.group]):
                return False
        deeds = terms.give_deeds + terms.get_deeds
        return not any_mortgaged(state, deeds) and why_no_trade(state, offer, ()) is None

    # -- debt --------------------------------------------------------------------------------------

    def in_debt(self, state: State, seat: i64, owing: DebtDue) -> Action:
        """Mortgage the cheapest deed first, if mortgages alone are enough.

        Otherwise, deeds outside complete groups come first, then those inside, then buildings.
        """
        if raisable(state, seat) < owing.amount:
            return owing.default(state, seat)
        missing = owing.amount - state.players[seat].cash
        loose: Deed | None = None
        grouped: Deed | None = None
        for prop in state.properties:
            deed = prop.deed
            if prop.owner != seat or prop.mortgaged or state.has_buildings(deed.group):
                continue
            missing -= deed.mortgage
            if state.owns_group(seat, deed.group):
                if grouped is None or deed.mortgage < grouped.mortgage:
                    grouped = deed
            elif loose is None or deed.mortgage < loose.mortgage:
                loose = deed
        first = grouped if loose is None else loose
        if first is None:
            return owing.default(state, seat)
        if missing <= 0 and grouped is not None and grouped.mortgage < first.mortgage:
            first = grouped
        return Mortgage(seat, first.space)


def is_one_sided(offer: Offer) -> bool:
    """Return whether an offer is a gift: one side would give nothing."""
    terms = offer.terms
    gives = terms.give_cash > terms.get_cash or len(terms.give_deeds) + len(terms.give_cards) > 0
    gets = terms.get_cash > terms.give_cash or len(terms.get_deeds) + len(terms.get_cards) > 0
    return not gives or not gets


@mypyc_attr(allow_interpreted_subclasses=True)
class GnomeV4(GnomeV3):
    """Version 4: asks for more, wants railroads and dark blue, and never wants utilities."""

    def __init__(self) -> None:
        super().__init__()
        self.percent = 65

    def wants(self, group: Group) -> bool:
        """Return whether a group is the railroads or dark blue."""
        return group.kind == RAILROAD or group.key == "dark_blue"

    def shuns(self, group: Group) -> bool:
        """Return whether a group is the utilities."""
        return group.kind == UTILITY


@mypyc_attr(allow_interpreted_subclasses=True)
class GnomeV5(GnomeV3):
    """Version 5: wants orange, light blue and railroads, and stops at three houses."""

    def __init__(self) -> None:
        super().__init__()
        self.most = 3

    def wants(self, group: Group) -> bool:
        """Return whether a group is the railroads or a color the bot considers most profitable."""
        return group.kind == RAILROAD or group.key == "orange" or group.key == "light_blue"


@mypyc_attr(allow_interpreted_subclasses=True)
class GnomeSneaky(GnomeV3):
    """A version 3 agent that, if it has no better offer, offers $1 for a different deed each round."""

    def offer_to(self, state: State, seat: i64, partner: i64) -> OfferTrade | None:
        """Make version 3's offer or, if there is none, offer $1 for a deed."""
        offer = super().offer_to(state, seat, partner)
        if offer is not None:
            return offer
        deeds: list[int] = [
            int(prop.deed.space)
            for prop in state.properties
            if prop.owner == partner
            and not prop.mortgaged
            and not state.has_buildings(prop.deed.group)
        ]
        if not deeds:
            return None
        offer = OfferTrade(seat, partner, give_cash=1, get_deeds=(deeds[state.round % len(deeds)],))
        return offer if offer.why_not(state) is None else None
