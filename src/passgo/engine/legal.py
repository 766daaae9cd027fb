"""Every action by name, and the actions a seat may take now.

The decision on top of the agenda lists the actions that only the deciding seats may take. This
module adds the actions that all seats may take: sell, mortgage, trade, ask for rent and, while the
table is calm, build and unmortgage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from passgo.engine.action import TABLE, Action, why_not
from passgo.engine.agenda import Decision, Entry
from passgo.engine.board import STREET
from passgo.engine.options import Choice, Option, option_without_fields, options_by_value
from passgo.engine.rules.auction import Auction, Bid, EstateAuction, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings, half_price
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.ending import GameOver, TimeIsUp
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry, inquiry_options
from passgo.engine.rules.jail import LeaveAndMove, PayFine, UseCard
from passgo.engine.rules.mortgage import (
    Inheritance,
    InheritDeed,
    Mortgage,
    Unmortgage,
    unmortgage_cost,
)
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.offer_history import PauseOffers, pause_options
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.shortage import (
    BidForBuilding,
    BuildingAuction,
    BuildingSale,
    DemandRound,
    StateDemand,
)
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    WithdrawTrade,
    trade_options,
)
from passgo.engine.rules.turn import EndTurn, NextTurn, ToEndTurn, ToRoll
from passgo.engine.state import State

ACTIONS: Final[dict[str, Callable[..., Action]]] = {
    kind.__name__: kind
    for kind in (
        Roll,
        EndTurn,
        Buy,
        Decline,
        Bid,
        PassBid,
        AskForRent,
        AlwaysAskForRent,
        ChooseTax,
        PayFine,
        UseCard,
        Build,
        SellBuilding,
        SellGroupBuildings,
        StateDemand,
        BidForBuilding,
        Mortgage,
        Unmortgage,
        InheritDeed,
        OfferTrade,
        AcceptTrade,
        DeclineTrade,
        CounterTrade,
        WithdrawTrade,
        AskForOffer,
        DeclineInquiry,
        PauseOffers,
        GoBankrupt,
        Resign,
        TimeIsUp,
    )
}
"""Every action, by name."""

ENTRIES: Final[dict[str, type[Entry]]] = {
    kind.__name__: kind
    for kind in (
        ToRoll,
        ToEndTurn,
        NextTurn,
        BuyOrAuction,
        Auction,
        EstateAuction,
        TaxChoice,
        LeaveAndMove,
        Inheritance,
        DemandRound,
        BuildingSale,
        BuildingAuction,
        DebtDue,
        GameOver,
    )
}
"""Every kind of agenda entry, by name."""


def options_for(
    state: State, seat: i64, refused: bool = False, proposals: bool = True
) -> list[Option]:
    """List the actions a seat may take now; ``refused`` adds refused actions, with reasons.

    Without ``proposals``, leave out offers, counteroffers and requests for offers, which take the
    longest to list.
    """
    if seat == TABLE:
        return option_without_fields(state, TimeIsUp(), refused)
    if state.over or not 0 <= seat < len(state.players):
        return []
    player = state.players[seat]
    if player.out or player.leaving:
        return []
    top = state.agenda.top
    found: list[Option] = []
    if isinstance(top, Decision) and top.waits_for(state, seat):
        found += top.options(state, seat, refused)
    if player.jail > 0:
        found += option_without_fields(state, PayFine(seat), refused)
        uses: list[Action] = [UseCard(seat, card) for card in player.cards]
        found += options_by_value(state, "card", uses, refused)
    found += rent_options(state, seat)
    found += property_options(state, seat, refused)
    found += trade_options(state, seat, refused, proposals)
    found += inquiry_options(state, seat, proposals)
    found += pause_options(state, seat)
    found.append(Option("Resign", seat, []))
    return found


RAISES: Final = (1, 5, 10, 25, 50, 100, 200, 500)
"""The amounts above the high bid at which ``legal_actions`` lists bids."""
FEW: Final = 20
"""Ranges up to this size are listed completely."""


def legal_actions(state: State, seat: i64) -> list[Action]:
    """List the actions a seat may take now, ready to play.

    Some kinds of actions have too many variants to list all of them. Offers, counteroffers and
    requests for offers are left out. Bids are listed with the ``RAISES`` above the high bid and
    with all of the bidder's cash. Accepting an offer is listed twice: unmortgaging none of the
    deeds, and unmortgaging all of them.
    """
    found: list[Action] = []
    for option in options_for(state, seat, proposals=False):
        filled: list[dict[str, object]] = [{}]
        for choice in option.choices:
            values = values_of(choice)
            filled = [{**fields, choice.name: value} for fields in filled for value in values]
        for fields in filled:
            action = ACTIONS[option.action](option.seat, **fields)
            if why_not(state, action) is None:
                found.append(action)
    return found


def values_of(choice: Choice) -> list[object]:
    """List the values of a field that ``legal_actions`` uses."""
    found: list[object] = []
    if choice.values is None:
        if choice.high - choice.low <= FEW:
            found.extend(range(choice.low, choice.high + 1))
        else:
            amounts = [choice.low - 1 + more for more in RAISES]
            found.extend(amount for amount in amounts if amount < choice.high)
            found.append(choice.high)
    elif choice.many:
        found.append(())
        if choice.values:
            found.append(tuple(choice.values))
    elif choice.whether:
        found.extend(value == 1 for value in choice.values)
    else:
        found.extend(choice.values)
    return found


def rent_options(state: State, seat: i64) -> list[Option]:
    """List the options to ask for rents and to change the standing order."""
    found: list[Option] = []
    waiting = [rent.number for rent in state.rents if rent.owner == seat]
    if waiting:
        found.append(Option("AskForRent", seat, [Choice("rent", waiting)]))
    on = 0 if state.players[seat].always_asks_for_rent else 1
    found.append(Option("AlwaysAskForRent", seat, [Choice("on", [on], whether=True)]))
    return found


def property_options(state: State, seat: i64, refused: bool) -> list[Option]:
    """List a seat's options for its own properties."""
    if state.players[seat].deeds == 0:
        return []
    properties = state.properties_of(seat)
    spaces = [prop.deed.space for prop in properties]
    streets = [prop.deed.space for prop in properties if prop.deed.kind == STREET]
    groups = sorted({prop.deed.group for prop in properties if prop.houses > 0})
    builds: list[Action] = [Build(seat, space) for space in streets]
    sales: list[Action] = [SellBuilding(seat, space) for space in streets]
    clearances: list[Action] = [SellGroupBuildings(seat, group) for group in groups]
    mortgages: list[Action] = [Mortgage(seat, space) for space in spaces]
    unmortgages: list[Action] = [Unmortgage(seat, space) for space in spaces]
    found = (
        options_by_value(state, "space", builds, refused)
        + options_by_value(state, "space", sales, refused)
        + options_by_value(state, "group", clearances, refused)
        + options_by_value(state, "space", mortgages, refused)
        + options_by_value(state, "space", unmortgages, refused)
    )
    for option in found:
        for choice in option.choices:
            choice.costs = [cost_of(state, option.action, value) for value in choice.values or []]
    return found


def cost_of(state: State, action: str, value: int) -> int:
    """Return the cost of an action on a property, negative if it brings in cash."""
    if action == "SellGroupBuildings":
        return -sum(half_price(state, prop) for prop in state.group_properties(value))
    prop = state.property(value)
    if action == "Build":
        return prop.deed.house_cost
    if action == "SellBuilding":
        return -(prop.deed.house_cost // 2)
    return -prop.deed.mortgage if action == "Mortgage" else unmortgage_cost(prop)
