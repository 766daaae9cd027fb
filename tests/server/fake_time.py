"""Time that only a test advances."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from math import isclose
from typing import Final
from unittest.mock import patch

from tests.waiting import until

TURNS: Final = 10
"""Turns of the event loop in which everything that a timer sets off has run, apart from I/O."""


class Time:
    """A source of time that a test advances.

    It can be passed as any ``now`` argument, and it can control the timers of the event loop, on which all
    of the server's sleeps, timeouts and delayed calls depend. The fixture ``time`` does both.
    """

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    @contextmanager
    def controls_loop(self) -> Iterator[None]:
        """Let the running event loop's timers expire only when this time is advanced."""
        with patch.object(asyncio.get_running_loop(), "time", self):
            yield

    async def advance(self, seconds: float) -> None:
        """Advance time, letting each timer that expires do its work when it is due."""
        end = self.now + seconds
        while due := [when for when in self.expirations() if when <= end]:
            self.now = max(self.now, min(due))
            await take_turns()
        self.now = end
        await take_turns()

    def has_timer(self, seconds: float) -> bool:
        """Return whether something is waiting for a timer that expires in this many seconds."""
        return any(isclose(when - self.now, seconds, abs_tol=1e-6) for when in self.expirations())

    async def until_timer(self, seconds: float) -> None:
        """Wait until something is waiting for a timer that expires in this many seconds."""
        await until(lambda: self.has_timer(seconds))

    def expirations(self) -> list[float]:
        """Return the times at which the pending timers expire."""
        loop = asyncio.get_running_loop()
        timers: list[asyncio.TimerHandle] = loop._scheduled  # type: ignore[attr-defined]  # not public
        return [timer.when() for timer in timers if not timer.cancelled()]


async def take_turns() -> None:
    """Let the event loop run everything that is ready."""
    for _ in range(TURNS):
        await asyncio.sleep(0)
