"""Play on from a position with the same dice and bots, and save the results of a long run.

``bench.trade_study`` and ``bench.fit_deals`` share this module. A position is a game together with its
bots. ``Position.wins_after`` plays it to the end after some actions. Two calls with the same seed use the
same dice and cards, so the difference in wins is what the actions did.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from passgo import Action, Bot, Driver, Game, Seeded
from passgo.actions import AcceptTrade
from passgo.bots.ladder import make_bot
from passgo.bots.trader import TraderBot
from passgo.engine.state import Offer

SEATS = 4
Task = TypeVar("Task")
Result = dict[str, object]
"""One line of a results file."""


def make_bots(name: str, seed: int) -> list[Bot]:
    """Return a bot for every seat of a game."""
    return [make_bot(name, SEATS * seed + seat) for seat in range(SEATS)]


def copy_bot(name: str, bot: Bot) -> Bot:
    """Return a copy of a bot that remembers the same things."""
    twin = make_bot(name)
    if isinstance(twin, TraderBot) and isinstance(bot, TraderBot):
        twin.copy_memory(bot)
    return twin


class Position:
    """A copy of a game, with copies of the bots that play it."""

    def __init__(self, driver: Driver, name: str) -> None:
        self.name = name
        self.game = driver.game.copy(Seeded(0))
        self.bots = [copy_bot(name, seat.bot) for seat in driver.seats]

    def wins_after(self, actions: Sequence[Action], seed: int) -> list[float]:
        """Play some actions and the rest of the game; return each seat's share of the win."""
        seat = int(actions[0].seat) if actions else 0
        game = self.game.view(seat).imagine(Seeded(seed))
        for action in actions:
            game.step(action)
        Driver(game, [copy_bot(self.name, bot) for bot in self.bots]).run()
        winners = game.state.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(SEATS)]


class Trade(Position):
    """An accepted trade: the position before the answer, and the answer."""

    def __init__(self, driver: Driver, name: str, answer: AcceptTrade) -> None:
        super().__init__(driver, name)
        self.answer = answer
        self.offer: Offer = next(
            offer for offer in self.game.state.offers if offer.number == answer.offer
        )


class TradePicker(Driver):
    """A driver that picks one accepted trade at random from a game."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self.name = name
        super().__init__(game, make_bots(name, seed))
        self.random = random.Random(seed)
        self.accepted = 0
        self.trade: Trade | None = None

    def play(self, action: Action) -> None:
        """Keep each accepted trade with equal probability, then play the action."""
        if isinstance(action, AcceptTrade) and self.game.why_not(action) is None:
            self.accepted += 1
            if self.random.randrange(self.accepted) == 0:
                self.trade = Trade(self, self.name, action)
        super().play(action)


def read_results(
    path: Path, plan: Result, ends_task: Callable[[Result], bool] = lambda result: True
) -> list[Result]:
    """Read the results so far; exit if they belong to a different plan.

    If a task has several results, ``ends_task`` returns whether a result is a task's last. Results of
    an interrupted task are removed from the file.
    """
    if not path.exists():
        path.write_text(json.dumps(plan) + "\n", "utf-8")
        return []
    lines = path.read_text("utf-8").splitlines()
    if not lines or json.loads(lines[0]) != plan:
        raise SystemExit(f"{path} has results of a different study; choose another --out.")
    results: list[Result] = []
    for line in lines[1:]:
        try:
            results.append(json.loads(line))
        except ValueError:  # an interrupted write
            break
    while results and not ends_task(results[-1]):
        results.pop()
    path.write_text("".join(json.dumps(one) + "\n" for one in [plan, *results]), "utf-8")
    return results


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def collect(
    work: Callable[[Task], list[Result]],
    tasks: Iterable[Task],
    results: list[Result],
    wanted: int,
    what: str,
    jobs: int,
    path: Path,
) -> None:
    """Work on tasks until enough results have found something, appending each result to the file.

    ``what`` names what is counted, and is also the field of a result that is 0 if nothing was found.
    """
    found = sum(bool(result[what]) for result in results)
    if found >= wanted:
        return
    with path.open("a", encoding="utf-8") as file:
        workers = multiprocessing.Pool(jobs, ignore_interrupts) if jobs > 1 else None
        batches = workers.imap(work, tasks) if workers else map(work, tasks)
        try:
            for batch in batches:
                file.write("".join(json.dumps(result) + "\n" for result in batch))
                file.flush()
                results += batch
                before = found
                found += sum(bool(result[what]) for result in batch)
                if sys.stderr.isatty() or found // 50 > before // 50:
                    print(f"\r{found} of {wanted} {what}", end="", file=sys.stderr, flush=True)
                if found >= wanted:
                    break
        finally:
            if workers:
                workers.terminate()
                workers.join()
    print(file=sys.stderr)
