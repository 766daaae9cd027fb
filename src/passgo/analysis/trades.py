"""The value of a trade: what it does to everybody, a fair price, and the best counteroffer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from passgo.analysis.judgment import subtract
from passgo.analysis.values import Appraiser, Probabilities
from passgo.bots.bargain import Bargainer
from passgo.bots.estimate import Estimate
from passgo.engine.action import why_not
from passgo.engine.game import Game, View, check_types, trial
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.rules.trade import AcceptTrade, OfferTrade, raised_by, transfer_cost
from passgo.engine.state import Offer, State
from passgo.engine.trade_terms import TradeTerms

__all__ = ["TradeValue", "trade_value"]

CLOSE: Final = 0.005
"""Gains that differ by less than this count as equal at the highest and lowest possible price."""
LEAST_GAIN: Final = 0.001
"""The smallest gain for which a side would agree to a counteroffer."""


@dataclass(frozen=True)
class TradeValue:
    """What a trade does, from the point of view of the seat that proposes it."""

    before: Probabilities
    after: Probabilities
    changes: Probabilities
    """The change in each seat's win probability."""
    fair_cash: int | None
    """The cash that the maker should pay, on balance, for both sides to gain equally; negative if
    the partner should pay. Where a dollar changes the gains abruptly, for example because it pays
    for a house, this is the price at which they differ the least. If others gain from the trade,
    both sides may also lose equally at this price: see ``fair_changes``. None if the same side gains
    more at every price that the players can pay and the rules allow.
    """
    fair_changes: Probabilities | None
    """The changes at that price."""
    counter: OfferTrade | None
    """The partner's best counteroffer from which both sides gain, as equally as possible; None if
    there is none.
    """
    counter_changes: Probabilities | None


def trade_value(game: Game | View, offer: Offer | OfferTrade) -> TradeValue:
    """Evaluate a trade by estimate; raise ``Refused`` if the rules don't allow it now.

    ``game.draft_trade("Ann", "Bob", give_deeds="Oriental")`` makes an offer from names. This takes
    up to a few hundred evaluations, about 5 milliseconds with the compiled engine.
    """
    if not isinstance(game, Game | View):
        raise TypeError(f"trade_value() needs a game or a view (got {game!r}).")
    if not isinstance(offer, Offer | OfferTrade):
        raise TypeError(f"trade_value() needs an offer, such as game.offers[0] (got {offer!r}).")
    state = game.state
    if isinstance(offer, OfferTrade):
        check_types(offer)
    maker = int(offer.maker if isinstance(offer, Offer) else offer.seat)
    partner = int(offer.partner)
    appraiser = Appraiser()
    before = appraiser.value(state)
    terms = offer.terms
    made = proposal(maker, partner, terms)
    refusal = find_refusal(state, made)
    if refusal is not None:
        raise Refused(refusal, state.board, game.names)
    after = value_of(appraiser, state, made)
    assert after is not None, made
    prices = find_prices(appraiser, state, maker, partner, terms, before)
    fair = prices[0] if prices else None
    counter, gains = find_counter(appraiser, state, maker, partner, terms, before)
    return TradeValue(
        before,
        after,
        subtract(after, before),
        None if fair is None else fair.cash,
        None if fair is None else fair.changes,
        counter,
        gains,
    )


def proposal(maker: int, partner: int, terms: TradeTerms, cash: int | None = None) -> OfferTrade:
    """Return the offer with these terms; ``cash``, if given, is what the maker pays on balance."""
    give, get = int(terms.give_cash), int(terms.get_cash)
    if cash is not None:
        give, get = max(cash, 0), max(-cash, 0)
    return OfferTrade(
        maker,
        partner,
        give,
        get,
        terms.give_deeds,
        terms.get_deeds,
        terms.give_cards,
        terms.get_cards,
    )


def find_refusal(state: State, offer: OfferTrade) -> Refusal | None:
    """Return why a trade cannot be offered or accepted, or None if it can."""
    refusal = why_not(state, offer)
    if refusal is not None:
        return refusal
    game = trial(state)
    game.step(offer)
    return why_not(game.state, AcceptTrade(offer.partner, state.last_serial + 1))


def value_of(appraiser: Appraiser, state: State, offer: OfferTrade) -> Probabilities | None:
    """Return everyone's win probability if the partner accepts an offer; None if that is refused."""
    if why_not(state, offer) is not None:
        return None
    accept = AcceptTrade(offer.partner, state.last_serial + 1)
    return appraiser.value_after(state, (offer, accept))


class Price(NamedTuple):
    """What the maker pays, on balance, and the changes in the win probabilities at that price."""

    cash: int
    changes: Probabilities


def find_prices(
    appraiser: Appraiser,
    state: State,
    maker: int,
    partner: int,
    terms: TradeTerms,
    before: Probabilities,
) -> list[Price]:
    """Find the price at which both sides gain equally, and list the prices next to it.

    The more the maker pays, the less the maker gains compared with the partner. The list has the
    highest price found at which the maker gains more and the lowest at which the partner does, a
    dollar apart, the more equal one first. It is empty if the same side gains more at every price.
    """
    given, gotten = terms.give_deeds, terms.get_deeds
    low, high = least_gain(state, partner, given, gotten), -least_gain(state, maker, gotten, given)
    found: dict[int, Price] = {}
    while low <= high:
        cash = (low + high) // 2
        after = value_of(appraiser, state, proposal(maker, partner, terms, cash))
        if after is None:
            return []  # there is nothing to trade but cash
        price = Price(cash, subtract(after, before))
        found[cash] = price
        if price.changes[maker] > price.changes[partner]:
            low = cash + 1
        else:
            high = cash - 1

    def gap(price: Price) -> float:
        return abs(price.changes[maker] - price.changes[partner])

    nearest = sorted((found[cash] for cash in (high, low) if cash in found), key=gap)
    if len(nearest) == 1 and gap(nearest[0]) > CLOSE:
        return []
    return nearest


def least_gain(state: State, seat: int, received: tuple[int, ...], given: tuple[int, ...]) -> int:
    """Return the least cash that a player must get, on balance, for the rules to allow a trade.

    It is negative if the player can pay. Ruling 14.
    """
    cost = int(transfer_cost(state, received, ()))
    pledged = int(state.agenda.top.pledged_cash(seat))
    least = cost + pledged - int(state.players[seat].cash)
    if state.is_in_debt(seat):
        lost = int(raised_by(state, given, ()) - raised_by(state, received, ()))
        least = max(least, cost + 1, cost + lost)
    return least


def find_counter(
    appraiser: Appraiser,
    state: State,
    maker: int,
    partner: int,
    terms: TradeTerms,
    before: Probabilities,
) -> tuple[OfferTrade | None, Probabilities | None]:
    """Find the counteroffer that gives the partner the most if both sides gain about equally.

    The candidates are the same deeds at another price, and the exchanges that a bargaining bot
    would consider.
    """
    bargainer = Bargainer(Estimate(state))
    spaces = [int(prop.space) for prop in state.properties]
    reverse = TradeTerms(0, 0, terms.get_deeds, terms.give_deeds, terms.get_cards, terms.give_cards)
    candidates = [reverse]
    candidates += [
        TradeTerms(
            0,
            0,
            tuple(spaces[number] for number in deal.give),
            tuple(spaces[number] for number in deal.get),
            (),
            (),
        )
        for deal in bargainer.candidates(state, partner, maker, False, False)
    ]
    best: tuple[OfferTrade | None, Probabilities | None] = (None, None)
    most = LEAST_GAIN
    for candidate in candidates:
        for cash, changes in find_prices(appraiser, state, partner, maker, candidate, before):
            if min(changes[maker], changes[partner]) < LEAST_GAIN:
                continue
            if changes[partner] > most:
                most = changes[partner]
                best = proposal(partner, maker, candidate, cash), changes
            break
    return best
