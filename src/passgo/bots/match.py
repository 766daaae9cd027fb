"""One game between bots, with an eye on what the final position no longer tells.

Compiled with the engine, because it looks after every action: who left in which round, which groups were
ever complete, how many trades were made. Only a detailed match listens to events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.bots.driver import Driver
from passgo.engine.events import Event, Listener, TokenMoved
from passgo.engine.rules.ending import TimeIsUp, worth
from passgo.engine.rules.trade import AcceptTrade

if TYPE_CHECKING:
    from passgo.bots.bot import Bot
    from passgo.engine.action import Action
    from passgo.engine.game import Game


class Landings(Listener):
    """Counts every stop of every token, by space; an arrest counts apart, last."""

    def __init__(self, size: i64) -> None:
        self.counts: list[int] = [0] * (size + 1)
        self.size = size

    def on_event(self, event: Event) -> None:
        """Count a token that stops."""
        if isinstance(event, TokenMoved):
            place = self.size if event.by == "jail" else event.space
            self.counts[place] += 1


class Match(Driver):
    """Plays a game for so many rounds at most and keeps count."""

    def __init__(self, game: Game, bots: Sequence[Bot], rounds: i64, detailed: bool) -> None:
        super().__init__(game, bots)
        state = game.state
        self.limit: i64 = rounds
        self.detailed = detailed
        self.first_round: i64 = state.round
        self.first_turn: i64 = state.turn
        self.left: i64 = state.left
        self.trades: i64 = 0
        self.out: list[int] = [1 if player.out else 0 for player in state.players]
        """The round in which each player left, counted from the start of the match; 0 for nobody."""
        self.held: list[int] = [0 for _ in state.players]
        """Groups that each player ever had complete while the game was on: bit n for group n."""
        self.first: list[int] = [-1 for _ in state.board.groups]
        """Who was the first to complete each group, or nobody."""
        self.known: i64 = 0
        """The groups of which that is known, as bits."""
        self.worths: list[list[int]] = [[] for _ in state.players]
        self.note_groups()

    def play(self, action: Action) -> None:
        """Carry out an action, and see what it changed."""
        self.game.step(action)
        state = self.game.state
        if isinstance(action, AcceptTrade):
            self.trades += 1
        if not state.over:  # what the winner inherits in the last moment won nobody the game
            self.note_groups()
        if state.left != self.left:
            self.left = state.left
            for player in state.players:
                if player.out and self.out[player.seat] == 0:
                    self.out[player.seat] = self.rounds()

    def play_out(self) -> None:
        """Play to the end, or to the last round; then the table calls time where the rules know that."""
        state = self.game.state
        last = self.first_round + self.limit
        noted: i64 = -1
        while not state.over and state.round < last:
            if self.detailed and state.round != noted:
                noted = state.round
                self.note_worths()
            self.advance()
        if not state.over and state.rules.time_limit:
            self.game.step(TimeIsUp())
        if self.detailed:
            self.note_worths()

    def note_groups(self) -> None:
        """See who has complete groups."""
        for player in self.game.state.players:
            if player.complete != 0:
                self.held[player.seat] |= player.complete
                fresh = player.complete & ~self.known
                if fresh != 0:
                    self.known |= fresh
                    for group in range(len(self.first)):
                        if (fresh >> group) & 1 == 1:
                            self.first[group] = player.seat

    def note_worths(self) -> None:
        """Keep what everyone is worth now."""
        for seat in range(len(self.worths)):
            self.worths[seat].append(worth(self.game.state, seat))

    def rounds(self) -> i64:
        """Count the rounds begun, the last included."""
        return min(self.game.state.round - self.first_round + 1, self.limit)

    def turns(self) -> i64:
        """Count the turns; one that would have begun after the last round does not count."""
        state = self.game.state
        begun = state.turn - self.first_turn
        return begun if state.round - self.first_round >= self.limit else begun + 1
