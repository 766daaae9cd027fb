"""Small values that know their own fields.

Actions, events and agenda entries are plain classes with a hand-written ``__init__``, so that they
cost little when compiled. What a dataclass would add (``==``, ``repr``, a list of fields) comes from
this one base class, read off the constructor's signature.
"""

from __future__ import annotations

import inspect
from typing import Final

_FIELDS: Final[dict[type, tuple[str, ...]]] = {}


def fields_of(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a value, in the order its constructor takes them."""
    known = _FIELDS.get(kind)
    if known is None:
        known = tuple(inspect.signature(kind).parameters)
        _FIELDS[kind] = known
    return known


class Value:
    """A value that compares, prints and travels by its fields."""

    def fields(self) -> dict[str, object]:
        """Return every field by name."""
        return {name: getattr(self, name) for name in fields_of(type(self))}

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), tuple(self.fields().values())

    def __eq__(self, other: object) -> bool:
        return (
            type(self) is type(other)
            and isinstance(other, Value)
            and self.fields() == other.fields()
        )

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.fields().items())
        return f"{type(self).__name__}({inside})"
