"""Every event, refusal, decision and option can be put into words, and the words are correct."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from passgo.bots.bot import Bot
from passgo.bots.chaos import RandomBot
from passgo.bots.driver import Driver
from passgo.bots.simple import SimpleBot
from passgo.engine import events as engine_events
from passgo.engine.action import Action
from passgo.engine.agenda import Decision, Entry
from passgo.engine.board import HOTEL_LEVEL, classic
from passgo.engine.chance import Seeded
from passgo.engine.events import Event, Listener, MoneyPaid
from passgo.engine.game import Game, View
from passgo.engine.legal import ACTIONS, ENTRIES
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.building import Build, SellBuilding
from passgo.engine.rules.buying import Buy
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.mortgage import Inheritance
from passgo.engine.rules.shortage import BuildingAuction, DemandRound
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK, Offer
from passgo.engine.trade_terms import TradeTerms
from passgo.engine.value import fields_of
from passgo.say import Lexicon, Words, narrate, say, say_option, say_questions, say_refusal
from tests import scene as s

ENGINE = Path(__file__).parent.parent / "src" / "passgo" / "engine"
WORDS = Words.load("en")
LEXICON = Lexicon(["Ann", "Bob", "Cy", "Dee"], classic())
EVENTS: dict[str, type[Event]] = {
    name: kind
    for name, kind in vars(engine_events).items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
DERIVED = {
    "CardDrawn": {"text", "deck"},
    "CardReturned": {"text", "deck"},
    "TradeOffered": {"number", "maker", "partner", "given", "gotten", "unmortgaged"},
    "GameEnded": {"worth", "worths"},
}
ASKED = {
    "ToRoll": {"fine"},
    "BuyOrAuction": {"price", "cash", "missing"},
    "Auction": {"price", "cash", "leader", "least"},
    "TaxChoice": {"flat", "percent"},
    "Inheritance": {"cost", "interest", "cash"},
    "DemandRound": {"stock", "most"},
    "BuildingAuction": {"stock", "leader", "least", "cash"},
    "DebtDue": {"missing", "raisable", "cash", "reason"},
}


def placeholders(template: str) -> set[str]:
    pairs = re.findall(r"\{(\w+)(?: of (\w+))?\}", template)
    assert len(pairs) == template.count("{") == template.count("}"), template
    return {name for pair in pairs for name in pair if name}


def base(key: str) -> str:
    return key.partition(".")[0]


def refusals_in_engine() -> dict[str, list[set[str]]]:
    """Return every refusal code with its values, read from the sources."""
    found: dict[str, list[set[str]]] = {}
    for file in sorted(ENGINE.rglob("*.py")):
        if file.name == "refusal.py":
            continue  # the definition of a refusal rather than a use
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{file.name}: {ast.unparse(node)}"
                assert all(word.arg is not None for word in node.keywords)
                values = {str(word.arg) for word in node.keywords}
                found.setdefault(str(code.value), []).append(values)
    return found


REFUSALS = refusals_in_engine()


def clean(text: str) -> None:
    """Check that a sentence is complete and has no leftover code or exclamation points."""
    assert text, "the sentence is empty"
    assert not re.search(r"[{}!]|  |None|\b-1\b", text), text
    assert text[0].isupper() or text[0] in "“$" or text[0].isdigit(), text
    assert text[-1] in ".?”", text


# -- completeness ----------------------------------------------------------------------------------


def test_a_word_file_has_plain_text_by_section_and_name() -> None:
    data = json.loads((ENGINE.parent / "words" / "en.json").read_text("utf-8"))
    assert all(isinstance(text, str) for section in data.values() for text in section.values())
    assert Words.languages() == ["de", "en"]
    with pytest.raises(LookupError, match="no language named 'xx'"):
        Words.load("xx")


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_event_has_a_template_with_known_placeholders(name: str) -> None:
    keys = [key for key in WORDS.sections["events"] if base(key) == name]
    assert keys
    known = set(fields_of(EVENTS[name])) | DERIVED.get(name, set())
    for key in keys:
        assert placeholders(WORDS.sections["events"][key]) <= known, key


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_has_a_template_with_known_placeholders(code: str) -> None:
    templates = WORDS.sections["refusals"]
    keys = [key for key in templates if key == code or key.rpartition(".")[0] == code]
    assert keys
    always = set.intersection(*REFUSALS[code])
    for key in keys:
        assert placeholders(templates[key]) <= always, key
        clean(re.sub(r"\{.*?\}", "X", templates[key]))


@pytest.mark.parametrize("name", sorted(n for n, k in ENTRIES.items() if issubclass(k, Decision)))
def test_every_decision_has_a_template_with_known_placeholders(name: str) -> None:
    keys = [key for key in WORDS.sections["questions"] if base(key) == name]
    assert name in keys
    known = set(fields_of(ENTRIES[name])) | ASKED.get(name, set())
    for key in keys:
        assert placeholders(WORDS.sections["questions"][key]) <= known, key
        clean(re.sub(r"\{.*?\}", "X", WORDS.sections["questions"][key]))


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_every_action_has_a_template_with_known_placeholders(name: str) -> None:
    keys = [key for key in WORDS.sections["options"] if base(key) == name]
    assert keys
    for key in keys:
        known = set(fields_of(ACTIONS[name]))  # type: ignore[arg-type]  # they are classes
        assert placeholders(WORDS.sections["options"][key]) <= known, key
        clean(re.sub(r"\{.*?\}", "X", WORDS.sections["options"][key]))


def test_no_template_is_unused() -> None:
    codes = REFUSALS
    sections = WORDS.sections
    assert {base(key) for key in sections["events"]} == set(EVENTS)
    assert {base(key) for key in sections["options"]} == set(ACTIONS)
    questions = {base(key) for key in sections["questions"]} - {"waiting", "over"}
    assert questions == {name for name, kind in ENTRIES.items() if issubclass(kind, Decision)}
    for key in sections["refusals"]:
        assert key in codes or key.rpartition(".")[0] in codes, key
    for key in sections["together"]:
        assert set(base(key).split("+")) <= set(EVENTS), key
    for key in set(sections["clauses"]) - {"move"}:
        assert base(key) in EVENTS, key


# -- events ----------------------------------------------------------------------------------------

OFFER = Offer(
    3,
    0,
    1,
    TradeTerms(give_cash=50, give_deeds=(s.BALTIC,), get_deeds=(s.READING,), get_cards=(8,)),
    (s.READING,),
)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (engine_events.PropertyBought(0, s.BALTIC, 60), "Ann buys Baltic Avenue for $60."),
        (MoneyPaid(1, 0, 14, "rent", "10 MCS 90"), "Bob pays Ann $14 rent."),
        (MoneyPaid(-1, 0, 1200, "card", "10 MCS 100"), "The Bank pays Ann $1,200."),
        (MoneyPaid(0, -1, 75, "tax", "CR 5.4"), "Ann pays the Bank $75 tax."),
        (MoneyPaid(0, -2, 75, "tax", "CR 5.4"), "Ann pays $75 tax into the Free Parking jackpot."),
        (MoneyPaid(0, -2, 15, "card", "CR 5.4"), "Ann pays $15 into the Free Parking jackpot."),
        (MoneyPaid(-2, 0, 500, "pot", "CR 5.4"), "Ann wins the Free Parking jackpot: $500."),
        (MoneyPaid(0, -1, 60, "purchase", "10 MCS 80"), ""),
        (
            engine_events.TokenMoved(0, 3, s.JAIL, "dice", ""),
            "Ann moves to Jail and is just visiting.",
        ),
        (engine_events.TokenMoved(0, 30, s.JAIL, "jail", ""), ""),
        (engine_events.DiceRolled(0, 3, 3, ""), "Ann rolls doubles: 3 and 3."),
        (
            engine_events.BuildingBought(0, s.BALTIC, 1, 50, ""),
            "Ann builds a house on Baltic Avenue for $50. That makes 1 house.",
        ),
        (
            engine_events.BuildingBought(0, s.BALTIC, HOTEL_LEVEL, 50, ""),
            "Ann builds a hotel on Baltic Avenue for $50.",
        ),
        (engine_events.DemandStated(0, 0, 1, ""), "Ann wants 1 house."),
        (engine_events.DemandStated(0, 1, 2, ""), "Ann wants 2 hotels."),
        (engine_events.CardDrawn(0, 1), "Ann draws a Chance card: “Advance to GO. Collect $200.”"),
        (
            engine_events.TradeOffered(OFFER, ""),
            "Ann offers Bob Baltic Avenue and $50 for Reading Railroad and "
            "“Get Out of Jail Free” (Chance), and will unmortgage Reading Railroad.",
        ),
        (
            engine_events.GameEnded((0, 1), (900, 900, 0, 0), "time", ""),
            "Time’s up: Ann and Bob share the win. "
            "Final net worth: Ann $900, Bob $900, Cy $0 and Dee $0.",
        ),
    ],
)
def test_an_event_is_described_in_a_sentence(event: Event, text: str) -> None:
    assert say(event, WORDS, LEXICON) == text


class Ear(Listener):
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def log(seed: int, bots: list[Bot], turns: int, **options: int) -> list[Event]:
    ear = Ear()
    game = Game(
        len(bots), Seeded(seed), rule_set("consolidated", "consolidated", **options), listener=ear
    )
    Driver(game, bots).run(turns)
    return ear.events


LOGS: dict[str, list[Event]] = {}


def logs() -> dict[str, list[Event]]:
    """Play a few games on the first call; return their logs."""
    if not LOGS:
        LOGS["random"] = log(1, [RandomBot(n, resigns=True) for n in range(4)], 120)
        LOGS["simple"] = log(4, [SimpleBot() for _ in range(4)], 400)
        LOGS["pot"] = log(2, [SimpleBot(), SimpleBot()], 100, free_parking_pot=True)
        LOGS["dealt"] = log(2, [SimpleBot(), SimpleBot()], 5, deeds_dealt=2, deeds_paid_for=True)
    return LOGS


@pytest.mark.parametrize("name", ["random", "simple", "pot"])
def test_a_log_reads_well_and_accounts_for_every_dollar(name: str) -> None:
    events = logs()[name]
    lines = narrate(events, WORDS, LEXICON)
    for line in lines:
        clean(line.text)
        assert line.cites
    line_of = {id(event): line for line in lines for event in line.events}
    for place, event in enumerate(events):
        if isinstance(event, MoneyPaid):
            line = line_of.get(id(event)) or line_of[id(events[place + 1])]
            paid = [one.amount for one in line.events if isinstance(one, MoneyPaid)]
            sums = {WORDS.money(event.amount), WORDS.money(sum(paid))}
            assert any(text in line.text for text in sums), (event, line)


def test_related_events_share_one_line() -> None:
    said = [line.text for line in narrate(logs()["simple"], WORDS, LEXICON)]
    text = "\n".join(said)
    assert said[1] == "Ann, Bob, Cy and Dee start with $1,500 each."
    assert re.match(r"Rolling for first: Ann \d \+ \d, Bob ", said[2])
    for pattern in (
        r"^\w+ rolls \d and \d and lands on Free Parking\.$",
        r"^\w+ rolls \d and \d, lands on [\w. &]+ and buys it for \$\d+\.$",
        r"^\w+ rolls \d and \d, lands on [\w. &]+ and pays \w+ \$[\d,]+ rent\.$",
        r"^\w+ rolls \d and \d, collects \$200 salary, lands on .+ and pays .+\.$",
        r"^\w+ rolls \d and \d, lands on GO and collects \$200 salary\.$",
        r"^\w+ rolls doubles \((\d) and \1\), lands on .+\.$",
        r"^\w+ rolls doubles \((\d) and \1\) and goes to Jail "
        r"for rolling doubles three times in a row\.$",
        r"^\w+ pays the \$50 fine and gets out of Jail\.$",
        r"^\w+ draws “[^”]+” \(Chance\), goes to .+ and .+\.$",
        r"^\w+ draws “[^”]+” \(Community Chest\) and collects \$10 each from \w+, \w+ and \w+\.$",
        r"^\w+ owes \w+ \$[\d,]+ rent for .+ and is \$[\d,]+ short\.$",
        r"^\w+ bids \$\d+, \w+ bids \$\d+, .+\.$",
        r"^\w+ spends \$[\d,]+ on buildings\. That makes .+ on .+ and .+ on .+\.$",
        r"^\w+ mortgages .+ for \$\d+, .+ and .+ for \$\d+\.$",
    ):
        assert re.search(pattern, text, re.MULTILINE), pattern
    dealt = "\n".join(line.text for line in narrate(logs()["dealt"], WORDS, LEXICON))
    assert re.search(r"^Ann is dealt .+ and pays \$\d+ for it\.$", dealt, re.MULTILINE)


# -- refusals --------------------------------------------------------------------------------------


def test_a_refusal_says_what_is_wrong_and_what_to_do() -> None:
    game = s.scene(owns={s.ANN: s.BROWN}, houses={s.BALTIC: 2, s.MEDITERRANEAN: 1})
    assert say_refusal(s.refusal(game, Build(s.ANN, s.BALTIC)), WORDS, LEXICON) == (
        "Baltic Avenue has 2 houses and Mediterranean Avenue has 1 house: "
        "build on Mediterranean Avenue first."
    )
    assert say_refusal(s.refusal(game, SellBuilding(s.ANN, s.MEDITERRANEAN)), WORDS, LEXICON) == (
        "Mediterranean Avenue has 1 house and Baltic Avenue has 2 houses: "
        "sell from Baltic Avenue first."
    )
    game = s.scene(standing_on=s.BALTIC, cash={s.ANN: 40})
    game.state.players[s.ANN].cards.append(8)
    assert say_refusal(s.refusal(game, Buy(s.ANN)), WORDS, LEXICON) == (
        "Baltic Avenue costs $60, but you have only $40: "
        "mortgage, sell or trade first, or let it go to auction."
    )
    assert say_refusal(s.refusal(game, Buy(7)), WORDS, LEXICON) == (
        "This game has 2 players, and seat 7 isn’t one of them."
    )
    assert say_refusal(s.refusal(game, Buy(BANK)), WORDS, LEXICON) == (
        "This game has 2 players, and the Bank isn’t one of them."
    )
    assert say_refusal(s.refusal(game, Build(s.ANN, 77)), WORDS, LEXICON) == (
        "Space 77 isn’t a property."
    )
    assert say_refusal(s.refusal(game, Build(s.ANN, s.BALTIC)), WORDS, LEXICON) == (
        "Nobody owns Baltic Avenue yet."
    )


def test_a_refusal_names_the_player_who_must_answer_first() -> None:
    told = Refusal("decision.other", "Ruling 31", seat=0, waiting=1)
    assert say_refusal(told, WORDS, LEXICON) == "Not now: Bob must decide first."


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (
            Refusal("decision.purchase", "10 MCS 80", space=s.BALTIC),
            "Not now: first decide whether to buy Baltic Avenue.",
        ),
        (
            Refusal("decision.demand", "Ruling 9", kind=0),
            "Not now: first say how many houses you want.",
        ),
        (
            Refusal("decision.debt", "10 MCS 190", creditor=-1, amount=75),
            "Not now: you owe the Bank $75. Raise the money first.",
        ),
        (Refusal("rent.unknown", "CR 5.2", rent=7), "There is no rent number 7."),
        (
            Refusal("rent.owner", "10 MCS 90", rent=7, owner=1),
            "Only Bob can ask for rent number 7.",
        ),
        (
            Refusal("rent.closed", "Ruling 32", rent=7),
            "You can’t ask for rent number 7 anymore: you already asked for it, or it’s too late.",
        ),
    ],
)
def test_a_refusal_describes_what_is_really_wrong(told: Refusal, text: str) -> None:
    assert say_refusal(told, WORDS, LEXICON) == text


# -- decisions -------------------------------------------------------------------------------------

SHORT = {s.ANN: 10, s.BOB: 1500}


@pytest.mark.parametrize(
    ("top", "cash", "text"),
    [
        (None, {}, "Roll the dice."),
        (Auction(s.BALTIC, [0, 1]), {}, "is up for auction. Bid $1 or more, or pass"),
        (Auction(s.BALTIC, [0, 1], 20, s.BOB), {}, "Bob bids $20 for Baltic Avenue (price $60)."),
        (Auction(s.BALTIC, [0, 1], 20, s.BOB), SHORT, "You have $10: raise cash to bid more"),
        (TaxChoice(s.ANN, 1500), {}, "Pay $200 income tax, or 10% of your net worth?"),
        (Inheritance(s.ANN, s.READING), {}, "Unmortgage it now for $110, or pay $10 interest"),
        (Inheritance(s.ANN, s.READING), SHORT, "Unmortgaging costs $110, but you have only $10."),
        (DemandRound(s.ANN, s.BALTIC, 0, [0]), {}, "The Bank has 32 houses left."),
        (BuildingAuction(0, [0, 1]), {}, "The Bank has 32 houses left. Choose a property and bid"),
        (BuildingAuction(0, [0, 1], 60, 1, 3), {}, "Bob bids $60 for a building."),
        (
            BuildingAuction(0, [0, 1], 60, 1, 3),
            SHORT,
            "You have $10, which isn’t enough to bid more",
        ),
        (
            DebtDue(s.ANN, s.BOB, 20, "rent", ""),
            SHORT,
            "You owe Bob $20 in rent but have only $10.",
        ),
        (
            DebtDue(s.ANN, -1, 9000, "tax", ""),
            {},
            "You owe the Bank $9,000 in tax but have only $1,500.",
        ),
    ],
)
def test_a_question_states_the_effect_of_each_answer(
    top: Entry | None, cash: dict[int, int], text: str
) -> None:
    game = s.scene(owns={s.ANN: s.BROWN}, asked=[top] if top else [], cash=cash)
    said = say_questions(game.state, s.ANN, WORDS, LEXICON)
    clean(said)
    assert text in said


def test_the_question_about_buying_states_the_price_or_the_missing_cash() -> None:
    game = s.scene(standing_on=s.BALTIC)
    said = say_questions(game.state, s.ANN, WORDS, LEXICON)
    assert said == "Buy Baltic Avenue for $60, or send it to auction?"
    assert say_questions(game.state, s.BOB, WORDS, LEXICON) == "Waiting for Ann."
    game = s.scene(standing_on=s.BALTIC, cash={s.ANN: 10}, rules=rule_set(no_auctions=True))
    assert say_questions(game.state, s.ANN, WORDS, LEXICON) == (
        "You’re $50 short for Baltic Avenue ($60). Raise cash, or the Bank keeps it."
    )


@pytest.mark.parametrize(
    ("jail", "cards", "cash", "text"),
    [
        (1, [], 50, "Roll doubles to get out. Or pay $50 and roll."),
        (1, ["chance.jail_free"], 9, "to get out. Or use your card and roll."),
        (2, ["chest.jail_free"], 90, "You can also pay $50 or use your card, and then roll."),
        (
            3,
            [],
            0,
            "if you don’t get doubles, you pay $50 and move the number of spaces you rolled.",
        ),
    ],
)
def test_the_question_in_jail_names_the_ways_out(
    jail: int, cards: list[str], cash: int, text: str
) -> None:
    game = s.scene(jail={s.ANN: jail}, cards={s.ANN: cards}, cash={s.ANN: cash})
    assert say_questions(game.state, s.ANN, WORDS, LEXICON).endswith(text)


def test_nothing_is_asked_after_the_end() -> None:
    game = Game(2, Seeded(1), rule_set(time_limit=True))
    game.play(ACTIONS["TimeIsUp"]())
    assert say_questions(game.state, 0, WORDS, LEXICON) == "The game is over."


# -- options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (Option("Bid", 0, [Choice("amount", None, 21, 1500)]), "Bid $21 to $1,500."),
        (
            Option("Build", 0, [Choice("space", [s.MEDITERRANEAN, s.BALTIC])]),
            "Build on Mediterranean Avenue or Baltic Avenue.",
        ),
        (
            Option("AlwaysAskForRent", 0, [Choice("on", [0])]),
            "Go back to asking for rent yourself.",
        ),
        (Option("InheritDeed", 0, [Choice("unmortgage", [0])]), "Leave it mortgaged."),
        (
            Option("SellGroupBuildings", 0, [Choice("group", [0, 7])]),
            "Sell all buildings in the Brown or Dark Blue group.",
        ),
    ],
)
def test_an_option_is_described_in_a_sentence(option: Option, text: str) -> None:
    assert say_option(option, WORDS, LEXICON) == text


class Watching(Bot):
    """A random bot that puts every question, option and refusal into words before it decides."""

    def __init__(self, seed: int) -> None:
        self.bot = RandomBot(seed)
        self.kinds: set[str] = set()

    def decide(self, view: View) -> Action:
        clean(say_questions(view.state, view.seat, WORDS, LEXICON))
        for option in view.options(refused=True):
            clean(say_option(option, WORDS, LEXICON))
            self.kinds.add(option.action)
            if option.refusal is not None:
                clean(say_refusal(option.refusal, WORDS, LEXICON))
                self.kinds.add(option.refusal.code)
        return self.bot.decide(view)


def test_every_option_and_refusal_in_a_game_can_be_put_into_words() -> None:
    bots = [Watching(seed) for seed in range(3)]
    game = Game(3, Seeded(5), rule_set(starting_cash=3000))
    Driver(game, list(bots)).run(60)
    kinds = set[str]().union(*(bot.kinds for bot in bots))
    assert len(kinds) > 20, sorted(kinds)
