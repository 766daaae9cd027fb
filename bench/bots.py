"""Measure the cost of bots in the current environment; print one JSON object.

    python bench/bots.py [--games N]

Games have four players and no event listener, and every seat may act before each roll. Each figure is
based on this process's CPU time in the best of five interleaved passes, because other work on a shared
machine can only make a pass slower. There are two exceptions: one process and two processes are
compared by games per second of wall time, in interleaved passes; and when one `hard` bot plays
against three `normal` bots, each decision in which it looks ahead is timed once.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from typing import TypeVar

import passgo
from passgo import Action, Bot, Driver, Game, Offer, Seeded, View, rule_set
from passgo.actions import AlwaysAskForRent, Buy, DeclineTrade
from passgo.bots.ladder import BotMaker, make_bot
from passgo.bots.lookahead import LookaheadBot, Trial
from passgo.bots.simple import SimpleBot
from passgo.bots.style import TUNED_STYLE
from passgo.decisions import BuyOrAuction
from passgo.sim.executors import open_executor
from passgo.sim.plan import make_plan
from passgo.sim.runner import run

PASSES = 5
ROUNDS = 100
"""Round limit for the bots that don't trade, as in bench/engine.py."""
LONGEST = 1000
"""Round limit for the other bots; a game that reaches it is unfinished."""
Answer = TypeVar("Answer")


class Derived(SimpleBot):
    """A user's bot that subclasses one of ours, so that every call goes through Python."""

    def decide(self, view: View) -> Action:
        """Answer the current decision."""
        return super().decide(view)

    def idle(self, view: View) -> Action | None:
        """Act before a roll, or return None."""
        return super().idle(view)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Answer an offer."""
        return super().answer(view, offer)


class Own(Bot):
    """A user's bot written from scratch, which buys what it can, asks for rent and never trades."""

    def decide(self, view: View) -> Action:
        """Answer the current decision."""
        state, seat = view.state, view.seat
        top = state.agenda.top
        if (
            isinstance(top, BuyOrAuction)
            and state.players[seat].cash >= state.property(top.space).deed.price
        ):
            return Buy(seat)
        return self.safe(view)

    def idle(self, view: View) -> Action | None:
        """Act before a roll, or return None."""
        return (
            None
            if view.state.players[view.seat].always_asks_for_rent
            else AlwaysAskForRent(view.seat, True)
        )

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Answer an offer."""
        return DeclineTrade(view.seat, offer.number)


class Timed(LookaheadBot):
    """The lookahead bot, which also times each decision in which it looks ahead."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed=seed, style=TUNED_STYLE)
        self.looked = 0
        self.took: list[float] = []

    def find_best(self, trials: list[Trial], rollouts: int, trading: bool) -> Trial:
        """Record that the bot looked ahead."""
        self.looked += 1
        return super().find_best(trials, rollouts, trading)

    def decide(self, view: View) -> Action:
        """Answer the current decision."""
        return self.time_answer(lambda: LookaheadBot.decide(self, view))

    def idle(self, view: View) -> Action | None:
        """Act before a roll, or return None."""
        return self.time_answer(lambda: LookaheadBot.idle(self, view))

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Answer an offer."""
        return self.time_answer(lambda: LookaheadBot.answer(self, view, offer))

    def time_answer(self, ask: Callable[[], Answer]) -> Answer:
        """Get an answer, and record how long it took if rollouts were run."""
        before = self.looked
        start = time.process_time()
        answer = ask()
        if self.looked > before:
            self.took.append(time.process_time() - start)
        return answer


def play(make: Callable[[int], Bot], games: int, rounds: int) -> tuple[int, float]:
    """Play games between four bots; return the number of player-turns and the CPU seconds."""
    rules = rule_set(round_limit=rounds)
    turns = 0
    start = time.process_time()
    for seed in range(games):
        game = Game(4, Seeded(seed), rules=rules)
        Driver(game, [make(4 * seed + seat) for seat in range(4)]).run()
        turns += game.state.turn
    return turns, time.process_time() - start


def paces(games: int) -> dict[str, float]:
    """Return the turns and games per second for each kind of bot in its best pass."""
    normal = BotMaker("normal")
    cases: dict[str, tuple[Callable[[int], Bot], int]] = {
        "simple": (lambda seed: SimpleBot(), ROUNDS),
        "normal": (normal.make, LONGEST),
        "derived": (lambda seed: Derived(), ROUNDS),
        "own": (lambda seed: Own(), ROUNDS),
    }
    found: dict[str, float] = {}
    for _ in range(PASSES):
        for name, (make, rounds) in cases.items():
            turns, seconds = play(make, games, rounds)
            for unit, count in (("turns", turns), ("games", games)):
                key = f"{name}: {unit}/s"
                found[key] = max(found.get(key, 0.0), count / seconds)
            found[f"{name}: turns/game"] = turns / games
    return found


def wall(jobs: int, games: int, passes: int) -> float:
    """Return the games per second of wall time in the best pass, not counting startup."""
    with open_executor("processes", jobs=jobs) as workers:
        for batch in run(make_plan(["normal"] * 4, games=4 * jobs), workers):
            assert batch
        best = 0.0
        for number in range(passes):
            plan = make_plan(["normal"] * 4, games=games, seed=number + 2)
            start = time.perf_counter()
            played = sum(len(batch) for batch in run(plan, workers))
            best = max(best, played / (time.perf_counter() - start))
    return best


def processes(games: int) -> dict[str, float]:
    """Compare the speed of one process with that of two on the same games."""
    rates = {1: 0.0, 2: 0.0}
    for _ in range(2):
        for jobs, before in rates.items():
            rates[jobs] = max(before, wall(jobs, games, 2))
    return {"one process: games/s": rates[1], "two processes: games/s": rates[2]}


def hard(games: int) -> dict[str, float]:
    """Measure how many milliseconds a `hard` bot takes for decisions in which it looks ahead."""
    took: list[float] = []
    forfeited = 0
    for seed in range(games):
        bot = Timed(seed)
        game = Game(4, Seeded(seed), rules=rule_set(round_limit=LONGEST))
        others = [make_bot("normal") for _ in range(3)]
        place = seed % 4
        driver = Driver(game, [*others[:place], bot, *others[place:]])
        driver.run()
        took += bot.took
        forfeited += sum(seat.faults for seat in driver.seats)
    if len(took) < 2 or forfeited:
        raise SystemExit(f"hard: timed {len(took)} decisions and forfeited {forfeited} moves.")
    twentieths = statistics.quantiles(took, n=20)
    return {
        "hard: rollouts": float(Timed(0).rollouts),
        "hard: decisions/game": len(took) / games,
        "hard: median ms": 1000 * statistics.median(took),
        "hard: 95th percentile ms": 1000 * twentieths[-1],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games per pass (default: 200)")
    parser.add_argument(
        "--hard-games", type=int, default=5, help="games with a `hard` bot (default: 5)"
    )
    arguments = parser.parse_args()
    figures = paces(arguments.games)
    figures |= processes(10 * arguments.games)
    figures |= hard(arguments.hard_games)
    compiled, python = passgo.is_compiled(), platform.python_version()
    print(json.dumps({"compiled": compiled, "python": python, "figures": figures}))


if __name__ == "__main__":
    main()
