"""Two sources of randomness for records: one records results, and the other replays them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from mypy_extensions import i64

from passgo.engine.chance import CHANCE_DECK, CHEST_DECK, DEEDS, Chance
from passgo.engine.refusal import PassGoError

DECKS = {CHANCE_DECK: "chance", CHEST_DECK: "chest", DEEDS: "deeds"}
"""The names used in the file for the sets of cards shuffled during setup, by purpose."""
DECK_NAMES = {
    "chance": "the Chance deck",
    "chest": "the Community Chest deck",
    "deeds": "the deeds",
}
"""The names used in messages, by the names used in the file."""


Rolled: TypeAlias = tuple[int, int, int, int]
"""One roll: its purpose, seat and count, and both dice as a two-digit number."""


class RecordingChance(Chance):
    """A source of randomness that forwards requests to another source and records the results."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.rolls: list[Rolled] = []
        self.decks: list[tuple[int, list[int]]] = []

    def __repr__(self) -> str:
        return f"<RecordingChance of {self.chance!r}>"

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return both dice from the other source, as a two-digit number."""
        dice = self.chance.roll(purpose, seat, count)
        self.rolls.append((purpose, seat, count, dice))
        return dice

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Return a permutation from the other source."""
        order = self.chance.shuffle(purpose, size)
        self.decks.append((purpose, list(order)))
        return order

    def forget(self) -> None:
        """Clear the recorded results before the next action."""
        self.rolls = []
        self.decks = []


class NothingRecorded(PassGoError):
    """The rules needed a roll or a deck order that the record does not have."""


class ReplayedChance(Chance):
    """A source of randomness that replays a record: decks by name, rolls in order."""

    def __init__(self, decks: Mapping[str, list[int]]) -> None:
        self.decks = dict(decks)
        self.rolls: list[tuple[int, int]] = []

    def __repr__(self) -> str:
        return f"<ReplayedChance: {len(self.rolls)} rolls left>"

    def feed(self, rolls: Iterable[tuple[int, int]]) -> None:
        """Set the rolls for the next action."""
        self.rolls = list(rolls)

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return the next roll in the record."""
        if not self.rolls:
            raise NothingRecorded(f"seat {seat} rolls, but the line has no dice for that roll")
        first, second = self.rolls.pop(0)
        return first * 10 + second

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Return the recorded order of a deck."""
        deck = DECKS.get(purpose, "imagined")
        order = self.decks.pop(deck, None)
        name = DECK_NAMES.get(deck, "a deck")
        if order is None:
            raise NothingRecorded(f"the order of {name} is needed, but the line does not have it")
        if len(order) != size:
            raise NothingRecorded(f"the order of {name} has {len(order)} entries instead of {size}")
        return order

    def find_left_over(self) -> str | None:
        """Describe a recorded result that the rules did not need, or return None."""
        if self.decks:
            return f"the order of {DECK_NAMES[min(self.decks)]} is not needed"
        if self.rolls:
            first, second = self.rolls[0]
            return f"the roll of {first} and {second} is not needed"
        return None
