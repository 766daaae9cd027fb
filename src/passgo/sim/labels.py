"""Short labels for long names, which stay different from each other.

    distinct_labels(["my_bots:Trader(premium=3,reserve=50)", "my_bots:Trader(premium=3,reserve=90)"], 23)

gives "my_bots:T...reserve=50)" and "my_bots:T...reserve=90)". ``legend_lines`` explains numbered labels.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

__all__ = ["distinct_labels", "legend_lines"]

_CUT: Final = "..."


def distinct_labels(
    names: Iterable[str],
    longest: int,
    fits: Callable[[str], bool] | None = None,
    mark: str = _CUT,
) -> dict[str, str]:
    """Return a label for each name, of at most ``longest`` characters; no two names share a label.

    A name that is too long is cut at the end or, if that would make it look like others, in the
    part that it shares with them. If that isn't enough, the labels are numbered. ``fits`` may add
    another limit to the number of characters, such as a width in pixels; ``mark`` stands for what
    is left out.
    """
    every = list(dict.fromkeys(names))

    def is_short(label: str) -> bool:
        return len(label) <= longest and (fits is None or fits(label))

    labels = {name: _cut(name, "", is_short, mark) for name in every}
    numbered: list[str] = []
    for group in _repeated(labels):
        shared = _common_start(group)
        start = max(shared.rfind(letter) for letter in "(, :") + 1  # a whole option
        if not all(is_short(mark + name[start:]) for name in group):
            numbered += group
            continue
        for name in group:
            labels[name] = _cut(name, name[start:], is_short, mark)
    for group in _repeated(labels):
        numbered += [name for name in group if name not in numbered]
    for number, name in enumerate(numbered, 1):
        labels[name] = _cut(name, f"#{number}", is_short, mark)
    return labels


def legend_lines(names: Iterable[str], longest: int) -> list[str]:
    """Return a line with the whole name for each label that is numbered."""
    labels = distinct_labels(names, longest)
    return [
        f"{label}: {name}"
        for name, label in labels.items()
        if label != name and re.search(r"#\d+$", label)
    ]


def _cut(name: str, end: str, is_short: Callable[[str], bool], mark: str) -> str:
    """Return a name, or as much of its beginning as fits before the mark and an ending."""
    if is_short(name):
        return name
    head = name[: len(name) - len(end)] if name.endswith(end) else name
    while head and not is_short(head + mark + end):
        head = head[:-1]
    while end and not is_short(head + mark + end):
        end = end[:-1]
    return head + mark + end


def _common_start(names: list[str]) -> str:
    """Return the characters with which all names begin."""
    first, last = min(names), max(names)
    length = 0
    while length < len(first) and first[length] == last[length]:
        length += 1
    return first[:length]


def _repeated(labels: dict[str, str]) -> list[list[str]]:
    """Return the names whose labels are the same, one list for each such label."""
    counts = Counter(labels.values())
    return [
        [name for name, one in labels.items() if one == label and one != name]
        for label, count in counts.items()
        if count > 1
    ]
