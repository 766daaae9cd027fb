"""Two kinds of chance for records: one notes what another gives, one gives what was noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from mypy_extensions import i64

from passgo.engine.chance import CHANCE_DECK, CHEST_DECK, DEEDS, Chance
from passgo.engine.refusal import PassGoError

DECKS = {CHANCE_DECK: "chance", CHEST_DECK: "chest", DEEDS: "deeds"}
"""What the set-up shuffles, by purpose, as the file names it."""


Thrown: TypeAlias = tuple[int, int, int, int]
"""One throw: the purpose, seat and count that were asked for, and both dice as two digits."""


class Noting(Chance):
    """Passes every question on to another chance and remembers the answers."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.throws: list[Thrown] = []
        self.decks: list[tuple[int, list[int]]] = []

    def throw(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Both dice as two digits, from the other chance."""
        dice = self.chance.throw(purpose, seat, count)
        self.throws.append((purpose, seat, count, dice))
        return dice

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """A permutation, from the other chance."""
        order = self.chance.shuffle(purpose, size)
        self.decks.append((purpose, list(order)))
        return order

    def forget(self) -> None:
        """Begin anew, for the next action."""
        self.throws = []
        self.decks = []


class NothingRecorded(PassGoError):
    """The rules ask for dice or a deck that the record does not have."""


class Recorded(Chance):
    """Gives again what a record says chance gave: the decks by name, the throws in order."""

    def __init__(self, decks: Mapping[str, list[int]]) -> None:
        self.decks = dict(decks)
        self.throws: list[tuple[int, int]] = []

    def feed(self, throws: Iterable[tuple[int, int]]) -> None:
        """Lay out the throws of the next action."""
        self.throws = list(throws)

    def throw(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Throw the next dice of the record."""
        if not self.throws:
            raise NothingRecorded(f"seat {seat} throws here, and the line has no dice for it")
        first, second = self.throws.pop(0)
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

    def left_over(self) -> str | None:
        """Say what the record had and the rules did not ask for."""
        if self.decks:
            return f"the order of {min(self.decks)} is not needed"
        if self.throws:
            first, second = self.throws[0]
            return f"nobody makes the throw of {first} and {second}"
        return None
