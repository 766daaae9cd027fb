"""Suggestions for misspelled names, and lists of names in a sentence.

    nearest("prot", ["port"])                       "port"
    did_you_mean("prot", ["port"])                  "; did you mean port?"
    describe_unknown("setting", "prot", ["port"])   "There is no setting named 'prot'; did you mean port?"
    join_words(["a", "b", "c"])                     "a, b or c"

Case is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

__all__ = ["closest", "describe_unknown", "did_you_mean", "join_words", "nearest"]

SIMILAR: Final = 0.6
"""The minimum similarity of a suggestion, from 0 to 1."""
LONGEST: Final = 100
"""The number of characters compared; comparison time grows with the square of the length."""
_LONGEST_SHOWN: Final = 60


def closest(word: str, known: Iterable[str], count: int = 3, similar: float = SIMILAR) -> list[str]:
    """Return up to ``count`` known names that resemble a word, most similar first."""
    import difflib  # slow to load, and needed only for misspelled names

    plain = word[:LONGEST].casefold()
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(plain)
    scored: list[tuple[float, int, str]] = []
    for place, name in enumerate(known):
        matcher.set_seq1(name.casefold())
        if matcher.real_quick_ratio() < similar or matcher.quick_ratio() < similar:
            continue
        score = matcher.ratio()
        if score >= similar:
            scored.append((-score, place, name))
    scored.sort()
    return [name for _, _, name in scored[:count]]


def join_words(items: Sequence[str], last: str = "or") -> str:
    """Join items as in a sentence: "one, two or three"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelled name most likely stands for, or None."""
    found = closest(word, known, 1)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that suggests a similar name, or "" if there is none."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


def describe_unknown(what: str, word: str, known: Iterable[str], more: Iterable[str] = ()) -> str:
    """Return an error message for an unknown name, with a similar name or a list of all names.

    ``more`` are other forms of the names, which are suggested but not listed.
    """
    names = list(known)
    hint = did_you_mean(word, [*names, *more]) or f"; choose from {', '.join(names)}."
    return f"There is no {what} named {word[:_LONGEST_SHOWN]!r}{hint}"
