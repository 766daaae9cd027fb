"""10 MCS 10, CR 1: the object of the game."""

from __future__ import annotations

from passgo.engine.events import (
    DebtOpened,
    DiceRolled,
    GameEnded,
    MoneyPaid,
    RentAskedFor,
    RentFixed,
    TokenMoved,
    TurnBegan,
    WentBankrupt,
)
from passgo.engine.refusal import Refusal
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.moving import Roll
from passgo.engine.ruleset import rule_set
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    CHANCE_36,
    CY,
    refusal,
    rule,
    scene,
)


@rule("10 MCS 10", "CR 1", "10 MCS 190(h)")
def test_rent_bankrupts_the_other_player_and_the_last_player_left_wins() -> None:
    game = scene(
        turn=BOB,
        at={BOB: CHANCE_36},
        cash={BOB: 10},
        owns={ANN: [BOARDWALK]},
        asks=[ANN],
        dice=[(1, 2)],
    )
    assert game.play(Roll(BOB)) == [
        DiceRolled(BOB, 1, 2, "10 MCS 60(b)"),
        TokenMoved(BOB, CHANCE_36, BOARDWALK, "dice", "10 MCS 60(b)"),
        RentFixed(ANN, BOB, BOARDWALK, 50, 1, "10 MCS 90"),
        RentAskedFor(ANN, BOB, BOARDWALK, 50, 1, "Ruling 8"),
        DebtOpened(BOB, ANN, 50, 40, "rent", "10 MCS 90"),
        WentBankrupt(BOB, ANN, 50, "10 MCS 190(a)"),
        MoneyPaid(BOB, ANN, 10, "estate", "10 MCS 190(a)"),
        GameEnded((ANN,), (1510 + 400, 0), "last", "10 MCS 190(h)"),
    ]
    assert game.state.over
    assert game.state.winners == [ANN]
    assert game.waiting_for == []


@rule("CR 1")
def test_the_game_continues_while_two_players_are_left() -> None:
    game = scene(
        players=3,
        turn=BOB,
        at={BOB: CHANCE_36},
        cash={BOB: 10},
        owns={ANN: [BOARDWALK]},
        asks=[ANN],
        dice=[(1, 2)],
    )
    assert game.play(Roll(BOB))[-3:] == [
        WentBankrupt(BOB, ANN, 50, "10 MCS 190(a)"),
        MoneyPaid(BOB, ANN, 10, "estate", "10 MCS 190(a)"),
        TurnBegan(CY, 2, "10 MCS 60(c)"),
    ]
    assert not game.state.over
    assert game.waiting_for == [CY]


@rule("10 MCS 10", "10 MCS 220")
def test_the_wealthiest_player_has_the_most_cash_and_property_combined() -> None:
    game = scene(cash={ANN: 1500, BOB: 1441}, owns={BOB: [BALTIC]}, rules=rule_set("time_limit"))
    assert game.play(TimeIsUp()) == [GameEnded((BOB,), (1500, 1501), "time", "10 MCS 220")]


@rule("CR 1", "10 MCS 190(h)")
def test_no_action_can_be_played_after_the_game_is_over() -> None:
    game = scene(rules=rule_set("time_limit"))
    game.play(TimeIsUp())
    assert refusal(game, Roll(ANN)) == Refusal("game.over", "10 MCS 190(h)")
    assert refusal(game, TimeIsUp()) == Refusal("game.over", "10 MCS 190(h)")
    assert game.options(ANN) == []
