"""Every language has the same strings and numbers as English, and a game can be narrated in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from passgo.boards import board_from_data
from passgo.bots.chaos import RandomBot
from passgo.bots.driver import Driver
from passgo.bots.simple import SimpleBot
from passgo.citations import CITATIONS
from passgo.engine.board import Board, classic
from passgo.engine.chance import Seeded
from passgo.engine.events import (
    BuildingBought,
    CardDrawn,
    Event,
    MoneyPaid,
    PropertyBought,
    TokenMoved,
    TradeOffered,
)
from passgo.engine.game import Game
from passgo.engine.ruleset import rule_set
from passgo.engine.state import Offer
from passgo.engine.trade_terms import TradeTerms
from passgo.say import Lexicon, Words, narrate, say
from tests import scene as s
from tools.narration_samples import SampleCollector, WatchedBot

FOLDER = Path(__file__).parent.parent / "src" / "passgo" / "words"
ENGLISH = Words.load("en")
OTHERS = [language for language in Words.languages() if language != "en"]
LEXICON = Lexicon(["Ann", "Bob", "Cy", "Dee"], classic())
OWN = {"spaces", "places", "groups", "cards"}
"""Sections that every language except English has; English uses the board's own text."""
SAME = {
    "de": {
        "Bot",
        "Bot, {level}",
        "Bot, {role}, {level}",
        "Chat",
        "Enter",
        "Esc",
        "H",
        "Hotel",
        "Hotels",
        "R {round}",
        "System",
        "offline",
    }
}
"""Strings that are the same as in English."""
FOREIGN = {
    "de": re.compile(
        r"\b(the|you|your|and|with|is|are|of|to|for|not|this|has|have|from|it|no|at|be)\b", re.I
    )
}
"""Common English words that do not exist in the language."""


def placeholders(text: str) -> set[tuple[str, str]]:
    """Return the placeholders in a template, without prepositions."""
    return set(re.findall(r"\{(?:\w+ )?(\w+)(?: of (\w+))?\}", text))


def test_there_is_a_second_language() -> None:
    assert OTHERS == ["de"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_keys_as_english(language: str) -> None:
    sections = Words.load(language).sections
    assert set(sections) - OWN == set(ENGLISH.sections)
    for name, section in ENGLISH.sections.items():
        assert list(sections[name]) == list(section), name


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_numbers_as_english(language: str) -> None:
    sections = Words.load(language).sections
    for name, section in ENGLISH.sections.items():
        for key, text in section.items():
            said = sections[name][key]
            assert placeholders(said) == placeholders(text), (name, key)
            assert bool(said) == bool(text), (
                name,
                key,
            )  # an empty string is empty in every language
            if key.startswith("side.key."):
                continue  # labels on keyboard keys, such as Pos1
            sums = {re.sub(r"\W", "", found) for found in re.findall(r"\d[\d.,]*\d|\d", text)}
            written = {re.sub(r"\W", "", found) for found in re.findall(r"\d[\d.,]*\d|\d", said)}
            assert sums == written, (name, key)


@pytest.mark.parametrize("language", OTHERS)
def test_no_string_in_a_language_is_left_in_english(language: str) -> None:
    sections = Words.load(language).sections
    left = set[str]()
    for name, section in ENGLISH.sections.items():
        for key, text in section.items():
            said = sections[name][key]
            spoken = re.sub(r"\{[^}]*\}|PassGo", "", said)
            assert not FOREIGN[language].search(spoken), (name, key)
            if said == text and re.search(r"[A-Za-z]", spoken):
                left.add(text)
    assert left == SAME[language]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_translates_the_text_on_the_classic_board(language: str) -> None:
    words, board = Words.load(language), classic()
    names = {space.name for space in board.spaces if space.deed < 0}
    assert set(words.sections["spaces"]) == names
    assert list(words.sections["groups"]) == [group.key for group in board.groups]
    assert list(words.sections["cards"]) == [card.key for card in board.cards]
    for card in board.cards:
        sums = set(re.findall(r"\d+", card.text))
        assert set(re.findall(r"\d+", words.card_text(card))) == sums, card.key


@pytest.mark.parametrize("language", Words.languages())
def test_no_citation_shows_an_internal_name(language: str) -> None:
    words = Words.load(language)
    for key in CITATIONS:
        shown = words.format_citation(key), words.sections["titles"][key.partition("(")[0]]
        for text in (*shown, words.sections["citations"][key]):
            assert "_" not in text, text
        assert not shown[0].startswith("House ") or shown[0].startswith("House rule: "), shown


def test_a_citation_has_the_name_that_players_use() -> None:
    german = Words.load("de")
    assert (
        ENGLISH.format_citation("10 MCS 80(c)")
        == german.format_citation("10 MCS 80(c)")
        == "10 MCS 80(c)"
    )
    assert ENGLISH.format_citation("CR 5.4") == german.format_citation("CR 5.4") == "CR 5.4"
    assert [words.format_citation("Ruling 9") for words in (ENGLISH, german)] == [
        "Ruling 9",
        "Festlegung 9",
    ]
    assert ENGLISH.format_citation("House free_parking_pot") == "House rule: Free Parking jackpot"
    assert german.format_citation("House free_parking_pot") == "Hausregel: Geld auf Frei Parken"
    assert ENGLISH.format_citation("House none_such") == "House rule"


@pytest.mark.parametrize("language", OTHERS)
def test_keys_are_unique_and_values_are_text(language: str) -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len({key for key, _ in pairs}) == len(pairs)
        return dict(pairs)

    text = (FOLDER / f"{language}.json").read_text("utf-8")
    data = json.loads(text, object_pairs_hook=once)
    assert all(isinstance(text, str) for section in data.values() for text in section.values())


@pytest.mark.parametrize("language", OTHERS)
def test_a_whole_game_can_be_narrated(language: str) -> None:
    words = Words.load(language)
    collector = SampleCollector()
    bots = [
        WatchedBot(bot, collector, 7)
        for bot in (SimpleBot(), RandomBot(1), SimpleBot(), RandomBot(2))
    ]
    game = Game(4, Seeded(4), rule_set(starting_cash=600), listener=collector)
    Driver(game, list(bots)).run(400)
    lines = narrate(collector.events, words, LEXICON)
    english = narrate(collector.events, ENGLISH, LEXICON)
    assert [line.events for line in lines] == [line.events for line in english]
    for line, other in zip(lines, english, strict=True):
        assert not re.search(r"[{}!]|  |None|\b-1\b", line.text), line.text
        assert re.search(r"[.?“]$", line.text), line.text
        assert line.text != other.text or line.text.count(" ") < 3, line.text
    assert len(collector.lines) > 50  # questions and refusals along the way, in every language


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (PropertyBought(0, s.BALTIC, 60), "Ann kauft Baltic Avenue für 60 $."),
        (MoneyPaid(-1, 0, 1200, "card", "10 MCS 100"), "Die Bank zahlt 1.200 $ an Ann."),
        (MoneyPaid(0, -1, 75, "tax", "CR 5.4"), "Ann zahlt 75 $ Steuern an die Bank."),
        (TokenMoved(0, 3, s.JAIL, "dice", ""), "Ann landet auf dem Gefängnisfeld, nur zu Besuch."),
        (TokenMoved(0, 0, 7, "dice", ""), "Ann landet auf dem Ereignisfeld."),
        (TokenMoved(0, 7, 39, "dice", ""), "Ann landet auf dem Boardwalk."),
        (TokenMoved(0, 30, 0, "dice", ""), "Ann landet auf Los."),
        (
            TokenMoved(0, 7, 4, "back", ""),
            "Ann geht zurück und landet auf dem Feld „Einkommensteuer“.",
        ),
        (
            BuildingBought(0, s.BALTIC, 1, 50, "CR 7"),
            "Ann baut für 50 $ ein Haus auf der Baltic Avenue und hat dort jetzt 1 Haus.",
        ),
        (
            CardDrawn(0, 1),
            "Ann zieht eine Ereigniskarte: „Rücke vor bis auf Los. Du bekommst 200 $.“",
        ),
        (
            TradeOffered(
                Offer(
                    3,
                    0,
                    1,
                    TradeTerms(
                        give_cash=50, give_deeds=(s.BALTIC,), get_deeds=(s.READING,), get_cards=(8,)
                    ),
                ),
                "",
            ),
            "Ann bietet Bob Baltic Avenue und 50 $ für Reading Railroad und "
            "„Du kommst aus dem Gefängnis frei“ (Ereigniskarte).",
        ),
    ],
)
def test_german_sentences_are_correct(event: Event, text: str) -> None:
    said = say(event, Words.load("de"), LEXICON)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == text


def test_a_space_has_an_article_after_a_preposition_in_german() -> None:
    """10 MCS 40: a token lands on a space of any kind."""
    words = Words.load("de")
    bare = set()
    for space in classic().spaces:
        said = say(TokenMoved(0, 1, space.number, "card", ""), words, LEXICON)
        if not re.fullmatch(r"Ann landet auf (der|dem|den) .+\.", said):
            bare.add(said)
    assert bare == {
        "Ann landet auf Los.",
        "Ann landet auf Frei Parken.",
        "Ann landet auf Marvin Gardens.",
    }


def test_an_unknown_space_has_no_article() -> None:
    words = Words.load("de")
    assert say(TokenMoved(0, 1, 77, "card", ""), words, LEXICON) == "Ann landet auf Feld 77."
    assert words.place("auf", "Bad Street") == "auf Bad Street"
    assert ENGLISH.place("on", "Jail") == "on Jail"


@pytest.mark.parametrize("language", OTHERS)
def test_every_place_belongs_to_the_classic_board(language: str) -> None:
    words, board = Words.load(language), classic()
    names = {words.space(space.number, board) for space in board.spaces}
    used = {
        preposition
        for section in words.sections.values()
        for text in section.values()
        for preposition in re.findall(r"\{(\w+) \w+\}", text)
    }
    for place in words.sections["places"]:
        preposition, _, name = place.partition(" ")
        assert preposition in used, place
        assert name in names, place


def test_an_amount_is_never_broken_across_lines() -> None:
    assert Words.load("de").money(-1234) == "−1.234\N{NO-BREAK SPACE}$"


def test_a_custom_board_keeps_its_printed_text() -> None:
    """A modified copy of the classic board may still have the classic keys."""
    data = classic().to_data()
    groups, cards = data["groups"], data["chance"]
    assert isinstance(groups, list)
    assert isinstance(cards, list)
    groups[0]["name"] = "Purple"
    cards[0]["text"] = "Walk to Boardwalk."
    board: Board = board_from_data(data)
    words = Words.load("de")
    assert [words.group(number, board) for number in (0, 1)] == ["Purple", "Hellblau"]
    assert words.card(0, board) == "„Walk to Boardwalk“ (Ereigniskarte)"
    assert words.card_text(board.cards[8]) == "Du kommst aus dem Gefängnis frei."
