"""Fit the weights in the trader's estimate to game results.

    python -m bench.fit [--games N] [--seed S]

Plays games between traders (with varying appetite and caution) and published baselines, records every
player's figures every few turns, and fits a conditional logit by Newton's method: a player's win probability
is exp(strength) divided by the sum of that value over all players. Each kind of baseline gets its own
constant, so that its skill is not mistaken for the value of its assets. A fifth of the games are held out to
evaluate the weights. Games without exactly one winner are left out, as are rounds past the limit and, in a
long game, all but the first few positions. Run this script with the compiled engine.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
from numpy.typing import NDArray

from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.estimate import Estimate
from passgo.bots.ladder import make_bot
from passgo.bots.trader import TraderBot
from passgo.engine.chance import Seeded
from passgo.engine.game import Game

FIGURES = (
    "wealth",
    "buildings",
    "rent",
    "rent_later",
    "rent_soon",
    "short_free",
    "parts",
    "burden",
    "cards",
)
"""The figures, in the order of ``Standing.figures``."""
OTHERS = (
    "simple",
    "standard-0",
    "gnome-v3",
    "gnome-v5",
    "hybrid",
    "baldrick",
    "gnome-sneaky",
)
SEATS = 4
MOST_ROUNDS = 250
MOST_ROWS = 12
"""Maximum number of positions taken from one game."""
HELD_OUT = 5
"""One in this many games is held out."""

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]


def seat_of(chance: random.Random) -> tuple[Bot, list[float]]:
    """Choose a trader or a baseline at random; return it with its constants for the fit."""
    constants = [0.0] * len(OTHERS)
    if chance.random() < 0.5:
        appetite = chance.choice([0.8, 1.3, 2.0, 3.0])
        return TraderBot(appetite=appetite, caution=chance.choice([0.3, 1.0, 2.0])), constants
    kind = chance.randrange(len(OTHERS))
    constants[kind] = 1.0
    return make_bot(OTHERS[kind]), constants


def positions(seed: int) -> tuple[list[list[list[float]]], list[list[bool]], int]:
    """Play a game; return some positions' figures, the remaining players, and the winner or -1."""
    chance = random.Random(seed)
    chairs = [seat_of(chance) for _ in range(SEATS)]
    game = Game(SEATS, Seeded(seed))
    state = game.state
    driver = Driver(game, [bot for bot, _ in chairs])
    sketch = Estimate(state)
    figures: list[list[list[float]]] = []
    alive: list[list[bool]] = []
    due = 3 + seed % 5
    while not state.over and state.round < MOST_ROUNDS:
        driver.advance()
        if state.turn >= due and not state.over and state.is_calm():
            due = state.turn + 12 + chance.randrange(8)
            sketch.load(state)
            sketch.weigh()
            figures.append(
                [
                    standing.figures() + constants
                    for standing, (_, constants) in zip(sketch.standings, chairs, strict=True)
                ]
            )
            alive.append([standing.alive for standing in sketch.standings])
    winner = state.winners[0] if state.over and len(state.winners) == 1 else -1
    return figures[:MOST_ROWS], alive[:MOST_ROWS], winner


class Positions:
    """Positions from many games, each with its game's number."""

    def __init__(
        self, figures: Floats, alive: Flags, winners: Numbers, games: Numbers, left_out: int
    ) -> None:
        self.figures = figures
        self.alive = alive
        self.winners = winners
        self.games = games
        self.left_out = left_out
        """The number of games without exactly one winner within the round limit."""

    def select(self, which: Flags) -> Positions:
        """Return the selected positions."""
        return Positions(
            self.figures[which],
            self.alive[which],
            self.winners[which],
            self.games[which],
            self.left_out,
        )

    def split(self) -> tuple[Positions, Positions]:
        """Return the positions to fit, and those from the held-out games."""
        held_out = self.games % HELD_OUT == 0
        return self.select(~held_out), self.select(held_out)


def collect(games: int, seed: int) -> Positions:
    """Play games and collect their positions."""
    figures: list[list[list[float]]] = []
    alive: list[list[bool]] = []
    winners: list[int] = []
    numbers: list[int] = []
    left_out = 0
    for number in range(games):
        rows, flags, winner = positions(seed + number)
        if winner < 0:
            left_out += 1
            continue
        figures += rows
        alive += flags
        winners += [winner] * len(rows)
        numbers += [number] * len(rows)
    return Positions(
        np.array(figures), np.array(alive), np.array(winners), np.array(numbers), left_out
    )


def win_probabilities(figures: Floats, alive: Flags, weights: Floats) -> Floats:
    """Return every player's win probability for these weights."""
    strength = figures @ weights + np.where(alive, 0.0, -1e9)
    strength -= strength.max(axis=1, keepdims=True)
    odds = np.exp(strength)
    share: Floats = odds / odds.sum(axis=1, keepdims=True)
    return share


def fit(found: Positions, ridge: float = 1e-3) -> Floats:
    """Find the weights that maximize the likelihood of the winners."""
    figures, alive, winners = found.figures, found.alive, found.winners
    count, _, width = figures.shape
    weights = np.zeros(width)
    rows = np.arange(count)
    for _ in range(60):
        share = win_probabilities(figures, alive, weights)
        mean = (share[:, :, None] * figures).sum(axis=1)
        slope = (figures[rows, winners] - mean).mean(axis=0) - ridge * weights
        apart = figures - mean[:, None, :]
        bend = np.einsum("np,npf,npg->fg", share, apart, apart) / count + ridge * np.eye(width)
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def worth_of(found: Positions, weights: Floats) -> str:
    """Describe how well the weights predict the winners."""
    share = win_probabilities(found.figures, found.alive, weights)
    rows = np.arange(len(found.winners))
    loss = -np.log(share[rows, found.winners]).mean()
    right = (share.argmax(axis=1) == found.winners).mean()
    blind = np.log(found.alive.sum(axis=1)).mean()
    return (
        f"{len(rows):,} positions from {len(set(found.games.tolist())):,} games: log loss {loss:.3f} "
        f"(guessing: {blind:.3f}); the favorite won in {100 * right:.1f}% of them"
    )


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6000, help="games to play (default: 6000)")
    parser.add_argument(
        "--seed", type=int, default=700_000, help="seed of the first game (default: 700000)"
    )
    arguments = parser.parse_args()
    found = collect(arguments.games, arguments.seed)
    fitted, held_out = found.split()
    weights = fit(fitted)
    print(f"held out: {worth_of(held_out, weights)}")
    print(f"fitted to: {worth_of(fitted, weights)}")
    print(f"left out: {found.left_out:,} games without exactly one winner by round {MOST_ROUNDS}")
    for name, weight in zip((*FIGURES, *OTHERS), weights, strict=True):
        print(f"{name}={weight:.3f}")


if __name__ == "__main__":
    main()
