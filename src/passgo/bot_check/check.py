"""Checking a bot: it plays prepared positions and seeded games, twice here and once elsewhere.

    check = check_bot("my_bots:Hoarder")
    check.passed, check.mistakes, check.questions

The games are played in separate processes, since a bot may hang or end its process. Some of them are
played again in the same process and in another one, and every answer is compared.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from passgo.bot_check.questions import KINDS
from passgo.bot_check.recorder import MOST_TIMEOUTS, Mistake, Recorder
from passgo.bot_check.situations import SITUATIONS, Dealer, Situation
from passgo.bots.bot import Bot
from passgo.bots.ladder import BotMaker, make_bot
from passgo.bots.match import Match
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.ruleset import PRESETS, rule_set
from passgo.position import game_from_position
from passgo.sim.executors import Processes
from passgo.sim.games import REMEDY, limit_moves
from passgo.sim.thinking_watch import ThinkingWatch
from passgo.sim.time_limit import MoveTimeLimit

__all__ = [
    "GAMES",
    "MOVE_SECONDS",
    "BotCheck",
    "CheckedGame",
    "QuestionCount",
    "check_bot",
    "play_checked",
]

OPPONENTS: Final = ("random", "easy", "baldrick", "simple")
"""The bots in the other seats: one that does anything, two that trade and one that doesn't."""
SIZES: Final = range(2, 9)
GAMES: Final = len(PRESETS) * len(SIZES)
"""The default number of games: every rule set with every number of players."""
AGAIN: Final = 7
"""The number of games that are played again."""
MOVE_SECONDS: Final = None if sys.platform == "win32" else 30.0
"""The command's default time limit per move, so that a bot that hangs doesn't hang the check."""
ROUNDS: Final = 60
SITUATION_ROUNDS: Final = 3
MOST_PRINTED: Final = 10_000
"""The number of characters above which the report mentions that the bot prints."""
MOST_MISTAKES: Final = 10
"""The maximum number of different mistakes that are kept."""


class CheckedGame(msgspec.Struct):
    """A game that the bot played, and everything that was recorded."""

    name: str
    transcript: list[str]
    """Every question to the bot and its answer, then a hash of the final position."""
    seconds: dict[str, list[float]] = {}
    forfeits: dict[str, int] = {}
    causes: dict[str, int] = {}
    mistakes: list[Mistake] = []
    changed_view: str = ""
    asked_for_rent: bool = False
    printed: int = 0
    """The number of characters that the bot printed."""


class QuestionCount(msgspec.Struct):
    """One kind of question: how often it was put to the bot, and the time for each answer."""

    seconds: list[float] = []
    forfeits: int = 0


class BotCheck:
    """The result of a check."""

    def __init__(
        self,
        bot: str,
        seed: int | None,
        games: int,
        seconds: float | None = None,
        kinds: Sequence[str] = KINDS,
    ) -> None:
        self.bot = bot
        self.seed = seed
        """The seed; None if the games cannot be repeated."""
        self.games = games
        self.seconds = seconds
        """The time limit per move; None for no limit."""
        self.played = 0
        """The number of prepared positions and games played so far, not counting repetitions."""
        self.questions = {kind: QuestionCount() for kind in kinds}
        self.causes: Counter[str] = Counter()
        self.mistakes: Counter[tuple[str, Mistake]] = Counter()
        """The first few different mistakes, each with the name of its game."""
        self.problems: dict[str, str] = {}
        """Everything else that is wrong: a short name, and a sentence with the details."""
        self.notes: list[str] = []
        """Advice that does not affect the verdict."""
        self.done = False
        """Whether the check is complete."""
        self.asked_for_rent = False
        self.printed = 0
        """The number of characters that the bot printed."""

    @property
    def total(self) -> int:
        """The number of prepared positions and games."""
        return len(SITUATIONS) + self.games

    @property
    def forfeits(self) -> int:
        """The number of moves that the bot forfeited."""
        return sum(self.causes.values())

    @property
    def missing(self) -> list[str]:
        """The kinds of questions that were not put to the bot."""
        return [kind for kind, count in self.questions.items() if not count.seconds]

    @property
    def passed(self) -> bool:
        """Whether the check is complete and nothing is wrong."""
        return self.done and not (self.forfeits or self.problems or self.missing)

    def add(self, game: CheckedGame) -> None:
        """Count a game."""
        self.played += 1
        for kind, times in game.seconds.items():
            self.questions[kind].seconds += times
        for kind, moves in game.forfeits.items():
            self.questions[kind].forfeits += moves
        self.causes.update(game.causes)
        for mistake in game.mistakes:
            same = next((key for key in self.mistakes if is_same(key[1], mistake)), None)
            if same is not None:
                self.mistakes[same] += 1
            elif len(self.mistakes) < MOST_MISTAKES:
                self.mistakes[game.name, mistake] += 1
        if game.changed_view:
            where = f"{game.name}: {game.changed_view}"
            self.problems.setdefault("modified its view", f"It modified its view ({where}).")
        self.asked_for_rent = self.asked_for_rent or game.asked_for_rent
        self.printed += game.printed

    def compare(self, first: CheckedGame, again: CheckedGame, how: str) -> None:
        """Report the first answer that differs between two games that should be the same."""
        for one, other in zip(first.transcript, again.transcript, strict=False):
            if one != other:
                self.problems.setdefault(
                    f"not deterministic when {how}",
                    f"It is not deterministic: when {how}, the same game went differently "
                    f'({first.name}: "{one}", then "{other}").',
                )
                return

    def finish(self) -> None:
        """Complete the check."""
        self.done = True
        if not self.asked_for_rent:
            self.notes.append(
                "It never asks for rent: call super().idle(view) in idle, or return "
                "AlwaysAskForRent(view.seat, True) once."
            )
        if self.printed > MOST_PRINTED:
            self.notes.append(f"It printed {self.printed:,} characters, which slows games down.")


def is_same(one: Mistake, other: Mistake) -> bool:
    """Return whether two mistakes differ only in their turn, in numbers or in arguments."""
    return (one.question, one.cause, outline(one.wrong)) == (
        other.question,
        other.cause,
        outline(other.wrong),
    )


@lru_cache(maxsize=1000)
def outline(wrong: str) -> str:
    """Return a description of a mistake without arguments and numbers, but with the bot's line."""
    line = re.search(r" \(\S+:\d+\)$", wrong)
    rest = wrong if line is None else wrong[: line.start()]
    rest = re.sub(r"\(.*\)", "()", rest)
    return re.sub(r"\d+", "0", rest) + ("" if line is None else line[0])


# -- playing ---------------------------------------------------------------------------------------


class Table(NamedTuple):
    """A game that is ready to be played: the bot's seat, the other bots and the number of rounds."""

    name: str
    game: Game
    seat: int
    others: list[Bot]
    rounds: int


def set_up_situation(situation: Situation, seed: int) -> Table:
    """Set up a prepared position; the bot has seat 0."""
    game = game_from_position(situation.position, Seeded(seed))
    others = [Dealer(situation.actions), make_bot("simple", seed)]
    return Table(situation.name, game, 0, others, SITUATION_ROUNDS)


def set_up_game(number: int, seed: int) -> Table:
    """Set up a game; the rules, the number of players and the bot's seat depend on its number."""
    preset = list(PRESETS)[number % len(PRESETS)]
    players = SIZES[number % len(SIZES)]
    game = Game(players, Seeded(seed), rule_set(preset))
    others = [
        make_bot(OPPONENTS[(number + place) % len(OPPONENTS)], seed + place)
        for place in range(players - 1)
    ]
    name = f"game {number}, {preset} rules, {players} players"
    return Table(name, game, number % players, others, ROUNDS)


def set_up(number: int, seed: int) -> Table:
    """Set up a position or a game; the prepared positions come first."""
    own = 1000 * seed + number
    if number < len(SITUATIONS):
        return set_up_situation(SITUATIONS[number], own)
    return set_up_game(number - len(SITUATIONS), own)


class PrintCounter(io.TextIOBase):
    """A stream that passes text on to stderr and counts its characters."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, text: str) -> int:
        """Pass text on to stderr, and count its characters."""
        self.count += len(text)
        return sys.stderr.write(text)


def play_checked(bot: str, number: int, seed: int, seconds: float | None = None) -> CheckedGame:
    """Play a position or a game with the bot, and record everything; this runs in a worker."""
    remedy = REMEDY if seconds is None else f" It forfeits the move after {seconds:g} s."
    with (
        contextlib.redirect_stdout(PrintCounter()) as prints,
        contextlib.nullcontext() if seconds is None else MoveTimeLimit(seconds) as time_limit,
        ThinkingWatch(remedy) as watch,
    ):
        table = set_up(number, seed)
        bots = [*table.others[: table.seat], BotMaker(bot).make(seed), *table.others[table.seat :]]
        match = Match(table.game, bots, table.rounds, False)
        if time_limit is not None:
            limit_moves(match.seats, time_limit)
        guard = match.seats[table.seat]
        recorder = guard.bot = Recorder(guard)
        names = [bot if seat == table.seat else "" for seat in range(len(bots))]
        watch.watch(match, names, f" ({table.name})")
        match.play_out()
        recorder.note_forfeits()
    own = table.game.state.players[table.seat]
    return CheckedGame(
        table.name,
        [*recorder.transcript, f"final position {table.game.digest()}"],
        recorder.seconds,
        recorder.forfeits,
        {str(cause): count for cause, count in recorder.causes.items()},
        recorder.mistakes,
        recorder.changed_view,
        bool(own.always_asks_for_rent) or any("AskForRent(" in one for one in recorder.transcript),
        prints.count,
    )


# -- the whole check -------------------------------------------------------------------------------


def check_bot(
    bot: str,
    *,
    games: int = GAMES,
    seed: int = 1,
    seconds: float | None = None,
    progress: Callable[[BotCheck, int], object] | None = None,
) -> BotCheck:
    """Check a bot; ``progress`` is called after every game with the check so far and the games left."""
    check = BotCheck(bot, seed, games, seconds)
    numbers = range(check.total)
    repeated = range(min(check.total, len(SITUATIONS) + AGAIN))
    report = progress or (lambda check, left: None)
    left = len(numbers) + 2 * len(repeated)
    report(check, left)
    with Processes(1) as here, Processes(1) as elsewhere:
        played: list[CheckedGame] = []
        try:
            for game in play_in(here, bot, numbers, seed, seconds):
                check.add(game)
                played.append(game)
                left -= 1
                report(check, left)
                if game.causes.get("timeout", 0) >= MOST_TIMEOUTS:
                    check.problems["too slow"] = (
                        f"It took longer than {seconds:g} s for {MOST_TIMEOUTS} answers in one game "
                        f"({game.name}), so the check was stopped."
                    )
                    here.close(at_once=True)
                    return check
            for how, workers in (
                ("played a second time", here),
                ("played in another process", elsewhere),
            ):
                again = play_in(workers, bot, repeated, seed, seconds)
                for first, other in zip(played, again, strict=False):
                    check.compare(first, other, how)
                    left -= 1
                    report(check, left)
        except BrokenProcessPool:
            name = (
                set_up(len(played), seed).name if len(played) < check.total else "a repeated game"
            )
            check.problems["ended its process"] = (
                f"It ended the process in which it played ({name}), so the check is incomplete."
            )
            return check
        except BaseException:
            here.close(at_once=True)
            elsewhere.close(at_once=True)
            raise
    check.finish()
    return check


def play_in(
    workers: Processes, bot: str, numbers: Sequence[int], seed: int, seconds: float | None
) -> Iterator[CheckedGame]:
    """Play positions and games in a worker process, one after another."""
    waiting: list[Future[CheckedGame]] = [
        workers.call(play_checked, bot, number, seed, seconds) for number in numbers
    ]
    for future in waiting:
        yield future.result()
