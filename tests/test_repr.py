"""``repr`` is short and true, and pastes back where it can."""

from __future__ import annotations

import io
import re

import msgspec
import pytest

from passgo import Bot, Driver, Game, Player, Seeded, classic, rule_set
from passgo.analysis import review
from passgo.bots.simple import SimpleBot
from passgo.decisions import BuyOrAuction, ToEndTurn
from passgo.engine.agenda import Agenda
from passgo.odds import odds
from passgo.record import Recorder, ReplayedChance, SeatEntry, read_record
from passgo.say import Lexicon, Words
from passgo.sim import RowList, compare, tournament
from tests.record.games import played
from tests.scene import ANN, BALTIC, BOB, BROWN, ILLINOIS, VENTNOR, scene


def test_a_game_names_its_turn_and_its_decision() -> None:
    game = scene(standing_on=ILLINOIS)
    said = "2 players, round 1, turn 1, BuyOrAuction for Illinois Avenue, waiting for seat 0"
    assert repr(game) == f"<Game: {said}>"
    assert repr(game.state) == f"<State: {said}>"
    assert repr(game.view(1)) == f"<View of seat 1: {said}>"
    game.names = ("Ann", "Bob")
    said = said.replace("seat 0", "Ann")
    assert repr(game) == f"<Game: {said}>"
    assert repr(game.view(1)) == f"<View of Bob: {said}>"


def test_a_game_names_everyone_who_must_answer() -> None:
    game = scene(standing_on=ILLINOIS)
    game.names = ("Ann", "Bob")
    game.decline(ANN)
    assert repr(game) == (
        "<Game: 2 players, round 1, turn 1, Auction for Illinois Avenue, waiting for Ann and Bob>"
    )


def test_a_finished_game_names_its_winners() -> None:
    game = Game(2, Seeded(1), rules=rule_set(round_limit=1))
    while not game.state.over:
        game.play(game.default(game.waiting_for[0]))
    assert re.fullmatch(
        r"<Game: 2 players, round \d+, turn \d+, won by (seat [01]|seats 0 and 1)>", repr(game)
    )
    game.names = ("Ann", "Bob")
    assert re.search(r", won by (Ann|Bob|Ann and Bob)>$", repr(game))


def test_a_player_pastes_back() -> None:
    assert repr(Player(1, 1500)) == "Player(seat=1, cash=1500)"
    game = Game(3, Seeded(7))
    for _ in range(300):
        game.play(game.default(game.waiting_for[0]))
    for player in game.state.players:
        again: Player = eval(repr(player))
        assert repr(again) == repr(player)
        assert (again.cash, again.space, again.laps) == (player.cash, player.space, player.laps)


def test_an_agenda_pastes_back() -> None:
    agenda = scene(standing_on=ILLINOIS).state.agenda
    known = {"Agenda": Agenda, "BuyOrAuction": BuyOrAuction, "ToEndTurn": ToEndTurn}
    again: Agenda = eval(repr(agenda), known)
    assert again.entries == agenda.entries
    assert again.top == agenda.top


@pytest.mark.parametrize(
    ("space", "said"),
    [
        (BALTIC, "Baltic Avenue, seat 0's, 1 house"),
        (BROWN[0], "Mediterranean Avenue, seat 0's, hotel"),
        (VENTNOR, "Ventnor Avenue, seat 1's, mortgaged"),
        (ILLINOIS, "Illinois Avenue, the Bank's"),
    ],
)
def test_a_property_names_its_owner_and_its_buildings(space: int, said: str) -> None:
    owns = {ANN: BROWN, BOB: [VENTNOR]}
    game = scene(owns=owns, houses={BALTIC: 1, BROWN[0]: 5}, mortgaged=[VENTNOR])
    assert repr(game.state.property(space)) == f"<Property: {said}>"


def test_hidden_cards_stay_hidden() -> None:
    assert repr(scene().hidden) == "<Hidden: 16 Chance and 16 Community Chest cards>"


def test_a_record_is_short() -> None:
    record = read_record(io.BytesIO(played(3, 25).encode()))
    assert repr(record) == "<Record: Ann, Bob, Zoë; 25 actions; unfinished>"


def test_a_recorder_shows_its_game_and_where_the_dice_come_from() -> None:
    recorder = Recorder(
        io.StringIO(), [SeatEntry("Ann", "Iron"), SeatEntry("Bob", "Dog")], Seeded(3)
    )
    recorder.play(recorder.game.default(recorder.game.waiting_for[0]))
    assert repr(recorder) == f"<Recorder: after action 1 of {recorder.game!r}>"
    assert repr(recorder.game.chance) == "<RecordingChance of Seeded(3)>"
    replayed = ReplayedChance({})
    replayed.feed([(1, 2), (3, 4)])
    assert repr(replayed) == "<ReplayedChance: 2 rolls left>"


def test_words_and_names_are_short() -> None:
    assert repr(Words.load("de")) == "<Words: de>"
    assert repr(Lexicon(["Ann", "Bob"], classic())) == "<Lexicon: Ann, Bob; Classic US board>"
    assert repr(Lexicon([], classic())) == "<Lexicon: no names; Classic US board>"


# -- results ---------------------------------------------------------------------------------------


def test_rows_are_a_table() -> None:
    class Fruit(msgspec.Struct):
        name: str
        price: float | None

    rows = RowList(Fruit, [Fruit("<fig>", 0.123456), Fruit("a very long name of a fruit", None)])
    assert repr(rows).splitlines() == [
        "name                      price",
        "<fig>                     0.1235",
        "a very long name of a f…  –",
        "[2 rows of Fruit]",
    ]
    html = rows._repr_html_()
    assert "<td>&lt;fig&gt;</td><td>0.1235</td>" in html
    many = RowList(Fruit, [Fruit("fig", 1.0)] * 100)
    assert repr(many).splitlines()[-2:] == ["…     …", "[100 rows of Fruit]"]
    assert many._repr_html_().count("<tr>") == 1 + 60 + 1


def test_results_are_described_in_a_line() -> None:
    found = compare({"houses": [16]}, ["simple"], games=4, rounds=5, executor="here")
    assert repr(found).startswith("<Comparison: ")
    assert "houses=16" in repr(found)
    assert re.fullmatch(r"<Arm .+: 4 games>", repr(found.arms[0]))
    assert found._repr_html_() == found.measures._repr_html_()
    result = tournament(["simple", "random"], games=4, rounds=5, executor="here")
    assert re.fullmatch(
        r"<TournamentResult: simple \d+, random \d+; 8 games>", repr(result)
    ) or re.fullmatch(r"<TournamentResult: random \d+, simple \d+; 8 games>", repr(result))
    assert repr(odds()) == "<Odds: Classic US board; leave, stay>"
    record = read_record(io.StringIO(played(3, 25)))
    assert re.fullmatch(r"<Review: Ann, Bob, Zoë; \d+ turns; unfinished>", repr(review(record)))


def test_drivers_and_bots_have_names() -> None:
    driver = Driver(Game(2, Seeded(1)), [SimpleBot(), Bot()])
    assert repr(driver).startswith("<Driver of <SimpleBot>, <Bot>: <Game: 2 players, round 1")
