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
from passgo.engine.chance import Chance
from passgo.engine.events import EventCollector, Listener
from passgo.notation import Move, write_move
from passgo.odds import odds
from passgo.record import Recorder, ReplayedChance, SeatEntry, read_record, replay
from passgo.record.replayer import Proof, proof_of
from passgo.say import Lexicon, Words
from passgo.sim import RowList, compare, simulate, tournament
from passgo.sim.blocks import BlockShare
from passgo.sim.executors import Batch, InProcess, Pending
from passgo.sim.measures import Counts
from passgo.sim.summary import GroupTally
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


def test_sources_of_events_and_dice_show_their_class() -> None:
    class Watcher(Listener):
        pass

    class Loaded(Chance):
        pass

    assert (repr(Watcher()), repr(Loaded())) == ("<Watcher>", "<Loaded>")
    collector = EventCollector()
    assert repr(collector) == "<EventCollector: 0 events>"
    Game(2, Seeded(1), listener=collector)
    assert repr(collector) == f"<EventCollector: {len(collector.events)} events>"


def test_steps_and_proofs_of_a_record_are_short() -> None:
    record = read_record(io.StringIO(played(3, 25)))
    setup, first, *_ = replay(record)
    assert repr(setup) == f"<ReplayStep in line 2: setup, {len(setup.events)} events>"
    assert repr(first).startswith("<ReplayStep in line 4: Roll(seat=2), ")
    assert repr(proof_of(record)[0]) == "<SeedProof of Seeded(3)>"
    assert repr(Proof()) == "<Proof>"


def test_a_step_of_a_review_is_one_line() -> None:
    steps = review(read_record(io.StringIO(played(3, 200)))).steps
    assert re.fullmatch(r"<Step \d+, turn \d+: no action; change \d+\.\d%>", repr(steps[0]))
    done = next(step for step in steps if len(step.actions) == 1)
    move = write_move(Move(done.actions[0]))
    assert repr(done).startswith(f"<Step {done.number}, turn {done.turn}: seat {done.seat}: {move}")
    assert max(len(repr(step)) for step in steps) < 200


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


def test_counts_are_short() -> None:
    summary = simulate(["simple", "random"], games=4, rounds=8, executor="here")
    assert re.fullmatch(r"<BlockShare: \d of 4, .+% \(.+% to .+%\)>", repr(summary.seat_shares[0]))
    assert repr(BlockShare()) == "<BlockShare: 0 of 0>"
    assert re.fullmatch(r"<Block \d: \d of 2>", repr(summary.seat_shares[0].first))
    assert re.fullmatch(r"<BlockSums: \d of 4, in 2 blocks>", repr(summary.seat_shares[0].total()))
    assert repr(GroupTally()) == "<GroupTally: completed in 0 games, 0 won by the first owner>"
    assert repr(Counts(summary.plan)) == "<Counts: 0 games in 0 blocks>"
    assert repr(InProcess()) == "<InProcess: width 1>"
    assert repr(Pending(lambda: Batch(0, 0.0, b""), list)) == "<Pending batch>"


def test_drivers_and_bots_have_names() -> None:
    driver = Driver(Game(2, Seeded(1)), [SimpleBot(), Bot()])
    assert repr(driver).startswith("<Driver of <SimpleBot>, <Bot>: <Game: 2 players, round 1")
