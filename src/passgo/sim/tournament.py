"""Every bot against every other: one of it at a table with three of the other.

Each ordered pair of bots is a pairing: the first sits alone among three of the second, in every seat in
turn, each time with the same dice, and all pairings meet the same dice. What a pairing came to is a few
counts, so a tournament is a small file that can be written at any time and gone on from.

The counts depend on the settings alone, but for one thing: where a game takes longer than a second, fewer
games are played, and how long one takes depends on the machine. The games of the shorter pairing are the
first of the longer one. What made a tournament is kept with it, so that nobody goes on with other bots.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import permutations
from pathlib import Path
from typing import Final

import msgspec

from passgo.file_lock import lock_file
from passgo.sim.executors import Executor
from passgo.sim.files import path_beside, put
from passgo.sim.plan import ROUNDS, Plan, SimulationError, plan_to_json
from passgo.sim.ratings import ENOUGH, Comparisons, Rating, places, rate
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult
from passgo.sim.runner import run
from passgo.sim.stats import IntervalEstimate, jackknife

__all__ = [
    "FAIR",
    "Pairing",
    "Tournament",
    "TournamentSettings",
    "few_dice",
    "load",
    "lock_state",
    "new_tournament",
    "ratings",
    "save",
]

SEATS: Final = 4
FAIR: Final = 1 / SEATS
"""What a bot would win that is no better than the three others."""


class TournamentSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides a tournament."""

    bots: tuple[str, ...]
    games: int = 2000
    slow_games: int = 200
    seed: int = 1
    rules: dict[str, bool | int | str] = {}
    rounds: int = ROUNDS
    slow_over: float = 1.0
    """Seconds a game from which a pairing counts as slow."""
    seconds: float | None = None
    """How long a bot that is not ours may think about a move; None for no clock."""

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise SimulationError("A tournament needs at least two bots.")
        twice = [bot for at, bot in enumerate(self.bots) if bot in self.bots[:at]]
        if twice:
            raise SimulationError(f"{twice[0]} is named twice: it cannot play against itself.")
        if self.games < 1 or self.slow_games < 1:
            raise SimulationError("A pairing has at least one game.")
        if not 0 < self.slow_over < float("inf"):
            raise SimulationError("slow_over must be more than 0 seconds.")
        self.plan(
            self.bots[0], self.bots[1], self.games
        )  # so that what cannot be played is found now

    def plan(self, bot: str, rivals: str, games: int) -> Plan:
        """Plan games of one bot against three of another: the same seed, and so the same dice, for all."""
        return Plan(
            bots=(bot, *(rivals,) * (SEATS - 1)),
            games=games,
            seed=self.seed,
            rules=self.rules,
            rounds=self.rounds,
            seconds=self.seconds,
        )


class Pairing(msgspec.Struct):
    """One bot against three of another: what their games came to so far."""

    bot: str
    rivals: str
    games: int
    """How many are to be played."""
    probed: bool = False
    """Whether it is known if these games are slow."""
    slow: bool = False
    played: int = 0
    wins: int = 0
    """Games that the one bot won alone."""
    losses: int = 0
    """Games that one of its rivals won alone."""
    shared: int = 0
    unfinished: int = 0
    seconds: float = 0.0
    """How long the games took, on one core."""
    faults: int = 0
    rival_faults: int = 0
    first_fault: str = ""
    ahead: list[int] = []
    """By dice number, how often the bot came in ahead of a rival, equal places counted one, others two."""
    won: list[int] = []
    """By dice number, how many games the bot won alone."""

    @property
    def share(self) -> IntervalEstimate:
        """How much of all games the bot won alone, with an interval over dice numbers."""
        blocks = [(won, self.games_with(dice)) for dice, won in enumerate(self.won)]
        return jackknife(
            blocks, lambda sums: sums[0] / sums[1] if sums[1] else math.nan, share=True
        )

    def games_with(self, dice: int) -> int:
        """Say how many games were played with these dice: one in every seat, but for the last ones."""
        return min(SEATS, self.played - SEATS * dice)

    @property
    def done(self) -> bool:
        """Whether every game was played."""
        return self.probed and self.played >= self.games

    def add(self, result: GameResult, seat: int) -> None:
        """Count a game in which the bot sat in this seat."""
        self.played += 1
        if result.outcome == UNFINISHED:
            self.unfinished += 1
        elif result.outcome == SHARED:
            self.shared += 1
        elif seat in result.winners:
            self.wins += 1
        else:
            self.losses += 1
        self.faults += result.faults[seat]
        self.rival_faults += sum(result.faults) - result.faults[seat]
        self.first_fault = self.first_fault or next(filter(None, result.first_fault), "")
        order = places(result.outcome, result.winners, result.worth, result.out)
        self.ahead += [0] * (result.dice + 1 - len(self.ahead))
        self.won += [0] * (result.dice + 1 - len(self.won))
        self.won[result.dice] += result.outcome == WON and seat in result.winners
        for other, place in enumerate(order):
            if other != seat:
                self.ahead[result.dice] += (order[seat] < place) + (order[seat] <= place)


class Tournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament: what it is of, and every pairing so far."""

    settings: TournamentSettings
    pairings: list[Pairing]
    origin: dict[str, str] = {}
    """What made it, as ``passgo.sim.origin`` names it."""

    @property
    def done(self) -> bool:
        """Whether every game of every pairing was played."""
        return all(pairing.done for pairing in self.pairings)

    @property
    def reproducible(self) -> bool:
        """Whether it always comes out the same: not where a clock decides."""
        return all(self.plan(pairing).reproducible for pairing in self.pairings)

    def pairing(self, bot: str, rivals: str) -> Pairing:
        """Return the pairing of one bot against three of another."""
        return next(one for one in self.pairings if (one.bot, one.rivals) == (bot, rivals))

    def plan(self, pairing: Pairing) -> Plan:
        """Return the plan of a pairing's games."""
        return self.settings.plan(pairing.bot, pairing.rivals, pairing.games)

    def play(
        self, executor: Executor, clock: Callable[[], float] = time.perf_counter
    ) -> Iterator[tuple[Pairing, int]]:
        """Play what is left, batch by batch; yield the pairing and how many games were added to it.

        A batch is counted in one step, so that the counts are whole whenever this is interrupted.
        """
        for at in range(len(self.pairings)):
            if not self.pairings[at].probed:
                self._probe(self.pairings[at], executor)
            yield self.pairings[at], 0
            plan = self.plan(self.pairings[at])
            began = clock()
            for batch in run(plan, executor, after=self.pairings[at].played):
                before = self.pairings[at]
                pairing = msgspec.structs.replace(
                    before, ahead=before.ahead.copy(), won=before.won.copy()
                )
                for result in batch:
                    pairing.add(result, plan.line_up(result.index).index(0))
                now = clock()
                pairing.seconds += (now - began) * executor.width
                began = now
                self.pairings[at] = pairing
                yield pairing, len(batch)

    def _probe(self, pairing: Pairing, executor: Executor) -> None:
        """Find out whether a pairing's games are slow, by one game in every seat or fewer.

        They are played where all games are, since a bot may end the process that it plays in.
        """
        text = plan_to_json(self.plan(pairing))
        tried, took, slow = 0, 0.0, self.settings.slow_over
        while tried < min(SEATS, pairing.games) and took <= slow * SEATS:
            batch = executor.submit(text, tried, tried + 1).result()
            if batch.error:
                raise SimulationError(batch.error)
            took += batch.seconds
            tried += 1
        pairing.slow = took > slow * tried
        if pairing.slow:
            pairing.games = min(pairing.games, self.settings.slow_games)
        pairing.probed = True


def new_tournament(
    settings: TournamentSettings, origin: Mapping[str, str] | None = None
) -> Tournament:
    """Begin a tournament with every ordered pair of its bots."""
    pairs = permutations(settings.bots, 2)
    pairings = [Pairing(bot, rival, settings.games) for bot, rival in pairs]
    return Tournament(settings, pairings, dict(origin or {}))


def few_dice(tournament: Tournament) -> bool:
    """Say whether a bot has played with so few dice numbers that its rating has no limits."""
    most: dict[str, int] = {}
    for pairing in tournament.pairings:
        for bot in (pairing.bot, pairing.rivals):
            most[bot] = max(most.get(bot, 0), len(pairing.ahead))
    return min(most.values()) < ENOUGH


def ratings(tournament: Tournament) -> list[Rating]:
    """Rate every bot over all tables, the best first."""
    bots = list(tournament.settings.bots)
    comparisons = Comparisons(bots)
    for pairing in tournament.pairings:
        bot, rivals = bots.index(pairing.bot), bots.index(pairing.rivals)
        for dice, ahead in enumerate(pairing.ahead):
            behind = pairing.games_with(dice) * (SEATS - 1) - ahead / 2
            comparisons.add(dice, bot, rivals, ahead / 2)
            comparisons.add(dice, rivals, bot, behind)
    found = rate(comparisons, tournament.settings.seed)
    return sorted(found, key=lambda rating: -rating.value)


def save(tournament: Tournament, path: Path) -> None:
    """Write a tournament to a file, whole or not at all."""
    put(path, lambda draft: draft.write_bytes(msgspec.json.encode(tournament) + b"\n"))


def load(path: Path) -> Tournament:
    """Read a tournament; SimulationError says what is wrong with it."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Tournament)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SimulationError(f"{path} holds no tournament: {error}.") from None
    pairs = [(one.bot, one.rivals) for one in found.pairings]
    if pairs != list(permutations(found.settings.bots, 2)):
        raise SimulationError(
            f"{path} holds no whole tournament: its pairings are not those of its bots."
        )
    for pairing in found.pairings:
        wrong = _find_mismatch(pairing, found.settings.games)
        if wrong:
            raise SimulationError(
                f"{path} holds no tournament that was played: of {pairing.bot} against "
                f"{pairing.rivals}, {wrong}."
            )
    return found


def _find_mismatch(pairing: Pairing, most: int) -> str:
    """Say which counts of a pairing do not fit each other; nothing when all do."""
    counts = (pairing.wins, pairing.losses, pairing.shared, pairing.unfinished)
    if min(counts) < 0 or sum(counts) != pairing.played:
        return "won, lost, shared and unfinished games do not add up to those played"
    if not pairing.played <= pairing.games <= most:
        return "more games were played than were to be"
    numbers = -(-pairing.played // SEATS)
    if len(pairing.ahead) != numbers or len(pairing.won) != numbers:
        return f"there are not {numbers} dice numbers"
    for dice in range(numbers):
        games = pairing.games_with(dice)
        if not 0 <= pairing.ahead[dice] <= 2 * (SEATS - 1) * games:
            return f"nobody can come in ahead {pairing.ahead[dice] / 2:g} times with dice {dice}"
        if not 0 <= pairing.won[dice] <= games:
            return f"nobody can win {pairing.won[dice]} of {games} games with dice {dice}"
    if sum(pairing.won) != pairing.wins:
        return "the games won by dice number do not add up to those won"
    return ""


@contextmanager
def lock_state(path: Path) -> Iterator[None]:
    """Keep every other run from writing to a file, where the system can."""
    lock = path_beside(path, ".lock")
    with lock.open("ab") as file:
        if not lock_file(file):
            raise SimulationError(f"Another run is writing to {path} already.")
        try:
            yield
        finally:
            with suppress(OSError):  # not every system lets go of an open file
                lock.unlink()
