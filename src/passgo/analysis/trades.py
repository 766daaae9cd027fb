"""The value of a trade: what it does to everybody, a fair price, and the best counteroffer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from passgo.analysis.review import subtract
from passgo.analysis.values import Appraiser, Probabilities
from passgo.bots.bargain import Bargainer
from passgo.bots.estimate import Estimate
from passgo.engine.action import why_not
from passgo.engine.game import Game, View, check_types, trial
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.rules.trade import AcceptTrade, OfferTrade, transfer_cost
from passgo.engine.state import Offer, State
from passgo.engine.trade_terms import TradeTerms

__all__ = ["TradeValue", "trade_value"]

CLOSE: Final = 0.005
"""Gains that differ by less than this count as equal; one dollar changes them by less."""
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
    the partner should pay. If others gain from the trade, both sides may also lose equally at this
    price: see ``fair_changes``. None if the players don't have enough cash for that.
    """
    fair_changes: Probabilities | None
    """The changes at that price."""
    counter: OfferTrade | None
    """The partner's best counteroffer from which both sides gain equally; None if there is none."""
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
    price, at_price = find_price(appraiser, state, maker, partner, terms, before)
    counter, gains = find_counter(appraiser, state, maker, partner, terms, before)
    return TradeValue(before, after, subtract(after, before), price, at_price, counter, gains)


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


def find_price(
    appraiser: Appraiser,
    state: State,
    maker: int,
    partner: int,
    terms: TradeTerms,
    before: Probabilities,
) -> tuple[int | None, Probabilities | None]:
    """Find the cash at which both sides gain equally, and the changes it leads to."""
    high = int(state.players[maker].cash) - int(transfer_cost(state, terms.get_deeds, ()))
    low = int(transfer_cost(state, terms.give_deeds, ())) - int(state.players[partner].cash)
    found: tuple[int | None, Probabilities | None] = (None, None)
    while low <= high:
        cash = (low + high) // 2
        after = value_of(appraiser, state, proposal(maker, partner, terms, cash))
        if after is None:
            return None, None
        changes = subtract(after, before)
        found = (cash, changes)
        if changes[maker] > changes[partner]:
            low = cash + 1
        else:
            high = cash - 1
    cash_found, changes_found = found
    if changes_found is None or abs(changes_found[maker] - changes_found[partner]) > CLOSE:
        return None, None
    return cash_found, changes_found


def find_counter(
    appraiser: Appraiser,
    state: State,
    maker: int,
    partner: int,
    terms: TradeTerms,
    before: Probabilities,
) -> tuple[OfferTrade | None, Probabilities | None]:
    """Find the counteroffer that gives the partner the most if both sides gain equally.

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
        cash, changes = find_price(appraiser, state, partner, maker, candidate, before)
        if cash is None or changes is None or changes[maker] < LEAST_GAIN:
            continue
        if changes[partner] > most:
            most = changes[partner]
            best = proposal(partner, maker, candidate, cash), changes
    return best
