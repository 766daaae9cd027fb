"""Print narration samples from a few games, to compare with the browser's narration.

    python -m tools.narration_samples > narration.jsonl

Each line is one sample, in every language:

    {"names": […], "events": […], "lines": {"en": [{"text": …, "cites": […]}, …], "de": […]}}
    {"names": […], "refusal": {…}, "said": {"en": "…", "de": "…"}}
    {"names": […], "asked": {…}, "said": {…}}
    {"names": […], "option": {…}, "said": {…}}
    {"names": […], "reason": {"code": …, "values": {…}}, "said": {…}}
    {"names": […], "cite": "Ruling 7", "said": {…}}
    {"names": […], "rulebook": {"rules": {…}, "presets": {…}}, "said": {…}}

Events, refusals, questions and options are written in the same form as on the wire.
web/tests/say-as-python.test.ts reads the samples.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from passgo.bots.bot import Bot
from passgo.bots.chaos import RandomBot
from passgo.bots.driver import Driver
from passgo.bots.simple import SimpleBot
from passgo.citations import CITATIONS
from passgo.codec import EVENTS, event_to_data, kind_of, option_to_data, refusal_to_data, to_json
from passgo.engine.action import Action
from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.events import Event, Listener
from passgo.engine.game import Game, View
from passgo.engine.refusal import Refusal
from passgo.engine.ruleset import PRESETS, RuleSet, rule_set, rules_to_data
from passgo.engine.state import BANK, POT, Inquiry, Offer
from passgo.engine.trade_terms import TradeTerms
from passgo.engine.value import fields_of
from passgo.say import Lexicon, Words, narrate, say_option, say_reason, say_refusal
from passgo.say.questions import QuestionText, find_questions, say_question
from passgo.say.rulebook_text import read_rulebook

LANGUAGES: Final = Words.languages()
WORDS: Final = {language: Words.load(language) for language in LANGUAGES}
NAMES: Final = ["Ann", "die Bank", "émile", "{seat} $1 & <b>"]
"""Names that could be mistaken for something else: the Bank, a lowercase word, a template."""
LEXICON: Final = Lexicon(NAMES, classic())
PLACEHOLDER: Final = re.compile(r"\{(\w+)(?: of (\w+))?\}")


class SampleCollector(Listener):
    """A collector of events, and of every distinct question, option and refusal."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.lines: dict[tuple[str, ...], str] = {}

    def on_event(self, event: Event) -> None:
        """Collect an event."""
        self.events.append(event)

    def note(self, name: str, data: object, said: dict[str, str]) -> None:
        """Collect one sentence, in every language."""
        self.lines[name, *said.values()] = to_json({"names": NAMES, name: data, "said": said})

    def note_refusal(self, refusal: Refusal) -> None:
        """Collect a refusal."""
        said = {name: say_refusal(refusal, words, LEXICON) for name, words in WORDS.items()}
        self.note("refusal", refusal_to_data(refusal), said)

    def note_question(self, question: QuestionText) -> None:
        """Collect a question."""
        said = {name: say_question(question, words, LEXICON) for name, words in WORDS.items()}
        self.note("asked", question._asdict(), said)

    def note_options(self, view: View) -> None:
        """Collect a seat's current questions, options and refusals."""
        for question in find_questions(view.state, view.seat):
            self.note_question(question)
        for option in view.options(refused=True):
            if option.refusal is not None:
                self.note_refusal(option.refusal)
                continue
            said = {name: say_option(option, words, LEXICON) for name, words in WORDS.items()}
            self.note("option", option_to_data(option), said)


class WatchedBot(Bot):
    """A wrapper around a bot that collects samples before every few decisions."""

    def __init__(self, bot: Bot, collector: SampleCollector, often: int) -> None:
        self.bot = bot
        self.collector = collector
        self.often = often
        self.count = 0

    def decide(self, view: View) -> Action:
        """Let the wrapped bot decide."""
        self.count += 1
        if self.count % self.often == 0:
            self.collector.note_options(view)
        return self.bot.decide(view)

    def idle(self, view: View) -> Action | None:
        """Let the wrapped bot act."""
        return self.bot.idle(view)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Let the wrapped bot answer."""
        return self.bot.answer(view, offer)

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Let the wrapped bot answer an inquiry."""
        return self.bot.quote(view, inquiry)


def play_games() -> Iterator[SampleCollector]:
    """Play a few games that cover most events."""
    for seed in range(3):
        yield play(seed, [RandomBot(n, resigns=True) for n in range(4)], 120)
    yield play(4, [SimpleBot() for _ in range(4)], 400)
    house = rule_set(free_parking_pot=True, no_auctions=True)
    yield play(2, [SimpleBot(), RandomBot(2)], 100, house)
    yield play(2, [SimpleBot(), SimpleBot()], 20, rule_set("time_limit"))
    yield play(3, [RandomBot(1), RandomBot(2), SimpleBot()], 100, rule_set("short"))
    yield play(6, [SimpleBot(), SimpleBot()], 90, rule_set(round_limit=5))
    rich = rule_set(starting_cash=9000, uneven_building=True, no_building_before_lap=True)
    yield play(5, [RandomBot(n) for n in range(3)], 150, rich)


def play(
    seed: int, bots: Sequence[Bot], turns: int, rules: RuleSet | None = None
) -> SampleCollector:
    """Play one game and collect samples from it."""
    collector = SampleCollector()
    watched: list[Bot] = [WatchedBot(bot, collector, 7) for bot in bots]
    game = Game(len(bots), Seeded(seed), rules or rule_set(), listener=collector)
    Driver(game, watched).run(turns)
    return collector


def invent_samples() -> SampleCollector:
    """Collect every refusal, question and reason, with values that may never occur in a game."""
    collector = SampleCollector()
    words = WORDS["en"].sections
    for number in (POT, BANK, 0, 1, 3, 1234567):
        for code, template in words["refusals"].items():
            values = {"seat": 1, "waiting": number, "owner": number, "on": abs(number) % 2}
            values |= dict.fromkeys(find_placeholders(template), number)
            level = {name: abs(number) % 6 for name in values if name.endswith("houses")}
            kind = {"kind": abs(number) % 2} if "kind" in values else {}
            known = re.sub(r"\.(bank|on|off)$", "", code)
            collector.note_refusal(Refusal(known, "CR 1", **values | level | kind))
        for name, template in words["questions"].items():
            figures: dict[str, object] = dict.fromkeys(find_placeholders(template), number)
            figures |= {"kind": abs(number) % 2} if "kind" in figures else {}
            figures |= {"reason": "card"} if "reason" in figures else {}
            first, *variants = name.split(".")
            collector.note_question(QuestionText(first, variants, figures))
        for code, template in words["bot_reasons"].items():
            chances = dict.fromkeys(find_placeholders(template), abs(number) % 1001)
            chances |= {"kind": abs(number) % 2} if "kind" in chances else {}
            said = {name: say_reason(code, chances, each, LEXICON) for name, each in WORDS.items()}
            collector.note("reason", {"code": code, "values": chances}, said)
    for key in CITATIONS:
        collector.note(
            "cite", key, {name: each.format_citation(key) for name, each in WORDS.items()}
        )
    return collector


OFFERS: Final = [
    Offer(7, 0, 1, TradeTerms(give_cash=50, give_deeds=(3,), get_deeds=(5,), get_cards=(8,)), (5,)),
    Offer(8, 3, 2, TradeTerms(get_cash=1200)),
    Offer(9, 1, 0, TradeTerms(get_deeds=(39, 37)), (39, 37)),
    Offer(10, 1, 0, TradeTerms(give_deeds=(1, 3, 6), give_cards=(8, 20))),
]
SEATS: Final = [POT, BANK, 1, 9]
FIGURES: Final[dict[str, list[object]]] = {
    "payer": [*SEATS],
    "payee": [*SEATS],
    "asker": [2, 4],
    "creditor": [BANK, 2],
    "heir": [BANK, 2],
    "giver": [BANK, 3],
    "by": ["dice", "back", "card", "doubles", "fine", "jail"],
    "reason": ["card", "trade", "last", "time", "rounds", "other"],
    "houses": [0, 1, 5],
    "space": [0, 1, 2, 10, 12, 20, 39],
    "first": [3, 4],
    "card": [0, 8, 31, 77],
    "kind": [0, 1],
    "stock": [0, 1, 2],
    "count": [0, 1, 2],
    "cite": ["CR 1", "Ruling 23", "10 MCS 60(i)", "Ruling 8", "Ruling 13"],
    "winners": [(0,), (1, 2)],
    "worths": [(900, 1200, 1200, 0)],
}
KINDS: Final[dict[str, list[object]]] = {
    "int": [4],
    "flag": [False, True],
    "ints": [(0,), (0, 1, 2)],
    "offer": [*OFFERS],
}


def invent_events() -> Iterator[Event]:
    """Make events of every kind that cover every variant of their sentences."""
    paid = {
        key.split(".")[1] for key in WORDS["en"].sections["events"] if key.startswith("MoneyPaid.")
    }
    for name, kind in EVENTS.items():
        fields = fields_of(kind)
        figures = [FIGURES.get(field, KINDS.get(kind_of(name, field), [])) for field in fields]
        if name == "MoneyPaid":
            figures[fields.index("reason")] = ["card", *sorted(paid)]
        if name in ("CardDrawn", "CardReturned"):
            figures[fields.index("card")] = [0, 8, 31]
        for values in itertools.product(*figures):
            yield kind(*values)


HOUSE_RULES: Final = rule_set(
    free_parking_pot=True,
    double_salary_on_go=True,
    no_auctions=True,
    no_rent_in_jail=True,
    uneven_building=True,
    unlimited_buildings=True,
    no_building_before_lap=True,
    round_limit=20,
    starting_cash=2000,
    deeds_dealt=1,
    fine_turns=0,
)


def format_rulebooks() -> Iterator[str]:
    """Format the rulebook for each preset, and with all house rules."""
    presets = {name: rule_set(name) for name in PRESETS}
    data = {name: rules_to_data(rules) for name, rules in presets.items()}
    for rules in (*presets.values(), HOUSE_RULES):
        said = {
            language: "\n".join(
                line
                for section in read_rulebook(rules, words)
                for line in (section.title, *(one.text for one in section.paragraphs))
            )
            for language, words in WORDS.items()
        }
        rulebook = {"rules": rules_to_data(rules), "presets": data}
        yield to_json({"names": NAMES, "rulebook": rulebook, "said": said})


def find_placeholders(template: str) -> list[str]:
    """Return the placeholders in a template."""
    return [name for found in PLACEHOLDER.findall(template) for name in found if name]


def format_narration(events: list[Event]) -> str:
    """Narrate a list of events in every language, as one line of JSON."""
    lines = {
        language: [
            {"text": line.text, "cites": line.cites} for line in narrate(events, words, LEXICON)
        ]
        for language, words in WORDS.items()
    }
    data = [event_to_data(event) for event in events]
    return to_json({"names": NAMES, "events": data, "lines": lines})


def main() -> None:
    """Print all samples."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # it is a text stream
    for collector in play_games():
        print(format_narration(collector.events))
        for event in collector.events[::20]:
            print(format_narration([event]))  # a single event may be narrated differently
        print(*collector.lines.values(), sep="\n")
    print(*invent_samples().lines.values(), sep="\n")
    print(*format_rulebooks(), sep="\n")
    events = list(invent_events())
    print(format_narration(events))
    for event in events:
        print(format_narration([event]))


if __name__ == "__main__":
    main()
