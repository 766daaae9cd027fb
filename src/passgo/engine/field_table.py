"""Tables that describe the fields in a position.

Each table is defined next to its class in ``passgo.engine.state`` and is the only list of that
class's plain fields. ``encode`` uses it to write a position, ``passgo.position`` to read and check
one, and ``tools`` to generate the JSON Schema, the TypeScript types, the browser's checks and the
tables in docs/position.md.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from passgo.engine.board import Board

LARGEST: Final = 10**12
"""The largest number allowed in a position."""

FieldKind: TypeAlias = Literal["int", "flag", "seat", "seats", "space", "property", "cards", "part"]
"""The kinds of field.

A field is a whole number, true or false, a seat, a list of seats, a space, a space with a property,
a list of cards, or a part with its own reader and writer.
"""


class Field:
    """A field in a position: its name, the values it may have, and its meaning.

    ``low`` and ``high`` limit a number; the game itself limits seats, spaces and cards. A field
    without a ``default`` is required unless it is ``optional``. When an optional field is missing,
    the reader keeps the existing value or computes one from other fields. ``default_words`` and
    ``type_words`` describe the default and the type in the documentation.
    """

    def __init__(
        self,
        name: str,
        kind: FieldKind,
        meaning: str,
        default: int | None = None,
        low: int = 0,
        high: int = LARGEST,
        attribute: str = "",
        optional: bool = False,
        default_words: str = "",
        type_words: str = "",
    ) -> None:
        self.name = name
        self.kind: FieldKind = kind
        self.meaning = meaning
        self.default = default
        self.low = low
        self.high = high
        self.attribute = attribute or name
        """The attribute that holds the value."""
        self.optional = optional
        self.default_words = default_words
        self.type_words = type_words

    def is_required(self) -> bool:
        """Return whether every position must have this field."""
        return self.default is None and not self.optional


def part(
    name: str, type_words: str, default_words: str, meaning: str, optional: bool = True
) -> Field:
    """Return a field for a part that has its own reader and writer."""
    return Field(
        name,
        "part",
        meaning,
        optional=optional,
        default_words=default_words,
        type_words=type_words,
    )


class FieldTable:
    """The fields of one class, in the order used in docs/position.md."""

    def __init__(self, *fields: Field) -> None:
        self.fields: list[Field] = list(fields)
        self.names: list[str] = [field.name for field in fields]
        self.plain: list[Field] = [field for field in fields if field.kind != "part"]
        """The fields with plain values: all fields except the parts."""
        self._rows = [(field.name, field.attribute, type_of(field.kind)) for field in self.plain]
        self._lists = [field for field in self.plain if field.kind in ("seats", "cards")]

    def to_data(self, holder: object, board: Board) -> dict[str, object]:
        """Write the plain fields of a player, a property or a state.

        This method runs for every server message and every digest, so for speed it converts only
        values of the wrong type, which can occur when the engine runs uncompiled.
        """
        data: dict[str, object] = {}
        for name, attribute, kind in self._rows:
            value = getattr(holder, attribute)
            data[name] = value if type(value) is kind else kind(value)
        for field in self._lists:
            numbers = getattr(holder, field.attribute)
            is_cards = field.kind == "cards"
            data[field.name] = card_keys(board, numbers) if is_cards else to_numbers(numbers)
        return data


def type_of(kind: FieldKind) -> type:
    """Return the Python type that a kind of field has in JSON data."""
    if kind == "flag":
        return bool
    return list if kind in ("seats", "cards") else int


def to_numbers(numbers: list[int]) -> list[int]:
    """Return a list of plain integers."""
    return [int(number) for number in numbers]


def card_keys(board: Board, cards: list[int]) -> list[str]:
    """Return the keys of these cards."""
    return [board.cards[card].key for card in cards]
