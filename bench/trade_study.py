"""Measure what our bots' trades do to win probabilities, by playing on from accepted trades.

    python -m bench.trade_study [--trades N] [--continuations N] [--jobs N] [--out FILE]

Plays games between four copies of a bot and picks one accepted trade at random from each game. From the
position right before the answer, it plays many games to the end, once after accepting and once after
declining, with the same dice and cards and with copies of the bots that remember the same things. The
difference in wins is what the trade did.

Each result is appended to the results file as one JSON line, so you can stop the study with Ctrl-C and
continue it later with the same command. Use a compiled environment.

    python -m bench.trade_study --trades 600 --continuations 200 --jobs 2 --out study.jsonl
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.continuations import SEATS, Result, TradePicker, collect, read_results
from passgo import Game, Seeded, rule_set
from passgo.actions import DeclineTrade
from passgo.bots.bargain import Bargainer, is_double
from passgo.bots.board_facts import groups_gained
from passgo.bots.deal_judge import DealJudge
from passgo.bots.estimate import Estimate
from passgo.bots.win_model import Evaluator
from passgo.engine.rules.debt import raisable
from passgo.engine.state import Offer, State

ROUNDS = 1000
"""Round limit; the richest player wins a game that reaches it."""
TWO_POINTS = 0.02
ERRORS = 2.0
"""A change is certain beyond this many standard errors."""
MOST_LOST = 0.06
"""Goal: the largest share of trades in which a side certainly loses."""
LEAST_MEAN = -0.005
"""Goal: the lower end of the 95% interval of a side's mean change."""
LEAST_USEFUL = 0.8
"""Goal: the smallest share of useful trades."""
THRESHOLDS = (2, 4, 8)
"""Predicted gains, in points: the report shows whether trades with at least these are safer."""


def would_save(state: State, offer: Offer) -> bool:
    """Return whether a side owes more than it can raise and gets something of value for it."""
    for seat in (int(offer.maker), int(offer.partner)):
        owed = sum(int(debt.amount) for debt in state.open_debts() if debt.debtor == seat)
        if owed > raisable(state, seat):
            return True
    return False


def completes(state: State, offer: Offer) -> bool:
    """Return whether a trade completes a group for either side."""
    terms = offer.terms
    return (
        groups_gained(state, offer.maker, terms.get_deeds, terms.give_deeds) > 0
        or groups_gained(state, offer.partner, terms.give_deeds, terms.get_deeds) > 0
    )


def predicted(state: State) -> list[float]:
    """Return each seat's win probability by the win model, after everyone has built."""
    judge = DealJudge(Evaluator())
    judge.start(state)
    return [0.0 if player.out else float(judge.before[player.seat]) for player in state.players]


def study(task: tuple[str, int, int]) -> list[Result]:
    """Play one game and study one of its trades."""
    name, seed, continuations = task
    picker = TradePicker(Game(SEATS, Seeded(seed), rules=rule_set(round_limit=ROUNDS)), name, seed)
    picker.run()
    trade = picker.trade
    if trade is None:
        return [{"seed": seed, "trades": 0}]
    answer, offer, state = trade.answer, trade.offer, trade.game.state
    decline = DeclineTrade(answer.seat, answer.offer)
    sums, squares = [0.0] * SEATS, [0.0] * SEATS
    for number in range(continuations):
        dice = seed * 1_000_003 + number
        accepted = trade.wins_after([answer], dice)
        declined = trade.wins_after([decline], dice)
        for seat in range(SEATS):
            change = accepted[seat] - declined[seat]
            sums[seat] += change
            squares[seat] += change * change
    means = [total / continuations for total in sums]
    errors = [
        math.sqrt(max(0.0, square / continuations - mean * mean) / max(1, continuations - 1))
        for square, mean in zip(squares, means, strict=True)
    ]
    after = trade.game.copy(Seeded(0))
    before = predicted(state)
    deal = Bargainer(Estimate(state)).of_offer(state, offer)
    double = is_double(state, deal)
    after.step(answer)
    result: Result = {
        "seed": seed,
        "trades": picker.accepted,
        "turn": int(state.turn),
        "maker": int(offer.maker),
        "partner": int(offer.partner),
        "terms": offer.terms.fields(),
        "cash": [int(player.cash) for player in state.players],
        "playing": [not player.out for player in state.players],
        "completes": completes(state, offer),
        "double": double,
        "saves": would_save(state, offer),
        "change": means,
        "error": errors,
        "model": [new - old for new, old in zip(predicted(after.state), before, strict=True)],
    }
    return [result]


# -- results ---------------------------------------------------------------------------------------


def interval(values: list[float]) -> tuple[float, float]:
    """Return the mean of some values and the half-width of its 95% interval."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return mean, 1.96 * math.sqrt(spread / count)


class Change:
    """What a trade did to one player."""

    def __init__(self, result: Result, seat: int) -> None:
        changes, errors, predictions = result["change"], result["error"], result["model"]
        assert isinstance(changes, list)
        assert isinstance(errors, list)
        assert isinstance(predictions, list)
        self.value: float = changes[seat]
        self.error: float = errors[seat]
        self.prediction: float = predictions[seat]

    def is_certain_loss(self) -> bool:
        """Return whether the player certainly loses."""
        return self.value < -ERRORS * self.error

    def is_large(self) -> bool:
        """Return whether the win probability certainly changes, by at least two points."""
        return abs(self.value) >= max(TWO_POINTS, ERRORS * self.error)


def seats_of(result: Result) -> tuple[int, int, list[int]]:
    """Return the maker, the acceptor and the other players of a trade."""
    maker, partner, playing = result["maker"], result["partner"], result["playing"]
    assert isinstance(maker, int)
    assert isinstance(partner, int)
    assert isinstance(playing, list)
    others = [seat for seat in range(SEATS) if playing[seat] and seat not in (maker, partner)]
    return maker, partner, others


def is_useful(result: Result) -> bool:
    """Return whether a trade completes a group, averts a bankruptcy or changes a win probability."""
    maker, partner, others = seats_of(result)
    large = any(Change(result, seat).is_large() for seat in (maker, partner, *others))
    return bool(result["completes"]) or bool(result["saves"]) or large


def by_kind(found: list[Result]) -> Iterator[str]:
    """Yield a table of how often each side certainly loses in some kinds of trades."""
    kinds = {
        "completes a group for both sides": [one for one in found if one["double"]],
        "does not": [one for one in found if not one["double"]],
    }
    for points in THRESHOLDS:
        kinds[f"the win model predicts at least {points} points for both sides"] = [
            one for one in found if least_prediction(one) >= points / 100
        ]
    yield "| trade | trades | the maker certainly loses | the acceptor certainly loses |"
    yield "| --- | ---: | ---: | ---: |"
    for kind, chosen in kinds.items():
        if chosen:
            pairs = [certain_losses(one) for one in chosen]
            shares = [100 * sum(side) / len(chosen) for side in zip(*pairs, strict=True)]
            yield f"| {kind} | {len(chosen)} | {shares[0]:.1f}% | {shares[1]:.1f}% |"


def certain_losses(result: Result) -> tuple[bool, bool]:
    """Return whether the maker and the acceptor of a trade certainly lose."""
    maker, partner, _ = seats_of(result)
    return Change(result, maker).is_certain_loss(), Change(result, partner).is_certain_loss()


def least_prediction(result: Result) -> float:
    """Return the smaller of the two sides' predicted gains."""
    maker, partner, _ = seats_of(result)
    return min(Change(result, seat).prediction for seat in (maker, partner))


def describe(results: list[Result]) -> str:
    """Return the report: the changes, the shares and whether the goals hold."""
    found = [result for result in results if result["trades"]]
    if not found:
        return "No trades yet."
    sides: dict[str, list[Change]] = {"maker": [], "acceptor": [], "others (each)": []}
    either = 0
    for result in found:
        maker, partner, others = seats_of(result)
        pair = [Change(result, maker), Change(result, partner)]
        sides["maker"].append(pair[0])
        sides["acceptor"].append(pair[1])
        sides["others (each)"] += [Change(result, seat) for seat in others]
        either += pair[0].is_certain_loss() or pair[1].is_certain_loss()
    games = len(results)
    accepted = sum(int(str(result["trades"])) for result in results)
    lines = [
        f"{len(found)} trades from {games} games with {accepted / games:.1f} trades each",
        "",
        "| side | change, points (95% interval) | by the win model | certain losses |",
        "| --- | ---: | ---: | ---: |",
    ]
    holds = True
    for name, changes in sides.items():
        if not changes:
            continue
        mean, half = interval([change.value for change in changes])
        said, _ = interval([change.prediction for change in changes])
        lost = sum(change.is_certain_loss() for change in changes) / len(changes)
        lines.append(
            f"| {name} | {100 * mean:+.2f} ({100 * (mean - half):+.2f} to {100 * (mean + half):+.2f})"
            f" | {100 * said:+.2f} | {100 * lost:.1f}% |"
        )
        if name in ("maker", "acceptor"):
            holds = holds and mean - half > LEAST_MEAN and lost <= MOST_LOST
    count = len(found)
    useful = sum(is_useful(result) for result in found) / count
    complete = sum(bool(result["completes"]) for result in found) / count
    saved = sum(bool(result["saves"]) for result in found) / count
    lines += ["", *by_kind(found)]
    lines += [
        "",
        f"Maker or acceptor certainly loses: {100 * either / count:.1f}%",
        f"Complete a group: {100 * complete:.1f}%; avert a bankruptcy: {100 * saved:.1f}%",
        f"Either of these, or certainly change a win probability by two points: {100 * useful:.1f}%"
        f" (goal: at least {100 * LEAST_USEFUL:.0f}%)",
        f"Goals for both sides (interval above {100 * LEAST_MEAN:.1f} points, certain losses at most "
        f"{100 * MOST_LOST:.0f}%): {'yes' if holds else 'no'}",
    ]
    return "\n".join(lines)


# -- running ---------------------------------------------------------------------------------------


def tasks(plan: Result, results: list[Result], trades: int) -> Iterator[tuple[str, int, int]]:
    """Yield the games that have not been studied yet."""
    done = {result["seed"] for result in results}
    first, name, continuations = plan["seed"], plan["bot"], plan["continuations"]
    assert isinstance(first, int)
    for seed in range(first, first + 100 * trades):
        if seed not in done:
            yield str(name), seed, int(str(continuations))


def main() -> None:
    """Run or continue the study, and print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trades", type=int, default=600, help="trades to study (default: 600)")
    parser.add_argument(
        "--continuations",
        type=int,
        default=200,
        help="games played after each answer to a trade (default: 200)",
    )
    parser.add_argument("--bot", default="normal", help="bot in all four seats (default: normal)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("trade-study.jsonl"),
        help="results file (default: trade-study.jsonl)",
    )
    arguments = parser.parse_args()
    for option in ("trades", "continuations", "jobs"):
        if getattr(arguments, option) < 1:
            parser.error(f"--{option} must be at least 1 (got {getattr(arguments, option)})")
    plan: Result = {
        "bot": arguments.bot,
        "seed": arguments.seed,
        "continuations": arguments.continuations,
    }
    results = read_results(arguments.out, plan)
    try:
        left = tasks(plan, list(results), arguments.trades)
        collect(study, left, results, arguments.trades, "trades", arguments.jobs, arguments.out)
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again to continue.", file=sys.stderr)
        print(describe(results))
        raise SystemExit(130) from None
    print(describe(results))


if __name__ == "__main__":
    main()
