"""`passgo play`: whole games played with commands, nonsense input, saving, kill -9 and resuming."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from passgo.bots.bot import Bot
from passgo.bots.chaos import RandomBot
from passgo.bots.driver import Driver
from passgo.cli import main as cli
from passgo.cli.commands import play
from passgo.cli.errors import UserError
from passgo.cli.terminal.console import Console, EndOfInput
from passgo.cli.terminal.name_matching import Unclear
from passgo.cli.terminal.parser import CommandParser, Query
from passgo.cli.terminal.verbs import VERBS, find_verb
from passgo.engine.action import Action, why_not
from passgo.engine.agenda import Entry
from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.game import Game, View
from passgo.engine.legal import ACTIONS
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.building import Build, SellBuilding
from passgo.engine.rules.debt import DebtDue, GoBankrupt
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Inheritance, InheritDeed
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.shortage import BidForBuilding, BuildingAuction, DemandRound, StateDemand
from passgo.engine.rules.trade import AcceptTrade, CounterTrade, OfferTrade, WithdrawTrade
from passgo.engine.ruleset import rule_set
from passgo.engine.state import Inquiry, Offer
from passgo.engine.trade_terms import TradeTerms
from passgo.record import read_record, verify
from passgo.say import Lexicon
from tests import scene as s
from tests.cli.typist import arguments, play_by_itself, play_lines, play_scene, typed

NAMES = ["Ann", "Bob", "Cy", "Dee"]
LEXICON = Lexicon(NAMES, classic())


def reader(game: Game, seat: int = s.ANN) -> CommandParser:
    return CommandParser(game.state, seat, LEXICON)


# -- commands --------------------------------------------------------------------------------------

SEEN: Counter[str] = Counter()


class Reading(Bot):
    """A random bot that types each of its actions and parses the typed line."""

    def __init__(self, seed: int) -> None:
        self.bot = RandomBot(seed, resigns=True)

    def read_back(self, view: View, action: Action | None) -> Action | None:
        if action is not None and view.why_not(action) is None:
            line = typed(action, view.state, NAMES)
            assert CommandParser(view.state, view.seat, LEXICON).read(line) == [action], line
            SEEN[type(action).__name__] += 1
        return action

    def decide(self, view: View) -> Action:
        action = self.bot.decide(view)
        self.read_back(view, action)
        return action

    def idle(self, view: View) -> Action | None:
        return self.read_back(view, self.bot.idle(view))

    def answer(self, view: View, offer: Offer) -> Action | None:
        return self.read_back(view, self.bot.answer(view, offer))


COLORS = {s.ANN: (*s.BROWN, s.READING), s.BOB: s.DARK_BLUE}
OFFER = Offer(
    3, s.BOB, s.ANN, TradeTerms(give_cash=50, give_deeds=(s.READING,), get_deeds=(s.BALTIC,))
)
JAIL_FREE = next(card.number for card in classic().cards if card.key == "chest.jail_free")
RARE: list[tuple[list[Entry], Action]] = [
    ([DemandRound(s.ANN, s.BALTIC, 0, [s.ANN])], StateDemand(s.ANN, 2)),
    ([BuildingAuction(0, [s.ANN, s.BOB])], BidForBuilding(s.ANN, 120, s.BALTIC)),
    ([Inheritance(s.ANN, s.READING)], InheritDeed(s.ANN, True)),
    ([Inheritance(s.ANN, s.READING)], InheritDeed(s.ANN, False)),
    ([DebtDue(s.ANN, s.BOB, 9000, "rent", "10 MCS 90")], GoBankrupt(s.ANN)),
    ([], WithdrawTrade(s.ANN, 4)),
    ([], UseCard(s.ANN, JAIL_FREE)),
    ([], AskForOffer(s.ANN, s.BOB, s.BOARDWALK)),
    ([], AskForOffer(s.ANN, s.BOB, s.READING)),
    ([], DeclineInquiry(s.ANN, 5)),
    ([], PauseOffers(s.ANN, 5)),
    ([], PauseOffers(s.ANN, -1)),
    (
        [],
        CounterTrade(
            s.ANN, 3, 0, 20, (s.BALTIC,), (s.BOARDWALK, s.PARK_PLACE), unmortgage=(s.BOARDWALK,)
        ),
    ),
    ([], AcceptTrade(s.ANN, 3, (s.SHORT_LINE,))),
]


def test_every_action_in_the_rules_can_be_typed() -> None:
    game = Game(4, Seeded(1), rule_set(starting_cash=5000))
    Driver(game, [Reading(number) for number in range(4)]).run(150)
    for asked, action in RARE:
        game = s.scene(owns={**COLORS, s.BOB: (*s.DARK_BLUE, s.SHORT_LINE)}, asked=asked)
        game.state.set_mortgaged(game.state.property(s.BOARDWALK), True)
        game.state.set_mortgaged(game.state.property(s.SHORT_LINE), True)
        if isinstance(action, UseCard):
            game.state.players[s.ANN].jail = 1
            game.state.players[s.ANN].cards.append(action.card)
        game.state.offers = [
            Offer(
                3,
                s.BOB,
                s.ANN,
                TradeTerms(give_cash=50, give_deeds=(s.SHORT_LINE,), get_deeds=(s.BALTIC,)),
            ),
            Offer(4, s.ANN, s.BOB, TradeTerms(give_deeds=(s.BALTIC,))),
        ]
        if isinstance(action, DeclineInquiry):
            game.state.inquiries = [Inquiry(5, s.BOB, s.ANN, s.READING, 1)]
        line = typed(action, game.state, NAMES)
        assert reader(game).read(line) == [action], line
        assert why_not(game.state, action) is None, line
        SEEN[type(action).__name__] += 1
    assert set(SEEN) == set(ACTIONS) - {"TimeIsUp"}


def test_every_action_has_a_command_and_every_command_has_help() -> None:
    named = {action for verb in VERBS for action in verb.actions.split()}
    assert named == set(ACTIONS) - {"TimeIsUp"}
    forms = [form for verb in VERBS for form in (verb.word, *verb.shorts.split())]
    assert len(forms) == len(set(forms))
    for verb in VERBS:
        assert find_verb(verb.word) is find_verb(verb.word.upper()) is verb
        assert verb.usage.startswith(verb.word)
        assert verb.does.endswith(".")


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("t", [ACTIONS["Roll"](0)]),
        ("ROLL", [ACTIONS["Roll"](0)]),
        ("", [ACTIONS["Roll"](0)]),
        ("mort read", [ACTIONS["Mortgage"](0, s.READING)]),
        ("m baltic av", [ACTIONS["Mortgage"](0, s.BALTIC)]),
        ("build baltic", [Build(0, s.BALTIC)]),
        ("build med 2", [Build(0, s.MEDITERRANEAN)] * 2),
        ("build brown", [Build(0, s.BALTIC), Build(0, s.MEDITERRANEAN)]),
        ("build group brown 2", [Build(0, s.BALTIC), Build(0, s.MEDITERRANEAN)] * 2),
        ("s walk", [SellBuilding(0, s.BOARDWALK)]),
        ("sell group dark", [ACTIONS["SellGroupBuildings"](0, 7)]),
        ("f", [PayFine(0)]),
        ("rent", [ACTIONS["AskForRent"](0, 0)]),
        ("rent always", [ACTIONS["AlwaysAskForRent"](0, True)]),
        ("d", [ACTIONS["EndTurn"](0)]),
        ("pass", [ACTIONS["EndTurn"](0)]),
        (
            "trade bob give Baltic 50 get Boardwalk and park",
            [OfferTrade(0, 1, 50, 0, (s.BALTIC,), (s.BOARDWALK, s.PARK_PLACE))],
        ),
        (
            "offer Bo for park place, boardwalk, $1,200 unmortgage all give reading",
            [OfferTrade(0, 1, 0, 1200, (s.READING,), (s.PARK_PLACE, s.BOARDWALK))],
        ),
        ("trade Bob give 2 cards", [OfferTrade(0, 1, give_cards=(8, 20))]),
        ("trade Bob give chest card", [OfferTrade(0, 1, give_cards=(20,))]),
        ("trade", Query("trade", "")),
        ("trade bob", Query("trade", "bob")),
        ("WHY 3", Query("why", "3")),
        ("?", Query("help", "")),
        ("h bid", Query("help", "bid")),
    ],
)
def test_commands_can_be_abbreviated_and_typed_in_upper_or_lower_case(
    line: str, actions: object
) -> None:
    keys = ["chance.jail_free", "chest.jail_free"]
    game = s.scene(owns=COLORS, cards={s.ANN: keys})
    assert reader(game).read(line) == actions


@pytest.mark.parametrize(
    ("asked", "line", "name"),
    [
        (Auction(s.BALTIC, [0, 1]), "120", "Bid"),
        (Auction(s.BALTIC, [0, 1]), "$1,000", "Bid"),
        (Auction(s.BALTIC, [0, 1]), "pass", "PassBid"),
        (DemandRound(s.ANN, s.BALTIC, 0, [s.ANN]), "2", "StateDemand"),
        (Inheritance(s.ANN, s.READING), "unmortgage reading", "InheritDeed"),
    ],
)
def test_a_command_depends_on_the_current_decision(asked: Entry, line: str, name: str) -> None:
    game = s.scene(owns=COLORS, asked=[asked])
    found = reader(game).read(line)
    assert [type(action).__name__ for action in found] == [name]


def test_yes_and_no_answer_the_question_about_buying() -> None:
    game = s.scene(standing_on=s.BALTIC)
    assert reader(game).read("yes") == [ACTIONS["Buy"](0)]
    assert reader(game).read("no") == reader(game).read("pass") == [ACTIONS["Decline"](0)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("foo", "'foo' is not a command: type \"help\" to see what you can do."),
        ("s4ve", "'s4ve' is not a command; did you mean save?"),
        ("b\x1b[2J", "'b?[2J' is not a command: type \"help\" to see what you can do."),
        ("re", "'re' could be rent, decline or resign: type more of the word."),
        ("roll twice", 'Type only "roll", with nothing after it.'),
        ("mortgage", 'Which property? Type "mortgage" and its name, or "deeds" to list yours.'),
        ("mortgage xyz", "There is no property named 'xyz'."),
        ("mortgage Boardwlak", "There is no property named 'Boardwlak'; did you mean Boardwalk?"),
        (
            "mortgage pa",
            "Which property: Pacific Avenue or Park Place? Type more of the name.",
        ),
        ("build group", "Which group: Brown, Light Blue, Pink, Orange, Red, Yellow"),
        ("build baltic 99", "The number must be from 1 to 40 (got 99)."),
        ("bid", 'A bid must be an amount: type "bid 120", for example.'),
        ("bid all", 'A bid must be an amount: type "bid 120", for example.'),
        ("bid -5", 'A bid must be an amount: type "bid 120", for example.'),
        ("bid 99999999999999999999", "99999999999999999999 is too large: type a number with at"),
        ("12", '12 is not a command here: type "help" to see what you can do.'),
        ("tax", 'Type "tax flat" for the fixed amount or "tax share" for the percentage.'),
        ("demand many", 'A demand must be a number: type "demand 2", for example.'),
        ("rent always maybe", 'Type "rent always on" or "rent always off".'),
        ("accept", 'There is no offer to accept: type "offers" to list the open ones.'),
        ("trade give 50", 'With whom? Type "trade Bob give Baltic 50 get Reading", for example.'),
        ("trade Zoe give 50", "There is no player named 'Zoe'."),
        (
            "trade Bob give Atlantis",
            "There is no property named 'Atlantis'; did you mean Atlantic Avenue?",
        ),
        ("trade Bob give card", 'There is no such card to give: type "players" to see who has'),
    ],
)
def test_nonsense_is_answered_with_one_sentence(line: str, sentence: str) -> None:
    game = s.scene(owns={s.ANN: (*s.BROWN, s.READING), s.BOB: s.DARK_BLUE})
    with pytest.raises(Unclear) as caught:
        reader(game).read(line)
    assert str(caught.value).startswith(sentence)


def test_no_input_breaks_the_game() -> None:
    """Type random lines; check that each is answered and the game stays consistent."""
    chance = random.Random(1)
    words = [form for verb in VERBS for form in (verb.word, *verb.shorts.split())]
    words = [word for word in words if word not in ("quit", "q", "exit", "resign", "save")]
    words += [
        "Ann",
        "Bob:",
        "Baltic",
        "av",
        "group",
        "brown",
        "1",
        "3",
        "$70",
        "give",
        "get",
        "all",
    ]
    words += [
        "unmortgage",
        "always",
        "off",
        "yes",
        "no",
        "",
        "   ",
        ",",
        ":",
        "é",
        "\t",
        "9" * 30,
        "penn",
    ]
    words += ["Cy: t", "give 1 get 2"]
    moves = ["t", "d", "b", "1", "tax flat", "later", "cancel", "keep"]
    for seed in (3, 4):
        lines = [" ".join(chance.choices(words, k=chance.randint(0, 4))) for _ in range(400)]
        mixed = [line for noise in lines for line in (noise, chance.choice(moves))]
        done = play_lines(
            mixed, "--players", "Ann,Bob,bot", "--seed", str(seed), "--ask-rent-myself"
        )
        assert done.lines == [], "the game ended early"
        assert done.table.state.turn > 20
        assert all(len(line) < 1000 for line in done.said)


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (
            ["--seed", "6", "--bot", "simple"],
            "Game over: Ann is the last player standing and wins with a net worth of $",
        ),
        (["--seed", "7", "--players", "Ann,Bob"], "Game over: Bob is the last player standing"),
        (
            ["--seed", "7", "--rules", "short", "--bot", "simple"],
            "Game over: Ann wins. Final net worth: Ann $",
        ),
        (["--seed", "2", "--option", "round_limit=3"], "That was the last round: "),
        (["--seed", "1", "--minutes", "0.0001", "--players", "Ann,Bob"], "Time’s up: "),
    ],
)
def test_a_game_can_be_played_to_its_end(words: list[str], end: str) -> None:
    done = play_by_itself(*words)
    assert done.said[-1].startswith(end)
    assert not any("{" in line or "!" in line for line in done.said)


def test_the_same_lines_piped_to_the_command_give_the_same_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--seed", "7", "--rules", "short"]
    alone = play_by_itself(*words)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(alone.typed)))
    assert cli.main(["play", *words]) == 0
    assert capsys.readouterr().out.splitlines() == alone.said


def test_the_end_of_input_leaves_the_game_unfinished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("roll\n"))
    assert cli.main(["play", "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith("The game is unfinished and was not saved.\n")


def test_ctrl_c_prints_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *size: int | None) -> str:  # type: ignore[override]  # as in typeshed
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert cli.main(["play", "--seed", "1"]) == 130
    assert capsys.readouterr().out.endswith("The game is unfinished and was not saved.\n")


def test_bots_can_play_alone() -> None:
    done = play_by_itself("--humans", "0", "--bots", "4", "--seed", "4")
    assert done.said[0] == "Monopoly, played by bots."
    assert done.typed == []
    assert "wins" in done.said[-1]


# -- queries and trades ----------------------------------------------------------------------------


def said_after(done: list[str], line: str) -> list[str]:
    """Return the lines printed between a command and the next command."""
    start = done.index(f"> {line}") + 1
    rest = done[start:]
    stop = next((n for n, text in enumerate(rest) if text.startswith("> ")), len(rest))
    return rest[:stop]


def test_queries_show_the_state_of_the_game() -> None:
    lines = [
        "roll",
        "buy",
        "why",
        "why 2",
        "why 999",
        "me",
        "players",
        "board",
        "deeds",
        "deeds bob",
    ]
    lines += [
        "deed baltic",
        "deed reading",
        "deed water",
        "rules",
        "rules 80(c)",
        "rules zebra",
        "save",
    ]
    lines += ["offers", "help", "help bid", "help zzz", "rules auction", "later", "board 3"]
    lines += ["Bob: me", "Cy: me", "Zoe: me"]
    done = play_lines(lines, "--players", "Ann,Bob,bot", "--seed", "9").said
    assert done[0] == "Monopoly. Ann and Bob are at the keyboard."
    assert said_after(done, "roll")[-1] == (
        "Ann ($1,500): Buy Oriental Avenue for $100, or send it to auction? (buy or auction)"
    )
    assert said_after(done, "why")[:2] == [
        "Ann buys Oriental Avenue for $100.",
        "10 MCS 80, Buying property: A player who lands on an unowned property may buy it from the "
        "Bank at its printed price.",
    ]
    assert said_after(done, "why 2")[0] == "Ann rolls 2 and 4 and lands on Oriental Avenue."
    assert said_after(done, "why 999")[0].startswith(
        '"why" takes a bot\'s name, or a number from 1 (the last line) to '
    )
    assert said_after(done, "me")[:3] == [
        "Ann: $1,400 cash, worth $1,500 in all, 1 deed, on Oriental Avenue.",
        "Ann has 1 deed.",
        "Light Blue, incomplete: Oriental Avenue, rent $6.",
    ]
    assert said_after(done, "players")[2:4] == [
        "Cy (bot): $1,500 cash, worth $1,500 in all, no deeds, on GO.",
        "The Bank has 32 houses and 12 hotels left.",
    ]
    assert len(said_after(done, "board")) == 41
    assert "6. Oriental Avenue: Light Blue, Ann; here: Ann." in said_after(done, "board")
    assert said_after(done, "deeds bob")[0] == "Bob has no deeds yet."
    assert "Rent: $20 with 1 house, $60 with 2 houses, " in said_after(done, "deed baltic")[3]
    assert "$200 with 4 owned" in said_after(done, "deed reading")[2]
    assert "10 times the roll with 2 owned" in said_after(done, "deed water")[2]
    assert said_after(done, "rules")[0] == "Rules: consolidated."
    assert said_after(done, "rules 80(c)")[0].startswith("10 MCS 80(c), Buying property: ")
    assert said_after(done, "rules zebra")[0].startswith("No rule mentions that")
    assert said_after(done, "save")[0] == 'The game is not saved. Type "save FILE" to save it.'
    assert said_after(done, "offers")[0] == "No offers or inquiries are open."
    assert said_after(done, "help")[:2] == [
        "Right now:",
        "done (d or end): End your turn.",
    ]
    assert said_after(done, "help bid")[0] == "bid: Raises the bid."
    assert said_after(done, "help zzz")[0].startswith("'zzz' is not a command")
    assert said_after(done, "later")[0].startswith("You have to answer this now")
    assert said_after(done, "board 3")[0] == 'Type only "board", with nothing after it.'
    assert said_after(done, "Bob: me")[0].startswith("Bob: $1,500 cash")
    assert said_after(done, "Cy: me")[0] == "Cy is a bot: you cannot act for a bot."
    assert said_after(done, "Zoe: me")[0].startswith("There is no player named 'Zoe'")


def test_why_shows_the_rule_behind_a_refusal() -> None:
    done = play_lines(["done", "why"], "--players", "Ann,Bob,bot", "--seed", "9").said
    assert said_after(done, "done")[0] == "Roll the dice before you end your turn."
    assert said_after(done, "why")[1].startswith("Ruling 31, ")


def test_a_players_worth_is_not_shown_until_the_tax_is_chosen() -> None:
    """10 MCS 110(c)."""
    seeds = [seed for seed in range(100) if Seeded(seed).roll(1, 0, 0) in (13, 22, 31)]
    for seed in seeds[:20]:
        done = play_lines(["roll", "me", "tax flat"], "--players", "Ann,Bob", "--seed", str(seed))
        if any("income tax" in line for line in done.said):
            assert "worth" not in said_after(done.said, "me")[0]
            assert said_after(done.said, "tax flat")[0].startswith("Ann pays the Bank the flat $")
            return
    pytest.fail("no seed gives a first roll that lands on Income Tax")


def test_two_people_at_one_keyboard_can_trade() -> None:
    lines = ["roll", "buy", "trade", "zoe", "Bob", "atlantis", "oriental, 20", "cancel"]
    lines += [
        "trade Bob",
        "Oriental",
        "1 000",
        "1",
        "yes",
        "counter",
        "nothing",
        "Oriental and 5",
        "yes",
    ]
    lines += ["board", "accept", "players"]
    done = play_lines(lines, "--players", "Ann,Bob,bot", "--seed", "9")
    said = done.said
    assert said_after(said, "trade")[0] == (
        'Who do you want to trade with: Bob or Cy? Type "cancel" to stop.'
    )
    assert said_after(said, "cancel")[0] == "No offer was made."
    assert said_after(said, "1 000")[0].startswith(
        "Each side can give only one amount of cash. Type one number"
    )
    assert (
        said_after(said, "1")[0]
        == "Ann offers Bob Oriental Avenue for $1. Make this offer? (yes or no)"
    )
    assert said_after(said, "yes") == [
        "Ann offers Bob Oriental Avenue for $1.",
        "Bob would then have $1,499.",
        "Bob: Do you accept offer 1 from Ann? (accept, decline, counter or later)",
    ]
    assert said_after(said, "accept")[:3] == [
        "Ann accepts Bob’s offer.",
        "Ann pays Bob $5.",
        "Ann gives Oriental Avenue to Bob.",
    ]
    assert done.table.state.property(s.ORIENTAL).owner == s.BOB


def test_the_partner_sees_which_groups_a_trade_would_complete() -> None:
    owns = {
        s.ANN: [s.BALTIC, s.PARK_PLACE, s.ORIENTAL, s.VERMONT],
        s.BOB: [s.MEDITERRANEAN, s.BOARDWALK, s.CONNECTICUT],
    }
    said = play_scene(
        s.scene(owns=owns), ["trade Bob give Baltic and Park Place get Connecticut", "decline"]
    )
    assert said[said.index("Bob would then have $1,500.") - 2 :][:2] == [
        "The trade completes the Brown and Dark Blue groups for Bob.",
        "The trade completes the Light Blue group for Ann.",
    ]


def test_an_offer_can_wait_and_be_answered_out_of_turn() -> None:
    lines = ["roll", "buy", "trade Bob give Oriental", "later", "offers", "Bob: accept 1", "done"]
    done = play_lines(lines, "--players", "Ann,Bob,bot", "--seed", "9")
    assert (
        said_after(done.said, "offers")[0] == "Offer 1: Ann offers Bob Oriental Avenue for nothing."
    )
    assert said_after(done.said, "Bob: accept 1")[0] == "Bob accepts Ann’s offer."
    assert done.table.state.property(s.ORIENTAL).owner == s.BOB


def test_rent_is_automatic_unless_players_want_to_ask() -> None:
    words = ["--players", "Ann,Bob", "--option", "starting_cash=9000", "--seed", "8"]
    lines = ["t", "b", "d", "tax flat"] * 60
    by_itself = play_lines(lines, *words)
    assert re.search(r"pays \w+ \$\d+ rent", by_itself.text)
    assert "If you don't ask in time" not in by_itself.text
    by_hand = play_lines(lines, *words, "--ask-rent-myself")
    assert "owes you $" in by_hand.text
    asked = next(line for line in by_hand.said if "If you don't ask in time" in line)
    assert asked.endswith("(rent or later)")


def test_resigning_needs_confirmation_and_the_bots_can_finish_the_game() -> None:
    done = play_lines(["resign", "no", "resign", "yes", "hm", "yes"], "--seed", "6")
    assert said_after(done.said, "resign") == ["Ann: Leave the game for good? (yes or no)"]
    assert done.table.state.players[s.ANN].out
    watch = "Only bots are left in the game. Watch them finish it? (yes or no)"
    assert done.said.count(watch) == 2
    assert len(done.said) > 500


# -- scenes ----------------------------------------------------------------------------------------


def test_a_debtor_sees_the_debt_and_the_ways_to_cover_it() -> None:
    game = s.scene(
        owns={s.ANN: (*s.BROWN, s.READING)},
        houses={s.BALTIC: 2, s.MEDITERRANEAN: 1},
        cash={s.ANN: 30},
        to_pass=True,
        asked=[DebtDue(s.ANN, s.BOB, 200, "rent", "10 MCS 90", announced=True)],
    )
    lines = ["bankrupt", "sell med", "mortgage read", "sell group brown"]
    said = play_scene(game, lines)
    assert said[:4] == [
        "Cash from selling one building: Baltic Avenue ($25).",
        "Cash from a mortgage: Reading Railroad ($100).",
        'Type "raise" to mortgage Reading Railroad, then sell 3 buildings in the Brown group. '
        "That brings in $175.",
        "Ann ($30): You owe Bob $200 in rent but have only $30. Raise $170: mortgage, sell buildings "
        "or trade. The debt is paid automatically once you have the cash. "
        "(raise, mortgage, sell or trade)",
    ]
    assert said_after(said, "bankrupt")[0].startswith("You owe $200 and can still raise $265: ")
    assert said_after(said, "sell med")[0].endswith("sell from Baltic Avenue first.")
    assert said_after(said, "sell group brown")[:2] == [
        "Ann sells buildings for $75. "
        "That leaves no houses on Mediterranean Avenue and no houses on Baltic Avenue.",
        "Ann pays Bob $200 rent.",
    ]


def test_raise_covers_a_debt_with_one_command() -> None:
    game = s.scene(
        owns={s.ANN: (*s.BROWN, s.READING)},
        houses={s.BALTIC: 2, s.MEDITERRANEAN: 1},
        cash={s.ANN: 30},
        to_pass=True,
        asked=[DebtDue(s.ANN, s.BOB, 200, "rent", "10 MCS 90", announced=True)],
    )
    said = play_scene(game, ["raise now", "help", "raise", "raise"])
    assert said_after(said, "raise now")[0] == 'Type only "raise", with nothing after it.'
    assert any(line.startswith("raise: Raises the cash for a debt") for line in said)
    assert said_after(said, "raise")[:3] == [
        "Ann mortgages Reading Railroad for $100.",
        "Ann sells buildings for $75. "
        "That leaves no houses on Baltic Avenue and no houses on Mediterranean Avenue.",
        "Ann pays Bob $200 rent.",
    ]
    assert any(line.startswith("You don't need to raise cash") for line in said)


def test_raise_reports_a_debt_that_cannot_be_covered() -> None:
    game = s.scene(
        owns={s.ANN: [s.READING]},
        cash={s.ANN: 30},
        to_pass=True,
        asked=[DebtDue(s.ANN, s.BOB, 200, "rent", "10 MCS 90", announced=True)],
    )
    said = play_scene(game, ["raise"])
    assert said_after(said, "raise")[0].startswith("Mortgages and sales won't cover the debt: ")


def test_a_creditor_decides_what_to_do_with_each_mortgaged_deed() -> None:
    game = s.scene(
        players=3,
        owns={s.ANN: (s.BALTIC, s.READING)},
        mortgaged=[s.BALTIC, s.READING],
        cash={s.ANN: 30},
        to_pass=True,
        asked=[DebtDue(s.ANN, s.BOB, 900, "rent", "10 MCS 90", announced=True)],
    )
    said = play_scene(game, ["bankrupt", "unmortgage", "keep", "Ann: me", "Ann: roll"])
    assert said_after(said, "bankrupt")[-1] == (
        "Bob ($1,530): Baltic Avenue is mortgaged. Unmortgage it now for $33, "
        "or pay $3 interest now and $33 later? (keep or unmortgage)"
    )
    assert said_after(said, "unmortgage")[0] == "Bob unmortgages Baltic Avenue for $33."
    assert said_after(said, "keep")[0] == (
        "Bob leaves Reading Railroad mortgaged and pays $10 interest."
    )
    assert said_after(said, "Ann: me")[0] == "Ann is out of the game."
    assert said_after(said, "Ann: roll")[0] == "Ann is out of the game."


def test_in_a_shortage_players_state_demands_and_an_auction_is_held() -> None:
    game = s.scene(owns={s.ANN: s.BROWN, s.BOB: s.ORANGE}, to_pass=True)
    game.state.houses = 3
    lines = ["build brown", "3", "2", "bid 60", "bid 60 on ten", "bid 60 on balt", "pass"]
    said = play_scene(game, lines)
    assert said_after(said, "build brown") == [
        "The Bank has only 3 houses left, and more than one player may want to build. "
        "Ann and Bob must state how many they want.",
        "The rest of your command is canceled: answer this first.",
        "Ann ($1,500): The Bank has 3 houses left. How many do you want, 0 to 8? If there are enough "
        "for everyone, you pay the printed price. If not, they’re auctioned one by one. (demand 1)",
    ]
    assert said_after(said, "2")[-1].endswith("(bid 50 on Mediterranean Avenue, or pass)")
    assert said_after(said, "bid 60")[0].startswith("Where would you build?")
    assert said_after(said, "bid 60 on ten")[0] == "Tennessee Avenue belongs to Bob."
    assert said_after(said, "pass")[:2] == [
        "Bob passes.",
        "Ann builds a house on Baltic Avenue for $60. That makes 1 house.",
    ]


def test_a_series_of_builds_stops_at_the_first_refusal() -> None:
    game = s.scene(owns={s.ANN: s.BROWN}, cash={s.ANN: 170})
    said = play_scene(game, ["build brown 3", "build baltic 2"])
    assert said_after(said, "build brown 3")[:2] == [
        "Ann spends $150 on buildings. That makes 2 houses on Baltic Avenue and 1 house on "
        "Mediterranean Avenue.",
        "A building on Mediterranean Avenue costs $50, but you have only $20: raise cash first.",
    ]


# -- options ---------------------------------------------------------------------------------------


def test_house_rules_are_listed_before_the_start(tmp_path: Path) -> None:
    board = classic().to_data() | {"key": "ours", "name": "Our street"}
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), "utf-8")
    options = ["free_parking_pot=on", "salary=400", "jail_fine=100"]
    words = [word for option in options for word in ("--option", option)]
    done = play_lines([], *words, "--board", str(file), "--seed", "3")
    marked = [line for line in done.said if line.startswith("House rule (unofficial): ")]
    assert len(marked) == 3
    assert marked[1].endswith("The salary for landing on or passing GO. Here: 400.")
    assert marked[2].endswith("a different board, Our street.")
    assert "Changed option: The fine to leave Jail. Here: 100." in done.said
    start = next(n for n, line in enumerate(done.said) if line.startswith("New game with"))
    assert all(done.said.index(line) < start for line in marked)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "Ann"], "A game has 2 to 8 players (got 1)"),
        (["--players", "Ann,ann"], "Two players are called Ann: give one of them another name."),
        (["--players", "Ann,"], "A name must have 1 to 20 characters (got '')"),
        (["--players", "Ann,B:b"], "A name must consist of letters, digits, spaces, dots, "),
        (["--players", "Ann,Bank"], "No player can be called Bank: choose another name."),
        (
            ["--players", "Ann,bot", "--bots", "2"],
            "Use either --players, or --humans and --bots.",
        ),
        (["--humans", "9"], "A game has at most 8 players (got 9)"),
        (["--humans", "-1"], "--humans must be at least 0 (got -1)"),
        (["--rules", "fast"], "There is no preset named 'fast'; choose from consolidated, "),
        (["--rules", "time_limit"], "--rules time_limit needs a time limit: add --minutes 60."),
        (["--minutes", "-1"], "--minutes must be more than 0 and at most a week (got -1)"),
        (["--option", "x=1"], "There is no rule option named 'x'; choose from starting_cash, "),
        (
            ["--option", "salary"],
            "--option must be NAME=VALUE, such as no_auctions=on (got 'salary')",
        ),
        (["--option", "preset=1"], "preset and base are not options: use --rules."),
        (["--board", "/nowhere.json"], "There is no board file '/nowhere.json'."),
        (["--board", "/dev"], "/dev: the board file cannot be read"),
        (
            ["--seed", str(2**63)],
            "--seed must be at most 9,223,372,036,854,775,807 (got ",
        ),
        (["--save", "/nowhere/x"], "/nowhere/x cannot be written: No such file or directory."),
        (["--resume", "/nowhere"], "There is no saved game '/nowhere'."),
        (
            ["--resume", "x", "--seed", "1"],
            "--resume takes the players, rules and dice from the file: leave out --seed.",
        ),
    ],
)
def test_invalid_options_are_reported_immediately(words: list[str], sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        play_lines([], *words)
    assert str(caught.value).startswith(sentence)


# -- saving ----------------------------------------------------------------------------------------


def test_a_game_can_be_saved_and_resumed(tmp_path: Path) -> None:
    file, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    lines = ["roll", "buy", f"save {file}", "done", "roll", f"save {file}", "quit"]
    done = play_lines(lines, "--players", "Ann,Bob,bot", "--seed", "9")
    assert said_after(done.said, f"save {file}")[0] == (
        f"The game is saved in {file} after each action."
    )
    assert verify(read_record(file)).is_sound
    more = play_lines(["quit", f"save {other}", "done"], "--resume", str(file))
    assert more.said[0] == "Monopoly. Ann and Bob are at the keyboard."
    assert any(line.startswith("Resuming after 7 actions.") for line in more.said)
    with pytest.raises(UserError, match=r"already exists: continue it with --resume "):
        play_lines([], "--save", str(file))


def test_quitting_an_unsaved_game_needs_confirmation(tmp_path: Path) -> None:
    done = play_lines(["quit", "quit", "roll"], "--seed", "1")
    assert said_after(done.said, "quit")[0].startswith("This game is not saved.")
    assert done.lines == ["roll"]


def test_resuming_ignores_an_incomplete_last_line(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play_lines(["roll", "buy"], "--players", "Ann,Bob", "--seed", "9", "--save", str(file))
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"n":99,"act')
    done = play_lines(["quit"], "--resume", str(file))
    assert done.said[0] == (
        "The last line of the file was incomplete; that action is not in the game."
    )
    assert file.read_bytes().startswith(whole)
    assert verify(read_record(file)).is_sound


def test_a_file_that_cannot_be_resumed_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("hello\n", "utf-8")
    with pytest.raises(UserError, match=r"game\.jsonl, line 1: "):
        play_lines([], "--resume", str(file))
    file.unlink()
    done = play_by_itself("--seed", "2", "--option", "round_limit=1", "--save", str(file))
    assert done.table.state.over
    with pytest.raises(UserError, match="The game is over and cannot be resumed"):
        play_lines([], "--resume", str(file))


def actions_in(file: Path) -> list[tuple[Action, str]]:
    return [(line.action, line.by) for line in read_record(file).actions]


@pytest.mark.parametrize("bot", ["simple", "random", "normal", "hard(rollouts=1, depth=3)"])
def test_a_game_resumed_at_any_moment_continues_as_if_uninterrupted(
    tmp_path: Path, bot: str
) -> None:
    """Cut the file after any action, even a bot's or one in an auction, as kill -9 might."""
    whole = tmp_path / "whole.jsonl"
    words = ["--players", "bot,Ann,bot,Bob", "--bot", bot, "--seed", "11"]
    lines = play_by_itself(*words, "--option", "round_limit=4", "--save", str(whole)).typed
    expected = actions_in(whole)
    raw = whole.read_bytes().splitlines(keepends=True)
    played = [number for number, line in enumerate(raw) if b'"action"' in line]
    for cut in played[:: max(1, len(played) // 12)]:
        part = tmp_path / f"part{cut}.jsonl"
        part.write_bytes(b"".join(raw[: cut + 1]))
        answered = sum(by == "seat" for _, by in actions_in(part))
        resumed = play_lines(lines[answered:], "--resume", str(part))
        assert resumed.table.state.over
        assert actions_in(part) == expected, cut
        assert verify(read_record(part)).is_verified


def test_kill_9_loses_no_acknowledged_action(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    words = ["--players", "bot,Ann,bot", "--seed", "11", "--option", "round_limit=4"]
    lines = play_by_itself(*words, "--save", str(whole)).typed
    command = [sys.executable, "-P", "-m", "passgo", "play"]
    stop = len(lines) // 2
    child = subprocess.Popen(
        [*command, *words, "--save", str(part)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("".join(f"{line}\n" for line in lines[:stop]))
    child.stdin.flush()
    acknowledged = 0
    for text in child.stdout:
        acknowledged += text.startswith("> ")
        if acknowledged == stop:
            break
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdin.close()
    child.stdout.close()
    answered = sum(by == "seat" for _, by in actions_in(part))
    assert answered >= stop - 1
    rest = "".join(f"{line}\n" for line in lines[answered:])
    done = subprocess.run(
        [*command, "--resume", str(part)], input=rest, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"To replay it: passgo replay {part}\n")
    assert actions_in(part) == actions_in(whole)


def test_the_record_takes_precedence_over_a_bot_that_now_decides_differently(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.jsonl"
    words = ["--players", "Ann,bot,bot", "--seed", "5", "--bot", "random", "--save", str(file)]
    play_lines(["t", "b", "d"] * 6, *words)
    text = file.read_text("utf-8")
    assert '"kind":"random"' in text
    raw = [line for line in text.splitlines(keepends=True) if '"digest"' not in line]
    file.write_text("".join(raw).replace('"kind":"random"', '"kind":"simple"'), "utf-8")
    before = actions_in(file)
    done = play_lines(["t", "b", "d"], "--resume", str(file))
    assert done.table.state.moves > len(before)
    assert actions_in(file)[: len(before)] == before


def test_the_console_echoes_piped_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("  he\x1bllo \n"))
    console = Console()
    assert console.read() == "he\x1bllo"
    assert capsys.readouterr().out == "> he?llo\n"
    with pytest.raises(EndOfInput):
        console.read()


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([], "Ann Bob* Cy* Dee*"),
        (["--humans", "2"], "Ann Bob Cy* Dee*"),
        (["--bots", "1"], "Ann Bob*"),
        (["--humans", "0", "--bots", "2"], "Ann* Bob*"),
        (["--players", "bot,Cy,Bob"], "Ann* Cy Bob"),
    ],
)
def test_the_options_determine_the_seats(words: list[str], names: str) -> None:
    seats = play.read_seats(arguments(*words))
    assert " ".join(seat.name + "*" * (seat.kind != "person") for seat in seats) == names
