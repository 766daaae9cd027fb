"""The rulebook's index: every citation with its title and the rule in one sentence.

    passgo.cite("10 MCS 140").says

The keys are data of the engine (`passgo.engine.citation_keys`, which also says what the sources are).
The sentences are in the word files (`passgo/words/`, sections `titles` and `citations`), one for each
language; the ones here are the English ones. Where the sources differ, a sentence says what its own
source says, and which rule sets follow it.
"""

from __future__ import annotations

import json
import os
from typing import Final

from passgo.engine.citation_keys import CITATION_KEYS
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
    """Read the sentence and the title of every citation from the English words."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "words")
    with open(os.path.join(folder, "en.json"), encoding="utf-8") as file:
        words: dict[str, dict[str, str]] = json.load(file)
    titles, sentences = words["titles"], words["citations"]
    return {
        key: Citation(key, titles[key.partition("(")[0]], sentences[key]) for key in CITATION_KEYS
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
