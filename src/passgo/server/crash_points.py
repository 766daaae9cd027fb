"""Named points in the life of an action at which a test can crash the server.

A test calls ``crash_at("appended", 37)`` in the process of the server, which then dies, as with kill -9, when
the point ``appended`` is reached for the 37th time. Nothing else sets a point, so a server in production has
none; reaching a point costs a comparison.
"""

from __future__ import annotations

import os
import signal
from typing import Final, Literal, TypeAlias

CrashPoint: TypeAlias = Literal["played", "appended", "answered", "broadcast", "sent"]
CRASH_POINTS: Final[tuple[CrashPoint, ...]] = (
    "played",
    "appended",
    "answered",
    "broadcast",
    "sent",
)
"""Before the log is written; after it; after the answer; after everybody was sent it; after each send."""


class _Crash:
    """At which point to crash, and how often it is yet to be reached."""

    def __init__(self) -> None:
        self.point = ""
        self.left = 0


_crash: Final = _Crash()


def crash_at(point: CrashPoint, count: int) -> None:
    """Kill this process when a point is reached that many times; for tests."""
    if point not in CRASH_POINTS or count < 1:
        raise ValueError(f"A server crashes at one of {', '.join(CRASH_POINTS)}, 1 or more times.")
    _crash.point, _crash.left = point, count


def reach(point: CrashPoint) -> None:
    """Report that a point is reached; the process may end here."""
    if _crash.point == point:
        _crash.left -= 1
        if _crash.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
