"""Plural forms: CLDR's categories, and a string for each."""

from __future__ import annotations

import re

import pytest
from babel import Locale

from passgo.say import Words
from passgo.say.plurals import choose_form, plural_category

NOT_PLURAL = {"replay.error", "replay.moment.trade", "wait.rules"}
"""Keys whose `.other` variant is not a plural form."""
FORM = re.compile(r"(.+)\.(=\d+|zero|one|two|few|many|other)")


@pytest.mark.parametrize("language", Words.languages())
def test_a_number_has_the_category_that_cldr_assigns_to_it(language: str) -> None:
    rule = Locale.parse(language).plural_form
    for number in [*range(-3, 2100), 9_999, 10_000, 100_001, 999_999]:
        assert plural_category(number, language) == rule(number), number


@pytest.mark.parametrize("language", Words.languages())
def test_a_string_with_plural_forms_has_every_form_that_its_language_needs(language: str) -> None:
    needed = {plural_category(number, language) for number in range(200)}
    for section in ("buildings", "web"):
        forms = dict[str, set[str]]()
        for key in Words.load(language).sections[section]:
            if found := FORM.fullmatch(key):
                forms.setdefault(found[1], set()).add(found[2])
        plural = [key for key, found in forms.items() if "other" in found and key not in NOT_PLURAL]
        assert len(plural) > 1
        for key in plural:
            assert {form for form in forms[key] if not form.startswith("=")} == needed, key


def test_a_form_for_an_exact_number_takes_precedence() -> None:
    forms = {"x.=0": "none", "x.one": "one", "x.other": "many"}
    said = [choose_form(forms, "x", number, "en") for number in (0, 1, 2, 21)]
    assert said == ["none", "one", "many", "many"]
    assert choose_form({"x.other": "many"}, "x", 1, "de") == "many"
