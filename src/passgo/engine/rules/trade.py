"""Trades: an offer between two players, carried out in full or not at all.

10 MCS 170, 180(g) to (i), 200, CR 8, CR 9, Rulings 11, 14, 27 and 29. At any time, even in Jail or
in debt, players may trade cash, "Get Out of Jail Free" cards, and deeds from groups without
buildings, but not loans or promises. An offer is checked when it is made and again when it is
accepted. Once one of its deeds has changed, an offer can no longer be accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action
from passgo.engine.events import (
    CardTransferred,
    DeedTransferred,
    MortgageKept,
    TradeAccepted,
    TradeDeclined,
    TradeOffered,
    TradeWithdrawn,
)
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.inquiry_list import end_inquiries_of, take_up_inquiry
from passgo.engine.rules.mortgage import interest, unmortgage, unmortgage_cost
from passgo.engine.rules.offer_history import mark_accepted, remember_offer
from passgo.engine.state import BANK, Offer
from passgo.engine.trade_terms import TradeTerms
from passgo.engine.value import fields_of

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class TradeProposal(Action):
    """An action that proposes terms; its constructor takes each term as a separate argument."""

    terms: TradeTerms
    unmortgage: tuple[int, ...]

    def offer_to(self, partner: i64) -> Offer:
        """Return the offer this action would open, without its number."""
        return Offer(0, self.seat, partner, self.terms, self.unmortgage)

    def fields(self) -> dict[str, object]:
        """Return every field by name, with each term as a separate field."""
        terms = self.terms.fields()
        return {
            name: terms[name] if name in terms else getattr(self, name)
            for name in fields_of(type(self))
        }


class OfferTrade(TradeProposal):
    """Offer a trade to another player, replacing your last offer to them. 10 MCS 170."""

    def __init__(
        self,
        seat: i64,
        partner: i64,
        give_cash: i64 = 0,
        get_cash: i64 = 0,
        give_deeds: tuple[int, ...] = (),
        get_deeds: tuple[int, ...] = (),
        give_cards: tuple[int, ...] = (),
        get_cards: tuple[int, ...] = (),
        unmortgage: tuple[int, ...] = (),
    ) -> None:
        self.seat = seat
        self.partner = partner
        self.terms = TradeTerms(give_cash, get_cash, give_deeds, get_deeds, give_cards, get_cards)
        self.unmortgage = unmortgage

    def as_offer(self) -> Offer:
        """Return the offer this action would open."""
        return self.offer_to(self.partner)

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless both sides have what they would give and the rules let them trade it."""
        return why_no_trade(state, self.as_offer(), None)

    def do(self, game: Game) -> None:
        """Open the offer, visible to everyone. Ruling 14."""
        make_offer(game, self.as_offer(), "10 MCS 170")


class AcceptTrade(Action):
    """Accept an offer made to you, and name the deeds to unmortgage. 10 MCS 170, Ruling 11."""

    def __init__(self, seat: i64, offer: i64, unmortgage: tuple[int, ...] = ()) -> None:
        self.seat = seat
        self.offer = offer
        self.unmortgage = unmortgage

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the offer is open, was made to this player, and is still possible."""
        refusal = why_not_answer(state, self.seat, self.offer)
        if refusal is not None:
            return refusal
        return why_no_trade(state, get_open_offer(state, self.offer), self.unmortgage)

    def do(self, game: Game) -> None:
        """Carry out the whole trade."""
        state = game.state
        offer = get_open_offer(state, self.offer)
        state.offers.remove(offer)
        mark_accepted(state, offer.number)
        if game.has_listener:
            game.emit(TradeAccepted(offer.number, offer.maker, offer.partner, "10 MCS 170"))
        carry_out(game, offer, self.unmortgage)


class DeclineTrade(Action):
    """Decline an offer made to you. Ruling 14."""

    def __init__(self, seat: i64, offer: i64) -> None:
        self.seat = seat
        self.offer = offer

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the offer is open and was made to this player."""
        return why_not_answer(state, self.seat, self.offer)

    def do(self, game: Game) -> None:
        """Close the offer."""
        decline_offer(game, get_open_offer(game.state, self.offer), "Ruling 14")


class CounterTrade(TradeProposal):
    """Decline an offer made to you and make a counteroffer. Ruling 14."""

    def __init__(
        self,
        seat: i64,
        offer: i64,
        give_cash: i64 = 0,
        get_cash: i64 = 0,
        give_deeds: tuple[int, ...] = (),
        get_deeds: tuple[int, ...] = (),
        give_cards: tuple[int, ...] = (),
        get_cards: tuple[int, ...] = (),
        unmortgage: tuple[int, ...] = (),
    ) -> None:
        self.seat = seat
        self.offer = offer
        self.terms = TradeTerms(give_cash, get_cash, give_deeds, get_deeds, give_cards, get_cards)
        self.unmortgage = unmortgage

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the offer is open to this player and the new terms are possible."""
        refusal = why_not_answer(state, self.seat, self.offer)
        if refusal is not None:
            return refusal
        return why_no_trade(state, self.offer_to(get_open_offer(state, self.offer).maker), None)

    def do(self, game: Game) -> None:
        """Decline the offer, then open the counteroffer."""
        offer = get_open_offer(game.state, self.offer)
        decline_offer(game, offer, "Ruling 14")
        make_offer(game, self.offer_to(offer.maker), "Ruling 14", answer=True)


class WithdrawTrade(Action):
    """Withdraw your own offer. Ruling 14."""

    def __init__(self, seat: i64, offer: i64) -> None:
        self.seat = seat
        self.offer = offer

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the offer is open and was made by this player."""
        offer = find_offer(state, self.offer)
        if offer is None or offer.maker != self.seat:
            return Refusal("trade.no_offer", "Ruling 14", offer=self.offer)
        return None

    def do(self, game: Game) -> None:
        """Close the offer."""
        withdraw(game, get_open_offer(game.state, self.offer), "Ruling 14")


# -- checking an offer -----------------------------------------------------------------------------


def find_offer(state: State, number: i64) -> Offer | None:
    """Return an open offer by its number, or None."""
    for offer in state.offers:
        if offer.number == number:
            return offer
    return None


def get_open_offer(state: State, number: i64) -> Offer:
    """Return an offer that is known to be open, by its number."""
    offer = find_offer(state, number)
    assert offer is not None
    return offer


def why_not_answer(state: State, seat: i64, number: i64) -> Refusal | None:
    """Refuse unless the offer is open and was made to this seat. Ruling 14."""
    offer = find_offer(state, number)
    if offer is None or offer.partner != seat:
        return Refusal("trade.no_offer", "Ruling 14", offer=number)
    return None


def why_no_trade(
    state: State, offer: Offer, partner_unmortgages: tuple[int, ...] | None
) -> Refusal | None:
    """Return why a trade cannot be made, or None if it can.

    ``partner_unmortgages`` is None until the partner accepts.
    """
    maker, partner = offer.maker, offer.partner
    if not 0 <= partner < len(state.players) or partner == maker:
        return Refusal("trade.partner", "10 MCS 170", partner=partner)
    if state.players[partner].out or state.players[partner].leaving:
        return Refusal("seat.out", "10 MCS 190(g)", seat=partner)
    if offer.changed >= 0:
        return Refusal("trade.changed", "Ruling 14", offer=offer.number, space=offer.changed)
    terms = offer.terms
    if terms.give_cash < 0 or terms.get_cash < 0:
        return Refusal("trade.negative", "10 MCS 170", cash=min(terms.give_cash, terms.get_cash))
    for seat, sum_given in ((maker, terms.give_cash), (partner, terms.get_cash)):
        cash = state.players[seat].cash
        if sum_given > cash:
            return Refusal("trade.cash", "Ruling 4", seat=seat, price=sum_given, cash=cash)
    if terms.is_nothing():
        return Refusal("trade.nothing", "Ruling 27")
    refusal = why_not_give(state, maker, terms.give_deeds, terms.give_cards)
    if refusal is None:
        refusal = why_not_give(state, partner, terms.get_deeds, terms.get_cards)
    if refusal is None:
        refusal = why_not_unmortgage(state, offer.unmortgage, terms.get_deeds)
    if refusal is None and partner_unmortgages is not None:
        refusal = why_not_unmortgage(state, partner_unmortgages, terms.give_deeds)
    if refusal is None:
        gain = terms.get_cash - terms.give_cash
        refusal = why_not_afford(
            state, maker, gain, terms.get_deeds, terms.give_deeds, offer.unmortgage
        )
        if refusal is None:
            unmortgages = () if partner_unmortgages is None else partner_unmortgages
            refusal = why_not_afford(
                state, partner, -gain, terms.give_deeds, terms.get_deeds, unmortgages
            )
    return refusal


def why_not_give(
    state: State, seat: i64, deeds: tuple[int, ...], cards: tuple[int, ...]
) -> Refusal | None:
    """Refuse unless the player owns the deeds and cards and is free to trade them. 10 MCS 170(a).

    A deed cannot be traded if its group has buildings, if it is pledged toward a bid, or if it was
    inherited and has not been paid for yet.
    """
    for space in deeds:
        if not state.is_property(space):
            return Refusal("property.none", "10 MCS 80", space=space)
        prop = state.property(space)
        if prop.owner != seat:
            return Refusal("property.owner", "10 MCS 170", space=space, owner=prop.owner)
        if state.has_buildings(prop.deed.group):
            return Refusal("trade.built", "10 MCS 170(a)", space=space)
        if state.agenda.top.pledges(state, seat, prop.deed.group):
            return Refusal("bid.pledged", "Ruling 14", space=space)
        for entry in state.agenda:
            if entry.holds(space):
                return Refusal("trade.inherited", "Ruling 11", space=space)
    if len(set(deeds)) != len(deeds) or len(set(cards)) != len(cards):
        return Refusal("trade.twice", "10 MCS 170", seat=seat)
    for card in cards:
        if card not in state.players[seat].cards:
            return Refusal("trade.no_card", "10 MCS 100(b)", seat=seat, card=card)
    return None


def why_not_unmortgage(
    state: State, unmortgages: tuple[int, ...], received: tuple[int, ...]
) -> Refusal | None:
    """Refuse to unmortgage anything except mortgaged deeds received in the trade.

    10 MCS 180(h), Ruling 11.
    """
    for space in unmortgages:
        if space not in received or not state.property(space).mortgaged:
            return Refusal("trade.unmortgage", "10 MCS 180(h)", space=space)
    if len(set(unmortgages)) != len(unmortgages):
        return Refusal("trade.twice", "10 MCS 170")
    return None


def transfer_cost(state: State, received: tuple[int, ...], unmortgages: tuple[int, ...]) -> i64:
    """Return the Bank's charge for mortgaged deeds: 10%, or the full cost to unmortgage them."""
    cost: i64 = 0
    for space in received:
        prop = state.property(space)
        if space in unmortgages:
            cost += unmortgage_cost(prop)
        elif prop.mortgaged:
            cost += interest(prop.deed.mortgage)
    return cost


def why_not_afford(
    state: State,
    seat: i64,
    gain: i64,
    received: tuple[int, ...],
    given: tuple[int, ...],
    unmortgages: tuple[int, ...],
) -> Refusal | None:
    """Refuse if the player could not pay for the trade, or if a debt or a high bid forbids it.

    Ruling 14.
    """
    cash = state.players[seat].cash
    cost = transfer_cost(state, received, unmortgages)
    if gain < -cash:
        return Refusal("trade.cash", "Ruling 4", seat=seat, price=-gain, cash=cash)
    after = cash + gain - cost
    if after < 0:
        return Refusal("trade.interest", "Ruling 11", seat=seat, cost=cost, cash=cash + gain)
    pledged = state.agenda.top.pledged_cash(seat)
    if after < pledged:
        return Refusal("bid.pledged_cash", "Ruling 14", seat=seat, bid=pledged, cash=after)
    if state.is_in_debt(seat):
        if gain - cost <= 0:
            return Refusal("trade.debtor_cash", "Ruling 14", seat=seat, gain=gain - cost)
        loss = raised_by(state, given, ()) - raised_by(state, received, unmortgages) - (gain - cost)
        if loss > 0:
            return Refusal("trade.debtor_worth", "Ruling 14", seat=seat, loss=loss)
    return None


def raised_by(state: State, deeds: tuple[int, ...], unmortgaged: tuple[int, ...]) -> i64:
    """Return how much cash these deeds could raise if mortgaged."""
    total: i64 = 0
    for space in deeds:
        prop = state.property(space)
        if not prop.mortgaged or space in unmortgaged:
            total += prop.deed.mortgage
    return total


# -- opening and closing an offer ------------------------------------------------------------------


def make_offer(game: Game, offer: Offer, cite: str, answer: bool = False) -> None:
    """Open an offer, withdrawing any earlier open offer to the same player. Ruling 14.

    ``answer`` is whether the offer is a counteroffer. If the partner asked for such an offer, this
    one answers that inquiry.
    """
    state = game.state
    if state.inquiries and take_up_inquiry(state, offer):
        answer = True
    for old in state.offers:
        if old.maker == offer.maker and old.partner == offer.partner:
            withdraw(game, old, "Ruling 14")
            break
    state.last_serial += 1
    offer.number = state.last_serial
    state.offers.append(offer)
    remember_offer(state, offer, answer)
    if game.has_listener:
        game.emit(TradeOffered(offer, cite))


def withdraw(game: Game, offer: Offer, cite: str) -> None:
    """Close an offer and report it as withdrawn."""
    game.state.offers.remove(offer)
    if game.has_listener:
        game.emit(TradeWithdrawn(offer.number, offer.maker, offer.partner, cite))


def decline_offer(game: Game, offer: Offer, cite: str) -> None:
    """Close an offer that the partner declined."""
    game.state.offers.remove(offer)
    if game.has_listener:
        game.emit(TradeDeclined(offer.number, offer.maker, offer.partner, cite))


def void_offers(game: Game, seat: i64, cite: str) -> None:
    """Withdraw a departing player's offers and the offers made to them. Rulings 12 and 13.

    Offers made to a player who resigns are declined instead. Inquiries by or to the departing
    player are closed.
    """
    if game.state.inquiries:
        end_inquiries_of(game.state, seat)
    for offer in game.state.offers.copy():
        if offer.partner == seat and cite == "Ruling 12":
            decline_offer(game, offer, cite)
        elif offer.maker == seat or offer.partner == seat:
            withdraw(game, offer, cite)


def carry_out(game: Game, offer: Offer, partner_unmortgages: tuple[int, ...]) -> None:
    """Exchange cash, deeds and cards, then settle the mortgages that each side received."""
    maker, partner, terms = offer.maker, offer.partner, offer.terms
    if terms.give_cash > 0:
        game.pay(maker, partner, terms.give_cash, "trade", "10 MCS 170")
    if terms.get_cash > 0:
        game.pay(partner, maker, terms.get_cash, "trade", "10 MCS 170")
    hand_over(game, maker, partner, terms.give_deeds, terms.give_cards)
    hand_over(game, partner, maker, terms.get_deeds, terms.get_cards)
    settle_mortgages(game, maker, terms.get_deeds, offer.unmortgage)
    settle_mortgages(game, partner, terms.give_deeds, partner_unmortgages)


def hand_over(
    game: Game, giver: i64, taker: i64, deeds: tuple[int, ...], cards: tuple[int, ...]
) -> None:
    """Move deeds and cards from one player to another."""
    state = game.state
    for space in deeds:
        state.give(state.property(space), taker)
        if game.has_listener:
            game.emit(DeedTransferred(space, giver, taker, "10 MCS 170"))
    for card in cards:
        state.players[giver].cards.remove(card)
        state.players[taker].cards.append(card)
        if game.has_listener:
            game.emit(CardTransferred(card, giver, taker, "10 MCS 100(b)"))


def settle_mortgages(
    game: Game, seat: i64, received: tuple[int, ...], unmortgages: tuple[int, ...]
) -> None:
    """Unmortgage each mortgaged deed received, or pay 10% and keep its mortgage.

    10 MCS 180(h), (i), CR 9.
    """
    for space in received:
        prop = game.state.property(space)
        if space in unmortgages:
            unmortgage(game, seat, prop, "10 MCS 180(h)")
        elif prop.mortgaged:
            due = interest(prop.deed.mortgage)
            game.pay(seat, BANK, due, "interest", "10 MCS 180(i)")
            if game.has_listener:
                game.emit(MortgageKept(seat, space, due, "10 MCS 180(i)"))


# -- options ---------------------------------------------------------------------------------------


def trade_options(
    state: State, seat: i64, refused: bool = False, proposals: bool = True
) -> list[Option]:
    """List the offers this seat may make to each partner, and its answers to open offers.

    Without ``proposals``, leave out offers and counteroffers. With ``refused``, also list the
    seat's own deeds that cannot be offered now, with the reasons.
    """
    found: list[Option] = []
    own = tradable_deeds(state, seat) if proposals else []
    if refused:
        partners = Choice("partner", state.clockwise_from(seat))
        for prop in state.properties_of(seat):
            why = why_not_give(state, seat, (prop.deed.space,), ())
            if why is not None:
                terms = terms_choices(state, seat, seat, [prop.deed.space], [])
                found.append(Option("OfferTrade", seat, [partners, *terms], why))
    for partner in state.clockwise_from(seat) if proposals else []:
        if state.players[partner].leaving:
            continue
        theirs = tradable_deeds(state, partner)
        terms = [Choice("partner", [partner]), *terms_choices(state, seat, partner, own, theirs)]
        if any(choice.high > 0 or choice.values for choice in terms[1:]):
            found.append(Option("OfferTrade", seat, terms))
    for offer in state.offers:
        number = Choice("offer", [offer.number])
        if offer.maker == seat:
            found.append(Option("WithdrawTrade", seat, [number]))
        elif offer.partner == seat:
            refusal = why_no_trade(state, offer, ())
            if refusal is None or refused:
                unmortgages = unmortgage_choice(state, list(offer.terms.give_deeds), "")
                found.append(Option("AcceptTrade", seat, [number, unmortgages], refusal))
            found.append(Option("DeclineTrade", seat, [number]))
            if not proposals:
                continue
            theirs = tradable_deeds(state, offer.maker)
            terms = [number, *terms_choices(state, seat, offer.maker, own, theirs)]
            if any(choice.high > 0 or choice.values for choice in terms[1:]):
                found.append(Option("CounterTrade", seat, terms))
    return found


def tradable_deeds(state: State, seat: i64) -> list[int]:
    """List the deeds a player may trade away now."""
    return [
        prop.deed.space
        for prop in state.properties_of(seat)
        if why_not_give(state, seat, (prop.deed.space,), ()) is None
    ]


def terms_choices(
    state: State, seat: i64, partner: i64, own: list[int], theirs: list[int]
) -> list[Choice]:
    """Return the range of each field in an offer, independently of the other fields."""
    players = state.players
    return [
        Choice("give_cash", None, 0, players[seat].cash - state.agenda.top.pledged_cash(seat)),
        Choice("get_cash", None, 0, players[partner].cash - state.agenda.top.pledged_cash(partner)),
        Choice("give_deeds", own, many=True),
        Choice("get_deeds", theirs, many=True),
        Choice("give_cards", players[seat].cards.copy(), many=True),
        Choice("get_cards", players[partner].cards.copy(), many=True),
        unmortgage_choice(state, theirs, "get_deeds"),
    ]


def unmortgage_choice(state: State, deeds: list[int], within: str) -> Choice:
    """Return the received deeds that can be unmortgaged immediately, with their costs."""
    spaces = [space for space in deeds if state.is_property(space) and state.is_mortgaged(space)]
    costs = [int(unmortgage_cost(state.property(space))) for space in spaces]
    return Choice("unmortgage", spaces, many=True, within=within, costs=costs)
