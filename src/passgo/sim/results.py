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
    """The result of one game. Lists are by seat unless noted otherwise."""

    index: int
    """The game's number in the plan, starting with 0."""
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
    """Cash, deeds and buildings at the end, by the rules that determine the richest player."""
    out: list[int]
    """The round in which the player left the game, or 0 if they played to the end."""
    first: list[int]
    """By group: the first seat to complete it before the game was over, or -1."""
    held: list[int]
    """The groups that the seat completed at any time before the end: bit n for group n."""
    kept: list[int]
    """The groups complete at the end, after any final bankruptcy: bit n for group n."""
    faults: list[int]
    """Moves lost by raising an exception, returning an illegal action or taking too long."""
    first_fault: list[str]
    """A description of the first lost move; empty if none was lost."""
    landings: list[int] | None = None
    """In detailed games: landings on each space, then the number of times sent to Jail."""
    worths: list[list[int]] | None = None
    """In detailed games: by seat, the worth at the start of each round and then at the game's end."""

    @property
    def winner(self) -> str:
        """The bot that won alone, or "" if none did."""
        alone = self.outcome == WON and len(self.winners) == 1
        return self.bots[self.winners[0]] if alone else ""


def groups_in(mask: int) -> list[int]:
    """Return the numbers of the groups in a bit mask such as ``held`` or ``kept``."""
    return [group for group in range(mask.bit_length()) if mask >> group & 1]
