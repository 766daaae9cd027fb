"""The result of one game in a simulation."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["SHARED", "UNFINISHED", "WON", "GameResult", "groups_in"]

WON: Final = "won"
"""One player won."""
SHARED: Final = "shared"
"""Several players were equally rich when the rules ended the game, and they share the win."""
UNFINISHED: Final = "unfinished"
"""The game was not over after the maximum number of rounds."""


class GameResult(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The result of one game. Lists are indexed by seat unless otherwise noted."""

    index: int
    """The game's number in the plan, starting at 0."""
    dice: int
    """The dice number: games with the same number have the same dice, decks and first player."""
    outcome: str
    """``won``, ``shared`` or ``unfinished``."""
    winners: list[int]
    """The seats that won: one seat, several if the win is shared, none if the game is unfinished."""
    bots: list[str]
    """The bot in each seat."""
    rounds: int
    """The number of rounds begun."""
    turns: int
    """The number of turns taken by all players."""
    trades: int
    """The number of trades made."""
    cash: list[int]
    """Cash at the end."""
    worth: list[int]
    """Worth at the end: cash, deeds and buildings, valued by the rules that decide who is richest."""
    out: list[int]
    """The round in which the player left the game, or 0 if they played to the end."""
    first: list[int]
    """For each group: the first seat to complete it before the game was over, or -1."""
    held: list[int]
    """The groups that the seat completed at any time before the end: bit n for group n."""
    kept: list[int]
    """The seat's complete groups at the end, after any final bankruptcy: bit n for group n."""
    faults: list[int]
    """The number of moves forfeited because of an exception, an illegal action or a time limit."""
    first_fault: list[str]
    """A description of the first forfeited move; empty if there is none."""
    landings: list[int] | None = None
    """In detailed games: landings on each space, then how often a player was sent to Jail."""
    worths: list[list[int]] | None = None
    """In detailed games: each seat's worth at the start of every round, then at the end of the game."""

    @property
    def winner(self) -> str | None:
        """The bot that won outright, or None if none did."""
        alone = self.outcome == WON and len(self.winners) == 1
        return self.bots[self.winners[0]] if alone else None


def groups_in(mask: int) -> list[int]:
    """Return the numbers of the groups in a bit mask such as ``held`` or ``kept``."""
    return [group for group in range(mask.bit_length()) if mask >> group & 1]
