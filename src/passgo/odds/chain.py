"""Where a token stops in the long run: the exact Markov chain of one player's rolls.

One step of the chain is one roll of the dice. What the next roll can do depends only on where
the token stands (or which turn in Jail this is) and on how many doubles this turn has seen, so
those are the states. Everything a roll does follows the rulebook: doubles roll again, the third
doubles goes to Jail without moving, being sent to Jail ends the turn, "go back" acts on the space
it reaches and may draw again.

Two figures per space, both per roll:

* a *landing* is every stop of the token: the Chance space as well as the space its card sends the
  token to, "Go To Jail" as well as the Jail itself;
* a *rest* is where the token is when the roll is done. Rests sum to one.

Both lists have one entry more than the board has spaces. The last one is "in Jail": landings count
each arrest there (a failed roll for doubles moves nobody and is no landing), rests count every
roll that ends there. The Jail space itself is Just Visiting.

About the cards. Each draw is taken to be any card of its deck with equal chance, whatever was
drawn before; a card that is kept counts as one that does nothing. That is exact for a deck shuffled
before every draw. A real deck goes round: as long as no card is held, each of 16 cards comes once
in 16 draws, so in the long run all are drawn equally often, as here. But the draws are not
independent: a card sends the token somewhere, that decides from which space the deck is drawn next,
and the next card is already fixed. So the landings under one given order are close to those here,
not equal. Simulated on the classic board, in landings per 100 rolls: single spaces are off by up
to about 0.04 for one order, and by about 0.001 on the mean over all orders (the same card cannot
come twice in a row), which is what many games tend to, each with its own shuffle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from passgo.engine.board import ADVANCE, ARREST, BACK, CHANCE, CHEST, GO_TO_JAIL, NEAREST, Board

__all__ = ["LEAVE", "STAY", "STRATEGIES", "LongRun", "long_run", "space_names"]

LEAVE: Final = "leave"  # pay, or use a card, before the first roll in Jail
STAY: Final = "stay"  # roll for doubles as long as the rules allow
STRATEGIES: Final = (LEAVE, STAY)

_PLAIN: Final = {3: 2, 4: 2, 5: 4, 6: 4, 7: 6, 8: 4, 9: 4, 10: 2, 11: 2}  # of 36, not doubles
_DOUBLES: Final = {2: 1, 4: 1, 6: 1, 8: 1, 10: 1, 12: 1}
_ALL: Final = {total: 6 - abs(total - 7) for total in range(2, 13)}
_CLOSE_ENOUGH: Final = 2e-15  # change per step, summed; the error left is some ten times that
_MOST_STEPS: Final = 100_000


@dataclass(frozen=True)
class LongRun:
    """Where one player's token stops in the long run, under one strategy for Jail."""

    strategy: str
    landings: tuple[float, ...]  # per roll, by space; the last entry: sent to Jail
    shares: tuple[float, ...]  # the same as shares of all landings; they sum to one
    rests: tuple[float, ...]  # by space; the last entry: in Jail; they sum to one
    by_nearest: tuple[float, ...]  # per roll, by space: landings that a "nearest" card brought
    mean_roll: tuple[float, ...]  # by space: the mean roll behind all other landings, or 0
    rolls_per_turn: float
    turns_in_jail: float  # the share of turns that begin in Jail

    @property
    def landings_per_turn(self) -> tuple[float, ...]:
        """How often each space is landed on in one turn, all rolls of the turn together."""
        return tuple(landing * self.rolls_per_turn for landing in self.landings)

    @property
    def time_in_jail(self) -> float:
        """The share of rolls after which the token is in Jail."""
        return self.rests[-1]


@dataclass
class _Stop:
    """What follows when the dice bring a token to a space: cards and Go To Jail included."""

    landings: dict[int, float]  # every stop, this space included
    nearest: dict[int, float]  # those of them that a "nearest" card brought
    rests: dict[int, float]  # where it ends; board.size stands for Jail


@dataclass
class _Roll:
    """One kind of roll from one state: where the token is brought, and what comes next."""

    to: int  # the space the dice bring it to; -1: it does not move
    total: int
    chance: float
    doubles: int  # the doubles of the turn after this roll, if it goes on; else 0
    jail: int  # the next turn in Jail for a token that does not move


def space_names(board: Board) -> list[str]:
    """Name the entries of a long run: each space, with a number where names repeat, and Jail."""
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
    """Work out where a token stops in the long run.

    `jail_turns` is how many rolls for doubles a stay in Jail lasts at most, `fine_turns` on how
    many of those turns the fine may be paid before the roll (with 0, nobody can leave at once).
    """
    if strategy not in STRATEGIES:
        raise ValueError(f"a strategy is one of {', '.join(STRATEGIES)}, not {strategy!r}")
    if jail_turns < 1:
        raise ValueError(f"a stay in Jail lasts one turn or more, not {jail_turns}")
    pays = strategy == LEAVE and fine_turns >= 1
    stops = [_stop(board, space) for space in range(board.size)]
    rolls = [_rolls(board, state, pays, jail_turns) for state in range(3 * board.size + jail_turns)]
    rows = [_row(board, table, stops) for table in rolls]
    return _figures(board, strategy, rolls, stops, _stationary(rows))


# The states are numbered: space + size * doubles, then one for each turn in Jail.


def _stop(board: Board, space: int) -> _Stop:
    """Follow a token that stops on a space to where it rests. A board has no endless cards."""
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
    """List what the dice can do in a state: 36 equally likely rolls, those alike together."""
    turn = state - 3 * board.size + 1
    doubles, space = divmod(state, board.size)
    if turn < 1 or pays:
        if turn >= 1:
            doubles, space = 0, board.jail
        moves = _moves(board, space, _PLAIN, 0)
        if doubles < 2:
            return moves + _moves(board, space, _DOUBLES, doubles + 1)
        return [*moves, _Roll(-1, 0, 6 / 36, 0, 1)]
    if turn == jail_turns:  # doubles, or the fine: out by this roll, and no further one
        return _moves(board, board.jail, _ALL, 0)
    return [*_moves(board, board.jail, _DOUBLES, 0), _Roll(-1, 0, 30 / 36, 0, turn + 1)]


def _moves(board: Board, space: int, ways: dict[int, int], doubles: int) -> list[_Roll]:
    return [
        _Roll((space + total) % board.size, total, count / 36, doubles, 0)
        for total, count in ways.items()
    ]


def _row(board: Board, rolls: list[_Roll], stops: list[_Stop]) -> list[tuple[int, float]]:
    """Say with what chance each state follows."""
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
    """Repeat the step until nothing changes: the long run, whatever the start.

    From every state three doubles in a row lead to Jail, with or without another roll before them:
    so there is one long run, and the steps tend to it.
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
    raise ArithmeticError("the long run did not settle")  # pragma: no cover  # no board does this


def _figures(
    board: Board,
    strategy: str,
    rolls: list[list[_Roll]],
    stops: list[_Stop],
    states: list[float],
) -> LongRun:
    """Count landings and rests over all states of the long run."""
    landings = [0.0] * (board.size + 1)
    rests = [0.0] * (board.size + 1)
    nearest = [0.0] * (board.size + 1)
    rolled = [0.0] * (board.size + 1)  # the rolls behind all landings but those, summed
    for weight, table in zip(states, rolls, strict=True):
        for roll in table:
            chance = weight * roll.chance
            if roll.to < 0:
                rests[-1] += chance
                if roll.jail == 1:  # just arrested; later turns find the token there
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
