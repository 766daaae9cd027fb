"""Finding things by name or number: spaces, deeds, groups, cards and seats.

Actions, states and positions contain plain numbers. These functions turn the names that people
write into those numbers, before the rules see them. Case and punctuation don't matter, and a name
may be shortened (``Oriental`` for Oriental Avenue) as ``short_names`` describes. A name that
matches nothing, or more than one thing, raises ValueError with a suggestion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from passgo.spelling import describe_unknown

Name: TypeAlias = int | str
"""A name or a number."""
MOST_LISTED: Final = 6
"""The maximum number of names that an error lists if they all contain what was asked for."""


def find(what: str, name: Name, names: list[str], more: Sequence[list[str]] = ()) -> int:
    """Return the index of a name in a list; a number is returned unchanged if it is in range.

    ``more`` contains lists of alternative names, in the same order; an empty name is ignored.
    """
    if isinstance(name, int) and not isinstance(name, bool):
        if not 0 <= name < len(names):
            raise ValueError(
                f"There is no {what} {name}; {what}s are numbered 0 to {len(names) - 1}."
            )
        return name
    if not isinstance(name, str):
        raise TypeError(f"A {what} must be a name or a number (got {name!r}).")
    found = [place for place, one in enumerate(names) if one == name]
    if not found:
        wanted = normalize(name)
        for place, one in enumerate(names):
            written = [one] + [others[place] for others in more]
            if wanted and wanted in [normalize(each) for each in written]:
                found.append(place)
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(str(place) for place in found)
        use = f"use a number: {numbers}."
        if len({names[place] for place in found}) == len(found):  # such as two cards with one text
            use = f"use one of {', '.join(names[place] for place in found)}."
        raise ValueError(f"There is more than one {what} named {name!r}; {use}")
    if name.isdecimal() and int(name) < len(names):
        raise ValueError(
            f"There is no {what} named {name!r}; to give a number, leave out the quotes."
        )
    start = f" {normalize(name)}"
    similar: set[str] = set()
    for place, one in enumerate(names):
        written = [one] + [others[place] for others in more]
        if start > " " and any(start in f" {normalize(each)}" for each in written):
            similar.add(one)
    if similar:
        listed = sorted(similar)
        few = ", ".join(listed[:MOST_LISTED]) + (", …" if len(listed) > MOST_LISTED else "")
        which = "one of " if len(listed) > 1 else ""
        raise ValueError(f"There is no {what} named {name!r}; did you mean {which}{few}?")
    known = sorted({each for others in more for each in others if each})
    raise ValueError(describe_unknown(what, name, sorted(set(names)), known))


def normalize(text: str) -> str:
    """Reduce text to lowercase letters and digits, with single spaces between words."""
    plain = "".join(letter if letter.isalnum() else " " for letter in text.casefold())
    return " ".join(plain.split())


def short_names(names: list[str]) -> list[str]:
    """Return a short form of each name, or "" if it has none.

    The short form leaves out the last word if other names end in the same word: Oriental for
    Oriental Avenue. It must not fit another name: Pennsylvania Avenue and Pennsylvania Railroad
    have no short form.
    """
    endings = [name.rpartition(" ")[2] for name in set(names)]
    beginnings = [name.rpartition(" ")[0] for name in names]
    whole = [normalize(name) for name in names]
    starts = [normalize(start) for start in beginnings]
    found: list[str] = []
    for place, start in enumerate(beginnings):
        ending = names[place].rpartition(" ")[2]
        alone = starts.count(starts[place]) == 1 and starts[place] not in whole
        found.append(start if starts[place] and alone and endings.count(ending) > 1 else "")
    return found
