"""One method for each action, so that people can play with names instead of numbers.

    game.build(0, "Boardwalk")        the same as game.play(Build(0, 39)) on the classic board
    game.build("Ann", "Boardwalk")    if the game was set up with players=["Ann", "Bob"]

The names are those of the game's own board. Each method makes the action, whose fields are plain
numbers, and plays it. It returns the events, except that making an offer returns the offer. Bots
and simulations make their actions themselves and call ``step``, which never looks up a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from mypy_extensions import i64

from passgo.engine.action import TABLE, Action
from passgo.engine.events import Event
from passgo.engine.name_lookup import Name
from passgo.engine.queries import RuleQueries
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.shortage import BidForBuilding, StateDemand
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    WithdrawTrade,
)
from passgo.engine.rules.turn import EndTurn
from passgo.engine.state import Offer

Names: TypeAlias = int | str | Sequence[int | str]
"""One name or number, or several."""


class Moves(RuleQueries):
    """The actions as methods. Seats, spaces, groups and cards are given by name or number."""

    def play(self, action: Action) -> list[Event]:
        """Carry out an action and return its events."""
        raise NotImplementedError

    # -- rolling, buying and bidding ---------------------------------------------------------------

    def roll(self, seat: Name) -> list[Event]:
        """Roll both dice and move by their sum. 10 MCS 60."""
        return self.play(Roll(self.seat_number(seat)))

    def end_turn(self, seat: Name) -> list[Event]:
        """End your turn. 10 MCS 60(c), Ruling 31."""
        return self.play(EndTurn(self.seat_number(seat)))

    def buy(self, seat: Name) -> list[Event]:
        """Buy the property you landed on at its printed price. 10 MCS 80."""
        return self.play(Buy(self.seat_number(seat)))

    def decline(self, seat: Name) -> list[Event]:
        """Decline to buy the property you landed on, which sends it to auction. 10 MCS 80(c)."""
        return self.play(Decline(self.seat_number(seat)))

    def bid(self, seat: Name, amount: i64) -> list[Event]:
        """Bid in an auction for a property. Ruling 5."""
        return self.play(Bid(self.seat_number(seat), amount))

    def pass_bid(self, seat: Name) -> list[Event]:
        """Leave the auction. Ruling 5."""
        return self.play(PassBid(self.seat_number(seat)))

    # -- rent, tax and Jail ------------------------------------------------------------------------

    def ask_for_rent(self, seat: Name, rent: i64) -> list[Event]:
        """Ask for one rent you are owed, by its number. 10 MCS 90(f), CR 5.2."""
        return self.play(AskForRent(self.seat_number(seat), rent))

    def always_ask_for_rent(self, seat: Name, on: bool = True) -> list[Event]:
        """Turn on or off your standing order to always ask for rent. CR 5.2."""
        return self.play(AlwaysAskForRent(self.seat_number(seat), on))

    def choose_tax(self, seat: Name, share: bool) -> list[Event]:
        """Choose to pay a percentage of your worth or the flat income tax. 10 MCS 110."""
        return self.play(ChooseTax(self.seat_number(seat), share))

    def pay_fine(self, seat: Name) -> list[Event]:
        """Pay the fine to get out of Jail before you roll. 10 MCS 120(e-4), CR 6.3."""
        return self.play(PayFine(self.seat_number(seat)))

    def use_card(self, seat: Name, card: Name) -> list[Event]:
        """Use a "Get Out of Jail Free" card before you roll. 10 MCS 120(e-2), CR 6.3."""
        return self.play(UseCard(self.seat_number(seat), self.card_number(card)))

    # -- buildings and mortgages -------------------------------------------------------------------

    def build(self, seat: Name, space: Name) -> list[Event]:
        """Buy one house or hotel and put it on a property. 10 MCS 140, 150."""
        return self.play(Build(self.seat_number(seat), self.space_number(space)))

    def sell_building(self, seat: Name, space: Name) -> list[Event]:
        """Sell one house, or trade a hotel down to houses, at half price. 10 MCS 170(c)."""
        return self.play(SellBuilding(self.seat_number(seat), self.space_number(space)))

    def sell_group_buildings(self, seat: Name, group: Name) -> list[Event]:
        """Sell every building in a group in a single step. 10 MCS 170(e), Ruling 10."""
        number = group if isinstance(group, int) else self.state.board.group(group).number
        return self.play(SellGroupBuildings(self.seat_number(seat), number))

    def state_demand(self, seat: Name, count: i64) -> list[Event]:
        """State how many houses or hotels you want during a shortage. Ruling 9."""
        return self.play(StateDemand(self.seat_number(seat), count))

    def bid_for_building(self, seat: Name, amount: i64, space: Name) -> list[Event]:
        """Bid in a building auction, naming the property to build on. 10 MCS 160(a), Ruling 9."""
        return self.play(BidForBuilding(self.seat_number(seat), amount, self.space_number(space)))

    def mortgage(self, seat: Name, space: Name) -> list[Event]:
        """Turn a deed face down and collect its mortgage value. 10 MCS 180, CR 9."""
        return self.play(Mortgage(self.seat_number(seat), self.space_number(space)))

    def unmortgage(self, seat: Name, space: Name) -> list[Event]:
        """Repay a mortgage with 10% interest. 10 MCS 180(d), CR 9."""
        return self.play(Unmortgage(self.seat_number(seat), self.space_number(space)))

    def inherit_deed(self, seat: Name, unmortgage: bool) -> list[Event]:
        """Choose to unmortgage a deed you inherit, or to pay 10% and keep the mortgage. CR 10."""
        return self.play(InheritDeed(self.seat_number(seat), unmortgage))

    # -- trades ------------------------------------------------------------------------------------

    def offer_trade(
        self,
        seat: Name,
        partner: Name,
        give_cash: i64 = 0,
        get_cash: i64 = 0,
        give_deeds: Names = (),
        get_deeds: Names = (),
        give_cards: Names = (),
        get_cards: Names = (),
        unmortgage: Names = (),
    ) -> Offer:
        """Offer a trade to another player, and return the offer. 10 MCS 170."""
        self.play(
            self.draft_trade(
                seat,
                partner,
                give_cash,
                get_cash,
                give_deeds,
                get_deeds,
                give_cards,
                get_cards,
                unmortgage,
            )
        )
        return self._named_offers()[-1]

    def draft_trade(
        self,
        seat: Name,
        partner: Name,
        give_cash: i64 = 0,
        get_cash: i64 = 0,
        give_deeds: Names = (),
        get_deeds: Names = (),
        give_cards: Names = (),
        get_cards: Names = (),
        unmortgage: Names = (),
    ) -> OfferTrade:
        """Return the action that offers a trade, without playing it, for example to evaluate it."""
        return OfferTrade(
            self.seat_number(seat),
            self.seat_number(partner),
            give_cash,
            get_cash,
            self.space_numbers(give_deeds),
            self.space_numbers(get_deeds),
            self.card_numbers(give_cards),
            self.card_numbers(get_cards),
            self.space_numbers(unmortgage),
        )

    def accept_trade(self, seat: Name, offer: int | Offer, unmortgage: Names = ()) -> list[Event]:
        """Accept an offer made to you, and name the deeds to unmortgage. 10 MCS 170, Ruling 11."""
        return self.play(
            AcceptTrade(self.seat_number(seat), offer_number(offer), self.space_numbers(unmortgage))
        )

    def decline_trade(self, seat: Name, offer: int | Offer) -> list[Event]:
        """Decline an offer made to you. Ruling 14."""
        return self.play(DeclineTrade(self.seat_number(seat), offer_number(offer)))

    def counter_trade(
        self,
        seat: Name,
        offer: int | Offer,
        give_cash: i64 = 0,
        get_cash: i64 = 0,
        give_deeds: Names = (),
        get_deeds: Names = (),
        give_cards: Names = (),
        get_cards: Names = (),
        unmortgage: Names = (),
    ) -> Offer:
        """Decline an offer made to you and make a counteroffer; return the new offer. Ruling 14."""
        self.play(
            CounterTrade(
                self.seat_number(seat),
                offer_number(offer),
                give_cash,
                get_cash,
                self.space_numbers(give_deeds),
                self.space_numbers(get_deeds),
                self.card_numbers(give_cards),
                self.card_numbers(get_cards),
                self.space_numbers(unmortgage),
            )
        )
        return self._named_offers()[-1]

    def withdraw_trade(self, seat: Name, offer: int | Offer) -> list[Event]:
        """Withdraw your own offer. Ruling 14."""
        return self.play(WithdrawTrade(self.seat_number(seat), offer_number(offer)))

    def pause_offers(self, seat: Name, rounds: i64) -> list[Event]:
        """Pause offers for 5 rounds (5) or the rest of the game (-1), or end a pause (0). Ruling 14."""
        return self.play(PauseOffers(self.seat_number(seat), rounds))

    def ask_for_offer(self, seat: Name, partner: Name, space: Name) -> list[Event]:
        """Ask a player for an offer that includes a property of yours or theirs. Ruling 14."""
        return self.play(
            AskForOffer(self.seat_number(seat), self.seat_number(partner), self.space_number(space))
        )

    def decline_inquiry(self, seat: Name, inquiry: i64) -> list[Event]:
        """Decline to make the offer that another player asked you for. Ruling 14."""
        return self.play(DeclineInquiry(self.seat_number(seat), inquiry))

    # -- leaving -----------------------------------------------------------------------------------

    def go_bankrupt(self, seat: Name) -> list[Event]:
        """Declare bankruptcy if you cannot raise enough to cover your debt. 10 MCS 190, CR 10."""
        return self.play(GoBankrupt(self.seat_number(seat)))

    def resign(self, seat: Name) -> list[Event]:
        """Leave the game voluntarily, at any time. Ruling 12."""
        return self.play(Resign(self.seat_number(seat)))

    def time_is_up(self, seat: Name = TABLE) -> list[Event]:
        """Call time; the table, not a player, takes this action. 10 MCS 220, Ruling 15."""
        return self.play(TimeIsUp(self.seat_number(seat)))

    # -- names -------------------------------------------------------------------------------------

    def space_number(self, name: Name) -> int:
        """Return a property's space; a number is returned unchanged, for the rules to check."""
        return name if isinstance(name, int) else self.state.board.deed(name).space

    def card_number(self, name: Name) -> int:
        """Return a card's number; a number is returned unchanged, for the rules to check."""
        return name if isinstance(name, int) else self.state.board.card(name).number

    def space_numbers(self, names: Names) -> tuple[int, ...]:
        """Return the spaces of one or more properties."""
        return tuple([self.space_number(name) for name in as_list(names)])

    def card_numbers(self, names: Names) -> tuple[int, ...]:
        """Return the numbers of one or more cards."""
        return tuple([self.card_number(name) for name in as_list(names)])


def as_list(names: Names) -> Sequence[Name]:
    """Return one or more names as a sequence."""
    if isinstance(names, (int, str)):
        return [names]
    try:
        return list(names)
    except TypeError:
        raise TypeError(
            f"Properties and cards are given by name or number (got {names!r})."
        ) from None


def offer_number(offer: int | Offer) -> int:
    """Return the number of an offer."""
    return offer.number if isinstance(offer, Offer) else offer
