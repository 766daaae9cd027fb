"""Checks that the results in a file, which may have been edited, could come from a plan."""

from __future__ import annotations

from passgo.engine.board import Board
from passgo.sim.plan import Plan
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult

__all__ = ["check_result"]


def check_result(plan: Plan, board: Board, result: GameResult) -> None:
    """Raise ValueError with an explanation if a result is impossible for its game in the plan."""
    bots = [plan.bots[number] for number in plan.line_up(result.index)]
    if result.dice != plan.dice_of(result.index):
        raise ValueError(f"dice is {result.dice}, not {plan.dice_of(result.index)}")
    for seat, bot in enumerate(bots):
        if result.bots[seat] != bot:
            raise ValueError(f"bot_{seat} is {result.bots[seat]!r}, not {bot!r}")
    _check_outcome(plan, result)
    _within("rounds", result.rounds, 1, plan.rounds)
    _within("turns", result.turns, 0)
    _within("trades", result.trades, 0)
    for group, seat in zip(board.groups, result.first, strict=True):
        _within(f"first_{group.key}", seat, -1, plan.seats - 1)
    for seat in range(plan.seats):
        _within(f"out_{seat}", result.out[seat], 0, result.rounds)
        _within(f"faults_{seat}", result.faults[seat], 0)
    _check_detail(plan, board, result)


def _check_outcome(plan: Plan, result: GameResult) -> None:
    """Check the number of winners: one if won, several if shared, none if unfinished."""
    count = len(result.winners)
    fits = {WON: count == 1, SHARED: count > 1, UNFINISHED: count == 0}
    if result.outcome not in fits:
        raise ValueError(f"outcome is {result.outcome!r}, not {', '.join(fits)}")
    if not fits[result.outcome]:
        raise ValueError(f"winners has {count} seats, but outcome is {result.outcome}")
    for seat in result.winners:
        _within("winners", seat, 0, plan.seats - 1)
    if len(set(result.winners)) < count:
        raise ValueError("winners contains a seat twice")


def _check_detail(plan: Plan, board: Board, result: GameResult) -> None:
    """Check that only the first games have details, with a number for each space and each round."""
    detailed = result.index < plan.detail
    if (result.landings is not None) != detailed or (result.worths is not None) != detailed:
        raise ValueError(f"exactly the first {plan.detail} games must have landings and worths")
    if result.landings is None or result.worths is None:
        return
    if len(result.landings) != board.size + 1:
        raise ValueError(f"landings has {len(result.landings)} numbers, not {board.size + 1}")
    for count in result.landings:
        _within("landings", count, 0)
    for seat, worths in enumerate(result.worths):
        if len(worths) != len(result.worths[0]) or worths[-1:] != [result.worth[seat]]:
            raise ValueError(f"worths_{seat} has the wrong length or the wrong last value")


def _within(name: str, value: int, low: int, high: int | None = None) -> None:
    if value < low or (high is not None and value > high):
        limits = f"at least {low}" if high is None else f"from {low} to {high}"
        raise ValueError(f"{name} must be {limits} (got {value})")
