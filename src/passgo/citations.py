"""An index of the rulebook: every citation with its title and a short summary.

    passgo.cite("10 MCS 140").says

The keys are defined in the engine (`passgo.engine.citation_keys`, which also describes the
sources). The titles and summaries are in the word files (`passgo/words/`, sections `titles` and
`citations`), one file per language; this module uses English. Where the sources differ, each
summary states the rule in its own source and names the rule sets that follow it.
"""

from __future__ import annotations

import json
import os
from typing import Final

from passgo.engine.citation_keys import CITATION_KEYS
from passgo.engine.refusal import PassGoError
from passgo.spelling import closest


class Citation:
    """A rule: its key, title and summary."""

    def __init__(self, key: str, title: str, says: str) -> None:
        self.key = key
        self.title = title
        self.says = says

    def __repr__(self) -> str:
        return f"Citation({self.key!r}, {self.title!r}, {self.says!r})"


class UnknownCitation(PassGoError):
    """A citation that does not exist; the message suggests similar ones."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.nearest = nearest(key)
        hint = f"; the most similar are {', '.join(self.nearest)}" if self.nearest else ""
        shown = key if len(key) <= 60 else key[:60] + "..."
        self.sentence = f"There is no rule with the citation {shown!r}{hint}."
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return self.sentence

    def __reduce__(self) -> tuple[object, ...]:
        return (UnknownCitation, (self.key,))


def _read() -> dict[str, Citation]:
    """Read every citation's title and summary from the English word file."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "words")
    with open(os.path.join(folder, "en.json"), encoding="utf-8") as file:
        words: dict[str, dict[str, str]] = json.load(file)
    titles, sentences = words["titles"], words["citations"]
    return {
        key: Citation(key, titles[key.partition("(")[0]], sentences[key]) for key in CITATION_KEYS
    }


CITATIONS: Final[dict[str, Citation]] = _read()
"""Every citation by key, in rulebook order."""


def cite(key: str) -> Citation:
    """Return the rule with this citation."""
    found = CITATIONS.get(key)
    if found is None:
        raise UnknownCitation(key)
    return found


def nearest(key: str) -> list[str]:
    """Return up to three keys similar to this one, most similar first.

    For a known section with an unknown letter, return only keys from that section.
    """
    section = key.casefold().partition("(")[0].strip()
    candidates = [known for known in CITATIONS if known.partition("(")[0].casefold() == section]
    return closest(key[:60], candidates or CITATIONS, similar=0.5)


def all_keys() -> list[str]:
    """Return every key, in rulebook order."""
    return list(CITATIONS)
