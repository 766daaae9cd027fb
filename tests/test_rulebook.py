"""The rulebook explains every citation once, and its text is true for the rule set in use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import passgo
from passgo.engine.citation_keys import CITATION_KEYS
from passgo.engine.ruleset import OPTIONS, PRESETS, RuleSet, rule_set
from passgo.say import Words
from passgo.say.rulebook_text import Paragraph, compare_presets, read_rulebook
from tools.narration_samples import HOUSE_RULES

FOLDER = Path(passgo.__file__).parent / "words" / "rulebook"
OUTLINE = json.loads((FOLDER / "outline.json").read_text("utf-8"))
ENTRIES = [entry for section in OUTLINE for entry in section["paragraphs"]]
TEXTS = {
    language: json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    for language in Words.languages()
}
RULE_SETS = [*(rule_set(name) for name in PRESETS), HOUSE_RULES]


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def paragraphs(rules: RuleSet, language: str = "en") -> dict[str, Paragraph]:
    book = read_rulebook(rules, Words.load(language))
    return {one.id: one for section in book for one in section.paragraphs}


def test_every_citation_belongs_to_exactly_one_paragraph() -> None:
    explained = [key for entry in ENTRIES for key in entry["cites"]]
    assert sorted(explained) == sorted(CITATION_KEYS)


def test_a_paragraph_is_named_after_its_section() -> None:
    names = [entry["id"] for entry in ENTRIES]
    assert len(set(names)) == len(names)
    for section in OUTLINE:
        for entry in section["paragraphs"]:
            assert entry["id"].startswith(f"{section['id']}."), entry["id"]


@pytest.mark.parametrize("language", Words.languages())
def test_a_language_has_every_string_and_no_others(language: str) -> None:
    assert list(TEXTS[language]["sections"]) == [section["id"] for section in OUTLINE]
    left = set(TEXTS[language]["paragraphs"])
    for entry in ENTRIES:
        name, option = entry["id"], entry.get("by")
        if option is None:
            forms = {name}
        elif isinstance(getattr(rule_set(), option), bool):
            forms = {f"{name}.on", f"{name}.off"}
        else:
            forms = {key for key in left if re.fullmatch(rf"{re.escape(name)}\.(=\d+|\w+)", key)}
            assert f"{name}.other" in forms, name
        assert forms <= left, name
        left -= forms
    assert left == set()


@pytest.mark.parametrize("language", [name for name in TEXTS if name != "en"])
def test_a_language_has_the_same_figures_as_english(language: str) -> None:
    for part, texts in TEXTS["en"].items():
        assert list(TEXTS[language][part]) == list(texts)
        for key, text in texts.items():
            other = TEXTS[language][part][key]
            assert placeholders(other) == placeholders(text), key
            assert other.count("\n") == text.count("\n"), key
            assert set(re.findall(r"\d+", other)) == set(re.findall(r"\d+", text)), key


@pytest.mark.parametrize("language", Words.languages())
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.preset)
def test_every_placeholder_is_filled(rules: RuleSet, language: str) -> None:
    for text in TEXTS[language]["paragraphs"].values():
        assert placeholders(text) <= set(OPTIONS)
    for paragraph in paragraphs(rules, language).values():
        assert paragraph.text
        assert not re.search(r"[{}_]|  ", paragraph.text), paragraph.text
        assert paragraph.text.rstrip("”“)").endswith("."), paragraph.text


def test_figures_match_the_rule_set() -> None:
    usual, short = paragraphs(rule_set()), paragraphs(rule_set("short"))
    assert "two each of the $500" in usual["setup.cash"].text
    assert paragraphs(rule_set(starting_cash=2000))["setup.cash"].text.endswith("with $2,000.")
    assert "$200 or 10%" in usual["taxes.income"].text
    assert short["taxes.income"].text == "If you land on Income Tax, pay $200."
    assert "$100" in paragraphs(rule_set("board"))["taxes.luxury"].text
    assert "next 3 turns" in usual["jail.doubles"].text
    assert "On your next turn" in short["jail.doubles"].text
    assert "4 houses" in usual["building.hotel"].text
    assert "3 houses" in short["building.hotel"].text
    assert "before the next player rolls" in usual["rent.ask"].text
    assert (
        "before the first roll of the second turn after the debtor’s turn"
        in paragraphs(rule_set("statutes"))["rent.ask"].text
    )


def test_a_section_about_a_preset_does_not_depend_on_the_rule_set() -> None:
    for rules in RULE_SETS:
        found = paragraphs(rules)
        assert "shuffled and 3 are dealt" in found["short.deal"].text
        assert "shuffled and 2 are dealt" in found["time.deal"].text


def test_house_rules_change_the_text_and_are_marked_as_in_force() -> None:
    usual, house = paragraphs(rule_set()), paragraphs(HOUSE_RULES)
    assert "immediately auctioned" in usual["buying.decline"].text
    assert "stays with the Bank" in house["buying.decline"].text
    assert not any(one.in_force for one in usual.values())
    named = {entry["id"] for entry in ENTRIES if "house" in entry}
    assert {name for name, one in house.items() if one.in_force} == named


def test_presets_are_compared_by_their_actual_values() -> None:
    rows = {row.option: row for row in compare_presets(Words.load())}
    presets = {name: rule_set(name) for name in PRESETS}
    assert set(rows) == {
        option
        for option in OPTIONS
        if len({getattr(rules, option) for rules in presets.values()}) > 1
    }
    assert list(rows["luxury_tax"].values.values()) == ["$75", "$75", "$100", "$75", "$75"]
    assert rows["time_limit"].values == {**dict.fromkeys(PRESETS, "no"), "time_limit": "yes"}
