"""The registry of citations is complete and brief, and suggests fixes for typos."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import passgo
from passgo.citations import (
    CITATIONS,
    Citation,
    UnknownCitation,
    all_keys,
    cite,
    nearest,
)
from passgo.engine.citation_keys import CITATION_KEYS, is_citation
from passgo.engine.refusal import PassGoError

# Copied from the statutes: each section with its letters, in order; there is no 80(b).
STATUTES = """
10:
20: a
30: a b b-1 b-2 b-3 c d d-1 d-2 e
40: a b
50: a b b-1 c d e
60: a b c d e f g h i
70: a b
80: a c d e f
90: a b c c-1 d e f
100: a b
110: a a-1 b c
120: a a-1 a-2 b c d e e-1 e-1a e-1b e-2 e-3 e-4 f g h
130: a
140: a b c d e f f-1 g h i i-1
150: a b
160: a
170: a b c d e e-1
180: a b c d e f g h i
190: a b b-1 c d e f g h
200: a
210: a a-1 b b-1 b-2 c c-1 c-2 c-3 c-4 d e e-1 e-1a e-1b e-1c e-1d e-1e e-2
220: a b
"""
# The consolidated rules: each section with its number of paragraphs.
CONSOLIDATED = {1: 0, 2: 0, 3: 5, 4: 5, 5: 5, 6: 3, 7: 0, 8: 0, 9: 0, 10: 0}
HOUSE = [
    "free_parking_pot",
    "double_salary",
    "no_auctions",
    "no_rent_in_jail",
    "uneven_building",
    "unlimited_buildings",
    "first_lap",
    "round_limit",
    "starting_money",
    "custom_board",
]


def expected() -> list[str]:
    keys = []
    for line in STATUTES.strip().splitlines():
        section, letters = line.split(":")
        keys.append(f"10 MCS {section}")
        keys += [f"10 MCS {section}({letter})" for letter in letters.split()]
    for number, parts in CONSOLIDATED.items():
        keys.append(f"CR {number}")
        keys += [f"CR {number}.{part + 1}" for part in range(parts)]
    keys += [f"Ruling {number + 1}" for number in range(36)]
    keys += [f"House {name}" for name in HOUSE]
    return keys


def test_the_registry_has_every_section_in_order() -> None:
    assert all_keys() == expected()
    assert list(CITATIONS) == all_keys()


@pytest.mark.parametrize("key", expected())
def test_each_entry_is_one_or_two_short_sentences(key: str) -> None:
    found = cite(key)
    assert found.key == key
    assert found.title
    assert found.title[0].isupper()
    assert found.title == found.title.strip()
    assert len(found.title) < 60
    assert "\n" not in found.says
    assert "  " not in found.says
    assert len(found.says) < 300
    assert found.says[0].isupper() or found.says[0] == '"'
    assert found.says.endswith(".")
    assert found.says.count(". ") <= 1
    assert found.says.isascii()


def test_no_two_entries_are_the_same() -> None:
    assert len({found.says for found in CITATIONS.values()}) == len(CITATIONS)


def test_house_rules_are_described_as_not_official() -> None:
    for key in all_keys():
        assert key.startswith("House ") == cite(key).says.startswith("House rule, not official:")


def test_a_subsection_has_its_sections_title() -> None:
    assert cite("10 MCS 80(c)").title == cite("10 MCS 80").title == "Buying property"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("10 MCS 80(b)", "10 MCS 80(a)"),
        ("10 MCS 80(b)", "10 MCS 80(c)"),
        ("10 MCS 120(e-1c)", "10 MCS 120(e-1a)"),
        ("CR 5.6", "CR 5.1"),
        ("ruling 7", "Ruling 7"),
        ("House no_auction", "House no_auctions"),
        ("HOUSE ROUND_LIMIT", "House round_limit"),
    ],
)
def test_the_error_for_an_unknown_key_suggests_the_most_similar_keys(
    wrong: str, right: str
) -> None:
    assert right in nearest(wrong)
    with pytest.raises(UnknownCitation) as caught:
        cite(wrong)
    assert isinstance(caught.value, PassGoError)
    assert caught.value.nearest == nearest(wrong)
    assert str(caught.value).startswith(
        f"There is no rule with the citation {wrong!r}; the most similar are "
    )
    assert right in str(caught.value)


def test_a_key_that_resembles_no_other_gets_no_suggestion() -> None:
    assert nearest("?") == []
    with pytest.raises(UnknownCitation, match=r"^There is no rule with the citation '\?'\.$"):
        cite("?")
    assert nearest("x" * 100_000) == []


def test_an_unknown_key_error_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps(UnknownCitation("CR 5.6")))
    assert isinstance(again, UnknownCitation)
    assert str(again) == str(UnknownCitation("CR 5.6"))


def test_a_citation_has_a_readable_repr() -> None:
    shown = repr(Citation("CR 0", "EmptyAgenda", "Nothing is said."))
    assert shown == "Citation('CR 0', 'EmptyAgenda', 'Nothing is said.')"


def test_the_engine_accepts_exactly_the_rules_in_the_registry() -> None:
    words = json.loads((Path(passgo.__file__).parent / "words" / "en.json").read_text("utf-8"))
    assert list(CITATION_KEYS) == list(words["citations"])
    assert all(is_citation(key) for key in CITATIONS)
    assert not is_citation("10 MCS 80(b)")
