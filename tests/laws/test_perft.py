"""Counts from fixed positions: all ways to go on, to a depth, as chess engines count theirs.

``perft.json`` holds positions as plain data, each with two numbers per depth. What is counted:

* A move answers for a seat that is waited for: every option of that seat, from the decision itself and with
  its own property (build, sell, mortgage, unmortgage, ask for one rent), but no trade, no standing order, no
  resignation.
* A field with choices makes a move of each choice. A field with a range makes two, the lowest and the
  highest value, or one where these are the same.
* A roll makes 36 moves, one for each ordered pair of dice. If a card then wants a fresh roll, each of
  these makes 36 again.
* The first number at depth n is that of all rows of n moves, the second that of the positions they come
  to, told apart by their digest. A game that is over has no moves.

Where a position has a ``derivation``, its numbers were found by hand and checked by the engine; the others
were found by the engine and are kept. After a change of the rules that is meant, write those anew:

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
LEFT_OUT = ("AlwaysAskForRent", "PauseOffers", "Resign")
DICE = [first * 10 + second for first, second in product(range(1, 7), repeat=2)]
Entry = dict[str, Any]


class DiceNeeded(Exception):
    """A move goes on by dice that were not chosen yet."""


class Chosen(Chance):
    """The dice of one move."""

    def __init__(self, dice: tuple[int, ...] = ()) -> None:
        self.dice = list(dice)

    def roll(self, purpose: int, seat: int, count: int) -> int:
        if not self.dice:
            raise DiceNeeded
        return self.dice.pop(0)


def values(choice: Choice) -> list[object]:
    """The values of a field that are tried."""
    if choice.values is None:
        return list(dict.fromkeys([choice.low, choice.high]))
    return [value == 1 if choice.whether else value for value in choice.values]


def actions(option: Option) -> Iterator[Action]:
    """The actions that an option stands for."""
    names = [choice.name for choice in option.choices]
    for chosen in product(*map(values, option.choices)):
        yield ACTIONS[option.action](option.seat, **dict(zip(names, chosen, strict=True)))


def after(game: Game, action: Action, dice: tuple[int, ...] = ()) -> Iterator[Game]:
    """The games that an action leads to: one, or one for each roll."""
    following = game.copy(Chosen(dice))
    try:
        following.step(action)
    except DiceNeeded:
        for roll in DICE:
            yield from after(game, action, (*dice, roll))
    else:
        yield following


def moves(game: Game) -> Iterator[Game]:
    """The games one move away."""
    for seat in game.waiting_for:
        for option in game.options(seat):
            if option.action not in LEFT_OUT and not option.action.endswith("Trade"):
                for action in actions(option):
                    yield from after(game, action)


def count(position: object, depth: int) -> list[list[int]]:
    """For each depth, the rows of moves and the positions they come to.

    Games in the same position go on in the same way, so each position is looked at once.
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
    """The file, by name."""
    entries: dict[str, Entry] = json.loads(FILE.read_text("utf-8"))
    return entries


@pytest.mark.parametrize("name", list(read()))
def test_the_ways_to_go_on_are_as_many_as_ever(name: str) -> None:
    entry = read()[name]
    counts = entry["counts"]
    assert count(entry["position"], len(counts)) == counts


def test_three_positions_are_counted_by_hand() -> None:
    derived = [entry for entry in read().values() if "derivation" in entry]
    assert len(derived) >= 3
    for entry in derived:
        text = " ".join(entry["derivation"])
        for rows, positions in entry["counts"]:
            assert str(rows) in text
            assert str(positions) in text


def test_equal_positions_are_counted_together_without_loss() -> None:
    """Row by row, without looking at digests, the sum is the same."""

    def rows(game: Game, depth: int) -> int:
        return sum(rows(other, depth - 1) for other in moves(game)) if depth else 1

    entry = read()["an auction of three"]
    start = game_from_position(entry["position"], Chosen())
    assert [rows(start, depth + 1) for depth in range(3)] == [row for row, _ in entry["counts"]][:3]


def rewritten() -> dict[str, Entry]:
    """The file with the numbers the engine finds now, but for those derived by hand."""
    entries = read()
    for name, entry in entries.items():
        if "derivation" not in entry:
            entry["counts"] = count(entry["position"], len(entry["counts"]))
            print(name, entry["counts"], flush=True)
    return entries


def as_text(entries: dict[str, Entry]) -> str:
    """The file: a line for each position, its counts, and each line of a derivation."""

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
