"""Every action there is, by name; and what a seat may do now, gathered in one place.

What only the one who is waited for may do comes from the wait on top of the agenda. What all may do
(sell, mortgage, trade, ask for rent; build and lift while the table is calm) is added here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from passgo.engine.action import TABLE, Action
from passgo.engine.agenda import Entry, Wait
from passgo.engine.board import STREET
from passgo.engine.options import Choice, Option, sorted_out, whole
from passgo.engine.rules.auction import Auction, Bid, EstateAuction, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroup, half_price
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import GoBankrupt, Owing, Resign
from passgo.engine.rules.ending import GameOver, TimeIsUp
from passgo.engine.rules.jail import LeaveAndMove, PayFine, UseCard
from passgo.engine.rules.mortgage import Inheritance, Lift, Mortgage, TakeOver, cost_to_lift
from passgo.engine.rules.moving import Throw
from passgo.engine.rules.offer_history import PauseOffers, pause_options
from passgo.engine.rules.rent import AskAlways, AskRent
from passgo.engine.rules.shortage import (
    BidForBuilding,
    BuildingAuction,
    BuildingSale,
    Wish,
    Wishes,
)
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    OfferTrade,
    RefuseTrade,
    WithdrawTrade,
    trade_options,
)
from passgo.engine.rules.turn import NextTurn, PassDice, ToPass, ToThrow
from passgo.engine.state import State

ACTIONS: Final[dict[str, Callable[..., Action]]] = {
    kind.__name__: kind
    for kind in (
        Throw,
        PassDice,
        Buy,
        Decline,
        Bid,
        PassBid,
        AskRent,
        AskAlways,
        ChooseTax,
        PayFine,
        UseCard,
        Build,
        SellBuilding,
        SellGroup,
        Wish,
        BidForBuilding,
        Mortgage,
        Lift,
        TakeOver,
        OfferTrade,
        AcceptTrade,
        RefuseTrade,
        CounterTrade,
        WithdrawTrade,
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
        ToThrow,
        ToPass,
        NextTurn,
        BuyOrAuction,
        Auction,
        EstateAuction,
        TaxChoice,
        LeaveAndMove,
        Inheritance,
        Wishes,
        BuildingSale,
        BuildingAuction,
        Owing,
        GameOver,
    )
}
"""Everything that can stand on the agenda, by name."""


def options_of(state: State, seat: i64, refused: bool = False) -> list[Option]:
    """List what a seat may ask for now; with ``refused`` also what it may not, and why."""
    if seat == TABLE:
        return whole(state, TimeIsUp(), refused)
    if state.over or not 0 <= seat < len(state.players):
        return []
    player = state.players[seat]
    if player.out or player.leaving:
        return []
    top = state.agenda.top
    found: list[Option] = []
    if isinstance(top, Wait) and top.waits_for(state, seat):
        found += top.options(state, seat, refused)
    if player.jail > 0:
        found += whole(state, PayFine(seat), refused)
        uses: list[Action] = [UseCard(seat, card) for card in player.cards]
        found += sorted_out(state, "card", uses, refused)
    found += rent_options(state, seat)
    found += property_options(state, seat, refused)
    found += trade_options(state, seat, refused)
    found += pause_options(state, seat)
    found.append(Option("Resign", seat, []))
    return found


def rent_options(state: State, seat: i64) -> list[Option]:
    """Rents that wait to be asked for, and the standing order."""
    found: list[Option] = []
    waiting = [rent.number for rent in state.rents if rent.owner == seat]
    if waiting:
        found.append(Option("AskRent", seat, [Choice("rent", waiting)]))
    on = 0 if state.players[seat].asks_always else 1
    found.append(Option("AskAlways", seat, [Choice("on", [on], whether=True)]))
    return found


def property_options(state: State, seat: i64, refused: bool) -> list[Option]:
    """What one may do with one's own deeds."""
    if state.players[seat].deeds == 0:
        return []
    lots = state.owned(seat)
    spaces = [lot.deed.space for lot in lots]
    streets = [lot.deed.space for lot in lots if lot.deed.kind == STREET]
    groups = sorted({lot.deed.group for lot in lots if lot.houses > 0})
    builds: list[Action] = [Build(seat, space) for space in streets]
    sales: list[Action] = [SellBuilding(seat, space) for space in streets]
    clearances: list[Action] = [SellGroup(seat, group) for group in groups]
    mortgages: list[Action] = [Mortgage(seat, space) for space in spaces]
    lifts: list[Action] = [Lift(seat, space) for space in spaces]
    found = (
        sorted_out(state, "space", builds, refused)
        + sorted_out(state, "space", sales, refused)
        + sorted_out(state, "group", clearances, refused)
        + sorted_out(state, "space", mortgages, refused)
        + sorted_out(state, "space", lifts, refused)
    )
    for option in found:
        for choice in option.choices:
            choice.costs = [cost_of(state, option.action, value) for value in choice.values or []]
    return found


def cost_of(state: State, action: str, value: int) -> int:
    """What a step with one's own deeds costs; less than 0 if it brings money."""
    if action == "SellGroup":
        return -sum(half_price(state, lot) for lot in state.group_lots(value))
    lot = state.lot(value)
    if action == "Build":
        return lot.deed.house_cost
    if action == "SellBuilding":
        return -(lot.deed.house_cost // 2)
    return -lot.deed.mortgage if action == "Mortgage" else cost_to_lift(lot)
