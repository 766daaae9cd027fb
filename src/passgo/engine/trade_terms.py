"""The terms of a trade: what one player gives another, and what the other gives in return.

Offers, counteroffers and the history of offers all contain these terms. In plain data, the terms
are not nested: ``flat_fields`` lists them among the offer's other fields.
"""

from __future__ import annotations

from mypy_extensions import i64

from passgo.engine.value import Value, fields_of


class TradeTerms(Value):
    """The terms of a trade, as seen by the player who proposes it. 10 MCS 170."""

    def __init__(
        self,
        give_cash: i64 = 0,
        get_cash: i64 = 0,
        give_deeds: tuple[int, ...] = (),
        get_deeds: tuple[int, ...] = (),
        give_cards: tuple[int, ...] = (),
        get_cards: tuple[int, ...] = (),
    ) -> None:
        self.give_cash = give_cash
        self.get_cash = get_cash
        self.give_deeds = give_deeds
        self.get_deeds = get_deeds
        self.give_cards = give_cards
        self.get_cards = get_cards

    def is_nothing(self) -> bool:
        """Return whether nothing would change hands. Ruling 27."""
        return (
            self.give_cash == self.get_cash
            and not self.give_deeds
            and not self.get_deeds
            and not self.give_cards
            and not self.get_cards
        )

    def has_deed(self, space: i64) -> bool:
        """Return whether this space's deed would change hands."""
        return space in self.give_deeds or space in self.get_deeds


def flat_fields(value: Value) -> dict[str, object]:
    """Return every field of a value by name, with each term of a trade as a separate field."""
    found: dict[str, object] = {}
    for name, field in value.fields().items():
        if isinstance(field, TradeTerms):
            found.update(field.fields())
        else:
            found[name] = field
    return found


def flat_fields_of(kind: type) -> list[str]:
    """Return the names that ``flat_fields`` uses for a kind of value, in the same order."""
    found: list[str] = []
    for name in fields_of(kind):
        if name == "terms":
            found.extend(fields_of(TradeTerms))
        else:
            found.append(name)
    return found
