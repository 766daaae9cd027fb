"""A watch over bots that are not built in: a bot that seems to hang is named after a second.

A thread checks a few times per second whether a bot is still thinking about the same question. It
prints the bot's name, the question and the bot's current line to stderr, again whenever the wait is
five times as long. The game itself is not affected. A bot that keeps Python's lock, for example in a
C extension, cannot be watched.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.sharedctypes import Synchronized
from types import FrameType
from typing import Final, Self

from passgo.bots.driver import Driver

__all__ = ["ThinkingWatch", "share_patience"]

INTERVAL: Final = 0.2
"""Seconds between two checks."""
PATIENCE: Final = 1.0
"""Seconds after which a bot is named for the first time."""
LONGER: Final = 5.0
"""The factor by which the wait grows until a bot is named again."""
_CLEAR_LINE: Final = "\r\x1b[K"
"""Clears a progress bar, which is drawn again later."""


class Patience:
    """How long a bot may think until it is named, in this process."""

    def __init__(self) -> None:
        self.value = PATIENCE

    def get_lock(self) -> contextlib.AbstractContextManager[object]:
        """Return a lock that does nothing, since one thread at a time uses this object."""
        return contextlib.nullcontext()


_shared: list[Synchronized[float]] = []


def share_patience(patience: Synchronized[float]) -> None:
    """Share the patience with other worker processes, so that only one of them names a bot."""
    _shared[:] = [patience]


class ThinkingWatch:
    """A context manager that names bots that think for a long time; ``remedy`` ends its sentences."""

    def __init__(
        self,
        remedy: str = "",
        report: Callable[[str], object] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.remedy = remedy
        self.report = print_above_progress if report is None else report
        self.now = now
        self.player = threading.get_ident()
        self.patience: Patience | Synchronized[float] = _shared[0] if _shared else Patience()
        self.driver: Driver | None = None
        self.names: Sequence[str] = ()
        self.where = ""
        self.question: tuple[Driver, int, int] | None = None
        """The game, the seat and the number of the question that a bot is thinking about."""
        self.since = 0.0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stopped.set()
        self.thread.join()

    def run(self) -> None:
        """Check until the games have been played."""
        while not self.stopped.wait(INTERVAL):
            self.check()

    def watch(self, driver: Driver, names: Sequence[str], where: str = "") -> None:
        """Watch the bots in a game; ``where`` names the game, as in "of game 17"."""
        self.names, self.where, self.driver = names, where, driver

    def check(self) -> None:
        """Name the bot that has been thinking for too long, if there is one."""
        driver, names = self.driver, self.names
        thinking = [] if driver is None else [one for one in driver.seats if one.thinking]
        if driver is None or not thinking or len(names) != len(driver.seats):
            self.question = None
            return
        seat = thinking[0]
        question = driver, int(seat.seat), int(seat.questions)
        if question != self.question:
            self.question, self.since = question, self.now()
            return
        seconds = self.now() - self.since
        with self.patience.get_lock():
            if seconds < self.patience.value:
                return
            self.patience.value = LONGER * max(self.patience.value, seconds // 1)
        line = find_line(sys._current_frames().get(self.player))
        turn = driver.game.state.turn
        self.report(
            f"passgo: {names[seat.seat]} has been thinking about `{seat.thinking}` for {seconds:.0f} s, "
            f"in turn {turn}{self.where}{line}.{self.remedy}"
        )


def find_line(frame: FrameType | None) -> str:
    """Return the line that a bot is running, as " (my_bots.py:17)", or "" if there is none."""
    found: list[FrameType] = []
    while frame is not None and not is_ours(frame, "passgo.sim.", "passgo.bot_check."):
        found.append(frame)
        frame = frame.f_back
    own = [frame for frame in found if not is_ours(frame, "passgo.")]
    folder = os.path.dirname(own[-1].f_code.co_filename) if own else ""
    for frame in own:
        if os.path.dirname(frame.f_code.co_filename) == folder:
            return f" ({os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno})"
    return ""


def is_ours(frame: FrameType, *packages: str) -> bool:
    """Return whether a frame runs code from one of these packages."""
    return f"{frame.f_globals.get('__name__')}.".startswith(packages)


def print_above_progress(text: str) -> None:
    """Print a line to stderr, in place of the progress bar if there is one."""
    clear = _CLEAR_LINE if sys.stderr.isatty() else ""
    print(f"{clear}{text}", file=sys.stderr, flush=True)
