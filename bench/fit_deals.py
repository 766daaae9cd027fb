"""Fit the weights for deals (``DEAL_WEIGHTS``) to what deals do to win probabilities.

    python -m bench.fit_deals play [--deals N] [--seed S] [--jobs N] [--out FILE]
    python -m bench.fit_deals fit [--data FILE]

``play`` collects deals from games between four `normal` bots. For each deal, it plays on to the end several
times with the deal and several times without it, with the same dice and cards and with copies of the bots.
The difference in wins is the deal's change of each player's win probability. One game in five supplies a
deal that bots made; the others supply deals that bots would not necessarily make:

- Possible deals: the game stops after 10 to 110 turns. Up to four exchanges of deeds are chosen for the
  current player, all but one of which complete a group if there are enough of these. Three fifths have a
  price near the one at which both sides gain equally, and the rest have a random price. Each deal is played
  on 4 times.
- Accepted deals: a random accepted trade of the game, and the same exchange at a price that is higher or
  lower by $30 to $200. Each is played on 24 times.

Each result is appended to the file as one JSON line, with every player's figures before and after the deal,
so you can stop with Ctrl-C and continue later with the same command. Use a compiled environment.

``fit`` finds the weights by least squares: with them, the win probabilities before and after a deal should
differ by the measured change. The two sides of a deal count in full, the other players half. A third of the
games are held out to evaluate the weights. Four weights are fixed: those of ``buildings`` and ``cards``,
which these deals do not change, and those of ``rent`` and ``short_free``, which are 0 because
``rent_soon``, ``rent_later`` and ``parts`` cover the same advantages. No advantage has a negative weight, and
``burden`` has no positive one: a weight with the wrong sign is set to 0, and the others are fitted again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bench.continuations import (
    SEATS,
    Position,
    Result,
    TradePicker,
    collect,
    make_bots,
    read_results,
)
from bench.fit import FIGURES, Flags, Floats, Numbers, win_probabilities
from passgo import Action, Driver, Game, Seeded, rule_set
from passgo.actions import AcceptTrade, DeclineTrade, OfferTrade
from passgo.bots.bargain import Bargainer, Deal, completes, offer_of
from passgo.bots.estimate import DEAL_WEIGHTS, FITTED, Estimate
from passgo.engine.state import State

BOT = "normal"
ROUNDS = 400
"""Round limit; the richest player wins a game that reaches it."""
ACCEPTED_EVERY = 5
"""One game in this many supplies accepted deals."""
TURNS = (10, 110)
"""The fewest and the most turns before possible deals are looked for."""
MOST_DEALS = 4
"""The maximum number of possible deals from one game."""
POSSIBLE_PAIRS = 4
"""How many times a possible deal is played on, with and without the deal."""
ACCEPTED_PAIRS = 24
PRICE_SHIFT = (30, 200)
"""The smallest and the largest change of an accepted deal's price."""

NAMES = (*FIGURES, "chips")
"""The figures in a results file."""
FIXED = {"buildings": 1.0, "rent": 0.0, "short_free": 0.0, "cards": 0.05}
"""The weights that are not fitted."""
DRAWBACKS = ("burden",)
"""The figures whose weights must not be positive; the others' must not be negative."""
OTHERS_COUNT = 0.5
"""How much the change of a player outside the deal counts, compared with the two sides."""
RIDGE = 3e-5
HELD_OUT = 3
"""One in this many games is held out."""


# -- playing ---------------------------------------------------------------------------------------


def figures(state: State) -> list[list[float]]:
    """Return every player's figures, in the order of ``NAMES``."""
    sketch = Estimate(state)
    sketch.weigh()
    return [[*standing.figures(), float(standing.chips)] for standing in sketch.standings]


def possible_deals(state: State, chance: random.Random) -> list[OfferTrade]:
    """Choose some possible deals of the current player, at plausible and random prices."""
    seat = int(state.seat)
    bargainer = Bargainer(Estimate(state, DEAL_WEIGHTS))
    bargainer.start(state)
    complete: list[Deal] = []
    others: list[Deal] = []
    for partner in state.clockwise_from(seat):
        for deal in bargainer.candidates(state, seat, partner, True, True):
            (complete if completes(state, deal) else others).append(deal)
    chance.shuffle(complete)
    chance.shuffle(others)
    offers: list[OfferTrade] = []
    # A few more than needed, because some are not allowed at their price.
    for deal in complete[: MOST_DEALS + 2] + others[:1]:
        set_price(bargainer, state, deal, chance)
        offer = offer_of(state, deal)
        if offer.why_not(state) is None:
            offers.append(offer)
    return offers[:MOST_DEALS]


def set_price(bargainer: Bargainer, state: State, deal: Deal, chance: random.Random) -> None:
    """Choose a price near the one at which both sides gain equally, or a random price."""
    kind = chance.random()
    if kind < 0.6:
        deal.leeway = chance.uniform(-0.05, 0.05) + (0.04 if kind < 0.3 else 0.0)
        bargainer.price(state, deal)
        return
    mine, theirs = int(state.players[deal.seat].cash), int(state.players[deal.partner].cash)
    deal.pays = int(chance.uniform(-0.95 * theirs, 0.95 * mine) * chance.random())


class Trial:
    """A deal to measure: its sides, its price and the actions that carry it out."""

    def __init__(self, maker: int, partner: int, pays: int, actions: Sequence[Action]) -> None:
        self.maker = maker
        self.partner = partner
        self.pays = pays
        self.actions = actions


def trial_of(state: State, offer: OfferTrade) -> Trial:
    """Return the trial in which an offer is made and accepted immediately."""
    pays = int(offer.terms.give_cash - offer.terms.get_cash)
    accept = AcceptTrade(offer.partner, state.last_serial + 1)
    return Trial(int(offer.seat), int(offer.partner), pays, [offer, accept])


def find_possible(seed: int) -> tuple[Position | None, list[Trial], list[Action]]:
    """Play part of a game; return the position, possible deals, and no actions without a deal."""
    chance = random.Random(seed)
    game = Game(SEATS, Seeded(seed), rules=rule_set(round_limit=ROUNDS))
    driver = Driver(game, make_bots(BOT, seed))
    driver.run(chance.randint(*TURNS))
    if game.state.over or not game.state.is_calm():
        return None, [], []
    offers = possible_deals(game.state, chance)
    return Position(driver, BOT), [trial_of(game.state, offer) for offer in offers], []


def find_accepted(seed: int) -> tuple[Position | None, list[Trial], list[Action]]:
    """Play a game; return an accepted deal, a variant at another price, and how to decline them."""
    chance = random.Random(seed)
    picker = TradePicker(Game(SEATS, Seeded(seed), rules=rule_set(round_limit=ROUNDS)), BOT, seed)
    picker.run()
    trade = picker.trade
    if trade is None:
        return None, [], []
    answer, offer, state = trade.answer, trade.offer, trade.game.state
    terms = offer.terms
    paid = int(terms.give_cash - terms.get_cash)
    trials = [Trial(int(offer.maker), int(offer.partner), paid, [answer])]
    pays = paid + chance.choice((-1, 1)) * chance.randint(*PRICE_SHIFT)
    variant = OfferTrade(
        offer.maker,
        offer.partner,
        max(pays, 0),
        max(-pays, 0),
        terms.give_deeds,
        terms.get_deeds,
    )
    if variant.why_not(state) is None:
        trials.append(trial_of(state, variant))
    return trade, trials, [DeclineTrade(answer.seat, answer.offer)]


def after(position: Position, trial: Trial) -> Game | None:
    """Return the game after a deal, or None if the deal can't be carried out."""
    game = position.game.copy(Seeded(0))
    for action in trial.actions:
        if game.why_not(action) is not None:
            return None
        game.step(action)
    return game


def play_seed(seed: int) -> list[Result]:
    """Play one game and measure its deals; return a result for each."""
    accepted = seed % ACCEPTED_EVERY == 0
    position, trials, without = find_accepted(seed) if accepted else find_possible(seed)
    games = [(trial, after(position, trial)) for trial in trials] if position else []
    deals = [(trial, game.state) for trial, game in games if game is not None]
    if position is None or not deals:
        return [{"seed": seed, "deals": 0, "deal": 0}]
    state = position.game.state
    pairs = ACCEPTED_PAIRS if accepted else POSSIBLE_PAIRS
    dice = [seed * 1_000_003 + number for number in range(pairs)]
    base = np.array([position.wins_after(without, one) for one in dice])
    results: list[Result] = []
    for number, (trial, then) in enumerate(deals, 1):
        wins = np.array([position.wins_after(trial.actions, one) for one in dice])
        changes = wins - base
        results.append(
            {
                "seed": seed,
                "deals": len(deals),
                "deal": number,
                "kind": "accepted" if accepted else "possible",
                "turn": int(state.turn),
                "maker": trial.maker,
                "partner": trial.partner,
                "pays": trial.pays,
                "pairs": pairs,
                "playing": [not player.out for player in state.players],
                "before": figures(state),
                "after": figures(then),
                "change": changes.mean(axis=0).tolist(),
                "variance": (changes.var(axis=0, ddof=1) / pairs).tolist(),
            }
        )
    return results


def ends_game(result: Result) -> bool:
    """Return whether a result is the last of its game."""
    return result["deal"] == result["deals"]


def play(deals: int, seed: int, jobs: int, path: Path) -> None:
    """Measure deals until there are enough, continuing an earlier run."""
    results = read_results(path, {"fit_deals": 1, "bot": BOT, "seed": seed}, ends_game)
    done = {result["seed"] for result in results}
    seeds: Iterator[int] = (one for one in range(seed, seed + 10 * deals) if one not in done)
    try:
        collect(play_seed, seeds, results, deals, "deals", jobs, path)
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again to continue.", file=sys.stderr)
        raise SystemExit(130) from None
    print(f"{sum(bool(result['deals']) for result in results):,} deals in {path}")


# -- fitting ---------------------------------------------------------------------------------------


class Deals:
    """Measured deals: figures before and after by seat, and the change of each win probability."""

    def __init__(
        self,
        before: Floats,
        after: Floats,
        playing: Flags,
        change: Floats,
        variance: Floats,
        sides: Numbers,
        games: Numbers,
    ) -> None:
        self.before = before
        self.after = after
        self.playing = playing
        self.change = change
        self.variance = variance
        """The squared standard error of each change."""
        self.sides = sides
        """The maker's and the partner's seat."""
        self.games = games

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.games)

    def select(self, which: Flags) -> Deals:
        """Return the selected deals."""
        return Deals(
            self.before[which],
            self.after[which],
            self.playing[which],
            self.change[which],
            self.variance[which],
            self.sides[which],
            self.games[which],
        )

    def split(self) -> tuple[Deals, Deals]:
        """Return the deals to fit, and those from the held-out games."""
        held_out = self.games % HELD_OUT == 0
        return self.select(~held_out), self.select(held_out)

    def estimated(self, weights: Floats) -> Floats:
        """Return the changes of the win probabilities by the estimate with these weights."""
        now: Floats = win_probabilities(self.after, self.playing, weights)
        return now - win_probabilities(self.before, self.playing, weights)

    def slopes(self, weights: Floats) -> Floats:
        """Return how each estimated change depends on each weight."""
        return slopes(self.after, self.playing, weights) - slopes(
            self.before, self.playing, weights
        )

    def counts(self) -> Floats:
        """Return how much each player's change counts in the fit."""
        found = np.full(self.change.shape, OTHERS_COUNT)
        np.put_along_axis(found, self.sides, 1.0, axis=1)
        return found


def slopes(values: Floats, playing: Flags, weights: Floats) -> Floats:
    """Return how each win probability depends on each weight."""
    share = win_probabilities(values, playing, weights)[:, :, None]
    found: Floats = share * (values - (share * values).sum(axis=1, keepdims=True))
    return found


def read_deals(path: Path) -> Deals:
    """Read the deals in a results file."""
    if not path.exists():
        raise SystemExit(f"{path} does not exist; create it with `python -m bench.fit_deals play`.")
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]
    found = [result for result in found if result["deals"]]
    if len({result["seed"] % HELD_OUT for result in found}) < HELD_OUT:
        raise SystemExit(f"{path} has too few deals to fit and hold some out.")
    return Deals(
        np.array([result["before"] for result in found]),
        np.array([result["after"] for result in found]),
        np.array([result["playing"] for result in found]),
        np.array([result["change"] for result in found]),
        np.array([result["variance"] for result in found]),
        np.array([[result["maker"], result["partner"]] for result in found]),
        np.array([result["seed"] for result in found]),
    )


def start_weights() -> Floats:
    """Return the weights to start from: those fitted to winners, and the fixed ones."""
    return np.array([FIXED.get(name, getattr(FITTED, name)) for name in NAMES])


def least_squares(deals: Deals, weights: Floats, free: Flags) -> Floats:
    """Fit the free weights by the Levenberg–Marquardt method."""
    counts = deals.counts()
    ridge = RIDGE * counts.size * np.eye(int(free.sum()))
    misses = (deals.change - deals.estimated(weights)) * counts
    damping = 1e-3
    for _ in range(60):
        slope = (deals.slopes(weights) * counts[:, :, None])[:, :, free].reshape(-1, len(ridge))
        bend = slope.T @ slope
        for _ in range(8):
            damped = bend + damping * np.diag(np.diag(bend)) + ridge
            step = np.zeros(len(weights))
            step[free] = np.linalg.solve(damped, slope.T @ misses.reshape(-1))
            better = (deals.change - deals.estimated(weights + step)) * counts
            if (better**2).sum() < (misses**2).sum():
                break
            damping *= 4.0
        else:
            return weights
        weights, misses, damping = weights + step, better, damping / 3.0
        if np.abs(step).max() < 1e-5:
            break
    return weights


def fit(deals: Deals) -> Floats:
    """Fit the weights; set those with the wrong sign to 0 and fit the others again."""
    signs = np.array([-1.0 if name in DRAWBACKS else 1.0 for name in NAMES])
    free = np.array([name not in FIXED for name in NAMES])
    weights = start_weights()
    while True:
        weights = least_squares(deals, weights, free)
        wrong = free & (signs * weights < 0.0)
        if not wrong.any():
            return weights
        weights[wrong] = 0.0
        free &= ~wrong


def describe(deals: Deals, weights: Floats) -> str:
    """Describe how well the weights predict the changes for the two sides of the deals.

    The residual spread is the standard deviation of the misses, in points of win probability, without
    the part that comes from playing on only a few times.
    """
    measured = np.take_along_axis(deals.change, deals.sides, axis=1)
    estimated = np.take_along_axis(deals.estimated(weights), deals.sides, axis=1)
    noise = np.take_along_axis(deals.variance, deals.sides, axis=1)
    lines = []
    for side, name in enumerate(("maker", "partner")):
        miss = measured[:, side] - estimated[:, side]
        spread = np.sqrt(max(0.0, float((miss**2).mean() - noise[:, side].mean())))
        with np.errstate(invalid="ignore"):  # a few deals may all have the same change
            match = np.corrcoef(measured[:, side], estimated[:, side])[0, 1]
        lines.append(f"{name}: correlation {match:.2f}, residual spread {100 * spread:.1f} points")
    return f"{len(deals):,} deals; " + "; ".join(lines)


def source(weights: Floats) -> str:
    """Return the weights in the form in which ``estimate.py`` defines them."""
    lines = [f"    {name}={weight:.2f}," for name, weight in zip(NAMES, weights, strict=True)]
    return "\n".join(["DEAL_WEIGHTS: Final = Weights(", *lines, "    rivalry=1.0,", ")"])


def report(deals: Deals) -> str:
    """Fit the weights and return the report."""
    fitted, held_out = deals.split()
    weights = fit(fitted)
    today = np.array([getattr(DEAL_WEIGHTS, name) for name in NAMES])
    fixed = ", ".join(f"{name}={weight:g}" for name, weight in FIXED.items())
    return "\n".join(
        [
            f"held out: {describe(held_out, weights)}",
            f"fitted to: {describe(fitted, weights)}",
            f"today's weights, held out: {describe(held_out, today)}",
            f"fixed: {fixed}, rivalry=1",
            source(weights),
        ]
    )


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="measure deals")
    playing.add_argument("--deals", type=int, default=9000, help="deals to measure (default: 9000)")
    playing.add_argument("--seed", type=int, default=0, help="seed of the first game (default: 0)")
    playing.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    playing.add_argument(
        "--out", type=Path, default=Path("deals.jsonl"), help="results file (default: deals.jsonl)"
    )
    fitting = commands.add_parser("fit", help="fit the weights to measured deals")
    fitting.add_argument(
        "--data", type=Path, default=Path("deals.jsonl"), help="results file (default: deals.jsonl)"
    )
    arguments = parser.parse_args()
    if arguments.command == "fit":
        print(report(read_deals(arguments.data)))
        return
    for option in ("deals", "jobs"):
        if getattr(arguments, option) < 1:
            parser.error(f"--{option} must be at least 1 (got {getattr(arguments, option)})")
    play(arguments.deals, arguments.seed, arguments.jobs, arguments.out)


if __name__ == "__main__":
    main()
