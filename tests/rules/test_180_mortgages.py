"""10 MCS 180, CR 9, Rulings 2, 3 and 11: mortgages and ten percent interest."""

from __future__ import annotations

import pytest

from passgo.engine.events import (
    BuildingBought,
    DiceRolled,
    MoneyPaid,
    PropertyMortgaged,
    PropertyUnmortgaged,
    RentFixed,
    TokenMoved,
)
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Bid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.mortgage import InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CONNECTICUT,
    CY,
    ELECTRIC,
    GO,
    INDIANA,
    LIGHT_BLUE,
    MEDITERRANEAN,
    ORIENTAL,
    PARK_PLACE,
    READING,
    ST_CHARLES,
    STATES,
    VERMONT,
    VIRGINIA,
    WATER_WORKS,
    refusal,
    rule,
    scene,
)

# From the Title Deeds: the space, the mortgage value, and ten percent of that, rounded up.
DEEDS = [
    (1, 30, 3),
    (3, 30, 3),
    (5, 100, 10),
    (6, 50, 5),
    (8, 50, 5),
    (9, 60, 6),
    (11, 70, 7),
    (12, 75, 8),
    (13, 70, 7),
    (14, 80, 8),
    (15, 100, 10),
    (16, 90, 9),
    (18, 90, 9),
    (19, 100, 10),
    (21, 110, 11),
    (23, 110, 11),
    (24, 120, 12),
    (25, 100, 10),
    (26, 130, 13),
    (27, 130, 13),
    (28, 75, 8),
    (29, 140, 14),
    (31, 150, 15),
    (32, 150, 15),
    (34, 160, 16),
    (35, 100, 10),
    (37, 175, 18),
    (39, 200, 20),
]
LIGHT_BLUE_GROUP = 1


# -- mortgaging ------------------------------------------------------------------------------------


@rule("10 MCS 180", "10 MCS 180(b)", "10 MCS 50(b-1)", "CR 9")
@pytest.mark.parametrize(("space", "value", "_interest"), DEEDS)
def test_a_deed_is_mortgaged_for_the_value_printed_on_it(
    space: int, value: int, _interest: int
) -> None:
    game = scene(owns={ANN: [space]})
    assert game.play(Mortgage(ANN, space)) == [
        MoneyPaid(BANK, ANN, value, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, space, value),
    ]
    assert game.state.players[ANN].cash == 1500 + value
    assert game.state.property(space).mortgaged


@rule("10 MCS 180(f)", "CR 9", "10 MCS 90(b)")
def test_the_owner_keeps_a_mortgaged_deed() -> None:
    game = scene(owns={ANN: [BALTIC]})
    game.play(Mortgage(ANN, BALTIC))
    assert game.state.property(BALTIC).owner == ANN


@rule("10 MCS 180")
def test_a_deed_cannot_be_mortgaged_twice() -> None:
    game = scene(owns={ANN: [BALTIC]}, mortgaged=[BALTIC])
    assert refusal(game, Mortgage(ANN, BALTIC)) == Refusal(
        "mortgage.already", "10 MCS 180", space=BALTIC
    )


@rule("10 MCS 180(a)", "CR 9")
def test_no_property_can_be_mortgaged_while_its_group_has_a_building() -> None:
    game = scene(owns={ANN: LIGHT_BLUE}, houses={ORIENTAL: 1})
    for space in LIGHT_BLUE:
        assert refusal(game, Mortgage(ANN, space)) == Refusal(
            "mortgage.built", "10 MCS 180(a)", space=space
        )
    game.play(SellBuilding(ANN, ORIENTAL))
    game.play(Mortgage(ANN, VERMONT))
    assert game.state.players[ANN].cash == 1500 + 25 + 50


@rule("10 MCS 180(a)")
def test_buildings_in_another_group_do_not_prevent_mortgaging() -> None:
    game = scene(owns={ANN: [*LIGHT_BLUE, *BROWN]}, houses=dict.fromkeys(LIGHT_BLUE, 1))
    game.play(Mortgage(ANN, BALTIC))
    game.play(SellGroupBuildings(ANN, LIGHT_BLUE_GROUP))
    game.play(Mortgage(ANN, ORIENTAL))


@rule("10 MCS 180", "10 MCS 180(f)")
def test_nobody_can_mortgage_another_players_property() -> None:
    game = scene(owns={BOB: [BALTIC]})
    assert refusal(game, Mortgage(ANN, BALTIC)) == Refusal(
        "property.owner", "10 MCS 180(f)", space=BALTIC, owner=BOB
    )
    assert refusal(game, Mortgage(ANN, READING)) == Refusal(
        "property.owner", "10 MCS 180(f)", space=READING, owner=BANK
    )
    assert refusal(game, Mortgage(ANN, GO)) == Refusal("property.none", "10 MCS 80", space=GO)


@rule("10 MCS 180", "Ruling 3", "Ruling 4")
def test_a_player_may_mortgage_to_raise_money_for_a_property() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={ANN: [READING]}, cash={ANN: 0})
    game.play(Mortgage(ANN, READING))
    game.play(Buy(ANN))
    assert game.state.property(ORIENTAL).owner == ANN


@rule("10 MCS 180", "Ruling 3", "Ruling 14")
def test_anyone_may_mortgage_during_an_auction_even_the_high_bidder() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={BOB: [READING]}, cash={BOB: 50})
    game.play(Decline(ANN))
    game.play(Bid(BOB, 50))
    game.play(Mortgage(BOB, READING))
    game.play(Bid(BOB, 150))


@rule("10 MCS 180", "Ruling 3")
def test_a_player_may_mortgage_from_jail_and_out_of_turn() -> None:
    game = scene(turn=BOB, jail={ANN: 1}, owns={ANN: [READING]})
    game.play(Mortgage(ANN, READING))
    assert game.state.players[ANN].cash == 1600


@rule("10 MCS 180", "10 MCS 190", "CR 10")
def test_a_mortgage_that_raises_enough_for_a_debt_pays_it_immediately() -> None:
    game = scene(
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 20},
        asked=[DebtDue(ANN, BOB, 50, "rent", "10 MCS 90", announced=True)],
    )
    assert game.play(Mortgage(ANN, READING)) == [
        MoneyPaid(BANK, ANN, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, READING, 100),
        MoneyPaid(ANN, BOB, 50, "rent", "10 MCS 90"),
    ]


# -- rent ------------------------------------------------------------------------------------------


@rule("10 MCS 180(c)", "10 MCS 90(a)", "CR 9")
@pytest.mark.parametrize("space", [BALTIC, READING])
def test_a_mortgaged_deed_earns_no_rent(space: int) -> None:
    game = scene(owns={BOB: [space]}, mortgaged=[space], dice=[(1, space - 1)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, space - 1, "10 MCS 60(b)"),
        TokenMoved(ANN, GO, space, "dice", "10 MCS 60(b)"),
    ]
    assert game.state.rents == []


@rule("10 MCS 180(c)", "10 MCS 90(a)")
def test_a_mortgaged_utility_earns_no_rent() -> None:
    game = scene(owns={BOB: [ELECTRIC]}, mortgaged=[ELECTRIC], dice=[(6, 6)])
    game.play(Roll(ANN))
    assert game.state.players[ANN].space == ELECTRIC
    assert game.state.rents == []


@rule("10 MCS 180(c)", "10 MCS 90(d)")
def test_the_other_properties_in_a_mortgaged_deeds_group_still_earn_double_rent() -> None:
    game = scene(owns={BOB: BROWN}, mortgaged=[MEDITERRANEAN], dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, BALTIC, 8, 1, "10 MCS 90(c-1)")


# -- unmortgaging ----------------------------------------------------------------------------------


@rule("10 MCS 180(d)", "CR 9", "Ruling 2")
@pytest.mark.parametrize(("space", "value", "interest"), DEEDS)
def test_unmortgaging_costs_the_mortgage_value_plus_ten_percent_rounded_up(
    space: int, value: int, interest: int
) -> None:
    game = scene(owns={ANN: [space]}, mortgaged=[space], cash={ANN: value + interest})
    assert game.play(Unmortgage(ANN, space)) == [
        MoneyPaid(ANN, BANK, value + interest, "unmortgage", "10 MCS 180(d)"),
        PropertyUnmortgaged(ANN, space, value + interest, "10 MCS 180(d)"),
    ]
    assert game.state.players[ANN].cash == 0
    assert not game.state.property(space).mortgaged


@rule("10 MCS 180(d)", "Ruling 2")
def test_unmortgaging_requires_the_full_amount_in_cash() -> None:
    game = scene(owns={ANN: [WATER_WORKS]}, mortgaged=[WATER_WORKS], cash={ANN: 82})
    assert refusal(game, Unmortgage(ANN, WATER_WORKS)) == Refusal(
        "unmortgage.cash", "10 MCS 180(d)", space=WATER_WORKS, cost=83, cash=82
    )


@rule("10 MCS 180(d)")
def test_a_deed_that_is_not_mortgaged_cannot_be_unmortgaged() -> None:
    game = scene(owns={ANN: [BALTIC]})
    assert refusal(game, Unmortgage(ANN, BALTIC)) == Refusal(
        "unmortgage.not_mortgaged", "10 MCS 180(d)", space=BALTIC
    )


@rule("10 MCS 180(f)")
def test_no_other_player_can_unmortgage_a_deed() -> None:
    game = scene(owns={BOB: [BALTIC]}, mortgaged=[BALTIC])
    assert refusal(game, Unmortgage(ANN, BALTIC)) == Refusal(
        "property.owner", "10 MCS 180(f)", space=BALTIC, owner=BOB
    )
    assert refusal(game, Unmortgage(ANN, GO)) == Refusal("property.none", "10 MCS 80", space=GO)


@rule("10 MCS 180(e)", "CR 7")
def test_once_the_whole_group_is_unmortgaged_the_owner_may_build_at_full_price() -> None:
    game = scene(owns={ANN: LIGHT_BLUE}, mortgaged=[ORIENTAL, CONNECTICUT])
    game.play(Unmortgage(ANN, ORIENTAL))
    assert refusal(game, Build(ANN, ORIENTAL)) == Refusal(
        "build.mortgaged", "10 MCS 180(e)", space=ORIENTAL, other=CONNECTICUT
    )
    game.play(Unmortgage(ANN, CONNECTICUT))
    assert game.play(Build(ANN, ORIENTAL)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, ORIENTAL, 1, 50, "10 MCS 140(c)"),
    ]


@rule("Ruling 3")
def test_a_player_may_unmortgage_out_of_turn_and_from_jail_unless_the_table_is_busy() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, jail={BOB: 1}, owns={BOB: [READING]})
    game.play(Mortgage(BOB, READING))
    assert refusal(game, Unmortgage(BOB, READING)) == Refusal("table.busy", "Ruling 3", waiting=ANN)
    game.play(Buy(ANN))
    game.play(Unmortgage(BOB, READING))


@rule("Ruling 3")
def test_nobody_may_unmortgage_until_the_debt_is_paid() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING, BALTIC], CY: [BOARDWALK]},
        mortgaged=[BALTIC, BOARDWALK],
        cash={ANN: 40},
        asked=[DebtDue(ANN, BOB, 50, "rent", "10 MCS 90", announced=True)],
    )
    busy = Refusal("table.busy", "Ruling 3", waiting=ANN)
    own = Refusal("table.answer_first", "Ruling 3", seat=ANN)
    assert refusal(game, Unmortgage(ANN, BALTIC)) == own
    assert refusal(game, Unmortgage(CY, BOARDWALK)) == busy
    game.play(Mortgage(ANN, READING))
    game.play(Unmortgage(CY, BOARDWALK))


# -- transfers (see also the tests for trades and bankruptcies) ------------------------------------


@rule("10 MCS 180(g)", "CR 9")
def test_a_mortgaged_deed_may_be_sold_at_any_agreed_price() -> None:
    game = scene(owns={ANN: [PARK_PLACE]}, mortgaged=[PARK_PLACE])
    game.play(OfferTrade(ANN, BOB, get_cash=900, give_deeds=(PARK_PLACE,)))
    game.play(AcceptTrade(BOB, 1))
    assert game.state.property(PARK_PLACE).owner == BOB
    assert game.state.property(PARK_PLACE).mortgaged
    assert [player.cash for player in game.state.players] == [2400, 1500 - 900 - 18]


@rule("10 MCS 180(h)", "Ruling 2")
def test_a_new_owner_who_unmortgages_immediately_pays_the_interest_only_once() -> None:
    game = scene(owns={ANN: [PARK_PLACE]}, mortgaged=[PARK_PLACE])
    game.play(OfferTrade(ANN, BOB, give_deeds=(PARK_PLACE,)))
    game.play(AcceptTrade(BOB, 1, unmortgage=(PARK_PLACE,)))
    assert game.state.players[BOB].cash == 1500 - 175 - 18


@rule("10 MCS 180(i)", "Ruling 2")
def test_a_new_owner_who_unmortgages_later_pays_the_interest_twice() -> None:
    game = scene(owns={ANN: [PARK_PLACE]}, mortgaged=[PARK_PLACE])
    game.play(OfferTrade(ANN, BOB, give_deeds=(PARK_PLACE,)))
    game.play(AcceptTrade(BOB, 1))
    game.play(Unmortgage(BOB, PARK_PLACE))
    assert game.state.players[BOB].cash == 1500 - 18 - 175 - 18


@rule("10 MCS 180(c)", "Ruling 6")
def test_a_mortgaged_railroad_still_counts_toward_the_rent_for_the_others() -> None:
    game = scene(owns={BOB: [READING, B_AND_O]}, mortgaged=[B_AND_O], dice=[(1, 4)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, READING, 50, 1, "CR 5.2")


@rule("10 MCS 180(d)")
def test_a_deed_that_was_not_inherited_cannot_be_taken_over() -> None:
    game = scene(owns={ANN: [INDIANA]}, mortgaged=[INDIANA])
    assert refusal(game, InheritDeed(ANN, True)) == Refusal("decision.roll", "Ruling 31")


@rule("10 MCS 180", "CR 9")
def test_a_group_without_buildings_may_be_mortgaged_one_property_at_a_time() -> None:
    game = scene(owns={ANN: [ST_CHARLES, STATES, VIRGINIA]})
    for space in (STATES, VIRGINIA, ST_CHARLES):
        game.play(Mortgage(ANN, space))
    assert game.state.players[ANN].cash == 1500 + 70 + 80 + 70
