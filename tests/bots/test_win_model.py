"""The win model: figures and win probabilities for whole positions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bench.win_model import network_as_code
from passgo import Driver, Game, Seeded
from passgo.bots.ladder import make_bot
from passgo.bots.win_model import FIGURES, TWO_ROLLS, WinModel
from passgo.bots.win_network import run_network


def played(players: int, seed: int, turns: int) -> Game:
    """Return a game after some turns."""
    game = Game(players, Seeded(seed))
    Driver(game, [make_bot("normal") for _ in range(players)]).run(turns)
    return game


@pytest.mark.parametrize("players", range(2, 9))
def test_win_probabilities_add_up_to_one_and_nobody_who_is_out_has_any(players: int) -> None:
    for turns in (0, 40, 120, 400):
        state = played(players, 3, turns).state
        if state.over:
            continue
        model = WinModel(state)
        model.load(state)
        assert sum(model.probabilities) == pytest.approx(1.0)
        for player in state.players:
            probability = model.probabilities[player.seat]
            assert (probability == 0.0) if player.out else (0.0 < probability < 1.0)


def test_every_player_has_a_figure_for_every_name() -> None:
    state = played(4, 5, 60).state
    model = WinModel(state)
    model.load(state)
    assert {len(figures) for figures in model.figures} == {len(FIGURES)}
    assert len(set(FIGURES)) == len(FIGURES)


def test_the_network_has_an_input_for_every_figure() -> None:
    assert run_network([0.0] * len(FIGURES)) != 0.0
    with pytest.raises(IndexError):
        run_network([0.0] * (len(FIGURES) - 1))
    for place in range(len(FIGURES)):
        figures = [0.0] * len(FIGURES)
        figures[place] = 5.0
        assert run_network(figures) != run_network([0.0] * len(FIGURES)), FIGURES[place]


def test_the_network_is_written_as_weighted_sums_that_are_cut_off_below_zero() -> None:
    chance = np.random.default_rng(1)
    sizes = [len(FIGURES), 5, 3, 1]
    layers = [
        (
            chance.normal(size=(after, before)).round(3).astype(np.float32),
            chance.normal(size=after).round(3).astype(np.float32),
        )
        for before, after in pairwise(sizes)
    ]
    written: dict[str, Any] = {}
    exec(network_as_code(layers), written)
    figures = chance.uniform(-1.0, 1.0, len(FIGURES))
    values = figures
    for number, (weights, biases) in enumerate(layers):
        values = weights @ values + biases
        values = values if number == len(layers) - 1 else np.maximum(values, 0.0)
    assert written["run_network"](figures.tolist()) == pytest.approx(values[0])


def test_two_rolls_have_a_total_probability_of_one() -> None:
    assert sum(TWO_ROLLS) == pytest.approx(1.0)
    assert TWO_ROLLS[14] == max(TWO_ROLLS)


def test_loading_the_same_position_again_changes_nothing() -> None:
    state = played(4, 7, 90).state
    model = WinModel(state)
    model.load(state)
    first = list(model.probabilities)
    model.load(state)
    assert model.probabilities == first
