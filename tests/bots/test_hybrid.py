"""The fixed parts of the hybrid agent, tested against each sentence of its description."""

from __future__ import annotations

import pytest

from passgo.engine.rules.auction import Auction, Bid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.trade import OfferTrade
from tests.bots.baseline_games import answers, decides, does_before_roll, played
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    MEDITERRANEAN,
    ORIENTAL,
    READING,
    scene,
)

NAME = "hybrid"


# Buy a deed if it completes a group or if at least $200 would be left.


@pytest.mark.parametrize(
    ("owned", "cash", "action"),
    [
        ([], 420, Buy(ANN)),
        ([], 419, Decline(ANN)),
        ([INDIANA, ILLINOIS], 220, Buy(ANN)),
        ([INDIANA, ILLINOIS], 219, Decline(ANN)),
    ],
)
def test_it_buys_if_that_completes_a_group_or_leaves_at_least_200_dollars(
    owned: list[int], cash: int, action: Buy | Decline
) -> None:
    game = scene(standing_on=KENTUCKY, cash={ANN: cash}, owns={ANN: owned})
    assert decides(NAME, game) == action


# Accept a trade that adds a group or increases net worth at list prices.


def test_it_accepts_a_trade_that_adds_a_group_at_any_price() -> None:
    game = scene(cash={ANN: 900}, owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]})
    terms = OfferTrade(BOB, ANN, get_cash=900, give_deeds=(KENTUCKY,))
    assert answers(NAME, game, terms) == "AcceptTrade"


@pytest.mark.parametrize(("cash", "answer"), [(61, "AcceptTrade"), (60, "DeclineTrade")])
def test_it_accepts_a_trade_that_adds_net_worth_at_list_prices(cash: int, answer: str) -> None:
    game = scene(owns={ANN: [BALTIC]})
    terms = OfferTrade(BOB, ANN, give_cash=cash, get_deeds=(BALTIC,))
    assert answers(NAME, game, terms) == answer


@pytest.mark.parametrize(("cash", "answer"), [(99, "AcceptTrade"), (100, "DeclineTrade")])
def test_deeds_on_both_sides_count_at_list_price(cash: int, answer: str) -> None:
    game = scene(cash={ANN: 150}, owns={ANN: [ORIENTAL], BOB: [READING]})
    terms = OfferTrade(BOB, ANN, get_cash=cash, give_deeds=(READING,), get_deeds=(ORIENTAL,))
    assert answers(NAME, game, terms) == answer


def test_it_gives_up_a_group_for_more_net_worth() -> None:
    game = scene(owns={ANN: BROWN, BOB: [BOARDWALK]})
    terms = OfferTrade(BOB, ANN, give_deeds=(BOARDWALK,), get_deeds=(BALTIC,))
    assert answers(NAME, game, terms) == "AcceptTrade"


def test_it_does_not_sell_boardwalk_for_a_dollar() -> None:
    game = scene(owns={ANN: [BOARDWALK]})
    terms = OfferTrade(BOB, ANN, give_cash=1, get_deeds=(BOARDWALK,))
    assert answers(NAME, game, terms) == "DeclineTrade"
    assert answers("gnome-v3", scene(owns={ANN: [BOARDWALK]}), terms) == "AcceptTrade"


# Otherwise, play like `gnome-v3`.


def test_it_declines_mortgaged_deeds() -> None:
    game = scene(owns={BOB: [READING]}, mortgaged=[READING])
    terms = OfferTrade(BOB, ANN, get_cash=1, give_deeds=(READING,))
    assert answers(NAME, game, terms) == "DeclineTrade"


def test_it_mortgages_bids_builds_trades_and_leaves_jail_like_gnome_v3() -> None:
    game = scene(standing_on=BALTIC, cash={ANN: 59}, owns={ANN: [MEDITERRANEAN, KENTUCKY]})
    assert decides(NAME, game) == Mortgage(ANN, KENTUCKY)
    game = scene(to_pass=True, asked=[Auction(KENTUCKY, [ANN, BOB])])
    assert decides(NAME, game) == Bid(ANN, 110)
    game = scene(turn=BOB, cash={ANN: 50}, owns={ANN: BROWN}, asks=[ANN])
    assert does_before_roll(NAME, game) == [Build(ANN, BALTIC)]
    game = scene(owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]}, asks=[ANN])
    assert does_before_roll(NAME, game) == [
        OfferTrade(ANN, BOB, give_cash=247, get_deeds=(KENTUCKY,))
    ]
    assert decides(NAME, scene(jail={ANN: 1})) == PayFine(ANN)


# Whole games


@pytest.mark.parametrize("seed", range(20))
def test_four_copies_play_without_errors(seed: int) -> None:
    played([NAME] * 4, seed)


@pytest.mark.parametrize("seed", range(10))
def test_they_play_with_other_bots_without_errors(seed: int) -> None:
    played([NAME, "gnome-sneaky", "standard", "random", NAME], seed)


def test_the_same_seed_gives_the_same_game() -> None:
    names = [NAME, "gnome-v3", "gnome-sneaky"]
    assert played(names, 5).digest() == played(names, 5).digest()
