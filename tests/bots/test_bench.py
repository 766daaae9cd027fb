"""The bot benchmark measures what it claims to, and docs/speed.md has a place for its tables."""

from __future__ import annotations

from bench import bots, speed
from bench.pages import BEGIN
from passgo import Driver, Game, Seeded, rule_set
from passgo.actions import AlwaysAskForRent
from passgo.bots.simple import SimpleBot
from tests.scene import ANN, PARK_PLACE, scene

FIGURES = {
    "one process: games/s": 800.0,
    "two processes: games/s": 1400.0,
    "hard: rollouts": 24.0,
    "hard: decisions/game": 31.0,
    "hard: median ms": 40.4,
    "hard: 95th percentile ms": 120.0,
}


def test_only_decisions_with_rollouts_are_timed() -> None:
    bot = bots.Timed(1)
    bot.rollouts, bot.depth = 2, 3
    bot.decide(scene(to_pass=True).view(ANN))
    assert bot.took == []
    bot.decide(scene(standing_on=PARK_PLACE).view(ANN))
    assert len(bot.took) == 1
    assert bot.took[0] > 0


def test_the_custom_bots_play_as_described_without_errors() -> None:
    digests = []
    for kind in (SimpleBot, bots.Derived, bots.Own):
        game = Game(4, Seeded(1), rules=rule_set(round_limit=10))
        driver = Driver(game, [kind() for _ in range(4)])
        driver.run()
        assert [seat.faults for seat in driver.seats] == [0] * 4
        digests.append(game.digest())
    assert digests[0] == digests[1]
    assert bots.Own().idle(scene().view(ANN)) == AlwaysAskForRent(ANN, True)


def test_the_table_lists_every_kind_of_bot() -> None:
    text = speed.bots_table(bots.paces(1) | FIGURES)
    for _, name in speed.BOTS:
        assert f"| {name} | " in text
    assert (
        "1.75 times as many games between four `normal` bots as one process: 1,400 per second"
        in text
    )
    assert "takes 40 ms (median) for a decision" in text


def test_the_better_figure_is_the_higher_rate_or_the_lower_time() -> None:
    first = {"a: turns/s": 1.0, "b: ms": 1.0}
    assert speed.better(first, {"a: turns/s": 2.0, "b: ms": 2.0}) == {
        "a: turns/s": 2.0,
        "b: ms": 1.0,
    }


def test_the_page_has_a_place_for_both_tables() -> None:
    assert speed.PAGE.read_text("utf-8").count(BEGIN) == 2
