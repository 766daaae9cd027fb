"""Presence, tested without sockets and with a fake timer for the announcements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from passgo.server.keys import digest
from passgo.server.log_entries import Changed
from passgo.server.presence import ANNOUNCE_DELAY, HOST_ABSENCE, Presence, Subscriber
from tests.server.fake_time import Time
from tests.server.states import HOST_KEY, playing_state, record, seat_key


class Timer:
    """A timer that a test fires."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, call: Callable[[], None]) -> object:
        self.calls.append((seconds, call))
        return None

    def fire(self) -> None:
        """Make the calls that are due."""
        calls, self.calls = self.calls, []
        for _, call in calls:
            call()


class Recorder(Subscriber):
    """A subscriber that records what it is sent."""

    def __init__(self, seats: Sequence[int] = (), keys: Sequence[str] = ()) -> None:
        self.seats = seats
        self.keys = keys
        self.updates: list[bytes] = []
        self.notices: list[object] = []
        self.checks = 0
        self.code = ""

    def send_update(self, message: bytes) -> None:
        self.updates.append(message)

    def send_notice(self, message: bytes) -> None:
        self.notices.append(msgspec.json.decode(message))

    def recheck_keys(self) -> None:
        self.checks += 1

    def stop(self, code: str) -> None:
        self.code = code


def player(seat: int, *keys: str) -> Recorder:
    return Recorder([seat], [seat_key(seat), *keys])


def presence_of(seats: int = 3) -> tuple[Presence, Time, Timer]:
    now, timer = Time(), Timer()
    return Presence(playing_state(seats), now, timer), now, timer


def test_players_and_spectators_are_counted() -> None:
    presence, _, _ = presence_of()
    for one in (player(2), player(0, HOST_KEY), player(0), Recorder()):
        presence.add(one)
    found = presence.describe()
    assert (found.present, found.spectators, found.takeover_in) == ([0, 2], 1, msgspec.UNSET)
    assert presence.seats_present() == [0, 2]


def test_changes_are_announced_together_after_a_delay() -> None:
    presence, _, timer = presence_of()
    host = player(0, HOST_KEY)
    presence.add(host)
    bob = player(1)
    presence.add(bob)
    assert [seconds for seconds, _ in timer.calls] == [ANNOUNCE_DELAY]
    assert presence.is_announcement_due
    timer.fire()
    assert not presence.is_announcement_due
    assert host.notices == bob.notices == [{"type": "presence", "present": [0, 1], "spectators": 0}]


def test_a_reload_is_not_announced() -> None:
    presence, _, timer = presence_of()
    host, bob = player(0, HOST_KEY), player(1)
    presence.add(host)
    presence.add(bob)
    timer.fire()
    host.notices.clear()
    presence.remove(bob)
    presence.add(player(1))
    timer.fire()
    assert host.notices == []


def test_the_first_client_to_connect_gets_no_announcement_about_itself() -> None:
    presence, _, timer = presence_of()
    host = player(0, HOST_KEY)
    presence.add(host)
    timer.fire()
    assert host.notices == []


def test_another_player_may_become_the_host_once_the_host_has_been_away_long_enough() -> None:
    presence, now, _ = presence_of()
    host, bob = player(0, HOST_KEY), player(1)
    presence.add(host)
    presence.add(bob)
    assert presence.takeover_in() is None
    now.now += 500
    presence.remove(host)
    assert presence.takeover_in() == HOST_ABSENCE
    now.now += HOST_ABSENCE - 0.5
    assert presence.describe().takeover_in == 1  # rounded up so that nobody tries too early
    now.now += 10
    assert presence.takeover_in() == 0


def test_a_new_host_who_is_not_connected_has_time_to_connect() -> None:
    presence, now, timer = presence_of()
    presence.add(player(1))
    timer.fire()
    now.now += 500
    record(presence.state, Changed(now(), host=digest(seat_key(2))))
    presence.note_new_host()
    assert presence.takeover_in() == HOST_ABSENCE
    assert presence.is_announcement_due


def test_a_vacated_seat_does_not_count_as_present() -> None:
    presence, _, _ = presence_of()
    presence.add(player(1))
    presence.state.places[1].digest = ""
    assert presence.seats_present() == []


def test_everyone_gets_updates_until_they_are_removed() -> None:
    presence, _, _ = presence_of()
    ann, bob = player(0), player(1)
    presence.add(ann)
    presence.add(bob)
    presence.broadcast(b"1")
    presence.remove(bob)
    presence.remove(bob)  # removing twice does no harm
    presence.broadcast(b"2")
    presence.recheck_keys()
    presence.stop("closing")
    assert (ann.updates, ann.checks, ann.code) == ([b"1", b"2"], 1, "closing")
    assert (bob.updates, bob.checks, bob.code) == ([b"1"], 0, "")


def test_a_subscriber_that_leaves_during_a_broadcast_does_not_affect_others() -> None:
    presence, _, _ = presence_of()

    class Slow(Recorder):
        def send_update(self, message: bytes) -> None:
            presence.remove(self)

    ann = player(0)
    for one in (Slow(), ann, Slow()):
        presence.add(one)
    presence.broadcast(b"1")
    assert ann.updates == [b"1"]
    assert presence.subscribers == {ann}
