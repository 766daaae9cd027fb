"""Fitting the weights for deals: deals are measured reproducibly, and known weights are found again."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from bench import fit_deals
from bench.continuations import SEATS
from bench.fit import Floats, win_probabilities
from passgo.bots.estimate import DEAL_WEIGHTS, Weights

WANTED = np.array([getattr(DEAL_WEIGHTS, name) for name in fit_deals.NAMES])


def made_up(count: int, weights: Floats, noise: float = 0.0) -> fit_deals.Deals:
    """Return deals whose changes follow from these weights."""
    chance = np.random.default_rng(1)
    shape = (count, SEATS, len(fit_deals.NAMES))
    before = chance.uniform(0.0, 1.0, shape)
    after = before + chance.uniform(-0.5, 0.5, shape)
    playing = np.ones(shape[:2], dtype=bool)
    change = win_probabilities(after, playing, weights) - win_probabilities(
        before, playing, weights
    )
    change += chance.normal(0.0, noise, change.shape)
    sides = np.tile([0, 1], (count, 1))
    variance = np.full(shape[:2], noise**2)
    return fit_deals.Deals(before, after, playing, change, variance, sides, np.arange(count))


def test_every_figure_has_a_weight() -> None:
    assert {*fit_deals.NAMES, "rivalry"} == set(vars_of(DEAL_WEIGHTS))
    assert set(fit_deals.FIXED) < set(fit_deals.NAMES)


def vars_of(weights: Weights) -> list[str]:
    """Return the names of all weights."""
    return [name for name in dir(weights) if isinstance(getattr(weights, name), float)]


def test_the_weights_behind_exact_changes_are_found() -> None:
    assert fit_deals.fit(made_up(400, WANTED)) == pytest.approx(WANTED, abs=0.02)


def test_no_advantage_gets_a_negative_weight() -> None:
    wanted = WANTED.copy()
    wanted[fit_deals.NAMES.index("parts")] = -0.5
    wanted[fit_deals.NAMES.index("burden")] = 0.5
    found = dict(zip(fit_deals.NAMES, fit_deals.fit(made_up(400, wanted)), strict=True))
    assert found["parts"] == 0.0
    assert found["burden"] == 0.0
    assert found["wealth"] > 0.0
    assert {name: found[name] for name in fit_deals.FIXED} == fit_deals.FIXED


def test_the_slopes_match_small_differences() -> None:
    deals = made_up(5, WANTED)
    step = np.zeros(len(WANTED))
    step[0] = 1e-6
    slope = (deals.estimated(WANTED + step) - deals.estimated(WANTED - step)) / 2e-6
    assert deals.slopes(WANTED)[:, :, 0] == pytest.approx(slope, abs=1e-6)


def test_the_residual_spread_leaves_out_the_noise() -> None:
    deals = made_up(3000, WANTED, noise=0.1)
    text = fit_deals.describe(deals, WANTED)
    spreads = [float(part.split()[0]) for part in text.split("residual spread ")[1:]]
    assert len(spreads) == 2
    assert max(spreads) < 3.0
    assert text.startswith("3,000 deals; maker: correlation ")


def test_the_report_prints_the_weights_as_in_the_source() -> None:
    text = fit_deals.report(made_up(300, WANTED))
    assert text.startswith("held out: 100 deals")
    code = text[text.index("Weights(") :]
    weights: Weights = eval(code, {"Weights": Weights})
    assert float(weights.chips) == pytest.approx(0.3, abs=0.02)
    assert float(weights.rivalry) == 1.0


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Run the script with short games."""
    monkeypatch.setattr(fit_deals, "ROUNDS", 30)
    monkeypatch.setattr(fit_deals, "POSSIBLE_PAIRS", 2)
    monkeypatch.setattr(fit_deals, "ACCEPTED_PAIRS", 2)
    monkeypatch.setattr(sys, "argv", ["fit_deals", *words])
    fit_deals.main()


def test_deals_are_measured_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, resumed = tmp_path / "whole.jsonl", tmp_path / "resumed.jsonl"
    run(monkeypatch, "play", "--deals", "10", "--out", str(whole))
    lines = whole.read_text("utf-8").splitlines()
    results = [json.loads(line) for line in lines[1:]]
    found = [result for result in results if result["deals"]]
    assert len(found) >= 10
    for result in found:
        assert sum(result["change"]) == pytest.approx(0.0, abs=1e-9)
        assert len(result["before"][0]) == len(result["after"][0]) == len(fit_deals.NAMES)
    several = next(place for place, one in enumerate(results) if one["deal"] == 2)
    torn = "\n".join([*lines[: several + 1], lines[several + 1][:20]])  # stopped within a game
    resumed.write_text(torn, "utf-8")
    run(monkeypatch, "play", "--deals", "10", "--out", str(resumed))
    assert resumed.read_text("utf-8") == whole.read_text("utf-8")
    run(monkeypatch, "fit", "--data", str(whole))
    assert "DEAL_WEIGHTS: Final = Weights(" in capsys.readouterr().out


def test_accepted_deals_are_measured_too() -> None:
    for seed in range(0, 100, fit_deals.ACCEPTED_EVERY):
        position, trials, without = fit_deals.find_accepted(seed)
        if position is not None:
            assert fit_deals.after(position, trials[0]) is not None
            assert len(without) == 1
            return
    raise AssertionError("no accepted deal in 20 games")
