"""The rulebook's index, searched by citation or by word."""

from __future__ import annotations

from passgo.citations import CITATIONS, Citation, UnknownCitation
from passgo.cli.errors import UserError
from passgo.cli.text import join_words, sanitize
from passgo.say import Words


def find_rule(name: str) -> Citation:
    """Return the rule that a text cites, whatever its case, spaces and brackets."""
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
    key = name.strip()
    if key[:1].isdigit() and "mcs" not in key.casefold():
        key = f"10 MCS {key}"  # the sections of the statutes are what a bare number means
    nearest = UnknownCitation(key).nearest
    hint = f"; did you mean {join_words(nearest)}?" if nearest else "; see passgo rules."
    raise UserError(f"No rule is cited as {sanitize(name, 60)!r}{hint}")


def has_words(rule: Citation, words: str) -> bool:
    """Return whether a rule's key, title or sentence has all these words in it."""
    text = f"{rule.key} {rule.title} {rule.says}".casefold()
    return all(word in text for word in words.casefold().split())


def _plain(name: str) -> str:
    """Keep only what tells citations apart: letters, digits and dots."""
    return "".join(letter for letter in name.casefold() if letter.isalnum() or letter == ".")
