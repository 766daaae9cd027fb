"""Presence at one table: who is connected, and how long the host has been away.

Presence is not logged. When a table is opened, nobody is connected yet.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec import UNSET

from passgo.server.keys import matches
from passgo.server.table_state import TableState
from passgo.server.wire import PresenceUpdate

ANNOUNCE_DELAY: Final = 1.0
"""Delay, in seconds, before a change is announced, so that a page reload goes unnoticed."""
HOST_ABSENCE: Final = 60.0
"""Seconds without a connection from the host after which another player may become the host."""

CallLater: TypeAlias = Callable[[float, Callable[[], None]], object]
"""A function that calls another function after a number of seconds."""
Roll: TypeAlias = tuple[list[int], int, float | None]
"""The seats of connected people, the number of spectators, and the time the host was last connected."""


class Subscriber:
    """A receiver of a table's messages, such as a session."""

    seats: Sequence[int] = ()
    """The seats it holds; empty for a spectator."""
    keys: Sequence[str] = ()
    """Its keys: seat keys, the host key or the watch key."""

    def send_update(self, message: bytes) -> None:
        """Send a message about the table, without blocking."""
        raise NotImplementedError

    def send_notice(self, message: bytes) -> None:
        """Send a message about something that is not in the table's log, without blocking."""

    def recheck_keys(self) -> None:
        """Check again what the keys give access to; some may no longer be valid."""

    def stop(self, code: str) -> None:
        """Stop accepting messages; the code gives the reason."""
        raise NotImplementedError


class Presence:
    """Everyone who is connected to one table."""

    def __init__(
        self,
        state: TableState,
        now: Callable[[], float] = time.time,
        call_later: CallLater | None = None,
    ) -> None:
        self.state = state
        self.now = now
        self.call_later = loop_call_later if call_later is None else call_later
        self.subscribers: set[Subscriber] = set()
        self.announced: Roll = [], 0, None
        self.is_announcement_due = False
        self.host_seen = now()
        """The last time at which the host was connected, the host changed, or the table was opened."""

    # -- coming and going ------------------------------------------------------------------------------

    def add(self, subscriber: Subscriber) -> None:
        """Start sending messages to a subscriber."""
        self.subscribers.add(subscriber)
        if len(self.subscribers) == 1:
            self.announced = self.roll()
        self.announce_soon()

    def remove(self, subscriber: Subscriber) -> None:
        """Stop sending messages to a subscriber."""
        if subscriber in self.subscribers:
            if self.is_host(subscriber):
                self.host_seen = self.now()
            self.subscribers.remove(subscriber)
            self.announce_soon()

    def roll(self) -> Roll:
        """Return who is connected now."""
        places = self.state.places
        seats = {seat for one in self.subscribers for seat in one.seats if places[seat].digest}
        spectators = sum(not one.seats for one in self.subscribers)
        return sorted(seats), spectators, self.host_left_at()

    def seats_present(self) -> list[int]:
        """Return the seats of people who are connected."""
        return self.roll()[0]

    # -- the host --------------------------------------------------------------------------------------

    def is_host(self, subscriber: Subscriber) -> bool:
        """Return whether a subscriber has the host key."""
        return any(matches(key, self.state.host) for key in subscriber.keys)

    def host_left_at(self) -> float | None:
        """Return the time the host was last connected; None while they are connected."""
        return None if any(self.is_host(one) for one in self.subscribers) else self.host_seen

    def takeover_in(self) -> float | None:
        """Return the seconds until another player may become the host; None while the host is connected."""
        left_at = self.host_left_at()
        return None if left_at is None else max(0.0, left_at + HOST_ABSENCE - self.now())

    def note_new_host(self) -> None:
        """Restart the absence timer for a new host, who may not be connected yet."""
        self.host_seen = self.now()
        self.announce_soon()

    # -- sending ---------------------------------------------------------------------------------------

    def broadcast(self, message: bytes) -> None:
        """Send everyone a message about the table."""
        for one in list(self.subscribers):  # a copy, because the loop may remove slow readers
            one.send_update(message)

    def recheck_keys(self) -> None:
        """Have every subscriber check its keys again."""
        for one in list(self.subscribers):
            one.recheck_keys()

    def stop(self, code: str) -> None:
        """Disconnect everyone."""
        for one in list(self.subscribers):
            one.stop(code)

    def announce_soon(self) -> None:
        """After a short delay, announce who is connected, combining all changes made in the meantime."""
        if not self.is_announcement_due:
            self.is_announcement_due = True
            self.call_later(ANNOUNCE_DELAY, self.announce)

    def announce(self) -> None:
        """Send everyone the list of who is connected, if it has changed."""
        self.is_announcement_due = False
        roll = self.roll()
        if roll != self.announced:
            self.announced = roll
            message = msgspec.json.encode(self.describe())
            for one in list(self.subscribers):
                one.send_notice(message)

    def describe(self) -> PresenceUpdate:
        """Return the public message about who is connected."""
        seats, spectators, _ = self.roll()
        seconds = self.takeover_in()
        return PresenceUpdate(
            present=seats,
            spectators=spectators,
            takeover_in=UNSET if seconds is None else math.ceil(seconds),
        )


def loop_call_later(seconds: float, call: Callable[[], None]) -> object:
    """Call a function later in the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, call)
