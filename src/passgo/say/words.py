"""The words of a language, and its formats for names, money, properties and cards."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from passgo.engine.board import Board, Card, classic
from passgo.engine.state import BANK, POT
from passgo.say.plurals import choose_form

_FOLDER: Final = Path(__file__).parent.parent / "words"
_PLACEHOLDER: Final = re.compile(r"\{(?:(\w+) )?(\w+)(?: of (\w+))?\}")

_KINDS: Final = {
    "player": "seat seats owner tenant payer payee maker partner debtor creditor giver taker heir "
    "waiting leader bidders asked asker winners passer",
    "space": "space spaces other lower higher unmortgaged",
    "money": "amount price cost cash bid fine give get gain loss raisable missing interest worth "
    "flat least total limit reserve",
    "level": "houses lower_houses higher_houses",
    "card": "card",
    "group": "group",
    "kind": "kind",
    "chance": "mine mine_offered mine_after yours yours_after",
}
_KIND_OF: Final = {name: kind for kind, names in _KINDS.items() for name in names.split()}
"""The kind of each placeholder that has one; all others are plain numbers or text."""


class Lexicon:
    """The sources of the names in sentences: the players and the board."""

    def __init__(self, names: Sequence[str], board: Board) -> None:
        self.names = list(names)
        self.board = board

    def __repr__(self) -> str:
        return f"<Lexicon: {', '.join(self.names) or 'no names'}; {self.board.name}>"


class Words:
    """The words of one language."""

    def __init__(self, sections: Mapping[str, Mapping[str, str]], language: str = "en") -> None:
        self.sections = sections
        self.language = language

    def __repr__(self) -> str:
        return f"<Words: {self.language}>"

    @classmethod
    def load(cls, language: str = "en") -> Words:
        """Load a language's word file; raise LookupError if there is none."""
        if language not in cls.languages():
            raise LookupError(
                f"There is no language named {language!r}; choose from {', '.join(cls.languages())}."
            )
        sections = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
        return cls({name: dict(section) for name, section in sections.items()}, language)

    @staticmethod
    def languages() -> list[str]:
        """Return the available languages."""
        return sorted(file.stem for file in _FOLDER.glob("*.json"))

    def template(self, section: str, name: str, *variants: str) -> str:
        """Return the template for a name, in the most specific variant available."""
        found = self.sections[section]
        parts = [variant for variant in variants if variant]
        while parts:
            key = ".".join([name, *parts])
            if key in found:
                return found[key]
            parts.pop()
        return found[name]

    def name(self, key: str, **values: object) -> str:
        """Return one of the short phrases used in names, with its values filled in."""
        return self.sections["names"][key].format(**values)

    def fill(self, template: str, values: Mapping[str, object], lexicon: Lexicon) -> str:
        """Fill in a template and capitalize the first letter to make a sentence."""
        text = self.fill_clause(template, values, lexicon)
        if text[:1].islower() and not text.startswith(tuple(lexicon.names)):
            text = text[0].upper() + text[1:]  # the sentence may begin with "the Bank"
        return text

    def fill_clause(self, template: str, values: Mapping[str, object], lexicon: Lexicon) -> str:
        """Fill in a template, formatting each placeholder by its kind."""

        def write_placeholder(match: re.Match[str]) -> str:
            preposition, name, kind = match.groups()
            if kind is not None:
                return self.format_count(values[name], values[kind])
            text = self.value(name, values[name], lexicon)
            return text if preposition is None else self.place(preposition, text)

        return _PLACEHOLDER.sub(write_placeholder, template)

    def value(self, name: str, value: object, lexicon: Lexicon, last: str = "and") -> str:
        """Format a value, or a list of values, according to the name of its placeholder."""
        if isinstance(value, str):
            return value
        if isinstance(value, list | tuple):
            return self.row([self.value(name, each, lexicon) for each in value], last)
        assert isinstance(value, int), (name, value)
        kind = _KIND_OF.get(name)
        board = lexicon.board
        if kind == "player":
            return self.player(value, lexicon)
        if kind == "money":
            return self.money(value)
        if kind == "chance":
            return self.name("percent", whole=value // 10, tenth=value % 10)
        if kind == "space":
            return self.space(value, board)
        if kind == "group":
            return self.group(value, board)
        if kind == "card":
            return self.card(value, board)
        if kind == "level":
            return self.sections["buildings"][f"level.{value}"]
        if kind == "kind":
            return self.sections["buildings"][f"kind.{value}"]
        return str(value)

    def format_citation(self, key: str) -> str:
        """Return a citation as players see it; rulings and house rules have their own format."""
        source, _, number = key.partition(" ")
        if source == "Ruling":
            return self.name("cite.ruling", number=number)
        if source != "House":
            return key
        rule = self.sections["titles"].get(key)
        return self.name("cite.house") if rule is None else self.name("cite.house.named", rule=rule)

    def player(self, seat: int, lexicon: Lexicon) -> str:
        """Return the name of a player, the Bank or the pot."""
        if seat == BANK:
            return self.name("bank")
        if seat == POT:
            return self.name("pot")
        known = 0 <= seat < len(lexicon.names)
        return lexicon.names[seat] if known else self.name("seat", number=seat)

    def money(self, amount: int) -> str:
        """Format an amount of money: $1,234."""
        digits = f"{abs(amount):,}".replace(",", self.name("thousands"))
        return self.name("money.negative" if amount < 0 else "money", digits=digits)

    def space(self, number: int, board: Board) -> str:
        """Return the name of a space; streets have the same name in every language."""
        if not 0 <= number < board.size:
            return self.name("space", number=number)
        printed = board.spaces[number].name
        return self.sections.get("spaces", {}).get(printed, printed)

    def place(self, preposition: str, name: str) -> str:
        """Return a space's name, preceded by the preposition and by an article if the language needs one."""
        plain = f"{preposition} {name}"
        return self.sections.get("places", {}).get(plain, plain)

    def group(self, number: int, board: Board) -> str:
        """Return the name of a group."""
        if not 0 <= number < len(board.groups):
            return self.name("group", number=number)
        group = board.groups[number]
        return self._translate("groups", group.key, group.name)

    def card(self, number: int, board: Board) -> str:
        """Return the name of a card."""
        if not 0 <= number < len(board.cards):
            return self.name("card.unknown", number=number)
        card = board.cards[number]
        text = self.card_text(card).rstrip(".")
        return self.name("card", text=text, deck=self.name(f"deck.{card.deck}"))

    def card_text(self, card: Card) -> str:
        """Return the text of a card."""
        return self._translate("cards", card.key, card.text)

    def _translate(self, section: str, key: str, printed: str) -> str:
        """Translate text from the classic board; return text from other boards unchanged."""
        known = _classic().get((section, key)) == printed
        return self.sections.get(section, {}).get(key, printed) if known else printed

    def format_count(self, number: object, kind: object) -> str:
        """Format a number of houses or hotels."""
        assert isinstance(number, int), number
        forms = self.sections["buildings"]
        return choose_form(forms, f"count.{kind}", number, self.language).format(number=number)

    def row(self, items: Sequence[str], last: str = "and") -> str:
        """Join items into a list such as "one, two and three"."""
        if not items:
            return self.name("nothing")
        if len(items) == 1:
            return items[0]
        return self.name(last, head=self.name("comma").join(items[:-1]), last=items[-1])


@functools.cache
def _classic() -> dict[tuple[str, str], str]:
    """Return the classic board's text, the only board text that is translated."""
    cards = {("cards", card.key): card.text for card in classic().cards}
    return cards | {("groups", group.key): group.name for group in classic().groups}
