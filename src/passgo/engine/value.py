"""A base class for small values: equality, ``repr`` and a list of fields.

Actions, events and agenda entries are plain classes with a handwritten ``__init__``, which makes
them cheap when compiled. This base class adds what a dataclass would add (``==``, ``repr``, a list
of fields), based on the constructor's signature.
"""

from __future__ import annotations

import inspect
from typing import Final

_FIELDS: Final[dict[type, tuple[str, ...]]] = {}


def fields_of(kind: type) -> tuple[str, ...]:
    """Return the field names for a kind of value, in the constructor's order."""
    known = _FIELDS.get(kind)
    if known is None:
        known = tuple(inspect.signature(kind).parameters)
        _FIELDS[kind] = known
    return known


class Value:
    """A value whose equality, ``repr`` and pickling are based on its fields."""

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
