"""A time limit for bots that are not built in: a bot that takes too long forfeits the move.

The process's alarm signal raises ``TimeUp`` in the bot, repeatedly if the bot catches it. This works
only for interpreted code in a process's main thread; built-in bots may be compiled and never have a
time limit. Timing varies from run to run, so the results are marked as not reproducible.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, TypeVar

from passgo.bots.bot import Bot, TimeUp
from passgo.engine.action import Action
from passgo.engine.game import View
from passgo.engine.state import Inquiry, Offer
from passgo.sim.plan import SimulationError

__all__ = ["MoveTimeLimit", "TimedBot"]

AGAIN: Final = 0.02
"""Seconds between alarms for a bot that catches ``TimeUp`` and continues."""
MOST_RINGS: Final = 100
"""The maximum number of alarms; if a bot catches more, its worker process exits."""

Answer = TypeVar("Answer")

if sys.platform == "win32":

    def handle_alarm(handler: Any) -> Any:
        """Raise SimulationError."""
        raise SimulationError("Windows has no alarm signal: leave out --move-seconds.")

    def set_alarm(seconds: float, again: float = 0.0) -> None:
        """Do nothing."""

else:

    def handle_alarm(handler: Any) -> Any:
        """Install a handler for the alarm signal; return the previous one."""
        return signal.signal(signal.SIGALRM, handler)

    def set_alarm(seconds: float, again: float = 0.0) -> None:
        """Send the alarm signal after this long, and then ``again`` and again; 0 stops it."""
        signal.setitimer(signal.ITIMER_REAL, seconds, again)


class MoveTimeLimit:
    """A context manager that limits the time for each move with this process's alarm signal."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.running = False
        self.rings = 0
        self.before: object = None

    def __enter__(self) -> MoveTimeLimit:
        if threading.current_thread() is not threading.main_thread():
            raise SimulationError(
                "A time limit doesn't work in a thread or on a Dask cluster: leave out --move-seconds, or "
                "use --executor processes."
            )
        self.before = handle_alarm(self.ring)
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        handle_alarm(self.before)

    def limit(self, think: Callable[[], Answer]) -> Answer:
        """Call a function, and raise TimeUp in it when the time is up."""
        try:
            self.rings = 0
            self.running = True
            set_alarm(self.seconds, AGAIN)
            return think()
        finally:
            self.stop()

    def stop(self) -> None:
        """Stop the alarm; a late signal has no effect."""
        self.running = False
        set_alarm(0.0)

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Handle the alarm signal: interrupt the bot."""
        if not self.running:
            return
        self.rings += 1
        if self.rings > MOST_RINGS and multiprocessing.parent_process() is not None:
            where = (
                "" if frame is None else f" in {frame.f_code.co_filename}, line {frame.f_lineno}"
            )
            print(f"passgo: a bot cannot be stopped: it catches TimeUp{where}.", file=sys.stderr)
            sys.stderr.flush()
            os._exit(1)
        raise TimeUp


class TimedBot(Bot):
    """A bot with a time limit for each move."""

    def __init__(self, bot: Bot, time_limit: MoveTimeLimit) -> None:
        self.bot = bot
        self.time_limit = time_limit

    def decide(self, view: View) -> Action:
        """Ask the bot, within the time limit."""
        return self.time_limit.limit(lambda: self.bot.decide(view))

    def idle(self, view: View) -> Action | None:
        """Ask the bot, within the time limit."""
        return self.time_limit.limit(lambda: self.bot.idle(view))

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Ask the bot, within the time limit."""
        return self.time_limit.limit(lambda: self.bot.answer(view, offer))

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Ask the bot, within the time limit."""
        return self.time_limit.limit(lambda: self.bot.quote(view, inquiry))
