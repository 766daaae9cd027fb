"""Boundary cases that no other test covered, found with tools/mutate.py."""

from __future__ import annotations

from typing import Any

import pytest

from passgo.boards import board_from_data
from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.chance import OPENING_ROLL, Chance, Seeded
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    BuildingAuctionOpened,
    BuildingBought,
    DeedTransferred,
    DemandStated,
    GameEnded,
    MoneyPaid,
    PlayerLeft,
    RentAskedFor,
    ShortageEnded,
    ShortageOpened,
    ShortageServed,
    TradeAccepted,
    TurnBegan,
    TurnEnded,
)
from passgo.engine.game import Game
from passgo.engine.options import Choice
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.shortage import BidForBuilding, BuildingAuction, StateDemand
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import EndTurn
from passgo.engine.ruleset import RuleSet, RuleSetError, rule_set
from passgo.engine.state import BANK, HOUSE, POT, Rent
from tests.odds.boards import one_card_board
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHANCE_22,
    CY,
    DARK_BLUE,
    DEE,
    FREE_PARKING,
    GO,
    LIGHT_BLUE,
    MEDITERRANEAN,
    NEW_YORK,
    ORANGE,
    ORIENTAL,
    PARK_PLACE,
    PINK,
    READING,
    RED,
    refusal,
    rule,
    scene,
    select_events,
)


def short_of_houses(stock: int, **options: object) -> Game:
    """Set up a Bank with this many houses; Dee has the rest. Only Ann and Bob could build."""
    full = [*PINK, *ORANGE, *RED]
    game = scene(
        players=4,
        cash={CY: 0, DEE: 0},
        owns={ANN: BROWN, BOB: DARK_BLUE, CY: LIGHT_BLUE, DEE: full},
        rules=rule_set("consolidated", "consolidated", **options),
    )
    state = game.state
    for level in range(1, 5):
        for space in full:
            if state.houses > stock:
                state.set_houses(state.property(space), level)
    return game


# -- small amounts ---------------------------------------------------------------------------------


@rule("10 MCS 100", "Ruling 24")
@pytest.mark.parametrize(("level", "amount"), [(1, 25), (HOTEL_LEVEL, 100)])
def test_repairs_are_charged_even_for_a_single_building(level: int, amount: int) -> None:
    game = scene(
        at={ANN: NEW_YORK},
        owns={ANN: DARK_BLUE},
        rules=rule_set(uneven_building=True),
        houses={BOARDWALK: level},
        chance=["chance.general_repairs"],
        dice=[(1, 2)],
    )
    events = game.play(Roll(ANN))
    assert game.state.players[ANN].space == CHANCE_22
    assert events[-1] == MoneyPaid(ANN, BANK, amount, "card", "Ruling 24")


@rule("House free_parking_pot")
def test_a_player_takes_even_a_single_dollar_from_free_parking() -> None:
    game = scene(at={ANN: NEW_YORK - 2}, rules=rule_set(free_parking_pot=True), dice=[(1, 2)])
    game.state.pot = 1
    events = game.play(Roll(ANN))
    assert game.state.players[ANN].space == FREE_PARKING
    assert events[-1] == MoneyPaid(POT, ANN, 1, "pot", "House free_parking_pot")


@rule("10 MCS 170", "Ruling 27")
def test_a_trade_may_move_a_single_dollar_in_either_direction() -> None:
    game = scene(owns={ANN: [READING], BOB: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, give_cash=1, get_deeds=(BALTIC,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(ANN, BOB, 1, "trade", "10 MCS 170"),
        DeedTransferred(BALTIC, BOB, ANN, "10 MCS 170"),
    ]
    game.play(OfferTrade(ANN, BOB, get_cash=1, give_deeds=(BALTIC,)))
    assert game.play(AcceptTrade(BOB, 2))[1] == MoneyPaid(BOB, ANN, 1, "trade", "10 MCS 170")


@rule("10 MCS 170")
def test_a_trade_cannot_ask_for_a_negative_amount() -> None:
    game = scene(owns={ANN: [READING]})
    negative = Refusal("trade.negative", "10 MCS 170", cash=-1)
    deeds = (READING,)
    assert refusal(game, OfferTrade(ANN, BOB, give_cash=-1, give_deeds=deeds)) == negative
    assert refusal(game, OfferTrade(ANN, BOB, get_cash=-1, give_deeds=deeds)) == negative


@rule("Ruling 27", "10 MCS 170")
def test_a_player_with_only_a_dollar_may_offer_it() -> None:
    game = scene(players=3, cash={ANN: 1, BOB: 0, CY: 0})
    offers = [option for option in game.options(ANN) if option.action == "OfferTrade"]
    assert [option.choices[:3] for option in offers] == [
        [Choice("partner", [partner]), Choice("give_cash", None, 0, 1), Choice("get_cash")]
        for partner in (BOB, CY)
    ]
    empty = scene(players=3, cash={ANN: 0, BOB: 0, CY: 0})
    assert [option for option in empty.options(ANN) if option.action == "OfferTrade"] == []


@rule("Ruling 14", "Ruling 5")
def test_a_bidder_may_offer_all_their_cash_and_the_high_bidder_only_what_the_bid_leaves() -> None:
    game = scene(asked=[Auction(BALTIC, [ANN, BOB])], cash={ANN: 100, BOB: 90})
    game.play(Bid(ANN, 30))
    for seat, mine, theirs in ((ANN, 70, 90), (BOB, 90, 70)):
        (offer,) = [option for option in game.options(seat) if option.action == "OfferTrade"]
        assert offer.choices[1:3] == [
            Choice("give_cash", None, 0, mine),
            Choice("get_cash", None, 0, theirs),
        ]


@rule("Ruling 4", "10 MCS 170")
def test_cash_that_comes_back_in_the_same_trade_must_also_be_on_hand() -> None:
    game = scene(cash={ANN: 50, BOB: 50}, owns={ANN: [READING]})
    gross = OfferTrade(ANN, BOB, give_cash=51, get_cash=40, give_deeds=(READING,))
    why = Refusal("trade.cash", "Ruling 4", seat=ANN, price=51, cash=50)
    assert refusal(game, gross) == why
    back = OfferTrade(ANN, BOB, give_cash=40, get_cash=51, give_deeds=(READING,))
    assert refusal(game, back) == Refusal("trade.cash", "Ruling 4", seat=BOB, price=51, cash=50)
    game.play(OfferTrade(ANN, BOB, give_cash=50, get_cash=50, give_deeds=(READING,)))


@rule("Ruling 14")
def test_a_possible_trade_is_not_listed_among_the_refused_ones() -> None:
    game = scene(players=3, owns={ANN: [READING, BALTIC]})
    offers = [o for o in game.options(ANN, refused=True) if o.action == "OfferTrade"]
    assert [(offer.choices[0].values, offer.refusal) for offer in offers] == [
        ([BOB], None),
        ([CY], None),
    ]


# -- previews and the end --------------------------------------------------------------------------


@rule("10 MCS 110(c)", "10 MCS 180(b)")
def test_only_the_percentage_income_tax_is_secret_before_the_choice() -> None:
    game = scene(at={ANN: GO}, owns={ANN: [READING]}, dice=[(1, 3)])
    game.play(Roll(ANN))
    assert game.check(ChooseTax(ANN, share=True)) is None
    flat = game.check(ChooseTax(ANN, share=False))
    assert isinstance(flat, list)
    assert flat[-1] == MoneyPaid(ANN, BANK, 200, "tax", "10 MCS 110(a)")
    mortgage = game.check(Mortgage(ANN, READING))
    assert isinstance(mortgage, list)
    assert mortgage[0] == MoneyPaid(BANK, ANN, 100, "mortgage", "10 MCS 180(b)")


@rule("Ruling 12", "Ruling 15")
def test_a_player_who_is_out_does_not_share_a_win_with_players_who_have_nothing() -> None:
    game = scene(
        players=3,
        rules=rule_set("time_limit"),
        cash={ANN: 0, BOB: 0, CY: 0},
        asked=[Auction(BALTIC, [ANN, BOB])],
    )
    state = game.state
    state.players[CY].out = True
    for seat in (ANN, BOB):
        state.players[seat].leaving = True
    assert game.play(TimeIsUp()) == [GameEnded((ANN, BOB), (0, 0, 0), "time", "10 MCS 220")]


# -- turns -----------------------------------------------------------------------------------------


@rule("10 MCS 60(c)")
def test_players_who_left_are_skipped_at_the_end_of_the_seating_order() -> None:
    game = scene(players=4, turn=BOB, to_pass=True)
    for seat in (CY, DEE):
        game.state.players[seat].out = True
    assert game.play(EndTurn(BOB)) == [TurnEnded(BOB), TurnBegan(ANN, 2, "10 MCS 60(c)")]


@rule("Ruling 31")
def test_actions_by_other_players_do_not_start_a_new_decision() -> None:
    game = scene()
    game.play(AlwaysAskForRent(BOB, on=True))
    assert (game.state.decision_number, game.state.moves) == (0, 1)


class Recorded(Chance):
    """A `Chance` that makes the opening rolls tie twice and records its calls."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int, int]] = []

    def roll(self, purpose: int, seat: int, count: int) -> int:
        self.asked.append((purpose, seat, count))
        return 66 if seat < 2 and count < 2 else 11 + seat

    def shuffle(self, purpose: int, size: int) -> list[int]:
        return list(range(size))


@rule("Ruling 1")
def test_each_opening_roll_is_counted_so_it_can_be_verified() -> None:
    chance = Recorded()
    game = Game(3, chance)
    rounds = [(0, ANN), (0, BOB), (0, CY), (1, ANN), (1, BOB), (2, ANN), (2, BOB)]
    assert chance.asked == [(OPENING_ROLL, seat, count) for count, seat in rounds]
    assert game.state.seat == BOB


# -- rule sets -------------------------------------------------------------------------------------


@rule("House starting_money")
def test_a_rule_set_created_directly_is_also_checked() -> None:
    with pytest.raises(RuleSetError, match="There is no preset named 'quick'"):
        RuleSet(preset="quick")
    with pytest.raises(RuleSetError, match="starting_cash must be between"):
        RuleSet(starting_cash=-1)


# -- dealt deeds -----------------------------------------------------------------------------------


@rule("10 MCS 210(a)", "Ruling 19")
def test_a_single_deed_may_be_dealt_to_each_player() -> None:
    game = Game(3, Seeded(1), rules=rule_set("short", deeds_dealt=1))
    assert [player.deeds for player in game.state.players] == [1, 1, 1]


@rule("10 MCS 220(b)", "Ruling 19")
def test_the_starting_cash_must_cover_the_dealt_deeds_even_if_there_is_only_one() -> None:
    with pytest.raises(
        RuleSetError, match=r"may cost \$400; starting_cash must be at least that .got 399"
    ):
        Game(2, Seeded(1), rules=rule_set("time_limit", deeds_dealt=1, starting_cash=399))
    rules = rule_set("time_limit", deeds_dealt=1, starting_cash=400)
    assert [player.deeds for player in Game(2, Seeded(1), rules=rules).state.players] == [1, 1]


@rule("10 MCS 210(a)", "House custom_board")
def test_no_more_deeds_can_be_dealt_than_the_board_has() -> None:
    board = one_card_board()
    assert len(board.deeds) == 1
    rules = rule_set("short", deeds_dealt=1)
    with pytest.raises(
        RuleSetError, match="2 players cannot be dealt 1 deeds each: the board has 1"
    ):
        Game(2, Seeded(1), rules=rules, board=board)
    data: dict[str, Any] = board.to_data()
    data["spaces"][12] = {**data["spaces"][13], "name": "Next Street"}
    enough = Game(2, Seeded(1), rules=rules, board=board_from_data(data))
    assert [player.deeds for player in enough.state.players] == [1, 1]
    enough = Game(8, Seeded(1), rules=rule_set("short", deeds_dealt=3))
    assert [player.deeds for player in enough.state.players] == [3] * 8


# -- shortages -------------------------------------------------------------------------------------


@rule("Ruling 9", "House first_lap")
def test_a_player_who_may_not_build_before_the_first_lap_does_not_cause_a_shortage() -> None:
    game = short_of_houses(2, no_building_before_lap=True)
    for seat in (ANN, BOB):
        game.state.players[seat].laps = 1
    game.state.players[BOB].cash = 400
    game.state.players[CY].cash = 1500
    # Bob could build two houses and Cy none; after Ann's house, only one would be left.
    assert game.play(Build(ANN, BALTIC)) == [ShortageOpened(ANN, HOUSE, 2, (ANN, BOB), "Ruling 9")]


@rule("Ruling 9", "Ruling 12")
def test_a_player_who_leaves_instead_of_stating_a_demand_demands_nothing() -> None:
    game = short_of_houses(1)
    game.play(Build(ANN, BALTIC))
    events = game.play(Resign(BOB))
    assert select_events(events, DemandStated) == [DemandStated(BOB, HOUSE, 0, "Ruling 12")]
    assert game.state.demands[HOUSE] == [-1, 0, -1, -1]


@rule("Ruling 8", "Ruling 9")
def test_rent_asked_for_during_a_demand_round_is_paid_once_the_demands_are_met() -> None:
    game = with_a_rent(short_of_houses(1))
    game.play(Build(ANN, BALTIC))
    game.play(AskForRent(CY, 1))
    game.play(StateDemand(BOB, 0))
    assert game.play(StateDemand(ANN, 1)) == [
        DemandStated(ANN, HOUSE, 1, "Ruling 9"),
        ShortageServed(ANN, HOUSE, "Ruling 9"),
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)"),
        MoneyPaid(BOB, CY, 6, "rent", "10 MCS 90"),
    ]


def with_a_rent(game: Game) -> Game:
    """Add a rent for Oriental that Bob owes Cy, who has not asked for it yet."""
    game.state.last_serial = 1
    game.state.rents.append(Rent(1, CY, BOB, ORIENTAL, 6, 1, "10 MCS 90"))
    return game


def with_an_auction(game: Game) -> Game:
    """Have Ann and Bob demand more houses than the Bank has."""
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 2))
    events = game.play(StateDemand(BOB, 2))
    assert select_events(events, BuildingAuctionOpened) != []
    return game


@rule("Ruling 8", "Ruling 9", "10 MCS 160(a)")
def test_rent_asked_for_during_a_sale_of_buildings_is_paid_when_the_sale_is_over() -> None:
    game = with_an_auction(with_a_rent(short_of_houses(1)))
    assert game.play(AskForRent(CY, 1)) == [RentAskedFor(CY, BOB, ORIENTAL, 6, 1, "Ruling 8")]
    game.play(BidForBuilding(ANN, 60, BALTIC))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(ANN, BANK, 60, "building", "10 MCS 160(a)"),
        BuildingBought(ANN, BALTIC, 1, 60, "10 MCS 160(a)"),
        ShortageEnded(HOUSE, "Ruling 9"),
        MoneyPaid(BOB, CY, 6, "rent", "10 MCS 90"),
    ]


@rule("Ruling 8", "Ruling 9")
def test_rent_asked_for_during_a_sale_of_buildings_is_paid_even_if_nobody_bids() -> None:
    game = with_a_rent(short_of_houses(4))
    game.play(Build(ANN, BALTIC))
    game.play(StateDemand(ANN, 4))
    game.play(StateDemand(BOB, 4))
    game.play(AskForRent(CY, 1))
    game.play(PassBid(ANN))
    assert game.play(PassBid(BOB))[-2:] == [
        ShortageEnded(HOUSE, "Ruling 9"),
        MoneyPaid(BOB, CY, 6, "rent", "10 MCS 90"),
    ]


@rule("Ruling 9", "Ruling 12")
def test_the_sale_continues_when_a_player_leaves() -> None:
    game = short_of_houses(2)
    game.state.players[CY].cash = 500
    game.play(Build(ANN, BALTIC))
    for seat in (ANN, BOB, CY):
        game.play(StateDemand(seat, 2))
    game.play(BidForBuilding(BOB, 200, BOARDWALK))
    game.play(Resign(BOB))
    game.play(PassBid(ANN))
    events = game.play(PassBid(CY))
    assert select_events(events, PlayerLeft) == [PlayerLeft(BOB, BANK, "Ruling 12")]
    assert select_events(events, AuctionOpened) == [
        AuctionOpened(PARK_PLACE, (ANN, CY, DEE), "10 MCS 190(f)")
    ]
    while isinstance(game.state.agenda.top, Auction):
        events += game.play(PassBid(game.waiting_for[0]))
    assert isinstance(game.state.agenda.top, BuildingAuction)
    assert events[-1] == BuildingAuctionOpened(HOUSE, 2, (ANN, CY), "10 MCS 160(a)")


@rule("Ruling 14", "Ruling 9")
def test_no_group_is_restricted_until_there_is_a_bid_for_a_building() -> None:
    game = with_an_auction(short_of_houses(1))
    assert game.play(Mortgage(BOB, BOARDWALK)) != []
    assert game.play(OfferTrade(BOB, CY, give_deeds=(PARK_PLACE,))) != []
    game = with_an_auction(short_of_houses(1))
    game.play(BidForBuilding(BOB, 200, BOARDWALK))
    pledged = Refusal("bid.pledged", "Ruling 14", space=PARK_PLACE)
    assert refusal(game, Mortgage(BOB, PARK_PLACE)) == pledged
    assert game.play(Mortgage(ANN, MEDITERRANEAN)) != []
