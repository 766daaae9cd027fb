"""The win model: figures and win probabilities for whole positions."""

from __future__ import annotations

import random

import pytest

from passgo import Driver, Game, Seeded
from passgo.bots.ladder import make_bot
from passgo.bots.win_model import FIGURES, TWO_ROLLS, WinModel, run_network
from passgo.bots.win_weights import BIASES, WEIGHTS


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
    assert {len(row) for row in WEIGHTS[0]} == {len(FIGURES)}
    for layer, biases in zip(WEIGHTS, BIASES, strict=True):
        assert len(layer) == len(biases)
    assert len(WEIGHTS[-1]) == 1


def test_the_network_computes_weighted_sums_and_cuts_off_negative_ones() -> None:
    chance = random.Random(1)
    figures = [chance.uniform(-1.0, 1.0) for _ in FIGURES]
    values = figures
    for number, (rows, biases) in enumerate(zip(WEIGHTS, BIASES, strict=True)):
        sums = [
            bias + sum(weight * value for weight, value in zip(row, values, strict=True))
            for row, bias in zip(rows, biases, strict=True)
        ]
        values = sums if number == len(WEIGHTS) - 1 else [max(0.0, one) for one in sums]
    assert run_network(figures) == pytest.approx(values[0])


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
