"""10 MCS 70, CR 4.3, CR 5.5: the salary."""

from __future__ import annotations

from typing import Any

import pytest

from passgo.boards import board_from_data
from passgo.engine.board import classic
from passgo.engine.events import (
    CardDrawn,
    DiceRolled,
    Event,
    MoneyPaid,
    SentToJail,
    TokenMoved,
    TurnBegan,
)
from passgo.engine.game import Game
from passgo.engine.rules.moving import Roll
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    CHANCE_7,
    CHANCE_22,
    CHANCE_36,
    CHEST_2,
    CHEST_17,
    CHEST_33,
    ELECTRIC,
    GO,
    GO_TO_JAIL,
    ILLINOIS,
    INCOME_TAX,
    JAIL,
    LUXURY_TAX,
    NEW_YORK,
    PENNSYLVANIA_RR,
    READING,
    ST_CHARLES,
    WATER_WORKS,
    card_number,
    rule,
    scene,
    select_events,
)

SALARY = MoneyPaid(BANK, ANN, 200, "salary", "10 MCS 70")


def on_top_of(deck: str, key: str, start: int, dice: tuple[int, int]) -> Game:
    """Set up a game in which Ann is about to roll and this card is on top of its deck."""
    if deck == "chance":
        return scene(at={ANN: start}, chance=[key], dice=[dice])
    return scene(at={ANN: start}, chest=[key], dice=[dice])


def moved(dice: tuple[int, int], start: int, space: int) -> list[Event]:
    return [
        DiceRolled(ANN, *dice, "10 MCS 60(b)"),
        TokenMoved(ANN, start, space, "dice", "10 MCS 60(b)"),
    ]


@rule("10 MCS 70", "CR 4.3", "CR 5.5")
def test_rolling_onto_go_earns_the_salary_once() -> None:
    game = scene(at={ANN: 35}, dice=[(2, 3)])
    assert game.play(Roll(ANN)) == [*moved((2, 3), 35, GO), SALARY]
    assert game.state.players[ANN].cash == 1700


@rule("10 MCS 70", "CR 4.3")
def test_rolling_past_go_earns_the_salary_once() -> None:
    game = scene(at={ANN: BOARDWALK}, dice=[(1, 3)])
    assert game.play(Roll(ANN)) == [*moved((1, 3), BOARDWALK, BALTIC), SALARY]


@rule("10 MCS 70")
def test_stopping_just_before_go_earns_nothing() -> None:
    game = scene(at={ANN: 35}, owns={ANN: [BOARDWALK]}, dice=[(1, 3)])
    assert game.play(Roll(ANN)) == moved((1, 3), 35, BOARDWALK)


@rule("10 MCS 70(a)", "CR 4.3")
def test_leaving_go_does_not_earn_the_salary_again() -> None:
    game = scene(at={ANN: 30}, dice=[(5, 5), (4, 6)])
    assert game.play(Roll(ANN)) == [*moved((5, 5), 30, GO), SALARY]
    assert game.play(Roll(ANN)) == moved((4, 6), GO, JAIL)
    assert game.state.players[ANN].cash == 1700


@rule("10 MCS 70(a)")
def test_starting_on_go_earns_no_salary() -> None:
    game = scene(dice=[(4, 6)])
    assert game.play(Roll(ANN)) == moved((4, 6), GO, JAIL)


@rule("10 MCS 70", "CR 4.3", "10 MCS 100")
@pytest.mark.parametrize(
    ("deck", "start", "dice", "space"),
    [
        ("chance", GO, (3, 4), CHANCE_7),
        ("chance", 15, (3, 4), CHANCE_22),
        ("chance", 29, (3, 4), CHANCE_36),
        ("chest", JAIL, (3, 4), CHEST_17),
        ("chest", 26, (3, 4), CHEST_33),
    ],
)
def test_advance_to_go_earns_the_salary(
    deck: str, start: int, dice: tuple[int, int], space: int
) -> None:
    key = f"{deck}.advance_go"
    game = scene(
        at={ANN: start},
        chance=[key] * (deck == "chance"),
        chest=[key] * (deck == "chest"),
        dice=[dice],
    )
    assert game.play(Roll(ANN)) == [
        *moved(dice, start, space),
        CardDrawn(ANN, card_number(game.state.board, key)),
        TokenMoved(ANN, space, GO, "card", "10 MCS 100"),
        SALARY,
    ]


@rule("10 MCS 70(b)")
@pytest.mark.parametrize(
    ("deck", "start", "dice", "space"),
    [("chest", LUXURY_TAX, (1, 3), CHEST_2), ("chance", LUXURY_TAX, (4, 5), CHANCE_7)],
)
def test_passing_go_and_then_drawing_advance_to_go_pays_twice(
    deck: str, start: int, dice: tuple[int, int], space: int
) -> None:
    key = f"{deck}.advance_go"
    game = scene(
        at={ANN: start},
        chance=[key] * (deck == "chance"),
        chest=[key] * (deck == "chest"),
        dice=[dice],
    )
    assert game.play(Roll(ANN)) == [
        *moved(dice, start, space),
        SALARY,
        CardDrawn(ANN, card_number(game.state.board, key)),
        TokenMoved(ANN, space, GO, "card", "10 MCS 100"),
        SALARY,
    ]
    assert game.state.players[ANN].cash == 1900


@rule("10 MCS 70", "CR 4.3", "Ruling 22")
@pytest.mark.parametrize(
    ("card", "start", "space", "goal", "passes"),
    [
        ("chance.advance_reading", 0, CHANCE_7, READING, True),
        ("chance.advance_reading", 15, CHANCE_22, READING, True),
        ("chance.advance_reading", 29, CHANCE_36, READING, True),
        ("chance.advance_st_charles", 0, CHANCE_7, ST_CHARLES, False),
        ("chance.advance_st_charles", 15, CHANCE_22, ST_CHARLES, True),
        ("chance.advance_st_charles", 29, CHANCE_36, ST_CHARLES, True),
        ("chance.advance_illinois", 0, CHANCE_7, ILLINOIS, False),
        ("chance.advance_illinois", 15, CHANCE_22, ILLINOIS, False),
        ("chance.advance_illinois", 29, CHANCE_36, ILLINOIS, True),
        ("chance.advance_boardwalk", 0, CHANCE_7, BOARDWALK, False),
        ("chance.advance_boardwalk", 15, CHANCE_22, BOARDWALK, False),
        ("chance.advance_boardwalk", 29, CHANCE_36, BOARDWALK, False),
        ("chance.nearest_railroad_1", 0, CHANCE_7, PENNSYLVANIA_RR, False),
        ("chance.nearest_railroad_1", 15, CHANCE_22, B_AND_O, False),
        ("chance.nearest_railroad_1", 29, CHANCE_36, READING, True),
        ("chance.nearest_utility", 0, CHANCE_7, ELECTRIC, False),
        ("chance.nearest_utility", 15, CHANCE_22, WATER_WORKS, False),
        ("chance.nearest_utility", 29, CHANCE_36, ELECTRIC, True),
    ],
)
def test_a_card_earns_the_salary_only_if_it_moves_the_token_past_go(
    card: str, start: int, space: int, goal: int, passes: bool
) -> None:
    game = scene(at={ANN: start}, owns={ANN: [goal]}, chance=[card], dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), start, space),
        CardDrawn(ANN, card_number(game.state.board, card)),
        TokenMoved(ANN, space, goal, "card", "10 MCS 100"),
        *[SALARY] * passes,
    ]


@rule("10 MCS 70(a)", "CR 4.3")
def test_passing_go_with_a_roll_and_again_with_a_card_counts_as_two_laps() -> None:
    game = scene(
        at={ANN: LUXURY_TAX},
        owns={ANN: [READING]},
        chance=["chance.advance_reading"],
        dice=[(4, 5)],
    )
    assert select_events(game.play(Roll(ANN)), MoneyPaid) == [SALARY, SALARY]


@rule("10 MCS 70", "10 MCS 120(b)", "CR 4.3", "CR 5.5")
def test_going_to_jail_from_the_go_to_jail_space_earns_nothing() -> None:
    game = scene(at={ANN: 23}, dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), 23, GO_TO_JAIL),
        TokenMoved(ANN, GO_TO_JAIL, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 120(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.state.players[ANN].cash == 1500


@rule("10 MCS 70", "10 MCS 120(b)", "CR 4.3")
def test_a_player_keeps_the_salary_earned_by_the_roll_when_a_card_sends_them_to_jail() -> None:
    game = scene(at={ANN: LUXURY_TAX}, chest=["chest.go_to_jail"], dice=[(1, 3)])
    events = game.play(Roll(ANN))
    assert select_events(events, MoneyPaid) == [SALARY]
    assert game.state.players[ANN].jail == 1


@rule("10 MCS 70", "CR 4.3")
def test_going_back_three_spaces_earns_nothing() -> None:
    game = scene(at={ANN: 15}, owns={ANN: [NEW_YORK]}, chance=["chance.back_3"], dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), 15, CHANCE_22),
        CardDrawn(ANN, card_number(game.state.board, "chance.back_3")),
        TokenMoved(ANN, CHANCE_22, NEW_YORK, "back", "10 MCS 100"),
    ]


@rule("10 MCS 70", "CR 4.3")
@pytest.mark.parametrize(("back", "goal"), [(8, BOARDWALK), (7, GO)])
def test_moving_backward_past_go_or_onto_it_earns_nothing(back: int, goal: int) -> None:
    data: dict[str, Any] = classic().to_data()
    for card in data["chance"]:
        if card["key"] == "chance.back_3":
            card["spaces"] = back
    game = scene(
        board=board_from_data(data),
        owns={ANN: [BOARDWALK]},
        chance=["chance.back_3"],
        dice=[(3, 4)],
    )
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), GO, CHANCE_7),
        CardDrawn(ANN, card_number(game.state.board, "chance.back_3")),
        TokenMoved(ANN, CHANCE_7, goal, "back", "10 MCS 100"),
    ]
    assert game.state.players[ANN].laps == 0


@rule("10 MCS 70")
def test_each_salary_counts_as_a_lap() -> None:
    game = scene(at={ANN: 35}, dice=[(2, 3)])
    game.play(Roll(ANN))
    assert [player.laps for player in game.state.players] == [1, 0]


@rule("10 MCS 70", "CR 4.3")
@pytest.mark.parametrize("preset", ["consolidated", "statutes", "board", "short", "time_limit"])
def test_the_salary_is_200_dollars_in_every_preset(preset: str) -> None:
    game = scene(at={ANN: 35}, dice=[(2, 3)], rules=rule_set(preset))
    assert game.play(Roll(ANN))[-1] == SALARY


@rule("10 MCS 70", "Ruling 21")
def test_the_salary_is_paid_before_the_income_tax() -> None:
    game = scene(at={ANN: LUXURY_TAX}, cash={ANN: 0}, dice=[(1, 5)])
    game.play(Roll(ANN))
    assert game.state.players[ANN].space == INCOME_TAX
    assert game.state.players[ANN].cash == 200
