"""Ruling 16, 10 MCS 210(e), 10 MCS 220: each player's worth at the end, and the winner."""

from __future__ import annotations

import pytest

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.events import GameEnded, TurnEnded
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.turn import EndTurn
from passgo.engine.ruleset import rule_set
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CY,
    DARK_BLUE,
    DEE,
    ELECTRIC,
    MEDITERRANEAN,
    PARK_PLACE,
    READING,
    rule,
    scene,
)

TIMED = rule_set("time_limit")


@rule("Ruling 16", "10 MCS 210(e-1)")
def test_worth_includes_cash_deeds_and_buildings() -> None:
    game = scene(
        owns={ANN: [*DARK_BLUE, READING, ELECTRIC], BOB: BROWN},
        houses={PARK_PLACE: 3, BOARDWALK: 4},
        mortgaged=[ELECTRIC],
        cash={ANN: 123},
    )
    assert game.state.worth(ANN) == 123 + 350 + 400 + 7 * 200 + 200 + 75
    assert game.state.worth(BOB) == 1500 + 60 + 60


@rule("Ruling 16")
@pytest.mark.parametrize(("preset", "houses"), [("consolidated", 5), ("short", 4)])
def test_a_hotel_is_worth_its_price_plus_the_price_of_the_houses_turned_in(
    preset: str, houses: int
) -> None:
    game = scene(
        rules=rule_set(preset),
        owns={ANN: BROWN},
        houses={MEDITERRANEAN: HOTEL_LEVEL, BALTIC: HOTEL_LEVEL},
        cash={ANN: 0},
    )
    assert game.state.worth(ANN) == 120 + 2 * houses * 50


@rule("Ruling 16", "10 MCS 210(e-1c)")
def test_a_mortgaged_deed_is_worth_half_its_price_regardless_of_the_tax_rules() -> None:
    for preset in ("consolidated", "statutes"):
        game = scene(
            rules=rule_set(preset), owns={ANN: [BOARDWALK]}, mortgaged=[BOARDWALK], cash={ANN: 0}
        )
        assert game.state.worth(ANN) == 200


@rule("Ruling 16")
def test_a_card_in_hand_is_worth_nothing() -> None:
    game = scene(cards={ANN: ["chance.jail_free", "chest.jail_free"]})
    assert game.state.worth(ANN) == 1500


@rule("10 MCS 210(e-2)", "10 MCS 220")
def test_the_player_with_the_most_cash_may_lose_to_one_with_more_valuable_deeds() -> None:
    game = scene(rules=TIMED, owns={BOB: [READING]}, cash={ANN: 600, BOB: 401})
    assert game.play(TimeIsUp()) == [GameEnded((BOB,), (600, 601), "time", "10 MCS 220")]


@rule("10 MCS 210(e-2)", "10 MCS 220")
def test_players_who_tie_share_the_win() -> None:
    game = scene(
        rules=TIMED,
        players=4,
        owns={ANN: [READING]},
        cash={ANN: 400, BOB: 599, CY: 600, DEE: 600},
    )
    assert game.play(TimeIsUp()) == [
        GameEnded((ANN, CY, DEE), (600, 599, 600, 600), "time", "10 MCS 220")
    ]
    assert game.state.winners == [ANN, CY, DEE]


@rule("10 MCS 190(g)", "10 MCS 210(e-2)")
def test_a_player_who_is_out_does_not_share_the_win_even_when_nobody_has_anything() -> None:
    game = scene(rules=TIMED, players=3, cash={ANN: 0, BOB: 0, CY: 0})
    game.state.players[BOB].out = True
    assert game.play(TimeIsUp()) == [GameEnded((ANN, CY), (0, 0, 0), "time", "10 MCS 220")]


@rule("House round_limit", "Ruling 16")
def test_the_richest_player_wins_after_the_agreed_number_of_rounds() -> None:
    game = scene(rules=rule_set(round_limit=1), turn=ANN, to_pass=True, owns={BOB: [BALTIC]})
    game.state.first = BOB
    assert game.play(EndTurn(ANN)) == [
        TurnEnded(ANN),
        GameEnded((BOB,), (1500, 1560), "rounds", "House round_limit"),
    ]
