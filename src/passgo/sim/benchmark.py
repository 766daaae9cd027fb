"""The frozen benchmark: one score for a bot, which anyone can reproduce and compare.

One copy of the bot plays against three copies of each opponent, with fixed dice and rules. The score
is the mean share of games that it wins. The opponents are published policies whose play never
changes; a test compares their games with recorded ones. Anything that would change a score requires
a new `VERSION`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from passgo.sim.executors import Executor
from passgo.sim.files import put
from passgo.sim.forfeits import Forfeits, merge_forfeits
from passgo.sim.origin import origin
from passgo.sim.pairings import Pairing, play_pairing
from passgo.sim.plan import Plan, SimulationError, bot_texts, make_plan
from passgo.sim.stats import IntervalEstimate, jackknife

__all__ = [
    "OPPONENTS",
    "VERSION",
    "Benchmark",
    "load_benchmark",
    "new_benchmark",
    "save_benchmark",
]

VERSION: Final = 1
OPPONENTS: Final = ("hybrid", "groups", "baldrick", "growth", "planner")
GAMES: Final = 1000
"""The number of games against each opponent."""
QUICK_GAMES: Final = GAMES // 10
PLAYERS: Final = 4
SEED: Final = 1
ROUNDS: Final = 500
"""The number of rounds after which a game is unfinished, and therefore not won."""


class Benchmark(msgspec.Struct, forbid_unknown_fields=True):
    """A benchmark of one bot: its results so far."""

    bot: str
    pairings: list[Pairing]
    quick: bool = False
    """Whether only a tenth of the games are played."""
    seconds: float | None = None
    """The time limit per move; None for no limit."""
    version: int = VERSION
    origin: dict[str, str] = {}
    """The version and source code used to play it, from ``passgo.sim.origin``."""

    @property
    def name(self) -> str:
        """The name to publish along with the score."""
        return f"PassGo benchmark {self.version}" + (" (quick)" if self.quick else "")

    @property
    def done(self) -> bool:
        """Whether all games have been played."""
        return all(pairing.done for pairing in self.pairings)

    @property
    def reproducible(self) -> bool:
        """Whether the score is reproducible, which is the case unless the bot has a time limit."""
        return all(self.plan(pairing).reproducible for pairing in self.pairings)

    @property
    def score(self) -> IntervalEstimate:
        """The mean share of games won, with its 95% interval over dice numbers.

        All pairings have the same dice and the same number of games.
        """
        most = max((len(pairing.won) for pairing in self.pairings), default=0)
        blocks = [
            (
                sum(one.won[dice] for one in self.pairings if dice < len(one.won)),
                sum(one.games_with(dice) for one in self.pairings if dice < len(one.won)),
            )
            for dice in range(most)
        ]
        return jackknife(
            blocks, lambda sums: sums[0] / sums[1] if sums[1] else math.nan, share=True
        )

    def forfeits(self) -> dict[str, Forfeits]:
        """Return the moves that the bot and its opponents forfeited."""
        found = {self.bot: merge_forfeits(one.by_bot()[self.bot] for one in self.pairings)}
        return found | {one.rivals: one.by_bot()[one.rivals] for one in self.pairings}

    def plan(self, pairing: Pairing) -> Plan:
        """Return the plan for the games against one opponent."""
        return make_plan(
            [self.bot, *[pairing.rivals] * (PLAYERS - 1)],
            games=pairing.games,
            seed=SEED,
            rules="consolidated",
            rounds=ROUNDS,
            seconds=self.seconds,
        )

    def play(
        self,
        executor: Executor,
        clock: Callable[[], float] = time.perf_counter,
        strict: bool = False,
    ) -> Iterator[tuple[Pairing, int]]:
        """Play the remaining games; after each batch, yield the pairing and the number of games added."""
        for at in range(len(self.pairings)):
            plan = self.plan(self.pairings[at])
            for games in play_pairing(self.pairings, at, plan, executor, clock, strict):
                yield self.pairings[at], games


def new_benchmark(bot: str, quick: bool = False, seconds: float | None = None) -> Benchmark:
    """Return a benchmark without any games."""
    (bot,) = bot_texts([bot])
    games = QUICK_GAMES if quick else GAMES
    pairings = [
        Pairing(bot, name_opponent(one, bot), games, probed=True, players=PLAYERS)
        for one in OPPONENTS
    ]
    return Benchmark(bot, pairings, quick, seconds, origin=origin([bot]))


def name_opponent(opponent: str, bot: str) -> str:
    """Return an opponent's name, in a form that differs from the bot's."""
    return f"{opponent}()" if opponent == bot else opponent


def save_benchmark(benchmark: Benchmark, path: Path) -> None:
    """Write a benchmark to a file, either completely or not at all."""
    put(path, lambda draft: draft.write_bytes(msgspec.json.encode(benchmark) + b"\n"))


def load_benchmark(path: Path) -> Benchmark:
    """Read a benchmark from a file; raise SimulationError if it is invalid."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Benchmark)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SimulationError(f"{path} is not a benchmark file: {error}.") from None
