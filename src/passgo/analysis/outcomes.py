"""Every way an action can turn out: all rolls and all cards that are possible at that moment.

``explore`` plays an action on copies of the game, once for every combination of rolls and cards that
it needs, and evaluates the results. The 36 rolls of two dice are 21 different ones; every unseen card
of a deck is equally likely to be on top. Once every card has been seen, the next card is known, and
drawing it is no longer a matter of luck.

The result is a tree. Its root has the expected win probabilities before any dice are rolled; each
further level has those after one more roll or card is known, and a leaf those of a settled position.
An event's luck is the difference between two levels, so it averages to zero over all outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from passgo.analysis.values import Appraiser, Probabilities
from passgo.engine.action import Action, why_not
from passgo.engine.board import Board
from passgo.engine.chance import Chance
from passgo.engine.events import CardDrawn, DiceRolled, Event, EventCollector
from passgo.engine.game import Game, unseen_cards
from passgo.engine.refusal import PassGoError, Refused
from passgo.engine.state import Hidden, State

ROLL: Final = "roll"
CARD: Final = "card"
ROLLS: Final = tuple(
    (10 * first + second, 1 if first == second else 2)
    for first in range(1, 7)
    for second in range(1, first + 1)
)
"""The 21 different rolls, higher die first, and how many of the 36 rolls each stands for."""


class Outcome(NamedTuple):
    """A roll, as a two-digit number with the higher die first, or a card, by number."""

    kind: str
    value: int


class OutOfRolls(PassGoError):
    """A copy of a game needed a roll that is not determined yet."""


class GivenRolls(Chance):
    """A source of randomness with rolls given in advance; it never shuffles."""

    def __init__(self, rolls: Sequence[int]) -> None:
        self.rolls = list(rolls)
        self.used = 0

    def roll(self, purpose: int, seat: int, count: int) -> int:
        """Return the next given roll."""
        if self.used == len(self.rolls):
            raise OutOfRolls
        self.used += 1
        return self.rolls[self.used - 1]

    def shuffle(self, purpose: int, size: int) -> list[int]:
        """Raise an error: no deck is shuffled during a game."""
        raise OutOfRolls


@dataclass
class Node:
    """A point in the tree of outcomes."""

    win_probabilities: Probabilities
    """The expected win probabilities."""
    branches: dict[Outcome, Node] = field(default_factory=dict)
    """The next roll or card; empty if nothing more is left to chance."""

    def walk(self, outcomes: Sequence[Outcome]) -> list[Node]:
        """Return the nodes along a path, beginning with this one."""
        path = [self]
        for outcome in outcomes:
            path.append(path[-1].branches[outcome])
        return path


def explore(appraiser: Appraiser, state: State, action: Action) -> Node | None:
    """Return the tree of an action's outcomes, or None if the action is refused.

    A decision without chance is a tree with a single node.
    """
    if why_not(state, action) is not None:
        return None
    piles = [unseen_cards(state, 0), unseen_cards(state, 1)]
    try:
        return _explore(appraiser, state, action, piles, ())
    except Refused:
        return None


def _explore(
    appraiser: Appraiser,
    state: State,
    action: Action,
    unseen: list[list[int]],
    given: tuple[Outcome, ...],
) -> Node:
    decks = state.board.cards
    piles = []
    for deck, pile in enumerate(unseen):
        top = [one.value for one in given if one.kind == CARD and decks[one.value].deck == deck]
        piles.append([card for card in pile if card not in top] + top[::-1])
    collector = EventCollector()
    chance = GivenRolls([one.value for one in given if one.kind == ROLL])
    game = Game(chance=chance, state=state.copy(), hidden=Hidden(piles), listener=collector)
    needs_roll = False
    try:
        game.step(action)
    except OutOfRolls:
        needs_roll = True
    found = outcomes_of(collector.events, state.board, [len(pile) for pile in unseen])
    choices: list[tuple[Outcome, int]] = []
    if len(found) > len(given):  # a card was drawn that is not given yet
        deck = decks[found[len(given)].value].deck
        held = {one.value for one in given if one.kind == CARD}
        choices = [(Outcome(CARD, card), 1) for card in unseen[deck] if card not in held]
    elif needs_roll:
        choices = [(Outcome(ROLL, roll), weight) for roll, weight in ROLLS]
    else:
        return Node(appraiser.value(game.state))
    total = sum(weight for _, weight in choices)
    expected = [0.0 for _ in state.players]
    node = Node(expected)
    for outcome, weight in choices:
        branch = _explore(appraiser, state, action, unseen, (*given, outcome))
        node.branches[outcome] = branch
        for seat, chance_of_seat in enumerate(branch.win_probabilities):
            expected[seat] += weight * chance_of_seat / total
    return node


def outcomes_of(events: Sequence[Event], board: Board, unseen: Sequence[int]) -> list[Outcome]:
    """List the rolls and unseen cards among the events of an action, in order.

    ``unseen`` is the number of unseen cards in each deck before the action.
    """
    found: list[Outcome] = []
    left = list(unseen)
    for event in events:
        if isinstance(event, DiceRolled):
            high, low = max(event.first, event.second), min(event.first, event.second)
            found.append(Outcome(ROLL, 10 * high + low))
        elif isinstance(event, CardDrawn):
            deck = board.cards[event.card].deck
            if left[deck] > 0:
                left[deck] -= 1
                found.append(Outcome(CARD, event.card))
    return found
