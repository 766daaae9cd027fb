"""Estimates and intervals: known values and coverage."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from passgo.sim.stats import (
    IntervalEstimate,
    gini,
    jackknife,
    jackknife_difference,
    quantile,
    student,
    wilson,
)


def share(sums: Sequence[float]) -> float:
    """Return the first column as a share of the second."""
    return sums[0] / sums[1] if sums[1] else math.nan


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # From Newcombe (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_gives_the_published_intervals(
    successes: int, trials: int, low: float, high: float
) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_without_trials_a_share_is_unknown() -> None:
    found = wilson(0, 0)
    assert math.isnan(found.value)
    assert (found.low, found.high) == (0, 1)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (7, 2.365), (8, 2.306), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_student_matches_the_published_tables(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, abs=6e-4)


def test_an_estimate_is_clear_of_values_outside_its_interval() -> None:
    found = IntervalEstimate(0.3, 0.26, 0.34)
    assert found.clear_of(0.25)
    assert found.clear_of(0.35)
    assert not found.clear_of(0.26)


def test_for_a_mean_the_jackknife_gives_the_t_interval() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
    found = jackknife([(value, 1.0) for value in values], share)
    half = student(7) * statistics.stdev(values) / math.sqrt(8)
    assert found.value == pytest.approx(statistics.mean(values))
    assert found.low == pytest.approx(statistics.mean(values) - half)
    assert found.high == pytest.approx(statistics.mean(values) + half)


def test_for_single_trials_the_jackknife_is_close_to_wilson() -> None:
    blocks = [(1.0, 1.0)] * 81 + [(0.0, 1.0)] * 182
    found = jackknife(blocks, share, share=True)
    assert found.low == pytest.approx(0.2553, abs=0.001)
    assert found.high == pytest.approx(0.3662, abs=0.001)


def test_games_that_always_match_within_a_block_count_as_one_game() -> None:
    once = jackknife([(1.0, 1.0), (0.0, 1.0)] * 20, share, share=True)
    four_times = jackknife([(4.0, 4.0), (0.0, 4.0)] * 20, share, share=True)
    assert four_times.low == pytest.approx(once.low)
    assert four_times.high == pytest.approx(once.high)


def test_a_share_that_never_varied_is_not_certain() -> None:
    found = jackknife([(0.0, 4.0)] * 20, share, share=True)
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(0.1611, abs=5e-5)
    change = jackknife_difference([(0.0, 4.0)] * 20, [(0.0, 4.0)] * 20, share, share=True)
    assert change.value == 0
    assert change.low == pytest.approx(-0.1611, abs=5e-5)
    assert change.high == pytest.approx(0.1611, abs=5e-5)


def test_one_block_gives_no_limits() -> None:
    assert jackknife([(1.0, 2.0)], share) == IntervalEstimate(0.5, -math.inf, math.inf)
    assert jackknife([(1.0, 2.0)], share, share=True) == IntervalEstimate(0.5, 0.0, 1.0)
    assert math.isnan(jackknife([], share).value)


def test_the_effect_of_common_dice_cancels_out() -> None:
    chance = Random(5)
    luck = [chance.random() for _ in range(200)]
    first = [(value, 1.0) for value in luck]
    second = [(value + 0.01 + 0.001 * chance.random(), 1.0) for value in luck]
    paired = jackknife_difference(first, second, share)
    assert paired.clear_of(0)
    assert paired.high - paired.low < 0.001
    chance.shuffle(second)
    assert not jackknife_difference(first, second, share).clear_of(0)


def test_intervals_over_blocks_have_about_the_stated_coverage() -> None:
    chance = Random(11)
    covered = 0
    for _ in range(400):
        blocks = []
        for _ in range(40):
            lean = chance.choice((0.1, 0.5))  # the four games in a block are correlated
            blocks.append((sum(chance.random() < lean for _ in range(4)), 4.0))
        covered += not jackknife(blocks, share, share=True).clear_of(0.3)
    assert 0.92 <= covered / 400 <= 0.98


@pytest.mark.parametrize(
    ("part", "value"), [(0.0, 1), (0.25, 1), (0.5, 2), (0.75, 9), (1.0, 30), (0.7, 9)]
)
def test_quantiles_are_computed_from_counts(part: float, value: int) -> None:
    assert quantile(Counter([1, 1, 1, 2, 2, 2, 9, 9, 9, 30]), part) == value


def test_a_quantile_without_counts_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing was counted"):
        quantile({}, 0.5)


def test_gini_ranges_from_equality_to_one_owner() -> None:
    assert gini([7, 7, 7, 7]) == 0
    assert gini([0, 0, 0, 5]) == pytest.approx(0.75)
    assert gini([1, 3]) == pytest.approx(0.25)
    assert gini([0, 0]) == 0
