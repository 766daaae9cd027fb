"""The trader: a fast bot that bargains. Players choose it as `easy` or `normal`.

It values everything by estimated win probabilities (``estimate``). It buys and bids up to the price
at which owning a property is no better than seeing the most dangerous rival own it, and offers
deals that suit both sides (``bargain``). Building, debts and Jail are handled by ``finance``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bargain import (
    LEAST_GAIN,
    Bargainer,
    Deal,
    completes,
    is_double,
    offer_of,
)
from passgo.bots.deal_judge import DealJudge
from passgo.bots.estimate import Estimate, Plot, Weights
from passgo.bots.finance import FinanceBot
from passgo.bots.offer_manners import is_news, times_offered
from passgo.bots.quotes import Quotes
from passgo.bots.reason import DealEffect, Reason
from passgo.bots.rivals import Rivals
from passgo.bots.style import Style
from passgo.bots.win_model import Evaluator
from passgo.engine.action import Action
from passgo.engine.board import STREET
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import raisable
from passgo.engine.rules.inquiry import DeclineInquiry
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    raised_by,
    transfer_cost,
    why_no_trade,
)
from passgo.engine.rules.turn import ToRoll

if TYPE_CHECKING:
    from passgo.engine.state import Inquiry, Offer, State

RAISE: Final = 5
"""The smallest amount by which the bot raises a bid, except in its last bid."""
CAREFUL_ROUNDS: Final = 60
"""From this round on, the bot accepts deals that the win model doesn't confirm, so that games end."""
MOST_CONFIRMED: Final = 4
"""How many deals that complete a group the bot judges by the win model before it makes an offer."""
UNCONFIRMED: Final = 4
"""How many rounds the bot waits before it judges an exchange again that the win model has not confirmed."""
STEPS_BACK: Final = 3
"""How many times a price is moved back toward the one that suits the estimate."""
MOST_QUOTES: Final = 3
"""How many deals the bot judges by the win model before it declines to quote a price."""
LARGEST_KEY: Final = (1 << 56) - 1
"""The largest number that stands for an exchange."""
LARGEST_MARK: Final = 1 << 58
"""A hash that reaches this limit is reduced, so that it doesn't overflow."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TraderBot(FinanceBot):
    """A bot that trades, builds and bids by estimated value.

    ``caution`` scales the reserve it keeps, and ``appetite`` the price it pays for properties;
    ``jail`` is ``auto``, ``leave`` or ``stay``; ``trades`` determines whether it makes offers. The
    rest of its ways are its ``style``.
    """

    def __init__(
        self,
        caution: float = 1.0,
        appetite: float = 1.0,
        jail: str = "auto",
        trades: bool = True,
        weights: Weights | None = None,
        style: Style | None = None,
    ) -> None:
        super().__init__(caution, jail, weights, style)
        self.appetite = appetite * self.style.appetite
        self.trades = trades
        fitted = weights is None or weights is self.style.weights
        self.deal_weights = self.style.deal_weights if fitted else self.weights
        """The weights for judging deals: the bot's own weights, or those fitted to deals."""
        self.bargainer: Bargainer | None = None
        self.evaluator = Evaluator()
        self.deal_judge = DealJudge(self.evaluator)
        self.unconfirmed: dict[int, int] = {}
        """The turn from which the bot judges an exchange again that the win model has not confirmed."""
        self.looked_at: i64 = -1
        """A hash of all owners when the bot last looked for deals."""
        self.look_again: i64 = 0
        """The turn in which the bot looks again even if nothing has changed."""
        self.limit: i64 = 0
        self.limit_for: i64 = -1
        """The auction that ``limit`` was computed for, as a number made from its turn and space."""
        self.rivals = Rivals(self.style.trust)
        """What the bot knows about its rivals' bids; used only if the style has ``trust``."""
        self.limit_reason: Reason | None = None
        """What determined ``limit``."""
        self.worth_is_least = False
        """Whether the last result of ``worth`` was the highest price considered."""

    def copy_memory(self, other: TraderBot) -> None:
        """Remember what another bot remembers, to play on from a copy of its game."""
        self.unconfirmed = other.unconfirmed.copy()
        self.looked_at = other.looked_at
        self.look_again = other.look_again
        self.limit = other.limit
        self.limit_for = other.limit_for
        self.limit_reason = other.limit_reason
        self.unmortgaged = other.unmortgaged
        self.rivals.copy_from(other.rivals)

    def get_bargainer(self, state: State) -> Bargainer:
        """Return this bot's bargainer for this table."""
        bargainer = self.bargainer
        if bargainer is None or bargainer.sketch.atlas.board is not state.board:
            bargainer = Bargainer(Estimate(state, self.deal_weights), self.style)
            self.bargainer = bargainer
        return bargainer

    # -- buying and bidding ------------------------------------------------------------------------

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy if the property is worth the price, mortgaging deeds outside complete groups if necessary."""
        price = state.property(space).deed.price
        limit = self.worth(state, seat, space)
        cash = state.players[seat].cash
        if limit < price:
            self.reason = Reason("decline.worth", space=space, worth=limit, price=price)
            return Decline(seat)
        if self.rivals.expected_share() < self.style.soft_price:
            self.reason = Reason("decline.auction", space=space, price=price)
            return Decline(seat)
        if self.is_curious(state, seat, price):
            self.reason = Reason("decline.probe", space=space)
            return Decline(seat)
        if cash >= price:
            code = "buy.worth_at_least" if self.worth_is_least else "buy.worth"
            self.reason = Reason(code, space=space, worth=limit, price=price)
            return Buy(seat)
        loose = self.loose(state, seat)
        means = self.could_mortgage(state, seat)
        if loose >= 0 and raisable(state, seat) >= price and means >= price:
            self.reason = Reason(
                "mortgage.buy", space=space, worth=limit, price=price, cash=cash, raisable=means
            )
            return Mortgage(seat, loose)
        self.reason = Reason("decline.short", space=space, price=price, raisable=means)
        return Decline(seat)

    def is_curious(self, state: State, seat: i64, price: i64) -> bool:
        """Return whether to let a property go to auction to find out whether the others bid.

        A bot does this once, and only if nobody else has made an offer yet: players who trade usually
        bid as well, and losing a property to them costs more than the answer is worth.
        """
        if price > self.style.probe or self.rivals.has_seen():
            return False
        for past in state.past_offers:
            if past.maker != seat:
                return False
        for player in state.players:
            if player.seat != seat and not player.out and player.cash >= price:
                return True
        return False

    def worth(self, state: State, seat: i64, space: i64) -> i64:
        """Return the price at which owning a property is no better than a rival owning it.

        The rival is the one whose ownership would hurt this seat most.
        """
        sketch = self.sketch(state)
        plot = sketch.plots[state.board.deed_at[space]]
        price = state.property(space).deed.price
        sketch.weigh()
        least = self.outlook_without(sketch, seat, plot, price)
        sketch.give(plot, seat)
        standing = sketch.standings[seat]
        cash = standing.cash
        sketch.weigh_one(standing)
        rents = sketch.all_rents()
        # The others' strength does not depend on the price, so compare this seat's own strength.
        needed = standing.strength + least - sketch.outlook(seat)
        low: i64 = 0
        highest = max(cash, self.could_mortgage(state, seat), price * 2)
        high = highest
        while high - low > 4:
            middle = (low + high + 1) // 2
            standing.cash = cash - middle
            sketch.weigh_means(standing)
            sketch.weigh_burden(standing, rents)
            if standing.strength >= needed:
                low = middle
            else:
                high = middle - 1
        self.worth_is_least = high == highest
        if state.property(space).deed.kind != STREET:
            return int(self.appetite * self.style.railroads * float(low))
        return int(self.appetite * float(low))

    def outlook_without(self, sketch: Estimate, seat: i64, plot: Plot, price: i64) -> float:
        """Return a seat's outlook if the player who would hurt it most gets a property."""
        owner = plot.owner
        found = False
        worst = 0.0
        for rival in sketch.standings:
            cash = rival.cash
            if rival.seat == seat or not rival.alive or cash < price // 2:
                continue
            sketch.give(plot, rival.seat)
            rival.cash = cash - min(cash, price)
            sketch.weigh_one(rival)
            outlook = sketch.outlook(seat)
            if not found or outlook < worst:
                worst = outlook
            found = True
            rival.cash = cash
            sketch.give(plot, owner)
            sketch.weigh_means(rival)
        return worst if found else sketch.outlook(seat)

    def at_auction(self, state: State, seat: i64, auction: Auction) -> Action:
        """Raise the bid step by step, up to what the property is worth."""
        mark = state.turn * 64 + auction.space
        if self.limit_for != mark:
            self.limit_for = mark
            kept = self.reserve(state, seat)
            purse = state.players[seat].cash - kept
            worth = self.worth(state, seat, auction.space)
            deeds = [state.board.deed_at[auction.space]]
            ceiling = self.get_bargainer(state).ceiling(state, deeds, seat)
            self.limit = min(worth, ceiling, purse)
            self.limit_reason = self.why_stop(state, seat, auction.space, worth, ceiling, kept)
        most = min(self.limit, state.players[seat].cash)
        step = max(
            RAISE, min((most - auction.bid) // 3, state.property(auction.space).deed.price // 8)
        )
        amount = min(auction.bid + step, most)
        bids = amount > auction.bid
        if self.style.trust >= 0.0:
            self.rivals.watch(state, seat, auction, mark, bids)
        if bids:
            self.reason = Reason("bid.worth", space=auction.space, amount=amount)
            return Bid(seat, amount)
        self.reason = self.limit_reason
        if most < self.limit:
            self.reason = Reason("pass.cash", cash=most)
        return PassBid(seat)

    def why_stop(
        self, state: State, seat: i64, space: i64, worth: i64, ceiling: i64, kept: i64
    ) -> Reason:
        """Return which of worth, ceiling and purse is the limit; called right after ``reserve``."""
        if worth == self.limit:
            return Reason("pass.worth", space=space, worth=worth)
        if ceiling == self.limit:
            return Reason("pass.ceiling", space=space, limit=ceiling)
        cash = state.players[seat].cash
        return Reason("pass.purse", space=space, cash=cash).keeping(kept, self.reserve_for)

    # -- trading -----------------------------------------------------------------------------------

    def before_roll(self, state: State, seat: i64) -> Action | None:
        """Manage money; then, before this seat's roll, look for a deal."""
        action = super().before_roll(state, seat)
        if action is not None or not self.trades:
            return action
        top = state.agenda.top
        if not isinstance(top, ToRoll) or top.seat != seat:
            return None
        declined: i64 = 0
        for past in state.past_offers:
            if past.maker == seat and past.turn == state.turn and not past.answer:
                declined += 0 if past.accepted else 1
        return self.make_offer(state, seat) if declined < self.style.offers else None

    def make_offer(self, state: State, seat: i64) -> Action | None:
        """Offer the best deal found; look only if owners have changed or some turns have passed."""
        owners = ownership(state)
        if owners == self.looked_at and state.turn < self.look_again:
            return None
        self.looked_at = owners
        self.look_again = state.turn + self.style.patience * state.left
        bargainer = self.get_bargainer(state)
        deal = self.pick(state, seat, self.find_deals(state, seat, bargainer))
        if deal is None:
            return None
        offer = offer_of(state, deal)
        if offer.why_not(state) is not None:
            return None
        self.looked_at = -1
        return offer

    def find_deals(self, state: State, seat: i64, bargainer: Bargainer) -> list[Deal]:
        """List the deals that the bot might offer, best first."""
        return bargainer.deals(state, seat)

    def pick(self, state: State, seat: i64, deals: list[Deal]) -> Deal | None:
        """Choose which deal to offer, and set the reason.

        A deal that completes a group comes first, if the win model confirms it.
        """
        bargainer = self.get_bargainer(state)
        if self.needs_opinion(state):
            confirmed = self.confirm(state, bargainer, deals)
            if confirmed is not None:
                return confirmed
            deals = [deal for deal in deals if not completes(state, deal)]
        if not deals:
            return None
        self.reason = bargainer.compare(state, deals[0]).why_take()
        return deals[0]

    def confirm(self, state: State, bargainer: Bargainer, deals: list[Deal]) -> Deal | None:
        """Return the deal that is best by the win model, among the first that complete a group.

        Its price is the one at which both sides gain equally. Return None if there is no price at
        which both gain.
        """
        hopeful: list[Deal] = []
        for deal in deals:
            is_due = self.unconfirmed.get(exchange_key(deal), 0) <= state.turn
            if len(hopeful) < MOST_CONFIRMED and is_due and completes(state, deal):
                hopeful.append(deal)
        if not hopeful:
            return None
        opinion = self.deal_judge
        opinion.start(state)
        best: Deal | None = None
        most = self.style.least_gain
        for deal in hopeful:
            opinion.judge(state, deal)
            if opinion.gain + opinion.partner_gain + deal.leeway >= 2.0 * self.style.least_gain:
                self.settle(state, bargainer, opinion, deal)
                if opinion.gain >= most and opinion.satisfies(deal) and is_news(state, deal):
                    most = opinion.gain
                    best = deal
                    self.reason = opinion.effect(deal).why_take()
                    continue
            self.unconfirmed[exchange_key(deal)] = state.turn + UNCONFIRMED * state.left
        return best

    def settle(self, state: State, bargainer: Bargainer, opinion: DealJudge, deal: Deal) -> None:
        """Move a deal's price toward equal gains by the win model, as far as it suits the estimate."""
        price = deal.pays
        opinion.settle(state, deal, bargainer.least(state, deal), bargainer.most(state, deal))
        for _ in range(STEPS_BACK):
            bargainer.weigh(state, deal)
            if deal.pays == price or deal.suits_both():
                return
            middle = (deal.pays + price) // 2
            deal.pays = price if middle == deal.pays else middle
            opinion.judge(state, deal)
        deal.pays = price
        opinion.judge(state, deal)

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept an offer that is fair or averts bankruptcy; otherwise, counter once or decline."""
        bargainer = self.get_bargainer(state)
        bargainer.start(state)
        deal = bargainer.of_offer(state, offer)
        effect = bargainer.compare(state, deal)
        allowed = why_no_trade(state, offer, ()) is None
        kept = self.kept_in_deals(state, seat)
        opinion: DealJudge | None = None
        if allowed and bargainer.accepts(state, deal, kept):
            opinion = self.opinion(state)
            if opinion is None:
                self.reason = effect.why_take()
                return AcceptTrade(seat, offer.number)
            opinion.judge(state, deal)
            effect = opinion.effect(deal)
            if opinion.approves(self.style.share):
                self.reason = effect.why_take()
                return AcceptTrade(seat, offer.number)
        if allowed and state.is_in_debt(seat) and self.is_saved_by(state, seat, offer, effect):
            return AcceptTrade(seat, offer.number)
        if opinion is not None or deal.gain <= 0.0:
            self.reason = effect.why_decline()
        elif not deal.is_fair():
            self.reason = effect.reason("trade.helps_you_more")
        elif deal.pays > bargainer.highest_price(state, deal):
            self.reason = Reason("trade.dear", price=int(bargainer.highest_price(state, deal)))
        elif not allowed:
            self.reason = effect.reason("trade.cannot")
        elif bargainer.is_poor(state, deal, kept):
            left = state.players[seat].cash - deal.pays - deal.fees
            self.reason = Reason("trade.purse", cash=int(left), amount=int(kept))
        else:
            self.reason = effect.reason(
                "trade.double" if is_double(state, deal) else "trade.useless"
            )
        counter = self.counter(state, bargainer, deal, offer, kept)
        if counter is None:
            return DeclineTrade(seat, offer.number)
        after = bargainer.compare(state, deal)
        if opinion is not None:
            opinion.judge(state, deal)
            after = opinion.effect(deal)
        self.reason = after.why_counter(effect)
        return counter

    def kept_in_deals(self, state: State, seat: i64) -> i64:
        """Return the cash that this seat keeps when it accepts an offer."""
        return max(self.style.kept_cash, self.reserve(state, seat))

    def needs_opinion(self, state: State) -> bool:
        """Return whether the bot accepts only deals that the win model confirms.

        It accepts others if only one rival is left, or late in the game: two players whose win
        probabilities add up to 1 never both gain, so the model would never let them finish a game.
        """
        return self.style.careful and state.left > 2 and state.round < CAREFUL_ROUNDS

    def opinion(self, state: State) -> DealJudge | None:
        """Return the win model's judgment of this position, if the bot needs it."""
        if not self.needs_opinion(state):
            return None
        judge = self.deal_judge
        judge.start(state)
        return judge

    def at_inquiry(self, state: State, seat: i64, inquiry: Inquiry) -> Action | None:
        """Offer the best fair deal that includes the property, or decline and give the reason."""
        if not self.trades:
            return DeclineInquiry(seat, inquiry.number)
        bargainer = self.get_bargainer(state)
        quotes = Quotes(bargainer, state, seat, inquiry.asker, inquiry.space)
        if not quotes.deals:
            self.reason = quotes.why_none()
            return DeclineInquiry(seat, inquiry.number)
        opinion = self.opinion(state)
        if opinion is None:
            deal = quotes.deals[0]
            self.reason = bargainer.compare(state, deal).why_take()
            return offer_of(state, deal)
        best: Reason | None = None
        for deal in quotes.deals[:MOST_QUOTES]:
            price = deal.pays
            opinion.judge(state, deal)
            opinion.settle(state, deal, bargainer.least(state, deal), bargainer.most(state, deal))
            if opinion.gain < 0.0:
                deal.pays = price
                opinion.judge(state, deal)
            effect = opinion.effect(deal)
            if opinion.gain >= 0.0:
                self.reason = effect.why_take()
                return offer_of(state, deal)
            if best is None:
                best = effect.reason("quote.no_deal")
                best.values["space"] = int(inquiry.space)
        self.reason = best
        return DeclineInquiry(seat, inquiry.number)

    def is_saved_by(self, state: State, seat: i64, offer: Offer, effect: DealEffect) -> bool:
        """Return whether an offer is all that keeps a debtor from going bankrupt."""
        owed: i64 = 0
        for debt in state.open_debts():
            if debt.debtor == seat:
                owed += debt.amount
        able = raisable(state, seat)
        terms = offer.terms
        given = raised_by(state, terms.get_deeds, ())
        gotten = raised_by(state, terms.give_deeds, ())
        cost = transfer_cost(state, terms.give_deeds, ())
        after = able + terms.give_cash - terms.get_cash - given + gotten - cost
        if able >= owed or after < owed:
            return False
        self.reason = effect.why_saved(owed, able)
        return True

    def counter(
        self, state: State, bargainer: Bargainer, deal: Deal, offer: Offer, kept: i64
    ) -> Action | None:
        """Propose the price at which both gain equally, unless the bot has offered the exchange before."""
        if times_offered(state, deal) > 0:
            if deal.gain <= 0.0 and self.reason is not None:
                self.reason = Reason("trade.asked_before", **self.reason.values)
            return None
        deal.unmortgages = []
        deal.least = self.style.least_gain if completes(state, deal) else LEAST_GAIN
        if not bargainer.reprice(state, deal, kept):
            return None
        opinion = self.opinion(state)
        if opinion is not None:
            opinion.judge(state, deal)
            if not opinion.approves(self.style.share):
                opinion.settle(state, deal, bargainer.least(state, deal), deal.pays)
                bargainer.weigh(state, deal)
                if not (opinion.approves(self.style.share) and deal.is_fair()):
                    return None
        counter = counter_of(offer, deal)
        return counter if counter.why_not(state) is None else None


def counter_of(offer: Offer, deal: Deal) -> CounterTrade:
    """Return the counteroffer of the same exchange at a deal's price."""
    terms = offer.terms
    return CounterTrade(
        deal.seat,
        offer.number,
        max(deal.pays, 0),
        max(-deal.pays, 0),
        terms.get_deeds,
        terms.give_deeds,
        terms.get_cards,
        terms.give_cards,
    )


def exchange_key(deal: Deal) -> i64:
    """Return a number that stands for the partner and the deeds of a deal."""
    key: i64 = deal.partner
    for number in deal.get:
        key = (key * 64 + number + 1) & LARGEST_KEY
    key = (key * 64) & LARGEST_KEY
    for number in deal.give:
        key = (key * 64 + number + 1) & LARGEST_KEY
    return key


def ownership(state: State) -> i64:
    """Return a hash of all owners, to detect changes."""
    mark: i64 = 7
    for prop in state.properties:
        mark = mark * 11 + prop.owner + 1
        if mark >= LARGEST_MARK:  # division is slow
            mark %= 1_000_000_007
    return mark
