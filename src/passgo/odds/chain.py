"""The exact Markov chain of one player's rolls: where a token stops in the long run.

One step of the chain is one roll of the dice. The outcome of the next roll depends only on the
token's space (or its turn in Jail) and the number of doubles rolled this turn, so these define the
states. Everything follows the rulebook: after doubles the player rolls again, a third roll of
doubles sends the token straight to Jail, being sent to Jail ends the turn, and a "go back" card
moves the token to a space that takes effect as usual (another card may be drawn there).

Each space has two figures, both per roll:

* a *landing* is any stop: a Chance space and the space its card sends the token to both count, as
  do "Go To Jail" and Jail itself;
* a *rest* is the space where the token is at the end of the roll. Rests add up to one.

Both lists have one more entry than the board has spaces. The last entry is "in Jail": its landings
count each time the token is sent to Jail (a failed roll for doubles is not a landing), and its
rests count every roll that ends there. The Jail space itself is Just Visiting.

The chain assumes that every card in a deck is equally likely to be drawn, no matter which cards
were drawn before, and that "Get Out of Jail Free" cards do nothing. This is exact for a deck
shuffled before every draw. A real deck cycles: if no card is held, each of 16 cards comes up once
in 16 draws, so in the long run all are drawn equally often, as in the chain. But its draws are not
independent: a card moves the token, which affects the space on which the next card is drawn, and
the next card is already fixed. The landings for one card order are therefore close to the chain's
but not equal to them. In simulations on the classic board, in landings per 100 rolls, individual
spaces differ from the chain by up to about 0.04 for one order and by about 0.001 when averaged over
all orders (a difference remains because the same card cannot come up twice in a row). Many games,
each with its own shuffle, approach that average.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from passgo.engine.board import ADVANCE, ARREST, BACK, CHANCE, CHEST, GO_TO_JAIL, NEAREST, Board

__all__ = ["LEAVE", "STAY", "STRATEGIES", "LongRun", "long_run", "space_names"]

LEAVE: Final = "leave"  # pay or use a card before the first roll in Jail
STAY: Final = "stay"  # roll for doubles as long as the rules allow
STRATEGIES: Final = (LEAVE, STAY)

_PLAIN: Final = {3: 2, 4: 2, 5: 4, 6: 4, 7: 6, 8: 4, 9: 4, 10: 2, 11: 2}  # out of 36, no doubles
_DOUBLES: Final = {2: 1, 4: 1, 6: 1, 8: 1, 10: 1, 12: 1}
_ALL: Final = {total: 6 - abs(total - 7) for total in range(2, 13)}
_CLOSE_ENOUGH: Final = 2e-15  # total change per step; the remaining error is about ten times that
_MOST_STEPS: Final = 100_000


@dataclass(frozen=True)
class LongRun:
    """The long-run frequencies of a token's stops, under one strategy for Jail."""

    strategy: str
    landings: tuple[float, ...]  # per roll, by space; the last entry: sent to Jail
    shares: tuple[float, ...]  # landings as shares of all landings; they add up to one
    rests: tuple[float, ...]  # by space; the last entry: in Jail; they add up to one
    by_nearest: tuple[float, ...]  # per roll, by space: landings caused by "nearest" cards
    mean_roll: tuple[float, ...]  # by space: the mean roll for all other landings, or 0
    rolls_per_turn: float
    turns_in_jail: float  # the share of turns that begin in Jail

    @property
    def landings_per_turn(self) -> tuple[float, ...]:
        """The number of landings on each space per turn, over all of the turn's rolls."""
        return tuple(landing * self.rolls_per_turn for landing in self.landings)

    @property
    def time_in_jail(self) -> float:
        """The share of rolls after which the token is in Jail."""
        return self.rests[-1]


@dataclass
class _Stop:
    """The consequences of moving a token to a space, including cards and Go To Jail."""

    landings: dict[int, float]  # every stop, including this space
    nearest: dict[int, float]  # the stops caused by "nearest" cards
    rests: dict[int, float]  # where the token ends up; board.size means in Jail


@dataclass
class _Roll:
    """One kind of roll from a state: where the token moves, and what comes next."""

    to: int  # the space the token moves to; -1 if it does not move
    total: int
    chance: float
    doubles: int  # doubles rolled so far if the turn continues after this roll, else 0
    jail: int  # the next turn in Jail if the token does not move


def space_names(board: Board) -> list[str]:
    """Return names for the entries in a long run: each space, numbered if names repeat, and Jail."""
    names = [space.name for space in board.spaces]
    count: dict[str, int] = {}
    result: list[str] = []
    for number, name in enumerate(names):
        count[name] = count.get(name, 0) + 1
        if number == board.jail:
            result.append("Just Visiting")
        else:
            result.append(f"{name} {count[name]}" if names.count(name) > 1 else name)
    return [*result, f"In {names[board.jail]}"]


def long_run(board: Board, strategy: str, *, jail_turns: int = 3, fine_turns: int = 3) -> LongRun:
    """Compute where a token stops in the long run.

    `jail_turns` is the maximum number of rolls for doubles in Jail; `fine_turns` is the number of these
    turns on which the fine may be paid before the roll (if it is 0, nobody can pay to leave early).
    """
    if strategy not in STRATEGIES:
        raise ValueError(f"strategy must be {' or '.join(STRATEGIES)} (got {strategy!r})")
    if jail_turns < 1:
        raise ValueError(f"jail_turns must be at least 1 (got {jail_turns})")
    pays = strategy == LEAVE and fine_turns >= 1
    stops = [_stop(board, space) for space in range(board.size)]
    rolls = [_rolls(board, state, pays, jail_turns) for state in range(3 * board.size + jail_turns)]
    rows = [_row(board, table, stops) for table in rolls]
    return _figures(board, strategy, rolls, stops, _stationary(rows))


# States are numbered space + size * doubles; they are followed by one state for each turn in Jail.


def _stop(board: Board, space: int) -> _Stop:
    """Follow a token from a stop to its rest; cards on a valid board cannot form an endless loop."""
    kind = board.spaces[space].kind
    if kind == GO_TO_JAIL:
        return _Stop({space: 1.0, board.size: 1.0}, {}, {board.size: 1.0})
    if kind not in (CHANCE, CHEST):
        return _Stop({space: 1.0}, {}, {space: 1.0})
    whole = _Stop({space: 1.0}, {}, {})
    deck = board.decks[0 if kind == CHANCE else 1]
    for number in deck:
        card = board.cards[number]
        if card.does == ADVANCE:
            then = _stop(board, card.a)
        elif card.does == BACK:
            then = _stop(board, (space - card.a) % board.size)
        elif card.does == NEAREST:
            to = board.nearest(space, card.a)
            then = _stop(board, to)
            _add(whole.nearest, {to: 1.0}, 1 / len(deck))
        elif card.does == ARREST:
            then = _Stop({board.size: 1.0}, {}, {board.size: 1.0})
        else:
            then = _Stop({}, {}, {space: 1.0})
        _add(whole.landings, then.landings, 1 / len(deck))
        _add(whole.nearest, then.nearest, 1 / len(deck))
        _add(whole.rests, then.rests, 1 / len(deck))
    return whole


def _add(whole: dict[int, float], part: dict[int, float], weight: float) -> None:
    for key, value in part.items():
        whole[key] = whole.get(key, 0.0) + value * weight


def _rolls(board: Board, state: int, pays: bool, jail_turns: int) -> list[_Roll]:
    """List the 36 equally likely rolls in a state, with equivalent ones merged."""
    turn = state - 3 * board.size + 1
    doubles, space = divmod(state, board.size)
    if turn < 1 or pays:
        if turn >= 1:
            doubles, space = 0, board.jail
        moves = _moves(board, space, _PLAIN, 0)
        if doubles < 2:
            return moves + _moves(board, space, _DOUBLES, doubles + 1)
        return [*moves, _Roll(-1, 0, 6 / 36, 0, 1)]
    if turn == jail_turns:  # the token leaves, by doubles or the fine, with no second roll
        return _moves(board, board.jail, _ALL, 0)
    return [*_moves(board, board.jail, _DOUBLES, 0), _Roll(-1, 0, 30 / 36, 0, turn + 1)]


def _moves(board: Board, space: int, ways: dict[int, int], doubles: int) -> list[_Roll]:
    return [
        _Roll((space + total) % board.size, total, count / 36, doubles, 0)
        for total, count in ways.items()
    ]


def _row(board: Board, rolls: list[_Roll], stops: list[_Stop]) -> list[tuple[int, float]]:
    """Return the probability of each next state."""
    row: dict[int, float] = {}
    jail = 3 * board.size
    for roll in rolls:
        if roll.to < 0:
            _add(row, {jail + roll.jail - 1: 1.0}, roll.chance)
            continue
        for rest, chance in stops[roll.to].rests.items():
            state = jail if rest == board.size else rest + board.size * roll.doubles
            _add(row, {state: chance}, roll.chance)
    return sorted(row.items())


def _stationary(rows: list[list[tuple[int, float]]]) -> list[float]:
    """Return the stationary distribution by repeating the step until nothing changes.

    From every state, three doubles in a row lead to Jail, possibly after one other roll, so the
    distribution is unique, and the steps converge to it.
    """
    now = [1 / len(rows)] * len(rows)
    for _ in range(_MOST_STEPS):
        then = [0.0] * len(rows)
        for weight, row in zip(now, rows, strict=True):
            for state, chance in row:
                then[state] += weight * chance
        change = sum(abs(new - old) for new, old in zip(then, now, strict=True))
        total = sum(then)
        now = [weight / total for weight in then]
        if change < _CLOSE_ENOUGH:
            return now
    raise ArithmeticError("the long run did not converge")  # pragma: no cover  # never happens


def _figures(
    board: Board,
    strategy: str,
    rolls: list[list[_Roll]],
    stops: list[_Stop],
    states: list[float],
) -> LongRun:
    """Add up landings and rests over all states in the long run."""
    landings = [0.0] * (board.size + 1)
    rests = [0.0] * (board.size + 1)
    nearest = [0.0] * (board.size + 1)
    rolled = [0.0] * (board.size + 1)  # the sum of the rolls for all other landings
    for weight, table in zip(states, rolls, strict=True):
        for roll in table:
            chance = weight * roll.chance
            if roll.to < 0:
                rests[-1] += chance
                if roll.jail == 1:  # just sent to Jail, not staying there
                    landings[-1] += chance
                continue
            stop = stops[roll.to]
            for space, part in stop.landings.items():
                by_nearest = stop.nearest.get(space, 0.0)
                landings[space] += chance * part
                nearest[space] += chance * by_nearest
                rolled[space] += chance * (part - by_nearest) * roll.total
            for space, part in stop.rests.items():
                rests[space] += chance * part
    everything = sum(landings)
    begun = sum(states[: board.size]) + sum(states[3 * board.size :])  # rolls that begin a turn
    return LongRun(
        strategy=strategy,
        landings=tuple(landings),
        shares=tuple(landing / everything for landing in landings),
        rests=tuple(rests),
        by_nearest=tuple(nearest[: board.size]),
        mean_roll=tuple(
            total / (landing - card) if landing - card > 1e-12 else 0.0
            for total, landing, card in list(zip(rolled, landings, nearest, strict=True))[:-1]
        ),
        rolls_per_turn=1 / begun,
        turns_in_jail=sum(states[3 * board.size :]) / begun,
    )
