"""Tournaments, in which each bot plays against copies of every other bot.

Each ordered pair of bots is a pairing: the first bot plays against copies of the second, three of
them in a game with four players, and takes each seat in turn. The dice are the same for every seat
and every pairing. A pairing is stored as a few counts, so a tournament is a small file that can be
saved and continued at any time.

The counts depend only on the settings, with one exception: if a pairing's games are slow, which
depends on the machine, only the first `slow_games` are played. The file includes the tournament's
origin, which prevents the tournament from being continued with changed bots.
"""

from __future__ import annotations

import copy
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
from passgo.sim.forfeits import Forfeits
from passgo.sim.games import Task
from passgo.sim.plan import ROUNDS, Plan, SimulationError, plan_to_json
from passgo.sim.ratings import ENOUGH, Comparisons, Rating, places, rate
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult
from passgo.sim.runner import run
from passgo.sim.stats import IntervalEstimate, jackknife

__all__ = [
    "PLAYERS",
    "Pairing",
    "Tournament",
    "TournamentSettings",
    "check_players",
    "few_dice",
    "load",
    "lock_state",
    "new_tournament",
    "play_pairing",
    "ratings",
    "save",
]

PLAYERS: Final = 4
"""The default number of players in a game."""


def check_players(players: int) -> None:
    """Raise SimulationError for a number of players that a game cannot have."""
    if not 2 <= players <= 8:
        raise SimulationError(f"players must be from 2 to 8 (got {players:,})")


class TournamentSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings for a tournament."""

    bots: tuple[str, ...]
    games: int = 2000
    slow_games: int = 200
    seed: int = 1
    rules: dict[str, bool | int | str] = {}
    rounds: int = ROUNDS
    slow_over: float = 1.0
    """The number of seconds per game above which a pairing counts as slow."""
    seconds: float | None = None
    """The time limit per move for bots that are not built in; None for no limit."""
    players: int = PLAYERS
    """The number of players in a game: one bot, and copies of another."""

    def __post_init__(self) -> None:
        check_players(self.players)
        if len(self.bots) < 2:
            raise SimulationError("A tournament needs at least two bots.")
        twice = [bot for at, bot in enumerate(self.bots) if bot in self.bots[:at]]
        if twice:
            raise SimulationError(f"The bot {twice[0]} is named twice: remove one of them.")
        if self.games < 1 or self.slow_games < 1:
            raise SimulationError("games and slow_games must be at least 1.")
        if not 0 < self.slow_over < float("inf"):
            raise SimulationError(f"slow_over must be more than 0 seconds (got {self.slow_over:g})")
        self.plan(self.bots[0], self.bots[1], self.games)  # raises now if a setting is wrong

    def plan(self, bot: str, rivals: str, games: int) -> Plan:
        """Plan one bot's games against copies of another; all plans use the same dice."""
        return Plan(
            bots=(bot, *(rivals,) * (self.players - 1)),
            games=games,
            seed=self.seed,
            rules=self.rules,
            rounds=self.rounds,
            seconds=self.seconds,
        )


class Pairing(msgspec.Struct):
    """The counts so far for one bot's games against copies of another."""

    bot: str
    rivals: str
    games: int
    """The number of games to play."""
    probed: bool = False
    """Whether the speed of the pairing's games has been measured."""
    slow: bool = False
    played: int = 0
    wins: int = 0
    """Games that the bot won outright."""
    losses: int = 0
    """Games that one of its rivals won outright."""
    shared: int = 0
    unfinished: int = 0
    seconds: float = 0.0
    """The total duration of the games on one core."""
    forfeits: Forfeits = msgspec.field(default_factory=Forfeits)
    rival_forfeits: Forfeits = msgspec.field(default_factory=Forfeits)
    ahead: list[int] = []
    """By dice number: 2 for each rival that the bot finished ahead of, 1 for each tie."""
    won: list[int] = []
    """By dice number: the number of games that the bot won outright."""
    players: int = PLAYERS
    """The number of players in a game."""

    @property
    def fair(self) -> float:
        """The share of games that a bot as strong as its rivals would win."""
        return 1 / self.players

    @property
    def share(self) -> IntervalEstimate:
        """The share of all games that the bot won outright.

        Its confidence interval is computed over dice numbers.
        """
        blocks = [(won, self.games_with(dice)) for dice, won in enumerate(self.won)]
        return jackknife(
            blocks, lambda sums: sums[0] / sums[1] if sums[1] else math.nan, share=True
        )

    def games_with(self, dice: int) -> int:
        """Return the number of games with these dice: one per seat, or fewer for the last dice number."""
        return min(self.players, self.played - self.players * dice)

    @property
    def done(self) -> bool:
        """Whether all games have been played."""
        return self.probed and self.played >= self.games

    def by_bot(self) -> dict[str, Forfeits]:
        """Return the moves that each side forfeited; the first error is preceded by the pairing."""
        return {
            bot: msgspec.structs.replace(
                one, first=f"{self.bot} vs. {self.rivals}, {one.first}" if one.first else ""
            )
            for bot, one in ((self.bot, self.forfeits), (self.rivals, self.rival_forfeits))
        }

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
        self.forfeits.add(result, [seat])
        self.rival_forfeits.add(result, [one for one in range(self.players) if one != seat])
        order = places(result.outcome, result.winners, result.worth, result.out)
        self.ahead += [0] * (result.dice + 1 - len(self.ahead))
        self.won += [0] * (result.dice + 1 - len(self.won))
        self.won[result.dice] += result.outcome == WON and seat in result.winners
        for other, place in enumerate(order):
            if other != seat:
                self.ahead[result.dice] += (order[seat] < place) + (order[seat] <= place)


class Tournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament: its settings, and the counts for every pairing so far."""

    settings: TournamentSettings
    pairings: list[Pairing]
    origin: dict[str, str] = {}
    """The version and source code used to play it, from ``passgo.sim.origin``."""

    @property
    def done(self) -> bool:
        """Whether all games in all pairings have been played."""
        return all(pairing.done for pairing in self.pairings)

    @property
    def reproducible(self) -> bool:
        """Whether the results are reproducible, which is the case unless a bot has a time limit."""
        return all(self.plan(pairing).reproducible for pairing in self.pairings)

    def pairing(self, bot: str, rivals: str) -> Pairing:
        """Return the pairing of one bot against copies of another."""
        return next(one for one in self.pairings if (one.bot, one.rivals) == (bot, rivals))

    def forfeits(self) -> dict[str, Forfeits]:
        """Return the moves that each bot forfeited in all its games."""
        found = {bot: Forfeits() for bot in self.settings.bots}
        for pairing in self.pairings:
            for bot, forfeits in pairing.by_bot().items():
                found[bot].merge(forfeits)
        return found

    def plan(self, pairing: Pairing) -> Plan:
        """Return the plan for a pairing's games."""
        return self.settings.plan(pairing.bot, pairing.rivals, pairing.games)

    def play(
        self,
        executor: Executor,
        clock: Callable[[], float] = time.perf_counter,
        strict: bool = False,
    ) -> Iterator[tuple[Pairing, int]]:
        """Play the remaining games; after each batch, yield the pairing and the number of games added."""
        for at in range(len(self.pairings)):
            if not self.pairings[at].probed:
                self._probe(self.pairings[at], executor)
            yield self.pairings[at], 0
            plan = self.plan(self.pairings[at])
            for games in play_pairing(self.pairings, at, plan, executor, clock, strict):
                yield self.pairings[at], games

    def _probe(self, pairing: Pairing, executor: Executor) -> None:
        """Play at most one game per seat to find out whether a pairing's games are slow.

        The executor plays these games, too, since a bot may end the process in which it plays.
        """
        executor.check_bots((pairing.bot, pairing.rivals))
        text = plan_to_json(self.plan(pairing))
        tried, took, slow = 0, 0.0, self.settings.slow_over
        players = self.settings.players
        while tried < min(players, pairing.games) and took <= slow * players:
            batch = executor.submit(Task(text, tried, tried + 1)).result()
            if batch.error:
                raise SimulationError(batch.error)
            took += batch.seconds
            tried += 1
        pairing.slow = took > slow * tried
        if pairing.slow:
            pairing.games = min(pairing.games, self.settings.slow_games)
        pairing.probed = True


def play_pairing(
    pairings: list[Pairing],
    at: int,
    plan: Plan,
    executor: Executor,
    clock: Callable[[], float] = time.perf_counter,
    strict: bool = False,
) -> Iterator[int]:
    """Play a pairing's remaining games; after each batch, yield the number of games added.

    Each batch is counted in one step, so the counts stay consistent if play is interrupted.
    """
    began = clock()
    for batch in run(plan, executor, after=pairings[at].played, strict=strict):
        pairing = copy.deepcopy(pairings[at])
        for result in batch:
            pairing.add(result, plan.line_up(result.index).index(0))
        now = clock()
        pairing.seconds += (now - began) * executor.width
        began = now
        pairings[at] = pairing
        yield len(batch)


def new_tournament(
    settings: TournamentSettings, origin: Mapping[str, str] | None = None
) -> Tournament:
    """Return a new tournament with every ordered pair of its bots."""
    pairs = permutations(settings.bots, 2)
    pairings = [
        Pairing(bot, rival, settings.games, players=settings.players) for bot, rival in pairs
    ]
    return Tournament(settings, pairings, dict(origin or {}))


def few_dice(tournament: Tournament) -> bool:
    """Return whether a bot has played with too few dice numbers for a rating interval."""
    most: dict[str, int] = {}
    for pairing in tournament.pairings:
        for bot in (pairing.bot, pairing.rivals):
            most[bot] = max(most.get(bot, 0), len(pairing.ahead))
    return min(most.values()) < ENOUGH


def ratings(tournament: Tournament) -> list[Rating]:
    """Rate every bot over all tables, best first."""
    bots = list(tournament.settings.bots)
    comparisons = Comparisons(bots)
    for pairing in tournament.pairings:
        bot, rivals = bots.index(pairing.bot), bots.index(pairing.rivals)
        for dice, ahead in enumerate(pairing.ahead):
            behind = pairing.games_with(dice) * (pairing.players - 1) - ahead / 2
            comparisons.add(dice, bot, rivals, ahead / 2)
            comparisons.add(dice, rivals, bot, behind)
    found = rate(comparisons, tournament.settings.seed)
    return sorted(found, key=lambda rating: -rating.value)


def save(tournament: Tournament, path: Path) -> None:
    """Write a tournament to a file, either completely or not at all."""
    put(path, lambda draft: draft.write_bytes(msgspec.json.encode(tournament) + b"\n"))


def load(path: Path) -> Tournament:
    """Read a tournament from a file; raise SimulationError if it is invalid."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Tournament)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SimulationError(f"{path} is not a tournament file: {error}.") from None
    pairs = [(one.bot, one.rivals) for one in found.pairings]
    if pairs != list(permutations(found.settings.bots, 2)):
        raise SimulationError(
            f"{path} is not a valid tournament file: its pairings don't match its bots."
        )
    for pairing in found.pairings:
        wrong = _find_mismatch(pairing, found.settings)
        if wrong:
            raise SimulationError(
                f"{path} is not a valid tournament file: in {pairing.bot} vs. {pairing.rivals}, {wrong}."
            )
    return found


def _find_mismatch(pairing: Pairing, settings: TournamentSettings) -> str:
    """Describe how a pairing contradicts itself or the settings; return "" if it does not."""
    players = settings.players
    if pairing.players != players:
        return f"a game has {pairing.players} players instead of {players}"
    counts = (pairing.wins, pairing.losses, pairing.shared, pairing.unfinished)
    if min(counts) < 0 or sum(counts) != pairing.played:
        return "won, lost, shared and unfinished games don't add up to the number of games played"
    if not pairing.played <= pairing.games <= settings.games:
        return "more games were played than planned"
    numbers = -(-pairing.played // players)
    if len(pairing.ahead) != numbers or len(pairing.won) != numbers:
        return f"there must be {numbers} dice numbers"
    for dice in range(numbers):
        games = pairing.games_with(dice)
        if not 0 <= pairing.ahead[dice] <= 2 * (players - 1) * games:
            ahead = f"{pairing.ahead[dice] / 2:g}"
            return f"dice number {dice} has an impossible number of finishes ahead: {ahead}"
        if not 0 <= pairing.won[dice] <= games:
            return f"dice number {dice} has {pairing.won[dice]} wins in {games} games"
    if sum(pairing.won) != pairing.wins:
        return "the wins for each dice number don't add up to the total number of wins"
    return ""


@contextmanager
def lock_state(path: Path) -> Iterator[None]:
    """Lock a file against other runs, if the system supports it."""
    lock = path_beside(path, ".lock")
    with lock.open("ab") as file:
        if not lock_file(file):
            raise SimulationError(f"Another run is writing to {path}.")
        try:
            yield
        finally:
            with suppress(OSError):  # not every system can delete an open file
                lock.unlink()
