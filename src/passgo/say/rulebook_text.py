"""The rulebook in plain words, for one rule set, and a comparison of the presets.

    read_rulebook(rules, words)     every section with its paragraphs
    compare_presets(words)          every option that differs among the presets

The folder `passgo/words/rulebook/` contains the outline, which all languages share, and the text
in each language. A paragraph lists the citations that it explains; every citation belongs to
exactly one paragraph. `{salary}` stands for the value of that option. A paragraph that depends on
an option (`by`) has one text for each form of its value: `.on` and `.off`, or the forms of a number
(`.=0`, `.one`, `.other`). A section with a `preset` always describes that preset, even if the table
uses a different one.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from passgo.engine.ruleset import OPTIONS, PRESETS, RuleSet, house_rules, rule_set
from passgo.say.plurals import choose_form
from passgo.say.words import Words

_FOLDER: Final = Path(__file__).parent.parent / "words" / "rulebook"
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_MONEY: Final = frozenset({"starting_cash", "salary", "income_tax_flat", "luxury_tax", "jail_fine"})


class Paragraph(NamedTuple):
    """A paragraph in the rulebook; its text may have several lines."""

    id: str
    text: str
    cites: tuple[str, ...]
    """The keys of the citations that the paragraph explains."""
    in_force: bool
    """Whether it is about a house rule that is in use."""


class Section(NamedTuple):
    """A section in the rulebook."""

    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class PresetRow(NamedTuple):
    """An option that differs among the presets, with its value in each preset."""

    option: str
    label: str
    values: dict[str, str]


def read_rulebook(rules: RuleSet, words: Words) -> list[Section]:
    """Return the rulebook for a rule set."""
    texts = _load_texts(words.language)
    house = set(house_rules(rules))
    sections = []
    for section in _load_outline():
        preset = section.get("preset")
        values = rules if preset is None else rule_set(preset)
        paragraphs = tuple(
            Paragraph(
                entry["id"],
                _write(entry, values, texts["paragraphs"], words),
                tuple(entry["cites"]),
                not house.isdisjoint(entry.get("house", ())),
            )
            for entry in section["paragraphs"]
        )
        sections.append(Section(section["id"], texts["sections"][section["id"]], paragraphs))
    return sections


def _write(entry: Mapping[str, Any], rules: RuleSet, texts: Mapping[str, str], words: Words) -> str:
    """Choose a paragraph's text, and fill in the values of its options."""
    option = entry.get("by")
    value = None if option is None else getattr(rules, option)
    key = entry["id"]
    if value is None:
        text = texts[key]
    elif isinstance(value, bool):
        text = texts[f"{key}.on" if value else f"{key}.off"]
    else:
        text = choose_form(texts, key, value, words.language)
    return _PLACEHOLDER.sub(lambda match: _format_value(rules, match[1], words), text)


def _format_value(rules: RuleSet, option: str, words: Words) -> str:
    """Write the value of an option: yes or no, money, or a number."""
    value = getattr(rules, option)
    if isinstance(value, bool):
        return words.sections["web"]["rulebook.yes" if value else "rulebook.no"]
    return words.money(value) if option in _MONEY else str(value)


def compare_presets(words: Words) -> list[PresetRow]:
    """Return the options that differ among the presets, in the usual order."""
    presets = {name: rule_set(name) for name in PRESETS}
    labels = words.sections["web"]
    return [
        PresetRow(
            option,
            labels[f"new.option.{option}"],
            {name: _format_value(rules, option, words) for name, rules in presets.items()},
        )
        for option in OPTIONS
        if len({getattr(rules, option) for rules in presets.values()}) > 1
    ]


@functools.cache
def _load_outline() -> list[dict[str, Any]]:
    outline: list[dict[str, Any]] = json.loads((_FOLDER / "outline.json").read_text("utf-8"))
    return outline


@functools.cache
def _load_texts(language: str) -> dict[str, dict[str, str]]:
    texts: dict[str, dict[str, str]] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return texts
