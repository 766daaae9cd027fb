"""10 MCS 160, CR 7, Ruling 9: building shortages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    BuildingAuctionOpened,
    BuildingBidMade,
    BuildingBought,
    BuildingSold,
    DeedTransferred,
    DemandStated,
    Event,
    MoneyPaid,
    PlayerLeft,
    PropertyUnsold,
    Resigned,
    ShortageEnded,
    ShortageOpened,
    ShortageServed,
    TurnBegan,
)
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.mortgage import InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AskForRent
from passgo.engine.rules.shortage import NOT_ASKED, BidForBuilding, StateDemand
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.ruleset import RuleSet
from passgo.engine.state import BANK, HOTEL, HOUSE, Rent
from tests.positions import assert_reads_back_equal
from tests.scene import (
    ANN,
    ATLANTIC,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CY,
    DARK_BLUE,
    DEE,
    EVE,
    GREEN,
    JAIL,
    KENTUCKY,
    LIGHT_BLUE,
    MARVIN,
    MEDITERRANEAN,
    ORANGE,
    ORIENTAL,
    PACIFIC,
    PARK_PLACE,
    PINK,
    READING,
    RED,
    SHORT_LINE,
    ST_CHARLES,
    VENTNOR,
    VERMONT,
    YELLOW,
    refusal,
    rule,
    scene,
    select_events,
)

GREEN_GROUP = 6
DARK_BLUE_GROUP = 7


def short_of_houses(
    stock: int,
    *,
    players: int = 4,
    cash: Mapping[int, int] | None = None,
    owns: Mapping[int, Sequence[int]] | None = None,
    houses: Mapping[int, int] | None = None,
    mortgaged: Sequence[int] = (),
    jail: Mapping[int, int] | None = None,
    dice: Sequence[tuple[int, int]] = (),
    rules: RuleSet | None = None,
) -> Game:
    """Set up a Bank with this many houses; Dee has the rest and no cash to build with.

    By default, Ann owns Brown and could build 8 houses; Bob owns Dark Blue and can afford 2.
    """
    game = scene(
        players=players,
        cash={ANN: 1500, BOB: 400, **(cash or {}), DEE: 0},
        owns={ANN: BROWN, BOB: DARK_BLUE, **(owns or {}), DEE: [*PINK, *ORANGE, *RED]},
        houses=houses,
        mortgaged=mortgaged,
        jail=jail,
        dice=dice,
        rules=rules,
    )
    state = game.state
    for group in (PINK, ORANGE, RED):
        for row in (1, 2, 3, 4):
            for space in group:
                if state.houses > stock:
                    state.set_houses(state.property(space), row)
    assert state.houses == stock
    return game


def short_of_hotels() -> Game:
    """Set up a Bank with one hotel. Ann and Bob could build two each; Dee has 11 but no cash."""
    full = [*PINK, *ORANGE, *RED, ATLANTIC, VENTNOR]
    game = scene(
        players=4,
        cash={DEE: 0},
        owns={
            ANN: [*BROWN, *LIGHT_BLUE],
            BOB: DARK_BLUE,
            DEE: [*full, MARVIN],
        },
        houses={
            **dict.fromkeys(full, HOTEL_LEVEL),
            **dict.fromkeys((*BROWN, *DARK_BLUE, MARVIN), 4),
        },
    )
    assert (game.state.houses, game.state.hotels) == (12, 1)
    return game


def auction_between_ann_and_bob(stock: int = 1, ann: int = 1, bob: int = 1) -> Game:
    """Set up the auction that follows when Ann and Bob together demand too many houses."""
    game = short_of_houses(stock)
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, ann))
    events = game.play(StateDemand(BOB, bob))
    assert events[-1] == BuildingAuctionOpened(HOUSE, stock, (ANN, BOB), "10 MCS 160(a)")
    return game


def pass_all(game: Game) -> list[Event]:
    """Have everybody pass until no auction is in progress."""
    events: list[Event] = []
    while isinstance(game.default(game.waiting_for[0]), PassBid):
        events += game.play(PassBid(game.waiting_for[0]))
    return events


# -- no houses at all ------------------------------------------------------------------------------


@rule("10 MCS 160", "CR 7")
def test_when_the_bank_has_no_houses_players_must_wait_until_some_are_sold_back() -> None:
    game = short_of_houses(0, cash={BOB: 0})
    assert refusal(game, Build(ANN, BALTIC)) == Refusal("build.none_left", "10 MCS 160", kind=HOUSE)
    game.play(SellBuilding(DEE, KENTUCKY))
    assert game.play(Build(ANN, BALTIC)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)"),
    ]


# -- who is asked ----------------------------------------------------------------------------------


@rule("Ruling 9")
def test_nobody_is_asked_when_the_stock_is_enough_for_everyone_who_could_build() -> None:
    game = short_of_houses(3)
    assert game.play(Build(ANN, BALTIC)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)"),
    ]


@rule("Ruling 9", "10 MCS 160(a)", "CR 7")
def test_if_the_bank_is_a_house_short_everyone_who_could_build_is_asked_even_the_builder() -> None:
    game = short_of_houses(2)
    assert game.play(Build(ANN, BALTIC)) == [ShortageOpened(ANN, HOUSE, 2, (ANN, BOB), "Ruling 9")]
    assert game.waiting_for == [ANN, BOB]
    assert game.state.property(BALTIC).houses == 0
    assert game.state.players[ANN].cash == 1500


@rule("Ruling 9")
def test_players_are_asked_in_turn_starting_with_the_builder() -> None:
    game = short_of_houses(2, owns={CY: LIGHT_BLUE})
    assert game.play(Build(BOB, BOARDWALK)) == [
        ShortageOpened(BOB, HOUSE, 2, (BOB, CY, ANN), "Ruling 9")
    ]


@rule("Ruling 9")
@pytest.mark.parametrize(
    ("cy_owns", "houses", "mortgaged", "cash", "could"),
    [
        pytest.param(GREEN, {}, (), 400, 2, id="cash for two houses"),
        pytest.param(GREEN, {}, (), 399, 1, id="cash for one house"),
        pytest.param(GREEN, {}, (), 199, 0, id="no cash"),
        pytest.param((*LIGHT_BLUE, *GREEN), {}, (), 250, 5, id="the cheaper group first"),
        pytest.param(
            (*LIGHT_BLUE, *GREEN),
            {6: 4, 8: 4, 9: 3},
            (),
            450,
            3,
            id="then the more expensive group",
        ),
        pytest.param(LIGHT_BLUE, {6: 4, 8: 4, 9: 3}, (), 1500, 1, id="room for one house"),
        pytest.param(LIGHT_BLUE, {6: HOTEL_LEVEL, 8: 4, 9: 4}, (), 1500, 0, id="no room"),
        pytest.param((6, 8), {}, (), 1500, 0, id="no complete group"),
        pytest.param(LIGHT_BLUE, {}, (9,), 1500, 0, id="a mortgaged deed in the group"),
        pytest.param((5, 15, 25, 35), {}, (), 1500, 0, id="railroads"),
    ],
)
def test_the_number_of_buildings_a_player_could_build_depends_on_groups_room_and_cash(
    cy_owns: tuple[int, ...],
    houses: dict[int, int],
    mortgaged: tuple[int, ...],
    cash: int,
    could: int,
) -> None:
    def ask(stock: int) -> list[Event]:
        game = short_of_houses(
            stock,
            owns={CY: cy_owns},
            houses=houses,
            mortgaged=mortgaged,
            cash={BOB: 0, CY: cash},
        )
        return game.play(Build(ANN, BALTIC))

    assert select_events(ask(could + 1), ShortageOpened) == []
    if could > 0:
        assert ask(could) == [ShortageOpened(ANN, HOUSE, could, (ANN, CY), "Ruling 9")]


@rule("Ruling 9", "10 MCS 120(h)")
def test_a_player_in_jail_is_also_asked() -> None:
    game = short_of_houses(2, jail={BOB: 1})
    assert game.play(Build(ANN, BALTIC)) == [ShortageOpened(ANN, HOUSE, 2, (ANN, BOB), "Ruling 9")]


@rule("Ruling 9")
def test_a_player_who_has_left_the_game_is_not_asked() -> None:
    game = short_of_houses(2)
    game.state.players[BOB].out = True
    assert select_events(game.play(Build(ANN, BALTIC)), ShortageOpened) == []


# -- demands ---------------------------------------------------------------------------------------


@rule("Ruling 9")
def test_demands_within_the_stock_are_met_at_the_printed_price() -> None:
    game = short_of_houses(2)
    game.play(Build(ANN, BALTIC))
    assert game.play(StateDemand(ANN, 1)) == [DemandStated(ANN, HOUSE, 1, "Ruling 9")]
    assert game.waiting_for == [BOB]
    assert game.play(StateDemand(BOB, 1)) == [
        DemandStated(BOB, HOUSE, 1, "Ruling 9"),
        ShortageServed(ANN, HOUSE, "Ruling 9"),
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)"),
    ]
    assert game.waiting_for == [ANN]


@rule("Ruling 9")
def test_nobody_is_asked_again_about_requests_within_a_demand() -> None:
    game = short_of_houses(3, cash={BOB: 600})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 2))
    game.play(StateDemand(BOB, 1))
    assert game.play(Build(ANN, MEDITERRANEAN)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, MEDITERRANEAN, 1, 50, "10 MCS 140(c)"),
    ]
    assert game.play(Build(BOB, BOARDWALK)) == [
        MoneyPaid(BOB, BANK, 200, "building", "10 MCS 140(c)"),
        BuildingBought(BOB, BOARDWALK, 1, 200, "10 MCS 140(c)"),
    ]


@rule("Ruling 9")
def test_until_the_next_roll_nobody_gets_more_than_they_demanded() -> None:
    game = short_of_houses(2)
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 0))
    assert game.state.houses == 1
    beyond = Refusal("build.beyond_demand", "Ruling 9", kind=HOUSE)
    assert refusal(game, Build(ANN, MEDITERRANEAN)) == beyond
    assert refusal(game, Build(BOB, BOARDWALK)) == beyond


@rule("Ruling 9")
def test_the_next_roll_ends_all_demands() -> None:
    game = short_of_houses(2, dice=[(4, 6)])
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 0))
    game.play(Roll(ANN))
    assert game.state.players[ANN].space == JAIL
    assert game.play(Build(ANN, MEDITERRANEAN)) == [
        ShortageOpened(ANN, HOUSE, 1, (ANN, BOB), "Ruling 9")
    ]


@rule("Ruling 9")
def test_the_builder_may_demand_nothing_after_all() -> None:
    game = short_of_houses(2)
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 0))
    assert game.play(StateDemand(BOB, 2)) == [
        DemandStated(BOB, HOUSE, 2, "Ruling 9"),
        ShortageServed(ANN, HOUSE, "Ruling 9"),
    ]
    assert game.state.houses == 2
    assert refusal(game, Build(ANN, BALTIC)) == Refusal(
        "build.beyond_demand", "Ruling 9", kind=HOUSE
    )
    game.play(Build(BOB, BOARDWALK))


@rule("Ruling 9")
def test_when_the_builder_demands_nothing_the_others_may_still_demand_too_many() -> None:
    game = short_of_houses(2, owns={CY: LIGHT_BLUE})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 0))
    game.play(StateDemand(BOB, 1))
    assert game.play(StateDemand(CY, 2)) == [
        DemandStated(CY, HOUSE, 2, "Ruling 9"),
        BuildingAuctionOpened(HOUSE, 2, (BOB, CY), "10 MCS 160(a)"),
    ]


@rule("Ruling 9")
def test_players_may_state_a_demand_only_when_asked_and_only_for_what_they_could_build() -> None:
    game = short_of_houses(2)
    assert refusal(game, StateDemand(ANN, 1)) == Refusal("decision.roll", "Ruling 31")
    game.play(Build(ANN, BALTIC))
    assert refusal(game, StateDemand(BOB, 3)) == Refusal(
        "demand.range", "Ruling 9", count=3, most=2
    )
    assert refusal(game, StateDemand(BOB, -1)) == Refusal(
        "demand.range", "Ruling 9", count=-1, most=2
    )
    not_asked = Refusal("decision.other", "Ruling 31", seat=DEE, waiting=ANN)
    assert refusal(game, StateDemand(DEE, 0)) == not_asked
    game.play(StateDemand(BOB, 2))
    assert refusal(game, StateDemand(BOB, 1)) == Refusal(
        "decision.other", "Ruling 31", seat=BOB, waiting=ANN
    )


@rule("Ruling 9")
def test_the_options_for_a_demand_range_from_zero_to_the_number_the_player_could_build() -> None:
    game = short_of_houses(2)
    game.play(Build(ANN, BALTIC))
    assert game.options(BOB)[0] == Option("StateDemand", BOB, [Choice("count", None, 0, 2)])
    assert game.default(BOB) == StateDemand(BOB, 0)


@rule("Ruling 3", "Ruling 9")
def test_the_table_is_busy_during_a_shortage() -> None:
    game = short_of_houses(2, owns={CY: [READING]}, mortgaged=[READING])
    game.play(Build(ANN, BALTIC))
    own = Refusal("table.answer_first", "Ruling 3", seat=BOB)
    busy = Refusal("table.busy", "Ruling 3", waiting=ANN)
    assert refusal(game, Build(BOB, BOARDWALK)) == own
    assert refusal(game, Unmortgage(CY, READING)) == busy
    assert refusal(game, Roll(ANN)) == Refusal("decision.demand", "Ruling 9", kind=HOUSE)


@rule("Ruling 9", "10 MCS 140(e)")
def test_a_builder_who_gives_away_their_cash_in_the_meantime_gets_no_house() -> None:
    game = short_of_houses(2)
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    gift(game, ANN, CY, 1451)
    assert select_events(game.play(StateDemand(BOB, 1)), BuildingBought) == []
    assert game.state.players[ANN].cash == 49


# -- auctions --------------------------------------------------------------------------------------


@rule("10 MCS 160(a)", "CR 7", "Ruling 9")
def test_demands_that_exceed_the_stock_put_one_building_up_for_auction() -> None:
    game = short_of_houses(1)
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    assert game.play(StateDemand(BOB, 1)) == [
        DemandStated(BOB, HOUSE, 1, "Ruling 9"),
        BuildingAuctionOpened(HOUSE, 1, (ANN, BOB), "10 MCS 160(a)"),
    ]
    assert game.waiting_for == [ANN, BOB]


@rule("10 MCS 160(a)", "Ruling 9", "Ruling 5")
def test_the_highest_bidder_pays_and_builds_immediately_on_the_named_property() -> None:
    game = auction_between_ann_and_bob()
    assert game.play(BidForBuilding(ANN, 210, BALTIC)) == [
        BuildingBidMade(ANN, BALTIC, 210, "Ruling 9")
    ]
    assert game.play(BidForBuilding(BOB, 211, PARK_PLACE)) == [
        BuildingBidMade(BOB, PARK_PLACE, 211, "Ruling 9")
    ]
    assert game.play(PassBid(ANN)) == [
        BidderPassed(ANN, "Ruling 5"),
        MoneyPaid(BOB, BANK, 211, "building", "10 MCS 160(a)"),
        BuildingBought(BOB, PARK_PLACE, 1, 211, "10 MCS 160(a)"),
        ShortageEnded(HOUSE, "Ruling 9"),
    ]
    assert game.state.players[BOB].cash == 400 - 211
    assert game.state.players[ANN].cash == 1500
    assert game.state.houses == 0
    assert game.waiting_for == [ANN]


@rule("Ruling 9")
def test_a_raise_may_name_a_different_property() -> None:
    game = auction_between_ann_and_bob()
    game.play(BidForBuilding(ANN, 60, BALTIC))
    game.play(BidForBuilding(ANN, 70, MEDITERRANEAN))
    game.play(PassBid(BOB))
    assert game.state.property(MEDITERRANEAN).houses == 1
    assert game.state.property(BALTIC).houses == 0


@rule("Ruling 9")
def test_a_bid_must_be_at_least_the_house_price_of_the_property_it_names() -> None:
    game = auction_between_ann_and_bob()
    assert refusal(game, BidForBuilding(ANN, 49, BALTIC)) == Refusal(
        "auction.printed", "Ruling 9", amount=49, price=50
    )
    game.play(BidForBuilding(ANN, 50, BALTIC))
    assert refusal(game, BidForBuilding(BOB, 199, BOARDWALK)) == Refusal(
        "auction.printed", "Ruling 9", amount=199, price=200
    )
    game.play(BidForBuilding(BOB, 200, BOARDWALK))


@rule("Ruling 9", "Ruling 5", "Ruling 4")
def test_a_bid_for_a_building_must_raise_the_price_and_be_covered_by_cash_on_hand() -> None:
    game = auction_between_ann_and_bob()
    game.play(BidForBuilding(ANN, 250, BALTIC))
    assert refusal(game, BidForBuilding(BOB, 250, BOARDWALK)) == Refusal(
        "auction.too_low", "Ruling 5", amount=250, bid=250
    )
    assert refusal(game, BidForBuilding(BOB, 401, BOARDWALK)) == Refusal(
        "auction.cash", "Ruling 4", amount=401, cash=400
    )


@rule("Ruling 9", "10 MCS 140(f)")
def test_a_bid_must_name_one_of_the_bidders_properties_that_can_take_the_building() -> None:
    game = short_of_houses(1, houses={BALTIC: 1}, owns={ANN: [*BROWN, *LIGHT_BLUE]})
    for space in LIGHT_BLUE:
        game.state.set_houses(game.state.property(space), HOTEL_LEVEL)
    game.play(Build(ANN, MEDITERRANEAN))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    assert refusal(game, BidForBuilding(ANN, 300, BOARDWALK)) == Refusal(
        "property.owner", "10 MCS 140", space=BOARDWALK, owner=BOB
    )
    assert refusal(game, BidForBuilding(ANN, 60, JAIL)) == Refusal(
        "property.none", "10 MCS 80", space=JAIL
    )
    assert refusal(game, BidForBuilding(ANN, 300, BALTIC)) == Refusal(
        "build.uneven",
        "10 MCS 140(f)",
        space=BALTIC,
        houses=1,
        lower=MEDITERRANEAN,
        lower_houses=0,
    )
    assert refusal(game, BidForBuilding(ANN, 300, ORIENTAL)) == Refusal(
        "build.full", "10 MCS 150(b)", space=ORIENTAL
    )


@rule("Ruling 9")
def test_a_bid_for_a_house_cannot_name_a_property_that_is_ready_for_a_hotel() -> None:
    game = short_of_houses(
        1, houses={MEDITERRANEAN: 4, BALTIC: 4}, owns={ANN: [*BROWN, *LIGHT_BLUE]}
    )
    game.play(Build(ANN, ORIENTAL))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    assert refusal(game, BidForBuilding(ANN, 300, BALTIC)) == Refusal(
        "build.kind", "Ruling 9", space=BALTIC, kind=HOUSE
    )


@rule("Ruling 9", "Ruling 30")
def test_only_players_with_an_unmet_demand_may_bid_and_the_high_bidder_cannot_pass() -> None:
    game = auction_between_ann_and_bob()
    out = Refusal("auction.out", "Ruling 5", seat=DEE)
    assert refusal(game, BidForBuilding(DEE, 500, ST_CHARLES)) == out
    assert refusal(game, PassBid(DEE)) == out
    assert refusal(game, Bid(ANN, 100)) == Refusal(
        "decision.building_auction", "Ruling 9", kind=HOUSE
    )
    game.play(BidForBuilding(ANN, 60, BALTIC))
    assert refusal(game, PassBid(ANN)) == Refusal("auction.leading", "Ruling 30", bid=60)


@rule("Ruling 9")
def test_there_is_no_bidding_for_buildings_without_a_shortage() -> None:
    game = scene(owns={ANN: BROWN})
    assert refusal(game, BidForBuilding(ANN, 60, BALTIC)) == Refusal("decision.roll", "Ruling 31")


@rule("Ruling 9", "10 MCS 160(a)")
def test_buildings_are_auctioned_one_at_a_time_until_the_stock_is_used_up() -> None:
    game = auction_between_ann_and_bob(stock=2, ann=2, bob=2)
    game.play(BidForBuilding(ANN, 55, BALTIC))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(ANN, BANK, 55, "building", "10 MCS 160(a)"),
        BuildingBought(ANN, BALTIC, 1, 55, "10 MCS 160(a)"),
        BuildingAuctionOpened(HOUSE, 1, (ANN, BOB), "10 MCS 160(a)"),
    ]
    game.play(BidForBuilding(BOB, 200, BOARDWALK))
    assert game.play(PassBid(ANN)) == [
        BidderPassed(ANN, "Ruling 5"),
        MoneyPaid(BOB, BANK, 200, "building", "10 MCS 160(a)"),
        BuildingBought(BOB, BOARDWALK, 1, 200, "10 MCS 160(a)"),
        ShortageEnded(HOUSE, "Ruling 9"),
    ]
    assert refusal(game, Build(ANN, MEDITERRANEAN)) == Refusal(
        "build.none_left", "10 MCS 160", kind=HOUSE
    )


@rule("Ruling 9")
def test_the_last_unmet_demand_is_met_at_the_printed_price() -> None:
    game = auction_between_ann_and_bob(stock=2, ann=1, bob=2)
    game.play(BidForBuilding(ANN, 90, BALTIC))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(ANN, BANK, 90, "building", "10 MCS 160(a)"),
        BuildingBought(ANN, BALTIC, 1, 90, "10 MCS 160(a)"),
        ShortageEnded(HOUSE, "Ruling 9"),
    ]
    assert game.play(Build(BOB, BOARDWALK)) == [
        MoneyPaid(BOB, BANK, 200, "building", "10 MCS 140(c)"),
        BuildingBought(BOB, BOARDWALK, 1, 200, "10 MCS 140(c)"),
    ]


@rule("Ruling 9", "Ruling 30")
def test_without_a_bid_the_sale_ends_and_the_demands_remain() -> None:
    game = auction_between_ann_and_bob(stock=1)
    assert game.play(PassBid(ANN)) == [BidderPassed(ANN, "Ruling 5")]
    assert game.waiting_for == [BOB]
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        ShortageEnded(HOUSE, "Ruling 9"),
    ]
    assert game.state.houses == 1
    assert game.play(Build(BOB, BOARDWALK)) == [
        MoneyPaid(BOB, BANK, 200, "building", "10 MCS 140(c)"),
        BuildingBought(BOB, BOARDWALK, 1, 200, "10 MCS 140(c)"),
    ]


@rule("Ruling 9", "Ruling 30")
def test_the_last_bidder_may_still_bid_when_the_others_have_passed() -> None:
    game = auction_between_ann_and_bob(stock=1)
    game.play(PassBid(ANN))
    assert game.play(BidForBuilding(BOB, 200, BOARDWALK)) == [
        BuildingBidMade(BOB, BOARDWALK, 200, "Ruling 9"),
        MoneyPaid(BOB, BANK, 200, "building", "10 MCS 160(a)"),
        BuildingBought(BOB, BOARDWALK, 1, 200, "10 MCS 160(a)"),
        ShortageEnded(HOUSE, "Ruling 9"),
    ]


@rule("Ruling 9")
def test_the_auction_options_are_bids_for_each_property_starting_at_its_house_price() -> None:
    game = short_of_houses(1, houses={BALTIC: 1})
    game.play(Build(ANN, MEDITERRANEAN))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    assert game.options(ANN)[:2] == [
        Option(
            "BidForBuilding",
            ANN,
            [Choice("amount", None, 50, 1500), Choice("space", [MEDITERRANEAN])],
        ),
        Option("PassBid", ANN, []),
    ]
    game.play(BidForBuilding(ANN, 300, MEDITERRANEAN))
    assert game.options(BOB)[:3] == [
        Option("BidForBuilding", BOB, [Choice("amount", None, 301, 400), Choice("space", [space])])
        for space in DARK_BLUE
    ] + [Option("PassBid", BOB, [])]
    game.play(BidForBuilding(ANN, 399, MEDITERRANEAN))
    assert game.options(BOB)[0].choices[0] == Choice("amount", None, 400, 400)
    game.play(BidForBuilding(BOB, 400, BOARDWALK))
    assert game.default(ANN) == PassBid(ANN)
    game.play(BidForBuilding(ANN, 401, MEDITERRANEAN))
    assert game.options(BOB)[0] == Option("PassBid", BOB, [])


# -- players who become able to build later --------------------------------------------------------


def gift(game: Game, giver: int, taker: int, cash: int) -> None:
    game.play(OfferTrade(giver, taker, give_cash=cash))
    game.play(AcceptTrade(taker, game.state.last_serial))


@rule("Ruling 9")
def test_a_player_who_later_becomes_able_to_build_is_asked_when_they_request_a_house() -> None:
    game = short_of_houses(2, owns={CY: LIGHT_BLUE}, cash={CY: 0})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    assert game.state.houses == 1
    gift(game, ANN, CY, 50)
    assert game.play(Build(CY, ORIENTAL)) == [ShortageOpened(CY, HOUSE, 1, (CY,), "Ruling 9")]
    assert game.play(StateDemand(CY, 1)) == [
        DemandStated(CY, HOUSE, 1, "Ruling 9"),
        BuildingAuctionOpened(HOUSE, 1, (BOB, CY), "10 MCS 160(a)"),
    ]


@rule("Ruling 9")
def test_a_player_who_later_becomes_able_to_build_does_not_delay_requests_within_a_demand() -> None:
    game = short_of_houses(2, owns={CY: LIGHT_BLUE}, cash={CY: 0})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    gift(game, ANN, CY, 50)
    assert select_events(game.play(Build(BOB, BOARDWALK)), BuildingBought) == [
        BuildingBought(BOB, BOARDWALK, 1, 200, "10 MCS 140(c)")
    ]


@rule("Ruling 9")
def test_a_player_who_later_becomes_able_to_build_may_buy_houses_nobody_demanded() -> None:
    game = short_of_houses(3, owns={CY: LIGHT_BLUE}, cash={BOB: 600, CY: 0})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    gift(game, ANN, CY, 100)
    assert game.play(Build(CY, ORIENTAL)) == [
        MoneyPaid(CY, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(CY, ORIENTAL, 1, 50, "10 MCS 140(c)"),
    ], "one house is left for Bob, who could build two but demanded one"
    assert game.play(Build(CY, VERMONT)) == [ShortageOpened(CY, HOUSE, 1, (CY,), "Ruling 9")], (
        "Cy has not been asked yet"
    )


@rule("Ruling 9")
def test_only_the_players_who_later_became_able_to_build_are_asked() -> None:
    game = short_of_houses(2, players=5, owns={CY: LIGHT_BLUE, EVE: YELLOW}, cash={CY: 0, EVE: 0})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 0))
    gift(game, ANN, CY, 50)
    gift(game, ANN, EVE, 150)
    assert game.play(Build(CY, ORIENTAL)) == [ShortageOpened(CY, HOUSE, 1, (CY, EVE), "Ruling 9")]


@rule("Ruling 9")
def test_a_player_who_becomes_able_to_build_during_the_demand_round_has_no_demand() -> None:
    # A gift to a third player must not turn a sale at the printed price into an auction.
    game = short_of_houses(2, owns={CY: LIGHT_BLUE}, cash={CY: 0})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(BOB, 1))
    gift(game, ANN, CY, 50)
    assert game.play(StateDemand(ANN, 1)) == [
        DemandStated(ANN, HOUSE, 1, "Ruling 9"),
        ShortageServed(ANN, HOUSE, "Ruling 9"),
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)"),
    ]


@rule("Ruling 9", "10 MCS 160(a)")
def test_a_player_who_becomes_able_to_build_during_the_demand_round_cannot_bid() -> None:
    game = short_of_houses(1, owns={CY: LIGHT_BLUE}, cash={CY: 0})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(BOB, 1))
    gift(game, ANN, CY, 50)
    assert game.play(StateDemand(ANN, 1)) == [
        DemandStated(ANN, HOUSE, 1, "Ruling 9"),
        BuildingAuctionOpened(HOUSE, 1, (ANN, BOB), "10 MCS 160(a)"),
    ]


# -- houses and hotels separately ------------------------------------------------------------------


@rule("Ruling 9", "10 MCS 160(a)", "CR 7")
def test_there_can_be_a_shortage_of_hotels_without_a_shortage_of_houses() -> None:
    game = short_of_hotels()
    assert game.play(Build(ANN, BALTIC)) == [ShortageOpened(ANN, HOTEL, 1, (ANN, BOB), "Ruling 9")]
    assert refusal(game, StateDemand(BOB, 3)) == Refusal(
        "demand.range", "Ruling 9", count=3, most=2
    )
    game.play(StateDemand(ANN, 2))
    assert game.play(StateDemand(BOB, 1)) == [
        DemandStated(BOB, HOTEL, 1, "Ruling 9"),
        BuildingAuctionOpened(HOTEL, 1, (ANN, BOB), "10 MCS 160(a)"),
    ]
    assert refusal(game, BidForBuilding(ANN, 99, ORIENTAL)) == Refusal(
        "build.kind", "Ruling 9", space=ORIENTAL, kind=HOTEL
    )
    game.play(BidForBuilding(ANN, 99, BALTIC))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(ANN, BANK, 99, "building", "10 MCS 160(a)"),
        BuildingBought(ANN, BALTIC, HOTEL_LEVEL, 99, "10 MCS 160(a)"),
        ShortageEnded(HOTEL, "Ruling 9"),
    ]
    assert (game.state.houses, game.state.hotels) == (16, 0)


@rule("Ruling 9")
def test_a_demand_for_hotels_does_not_limit_requests_for_houses() -> None:
    game = short_of_hotels()
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 0))
    game.play(StateDemand(BOB, 1))
    assert refusal(game, Build(ANN, BALTIC)) == Refusal(
        "build.beyond_demand", "Ruling 9", kind=HOTEL
    )
    assert game.play(Build(ANN, ORIENTAL)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, ORIENTAL, 1, 50, "10 MCS 140(c)"),
    ]
    assert select_events(game.play(Build(BOB, BOARDWALK)), BuildingBought) == [
        BuildingBought(BOB, BOARDWALK, HOTEL_LEVEL, 200, "10 MCS 150(a)")
    ]


@rule("Ruling 9")
def test_a_group_with_fewer_than_four_houses_on_a_property_is_not_ready_for_hotels() -> None:
    game = short_of_hotels()
    game.play(SellBuilding(BOB, PARK_PLACE))
    assert select_events(game.play(Build(ANN, BALTIC)), ShortageOpened) == []


@rule("Ruling 9", "10 MCS 150")
def test_a_hotel_in_the_group_leaves_room_for_one_fewer_hotel() -> None:
    game = short_of_hotels()
    for space, houses in ((VENTNOR, 4), (ATLANTIC, 4), (BOARDWALK, HOTEL_LEVEL)):
        game.state.set_houses(game.state.property(space), houses)
    assert (game.state.houses, game.state.hotels) == (8, 2)
    assert select_events(game.play(Build(ANN, BALTIC)), ShortageOpened) == []
    assert game.play(Build(ANN, MEDITERRANEAN)) == [
        ShortageOpened(ANN, HOTEL, 1, (ANN, BOB), "Ruling 9")
    ]


# -- selling while the Bank is short ---------------------------------------------------------------


@rule("Ruling 9", "10 MCS 170(c)")
def test_a_house_sold_while_demands_are_being_stated_may_be_enough_to_meet_them() -> None:
    game = short_of_houses(1)
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(SellBuilding(DEE, KENTUCKY))
    assert game.play(StateDemand(BOB, 1)) == [
        DemandStated(BOB, HOUSE, 1, "Ruling 9"),
        ShortageServed(ANN, HOUSE, "Ruling 9"),
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)"),
    ]


@rule("Ruling 9", "10 MCS 170(c)")
def test_a_house_sold_during_the_auction_is_auctioned_next() -> None:
    game = auction_between_ann_and_bob(stock=1, ann=2, bob=1)
    game.play(SellBuilding(DEE, KENTUCKY))
    game.play(BidForBuilding(ANN, 60, BALTIC))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(ANN, BANK, 60, "building", "10 MCS 160(a)"),
        BuildingBought(ANN, BALTIC, 1, 60, "10 MCS 160(a)"),
        BuildingAuctionOpened(HOUSE, 1, (ANN, BOB), "10 MCS 160(a)"),
    ]


def house_up_for_auction(stock: int) -> Game:
    """Set up an auction for the first of this many houses; Cy has hotels on Green and no cash."""
    game = short_of_houses(
        stock, owns={CY: GREEN}, houses=dict.fromkeys(GREEN, HOTEL_LEVEL), cash={BOB: 1500, CY: 0}
    )
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, stock))
    game.play(StateDemand(BOB, 1))
    game.play(BidForBuilding(ANN, 60, BALTIC))
    return game


@rule("Ruling 9", "Ruling 10")
def test_a_house_up_for_auction_is_reserved_and_cannot_replace_a_hotel() -> None:
    game = house_up_for_auction(4)
    assert refusal(game, SellBuilding(CY, PACIFIC)) == Refusal(
        "sell.reserved", "Ruling 9", space=PACIFIC, needed=4, houses=4
    )
    assert BuildingBought(ANN, BALTIC, 1, 60, "10 MCS 160(a)") in pass_all(game)


@rule("Ruling 9", "Ruling 10")
def test_houses_other_than_the_one_up_for_auction_can_replace_a_hotel() -> None:
    game = house_up_for_auction(5)
    assert game.play(SellBuilding(CY, PACIFIC)) == [
        MoneyPaid(BANK, CY, 100, "building_sale", "Ruling 10"),
        BuildingSold(CY, PACIFIC, 4, 100, "Ruling 10"),
    ]
    assert game.state.houses == 1
    assert BuildingBought(ANN, BALTIC, 1, 60, "10 MCS 160(a)") in pass_all(game)


@rule("Ruling 9", "10 MCS 170(e)")
def test_a_whole_group_of_hotels_may_be_sold_while_a_house_is_up_for_auction() -> None:
    game = house_up_for_auction(4)
    game.play(SellGroupBuildings(CY, GREEN_GROUP))
    assert game.state.houses == 4


# -- restrictions on the high bidder ---------------------------------------------------------------


@rule("Ruling 14", "Ruling 9")
def test_the_high_bidder_cannot_sell_buildings_in_the_named_propertys_group() -> None:
    game = short_of_houses(1, houses={PARK_PLACE: 1}, owns={BOB: [*DARK_BLUE, SHORT_LINE]})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    game.play(BidForBuilding(BOB, 200, BOARDWALK))
    assert refusal(game, SellBuilding(BOB, PARK_PLACE)) == Refusal(
        "bid.pledged", "Ruling 14", space=PARK_PLACE
    )
    assert refusal(game, SellGroupBuildings(BOB, DARK_BLUE_GROUP)) == Refusal(
        "bid.pledged", "Ruling 14", space=PARK_PLACE
    )
    game.play(Mortgage(BOB, SHORT_LINE))
    game.play(BidForBuilding(ANN, 250, BALTIC))
    game.play(SellBuilding(BOB, PARK_PLACE))


@rule("Ruling 14", "Ruling 9")
def test_the_high_bidder_cannot_mortgage_or_trade_deeds_in_the_named_propertys_group() -> None:
    game = auction_between_ann_and_bob()
    game.play(BidForBuilding(ANN, 60, BALTIC))
    for space in BROWN:
        assert refusal(game, Mortgage(ANN, space)) == Refusal(
            "bid.pledged", "Ruling 14", space=space
        )
        assert refusal(game, OfferTrade(ANN, CY, give_deeds=(space,))) == Refusal(
            "bid.pledged", "Ruling 14", space=space
        )
    game.play(Mortgage(BOB, BOARDWALK))
    game.play(OfferTrade(BOB, CY, get_cash=10, give_deeds=(PARK_PLACE,)))


@rule("Ruling 14", "Ruling 9")
def test_the_high_bidder_must_keep_the_cash_for_the_bid() -> None:
    game = auction_between_ann_and_bob()
    game.play(BidForBuilding(BOB, 300, BOARDWALK))
    assert refusal(game, OfferTrade(BOB, CY, give_cash=101)) == Refusal(
        "bid.pledged_cash", "Ruling 14", seat=BOB, bid=300, cash=299
    )
    game.play(OfferTrade(BOB, CY, give_cash=100))


# -- resigning during a shortage -------------------------------------------------------------------


@rule("Ruling 12", "Ruling 9")
def test_a_player_who_resigns_instead_of_stating_a_demand_demands_nothing() -> None:
    game = short_of_houses(1)
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    events = game.play(Resign(BOB)) + pass_all(game)
    assert select_events(events, BuildingAuctionOpened) == []
    assert select_events(events, BuildingBought) == [
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)")
    ]
    assert game.state.players[BOB].out
    assert game.waiting_for == [ANN]


@rule("Ruling 9", "Ruling 12")
def test_when_a_player_resigns_their_request_ends_and_nobody_else_is_asked() -> None:
    game = short_of_houses(1, owns={CY: LIGHT_BLUE})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(CY, 1))
    assert game.waiting_for == [ANN, BOB]
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        DemandStated(ANN, HOUSE, 0, "Ruling 12"),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(MEDITERRANEAN, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        AuctionOpened(MEDITERRANEAN, (BOB, CY, DEE), "10 MCS 190(f)"),
    ]
    assert_reads_back_equal(game)
    assert pass_all(game)[-2:] == [
        PropertyUnsold(BALTIC),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.waiting_for == [BOB]


@rule("Ruling 9", "Ruling 12")
def test_when_a_player_resigns_during_an_estate_auction_their_request_ends() -> None:
    # Cy resigns while demands are being stated; his deeds are auctioned before the round continues.
    game = short_of_houses(1, players=5, owns={CY: [READING]}, cash={EVE: 0})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(Resign(CY))
    assert_reads_back_equal(game)
    game.play(Bid(ANN, 10))
    assert game.play(Resign(ANN)) == [Resigned(ANN)]
    assert_reads_back_equal(game)
    events = pass_all(game)
    assert select_events(events, PlayerLeft) == [PlayerLeft(ANN, BANK, "Ruling 12")]
    assert select_events(events, ShortageServed) == select_events(events, BuildingBought) == []
    assert events[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")
    assert game.waiting_for == [BOB]


@rule("Ruling 9", "Ruling 12")
def test_a_request_is_fulfilled_even_if_the_current_player_has_left() -> None:
    game = short_of_houses(1)
    game.play(Build(BOB, PARK_PLACE))
    game.play(Resign(ANN))
    pass_all(game)
    assert game.waiting_for == [BOB]
    assert game.play(StateDemand(BOB, 1)) == [
        DemandStated(BOB, HOUSE, 1, "Ruling 9"),
        ShortageServed(BOB, HOUSE, "Ruling 9"),
        MoneyPaid(BOB, BANK, 200, "building", "10 MCS 140(c)"),
        BuildingBought(BOB, PARK_PLACE, 1, 200, "10 MCS 140(c)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 9", "Ruling 12")
def test_a_players_demand_ends_when_they_resign() -> None:
    game = short_of_houses(1, owns={CY: LIGHT_BLUE})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    game.play(Resign(BOB))
    assert game.state.demands[HOUSE] == [1, 0, NOT_ASKED, NOT_ASKED]
    assert_reads_back_equal(game)
    pass_all(game)
    assert game.waiting_for == [CY]
    events = game.play(StateDemand(CY, 0))
    assert select_events(events, BuildingBought) == [
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)")
    ]


@rule("Ruling 12", "Ruling 9")
def test_a_resigning_players_houses_return_to_the_bank_before_the_demands_are_counted() -> None:
    # There is no auction or unpaid debt, so Bob can leave immediately.
    game = short_of_houses(1, houses={PARK_PLACE: 2, BOARDWALK: 2})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 3))
    assert game.play(Resign(BOB)) == [
        Resigned(BOB),
        DemandStated(BOB, HOUSE, 0, "Ruling 12"),
        MoneyPaid(BANK, BOB, 200, "building_sale", "Ruling 12"),
        BuildingSold(BOB, PARK_PLACE, 0, 200, "Ruling 12"),
        MoneyPaid(BANK, BOB, 200, "building_sale", "Ruling 12"),
        BuildingSold(BOB, BOARDWALK, 0, 200, "Ruling 12"),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 800, "estate", "10 MCS 190(f)"),
        DeedTransferred(PARK_PLACE, BOB, BANK, "10 MCS 190(f)"),
        DeedTransferred(BOARDWALK, BOB, BANK, "10 MCS 190(f)"),
        AuctionOpened(PARK_PLACE, (ANN, CY, DEE), "10 MCS 190(f)"),
    ]
    assert pass_all(game)[-4:] == [
        PropertyUnsold(BOARDWALK),
        ShortageServed(ANN, HOUSE, "Ruling 9"),
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)"),
    ]


@rule("Ruling 12", "Ruling 9")
def test_a_bidder_who_resigns_is_out_of_the_auction_for_a_building() -> None:
    game = short_of_houses(1, owns={CY: LIGHT_BLUE})
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 1))
    game.play(StateDemand(BOB, 1))
    game.play(StateDemand(CY, 1))
    game.play(BidForBuilding(ANN, 60, BALTIC))
    assert game.play(Resign(CY)) == [Resigned(CY), BidderPassed(CY, "Ruling 12")]
    assert game.waiting_for == [BOB]


@rule("Ruling 12", "Ruling 9")
def test_a_resigning_players_high_bid_stands_and_the_house_is_sold_back() -> None:
    game = auction_between_ann_and_bob()
    game.play(BidForBuilding(BOB, 300, BOARDWALK))
    assert game.play(Resign(BOB)) == [Resigned(BOB)]
    events = game.play(PassBid(ANN))
    assert events[:3] == [
        BidderPassed(ANN, "Ruling 5"),
        MoneyPaid(BOB, BANK, 300, "building", "10 MCS 160(a)"),
        BuildingBought(BOB, BOARDWALK, 1, 300, "10 MCS 160(a)"),
    ]
    assert select_events(events, BuildingSold) == [
        BuildingSold(BOB, BOARDWALK, 0, 100, "Ruling 12")
    ]
    assert game.state.players[BOB].out
    assert game.state.houses == 1


@rule("Ruling 12", "Ruling 9")
def test_a_resigning_players_high_bid_for_a_building_may_be_raised() -> None:
    game = short_of_houses(1, owns={CY: LIGHT_BLUE})
    game.play(Build(ANN, BALTIC))
    for seat in (ANN, BOB, CY):
        game.play(StateDemand(seat, 1))
    game.play(BidForBuilding(BOB, 300, BOARDWALK))
    game.play(Resign(BOB))
    events = game.play(BidForBuilding(ANN, 301, BALTIC))
    assert select_events(events, BidderPassed) == [BidderPassed(BOB, "Ruling 12")]
    assert game.waiting_for == [CY]


@rule("Ruling 12", "Ruling 9")
def test_a_player_who_resigned_leaves_after_the_current_auction_and_before_the_next() -> None:
    # Bob leaves after the auction in which he resigned and before the next one. His house goes
    # back to the Bank, so Ann and Cy have something to bid for.
    game = short_of_houses(1, owns={CY: LIGHT_BLUE})
    game.play(Build(ANN, BALTIC))
    for seat in (ANN, BOB, CY):
        game.play(StateDemand(seat, 1))
    game.play(BidForBuilding(BOB, 300, BOARDWALK))
    game.play(Resign(BOB))
    game.play(PassBid(ANN))
    assert game.play(PassBid(CY)) == [
        BidderPassed(CY, "Ruling 5"),
        MoneyPaid(BOB, BANK, 300, "building", "10 MCS 160(a)"),
        BuildingBought(BOB, BOARDWALK, 1, 300, "10 MCS 160(a)"),
        MoneyPaid(BANK, BOB, 100, "building_sale", "Ruling 12"),
        BuildingSold(BOB, BOARDWALK, 0, 100, "Ruling 12"),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 200, "estate", "10 MCS 190(f)"),
        DeedTransferred(PARK_PLACE, BOB, BANK, "10 MCS 190(f)"),
        DeedTransferred(BOARDWALK, BOB, BANK, "10 MCS 190(f)"),
        AuctionOpened(PARK_PLACE, (ANN, CY, DEE), "10 MCS 190(f)"),
    ]


def ruined_while_demands_are_stated(asker: int) -> Game:
    """Have Ann give everything away and go bankrupt while she is being asked to state a demand."""
    game = short_of_houses(
        1,
        players=5,
        owns={CY: [READING], EVE: YELLOW},
        mortgaged=[READING],
        cash={CY: 0, EVE: 200},
    )
    game.state.rents = [Rent(1, ANN, CY, BALTIC, 50, 1, "10 MCS 90")]
    game.play(Build(asker, BALTIC if asker == ANN else ATLANTIC))
    assert game.waiting_for == [ANN, BOB, EVE]
    game.play(StateDemand(BOB, 1))
    game.play(AskForRent(ANN, 1))
    for space in BROWN:
        game.play(Mortgage(ANN, space))
    gift(game, ANN, DEE, game.state.players[ANN].cash)
    assert select_events(game.play(Resign(CY)), PlayerLeft) == [PlayerLeft(CY, ANN, "Ruling 12")]
    assert_reads_back_equal(game)
    game.play(InheritDeed(ANN, False))
    assert_reads_back_equal(game)
    game.play(GoBankrupt(ANN))
    assert_reads_back_equal(game)
    return game


@rule("Ruling 9", "Ruling 11", "Ruling 12")
def test_a_player_who_goes_bankrupt_in_the_meantime_is_not_asked_to_state_a_demand() -> None:
    game = ruined_while_demands_are_stated(asker=EVE)
    pass_all(game)
    assert game.waiting_for == [EVE]
    assert game.state.demands[HOUSE] == [0, 1, 0, NOT_ASKED, NOT_ASKED]


@rule("Ruling 9", "Ruling 11")
def test_a_players_request_ends_when_they_go_bankrupt() -> None:
    game = ruined_while_demands_are_stated(asker=ANN)
    assert pass_all(game)[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")
    assert game.waiting_for == [BOB]
    assert game.state.property(BALTIC).houses == 0
