"""Names as people type them: in upper or lower case, abbreviated, or without punctuation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from passgo.cli.text import sanitize
from passgo.spelling import did_you_mean, join_words

MOST_DIGITS: Final = 9
_MOST_NAMED: Final = 5
_NUMBER: Final = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)")


class Unclear(Exception):
    """A command that cannot be understood; the message says what is wrong and what to type."""


def normalize(text: str) -> str:
    """Reduce text to lowercase letters and digits, with single spaces between words."""
    return " ".join(re.sub(r"[^\w]+|_", " ", text.casefold()).split())


def find_matches(text: str, names: Mapping[int, str]) -> list[int]:
    """Return the keys whose names match the text exactly or, if none do, by prefix, word or part."""
    typed = normalize(text)
    if not typed:
        return []
    known = {key: normalize(name) for key, name in names.items()}
    found = [key for key, name in known.items() if name == typed]
    if not found:
        found = [key for key, name in known.items() if name.startswith(typed)]
    if not found:
        found = [
            key for key, name in known.items() if has_words_in_order(typed.split(), name.split())
        ]
    if not found and len(typed) > 1:
        closed = typed.replace(" ", "")
        found = [key for key, name in known.items() if closed in name.replace(" ", "")]
    return found


def has_words_in_order(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each typed word is the start of a word in the name, in the same order."""
    place = 0
    for start in typed:
        while place < len(words) and not words[place].startswith(start):
            place += 1
        if place == len(words):
            return False
        place += 1
    return True


def pick(text: str, names: Mapping[int, str], likely: Sequence[int], what: str) -> int:
    """Return the key whose name matches the text, preferring likely keys, or raise `Unclear`."""
    first = {key: names[key] for key in likely if key in names}
    found = find_matches(text, first) or find_matches(text, names)
    if len(found) == 1:
        return found[0]
    if not found:
        hint = did_you_mean(text, names.values()) or "."
        raise Unclear(f"There is no {what} named {sanitize(text)!r}{hint}")
    some = [names[key] for key in found[:_MOST_NAMED]]
    if len(found) > _MOST_NAMED:
        some.append(f"one of {len(found) - _MOST_NAMED} others")
    raise Unclear(f"Which {what}: {join_words(some)}? Type more of the name.")


def parse_amount(text: str) -> int | None:
    """Parse an amount such as 120, $120 or 1,200; return None if the text is not a number."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None or not text.isascii():
        return None
    digits = found.group(1).replace(",", "")
    if len(digits.lstrip("0")) > MOST_DIGITS:
        raise Unclear(
            f"{sanitize(text)} is too large: type a number with at most {MOST_DIGITS} digits."
        )
    return int(digits)
