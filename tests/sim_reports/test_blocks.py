"""Shares over blocks of games with the same dice match the jackknife estimates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from random import Random

import pytest

from passgo.engine.board import classic
from passgo.sim.blocks import BlockShare
from passgo.sim.plan import make_plan
from passgo.sim.results import UNFINISHED, WON
from passgo.sim.stats import IntervalEstimate, jackknife, wilson
from passgo.sim.summary import Summary
from passgo.sim.text_report import summary_lines
from tests.sim_reports.games import BOLD, result


def counted(blocks: Sequence[Sequence[bool]], start: int = 0) -> BlockShare:
    tally = BlockShare()
    for dice, block in enumerate(blocks, start):
        for hit in block:
            tally.add(dice, hit)
    return tally


def drawn(seed: int, count: int, size: int = 4) -> list[list[bool]]:
    """Return blocks of correlated games, of which 30% are hits in the long run."""
    chance = Random(seed)
    blocks = []
    for _ in range(count):
        lean = chance.choice((0.0, 0.6))
        blocks.append([chance.random() < lean for _ in range(size)])
    return blocks


@pytest.mark.parametrize("count", [2, 3, 10, 200])
def test_the_estimate_equals_the_jackknife_estimate(count: int) -> None:
    blocks = drawn(count, count)
    expected = jackknife(
        [(sum(block), len(block)) for block in blocks], lambda sums: sums[0] / sums[1], share=True
    )
    found = counted(blocks).estimate()
    assert found.value == pytest.approx(expected.value)
    assert found.low == pytest.approx(expected.low)
    assert found.high == pytest.approx(expected.high)


def test_an_incomplete_last_block_hardly_matters() -> None:
    blocks = [*drawn(1, 200), [True]]
    expected = jackknife(
        [(sum(block), len(block)) for block in blocks], lambda sums: sums[0] / sums[1], share=True
    )
    found = counted(blocks).estimate()
    assert found.value == pytest.approx(expected.value)
    assert found.low == pytest.approx(expected.low, abs=1e-3)
    assert found.high == pytest.approx(expected.high, abs=1e-3)


def test_games_that_always_match_within_a_block_count_as_one_game() -> None:
    once = counted([[True], [False], [False]] * 20).estimate()
    four_times = counted([[True] * 4, [False] * 4, [False] * 4] * 20).estimate()
    assert four_times.low == pytest.approx(once.low)
    assert four_times.high == pytest.approx(once.high)
    independent = wilson(80, 240)
    assert four_times.high - four_times.low > 1.8 * (independent.high - independent.low)


def test_intervals_have_about_the_stated_coverage() -> None:
    covered = sum(not counted(drawn(seed, 40)).estimate().clear_of(0.3) for seed in range(300))
    assert 0.92 <= covered / 300 <= 0.98


def test_one_block_gives_the_full_interval_and_no_blocks_give_an_unknown_share() -> None:
    assert counted([[True, False]]).estimate() == IntervalEstimate(0.5, 0.0, 1.0)
    assert math.isnan(BlockShare().estimate().value)


def test_a_share_without_variation_is_not_certain() -> None:
    found = counted([[False] * 4] * 20).estimate()
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(0.1611, abs=5e-5)
    always = counted([[True, False]] * 20).estimate()
    assert (always.low, always.high) == (wilson(10, 20).low, wilson(10, 20).high)


@pytest.mark.parametrize("cut", range(0, 21, 3))
def test_two_counts_can_be_merged_even_within_a_block(cut: int) -> None:
    games = [(at // 4, hit) for at, hit in enumerate(chain(*drawn(3, 5)))]
    first, second, whole = BlockShare(), BlockShare(), BlockShare()
    for at, (dice, hit) in enumerate(games):
        whole.add(dice, hit)
        (first if at < cut else second).add(dice, hit)
    first.merge(second)
    assert first.estimate() == whole.estimate()


def test_a_summary_groups_games_with_the_same_dice() -> None:
    """In these games, the dice alone decide which seat wins, if any."""
    plan = make_plan(["simple", BOLD], games=80)
    summary = Summary(plan, classic())
    for index in range(80):
        seat = plan.dice_of(index) % 3
        bots = [plan.bots[number] for number in plan.line_up(index)]
        outcome, winners = (UNFINISHED, []) if seat == 2 else (WON, [seat])
        summary.add([result(index, outcome, winners, dice=plan.dice_of(index), bots=bots)])
    data = summary.to_data()
    seats, outcomes, bots_found = data["seats"], data["outcomes"], data["bots"]
    assert isinstance(seats, list)
    assert isinstance(outcomes, dict)
    assert isinstance(bots_found, list)
    apart = wilson(28, 80)
    assert seats[0]["wins"] == 28
    assert seats[0]["high"] - seats[0]["low"] > 1.35 * (apart.high - apart.low)
    unfinished = outcomes[UNFINISHED]
    assert unfinished["share"] == pytest.approx(26 / 80)
    assert unfinished["high"] - unfinished["low"] > 1.35 * (apart.high - apart.low)
    # In every block that has winners, each bot wins one game, so the results vary less than those
    # of independent games would.
    assert bots_found[0]["high"] - bots_found[0]["low"] < 0.9 * (apart.high - apart.low)
    assert any("the same dice" in line for line in summary_lines(summary))
