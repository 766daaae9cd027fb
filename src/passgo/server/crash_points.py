"""Named points in the life of an action, where tests may pull the plug.

``PASSGO_KILL_AT=appended:37`` kills the process, as kill -9 does, when the point ``appended`` is
reached for the 37th time. Otherwise reaching a point costs a comparison.
"""

from __future__ import annotations

import os
import signal
from typing import Final

POINTS: Final = ("played", "appended", "answered", "told", "sent")
"""Before the log; after it, before the answer; before the others hear; after; when a message has gone out."""


class _Plug:
    """Which point is the last, and how often it was reached."""

    def __init__(self, order: str) -> None:
        name, _, count = order.partition(":")
        self.name = name
        self.left = int(count) if count.isdecimal() else 0


_plug = _Plug(os.environ.get("PASSGO_KILL_AT", ""))


def reach(point: str) -> None:
    """Say that a point is reached; the process may end here."""
    if _plug.name == point:
        _plug.left -= 1
        if _plug.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
