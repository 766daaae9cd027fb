"""House rules about building and about playing without auctions."""

from __future__ import annotations

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.events import (
    BuildingAuctionOpened,
    BuildingBought,
    BuildingSold,
    DeedTransferred,
    DemandStated,
    MoneyPaid,
    MortgageCanceled,
    PlayerLeft,
    Resigned,
    ShortageOpened,
    TurnBegan,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import PassBid
from passgo.engine.rules.building import Build, SellBuilding
from passgo.engine.rules.buying import Buy
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.shortage import BidForBuilding, StateDemand
from passgo.engine.ruleset import RuleSet, rule_set
from passgo.engine.state import BANK, HOTEL, HOUSE
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
    DEE,
    GO,
    LIGHT_BLUE,
    MARVIN,
    MEDITERRANEAN,
    ORANGE,
    ORIENTAL,
    PARK_PLACE,
    PINK,
    READING,
    RED,
    SHORT_LINE,
    VENTNOR,
    VERMONT,
    refusal,
    rule,
    scene,
    select_events,
)

UNEVEN = rule_set(uneven_building=True)
UNLIMITED = rule_set(unlimited_buildings=True)
FIRST_LAP = rule_set(no_building_before_lap=True)
NO_AUCTIONS = rule_set(no_auctions=True)


# -- uneven building -------------------------------------------------------------------------------


@rule("House uneven_building")
def test_with_uneven_building_one_property_may_get_all_the_houses() -> None:
    game = scene(rules=UNEVEN, owns={ANN: DARK_BLUE})
    for houses in (1, 2, 3, 4):
        assert game.play(Build(ANN, BOARDWALK)) == [
            MoneyPaid(ANN, BANK, 200, "building", "10 MCS 140(c)"),
            BuildingBought(ANN, BOARDWALK, houses, 200, "10 MCS 140(c)"),
        ]


@rule("House uneven_building")
def test_with_uneven_building_a_hotel_may_be_built_while_another_property_has_no_houses() -> None:
    game = scene(rules=UNEVEN, owns={ANN: DARK_BLUE}, houses={BOARDWALK: 4})
    assert game.play(Build(ANN, BOARDWALK)) == [
        MoneyPaid(ANN, BANK, 200, "building", "10 MCS 150(a)"),
        BuildingBought(ANN, BOARDWALK, HOTEL_LEVEL, 200, "10 MCS 150(a)"),
    ]


@rule("House uneven_building")
def test_with_uneven_building_houses_may_be_sold_from_the_property_with_fewer() -> None:
    game = scene(rules=UNEVEN, owns={ANN: DARK_BLUE}, houses={PARK_PLACE: 1, BOARDWALK: 4})
    assert game.play(SellBuilding(ANN, PARK_PLACE)) == [
        MoneyPaid(BANK, ANN, 100, "building_sale", "10 MCS 170(d)"),
        BuildingSold(ANN, PARK_PLACE, 0, 100, "10 MCS 170(d)"),
    ]


@rule("House uneven_building", "10 MCS 140")
def test_with_uneven_building_the_group_must_still_be_complete_and_unmortgaged() -> None:
    game = scene(rules=UNEVEN, owns={ANN: [BOARDWALK], BOB: [PARK_PLACE]})
    assert refusal(game, Build(ANN, BOARDWALK)) == Refusal(
        "build.group", "10 MCS 140", space=BOARDWALK
    )
    game = scene(rules=UNEVEN, owns={ANN: DARK_BLUE}, mortgaged=[PARK_PLACE])
    assert refusal(game, Build(ANN, BOARDWALK)) == Refusal(
        "build.mortgaged", "10 MCS 180(e)", space=BOARDWALK, other=PARK_PLACE
    )


def one_hotel_left(rules: RuleSet, bob: dict[int, int]) -> Game:
    """Set up a Bank with one hotel; Ann could build two. Bob has these houses; Dee has the rest."""
    full = [*PINK, *ORANGE, *RED, ATLANTIC, VENTNOR]
    game = scene(
        rules=rules,
        players=4,
        cash={DEE: 0},
        owns={ANN: BROWN, BOB: LIGHT_BLUE, DEE: [*full, MARVIN]},
        houses={**dict.fromkeys(full, HOTEL_LEVEL), **dict.fromkeys((*BROWN, MARVIN), 4), **bob},
    )
    assert game.state.hotels == 1
    return game


@rule("House uneven_building", "Ruling 9")
def test_with_uneven_building_a_player_whose_group_is_only_partly_ready_is_asked_about_hotels() -> (
    None
):
    game = one_hotel_left(UNEVEN, {ORIENTAL: 4, VERMONT: 4})
    assert game.play(Build(ANN, BALTIC)) == [ShortageOpened(ANN, HOTEL, 1, (ANN, BOB), "Ruling 9")]
    assert refusal(game, StateDemand(BOB, 3)) == Refusal(
        "demand.range", "Ruling 9", count=3, most=2
    )


@rule("House uneven_building", "Ruling 9")
def test_with_uneven_building_a_hotel_does_not_reduce_the_room_on_other_properties() -> None:
    owns = {ANN: BROWN, BOB: DARK_BLUE, CY: [*PINK, *ORANGE, *RED]}
    houses = {**dict.fromkeys([*PINK, *ORANGE], 4), 21: 2, 23: 1, 24: 1, BOARDWALK: HOTEL_LEVEL}
    game = scene(rules=UNEVEN, players=3, owns=owns, houses=houses, cash={CY: 0})
    assert game.state.houses == 4
    assert game.play(Build(ANN, BALTIC)) == [ShortageOpened(ANN, HOUSE, 4, (ANN, BOB), "Ruling 9")]
    assert refusal(game, StateDemand(BOB, 5)) == Refusal(
        "demand.range", "Ruling 9", count=5, most=4
    )


@rule("House uneven_building", "Ruling 9")
def test_with_even_building_a_player_whose_group_is_only_partly_ready_is_not_asked_about_hotels() -> (
    None
):
    game = one_hotel_left(RuleSet(), {ORIENTAL: 4, VERMONT: 4, CONNECTICUT: 3})
    assert select_events(game.play(Build(ANN, BALTIC)), ShortageOpened) == []


# -- unlimited buildings ---------------------------------------------------------------------------


@rule("House unlimited_buildings")
def test_with_unlimited_buildings_nobody_waits_for_houses_or_has_to_state_a_demand() -> None:
    houses = {**dict.fromkeys([*PINK, *ORANGE], 4), 21: 3, 23: 3, 24: 2}
    owns = {ANN: BROWN, BOB: DARK_BLUE, CY: [*PINK, *ORANGE, *RED]}
    game = scene(players=3, owns=owns, houses=houses)
    assert refusal(game, Build(ANN, BALTIC)) == Refusal("build.none_left", "10 MCS 160", kind=HOUSE)
    game = scene(rules=UNLIMITED, players=3, owns=owns, houses=houses)
    for seat, space, price in ((ANN, BALTIC, 50), (BOB, BOARDWALK, 200)):
        assert game.play(Build(seat, space)) == [
            MoneyPaid(seat, BANK, price, "building", "10 MCS 140(c)"),
            BuildingBought(seat, space, 1, price, "10 MCS 140(c)"),
        ]


@rule("House unlimited_buildings", "Ruling 9")
def test_with_unlimited_buildings_the_last_house_does_not_start_a_demand_round() -> None:
    owns = {ANN: BROWN, BOB: DARK_BLUE, CY: [*PINK, *ORANGE, *RED]}
    houses = {**dict.fromkeys([*PINK, *ORANGE], 4), 21: 3, 23: 2, 24: 2}
    game = scene(players=3, owns=owns, houses=houses, cash={CY: 0})
    assert game.state.houses == 1
    assert select_events(game.play(Build(ANN, BALTIC)), ShortageOpened) != []
    game = scene(rules=UNLIMITED, players=3, owns=owns, houses=houses, cash={CY: 0})
    assert select_events(game.play(Build(ANN, BALTIC)), ShortageOpened) == []


@rule("House unlimited_buildings", "Ruling 10")
def test_with_unlimited_buildings_a_hotel_can_always_become_four_houses() -> None:
    game = scene(
        rules=UNLIMITED,
        owns={ANN: DARK_BLUE, BOB: [*PINK, *ORANGE, *RED]},
        houses={
            **dict.fromkeys(DARK_BLUE, HOTEL_LEVEL),
            **dict.fromkeys([*PINK, *ORANGE], 4),
            **dict.fromkeys(RED, 2),
        },
    )
    assert game.play(SellBuilding(ANN, BOARDWALK)) == [
        MoneyPaid(BANK, ANN, 100, "building_sale", "Ruling 10"),
        BuildingSold(ANN, BOARDWALK, 4, 100, "Ruling 10"),
    ]


# -- no building before the first lap --------------------------------------------------------------


@rule("House first_lap")
def test_nobody_may_build_until_they_have_passed_go_once() -> None:
    game = scene(rules=FIRST_LAP, at={ANN: SHORT_LINE}, owns={ANN: BROWN}, dice=[(1, 4)])
    assert refusal(game, Build(ANN, BALTIC)) == Refusal(
        "build.first_lap", "House first_lap", seat=ANN
    )
    game.play(Roll(ANN))
    assert game.state.players[ANN].space == GO
    game.play(Build(ANN, BALTIC))


@rule("House first_lap")
def test_each_player_must_complete_their_own_first_lap() -> None:
    game = scene(rules=FIRST_LAP, owns={ANN: BROWN, BOB: DARK_BLUE})
    game.state.players[ANN].laps = 1
    game.play(Build(ANN, BALTIC))
    assert refusal(game, Build(BOB, BOARDWALK)) == Refusal(
        "build.first_lap", "House first_lap", seat=BOB
    )


@rule("House first_lap", "Ruling 9")
def test_a_player_who_has_not_completed_the_first_lap_is_not_asked_to_state_a_demand() -> None:
    owns = {ANN: BROWN, BOB: DARK_BLUE, CY: [*PINK, *ORANGE, *RED]}
    houses = {**dict.fromkeys([*PINK, *ORANGE], 4), 21: 3, 23: 2, 24: 2}
    for bob, asked in ((0, 0), (1, 1)):
        game = scene(rules=FIRST_LAP, players=3, owns=owns, houses=houses, cash={CY: 0})
        game.state.players[ANN].laps = 1
        game.state.players[BOB].laps = bob
        assert len(select_events(game.play(Build(ANN, BALTIC)), ShortageOpened)) == asked


# -- no auctions -----------------------------------------------------------------------------------


@rule("House no_auctions", "10 MCS 190(f)")
def test_without_auctions_a_bankrupt_players_estate_goes_to_the_bank_and_is_unmortgaged() -> None:
    game = scene(
        rules=NO_AUCTIONS,
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [BALTIC, READING]},
        mortgaged=[READING],
        cash={ANN: 0},
        asked=[DebtDue(ANN, BANK, 1000, "tax", "CR 5.4", announced=True)],
        dice=[(1, 2)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BANK, 1000, "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(READING, ANN, BANK, "10 MCS 190(f)"),
        MortgageCanceled(READING),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    game.play(Roll(BOB))
    game.play(Buy(BOB))
    assert game.state.property(BALTIC).owner == BOB


@rule("House no_auctions", "Ruling 12")
def test_without_auctions_a_property_stays_with_the_bank_if_its_would_be_buyer_resigns() -> None:
    game = scene(
        rules=NO_AUCTIONS, players=3, turn=ANN, standing_on=BALTIC, owns={ANN: [MEDITERRANEAN]}
    )
    events = game.play(Resign(ANN))
    assert [type(event) for event in events[:1]] == [Resigned]
    assert events[2:] == [
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(MEDITERRANEAN, ANN, BANK, "10 MCS 190(f)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("House no_auctions", "Ruling 34", "10 MCS 160(a)")
def test_without_auctions_scarce_buildings_are_still_auctioned() -> None:
    game = scene(rules=NO_AUCTIONS, owns={ANN: BROWN, BOB: DARK_BLUE})
    game.state.houses = 1
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    assert game.play(StateDemand(BOB, 1)) == [
        DemandStated(BOB, HOUSE, 1, "Ruling 9"),
        BuildingAuctionOpened(HOUSE, 1, (ANN, BOB), "10 MCS 160(a)"),
    ]
    game.play(BidForBuilding(ANN, 60, BALTIC))
    assert game.play(PassBid(BOB))[1:3] == [
        MoneyPaid(ANN, BANK, 60, "building", "10 MCS 160(a)"),
        BuildingBought(ANN, BALTIC, 1, 60, "10 MCS 160(a)"),
    ]
