"""A table's log, with a list instead of a database: order of writes, maximum length, and failures."""

from __future__ import annotations

import pytest

from passgo.codec import action_to_data
from passgo.server.event_log import RESERVE, EventLog
from passgo.server.keys import digest
from passgo.server.log_entries import (
    ActionPlayed,
    Away,
    Changed,
    HostSettings,
    LogEntry,
    Ordered,
    RematchMade,
    Seated,
    Vacated,
    read_entry,
)
from passgo.server.problems import Problem
from passgo.server.storage import Append
from passgo.server.storage.interface import Status, StorageError
from passgo.server.table_state import TableState
from tests.server.states import open_state, playing_state, seat_people
from tests.server.test_metrics import read_values

pytestmark = pytest.mark.asyncio


class ListStorage:
    """Storage that keeps appended entries in a list, or fails."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, LogEntry]] = []
        self.rows: list[tuple[Status | None, bool | None, bool]] = []
        self.fails = False

    async def append(self, append: Append) -> None:
        if self.fails:
            raise StorageError("The disk is full.")
        seq = append.seq
        self.entries += [(seq, read_entry(seq, data)) for data in append.entries]
        self.rows.append((append.status, append.public, append.about is not None))


def log_of(state: TableState, most_entries: int = 1000) -> tuple[EventLog, ListStorage]:
    storage = ListStorage()
    return EventLog(state, storage, most_entries=most_entries), storage


async def test_an_entry_is_applied_and_appended_with_the_next_seq() -> None:
    state = open_state(settings=HostSettings(public=True))
    log, storage = log_of(state)
    entry = Seated(5.0, 1, "Bob", "Dog", "", digest("key"))
    await log.record(entry)
    assert storage.entries == [(2, entry)]
    assert storage.rows == [(None, True, True)]  # the lobby shows one more player
    assert (state.seq, state.changed, state.places[1].name) == (2, 5.0, "Bob")


async def test_orders_do_not_change_the_lobby() -> None:
    log, storage = log_of(playing_state())
    await log.record(Ordered(5.0, 0, end_turn=True))
    await log.record(Away(6.0, 0, True))
    assert storage.rows == [(None, None, False)] * 2


async def test_an_action_is_appended_after_it_has_been_played() -> None:
    state = playing_state()
    log, storage = log_of(state)
    assert state.game is not None
    action = state.game.default(state.game.waiting_for[0])
    seq = state.seq
    state.play(action)
    entry = ActionPlayed(5.0, action_to_data(action), "seat", state.rolls(), 0.0, "r1")
    await log.record_action(entry)
    assert storage.entries == [(seq + 1, entry)]
    assert state.seq == seq + 1
    assert state.requests == {(int(action.seat), "r1"): seq + 1}


async def test_a_log_that_cannot_be_written_is_abandoned() -> None:
    log, storage = log_of(open_state())
    broken: list[bool] = []
    log.on_broken = lambda: broken.append(log.is_broken)
    log.check_writable()
    storage.fails = True
    with pytest.raises(StorageError):
        await log.record(Changed(5.0, settings=HostSettings(name="x")))
    assert broken == [True]
    assert read_values(log.metrics)["passgo_actions_total.error"] == 1
    with pytest.raises(Problem) as raised:
        log.check_writable()
    assert raised.value.code == "table.busy"
    assert log.state.seq == 1  # the entry was never counted


async def test_a_log_is_abandoned_when_a_played_actions_entry_cannot_be_encoded() -> None:
    state = playing_state()
    log, storage = log_of(state)
    assert state.game is not None
    action = state.game.default(state.game.waiting_for[0])
    state.play(action)
    entry = ActionPlayed(5.0, action_to_data(action), "seat", state.rolls(), 0.0, "\ud800")
    with pytest.raises(UnicodeEncodeError):
        await log.record_action(entry)
    assert log.is_broken
    assert storage.entries == []


async def test_a_full_log_accepts_only_entries_that_end_a_game() -> None:
    state = playing_state(3)
    log, storage = log_of(state, state.seq)
    assert log.is_full
    assert log.has_reserve
    with pytest.raises(Problem) as raised:
        await log.record(Ordered(5.0, 0, end_turn=True))
    assert raised.value.code == "table.long"
    assert not state.places[0].end_turn
    assert storage.entries == []
    for entry in (
        Changed(5.0, host=digest("key")),
        Away(6.0, 1, True),
        Vacated(7.0, 1),
        RematchMade(8.0, "x"),
    ):
        await log.record(entry)
    assert not log.is_broken


async def test_once_the_reserve_is_used_up_players_can_only_leave() -> None:
    state = playing_state(3)
    log, _ = log_of(state, state.seq - RESERVE)
    assert not log.has_reserve
    with pytest.raises(Problem):
        await log.record(Away(6.0, 1, True))
    await log.record(Vacated(7.0, 1))
    assert state.places[1].is_free


async def test_the_reserve_is_not_used_until_the_log_is_full() -> None:
    state = open_state()
    seat_people(state, 0)
    log, _ = log_of(state, state.seq + 1)
    assert not log.is_full
    await log.record(Ordered(5.0, 0, decline_offers=True))
    assert log.is_full
