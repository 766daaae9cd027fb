"""10 MCS 190, CR 10, Rulings 7, 8, 11, 12, 13, 20, 26, 28, 31: debt, bankruptcy, resignation."""

from __future__ import annotations

import json

import pytest

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.chance import NoChance
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    BuildingSold,
    CardDrawn,
    CardReturned,
    CardTransferred,
    DebtOpened,
    DebtVoided,
    DeedTransferred,
    DiceRolled,
    Event,
    GameEnded,
    MoneyPaid,
    MortgageCanceled,
    MortgageKept,
    PlayerLeft,
    PropertyAuctioned,
    PropertyDeclined,
    PropertyMortgaged,
    PropertyUnmortgaged,
    PropertyUnsold,
    RentAskedFor,
    RentLapsed,
    Resigned,
    TokenMoved,
    TradeWithdrawn,
    TurnBegan,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid, EstateAuction, PassBid
from passgo.engine.rules.building import SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.mortgage import Inheritance, InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AskForRent
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import EndTurn
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK, Rent
from passgo.position import game_from_position
from tests.scene import (
    ANN,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHANCE_7,
    CHANCE_36,
    CHEST_2,
    CONNECTICUT,
    CY,
    DARK_BLUE,
    DEE,
    ELECTRIC,
    GO,
    JAIL,
    LIGHT_BLUE,
    LUXURY_TAX,
    MEDITERRANEAN,
    ORANGE,
    ORIENTAL,
    PARK_PLACE,
    PINK,
    READING,
    SHORT_LINE,
    ST_CHARLES,
    STATES,
    VERMONT,
    VIRGINIA,
    card_number,
    refusal,
    rule,
    scene,
    select_events,
)

CHANCE_CARD, CHEST_CARD = 8, 20


def owing(debtor: int, creditor: int, amount: int) -> DebtDue:
    """Return an unpaid debt that has already been announced."""
    return DebtDue(debtor, creditor, amount, "rent", "10 MCS 90", announced=True)


def cash(game: Game) -> list[int]:
    return [int(player.cash) for player in game.state.players]


def pass_all(game: Game) -> list[Event]:
    """Have everybody pass until no auction is in progress."""
    events: list[Event] = []
    while not game.state.over and isinstance(game.default(game.waiting_for[0]), PassBid):
        events += game.play(PassBid(game.waiting_for[0]))
    return events


# -- a debt ----------------------------------------------------------------------------------------


@rule("10 MCS 190", "CR 10")
def test_a_player_who_owes_more_than_their_cash_gets_time_to_raise_the_rest() -> None:
    game = scene(at={ANN: CHANCE_36}, owns={ANN: [READING]}, cash={ANN: 10}, dice=[(1, 1)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 1, "10 MCS 60(b)"),
        TokenMoved(ANN, CHANCE_36, LUXURY_TAX, "dice", "10 MCS 60(b)"),
        DebtOpened(ANN, BANK, 75, 65, "tax", "CR 5.4"),
    ]
    assert game.waiting_for == [ANN]
    assert refusal(game, Roll(ANN)) == Refusal(
        "decision.debt", "10 MCS 190", creditor=BANK, amount=75
    )
    assert game.play(Mortgage(ANN, READING)) == [
        MoneyPaid(BANK, ANN, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, READING, 100),
        MoneyPaid(ANN, BANK, 75, "tax", "CR 5.4"),
    ]
    assert cash(game) == [35, 1500]


@rule("10 MCS 190")
def test_a_debt_is_never_paid_in_part() -> None:
    game = scene(
        to_pass=True,
        owns={ANN: [BALTIC, READING]},
        cash={ANN: 10},
        asked=[owing(ANN, BOB, 120)],
    )
    game.play(Mortgage(ANN, BALTIC))
    assert cash(game) == [40, 1500]
    game.play(Mortgage(ANN, READING))
    assert cash(game) == [20, 1620]


@rule("Ruling 26")
def test_sales_and_mortgages_made_for_a_debt_are_not_undone_when_it_is_paid() -> None:
    game = scene(
        to_pass=True,
        owns={ANN: [*BROWN, READING]},
        houses={BALTIC: 1},
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 125)],
    )
    game.play(SellBuilding(ANN, BALTIC))
    game.play(Mortgage(ANN, READING))
    assert cash(game) == [0, 1625]
    assert game.state.property(BALTIC).houses == 0
    assert game.state.property(READING).mortgaged


@rule("10 MCS 190", "CR 10")
@pytest.mark.parametrize(
    ("owns", "houses", "mortgaged", "raisable"),
    [
        pytest.param((), {}, (), 10, id="cash"),
        pytest.param((READING,), {}, (), 110, id="a mortgage value"),
        pytest.param((READING,), {}, (READING,), 10, id="nothing for a mortgaged deed"),
        pytest.param(BROWN, {BALTIC: 1}, (), 10 + 25 + 60, id="a house at half price"),
        pytest.param(BROWN, {3: HOTEL_LEVEL, 1: 4}, (), 10 + 225 + 60, id="a hotel as five houses"),
    ],
)
def test_bankruptcy_is_refused_if_the_debtor_can_raise_enough(
    owns: tuple[int, ...], houses: dict[int, int], mortgaged: tuple[int, ...], raisable: int
) -> None:
    for amount in (raisable, raisable + 1):
        game = scene(
            players=3,
            to_pass=True,
            owns={ANN: owns},
            houses=houses,
            mortgaged=mortgaged,
            cash={ANN: 10},
            cards={ANN: ["chest.jail_free"]},
            asked=[owing(ANN, BOB, amount)],
        )
        if amount == raisable:
            assert refusal(game, GoBankrupt(ANN)) == Refusal(
                "debt.payable", "10 MCS 190", amount=amount, raisable=raisable
            )
        else:
            game.play(GoBankrupt(ANN))
            assert game.state.players[ANN].out


@rule("10 MCS 190")
def test_only_a_player_in_debt_may_go_bankrupt() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING]},
        mortgaged=[READING],
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 50)],
    )
    assert refusal(game, GoBankrupt(BOB)) == Refusal(
        "decision.other", "Ruling 31", seat=BOB, waiting=ANN
    )
    assert game.options(ANN)[0] == Option("GoBankrupt", ANN, [])
    game.play(GoBankrupt(ANN))
    assert refusal(game, GoBankrupt(BOB)) == Refusal(
        "decision.mortgage", "10 MCS 190(c)", space=READING
    )


@rule("Ruling 20", "10 MCS 190", "10 MCS 190(f)", "10 MCS 190(g)")
def test_a_player_with_nothing_left_to_sell_or_trade_goes_bankrupt_automatically() -> None:
    game = scene(players=3, at={ANN: CHANCE_36}, cash={ANN: 10}, dice=[(1, 1)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 1, "10 MCS 60(b)"),
        TokenMoved(ANN, CHANCE_36, LUXURY_TAX, "dice", "10 MCS 60(b)"),
        DebtOpened(ANN, BANK, 75, 65, "tax", "CR 5.4"),
        WentBankrupt(ANN, BANK, 75, "10 MCS 190(f)"),
        MoneyPaid(ANN, BANK, 10, "estate", "10 MCS 190(f)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert refusal(game, Roll(ANN)) == Refusal("seat.out", "10 MCS 190(g)", seat=ANN)


@rule("Ruling 20")
def test_a_debtor_with_a_card_or_mortgaged_deed_to_trade_is_not_bankrupt_yet() -> None:
    for owns, cards in (([READING], []), ([], ["chest.jail_free"])):
        game = scene(
            at={ANN: CHANCE_36},
            owns={ANN: owns},
            mortgaged=owns,
            cards={ANN: cards},
            cash={ANN: 10},
            dice=[(1, 1)],
        )
        game.play(Roll(ANN))
        assert game.waiting_for == [ANN]
        assert not game.state.players[ANN].out


@rule("10 MCS 190", "Ruling 24")
def test_a_payment_of_zero_is_not_a_debt() -> None:
    game = scene(chest=["chest.street_repairs"], dice=[(1, 1)], cash={ANN: 0})
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 1, "10 MCS 60(b)"),
        TokenMoved(ANN, GO, CHEST_2, "dice", "10 MCS 60(b)"),
        CardDrawn(ANN, card_number(game.state.board, "chest.street_repairs")),
    ]


# -- bankruptcy to another player ------------------------------------------------------------------


@rule("10 MCS 190(a)", "10 MCS 190(b)", "10 MCS 190(b-1)", "10 MCS 190(g)", "CR 10", "Ruling 31")
def test_a_player_who_is_bankrupt_to_another_sells_all_buildings_and_hands_over_the_rest() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [*BROWN, READING]},
        houses={MEDITERRANEAN: 1, BALTIC: 2},
        cash={ANN: 10},
        cards={ANN: ["chance.jail_free", "chest.jail_free"]},
        asked=[owing(ANN, CY, 1000)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, CY, 1000, "10 MCS 190(a)"),
        MoneyPaid(BANK, ANN, 25, "building_sale", "10 MCS 190(b)"),
        BuildingSold(ANN, MEDITERRANEAN, 0, 25, "10 MCS 190(b)"),
        MoneyPaid(BANK, ANN, 50, "building_sale", "10 MCS 190(b)"),
        BuildingSold(ANN, BALTIC, 0, 50, "10 MCS 190(b)"),
        MoneyPaid(ANN, CY, 85, "estate", "10 MCS 190(a)"),
        CardTransferred(CHANCE_CARD, ANN, CY, "CR 10"),
        CardTransferred(CHEST_CARD, ANN, CY, "CR 10"),
        DeedTransferred(MEDITERRANEAN, ANN, CY, "10 MCS 190(a)"),
        DeedTransferred(BALTIC, ANN, CY, "10 MCS 190(a)"),
        DeedTransferred(READING, ANN, CY, "10 MCS 190(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert cash(game) == [0, 1500, 1585]
    assert game.state.houses == 32
    assert [player.cards for player in game.state.players] == [[], [], [CHANCE_CARD, CHEST_CARD]]
    assert [prop.deed.space for prop in game.state.properties_of(CY)] == [
        MEDITERRANEAN,
        BALTIC,
        READING,
    ]


@rule("10 MCS 190(b)")
def test_a_bankrupt_players_hotels_are_sold_even_if_the_bank_has_no_houses() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: DARK_BLUE, CY: [*PINK, *ORANGE, *LIGHT_BLUE]},
        houses={
            **dict.fromkeys(DARK_BLUE, HOTEL_LEVEL),
            **dict.fromkeys([*PINK, *ORANGE], 4),
            **dict.fromkeys(LIGHT_BLUE, 2),
        },
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 5000)],
    )
    game.play(GoBankrupt(ANN))
    assert cash(game)[BOB] == 1500 + 2 * 500


@rule("10 MCS 190(c)", "10 MCS 190(d)", "CR 10", "Ruling 11")
def test_the_creditor_decides_about_each_mortgaged_deed_in_board_order() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [PARK_PLACE, READING, BALTIC, ELECTRIC]},
        mortgaged=[PARK_PLACE, BALTIC, ELECTRIC],
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 1000)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BOB, 1000, "10 MCS 190(a)"),
        DeedTransferred(BALTIC, ANN, BOB, "10 MCS 190(a)"),
        DeedTransferred(READING, ANN, BOB, "10 MCS 190(a)"),
        DeedTransferred(ELECTRIC, ANN, BOB, "10 MCS 190(a)"),
        DeedTransferred(PARK_PLACE, ANN, BOB, "10 MCS 190(a)"),
    ]
    assert game.waiting_for == [BOB]
    assert game.options(BOB)[0].action == "InheritDeed"
    assert game.options(BOB)[0].choices[0].values == [0, 1]
    assert game.play(InheritDeed(BOB, False)) == [
        MortgageKept(BOB, BALTIC, 3, "10 MCS 190(c)"),
        MoneyPaid(BOB, BANK, 3, "interest", "10 MCS 190(c)"),
    ]
    assert game.play(InheritDeed(BOB, True)) == [
        MoneyPaid(BOB, BANK, 83, "unmortgage", "10 MCS 190(d)"),
        PropertyUnmortgaged(BOB, ELECTRIC, 83, "10 MCS 190(d)"),
    ]
    assert game.play(InheritDeed(BOB, False)) == [
        MortgageKept(BOB, PARK_PLACE, 18, "10 MCS 190(c)"),
        MoneyPaid(BOB, BANK, 18, "interest", "10 MCS 190(c)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert cash(game) == [0, 1500 - 3 - 83 - 18, 1500]


@rule("10 MCS 190(e)")
def test_a_creditor_who_unmortgages_later_pays_the_interest_again() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [BALTIC]},
        mortgaged=[BALTIC],
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 9)],
    )
    game.play(GoBankrupt(ANN))
    game.play(InheritDeed(BOB, False))
    game.play(Unmortgage(BOB, BALTIC))
    assert cash(game)[BOB] == 1500 - 3 - 33


@rule("Ruling 11", "10 MCS 190(d)")
def test_unmortgaging_an_inherited_deed_requires_cash_which_may_be_raised_first() -> None:
    game = scene(
        players=3,
        owns={BOB: [READING, B_AND_O]},
        mortgaged=[READING],
        cash={BOB: 109},
        asked=[Inheritance(BOB, READING)],
    )
    assert refusal(game, InheritDeed(BOB, True)) == Refusal(
        "unmortgage.cash", "10 MCS 180(h)", space=READING, cost=110, cash=109
    )
    assert game.options(BOB)[0].choices[0].values == [0]
    assert game.default(BOB) == InheritDeed(BOB, False)
    assert refusal(game, InheritDeed(ANN, False)) == Refusal(
        "decision.other", "Ruling 31", seat=ANN, waiting=BOB
    )
    game.play(Mortgage(BOB, B_AND_O))
    game.play(InheritDeed(BOB, True))
    assert cash(game)[BOB] == 99


@rule("Ruling 11", "10 MCS 190(d)")
def test_the_exact_amount_is_enough_to_unmortgage_an_inherited_deed() -> None:
    game = scene(
        owns={BOB: [READING]},
        mortgaged=[READING],
        cash={BOB: 110},
        asked=[Inheritance(BOB, READING)],
    )
    game.play(InheritDeed(BOB, True))
    assert cash(game)[BOB] == 0


@rule("Ruling 11", "10 MCS 190(c)")
def test_the_heir_owes_the_interest_and_must_raise_it_if_possible() -> None:
    game = scene(
        players=3,
        owns={BOB: [READING, BALTIC]},
        mortgaged=[READING],
        cash={BOB: 2},
        asked=[Inheritance(BOB, READING)],
    )
    assert game.play(InheritDeed(BOB, False)) == [
        MortgageKept(BOB, READING, 10, "10 MCS 190(c)"),
        DebtOpened(BOB, BANK, 10, 8, "interest", "10 MCS 190(c)"),
    ]
    assert refusal(game, GoBankrupt(BOB)) == Refusal(
        "debt.payable", "10 MCS 190", amount=10, raisable=32
    )
    game.play(Mortgage(BOB, BALTIC))
    assert cash(game)[BOB] == 2 + 30 - 10


@rule("Ruling 11", "10 MCS 190(f)", "CR 10")
def test_an_heir_who_cannot_pay_the_interest_is_bankrupt_to_the_bank() -> None:
    game = scene(
        players=4,
        turn=ANN,
        to_pass=True,
        owns={ANN: [READING, PARK_PLACE], BOB: [BALTIC]},
        mortgaged=[READING, PARK_PLACE, BALTIC],
        cash={ANN: 4, BOB: 5},
        asked=[owing(ANN, BOB, 1000)],
    )
    game.play(GoBankrupt(ANN))
    game.play(InheritDeed(BOB, False))
    assert game.play(GoBankrupt(BOB)) == [
        WentBankrupt(BOB, BANK, 10, "10 MCS 190(f)"),
        MoneyPaid(BOB, BANK, 9, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, BOB, BANK, "10 MCS 190(f)"),
        MortgageCanceled(BALTIC),
        DeedTransferred(READING, BOB, BANK, "10 MCS 190(f)"),
        MortgageCanceled(READING),
        DeedTransferred(PARK_PLACE, BOB, BANK, "10 MCS 190(f)"),
        MortgageCanceled(PARK_PLACE),
        AuctionOpened(BALTIC, (CY, DEE), "10 MCS 190(f)"),
    ], "Bob no longer has to decide about the other inherited deed"
    assert pass_all(game)[-1] == TurnBegan(CY, 2, "10 MCS 60(c)")


@rule("Ruling 11")
def test_an_inherited_deed_cannot_be_traded_until_the_heir_has_paid() -> None:
    game = scene(
        players=3,
        owns={BOB: [READING, PARK_PLACE, BALTIC]},
        mortgaged=[READING, PARK_PLACE],
        asked=[Inheritance(BOB, PARK_PLACE), Inheritance(BOB, READING)],
    )
    for space in (READING, PARK_PLACE):
        assert refusal(game, OfferTrade(BOB, CY, get_cash=9, give_deeds=(space,))) == Refusal(
            "trade.inherited", "Ruling 11", space=space
        )
    game.play(OfferTrade(BOB, CY, get_cash=9, give_deeds=(BALTIC,)))
    game.play(InheritDeed(BOB, False))
    game.play(OfferTrade(BOB, CY, get_cash=9, give_deeds=(READING,)))


@rule("Ruling 26", "10 MCS 190(c)")
def test_deeds_mortgaged_before_a_bankruptcy_go_to_the_creditor_still_mortgaged() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 400)],
    )
    game.play(Mortgage(ANN, READING))
    game.play(GoBankrupt(ANN))
    assert cash(game) == [0, 1600, 1500]
    assert game.waiting_for == [BOB]
    game.play(InheritDeed(BOB, False))
    assert game.state.property(READING).mortgaged
    assert cash(game)[BOB] == 1590


# -- bankruptcy to the Bank ------------------------------------------------------------------------


@rule("10 MCS 190(f)", "CR 10", "10 MCS 190(g)", "Ruling 31")
def test_after_bankruptcy_to_the_bank_deeds_are_auctioned_unmortgaged_in_board_order() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [SHORT_LINE, *BROWN]},
        houses={BALTIC: 1},
        mortgaged=[SHORT_LINE],
        cash={ANN: 10},
        cards={ANN: ["chest.jail_free", "chance.jail_free"]},
        asked=[owing(ANN, BANK, 1000)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BANK, 1000, "10 MCS 190(f)"),
        MoneyPaid(BANK, ANN, 25, "building_sale", "10 MCS 190(b)"),
        BuildingSold(ANN, BALTIC, 0, 25, "10 MCS 190(b)"),
        MoneyPaid(ANN, BANK, 35, "estate", "10 MCS 190(f)"),
        CardReturned(ANN, CHEST_CARD, "CR 10"),
        CardReturned(ANN, CHANCE_CARD, "CR 10"),
        DeedTransferred(MEDITERRANEAN, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(SHORT_LINE, ANN, BANK, "10 MCS 190(f)"),
        MortgageCanceled(SHORT_LINE),
        AuctionOpened(MEDITERRANEAN, (BOB, CY), "10 MCS 190(f)"),
    ]
    assert game.state.seen == [[CHANCE_CARD], [CHEST_CARD]], "at the bottom of their own decks"
    game.play(Bid(CY, 1))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(CY, BANK, 1, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(CY, MEDITERRANEAN, 1),
        AuctionOpened(BALTIC, (BOB, CY), "10 MCS 190(f)"),
    ]
    game.play(PassBid(CY))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        PropertyUnsold(BALTIC),
        AuctionOpened(SHORT_LINE, (BOB, CY), "10 MCS 190(f)"),
    ]
    game.play(Bid(BOB, 150))
    assert game.play(PassBid(CY)) == [
        BidderPassed(CY, "Ruling 5"),
        MoneyPaid(BOB, BANK, 150, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(BOB, SHORT_LINE, 150),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert not game.state.property(SHORT_LINE).mortgaged
    assert cash(game) == [0, 1350, 1499]
    assert game.state.houses == 32


@rule("Ruling 3", "10 MCS 190(f)")
def test_nobody_may_roll_until_the_estate_is_sold() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [BALTIC]},
        cash={ANN: 0},
        asked=[owing(ANN, BANK, 1000)],
    )
    game.play(GoBankrupt(ANN))
    assert refusal(game, Roll(BOB)) == Refusal("decision.auction", "Ruling 5", space=BALTIC)


# -- the last player -------------------------------------------------------------------------------


@rule("10 MCS 190(h)", "CR 1", "Ruling 13")
def test_the_last_player_left_wins_and_nothing_is_auctioned() -> None:
    game = scene(
        turn=ANN,
        to_pass=True,
        owns={ANN: [BALTIC], BOB: [READING]},
        cash={ANN: 5},
        asked=[owing(ANN, BANK, 1000)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BANK, 1000, "10 MCS 190(f)"),
        MoneyPaid(ANN, BANK, 5, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        GameEnded((BOB,), (0, 1700), "last", "10 MCS 190(h)"),
    ]
    assert game.state.over
    assert game.state.winners == [BOB]
    assert game.waiting_for == []
    assert refusal(game, Roll(BOB)) == Refusal("game.over", "10 MCS 190(h)")
    assert game.options(BOB) == []


@rule("Ruling 13", "10 MCS 190(h)")
def test_the_last_player_left_owes_no_interest_on_inherited_deeds() -> None:
    game = scene(
        turn=ANN,
        to_pass=True,
        owns={ANN: [BALTIC]},
        mortgaged=[BALTIC],
        cash={ANN: 5},
        asked=[owing(ANN, BOB, 1000)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BOB, 1000, "10 MCS 190(a)"),
        MoneyPaid(ANN, BOB, 5, "estate", "10 MCS 190(a)"),
        DeedTransferred(BALTIC, ANN, BOB, "10 MCS 190(a)"),
        GameEnded((BOB,), (0, 1535), "last", "10 MCS 190(h)"),
    ]


@rule("10 MCS 190(h)")
def test_the_game_continues_with_two_players_left() -> None:
    game = scene(players=3, at={ANN: CHANCE_36}, cash={ANN: 10}, dice=[(1, 1)])
    game.play(Roll(ANN))
    assert not game.state.over
    assert game.waiting_for == [BOB]


# -- the turn after a bankruptcy -------------------------------------------------------------------


@rule("Ruling 28", "Ruling 31")
def test_a_player_who_goes_bankrupt_after_rolling_doubles_loses_the_extra_roll() -> None:
    game = scene(
        players=3,
        at={ANN: CHANCE_36},
        owns={ANN: [BALTIC]},
        mortgaged=[BALTIC],
        cash={ANN: 10},
        dice=[(1, 1)],
    )
    game.play(Roll(ANN))
    game.play(GoBankrupt(ANN))
    assert pass_all(game) == [
        BidderPassed(BOB, "Ruling 5"),
        BidderPassed(CY, "Ruling 5"),
        PropertyUnsold(BALTIC),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 31", "Ruling 7")
def test_another_players_bankruptcy_does_not_end_the_turn() -> None:
    game = scene(players=3, turn=ANN, cash={BOB: 3}, chest=["chest.birthday"], dice=[(1, 1)])
    events = game.play(Roll(ANN))
    assert select_events(events, WentBankrupt) == [WentBankrupt(BOB, ANN, 10, "10 MCS 190(a)")]
    assert select_events(events, TurnBegan) == []
    assert game.waiting_for == [ANN], "her doubles still give her an extra roll"


@rule("Ruling 31", "10 MCS 60(c)")
def test_players_who_are_out_are_skipped() -> None:
    game = scene(players=3, turn=ANN, to_pass=True)
    game.state.players[BOB].out = True
    assert game.play(EndTurn(ANN))[-1] == TurnBegan(CY, 2, "10 MCS 60(c)")


# -- several debts ---------------------------------------------------------------------------------


@rule("Ruling 7", "10 MCS 190(a)")
def test_a_player_who_cannot_pay_everyone_is_bankrupt_to_the_first_player_they_cannot_pay() -> None:
    game = scene(players=4, turn=ANN, cash={ANN: 60}, chance=["chance.chairman"], dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 3, 4, "10 MCS 60(b)"),
        TokenMoved(ANN, GO, CHANCE_7, "dice", "10 MCS 60(b)"),
        CardDrawn(ANN, card_number(game.state.board, "chance.chairman")),
        MoneyPaid(ANN, BOB, 50, "card", "Ruling 7"),
        DebtOpened(ANN, CY, 50, 40, "card", "Ruling 7"),
        WentBankrupt(ANN, CY, 50, "10 MCS 190(a)"),
        DebtVoided(ANN, DEE, 50, "Ruling 7"),
        MoneyPaid(ANN, CY, 10, "estate", "10 MCS 190(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert cash(game) == [0, 1550, 1510, 1500], "her debt to Dee is void"


@rule("Ruling 7", "10 MCS 190(a)")
def test_when_one_of_several_debtors_goes_bankrupt_the_others_still_pay() -> None:
    game = scene(
        players=4,
        turn=CY,
        at={CY: GO},
        cash={DEE: 3},
        chest=["chest.birthday"],
        dice=[(1, 1)],
    )
    assert game.play(Roll(CY)) == [
        DiceRolled(CY, 1, 1, "10 MCS 60(b)"),
        TokenMoved(CY, GO, CHEST_2, "dice", "10 MCS 60(b)"),
        CardDrawn(CY, card_number(game.state.board, "chest.birthday")),
        DebtOpened(DEE, CY, 10, 7, "card", "Ruling 7"),
        WentBankrupt(DEE, CY, 10, "10 MCS 190(a)"),
        MoneyPaid(DEE, CY, 3, "estate", "10 MCS 190(a)"),
        MoneyPaid(ANN, CY, 10, "card", "Ruling 7"),
        MoneyPaid(BOB, CY, 10, "card", "Ruling 7"),
    ]


@rule("Ruling 7", "Ruling 11")
def test_the_heir_chooses_before_the_next_debt_is_due() -> None:
    game = scene(
        players=4,
        turn=CY,
        owns={DEE: [BALTIC]},
        mortgaged=[BALTIC],
        cash={DEE: 3},
        chest=["chest.birthday"],
        dice=[(1, 1)],
    )
    game.play(Roll(CY))
    game.play(GoBankrupt(DEE))
    assert game.waiting_for == [CY]
    assert game.play(InheritDeed(CY, False)) == [
        MortgageKept(CY, BALTIC, 3, "10 MCS 190(c)"),
        MoneyPaid(CY, BANK, 3, "interest", "10 MCS 190(c)"),
        MoneyPaid(ANN, CY, 10, "card", "Ruling 7"),
        MoneyPaid(BOB, CY, 10, "card", "Ruling 7"),
    ]


@rule("Ruling 8", "Ruling 7")
def test_unclaimed_rents_and_queued_debts_are_void_when_either_party_goes_bankrupt() -> None:
    game = scene(
        players=4,
        turn=ANN,
        to_pass=True,
        owns={DEE: [READING]},
        cash={ANN: 10, DEE: 5},
        asked=[DebtDue(DEE, BANK, 10, "card", "10 MCS 100", announced=True)],
    )
    game.state.rents = [
        Rent(1, BOB, ANN, BALTIC, 30, 1, "10 MCS 90"),
        Rent(2, CY, ANN, ORIENTAL, 5, 1, "10 MCS 90"),
        Rent(3, ANN, DEE, VERMONT, 7, 1, "10 MCS 90"),
        Rent(4, BOB, DEE, BALTIC, 9, 1, "10 MCS 90"),
        Rent(5, ANN, CY, VIRGINIA, 8, 1, "10 MCS 90"),
        Rent(6, BOB, ANN, ST_CHARLES, 6, 1, "10 MCS 90"),
        Rent(7, BOB, CY, ST_CHARLES, 10, 1, "10 MCS 90"),
    ]
    assert game.play(AskForRent(BOB, 1)) == [RentAskedFor(BOB, ANN, BALTIC, 30, 1, "Ruling 8")]
    game.play(AskForRent(CY, 2))
    game.play(AskForRent(ANN, 3))
    game.play(AskForRent(BOB, 4))
    assert game.play(Mortgage(DEE, READING)) == [
        MoneyPaid(BANK, DEE, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(DEE, READING, 100),
        MoneyPaid(DEE, BANK, 10, "card", "10 MCS 100"),
        DebtOpened(ANN, BOB, 30, 20, "rent", "10 MCS 90"),
        WentBankrupt(ANN, BOB, 30, "10 MCS 190(a)"),
        RentLapsed(ANN, CY, VIRGINIA, 8, 5, "Ruling 8"),
        RentLapsed(BOB, ANN, ST_CHARLES, 6, 6, "Ruling 8"),
        DebtVoided(ANN, CY, 5, "Ruling 8"),
        DebtVoided(DEE, ANN, 7, "Ruling 8"),
        MoneyPaid(ANN, BOB, 10, "estate", "10 MCS 190(a)"),
        MoneyPaid(DEE, BOB, 9, "rent", "10 MCS 90"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert [rent.number for rent in game.state.rents] == [7]


@rule("Ruling 13", "10 MCS 190(g)")
def test_only_offers_to_and_from_the_bankrupt_player_are_void() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [BALTIC], BOB: [READING]},
        mortgaged=[BALTIC],
        cash={ANN: 5},
        asked=[owing(ANN, BANK, 1000)],
    )
    game.play(OfferTrade(ANN, BOB, get_cash=1, give_deeds=(BALTIC,)))
    game.play(OfferTrade(BOB, CY, get_cash=100, give_deeds=(READING,)))
    game.play(OfferTrade(CY, ANN, give_cash=5))
    assert game.play(GoBankrupt(ANN))[:4] == [
        WentBankrupt(ANN, BANK, 1000, "10 MCS 190(f)"),
        TradeWithdrawn(1, ANN, BOB, "Ruling 13"),
        TradeWithdrawn(3, CY, ANN, "Ruling 13"),
        MoneyPaid(ANN, BANK, 5, "estate", "10 MCS 190(f)"),
    ]
    assert [offer.number for offer in game.state.offers] == [2]


# -- a debtor's safe answer ------------------------------------------------------------------------


@rule("10 MCS 190", "Ruling 20")
def test_a_debtors_safe_answer_raises_cash_with_the_least_harm() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING, ORIENTAL, *BROWN, *DARK_BLUE]},
        houses={BALTIC: 1},
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 150 + 25 + 30 + 175 + 30 + 200)],
    )
    for expected in (
        Mortgage(ANN, ORIENTAL),
        Mortgage(ANN, READING),
        SellBuilding(ANN, BALTIC),
        Mortgage(ANN, MEDITERRANEAN),
        Mortgage(ANN, BALTIC),
        Mortgage(ANN, PARK_PLACE),
        Mortgage(ANN, BOARDWALK),
    ):
        assert game.default(ANN) == expected
        game.play(expected)
    assert cash(game)[ANN] == 0


@rule("10 MCS 190", "Ruling 10")
def test_the_safe_answer_sells_the_whole_group_when_the_bank_lacks_houses() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [*BROWN, *DARK_BLUE], CY: [*PINK, *ORANGE, *LIGHT_BLUE]},
        houses={
            **dict.fromkeys(DARK_BLUE, HOTEL_LEVEL),
            **dict.fromkeys([*PINK, *ORANGE], 4),
            **dict.fromkeys(LIGHT_BLUE, 2),
        },
        mortgaged=BROWN,
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 500)],
    )
    assert game.default(ANN) == SellGroupBuildings(ANN, 7)


@rule("10 MCS 190")
def test_the_safe_answer_is_bankruptcy_when_the_debtor_cannot_raise_enough() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 101)],
    )
    assert game.default(ANN) == GoBankrupt(ANN)


# -- resigning when nothing is pending -------------------------------------------------------------


@rule("Ruling 12", "Ruling 31", "10 MCS 190(f)", "CR 10")
def test_resigning_on_your_own_turn_gives_everything_to_the_bank_and_ends_the_turn() -> None:
    game = scene(
        players=3,
        turn=ANN,
        owns={ANN: [*BROWN, READING]},
        houses={BALTIC: 1},
        mortgaged=[READING],
        cards={ANN: ["chance.jail_free"]},
    )
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        MoneyPaid(BANK, ANN, 25, "building_sale", "Ruling 12"),
        BuildingSold(ANN, BALTIC, 0, 25, "Ruling 12"),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1525, "estate", "10 MCS 190(f)"),
        CardReturned(ANN, CHANCE_CARD, "CR 10"),
        DeedTransferred(MEDITERRANEAN, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(READING, ANN, BANK, "10 MCS 190(f)"),
        MortgageCanceled(READING),
        AuctionOpened(MEDITERRANEAN, (BOB, CY), "10 MCS 190(f)"),
    ]
    assert pass_all(game)[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")


@rule("Ruling 12", "Ruling 31")
def test_resigning_before_ending_the_turn_passes_the_dice() -> None:
    game = scene(players=3, turn=CY, to_pass=True)
    assert game.play(Resign(CY)) == [
        Resigned(CY),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
        TurnBegan(ANN, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 12")
def test_resigning_out_of_turn_even_from_jail_does_not_end_the_current_turn() -> None:
    game = scene(players=3, turn=ANN, jail={BOB: 2})
    assert game.play(Resign(BOB)) == [
        Resigned(BOB),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1500, "estate", "10 MCS 190(f)"),
    ]
    assert game.waiting_for == [ANN]
    gone = game.state.players[BOB]
    assert (gone.out, gone.leaving, gone.jail) == (True, False, 0)
    assert refusal(game, Resign(BOB)) == Refusal("seat.out", "10 MCS 190(g)", seat=BOB)


@rule("Ruling 12", "Ruling 13", "10 MCS 190(h)")
def test_with_two_players_the_player_who_does_not_resign_wins() -> None:
    game = scene(turn=ANN, owns={BOB: [BALTIC]})
    assert game.play(Resign(BOB)) == [
        Resigned(BOB),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, BOB, BANK, "10 MCS 190(f)"),
        GameEnded((ANN,), (1500, 0), "last", "10 MCS 190(h)"),
    ]


@rule("Ruling 12")
def test_offers_to_and_from_a_player_who_resigns_are_closed_immediately() -> None:
    game = scene(players=3, standing_on=BALTIC, owns={BOB: [READING], CY: [B_AND_O]})
    game.play(Decline(ANN))
    game.play(Bid(BOB, 10))
    game.play(OfferTrade(BOB, CY, get_cash=1, give_deeds=(READING,)))
    game.play(OfferTrade(CY, BOB, get_cash=1, give_deeds=(B_AND_O,)))
    game.play(OfferTrade(CY, ANN, get_cash=1, give_deeds=(B_AND_O,)))
    game.play(Resign(BOB))
    assert not game.state.players[BOB].out, "his bid stands until the auction is over"
    assert [offer.number for offer in game.state.offers] == [3]


# -- resigning when a decision is pending ----------------------------------------------------------


@rule("Ruling 12", "10 MCS 80(c)")
def test_a_player_who_resigns_instead_of_buying_leaves_after_the_propertys_auction() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        PropertyDeclined(ANN, ORIENTAL, "10 MCS 80(c)"),
        AuctionOpened(ORIENTAL, (BOB, CY), "10 MCS 80(c)"),
    ]
    game.play(Bid(BOB, 7))
    assert game.play(PassBid(CY)) == [
        BidderPassed(CY, "Ruling 5"),
        MoneyPaid(BOB, BANK, 7, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(BOB, ORIENTAL, 7),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1500, "estate", "10 MCS 190(f)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 12")
def test_a_player_who_resigns_before_choosing_the_tax_pays_no_tax() -> None:
    game = scene(players=3, turn=ANN, to_pass=True, asked=[TaxChoice(ANN, 1500)])
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1500, "estate", "10 MCS 190(f)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 12")
def test_another_players_purchase_decision_does_not_delay_a_resignation() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL, owns={CY: [BALTIC]})
    assert game.play(Resign(CY)) == [
        Resigned(CY),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, CY, BANK, "10 MCS 190(f)"),
        AuctionOpened(BALTIC, (ANN, BOB), "10 MCS 190(f)"),
    ]
    pass_all(game)
    assert game.play(Decline(ANN)) == [
        PropertyDeclined(ANN, ORIENTAL, "10 MCS 80(c)"),
        AuctionOpened(ORIENTAL, (ANN, BOB), "10 MCS 80(c)"),
    ]


@rule("Ruling 12", "10 MCS 80(c)")
def test_a_property_is_auctioned_if_its_would_be_buyer_resigns_during_an_estate_auction() -> None:
    game = scene(players=4, turn=ANN, standing_on=BALTIC, owns={ANN: [READING], BOB: [BOARDWALK]})
    game.play(Resign(BOB))
    game.play(Bid(ANN, 10))
    assert game.play(Resign(ANN)) == [Resigned(ANN)]
    game.play(PassBid(CY))
    assert game.play(PassBid(DEE)) == [
        BidderPassed(DEE, "Ruling 5"),
        MoneyPaid(ANN, BANK, 10, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(ANN, BOARDWALK, 10),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1490, "estate", "10 MCS 190(f)"),
        DeedTransferred(READING, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(BOARDWALK, ANN, BANK, "10 MCS 190(f)"),
        AuctionOpened(READING, (CY, DEE), "10 MCS 190(f)"),
    ]
    again = game_from_position(json.loads(json.dumps(game.position())), NoChance())
    assert again.digest() == game.digest()
    for seat in (CY, DEE, CY):
        game.play(PassBid(seat))
    assert game.play(PassBid(DEE)) == [
        BidderPassed(DEE, "Ruling 5"),
        PropertyUnsold(BOARDWALK),
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (CY, DEE), "10 MCS 80(c)"),
    ]
    game.play(Bid(CY, 5))
    assert game.play(PassBid(DEE)) == [
        BidderPassed(DEE, "Ruling 5"),
        MoneyPaid(CY, BANK, 5, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(CY, BALTIC, 5),
        TurnBegan(CY, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 12", "10 MCS 80(c)")
def test_a_would_be_buyer_who_resigns_while_another_is_in_debt_leaves_after_the_auction() -> None:
    game = scene(
        players=4,
        turn=ANN,
        standing_on=BALTIC,
        owns={BOB: [READING]},
        cash={BOB: 0},
        asked=[owing(BOB, CY, 50)],
    )
    assert game.play(Resign(ANN)) == [Resigned(ANN)]
    assert game.play(Mortgage(BOB, READING))[2:] == [
        MoneyPaid(BOB, CY, 50, "rent", "10 MCS 90"),
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (BOB, CY, DEE), "10 MCS 80(c)"),
    ]


@rule("10 MCS 80(c)", "10 MCS 190(f)")
def test_a_property_is_auctioned_if_its_would_be_buyer_goes_bankrupt_before_deciding() -> None:
    game = scene(
        players=3,
        turn=ANN,
        standing_on=BALTIC,
        owns={ANN: [READING]},
        asked=[owing(ANN, BANK, 5000)],
    )
    assert select_events(game.play(GoBankrupt(ANN)), AuctionOpened) == [
        AuctionOpened(READING, (BOB, CY), "10 MCS 190(f)")
    ]
    game.play(PassBid(BOB))
    assert game.play(PassBid(CY)) == [
        BidderPassed(CY, "Ruling 5"),
        PropertyUnsold(READING),
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (BOB, CY), "10 MCS 80(c)"),
    ]
    assert pass_all(game)[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")


@rule("Ruling 12", "House no_auctions")
def test_without_auctions_the_property_stays_with_the_bank_if_its_would_be_buyer_leaves() -> None:
    game = scene(
        players=4,
        turn=ANN,
        standing_on=BALTIC,
        owns={BOB: [READING]},
        cash={BOB: 0},
        asked=[owing(BOB, CY, 50)],
        rules=rule_set(no_auctions=True),
    )
    game.play(Resign(ANN))
    assert game.play(Mortgage(BOB, READING))[3:] == [
        PropertyDeclined(ANN, BALTIC, "House no_auctions"),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1500, "estate", "10 MCS 190(f)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 12")
def test_another_players_tax_choice_does_not_delay_a_resignation() -> None:
    game = scene(players=3, turn=ANN, to_pass=True, asked=[TaxChoice(ANN, 1500)])
    game.play(Resign(CY))
    assert game.state.players[CY].out
    assert game.waiting_for == [ANN]


@rule("Ruling 12", "Ruling 11")
def test_an_heir_who_resigns_pays_no_interest_and_the_deed_goes_to_the_bank() -> None:
    game = scene(
        players=4,
        turn=ANN,
        to_pass=True,
        owns={ANN: [READING]},
        mortgaged=[READING],
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 1000)],
    )
    game.play(GoBankrupt(ANN))
    assert game.play(Resign(BOB)) == [
        Resigned(BOB),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(READING, BOB, BANK, "10 MCS 190(f)"),
        MortgageCanceled(READING),
        AuctionOpened(READING, (CY, DEE), "10 MCS 190(f)"),
    ]
    assert pass_all(game)[-1] == TurnBegan(CY, 2, "10 MCS 60(c)")


# -- resigning during an auction -------------------------------------------------------------------


@rule("Ruling 12")
def test_a_bidder_who_resigns_is_out_of_the_auction_and_leaves_after_it() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    game.play(Decline(ANN))
    game.play(Bid(BOB, 10))
    assert game.play(Resign(CY)) == [Resigned(CY), BidderPassed(CY, "Ruling 12")]
    assert refusal(game, Bid(CY, 20)) == Refusal("seat.out", "10 MCS 190(g)", seat=CY)
    assert game.options(CY) == []
    assert game.play(PassBid(ANN)) == [
        BidderPassed(ANN, "Ruling 5"),
        MoneyPaid(BOB, BANK, 10, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(BOB, ORIENTAL, 10),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
    ]
    assert game.waiting_for == [ANN]


@rule("Ruling 12")
def test_a_player_who_has_already_passed_resigns_without_passing_again() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    game.play(Decline(ANN))
    game.play(PassBid(CY))
    assert game.play(Resign(CY)) == [Resigned(CY)]


@rule("Ruling 12", "10 MCS 80(d)")
def test_a_resigning_players_high_bid_stands_and_the_property_is_auctioned_again() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    game.play(Decline(ANN))
    game.play(Bid(CY, 70))
    assert game.play(Resign(CY)) == [Resigned(CY)]
    game.play(PassBid(ANN))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(CY, BANK, 70, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(CY, ORIENTAL, 70),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1430, "estate", "10 MCS 190(f)"),
        DeedTransferred(ORIENTAL, CY, BANK, "10 MCS 190(f)"),
        AuctionOpened(ORIENTAL, (ANN, BOB), "10 MCS 190(f)"),
    ]


@rule("Ruling 12", "Ruling 5")
def test_a_high_bidder_who_resigned_is_out_of_the_auction_once_outbid() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    game.play(Decline(ANN))
    game.play(Bid(CY, 70))
    game.play(Resign(CY))
    events = game.play(Bid(BOB, 71))
    assert select_events(events, BidderPassed) == [BidderPassed(CY, "Ruling 12")]
    assert game.waiting_for == [ANN], "the auction does not wait for a player who has resigned"
    assert game.play(PassBid(ANN)) == [
        BidderPassed(ANN, "Ruling 5"),
        MoneyPaid(BOB, BANK, 71, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(BOB, ORIENTAL, 71),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
    ]


@rule("Ruling 12", "10 MCS 190(f)")
def test_a_player_who_resigns_in_an_estate_auction_leaves_before_the_next_one() -> None:
    game = scene(
        players=4,
        turn=ANN,
        to_pass=True,
        owns={ANN: [BALTIC, READING], CY: [BOARDWALK]},
        cash={ANN: 0},
        asked=[owing(ANN, BANK, 1000)],
    )
    game.play(GoBankrupt(ANN))
    assert game.play(Resign(CY)) == [Resigned(CY), BidderPassed(CY, "Ruling 12")]
    game.play(PassBid(BOB))
    assert game.play(PassBid(DEE)) == [
        BidderPassed(DEE, "Ruling 5"),
        PropertyUnsold(BALTIC),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(BOARDWALK, CY, BANK, "10 MCS 190(f)"),
        AuctionOpened(BOARDWALK, (BOB, DEE), "10 MCS 190(f)"),
    ]
    assert select_events(pass_all(game), AuctionOpened) == [
        AuctionOpened(READING, (BOB, DEE), "10 MCS 190(f)")
    ]
    assert game.waiting_for == [BOB]


# -- resigning when a debt is unpaid ---------------------------------------------------------------


@rule("Ruling 12")
def test_a_player_who_resigns_while_another_is_in_debt_leaves_when_the_debt_is_settled() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 20},
        asked=[owing(ANN, BOB, 50)],
    )
    assert game.play(Resign(CY)) == [Resigned(CY)]
    assert game.play(Mortgage(ANN, READING)) == [
        MoneyPaid(BANK, ANN, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, READING, 100),
        MoneyPaid(ANN, BOB, 50, "rent", "10 MCS 90"),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
    ]


@rule("Ruling 12")
def test_a_debtor_who_resigns_pays_from_cash_and_buildings_and_the_rest_goes_to_the_bank() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: BROWN},
        houses={MEDITERRANEAN: 1, BALTIC: 1},
        cash={ANN: 10},
        asked=[owing(ANN, BOB, 60)],
    )
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        MoneyPaid(BANK, ANN, 25, "building_sale", "Ruling 12"),
        BuildingSold(ANN, MEDITERRANEAN, 0, 25, "Ruling 12"),
        MoneyPaid(BANK, ANN, 25, "building_sale", "Ruling 12"),
        BuildingSold(ANN, BALTIC, 0, 25, "Ruling 12"),
        MoneyPaid(ANN, BOB, 60, "rent", "10 MCS 90"),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        DeedTransferred(MEDITERRANEAN, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        AuctionOpened(MEDITERRANEAN, (BOB, CY), "10 MCS 190(f)"),
    ]
    assert pass_all(game)[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")


@rule("Ruling 12")
def test_a_resigning_debtor_who_is_a_dollar_short_leaves_everything_to_the_creditor() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [*BROWN, READING]},
        houses={MEDITERRANEAN: 1, BALTIC: 1},
        cash={ANN: 10},
        cards={ANN: ["chest.jail_free"]},
        asked=[owing(ANN, CY, 61)],
    )
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        MoneyPaid(BANK, ANN, 25, "building_sale", "Ruling 12"),
        BuildingSold(ANN, MEDITERRANEAN, 0, 25, "Ruling 12"),
        MoneyPaid(BANK, ANN, 25, "building_sale", "Ruling 12"),
        BuildingSold(ANN, BALTIC, 0, 25, "Ruling 12"),
        PlayerLeft(ANN, CY, "Ruling 12"),
        MoneyPaid(ANN, CY, 60, "estate", "10 MCS 190(a)"),
        CardTransferred(CHEST_CARD, ANN, CY, "CR 10"),
        DeedTransferred(MEDITERRANEAN, ANN, CY, "10 MCS 190(a)"),
        DeedTransferred(BALTIC, ANN, CY, "10 MCS 190(a)"),
        DeedTransferred(READING, ANN, CY, "10 MCS 190(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ], "deeds are not mortgaged for a player who leaves"


@rule("Ruling 12", "10 MCS 190(f)")
def test_a_resigning_player_in_debt_to_the_bank_leaves_everything_to_the_bank() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 10},
        asked=[owing(ANN, BANK, 61)],
    )
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 10, "estate", "10 MCS 190(f)"),
        DeedTransferred(READING, ANN, BANK, "10 MCS 190(f)"),
        AuctionOpened(READING, (BOB, CY), "10 MCS 190(f)"),
    ]


@rule("Ruling 12", "Ruling 7")
def test_a_resigning_player_with_several_creditors_leaves_all_to_the_first_unpaid_one() -> None:
    game = scene(
        players=4,
        turn=ANN,
        owns={ANN: [READING]},
        cash={ANN: 110},
        chance=["chance.chairman"],
        dice=[(3, 4)],
    )
    game.play(Roll(ANN))  # Bob and Cy are paid, but Dee is not
    assert cash(game) == [10, 1550, 1550, 1500]
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        PlayerLeft(ANN, DEE, "Ruling 12"),
        MoneyPaid(ANN, DEE, 10, "estate", "10 MCS 190(a)"),
        DeedTransferred(READING, ANN, DEE, "10 MCS 190(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    game = scene(
        players=4,
        turn=ANN,
        owns={ANN: [READING]},
        cash={ANN: 49},
        chance=["chance.chairman"],
        dice=[(3, 4)],
    )
    game.play(Roll(ANN))
    assert select_events(game.play(Resign(ANN)), PlayerLeft) == [PlayerLeft(ANN, BOB, "Ruling 12")]
    assert cash(game) == [0, 1549, 1500, 1500]


@rule("Ruling 12", "Ruling 8")
def test_a_resigning_player_pays_the_queued_rents() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    game.state.rents = [
        Rent(1, BOB, CY, BALTIC, 40, 1, "10 MCS 90"),
        Rent(2, ANN, CY, READING, 25, 1, "CR 5.2"),
    ]
    game.play(Decline(ANN))
    game.play(AskForRent(BOB, 1))
    game.play(AskForRent(ANN, 2))
    game.play(Resign(CY))
    game.play(PassBid(BOB))
    assert game.play(PassBid(ANN)) == [
        BidderPassed(ANN, "Ruling 5"),
        PropertyUnsold(ORIENTAL),
        MoneyPaid(CY, BOB, 40, "rent", "10 MCS 90"),
        MoneyPaid(CY, ANN, 25, "rent", "CR 5.2"),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1435, "estate", "10 MCS 190(f)"),
    ]


@rule("Ruling 12", "Ruling 8")
def test_queued_rent_owed_to_a_player_who_leaves_is_void() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    game.state.rents = [
        Rent(1, CY, ANN, BALTIC, 40, 1, "10 MCS 90"),
        Rent(2, CY, BOB, READING, 25, 1, "CR 5.2"),
    ]
    game.play(Decline(ANN))
    game.play(AskForRent(CY, 1))
    game.play(Resign(CY))
    game.play(PassBid(BOB))
    assert game.play(PassBid(ANN)) == [
        BidderPassed(ANN, "Ruling 5"),
        PropertyUnsold(ORIENTAL),
        PlayerLeft(CY, BANK, "Ruling 12"),
        RentLapsed(CY, BOB, READING, 25, 2, "Ruling 8"),
        DebtVoided(ANN, CY, 40, "Ruling 8"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
    ]
    assert cash(game) == [1500, 1500, 0]


@rule("Ruling 12")
def test_a_creditor_who_resigns_is_paid_before_leaving() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 20},
        asked=[owing(ANN, BOB, 50)],
    )
    assert game.play(Resign(BOB)) == [Resigned(BOB)]
    assert game.play(Mortgage(ANN, READING))[2:] == [
        MoneyPaid(ANN, BOB, 50, "rent", "10 MCS 90"),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1550, "estate", "10 MCS 190(f)"),
    ]


@rule("Ruling 12", "10 MCS 190(a)")
def test_an_estate_inherited_by_a_player_who_resigned_passes_to_the_bank() -> None:
    game = scene(
        players=4,
        turn=ANN,
        to_pass=True,
        owns={ANN: [READING]},
        mortgaged=[READING],
        cash={ANN: 10},
        asked=[owing(ANN, BOB, 500)],
    )
    game.play(Resign(BOB))
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BOB, 500, "10 MCS 190(a)"),
        MoneyPaid(ANN, BOB, 10, "estate", "10 MCS 190(a)"),
        DeedTransferred(READING, ANN, BOB, "10 MCS 190(a)"),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1510, "estate", "10 MCS 190(f)"),
        DeedTransferred(READING, BOB, BANK, "10 MCS 190(f)"),
        MortgageCanceled(READING),
        AuctionOpened(READING, (CY, DEE), "10 MCS 190(f)"),
    ]
    assert pass_all(game)[-1] == TurnBegan(CY, 2, "10 MCS 60(c)")


@rule("Ruling 12", "Ruling 7")
def test_a_resigning_player_waits_for_the_debt_ahead_of_theirs_and_then_pays() -> None:
    # Cy has the cash, so there is no DebtOpened event for his debt.
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={BOB: [READING]},
        cash={BOB: 5},
        asked=[
            DebtDue(CY, ANN, 10, "card", "Ruling 7"),
            DebtDue(BOB, ANN, 10, "card", "Ruling 7", announced=True),
        ],
    )
    assert game.play(Resign(CY)) == [Resigned(CY)]
    assert game.play(Mortgage(BOB, READING)) == [
        MoneyPaid(BANK, BOB, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(BOB, READING, 100),
        MoneyPaid(BOB, ANN, 10, "card", "Ruling 7"),
        MoneyPaid(CY, ANN, 10, "card", "Ruling 7"),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1490, "estate", "10 MCS 190(f)"),
    ]


@rule("Ruling 12")
def test_a_resigning_player_who_cannot_cover_all_debts_pays_none_of_them() -> None:
    # Cy has enough cash for the $10 debt, but not for the rent queued behind it.
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={BOB: [READING]},
        cash={BOB: 5},
        asked=[
            DebtDue(CY, ANN, 10, "card", "Ruling 7"),
            DebtDue(BOB, ANN, 10, "card", "Ruling 7", announced=True),
        ],
    )
    game.state.rents = [Rent(1, BOB, CY, BALTIC, 5000, 1, "10 MCS 90")]
    game.play(AskForRent(BOB, 1))
    game.play(Resign(CY))
    assert game.play(Mortgage(BOB, READING))[2:] == [
        MoneyPaid(BOB, ANN, 10, "card", "Ruling 7"),
        PlayerLeft(CY, ANN, "Ruling 12"),
        DebtVoided(CY, BOB, 5000, "Ruling 8"),
        MoneyPaid(CY, ANN, 1500, "estate", "10 MCS 190(a)"),
    ]


@rule("Ruling 12", "Ruling 7", "Ruling 11")
def test_a_player_who_resigns_while_an_heir_is_choosing_pays_and_leaves_before_the_choice() -> None:
    game = scene(
        players=4,
        turn=ANN,
        to_pass=True,
        owns={ANN: [READING]},
        mortgaged=[READING],
        asked=[DebtDue(CY, ANN, 10, "card", "Ruling 7"), Inheritance(ANN, READING)],
    )
    assert game.play(Resign(CY)) == [
        Resigned(CY),
        MoneyPaid(CY, ANN, 10, "card", "Ruling 7"),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1490, "estate", "10 MCS 190(f)"),
    ]
    assert game.play(InheritDeed(ANN, False)) == [
        MortgageKept(ANN, READING, 10, "10 MCS 190(c)"),
        MoneyPaid(ANN, BANK, 10, "interest", "10 MCS 190(c)"),
    ]


@rule("Ruling 12", "10 MCS 120(f)", "Ruling 31")
def test_a_player_who_resigns_owing_the_fine_leaves_the_game_without_moving() -> None:
    game = scene(
        players=3,
        turn=ANN,
        jail={ANN: 3},
        owns={ANN: [READING]},
        cash={ANN: 10},
        dice=[(1, 2)],
    )
    game.play(Roll(ANN))
    events = game.play(Resign(ANN)) + pass_all(game)
    assert select_events(events, TokenMoved) == []
    assert events[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")
    assert game.state.players[ANN].space == JAIL


@rule("Ruling 12", "10 MCS 120(g)")
def test_a_player_who_resigns_while_another_owes_the_fine_leaves_before_that_player_moves() -> None:
    # Bob leaves once Ann has paid the fine, so her move from Jail ends on a property the Bank owns.
    game = scene(
        players=3,
        turn=ANN,
        jail={ANN: 3},
        owns={ANN: [READING], BOB: [STATES]},
        cash={ANN: 10},
        dice=[(1, 2)],
    )
    game.play(Roll(ANN))
    assert game.play(Resign(BOB)) == [Resigned(BOB)]
    assert game.play(Mortgage(ANN, READING)) == [
        MoneyPaid(BANK, ANN, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, READING, 100),
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 120(f)"),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(STATES, BOB, BANK, "10 MCS 190(f)"),
        AuctionOpened(STATES, (ANN, CY), "10 MCS 190(f)"),
    ]


# -- several players resigning ---------------------------------------------------------------------


@rule("Ruling 12")
def test_players_who_resign_in_the_same_auction_leave_in_the_order_in_which_they_resigned() -> None:
    game = scene(players=4, turn=ANN, standing_on=ORIENTAL, owns={CY: [BALTIC]})
    game.play(Decline(ANN))
    game.play(Resign(CY))
    game.play(Resign(BOB))
    game.play(PassBid(ANN))
    assert game.play(PassBid(DEE)) == [
        BidderPassed(DEE, "Ruling 5"),
        PropertyUnsold(ORIENTAL),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, CY, BANK, "10 MCS 190(f)"),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1500, "estate", "10 MCS 190(f)"),
        AuctionOpened(BALTIC, (ANN, DEE), "10 MCS 190(f)"),
    ], "Bob does not bid for Cy's deeds"


@rule("Ruling 12", "Ruling 13", "10 MCS 190(h)")
def test_when_the_last_two_players_resign_the_first_to_resign_leaves_and_the_other_wins() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL)
    game.play(Decline(ANN))
    game.play(Resign(BOB))
    assert game.play(Resign(ANN)) == [
        Resigned(ANN),
        BidderPassed(ANN, "Ruling 12"),
        PropertyUnsold(ORIENTAL),
        PlayerLeft(BOB, BANK, "Ruling 12"),
        MoneyPaid(BOB, BANK, 1500, "estate", "10 MCS 190(f)"),
        GameEnded((ANN,), (1500, 0), "last", "10 MCS 190(h)"),
    ]


@rule("Ruling 12", "Ruling 13")
def test_when_all_others_resign_in_an_auction_the_last_bidder_may_still_buy_and_wins() -> None:
    game = scene(players=3, turn=ANN, standing_on=ORIENTAL)
    game.play(Decline(ANN))
    game.play(Resign(BOB))
    game.play(Resign(CY))
    assert game.waiting_for == [ANN]
    events = game.play(Bid(ANN, 1))
    assert select_events(events, PropertyAuctioned) == [PropertyAuctioned(ANN, ORIENTAL, 1)]
    assert events[-1] == GameEnded((ANN,), (1599, 0, 0), "last", "10 MCS 190(h)")


@rule("Ruling 12")
def test_auctions_and_purchases_stay_on_the_agenda_when_a_player_leaves_but_debts_do_not() -> None:
    for entry in (
        Auction(BALTIC, [ANN, BOB]),
        EstateAuction(BANK, [BALTIC]),
        BuyOrAuction(ANN, BALTIC),
    ):
        assert not entry.concerns(ANN)
    assert owing(ANN, BOB, 5).concerns(ANN)
    assert owing(ANN, BOB, 5).concerns(BOB)
    assert not owing(ANN, BOB, 5).concerns(CY)


@rule("Ruling 7", "CR 10")
def test_a_creditor_may_use_a_card_received_from_a_bankrupt_player() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        jail={BOB: 1},
        cards={ANN: ["chest.jail_free"]},
        owns={ANN: [CONNECTICUT]},
        mortgaged=[CONNECTICUT],
        cash={ANN: 0},
        asked=[owing(ANN, BOB, 60)],
    )
    game.play(GoBankrupt(ANN))
    game.play(InheritDeed(BOB, False))
    uses = [option for option in game.options(BOB) if option.action == "UseCard"]
    assert uses == [Option("UseCard", BOB, [Choice("card", [CHEST_CARD])])]
