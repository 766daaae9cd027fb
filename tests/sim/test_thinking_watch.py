"""A bot that seems to hang is named, with the question, the turn and its current line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from passgo import Bot, Game, Seeded
from passgo.bots.driver import Driver
from passgo.bots.simple import SimpleBot
from passgo.sim.thinking_watch import ThinkingWatch
from tests.sim.bad_bots import Hoarder
from tests.sim.test_simulate_command import started
from tests.waiting import DEADLINE, wait_until


class Watched:
    """A watch with injected time, over a game whose second bot is not built in."""

    def __init__(self) -> None:
        self.time = 0.0
        self.lines: list[str] = []
        self.watch = ThinkingWatch(" Do something.", self.lines.append, lambda: self.time)
        self.driver = Driver(Game(players=2, chance=Seeded(1)), [SimpleBot(), Hoarder()])
        self.watch.watch(self.driver, ["simple", "mine:Hoarder"], " of game 3")
        self.seat = self.driver.seats[1]

    def check_at(self, time: float) -> list[str]:
        """Check at a time; return what is reported."""
        self.time = time
        self.lines.clear()
        self.watch.check()
        return list(self.lines)


def test_a_bot_is_named_after_a_second_and_again_when_the_wait_is_five_times_as_long() -> None:
    watched = Watched()
    watched.seat.thinking = "decide"
    assert watched.check_at(10.0) == []
    assert watched.check_at(10.9) == []
    (line,) = watched.check_at(11.0)
    assert line.startswith(
        "passgo: mine:Hoarder has been thinking about `decide` for 1 s, in turn 1 of game 3"
    )
    assert line.endswith(" Do something.")
    assert watched.check_at(14.9) == []
    assert len(watched.check_at(15.0)) == 1
    assert watched.check_at(34.9) == []
    assert len(watched.check_at(35.0)) == 1


def test_a_bot_that_answers_is_not_named() -> None:
    watched = Watched()
    assert watched.check_at(0.0) == []
    watched.seat.thinking = "idle"
    watched.check_at(1.0)
    watched.seat.questions += 1
    assert watched.check_at(5.0) == []
    watched.seat.thinking = ""
    assert watched.check_at(50.0) == []


def test_only_bots_that_are_not_built_in_are_watched() -> None:
    asked: list[tuple[str, int]] = []

    class Curious(Bot):
        def idle(self, view: object) -> None:
            asked.append((driver.seats[0].thinking, driver.seats[0].questions))

    driver = Driver(Game(players=2, chance=Seeded(1)), [Curious(), SimpleBot()])
    driver.run(turns=4)
    assert asked[0] == ("idle", 1)
    assert {method for method, _ in asked} == {"idle"}
    assert [seat.thinking for seat in driver.seats] == ["", ""]
    assert driver.seats[0].questions > len(asked)
    assert driver.seats[1].questions == 0


@pytest.mark.parametrize("who", [("--executor", "here"), ("--jobs", "2")])
def test_an_endless_loop_is_named_with_the_remedy(who: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "looping.py").write_text(
        "from passgo import Bot\nclass Looper(Bot):\n    def decide(self, view):\n"
        "        while True:\n            pass\n"
    )
    with (tmp_path / "errors").open("wb") as errors:
        words = ("--bots", "looping:Looper", "--games", "2", "--rounds", "2", *who)
        process = started(tmp_path, *words, stderr=errors.fileno())
        try:
            wait_until(lambda: (tmp_path / "errors").read_text().count("\n") > 0)
        finally:
            process.kill()
            process.communicate(timeout=DEADLINE)
    said = (tmp_path / "errors").read_text().splitlines()[0]
    assert re.fullmatch(
        r"passgo: looping:Looper has been thinking about `decide` for \d+ s, in turn 1 of game [01] "
        r"\(looping.py:[45]\)\. If it never answers, press Ctrl-C and set a time limit: "
        r"--move-seconds 1\.",
        said,
    )
