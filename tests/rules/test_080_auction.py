"""10 MCS 80(c) to (f), CR 5.1, Rulings 4, 5, 20 and 30: auctions."""

from __future__ import annotations

import pytest

from passgo.engine.action import Action
from passgo.engine.agenda import Entry
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    BidMade,
    MoneyPaid,
    PropertyAuctioned,
    PropertyDeclined,
    PropertyUnsold,
)
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.buying import BuyOrAuction, Decline
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn, ToRoll
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    CY,
    DEE,
    MEDITERRANEAN,
    NEW_YORK,
    ORIENTAL,
    READING,
    refusal,
    rule,
    scene,
)


def top(game: Game) -> Entry:
    return game.state.agenda.top


def bidding(game: Game) -> list[Option]:
    """Return the bidding options of the players who may still bid."""
    return [
        option
        for seat in game.waiting_for
        for option in game.options(seat)
        if option.action in ("Bid", "PassBid")
    ]


# Bidding


@rule("10 MCS 80(c)", "10 MCS 80(e)", "CR 5.1")
def test_everyone_in_the_game_may_bid_including_the_decliner_and_players_in_jail() -> None:
    game = scene(players=4, standing_on=BALTIC, jail={CY: 2})
    game.play(Resign(DEE))
    assert game.play(Decline(ANN)) == [
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (ANN, BOB, CY), "10 MCS 80(c)"),
    ]
    assert game.waiting_for == [ANN, BOB, CY]
    game.play(Bid(CY, 5))
    game.play(PassBid(BOB))
    assert game.play(PassBid(ANN))[-1] == PropertyAuctioned(CY, BALTIC, 5)


@rule("10 MCS 80(d)", "10 MCS 80(e)", "CR 5.1")
def test_the_decliner_may_win_for_less_than_the_printed_price() -> None:
    game = scene(to_pass=True, at={ANN: BOARDWALK}, asked=[Auction(BOARDWALK, [ANN, BOB])])
    game.play(Bid(ANN, 1))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(ANN, BANK, 1, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(ANN, BOARDWALK, 1),
    ]
    assert game.state.players[ANN].cash == 1499
    assert game.state.property(BOARDWALK).owner == ANN
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 80(f)", "CR 5.1")
def test_bidding_may_start_at_any_price() -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB])])
    assert game.play(Bid(BOB, 1)) == [BidMade(BOB, BALTIC, 1, "10 MCS 80(f)")]
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB])])
    assert game.play(Bid(BOB, 700)) == [BidMade(BOB, BALTIC, 700, "10 MCS 80(f)")]


@rule("10 MCS 80(f)", "Ruling 5")
@pytest.mark.parametrize("amount", [0, -10])
def test_a_bid_must_be_at_least_one_dollar(amount: int) -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB])])
    assert refusal(game, Bid(BOB, amount)) == Refusal(
        "auction.too_low", "Ruling 5", amount=amount, bid=0
    )


@rule("Ruling 5", "10 MCS 80(e)")
def test_any_active_bidder_may_raise_by_a_dollar_at_any_time() -> None:
    game = scene(players=3, to_pass=True, asked=[Auction(BALTIC, [ANN, BOB, CY], 10, BOB)])
    assert game.play(Bid(CY, 11)) == [BidMade(CY, BALTIC, 11, "10 MCS 80(e)")]
    assert game.play(Bid(BOB, 12)) == [BidMade(BOB, BALTIC, 12, "10 MCS 80(e)")]
    assert top(game) == Auction(BALTIC, [ANN, BOB, CY], 12, BOB)
    assert game.waiting_for == [ANN, CY]


@rule("Ruling 5")
def test_the_high_bidder_may_raise_their_own_bid() -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    assert game.play(Bid(BOB, 500)) == [BidMade(BOB, BALTIC, 500, "10 MCS 80(e)")]


@rule("Ruling 5")
@pytest.mark.parametrize("amount", [9, 10])
def test_a_bid_that_does_not_raise_the_price_is_refused(amount: int) -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    assert refusal(game, Bid(ANN, amount)) == Refusal(
        "auction.too_low", "Ruling 5", amount=amount, bid=10
    )


@rule("10 MCS 80(c)")
def test_a_bid_may_exceed_the_printed_price() -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    game.play(Bid(ANN, 1000))
    assert game.play(PassBid(BOB))[-1] == PropertyAuctioned(ANN, BALTIC, 1000)
    assert game.state.players[ANN].cash == 500


@rule("10 MCS 80(c)", "10 MCS 80(d)")
def test_only_the_highest_bidder_pays() -> None:
    game = scene(players=3, to_pass=True, asked=[Auction(NEW_YORK, [ANN, BOB, CY])])
    for action in (Bid(ANN, 50), Bid(BOB, 120), Bid(CY, 121), PassBid(ANN), PassBid(BOB)):
        game.play(action)
    assert [player.cash for player in game.state.players] == [1500, 1500, 1379]
    assert game.state.property(NEW_YORK).owner == CY


# Passing


@rule("Ruling 5")
def test_a_player_who_passes_is_out_of_that_auction() -> None:
    game = scene(players=3, to_pass=True, asked=[Auction(BALTIC, [ANN, BOB, CY], 10, CY)])
    assert game.play(PassBid(ANN)) == [BidderPassed(ANN, "Ruling 5")]
    assert game.waiting_for == [BOB]
    assert refusal(game, Bid(ANN, 11)) == Refusal("auction.out", "Ruling 5", seat=ANN)
    assert refusal(game, PassBid(ANN)) == Refusal("auction.out", "Ruling 5", seat=ANN)


@rule("Ruling 5")
def test_a_player_who_passed_may_bid_in_the_next_auction() -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB]), Auction(READING, [ANN, BOB])])
    game.play(PassBid(ANN))
    game.play(PassBid(BOB))
    assert top(game) == Auction(BALTIC, [ANN, BOB])
    assert game.waiting_for == [ANN, BOB]


@rule("Ruling 5")
def test_the_auction_continues_while_anyone_else_may_still_bid() -> None:
    game = scene(players=3, to_pass=True, asked=[Auction(BALTIC, [ANN, BOB, CY], 10, CY)])
    game.play(PassBid(ANN))
    assert game.state.property(BALTIC).owner == BANK
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        MoneyPaid(CY, BANK, 10, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(CY, BALTIC, 10),
    ]


@rule("Ruling 30")
def test_the_high_bidder_cannot_pass() -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    assert refusal(game, PassBid(BOB)) == Refusal("auction.leading", "Ruling 30", bid=10)
    assert game.waiting_for == [ANN]


@rule("Ruling 30", "10 MCS 80(f)")
def test_the_last_remaining_bidder_may_still_bid_if_nobody_else_has_bid() -> None:
    game = scene(players=3, to_pass=True, asked=[Auction(BALTIC, [ANN, BOB, CY])])
    game.play(PassBid(ANN))
    game.play(PassBid(BOB))
    assert game.waiting_for == [CY]
    assert game.play(Bid(CY, 1)) == [
        BidMade(CY, BALTIC, 1, "10 MCS 80(f)"),
        MoneyPaid(CY, BANK, 1, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(CY, BALTIC, 1),
    ]


@rule("Ruling 30", "CR 5.1")
def test_if_everyone_passes_without_a_bid_the_property_stays_with_the_bank() -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB])])
    game.play(PassBid(BOB))
    assert game.play(PassBid(ANN)) == [BidderPassed(ANN, "Ruling 5"), PropertyUnsold(BALTIC)]
    assert game.state.property(BALTIC).owner == BANK
    assert top(game) == ToEndTurn(ANN)


@rule("CR 5.1", "10 MCS 80")
def test_an_unsold_property_is_offered_to_the_next_player_who_stops_there() -> None:
    game = scene(to_pass=True, asked=[Auction(BALTIC, [ANN, BOB])], dice=[(1, 2)])
    for action in (PassBid(ANN), PassBid(BOB), EndTurn(ANN), Roll(BOB)):
        game.play(action)
    assert top(game) == BuyOrAuction(BOB, BALTIC)


@rule("10 MCS 80(c)", "10 MCS 60(h)")
def test_the_extra_roll_for_doubles_is_still_due_after_an_auction() -> None:
    game = scene(dice=[(3, 3)])
    for action in (Roll(ANN), Decline(ANN), PassBid(ANN), PassBid(BOB)):
        game.play(action)
    assert game.state.property(ORIENTAL).owner == BANK
    assert top(game) == ToRoll(ANN)


@rule("Ruling 5", "Ruling 31")
@pytest.mark.parametrize("action", [Bid(ANN, 5), PassBid(ANN)])
def test_nobody_may_bid_or_pass_when_there_is_no_auction(action: Action) -> None:
    game = scene()
    assert refusal(game, action) == Refusal("decision.roll", "Ruling 31")


@rule("Ruling 5", "Ruling 30")
def test_each_bidder_may_pass_or_raise_the_bid_up_to_their_cash() -> None:
    game = scene(
        players=3,
        to_pass=True,
        cash={ANN: 300, CY: 10},
        owns={CY: [READING]},
        asked=[Auction(BALTIC, [ANN, BOB, CY], 10, BOB)],
    )
    assert bidding(game) == [
        Option("Bid", ANN, [Choice("amount", None, 11, 300)]),
        Option("PassBid", ANN, []),
        Option("PassBid", CY, []),
    ]
    assert "PassBid" not in [option.action for option in game.options(BOB)]
    assert game.default(ANN) == PassBid(ANN)


# Cash


@rule("Ruling 4", "10 MCS 80(d)")
def test_a_bid_requires_cash_on_hand() -> None:
    game = scene(to_pass=True, cash={ANN: 100}, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    assert refusal(game, Bid(ANN, 101)) == Refusal("auction.cash", "Ruling 4", amount=101, cash=100)
    assert game.play(Bid(ANN, 100)) == [BidMade(ANN, BALTIC, 100, "10 MCS 80(e)")]


@rule("Ruling 4")
def test_a_bidder_may_raise_cash_during_the_auction() -> None:
    game = scene(
        to_pass=True,
        cash={ANN: 100},
        owns={ANN: [BOARDWALK]},
        asked=[Auction(BALTIC, [ANN, BOB], 150, BOB)],
    )
    game.play(Mortgage(ANN, BOARDWALK))
    assert game.play(Bid(ANN, 151)) == [BidMade(ANN, BALTIC, 151, "10 MCS 80(e)")]


# Players who cannot bid


@rule("Ruling 20")
def test_a_player_with_nothing_to_bid_passes_automatically_when_the_auction_opens() -> None:
    game = scene(players=3, standing_on=BALTIC, cash={BOB: 0})
    assert game.play(Decline(ANN)) == [
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (ANN, BOB, CY), "10 MCS 80(c)"),
        BidderPassed(BOB, "Ruling 20"),
    ]
    assert game.waiting_for == [ANN, CY]


@rule("Ruling 20")
def test_a_player_who_cannot_bid_higher_or_raise_cash_passes_automatically() -> None:
    game = scene(to_pass=True, cash={BOB: 100}, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    assert game.play(Bid(ANN, 100)) == [
        BidMade(ANN, BALTIC, 100, "10 MCS 80(e)"),
        BidderPassed(BOB, "Ruling 20"),
        MoneyPaid(ANN, BANK, 100, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(ANN, BALTIC, 100),
    ]


@rule("Ruling 20")
def test_a_bidder_with_one_dollar_more_than_the_bid_stays_in() -> None:
    game = scene(to_pass=True, cash={BOB: 100}, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    assert game.play(Bid(ANN, 99)) == [BidMade(ANN, BALTIC, 99, "10 MCS 80(e)")]
    assert game.waiting_for == [BOB]


@rule("Ruling 20")
def test_any_deed_even_a_mortgaged_one_keeps_a_bidder_in() -> None:
    game = scene(
        to_pass=True,
        cash={BOB: 100},
        owns={BOB: [MEDITERRANEAN]},
        mortgaged=[MEDITERRANEAN],
        asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)],
    )
    assert game.play(Bid(ANN, 100)) == [BidMade(ANN, BALTIC, 100, "10 MCS 80(e)")]
    assert game.waiting_for == [BOB]


@rule("Ruling 20")
def test_a_card_keeps_a_bidder_in() -> None:
    game = scene(
        to_pass=True,
        cash={BOB: 100},
        cards={BOB: ["chance.jail_free"]},
        asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)],
    )
    assert game.play(Bid(ANN, 100)) == [BidMade(ANN, BALTIC, 100, "10 MCS 80(e)")]
    assert game.waiting_for == [BOB]


@rule("Ruling 20", "Ruling 30")
def test_a_player_who_bids_their_last_dollar_stays_in() -> None:
    game = scene(to_pass=True, cash={ANN: 20}, asked=[Auction(BALTIC, [ANN, BOB], 10, BOB)])
    assert game.play(Bid(ANN, 20)) == [BidMade(ANN, BALTIC, 20, "10 MCS 80(e)")]
    assert top(game) == Auction(BALTIC, [ANN, BOB], 20, ANN)


@rule("Ruling 20", "CR 5.1")
def test_the_auction_ends_immediately_without_a_sale_if_nobody_has_anything_to_bid() -> None:
    game = scene(cash={ANN: 0, BOB: 0}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[2:] == [
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (ANN, BOB), "10 MCS 80(c)"),
        BidderPassed(ANN, "Ruling 20"),
        BidderPassed(BOB, "Ruling 20"),
        PropertyUnsold(BALTIC),
    ]


@rule("Ruling 20")
def test_a_bidder_who_gives_away_their_last_deed_during_an_auction_passes_automatically() -> None:
    game = scene(
        players=3,
        to_pass=True,
        cash={BOB: 0},
        owns={BOB: [READING]},
        asked=[Auction(BALTIC, [ANN, BOB, CY], 50, ANN)],
    )
    game.play(OfferTrade(BOB, CY, get_cash=40, give_deeds=(READING,)))
    assert game.play(AcceptTrade(CY, 1))[-1] == BidderPassed(BOB, "Ruling 20")
    assert game.waiting_for == [CY]
