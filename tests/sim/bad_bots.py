"""Bots that nobody wants at the table, and one that somebody might."""

from __future__ import annotations

import os
import time
from typing import Any, NoReturn

from passgo import Action, Bot, View
from passgo.actions import Buy, Roll
from passgo.bots.bot import TimeUp
from passgo.decisions import BuyOrAuction


class Hoarder(Bot):
    """Buys everything it lands on, and counts the games it has seen: each gets a bot of its own."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, view: View) -> Action:
        self.asked += 1
        top = view.state.agenda.top
        if isinstance(top, BuyOrAuction) and view.why_not(Buy(view.seat)) is None:
            return Buy(view.seat)
        return self.safe(view)


class Sleeper(Hoarder):
    """Takes its time when the environment says so; that changes nothing it does."""

    def decide(self, view: View) -> Action:
        if "SLEEPY" in os.environ:
            time.sleep(0.01)
        return super().decide(view)


class Looper(Bot):
    """Never comes to a decision."""

    def decide(self, view: View) -> NoReturn:
        while True:
            time.sleep(0.001)


class IdleLooper(Bot):
    """Never has done with doing nothing."""

    def idle(self, view: View) -> Action | None:
        while True:
            pass


class Stubborn(Bot):
    """Ignores the first alarms."""

    def decide(self, view: View) -> NoReturn:
        deaf = 3
        while True:
            try:
                while True:
                    time.sleep(0.001)
            except TimeUp:
                deaf -= 1
                if deaf == 0:
                    raise


class Unstoppable(Bot):
    """Hears no alarm at all."""

    def decide(self, view: View) -> NoReturn:
        while True:
            try:
                time.sleep(0.001)
            except BaseException:
                continue


class Raiser(Bot):
    """Knows no answer."""

    def decide(self, view: View) -> NoReturn:
        raise ZeroDivisionError("what is\na seat?")


class Babbler(Bot):
    """Answers anything but an action of its own."""

    def __init__(self, says: str = "None") -> None:
        self.says = says

    def decide(self, view: View) -> Any:
        if self.says == "other":
            return Roll((view.seat + 1) % len(view.state.players))
        if self.says == "forged":
            return Forged(view.seat)
        return None if self.says == "None" else self.says


class Forged(Action):
    """No action of the rules; compiled ones cannot even be made so."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def why_not(self, state: object) -> None:
        return None

    def do(self, game: object) -> None:
        raise AssertionError("a forged action was played")


class Quitter(Bot):
    """Ends the program."""

    def decide(self, view: View) -> NoReturn:
        raise SystemExit(0)


class Killer(Bot):
    """Ends the process."""

    def decide(self, view: View) -> NoReturn:
        os._exit(9)


class Stillborn(Bot):
    """Cannot be made."""

    def __init__(self) -> None:
        raise OSError("no memory of it")
