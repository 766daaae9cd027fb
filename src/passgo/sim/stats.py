"""Estimates of shares, means and differences, each with its interval.

All intervals are 95% intervals. A share of independent trials has a Wilson interval. Everything else
is computed over blocks: games with the same dice form a block, and only blocks are assumed to be
independent of each other. The interval is a Student's t interval over the jackknife's pseudo-values,
each of which leaves out one block. For a plain mean, this is the ordinary t interval.

An experiment's arms are played with the same dice and compared block by block, so the dice's effect
on both arms cancels out.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

__all__ = [
    "IntervalEstimate",
    "Measure",
    "gini",
    "jackknife",
    "jackknife_difference",
    "percentage",
    "quantile",
    "share_estimate",
    "student",
    "wilson",
]

Z: Final = statistics.NormalDist().inv_cdf(0.975)
"""The normal quantile for a 95% interval."""

_STUDENT: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624)
"""The quantiles of Student's t for 1 to 7 degrees of freedom, where the expansion is inaccurate."""

Measure = Callable[[Sequence[float]], float]
"""A function of the sums of counts; it returns NaN if the divisor is 0."""


class IntervalEstimate(msgspec.Struct, frozen=True):
    """An estimate with its 95% confidence interval."""

    value: float
    low: float
    high: float

    def within(self, least: float, most: float) -> IntervalEstimate:
        """Clip the estimate and its limits to a range; an unknown estimate is unchanged."""
        if not math.isfinite(self.value):
            return self
        cut = [min(most, max(least, one)) for one in (self.value, self.low, self.high)]
        return IntervalEstimate(*cut)

    def clear_of(self, value: float) -> bool:
        """Return whether the interval excludes a value."""
        return self.high < value or value < self.low


def wilson(successes: float, trials: float) -> IntervalEstimate:
    """Estimate a share of independent trials with Wilson's score interval (0 to 1 if there are no trials)."""
    if trials <= 0:
        return IntervalEstimate(math.nan, 0.0, 1.0)
    share = successes / trials
    factor = 1 + Z * Z / trials
    middle = (share + Z * Z / (2 * trials)) / factor
    half = Z * math.sqrt(share * (1 - share) / trials + (Z / (2 * trials)) ** 2) / factor
    # With no successes or only successes, the limit is exactly 0 or 1, apart from rounding errors.
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return IntervalEstimate(share, low, high)


def student(freedom: int) -> float:
    """Return the quantile of Student's t for a 95% interval, accurate to four digits."""
    if freedom < 1:
        return math.inf
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    z = Z
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def share_estimate(value: float, half: float, blocks: int) -> IntervalEstimate:
    """Estimate a share from the half-width of its interval over a number of blocks.

    This is the Wilson interval for the number of independent trials that would vary as much as the
    blocks do. If nothing varies, it is the Wilson interval for the number of blocks, since further
    blocks might vary.
    """
    trials = Z * Z * value * (1 - value) / half**2 if half > 1e-12 else float(blocks)
    limits = wilson(value * trials, trials)
    return IntervalEstimate(value, limits.low, limits.high)


def jackknife(
    blocks: Sequence[Sequence[float]],
    measure: Measure,
    share: bool = False,
    corrected: bool = False,
) -> IntervalEstimate:
    """Estimate a measure of sums over independent blocks.

    With only one block, the interval for a ``share`` is 0 to 1. A ``corrected`` estimate is the mean
    of the pseudo-values, which removes most of the bias that few blocks cause.
    """
    value, pseudo = _pseudo_values(blocks, measure)
    found = _around(value, pseudo, corrected)
    if not share or not math.isfinite(value):
        return found
    if not math.isfinite(found.high):
        return IntervalEstimate(value, 0.0, 1.0)
    return share_estimate(value, found.high - value, len(blocks))


def jackknife_difference(
    first: Sequence[Sequence[float]],
    second: Sequence[Sequence[float]],
    measure: Measure,
    share: bool = False,
    corrected: bool = False,
) -> IntervalEstimate:
    """Estimate the change in a measure from the first arm to the second, over paired blocks.

    If all blocks differ by the same amount, the interval for a ``share`` is Newcombe's hybrid of the
    two intervals, which ignores the pairing and is too wide rather than too narrow.
    """
    before, first_pseudo = _pseudo_values(first, measure)
    after, second_pseudo = _pseudo_values(second, measure)
    pseudo = [b - a for a, b in zip(first_pseudo, second_pseudo, strict=True)]
    found = _around(after - before, pseudo, corrected)
    if share and found.high - found.low < 1e-12:
        one, other = jackknife(first, measure, share), jackknife(second, measure, share)
        below = math.hypot(other.value - other.low, one.high - one.value)
        above = math.hypot(other.high - other.value, one.value - one.low)
        found = IntervalEstimate(found.value, found.value - below, found.value + above)
    if share and math.isfinite(found.value):
        return IntervalEstimate(found.value, max(-1.0, found.low), min(1.0, found.high))
    return found


def _pseudo_values(
    blocks: Sequence[Sequence[float]], measure: Measure
) -> tuple[float, list[float]]:
    """Return a measure of all blocks, and its jackknife pseudo-value for each block."""
    if not blocks:
        return math.nan, []
    count = len(blocks)
    sums = [math.fsum(column) for column in zip(*blocks, strict=True)]
    value = measure(sums)
    pseudo = []
    for block in blocks:
        without = measure([total - part for total, part in zip(sums, block, strict=True)])
        pseudo.append(count * value - (count - 1) * without)
    return value, pseudo


def _around(value: float, pseudo: Sequence[float], corrected: bool = False) -> IntervalEstimate:
    """Center the pseudo-values' interval on an estimate, or on their mean if ``corrected``."""
    if len(pseudo) < 2 or not all(math.isfinite(one) for one in pseudo):
        return IntervalEstimate(value, -math.inf, math.inf)
    if corrected:
        value = statistics.fmean(pseudo)
    half = student(len(pseudo) - 1) * statistics.stdev(pseudo) / math.sqrt(len(pseudo))
    return IntervalEstimate(value, value - half, value + half)


def percentage(share: float, digits: int = 1) -> str:
    """Format a share as a percentage, which is 0% or 100% only if the share is exactly 0 or 1."""
    smallest = 10.0**-digits
    if 0 < share < smallest / 200:
        return f"<{smallest:.{digits}f}%"
    if 1 - smallest / 200 <= share < 1:
        return f">{100 - smallest:.{digits}f}%"
    return f"{100 * share:.{digits}f}%"


def quantile(counts: Mapping[int, int], share: float) -> int:
    """Return the smallest value with at least the given share of the counts at or below it.

    Counts are exact, and memory grows only with the number of distinct values.
    """
    total = sum(counts.values())
    if total == 0:
        raise ValueError("nothing was counted")
    wanted = max(1, math.ceil(share * total - 1e-9))
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    raise AssertionError("the counts changed during the call")


def gini(values: Sequence[float]) -> float:
    """Return the Gini coefficient: 0 if all values are equal, (n - 1) / n if all but one are 0."""
    total = math.fsum(values)
    if total <= 0:
        return 0.0
    count = len(values)
    weighted = math.fsum(
        (2 * place - count - 1) * value for place, value in enumerate(sorted(values), 1)
    )
    return weighted / (count * total)
