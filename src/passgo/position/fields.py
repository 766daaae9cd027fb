"""Plain data, read field by field: a value has its type and bounds, or is refused with a sentence.

``decode`` says what a position may hold; this is how one value of it is read. Whatever is
wrong ends in PositionError: no value is shown at length, none is walked into deeply.
"""

from __future__ import annotations

from typing import Final

from passgo.boards.fields import describe
from passgo.engine.board import Board
from passgo.engine.field_table import Field
from passgo.engine.refusal import PassGoError
from passgo.engine.trade_terms import flat_fields_of
from passgo.engine.value import Value

_LONGEST: Final = 1000
_FEW: Final = 15


class PositionError(PassGoError):
    """A position that makes no sense: one sentence, saying where and what."""


class Fields:
    """One object of the data, every field of it known by name. What is missing has a default or is
    asked for."""

    def __init__(self, where: str, data: object, known: list[str]) -> None:
        if not isinstance(data, dict):
            raise PositionError(f"{where or 'a position'} must be an object, not {describe(data)}")
        self.where = where
        self.found: dict[str, object] = {}
        for name, value in data.items():
            if not isinstance(name, str) or name not in known:
                hint = did_you_mean(name, known)
                inside = f"{where}: " if where else ""
                raise PositionError(f"{inside}there is no field {describe(name)}{hint}")
            self.found[name] = value

    def at(self, name: str) -> str:
        """Say where a field is."""
        return f"{self.where}: {name}" if self.where else name

    def value(self, name: str, default: object = None) -> object:
        """Return what a field holds, whatever it is."""
        if name in self.found:
            return self.found[name]
        if default is None:
            raise PositionError(f"{self.at(name)} is missing")
        return default

    def fill(self, holder: object, fields: list[Field], board: Board, last_seat: int) -> None:
        """Read the plain fields of a player, a property or a state into it.

        A field that is left out gets its default; one that is optional stays as it is.
        """
        for field in fields:
            if field.name in self.found or not field.optional:
                setattr(holder, field.attribute, self.read(field, board, last_seat))

    def read(self, field: Field, board: Board, last_seat: int) -> object:
        """Read one plain field, as its kind says."""
        name = field.name
        kind = field.kind
        if kind == "int":
            return self.whole(name, field.low, field.high, field.default)
        if kind == "flag":
            return self.flag(name, bool(field.default))
        if kind == "seat":
            return self.seat(name, 0, last_seat, field.default)
        if kind == "space":
            return self.whole(name, 0, board.size - 1, field.default)
        if kind == "property":
            return self.property(name, board)
        if kind == "cards":
            return self.cards(name, board)
        assert kind == "seats", kind
        return self.seats(name, last_seat)

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """Read a whole number."""
        value = self.value(name, default)
        if type(value) is int and low <= value <= high:
            return value
        return number_of(self.at(name), value, low, high, "a whole number")

    def seat(self, name: str, low: int, last: int, default: int | None = None) -> int:
        """Read a seat; ``low`` is BANK where that will do."""
        value = self.value(name, default)
        if type(value) is int and low <= value <= last:
            return value
        return number_of(self.at(name), value, low, last, "a seat")

    def flag(self, name: str, default: bool) -> bool:
        """Read true or false."""
        value = self.value(name, default)
        if not isinstance(value, bool):
            raise PositionError(f"{self.at(name)} must be true or false, not {describe(value)}")
        return value

    def word(self, name: str) -> str:
        """Read a text."""
        value = self.value(name)
        if not isinstance(value, str):
            raise PositionError(f"{self.at(name)} must be a text, not {describe(value)}")
        return value

    def rows(self, name: str) -> list[object]:
        """Read a list of anything; only that of the players must be there."""
        return list_of(self.at(name), self.value(name, None if name == "players" else []))

    def objects(self, name: str, kind: type[Value], *more: str) -> list[Fields]:
        """Read a list of objects that have the fields of a value, and maybe some more."""
        known = [*flat_fields_of(kind), *more]
        return [Fields(f"{name}[{n}]", row, known) for n, row in enumerate(self.rows(name))]

    def seats(self, name: str, last: int, default: list[int] | None = None) -> list[int]:
        """Read a list of seats, none of them twice."""
        where = self.at(name)
        seats: list[int] = []
        for place, value in enumerate(list_of(where, self.value(name, default))):
            seats.append(number_of(f"{where}[{place}]", value, 0, last, "a seat"))
        return once(where, seats)

    def property(self, name: str, board: Board) -> int:
        """Read the number of a space that can be owned."""
        return property_of(self.at(name), self.value(name), board)

    def properties(self, name: str, board: Board) -> list[int]:
        """Read a list of spaces that can be owned, none of them twice."""
        where = self.at(name)
        spaces: list[int] = []
        for place, value in enumerate(self.rows(name)):
            spaces.append(property_of(f"{where}[{place}]", value, board))
        return once(where, spaces)

    def cards(self, name: str, board: Board) -> list[int]:
        """Read a list of card keys."""
        return cards_of(self.at(name), self.value(name, []), board)


def list_of(where: str, value: object) -> list[object]:
    """A list of anything, of a length that a game could come to."""
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list, not {describe(value)}")
    if len(value) > _LONGEST:
        raise PositionError(f"{where} must be at most {_LONGEST} long, not {len(value)}")
    found: list[object] = value
    return found


def number_of(where: str, value: object, low: int, high: int, noun: str) -> int:
    """A whole number within bounds; true and 1.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        wanted = f"{low}" if low == high else f"{noun} from {low} to {high}"
        raise PositionError(f"{where} must be {wanted}, not {describe(value)}")
    return int(value)


def property_of(where: str, value: object, board: Board) -> int:
    """The number of a space that can be owned."""
    space = number_of(where, value, 0, board.size - 1, "a space")
    if board.deed_at[space] < 0:
        raise PositionError(f"{where}: {board.spaces[space].name} is no property that can be owned")
    return space


def cards_of(where: str, value: object, board: Board) -> list[int]:
    """The numbers of cards that go by their keys."""
    numbers = {card.key: int(card.number) for card in board.cards}
    found: list[int] = []
    for key in list_of(where, value):
        if not isinstance(key, str) or key not in numbers:
            hint = did_you_mean(key, list(numbers))
            raise PositionError(f"{where}: there is no card {describe(key)}{hint}")
        found.append(numbers[key])
    return found


def once(where: str, numbers: list[int]) -> list[int]:
    """The same numbers, none of them twice."""
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            raise PositionError(f"{where} names {number} twice")
        seen.add(number)
    return numbers


def did_you_mean(word: object, known: list[str]) -> str:
    """The nearest known word, or all of a few, as the end of a sentence."""
    import difflib  # only a wrong word needs it, and it is slow to load

    near = difflib.get_close_matches(word[:60], known, 1) if isinstance(word, str) else []
    if near:
        return f"; did you mean {describe(near[0])}?"
    return f"; there are {', '.join(known)}" if len(known) <= _FEW else ""
