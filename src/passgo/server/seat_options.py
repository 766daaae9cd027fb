"""The options message for a seat: its questions and options, a debtor's plan, and the range of bids."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from passgo.codec import action_to_data, option_to_data
from passgo.engine.game import Game
from passgo.engine.raise_money import raise_plan
from passgo.engine.rules.auction import Bidding
from passgo.engine.state import State
from passgo.say.questions import find_questions
from passgo.server.wire import BidRange, QuestionText, RaisePlan, RaiseStep, SeatOptions


def describe_seat_options(game: Game, seat: int, seq: int) -> SeatOptions:
    """Describe what a seat may do now."""
    return SeatOptions(
        seq=seq,
        seat=seat,
        decision=int(game.state.decision_number),
        questions=[
            QuestionText(name=question.name, variants=question.variants, values=question.values)
            for question in find_questions(game.state, seat)
        ],
        options=[option_to_data(option) for option in game.options(seat)],
        raise_plan=describe_plan(game.state, seat),
        bids=describe_bids(game.state, seat),
    )


def describe_plan(state: State, seat: int) -> RaisePlan | UnsetType:
    """Describe how a debtor can raise the missing cash; UNSET for other seats."""
    plan = raise_plan(state, seat)
    if plan is None:
        return UNSET
    steps = [
        RaiseStep(action=action_to_data(step.action), brings=int(step.brings))
        for step in plan.steps
    ]
    return RaisePlan(steps=steps, brings=int(plan.brings), left_over=int(plan.left_over))


def describe_bids(state: State, seat: int) -> BidRange | UnsetType:
    """Describe the range of bids that a bidder may make; UNSET for other seats."""
    auction = state.agenda.top
    if not isinstance(auction, Bidding) or seat not in auction.bidders:
        return UNSET
    return BidRange(low=int(auction.least_bid(state, seat)), high=int(state.players[seat].cash))
