"""A game between bots, with statistics that the final position does not show.

This module is compiled with the engine because it inspects the state after every action to find out
in which round each player left, which groups were ever complete, and how many trades were made.
Only a detailed match listens to events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.bots.driver import Driver
from passgo.engine.events import Event, Listener, TokenMoved
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.trade import AcceptTrade

if TYPE_CHECKING:
    from passgo.bots.bot import Bot
    from passgo.engine.action import Action
    from passgo.engine.game import Game


class Landings(Listener):
    """A listener that counts how often tokens stop on each space.

    The last element counts how often players are sent to Jail.
    """

    def __init__(self, size: i64) -> None:
        self.counts: list[int] = [0] * (size + 1)
        self.size = size

    def on_event(self, event: Event) -> None:
        """Count a token's stop."""
        if isinstance(event, TokenMoved):
            place = self.size if event.by == "jail" else event.space
            self.counts[place] += 1


class Match(Driver):
    """A driver that plays at most a given number of rounds and keeps statistics."""

    def __init__(self, game: Game, bots: Sequence[Bot], rounds: i64, detailed: bool) -> None:
        super().__init__(game, bots)
        state = game.state
        self.limit: i64 = rounds
        self.detailed = detailed
        self.first_round: i64 = state.round
        self.first_turn: i64 = state.turn
        self.players_left: i64 = state.left
        self.trades: i64 = 0
        self.rounds_out: list[int] = [1 if player.out else 0 for player in state.players]
        """The round in which each player left, counted from the start; 0 for players still in the game."""
        self.groups_held: list[int] = [0 for _ in state.players]
        """The groups each player completed at any time during the game: bit n for group n."""
        self.first_owners: list[int] = [-1 for _ in state.board.groups]
        """The first player to complete each group, or -1."""
        self.known_groups: i64 = 0
        """The groups that any player has completed, as a bit mask."""
        self.worths: list[list[int]] = [[] for _ in state.players]
        self.note_groups()

    def play(self, action: Action) -> None:
        """Carry out an action and update the statistics."""
        self.game.step(action)
        state = self.game.state
        if isinstance(action, AcceptTrade):
            self.trades += 1
        if not state.over:  # a group inherited on the last move did not help anyone win
            self.note_groups()
        if state.left != self.players_left:
            self.players_left = state.left
            for player in state.players:
                if player.out and self.rounds_out[player.seat] == 0:
                    self.rounds_out[player.seat] = self.count_rounds()

    def play_out(self) -> None:
        """Play to the end or the last round; then call time if the rules have a time limit."""
        state = self.game.state
        last = self.first_round + self.limit
        noted: i64 = -1
        order = self.order
        order.restart()
        question = order.next_question()
        while question is not None:
            if order.begins_round:
                if state.round >= last:
                    break
                if self.detailed and state.round != noted:
                    noted = state.round
                    self.note_worths()
            self.ask(question)
            question = order.next_question()
        if not state.over and state.rules.time_limit:
            self.play(TimeIsUp())
        if self.detailed:
            self.note_worths()

    def note_groups(self) -> None:
        """Record who has complete groups."""
        for player in self.game.state.players:
            if player.complete != 0:
                self.groups_held[player.seat] |= player.complete
                fresh = player.complete & ~self.known_groups
                if fresh != 0:
                    self.known_groups |= fresh
                    for group in range(len(self.first_owners)):
                        if (fresh >> group) & 1 == 1:
                            self.first_owners[group] = player.seat

    def note_worths(self) -> None:
        """Record every player's worth."""
        for seat in range(len(self.worths)):
            self.worths[seat].append(self.game.state.worth(seat))

    def count_rounds(self) -> i64:
        """Return how many rounds have begun, up to the limit."""
        return min(self.game.state.round - self.first_round + 1, self.limit)

    def count_turns(self) -> i64:
        """Return how many turns have begun, not counting one that began after the last round."""
        state = self.game.state
        begun = state.turn - self.first_turn
        return begun if state.round - self.first_round >= self.limit else begun + 1


class RecordedMatch(Match):
    """A match that also records its actions, in order."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot],
        rounds: i64,
        detailed: bool,
        actions: list[Action],
    ) -> None:
        super().__init__(game, bots, rounds, detailed)
        self.actions = actions

    def play(self, action: Action) -> None:
        """Carry out an action and record it."""
        super().play(action)
        self.actions.append(action)
