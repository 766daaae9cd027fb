"""Four bots that propose swaps whenever they can, and the cost of each proposal.

    python examples/trading_loop.py --games 20            run with the installed passgo
    python examples/trading_loop.py --games 20 --compile  compile this file with mypyc first

Apart from trading, each bot plays like ``SimpleBot``. Before each roll, it looks for a swap
of deeds that would increase its own worth and that of another player. It uses ``check`` to find out
whether the swap can be offered, and ``imagine`` to see what both players would have if it were
accepted. It accepts, counters or declines offers by the same measure. None of this is clever, but
every trading bot needs a loop like this.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from mypy_extensions import mypyc_attr

import passgo
from passgo import Action, Driver, Game, Refusal, Seeded, View, is_compiled, rule_set
from passgo.actions import AcceptTrade, CounterTrade, DeclineTrade, OfferTrade
from passgo.bots.bot import Bot  # imported from the defining module, as mypyc 2.4 requires
from passgo.bots.simple import SimpleBot
from passgo.engine.state import Offer, State

LOOKED_AT: Final = 12
"""The maximum number of swaps a trader considers before a roll."""
PATIENCE: Final = 40
"""The number of turns after which a trader may repeat a declined offer."""
KEPT: Final = 100
"""The cash a trader keeps when it adds cash to an offer."""


class Tally:
    """Counts of what the traders did, and how long it took."""

    def __init__(self) -> None:
        self.offered = 0
        self.countered = 0
        self.accepted = 0
        self.declined = 0
        self.checks = 0
        self.looks = 0
        self.idles = 0
        self.idle_ns = 0
        self.answers = 0
        self.answer_ns = 0
        self.codes: dict[str, int] = {}

    def refused(self, refusal: Refusal) -> None:
        """Count a proposal that the rules do not allow."""
        self.codes[refusal.code] = self.codes.get(refusal.code, 0) + 1


@mypyc_attr(native_class=False)  # a separately compiled native subclass crashes the engine
class Trader(Bot):
    """A bot that offers swaps that benefit both players, adding cash if only the bot would gain."""

    def __init__(self, tally: Tally) -> None:
        self.habits = SimpleBot()
        self.tally = tally
        self.tried: set[tuple[int, int, int, int]] = set()
        self.since = 0
        self.chance = Seeded(0)

    def decide(self, view: View) -> Action:
        """Answer the current decision like ``SimpleBot``."""
        return self.habits.decide(view)

    def idle(self, view: View) -> Action | None:
        """Build and unmortgage like ``SimpleBot``; then propose a swap."""
        action = self.habits.idle(view)
        if action is not None:
            return action
        start = time.process_time_ns()
        offer = self.propose(view)
        self.tally.idle_ns += time.process_time_ns() - start
        self.tally.idles += 1
        if offer is not None:
            self.tally.offered += 1
        return offer

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Accept a good offer; counter an offer that favors its maker."""
        start = time.process_time_ns()
        action = self.judge(view, offer)
        self.tally.answer_ns += time.process_time_ns() - start
        self.tally.answers += 1
        return action

    def propose(self, view: View) -> OfferTrade | None:
        """Find the swap with the largest gain that leaves the partner no worse off."""
        state = view.state
        if state.turn - self.since > PATIENCE:
            self.since = int(state.turn)
            self.tried.clear()
        best: OfferTrade | None = None
        most = 0
        for offer in self.swaps(view):
            # A bot is not notified of the outcome of its offers, so it remembers what it has tried.
            terms = offer.terms
            self.tried.add(what(view.seat, offer.partner, terms.give_deeds[0], terms.get_deeds[0]))
            self.tally.checks += 1
            answer = view.check(offer)
            if isinstance(answer, Refusal):
                self.tally.refused(answer)
                continue
            mine, theirs = self.gains(view, offer)
            if mine > 0 and theirs < 0 and mine + theirs > 0:
                offer = sweetened(view, offer, 10 - theirs)
                if view.why_not(offer) is not None:
                    continue
                mine, theirs = self.gains(view, offer)
            if mine > most and theirs >= 0:
                best, most = offer, mine
        return best

    def swaps(self, view: View) -> list[OfferTrade]:
        """List swaps that give each player another deed in a group they already own part of."""
        state = view.state
        seat = view.seat
        found: list[OfferTrade] = []
        wanted = [prop for prop in state.properties if prop.owner >= 0 and prop.owner != seat]
        spare = state.properties_of(seat)
        for theirs in wanted:
            if count_deeds(state, seat, theirs.deed.group) == 0:
                continue
            for mine in spare:
                partner = int(theirs.owner)
                if mine.deed.group == theirs.deed.group:
                    continue
                if count_deeds(state, partner, mine.deed.group) == 0:
                    continue
                give, get = int(mine.deed.space), int(theirs.deed.space)
                if what(seat, partner, give, get) in self.tried:
                    continue
                found.append(OfferTrade(seat, partner, 0, 0, (give,), (get,)))
                if len(found) == LOOKED_AT:
                    return found
        return found

    def gains(self, view: View, offer: OfferTrade) -> tuple[int, int]:
        """Return what both players would gain if the offer were made and accepted.

        ``check`` only reports that the offer would be open, so this plays both moves in an imagined game.
        """
        self.tally.looks += 1
        state = view.state
        mine, theirs = standing(state, view.seat), standing(state, offer.partner)
        trial = view.imagine(self.chance)
        trial.step(offer)
        trial.step(AcceptTrade(offer.partner, trial.state.offers[-1].number))
        after = trial.state
        return standing(after, view.seat) - mine, standing(after, offer.partner) - theirs

    def judge(self, view: View, offer: Offer) -> Action:
        """Accept, counter or decline an offer; a counteroffer asks for half of the maker's extra gain."""
        state = view.state
        seat = view.seat
        accept = AcceptTrade(seat, offer.number)
        if view.why_not(accept) is None:
            mine, theirs = standing(state, seat), standing(state, offer.maker)
            self.tally.looks += 1
            trial = view.imagine(self.chance)
            trial.step(accept)
            mine = standing(trial.state, seat) - mine
            theirs = standing(trial.state, offer.maker) - theirs
            if mine > 0 and 2 * mine >= theirs:
                self.tally.accepted += 1
                return accept
            counter = self.counter(view, offer, (theirs - mine) // 2)
            if counter is not None:
                self.tally.countered += 1
                return counter
        self.tally.declined += 1
        return DeclineTrade(seat, offer.number)

    def counter(self, view: View, offer: Offer, more: int) -> CounterTrade | None:
        """Offer the same swap for more cash, but only once for each set of deeds."""
        seat, terms = view.seat, offer.terms
        if more <= 0 or not terms.give_deeds or not terms.get_deeds:
            return None
        key = what(seat, offer.maker, terms.get_deeds[0], terms.give_deeds[0])
        if key in self.tried:
            return None
        self.tried.add(key)
        cash = terms.give_cash - terms.get_cash + more
        counter = CounterTrade(
            seat,
            offer.number,
            give_cash=max(0, -cash),
            get_cash=max(0, cash),
            give_deeds=terms.get_deeds,
            get_deeds=terms.give_deeds,
        )
        self.tally.checks += 1
        refusal = view.why_not(counter)
        if refusal is not None:
            self.tally.refused(refusal)
            return None
        return counter


def what(seat: int, partner: int, give: int, get: int) -> tuple[int, int, int, int]:
    """Return a key that identifies a swap, regardless of the cash."""
    return (int(seat), int(partner), int(give), int(get))


def sweetened(view: View, offer: OfferTrade, cash: int) -> OfferTrade:
    """Add cash to an offer, up to the amount available."""
    spare = view.state.players[view.seat].cash - KEPT
    return OfferTrade(
        offer.seat,
        offer.partner,
        max(0, min(cash, int(spare))),
        0,
        offer.terms.give_deeds,
        offer.terms.get_deeds,
    )


def count_deeds(state: State, seat: int, group: int) -> int:
    """Count a player's deeds in a group."""
    count = 0
    for prop in state.group_properties(group):
        if prop.owner == seat:
            count += 1
    return count


def standing(state: State, seat: int) -> int:
    """Return a player's worth; the more of a group the player owns, the more its deeds count."""
    total = int(state.players[seat].cash)
    for group in state.board.groups:
        own = 0
        prices = 0
        for prop in state.group_properties(group.number):
            if prop.owner == seat:
                own += 1
                prices += int(prop.deed.mortgage if prop.mortgaged else prop.deed.price)
        if own == len(group.deeds):
            total += 3 * prices
        elif own > 1:
            total += prices + prices // 2
        else:
            total += prices
    return total


# -- games and measurements ------------------------------------------------------------------------


def table(seed: int, tally: Tally, rounds: int = 100) -> Driver:
    """Set up a game of four traders."""
    game = Game(4, Seeded(seed), rules=rule_set(round_limit=rounds))
    traders: list[Bot] = [Trader(tally) for _ in range(4)]
    return Driver(game, traders)


def play_games(games: int) -> tuple[Tally, int, int]:
    """Play games to the end; return the tally, the turns played and the number of refused actions."""
    tally = Tally()
    turns = faults = 0
    for seed in range(games):
        driver = table(seed, tally)
        driver.run()
        turns += int(driver.game.state.turn)
        faults += sum(int(seat.faults) for seat in driver.seats)
    return tally, turns, faults


def middle() -> tuple[Game, OfferTrade]:
    """Return a game in its twentieth round, and a swap that can be offered in it."""
    for seed in range(100):
        driver = table(seed, Tally())
        driver.run(80)
        game = driver.game
        if game.state.over or not game.state.is_calm():
            continue
        for seat in range(4):
            view = game.view(seat)
            for offer in Trader(Tally()).swaps(view):
                if view.why_not(offer) is None:
                    return game, offer
    raise AssertionError("no swap was found in a hundred games")


def each(times: int, work: Callable[[], object]) -> float:
    """Return the CPU time of a call in microseconds: the shortest of five measurements."""
    best = 1e9
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - start) / times * 1e6)
    return best


def costs(times: int) -> dict[str, float]:
    """Measure the cost of each call to the engine, in microseconds."""
    game, offer = middle()
    seat = offer.seat
    view = game.view(seat)
    chance = Seeded(1)
    trader = Trader(Tally())
    bench = game.copy(chance)

    def offer_and_decline() -> None:
        bench.step(offer)
        bench.step(DeclineTrade(offer.partner, bench.state.offers[-1].number))

    return {
        "why_not(OfferTrade)": each(times, lambda: view.why_not(offer)),
        "check(OfferTrade)": each(times, lambda: view.check(offer)),
        "view.imagine(chance)": each(times, lambda: view.imagine(chance)),
        "game.copy(chance)": each(times, lambda: game.copy(chance)),
        "imagine, offer, accept, value": each(times, lambda: trader.gains(view, offer)),
        "offer and decline, played": each(times, offer_and_decline),
        "options(seat)": each(max(1, times // 10), lambda: game.options(seat)),
    }


def report(games: int, times: int = 2000) -> None:
    """Play the games, measure the calls and print the results."""
    ours = "compiled" if not __file__.endswith(".py") else "interpreted"
    engine = "compiled" if is_compiled() else "interpreted"
    start = time.process_time()
    tally, turns, faults = play_games(games)
    seconds = time.process_time() - start
    print(f"traders {ours}, engine {engine}: {games} games, {turns} turns, {seconds:.2f} s")
    print(
        f"offered {tally.offered}, countered {tally.countered}, accepted {tally.accepted}, "
        f"declined {tally.declined}; not allowed {sum(tally.codes.values())}, faults {faults}"
    )
    for code in sorted(tally.codes):
        print(f"  {code:<20} {tally.codes[code]:>7}")
    per_offer = tally.idle_ns / max(1, tally.offered) / 1000
    print(
        f"{per_offer:.1f} µs per offer made, "
        f"{tally.idle_ns / max(1, tally.idles) / 1000:.1f} per idle call,"
    )
    print(f"{tally.answer_ns / max(1, tally.answers) / 1000:.1f} µs per answer")
    print(f"{tally.checks} checks and {tally.looks} trades imagined")
    for name, cost in costs(times).items():
        print(f"  {name:<30} {cost:8.2f} µs")


def compile_and_run(words: list[str]) -> int:
    """Compile this file separately in a scratch folder and run it there."""
    setup = (
        "from setuptools import setup\n"
        "from mypyc.build import mypycify\n"
        "setup(name='loop', ext_modules=mypycify(['trading_loop.py'], opt_level='3'))\n"
    )
    run = "import sys, trading_loop; sys.exit(trading_loop.main(sys.argv[1:]))"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(__file__, folder)
        (Path(folder) / "setup.py").write_text(setup)
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        environment = dict(os.environ)
        source = Path(passgo.__file__).resolve().parents[1]
        if source.name != "site-packages":  # packages in site-packages are found anyway
            environment["MYPYPATH"] = environment["PYTHONPATH"] = str(source)
        subprocess.run(build, cwd=folder, env=environment, check=True)
        command = [sys.executable, "-c", run, *words]
        return subprocess.run(command, cwd=folder, env=environment).returncode


def main(words: list[str]) -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Four traders, and the cost of their offers.")
    parser.add_argument("--games", type=int, default=20, help="games to play (default: 20)")
    parser.add_argument(
        "--times", type=int, default=2000, help="repetitions of each measurement (default: 2000)"
    )
    parser.add_argument("--compile", action="store_true", help="compile this file with mypyc first")
    asked = parser.parse_args(words)
    if asked.compile:
        return compile_and_run(["--games", str(asked.games), "--times", str(asked.times)])
    report(asked.games, asked.times)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
