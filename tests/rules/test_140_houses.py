"""10 MCS 140, CR 7, Rulings 3 and 33: building houses."""

from __future__ import annotations

import pytest

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.events import (
    BuildingBought,
    BuildingSold,
    DiceRolled,
    MoneyPaid,
    RentFixed,
    TokenMoved,
)
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.mortgage import Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AskForRent
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.rules.turn import EndTurn
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    ATLANTIC,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CONNECTICUT,
    CY,
    DARK_BLUE,
    ELECTRIC,
    GO,
    GREEN,
    ILLINOIS,
    INDIANA,
    JAIL,
    KENTUCKY,
    LIGHT_BLUE,
    MEDITERRANEAN,
    ORANGE,
    ORIENTAL,
    PACIFIC,
    PARK_PLACE,
    PINK,
    RAILROADS,
    READING,
    RED,
    ST_CHARLES,
    ST_JAMES,
    UTILITIES,
    VERMONT,
    WATER_WORKS,
    YELLOW,
    refusal,
    rule,
    scene,
)


@rule("10 MCS 140", "10 MCS 140(a)", "10 MCS 140(c)", "10 MCS 50(b-1)", "CR 7")
@pytest.mark.parametrize("space", LIGHT_BLUE)
def test_the_first_house_may_be_built_on_any_property_in_a_complete_group(space: int) -> None:
    game = scene(owns={ANN: LIGHT_BLUE})
    assert game.play(Build(ANN, space)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, space, 1, 50, "10 MCS 140(c)"),
    ]
    assert game.state.property(space).houses == 1
    assert game.state.players[ANN].cash == 1450
    assert game.state.houses == 31


@rule("10 MCS 140(c)", "CR 7")
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
def test_a_house_costs_the_price_on_the_deed(group: tuple[int, ...], price: int) -> None:
    game = scene(owns={ANN: group})
    for space in group:
        assert game.play(Build(ANN, space)) == [
            MoneyPaid(ANN, BANK, price, "building", "10 MCS 140(c)"),
            BuildingBought(ANN, space, 1, price, "10 MCS 140(c)"),
        ]
    assert game.state.players[ANN].cash == 1500 - price * len(group)


@rule("10 MCS 140", "CR 7")
def test_building_requires_owning_the_whole_group() -> None:
    game = scene(owns={ANN: [ORIENTAL, VERMONT], BOB: [CONNECTICUT]})
    assert refusal(game, Build(ANN, ORIENTAL)) == Refusal(
        "build.group", "10 MCS 140", space=ORIENTAL
    )


@rule("10 MCS 140")
def test_nobody_may_build_on_another_players_property() -> None:
    game = scene(owns={BOB: BROWN})
    assert refusal(game, Build(ANN, BALTIC)) == Refusal(
        "property.owner", "10 MCS 140", space=BALTIC, owner=BOB
    )
    assert refusal(game, Build(ANN, BOARDWALK)) == Refusal(
        "property.owner", "10 MCS 140", space=BOARDWALK, owner=BANK
    )


@rule("10 MCS 140")
@pytest.mark.parametrize("space", [GO, -1, 40])
def test_nobody_may_build_on_a_space_that_is_not_a_property(space: int) -> None:
    assert refusal(scene(), Build(ANN, space)) == Refusal("property.none", "10 MCS 80", space=space)


@rule("10 MCS 140", "CR 7")
@pytest.mark.parametrize("space", [READING, ELECTRIC, WATER_WORKS])
def test_railroads_and_utilities_cannot_have_houses_even_when_one_player_owns_all_of_them(
    space: int,
) -> None:
    game = scene(owns={ANN: [*RAILROADS, *UTILITIES]})
    assert refusal(game, Build(ANN, space)) == Refusal("build.no_street", "10 MCS 140", space=space)


@rule("10 MCS 140", "10 MCS 180(e)", "CR 7")
def test_a_mortgaged_property_blocks_building_on_the_whole_group() -> None:
    game = scene(owns={ANN: LIGHT_BLUE}, mortgaged=[CONNECTICUT])
    assert refusal(game, Build(ANN, ORIENTAL)) == Refusal(
        "build.mortgaged", "10 MCS 180(e)", space=ORIENTAL, other=CONNECTICUT
    )
    assert refusal(game, Build(ANN, CONNECTICUT)) == Refusal(
        "build.mortgaged", "10 MCS 180(e)", space=CONNECTICUT, other=CONNECTICUT
    )


# -- even building ---------------------------------------------------------------------------------


@rule("10 MCS 140(b)", "10 MCS 140(f)", "10 MCS 140(f-1)", "CR 7")
def test_no_property_gets_a_second_house_until_every_property_in_its_group_has_one() -> None:
    game = scene(owns={ANN: LIGHT_BLUE}, houses={ORIENTAL: 1, VERMONT: 1})
    assert refusal(game, Build(ANN, ORIENTAL)) == Refusal(
        "build.uneven",
        "10 MCS 140(f)",
        space=ORIENTAL,
        houses=1,
        lower=CONNECTICUT,
        lower_houses=0,
    )
    assert game.play(Build(ANN, CONNECTICUT)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, CONNECTICUT, 1, 50, "10 MCS 140(c)"),
    ]


@rule("10 MCS 140(b)")
def test_the_next_house_may_be_built_on_another_complete_group() -> None:
    game = scene(owns={ANN: [*BROWN, *DARK_BLUE]}, houses={BALTIC: 1})
    assert game.play(Build(ANN, PARK_PLACE)) == [
        MoneyPaid(ANN, BANK, 200, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, PARK_PLACE, 1, 200, "10 MCS 140(c)"),
    ]


@rule("10 MCS 140(g)", "CR 7")
def test_houses_are_built_evenly_up_to_four_per_property() -> None:
    game = scene(owns={ANN: BROWN})
    for row in (1, 2, 3, 4):
        for space in BROWN:
            assert game.play(Build(ANN, space)) == [
                MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
                BuildingBought(ANN, space, row, 50, "10 MCS 140(c)"),
            ]
    assert game.state.players[ANN].cash == 1500 - 8 * 50
    assert game.state.houses == 24
    game.play(Build(ANN, BALTIC))
    assert game.state.property(BALTIC).houses == HOTEL_LEVEL, "there is no fifth house"


@rule("10 MCS 140(h)")
def test_a_property_cannot_have_three_houses_while_another_has_only_one() -> None:
    game = scene(owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 1, BOARDWALK: 2})
    assert refusal(game, Build(ANN, BOARDWALK)) == Refusal(
        "build.uneven",
        "10 MCS 140(f)",
        space=BOARDWALK,
        houses=2,
        lower=PARK_PLACE,
        lower_houses=1,
    )
    game.play(Build(ANN, PARK_PLACE))
    game.play(Build(ANN, BOARDWALK))
    assert game.state.property(BOARDWALK).houses == 3


@rule("10 MCS 140(f)")
def test_even_building_applies_to_each_group_separately() -> None:
    game = scene(owns={ANN: [*BROWN, *DARK_BLUE]}, houses={MEDITERRANEAN: 2, BALTIC: 2})
    game.play(Build(ANN, BALTIC))
    assert game.state.property(BALTIC).houses == 3


@rule("10 MCS 140(i)", "10 MCS 140(i-1)", "10 MCS 170(d)", "CR 8")
def test_houses_are_sold_as_evenly_as_they_are_built() -> None:
    game = scene(owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 1, BOARDWALK: 2})
    assert refusal(game, SellBuilding(ANN, PARK_PLACE)) == Refusal(
        "sell.uneven",
        "10 MCS 170(d)",
        space=PARK_PLACE,
        houses=1,
        higher=BOARDWALK,
        higher_houses=2,
    )
    assert game.play(SellBuilding(ANN, BOARDWALK)) == [
        MoneyPaid(BANK, ANN, 100, "building_sale", "10 MCS 170(d)"),
        BuildingSold(ANN, BOARDWALK, 1, 100, "10 MCS 170(d)"),
    ]
    game.play(SellBuilding(ANN, PARK_PLACE))
    assert game.state.property(PARK_PLACE).houses == 0


# -- how many houses, and when ---------------------------------------------------------------------


@rule("10 MCS 140(e)", "Ruling 33")
def test_a_player_may_build_only_as_many_houses_as_their_cash_allows() -> None:
    game = scene(owns={ANN: BROWN}, cash={ANN: 149})
    game.play(Build(ANN, MEDITERRANEAN))
    game.play(Build(ANN, BALTIC))
    assert refusal(game, Build(ANN, BALTIC)) == Refusal(
        "build.cash", "10 MCS 140(e)", space=BALTIC, cost=50, cash=49
    )


@rule("10 MCS 140(e)")
def test_a_player_may_spend_their_last_dollar_on_a_house() -> None:
    game = scene(owns={ANN: BROWN}, cash={ANN: 50})
    game.play(Build(ANN, BALTIC))
    assert game.state.players[ANN].cash == 0


@rule("Ruling 33", "10 MCS 140(e)")
def test_each_request_is_for_one_building_on_one_property() -> None:
    game = scene(owns={ANN: LIGHT_BLUE})
    told = [game.play(Build(ANN, space)) for space in (*LIGHT_BLUE, ORIENTAL)]
    assert told == [
        [
            MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
            BuildingBought(ANN, space, houses, 50, "10 MCS 140(c)"),
        ]
        for space, houses in ((ORIENTAL, 1), (VERMONT, 1), (CONNECTICUT, 1), (ORIENTAL, 2))
    ]


@rule("10 MCS 140(e)", "Ruling 3")
def test_a_player_may_build_out_of_turn_before_the_roll_and_before_the_turn_ends() -> None:
    game = scene(turn=ANN, owns={BOB: BROWN}, at={ANN: PACIFIC}, dice=[(4, 5)])
    game.play(Build(BOB, BALTIC))
    game.play(Roll(ANN))  # lands exactly on GO
    assert game.state.players[ANN].space == GO
    game.play(Build(BOB, MEDITERRANEAN))
    game.play(EndTurn(ANN))
    game.play(Build(BOB, BALTIC))
    assert game.state.property(BALTIC).houses == 2
    assert game.state.property(MEDITERRANEAN).houses == 1


@rule("10 MCS 140(e)", "10 MCS 120(h)", "CR 6.2")
def test_a_player_may_build_from_jail() -> None:
    game = scene(owns={BOB: BROWN}, jail={BOB: 2})
    game.play(Build(BOB, BALTIC))
    assert game.state.property(BALTIC).houses == 1


@rule("Ruling 3", "10 MCS 140(e)")
def test_a_player_may_build_between_doubles_and_the_extra_roll() -> None:
    game = scene(turn=ANN, at={ANN: GO}, owns={ANN: BROWN}, dice=[(3, 3)])
    game.play(Roll(ANN))
    assert refusal(game, Build(ANN, BALTIC)) == Refusal("table.answer_first", "Ruling 3", seat=ANN)
    game.play(Buy(ANN))
    game.play(Build(ANN, BALTIC))
    assert game.waiting_for == [ANN]
    assert game.state.property(BALTIC).houses == 1


# -- not while the table is busy -------------------------------------------------------------------


@rule("Ruling 3")
def test_nobody_may_build_between_a_roll_and_the_purchase_it_causes() -> None:
    game = scene(turn=ANN, at={ANN: GO}, owns={ANN: DARK_BLUE, BOB: BROWN}, dice=[(2, 4)])
    game.play(Roll(ANN))
    busy = Refusal("table.busy", "Ruling 3", waiting=ANN)
    own = Refusal("table.answer_first", "Ruling 3", seat=ANN)
    assert refusal(game, Build(ANN, BOARDWALK)) == own
    assert refusal(game, Build(BOB, BALTIC)) == busy
    game.play(Buy(ANN))
    game.play(Build(ANN, BOARDWALK))
    game.play(Build(BOB, BALTIC))


@rule("Ruling 3")
def test_nobody_may_build_during_an_auction() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={BOB: BROWN})
    game.play(Decline(ANN))
    own = Refusal("table.answer_first", "Ruling 3", seat=BOB)
    assert refusal(game, Build(BOB, BALTIC)) == own
    game.play(Bid(BOB, 1))
    assert refusal(game, Build(BOB, BALTIC)) == Refusal("table.busy", "Ruling 3", waiting=ANN)
    game.play(Bid(ANN, 2))
    assert refusal(game, Build(BOB, BALTIC)) == own
    game.play(PassBid(BOB))
    game.play(Build(BOB, BALTIC))


@rule("Ruling 3")
def test_nobody_may_build_until_the_tax_choice_is_made() -> None:
    game = scene(to_pass=True, owns={BOB: BROWN}, asked=[TaxChoice(ANN, 1500)])
    assert refusal(game, Build(BOB, BALTIC)) == Refusal("table.busy", "Ruling 3", waiting=ANN)
    game.play(ChooseTax(ANN, False))
    game.play(Build(BOB, BALTIC))


@rule("Ruling 3")
def test_nobody_may_build_while_a_debt_is_unpaid_not_even_the_debtor() -> None:
    game = scene(
        players=3,
        to_pass=True,
        cash={ANN: 90},
        owns={ANN: [*BROWN, ST_CHARLES], BOB: DARK_BLUE},
        asked=[DebtDue(ANN, CY, 150, "rent", "10 MCS 90", announced=True)],
    )
    busy = Refusal("table.busy", "Ruling 3", waiting=ANN)
    own = Refusal("table.answer_first", "Ruling 3", seat=ANN)
    assert refusal(game, Build(ANN, BALTIC)) == own
    assert refusal(game, Build(BOB, BOARDWALK)) == busy
    game.play(Mortgage(ANN, ST_CHARLES))  # $70: the debt is paid
    game.play(Build(BOB, BOARDWALK))


@rule("Ruling 3", "10 MCS 140(d)", "10 MCS 90(c-1)")
def test_rent_nobody_has_asked_for_does_not_prevent_building() -> None:
    game = scene(
        turn=ANN,
        at={ANN: GO},
        owns={BOB: LIGHT_BLUE, ANN: BROWN},
        houses={VERMONT: 1},
        dice=[(2, 4)],
    )
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 2, 4, "10 MCS 60(b)"),
        TokenMoved(ANN, GO, ORIENTAL, "dice", "10 MCS 60(b)"),
        RentFixed(BOB, ANN, ORIENTAL, 12, 1, "10 MCS 90(c-1)"),
    ]
    game.play(Build(BOB, ORIENTAL))
    game.play(Build(ANN, BALTIC))
    game.play(AskForRent(BOB, 1))
    assert game.state.players[ANN].cash == 1500 - 50 - 12, "the house was built after the visit"


@rule("10 MCS 140(d)")
def test_an_unimproved_property_earns_double_rent_even_if_others_in_its_group_have_houses() -> None:
    game = scene(
        turn=ANN,
        at={ANN: JAIL},
        owns={BOB: RED},
        houses={INDIANA: 1, ILLINOIS: 1},
        dice=[(5, 6)],
    )
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 5, 6, "10 MCS 60(b)"),
        TokenMoved(ANN, JAIL, KENTUCKY, "dice", "10 MCS 60(b)"),
        RentFixed(BOB, ANN, KENTUCKY, 36, 1, "10 MCS 90(c-1)"),
    ]


@rule("Ruling 3")
def test_a_problem_with_the_property_takes_precedence_over_a_busy_table() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={BOB: [ATLANTIC, *ORANGE]})
    assert refusal(game, Build(BOB, ATLANTIC)) == Refusal(
        "build.group", "10 MCS 140", space=ATLANTIC
    )
    assert refusal(game, Build(BOB, ST_JAMES)) == Refusal("table.busy", "Ruling 3", waiting=ANN)


@rule("Ruling 3", "10 MCS 180(d)")
def test_unmortgaging_is_also_refused_while_the_table_is_busy() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={BOB: [READING]}, mortgaged=[READING])
    assert refusal(game, Unmortgage(BOB, READING)) == Refusal("table.busy", "Ruling 3", waiting=ANN)
