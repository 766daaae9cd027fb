"""Moves that bots forfeited, which every report mentions first: they make its results doubtful.

forfeits = Forfeits()
forfeits.add(result, seats)                 count a game in which the bot had these seats
forfeit_lines({"my_bots:Hoarder": forfeits})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Final

import msgspec

from passgo.sim.plan import SimulationError
from passgo.sim.results import GameResult

__all__ = [
    "MARK",
    "ForfeitError",
    "Forfeits",
    "forfeit_lines",
    "mark_name",
    "merge_forfeits",
    "stop_at_forfeit",
]

MARK: Final = "!"
"""The mark after the name of a bot that forfeited moves."""
_WIDTH: Final = 80


class ForfeitError(SimulationError):
    """A forfeited move that stops a strict run."""


class Forfeits(msgspec.Struct):
    """The moves that one bot forfeited: how many, in how many of its games, and the first error."""

    played: int = 0
    """The number of games that the bot played."""
    moves: int = 0
    games: int = 0
    """The number of games in which it forfeited moves."""
    first: str = ""
    """A description of the first forfeited move, starting with the game's number."""

    def add(self, result: GameResult, seats: Sequence[int]) -> None:
        """Count a game in which the bot had these seats."""
        for seat in seats:
            if result.faults[seat] and not self.first:
                self.first = f"game {result.index}, {result.first_fault[seat]}"
        self.played += 1
        moves = sum(result.faults[seat] for seat in seats)
        self.moves += moves
        self.games += moves > 0

    def merge(self, other: Forfeits) -> None:
        """Add the counts for other games."""
        self.played += other.played
        self.moves += other.moves
        self.games += other.games
        self.first = self.first or other.first


def merge_forfeits(several: Iterable[Forfeits]) -> Forfeits:
    """Return the total of several counts."""
    total = Forfeits()
    for one in several:
        total.merge(one)
    return total


def mark_name(name: str, forfeits: Forfeits) -> str:
    """Return a bot's name, marked if the bot forfeited moves."""
    return f"{name} {MARK}" if forfeits.moves else name


def forfeit_lines(by_bot: Mapping[str, Forfeits]) -> list[str]:
    """Format a warning for each bot that forfeited moves; return [] if none did."""
    lines: list[str] = []
    for name, forfeits in by_bot.items():
        if not forfeits.moves:
            continue
        moves = "1 move" if forfeits.moves == 1 else f"{forfeits.moves:,} moves"
        games = f"{forfeits.games:,} of {forfeits.played:,} games"
        warning = f"WARNING: {name} forfeited {moves} in {games}."
        lines += [*wrap(warning, _WIDTH, break_on_hyphens=False), f"  First: {forfeits.first}"]
    if lines:
        lines.append(f"Results marked {MARK} include safe answers that were played instead.")
    return lines


def stop_at_forfeit(batch: list[GameResult]) -> tuple[list[GameResult], ForfeitError | None]:
    """Return the games before the first one with a forfeited move, and an error that describes it."""
    for place, result in enumerate(batch):
        for seat, moves in enumerate(result.faults):
            if moves:
                where = f"in seat {seat} of game {result.index}, {result.first_fault[seat]}"
                return batch[:place], ForfeitError(f"{result.bots[seat]} forfeited a move {where}")
    return batch, None
