"""The measures for an experiment's arms, with intervals over blocks of games with the same dice.

rounds       mean length of a game; an unfinished game counts as lasting the maximum number of rounds
unfinished   share of games that were not over after that many rounds
shared       share of games that ended with several winners
spread       Gini coefficient of the players' worth at the end of round 30, or at the end of the game if
             it is over earlier: 0 if all players are equally rich, 1 - 1/n if one player has
             everything. It is not reported if a game was cut off before round 30.
leader       share of games won by the player with the highest worth at the end of round 20, among games
             that were not over by then and had a single leader
luck         how much the dice alone determine who wins: the correlation of wins between two games
             with the same dice but with the bots in different seats. It is 1 if the same seat always
             wins both games, no matter which bot sits there, and 0 if the dice determine nothing. Each
             seat's long-run share of wins is subtracted. Measuring luck requires bots that differ:
             identical bots play the same game in any seat. With few blocks, the figure is biased, so it
             is corrected by the jackknife, and it is not reported for fewer than ten blocks.
first        share of games won by the player who rolls first; 1/n if rolling first gives no advantage
hero         share of games won by the bot named first
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import Final

import msgspec

from passgo.engine.chance import Seeded
from passgo.sim.forfeits import Forfeits
from passgo.sim.games import PreparedPlan
from passgo.sim.plan import Plan, dice_seed
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult
from passgo.sim.stats import (
    IntervalEstimate,
    Measure,
    gini,
    jackknife,
    jackknife_difference,
    quantile,
)

__all__ = ["MEASURES", "Counts", "Effect", "Figure", "effects", "median_rounds"]

LEADER_ROUND: Final = 20
SPREAD_ROUND: Final = 30
ENOUGH: Final = 10
"""The fewest blocks for which luck is reported."""
CLEAR: Final = 5
"""The fewest blocks for which a change can be called clear."""


class Measured(IntEnum):
    """The columns that are summed for each block; each seat's wins follow."""

    GAMES = 0
    ROUNDS = 1
    ALONE = 2  # games with one winner
    SHARED = 3
    UNFINISHED = 4
    SPREAD = 5
    LEADERS = 6  # games with a single leader after round LEADER_ROUND
    LED = 7  # of these, games that the leader won
    FIRST = 8
    HERO = 9
    PAIRS = 10  # pairs of games in the block
    AGREE = 11  # of these, pairs in which the same seat won both games
    CUT_OFF = 12  # games that were stopped before round SPREAD_ROUND


class Counts:
    """An arm's counts: sums for each block of games with the same dice.

    The columns are those in `Measured`, followed by each seat's wins.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._table = PreparedPlan(plan)
        self.blocks: list[list[float]] = []
        self.lengths: Counter[int] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.forfeits: dict[str, Forfeits] = {bot: Forfeits() for bot in plan.bots}
        self.before: list[GameResult] = []
        self.first = 0

    def __repr__(self) -> str:
        games = sum(self.outcomes.values())
        return f"<Counts: {games:,} games in {len(self.blocks):,} blocks>"

    def add(self, result: GameResult) -> None:
        """Count a game; games must be added in order."""
        if result.dice == len(self.blocks):
            self.blocks.append([0.0] * (len(Measured) + self.plan.seats))
            self.before = []
            self.first = self.first_seat(result.dice)
        block = self.blocks[result.dice]
        self.lengths[result.rounds] += 1
        self.outcomes[result.outcome] += 1
        for bot, forfeits in self.forfeits.items():
            forfeits.add(result, [seat for seat, one in enumerate(result.bots) if one == bot])
        winner = result.winners[0] if result.outcome == WON else -1
        block[Measured.GAMES] += 1
        block[Measured.ROUNDS] += result.rounds
        block[Measured.ALONE] += winner >= 0
        block[Measured.SHARED] += result.outcome == SHARED
        block[Measured.UNFINISHED] += result.outcome == UNFINISHED
        block[Measured.SPREAD] += gini(worths_after(result, SPREAD_ROUND))
        block[Measured.CUT_OFF] += result.outcome == UNFINISHED and result.rounds < SPREAD_ROUND
        leader = leader_after(result, LEADER_ROUND)
        block[Measured.LEADERS] += leader >= 0
        block[Measured.LED] += leader >= 0 and leader == winner
        block[Measured.FIRST] += winner == self.first
        if winner >= 0 and result.bots[winner] == self.plan.bots[0]:
            block[Measured.HERO] += 1 / self.plan.bots.count(self.plan.bots[0])
        block[Measured.PAIRS] += len(self.before)
        if winner >= 0:
            block[Measured.AGREE] += sum(
                earlier.winners == result.winners for earlier in self.before
            )
            block[len(Measured) + winner] += 1
        self.before.append(result)

    def first_seat(self, dice: int) -> int:
        """Return the seat that rolls first with these dice."""
        return int(self._table.new_game(Seeded(dice_seed(self.plan, dice))).state.first)


def worths_after(result: GameResult, rounds: int) -> list[int]:
    """Return every player's worth at the end of a round, or at the end of the game if that is earlier."""
    assert result.worths is not None
    return [by_round[min(rounds, len(by_round) - 1)] for by_round in result.worths]


def leader_after(result: GameResult, rounds: int) -> int:
    """Return the sole leader in worth at the end of a round; -1 if there is none or the game was over."""
    assert result.worths is not None
    if len(result.worths[0]) - 1 <= rounds:
        return -1
    worths = worths_after(result, rounds)
    most = max(worths)
    return worths.index(most) if worths.count(most) == 1 else -1


NOT_KNOWN: Final = IntervalEstimate(math.nan, -math.inf, math.inf)


class Figure(msgspec.Struct, frozen=True):
    """A measure: its key, name, format and computation from the sums."""

    key: str
    name: str
    unit: str
    """`share` is formatted as a percentage, `number` as a plain number."""
    measure: Measure
    digits: int = 1
    least: float = 0.0
    most: float = 1.0
    """The range of possible values is `least` to `most`."""
    corrected: bool = False
    """Whether the bias due to few blocks is corrected."""
    blocks: int = 1
    """The fewest blocks for which the measure is reported."""

    def find(self, blocks: Sequence[Sequence[float]]) -> IntervalEstimate:
        """Estimate the measure over blocks."""
        if len(blocks) < self.blocks:
            return NOT_KNOWN
        found = jackknife(blocks, self.measure, self.unit == "share", self.corrected)
        return found.within(self.least, self.most)

    def compare(
        self, base: Sequence[Sequence[float]], arm: Sequence[Sequence[float]]
    ) -> IntervalEstimate:
        """Estimate the difference in the measure between an arm and the base, over paired blocks."""
        if len(base) < self.blocks:
            return NOT_KNOWN
        share = self.unit == "share"
        found = jackknife_difference(base, arm, self.measure, share, self.corrected)
        return found.within(self.least - self.most, self.most - self.least)


class Effect(msgspec.Struct, frozen=True):
    """A measure in an arm, and its difference from the base, which is None for the base itself."""

    key: str
    found: IntervalEstimate
    change: IntervalEstimate | None
    clear: bool = False
    """Whether the change's interval excludes 0 and there are enough blocks."""


def ratio(above: Measured, below: Measured = Measured.GAMES) -> Measure:
    """Return a measure that divides one sum by another."""

    def divide(sums: Sequence[float]) -> float:
        return sums[above] / sums[below] if sums[below] > 0 else math.nan

    return divide


def spread_of_worth(sums: Sequence[float]) -> float:
    """Return the mean Gini coefficient, unless a game was stopped before it could be measured."""
    if sums[Measured.CUT_OFF] > 0:
        return math.nan
    return ratio(Measured.SPREAD)(sums)


def luck(sums: Sequence[float]) -> float:
    """Return the correlation of wins between games with the same dice but different seatings."""
    games, pairs = sums[Measured.GAMES], sums[Measured.PAIRS]
    if games <= 0 or pairs <= 0:
        return math.nan
    by_chance = math.fsum((wins / games) ** 2 for wins in sums[len(Measured) :])
    spread = sums[Measured.ALONE] / games - by_chance
    return (sums[Measured.AGREE] / pairs - by_chance) / spread if spread > 1e-12 else math.nan


MEASURES: Final = (
    Figure("rounds", "rounds", "number", ratio(Measured.ROUNDS), most=math.inf),
    Figure("unfinished", "unfinished", "share", ratio(Measured.UNFINISHED)),
    Figure("shared", "shared wins", "share", ratio(Measured.SHARED)),
    Figure("spread", f"spread of worth, round {SPREAD_ROUND}", "number", spread_of_worth, 3),
    Figure(
        "leader",
        f"leader after round {LEADER_ROUND} wins",
        "share",
        ratio(Measured.LED, Measured.LEADERS),
    ),
    Figure("luck", "luck", "number", luck, 3, least=-1.0, corrected=True, blocks=ENOUGH),
    Figure("first", "first to roll wins", "share", ratio(Measured.FIRST)),
    Figure("hero", "first bot wins", "share", ratio(Measured.HERO)),
)


def effects(base: Counts, arm: Counts) -> list[Effect]:
    """Compute every measure for an arm, and its difference from the base."""
    common = min(len(base.blocks), len(arm.blocks))
    found = []
    for one in MEASURES:
        change, clear = None, False
        if arm is not base:
            change = one.compare(base.blocks[:common], arm.blocks[:common])
            clear = common >= CLEAR and change.clear_of(0.0)
        found.append(Effect(one.key, one.find(arm.blocks), change, clear))
    return found


def median_rounds(counts: Counts) -> int:
    """Return the median game length."""
    return quantile(counts.lengths, 0.5)
