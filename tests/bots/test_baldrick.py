"""The Baldrick policy, tested against each sentence of its description."""

from __future__ import annotations

import pytest

from passgo.bots.ladder import make_bot
from passgo.engine.game import Game
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import OfferTrade
from tests.bots.baseline_games import answers, decides, does_before_roll, played
from tests.scene import (
    ANN,
    ATLANTIC,
    B_AND_O,
    BOARDWALK,
    BOB,
    BROWN,
    CONNECTICUT,
    CY,
    DARK_BLUE,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    MARVIN,
    NEW_YORK,
    NORTH_CAROLINA,
    ORANGE,
    ORIENTAL,
    PACIFIC,
    PENNSYLVANIA,
    PENNSYLVANIA_RR,
    READING,
    SHORT_LINE,
    ST_CHARLES,
    ST_JAMES,
    STATES,
    TENNESSEE,
    UTILITIES,
    VENTNOR,
    VERMONT,
    VIRGINIA,
    scene,
)

NAME = "baldrick"
ANNS = [ST_JAMES, TENNESSEE, KENTUCKY, ORIENTAL, ST_CHARLES, ATLANTIC, PACIFIC, READING]
BOBS = [NEW_YORK, INDIANA, ILLINOIS, VERMONT, STATES, VENTNOR, NORTH_CAROLINA, PENNSYLVANIA_RR]
CYS = [CONNECTICUT, VIRGINIA, MARVIN, PENNSYLVANIA, B_AND_O, SHORT_LINE]
CYS = [*CYS, *BROWN, *DARK_BLUE, *UTILITIES]


def sold(cash: dict[int, int], leave_out: int = -1) -> Game:
    """Set up a table with at most one unsold deed, where only orange and red can be swapped.

    Ann's deeds are worth $1,580, Bob's $1,660 and Cy's $2,450.
    """
    owns = {ANN: ANNS, BOB: BOBS, CY: CYS}
    kept = {
        seat: [space for space in spaces if space != leave_out] for seat, spaces in owns.items()
    }
    return scene(players=3, owns=kept, cash=cash, asks=[ANN])


def bids(bid: int, price: int, owned: list[int], cash: int = 1500) -> bool:
    """Return whether the bot raises the bid for New York Avenue to this price."""
    auction = Auction(NEW_YORK, [ANN, BOB], bid, BOB)
    game = scene(owns={ANN: owned}, cash={ANN: cash}, to_pass=True, asked=[auction])
    action = decides(NAME, game)
    assert action in (Bid(ANN, price), PassBid(ANN))
    return action == Bid(ANN, price)


# Buy everything.


@pytest.mark.parametrize(("cash", "answer"), [(400, Buy(ANN)), (399, Decline(ANN))])
def test_he_buys_with_his_last_dollar(cash: int, answer: Buy | Decline) -> None:
    game = scene(standing_on=BOARDWALK, cash={ANN: cash}, owns={ANN: [READING]})
    assert decides(NAME, game) == answer


# Bid up to the list price + $15, twice the list price for a group that lacks two deeds, or the list
# price + $1,000 (if cash allows) for a group that lacks one.


def test_he_bids_15_dollars_above_list_price() -> None:
    assert bids(214, 215, [])
    assert not bids(215, 216, [])


def test_he_bids_twice_the_list_price_when_two_deeds_short_of_a_group() -> None:
    assert bids(399, 400, [ST_JAMES])
    assert not bids(400, 401, [ST_JAMES])


def test_he_bids_1000_dollars_above_list_price_when_one_deed_short_of_a_group() -> None:
    assert bids(1199, 1200, [ST_JAMES, TENNESSEE])
    assert not bids(1200, 1201, [ST_JAMES, TENNESSEE])


def test_he_bids_no_more_than_his_cash() -> None:
    assert bids(499, 500, [ST_JAMES, TENNESSEE], cash=500)
    assert not bids(500, 501, [ST_JAMES, TENNESSEE], cash=500)


# Make no deals until all deeds are sold.

SWAP = OfferTrade(BOB, ANN, 0, 0, (NEW_YORK,), (KENTUCKY,))


def test_he_declines_every_deal_while_a_deed_is_unsold() -> None:
    assert answers(NAME, sold({}, leave_out=MARVIN), SWAP) == "DeclineTrade"
    assert answers(NAME, sold({}), SWAP) == "AcceptTrade"


def test_he_offers_no_deal_while_a_deed_is_unsold() -> None:
    assert does_before_roll(NAME, sold({}, leave_out=MARVIN)) == []


# Then propose only swaps that complete a group for both players. The cash added depends on who is
# ahead.


@pytest.mark.parametrize(
    ("cash", "gives", "gets"),
    [
        ({}, 0, 0),  # about even: $3,080 to $3,160
        ({BOB: 2000}, 0, 500),  # Bob is ahead, $3,660 to $3,080, and pays a quarter of his cash
        ({BOB: 3000}, 0, 1500),  # Bob is far ahead and pays half of his cash
        ({ANN: 2000}, 500, 0),
        ({ANN: 2400, BOB: 500}, 1200, 0),
    ],
)
def test_he_proposes_a_swap_and_the_leader_pays(
    cash: dict[int, int], gives: int, gets: int
) -> None:
    offer = OfferTrade(ANN, BOB, gives, gets, (KENTUCKY,), (NEW_YORK,))
    assert does_before_roll(NAME, sold({CY: 5000, **cash})) == [offer]


def test_he_does_not_repeat_a_swap_unless_something_has_changed() -> None:
    game = sold({})
    bot = make_bot(NAME)
    view = game.view(ANN)
    assert bot.idle(view) == OfferTrade(ANN, BOB, 0, 0, (KENTUCKY,), (NEW_YORK,))
    game.state.turn += 3
    assert bot.idle(view) is None


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        (OfferTrade(BOB, ANN, 0, 1, (NEW_YORK,), (KENTUCKY,)), "DeclineTrade"),  # not an even swap
        (OfferTrade(BOB, ANN, 9, 0, (NEW_YORK,), (KENTUCKY,)), "AcceptTrade"),
        (OfferTrade(BOB, ANN, 0, 0, (NEW_YORK,), (READING,)), "DeclineTrade"),  # only one group
        (OfferTrade(BOB, ANN, 900, 0, (), (READING,)), "DeclineTrade"),
        (OfferTrade(BOB, ANN, 0, 0, (NEW_YORK,), (KENTUCKY, READING)), "DeclineTrade"),
    ],
)
def test_he_accepts_the_swaps_he_would_propose(offer: OfferTrade, answer: str) -> None:
    assert answers(NAME, sold({}), offer) == answer


# When leading, offer to buy odd deeds for 50–150% of their price.


def odd_offers(cash: int) -> list[OfferTrade]:
    """Return the offers that Ann makes in her next forty turns; every offer is declined."""
    game = sold({ANN: cash})
    bot = make_bot(NAME)
    found: list[OfferTrade] = []
    for _ in range(40):
        action = bot.idle(game.view(ANN))
        if isinstance(action, OfferTrade):
            found.append(action)
        game.state.turn += 3
    return [offer for offer in found if not offer.terms.give_deeds]


def test_when_leading_he_makes_one_offer_for_every_odd_deed() -> None:
    offers = odd_offers(9000)
    asked = [offer.terms.get_deeds[0] for offer in offers]
    # New York completes Ann's own group, and Cy's brown, dark blue and utility groups are complete.
    assert sorted(asked) == sorted({*BOBS, *CYS} - {NEW_YORK, *BROWN, *DARK_BLUE, *UTILITIES})
    shares = [
        int(offer.terms.give_cash) * 100 // price(offer.terms.get_deeds[0]) for offer in offers
    ]
    assert 49 <= min(shares) < 80  # rounding to dollars may give slightly less than 50%
    assert 120 < max(shares) <= 150


def price(space: int) -> int:
    return int(sold({}).state.property(space).deed.price)


def test_when_not_leading_he_makes_no_offers_for_odd_deeds() -> None:
    assert odd_offers(1500) == []


# Keep $150.


@pytest.mark.parametrize(("cash", "does"), [(250, [Build(ANN, ST_JAMES)]), (249, [])])
def test_he_builds_if_at_least_150_dollars_is_left(cash: int, does: list[Build]) -> None:
    game = scene(owns={ANN: ORANGE}, cash={ANN: cash}, asks=[ANN])
    assert does_before_roll(NAME, game) == does


@pytest.mark.parametrize(("cash", "paid"), [(299, 149), (298, 0)])
def test_he_keeps_150_dollars_in_a_deal(cash: int, paid: int) -> None:
    game = sold({ANN: cash, BOB: 0})
    for space in BOBS[1:]:  # Ann is far ahead of Bob and would pay half of her cash
        game.state.set_mortgaged(game.state.property(space), True)
    offer = OfferTrade(ANN, BOB, paid, 0, (KENTUCKY,), (NEW_YORK,))
    assert does_before_roll(NAME, game) == ([offer] if paid else [])


# Pay to leave Jail only while some deeds are still unowned.


def test_he_pays_to_leave_jail_while_a_deed_is_unowned() -> None:
    assert decides(NAME, scene(jail={ANN: 1}, cash={ANN: 50})) == PayFine(ANN)


def test_he_rolls_when_he_cannot_pay() -> None:
    assert decides(NAME, scene(jail={ANN: 1}, cash={ANN: 49})) == Roll(ANN)


def test_he_prefers_a_card_to_paying() -> None:
    game = scene(jail={ANN: 1}, cards={ANN: ["chance.jail_free"]})
    assert decides(NAME, game) == UseCard(ANN, game.state.players[ANN].cards[0])


def test_he_stays_in_jail_when_all_deeds_are_sold() -> None:
    game = sold({})
    game.state.players[ANN].jail = 1
    assert decides(NAME, game) == Roll(ANN)


# Whole games


@pytest.mark.parametrize("seed", range(6))
def test_four_copies_play_without_errors(seed: int) -> None:
    played([NAME] * 4, seed)


@pytest.mark.parametrize("seed", range(4))
def test_he_plays_with_other_bots_without_errors(seed: int) -> None:
    played([NAME, "simple", "groups", "random"], seed)


def test_the_same_seed_gives_the_same_game() -> None:
    names = [NAME, NAME, "simple"]
    assert played(names, 11).digest() == played(names, 11).digest()
