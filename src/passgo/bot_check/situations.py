"""Prepared positions in which a bot gets the questions that are rare in ordinary games.

The bot always has seat 0. A ``Dealer`` in seat 1 makes offers, asks for offers and counters the
first offers it gets.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from passgo.bots.bot import Bot
from passgo.engine.action import Action
from passgo.engine.board import classic
from passgo.engine.game import View
from passgo.engine.rules.inquiry import AskForOffer
from passgo.engine.rules.trade import CounterTrade, DeclineTrade, OfferTrade
from passgo.engine.state import Offer

__all__ = ["SITUATIONS", "Dealer", "Situation"]

Data = dict[str, object]
MOST_COUNTERS: Final = 5
RAISED_BY: Final = 10
"""The dollars by which the dealer's counteroffer differs from the offer."""


class Situation(NamedTuple):
    """A prepared position, the question that it puts to the bot, and the dealer's actions."""

    name: str
    question: str
    position: Data
    actions: tuple[OfferTrade | AskForOffer, ...] = ()


class Dealer(Bot):
    """A bot that takes the given actions, one at a time, and counters the first offers it gets."""

    def __init__(self, actions: tuple[OfferTrade | AskForOffer, ...] = ()) -> None:
        self.actions = list(actions)
        self.counters = 0

    def idle(self, view: View) -> Action | None:
        """Counter an open offer, or take the next action that is possible."""
        for offer in view.state.offers:
            if offer.partner == view.seat and self.counters < MOST_COUNTERS:
                return self.counter(view, offer)
        while self.actions:
            action = self.actions.pop(0)
            if view.why_not(action) is None:
                return action
        return super().idle(view)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Counter the first offers, and decline the others."""
        return self.counter(view, offer)

    def counter(self, view: View, offer: Offer) -> Action:
        """Propose the same trade for a slightly better price; if that is impossible, decline."""
        self.counters += 1
        terms = offer.terms
        action = CounterTrade(
            view.seat,
            offer.number,
            max(0, terms.get_cash - RAISED_BY),
            terms.give_cash + RAISED_BY,
            terms.get_deeds,
            terms.give_deeds,
            terms.get_cards,
            terms.give_cards,
        )
        if self.counters > MOST_COUNTERS or view.why_not(action) is not None:
            return DeclineTrade(view.seat, offer.number)
        return action


def _own(owner: int, *spaces: int, houses: int = 0, mortgaged: bool = False) -> list[Data]:
    """Give properties to a seat."""
    rest: Data = {"owner": owner, "houses": houses, "mortgaged": mortgaged}
    return [{"space": space, **rest} for space in spaces]


def _at(*above: Data, bottom: str = "ToEndTurn", seat: int = 0, **more: object) -> Data:
    """Put decisions on the agenda, above the current player's own."""
    return {"seat": seat, "agenda": [{"entry": bottom, "seat": seat}, *above], **more}


def _players(*first: Data) -> list[Data]:
    """Return three players, the first of them as given."""
    return [*first, *[{} for _ in range(3 - len(first))]]


def _debt(amount: int) -> Data:
    rest = {"amount": amount, "reason": "rent", "cite": "10 MCS 90"}
    return {"entry": "DebtDue", "seat": 0, "creditor": 1, **rest}


_LENDER = _own(1, 37, 39, houses=3)
_BROWN, _LIGHT_BLUE, _PINK, _ORANGE = (1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19)
_RED, _YELLOW = (21, 23, 24), (26, 27, 29)
# Seat 2 has all but two of the 32 houses; seats 0 and 1 could build more than that.
_FEW_HOUSES = [
    *_own(2, *_BROWN, *_LIGHT_BLUE, houses=4),
    *_own(2, _PINK[0], houses=4),
    *_own(2, *_PINK[1:], houses=3),
    *_own(0, *_ORANGE),
    *_own(1, *_RED),
]
# Seat 2 has all but one of the 12 hotels; seats 0 and 1 have four houses on every property.
_ONE_HOTEL = [
    *_own(2, *_BROWN, *_LIGHT_BLUE, *_PINK, *_ORANGE, houses=5),
    *_own(0, *_RED, houses=4),
    *_own(1, *_YELLOW, houses=4),
]


def _shortage(kind: int, space: int, properties: list[Data]) -> Data:
    request: Data = {"entry": "DemandRound", "seat": 1, "space": space, "kind": kind}
    return {
        "players": _players({"cash": 3000}, {"cash": 3000}),
        "properties": properties,
        "demands": [[-1, -1, -1], [-1, -1, -1]],
        **_at({**request, "asked": [1, 0]}, bottom="ToRoll", seat=1),
    }


def _building_auction(kind: int, properties: list[Data], **bid: object) -> Data:
    demands = [[-1, -1, -1], [-1, -1, -1]]
    demands[kind] = [2, 2, 0]
    sale: Data = {"entry": "BuildingSale", "kind": kind}
    auction: Data = {"entry": "BuildingAuction", "kind": kind, "bidders": [0, 1], **bid}
    return {
        "players": _players({"cash": 3000}, {"cash": 3000}),
        "properties": properties,
        "demands": demands,
        **_at(sale, auction, bottom="ToRoll", seat=1),
    }


_DEALS: Data = {
    "players": _players({"cash": 600}, {"cash": 900, "cards": ["chest.jail_free"]}),
    "properties": [
        *_own(0, 37, 5, 16, 18),
        *_own(0, 12, mortgaged=True),
        *_own(1, 39, 15, 19),
        *_own(1, 28, mortgaged=True),
    ],
    "seat": 1,
}
_CARD = next(card.number for card in classic().cards if card.key == "chest.jail_free")
_OFFERS = (
    OfferTrade(1, 0, give_cash=500, get_deeds=(37,)),
    OfferTrade(1, 0, get_cash=50, give_deeds=(39,), get_deeds=(37,)),
    OfferTrade(1, 0, give_deeds=(19,), get_deeds=(5,)),
    OfferTrade(1, 0, give_deeds=(28,), get_deeds=(12,)),
    OfferTrade(1, 0, get_cash=600, give_deeds=(39,)),
    OfferTrade(1, 0, give_cash=1),
    OfferTrade(1, 0, get_cash=600),
    OfferTrade(1, 0, get_cash=60, give_cards=(_CARD,)),
)
_MY_OFFER: Data = {"number": 1, "maker": 0, "partner": 1, "give_cash": 300, "get_deeds": [39]}

SITUATIONS: Final = (
    Situation("a new game", "decide: ToRoll", {"players": _players()}),
    Situation("the end of a turn", "decide: ToEndTurn", {"players": _players(), **_at()}),
    Situation(
        "a turn in Jail with a card",
        "decide: ToRoll in Jail",
        {"players": _players({"jail": 1, "cards": ["chance.jail_free"]})},
    ),
    Situation(
        "the last turn in Jail without cash",
        "decide: ToRoll in Jail",
        {"players": _players({"jail": 3, "cash": 0}), "properties": _own(0, 5)},
    ),
    Situation(
        "a property to buy",
        "decide: BuyOrAuction",
        {
            "players": _players({"space": 39}),
            **_at({"entry": "BuyOrAuction", "seat": 0, "space": 39}),
        },
    ),
    Situation(
        "a property that is too expensive",
        "decide: BuyOrAuction",
        {
            "players": _players({"space": 39, "cash": 10}),
            "properties": _own(0, 5, 15),
            **_at({"entry": "BuyOrAuction", "seat": 0, "space": 39}),
        },
    ),
    Situation(
        "an auction",
        "decide: Auction",
        {
            "players": _players(),
            **_at({"entry": "Auction", "space": 39, "bidders": [0, 1, 2]}),
        },
    ),
    Situation(
        "an auction with a bid",
        "decide: Auction",
        {
            "players": _players({"cash": 160}),
            **_at(
                {"entry": "Auction", "space": 39, "bidders": [0, 1, 2], "bid": 150, "seat": 2},
                seat=1,
            ),
        },
    ),
    Situation(
        "a debt that a mortgage covers",
        "decide: DebtDue",
        {
            "players": _players({"cash": 20, "space": 37}),
            "properties": [*_LENDER, *_own(0, 5, 15)],
            **_at(_debt(120)),
        },
    ),
    Situation(
        "a debt that takes buildings",
        "decide: DebtDue",
        {
            "players": _players({"cash": 20, "space": 37}),
            "properties": [*_LENDER, *_own(0, *_ORANGE, houses=5)],
            **_at(_debt(900)),
        },
    ),
    Situation(
        "a debt that is too large",
        "decide: DebtDue",
        {
            "players": _players({"cash": 20, "space": 37, "cards": ["chest.jail_free"]}),
            "properties": [*_LENDER, *_own(0, 5), *_own(0, 15, mortgaged=True)],
            **_at(_debt(1100)),
        },
    ),
    Situation(
        "income tax",
        "decide: TaxChoice",
        {
            "players": _players({"space": 4}),
            "properties": _own(0, 5, 15),
            **_at({"entry": "TaxChoice", "seat": 0, "worth": 1900}),
        },
    ),
    Situation(
        "an inherited mortgage",
        "decide: Inheritance",
        {
            "players": _players({"cash": 200}),
            "properties": [*_own(0, 5), *_own(0, 15, mortgaged=True)],
            **_at({"entry": "Inheritance", "seat": 0, "space": 15}, seat=1),
        },
    ),
    Situation("a shortage of houses", "decide: DemandRound", _shortage(0, 21, _FEW_HOUSES)),
    Situation("a shortage of hotels", "decide: DemandRound", _shortage(1, 26, _ONE_HOTEL)),
    Situation(
        "an auction of a house", "decide: BuildingAuction", _building_auction(0, _FEW_HOUSES)
    ),
    Situation(
        "an auction of a hotel with a bid",
        "decide: BuildingAuction",
        _building_auction(1, _ONE_HOTEL, bid=200, seat=1, space=26),
    ),
    Situation(
        "rent to ask for",
        "idle: rent to ask for",
        {
            "players": _players({}, {"space": 39}),
            "properties": _own(0, 39),
            "turn": 2,
            "seat": 2,
            "first": 1,
            "last_serial": 1,
            "rents": [
                {
                    "number": 1,
                    "owner": 0,
                    "tenant": 1,
                    "space": 39,
                    "amount": 50,
                    "turn": 1,
                    "cite": "10 MCS 90",
                }
            ],
        },
    ),
    Situation(
        "two complete groups to build on",
        "idle",
        {"players": _players({"cash": 900}), "properties": _own(0, *_ORANGE, *_RED)},
    ),
    Situation("offers", "answer: offer", _DEALS, _OFFERS),
    Situation(
        "a counteroffer",
        "answer: counteroffer",
        {**_DEALS, "offers": [_MY_OFFER], "past_offers": [_MY_OFFER]},
    ),
    Situation("a request for a price", "quote", _DEALS, (AskForOffer(1, 0, 37),)),
    Situation("a request for an offer", "quote", _DEALS, (AskForOffer(1, 0, 39),)),
)
"""The prepared positions; together, they put every kind of question to the bot."""
