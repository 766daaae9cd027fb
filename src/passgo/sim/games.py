"""Playing single games from a plan.

    play_game(plan, 17)                 one game
    play_games(plan, range(100, 150))   several games, with less overhead
    play_batch(Task(text, 100, 150))    what a worker does: plan as JSON, results as MessagePack

A game is determined by the plan and the game's number.
"""

from __future__ import annotations

import contextlib
import sys
import time
import zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

import msgspec

from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.ladder import BotMaker
from passgo.bots.match import Landings, Match, RecordedMatch
from passgo.engine.action import Action
from passgo.engine.board import Board, classic
from passgo.engine.chance import Chance, NoChance, Seeded
from passgo.engine.game import Game
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import RuleSet, rules_from_data
from passgo.position import game_from_position
from passgo.sim.plan import (
    Plan,
    SimulationError,
    board_of,
    bot_seed,
    dice_seed,
    is_ours,
    plan_from_json,
)
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult
from passgo.sim.thinking_watch import ThinkingWatch
from passgo.sim.time_limit import MoveTimeLimit, TimedBot

if TYPE_CHECKING:
    from passgo.sim.event_tables import GameWatcher

__all__ = [
    "Batch",
    "PreparedPlan",
    "Task",
    "play_batch",
    "play_game",
    "play_games",
    "unpack_records",
]

REMEDY: Final = " If it never answers, press Ctrl-C and set a time limit: --move-seconds 1."
_LONGEST_FAULT = 200


class Task(NamedTuple):
    """A worker's task: to play games ``start`` to ``stop - 1`` of a plan."""

    plan: bytes
    """The plan as JSON."""
    start: int
    stop: int
    with_records: bool = False
    """Whether the batch should contain the games' files."""
    with_tables: bool = False
    """Whether the batch should contain event tables."""


class Batch(NamedTuple):
    """A worker's output: the number of games, their duration and their packed results.

    An error is stored as a sentence, since not every executor can transfer our exceptions.
    """

    games: int
    seconds: float
    results: bytes
    error: str = ""
    tables: bytes = b""
    """The tables of what happened in the games, for ``event_tables``, if they were requested."""
    records: bytes = b""
    """The texts of the games' files as compressed MessagePack, if they were requested."""


class PreparedPlan:
    """A plan whose rules, board, bots and start position have been loaded once for all games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        with redirect_prints():
            self.makers = [BotMaker(text) for text in plan.bots]
            for maker in self.makers:
                maker.make()  # raises now if the bot cannot be created
        self.line_ups = [plan.line_up(index) for index in range(plan.block)]
        self.rules: RuleSet
        self.board: Board
        self.start: Game | None = None
        if plan.position is None:
            board = board_of(plan)
            self.board = classic() if board is None else board
            self.rules = rules_from_data(plan.rules)
        else:
            self.start = game_from_position(plan.position, NoChance())
            self.board = self.start.state.board
            self.rules = self.start.state.rules
            players = len(self.start.state.players)
            if players != plan.seats:
                raise SimulationError(
                    f"The position has {players} players, but the plan has {plan.seats} bots."
                )
            if self.start.state.over:
                raise SimulationError("The game is already over in the start position.")
        self.new_game(Seeded(0))  # raises now if the game cannot be set up

    def new_game(self, chance: Chance) -> Game:
        """Set up a game; cards whose order the position doesn't specify are shuffled."""
        if self.start is None:
            return Game(self.plan.seats, chance, self.rules, self.board)
        assert self.plan.position is not None
        if "unseen" in self.plan.position:
            return self.start.copy(chance)
        return self.start.view(0).imagine(chance)

    def play(
        self,
        index: int,
        time_limit: MoveTimeLimit | None = None,
        watch: ThinkingWatch | None = None,
        actions: list[Action] | None = None,
        watcher: GameWatcher | None = None,
    ) -> GameResult:
        """Play one game; ``actions`` receives all its actions, and ``watcher`` all its events."""
        plan = self.plan
        dice, shift = divmod(index, len(self.line_ups))
        line_up = self.line_ups[shift]
        game = self.new_game(Seeded(dice_seed(plan, dice)))
        bots = [self.makers[number].make(bot_seed(plan, index, number)) for number in line_up]
        detailed = index < plan.detail
        landings = Landings(self.board.size) if detailed else None
        if landings is not None:
            game.listener = landings
            game.has_listener = True
        if watcher is not None:
            watcher.begin(game, index, [plan.bots[number] for number in line_up], landings)
        match = (
            Match(game, bots, plan.rounds, detailed)
            if actions is None
            else RecordedMatch(game, bots, plan.rounds, detailed, actions)
        )
        if time_limit is not None:
            limit_moves(match.seats, time_limit)
        if watch is not None:
            names = [plan.bots[number] for number in line_up]
            watch.watch(match, names, f" of game {index}")
        match.play_out()
        if watcher is not None:
            watcher.end()
        state = game.state
        count = plan.seats
        return GameResult(
            index,
            dice,
            UNFINISHED if not state.over else WON if len(state.winners) == 1 else SHARED,
            state.winners,
            [plan.bots[number] for number in line_up],
            match.count_rounds(),
            match.count_turns(),
            match.trades,
            [player.cash for player in state.players],
            [state.worth(seat) for seat in range(count)],
            match.rounds_out,
            match.first_owners,
            match.groups_held,
            [player.complete for player in state.players],
            [seat.faults for seat in match.seats],
            [describe_first_fault(seat) for seat in match.seats],
            None if landings is None else landings.counts,
            match.worths if detailed else None,
        )


def redirect_prints() -> contextlib.redirect_stdout[TextIO]:
    """Redirect the bots' output to stderr, since programs may read stdout."""
    return contextlib.redirect_stdout(sys.stderr)


def limit_moves(seats: list[GuardedBot], time_limit: MoveTimeLimit) -> None:
    """Set a time limit for every bot that is not built in; its answers are still checked."""
    for seat in seats:
        if seat.is_foreign:
            seat.bot = TimedBot(seat.bot, time_limit)


def describe_first_fault(seat: GuardedBot) -> str:
    """Describe in one line the first move that a seat forfeited; return "" if there is none."""
    if not seat.reports:
        return ""
    fault = seat.reports[0]
    text = f"turn {fault.turn}, {fault.asked}: {fault.wrong}"
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return plain if len(plain) <= _LONGEST_FAULT else plain[:_LONGEST_FAULT] + "…"


def play_game(plan: Plan, index: int) -> GameResult:
    """Play one game from a plan."""
    return play_games(plan, [index])[0]


def play_games(plan: Plan, indexes: Iterable[int]) -> list[GameResult]:
    """Play some of a plan's games in this process."""
    return _play(PreparedPlan(plan), indexes)


def play_batch(task: Task) -> Batch:
    """Play a task's games, and write their files if requested; this runs in a worker."""
    began = time.perf_counter()
    text, start, stop, with_records, with_tables = task
    actions: list[list[Action]] | None = [[] for _ in range(start, stop)] if with_records else None
    records = b""
    try:
        prepared = _prepare(text)
        watcher = _make_watcher(prepared) if with_tables else None
        results = _play(prepared, range(start, stop), actions, watcher)
        if actions is not None:
            records = _pack_records(prepared, start, actions)
    except PassGoError as error:
        return Batch(stop - start, 0.0, b"", str(error))
    packed = msgspec.msgpack.encode(results)
    tables = b"" if watcher is None else watcher.pack()
    return Batch(stop - start, time.perf_counter() - began, packed, "", tables, records)


def _make_watcher(prepared: PreparedPlan) -> GameWatcher:
    from passgo.sim.event_tables import GameWatcher  # imports this module

    return GameWatcher(prepared.board)


def _pack_records(prepared: PreparedPlan, start: int, actions: list[list[Action]]) -> bytes:
    """Write the files of consecutive games, and compress them."""
    from passgo.sim.game_records import write_record  # imports this module

    texts = [write_record(prepared, index, one) for index, one in enumerate(actions, start)]
    return zlib.compress(msgspec.msgpack.encode(texts))


def unpack_records(packed: bytes) -> list[str]:
    """Return the texts of the games' files in a batch."""
    return msgspec.msgpack.decode(zlib.decompress(packed), type=list[str])


@lru_cache(maxsize=4)
def _prepare(text: bytes) -> PreparedPlan:
    """Prepare a plan once for all its batches."""
    return PreparedPlan(plan_from_json(text))


def _play(
    prepared: PreparedPlan,
    indexes: Iterable[int],
    actions: list[list[Action]] | None = None,
    watcher: GameWatcher | None = None,
) -> list[GameResult]:
    """Play games; ``actions`` has a list for each game, which receives its actions."""
    seconds = prepared.plan.seconds
    is_watched = not all(is_ours(bot) for bot in prepared.plan.bots)
    remedy = REMEDY if seconds is None else ""
    with (
        redirect_prints(),
        contextlib.nullcontext() if seconds is None else MoveTimeLimit(seconds) as time_limit,
        ThinkingWatch(remedy) if is_watched else contextlib.nullcontext() as watch,
    ):
        return [
            prepared.play(
                index, time_limit, watch, None if actions is None else actions[at], watcher
            )
            for at, index in enumerate(indexes)
        ]
