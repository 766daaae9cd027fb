"""Perft counts: all continuations of fixed positions up to a given depth, as for chess engines.

``perft.json`` contains positions as plain data, each with two numbers per depth. The numbers are
counted as follows:

* A move is any option for a seat that must decide: an answer to the decision, or an action on the
  seat's own property (build, sell, mortgage, unmortgage, ask for rent). Trades, standing orders
  and resignations do not count.
* A field with choices counts as one move for each choice. A field with a range counts as two
  moves, for the lowest and the highest value, or as one move if they are the same.
* A roll counts as 36 moves, one for each ordered pair of dice. If a card then requires a new roll,
  each of these moves counts as 36.
* The first number at depth n is the number of sequences of n moves. The second is the number of
  distinct positions they lead to, compared by digest. A game that is over has no moves.

If a position has a ``derivation``, its numbers were found by hand and checked with the engine. The
other numbers were found by the engine. After an intended change to the rules, regenerate those:

    python -m tests.laws.test_perft --write
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from passgo.engine.action import Action
from passgo.engine.chance import Chance
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.options import Choice, Option
from passgo.position import game_from_position

FILE = Path(__file__).with_name("perft.json")
LEFT_OUT = ("AlwaysAskForRent", "AskForOffer", "PauseOffers", "Resign")
DICE = [first * 10 + second for first, second in product(range(1, 7), repeat=2)]
Entry = dict[str, Any]


class DiceNeeded(Exception):
    """Raised when a move needs dice that have not been chosen yet."""


class Chosen(Chance):
    """The dice for one move; cards that a position leaves out are in printed order."""

    def __init__(self, dice: tuple[int, ...] = ()) -> None:
        self.dice = list(dice)

    def roll(self, purpose: int, seat: int, count: int) -> int:
        if not self.dice:
            raise DiceNeeded
        return self.dice.pop(0)

    def shuffle(self, purpose: int, size: int) -> list[int]:
        return list(range(size))  # the printed order


def values(choice: Choice) -> list[object]:
    """Return the values to try for a field."""
    if choice.values is None:
        return list(dict.fromkeys([choice.low, choice.high]))
    return [value == 1 if choice.whether else value for value in choice.values]


def actions(option: Option) -> Iterator[Action]:
    """Yield the actions that an option allows."""
    names = [choice.name for choice in option.choices]
    for chosen in product(*map(values, option.choices)):
        yield ACTIONS[option.action](option.seat, **dict(zip(names, chosen, strict=True)))


def after(game: Game, action: Action, dice: tuple[int, ...] = ()) -> Iterator[Game]:
    """Yield the games that an action leads to: one, or one for each roll."""
    following = game.copy(Chosen(dice))
    try:
        following.step(action)
    except DiceNeeded:
        for roll in DICE:
            yield from after(game, action, (*dice, roll))
    else:
        yield following


def moves(game: Game) -> Iterator[Game]:
    """Yield the games one move away."""
    for seat in game.waiting_for:
        for option in game.options(seat):
            if option.action not in LEFT_OUT and not option.action.endswith("Trade"):
                for action in actions(option):
                    yield from after(game, action)


def count(position: object, depth: int) -> list[list[int]]:
    """Count the sequences of moves and the distinct positions they lead to, for each depth.

    Equal positions have the same continuations, so each is expanded only once.
    """
    start = game_from_position(position, Chosen())
    level = {start.digest(): (start, 1)}
    found: list[list[int]] = []
    for _ in range(depth):
        following: dict[str, tuple[Game, int]] = {}
        for game, rows in level.values():
            for other in moves(game):
                digest = other.digest()
                known, so_far = following.get(digest, (other, 0))
                following[digest] = known, so_far + rows
        level = following
        found.append([sum(rows for _, rows in level.values()), len(level)])
    return found


def read() -> dict[str, Entry]:
    """Return the file's entries by name."""
    entries: dict[str, Entry] = json.loads(FILE.read_text("utf-8"))
    return entries


@pytest.mark.parametrize("name", list(read()))
def test_the_counts_are_unchanged(name: str) -> None:
    entry = read()[name]
    counts = entry["counts"]
    assert count(entry["position"], len(counts)) == counts


def test_at_least_three_positions_are_counted_by_hand() -> None:
    derived = [entry for entry in read().values() if "derivation" in entry]
    assert len(derived) >= 3
    for entry in derived:
        text = " ".join(entry["derivation"])
        for rows, positions in entry["counts"]:
            assert str(rows) in text
            assert str(positions) in text


def test_merging_equal_positions_does_not_change_the_count() -> None:
    """Counting every sequence separately, without digests, gives the same total."""

    def rows(game: Game, depth: int) -> int:
        return sum(rows(other, depth - 1) for other in moves(game)) if depth else 1

    entry = read()["an auction of three"]
    start = game_from_position(entry["position"], Chosen())
    assert [rows(start, depth + 1) for depth in range(3)] == [row for row, _ in entry["counts"]][:3]


def rewritten() -> dict[str, Entry]:
    """Return the entries with new counts from the engine, except those derived by hand."""
    entries = read()
    for name, entry in entries.items():
        if "derivation" not in entry:
            entry["counts"] = count(entry["position"], len(entry["counts"]))
            print(name, entry["counts"], flush=True)
    return entries


def as_text(entries: dict[str, Entry]) -> str:
    """Format the file with one line for each position, list of counts, and derivation step."""

    def line(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    blocks = []
    for name, entry in entries.items():
        rows = [f"  {line(key)}: {line(entry[key])}" for key in ("position", "counts")]
        if "derivation" in entry:
            steps = ",\n".join(f"   {line(step)}" for step in entry["derivation"])
            rows.append(f'  "derivation": [\n{steps}\n  ]')
        blocks.append(f" {line(name)}: {{\n" + ",\n".join(rows) + "\n }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    text = as_text(rewritten())
    if "--write" in sys.argv:
        FILE.write_text(text, "utf-8")
