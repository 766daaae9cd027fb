"""Two kinds of chance for records: one notes what another gives, one gives what was noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from mypy_extensions import i64

from passgo.engine.chance import CHANCE_DECK, CHEST_DECK, DEEDS, Chance
from passgo.engine.refusal import PassGoError

DECKS = {CHANCE_DECK: "chance", CHEST_DECK: "chest", DEEDS: "deeds"}
"""What the set-up shuffles, by purpose, as the file names it."""


Rolled: TypeAlias = tuple[int, int, int, int]
"""One roll: the purpose, seat and count that were asked for, and both dice as two digits."""


class RecordingChance(Chance):
    """Passes every question on to another chance and remembers the answers."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.rolls: list[Rolled] = []
        self.decks: list[tuple[int, list[int]]] = []

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Both dice as two digits, from the other chance."""
        dice = self.chance.roll(purpose, seat, count)
        self.rolls.append((purpose, seat, count, dice))
        return dice

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """A permutation, from the other chance."""
        order = self.chance.shuffle(purpose, size)
        self.decks.append((purpose, list(order)))
        return order

    def forget(self) -> None:
        """Begin again, for the next action."""
        self.rolls = []
        self.decks = []


class NothingRecorded(PassGoError):
    """The rules ask for dice or a deck that the record does not have."""


class ReplayedChance(Chance):
    """Gives again what a record says chance gave: the decks by name, the rolls in order."""

    def __init__(self, decks: Mapping[str, list[int]]) -> None:
        self.decks = dict(decks)
        self.rolls: list[tuple[int, int]] = []

    def feed(self, rolls: Iterable[tuple[int, int]]) -> None:
        """Lay out the rolls of the next action."""
        self.rolls = list(rolls)

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Roll the next dice of the record."""
        if not self.rolls:
            raise NothingRecorded(f"seat {seat} rolls here, and the line has no dice for it")
        first, second = self.rolls.pop(0)
        return first * 10 + second

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Lay the deck as the record has it."""
        name = DECKS.get(purpose, "imagined")
        order = self.decks.pop(name, None)
        if order is None:
            raise NothingRecorded(f"the order of {name} is needed, and the line does not have it")
        if len(order) != size:
            raise NothingRecorded(f"the order of {name} has {len(order)} places instead of {size}")
        return order

    def find_left_over(self) -> str | None:
        """Say what the record had and the rules did not ask for."""
        if self.decks:
            return f"the order of {min(self.decks)} is not needed"
        if self.rolls:
            first, second = self.rolls[0]
            return f"nobody makes the roll of {first} and {second}"
        return None
