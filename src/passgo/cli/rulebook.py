"""Searching the rulebook by section, citation or word, and formatting its paragraphs."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from passgo.citations import CITATIONS, Citation, UnknownCitation
from passgo.cli.errors import UserError
from passgo.cli.text import sanitize
from passgo.say import Words
from passgo.say.rulebook_text import Paragraph, Section
from passgo.spelling import join_words

PIPED_WIDTH: Final = 80
"""The number of columns when the output isn't a terminal."""
WIDEST: Final = 100
"""The maximum number of columns; longer lines are hard to read."""
INDENT: Final = "  "


def find_topic(name: str, sections: Sequence[Section]) -> Citation | list[Section]:
    """Return the rule with this citation, or else the sections with this name."""
    rule = match_rule(name)
    if rule is not None:
        return rule
    found = match_sections(name, sections)
    if found:
        return found
    nearest = nearest_sections(name, sections) or nearest_rules(name)
    hint = f"; did you mean {join_words(nearest)}?" if nearest else "; see passgo rules."
    raise UserError(f"There is no rule or section named {sanitize(name, 60)!r}{hint}")


def find_rule(name: str) -> Citation:
    """Return the rule with this citation, ignoring case, spaces and parentheses."""
    rule = match_rule(name)
    if rule is not None:
        return rule
    nearest = nearest_rules(name)
    hint = f"; did you mean {join_words(nearest)}?" if nearest else "; see passgo rules."
    raise UserError(f"There is no rule with the citation {sanitize(name, 60)!r}{hint}")


def match_rule(name: str) -> Citation | None:
    """Return the rule with this citation, or None."""
    plain = _plain(name)
    words = Words.load()
    by_plain = {_plain(words.format_citation(key)): rule for key, rule in CITATIONS.items()}
    by_plain |= {_plain(key): rule for key, rule in CITATIONS.items()}
    prefixes = ["", "10", "10mcs", "house", "houserule"]
    if "." in plain:
        prefixes.append("cr")
    for prefix in prefixes:
        rule = by_plain.get(prefix + plain)
        if rule is not None:
            return rule
    return None


def match_sections(name: str, sections: Sequence[Section]) -> list[Section]:
    """Return the section with this name, or all sections whose titles contain every word of the name."""
    plain = _plain(name)
    for section in sections:
        if plain in (_plain(section.id), _plain(section.title)):
            return [section]
    typed = set(name.casefold().split())
    return [one for one in sections if typed and typed <= set(one.title.casefold().split())]


def nearest_sections(name: str, sections: Sequence[Section]) -> list[str]:
    """Return the sections with similar names; a name with digits is treated as a citation."""
    import difflib  # slow to load, and needed only for a wrong name

    if any(letter.isdigit() for letter in name):
        return []
    names: dict[str, str] = {}
    for section in sections:
        for word in (section.id, *section.title.casefold().split()):
            names.setdefault(word, section.id)
    close = difflib.get_close_matches(name.strip().casefold()[:60], names, n=3, cutoff=0.7)
    return list(dict.fromkeys(names[word] for word in close))


def nearest_rules(name: str) -> list[str]:
    """Return the citations that are similar to this one."""
    key = name.strip()
    if key[:1].isdigit() and "mcs" not in key.casefold():
        key = f"10 MCS {key}"  # a bare number means a section of the statutes
    return UnknownCitation(key).nearest


def has_words(rule: Citation, words: str) -> bool:
    """Return whether a rule's key, title and sentence together contain all these words."""
    text = f"{rule.key} {rule.title} {rule.says}".casefold()
    return all(word in text for word in words.casefold().split())


def find_paragraph(key: str, book: Sequence[Section]) -> tuple[Section, Paragraph]:
    """Return the paragraph that explains a citation, and its section."""
    for section in book:
        for paragraph in section.paragraphs:
            if key in paragraph.cites:
                return section, paragraph
    raise LookupError(key)


def format_paragraph(section: Section, paragraph: Paragraph, width: int) -> list[str]:
    """Format a paragraph as indented lines, after the title of its section."""
    return wrap(f"{section.title}: {paragraph.text}", width, INDENT)


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap each line of the text."""
    return [
        line
        for part in text.split("\n")
        for line in textwrap.wrap(
            part, max(width, 10), initial_indent=indent, subsequent_indent=indent
        )
    ]


def _plain(name: str) -> str:
    """Keep only the characters that distinguish citations: letters, digits and dots."""
    return "".join(letter for letter in name.casefold() if letter.isalnum() or letter == ".")
