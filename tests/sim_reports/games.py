"""Small tournaments, experiments and results for the report tests."""

from __future__ import annotations

from collections.abc import Sequence

from passgo.engine.ruleset import RuleSet, rules_from_data
from passgo.sim.executors import Executor, InProcess
from passgo.sim.experiment import Arm, make_arms, play, read_variation
from passgo.sim.measures import Counts
from passgo.sim.pairings import Tournament, TournamentSettings, new_tournament
from passgo.sim.plan import make_plan
from passgo.sim.results import UNFINISHED, GameResult

CAREFUL = "simple(reserve=400)"
BOLD = "simple(reserve=0)"
SHORT = rules_from_data({"preset": "short"})
"""Rules under which games between simple bots come to an end."""


def settings(
    bots: Sequence[str] = ("simple", CAREFUL), games: int = 8, seed: int = 1, players: int = 4
) -> TournamentSettings:
    rules = make_plan(["a", "b"], rules=SHORT).rules
    return TournamentSettings(
        tuple(bots),
        games=games,
        slow_games=2,
        seed=seed,
        rules=rules,
        rounds=40,
        players=players,
    )


def played(chosen: TournamentSettings, executor: Executor | None = None) -> Tournament:
    """Play a tournament to its end, and remove its durations, which vary from run to run."""
    tournament = new_tournament(chosen)
    for _ in tournament.play(InProcess() if executor is None else executor):
        pass
    return timeless(tournament)


def timeless(tournament: Tournament) -> Tournament:
    for pairing in tournament.pairings:
        pairing.seconds = 0.0
    return tournament


def experiment(
    *vary: str, bots: Sequence[str] = ("simple", BOLD, CAREFUL), games: int = 6, cross: bool = False
) -> list[Arm]:
    return make_arms(
        [read_variation(text) for text in vary],
        bots,
        RuleSet(),
        games=games,
        seed=1,
        rounds=25,
        cross=cross,
    )


def measured(arms: Sequence[Arm], executor: Executor | None = None) -> list[Counts]:
    batches = play(arms, InProcess() if executor is None else executor)
    found = {number: counts for number, counts, _ in batches}
    return [found[number] for number in range(len(arms))]


def result(
    index: int,
    outcome: str = UNFINISHED,
    winners: Sequence[int] = (),
    *,
    dice: int = 0,
    bots: Sequence[str] = ("a", "b"),
    worths: Sequence[Sequence[int]] = ((1500, 1500), (1500, 1500)),
    faults: Sequence[int] = (),
) -> GameResult:
    """Return a result with these values."""
    count = len(bots)
    forfeited = list(faults) or [0] * count
    return GameResult(
        index=index,
        dice=dice,
        outcome=outcome,
        winners=list(winners),
        bots=list(bots),
        rounds=len(worths[0]) - 1,
        turns=10,
        trades=0,
        cash=[0] * count,
        worth=[one[-1] for one in worths],
        out=[0] * count,
        first=[],
        held=[0] * count,
        kept=[0] * count,
        faults=forfeited,
        first_fault=["raised" if one else "" for one in forfeited],
        worths=[list(one) for one in worths],
    )
