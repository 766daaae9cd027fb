"""10 MCS 150, 210(b), CR 7: hotels, which need four houses per property (short game: three)."""

from __future__ import annotations

import pytest

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.events import BuildingBought, DiceRolled, MoneyPaid, RentFixed, TokenMoved
from passgo.engine.refusal import Refusal
from passgo.engine.rules.building import Build
from passgo.engine.rules.moving import Roll
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK, HOTEL
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    DARK_BLUE,
    GO,
    GREEN,
    LIGHT_BLUE,
    MEDITERRANEAN,
    NORTH_CAROLINA,
    ORANGE,
    PACIFIC,
    PARK_PLACE,
    PENNSYLVANIA,
    PINK,
    RED,
    VENTNOR,
    YELLOW,
    refusal,
    rule,
    scene,
)

SHORT = rule_set("short")


@rule("10 MCS 150", "10 MCS 150(a)", "CR 7")
@pytest.mark.parametrize("space", GREEN)
def test_a_hotel_may_be_built_when_every_property_has_four_houses(space: int) -> None:
    game = scene(owns={ANN: GREEN}, houses=dict.fromkeys(GREEN, 4))
    assert (game.state.houses, game.state.hotels) == (20, 12)
    assert game.play(Build(ANN, space)) == [
        MoneyPaid(ANN, BANK, 200, "building", "10 MCS 150(a)"),
        BuildingBought(ANN, space, HOTEL_LEVEL, 200, "10 MCS 150(a)"),
    ]
    assert game.state.players[ANN].cash == 1300
    assert (game.state.houses, game.state.hotels) == (24, 11), (
        "the property's four houses go back to the Bank"
    )


@rule("10 MCS 150", "CR 7")
def test_a_hotel_cannot_be_built_while_another_property_has_three_houses() -> None:
    game = scene(owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 3, BOARDWALK: 4})
    assert refusal(game, Build(ANN, BOARDWALK)) == Refusal(
        "build.uneven",
        "10 MCS 150",
        space=BOARDWALK,
        houses=4,
        lower=PARK_PLACE,
        lower_houses=3,
    )
    game.play(Build(ANN, PARK_PLACE))
    game.play(Build(ANN, BOARDWALK))
    assert game.state.property(BOARDWALK).houses == HOTEL_LEVEL


@rule("10 MCS 150")
def test_a_hotel_in_the_group_counts_as_more_than_four_houses() -> None:
    game = scene(
        owns={ANN: GREEN},
        houses={PACIFIC: HOTEL_LEVEL, NORTH_CAROLINA: HOTEL_LEVEL, PENNSYLVANIA: 4},
    )
    game.play(Build(ANN, PENNSYLVANIA))
    assert [game.state.property(space).houses for space in GREEN] == [
        HOTEL_LEVEL,
        HOTEL_LEVEL,
        HOTEL_LEVEL,
    ]
    assert (game.state.houses, game.state.hotels) == (32, 9)


@rule("10 MCS 150")
def test_with_three_houses_on_each_property_the_next_building_is_a_house() -> None:
    game = scene(owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 3, BOARDWALK: 3})
    assert game.play(Build(ANN, BOARDWALK)) == [
        MoneyPaid(ANN, BANK, 200, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BOARDWALK, 4, 200, "10 MCS 140(c)"),
    ]


@rule("10 MCS 150(b)", "CR 7")
def test_a_property_cannot_have_two_hotels() -> None:
    game = scene(owns={ANN: BROWN}, houses={MEDITERRANEAN: HOTEL_LEVEL, BALTIC: HOTEL_LEVEL})
    assert refusal(game, Build(ANN, BALTIC)) == Refusal("build.full", "10 MCS 150(b)", space=BALTIC)


@rule("10 MCS 150(a)")
@pytest.mark.parametrize(
    ("group", "price"),
    [
        (BROWN, 50),
        (LIGHT_BLUE, 50),
        (PINK, 100),
        (ORANGE, 100),
        (RED, 150),
        (YELLOW, 150),
        (GREEN, 200),
        (DARK_BLUE, 200),
    ],
)
def test_a_hotel_costs_as_much_as_a_house(group: tuple[int, ...], price: int) -> None:
    game = scene(owns={ANN: group}, houses=dict.fromkeys(group, 4), cash={ANN: price})
    game.play(Build(ANN, group[0]))
    assert game.state.players[ANN].cash == 0


@rule("10 MCS 150(a)", "10 MCS 140(e)")
def test_a_hotel_requires_cash_on_hand() -> None:
    game = scene(owns={ANN: BROWN}, houses={MEDITERRANEAN: 4, BALTIC: 4}, cash={ANN: 49})
    assert refusal(game, Build(ANN, BALTIC)) == Refusal(
        "build.cash", "10 MCS 140(e)", space=BALTIC, cost=50, cash=49
    )


@rule("10 MCS 150(a)", "10 MCS 160")
def test_a_hotel_can_be_bought_when_the_bank_has_no_houses() -> None:
    game = scene(
        owns={ANN: BROWN, BOB: [*PINK, *ORANGE]},
        houses={**dict.fromkeys(BROWN, 4), **dict.fromkeys((*PINK, *ORANGE), 4)},
        cash={BOB: 0},
    )
    assert game.state.houses == 0
    game.play(Build(ANN, BALTIC))
    assert (game.state.houses, game.state.hotels) == (4, 11)


@rule("10 MCS 160", "CR 7")
def test_nobody_can_build_a_hotel_when_the_bank_has_none() -> None:
    properties = [*BROWN, *LIGHT_BLUE, *PINK, *ORANGE]
    game = scene(
        owns={ANN: YELLOW, BOB: [*properties, *DARK_BLUE]},
        houses={**dict.fromkeys(properties, HOTEL_LEVEL), BOARDWALK: HOTEL_LEVEL, PARK_PLACE: 4}
        | dict.fromkeys(YELLOW, 4),
        cash={BOB: 0},
    )
    assert game.state.hotels == 0
    assert refusal(game, Build(ANN, VENTNOR)) == Refusal(
        "build.none_left", "10 MCS 160", kind=HOTEL
    )


# -- the short game --------------------------------------------------------------------------------


@rule("10 MCS 210(b)")
def test_in_the_short_game_a_hotel_needs_three_houses_on_each_property() -> None:
    game = scene(rules=SHORT, owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 3, BOARDWALK: 3})
    assert game.play(Build(ANN, BOARDWALK)) == [
        MoneyPaid(ANN, BANK, 200, "building", "10 MCS 210(b)"),
        BuildingBought(ANN, BOARDWALK, HOTEL_LEVEL, 200, "10 MCS 210(b)"),
    ]
    assert (game.state.houses, game.state.hotels) == (29, 11), "three houses go back to the Bank"


@rule("10 MCS 210(b)")
def test_in_the_short_game_the_other_properties_must_be_ready_too() -> None:
    game = scene(rules=SHORT, owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 2, BOARDWALK: 3})
    assert refusal(game, Build(ANN, BOARDWALK)) == Refusal(
        "build.uneven",
        "10 MCS 150",
        space=BOARDWALK,
        houses=3,
        lower=PARK_PLACE,
        lower_houses=2,
    )


@rule("10 MCS 210(b)")
def test_in_the_short_game_a_hotel_in_the_group_counts_as_more_than_three_houses() -> None:
    game = scene(rules=SHORT, owns={ANN: DARK_BLUE}, houses={PARK_PLACE: HOTEL_LEVEL, BOARDWALK: 3})
    game.play(Build(ANN, BOARDWALK))
    assert game.state.property(BOARDWALK).houses == HOTEL_LEVEL
    assert refusal(game, Build(ANN, BOARDWALK)) == Refusal(
        "build.full", "10 MCS 150(b)", space=BOARDWALK
    )


@rule("10 MCS 210(b)")
def test_in_the_short_game_a_third_house_is_still_a_house() -> None:
    game = scene(rules=SHORT, owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 2, BOARDWALK: 2})
    assert game.play(Build(ANN, PARK_PLACE)) == [
        MoneyPaid(ANN, BANK, 200, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, PARK_PLACE, 3, 200, "10 MCS 140(c)"),
    ]


@rule("10 MCS 210(b-1)")
@pytest.mark.parametrize("preset", ["consolidated", "short"])
def test_hotel_rent_is_the_same_in_the_short_game(preset: str) -> None:
    game = scene(
        rules=rule_set(preset),
        at={ANN: GO},
        owns={BOB: BROWN},
        houses={MEDITERRANEAN: HOTEL_LEVEL, BALTIC: HOTEL_LEVEL},
        dice=[(1, 2)],
    )
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 2, "10 MCS 60(b)"),
        TokenMoved(ANN, GO, BALTIC, "dice", "10 MCS 60(b)"),
        RentFixed(BOB, ANN, BALTIC, 450, 1, "10 MCS 90(e)"),
    ]
