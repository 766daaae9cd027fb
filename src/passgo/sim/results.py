"""What a game of a simulation came to: one flat record, lists by seat."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["SHARED", "UNFINISHED", "WON", "GameResult", "groups_in"]

WON: Final = "won"
"""One player won."""
SHARED: Final = "shared"
"""Several were equally rich when the rules ended the game: nobody won it alone."""
UNFINISHED: Final = "unfinished"
"""The game was not over after the rounds that the plan allows."""


class GameResult(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game. Lists are by seat unless they say otherwise; ``bots`` says who sat there."""

    index: int
    """Its number in the plan, from 0."""
    dice: int
    """The number of its dice: games with the same number had the same dice, decks and first player."""
    outcome: str
    """``won``, ``shared`` or ``unfinished``."""
    winners: list[int]
    """The seats that won: one, several when shared, none when unfinished."""
    bots: list[str]
    rounds: int
    """Rounds begun, the last included."""
    turns: int
    """Turns of all players together."""
    trades: int
    """Trades made."""
    cash: list[int]
    """Cash at the end."""
    worth: list[int]
    """Cash, deeds and buildings at the end, as the rules count them for the richest."""
    out: list[int]
    """The round in which a player left the game; 0 for who was in it to the end."""
    first: list[int]
    """By group: the seat that was the first to complete it while the game was on; -1 for nobody."""
    held: list[int]
    """By seat, groups that were ever complete in that hand while the game was on: bit n for group n."""
    kept: list[int]
    """By seat, groups complete at the end, with what the last to go bankrupt left: bit n for group n."""
    faults: list[int]
    """Moves lost by raising, answering nonsense or taking too long."""
    first_fault: list[str]
    """What the first lost move was, in words; empty when none was lost."""
    landings: list[int] | None = None
    """In detailed games: stops on each space, and last, how often anybody was sent to Jail."""
    worths: list[list[int]] | None = None
    """In detailed games: per seat, the worth when each round began, and last, at the end."""

    @property
    def winner(self) -> str:
        """The bot that won alone; empty when nobody did."""
        alone = self.outcome == WON and len(self.winners) == 1
        return self.bots[self.winners[0]] if alone else ""


def groups_in(mask: int) -> list[int]:
    """Name the groups in a number like ``held`` and ``kept``."""
    return [group for group in range(mask.bit_length()) if mask >> group & 1]
