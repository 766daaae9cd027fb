"""Waiting for a condition, the only way in which tests wait.

A condition is checked every few milliseconds until it holds. The deadline only keeps a broken test from
hanging: it is far longer than the wait on the slowest machine, so no result depends on how fast anything is.
A test that checks that something does *not* happen advances injected time instead
(``tests/server/fake_time.py``, or the clock of a Playwright page). ``tools/check_waits.py`` rejects
every other sleep.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

DEADLINE: Final = 120.0
"""Real seconds after which a condition counts as never true."""
INTERVAL: Final = 0.005
"""Real seconds between two checks."""


def wait_until(holds: Callable[[], T]) -> T:
    """Wait until a condition holds; return its value."""
    for _ in attempts():
        if found := holds():
            return found
        time.sleep(INTERVAL)  # wait: the interval between two checks of a condition
    raise AssertionError("the condition never held")


async def until(holds: Callable[[], T]) -> T:
    """Wait until a condition holds, while the event loop runs; return its value."""
    for _ in attempts():
        if found := holds():
            return found
        await pause()
    raise AssertionError("the condition never held")


async def until_async(holds: Callable[[], Awaitable[T]]) -> T:
    """Wait until a condition that must be awaited holds; return its value."""
    for _ in attempts():
        if found := await holds():
            return found
        await pause()
    raise AssertionError("the condition never held")


def attempts() -> Iterator[None]:
    """Yield until the deadline."""
    end = time.monotonic() + DEADLINE  # wait: only a broken test gets this far
    while time.monotonic() < end:  # wait: as above
        yield


async def pause() -> None:
    """Wait for the next check in real time, even if a test controls the event loop's time."""
    await asyncio.to_thread(time.sleep, INTERVAL)  # wait: the interval between two checks
