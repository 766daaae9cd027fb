"""10 MCS 170, CR 8, Rulings 2 and 10: selling buildings evenly and at half price."""

from __future__ import annotations

from typing import Any

import pytest

from passgo.boards import board_from_data
from passgo.engine.board import HOTEL_LEVEL, Board, classic
from passgo.engine.events import BuildingSold, MoneyPaid
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import PassBid
from passgo.engine.rules.building import SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Decline
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.shortage import BidForBuilding, BuildingAuction, BuildingSale
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK, HOUSE
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CONNECTICUT,
    DARK_BLUE,
    GO,
    GREEN,
    LIGHT_BLUE,
    MEDITERRANEAN,
    NORTH_CAROLINA,
    ORANGE,
    ORIENTAL,
    PACIFIC,
    PARK_PLACE,
    PENNSYLVANIA,
    PINK,
    RAILROADS,
    RED,
    ST_CHARLES,
    VERMONT,
    YELLOW,
    refusal,
    rule,
    scene,
)

SHORT = rule_set("short")
BROWN_GROUP, LIGHT_BLUE_GROUP, RAILROAD_GROUP, DARK_BLUE_GROUP = 0, 1, 8, 7


@rule("10 MCS 170(c)", "10 MCS 170(d)", "CR 8")
@pytest.mark.parametrize(
    ("group", "half"),
    [
        (BROWN, 25),
        (LIGHT_BLUE, 25),
        (PINK, 50),
        (ORANGE, 50),
        (RED, 75),
        (YELLOW, 75),
        (GREEN, 100),
        (DARK_BLUE, 100),
    ],
)
def test_a_house_is_sold_back_for_half_its_price(group: tuple[int, ...], half: int) -> None:
    game = scene(owns={ANN: group}, houses=dict.fromkeys(group, 2))
    stock = game.state.houses
    assert game.play(SellBuilding(ANN, group[0])) == [
        MoneyPaid(BANK, ANN, half, "building_sale", "10 MCS 170(d)"),
        BuildingSold(ANN, group[0], 1, half, "10 MCS 170(d)"),
    ]
    assert game.state.players[ANN].cash == 1500 + half
    assert game.state.houses == stock + 1


@rule("10 MCS 170(c)", "Ruling 3")
def test_buildings_may_be_sold_at_any_time_even_during_an_auction() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={BOB: BROWN}, houses={BALTIC: 1})
    game.play(Decline(ANN))
    game.play(SellBuilding(BOB, BALTIC))
    assert game.state.players[BOB].cash == 1525


@rule("10 MCS 170(c)", "Ruling 3")
def test_other_players_may_sell_while_somebody_is_in_debt() -> None:
    game = scene(
        to_pass=True,
        cash={ANN: 10},
        owns={ANN: [ORIENTAL], BOB: BROWN},
        houses={BALTIC: 1},
        asked=[DebtDue(ANN, BOB, 50, "rent", "10 MCS 90", announced=True)],
    )
    game.play(SellBuilding(BOB, BALTIC))
    assert game.state.players[BOB].cash == 1525


@rule("10 MCS 170(d)", "10 MCS 140(i)", "CR 8")
def test_houses_are_sold_in_reverse_order_of_building() -> None:
    game = scene(owns={ANN: LIGHT_BLUE}, houses={ORIENTAL: 3, VERMONT: 2, CONNECTICUT: 3})
    assert refusal(game, SellBuilding(ANN, VERMONT)) == Refusal(
        "sell.uneven",
        "10 MCS 170(d)",
        space=VERMONT,
        houses=2,
        higher=ORIENTAL,
        higher_houses=3,
    )
    game.play(SellBuilding(ANN, CONNECTICUT))
    game.play(SellBuilding(ANN, ORIENTAL))
    game.play(SellBuilding(ANN, VERMONT))
    assert [game.state.property(space).houses for space in LIGHT_BLUE] == [2, 1, 2]


@rule("10 MCS 170(e)", "10 MCS 170(e-1)", "Ruling 10")
def test_all_hotels_in_a_group_may_be_sold_together_each_as_five_houses() -> None:
    game = scene(owns={ANN: DARK_BLUE}, houses=dict.fromkeys(DARK_BLUE, HOTEL_LEVEL))
    assert game.play(SellGroupBuildings(ANN, DARK_BLUE_GROUP)) == [
        MoneyPaid(BANK, ANN, 500, "building_sale", "10 MCS 170(e)"),
        BuildingSold(ANN, PARK_PLACE, 0, 500, "10 MCS 170(e)"),
        MoneyPaid(BANK, ANN, 500, "building_sale", "10 MCS 170(e)"),
        BuildingSold(ANN, BOARDWALK, 0, 500, "10 MCS 170(e)"),
    ]
    assert game.state.players[ANN].cash == 2500
    assert (game.state.houses, game.state.hotels) == (32, 12)


@rule("Ruling 10", "10 MCS 170(d)", "10 MCS 170(e)")
def test_houses_and_hotels_in_a_group_may_be_sold_together() -> None:
    game = scene(
        owns={ANN: [*LIGHT_BLUE, *BROWN]},
        houses={ORIENTAL: 4, VERMONT: HOTEL_LEVEL, CONNECTICUT: 4, BALTIC: 1},
    )
    assert game.play(SellGroupBuildings(ANN, LIGHT_BLUE_GROUP)) == [
        MoneyPaid(BANK, ANN, 100, "building_sale", "10 MCS 170(e)"),
        BuildingSold(ANN, ORIENTAL, 0, 100, "10 MCS 170(e)"),
        MoneyPaid(BANK, ANN, 125, "building_sale", "10 MCS 170(e)"),
        BuildingSold(ANN, VERMONT, 0, 125, "10 MCS 170(e)"),
        MoneyPaid(BANK, ANN, 100, "building_sale", "10 MCS 170(e)"),
        BuildingSold(ANN, CONNECTICUT, 0, 100, "10 MCS 170(e)"),
    ]
    assert game.state.property(BALTIC).houses == 1, "the other group keeps its buildings"


@rule("Ruling 10")
def test_selling_all_buildings_in_a_group_skips_properties_without_buildings() -> None:
    game = scene(owns={ANN: BROWN}, houses={BALTIC: 1})
    assert game.play(SellGroupBuildings(ANN, BROWN_GROUP)) == [
        MoneyPaid(BANK, ANN, 25, "building_sale", "10 MCS 170(e)"),
        BuildingSold(ANN, BALTIC, 0, 25, "10 MCS 170(e)"),
    ]


@rule("10 MCS 170(e)", "10 MCS 170(e-1)", "CR 8", "Ruling 10")
def test_a_hotel_sold_alone_becomes_four_houses_and_brings_half_the_price_of_a_house() -> None:
    game = scene(owns={ANN: DARK_BLUE}, houses=dict.fromkeys(DARK_BLUE, HOTEL_LEVEL))
    assert game.play(SellBuilding(ANN, BOARDWALK)) == [
        MoneyPaid(BANK, ANN, 100, "building_sale", "Ruling 10"),
        BuildingSold(ANN, BOARDWALK, 4, 100, "Ruling 10"),
    ]
    assert (game.state.houses, game.state.hotels) == (28, 11)


@rule("10 MCS 170(e)", "10 MCS 170(d)")
def test_once_one_hotel_is_sold_the_other_must_be_sold_before_any_house() -> None:
    game = scene(owns={ANN: DARK_BLUE}, houses={PARK_PLACE: HOTEL_LEVEL, BOARDWALK: 4})
    assert refusal(game, SellBuilding(ANN, BOARDWALK)) == Refusal(
        "sell.uneven",
        "10 MCS 170(d)",
        space=BOARDWALK,
        houses=4,
        higher=PARK_PLACE,
        higher_houses=HOTEL_LEVEL,
    )


@rule("Ruling 10")
def test_if_the_bank_lacks_four_houses_a_hotel_can_be_sold_only_with_its_group() -> None:
    others = [*PINK, *ORANGE, *LIGHT_BLUE]
    levels = {**dict.fromkeys([*PINK, *ORANGE], 4), ORIENTAL: 2, VERMONT: 2, CONNECTICUT: 1}
    game = scene(
        owns={ANN: DARK_BLUE, BOB: others},
        houses={**levels, PARK_PLACE: HOTEL_LEVEL, BOARDWALK: HOTEL_LEVEL},
    )
    assert game.state.houses == 3
    assert refusal(game, SellBuilding(ANN, BOARDWALK)) == Refusal(
        "sell.no_houses", "Ruling 10", space=BOARDWALK, needed=4, houses=3
    )
    game.play(SellBuilding(BOB, VERMONT))
    copied = game.copy(game.chance)
    copied.play(SellBuilding(ANN, BOARDWALK))
    assert (copied.state.houses, copied.state.property(BOARDWALK).houses) == (0, 4)
    game.play(SellGroupBuildings(ANN, DARK_BLUE_GROUP))
    assert game.state.players[ANN].cash == 2500


@rule("10 MCS 170(c)")
def test_nothing_can_be_sold_from_a_property_without_buildings() -> None:
    game = scene(owns={ANN: BROWN}, houses={BALTIC: 1})
    assert refusal(game, SellBuilding(ANN, MEDITERRANEAN)) == Refusal(
        "sell.nothing", "10 MCS 170(c)", space=MEDITERRANEAN
    )


@rule("10 MCS 170(c)")
def test_nobody_can_sell_another_players_buildings() -> None:
    game = scene(owns={BOB: BROWN}, houses={BALTIC: 1})
    assert refusal(game, SellBuilding(ANN, BALTIC)) == Refusal(
        "property.owner", "10 MCS 170(c)", space=BALTIC, owner=BOB
    )
    assert refusal(game, SellGroupBuildings(ANN, BROWN_GROUP)) == Refusal(
        "sell.group", "10 MCS 170(c)", group=BROWN_GROUP
    )
    assert refusal(game, SellBuilding(ANN, GO)) == Refusal("property.none", "10 MCS 80", space=GO)


@rule("10 MCS 170(e)")
def test_selling_all_buildings_in_a_group_requires_an_existing_group_with_buildings() -> None:
    game = scene(owns={ANN: [*BROWN, *RAILROADS]})
    for group in (BROWN_GROUP, RAILROAD_GROUP):
        assert refusal(game, SellGroupBuildings(ANN, group)) == Refusal(
            "sell.group_bare", "10 MCS 170(e)", group=group
        )
    for group in (-1, 10):
        assert refusal(game, SellGroupBuildings(ANN, group)) == Refusal(
            "group.none", "10 MCS 140", group=group
        )


@rule("10 MCS 170", "10 MCS 170(a)", "10 MCS 170(b)", "CR 8")
def test_no_property_can_be_traded_until_its_groups_buildings_are_sold() -> None:
    game = scene(owns={ANN: LIGHT_BLUE}, houses={VERMONT: 1})
    offer = OfferTrade(ANN, BOB, get_cash=300, give_deeds=(ORIENTAL,))
    assert refusal(game, offer) == Refusal("trade.built", "10 MCS 170(a)", space=ORIENTAL)
    game.play(SellBuilding(ANN, VERMONT))
    game.play(offer)
    assert [offer.terms.give_deeds for offer in game.state.offers] == [(ORIENTAL,)]


# -- half price ------------------------------------------------------------------------------------


@rule("Ruling 10", "Ruling 9", "10 MCS 170(c)")
def test_half_price_is_based_on_the_deed_regardless_of_the_auction_price() -> None:
    game = scene(
        owns={ANN: BROWN, BOB: DARK_BLUE},
        asked=[BuildingSale(HOUSE), BuildingAuction(HOUSE, [ANN, BOB])],
    )
    game.state.demands = [[1, 1], [-1, -1]]
    game.play(BidForBuilding(ANN, 400, BALTIC))
    game.play(PassBid(BOB))
    assert game.state.players[ANN].cash == 1100
    game.play(SellBuilding(ANN, BALTIC))
    assert game.state.players[ANN].cash == 1125


def board_with_house_price(price: int) -> Board:
    """Return the classic board with a different house price for the brown group."""
    data: dict[str, Any] = classic().to_data()
    data["key"] = "odd"
    for space in BROWN:
        data["spaces"][space]["house_cost"] = price
    return board_from_data(data)


@rule("Ruling 2", "10 MCS 170(c)")
def test_half_of_an_odd_price_is_rounded_down() -> None:
    game = scene(board=board_with_house_price(75), owns={ANN: BROWN}, houses={BALTIC: 1})
    assert game.play(SellBuilding(ANN, BALTIC)) == [
        MoneyPaid(BANK, ANN, 37, "building_sale", "10 MCS 170(d)"),
        BuildingSold(ANN, BALTIC, 0, 37, "10 MCS 170(d)"),
    ]


# -- the short game --------------------------------------------------------------------------------


@rule("Ruling 10", "10 MCS 210(b-2)")
def test_in_the_short_game_a_hotel_sold_alone_becomes_three_houses() -> None:
    game = scene(rules=SHORT, owns={ANN: DARK_BLUE}, houses=dict.fromkeys(DARK_BLUE, HOTEL_LEVEL))
    assert game.play(SellBuilding(ANN, BOARDWALK)) == [
        MoneyPaid(BANK, ANN, 100, "building_sale", "Ruling 10"),
        BuildingSold(ANN, BOARDWALK, 3, 100, "Ruling 10"),
    ]
    assert (game.state.houses, game.state.hotels) == (29, 11)


@rule("Ruling 10", "10 MCS 210(b-2)")
def test_in_the_short_game_a_hotel_sold_with_its_group_counts_as_four_houses() -> None:
    game = scene(rules=SHORT, owns={ANN: DARK_BLUE}, houses=dict.fromkeys(DARK_BLUE, HOTEL_LEVEL))
    game.play(SellGroupBuildings(ANN, DARK_BLUE_GROUP))
    assert game.state.players[ANN].cash == 1500 + 2 * 4 * 100


@rule("Ruling 10", "10 MCS 210(b)")
@pytest.mark.parametrize("pennsylvania", [0, 1])
def test_in_the_short_game_the_bank_needs_three_houses_to_buy_back_a_single_hotel(
    pennsylvania: int,
) -> None:
    game = scene(
        rules=SHORT,
        owns={ANN: DARK_BLUE, BOB: [*PINK, *ORANGE, *RED, *GREEN]},
        houses={
            **dict.fromkeys([*PINK, *ORANGE, *RED], 3),
            **dict.fromkeys(DARK_BLUE, HOTEL_LEVEL),
            PACIFIC: 1,
            NORTH_CAROLINA: 1,
            PENNSYLVANIA: pennsylvania,
        },
    )
    if pennsylvania:
        assert refusal(game, SellBuilding(ANN, BOARDWALK)) == Refusal(
            "sell.no_houses", "Ruling 10", space=BOARDWALK, needed=3, houses=2
        )
    else:
        game.play(SellBuilding(ANN, BOARDWALK))
        assert (game.state.houses, game.state.property(BOARDWALK).houses) == (0, 3)


@rule("10 MCS 170(c)")
def test_a_sold_house_can_be_bought_by_another_player() -> None:
    game = scene(owns={ANN: PINK}, houses={ST_CHARLES: 1})
    assert game.state.houses == 31
    game.play(SellBuilding(ANN, ST_CHARLES))
    assert game.state.houses == 32
