"""Landings in games played by the engine, to check the exact chain.

The engine plays many short games, each with its own shuffle, between two players who buy nothing
and cannot run out of money, so only the movement rules matter: dice, decks, doubles and Jail. The
first rolls in each game are not counted, since all tokens start on GO. Landings are counted from
the engine's events: one `TokenMoved` for every stop.

The standard errors are those of the mean over games. Landings within a game depend on each other
and on the order of its cards, but games are independent, so no theory of the chain is needed.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from passgo.boards import board_from_data
from passgo.engine.board import Board
from passgo.engine.chance import Seeded
from passgo.engine.events import Event, Listener, TokenMoved
from passgo.engine.game import Game
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.moving import Roll
from passgo.engine.ruleset import rule_set

__all__ = ["EmpiricalLandings", "play_landings", "remove_kept_cards"]

_PLAYERS: Final = 2
_LONGEST: Final = 20_000  # maximum rolls per game; more games mean more shuffles
_FEWEST_GAMES: Final = 50
_CASH: Final = 10_000_000
_SALARY: Final = 1_000_000


@dataclass(frozen=True)
class EmpiricalLandings:
    """Landings counted in games played by the engine."""

    rolls: int
    games: int
    landings: tuple[float, ...]  # per roll, by space; the last entry: sent to Jail
    errors: tuple[float, ...]  # the standard error of each


class _Counter(Listener):
    """A listener that counts every stop of every token."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.counts = [0] * (size + 1)

    def on_event(self, event: Event) -> None:
        """Count a stop; being sent to Jail counts as a stop in Jail."""
        if isinstance(event, TokenMoved):
            self.counts[self.size if event.by == "jail" else event.space] += 1


def remove_kept_cards(board: Board) -> Board:
    """Return a copy of a board whose "Get Out of Jail Free" cards do nothing.

    A card that a player holds is missing from its deck. The chain ignores this, so games to be
    compared with the chain are played on the copy.
    """
    data = board.to_data()
    for deck in ("chance", "chest"):
        rows = data[deck]
        assert isinstance(rows, list)
        data[deck] = [{**row, "does": "blank"} if row["does"] == "keep" else row for row in rows]
    return board_from_data(data)


def play_landings(
    rolls: int,
    seed: int,
    leave_at_once: bool,
    board: Board,
    *,
    jail_turns: int = 3,
    fine_turns: int = 3,
    progress: Callable[[int], None] | None = None,
) -> EmpiricalLandings:
    """Simulate rolls and count where tokens stop; `progress` is called with the number of rolls so far."""
    if rolls < _FEWEST_GAMES:
        raise ValueError(f"rolls must be at least {_FEWEST_GAMES} (got {rolls})")
    rules = rule_set(
        starting_cash=_CASH,
        salary=_SALARY,
        no_auctions=True,
        jail_turns=jail_turns,
        fine_turns=fine_turns,
    )
    games = max(_FEWEST_GAMES, math.ceil(rolls / _LONGEST))
    warm_up = (
        board.size**2 // 8
    )  # 200 rolls on 40 spaces; on larger boards, the effect of starting on GO fades later
    total = [0] * (board.size + 1)
    per_game: list[list[float]] = []
    done = 0
    for number in range(games):
        count = rolls // games + (number < rolls % games)
        counter = _Counter(board.size)
        game = Game(_PLAYERS, Seeded(seed * 2**32 + number), rules, board, counter)
        _roll(game, warm_up, leave_at_once)
        counter.counts = [0] * (board.size + 1)
        _roll(game, count, leave_at_once)
        total = [before + new for before, new in zip(total, counter.counts, strict=True)]
        per_game.append([stops / count for stops in counter.counts])
        done += count
        if progress is not None:
            progress(done)
    return EmpiricalLandings(
        rolls=done,
        games=games,
        landings=tuple(stops / done for stops in total),
        errors=tuple(
            statistics.stdev(figures) / math.sqrt(games) for figures in zip(*per_game, strict=True)
        ),
    )


def _roll(game: Game, rolls: int, leave_at_once: bool) -> None:
    """Make a number of rolls, answering all other decisions with the default action."""
    while rolls > 0:
        if game.state.over:
            raise ValueError("players go bankrupt on this board, no matter how much cash they have")
        seat = game.waiting_for[0]
        action = game.default(seat)
        if isinstance(action, Roll):
            rolls -= 1
            if game.state.players[seat].jail > 0:
                _leave_jail(game, seat, leave_at_once)
        game.step(action)


def _leave_jail(game: Game, seat: int, at_once: bool) -> None:
    """Leave Jail before the roll by using a card, or by paying the fine if that is still allowed.

    A player who stays in Jail also uses a card on the last turn, when the fine would be due.
    """
    player = game.state.players[seat]
    if player.cards and (at_once or player.jail >= game.state.rules.jail_turns):
        game.step(UseCard(seat, player.cards[0]))
    elif at_once and player.jail <= game.state.rules.fine_turns:
        game.step(PayFine(seat))
