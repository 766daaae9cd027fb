"""The end of the game: the winner is the last player left or, in some rule sets, the richest.

10 MCS 190(h), 210(e), 220, CR 1, Rulings 13, 15, 16, 17, 35 and 36. Tied players share the win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import TABLE, Action
from passgo.engine.agenda import Agenda, Entry
from passgo.engine.events import GameEnded
from passgo.engine.refusal import Refusal
from passgo.engine.state import BANK

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class GameOver(Entry):
    """The game is over."""

    def __init__(self, seat: i64 = BANK) -> None:
        self.seat = seat

    def proceed(self, game: Game) -> bool:
        """Return False: nothing is left to do."""
        return False


def end_by_worth(game: Game, reason: str, cite: str) -> None:
    """End the game; the richest player who has not resigned wins. Ruling 36.

    An unpaid debt counts toward its creditor's worth, up to the debtor's worth. Rulings 15 and 35.
    """
    state = game.state
    worths = [state.worth(player.seat) for player in state.players]
    for debt in state.open_debts():
        moved = min(debt.amount, worths[debt.debtor])
        worths[debt.debtor] -= moved
        if debt.creditor != BANK:
            worths[debt.creditor] += moved
    left = [p.seat for p in state.players if not p.out and not p.leaving]
    left = left or [p.seat for p in state.players if not p.out]
    most = max(worths[seat] for seat in left)
    end(game, [seat for seat in left if worths[seat] == most], worths, reason, cite)


def end_with_last(game: Game) -> None:
    """End the game; the last player left wins. 10 MCS 190(h), Ruling 13."""
    state = game.state
    winners = [player.seat for player in state.players if not player.out]
    worths = [state.worth(player.seat) for player in state.players]
    end(game, winners, worths, "last", "10 MCS 190(h)")


def end(game: Game, winners: list[int], worths: list[int], reason: str, cite: str) -> None:
    """End the game without settling anything that is still pending."""
    state = game.state
    state.over = True
    state.winners = winners
    state.rents = []
    state.debts = []
    state.offers = []
    state.past_offers = []
    state.inquiries = []
    state.leaving = []
    for player in state.players:
        player.leaving = False
    state.demands = []
    state.agenda = Agenda([GameOver()])
    if game.has_listener:
        game.emit(GameEnded(tuple(winners), tuple(worths), reason, cite))


class TimeIsUp(Action):
    """Call time; the table, not a player, takes this action. 10 MCS 220, Ruling 15."""

    def __init__(self, seat: i64 = TABLE) -> None:
        self.seat = seat

    def is_by_table(self) -> bool:
        """Return True: the table keeps the time. Ruling 15."""
        return True

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the table acts and the game has a time limit."""
        if self.seat != TABLE:
            return Refusal("table.only", "Ruling 15", seat=self.seat)
        if not state.rules.time_limit:
            return Refusal("time.no_limit", "10 MCS 220")
        return None

    def do(self, game: Game) -> None:
        """End the game and compare the players' worths."""
        end_by_worth(game, "time", "10 MCS 220")
