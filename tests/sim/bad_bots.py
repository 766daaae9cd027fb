"""Bots that misbehave, and one that does not."""

from __future__ import annotations

import os
import threading
import time
from typing import Any, NoReturn

from passgo import Action, Bot, View
from passgo.actions import Buy, Roll
from passgo.bots.bot import TimeUp
from passgo.decisions import BuyOrAuction


class Hoarder(Bot):
    """A bot that buys every property it lands on and counts its decisions."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, view: View) -> Action:
        self.asked += 1
        top = view.state.agenda.top
        if isinstance(top, BuyOrAuction) and view.why_not(Buy(view.seat)) is None:
            return Buy(view.seat)
        return self.safe(view)


class Sleeper(Hoarder):
    """A bot that is slow if the environment variable SLEEPY is set; its decisions don't change."""

    def decide(self, view: View) -> Action:
        if "SLEEPY" in os.environ:
            time.sleep(0.01)  # wait: slow enough to be interrupted long before the last game
        return super().decide(view)


class Looper(Bot):
    """A bot that never returns a decision."""

    def decide(self, view: View) -> NoReturn:
        while True:
            threading.Event().wait()


class IdleLooper(Bot):
    """A bot whose ``idle`` method never returns."""

    def idle(self, view: View) -> Action | None:
        while True:
            pass


class Stubborn(Bot):
    """A bot that ignores the first two alarms."""

    def decide(self, view: View) -> NoReturn:
        deaf = 3
        while True:
            try:
                while True:
                    threading.Event().wait()
            except TimeUp:
                deaf -= 1
                if deaf == 0:
                    raise


class Unstoppable(Bot):
    """A bot that ignores all alarms."""

    def decide(self, view: View) -> NoReturn:
        while True:
            try:
                threading.Event().wait()
            except BaseException:
                continue


class Raiser(Bot):
    """A bot that raises an exception."""

    def decide(self, view: View) -> NoReturn:
        raise ZeroDivisionError("what is\na seat?")


class Babbler(Bot):
    """A bot that returns something other than a valid action for its own seat."""

    def __init__(self, says: str = "None") -> None:
        self.says = says

    def decide(self, view: View) -> Any:
        if self.says == "other":
            return Roll((view.seat + 1) % len(view.state.players))
        if self.says == "forged":
            return Forged(view.seat)
        return None if self.says == "None" else self.says


class Forged(Action):
    """An action that is not in the rules; it cannot be created if actions are compiled."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def why_not(self, state: object) -> None:
        return None

    def do(self, game: object) -> None:
        raise AssertionError("a forged action was played")


class Quitter(Bot):
    """A bot that raises SystemExit."""

    def decide(self, view: View) -> NoReturn:
        raise SystemExit(0)


class Killer(Bot):
    """A bot that ends its process."""

    def decide(self, view: View) -> NoReturn:
        os._exit(9)


class Stillborn(Bot):
    """A bot that cannot be created."""

    def __init__(self) -> None:
        raise OSError("out of memory")
