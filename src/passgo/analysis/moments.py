"""The actions of a recorded game, grouped into decisions.

A decision may take several actions. Buildings are bought one by one, and a player who is short of
cash sells buildings and mortgages deeds before buying a property, bidding, paying a debt or leaving
Jail. ``group_moments`` joins such actions if they follow one another. If something else happens in
between, they stay apart, and only the last of them is judged, but for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from passgo.analysis.choices import MANAGING, RAISING, Actions
from passgo.engine.events import Event
from passgo.engine.rules.auction import Bid, Bidding, PassBid
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import GoBankrupt
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import InheritDeed
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.shortage import BidForBuilding, StateDemand
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import AcceptTrade
from passgo.engine.state import State
from passgo.record import Record, replay

__all__ = ["Moment", "group_moments", "read_moments"]

ANSWERS: Final = (
    *(Buy, Decline, Bid, PassBid, BidForBuilding),
    *(ChooseTax, StateDemand, InheritDeed, GoBankrupt),
)
"""The actions that answer a pending decision; each is the last action of a decision."""


@dataclass(frozen=True)
class Moment:
    """One or more actions by a seat, with the states before and after them."""

    number: int
    before: State
    after: State
    actions: Actions
    events: tuple[Event, ...]
    last: State
    """The state before the last action."""
    is_judged: bool = True
    """Whether the decision is judged; of a decision in several parts, only the last one is."""
    start: State | None = None
    """The state before the first part of a decision in several parts."""
    earlier: Actions = ()
    """The actions in the earlier parts."""


class DecisionKey(NamedTuple):
    """What tells one decision from another: whose it is, and when it was made."""

    seat: int
    number: int
    """The number of the pending decision, or -1 if nothing was pending."""
    stretch: int
    """With nothing pending, a number that changes with every roll, trade and exit from Jail."""


class Part(NamedTuple):
    """A part of a decision: its place among the moments, and how many trades had been made."""

    place: int
    trades: int


def read_moments(record: Record) -> Iterator[Moment]:
    """Yield the setup and every action of a record."""
    last: State | None = None
    for step in replay(record):
        after = step.game.state.copy()
        actions = () if step.action is None else (step.action,)
        before = after if last is None else last
        yield Moment(int(after.moves), before, after, actions, tuple(step.events), before)
        last = after


def group_moments(moments: Sequence[Moment]) -> list[Moment]:
    """Join the actions that make up a decision; the moments have one action each.

    Of a decision in several parts, all but the last are exempt from judgment. The last is judged
    for all of them, from the last trade on, except in an auction: a bid that is raised has no
    effect, and the answer to a higher bid does not depend on the earlier ones.
    """
    found: list[Moment] = []
    decisions: dict[DecisionKey, list[Part]] = {}
    stretch = trades = 0
    for moment in moments:
        action = moment.actions[0]
        decision = find_decision(moment, stretch)
        parts = [] if decision is None else decisions.setdefault(decision, [])
        follows = bool(parts) and parts[-1].place == len(found) - 1
        if decision is None or (isinstance(action, PayFine) and not is_short(moment, found, parts)):
            found.append(moment)
        elif follows and not isinstance(found[-1].actions[-1], ANSWERS):
            found[-1] = join(found[-1], moment)
        else:
            parts.append(Part(len(found), trades))
            found.append(moment)
        if isinstance(action, AcceptTrade):
            trades += 1
        if isinstance(action, AcceptTrade | Roll | PayFine | UseCard):
            stretch += 1
    for parts in decisions.values():
        if len(parts) > 1:
            mark_parts(found, parts)
    return found


def find_decision(moment: Moment, stretch: int) -> DecisionKey | None:
    """Return the decision that an action belongs to; None if it is always one of its own."""
    action, state = moment.actions[0], moment.before
    seat = int(action.seat)
    if state.is_calm():
        belongs = isinstance(action, (*MANAGING, PayFine))
        return DecisionKey(seat, -1, stretch) if belongs else None
    belongs = isinstance(action, (*RAISING, *ANSWERS))
    return DecisionKey(seat, int(state.decision_number), 0) if belongs else None


def is_short(moment: Moment, found: Sequence[Moment], parts: Sequence[Part]) -> bool:
    """Return whether a player who pays the fine had to raise the cash for it."""
    if not parts:
        return False
    actions = [action for part in parts for action in found[part.place].actions]
    state = found[parts[0].place].before
    cash = state.players[moment.actions[0].seat].cash
    return cash < state.rules.jail_fine and all(isinstance(one, RAISING) for one in actions)


def join(moment: Moment, later: Moment) -> Moment:
    """Join two moments that follow each other."""
    return replace(
        moment,
        number=later.number,
        after=later.after,
        actions=moment.actions + later.actions,
        events=moment.events + later.events,
        last=later.before,
    )


def mark_parts(found: list[Moment], parts: Sequence[Part]) -> None:
    """Exempt all parts of a decision but the last from judgment.

    The last part is the one with the answer, if there is one; raising cash later is another matter.
    """
    answered = [part for part in parts if isinstance(found[part.place].actions[-1], ANSWERS)]
    last = answered[-1] if answered else parts[-1]
    earlier = [part for part in parts if part.place < last.place]
    for part in earlier:
        found[part.place] = replace(found[part.place], is_judged=False)
    since = [found[part.place] for part in earlier if part.trades == last.trades]
    if since and not isinstance(found[last.place].before.agenda.top, Bidding):
        actions = [action for moment in since for action in moment.actions]
        found[last.place] = replace(
            found[last.place], start=since[0].before, earlier=tuple(actions)
        )
