"""Table states made from log entries alone, for testing parts of a table without storage or sockets."""

from __future__ import annotations

from typing import Final

from passgo.engine.ruleset import rule_set, rules_to_data
from passgo.server.keys import digest
from passgo.server.log_entries import (
    Clock,
    Created,
    HostSettings,
    LogEntry,
    Seated,
    SeatPlan,
    Started,
)
from passgo.server.table_state import TableState

HOST_KEY: Final = "host-key"
NAMES: Final = ("Ann", "Bob", "Cat", "Dan")
TOKENS: Final = ("Iron", "Dog", "Boot", "Ship")


def seat_key(seat: int) -> str:
    """Return the key that holds a seat in these states."""
    return f"key-of-seat-{seat}"


def record(state: TableState, *entries: LogEntry) -> None:
    """Apply entries to a state, as a log does when it records them."""
    for entry in entries:
        state.apply(entry)
        state.count(entry)


def open_state(
    seats: int = 2,
    clock: Clock | None = None,
    settings: HostSettings | None = None,
    bots: tuple[str, ...] = (),
    rematch_of: str = "",
) -> TableState:
    """Return a new table with no players."""
    created = Created(
        at=0.0,
        table="table",
        rules=rules_to_data(rule_set()),
        seats=[SeatPlan() for _ in range(seats)] + [SeatPlan(bot) for bot in bots],
        clock=clock or Clock(),
        settings=settings or HostSettings(),
        commitment="",
        secret="00" * 32,
        host=digest(HOST_KEY),
        rematch_of=rematch_of,
    )
    return TableState(created)


def seat_people(state: TableState, *seats: int) -> None:
    """Put a person in each of these seats."""
    for seat in seats:
        key = digest(seat_key(seat))
        record(state, Seated(0.0, seat, NAMES[seat], TOKENS[seat], "", key, f"luck {seat}"))


def playing_state(seats: int = 2, clock: Clock | None = None) -> TableState:
    """Return a table where every seat is taken by a person and the game has started."""
    state = open_state(seats, clock)
    seat_people(state, *range(seats))
    record(state, Started(0.0, [place.contribution for place in state.places]))
    return state
