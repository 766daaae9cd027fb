"""The planner policy, tested against each sentence of its description."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from passgo.bots.baselines.planner import bid_limit
from passgo.bots.baselines.valuing import is_safe, potential, reach_of, standing, value
from passgo.engine.action import Action
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.mortgage import Unmortgage
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from tests.bots.baseline_games import answers, decides, does_before_roll, played
from tests.scene import (
    ANN,
    BOARDWALK,
    BOB,
    CY,
    DARK_BLUE,
    GO_TO_JAIL,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    NEW_YORK,
    ORANGE,
    PACIFIC,
    PARK_PLACE,
    RAILROADS,
    READING,
    ST_JAMES,
    TENNESSEE,
    scene,
)

NAME = "planner"
OLD_ORANGE = [ST_JAMES, TENNESSEE, KENTUCKY]
OLD_RED = [NEW_YORK, INDIANA, ILLINOIS]


# Value = deeds at list price + buildings at cost + expected rent over the next five turns (exact
# two-dice enumeration) + rent over five laps + group potential.


def stops(ahead: int) -> float:
    """Return how often a token stops this many spaces ahead in five rolls on a 40-space board."""
    pairs = [sum(pair) for pair in product(range(1, 7), repeat=2)]
    found = 0.0
    ways = Counter({0: 1})
    for roll in range(1, 6):
        further: Counter[int] = Counter()
        for start, count in ways.items():
            for pair in pairs:
                further[start + pair] += count
        ways = further
        found += sum(ways[end] for end in range(ahead, 61, 40)) / 36**roll
    return found


def test_the_two_dice_are_enumerated() -> None:
    reach = reach_of(40)
    assert [reach.next[ahead] for ahead in range(1, 14)] == pytest.approx(
        [0, *(ways / 36 for ways in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)), 0]
    )
    assert reach.soon == pytest.approx([stops(ahead) for ahead in range(40)])


def test_deeds_count_at_list_price_plus_rents_over_five_turns_and_five_laps() -> None:
    game = scene(players=3, owns={ANN: [READING]}, at={BOB: 0, CY: 3})
    soon = stops(5) + stops(2)
    laps = 2 * 5 / 7
    assert value(game.state, ANN) == pytest.approx(200 + 25 * soon + 25 * laps)


def test_the_mortgage_is_subtracted_from_a_mortgaged_deeds_value() -> None:
    game = scene(owns={ANN: [READING]}, mortgaged=[READING])
    assert value(game.state, ANN) == 100


def test_buildings_count_at_cost() -> None:
    # With hotels, nothing is left to plan. Each orange hotel counts as five houses at $100, and the
    # deeds cost $560.
    game = scene(owns={ANN: ORANGE}, houses=dict.fromkeys(ORANGE, 5), at={BOB: GO_TO_JAIL})
    soon = reach_of(40).soon
    rents = {ST_JAMES: 950, TENNESSEE: 950, NEW_YORK: 1000}
    visits = sum(rent * (soon[space + 10] + 5 / 7) for space, rent in rents.items())
    assert value(game.state, ANN) == pytest.approx(560 + 1500 + visits)


# Group potential is the value of the best building plan that can be paid for with cash + five
# salaries + rent, halved for each missing deed.


def plan(owned: list[int], cash: int) -> float:
    """Return the orange group's potential with one rival, on a budget of cash and five salaries."""
    game = scene(owns={ANN: owned}, cash={ANN: cash})
    return potential(game.state, ANN, game.state.board.groups[3], cash + 5 * 200.0)


def test_the_best_plan_is_within_the_budget() -> None:
    # The plan's value is (rent - $88 without houses) × 5/7 - cost. The group's rents total $2,900
    # with hotels, $2,300 with four houses each and $1,700 with three.
    assert plan(list(ORANGE), 500) == pytest.approx(2812 * 5 / 7 - 1500)
    assert plan(list(ORANGE), 499) == pytest.approx(2212 * 5 / 7 - 1200)
    assert plan(list(ORANGE), 199) == pytest.approx(1612 * 5 / 7 - 900)


def test_the_plans_value_is_halved_for_each_missing_deed() -> None:
    whole = (2900 - 44) * 5 / 7 - 1500  # without houses, the lone deeds' rents are $14, $14 and $16
    assert plan([ST_JAMES, TENNESSEE], 500) == pytest.approx(whole / 2)
    assert plan([ST_JAMES], 500) == pytest.approx(whole / 4)
    assert plan([], 500) == 0


def test_rents_are_part_of_the_budget() -> None:
    rich = {ANN: [*RAILROADS, *ORANGE]}  # $800 in rents × 5/7 = $571
    with_rents = value(scene(owns=rich, cash={ANN: 0}).state, ANN)
    without = value(scene(owns={ANN: ORANGE}, cash={ANN: 0}).state, ANN)
    trains = value(scene(owns={ANN: RAILROADS}, cash={ANN: 0}).state, ANN)
    hotels, three = 2812 * 5 / 7 - 1500, 1612 * 5 / 7 - 900
    assert with_rents - without - trains == pytest.approx(hotels - three)


# A player is safe if cash plus the next round's net rent is at least $200.


@pytest.mark.parametrize(("cash", "answer"), [(400, Buy(ANN)), (399, Decline(ANN))])
def test_it_buys_if_at_least_200_dollars_is_left(cash: int, answer: Action) -> None:
    # Nobody can reach New York Avenue in the next round.
    assert decides(NAME, scene(standing_on=NEW_YORK, cash={ANN: cash})) == answer


def test_the_next_rounds_rents_count() -> None:
    owns = {ANN: [READING, NEW_YORK], BOB: [KENTUCKY]}
    # Ann is 2 spaces before Kentucky (rent $18), and Bob is 6 spaces before Reading (rent $25):
    # 5/36 of $25 minus 1/36 of $18 is $2.97.
    game = scene(owns=owns, at={ANN: NEW_YORK, BOB: 39})
    for cash, safe in ((198, True), (197, False)):
        game.state.players[ANN].cash = cash
        assert is_safe(game.state, ANN) is safe


# To be safe, a player must also be able to raise enough cash for the worst reachable rent.


@pytest.mark.parametrize(("cash", "answer"), [(2150, Buy(ANN)), (2149, Decline(ANN))])
def test_it_buys_only_if_it_could_still_pay_the_worst_rent(cash: int, answer: Action) -> None:
    # After buying Pacific for $300, Ann must be able to pay Boardwalk's $2,000 rent from her cash
    # and Pacific's $150 mortgage.
    hotels = {PARK_PLACE: 5, BOARDWALK: 5}
    game = scene(standing_on=PACIFIC, owns={BOB: DARK_BLUE}, houses=hotels, cash={ANN: cash})
    assert decides(NAME, game) == answer


# Trade only if the bot's own gain is positive, the partner's is not negative, and both stay safe.


def gains(offer: OfferTrade, cash: dict[int, int] | None = None) -> tuple[float, float, bool, bool]:
    """Return Ann's and Bob's gains from a trade, and whether each is safe afterward."""
    game = scene(players=3, owns={ANN: OLD_ORANGE, BOB: OLD_RED}, cash=cash)
    before = [standing(game.state, seat) for seat in (ANN, BOB)]
    game.play(offer)
    game.play(AcceptTrade(offer.partner, game.state.offers[-1].number))
    after = [standing(game.state, seat) for seat in (ANN, BOB)]
    state = game.state
    return after[0] - before[0], after[1] - before[1], is_safe(state, ANN), is_safe(state, BOB)


def answered(offer: OfferTrade, cash: dict[int, int] | None = None) -> str:
    game = scene(players=3, owns={ANN: OLD_ORANGE, BOB: OLD_RED}, cash=cash)
    return answers(NAME, game, offer)


def swap(gives: int = 0, gets: int = 0) -> OfferTrade:
    """Return Bob's offer of New York for Kentucky, with cash in either direction."""
    return OfferTrade(BOB, ANN, gives, gets, (NEW_YORK,), (KENTUCKY,))


def test_it_accepts_a_trade_that_benefits_both_sides() -> None:
    mine, theirs, *both_safe = gains(swap())
    assert mine > 0 < theirs
    assert both_safe == [True, True]
    assert answered(swap()) == "AcceptTrade"


def test_it_declines_a_trade_that_does_not_benefit_it() -> None:
    mine, theirs, *both_safe = gains(swap(gets=900))
    assert mine < 0 < theirs
    assert both_safe == [True, True]
    assert answered(swap(gets=900)) == "DeclineTrade"


def test_it_declines_a_trade_that_harms_the_partner() -> None:
    mine, theirs, *both_safe = gains(swap(gives=900))
    assert theirs < 0 < mine
    assert both_safe == [True, True]
    assert answered(swap(gives=900)) == "DeclineTrade"


@pytest.mark.parametrize("poor", [ANN, BOB])
def test_it_declines_when_one_side_would_not_be_safe(poor: int) -> None:
    cash = {poor: 190}
    mine, theirs, *both_safe = gains(swap(), cash)
    assert mine > 0 < theirs
    assert both_safe == [poor != ANN, poor != BOB]
    assert answered(swap(), cash) == "DeclineTrade"


def test_it_offers_the_price_that_makes_both_gains_equal() -> None:
    mine, theirs, *_ = gains(OfferTrade(ANN, BOB, 0, 0, (KENTUCKY,), (NEW_YORK,)))
    price = int((mine - theirs) / 2)
    game = scene(players=3, owns={ANN: OLD_ORANGE, BOB: OLD_RED}, asks=[ANN])
    offer = OfferTrade(ANN, BOB, max(0, price), max(0, -price), (KENTUCKY,), (NEW_YORK,))
    assert does_before_roll(NAME, game) == [offer]


def test_it_makes_no_offer_that_would_leave_one_side_unsafe() -> None:
    owns = {ANN: OLD_ORANGE, BOB: OLD_RED}
    game = scene(players=3, owns=owns, cash={ANN: 150, BOB: 150}, asks=[ANN])
    assert does_before_roll(NAME, game) == []


# Bid up to the marginal value.


def test_it_bids_up_to_the_marginal_value() -> None:
    owns = {ANN: [ST_JAMES, TENNESSEE]}
    game = scene(owns=owns, cash={ANN: 5000})
    before = value(game.state, ANN)
    game.state.give(game.state.property(NEW_YORK), ANN)
    most = int(value(game.state, ANN) - before)
    assert most > 300  # the group is worth more than the list price
    for bid, answer in ((most - 1, Bid(ANN, most)), (most, PassBid(ANN))):
        auction = Auction(NEW_YORK, [ANN, BOB], bid, BOB)
        game = scene(owns=owns, cash={ANN: 5000}, to_pass=True, asked=[auction])
        assert decides(NAME, game) == answer


def test_it_bids_no_more_than_is_safe() -> None:
    assert bid_limit(scene(cash={ANN: 320}).state, ANN, NEW_YORK) == 120


# Not covered by the description


def test_it_builds_and_unmortgages_if_that_adds_value_and_leaves_it_safe() -> None:
    owned = [*ORANGE, READING]
    game = scene(owns={ANN: owned}, mortgaged=[READING], cash={ANN: 1810}, asks=[ANN])
    done = does_before_roll(NAME, game)
    assert len([action for action in done if isinstance(action, Build)]) == 15
    assert done[-1] == Unmortgage(ANN, READING)
    assert game.state.players[ANN].cash == 200


def test_it_builds_nothing_that_leaves_it_unsafe() -> None:
    for cash, does in ((300, [Build(ANN, NEW_YORK)]), (299, [])):
        game = scene(owns={ANN: ORANGE}, cash={ANN: cash}, asks=[ANN])
        assert does_before_roll(NAME, game) == does


# Whole games


@pytest.mark.parametrize("seed", range(4))
def test_four_copies_play_without_errors(seed: int) -> None:
    played([NAME] * 4, seed)


@pytest.mark.parametrize("seed", range(4))
def test_it_plays_with_other_bots_without_errors(seed: int) -> None:
    played([NAME, "simple", "baldrick", "random"], seed)


def test_the_same_seed_gives_the_same_game() -> None:
    names = [NAME, NAME, "simple"]
    assert played(names, 11).digest() == played(names, 11).digest()
