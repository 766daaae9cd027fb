"""Ratings, which give each bot one number based on games with several players.

A game ends in a ranking. The winner is first; players who share the win are tied for first. Then
come the players who were still in the game, by worth, and then those who were out, with the last to
leave ranked highest. In an unfinished game, all players still in it share first place. A tie counts
as half a win for each player.

Ratings come from a maximum-likelihood fit of the Bradley–Terry model to how different bots finished
relative to each other, pair by pair, at all tables. The fit is a consistent estimate of the
Plackett–Luce model of whole rankings. A bot that is 400 points above another finishes ahead of it
ten times as often as behind it. The choix library computes the fit, which, unlike ratings that are
updated game by game, does not depend on the order of the games. The mean of all ratings is 1500.

Pairs at one table are not independent, nor are tables with the same dice, so the model's own
standard errors would be too small. The intervals come from a bootstrap instead: dice numbers are
drawn with replacement, each with all tables that were played with it, and the interval is the
middle 95% of the fits. With few dice numbers, such an interval would be far too narrow, so none is
given. An endpoint is also missing if only the prior would determine it: if no chain of "finished
ahead of" results leads from one bot to another, the second may be better by any amount.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ENOUGH", "Comparisons", "Rating", "RatingError", "check_library", "places", "rate"]

MIDDLE: Final = 1500.0
SCALE: Final = 400.0
RESAMPLES: Final = 500
ENOUGH: Final = 10
"""The fewest dice numbers for which a rating has an interval."""

PRIOR: Final = 0.5
"""The prior: half a win for each bot in every pair, which keeps every strength finite."""


class RatingError(PassGoError):
    """Ratings that cannot be computed; the message says why."""


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating and its bootstrap interval; the mean of all ratings is 1500."""

    bot: str
    value: float
    low: float
    high: float


class Comparisons:
    """How often each bot finished ahead of every other bot, by dice number."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = list(bots)
        self.by_dice: dict[int, dict[tuple[int, int], float]] = {}

    def add(self, dice: int, ahead: int, behind: int, times: float) -> None:
        """Count how often one bot finished ahead of another with these dice."""
        counts = self.by_dice.setdefault(dice, {})
        counts[ahead, behind] = counts.get((ahead, behind), 0.0) + times


def places(
    outcome: str, winners: Sequence[int], worths: Sequence[int], out: Sequence[int]
) -> list[int]:
    """Return each seat's place, starting at 0; tied players share a place.

    ``out`` is the round in which a seat left the game, or 0 if it played to the end.
    """
    keys: list[tuple[int, int]] = []
    for seat, (worth, gone) in enumerate(zip(worths, out, strict=True)):
        if seat in winners or (outcome == "unfinished" and gone == 0):
            keys.append((2, 0))
        else:
            keys.append((1, worth) if gone == 0 else (0, gone))
    return [sum(other > key for other in keys) for key in keys]


def rate(comparisons: Comparisons, seed: int = 0, resamples: int = RESAMPLES) -> list[Rating]:
    """Rate every bot, in the order of ``comparisons.bots``; the seed is for the bootstrap."""
    check_library()
    import numpy as np

    count = len(comparisons.bots)
    numbers = sorted(comparisons.by_dice)
    if count < 2 or not numbers:
        return [Rating(bot, MIDDLE, -math.inf, math.inf) for bot in comparisons.bots]
    blocks = np.zeros((len(numbers), count, count))
    level = PRIOR * (1 - np.eye(count))
    for at, number in enumerate(numbers):
        for (ahead, behind), times in comparisons.by_dice[number].items():
            blocks[at, ahead, behind] += times
    fitted = _fit(level + blocks.sum(axis=0), None)
    chance = Random(seed)
    fits = []
    for _ in range(resamples):
        drawn = np.bincount(
            chance.choices(range(len(numbers)), k=len(numbers)), minlength=len(numbers)
        )
        fits.append(_fit(level + np.tensordot(drawn, blocks, axes=1), fitted))
    lows, highs = np.quantile(np.array(fits), [0.025, 0.975], axis=0)
    reached = _find_reachable(blocks.sum(axis=0) > 0)
    few = ((blocks.sum(axis=2) + blocks.sum(axis=1)) > 0).sum(axis=0) < ENOUGH
    lows[few | ~reached.all(axis=1)] = -np.inf
    highs[few | ~reached.all(axis=0)] = np.inf
    return [
        Rating(bot, _points(fitted[at]), _points(lows[at]), _points(highs[at]))
        for at, bot in enumerate(comparisons.bots)
    ]


def _find_reachable(ahead: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """In each bot's row, mark that bot and every bot reached by a chain of "finished ahead of" results."""
    reached = ahead.copy()
    for bot in range(len(ahead)):
        reached[bot, bot] = True
    for middle in range(len(ahead)):
        reached |= reached[:, middle, None] & reached[None, middle, :]
    return reached


def _fit(matrix: NDArray[np.float64], start: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Return each bot's strength on the natural scale, with mean 0."""
    import choix

    try:
        strengths = choix.ilsr_pairwise_dense(matrix, 0.0, start, max_iter=10_000, tol=1e-5)
    except RuntimeError as error:
        raise RatingError(f"The ratings cannot be fitted: {error}.") from error
    centered: NDArray[np.float64] = strengths - strengths.mean()
    return centered


def _points(strength: float) -> float:
    return MIDDLE + SCALE * float(strength) / math.log(10)


def check_library() -> None:
    """Raise if the libraries for ratings are not installed."""
    missing = [name for name in ("choix", "numpy") if importlib.util.find_spec(name) is None]
    if missing:
        raise RatingError(f"The ratings need {missing[0]}: {how_to_install('sim')}.")
