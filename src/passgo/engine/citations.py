"""The index of the rulebook: every citation, with the rule it stands for in one sentence.

Four sources are cited. `10 MCS 80(c)` is the Monopoly Compiled Statutes, section and letter;
`CR 5.4` the consolidated rules; `Ruling 7` a decision of ours where the sources are silent or
cannot be followed to the letter; `House no_auctions` a house rule, which is off unless a table
turns it on. Where the sources differ, a sentence says what its own source says, and which rule
sets follow it.

The sentences stand in the word files (`passgo/words/`, sections `titles` and `citations`), one for
each language; the registry is the English one.
"""

from __future__ import annotations

import json
import os
from typing import Final

from passgo.engine.refusal import PassGoError


class Citation:
    """One rule: how it is cited, what it is about, and what it says."""

    def __init__(self, key: str, title: str, says: str) -> None:
        self.key = key
        self.title = title
        self.says = says

    def __repr__(self) -> str:
        return f"Citation({self.key!r}, {self.title!r}, {self.says!r})"


class UnknownCitation(PassGoError):
    """No rule is cited like this; the message names those that come nearest."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.nearest = nearest(key)
        hint = f"; the nearest are {', '.join(self.nearest)}" if self.nearest else ""
        shown = key if len(key) <= 60 else key[:60] + "..."
        self.sentence = f"No rule is cited as {shown!r}{hint}."
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return self.sentence

    def __reduce__(self) -> tuple[object, ...]:
        return (UnknownCitation, (self.key,))


def _read() -> dict[str, Citation]:
    """Read the registry from the English words."""
    engine = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(engine, os.pardir, "words", "en.json"), encoding="utf-8") as file:
        words: dict[str, dict[str, str]] = json.load(file)
    titles = words["titles"]
    return {
        key: Citation(key, titles[key.partition("(")[0]], says)
        for key, says in words["citations"].items()
    }


CITATIONS: Final[dict[str, Citation]] = _read()
"""Every citation by its key, in the order of the rulebook."""


def cite(key: str) -> Citation:
    """Return the rule cited like this."""
    found = CITATIONS.get(key)
    if found is None:
        raise UnknownCitation(key)
    return found


def nearest(key: str) -> list[str]:
    """Return up to three keys that look like this one, most similar first.

    A known section with an unknown letter gets keys of that section only.
    """
    import difflib  # only a wrong key needs it, and it is slow to load

    wanted = key[:60].casefold()
    section = wanted.partition("(")[0].strip()
    candidates = [known for known in CITATIONS if known.partition("(")[0].casefold() == section]
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    scored: list[tuple[float, int, str]] = []
    for place, known in enumerate(candidates or CITATIONS):
        matcher.set_seq1(known.casefold())
        score = matcher.ratio()
        if score >= 0.5:
            scored.append((-score, place, known))
    scored.sort()
    return [known for _, _, known in scored[:3]]


def all_keys() -> list[str]:
    """Return every key, in the order of the rulebook."""
    return list(CITATIONS)
