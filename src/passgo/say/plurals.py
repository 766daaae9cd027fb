"""Plural categories of whole numbers, as defined for each language by Unicode CLDR.

A string that depends on a number has one key per category: ``board.houses.one``,
``board.houses.other``. A key ending in ``.=0`` applies to that number only and takes precedence, as
in ICU messages: ``count.0.=0`` is "no houses".

The categories are generated from CLDR with Babel when the package is built or installed in place
(setup.py); Babel is not needed afterward. The browser uses ``Intl.PluralRules``.
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
    """Return the text for exactly this number, for its category, or for "other"."""
    for form in (f"={number}", plural_category(number, language)):
        if f"{key}.{form}" in forms:
            return forms[f"{key}.{form}"]
    return forms[f"{key}.other"]


def plural_category(number: int, language: str) -> str:
    """Return the CLDR category of a whole number below a million, ignoring its sign."""
    categories, size = _load_categories()[language], abs(number)
    return categories[size if size < 200 else 100 + size % 100]  # only the last digits matter


@functools.cache
def _load_categories() -> dict[str, list[str]]:
    """Read the categories of the numbers 0 to 199 in every language."""
    try:
        found: dict[str, list[str]] = json.loads(FILE.read_text("utf-8"))
    except FileNotFoundError:
        sentence = f"{FILE} is missing; install PassGo, which generates it."
        raise LookupError(sentence) from None
    return found
