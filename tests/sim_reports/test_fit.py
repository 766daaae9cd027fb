"""Fitting the trader's weights, and evaluating them on held-out games."""

from __future__ import annotations

import numpy as np
import pytest

from bench.fit import HELD_OUT, Positions, fit, worth_of


def drawn(games: int) -> Positions:
    """Return three positions from each of several two-player games, most won by the richer player."""
    chance = np.random.default_rng(5)
    rows = 3 * games
    figures = chance.normal(size=(rows, 2, 1))
    odds = 1 / (1 + np.exp(2 * (figures[:, 1, 0] - figures[:, 0, 0])))
    winners = (chance.random(rows) > odds).astype(np.int64)
    numbers = np.repeat(np.arange(games), 3)
    return Positions(figures, np.ones((rows, 2), bool), winners, numbers, 7)


def test_whole_games_are_held_out() -> None:
    fitted, held_out = drawn(100).split()
    assert set(held_out.games.tolist()) == set(range(0, 100, HELD_OUT))
    assert not set(held_out.games.tolist()) & set(fitted.games.tolist())
    assert (len(held_out.winners), len(fitted.winners)) == (60, 240)
    assert held_out.left_out == 7


def test_the_fit_recovers_the_weights_behind_the_winners() -> None:
    fitted, held_out = drawn(2000).split()
    weights = fit(fitted)
    assert weights[0] == pytest.approx(2, abs=0.15)
    report = worth_of(held_out, weights)
    assert report.startswith("1,200 positions from 400 games: log loss 0.")
    assert "(guessing: 0.693)" in report
