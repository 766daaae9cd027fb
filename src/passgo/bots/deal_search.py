"""Deal search: the exchanges of deeds that are best for a bot, at the best prices its partners accept.

A trader thinks only of deals that complete a group, at a price that is fair to both sides. The
lookahead bot tries every exchange of up to three deeds and asks what its partner would do: the most
that a trader in the partner's seat would pay, or the least that it would accept. The win model shows
which of these deals are worth playing out.

Not everybody judges deals like a trader. To find out who sells deeds cheaply, the first offer to a partner
with whom no other deal is possible asks for a single deed. A partner who does sell cheaply is asked for
the deeds that the bot can use best, at a price learned from their answers (``asking_price``). Such a
partner, and one who keeps declining, also gets offers at a price that the bot finds by its own estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.asking_price import FIRST_PERCENT, percent_to_offer
from passgo.bots.bargain import ROUND_TO, Bargainer, Deal, completes, offer_of
from passgo.bots.deal_judge import DealJudge
from passgo.bots.offer_manners import Manners, is_news
from passgo.bots.trader import TraderBot
from passgo.bots.win_model import Evaluator
from passgo.engine.chance import Seeded
from passgo.engine.rules.trade import AcceptTrade, find_offer, tradable_deeds

if TYPE_CHECKING:
    from passgo.engine.game import View
    from passgo.engine.state import Player, State

MOST_DEALS: Final = 6
"""The maximum number of deals to play out."""
MOST_OWN_DEALS: Final = 3
"""The maximum number of deals with each partner that are considered at the bot's own price."""
MOST_PURCHASES: Final = 4
"""The maximum number of purchases of single deeds to play out."""
MOST_DEEDS: Final = 3
"""The maximum number of deeds in an exchange; neither side gives more than two."""
LEAST_GAIN: Final = 0.0
"""A deal that gains less win probability than this, according to the win model, is not played out."""
ROOM: Final = 0.01
"""The gain that a price must leave the bot before it offers its partner more than the estimate asks for."""
OWN_CASH: Final = 60
"""The cash that the bot keeps when it makes an offer."""
NO_ROLLS: Final = Seeded(1)
"""The chance in copies in which nobody rolls."""


class DealSearch:
    """A search for the deals that are best for a bot, given what its partners accept."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.judge = DealJudge(evaluator)
        self.stand_in = TraderBot()
        """The trader that answers offers in the partner's seat."""
        self.careful = True
        """Whether partners consult the win model."""
        self.found: list[Deal] = []
        self.gains: list[float] = []
        """What the deals found gain for the bot, according to the win model."""
        self.purchases: list[Deal] = []
        """The purchases of single deeds at a learned price, the most promising first."""
        self.purchase_gains: list[float] = []

    def find(self, view: View, bargainer: Bargainer) -> list[Deal]:
        """Return deals that partners are expected to accept, the most promising first."""
        state = view.state
        seat = view.seat
        self.found = []
        self.gains = []
        self.purchases = []
        self.purchase_gains = []
        own = bargainer.deals(state, seat)
        self.start(state)
        for partner in state.players:
            if partner.seat == seat or partner.out or partner.leaving:
                continue
            manners = Manners(state, partner.seat)
            if not manners.allow(seat):
                continue
            offers = OfferCount(state, seat, partner.seat)
            like_trader = not manners.sells and offers.answered_like_a_trader()
            possible = like_trader and self.find_with(state, seat, partner)
            if like_trader and (possible or offers.made > 0):
                continue
            if manners.sells:
                self.find_purchases(state, seat, partner)
            left: i64 = MOST_OWN_DEALS
            for deal in own:
                if deal.partner != partner.seat or left == 0:
                    continue
                left -= 1
                if like_trader and not self.make_first_offer(state, deal):
                    continue
                self.judge.judge(state, deal)
                insert_deal(self.found, self.gains, deal, self.judge.gain)
        return self.still_accepted(view, own)

    def start(self, state: State) -> None:
        """Prepare to price deals in a position."""
        self.judge.start(state)
        self.stand_in.get_bargainer(state).start(state)
        self.careful = self.stand_in.needs_opinion(state)

    def find_with(self, state: State, seat: i64, partner: Player) -> bool:
        """Find the deals with a partner who judges them like a trader; return whether there are any."""
        deed_at = state.board.deed_at
        kept = self.stand_in.kept_in_deals(state, partner.seat)
        mine = bundles([deed_at[space] for space in tradable_deeds(state, seat)])
        theirs = bundles([deed_at[space] for space in tradable_deeds(state, partner.seat)])
        possible = False
        for get in theirs:
            for give in mine:
                count = len(get) + len(give)
                if count == 0 or count > MOST_DEEDS:
                    continue
                deal = self.price(state, seat, partner, get, give, kept)
                if deal is not None and self.judge.gain >= LEAST_GAIN and is_news(state, deal):
                    possible = True
                    insert_deal(self.found, self.gains, deal, self.judge.gain)
        return possible

    def make_first_offer(self, state: State, deal: Deal) -> bool:
        """Raise the price of a deal to that of a first offer; return whether it asks for a single deed.

        The deed must not complete a group.
        """
        if deal.give or completes(state, deal):
            return False
        price = state.properties[deal.get[0]].deed.price
        deal.pays = max(deal.pays, round_up(price * FIRST_PERCENT // 100))
        return state.players[deal.seat].cash - deal.fees - deal.pays >= OWN_CASH

    def find_purchases(self, state: State, seat: i64, partner: Player) -> None:
        """Find single deeds to buy from a partner who sells cheaply, at a learned price."""
        percent = percent_to_offer(state, partner.seat)
        if percent < 0:
            return
        for space in tradable_deeds(state, partner.seat):
            prop = state.property(space)
            pays = max(ROUND_TO, round_up(prop.deed.price * percent // 100))
            if prop.mortgaged or state.players[seat].cash - pays < OWN_CASH:
                continue
            deal = Deal(seat, partner.seat, [prop.deed.number], [], pays)
            if not is_news(state, deal):
                continue
            self.judge.judge(state, deal)
            if self.judge.gain > LEAST_GAIN:
                insert_deal(self.purchases, self.purchase_gains, deal, self.judge.gain)

    def price(
        self, state: State, seat: i64, partner: Player, get: list[int], give: list[int], kept: i64
    ) -> Deal | None:
        """Return an exchange at the best price that the partner accepts, judged by the win model."""
        bargainer = self.stand_in.get_bargainer(state)
        answer = Deal(partner.seat, seat, give, get, 0, 0, self.stand_in.style)
        bargainer.open(state, answer)
        able = self.find_highest(state, bargainer, answer, kept)
        bargainer.close(state, answer)
        if not able:
            return None
        deal = Deal(seat, partner.seat, get, give, -answer.pays)
        deal.fees = answer.partner_fees
        deal.partner_fees = answer.fees
        self.judge.judge(state, deal)
        if self.careful and not self.satisfy(state, deal):
            return None
        return deal

    def find_highest(self, state: State, bargainer: Bargainer, answer: Deal, kept: i64) -> bool:
        """Find the most that the partner pays in an opened deal; return whether they accept at all.

        ``answer`` is the deal from the partner's point of view. If they get cash, ``pays`` is negative.
        """
        spare = state.players[answer.partner].cash - answer.partner_fees - OWN_CASH
        low = -(max(0, spare) // ROUND_TO * ROUND_TO)
        high: i64 = 0
        if answer.get:
            purse = state.players[answer.seat].cash - answer.fees - kept
            most = min(purse, bargainer.ceiling(state, answer.get, answer.seat))
            high = max(0, most) // ROUND_TO * ROUND_TO
        if low > high or not self.accepts(state, bargainer, answer, kept, low):
            return False
        if self.accepts(state, bargainer, answer, kept, high):
            return True
        while high - low > ROUND_TO:
            middle = (low + high) // 2 // ROUND_TO * ROUND_TO
            if self.accepts(state, bargainer, answer, kept, middle):
                low = middle
            else:
                high = middle
        answer.pays = low
        return True

    def accepts(
        self, state: State, bargainer: Bargainer, answer: Deal, kept: i64, pays: i64
    ) -> bool:
        """Return whether the partner's estimate accepts an opened deal at a price."""
        answer.pays = pays
        bargainer.judge(answer)
        return bargainer.accepts(state, answer, kept)

    def satisfy(self, state: State, deal: Deal) -> bool:
        """Pay more until the partner's win model approves, too; return whether it does."""
        if self.approved():
            return True
        if self.judge.gain < ROOM:
            return False
        low = deal.pays
        high = state.players[deal.seat].cash - deal.fees - OWN_CASH
        if high <= low:
            return False
        deal.pays = high
        self.judge.judge(state, deal)
        if not self.approved():
            return False
        while high - low > ROUND_TO:
            deal.pays = (low + high) // 2 // ROUND_TO * ROUND_TO
            if deal.pays <= low:
                break
            self.judge.judge(state, deal)
            if self.approved():
                high = deal.pays
            else:
                low = deal.pays
        deal.pays = high
        self.judge.judge(state, deal)
        return True

    def approved(self) -> bool:
        """Return whether the partner approves of the deal judged last."""
        theirs = self.judge.partner_gain
        return theirs >= 0.0 and theirs >= self.stand_in.style.share * (self.judge.gain + theirs)

    def still_accepted(self, view: View, own: list[Deal]) -> list[Deal]:
        """Return the best deals, except those that a trader would decline after all."""
        kept = self.purchases[:MOST_PURCHASES]
        for deal in self.found:
            if len(kept) < MOST_DEALS and (is_among(deal, own) or self.is_accepted(view, deal)):
                kept.append(deal)
        return kept

    def find_price(self, view: View, deal: Deal) -> bool:
        """Set the best price that the partner accepts for an exchange; return whether there is one."""
        state = view.state
        partner = state.players[deal.partner]
        self.start(state)
        kept = self.stand_in.kept_in_deals(state, deal.partner)
        priced = self.price(state, deal.seat, partner, deal.get, deal.give, kept)
        if priced is None:
            return False
        deal.pays = priced.pays
        return self.is_accepted(view, deal)

    def is_accepted(self, view: View, deal: Deal) -> bool:
        """Return whether a trader in the partner's seat accepts an offer, by making it in a copy."""
        game = view.imagine(NO_ROLLS)
        state = game.state
        offer = offer_of(state, deal)
        if offer.why_not(state) is not None:
            return False
        game.step(offer)
        made = find_offer(state, state.last_serial)
        if made is None:
            return False
        return isinstance(self.stand_in.at_offer(state, deal.partner, made), AcceptTrade)


class OfferCount:
    """How many offers a bot has made a partner, and how many more were accepted than declined."""

    def __init__(self, state: State, seat: i64, partner: i64) -> None:
        self.made: i64 = 0
        self.balance: i64 = 0
        for past in state.past_offers:
            if past.maker == seat and past.partner == partner and not past.answer:
                self.made += 1
                self.balance += 1 if past.accepted else -1

    def answered_like_a_trader(self) -> bool:
        """Return whether the partner has declined at most one more offer than they have accepted."""
        return self.balance >= -1


def insert_deal(deals: list[Deal], gains: list[float], deal: Deal, gain: float) -> None:
    """Insert a deal into a list of the best ones, which is sorted by gain."""
    place: i64 = len(gains)
    while place > 0 and gains[place - 1] < gain:
        place -= 1
    if place >= 2 * MOST_DEALS:
        return
    gains.insert(place, gain)
    deals.insert(place, deal)
    if len(deals) > 2 * MOST_DEALS:
        gains.pop()
        deals.pop()


def round_up(amount: i64) -> i64:
    """Round an amount up to a multiple of ``ROUND_TO``."""
    return (amount + ROUND_TO - 1) // ROUND_TO * ROUND_TO


def is_among(deal: Deal, deals: list[Deal]) -> bool:
    """Return whether a list contains this deal object."""
    for one in deals:
        if one is deal:
            return True
    return False


def bundles(deeds: list[int]) -> list[list[int]]:
    """List no deed, each deed, and each pair of deeds."""
    found: list[list[int]] = [[]]
    for place, deed in enumerate(deeds):
        found.append([deed])
        found += [[deed, other] for other in deeds[place + 1 :]]
    return found
