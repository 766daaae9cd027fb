"""Edge cases in several rules."""

from __future__ import annotations

from passgo.engine.events import DiceRolled, GameEnded, MoneyPaid, TradeDeclined, TradeWithdrawn
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid
from passgo.engine.rules.buying import Decline
from passgo.engine.rules.debt import DebtDue, Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.mortgage import interest
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOB,
    BROWN,
    CY,
    GO,
    READING,
    WATER_WORKS,
    rule,
    scene,
    select_events,
)


@rule("Ruling 4", "Ruling 5")
def test_the_options_explain_why_a_player_cannot_raise_the_bid() -> None:
    game = scene(
        owns={BOB: [READING]}, cash={BOB: 20}, asked=[Auction(BALTIC, [ANN, BOB], 20, ANN)]
    )
    why = Refusal("auction.cash", "Ruling 4", amount=21, cash=20)
    refused = Option("Bid", BOB, [Choice("amount", [21])], why)
    assert refused in game.options(BOB, refused=True)
    assert all(option.action != "Bid" for option in game.options(BOB))


@rule("Ruling 12", "Ruling 15")
def test_a_player_who_has_resigned_does_not_win_when_time_is_called() -> None:
    game = scene(
        players=3,
        rules=rule_set("time_limit"),
        cash={ANN: 900, BOB: 5000, CY: 800},
        asked=[Auction(BALTIC, [ANN, BOB, CY], 10, BOB)],
    )
    game.play(Resign(BOB))
    assert game.play(TimeIsUp()) == [GameEnded((ANN,), (900, 5000, 800), "time", "10 MCS 220")]


@rule("Ruling 12", "Ruling 15")
def test_when_all_players_have_resigned_the_richest_wins() -> None:
    game = scene(
        rules=rule_set("time_limit"),
        cash={ANN: 900, BOB: 700},
        asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)],
    )
    game.play(Resign(BOB))
    game.state.players[ANN].leaving = True
    assert select_events(game.play(TimeIsUp()), GameEnded) == [
        GameEnded((ANN,), (900, 700), "time", "10 MCS 220")
    ]


@rule("Ruling 12")
def test_offers_to_a_resigning_player_are_declined_and_their_own_are_withdrawn() -> None:
    game = scene(players=3, owns={ANN: [BALTIC], BOB: [READING]})
    game.play(OfferTrade(ANN, BOB, give_deeds=(BALTIC,)))
    game.play(OfferTrade(BOB, CY, give_deeds=(READING,)))
    events = game.play(Resign(BOB))
    assert select_events(events, TradeDeclined) == [TradeDeclined(1, ANN, BOB, "Ruling 12")]
    assert select_events(events, TradeWithdrawn) == [TradeWithdrawn(2, BOB, CY, "Ruling 12")]


@rule("Ruling 23", "CR 5.3")
def test_the_event_for_a_fresh_utility_roll_shows_both_dice() -> None:
    game = scene(
        at={ANN: 12},
        owns={BOB: [WATER_WORKS]},
        chance=["chance.nearest_utility"],
        dice=[(4, 6), (6, 5)],
    )
    events = game.play(Roll(ANN))
    assert game.state.players[ANN].space == WATER_WORKS
    assert DiceRolled(ANN, 6, 5, "Ruling 23") in events
    assert MoneyPaid(ANN, BOB, 110, "rent", "CR 5.3") in events


@rule("Ruling 2", "10 MCS 180(d)")
def test_interest_is_rounded_up_to_a_whole_dollar() -> None:
    assert [interest(mortgage) for mortgage in (30, 31, 39, 40, 75)] == [3, 4, 4, 4, 8]


@rule("10 MCS 190(a)", "10 MCS 190(f)")
def test_a_resigning_debtors_last_dollar_goes_to_the_creditor() -> None:
    for creditor in (BOB, BANK):
        game = scene(players=3, cash={ANN: 0}, owns={ANN: [BALTIC]}, mortgaged=[BALTIC])
        game.state.players[ANN].cash = 1
        game.state.agenda.push(DebtDue(ANN, creditor, 100, "tax", "CR 5.4"))
        game.play(Resign(ANN))
        assert game.state.players[ANN].cash == 0
        assert game.state.players[BOB].cash == (1501 if creditor == BOB else 1500)


@rule("Ruling 5")
def test_a_player_can_bid_exactly_their_cash_on_hand() -> None:
    game = scene(cash={BOB: 21}, asked=[Auction(BALTIC, [ANN, BOB], 20, ANN)])
    assert Option("Bid", BOB, [Choice("amount", None, 21, 21)]) in game.options(BOB)
    game.play(Bid(BOB, 21))
    assert game.state.agenda.top.pledged_cash(BOB) == 21
    assert game.state.agenda.top.pledged_cash(ANN) == 0


@rule("Ruling 2", "CR 5.4")
def test_a_percentage_tax_is_rounded_up_for_any_percentage() -> None:
    for percent, owed in ((7, 109), (1, 16)):
        game = scene(
            cash={ANN: 1543},
            at={ANN: GO},
            rules=rule_set(income_tax_percent=percent),
            dice=[(1, 3)],
        )
        game.play(Roll(ANN))
        assert game.play(ChooseTax(ANN, True))[-1].fields()["amount"] == owed


@rule("Ruling 14", "Ruling 11")
def test_interest_reduces_the_amount_a_debtor_can_raise() -> None:
    game = scene(
        cash={ANN: 20},
        owns={ANN: [BALTIC], BOB: [READING]},
        mortgaged=[READING],
        asked=[DebtDue(ANN, BANK, 100, "tax", "CR 5.4", announced=True)],
    )
    offer = OfferTrade(ANN, BOB, get_cash=35, give_deeds=(BALTIC,), get_deeds=(READING,))
    assert game.why_not(offer) == Refusal("trade.debtor_worth", "Ruling 14", seat=ANN, loss=5)


@rule("10 MCS 170(a)", "Ruling 14")
def test_trade_options_that_are_refused_are_listed_with_the_reason() -> None:
    game = scene(owns={ANN: BROWN, BOB: [READING]}, houses={BALTIC: 1}, cash={BOB: 10})
    why = Refusal("trade.built", "10 MCS 170(a)", space=BALTIC)
    found = [option for option in game.options(ANN, refused=True) if option.refusal == why]
    assert [(option.action, option.choices[0].name) for option in found] == [
        ("OfferTrade", "partner")
    ]
    assert all(option.refusal is None for option in game.options(ANN))
    game.play(OfferTrade(BOB, ANN, give_cash=10, get_cash=0, give_deeds=(READING,)))
    game.state.players[BOB].cash = 5
    stale = Refusal("trade.cash", "Ruling 4", seat=BOB, price=10, cash=5)
    options = game.options(ANN, refused=True)
    assert ("AcceptTrade", stale) in [(option.action, option.refusal) for option in options]


@rule("Ruling 14", "Ruling 11")
def test_the_same_deed_cannot_be_unmortgaged_twice() -> None:
    game = scene(owns={BOB: [READING]}, mortgaged=[READING])
    offer = OfferTrade(ANN, BOB, give_cash=1, get_deeds=(READING,), unmortgage=(READING, READING))
    assert game.why_not(offer) == Refusal("trade.twice", "10 MCS 170")


@rule("Ruling 31", "Ruling 5")
def test_a_decision_keeps_its_number_until_the_next_decision() -> None:
    game = scene(players=3, at={ANN: GO}, dice=[(1, 1), (1, 2)], chest=["chest.bank_error"])
    game.play(Roll(ANN))
    assert game.state.decision_number == game.state.moves == 1, (
        "after doubles it is the same kind of decision, but a new one"
    )
    game.play(Roll(ANN))
    assert game.state.decision_number == game.state.moves == 2
    game.play(Decline(ANN))
    assert game.state.decision_number == 3
    game.play(Bid(BOB, 10))
    game.play(Bid(CY, 20))
    assert (game.state.decision_number, game.state.moves) == (3, 5), (
        "all bids in an auction belong to the same decision"
    )
