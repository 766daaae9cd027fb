"""A plan says everything that decides the games, and refuses what makes no sense."""

from __future__ import annotations

import pytest

from passgo import classic, rule_set
from passgo.engine.ruleset import rules_from_data
from passgo.sim.games import Table, play_game
from passgo.sim.plan import (
    Plan,
    SimulationError,
    bot_seed,
    dice_seed,
    make_plan,
    plan_from_json,
    plan_to_json,
)


def test_a_plan_travels_as_json() -> None:
    plan = make_plan(
        ["simple(reserve=1)", "random"],
        games=7,
        seed=2**63 - 1,
        rules=rule_set("short", jail_fine=60),
        board=classic(),
        rounds=9,
        rotate=False,
        detail=3,
        seconds=0.5,
    )
    again = plan_from_json(plan_to_json(plan))
    assert again == plan
    assert plan_to_json(again) == plan_to_json(plan)
    assert rules_from_data(again.rules) == rule_set("short", jail_fine=60)
    assert Table(again).board == classic()


def test_every_bot_sits_in_every_seat_with_the_same_dice() -> None:
    plan = make_plan(["a", "b", "c"])
    assert [plan.dice_of(index) for index in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    line_ups = [plan.line_up(index) for index in range(4)]
    assert line_ups == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]


@pytest.mark.parametrize(
    ("bots", "block"),
    [("aaaa", 1), ("abab", 2), ("aabb", 4), ("abcd", 4), ("aaab", 4), ("ab", 2), ("abcabc", 3)],
)
def test_no_seating_is_played_twice_with_the_same_dice(bots: str, block: int) -> None:
    plan = make_plan(list(bots))
    assert plan.block == block
    seatings = {tuple(bots[number] for number in plan.line_up(index)) for index in range(block)}
    assert len(seatings) == block


def test_without_rotation_every_game_has_its_own_dice() -> None:
    plan = make_plan(["a", "b"], rotate=False)
    assert [plan.dice_of(index) for index in range(3)] == [0, 1, 2]
    assert plan.line_up(5) == [0, 1]


def test_equal_bots_play_no_game_twice() -> None:
    plan = make_plan(["simple"] * 4, games=4, rounds=10)
    assert len({tuple(play_game(plan, index).cash) for index in range(4)}) == 4


def test_draws_have_nothing_in_common() -> None:
    plans = [make_plan(["a", "b"], seed=seed) for seed in range(20)]
    dice = {dice_seed(plan, number) for plan in plans for number in range(50)}
    bots = {bot_seed(plan, game, bot) for plan in plans for game in range(50) for bot in (0, 1)}
    assert len(dice) == 1000
    assert len(bots) == 2000
    assert max(bots) < 2**40
    assert max(dice) < 2**63


def test_draws_never_change() -> None:
    """Whoever publishes a seed must get the same games from it next year."""
    plan = make_plan(["a", "b"], seed=7)
    assert (dice_seed(plan, 3), bot_seed(plan, 3, 1)) == (5151351991840202581, 619626658124)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"games": 0}, "games lies between 1 and"),
        ({"seed": -1}, "seed lies between 0 and"),
        ({"rounds": 0}, "rounds lies between 1 and"),
        ({"detail": -1}, "detail lies between 0 and"),
        ({"seconds": 0.0}, "from 0.001 to 86400 seconds, not 0"),
        ({"bots": ("a",)}, "2 to 8 bots play, not 1"),
        ({"bots": ("a",) * 9}, "2 to 8 bots play, not 9"),
        ({"position": {}, "rules": {"preset": "short"}}, "brings its own rules and board"),
        ({"position": {}, "board": {}}, "brings its own rules and board"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        Plan(**{"bots": ("a", "b"), **changed})  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("text", ["", "[]", '{"bots": ["a", "b"], "game": 1}', '{"bots": [1, 2]}'])
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(SimulationError, match="This is no plan of a simulation"):
        plan_from_json(text)
