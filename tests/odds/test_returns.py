"""Rents and paybacks, compared with hand calculations."""

from __future__ import annotations

import math

import pytest

from passgo.engine.board import classic
from passgo.odds.chain import LEAVE, STAY, LongRun, long_run
from passgo.odds.returns import GroupReturns, Level, returns
from tests.odds.boards import one_card_board

ORANGE, RAILROADS, UTILITIES = 3, 8, 9


@pytest.fixture(scope="module")
def run() -> LongRun:
    return long_run(classic(), LEAVE)


@pytest.fixture(scope="module")
def groups(run: LongRun) -> list[GroupReturns]:
    return returns(classic(), run)


def level(found: GroupReturns, name: str) -> Level:
    return next(one for one in found.levels if one.name == name)


def test_the_orange_group_matches_a_hand_calculation(
    run: LongRun, groups: list[GroupReturns]
) -> None:
    """Check every level against the Title Deeds.

    St. James and Tennessee cost $180; their rents are $14, $70, $200, $550, $750 and $950. New York
    costs $200; its rents are $16, $80, $220, $600, $800 and $1,000. A house costs $100.
    """
    orange = groups[ORANGE]
    james, tennessee, york = (run.landings[space] * run.rolls_per_turn for space in (16, 18, 19))
    names = ["complete", "1 house", "2 houses", "3 houses", "4 houses", "hotel"]
    assert [one.name for one in orange.levels] == names
    assert [one.cost for one in orange.levels] == [560, 860, 1160, 1460, 1760, 2060]

    complete = level(orange, "complete")
    assert complete.rent == pytest.approx(28 * james + 28 * tennessee + 32 * york)
    assert complete.payback == pytest.approx(560 / complete.rent)
    assert complete.added_payback == complete.payback

    third = level(orange, "3 houses")
    assert third.rent == pytest.approx(550 * james + 550 * tennessee + 600 * york)
    assert third.added_cost == 300
    assert third.added_rent == pytest.approx(350 * james + 350 * tennessee + 380 * york)
    assert third.added_payback == pytest.approx(300 / third.added_rent)

    hotel = level(orange, "hotel")
    assert hotel.rent == pytest.approx(101.18, abs=0.005)
    assert hotel.payback == pytest.approx(2060 / 101.18, abs=0.005)


def test_a_single_deed_has_a_bare_level(run: LongRun, groups: list[GroupReturns]) -> None:
    york = groups[ORANGE].deeds[2]
    bare, complete, house = york.levels[:3]
    assert (bare.name, complete.name, house.name) == ("bare", "complete", "1 house")
    assert york.landings == pytest.approx(run.landings_per_turn[19])
    assert bare.rent == pytest.approx(16 * york.landings)
    assert bare.payback == pytest.approx(200 / bare.rent)
    assert complete.rent == pytest.approx(2 * bare.rent)
    assert (complete.added_cost, complete.added_payback) == (0, 0)
    assert house.cost == 300
    assert house.rent == pytest.approx(80 * york.landings)


def test_railroads_include_the_doubled_rent_from_cards(
    run: LongRun, groups: list[GroupReturns]
) -> None:
    reading = groups[RAILROADS].deeds[0]
    per_turn = run.rolls_per_turn
    ordinary = (run.landings[5] - run.by_nearest[5]) * per_turn
    by_card = run.by_nearest[5] * per_turn
    assert [one.rent for one in reading.levels] == pytest.approx(
        [rent * ordinary + 2 * rent * by_card for rent in (25, 50, 100, 200)]
    )
    assert by_card == pytest.approx(run.landings[36] * 2 / 16 * per_turn)


def test_figures_for_several_railroads_are_means_over_all_choices(
    groups: list[GroupReturns],
) -> None:
    railroads = groups[RAILROADS]
    two_owned = [deed.levels[1].rent for deed in railroads.deeds]
    pairs = [two_owned[a] + two_owned[b] for a in range(4) for b in range(a)]
    two = level(railroads, "2 owned")
    assert two.rent == pytest.approx(sum(pairs) / len(pairs))
    assert (two.cost, two.added_cost) == (400, 200)
    four = level(railroads, "4 owned")
    assert four.rent == pytest.approx(sum(deed.levels[3].rent for deed in railroads.deeds))


def test_utilities_include_rolls_for_landings_and_for_cards(
    run: LongRun, groups: list[GroupReturns]
) -> None:
    works = groups[UTILITIES].deeds[1]
    ordinary = (run.landings[28] - run.by_nearest[28]) * run.mean_roll[28]
    by_card = run.by_nearest[28] * 10 * 7  # ten times a new roll, whether one or both are owned
    assert [one.rent for one in works.levels] == pytest.approx(
        [(times * ordinary + by_card) * run.rolls_per_turn for times in (4, 10)]
    )
    assert run.mean_roll[28] == pytest.approx(7.07, abs=0.005)  # slightly above the mean roll


def test_staying_in_jail_reduces_every_rent() -> None:
    staying = returns(classic(), long_run(classic(), STAY))
    leaving = returns(classic(), long_run(classic(), LEAVE))
    for one, other in zip(staying, leaving, strict=True):
        assert one.levels[-1].rent < other.levels[-1].rent


def test_orange_hotels_and_third_houses_pay_back_fastest(groups: list[GroupReturns]) -> None:
    streets = groups[:8]
    assert min(streets, key=lambda one: one.levels[-1].payback).group == ORANGE
    for found in streets[1:]:
        steps = {one.name: one.added_payback for one in found.levels}
        assert min(steps, key=lambda name: steps[name]) == "3 houses"


def test_in_the_short_game_hotels_are_built_after_three_houses(run: LongRun) -> None:
    orange = returns(classic(), run, houses_before_hotel=3)[ORANGE]
    names = ["complete", "1 house", "2 houses", "3 houses", "hotel"]
    assert [one.name for one in orange.levels] == names
    assert orange.levels[-1].cost == 560 + 3 * 4 * 100


def test_a_property_that_nobody_lands_on_never_pays_back() -> None:
    board = one_card_board()
    far = returns(board, long_run(board, LEAVE))[0]
    assert far.landings == 0
    assert all(math.isinf(one.payback) for one in far.levels)
