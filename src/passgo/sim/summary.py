"""Summaries of many games, which store only counts: a million games take no more memory than a few.

    summary = Summary(plan, board)
    for batch in run(plan): summary.add(batch)
    summary.to_data()                             plain data, as `passgo simulate --json` prints it

Two summaries of different games from one plan can be merged. Won, shared and unfinished games are
counted separately. Shares have a 95% confidence interval, computed over blocks of games with the
same dice.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from passgo.engine.board import Board
from passgo.row_list import RowList
from passgo.sim.blocks import BlockShare
from passgo.sim.forfeits import Forfeits
from passgo.sim.plan import Plan
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult
from passgo.sim.stats import IntervalEstimate, quantile

__all__ = ["BotRow", "BotTally", "GroupTally", "Summary"]


class BotTally:
    """One bot's counts. A game counts once, no matter how many seats the bot has in it."""

    def __init__(self) -> None:
        self.seatings = 0
        """The total number of seats the bot played across all games."""
        self.games = 0
        self.won = 0
        self.win_share = BlockShare()
        self.shared = 0
        self.bankrupt = 0
        """Seats that left the game before it ended."""
        self.cash = 0
        self.worth = 0
        """The total worth of the bot's seats at the end of their games; `cash` is totaled the same way."""
        self.forfeits = Forfeits()
        self.worths: list[int] = []
        """The total worth of the bot's seats at the beginning of each round, across the detailed games."""
        self.seats_at: list[int] = []
        """The number of seats in each total in `worths`; games that ended earlier are excluded."""

    @property
    def faults(self) -> int:
        """The number of moves that the bot forfeited."""
        return self.forfeits.moves

    @property
    def faulty_games(self) -> int:
        """The number of games in which the bot forfeited moves."""
        return self.forfeits.games

    @property
    def first_fault(self) -> str:
        """A description of the first move that the bot forfeited."""
        return self.forfeits.first

    def add(self, result: GameResult, seats: list[int]) -> None:
        """Count a game in which the bot had these seats."""
        self.games += 1
        self.seatings += len(seats)
        winners = [seat for seat in seats if seat in result.winners]
        alone = bool(winners) and result.outcome == WON
        self.won += alone
        self.win_share.add(result.dice, alone)
        if winners and not alone:
            self.shared += 1
        self.forfeits.add(result, seats)
        for seat in seats:
            self.bankrupt += result.out[seat] > 0
            self.cash += result.cash[seat]
            self.worth += result.worth[seat]
            if result.worths is not None:
                self.add_worths(result.worths[seat])

    def add_worths(self, worths: list[int]) -> None:
        """Add a seat's worth by round."""
        lengthen(self.worths, len(worths))
        lengthen(self.seats_at, len(worths))
        for place, worth in enumerate(worths):
            self.worths[place] += worth
            self.seats_at[place] += 1

    def merge(self, other: BotTally) -> None:
        """Add the counts for later games in the plan."""
        self.seatings += other.seatings
        self.games += other.games
        self.won += other.won
        self.win_share.merge(other.win_share)
        self.shared += other.shared
        self.bankrupt += other.bankrupt
        self.cash += other.cash
        self.worth += other.worth
        self.forfeits.merge(other.forfeits)
        add_up(self.worths, other.worths)
        add_up(self.seats_at, other.seats_at)

    def __repr__(self) -> str:
        return f"<BotTally: won {self.won:,} of {self.games:,} games>"

    def mean_worths(self) -> list[float]:
        """Return a seat's mean worth at the beginning of each round, over games still in progress."""
        return [total / seats for total, seats in zip(self.worths, self.seats_at, strict=True)]


class BotRow(msgspec.Struct, frozen=True):
    """A bot's results in a simulation."""

    bot: str
    seats: int
    """The number of seats that the bot has in every game."""
    games: int
    won: int
    fair: float
    """The bot's share of the seats: its share of wins if all bots were equally strong."""
    share: float | None
    """The share of games that the bot won outright; ``low`` and ``high`` are its 95% interval."""
    low: float | None
    high: float | None
    shared: int
    bankrupt: float | None
    """The share of the bot's seats that went bankrupt or resigned."""
    cash: float | None
    """Mean cash at the end; ``worth`` is a mean, too."""
    worth: float | None
    faults: int


class GroupTally:
    """How often a group was completed, and how often the first player to do so won."""

    def __init__(self) -> None:
        self.games = 0
        """Games in which a player completed the group before the game was over."""
        self.won = 0
        """The number of these games won by the first player to complete the group."""
        self.share = BlockShare()
        """The share of all games in which the group was completed."""
        self.win_share = BlockShare()

    def __repr__(self) -> str:
        return (
            f"<GroupTally: completed in {self.games:,} games, {self.won:,} won by the first owner>"
        )

    def add(self, dice: int, completed: bool, won: bool) -> None:
        """Count a game: whether a player completed the group, and whether the first to do so won."""
        self.share.add(dice, completed)
        if completed:
            self.games += 1
            self.won += won
            self.win_share.add(dice, won)

    def merge(self, other: GroupTally) -> None:
        """Add the counts for later games in the plan."""
        self.games += other.games
        self.won += other.won
        self.share.merge(other.share)
        self.win_share.merge(other.win_share)


class Summary:
    """The counts for a plan's games so far."""

    def __init__(self, plan: Plan, board: Board) -> None:
        self.plan = plan
        self.board = board
        self.games = 0
        self.outcomes: Counter[str] = Counter()
        self.outcome_shares: dict[str, BlockShare] = {
            outcome: BlockShare() for outcome in (WON, SHARED, UNFINISHED)
        }
        self.bots: dict[str, BotTally] = {name: BotTally() for name in plan.bots}
        self.seats: list[int] = [0] * plan.seats
        """The number of games won outright, by seat."""
        self.seat_shares = [BlockShare() for _ in range(plan.seats)]
        self.shared_seats: list[int] = [0] * plan.seats
        self.rounds: Counter[int] = Counter()
        """Finished games, counted by number of rounds."""
        self.turns = 0
        self.trades = 0
        self.winner_cash = 0
        self.winner_worth = 0
        """The winners' total worth in games won outright; `winner_cash` is totaled the same way."""
        self.groups = [GroupTally() for _ in board.groups]
        self.detailed = 0
        self.landings: list[int] = [0] * (board.size + 1)
        """In the detailed games: landings on each space, then how often a player was sent to Jail."""

    def add(self, results: Iterable[GameResult]) -> None:
        """Count games, which must be added in order."""
        for result in results:
            self.add_game(result)

    def add_game(self, result: GameResult) -> None:
        """Count one game."""
        self.games += 1
        self.outcomes[result.outcome] += 1
        for outcome, tally in self.outcome_shares.items():
            tally.add(result.dice, outcome == result.outcome)
        self.turns += result.turns
        self.trades += result.trades
        seats_of: dict[str, list[int]] = {}
        for seat, bot in enumerate(result.bots):
            seats_of.setdefault(bot, []).append(seat)
        for bot, seats in seats_of.items():
            self.bots[bot].add(result, seats)
        if result.outcome != UNFINISHED:
            self.rounds[result.rounds] += 1
        winner = result.winners[0] if result.outcome == WON else -1
        for seat, wins in enumerate(self.seat_shares):
            wins.add(result.dice, seat == winner)
        if winner >= 0:
            self.seats[winner] += 1
            self.winner_cash += result.cash[winner]
            self.winner_worth += result.worth[winner]
        for seat in result.winners if result.outcome == SHARED else ():
            self.shared_seats[seat] += 1
        self.add_groups(result)
        if result.landings is not None:
            self.detailed += 1
            add_up(self.landings, result.landings)

    def add_groups(self, result: GameResult) -> None:
        """Count the groups that were completed."""
        for group, owner in enumerate(result.first):
            won = result.outcome == WON and owner == result.winners[0]
            self.groups[group].add(result.dice, owner >= 0, won)

    def __repr__(self) -> str:
        wins = ", ".join(f"{name} won {tally.won:,}" for name, tally in self.bots.items())
        return f"<Summary: {self.games:,} of {self.plan.games:,} games; {wins}>"

    def _repr_html_(self) -> str:
        from passgo.sim.notebook_summary import summary_html  # which imports this module

        return summary_html(self)

    def forfeits(self) -> dict[str, Forfeits]:
        """Return the moves that each bot forfeited."""
        return {name: tally.forfeits for name, tally in self.bots.items()}

    def merge(self, other: Summary) -> None:
        """Add the counts for later games in the plan."""
        self.games += other.games
        self.outcomes += other.outcomes
        for outcome, share in other.outcome_shares.items():
            self.outcome_shares[outcome].merge(share)
        for name, tally in other.bots.items():
            self.bots[name].merge(tally)
        add_up(self.seats, other.seats)
        for mine, theirs in zip(self.seat_shares, other.seat_shares, strict=True):
            mine.merge(theirs)
        add_up(self.shared_seats, other.shared_seats)
        self.rounds += other.rounds
        self.turns += other.turns
        self.trades += other.trades
        self.winner_cash += other.winner_cash
        self.winner_worth += other.winner_worth
        for group, same in zip(self.groups, other.groups, strict=True):
            group.merge(same)
        self.detailed += other.detailed
        add_up(self.landings, other.landings)

    # -- as rows -----------------------------------------------------------------------------------

    @property
    def bot_rows(self) -> RowList[BotRow]:
        """A row for each bot."""
        return RowList(BotRow, [self.bot_row(name) for name in self.bots])

    def bot_row(self, name: str) -> BotRow:
        """Return a bot's results as a row."""
        tally = self.bots[name]
        found = tally.win_share.estimate()
        known = math.isfinite(found.value)
        return BotRow(
            bot=name,
            seats=self.plan.bots.count(name),
            games=tally.games,
            won=tally.won,
            fair=self.plan.fair_share(name),
            share=found.value if known else None,
            low=found.low if known else None,
            high=found.high if known else None,
            shared=tally.shared,
            bankrupt=ratio(tally.bankrupt, tally.seatings),
            cash=ratio(tally.cash, tally.seatings),
            worth=ratio(tally.worth, tally.seatings),
            faults=tally.faults,
        )

    def to_arrow(self) -> Any:
        """Return the bots' results as a pyarrow.Table."""
        return self.bot_rows.to_arrow()

    def to_pandas(self) -> Any:
        """Return the bots' results as a pandas.DataFrame."""
        return self.bot_rows.to_pandas()

    # -- as plain data -----------------------------------------------------------------------------

    def to_data(self) -> dict[str, object]:
        """Return the summary as plain data, in the format that docs/simulate.md describes."""
        won = self.outcomes[WON]
        return {
            "passgo": "simulation",
            "reproducible": self.plan.reproducible,
            "faults": sum(tally.faults for tally in self.bots.values()),
            "plan": plan_to_data(self.plan),
            "games": self.games,
            "won": won,
            "shared": self.outcomes[SHARED],
            "unfinished": self.outcomes[UNFINISHED],
            "outcomes": {
                outcome: estimate_to_data(tally.estimate())
                for outcome, tally in self.outcome_shares.items()
            },
            "bots": [self.bot_to_data(name) for name in self.bots],
            "seats": [
                {
                    "seat": seat,
                    "fair": 1 / self.plan.seats,
                    "wins": wins,
                    **estimate_to_data(self.seat_shares[seat].estimate()),
                    "shared": self.shared_seats[seat],
                }
                for seat, wins in enumerate(self.seats)
            ],
            "rounds": self.length_to_data(),
            "turns": ratio(self.turns, self.games),
            "trades": ratio(self.trades, self.games),
            "winner": {
                "cash": ratio(self.winner_cash, won),
                "worth": ratio(self.winner_worth, won),
            },
            "groups": [
                {
                    "group": group.key,
                    "name": group.name,
                    "games": tally.games,
                    "fair": 1 / self.plan.seats,
                    "wins": tally.won,
                    **estimate_to_data(tally.win_share.estimate()),
                }
                for group, tally in zip(self.board.groups, self.groups, strict=True)
            ],
            "detailed": self.detailed,
            "landings": self.landings_to_data(),
        }

    def bot_to_data(self, name: str) -> dict[str, object]:
        """Return a bot's results as plain data."""
        tally = self.bots[name]
        return {
            "bot": name,
            "seats": self.plan.bots.count(name),
            "fair": self.plan.fair_share(name),
            "wins": tally.won,
            **estimate_to_data(tally.win_share.estimate()),
            "shared": tally.shared,
            "bankrupt": ratio(tally.bankrupt, tally.seatings),
            "cash": ratio(tally.cash, tally.seatings),
            "worth": ratio(tally.worth, tally.seatings),
            "worths": tally.mean_worths(),
            "faults": tally.faults,
            "faulty_games": tally.faulty_games,
            "first_fault": tally.first_fault,
        }

    def length_to_data(self) -> dict[str, object]:
        """Return the distribution of rounds in finished games as plain data."""
        if not self.rounds:
            return {}
        names = {"least": 0.0, "quarter": 0.25, "median": 0.5, "three_quarters": 0.75, "most": 1.0}
        return {name: quantile(self.rounds, part) for name, part in names.items()}

    def landings_to_data(self) -> list[dict[str, object]]:
        """Return the landings on each space as plain data."""
        total = sum(self.landings)
        names = [space.name for space in self.board.spaces]
        return [
            {
                "space": None if space == self.board.size else space,
                "name": "sent to Jail" if space == self.board.size else names[space],
                "landings": count,
                "share": ratio(count, total),
            }
            for space, count in enumerate(self.landings)
        ]


def plan_to_data(plan: Plan) -> dict[str, object]:
    """Return a plan as plain data."""
    return {name: getattr(plan, name) for name in Plan.__struct_fields__}


def estimate_to_data(found: IntervalEstimate) -> dict[str, object]:
    """Return a share with its interval as plain data; the values are null if there are no games."""
    if not math.isfinite(found.value):
        return {"share": None, "low": None, "high": None}
    return {"share": found.value, "low": found.low, "high": found.high}


def ratio(total: int, count: int) -> float | None:
    """Return a mean, or None if the count is 0."""
    return total / count if count else None


def lengthen(counts: list[int], length: int) -> None:
    """Extend a list of counts with zeros to at least this length."""
    counts += [0] * (length - len(counts))


def add_up(counts: list[int], more: list[int]) -> None:
    """Add one list of counts to another, element by element."""
    lengthen(counts, len(more))
    for place, count in enumerate(more):
        counts[place] += count
