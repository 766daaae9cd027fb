"""The choices that the analysis compares for a seat.

Most decisions have few answers, and all of them are listed. Where there are many, such as bids or
building plans, the list has the answer of a trader, the extremes and, in a review, the choice that
was made. A choice may be a plan of several actions. An empty plan means doing nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from passgo.analysis.values import play_openly
from passgo.bots.trader import TraderBot
from passgo.engine.action import Action, why_not
from passgo.engine.board import STREET
from passgo.engine.chance import ChanceNeeded
from passgo.engine.game import View, trial
from passgo.engine.refusal import Refused
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Inheritance, InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.shortage import BuildingAuction, DemandRound, StateDemand, capacity
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    WithdrawTrade,
    find_offer,
)
from passgo.engine.rules.turn import ToRoll
from passgo.engine.state import State

Actions: TypeAlias = tuple[Action, ...]
"""Actions by one seat, in order."""

RAISING: Final = (SellBuilding, SellGroupBuildings, Mortgage)
"""The actions by which players raise cash."""
MANAGING: Final = (Build, *RAISING, Unmortgage)
"""The actions by which players manage their properties."""
ASIDE: Final = (
    *(OfferTrade, CounterTrade, WithdrawTrade, AskForOffer, DeclineInquiry, PauseOffers),
    *(AskForRent, AlwaysAskForRent),
)
"""Actions that answer no decision, so there is nothing to compare them with.

Missed rents are judged when they lapse.
"""
MOST_ACTIONS: Final = 60
"""The maximum number of actions in a plan."""
HIGHEST_LEVEL: Final = 5


def choices_for(state: State, seat: int, chosen: Actions | None = None) -> list[Actions]:
    """List the choices of a seat; ``chosen`` is the choice it made, which is then listed first.

    The list is empty if there is nothing to decide.
    """
    found = [] if chosen is None else [chosen]
    first, last = (chosen[0], chosen[-1]) if chosen else (None, None)
    if isinstance(first, ASIDE):
        return []
    manages = state.is_calm() and (last is None or isinstance(last, MANAGING))
    if isinstance(first, AcceptTrade | DeclineTrade):
        found += offer_choices(state, seat, int(first.offer))
    elif isinstance(first, Resign):
        found.append(())
    elif isinstance(last, Bid):
        found.append((PassBid(seat),))  # what other bids lead to depends on the rivals
    elif state.waits_for(seat) and (chosen is None or not manages):
        found += decision_choices(state, seat)
    elif isinstance(first, MANAGING) and not manages:
        found.append(())
    if manages and (chosen is not None or not found):
        found += managing_choices(state, seat)
    return legal_choices(state, found)


def legal_choices(state: State, plans: Sequence[Actions]) -> list[Actions]:
    """Return the distinct plans whose first action is allowed."""
    kept: list[Actions] = []
    for plan in plans:
        if plan not in kept and (not plan or why_not(state, plan[0]) is None):
            kept.append(plan)
    return kept


def offer_choices(state: State, seat: int, number: int) -> list[Actions]:
    """List the answers to an offer."""
    offer = find_offer(state, number)
    if offer is None or offer.partner != seat:
        return []
    return [(AcceptTrade(seat, number),), (DeclineTrade(seat, number),)]


def decision_choices(state: State, seat: int) -> list[Actions]:
    """List the answers to the pending decision; empty if it leaves no choice."""
    top = state.agenda.top
    player = state.players[seat]
    if isinstance(top, ToRoll):
        if player.jail == 0:
            return []
        leave: list[Actions] = [(UseCard(seat, card),) for card in player.cards]
        return [(Roll(seat),), (PayFine(seat),), *leave]
    trader = trader_answer(state, seat)
    if isinstance(top, BuyOrAuction):
        raised = trader_plan(state, seat) if isinstance(trader, Mortgage) else ()
        plans: list[Actions] = [(Buy(seat),), (Decline(seat),)]
        return [*plans, raised] if raised else plans
    if isinstance(top, Auction):
        least = int(top.bid) + 1
        return [(PassBid(seat),), (trader,), (Bid(seat, least),)]
    if isinstance(top, TaxChoice):
        return [(ChooseTax(seat, False),), (ChooseTax(seat, True),)]
    if isinstance(top, DebtDue):
        return [(action,) for action in [*raising_actions(state, seat), GoBankrupt(seat)]]
    if isinstance(top, DemandRound):
        most = int(capacity(state, seat, top.kind))
        return [(StateDemand(seat, 0),), (trader,), (StateDemand(seat, most),)]
    if isinstance(top, BuildingAuction):
        return [(PassBid(seat),), (trader,)]
    if isinstance(top, Inheritance):
        return [(InheritDeed(seat, False),), (InheritDeed(seat, True),)]
    return []


def trader_answer(state: State, seat: int) -> Action:
    """Return a trader's answer to the pending decision."""
    return TraderBot(trades=False).decide(View(state, seat))


def trader_plan(state: State, seat: int) -> Actions:
    """Return a trader's actions up to and including the answer to the pending decision."""
    game = trial(state)
    trader = TraderBot(trades=False)
    top = game.state.agenda.top
    done: list[Action] = []
    try:
        while len(done) < MOST_ACTIONS and game.state.agenda.top is top:
            action = trader.decide(View(game.state, seat))
            play_openly(game, action)
            done.append(action)
    except (Refused, ChanceNeeded):
        return ()
    return tuple(done)


def raising_actions(state: State, seat: int) -> list[Action]:
    """List the ways in which a debtor can raise cash with one action."""
    found: list[Action] = []
    groups: list[int] = []
    for prop in state.properties_of(seat):
        space = int(prop.space)
        if prop.houses > 0:
            found.append(SellBuilding(seat, space))
            if prop.deed.group not in groups:
                groups.append(int(prop.deed.group))
        else:
            found.append(Mortgage(seat, space))
    return found + [SellGroupBuildings(seat, group) for group in groups]


# -- building and mortgaging -----------------------------------------------------------------------


def managing_choices(state: State, seat: int) -> list[Actions]:
    """List the plans for managing properties: nothing, a trader's plan, and groups to build up."""
    return [(), idle_plan(state, seat), *group_plans(state, seat)]


def can_build(state: State, seat: int) -> bool:
    """Return whether a seat may put up a building now."""
    if state.players[seat].complete == 0 or not state.is_calm():
        return False
    return any(
        Build(seat, int(prop.space)).why_not(state) is None
        for prop in state.properties_of(seat)
        if prop.deed.kind == STREET
    )


def idle_plan(state: State, seat: int) -> Actions:
    """Return everything a trader would do now, before the next roll, except offering trades."""
    game = trial(state)
    trader = TraderBot(trades=False)
    done: list[Action] = []
    try:
        while len(done) < MOST_ACTIONS and game.state.is_calm():
            action = trader.before_roll(game.state, seat)
            if action is None:
                break
            game.step(action)
            done.append(action)
    except (Refused, ChanceNeeded):
        pass
    return tuple(done)


def group_plans(state: State, seat: int) -> list[Actions]:
    """List plans that build up one complete group evenly, one plan for each level within reach."""
    found: list[Actions] = []
    complete = int(state.players[seat].complete)
    for group in state.board.groups:
        if not complete >> int(group.number) & 1 or group.deeds[0].kind != STREET:
            continue
        done: list[Action] = []
        game = trial(state)
        for level in range(1, HIGHEST_LEVEL + 1):
            count = len(done)
            for prop in game.state.group_properties(group.number):
                build = Build(seat, int(prop.space))
                if prop.houses >= level or build.why_not(game.state) is not None:
                    continue
                game.step(build)
                done.append(build)
                if not game.state.is_calm():
                    break
            if len(done) > count:
                found.append(tuple(done))
            if not game.state.is_calm():
                break
    return found
