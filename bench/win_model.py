"""Train the win model and measure how well it predicts the winner.

    python -m bench.win_model play --games 240000 --out data        # positions from games of mixed bots
    python -m bench.win_model train --data data                     # writes src/passgo/bots/win_network.py
    python -m bench.win_model report --games 12000                  # writes docs/calibration.md

``play`` needs the compiled engine and uses all cores; it continues where it stopped. ``train`` needs PyTorch
and uses a GPU if there is one. ``report`` plays different games from ``play`` and uses them to compare the
model with the trader's estimate. Games without exactly one winner by the round limit are left out.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from bench.calibration import Sample, write_page
from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.bots.trader import TraderBot
from passgo.bots.win_model import FIGURES, WinModel
from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.engine.game import Game

ROOT: Final = Path(__file__).resolve().parent.parent
NETWORK: Final = ROOT / "src" / "passgo" / "bots" / "win_network.py"
DIGITS: Final = 5
PLAYERS: Final = {2: 15, 3: 20, 4: 35, 5: 10, 6: 10, 7: 5, 8: 5}
"""How many of 100 games have each number of players."""
OTHERS: Final = (
    *("easy", "simple", "standard", "standard-0", "gnome-v3", "gnome-sneaky"),
    *("hybrid", "baldrick", "growth", "planner"),
)
"""The bots, besides traders of all tempers, that take part in mixed games."""
MOST_SEATS: Final = 8
MOST_ROUNDS: Final = 250
MOST_ROWS: Final = 16
"""The maximum number of positions taken from one game."""
LONGEST_WAIT: Final = 6
"""The number of actions after which a position is taken, counted from the start of a turn."""
CHUNK: Final = 500
"""The number of games in one file."""
HELD_OUT: Final = 20
"""One in this many games is held out to choose the best pass."""
HIDDEN: Final = "32,16"
"""The numbers of units in the network's hidden layers."""
FIRST_REPORT_SEED: Final = 50_000_000
"""The seed of the report's first game. Games to train on have lower seeds."""

Floats = NDArray[np.float32]


def bots_for(chance: random.Random, players: int) -> list[Bot]:
    """Choose a lineup: all `normal`, traders of all tempers, or traders among other bots."""
    kind = chance.random()
    if kind < 0.25:
        return [make_bot("normal") for _ in range(players)]
    mixed = kind < 0.65
    return [bot_for(chance, mixed) for _ in range(players)]


def bot_for(chance: random.Random, mixed: bool) -> Bot:
    """Choose one bot."""
    if mixed and chance.random() < 0.6:
        return make_bot(chance.choice(OTHERS))
    return TraderBot(
        appetite=chance.choice([0.6, 0.8, 1.0, 1.0, 1.3, 2.0]),
        caution=chance.choice([0.3, 0.7, 1.0, 1.0, 2.0, 6.0]),
        jail=chance.choice(["auto", "auto", "leave", "stay"]),
    )


class SamplingDriver(Driver):
    """A driver that describes positions at random moments, also in the middle of decisions."""

    def __init__(self, game: Game, bots: list[Bot], chance: random.Random) -> None:
        super().__init__(game, bots)
        self.chance = chance
        self.model = WinModel(game.state)
        self.samples: list[Sample] = []
        self.due = chance.randrange(1, 3 * len(bots))
        """The turn of the next sample."""
        self.wait = 0
        """The number of actions to wait in that turn."""

    def play(self, action: Action) -> None:
        """Describe the position if it is time to; then carry out the action."""
        state = self.game.state
        if state.turn >= self.due:
            self.wait -= 1
            if self.wait < 0:
                players = len(state.players)
                self.due = int(state.turn) + self.chance.randrange(players, 4 * players)
                self.wait = self.chance.randrange(LONGEST_WAIT)
                self.samples.append(Sample.take(state, self.model))
        super().play(action)


def play(seed: int) -> list[Sample]:
    """Play a game; return positions from it, or none if it has no single winner."""
    chance = random.Random(seed)
    players = chance.choices(list(PLAYERS), list(PLAYERS.values()))[0]
    game = Game(players, Seeded(seed))
    state = game.state
    driver = SamplingDriver(game, bots_for(chance, players), chance)
    while not state.over and state.round < MOST_ROUNDS:
        driver.advance()
    if not state.over or len(state.winners) != 1:
        return []
    kept = chance.sample(driver.samples, min(MOST_ROWS, len(driver.samples)))
    for sample in kept:
        sample.winner = int(state.winners[0])
        sample.seed = seed
    return kept


def play_chunk(first: int, count: int) -> dict[str, Any]:
    """Play games and return their positions as arrays."""
    samples = [sample for seed in range(first, first + count) for sample in play(seed)]
    figures = np.zeros((len(samples), MOST_SEATS, len(FIGURES)), np.float32)
    for row, sample in enumerate(samples):
        for seat, values in enumerate(sample.figures):
            if values:
                figures[row, seat] = values
    alive = np.zeros((len(samples), MOST_SEATS), np.float32)
    estimates = np.zeros((len(samples), MOST_SEATS), np.float32)
    for row, sample in enumerate(samples):
        alive[row, : sample.players] = [1.0 if values else 0.0 for values in sample.figures]
        estimates[row, : sample.players] = sample.estimates
    return {
        "figures": figures.astype(np.float16),
        "alive": alive,
        "estimates": estimates,
        "winners": np.array([sample.winner for sample in samples], np.int64),
        "seeds": np.array([sample.seed for sample in samples], np.int64),
    }


def write_chunk(folder: Path, first: int, count: int) -> None:
    """Play games and write their positions to a file."""
    place = folder / f"{first:09}.npz"
    unfinished = place.with_suffix(".part.npz")
    arrays: dict[str, Any] = play_chunk(first, count)
    np.savez(unfinished, **arrays)
    unfinished.rename(place)


def play_all(folder: Path, games: int, seed: int, jobs: int | None) -> None:
    """Play all games whose files are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [
        first
        for first in range(seed, seed + games, CHUNK)
        if not (folder / f"{first:09}.npz").exists()
    ]
    with ProcessPoolExecutor(jobs) as pool:
        done = [
            pool.submit(write_chunk, folder, first, min(CHUNK, seed + games - first))
            for first in missing
        ]
        for future in tqdm(done, unit="file", disable=None):
            future.result()


def read_all(folder: Path) -> dict[str, Any]:
    """Read the positions in all files."""
    files = [np.load(path) for path in sorted(folder.glob("?????????.npz"))]
    if not files:
        raise SystemExit(f"win_model: {folder} has no positions; run `play` first.")
    return {name: np.concatenate([file[name] for file in files]) for name in files[0].files}


def rounded(values: Floats) -> list[float]:
    """Return rounded numbers."""
    return [round(float(value), DIGITS) for value in values]


def network_as_code(layers: list[tuple[Floats, Floats]]) -> str:
    """Write a network as a function in which every weight is a constant.

    Compiled, this is many times faster than loops over lists of weights.
    """
    lines = ["def run_network(figures: list[float]) -> float:"]
    lines.append(
        '    """Return the strength that the network computes from a player\'s figures."""'
    )
    inputs = [f"x{place}" for place in range(layers[0][0].shape[1])]
    lines += [f"    {name} = figures[{place}]" for place, name in enumerate(inputs)]
    for number, (weights, biases) in enumerate(layers):
        last = number == len(layers) - 1
        outputs = [f"{'abcdefgh'[number]}{unit}" for unit in range(len(biases))]
        for name, row, bias in zip(outputs, weights, rounded(biases), strict=True):
            total = " + ".join(
                [repr(bias)]
                + [f"{weight!r} * {one}" for weight, one in zip(rounded(row), inputs, strict=True)]
            )
            if last:
                lines.append(f"    return {total}")
            else:
                lines += [f"    {name} = {total}", f"    {name} = {name} if {name} > 0.0 else 0.0"]
        inputs = outputs
    return "\n".join(lines) + "\n"


def write_network(layers: list[tuple[Floats, Floats]], place: Path = NETWORK) -> None:
    """Write the network as a Python module."""
    head = (
        '"""The win model\'s network, written by ``python -m bench.win_model train``."""\n\n'
        "# ruff: noqa: E501, PLR0914, PLR0915 (the file is written by a script)\n"
        "from __future__ import annotations\n\n\n# fmt: off\n"
    )
    place.write_text(head + network_as_code(layers), encoding="utf-8")


def train(folder: Path, place: Path, hidden: list[int], passes: int, seed: int) -> None:
    """Fit the network to the positions; keep the pass that predicts the held-out games best."""
    torch: Any = importlib.import_module("torch")  # not a dependency, not even of the tests
    nn = torch.nn
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = read_all(folder)
    figures = torch.tensor(data["figures"], device=device)
    alive = torch.tensor(data["alive"], device=device) > 0
    winners = torch.tensor(data["winners"], device=device)
    held = torch.tensor(data["seeds"] % HELD_OUT == 0, device=device)
    seen = figures[alive].float()
    mean, spread = seen.mean(0), seen.std(0) + 1e-3
    sizes = [len(FIGURES), *hidden, 1]
    parts: list[Any] = []
    for before, after in itertools.pairwise(sizes):
        parts += [nn.Linear(before, after), nn.ReLU()]
    net = nn.Sequential(*parts[:-1]).to(device)
    fitted, kept = torch.where(~held)[0], torch.where(held)[0]
    batch = 8192
    steps = passes * (len(fitted) // batch + 1)
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps)

    def loss_of(rows: Any) -> Any:
        strength = net((figures[rows].float() - mean) / spread).squeeze(-1)
        strength = strength.masked_fill(~alive[rows], -1e9)
        return nn.functional.cross_entropy(strength, winners[rows])

    def held_out_loss() -> float:
        with torch.no_grad():
            losses = [float(loss_of(rows)) * len(rows) for rows in kept.split(65536)]
        return sum(losses) / len(kept)

    best, state = 1e9, {}
    for number in range(passes):
        order = fitted[torch.randperm(len(fitted), device=device)]
        for rows in order.split(batch):
            optimizer.zero_grad()
            loss_of(rows).backward()
            optimizer.step()
            schedule.step()
        loss = held_out_loss()
        if loss < best:
            best, state = loss, {key: value.clone() for key, value in net.state_dict().items()}
        print(f"pass {number + 1}: {loss / np.log(2):.4f} bits on held-out games", flush=True)
    estimates = torch.tensor(data["estimates"], device=device)[kept, winners[kept]]
    print(f"the trader's estimate: {float(-estimates.log2().mean()):.4f} bits")
    net.load_state_dict(state)
    layers = []
    for number, part in enumerate(part for part in net if isinstance(part, nn.Linear)):
        weights, biases = part.weight.detach(), part.bias.detach()
        if number == 0:  # take in the figures as they are
            biases = biases - weights @ (mean / spread)
            weights = weights / spread
        layers.append((weights.cpu().numpy(), biases.cpu().numpy()))
    write_network(layers, place)


def samples_for_report(games: int, jobs: int | None) -> Iterator[Sample]:
    """Play the report's games."""
    seeds = range(FIRST_REPORT_SEED, FIRST_REPORT_SEED + games)
    with ProcessPoolExecutor(jobs) as pool:
        for samples in tqdm(pool.map(play, seeds, chunksize=50), total=games, disable=None):
            yield from samples


def main(words: list[str] | None = None) -> int:
    """Run a subcommand."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.win_model",
        description="Train the win model and measure how well it predicts the winner.",
    )
    parser.add_argument("what", choices=("play", "train", "report"), help="what to do")
    parser.add_argument("--games", type=int, default=20_000, help="games to play (default: 20000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    parser.add_argument("--jobs", type=int, help="processes (default: one per core)")
    parser.add_argument(
        "--out",
        "--data",
        dest="data",
        type=Path,
        default=ROOT / ".passgo" / "win_model",
        help="folder of the positions (default: .passgo/win_model)",
    )
    parser.add_argument("--passes", type=int, default=20, help="passes over the data (default: 20)")
    parser.add_argument(
        "--network", type=Path, default=NETWORK, help="file to write the network to"
    )
    parser.add_argument(
        "--hidden", default=HIDDEN, help=f"units in the hidden layers (default: {HIDDEN})"
    )
    args = parser.parse_args(words)
    if args.what == "play":
        play_all(args.data, args.games, args.seed, args.jobs)
    elif args.what == "train":
        hidden = [int(word) for word in args.hidden.split(",")]
        train(args.data, args.network, hidden, args.passes, args.seed)
    else:
        write_page(list(samples_for_report(args.games, args.jobs)), args.games)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
