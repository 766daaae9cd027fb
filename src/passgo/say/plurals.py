"""Plural categories of whole numbers, as Unicode CLDR defines them for each language.

Texts that depend on a number have one key per category: ``board.houses.one``, ``board.houses.other``. A key
that ends in ``.=0`` is for that number alone and comes first, as in ICU messages: ``count.0.=0`` is
"no houses".

The categories come from CLDR through Babel when the package is built, or installed in place (setup.py); Babel
itself is not needed afterwards. In the browser, ``Intl.PluralRules`` knows them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["choose_form", "plural_category"]

FILE: Final = Path(__file__).parent / "plural_categories.json"


def choose_form(forms: Mapping[str, str], key: str, number: int, language: str) -> str:
    """Return the text for a number: that of the number itself, of its category, or of all others."""
    for form in (f"={number}", plural_category(number, language)):
        if f"{key}.{form}" in forms:
            return forms[f"{key}.{form}"]
    return forms[f"{key}.other"]


def plural_category(number: int, language: str) -> str:
    """Return the CLDR category of a whole number below a million; its sign does not matter."""
    categories, size = _load_categories()[language], abs(number)
    return categories[size if size < 200 else 100 + size % 100]  # the rules look no further


@functools.cache
def _load_categories() -> dict[str, list[str]]:
    """Read the category of 0 to 199 in every language."""
    try:
        found: dict[str, list[str]] = json.loads(FILE.read_text("utf-8"))
    except FileNotFoundError:
        sentence = f"{FILE} is written when PassGo is built: install PassGo, if only in place."
        raise LookupError(sentence) from None
    return found
