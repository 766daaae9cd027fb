"""Names as people type them: in any case, cut short, without full stops."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from passgo.cli.text import join_words, sanitize

MOST_DIGITS: Final = 9
_MOST_NAMED: Final = 5
_NUMBER: Final = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)")


class Unclear(Exception):
    """A line that says nothing one could do: one sentence, what is wrong and what to type."""


def normalize(text: str) -> str:
    """Keep letters and digits, in lower case, with single blanks between the words."""
    return " ".join(re.sub(r"[^\w]+|_", " ", text.casefold()).split())


def find_matches(text: str, names: Mapping[int, str]) -> list[int]:
    """Return whose name this can be: the whole of it, else its start, its words, a part."""
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
    """Say whether each typed word begins a word of the name, in the same order."""
    place = 0
    for start in typed:
        while place < len(words) and not words[place].startswith(start):
            place += 1
        if place == len(words):
            return False
        place += 1
    return True


def pick(text: str, names: Mapping[int, str], likely: Sequence[int], what: str) -> int:
    """Return the one that is meant, looking first among the likely ones; else ask."""
    first = {key: names[key] for key in likely if key in names}
    found = find_matches(text, first) or find_matches(text, names)
    if len(found) == 1:
        return found[0]
    if not found:
        raise Unclear(f"There is no {what} {sanitize(text)!r} here.")
    some = [names[key] for key in found[:_MOST_NAMED]]
    if len(found) > _MOST_NAMED:
        some.append(f"one of {len(found) - _MOST_NAMED} more")
    raise Unclear(f"Which {what}: {join_words(some)}? Type more of the name.")


def parse_amount(text: str) -> int | None:
    """Read 120, $120 or 1,200; None if it is not a number."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None or not text.isascii():
        return None
    digits = found.group(1).replace(",", "")
    if len(digits.lstrip("0")) > MOST_DIGITS:
        raise Unclear(
            f"{sanitize(text)} is more than there is in the world: type a smaller number."
        )
    return int(digits)
