"""The growth policy, tested against each sentence of its description."""

from __future__ import annotations

import pytest

from passgo.bots.baselines.growth import PRICES, agrees, area_with, measure_distance, reserve_of
from passgo.bots.baselines.projection import TURNS, Side, Site, lay_out, project
from passgo.bots.ladder import make_bot
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.state import State
from passgo.odds.chain import LEAVE, long_run
from tests.bots.baseline_games import answers, decides, does_before_roll, played
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CY,
    DARK_BLUE,
    ELECTRIC,
    GREEN,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    LIGHT_BLUE,
    NEW_YORK,
    ORANGE,
    ORIENTAL,
    PACIFIC,
    PARK_PLACE,
    PINK,
    RAILROADS,
    READING,
    RED,
    ST_JAMES,
    TENNESSEE,
    UTILITIES,
    WATER_WORKS,
    YELLOW,
    scene,
)

NAME = "growth"
OLD_ORANGE = [ST_JAMES, TENNESSEE, KENTUCKY]
OLD_RED = [NEW_YORK, INDIANA, ILLINOIS]


def landings(space: int) -> float:
    """Return an opponent's average number of landings on a space per turn."""
    return long_run(scene().state.board, LEAVE).landings_per_turn[space]


# From exact landing odds, compute the earnings per opponent move for each deed and level.


def test_a_lone_deed_earns_its_rent_times_the_landing_odds() -> None:
    side = lay_out(scene(owns={ANN: [NEW_YORK]}).state)[ANN]
    assert side.rent == pytest.approx(landings(NEW_YORK) * 16)


@pytest.mark.parametrize(
    ("houses", "rents"),
    [(0, (28, 28, 32)), (1, (70, 70, 80)), (3, (550, 550, 600)), (5, (950, 950, 1000))],
)
def test_a_groups_earnings_depend_on_its_level(houses: int, rents: tuple[int, ...]) -> None:
    side = lay_out(scene(owns={ANN: ORANGE}, houses=dict.fromkeys(ORANGE, houses)).state)[ANN]
    expected = sum(landings(space) * rent for space, rent in zip(ORANGE, rents, strict=True))
    assert side.rent == pytest.approx(expected)


def test_a_mortgaged_deed_earns_nothing() -> None:
    side = lay_out(scene(owns={ANN: [NEW_YORK]}, mortgaged=[NEW_YORK]).state)[ANN]
    assert (side.rent, side.deeds, side.pledge) == (0.0, 100.0, 0.0)


def test_railroad_earnings_depend_on_the_number_owned() -> None:
    one = lay_out(scene(owns={ANN: [READING]}).state)[ANN].rent
    four = lay_out(scene(owns={ANN: RAILROADS}).state)[ANN].rent
    assert one >= landings(READING) * 25  # some cards double the rent
    assert four > 24 * one


# Project both sides of a deal 62 turns ahead, assuming an income of about $38 per turn from the
# dice.


def test_each_of_62_turns_brings_38_dollars() -> None:
    side = project(scene().state)[ANN]
    assert side.curve == [1500 + 38 * turn for turn in range(1, 63)]
    assert TURNS == 62


# The projection includes rents.


def test_rents_flow_from_everyone_to_the_owner() -> None:
    game = scene(players=3, owns={ANN: [NEW_YORK]}, cash={ANN: 0})
    rent = landings(NEW_YORK) * 16
    ann, bob, _ = project(game.state)
    assert ann.curve[0] == pytest.approx(200 + 38 + 2 * rent)
    assert bob.curve[0] == pytest.approx(1538 - rent)


def test_a_bankrupt_player_takes_no_part_in_the_projection() -> None:
    game = scene(players=3, owns={ANN: [NEW_YORK]}, cash={ANN: 0, CY: 0})
    game.state.players[CY].out = True
    ann, _, cy = project(game.state)
    assert ann.curve[0] == pytest.approx(200 + 38 + landings(NEW_YORK) * 16)
    assert cy.area == 0


# It includes greedy building by marginal return.


def test_it_builds_where_a_dollar_earns_the_most() -> None:
    (side,) = lay_out(scene(owns={ANN: [*BROWN, *ORANGE]}).state)[:1]
    brown, orange = side.sites
    side.cash = 450.0
    before = side.rent
    side.build()
    assert (brown.built, orange.built, side.cash, side.buildings) == (0, 4, 50.0, 400.0)
    assert side.rent == pytest.approx(before + sum(orange.gain(number) for number in range(4)))


def test_it_does_not_build_on_a_mortgaged_group() -> None:
    assert lay_out(scene(owns={ANN: BROWN}, mortgaged=[BALTIC]).state)[ANN].sites == []


# It includes forced sales at half price.


def sides_of(houses: int) -> tuple[Side, Site]:
    levels = dict.fromkeys(BROWN, houses)
    side = lay_out(scene(owns={ANN: BROWN}, houses=levels).state)[ANN]
    return side, side.sites[0]


def test_a_player_short_of_cash_sells_at_half_price() -> None:
    side, brown = sides_of(2)
    before = side.rent
    side.cash = -26.0
    side.sell()
    assert (brown.built, side.cash, side.buildings, side.out) == (2, 24.0, 100.0, False)
    assert side.rent == pytest.approx(before - brown.gain(3) - brown.gain(2))


@pytest.mark.parametrize(("cash", "out"), [(-60.0, False), (-61.0, True)])
def test_debts_above_half_the_value_of_the_deeds_cause_bankruptcy(cash: float, out: bool) -> None:
    side, _ = sides_of(0)
    side.cash = cash
    side.sell()
    side.count()
    assert side.out is out
    assert side.curve == [0.0 if out else 60.0]


# The score is the area under the net-worth curve.


def test_the_area_is_the_sum_of_the_curve() -> None:
    for side in project(scene(owns={ANN: ORANGE, BOB: [READING]}).state):
        assert side.area == pytest.approx(sum(side.curve))


# Accept a trade if the bot's own area grows and the partner's gain is at most 1.5 times the bot's.


@pytest.mark.parametrize(
    ("mine", "theirs", "good"),
    [
        (1.0, 1.5, True),
        (1.0, 1.6, False),
        (0.0, 0.0, False),
        (-1.0, -5.0, False),
        (1.0, -9.0, True),
    ],
)
def test_it_accepts_proportionate_gains(mine: float, theirs: float, good: bool) -> None:
    assert agrees(mine, theirs) is good


@pytest.mark.parametrize(
    ("cash", "answer"),
    [(-100, "AcceptTrade"), (0, "AcceptTrade"), (100, "DeclineTrade"), (400, "DeclineTrade")],
)
def test_it_answers_offers_by_projecting_both_sides(cash: int, answer: str) -> None:
    game = scene(players=3, owns={ANN: OLD_ORANGE, BOB: OLD_RED})
    offer = OfferTrade(BOB, ANN, max(0, -cash), max(0, cash), (NEW_YORK,), (KENTUCKY,))
    before = project(game.state)
    assert answers(NAME, game, offer) == answer
    game.play(AcceptTrade(ANN, game.state.offers[-1].number))
    after = project(game.state)
    mine, theirs = (after[seat].area - before[seat].area for seat in (ANN, BOB))
    assert (mine > 0 and theirs <= 1.5 * mine) is (answer == "AcceptTrade")


# Price a swap with the cash that brings the two curves closest together.


def test_it_offers_the_price_that_brings_the_curves_closest_together() -> None:
    game = scene(players=3, owns={ANN: OLD_ORANGE, BOB: OLD_RED}, asks=[ANN])
    offer = OfferTrade(ANN, BOB, 0, 100, (KENTUCKY,), (NEW_YORK,))
    assert does_before_roll(NAME, game) == [offer]
    distances = {cash: distance(cash) for cash in PRICES if -400 < cash < 400}
    assert min(distances, key=lambda cash: distances[cash]) == -100


def distance(cash: int) -> float:
    """Return how far apart Ann's and Bob's curves are if she swaps and pays this price."""
    game = scene(players=3, owns={ANN: OLD_ORANGE, BOB: OLD_RED})
    game.play(OfferTrade(ANN, BOB, max(0, cash), max(0, -cash), (KENTUCKY,), (NEW_YORK,)))
    game.play(AcceptTrade(BOB, game.state.offers[-1].number))
    ann, bob, _ = project(game.state)
    return measure_distance(ann.curve, bob.curve)


def test_it_makes_no_offer_that_harms_the_partner() -> None:
    game = scene(owns={ANN: [ST_JAMES, TENNESSEE], BOB: [NEW_YORK]}, asks=[ANN])
    assert does_before_roll(NAME, game) == []


def test_it_does_not_repeat_an_offer_unless_something_has_changed() -> None:
    game = scene(players=3, owns={ANN: OLD_ORANGE, BOB: OLD_RED}, asks=[ANN])
    bot = make_bot(NAME)
    offers: list[Action | None] = []
    for _ in range(6):
        offers.append(bot.idle(game.view(ANN)))
        game.state.turn += 3
    assert [offer for offer in offers if offer is not None] == offers[:1]


# In an auction, bid up to the list price + 5%.


def bid_of(bid: int, bidder: int, owns: dict[int, list[int]], space: int = NEW_YORK) -> Action:
    auction = Auction(space, [ANN, BOB, CY], bid, bidder)
    return decides(NAME, scene(players=3, owns=owns, to_pass=True, asked=[auction]))


def test_it_bids_up_to_five_percent_above_the_list_price() -> None:
    assert bid_of(209, BOB, {}) == Bid(ANN, 210)
    assert bid_of(210, BOB, {}) == PassBid(ANN)


# If a group is at stake, bid until owning the deed is worth no more than letting the main rival own
# it.


@pytest.mark.parametrize("holder", [ANN, BOB])
def test_it_bids_for_a_group_until_winning_is_no_better_than_losing(holder: int) -> None:
    owns = {holder: [ELECTRIC]}
    limit = next(
        bid for bid in range(150, 1500) if bid_of(bid, BOB, owns, WATER_WORKS) == PassBid(ANN)
    )
    state: State = scene(players=3, owns=owns).state
    # Bob is the main rival: nobody is richer, and he either completes the group or is the first of
    # the other players.
    lost = area_with(state, ANN, WATER_WORKS, BOB, 150)
    assert area_with(state, ANN, WATER_WORKS, ANN, limit - 10) > lost
    assert area_with(state, ANN, WATER_WORKS, ANN, limit + 10) < lost
    assert 300 < limit < 500


# Do not overpay to block a rival whom another player is already blocking.


def test_it_blocks_a_rival_unless_another_player_is_already_blocking_them() -> None:
    owns = {BOB: [ST_JAMES, TENNESSEE]}
    assert bid_of(300, BOB, owns) == Bid(ANN, 320)
    assert bid_of(300, CY, owns) == PassBid(ANN)
    assert bid_of(180, CY, owns) == Bid(ANN, 200)  # up to the list price + 5%, as usual


def test_completing_its_own_group_is_not_blocking() -> None:
    assert bid_of(300, CY, {ANN: [ST_JAMES, TENNESSEE]}) == Bid(ANN, 320)


# Debt is at most 30% of holdings or $600, whichever is smaller.


@pytest.mark.parametrize(
    ("owned", "cash", "answer"),
    [
        ([BALTIC, ORIENTAL, PACIFIC], 150, Mortgage(ANN, BALTIC)),  # 30% of $460 allows up to $138
        (
            [BALTIC, ORIENTAL, PACIFIC],
            119,
            Decline(ANN),
        ),  # $81 is needed, but only $30 + $50 can be raised
        ([BALTIC, ORIENTAL], 152, Decline(ANN)),  # 30% of $160 allows only $48
        ([BALTIC, ORIENTAL], 170, Mortgage(ANN, BALTIC)),
        ([BALTIC, ORIENTAL], 200, Buy(ANN)),
    ],
)
def test_it_borrows_up_to_30_percent(owned: list[int], cash: int, answer: Action) -> None:
    game = scene(standing_on=NEW_YORK, owns={ANN: owned}, cash={ANN: cash})
    assert decides(NAME, game) == answer


@pytest.mark.parametrize(("cash", "answer"), [(180, Mortgage(ANN, BALTIC)), (165, Decline(ANN))])
def test_it_borrows_up_to_600_dollars(cash: int, answer: Action) -> None:
    owned = [*RED, *YELLOW, *GREEN, BALTIC]  # 30% of $2,460 is $738
    mortgaged = [*RED[:1], *GREEN]  # these raised $110 + $460, which leaves room for $30
    game = scene(standing_on=NEW_YORK, owns={ANN: owned}, cash={ANN: cash}, mortgaged=mortgaged)
    assert decides(NAME, game) == answer


# The reserve weighs the expected cost of forced sales against the buildings forgone, and is at
# least $50.

HOTEL = {PARK_PLACE: 5, BOARDWALK: 5}


def reserve(players: int, houses: int, rivals: dict[int, int]) -> int:
    """Return Ann's reserve with these buildings on her orange deeds when Bob has dark blue."""
    levels = {**dict.fromkeys(ORANGE, houses), **rivals}
    owns = {ANN: ORANGE, BOB: DARK_BLUE}
    return reserve_of(scene(players=players, owns=owns, houses=levels).state, ANN)


def test_the_reserve_weighs_forced_sales_against_building() -> None:
    assert reserve(2, 0, HOTEL) == 2000  # the first house earns little, and there is one opponent
    assert reserve(4, 2, HOTEL) == 50  # the third house earns more, and there are three opponents
    assert reserve(4, 5, HOTEL) == 2000  # nothing is left to build


def test_the_reserve_is_at_least_50_dollars() -> None:
    for cash, does in ((150, [Build(ANN, NEW_YORK)]), (149, [])):
        game = scene(players=4, owns={ANN: ORANGE}, cash={ANN: cash}, asks=[ANN])
        assert does_before_roll(NAME, game) == does


def test_in_danger_it_keeps_its_cash() -> None:
    game = scene(owns={ANN: ORANGE, BOB: DARK_BLUE}, houses=HOTEL, cash={ANN: 2000}, asks=[ANN])
    assert does_before_roll(NAME, game) == []


# Leave Jail while some deeds are still unowned; stay once all of them are owned.


def test_it_leaves_jail_while_deeds_are_unowned() -> None:
    assert decides(NAME, scene(jail={ANN: 1}, cash={ANN: 50})) == PayFine(ANN)
    assert decides(NAME, scene(jail={ANN: 1}, cash={ANN: 49})) == Roll(ANN)
    game = scene(jail={ANN: 1}, cards={ANN: ["chest.jail_free"]})
    assert decides(NAME, game) == UseCard(ANN, game.state.players[ANN].cards[0])


def test_it_stays_in_jail_once_all_deeds_are_owned() -> None:
    owns = {
        ANN: [*BROWN, *LIGHT_BLUE, *PINK, *ORANGE],
        BOB: [*RED, *YELLOW, *GREEN, *DARK_BLUE, *RAILROADS, *UTILITIES],
    }
    game = scene(owns=owns, jail={ANN: 1}, cards={ANN: ["chest.jail_free"]})
    assert decides(NAME, game) == Roll(ANN)


# Whole games


@pytest.mark.parametrize("seed", range(4))
def test_four_copies_play_without_errors(seed: int) -> None:
    played([NAME] * 4, seed)


@pytest.mark.parametrize("seed", range(4))
def test_it_plays_with_other_bots_without_errors(seed: int) -> None:
    played([NAME, "simple", "planner", "random"], seed)


def test_the_same_seed_gives_the_same_game() -> None:
    names = [NAME, NAME, "simple"]
    assert played(names, 11).digest() == played(names, 11).digest()
