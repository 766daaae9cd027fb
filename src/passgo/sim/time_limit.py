"""A time limit for bots that are not ours: a bot that thinks too long loses the move.

The alarm of the process interrupts the bot by raising ``TimeUp`` in it, and again and again if the bot
swallows that. Only interpreted code can be interrupted so, and only in the main thread of a process; our own
bots are compiled and never on the clock. What a clock decides differs from run to run, so results are
marked as not reproducible.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final, TypeVar

from passgo.bots.bot import Bot, TimeUp
from passgo.engine.action import Action
from passgo.engine.game import View
from passgo.engine.state import Offer
from passgo.sim.plan import SimulationError

__all__ = ["MoveTimeLimit", "TimedBot"]

AGAIN: Final = 0.02
"""Seconds until the alarm rings again, for a bot that went on all the same."""
MOST_RINGS: Final = 100
"""A bot that swallows this many alarms will never stop: its worker ends."""

Answer = TypeVar("Answer")


class MoveTimeLimit:
    """A time limit for each move: the alarm of this process, in use while it is entered."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.running = False
        self.rings = 0
        self.before: object = None

    def __enter__(self) -> MoveTimeLimit:
        if not hasattr(signal, "setitimer"):
            raise SimulationError("This system has no alarm clock: leave --move-seconds out.")
        if threading.current_thread() is not threading.main_thread():
            raise SimulationError(
                "The clock works in processes of our own only, not in a thread or on a Dask cluster: "
                "leave --move-seconds out, or use --executor processes."
            )
        self.before = signal.signal(signal.SIGALRM, self.ring)
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        signal.signal(signal.SIGALRM, self.before)  # type: ignore[arg-type]  # what signal() gave us

    def limit(self, think: Callable[[], Answer]) -> Answer:
        """Let somebody think, and raise TimeUp in the middle of it when the time is over."""
        try:
            self.rings = 0
            self.running = True
            signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN)
            return think()
        finally:
            self.stop()

    def stop(self) -> None:
        """Stop the alarm; one that is on its way already finds nobody running."""
        self.running = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Interrupt whoever is thinking."""
        if not self.running:
            return
        self.rings += 1
        if self.rings > MOST_RINGS and multiprocessing.parent_process() is not None:
            where = (
                "" if frame is None else f" in {frame.f_code.co_filename}, line {frame.f_lineno}"
            )
            print(f"passgo: a bot cannot be stopped: it swallows TimeUp{where}.", file=sys.stderr)
            sys.stderr.flush()
            os._exit(1)
        raise TimeUp


class TimedBot(Bot):
    """A bot with a time limit for each move."""

    def __init__(self, bot: Bot, time_limit: MoveTimeLimit) -> None:
        self.bot = bot
        self.time_limit = time_limit

    def decide(self, view: View) -> Action:
        """Pass the question on, within the time limit."""
        return self.time_limit.limit(lambda: self.bot.decide(view))

    def idle(self, view: View) -> Action | None:
        """Pass the question on, within the time limit."""
        return self.time_limit.limit(lambda: self.bot.idle(view))

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Pass the question on, within the time limit."""
        return self.time_limit.limit(lambda: self.bot.answer(view, offer))
