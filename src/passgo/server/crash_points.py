"""Named points in the processing of an action at which a test can crash the server.

A test calls ``crash_at("appended", 37)`` in the server process, which is killed (as with kill -9) when the
``appended`` point is reached for the 37th time. Nothing else sets a crash point, so a production server
has none; reaching a point costs one comparison.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Final, Literal, TypeAlias

CrashPoint: TypeAlias = Literal["played", "appended", "answered", "broadcast", "sent"]
CRASH_POINTS: Final[tuple[CrashPoint, ...]] = (
    "played",  # before the log is written
    "appended",  # after the log is written
    "answered",  # after the answer is queued
    "broadcast",  # after the broadcast is queued
    "sent",  # after each message is sent
)
"""The crash points, in the order in which an action reaches them."""
if sys.platform == "win32":  # where os.kill ends a process immediately, whatever the signal
    KILL: Final = signal.SIGTERM
else:
    KILL: Final = signal.SIGKILL


class _Crash:
    """The crash point, and how many more times it must be reached."""

    def __init__(self) -> None:
        self.point = ""
        self.left = 0


_crash: Final = _Crash()


def crash_at(point: CrashPoint, count: int) -> None:
    """Kill this process when a point is reached for the ``count``-th time; for tests."""
    if point not in CRASH_POINTS or count < 1:
        raise ValueError(
            f"The crash point must be one of {', '.join(CRASH_POINTS)}, "
            "and the count must be at least 1."
        )
    _crash.point, _crash.left = point, count


def reach(point: CrashPoint) -> None:
    """Kill the process if this is its crash point."""
    if _crash.point == point:
        _crash.left -= 1
        if _crash.left <= 0:
            os.kill(os.getpid(), KILL)
