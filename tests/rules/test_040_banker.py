"""10 MCS 40, 50, CR 3.2, CR 3.3: the Banker, and the Bank's payments, sales, loans and receipts."""

from __future__ import annotations

from passgo.engine.events import (
    AuctionOpened,
    BuildingBought,
    CardDrawn,
    DiceRolled,
    MoneyPaid,
    PropertyBought,
    PropertyDeclined,
    PropertyMortgaged,
    PropertyUnmortgaged,
    TokenMoved,
)
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHEST_17,
    CY,
    DEE,
    EVE,
    FAY,
    GO,
    LUXURY_TAX,
    MEDITERRANEAN,
    card_number,
    refusal,
    rule,
    scene,
    select_events,
)


def purses(game: Game) -> list[int]:
    return [player.cash for player in game.state.players]


@rule("10 MCS 40", "CR 3.2", "10 MCS 80(c)")
def test_the_computer_is_the_banker_and_runs_auctions_automatically() -> None:
    game = scene(standing_on=BALTIC)
    assert game.play(Decline(ANN)) == [
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (ANN, BOB), "10 MCS 80(c)"),
    ]
    assert game.waiting_for == [ANN, BOB]


@rule("10 MCS 40", "CR 3.2")
def test_nobody_can_act_for_the_bank() -> None:
    game = scene(standing_on=BALTIC)
    assert refusal(game, Buy(BANK)) == Refusal("seat.unknown", "10 MCS 30(a)", seat=-1, players=2)


@rule("10 MCS 40(a)", "CR 3.2")
def test_money_paid_to_the_bank_does_not_go_to_any_player() -> None:
    game = scene(players=3, standing_on=BOARDWALK)
    game.play(Buy(ANN))
    assert purses(game) == [1100, 1500, 1500]


@rule("10 MCS 40(b)", "CR 3.2")
def test_all_six_players_may_bid_and_the_banker_only_runs_the_auction() -> None:
    game = scene(players=6, standing_on=BALTIC)
    assert game.play(Decline(ANN))[-1] == AuctionOpened(
        BALTIC, (ANN, BOB, CY, DEE, EVE, FAY), "10 MCS 80(c)"
    )


@rule("10 MCS 50", "CR 3.3")
def test_the_bank_holds_deeds_and_buildings_until_they_are_bought() -> None:
    game = scene(owns={ANN: BROWN})
    state = game.state
    assert len(state.properties_of(BANK)) == 26
    assert (state.houses, state.hotels) == (32, 12)
    game.play(Build(ANN, BALTIC))
    assert (state.houses, state.hotels) == (31, 12)


@rule("10 MCS 50(a)", "CR 3.3")
def test_the_bank_pays_salaries() -> None:
    game = scene(at={ANN: 35}, dice=[(2, 3)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 2, 3, "10 MCS 60(b)"),
        TokenMoved(ANN, 35, GO, "dice", "10 MCS 60(b)"),
        MoneyPaid(BANK, ANN, 200, "salary", "10 MCS 70"),
    ]
    assert purses(game) == [1700, 1500]


@rule("10 MCS 50(a)", "CR 3.3")
def test_the_bank_pays_bonuses() -> None:
    game = scene(at={ANN: 10}, chest=["chest.bank_error"], dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 3, 4, "10 MCS 60(b)"),
        TokenMoved(ANN, 10, CHEST_17, "dice", "10 MCS 60(b)"),
        CardDrawn(ANN, card_number(game.state.board, "chest.bank_error")),
        MoneyPaid(BANK, ANN, 200, "card", "10 MCS 100"),
    ]


@rule("10 MCS 50(b)", "10 MCS 50(c)", "CR 3.3")
def test_the_bank_sells_a_property_for_its_price_and_hands_over_the_deed() -> None:
    game = scene(standing_on=BALTIC)
    assert game.play(Buy(ANN)) == [
        MoneyPaid(ANN, BANK, 60, "purchase", "10 MCS 80"),
        PropertyBought(ANN, BALTIC, 60),
    ]
    assert game.state.property(BALTIC).owner == ANN


@rule("10 MCS 50(b)", "10 MCS 50(c)", "CR 3.3")
def test_the_bank_sells_a_property_at_auction_for_the_high_bid_and_hands_over_the_deed() -> None:
    game = scene(standing_on=BALTIC)
    game.play(Decline(ANN))
    game.play(Bid(BOB, 10))
    assert select_events(game.play(PassBid(ANN)), MoneyPaid) == [
        MoneyPaid(BOB, BANK, 10, "auction", "10 MCS 80(d)")
    ]
    assert game.state.property(BALTIC).owner == BOB


@rule("10 MCS 50(b-1)", "CR 3.3")
def test_the_bank_sells_houses() -> None:
    game = scene(owns={ANN: BROWN})
    assert game.play(Build(ANN, MEDITERRANEAN)) == [
        MoneyPaid(ANN, BANK, 50, "building", "10 MCS 140(c)"),
        BuildingBought(ANN, MEDITERRANEAN, 1, 50, "10 MCS 140(c)"),
    ]


@rule("10 MCS 50(b-1)", "CR 3.3")
def test_the_bank_lends_on_mortgages() -> None:
    game = scene(owns={ANN: [BOARDWALK]})
    assert game.play(Mortgage(ANN, BOARDWALK)) == [
        MoneyPaid(BANK, ANN, 200, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, BOARDWALK, 200),
    ]


@rule("10 MCS 50(c)", "CR 3.3")
def test_the_bank_collects_loans_and_interest() -> None:
    game = scene(owns={ANN: [BOARDWALK]}, mortgaged=[BOARDWALK])
    assert game.play(Unmortgage(ANN, BOARDWALK)) == [
        MoneyPaid(ANN, BANK, 220, "unmortgage", "10 MCS 180(d)"),
        PropertyUnmortgaged(ANN, BOARDWALK, 220, "10 MCS 180(d)"),
    ]


@rule("10 MCS 50(c)", "CR 3.3")
def test_the_bank_collects_fines() -> None:
    game = scene(jail={ANN: 1})
    assert select_events(game.play(PayFine(ANN)), MoneyPaid) == [
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 120(e-4)")
    ]


@rule("10 MCS 50(c)", "CR 3.3")
def test_the_bank_collects_taxes() -> None:
    game = scene(to_pass=True, asked=[TaxChoice(ANN, 1500)])
    assert select_events(game.play(ChooseTax(ANN, False)), MoneyPaid) == [
        MoneyPaid(ANN, BANK, 200, "tax", "10 MCS 110(a)")
    ]
    game = scene(at={ANN: 35}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[1:] == [
        TokenMoved(ANN, 35, LUXURY_TAX, "dice", "10 MCS 60(b)"),
        MoneyPaid(ANN, BANK, 75, "tax", "CR 5.4"),
    ]


@rule("10 MCS 50(d)", "10 MCS 50(e)", "CR 3.3")
def test_the_bank_never_goes_broke_no_matter_how_much_it_pays_out() -> None:
    rich = dict.fromkeys(range(8), 10000000)
    game = scene(players=8, cash=rich, at={ANN: 35}, dice=[(2, 3)])
    assert select_events(game.play(Roll(ANN)), MoneyPaid) == [
        MoneyPaid(BANK, ANN, 200, "salary", "10 MCS 70")
    ]
    assert sum(purses(game)) == 80_000_200
