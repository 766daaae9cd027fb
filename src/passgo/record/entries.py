"""The lines in a record, and functions that write them. See docs/record.md.

header     rule set, board, players, source of randomness
setup      the order of the decks, and the opening rolls
action     an action, who chose it and when, and its dice
note       something that happened at the table; ignored by replay
digest     a hash of the position, and a checksum of all preceding lines
end        the winners; a record without an end is unfinished
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from passgo.codec import action_to_data
from passgo.engine.action import Action
from passgo.engine.board import Board, classic
from passgo.engine.encode import is_classic
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import RuleSet, rules_in_short, rules_to_data

VERSION: Final = 4
TOKENS: Final = ("Iron", "Thimble", "Shoe", "Hat", "Car", "Dog", "Battleship", "Wheelbarrow")
DECIDERS: Final = ("seat", "bot", "clock", "table")
"""The possible sources of an action: the player, a bot in their seat, their clock or the table."""


class RecordError(PassGoError):
    """A file that is not a record, or an inconsistent record; gives the line and the reason."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(line, sentence)
        self.line = line
        """The line number, counted from 1; 0 if the error concerns the file as a whole."""
        self.sentence = sentence

    def __str__(self) -> str:
        return f"Line {self.line}: {self.sentence}" if self.line else self.sentence


# -- lines -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatEntry:
    """A player: a name, one of the eight tokens, and "person" or the name of a bot."""

    name: str
    token: str
    kind: str = "person"


@dataclass(frozen=True)
class SeededDice:
    """Dice derived from a seed."""

    seed: int


@dataclass(frozen=True)
class FairDice:
    """Commit-and-reveal dice (docs/fair-dice.md); the secret is in the ``End`` entry."""

    commitment: str
    game: str
    contributions: tuple[str, ...]


@dataclass(frozen=True)
class RecordedDice:
    """Dice that cannot be verified, such as real dice or scripts."""


Dice: TypeAlias = SeededDice | FairDice | RecordedDice


@dataclass(frozen=True)
class Header:
    """Everything fixed before the game begins."""

    rules: RuleSet
    board: Board
    players: tuple[SeatEntry, ...]
    dice: Dice
    start: Mapping[str, object] | None = None
    """The position the game started from, if it is not the usual one."""
    created: str | None = None
    full: bool = False
    """Whether the lines contain events, changes to the view, and each player's worth."""


Rolls: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class StepEntry:
    """A line with its dice; a full record adds events, view changes and each player's worth."""

    line: int
    rolls: Rolls
    events: object = None
    view: object = None
    worths: object = None


@dataclass(frozen=True, kw_only=True)
class Setup(StepEntry):
    """The dice and decks before the first turn."""

    decks: Mapping[str, list[int]]


@dataclass(frozen=True, kw_only=True)
class ActionEntry(StepEntry):
    """One action and its dice; ``number`` is the action's number in the game."""

    number: int
    action: Action
    by: str
    time: float | None


@dataclass(frozen=True)
class Note:
    """Something that happened at the table, not in the game."""

    line: int
    data: Mapping[str, object]


@dataclass(frozen=True)
class Digest:
    """A hash of the position after ``number`` actions, and a checksum of all preceding lines.

    ``sum`` is the checksum in the line, and ``summed`` is the correct checksum.
    """

    line: int
    number: int
    digest: str
    sum: str
    summed: str


@dataclass(frozen=True)
class End:
    """The winners and the last digest; with fair dice, also the secret."""

    line: int
    winners: tuple[int, ...]
    digest: str
    secret: str | None
    sum: str
    summed: str


Line: TypeAlias = Setup | ActionEntry | Note | Digest | End


# -- writing ---------------------------------------------------------------------------------------


def rules_digest(rules: RuleSet, board: Board | None = None) -> str:
    """Return the digest of a rule set and its board, which fair dice commit to."""
    board = classic() if board is None else board
    data = {"board": board_to_data(board), "rules": rules_in_short(rules)}
    return hashlib.sha256(msgspec.json.encode(data, order="deterministic")).hexdigest()


def board_to_data(board: Board) -> object:
    """Write a board; the classic board is written by name only."""
    return "classic" if is_classic(board) else board.to_data()


def header_to_data(header: Header) -> dict[str, object]:
    """Write the first line."""
    data: dict[str, object] = {
        "passgo": "record",
        "version": VERSION,
        "rules": rules_to_data(header.rules),
        "board": board_to_data(header.board),
        "players": [
            {"name": seat.name, "token": seat.token, "kind": seat.kind} for seat in header.players
        ],
        "chance": dice_to_data(header.dice),
    }
    if header.start is not None:
        data["start"] = header.start
    data["created"] = header.created
    if header.full:
        data["full"] = True
    return data


def dice_to_data(dice: Dice) -> dict[str, object]:
    """Write the source of randomness."""
    if isinstance(dice, SeededDice):
        return {"kind": "seeded", "seed": dice.seed}
    if isinstance(dice, FairDice):
        return {
            "kind": "fair",
            "commitment": dice.commitment,
            "game": dice.game,
            "contributions": list(dice.contributions),
        }
    return {"kind": "recorded"}


def setup_to_data(decks: Mapping[str, list[int]], rolls: Rolls) -> dict[str, object]:
    """Write the dice and decks before the first turn."""
    if not decks and not rolls:
        return {"setup": {}}
    return {"setup": {**decks, "rolls": [list(dice) for dice in rolls]}}


def action_to_entry(
    number: int, action: Action, by: str, time: float | None, rolls: Rolls
) -> dict[str, object]:
    """Write one action."""
    return {
        "n": number,
        "action": action_to_data(action),
        "by": by,
        "time": time,
        "chance": [list(dice) for dice in rolls],
    }
