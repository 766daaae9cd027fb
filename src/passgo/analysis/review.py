"""The review of a game: which changes in the win probabilities were luck, and which were skill.

Let V be the win probabilities of all seats (``Appraiser.value``), and Q of a choice the average of V
over everything that the dice and cards can make of it. Each step of the game changes V by

    V(after) − V(before)  =  luck  +  loss  +  drift

    luck    V(after) − Q(chosen): the outcome compared with the average over all rolls and cards
            possible at that moment; a roll and the card it leads to are separate events
    loss    Q(chosen) − Q(best): the choice compared with the best one found; never positive for
            the seat that chose, and usually a gift to the others
    drift   Q(best) − V(before): what the estimate did not expect, although nobody did anything wrong

An open offer changes nothing, so making one costs nothing. A trade is a choice of both players who
agree to it: when an offer is accepted, its maker is judged as well as the partner, and Q(trade) is
compared with Q(no trade) for both.

The three add up exactly, for every seat and every step, so that over a whole game

    result  =  start  +  luck  +  own mistakes  +  others' mistakes  +  drift

Luck averages to zero whatever V is, because the average is taken over the same V. A player's result
minus the luck is therefore an unbiased measure of how well the player did, and varies far less than
the result itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from passgo.analysis.choices import MANAGING, Actions, can_build
from passgo.analysis.judgment import (
    Judgment,
    acceptance,
    expect,
    judge_choice,
    judge_trade,
    subtract,
)
from passgo.analysis.moments import Moment, group_moments, read_moments
from passgo.analysis.outcomes import Outcome, explore, outcomes_of
from passgo.analysis.values import Appraiser, Probabilities
from passgo.engine.action import TABLE
from passgo.engine.board import Board
from passgo.engine.events import Event, RentLapsed
from passgo.engine.game import unseen_cards
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AskForRent
from passgo.engine.rules.trade import get_open_offer
from passgo.engine.state import Offer, State
from passgo.notation import Move, write_move
from passgo.record import Record
from passgo.spelling import join_words

__all__ = [
    "Judgment",
    "LuckyEvent",
    "Mistake",
    "PlayerReview",
    "Review",
    "Step",
    "review",
]

TURNING_POINTS: Final = 6
"""The number of turning points that a review names."""
LEAST_TURN: Final = 0.02
"""The smallest change in the win probabilities that counts as a turning point."""
MOST_MOVES_SHOWN: Final = 3
"""The number of moves in the repr of a step."""


@dataclass(frozen=True)
class LuckyEvent:
    """A roll or a card: what it did to everyone, compared with the average."""

    outcome: Outcome | None
    """The roll or card; None for the setup."""
    luck: Probabilities


class Mistake(NamedTuple):
    """A decision that cost something, and the step in which it was made."""

    step: Step
    judgment: Judgment


@dataclass(frozen=True)
class Step:
    """A part of the game, usually one action, and what it did to everyone's win probability."""

    number: int
    """The number of the last action; a missed opportunity has the number of the next one."""
    turn: int
    round: int
    seat: int
    """The seat that acted; -1 for the setup and the table."""
    actions: Actions
    """The actions; empty for the setup and for a missed opportunity."""
    events: tuple[Event, ...]
    before: Probabilities
    after: Probabilities
    luck: tuple[LuckyEvent, ...]
    judgments: tuple[Judgment, ...]
    """The decisions: none or one, but for a trade up to two, the partner's and then the maker's."""
    drift: Probabilities
    state: State = field(compare=False, repr=False)
    """The state before the step; treat it as read-only."""
    trade: Offer | None = None
    """The trade that was made."""

    def __repr__(self) -> str:
        moves = [write_move(Move(action), self.state.board) for action in self.actions]
        moves[MOST_MOVES_SHOWN:] = ["…"] if len(moves) > MOST_MOVES_SHOWN else []
        done = f"seat {self.seat}: {', '.join(moves)}" if moves else "no action"
        return f"<Step {self.number}, turn {self.turn}: {done}; change {self.change:.1%}>"

    @property
    def judgment(self) -> Judgment | None:
        """The decision of the seat that acted, if it is judged."""
        return next((one for one in self.judgments if one.seat == self.seat), None)

    @property
    def change(self) -> float:
        """How much win probability changed hands: half the sum of all changes."""
        return sum(abs(b - a) for a, b in zip(self.before, self.after, strict=True)) / 2

    @property
    def weight(self) -> float:
        """How much win probability luck and decisions moved; for a trade, the whole change.

        The rest of a change was not foreseen, such as the effect of a bid that will be raised.
        """
        if self.trade is not None:
            return self.change
        seats = range(len(self.before))
        return sum(abs(self.luck_of(seat) + self.loss_of(seat)) for seat in seats) / 2

    def luck_of(self, seat: int) -> float:
        """Return a seat's luck in this step."""
        return sum(event.luck[seat] for event in self.luck)

    def loss_of(self, seat: int) -> float:
        """Return what the decisions in this step cost or gave a seat."""
        return sum((judgment.loss[seat] for judgment in self.judgments), 0.0)


@dataclass(frozen=True)
class PlayerReview:
    """One player's game: the parts of the result, and the quality of the decisions."""

    seat: int
    name: str
    start: float
    result: float
    """The share of the win or, in an unfinished game, the win probability at the end."""
    luck: float
    mistakes: float
    """The sum of the player's own losses; never positive."""
    gifts: float
    """What other players' mistakes gave or cost the player."""
    drift: float
    decisions: int
    """How many decisions mattered."""
    stake: float
    """The sum of what was at stake in these decisions."""

    @property
    def luck_adjusted(self) -> float:
        """The result minus the luck; it may be below 0 or above 1."""
        return self.result - self.luck

    @property
    def accuracy(self) -> float | None:
        """Of everything at stake in the decisions, the share that was not lost; None without decisions."""
        return None if self.decisions == 0 else 1.0 + self.mistakes / self.stake

    @property
    def error_rate(self) -> float | None:
        """The mean loss per decision that mattered; None without such decisions."""
        return None if self.decisions == 0 else -self.mistakes / self.decisions


@dataclass(frozen=True)
class Review:
    """The review of a whole game."""

    names: tuple[str, ...]
    board: Board
    steps: tuple[Step, ...]
    winners: tuple[int, ...]
    """Empty if the game is unfinished."""
    turns: int
    evaluations: int
    """The number of positions that were evaluated."""
    players: tuple[PlayerReview, ...]

    def __repr__(self) -> str:
        won = join_words([self.names[seat] for seat in self.winners], "and")
        ending = f"won by {won}" if won else "unfinished"
        return f"<Review: {', '.join(self.names)}; {turns_text(self.turns)}; {ending}>"

    @property
    def turning_points(self) -> list[Step]:
        """The steps in which luck, a decision or a trade moved most win probability, in order."""
        largest = sorted(self.steps[1:], key=lambda step: -step.weight)[:TURNING_POINTS]
        chosen = [step for step in largest if step.weight >= LEAST_TURN]
        return sorted(chosen, key=lambda step: self.steps.index(step))

    @property
    def deciding_trade(self) -> Step | None:
        """The trade that changed the win probabilities most, if any trade was made."""
        trades = [step for step in self.steps if step.trade is not None]
        return max(trades, key=lambda step: step.change, default=None)

    def mistakes(self, seat: int | None = None) -> list[Mistake]:
        """List a player's mistakes, or everybody's, the costliest first."""
        found = [
            Mistake(step, judgment)
            for step in self.steps
            for judgment in step.judgments
            if judgment.error > 0 and seat in (None, judgment.seat)
        ]
        return sorted(found, key=lambda mistake: -mistake.judgment.error)


def review(record: Record, *, on_progress: Callable[[int], object] | None = None) -> Review:
    """Review a recorded game by estimate; raise ``RecordError`` if it is inconsistent.

    The result depends on the record alone. A game of 300 actions takes about 6,000 evaluations, and
    about 0.15 seconds with the compiled engine. ``on_progress`` is called with the number of actions
    done since the last call.
    """
    return review_with(Appraiser(), record, on_progress)


def review_with(
    appraiser: Appraiser, record: Record, on_progress: Callable[[int], object] | None = None
) -> Review:
    """Review a game with an appraiser that may have been used for other games."""
    if not isinstance(record, Record):
        raise TypeError(f"review() needs a record, such as read_record(path) (got {record!r}).")
    before = appraiser.evaluations
    names = tuple(seat.name for seat in record.header.players)
    setup, *moments = read_moments(record)
    reviewer = Reviewer(appraiser, setup, record.header.start is None, names)
    for moment in group_moments(moments):
        reviewer.add(moment)
        if on_progress is not None:
            on_progress(len(moment.actions))
    state = moments[-1].after if moments else setup.after
    players = tuple(
        sum_up(reviewer.steps, seat, name, len(names)) for seat, name in enumerate(names)
    )
    return Review(
        names,
        record.header.board,
        tuple(reviewer.steps),
        tuple(state.winners) if state.over else (),
        int(state.turn),
        appraiser.evaluations - before,
        players,
    )


class Reviewer:
    """A review in progress: the steps so far and the current win probabilities."""

    def __init__(
        self, appraiser: Appraiser, setup: Moment, from_start: bool, names: tuple[str, ...]
    ) -> None:
        self.appraiser = appraiser
        self.names = names
        state = setup.after
        self.win_probabilities = appraiser.value(state)
        self.managed: set[int] = set()
        """The seats that have managed their properties since their last turn."""
        self.turn = int(state.turn)
        """The turn of the last roll."""
        self.roller = -1
        """The seat that rolled last."""
        count = len(state.players)
        # Before the opening rolls and the deal, all seats are equal.
        start = [1.0 / count] * count if from_start else self.win_probabilities
        luck = subtract(self.win_probabilities, start)
        self.steps = [
            Step(
                setup.number,
                int(state.turn),
                int(state.round),
                TABLE,
                (),
                setup.events,
                start,
                self.win_probabilities,
                (LuckyEvent(None, luck),) if from_start else (),
                (),
                [0.0] * count,
                state,
            )
        ]

    def add(self, moment: Moment) -> None:
        """Add what happened in a moment."""
        action = moment.actions[0]
        if isinstance(action, Roll):
            self.note_missed_rents(moment)
            self.note_missed_building(moment)
        elif isinstance(action, MANAGING) and moment.before.is_calm():
            self.managed.add(int(action.seat))
        self.add_actions(moment)

    def add_actions(self, moment: Moment) -> None:
        """Add the actions of a moment: the decision, and the luck that followed it."""
        action = moment.actions[-1]  # only the last one can need dice or cards
        state = moment.last
        after = self.appraiser.value(moment.after)
        seat = int(action.seat)
        unseen = [len(unseen_cards(state, deck)) for deck in range(2)]
        outcomes = outcomes_of(moment.events, state.board, unseen)
        node = explore(self.appraiser, state, action) if outcomes else None
        luck: list[LuckyEvent] = []
        expected = after
        if node is not None:
            path = node.walk(outcomes)
            expected = node.win_probabilities
            luck = [
                LuckyEvent(
                    outcome,
                    subtract(path[place + 1].win_probabilities, path[place].win_probabilities),
                )
                for place, outcome in enumerate(outcomes)
            ]
            after = path[-1].win_probabilities
        judgments: tuple[Judgment, ...] = ()
        if seat >= 0 and moment.is_judged:
            judgments = self.judge(moment, seat, expected)
        # What the decision was worth before any luck, less the loss, against what was expected.
        drift = subtract(
            subtract(expected, total_loss(judgments, expected)), self.win_probabilities
        )
        self.put(moment, seat, moment.actions, after, tuple(luck), judgments, drift, moment.events)

    def judge(self, moment: Moment, seat: int, expected: Probabilities) -> tuple[Judgment, ...]:
        """Judge the decision that a moment completes; for a trade, also the offer.

        If the decision was interrupted, its actions are compared as if it had not been, provided
        that they would have been possible; otherwise, only its last part is judged.
        """
        state, plan = moment.before, moment.actions
        if moment.start is not None:
            whole = moment.earlier + plan
            uninterrupted = expect(self.appraiser, moment.start, whole)
            if uninterrupted is not None:
                state, plan, expected = moment.start, whole, uninterrupted
        judgment = judge_choice(self.appraiser, state, seat, plan, expected)
        accepted = acceptance(plan)
        if accepted is not None:
            return judge_trade(self.appraiser, state, accepted, expected, judgment)
        return () if judgment is None else (judgment,)

    def note_missed_rents(self, moment: Moment) -> None:
        """Charge owners for rents that this roll lets lapse, because they did not ask in time."""
        numbers = [event.number for event in moment.events if isinstance(event, RentLapsed)]
        lapsed = [rent for rent in moment.before.rents if rent.number in numbers]
        state = moment.before.copy()
        for rent in lapsed:
            with_rent = self.win_probabilities
            state.rents = [one for one in state.rents if one.number != rent.number]
            without = self.appraiser.value(state)
            owner = int(rent.owner)
            if without[owner] >= with_rent[owner]:
                continue  # forgiving the rent was the better choice
            loss = subtract(without, with_rent)
            ask = (AskForRent(owner, rent.number),)
            choices = ((ask, with_rent), ((), without))
            judgment = Judgment(owner, (), ask, choices, loss, moment.before)
            nothing = [0.0] * len(loss)
            events = tuple(
                event
                for event in moment.events
                if isinstance(event, RentLapsed) and event.number == rent.number
            )
            self.put(moment, owner, (), without, (), (judgment,), nothing, events)

    def note_missed_building(self, moment: Moment) -> None:
        """Judge whether the player whose turn has just ended should have built before the next roll."""
        state = moment.before
        if int(state.turn) == self.turn and self.roller >= 0:
            return
        seat = self.roller
        self.turn = int(state.turn)
        self.roller = int(moment.actions[0].seat)
        idle = seat not in self.managed
        self.managed.discard(seat)
        if seat < 0 or not idle or state.players[seat].out or not can_build(state, seat):
            return
        judgment = judge_choice(self.appraiser, state, seat, (), self.win_probabilities)
        if judgment is not None:
            drift = [-one for one in judgment.loss]
            self.put(moment, seat, (), self.win_probabilities, (), (judgment,), drift, ())

    def put(
        self,
        moment: Moment,
        seat: int,
        actions: Actions,
        after: Probabilities,
        luck: tuple[LuckyEvent, ...],
        judgments: tuple[Judgment, ...],
        drift: Probabilities,
        events: tuple[Event, ...],
    ) -> None:
        """Add a step that leads to these win probabilities."""
        state = moment.before
        accepted, trade = acceptance(actions), None
        if accepted is not None:
            trade = get_open_offer(state, accepted.offer).with_names(state, self.names)
        self.steps.append(
            Step(
                moment.number,
                int(state.turn),
                int(state.round),
                seat,
                actions,
                events,
                self.win_probabilities,
                after,
                luck,
                judgments,
                drift,
                state,
                trade,
            )
        )
        self.win_probabilities = after


def total_loss(judgments: Sequence[Judgment], like: Probabilities) -> Probabilities:
    """Return what decisions cost or gave each seat, all of them together."""
    return [sum((one.loss[seat] for one in judgments), 0.0) for seat in range(len(like))]


def turns_text(turns: int) -> str:
    """Return a number of turns in words: "1 turn", "1,234 turns"."""
    return "1 turn" if turns == 1 else f"{turns:,} turns"


def sum_up(steps: Sequence[Step], seat: int, name: str, count: int) -> PlayerReview:
    """Add up one player's part of a review."""
    judged = [judgment for step in steps for judgment in step.judgments]
    own = [judgment for judgment in judged if judgment.seat == seat]
    return PlayerReview(
        seat=seat,
        name=name,
        start=steps[0].before[seat],
        result=steps[-1].after[seat],
        luck=sum(step.luck_of(seat) for step in steps),
        mistakes=sum(judgment.loss[seat] for judgment in own),
        gifts=sum(judgment.loss[seat] for judgment in judged if judgment.seat != seat),
        drift=sum(step.drift[seat] for step in steps),
        decisions=len(own),
        stake=sum(judgment.stake for judgment in own),
    )
