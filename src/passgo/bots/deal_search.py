"""Deal search: for each exchange of deeds, the best price that the partner would still accept.

A trader prices deals by its own estimate, at a price that is fair to both sides. The lookahead bot
asks instead what its partner would do: in a copy of the game it makes the offer, lets a trader
answer in the partner's seat, and halves the range of prices until it knows the lowest price that is
accepted. The win model then shows which of these deals are worth playing out.

Not everybody judges deals like a trader. A partner who sells deeds cheaply, or who keeps declining, gets
offers at a price that the bot finds by its own estimate. To find out who sells cheaply, the first offer to
a partner with whom no other deal is possible asks for a single deed at such a price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.bargain import ROUND_TO, Bargainer, Deal, completes, offer_of
from passgo.bots.offer_manners import Manners, is_news
from passgo.bots.trader import TraderBot
from passgo.bots.win_model import Evaluator
from passgo.engine.chance import Seeded
from passgo.engine.rules.trade import AcceptTrade, find_offer

if TYPE_CHECKING:
    from passgo.engine.game import Game, View
    from passgo.engine.state import Player, State

MOST_DEALS: Final = 8
"""The maximum number of deals to play out."""
MOST_OWN_DEALS: Final = 3
"""The maximum number of deals with each partner that are considered at the bot's own price."""
LARGEST_LOSS: Final = 0.02
"""A deal that costs more win probability than this, according to the win model, is not played out."""
LEFT_TO_PARTNER: Final = 100
"""The cash that a partner certainly wants to keep."""
NO_ROLLS: Final = Seeded(1)
"""The chance in copies in which nobody rolls."""


class DealSearch:
    """A search for the deals that are best for a bot, given what its partners accept."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.stand_in = TraderBot()
        """The trader that answers offers in the partner's seat."""

    def find(self, view: View, bargainer: Bargainer) -> list[Deal]:
        """Return deals that partners are expected to accept, the most promising first."""
        state = view.state
        seat = view.seat
        found: list[Deal] = []
        gains: list[float] = []
        own = bargainer.deals(state, seat)
        bargainer.start(state)
        before = self.evaluator.win_probability(state, seat)
        for partner in state.players:
            if partner.seat == seat or partner.out or partner.leaving:
                continue
            manners = Manners(state, partner.seat)
            if not manners.allow(seat):
                continue
            offers = OfferCount(state, seat, partner.seat)
            like_trader = not manners.sells and offers.answered_like_a_trader()
            possible = False
            if like_trader:
                for deal in bargainer.candidates(state, seat, partner.seat, True, True):
                    game = self.find_price(view, bargainer, deal, partner)
                    if game is None or not is_news(state, deal):
                        continue
                    gain = self.evaluator.win_probability(game.state, seat) - before
                    if gain >= -LARGEST_LOSS:
                        possible = True
                        insert(found, gains, deal, gain)
            if not like_trader or (offers.made == 0 and not possible):
                left: i64 = MOST_OWN_DEALS
                for deal in own:
                    if deal.partner != partner.seat or left == 0:
                        continue
                    left -= 1
                    if like_trader and (deal.give or completes(state, deal)):
                        continue
                    insert(found, gains, deal, self.gain_from(view, deal, before))
        return found[:MOST_DEALS]

    def gain_from(self, view: View, deal: Deal, before: float) -> float:
        """Return how much a deal raises the bot's win probability by the win model, if it is accepted."""
        game = view.imagine(NO_ROLLS)
        offer = offer_of(game.state, deal)
        if offer.why_not(game.state) is not None:
            return -1.0
        game.step(offer)
        accept = AcceptTrade(deal.partner, game.state.last_serial)
        if accept.why_not(game.state) is not None:
            return -1.0
        game.step(accept)
        return self.evaluator.win_probability(game.state, view.seat) - before

    def find_price(
        self, view: View, bargainer: Bargainer, deal: Deal, partner: Player
    ) -> Game | None:
        """Set the best price that the partner accepts; return the game after that deal, if there is one."""
        least, most = self.price_range(view.state, bargainer, deal, partner)
        if most < least:
            return None
        deal.pays = most
        best = self.play(view, deal)
        if best is None:
            return None
        while most - least > ROUND_TO:
            deal.pays = (least + most) // 2
            game = self.play(view, deal)
            if game is None:
                least = deal.pays
            else:
                most = deal.pays
                best = game
        deal.pays = most
        return best

    def price_range(
        self, state: State, bargainer: Bargainer, deal: Deal, partner: Player
    ) -> tuple[i64, i64]:
        """Return the least and the most that the bot might pay."""
        least: i64 = -max(0, partner.cash - LEFT_TO_PARTNER) if deal.give else 0
        if not deal.get:
            return least, -ROUND_TO
        spare = state.players[deal.seat].cash - bargainer.style.purse
        return least, min(spare, bargainer.ceiling(state, deal.get, deal.seat))

    def play(self, view: View, deal: Deal) -> Game | None:
        """Make an offer in a copy; return the copy if a trader in the partner's seat accepts."""
        game = view.imagine(NO_ROLLS)
        state = game.state
        offer = offer_of(state, deal)
        if offer.why_not(state) is not None:
            return None
        game.step(offer)
        made = find_offer(state, state.last_serial)
        if made is None:
            return None
        answer = self.stand_in.at_offer(state, deal.partner, made)
        if not isinstance(answer, AcceptTrade):
            return None
        game.step(answer)
        return game


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


def insert(deals: list[Deal], gains: list[float], deal: Deal, gain: float) -> None:
    """Insert a deal into a list that is sorted by gain."""
    place: i64 = 0
    while place < len(gains) and gains[place] >= gain:
        place += 1
    gains.insert(place, gain)
    deals.insert(place, deal)
