"""Reading individual values from a position; an invalid value raises PositionError.

``decode`` defines what a position may contain; this module reads one value at a time. Error
messages never show long values, and invalid values are never traversed deeply.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from passgo.boards.fields import describe
from passgo.engine.board import Board
from passgo.engine.field_table import Field
from passgo.engine.name_lookup import find
from passgo.engine.refusal import PassGoError
from passgo.engine.trade_terms import flat_fields_of
from passgo.engine.value import Value
from passgo.spelling import nearest

_LONGEST: Final = 1000
_FEW: Final = 15


class PositionError(PassGoError):
    """An invalid position; the message says what is wrong and where."""


class Fields:
    """One object in the data, with only known field names.

    A missing field gets its default; a missing field without a default is an error. ``names`` are
    the players' names, if they have any.
    """

    def __init__(
        self, where: str, data: object, known: list[str], names: Sequence[str] = ()
    ) -> None:
        if not isinstance(data, dict):
            raise PositionError(f"{where or 'a position'} must be an object, not {describe(data)}")
        self.where = where
        self.names = tuple(names)
        self.found: dict[str, object] = {}
        for name, value in data.items():
            if not isinstance(name, str) or name not in known:
                hint = did_you_mean(name, known)
                inside = f"{where}: " if where else ""
                raise PositionError(f"{inside}there is no field {describe(name)}{hint}")
            self.found[name] = value

    def at(self, name: str) -> str:
        """Return the location of a field, for error messages."""
        return f"{self.where}: {name}" if self.where else name

    def value(self, name: str, default: object = None) -> object:
        """Return a field's value, which may have any type."""
        if name in self.found:
            return self.found[name]
        if default is None:
            raise PositionError(f"{self.at(name)} is missing")
        return default

    def fill(self, holder: object, fields: list[Field], board: Board, last_seat: int) -> None:
        """Read the plain fields of a player, a property or a state, and store them in ``holder``.

        A missing field gets its default, except that a missing optional field leaves the value
        unchanged.
        """
        for field in fields:
            if field.name in self.found or not field.optional:
                setattr(holder, field.attribute, self.read(field, board, last_seat))

    def read(self, field: Field, board: Board, last_seat: int) -> object:
        """Read one plain field according to its kind."""
        name = field.name
        kind = field.kind
        if kind == "int":
            return self.whole(name, field.low, field.high, field.default)
        if kind == "flag":
            return self.flag(name, bool(field.default))
        if kind == "seat":
            return self.seat(name, 0, last_seat, field.default)
        if kind == "space":
            return space_of(self.at(name), self.value(name, field.default), board)
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
        """Read a seat; ``low`` is ``BANK`` if the Bank is allowed."""
        value = self.value(name, default)
        if type(value) is int and low <= value <= last:
            return value
        return seat_of(self.at(name), value, low, last, self.names)

    def flag(self, name: str, default: bool) -> bool:
        """Read true or false."""
        value = self.value(name, default)
        if not isinstance(value, bool):
            raise PositionError(f"{self.at(name)} must be true or false, not {describe(value)}")
        return value

    def word(self, name: str) -> str:
        """Read a string."""
        value = self.value(name)
        if not isinstance(value, str):
            raise PositionError(f"{self.at(name)} must be a string, not {describe(value)}")
        return value

    def rows(self, name: str) -> list[object]:
        """Read a list with values of any type; only ``players`` is required."""
        return list_of(self.at(name), self.value(name, None if name == "players" else []))

    def objects(self, name: str, kind: type[Value], *more: str) -> list[Fields]:
        """Read a list of objects with the fields of ``kind`` and those named in ``more``."""
        known = [*flat_fields_of(kind), *more]
        return [
            Fields(f"{name}[{n}]", row, known, self.names) for n, row in enumerate(self.rows(name))
        ]

    def seats(self, name: str, last: int, default: list[int] | None = None) -> list[int]:
        """Read a list of distinct seats."""
        where = self.at(name)
        seats: list[int] = []
        for place, value in enumerate(list_of(where, self.value(name, default))):
            seats.append(seat_of(f"{where}[{place}]", value, 0, last, self.names))
        return once(where, seats)

    def property(self, name: str, board: Board) -> int:
        """Read a space with a property, given by name or number."""
        return property_of(self.at(name), self.value(name), board)

    def properties(self, name: str, board: Board) -> list[int]:
        """Read a list of distinct spaces with properties."""
        where = self.at(name)
        spaces: list[int] = []
        for place, value in enumerate(self.rows(name)):
            spaces.append(property_of(f"{where}[{place}]", value, board))
        return once(where, spaces)

    def cards(self, name: str, board: Board) -> list[int]:
        """Read a list of card keys."""
        return cards_of(self.at(name), self.value(name, []), board)


def list_of(where: str, value: object) -> list[object]:
    """Check that a value is a list and not too long, and return it."""
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list, not {describe(value)}")
    if len(value) > _LONGEST:
        raise PositionError(f"{where} must have at most {_LONGEST} entries, not {len(value)}")
    found: list[object] = value
    return found


def number_of(where: str, value: object, low: int, high: int, noun: str) -> int:
    """Return a whole number in range; true and 1.0 are not whole numbers."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        wanted = f"{low}" if low == high else f"{noun} from {low} to {high}"
        raise PositionError(f"{where} must be {wanted}, not {describe(value)}")
    return int(value)


def seat_of(where: str, value: object, low: int, last: int, names: Sequence[str]) -> int:
    """Return a seat, which is given by the player's name or by number."""
    if not isinstance(value, str):
        return number_of(where, value, low, last, "a seat")
    if not names:
        raise PositionError(
            f"{where}: there is no player named {describe(value)}: use a seat number, or pass the "
            'players\' names to Game.from_position or Game.load: names=["Ann", "Bob"]'
        )
    try:
        return find("player", value, list(names))
    except ValueError as error:
        raise PositionError(f"{where}: {str(error).rstrip('.')}") from None


def space_of(where: str, value: object, board: Board) -> int:
    """Return the number of a space, which is given by name or number."""
    if not isinstance(value, str):
        return number_of(where, value, 0, board.size - 1, "a space")
    try:
        return board.space(value).number
    except ValueError as error:
        raise PositionError(f"{where}: {str(error).rstrip('.')}") from None


def property_of(where: str, value: object, board: Board) -> int:
    """Return the number of a space with a property, which is given by name or number."""
    space = space_of(where, value, board)
    if board.deed_at[space] < 0:
        raise PositionError(f"{where}: {board.spaces[space].name} is not a property")
    return space


def cards_of(where: str, value: object, board: Board) -> list[int]:
    """Return the numbers of the cards with these keys."""
    numbers = {card.key: int(card.number) for card in board.cards}
    found: list[int] = []
    for key in list_of(where, value):
        if not isinstance(key, str) or key not in numbers:
            hint = did_you_mean(key, list(numbers))
            raise PositionError(f"{where}: there is no card {describe(key)}{hint}")
        found.append(numbers[key])
    return found


def once(where: str, numbers: list[int]) -> list[int]:
    """Return the same numbers after checking that none is repeated."""
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            raise PositionError(f"{where} lists {number} twice")
        seen.add(number)
    return numbers


def did_you_mean(word: object, known: list[str]) -> str:
    """Return the end of an error message: the nearest known word, or all words if there are few."""
    near = nearest(word, known) if isinstance(word, str) else None
    if near is not None:
        return f"; did you mean {describe(near)}?"
    return f"; choose from {', '.join(known)}" if len(known) <= _FEW else ""
