"""Reading individual values from a board file; an invalid value raises BoardError."""

from __future__ import annotations

import json
from typing import Final

from passgo.engine.refusal import PassGoError

MOST_MONEY: Final = 100_000
MOST_SPACES: Final = 120
LONGEST_NAME: Final = 60
_KEY_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789_"


class BoardError(PassGoError):
    """An invalid board; the message says what is wrong and where."""


class StrictJsonError(ValueError):
    """Data that JSON parsers accept but PassGo rejects."""


def refuse_repeated_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object, rejecting duplicate names; used by ``json.loads`` as a hook."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise StrictJsonError(f"{describe(name)} appears twice in one object")
        found[name] = value
    return found


def refuse_constant(word: str) -> object:
    """Reject NaN and infinity, which are not valid JSON."""
    raise StrictJsonError(f"{word} is not valid JSON")


def locate(where: str, problem: str) -> str:
    """Put the place of a problem before it; an empty ``where`` stands for the board itself."""
    return f"{where}: {problem}" if where else problem


def read_object(
    where: str, value: object, required: list[str], optional: list[str]
) -> dict[str, object]:
    """Read an object with all required fields and no unknown fields."""
    if not isinstance(value, dict):
        raise BoardError(f"{where}: must be an object, found {describe(value)}")
    found: dict[str, object] = {}
    for name, entry in value.items():
        if not isinstance(name, str) or (name not in required and name not in optional):
            known = ", ".join(required + optional)
            problem = f"unknown field {describe(name)}; choose from {known}"
            raise BoardError(locate(where, problem))
        found[name] = entry
    for name in required:
        if name not in found:
            raise BoardError(locate(where, f"{name} is missing"))
    return found


def read_tag(where: str, value: object, name: str) -> object:
    """Read the field that determines which other fields a row has."""
    if not isinstance(value, dict):
        raise BoardError(f"{where}: must be an object, found {describe(value)}")
    if name not in value:
        raise BoardError(f"{where}: {name} is missing")
    found: object = value[name]
    return found


def read_list(where: str, value: object, low: int, high: int) -> list[object]:
    """Read a list whose length is in range."""
    if not isinstance(value, list):
        raise BoardError(f"{where}: must be a list, found {describe(value)}")
    if not low <= len(value) <= high:
        raise BoardError(f"{where}: must have {low} to {high} entries, found {len(value)}")
    found: list[object] = value
    return found


def read_number(where: str, value: object, low: int, high: int) -> int:
    """Read a whole number in range; true and 1.0 are not whole numbers."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        wanted = (
            f"the whole number {low}" if low == high else f"a whole number from {low} to {high}"
        )
        raise BoardError(f"{where} must be {wanted}, found {describe(value)}")
    return value


def read_whole(where: str, fields: dict[str, object], name: str, low: int, high: int) -> int:
    """Read a whole number from a field."""
    return read_number(locate(where, name), fields[name], low, high)


def read_numbers(where: str, fields: dict[str, object], name: str) -> list[int]:
    """Read a list of amounts from a field."""
    entries = read_list(f"{where}: {name}", fields[name], 1, MOST_SPACES)
    return [
        read_number(f"{where}: each number in {name}", entry, 0, MOST_MONEY) for entry in entries
    ]


def read_text(where: str, fields: dict[str, object], name: str, longest: int) -> str:
    """Read one line of printable text from a field."""
    value = fields[name]
    field = locate(where, name)
    if not isinstance(value, str) or not value or value != value.strip():
        raise BoardError(
            f"{field} must be text without leading or trailing spaces, found {describe(value)}"
        )
    if len(value) > longest:
        raise BoardError(f"{field} must be at most {longest} characters long")
    if not value.isprintable():
        raise BoardError(f"{field} must be one line of printable characters")
    return value


def read_key(where: str, fields: dict[str, object], name: str, extra: str) -> str:
    """Read a key, such as light_blue, from a field."""
    value = read_text(where, fields, name, LONGEST_NAME)
    if any(letter not in _KEY_LETTERS and letter not in extra for letter in value):
        field = locate(where, name)
        raise BoardError(f"{field} may contain only a-z, 0-9 and _, found {describe(value)}")
    return value


def read_word(where: str, name: str, value: object, words: list[str]) -> int:
    """Return the index of a word in the list of allowed words."""
    if not isinstance(value, str) or value not in words:
        known = ", ".join(words)
        raise BoardError(f"{where}: {name} must be one of {known}, found {describe(value)}")
    return words.index(value)


def describe(value: object) -> str:
    """Describe an invalid value briefly, for an error message."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return "something else"
