"""Quotes: what a trader offers to a player who asks about a property.

The trader looks for the best deal that includes the property: for cash, or for deeds of the other
player, at the price at which both sides gain equally. A bot that has been asked is not pestering
anyone, so the usual pauses between offers don't apply, and smaller gains are enough. If no price is
good for both sides, it looks for one that is good for the trader and not much of a loss for the
other player, who may value things differently; cash comes first, because it is the simplest answer.
It never quotes a price at which its own win probability would fall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.bots.bargain import (
    DOUBLE_ROUNDS,
    LEAST_GAIN,
    Bargainer,
    Deal,
    fills,
    is_double,
    is_useful,
    offer_of,
    owned_by,
)
from passgo.bots.reason import Reason
from passgo.engine.rules.trade import why_not_give

if TYPE_CHECKING:
    from passgo.engine.state import State


class Quotes:
    """The deals with one player that include one property and suit both sides."""

    def __init__(
        self, bargainer: Bargainer, state: State, seat: i64, asker: i64, space: i64
    ) -> None:
        self.bargainer = bargainer
        self.state = state
        self.seat = seat
        self.asker = asker
        self.space = space
        self.number: i64 = state.board.deed_at[space]
        self.deals: list[Deal] = []
        """The deals that the rules allow now, best first."""
        self.forbidden: Deal | None = None
        """A deal that would suit both sides but isn't allowed now."""
        bargainer.start(state)
        candidates = self.candidates()
        self.price(candidates, 0.0)
        if not self.deals:
            for_cash = [deal for deal in candidates if not deal.get or not deal.give]
            self.price(for_cash, bargainer.style.opening)
        if not self.deals:
            self.price(candidates, bargainer.style.opening)

    def candidates(self) -> list[Deal]:
        """List exchanges that include the property, alone or with the rest of its owner's group."""
        state = self.state
        is_mine = state.properties[self.number].owner == self.seat
        owner = self.seat if is_mine else self.asker
        other = self.asker if is_mine else self.seat
        group = state.properties[self.number].deed.group
        parts: list[list[int]] = [[int(self.number)]]
        returns: list[list[int]] = [[]]
        for each in state.board.groups:
            numbers = [int(deed.number) for deed in each.deeds]
            owned = self.free_deeds(owned_by(state, numbers, owner), owner)
            others = self.free_deeds(owned_by(state, numbers, other), other)
            divided = len(owned) > 0 and len(others) > 0
            whole = divided and len(owned) + len(others) == len(numbers)
            if each.number == group:
                if whole and len(owned) > 1:
                    parts.append(owned)
            elif others:
                returns.append(others if whole else others[:1])
        style = self.bargainer.style
        deals: list[Deal] = []
        for part in parts:
            for back in returns:
                get = back if is_mine else part
                give = part if is_mine else back
                deals.append(Deal(self.seat, self.asker, get, give, 0, 0, style))
        return deals

    def free_deeds(self, numbers: list[int], owner: i64) -> list[int]:
        """Return those of a player's deeds that may be traded now."""
        state = self.state
        return [
            number
            for number in numbers
            if why_not_give(state, owner, (int(state.properties[number].deed.space),), ()) is None
        ]

    def price(self, candidates: list[Deal], leeway: float) -> None:
        """Price the candidates and keep those that suit both sides, best first."""
        state = self.state
        for deal in candidates:
            deal.leeway = leeway
            deal.least = LEAST_GAIN
            if state.round < DOUBLE_ROUNDS and is_double(state, deal):
                deal.least = deal.style.double_gain
            if not self.bargainer.price(state, deal):
                continue
            if not (deal.is_fair() and is_useful(state, deal)):
                continue
            if offer_of(state, deal).why_not(state) is not None:
                self.forbidden = deal
                continue
            place: i64 = 0
            while place < len(self.deals) and self.deals[place].gain >= deal.gain:
                place += 1
            self.deals.insert(place, deal)

    # -- reasons -----------------------------------------------------------------------------------

    def why_none(self) -> Reason:
        """Return why there is no deal to offer, judged by the property for cash alone."""
        if self.forbidden is not None:
            return self.bargainer.compare(self.state, self.forbidden).reason("trade.cannot")
        if self.state.properties[self.number].owner == self.seat:
            return self.why_not_sell()
        return self.why_not_buy()

    def why_not_sell(self) -> Reason:
        """Return why the bot doesn't sell, judged by the most that the other player could pay."""
        state = self.state
        bargainer = self.bargainer
        deeds = [int(self.number)]
        deal = Deal(self.seat, self.asker, [], deeds, 0, 0, bargainer.style)
        deal.leeway = bargainer.style.opening
        bargainer.weigh(state, deal)
        deal.pays = min(0, bargainer.least(state, deal))
        if deal.pays == 0:
            return Reason(
                "quote.no_cash", space=int(self.space), cash=int(state.players[self.asker].cash)
            )
        group = state.properties[self.number].deed.group
        effect = bargainer.compare(state, deal)
        if deal.gain > 0.0:
            reason = effect.reason("quote.no_price")
        elif fills(state, deeds, self.asker, deeds):
            reason = effect.reason("quote.completes_yours")
        elif state.owns_group(self.seat, group):
            reason = effect.reason("quote.breaks_mine")
        else:
            reason = effect.reason("quote.keep")
        return self.name_terms(reason, -deal.pays)

    def why_not_buy(self) -> Reason:
        """Return why the bot doesn't buy, judged by the least that it would offer.

        If it would like to buy, the most that it would pay is not enough for the other player.
        """
        state = self.state
        bargainer = self.bargainer
        deal = Deal(self.seat, self.asker, [int(self.number)], [], 0, 0, bargainer.style)
        bargainer.weigh(state, deal)
        deal.pays = bargainer.least(state, deal)
        if bargainer.most(state, deal) < deal.pays:
            return Reason(
                "quote.short",
                space=int(self.space),
                price=int(deal.pays),
                cash=int(state.players[self.seat].cash),
            )
        effect = bargainer.compare(state, deal)
        if deal.gain <= 0.0:
            return self.name_terms(effect.reason("quote.unwanted"), deal.pays)
        deal.pays = bargainer.most(state, deal)
        effect = bargainer.compare(state, deal)
        return self.name_terms(effect.reason("quote.no_price"), deal.pays)

    def name_terms(self, reason: Reason, price: i64) -> Reason:
        """Add the property, its group and the price to a reason."""
        reason.values["space"] = int(self.space)
        reason.values["group"] = int(self.state.properties[self.number].deed.group)
        reason.values["price"] = int(price)
        return reason
