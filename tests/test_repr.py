"""``repr`` is short and true, and pastes back where it can."""

from __future__ import annotations

import io
import re

import pytest

from passgo import Game, Player, Seeded, rule_set
from passgo.decisions import BuyOrAuction, ToEndTurn
from passgo.engine.agenda import Agenda
from passgo.record import read_record
from tests.record.games import played
from tests.scene import ANN, BALTIC, BOB, BROWN, ILLINOIS, VENTNOR, scene


def test_a_game_names_its_turn_and_its_decision() -> None:
    game = scene(standing_on=ILLINOIS)
    said = "2 players, round 1, turn 1, BuyOrAuction(seat=0, space=24)"
    assert repr(game) == f"<Game: {said}>"
    assert repr(game.state) == f"<State: {said}>"
    assert repr(game.view(1)) == f"<View of seat 1: {said}>"


def test_a_finished_game_names_its_winners() -> None:
    game = Game(2, Seeded(1), rules=rule_set(round_limit=1))
    while not game.state.over:
        game.play(game.default(game.waiting_for[0]))
    assert re.fullmatch(
        r"<Game: 2 players, round \d+, turn \d+, won by seat [01]( and [01])?>", repr(game)
    )


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
