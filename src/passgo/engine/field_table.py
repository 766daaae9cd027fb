"""Tables that describe the fields of a position.

A table stands beside its class in ``passgo.engine.state`` and is the only list of that class's plain fields.
``encode`` writes a position from it, ``passgo.position`` reads and checks one, and ``tools`` makes the JSON
Schema, the TypeScript types, the checks of the browser game and the tables of docs/position.md.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from passgo.engine.board import Board

LARGEST: Final = 10**12
"""No number in a position is larger."""

FieldKind: TypeAlias = Literal["int", "flag", "seat", "seats", "space", "property", "cards", "part"]
"""The kinds of field: a whole number, true or false, a seat, a list of seats, a space, a space that can be
owned, a list of cards, and a part that has its own reader and writer."""


class Field:
    """One field: its name in a position, what it may hold, and what it means.

    ``low`` and ``high`` bound a number; seats, spaces and cards are bounded by the game. A field without a
    ``default`` is required, unless it is ``optional``: then a reader that does not find it leaves the value
    that is there, and may compute another one from other fields. ``default_words`` and ``type_words`` are
    for the documentation only: they describe the default and the type in words.
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
        """The name of the attribute that holds it."""
        self.optional = optional
        self.default_words = default_words
        self.type_words = type_words

    def is_required(self) -> bool:
        """Return whether a position must have this field."""
        return self.default is None and not self.optional


def part(
    name: str, type_words: str, default_words: str, meaning: str, optional: bool = True
) -> Field:
    """Describe a part of a position."""
    return Field(
        name,
        "part",
        meaning,
        optional=optional,
        default_words=default_words,
        type_words=type_words,
    )


class FieldTable:
    """The fields of one class, in the order in which docs/position.md lists them."""

    def __init__(self, *fields: Field) -> None:
        self.fields: list[Field] = list(fields)
        self.names: list[str] = [field.name for field in fields]
        self.plain: list[Field] = [field for field in fields if field.kind != "part"]
        """Those with plain values: all but the parts."""
        self._rows = [(field.name, field.attribute, type_of(field.kind)) for field in self.plain]
        self._lists = [field for field in self.plain if field.kind in ("seats", "cards")]

    def to_data(self, holder: object, board: Board) -> dict[str, object]:
        """Write the plain fields of a player, a property or a state, each exactly as its kind says.

        Every message of the server and every digest needs this. A value is converted only if it is not of
        its type already, as may happen when Python runs the engine uncompiled.
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
    """Return the type that JSON gets for a kind."""
    if kind == "flag":
        return bool
    return list if kind in ("seats", "cards") else int


def to_numbers(numbers: list[int]) -> list[int]:
    """Return a list of plain numbers."""
    return [int(number) for number in numbers]


def card_keys(board: Board, cards: list[int]) -> list[str]:
    """Return the keys of cards."""
    return [board.cards[card].key for card in cards]
