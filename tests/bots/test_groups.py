"""The groups policy, tested against each sentence of its description."""

from __future__ import annotations

import pytest

from passgo.bots.baselines.groups import group_worth
from passgo.engine.board import Group, classic
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.buying import Buy
from passgo.engine.rules.trade import OfferTrade
from tests.bots.baseline_games import answers, decides, does_before_roll, played
from tests.scene import (
    ANN,
    ATLANTIC,
    BALTIC,
    BOARDWALK,
    BOB,
    CONNECTICUT,
    CY,
    ELECTRIC,
    GREEN,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    LIGHT_BLUE,
    MARVIN,
    MEDITERRANEAN,
    NEW_YORK,
    ORANGE,
    PARK_PLACE,
    PENNSYLVANIA,
    PINK,
    RAILROADS,
    READING,
    RED,
    SHORT_LINE,
    ST_JAMES,
    TENNESSEE,
    WATER_WORKS,
    YELLOW,
    scene,
)

NAME = "groups"


def limit(space: int, anns: list[int], bobs: list[int]) -> int:
    """Return the most that Ann bids for a deed."""
    for bid in range(1, 1500):
        auction = Auction(space, [ANN, BOB, CY], bid, CY)
        game = scene(
            players=3, owns={ANN: anns, BOB: bobs}, cash={ANN: 2000}, to_pass=True, asked=[auction]
        )
        action = decides(NAME, game)
        if action == PassBid(ANN):
            return bid
        assert isinstance(action, Bid)
    raise AssertionError("there is no limit")


# A group is worth price × strength × (share held)^2.5.


def test_the_share_held_is_raised_to_the_power_of_2_5() -> None:
    # The orange group costs $560, so it is worth 560 × 1.73 = 968.8.
    assert limit(NEW_YORK, [], []) == 62  # × (1/3)^2.5 = 62.1
    assert limit(NEW_YORK, [ST_JAMES], []) == 289  # × (2/3)^2.5 = 351.6, minus 62.1
    assert limit(NEW_YORK, [ST_JAMES, TENNESSEE], []) == 617  # 968.8 minus 351.6


# Strengths: orange 1.73, red 1.49, yellow 1.37, dark blue 1.28, green 1.21, pink 1.05, railroads
# 0.83, light blue 0.82, brown and utilities 0.15.


@pytest.mark.parametrize(
    ("group", "price", "strength"),
    [
        (ORANGE, 560, 1.73),
        (RED, 680, 1.49),
        (YELLOW, 800, 1.37),
        ((PARK_PLACE, BOARDWALK), 750, 1.28),
        (GREEN, 920, 1.21),
        (PINK, 440, 1.05),
        (RAILROADS, 800, 0.83),
        (LIGHT_BLUE, 320, 0.82),
        ((MEDITERRANEAN, BALTIC), 120, 0.15),
        ((ELECTRIC, WATER_WORKS), 300, 0.15),
    ],
)
def test_each_group_has_the_given_strength(
    group: tuple[int, ...], price: int, strength: float
) -> None:
    size = len(group)
    added = price * strength * (1 - ((size - 1) / size) ** 2.5)
    assert limit(group[-1], list(group[:-1]), []) == int(added)


# Blocking is worth half as much as completing.


def test_blocking_is_worth_half_as_much_as_completing() -> None:
    # Completing the group is worth 617.2 to Bob. Ann bids half of that, plus 62.1 for her share.
    assert limit(NEW_YORK, [], [ST_JAMES, TENNESSEE]) == 370


def test_a_player_who_lacks_two_deeds_is_not_blocked() -> None:
    assert limit(NEW_YORK, [], [ST_JAMES]) == 62


# Never hand over a deed that completes a group, unless a group at least as strong is completed in
# return.


def answered(anns: list[int], bobs: list[int], offer: OfferTrade) -> str:
    return answers(NAME, scene(owns={ANN: anns, BOB: bobs}), offer)


def test_a_completing_deed_is_not_for_sale_at_any_price() -> None:
    offer = OfferTrade(BOB, ANN, 1500, 0, (), (NEW_YORK,))
    assert answered([NEW_YORK], [ST_JAMES, TENNESSEE], offer) == "DeclineTrade"
    assert answered([NEW_YORK], [ST_JAMES], offer) == "AcceptTrade"


def test_a_completing_deed_is_traded_only_for_a_stronger_group() -> None:
    to_red = OfferTrade(BOB, ANN, 1500, 0, (ILLINOIS,), (NEW_YORK,))
    to_orange = OfferTrade(BOB, ANN, 0, 0, (NEW_YORK,), (ILLINOIS,))
    reds, oranges = [KENTUCKY, INDIANA], [ST_JAMES, TENNESSEE]
    assert answered([*reds, NEW_YORK], [*oranges, ILLINOIS], to_red) == "DeclineTrade"
    assert answered([*oranges, ILLINOIS], [*reds, NEW_YORK], to_orange) == "AcceptTrade"


def test_an_equally_strong_group_is_enough() -> None:
    offer = OfferTrade(BOB, ANN, 0, 0, (ELECTRIC,), (MEDITERRANEAN,))
    anns, bobs = [WATER_WORKS, MEDITERRANEAN], [BALTIC, ELECTRIC]
    assert answered(anns, bobs, offer) == "AcceptTrade"


# Not covered by the description


def test_it_accepts_a_trade_if_its_groups_and_cash_are_worth_more_afterward() -> None:
    # A second orange deed adds 289.5; a lone railroad is worth 800 × 0.83 × (1/4)^2.5 = 20.8.
    anns, bobs = [ST_JAMES, READING], [NEW_YORK, SHORT_LINE]
    for cash, answer in ((268, "AcceptTrade"), (269, "DeclineTrade")):
        offer = OfferTrade(BOB, ANN, 0, cash, (NEW_YORK,), (READING,))
        assert answered(anns, bobs, offer) == answer


def test_it_prices_the_deed_it_needs_halfway_between_its_own_gain_and_the_sellers_loss() -> None:
    # Ann gains 617.2 from New York; Bob loses his share, 62.1, and a block worth 308.6.
    game = scene(
        players=3,
        owns={ANN: [ST_JAMES, TENNESSEE], BOB: [NEW_YORK], CY: [ATLANTIC, MARVIN]},
        asks=[ANN],
    )
    price = int((617.2 + 370.8) / 2)
    assert does_before_roll(NAME, game) == [OfferTrade(ANN, BOB, price, 0, (), (NEW_YORK,))]


@pytest.mark.parametrize(
    ("anns", "bobs", "given"),
    [
        ([KENTUCKY, INDIANA, PENNSYLVANIA], [*GREEN[:2], ILLINOIS], (PENNSYLVANIA,)),
        ([*GREEN[:2], ILLINOIS], [KENTUCKY, INDIANA, PENNSYLVANIA], ()),  # red is stronger
    ],
)
def test_it_never_offers_a_group_for_a_weaker_one(
    anns: list[int], bobs: list[int], given: tuple[int, ...]
) -> None:
    (offer,) = does_before_roll(NAME, scene(owns={ANN: anns, BOB: bobs}, asks=[ANN]))
    assert isinstance(offer, OfferTrade)
    assert offer.terms.give_deeds == given


def test_it_buys_whatever_it_can_afford() -> None:
    assert decides(NAME, scene(standing_on=CONNECTICUT, cash={ANN: 120})) == Buy(ANN)


def test_groups_on_other_boards_have_strength_one() -> None:
    deeds = classic().groups[0].deeds
    assert group_worth(Group(0, "Strange", 1, "strange", deeds), 2) == 120.0


# Whole games


@pytest.mark.parametrize("seed", range(6))
def test_four_copies_play_without_errors(seed: int) -> None:
    played([NAME] * 4, seed)


@pytest.mark.parametrize("seed", range(4))
def test_it_plays_with_other_bots_without_errors(seed: int) -> None:
    played([NAME, "random", "simple", "baldrick"], seed)


def test_the_same_seed_gives_the_same_game() -> None:
    names = [NAME, NAME, "simple"]
    assert played(names, 11).digest() == played(names, 11).digest()
