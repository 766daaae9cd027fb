"""Requests for seats, tested with table states alone: each produces a log entry or raises Problem."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from passgo.server.keys import digest
from passgo.server.log_entries import (
    Away,
    Changed,
    Clock,
    Contributed,
    HostSettings,
    Seated,
    SeatPlan,
    Started,
    Vacated,
    Watched,
)
from passgo.server.names import BOT_NAMES, choose_bot_name
from passgo.server.problems import Problem
from passgo.server.seats import Access, Seats
from passgo.server.table_state import TableState
from tests.server.states import (
    HOST_KEY,
    open_state,
    playing_state,
    record,
    seat_key,
    seat_people,
)

AT = 9.0


def seats_of(state: TableState, *people: int) -> Seats:
    """Return the seats at a table with people in some of them."""
    seat_people(state, *people)
    return Seats(state)


def code_of(request: Callable[[], object]) -> str:
    """Return the code of the Problem that a request raises."""
    with pytest.raises(Problem) as raised:
        request()
    return raised.value.code


# -- keys ------------------------------------------------------------------------------------------


def test_a_key_gives_access_to_seats_the_host_menu_or_the_view() -> None:
    seats = seats_of(open_state(3), 0, 1)
    entry, watch_key = seats.make_watch_link(AT, HOST_KEY)
    record(seats.state, entry)
    assert seats.access(seat_key(1)) == Access((1,), host=False, watch=False)
    assert seats.access(HOST_KEY) == Access((), host=True, watch=False)
    assert seats.access(watch_key) == Access((), host=False, watch=True)
    assert code_of(lambda: seats.access("other")) == "key.unknown"
    assert code_of(lambda: seats.check_host(seat_key(1))) == "key.host"
    assert not seats.is_player_or_host(watch_key)


def test_a_new_watch_link_invalidates_the_previous_one() -> None:
    seats = seats_of(open_state())
    first, old_key = seats.make_watch_link(AT, HOST_KEY)
    second, new_key = seats.make_watch_link(AT, HOST_KEY)
    record(seats.state, first, second)
    assert second == Watched(AT, digest(new_key))
    assert seats.access(new_key).watch
    assert code_of(lambda: seats.access(old_key)) == "key.unknown"


# -- joining ---------------------------------------------------------------------------------------


def test_a_player_gets_the_first_free_seat_a_token_and_a_key() -> None:
    seats = seats_of(open_state(3), 0)
    entry, key = seats.join(AT, "  Eve ", contribution="clover")
    assert entry == Seated(AT, 1, "Eve", entry.token, "", digest(key), "clover")
    assert entry.token not in ("", "Iron")


def test_one_key_may_hold_several_seats_but_must_belong_to_this_table() -> None:
    seats = seats_of(open_state(3), 0)
    assert seats.join(AT, "Eve", key=seat_key(0))[1] == seat_key(0)
    assert seats.join(AT, "Eve", key=HOST_KEY)[1] == HOST_KEY
    assert seats.join(AT, "Eve", key="other")[1] != "other"


@pytest.mark.parametrize(
    ("name", "token", "seat", "code"),
    [
        ("", "", None, "seat.name"),
        ("ann", "", None, "seat.name"),
        ("The Bank", "", None, "seat.name"),
        ("Eve", "Spoon", None, "seat.token"),
        ("Eve", "Iron", None, "seat.token"),
        ("Eve", "", 0, "seat.taken"),
        ("Eve", "", 3, "seat.unknown"),
        ("Eve", "", -1, "seat.unknown"),
    ],
)
def test_an_invalid_request_for_a_seat_is_rejected(
    name: str, token: str, seat: int | None, code: str
) -> None:
    seats = seats_of(open_state(3), 0)
    assert code_of(lambda: seats.join(AT, name, token, seat)) == code


def test_nobody_can_join_a_full_or_locked_table() -> None:
    seats = seats_of(open_state(2), 0, 1)
    assert code_of(lambda: seats.join(AT, "Eve")) == "table.full"
    locked = seats_of(open_state(2, settings=HostSettings(locked=True)))
    assert code_of(lambda: locked.join(AT, "Eve")) == "table.locked"


def test_a_contribution_must_be_short_and_can_be_made_only_once() -> None:
    state = open_state(3)
    record(state, Seated(0.0, 0, "Ann", "Iron", "", digest(seat_key(0))))
    seats = seats_of(state, 1)
    assert code_of(lambda: seats.join(AT, "Eve", contribution="x" * 65)) == "seat.token"
    assert seats.contribute(AT, 0, seat_key(0), "") is None
    assert seats.contribute(AT, 0, seat_key(0), "clover") == Contributed(AT, 0, "clover")
    assert seats.contribute(AT, 1, seat_key(1), "luck 1") is None
    assert code_of(lambda: seats.contribute(AT, 1, seat_key(1), "x")) == "seat.contribution"
    assert code_of(lambda: seats.contribute(AT, 1, seat_key(0), "x")) == "key.seat"


# -- leaving ---------------------------------------------------------------------------------------


def test_a_player_can_leave_and_the_host_can_remove_a_player() -> None:
    seats = seats_of(open_state(3), 0, 1)
    assert seats.leave(AT, 1, seat_key(1)) == Vacated(AT, 1)
    assert seats.leave(AT, 1, HOST_KEY) == Vacated(AT, 1, removed=True)
    assert code_of(lambda: seats.leave(AT, 0, seat_key(1))) == "key.seat"
    assert code_of(lambda: seats.leave(AT, 2, HOST_KEY)) == "seat.free"
    assert code_of(lambda: seats.leave(AT, 7, HOST_KEY)) == "seat.unknown"


def test_when_the_host_leaves_a_game_the_next_connected_player_becomes_the_host() -> None:
    state = playing_state(4)
    seats = Seats(state)
    assert seats.next_host(0, [1, 2]) is None  # the host has no seat
    record(state, seats.make_host(AT, 1))
    assert seats.next_host(1, [0, 3]) == 3
    assert seats.next_host(1, []) == 2
    assert seats.next_host(2, [0, 3]) is None
    assert code_of(lambda: seats.make_host(AT, 7)) == "seat.unknown"


def test_before_the_game_the_host_can_give_up_their_seat_and_stay_the_host() -> None:
    seats = seats_of(open_state(3), 0, 1)
    record(seats.state, seats.make_host(AT, 0))
    assert seats.next_host(0, [1]) is None


def test_a_player_may_become_the_host_once_the_host_is_away() -> None:
    seats = Seats(playing_state(3))
    expected = Changed(AT, host=digest(seat_key(1)))
    assert seats.hand_over(AT, HOST_KEY, 1, None) == expected
    assert code_of(lambda: seats.hand_over(AT, seat_key(1), 1, None)) == "host.here"
    assert code_of(lambda: seats.hand_over(AT, seat_key(1), 1, 0.5)) == "host.here"
    assert seats.hand_over(AT, seat_key(1), 1, 0.0) == expected
    assert code_of(lambda: seats.hand_over(AT, seat_key(1), 2, 0.0)) == "key.host"


def test_before_the_game_nobody_can_replace_the_host() -> None:
    seats = seats_of(open_state(2), 0, 1)
    assert code_of(lambda: seats.hand_over(AT, seat_key(1), 1, 0.0)) == "key.host"


# -- bots ------------------------------------------------------------------------------------------


def test_a_bot_gets_an_unused_name_and_token() -> None:
    seats = seats_of(open_state(3), 0)
    entry = seats.seat_bot(AT, 1, "simple")
    record(seats.state, entry)
    other = seats.seat_bot(AT, 2, "simple")
    assert {entry.name, other.name} <= {*BOT_NAMES}
    assert len({entry.name, other.name, "Ann"}) == 3
    assert len({entry.token, other.token, "Iron"}) == 3
    assert entry.digest == ""


def test_a_bot_gets_a_new_name_even_if_people_have_the_names_of_all_characters() -> None:
    names = {name.casefold() for name in BOT_NAMES}
    name = choose_bot_name("table", names)
    assert name.casefold() not in names
    assert choose_bot_name("table", names | {name.casefold()}) not in (*BOT_NAMES, name)
    assert choose_bot_name("table", names - {"otto"}) == "Otto"


def test_only_built_in_bots_can_be_seated() -> None:
    seats = seats_of(open_state(3))
    assert code_of(lambda: seats.seat_bot(AT, 0, "os:system")) == "seat.bot"


def test_a_bot_stands_in_for_a_person_during_a_game() -> None:
    state = playing_state(3)
    seats = Seats(state)
    entry = seats.stand_in(AT, 1, HOST_KEY)
    assert entry == Away(AT, 1, True, "normal")
    record(state, entry)
    assert seats.stand_in(AT, 1, HOST_KEY) is None
    assert code_of(lambda: seats.stand_in(AT, 1, seat_key(1))) == "key.host"
    waiting = seats_of(open_state(2), 0)
    assert code_of(lambda: waiting.stand_in(AT, 0, HOST_KEY)) == "table.waiting"


# -- bots ------------------------------------------------------------------------------------------


def test_a_bot_has_the_requested_name_unless_it_is_taken() -> None:
    seats = seats_of(open_state(2))
    assert seats.seat_bot(AT, 1, "easy", "Uma").name == "Uma"
    seats.state.places[0].name = "Uma"
    assert seats.seat_bot(AT, 1, "easy", "Uma").name != "Uma"
    assert code_of(lambda: seats.seat_bot(AT, 1, "easy", "Ann")) == "seat.name"


def test_a_bot_without_a_name_does_not_get_one_that_is_planned_for_another_seat() -> None:
    seats = seats_of(open_state(2))
    for name in BOT_NAMES:
        seats.state.places[0].plan = SeatPlan("easy", name)
        assert seats.seat_bot(AT, 1, "easy").name != name


# -- settings --------------------------------------------------------------------------------------


def test_if_was_is_omitted_every_seat_keeps_its_number() -> None:
    seats = seats_of(open_state(2), 0, 1)
    plans = [SeatPlan(), SeatPlan(), SeatPlan("easy")]
    assert seats.change(AT, HOST_KEY, seats=plans) == Changed(AT, seats=plans, was=[0, 1, -1])


@pytest.mark.parametrize(
    ("plans", "was", "code"),
    [
        (1, None, "table.full"),
        (9, None, "table.full"),
        (2, [0, 0], "request.form"),
        (2, [0], "request.form"),
        (2, [0, 5], "request.form"),
        (2, [0, -1], "seat.taken"),
    ],
)
def test_an_invalid_change_to_the_seats_is_rejected(
    plans: int, was: list[int] | None, code: str
) -> None:
    seats = seats_of(open_state(3), 0, 1)
    wanted = [SeatPlan() for _ in range(plans)]
    assert code_of(lambda: seats.change(AT, HOST_KEY, seats=wanted, was=was)) == code


def test_during_a_game_only_the_settings_can_change() -> None:
    seats = Seats(playing_state())
    entry = seats.change(AT, HOST_KEY, settings=HostSettings(name=" My  table "))
    assert entry == Changed(AT, settings=HostSettings(name="My table"))
    assert code_of(lambda: seats.change(AT, HOST_KEY, clock=Clock())) == "table.started"


def test_a_clock_must_allow_at_least_a_second() -> None:
    seats = seats_of(open_state())
    assert code_of(lambda: seats.change(AT, HOST_KEY, clock=Clock(move=0.5))) == "rules"
    assert code_of(lambda: seats.change(AT, HOST_KEY, clock=Clock(bot="x:y"))) == "seat.bot"


# -- the start -------------------------------------------------------------------------------------


def test_the_game_starts_once_every_seat_is_taken() -> None:
    seats = seats_of(open_state(1, bots=("simple",)), 0)
    seats.check_start(HOST_KEY, [0])
    assert seats.missing_bots() == [1]
    assert code_of(lambda: seats.start(AT)) == "table.waiting"
    record(seats.state, seats.seat_bot(AT, 1, "simple"))
    assert seats.missing_bots() == []
    entry = seats.start(AT)
    assert entry == Started(AT, ["luck 0", ""])
    record(seats.state, entry)
    assert code_of(lambda: seats.check_start(HOST_KEY, [0])) == "table.started"
    assert code_of(lambda: seats.check_start(seat_key(0), [0])) == "key.host"


def test_a_rematch_waits_for_the_contributions_of_connected_players() -> None:
    before = playing_state(2)
    state = open_state(2, rematch_of="before")
    seats = Seats(state)
    record(state, *seats.copy_people(AT, before))
    assert [place.name for place in state.places] == ["Ann", "Bob"]
    assert seats.access(HOST_KEY).host
    seats.check_start(HOST_KEY, [])
    assert code_of(lambda: seats.check_start(HOST_KEY, [1])) == "dice.waiting"
