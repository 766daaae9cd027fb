"""A table's clocks, tested without a table: when they run, and how much time is used and left."""

from __future__ import annotations

from msgspec import UNSET

from passgo.server import wire
from passgo.server.clocks import LEAST_TIME, Clocks
from passgo.server.log_entries import Clock
from passgo.server.table_state import TableState
from tests.server.fake_time import Time
from tests.server.states import open_state, playing_state


def clocks_of(clock: Clock) -> tuple[Clocks, TableState, Time, int]:
    """Return the clocks for a game that has started, and the seat that must decide first."""
    state, now = playing_state(clock=clock), Time()
    clocks = Clocks(state, now)
    (seat,) = clocks.deciding
    return clocks, state, now, seat


def play_default(state: TableState) -> None:
    """Play the safe answer for a seat that must decide."""
    assert state.game is not None
    state.play(state.game.default(state.game.waiting_for[0]))


def test_no_clock_runs_until_the_game_starts() -> None:
    clocks = Clocks(open_state(clock=Clock(move=60)), Time())
    assert clocks.deciding == {}
    assert clocks.time_left(0) is None


def test_a_move_uses_its_own_time_first_and_then_the_time_bank() -> None:
    clocks, state, now, seat = clocks_of(Clock(move=10, bank=30))
    assert clocks.time_left(seat) == 40
    now.now += 8
    assert clocks.time_left(seat) == 32
    assert clocks.time_spent(seat, now()) == 0
    now.now += 7
    assert clocks.time_spent(seat, now()) == 5
    now.now += 1000
    assert clocks.time_spent(seat, now()) == state.places[seat].bank == 30


def test_a_player_with_an_empty_time_bank_still_has_a_little_time() -> None:
    clocks, state, _, seat = clocks_of(Clock(bank=30))
    state.places[seat].bank = 0.0
    assert clocks.time_left(seat) == LEAST_TIME


def test_the_clock_keeps_running_until_the_decision_is_made() -> None:
    clocks, state, now, seat = clocks_of(Clock(move=60))
    now.now += 5
    clocks.update()
    assert clocks.time_left(seat) == 55
    play_default(state)
    clocks.update()
    assert {since for _, since in clocks.deciding.values()} == {now()}


def test_a_reset_clock_has_its_full_time() -> None:
    clocks, _, now, seat = clocks_of(Clock(move=60))
    now.now += 50
    clocks.reset(seat)
    clocks.update()
    assert clocks.time_left(seat) == 60


def test_everyone_sees_the_time_banks_and_the_time_left() -> None:
    clocks, _, now, seat = clocks_of(Clock(move=10, bank=30))
    now.now += 2.26
    assert clocks.describe() == wire.ClockTimes(banks=[30.0, 30.0], left={str(seat): 37.7})


def test_there_are_no_clock_times_without_a_time_limit() -> None:
    clocks, _, now, seat = clocks_of(Clock())
    now.now += 100
    assert clocks.time_left(seat) is None
    assert clocks.time_spent(seat, now()) == 0
    assert clocks.describe() is UNSET
