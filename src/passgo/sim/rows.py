"""The columns in a results file, and the conversion of results to rows and back.

docs/simulate.md describes the columns. Every row is a single line of text, so a truncated file can
be read up to its last complete line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from passgo.engine.board import Board
from passgo.engine.state import BANK
from passgo.sim.results import GameResult, groups_in

__all__ = ["Column", "Columns", "CsvRows", "JsonRows", "RowFormat", "Value"]

Kind: TypeAlias = Literal["int", "maybe_int", "text", "maybe_text", "ints", "words", "maybe_ints"]
"""The type of a column; a value whose type begins with `maybe_` may be None."""
Value: TypeAlias = int | str | list[int] | list[str] | None


class Column(NamedTuple):
    """A column in a results file."""

    name: str
    kind: Kind


_FIRST: Final = (
    Column("index", "int"),
    Column("dice", "int"),
    Column("outcome", "text"),
    Column("winners", "ints"),
    Column("winner", "maybe_text"),
    Column("rounds", "int"),
    Column("turns", "int"),
    Column("trades", "int"),
    Column("landings", "maybe_ints"),
)
_BY_SEAT: Final = (
    Column("bot", "text"),
    Column("cash", "int"),
    Column("worth", "int"),
    Column("out", "maybe_int"),
    Column("held", "words"),
    Column("kept", "words"),
    Column("faults", "int"),
    Column("first_fault", "maybe_text"),
    Column("worths", "maybe_ints"),
)
_LONGEST_FIELD: Final = 2**31 - 1
"""The largest CSV field that every platform supports; `worths` is long in a long game."""


class Columns:
    """The columns for a given board and number of seats."""

    def __init__(self, seats: int, board: Board) -> None:
        self.seats = seats
        self.groups = [group.key for group in board.groups]
        self.numbers = {key: number for number, key in enumerate(self.groups)}
        self.known: dict[int, list[str]] = {}
        """A cache of group names by bit mask; few distinct masks occur."""
        self.all = [*_FIRST, *(Column(f"first_{key}", "maybe_int") for key in self.groups)]
        self.before_seats = len(self.all)
        for seat in range(seats):
            self.all += [Column(f"{name}_{seat}", kind) for name, kind in _BY_SEAT]

    def row(self, result: GameResult) -> list[Value]:
        """Convert a result to one value per column."""
        values: list[Value] = [
            result.index,
            result.dice,
            result.outcome,
            result.winners,
            result.winner,
            result.rounds,
            result.turns,
            result.trades,
            result.landings,
            *(None if seat == BANK else seat for seat in result.first),
        ]
        for seat in range(self.seats):
            values += [
                result.bots[seat],
                result.cash[seat],
                result.worth[seat],
                result.out[seat] or None,
                self.words(result.held[seat]),
                self.words(result.kept[seat]),
                result.faults[seat],
                result.first_fault[seat] or None,
                None if result.worths is None else result.worths[seat],
            ]
        return values

    def result(self, row: Sequence[object]) -> GameResult:
        """Convert a row back to a result; raise ValueError if it is invalid."""
        if len(row) != len(self.all):
            raise ValueError(f"it has {len(row)} values instead of {len(self.all)}")
        width = len(_BY_SEAT)
        # One list for each kind of per-seat column, such as all seats' cash.
        lists = [list(row[self.before_seats + place :: width]) for place in range(width)]
        bots, cash, worth, out, held, kept, faults, first_fault, worths = lists
        index, dice, outcome, winners, winner, rounds, turns, trades, landings = row[: len(_FIRST)]
        detailed = [one is not None for one in (landings, *worths)]
        if any(detailed) and not all(detailed):
            raise ValueError("it has landings or worths, but not both")
        try:
            result = msgspec.convert(
                [
                    *(index, dice, outcome, winners, bots, rounds, turns, trades, cash, worth),
                    [0 if one is None else one for one in out],
                    [BANK if one is None else one for one in row[len(_FIRST) : self.before_seats]],
                    [self.mask(words) for words in held],
                    [self.mask(words) for words in kept],
                    faults,
                    ["" if one is None else one for one in first_fault],
                    *(landings, worths if all(detailed) else None),
                ],
                GameResult,
            )
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None
        if all(0 <= seat < self.seats for seat in result.winners) and winner != result.winner:
            raise ValueError(f"winner is {winner!r}, not {result.winner!r}")
        return result

    def words(self, mask: int) -> list[str]:
        """Return the keys of the groups in a bit mask."""
        found = self.known.get(mask)
        if found is None:
            found = self.known[mask] = [self.groups[group] for group in groups_in(mask)]
        return found

    def mask(self, words: object) -> int:
        """Return the bit mask for groups given by their keys."""
        if not isinstance(words, list) or not all(word in self.numbers for word in words):
            raise ValueError(f"{words!r} are not groups on this board")
        return sum(1 << self.numbers[word] for word in words)


class RowFormat:
    """The base class for text formats, with one line per result."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns

    def header(self) -> bytes:
        """Return the header line, or nothing if the format has none."""
        return b""

    def write(self, results: Sequence[GameResult]) -> bytes:
        """Format results as lines."""
        raise NotImplementedError

    def read(self, line: bytes) -> GameResult:
        """Parse a line without its newline; raise ValueError if it is not a result."""
        raise NotImplementedError


class JsonRows(RowFormat):
    """JSON lines, with an object per game."""

    def write(self, results: Sequence[GameResult]) -> bytes:
        """Format results as JSON objects."""
        names = [column.name for column in self.columns.all]
        rows = [dict(zip(names, self.columns.row(result), strict=True)) for result in results]
        return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)

    def read(self, line: bytes) -> GameResult:
        """Parse an object, which must have exactly these columns."""
        try:
            row = msgspec.json.decode(line, type=dict[str, object])
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from None
        if list(row) != [column.name for column in self.columns.all]:
            raise ValueError("it has the wrong columns")
        return self.columns.result(list(row.values()))


class CsvRows(RowFormat):
    """CSV, with a header and a row per game; list items are separated by spaces, and None is empty."""

    def header(self) -> bytes:
        """Return the header with the column names."""
        return self.text([[column.name for column in self.columns.all]])

    def write(self, results: Sequence[GameResult]) -> bytes:
        """Format results as CSV rows."""
        rows = [self.columns.row(result) for result in results]
        return self.text([[field(value) for value in row] for row in rows])

    def text(self, rows: Sequence[Sequence[int | str | None]]) -> bytes:
        """Format rows as CSV."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(rows)
        return out.getvalue().encode()

    def read(self, line: bytes) -> GameResult:
        """Parse a CSV row."""
        csv.field_size_limit(_LONGEST_FIELD)
        try:
            fields = next(csv.reader([line.decode()], strict=True), [])
        except csv.Error as error:
            raise ValueError(str(error)) from None
        if len(fields) != len(self.columns.all):
            raise ValueError(f"it has {len(fields)} fields instead of {len(self.columns.all)}")
        pairs = zip(self.columns.all, fields, strict=True)
        return self.columns.result([read_value(column.kind, text) for column, text in pairs])


def field(value: Value) -> int | str | None:
    """Convert a value to a CSV field; list items are separated by spaces."""
    return " ".join(map(str, value)) if isinstance(value, list) else value


def read_value(kind: Kind, text: str) -> Value:
    """Parse a CSV field."""
    if kind == "int":
        return int(text)
    if kind == "maybe_int":
        return int(text) if text else None
    if kind == "text":
        return text
    if kind == "maybe_text":
        return text or None
    if kind == "words":
        return text.split()
    if kind == "maybe_ints" and not text:
        return None
    return [int(one) for one in text.split()]
