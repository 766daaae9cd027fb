"""A plan determines all of its games, and invalid values are rejected."""

from __future__ import annotations

import pytest

from passgo import Bot, classic, rule_set
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import rules_from_data
from passgo.sim.games import PreparedPlan, play_game
from passgo.sim.plan import (
    Plan,
    SimulationError,
    bot_seed,
    dice_seed,
    make_plan,
    plan_from_json,
    plan_to_json,
)
from tests.sim.bad_bots import Hoarder


def test_a_plan_survives_a_round_trip_through_json() -> None:
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
    assert PreparedPlan(again).board == classic()


def test_every_bot_plays_in_every_seat_with_the_same_dice() -> None:
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


def test_identical_bots_play_no_game_twice() -> None:
    plan = make_plan(["simple"] * 4, games=4, rounds=10)
    assert len({tuple(play_game(plan, index).cash) for index in range(4)}) == 4


def test_all_seeds_derived_from_different_plans_differ() -> None:
    plans = [make_plan(["a", "b"], seed=seed) for seed in range(20)]
    dice = {dice_seed(plan, number) for plan in plans for number in range(50)}
    bots = {bot_seed(plan, game, bot) for plan in plans for game in range(50) for bot in (0, 1)}
    assert len(dice) == 1000
    assert len(bots) == 2000
    assert max(bots) < 2**40
    assert max(dice) < 2**63


def test_published_seeds_never_change() -> None:
    """A published seed must give the same games in all later versions."""
    plan = make_plan(["a", "b"], seed=7)
    assert (dice_seed(plan, 3), bot_seed(plan, 3, 1)) == (5151351991840202581, 619626658124)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"games": 0}, r"games must be from 1 to 1,000,000,000,000 \(got 0\)"),
        ({"seed": -1}, r"seed must be from 0 to .* \(got -1\)"),
        ({"rounds": 0}, r"rounds must be from 1 to 1,000,000 \(got 0\)"),
        ({"detail": -1}, r"detail must be from 0 to .* \(got -1\)"),
        ({"seconds": 0.0}, r"from 0.001 to 86,400 seconds \(got 0\)"),
        ({"bots": ("a", "b\nc")}, r"a string such as 'simple' or a subclass of Bot \(got 'b"),
        ({"bots": ("a", 7)}, r"or a subclass of Bot \(got 7\)"),
        ({"bots": ("a",)}, r"A game has 2 to 8 bots \(got 1\)"),
        ({"bots": ("a",) * 9}, r"A game has 2 to 8 bots \(got 9\)"),
        ({"position": {}, "rules": {"preset": "short"}}, "includes its own rules and board"),
        ({"position": {}, "board": {}}, "includes its own rules and board"),
    ],
)
def test_an_invalid_plan_is_rejected(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        Plan(**{"bots": ("a", "b"), **changed})  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"bots": "simple"}, r"bots must be a list such as .* \(got 'simple'\)"),
        ({"bots": Hoarder}, "bots must be a list such as"),
        ({"bots": [Hoarder(), "simple"]}, "A bot must be a string such as 'simple'"),
        ({"bots": [Plan, "simple"]}, "Plan is not a subclass of passgo.Bot"),
        ({"games": "many"}, r"games must be a whole number \(got 'many'\)"),
        ({"games": 10.0}, r"games must be a whole number \(got 10.0\)"),
        ({"seed": None}, r"seed must be a whole number \(got None\)"),
        ({"rounds": "9"}, r"rounds must be a whole number \(got '9'\)"),
        ({"detail": 1.5}, r"detail must be a whole number \(got 1.5\)"),
        ({"seconds": "1"}, r"seconds must be a number \(got '1'\)"),
        ({"rules": {"salary": 1}}, "rules must be a rule set, such as"),
        ({"rules": "mine"}, "There is no preset named 'mine'"),
        ({"board": {}}, "board must be a Board"),
        ({"board": "nowhere.json"}, "The board nowhere.json cannot be read"),
        ({"position": 7}, "position must be a game, a dict"),
        ({"position": "nowhere.json"}, "The position nowhere.json cannot be read"),
    ],
)
def test_invalid_arguments_are_rejected(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(PassGoError, match=sentence):
        make_plan(**{"bots": ["a", "b"], **changed})  # type: ignore[arg-type]  # wrong on purpose


def test_a_class_is_stored_by_its_name() -> None:
    plan = make_plan([Hoarder, "simple"], games=2, rounds=2)
    assert plan.bots == ("tests.sim.bad_bots:Hoarder", "simple")
    assert play_game(plan, 0).faults == [0, 0]


def test_a_class_that_cannot_be_imported_is_rejected() -> None:
    class Inner(Bot):
        pass

    with pytest.raises(SimulationError, match="Inner cannot be imported from tests"):
        make_plan([Inner, "simple"])


def test_a_preset_can_be_given_by_its_name() -> None:
    assert make_plan(["a", "b"], rules="short") == make_plan(["a", "b"], rules=rule_set("short"))


def test_a_time_limit_affects_only_custom_bots() -> None:
    assert make_plan(["simple(reserve=1)", "random"], seconds=1).reproducible
    assert make_plan(["passgo.bots.simple:SimpleBot", "random"], seconds=1).reproducible
    assert not make_plan(["simple", "my_bots:Mine"], seconds=1).reproducible
    assert not make_plan(["simple", "simple("], seconds=1).reproducible
    assert make_plan(["simple", "my_bots:Mine"]).reproducible


@pytest.mark.parametrize("text", ["", "[]", '{"bots": ["a", "b"], "game": 1}', '{"bots": [1, 2]}'])
def test_text_that_is_not_a_plan_is_rejected(text: str) -> None:
    with pytest.raises(SimulationError, match="This is not a simulation plan"):
        plan_from_json(text)
