"""Estimated win probabilities: the win model, applied once nothing is pending.

The win model judges positions in which nothing is pending. If a decision is pending, ``Appraiser``
first lets traders settle it on a copy: they buy or bid, pay the tax and the debts, and ask for
unclaimed rent. This way, a player who lands on Boardwalk gets credit for the chance to buy it when
the token lands, and not only when the player buys it. Settling never rolls dice or draws cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from passgo.bots.trader import TraderBot
from passgo.bots.win_model import WinModel
from passgo.engine.action import Action
from passgo.engine.agenda import Decision
from passgo.engine.chance import ChanceNeeded
from passgo.engine.game import Game, View, trial
from passgo.engine.refusal import Refused
from passgo.engine.rules.rent import AskForRent
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.state import State

Probabilities: TypeAlias = list[float]
"""Each seat's win probability."""

MOST_STEPS: Final = 500
"""The maximum number of actions for settling a position."""


class Appraiser:
    """An evaluator of positions; it can be used for any number of games and boards."""

    def __init__(self) -> None:
        self.model: WinModel | None = None
        self.traders: list[TraderBot] = []
        """A trader for each seat of the current table."""
        self.newcomer = TraderBot(trades=False)
        """A trader that remembers nothing."""
        self.evaluations = 0
        """The number of positions evaluated."""

    def estimate(self, state: State) -> Probabilities:
        """Return each seat's win probability in this position, as it is."""
        if state.over:
            return result_of(state)
        self.evaluations += 1
        model = self.model
        if (
            model is None
            or model.sketch.atlas.board is not state.board
            or len(model.probabilities) != len(state.players)
        ):
            model = WinModel(state)
            self.model = model
            self.traders = []  # they also know only one table
        model.load(state)
        return list(model.probabilities)

    def value(self, state: State) -> Probabilities:
        """Return each seat's win probability once traders have settled what is pending."""
        if state.over or (state.agenda.top.is_calm() and not state.rents):
            return self.estimate(state)
        game = trial(state)
        self.settle(game)
        return self.estimate(game.state)

    def settle(self, game: Game) -> None:
        """Let traders answer pending decisions until the table is calm, without chance.

        The game must be a trial, in which dice and unseen cards are not available.
        """
        state = game.state
        if len(self.traders) != len(state.players):
            self.traders = [TraderBot(trades=False) for _ in state.players]
        for trader in self.traders:
            trader.copy_memory(self.newcomer)  # forget other copies of the table
        try:
            ask_for_rents(game)
            last = -1
            for _ in range(MOST_STEPS):
                top = state.agenda.top
                if top.is_calm() or not isinstance(top, Decision):
                    return
                seat = next_seat(state.waiting_for(), last)
                if seat < 0:
                    return
                self.answer(game, top, seat)
                last = seat
        except ChanceNeeded:
            return  # what follows depends on a card; the model counts open debts as paid

    def answer(self, game: Game, top: Decision, seat: int) -> None:
        """Play a trader's answer to the pending decision, or the safe answer."""
        action = self.traders[seat].decide(View(game.state, seat))
        try:
            play_openly(game, action)
        except Refused:
            play_openly(game, top.default(game.state, seat))

    def value_after(self, state: State, actions: Sequence[Action]) -> Probabilities | None:
        """Return the win probabilities after some actions; None if one is refused or needs chance."""
        game = trial(state)
        try:
            for action in actions:
                play_openly(game, action)
        except (Refused, ChanceNeeded):
            return None
        return self.value(game.state)


def ask_for_rents(game: Game) -> None:
    """Ask for every rent that its owner can still ask for."""
    for rent in list(game.state.rents):
        ask = AskForRent(rent.owner, rent.number)
        if ask.why_not(game.state) is None:
            game.step(ask)


def next_seat(waiting: Sequence[int], last: int) -> int:
    """Return the next seat that must answer after the last one, or -1 if none must."""
    later = [seat for seat in waiting if seat > last]
    return min(later) if later else min(waiting, default=-1)


def play_openly(game: Game, action: Action) -> None:
    """Play an action in a trial; Income Tax may be a percentage, although a player's trial hides it.

    Use this only where nobody sees the result before making that choice. 10 MCS 110(c).
    """
    if not isinstance(action, ChooseTax):
        game.step(action)
        return
    game.hidden.closed = False  # paying a tax never draws a card
    try:
        game.step(action)
    finally:
        game.hidden.closed = True


def result_of(state: State) -> Probabilities:
    """Return each seat's share of the win in a finished game."""
    share = 1.0 / len(state.winners)
    return [share if player.seat in state.winners else 0.0 for player in state.players]
