"""10 MCS 120, 210(c), CR 6, CR 5.5, Rulings 18 and 25: three ways into Jail and three ways out."""

from __future__ import annotations

import pytest

from passgo.engine.action import Action
from passgo.engine.agenda import Entry
from passgo.engine.board import classic
from passgo.engine.events import (
    AuctionOpened,
    BuildingBought,
    BuildingSold,
    CardDrawn,
    CardReturned,
    CardTransferred,
    DebtOpened,
    DiceRolled,
    Event,
    LeftJail,
    MoneyPaid,
    PropertyAuctioned,
    PropertyMortgaged,
    PropertyUnmortgaged,
    PropertyUnsold,
    RentFixed,
    SentToJail,
    StayedInJail,
    TokenMoved,
    TradeAccepted,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding
from passgo.engine.rules.buying import Buy, BuyOrAuction
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AskForRent
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn, ToRoll
from passgo.engine.ruleset import RuleSet, rule_set
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHANCE_22,
    CHEST_17,
    CY,
    ELECTRIC,
    FREE_PARKING,
    GO,
    GO_TO_JAIL,
    ILLINOIS,
    JAIL,
    NEW_YORK,
    PENNSYLVANIA_RR,
    READING,
    ST_JAMES,
    STATES,
    TENNESSEE,
    VIRGINIA,
    card_number,
    refusal,
    rule,
    scene,
    select_events,
)

SHORT = rule_set("short")
STATUTES = rule_set("statutes")
CHANCE_FREE = card_number(classic(), "chance.jail_free")
CHEST_FREE = card_number(classic(), "chest.jail_free")


def top(game: Game) -> Entry:
    return game.state.agenda.top


def moved(dice: tuple[int, int], start: int, space: int) -> list[Event]:
    return [
        DiceRolled(ANN, *dice, "10 MCS 60(b)"),
        TokenMoved(ANN, start, space, "dice", "10 MCS 60(b)"),
    ]


def refuse_out_of_turn(seat: int, waiting: int) -> Refusal:
    return Refusal("decision.other", "Ruling 31", seat=seat, waiting=waiting)


# Going to Jail


@rule("10 MCS 120", "10 MCS 120(a)", "10 MCS 120(b)", "10 MCS 120(c)", "CR 5.5", "CR 6", "CR 6.1")
def test_landing_on_go_to_jail_sends_the_player_to_jail_directly_and_ends_the_turn() -> None:
    game = scene(at={ANN: 23}, dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), 23, GO_TO_JAIL),
        TokenMoved(ANN, GO_TO_JAIL, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 120(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert (game.state.players[ANN].space, game.state.players[ANN].jail) == (JAIL, 1)
    assert game.state.players[ANN].cash == 1500


@rule("10 MCS 120(a-1)", "10 MCS 120(c)", "CR 6.1")
def test_a_card_sends_the_player_to_jail_and_ends_the_turn_even_after_doubles() -> None:
    game = scene(at={ANN: 14}, chance=["chance.go_to_jail"], dice=[(4, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((4, 4), 14, CHANCE_22),
        CardDrawn(ANN, card_number(game.state.board, "chance.go_to_jail")),
        TokenMoved(ANN, CHANCE_22, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 120(a-1)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("10 MCS 120(a-2)", "10 MCS 120(b)", "10 MCS 60(i)", "CR 6.1", "CR 4.4")
def test_three_doubles_in_a_row_lead_to_jail_without_the_third_move_or_its_salary() -> None:
    game = scene(at={ANN: 31}, owns={ANN: [35, BOARDWALK]}, dice=[(2, 2), (2, 2), (2, 2)])
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 2, 2, "10 MCS 60(b)"),
        TokenMoved(ANN, BOARDWALK, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 60(i)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.state.players[ANN].cash == 1500


@rule("10 MCS 120(d)", "CR 5.5")
def test_a_player_who_lands_on_jail_is_just_visiting() -> None:
    game = scene(dice=[(4, 6), (4, 6), (2, 3)])
    assert game.play(Roll(ANN)) == moved((4, 6), GO, JAIL)
    assert game.state.players[ANN].jail == 0
    assert top(game) == ToEndTurn(ANN)
    for action in (EndTurn(ANN), Roll(BOB), EndTurn(BOB)):
        game.play(action)
    assert game.play(Roll(ANN)) == moved((2, 3), JAIL, PENNSYLVANIA_RR)


@rule("10 MCS 120(d)")
@pytest.mark.parametrize("action", [PayFine(ANN), UseCard(ANN, CHANCE_FREE)])
def test_a_visitor_cannot_pay_the_fine_or_use_a_card(action: Action) -> None:
    game = scene(at={ANN: JAIL}, cards={ANN: ["chance.jail_free"]})
    assert refusal(game, action) == Refusal("jail.free", "10 MCS 120(d)", seat=ANN)


# Doubles


@rule("10 MCS 120(e)", "10 MCS 120(e-1)", "10 MCS 120(e-1a)", "10 MCS 120(e-1b)", "CR 6.3")
@pytest.mark.parametrize("jail_turn", [1, 2, 3])
def test_doubles_free_the_player_and_move_the_token_but_give_no_extra_roll(jail_turn: int) -> None:
    game = scene(jail={ANN: jail_turn}, dice=[(5, 5)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 5, 5, "10 MCS 120(e-1)"),
        LeftJail(ANN, "doubles", "10 MCS 120(e-1)"),
        TokenMoved(ANN, JAIL, FREE_PARKING, "dice", "10 MCS 60(b)"),
    ]
    assert game.state.players[ANN].jail == 0
    assert game.state.players[ANN].cash == 1500
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 120(e-1a)", "CR 6.3")
def test_the_space_reached_with_the_doubles_takes_effect() -> None:
    game = scene(jail={ANN: 2}, dice=[(3, 3)])
    game.play(Roll(ANN))
    assert top(game) == BuyOrAuction(ANN, ST_JAMES)
    game.play(Buy(ANN))
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 120(e-1)", "CR 6.2", "CR 6.3")
@pytest.mark.parametrize("jail_turn", [1, 2])
def test_without_doubles_the_player_stays_in_jail_and_the_turn_ends(jail_turn: int) -> None:
    game = scene(jail={ANN: jail_turn}, dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 3, 4, "10 MCS 120(e-1)"),
        StayedInJail(ANN, jail_turn + 1, "10 MCS 120(e-1)"),
    ]
    assert game.state.players[ANN].space == JAIL
    assert game.play(EndTurn(ANN)) == [TurnEnded(ANN), TurnBegan(BOB, 2, "10 MCS 60(c)")]


@rule("Ruling 25", "10 MCS 120(e-1)", "10 MCS 120(f)")
def test_the_turn_in_which_a_player_goes_to_jail_does_not_count_toward_the_three_rolls() -> None:
    game = scene(at={ANN: 23}, dice=[(3, 4), (4, 6), (1, 2), (4, 6), (1, 2), (4, 6), (1, 2)])
    game.play(Roll(ANN))
    kept: list[Event] = []
    for _ in range(3):
        game.state.players[BOB].space = GO
        game.play(Roll(BOB))
        game.play(EndTurn(BOB))
        kept += select_events(game.play(Roll(ANN)), StayedInJail)
        if game.state.players[ANN].jail:
            game.play(EndTurn(ANN))
    assert kept == [
        StayedInJail(ANN, 2, "10 MCS 120(e-1)"),
        StayedInJail(ANN, 3, "10 MCS 120(e-1)"),
    ]
    assert game.state.players[ANN].space == STATES
    assert game.state.players[ANN].cash == 1450


@rule("10 MCS 120(e-1b)", "10 MCS 60(i)")
def test_doubles_that_free_a_player_do_not_count_toward_three_doubles() -> None:
    game = scene(jail={ANN: 1}, at={BOB: GO}, dice=[(5, 5), (4, 6), (2, 2)], owns={ANN: [ILLINOIS]})
    for action in (Roll(ANN), EndTurn(ANN), Roll(BOB), EndTurn(BOB), Roll(ANN)):
        game.play(action)
    assert top(game) == ToRoll(ANN)
    assert game.state.doubles == 1


# The fine before the roll


@rule("10 MCS 120(e-4)", "CR 6.3")
@pytest.mark.parametrize("jail_turn", [1, 2])
def test_paying_the_fine_before_the_roll_frees_the_player(jail_turn: int) -> None:
    game = scene(jail={ANN: jail_turn}, dice=[(1, 4)])
    assert game.play(PayFine(ANN)) == [
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 120(e-4)"),
        LeftJail(ANN, "fine", "10 MCS 120(e-4)"),
    ]
    assert game.state.players[ANN].cash == 1450
    assert game.play(Roll(ANN)) == moved((1, 4), JAIL, PENNSYLVANIA_RR)


@rule("CR 6.3")
def test_under_the_consolidated_rules_the_fine_may_also_be_paid_before_the_third_roll() -> None:
    game = scene(jail={ANN: 3})
    assert game.play(PayFine(ANN)) == [
        MoneyPaid(ANN, BANK, 50, "fine", "CR 6.3"),
        LeftJail(ANN, "fine", "CR 6.3"),
    ]


@rule("10 MCS 120(e-4)")
@pytest.mark.parametrize("preset", ["statutes", "board"])
def test_under_the_statutes_and_the_board_rules_the_third_turn_is_too_late_to_pay_the_fine(
    preset: str,
) -> None:
    game = scene(jail={ANN: 3}, rules=rule_set(preset))
    assert refusal(game, PayFine(ANN)) == Refusal(
        "jail.too_late", "10 MCS 120(e-4)", turn=3, fine_turns=2
    )
    assert "PayFine" not in [option.action for option in game.options(ANN)]


@rule("10 MCS 120(e-4)", "10 MCS 120(e-2)")
def test_under_the_statutes_a_card_may_be_used_on_the_third_turn() -> None:
    game = scene(jail={ANN: 3}, cards={ANN: ["chest.jail_free"]}, rules=STATUTES)
    assert game.play(UseCard(ANN, CHEST_FREE))[-1] == LeftJail(ANN, "card", "10 MCS 120(e-2)")


@rule("Ruling 4", "10 MCS 120(e-4)")
def test_the_fine_requires_cash_on_hand_which_may_be_raised_first() -> None:
    game = scene(jail={ANN: 1}, cash={ANN: 49}, owns={ANN: [BALTIC]})
    assert refusal(game, PayFine(ANN)) == Refusal("jail.cash", "Ruling 4", fine=50, cash=49)
    game.play(Mortgage(ANN, BALTIC))
    game.play(PayFine(ANN))
    assert game.state.players[ANN].cash == 29


@rule("Ruling 4", "10 MCS 120(e-4)")
def test_a_player_may_pay_the_fine_with_their_last_50_dollars() -> None:
    game = scene(jail={ANN: 1}, cash={ANN: 50})
    game.play(PayFine(ANN))
    assert (game.state.players[ANN].cash, game.state.players[ANN].jail) == (0, 0)


@rule("CR 6.3", "10 MCS 60(h)")
def test_doubles_after_the_fine_are_ordinary_doubles() -> None:
    game = scene(jail={ANN: 1}, dice=[(5, 5)])
    game.play(PayFine(ANN))
    assert game.play(Roll(ANN)) == moved((5, 5), JAIL, FREE_PARKING)
    assert top(game) == ToRoll(ANN)


@rule("CR 6.3", "10 MCS 60(i)")
def test_three_doubles_after_the_fine_lead_back_to_jail() -> None:
    game = scene(jail={ANN: 2}, owns={ANN: [VIRGINIA, TENNESSEE]}, dice=[(2, 2)] * 3)
    game.play(PayFine(ANN))
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert game.play(Roll(ANN))[-2] == SentToJail(ANN, "10 MCS 60(i)")
    assert game.state.players[ANN].jail == 1


@rule("Ruling 25")
@pytest.mark.parametrize("action", [PayFine(ANN), UseCard(ANN, CHANCE_FREE)])
def test_after_the_roll_it_is_too_late_to_pay_the_fine_or_use_a_card(action: Action) -> None:
    game = scene(jail={ANN: 1}, cards={ANN: ["chance.jail_free"]}, dice=[(3, 4)])
    game.play(Roll(ANN))
    assert refusal(game, action) == Refusal("decision.end_turn", "Ruling 31")


@rule("Ruling 25")
@pytest.mark.parametrize("action", [PayFine(BOB), UseCard(BOB, CHANCE_FREE)])
def test_the_fine_may_be_paid_and_the_card_used_only_on_the_players_own_turn(
    action: Action,
) -> None:
    game = scene(jail={BOB: 1}, cards={BOB: ["chance.jail_free"]})
    assert refusal(game, action) == refuse_out_of_turn(BOB, waiting=ANN)


@rule("CR 6.3")
def test_a_player_in_jail_is_offered_every_way_out() -> None:
    game = scene(jail={ANN: 1}, cards={ANN: ["chance.jail_free", "chest.jail_free"]})
    assert game.options(ANN)[:3] == [
        Option("Roll", ANN, []),
        Option("PayFine", ANN, []),
        Option("UseCard", ANN, [Choice("card", [CHANCE_FREE, CHEST_FREE])]),
    ]


# The card


@rule("10 MCS 120(e-2)", "CR 6.3")
@pytest.mark.parametrize("jail_turn", [1, 2, 3])
def test_a_card_frees_the_player_who_then_rolls_as_usual(jail_turn: int) -> None:
    game = scene(jail={ANN: jail_turn}, cards={ANN: ["chance.jail_free"]}, dice=[(5, 5)])
    assert game.play(UseCard(ANN, CHANCE_FREE)) == [
        CardReturned(ANN, CHANCE_FREE, "10 MCS 100(a)"),
        LeftJail(ANN, "card", "10 MCS 120(e-2)"),
    ]
    assert game.state.players[ANN].cash == 1500
    assert game.play(Roll(ANN)) == moved((5, 5), JAIL, FREE_PARKING)
    assert top(game) == ToRoll(ANN)


@rule("10 MCS 120(e-2)")
def test_a_player_cannot_use_a_card_they_do_not_have() -> None:
    game = scene(jail={ANN: 1}, cards={ANN: ["chance.jail_free"], BOB: ["chest.jail_free"]})
    assert refusal(game, UseCard(ANN, CHEST_FREE)) == Refusal(
        "jail.no_card", "10 MCS 120(e-2)", card=CHEST_FREE
    )


@rule("10 MCS 120(e-3)", "CR 6.3")
def test_a_player_in_jail_may_buy_a_card_from_another_player_and_use_it() -> None:
    game = scene(jail={ANN: 1}, cards={BOB: ["chest.jail_free"]})
    game.play(OfferTrade(ANN, BOB, give_cash=40, get_cards=(CHEST_FREE,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(ANN, BOB, 40, "trade", "10 MCS 170"),
        CardTransferred(CHEST_FREE, BOB, ANN, "10 MCS 100(b)"),
    ]
    assert game.play(UseCard(ANN, CHEST_FREE)) == [
        CardReturned(ANN, CHEST_FREE, "10 MCS 100(a)"),
        LeftJail(ANN, "card", "10 MCS 120(e-2)"),
    ]


# After the third failed roll


@rule("10 MCS 120(f)", "10 MCS 120(g)", "CR 6.3")
@pytest.mark.parametrize("rules", [RuleSet(), STATUTES])
def test_after_the_third_failed_roll_the_fine_is_paid_and_the_token_moves_the_number_rolled(
    rules: RuleSet,
) -> None:
    game = scene(jail={ANN: 3}, rules=rules, dice=[(4, 5)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 4, 5, "10 MCS 120(e-1)"),
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 120(f)"),
        LeftJail(ANN, "fine", "10 MCS 120(g)"),
        TokenMoved(ANN, JAIL, NEW_YORK, "dice", "10 MCS 60(b)"),
    ]
    assert top(game) == BuyOrAuction(ANN, NEW_YORK)
    assert game.state.players[ANN].cash == 1450


@rule("Ruling 25", "10 MCS 120(e-1)")
def test_doubles_on_the_third_roll_free_the_player_without_a_fine() -> None:
    game = scene(jail={ANN: 3}, cash={ANN: 0}, dice=[(5, 5)])
    assert game.play(Roll(ANN))[1] == LeftJail(ANN, "doubles", "10 MCS 120(e-1)")
    assert game.state.players[ANN].cash == 0


@rule("Ruling 25", "10 MCS 120(f)", "10 MCS 120(g)")
def test_a_player_without_cash_for_the_fine_owes_it_and_moves_once_it_is_paid() -> None:
    game = scene(jail={ANN: 3}, cash={ANN: 40}, owns={ANN: [READING]}, dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 2, "10 MCS 120(e-1)"),
        DebtOpened(ANN, BANK, 50, 10, "fine", "10 MCS 120(f)"),
    ]
    assert game.state.players[ANN].space == JAIL
    assert game.play(Mortgage(ANN, READING)) == [
        MoneyPaid(BANK, ANN, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, READING, 100),
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 120(f)"),
        LeftJail(ANN, "fine", "10 MCS 120(g)"),
        TokenMoved(ANN, JAIL, STATES, "dice", "10 MCS 60(b)"),
    ]


@rule("Ruling 25")
@pytest.mark.parametrize("action", [PayFine(ANN), UseCard(ANN, CHANCE_FREE)])
def test_a_card_cannot_be_used_after_the_third_failed_roll(action: Action) -> None:
    game = scene(jail={ANN: 3}, cash={ANN: 40}, cards={ANN: ["chance.jail_free"]}, dice=[(1, 2)])
    game.play(Roll(ANN))
    assert refusal(game, action) == Refusal("decision.debt", "10 MCS 190", creditor=BANK, amount=50)


@rule("Ruling 25", "10 MCS 190(f)")
def test_a_player_who_cannot_raise_the_fine_is_bankrupt_to_the_bank_and_does_not_move() -> None:
    game = scene(players=3, jail={ANN: 3}, cash={ANN: 49}, dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 2, "10 MCS 120(e-1)"),
        DebtOpened(ANN, BANK, 50, 1, "fine", "10 MCS 120(f)"),
        WentBankrupt(ANN, BANK, 50, "10 MCS 190(f)"),
        MoneyPaid(ANN, BANK, 49, "estate", "10 MCS 190(f)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("10 MCS 120(g)", "10 MCS 120(c)")
def test_the_forced_move_may_lead_straight_back_to_jail() -> None:
    game = scene(jail={ANN: 3}, chest=["chest.go_to_jail"], dice=[(3, 4)])
    assert game.play(Roll(ANN))[3:] == [
        TokenMoved(ANN, JAIL, CHEST_17, "dice", "10 MCS 60(b)"),
        CardDrawn(ANN, card_number(game.state.board, "chest.go_to_jail")),
        TokenMoved(ANN, CHEST_17, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 120(a-1)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.state.players[ANN].jail == 1


@rule("Ruling 12", "10 MCS 120(g)")
def test_a_player_who_resigns_while_another_owes_the_fine_leaves_before_the_forced_move() -> None:
    game = scene(
        players=3,
        jail={ANN: 3},
        cash={ANN: 0},
        owns={ANN: [READING], CY: [VIRGINIA]},
        asks=[CY],
        dice=[(1, 3)],
    )
    game.play(Roll(ANN))
    game.play(Resign(CY))
    events = game.play(Mortgage(ANN, READING))
    assert MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 120(f)") in events
    assert events[-1] == AuctionOpened(VIRGINIA, (ANN, BOB), "10 MCS 190(f)")
    game.play(PassBid(ANN))
    assert game.play(PassBid(BOB))[1:] == [
        PropertyUnsold(VIRGINIA),
        LeftJail(ANN, "fine", "10 MCS 120(g)"),
        TokenMoved(ANN, JAIL, VIRGINIA, "dice", "10 MCS 60(b)"),
    ]
    assert top(game) == BuyOrAuction(ANN, VIRGINIA)


@rule("10 MCS 120(g)", "CR 5.2")
def test_rent_is_due_where_the_forced_move_ends() -> None:
    game = scene(jail={ANN: 3}, owns={BOB: [VIRGINIA]}, dice=[(1, 3)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, VIRGINIA, 12, 1, "10 MCS 90")


# Playing from Jail


@rule("10 MCS 120(h)", "CR 6.2")
def test_a_player_in_jail_collects_rent() -> None:
    game = scene(jail={BOB: 1}, owns={BOB: [BALTIC]}, dice=[(1, 2)])
    game.play(Roll(ANN))
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")


@rule("10 MCS 120(h)", "CR 6.2")
def test_a_player_in_jail_may_buy_and_sell_houses() -> None:
    game = scene(jail={ANN: 1}, owns={ANN: BROWN})
    assert game.play(Build(ANN, BALTIC))[-1] == BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)")
    assert game.play(SellBuilding(ANN, BALTIC))[-1] == BuildingSold(
        ANN, BALTIC, 0, 25, "10 MCS 170(d)"
    )


@rule("10 MCS 120(h)", "CR 6.2")
def test_a_player_in_jail_may_mortgage_and_unmortgage() -> None:
    game = scene(jail={ANN: 1}, owns={ANN: [BALTIC]})
    assert game.play(Mortgage(ANN, BALTIC))[-1] == PropertyMortgaged(ANN, BALTIC, 30)
    assert game.play(Unmortgage(ANN, BALTIC))[-1] == PropertyUnmortgaged(
        ANN, BALTIC, 33, "10 MCS 180(d)"
    )


@rule("10 MCS 120(h)", "CR 6.2", "10 MCS 80(e)")
def test_a_player_in_jail_may_buy_property_at_auction_and_from_others() -> None:
    game = scene(jail={BOB: 1}, to_pass=True, asked=[Auction(BALTIC, [ANN, BOB], 5, ANN)])
    game.play(Bid(BOB, 6))
    assert game.play(PassBid(ANN))[-1] == PropertyAuctioned(BOB, BALTIC, 6)
    game.play(OfferTrade(BOB, ANN, get_cash=100, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(ANN, 1))
    assert game.state.property(BALTIC).owner == ANN


@rule("CR 6.2")
def test_a_roll_without_doubles_does_not_move_the_token_in_jail() -> None:
    game = scene(jail={ANN: 1}, dice=[(6, 5)])
    assert select_events(game.play(Roll(ANN)), TokenMoved) == []


# The short game


@rule("Ruling 18", "10 MCS 210(c)", "10 MCS 210(c-4)")
def test_in_the_short_game_the_first_failed_roll_costs_the_fine_and_moves_the_token() -> None:
    game = scene(jail={ANN: 1}, rules=SHORT, dice=[(4, 5)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 4, 5, "10 MCS 120(e-1)"),
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 210(c-4)"),
        LeftJail(ANN, "fine", "10 MCS 120(g)"),
        TokenMoved(ANN, JAIL, NEW_YORK, "dice", "10 MCS 60(b)"),
    ]


@rule("Ruling 18", "Ruling 25", "10 MCS 210(c-4)")
def test_in_the_short_game_a_player_without_cash_for_the_fine_owes_it() -> None:
    game = scene(jail={ANN: 1}, rules=SHORT, cash={ANN: 0}, owns={ANN: [READING]}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == DebtOpened(ANN, BANK, 50, 50, "fine", "10 MCS 210(c-4)")


@rule("Ruling 18", "10 MCS 210(c-1)")
def test_in_the_short_game_a_card_frees_the_player() -> None:
    game = scene(jail={ANN: 1}, rules=SHORT, cards={ANN: ["chance.jail_free"]})
    assert game.play(UseCard(ANN, CHANCE_FREE)) == [
        CardReturned(ANN, CHANCE_FREE, "10 MCS 100(a)"),
        LeftJail(ANN, "card", "10 MCS 210(c-1)"),
    ]


@rule("10 MCS 210(c-1)", "10 MCS 120(e-3)")
def test_in_the_short_game_a_card_may_be_bought_and_used() -> None:
    game = scene(jail={ANN: 1}, rules=SHORT, cards={BOB: ["chance.jail_free"]})
    game.play(OfferTrade(ANN, BOB, give_cash=40, get_cards=(CHANCE_FREE,)))
    game.play(AcceptTrade(BOB, 1))
    assert game.play(UseCard(ANN, CHANCE_FREE))[-1] == LeftJail(ANN, "card", "10 MCS 210(c-1)")


@rule("Ruling 18", "10 MCS 210(c-2)")
def test_in_the_short_game_doubles_free_the_player() -> None:
    game = scene(jail={ANN: 1}, rules=SHORT, dice=[(1, 1)])
    events = game.play(Roll(ANN))
    assert select_events(events, LeftJail) == [LeftJail(ANN, "doubles", "10 MCS 210(c-2)")]
    assert select_events(events, MoneyPaid) == []
    assert game.state.players[ANN].space == ELECTRIC


@rule("Ruling 18", "10 MCS 210(c-3)")
def test_in_the_short_game_the_fine_may_be_paid_before_the_roll() -> None:
    game = scene(jail={ANN: 1}, rules=SHORT, dice=[(5, 5)])
    assert game.play(PayFine(ANN)) == [
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 210(c-3)"),
        LeftJail(ANN, "fine", "10 MCS 210(c-3)"),
    ]
    game.play(Roll(ANN))
    assert top(game) == ToRoll(ANN)
