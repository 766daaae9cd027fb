"""A tournament in one call, with the same defaults as `passgo tournament`.

found = tournament(["easy", "simple", "normal"], games=400)
found.to_pandas()                   a row for each bot, best first
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from passgo.bots.bot import Bot
from passgo.bots.ladder import make_bot
from passgo.engine.ruleset import RuleSet
from passgo.row_list import RowList
from passgo.sim.executors import open_executor
from passgo.sim.origin import origin
from passgo.sim.pairings import (
    PLAYERS,
    Pairing,
    Tournament,
    TournamentSettings,
    check_players,
    new_tournament,
    ratings,
)
from passgo.sim.plan import ROUNDS, bot_texts, make_plan
from passgo.sim.ratings import Rating, check_library

__all__ = ["PairingRow", "RatingRow", "TournamentResult", "tournament"]

GAMES: Final = 2000
"""The default number of games per pairing, before `round_up_games`."""
SLOW_GAMES: Final = 200
"""The default number of games per slow pairing, before `round_up_games`."""


class RatingRow(msgspec.Struct, frozen=True):
    """A bot's rating, with its 95% interval; an endpoint is None if it is unknown."""

    bot: str
    rating: float
    low: float | None
    high: float | None


class PairingRow(msgspec.Struct, frozen=True):
    """The games of one bot against copies of another."""

    bot: str
    rivals: str
    games: int
    won: int
    lost: int
    shared: int
    unfinished: int
    fair: float
    """The share of games that a bot as strong as its rivals would win."""
    share: float | None
    low: float | None
    high: float | None
    faults: int
    rival_faults: int


class TournamentResult:
    """The results of a tournament: ratings, and the outcomes of all pairings."""

    def __init__(self, played: Tournament) -> None:
        self.played = played
        self.ratings: RowList[RatingRow] = RowList(
            RatingRow, [_rating_row(one) for one in ratings(played)]
        )
        """A row for each bot, best first; the mean of all ratings is 1500."""

    def __repr__(self) -> str:
        rated = ", ".join(f"{one.bot} {one.rating:.0f}" for one in self.ratings)
        games = sum(one.games for one in self.pairings)
        return f"<TournamentResult: {rated}; {games:,} games>"

    def _repr_html_(self) -> str:
        return self.ratings._repr_html_()

    @property
    def pairings(self) -> RowList[PairingRow]:
        """A row for each ordered pair of bots."""
        return RowList(PairingRow, [_pairing_row(one) for one in self.played.pairings])

    def to_arrow(self) -> Any:
        """Return the ratings as a pyarrow.Table."""
        return self.ratings.to_arrow()

    def to_pandas(self) -> Any:
        """Return the ratings as a pandas.DataFrame."""
        return self.ratings.to_pandas()


def tournament(
    bots: Sequence[str | type[Bot]],
    *,
    players: int = PLAYERS,
    games: int | None = None,
    slow_games: int | None = None,
    slow_over: float = 1.0,
    seed: int = 1,
    rules: RuleSet | str | None = None,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    jobs: int | None = None,
    executor: str = "processes",
    scheduler: str | None = None,
    progress: Callable[[Pairing], object] | None = None,
    strict: bool = False,
) -> TournamentResult:
    """Let every bot play against copies of every other bot, and rate them.

    A game has ``players`` players: one bot, which takes each seat in turn, and copies of another.
    ``games`` is the number of games per pairing (by default 2,000), or ``slow_games`` (by default 200) if
    a game takes longer than ``slow_over`` seconds. The defaults are rounded up to a multiple of
    ``players``, so that the bot plays equally often in every seat. ``progress`` is called with the
    pairing after every batch of games. Raises a PassGoError if the games cannot be played.
    """
    check_library()
    settings = TournamentSettings(
        bots=tuple(bot_texts(bots)),
        games=round_up_games(GAMES, players) if games is None else games,
        slow_games=round_up_games(SLOW_GAMES, players) if slow_games is None else slow_games,
        seed=seed,
        rules=make_plan(["any", "any"], rules=rules).rules,
        rounds=rounds,
        slow_over=slow_over,
        seconds=seconds,
        players=players,
    )
    for bot in settings.bots:
        make_bot(bot)
    played = new_tournament(settings, origin(settings.bots))
    with open_executor(executor, jobs=jobs, scheduler=scheduler) as workers:
        for pairing, _ in played.play(workers, strict=strict):
            if progress is not None:
                progress(pairing)
    return TournamentResult(played)


def round_up_games(games: int, players: int) -> int:
    """Round a number of games up to a multiple of the number of players."""
    check_players(players)
    return -(-games // players) * players


def _rating_row(rating: Rating) -> RatingRow:
    low, high = (one if math.isfinite(one) else None for one in (rating.low, rating.high))
    return RatingRow(rating.bot, rating.value, low, high)


def _pairing_row(pairing: Pairing) -> PairingRow:
    share = pairing.share
    known = pairing.played > 0
    return PairingRow(
        bot=pairing.bot,
        rivals=pairing.rivals,
        games=pairing.played,
        won=pairing.wins,
        lost=pairing.losses,
        shared=pairing.shared,
        unfinished=pairing.unfinished,
        fair=pairing.fair,
        share=share.value if known else None,
        low=share.low if known else None,
        high=share.high if known else None,
        faults=pairing.forfeits.moves,
        rival_faults=pairing.rival_forfeits.moves,
    )
