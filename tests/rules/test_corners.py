"""Corners of several rules that a small slip in the code would miss."""

from __future__ import annotations

from passgo.engine.events import DiceThrown, GameEnded, MoneyPaid, TradeRefused, TradeWithdrawn
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid
from passgo.engine.rules.debt import Owing, Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.mortgage import interest
from passgo.engine.rules.moving import Throw
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOB,
    CY,
    READING,
    WATER_WORKS,
    rule,
    scene,
    told,
)


@rule("Ruling 4", "Ruling 5")
def test_who_cannot_outbid_is_told_why() -> None:
    game = scene(
        owns={BOB: [READING]}, cash={BOB: 20}, asked=[Auction(BALTIC, [ANN, BOB], 20, ANN)]
    )
    why = Refusal("auction.cash", "Ruling 4", amount=21, cash=20)
    refused = Option("Bid", BOB, [Choice("amount", [21])], why)
    assert refused in game.options(BOB, refused=True)
    assert all(option.action != "Bid" for option in game.options(BOB))


@rule("Ruling 12", "Ruling 15")
def test_who_has_resigned_does_not_win_when_time_is_called() -> None:
    game = scene(
        players=3,
        rules=rule_set("time_limit"),
        cash={ANN: 900, BOB: 5000, CY: 800},
        asked=[Auction(BALTIC, [ANN, BOB, CY], 10, BOB)],
    )
    game.play(Resign(BOB))
    assert game.play(TimeIsUp()) == [GameEnded((ANN,), (900, 5000, 800), "time", "10 MCS 220")]


@rule("Ruling 12", "Ruling 15")
def test_when_all_have_resigned_the_richest_of_them_wins() -> None:
    game = scene(
        rules=rule_set("time_limit"),
        cash={ANN: 900, BOB: 700},
        asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)],
    )
    game.play(Resign(BOB))
    game.state.players[ANN].leaving = True
    assert told(game.play(TimeIsUp()), GameEnded) == [
        GameEnded((ANN,), (900, 700), "time", "10 MCS 220")
    ]


@rule("Ruling 12")
def test_offers_to_one_who_resigns_count_as_refused_and_their_own_are_withdrawn() -> None:
    game = scene(players=3, owns={ANN: [BALTIC], BOB: [READING]})
    game.play(OfferTrade(ANN, BOB, give_deeds=(BALTIC,)))
    game.play(OfferTrade(BOB, CY, give_deeds=(READING,)))
    events = game.play(Resign(BOB))
    assert told(events, TradeRefused) == [TradeRefused(1, ANN, BOB, "Ruling 12")]
    assert told(events, TradeWithdrawn) == [TradeWithdrawn(2, BOB, CY, "Ruling 12")]


@rule("Ruling 23", "CR 5.3")
def test_a_fresh_throw_for_a_utility_tells_both_dice() -> None:
    game = scene(
        at={ANN: 12},
        owns={BOB: [WATER_WORKS]},
        chance=["chance.nearest_utility"],
        dice=[(4, 6), (6, 5)],
    )
    events = game.play(Throw(ANN))
    assert game.state.players[ANN].space == WATER_WORKS
    assert DiceThrown(ANN, 6, 5, "Ruling 23") in events
    assert MoneyPaid(ANN, BOB, 110, "rent", "CR 5.3") in events


@rule("Ruling 2", "10 MCS 180(d)")
def test_interest_is_rounded_up_from_the_first_dollar_on() -> None:
    assert [interest(mortgage) for mortgage in (30, 31, 39, 40, 75)] == [3, 4, 4, 4, 8]


@rule("10 MCS 190(a)", "10 MCS 190(f)")
def test_the_last_dollar_goes_over_too() -> None:
    for creditor in (BOB, BANK):
        game = scene(players=3, cash={ANN: 0}, owns={ANN: [BALTIC]}, mortgaged=[BALTIC])
        game.state.players[ANN].cash = 1
        game.state.agenda.push(Owing(ANN, creditor, 100, "tax", "CR 5.4"))
        game.play(Resign(ANN))
        assert game.state.players[ANN].cash == 0
        assert game.state.players[BOB].cash == (1501 if creditor == BOB else 1500)


@rule("Ruling 5")
def test_a_bid_is_made_where_it_can_be() -> None:
    game = scene(cash={BOB: 21}, asked=[Auction(BALTIC, [ANN, BOB], 20, ANN)])
    assert Option("Bid", BOB, [Choice("amount", None, 21, 21)]) in game.options(BOB)
    game.play(Bid(BOB, 21))
    assert game.state.agenda.top.pledged_cash(BOB) == 21
    assert game.state.agenda.top.pledged_cash(ANN) == 0
