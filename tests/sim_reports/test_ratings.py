"""Ratings: places in a game, a fit that ignores the order of games, and correct intervals."""

from __future__ import annotations

import importlib.util
import math
from random import Random

import pytest

from passgo.sim import ratings
from passgo.sim.ratings import Comparisons, Rating, RatingError, places, rate


@pytest.mark.parametrize(
    ("outcome", "winners", "worth", "out", "expected"),
    [
        # One player remains; the others are ranked by the round in which they went out.
        ("won", [2], [0, 0, 900, 0], [30, 12, 0, 55], [2, 3, 0, 1]),
        # Two players went out in the same round.
        ("won", [0], [500, 0, 0, 0], [0, 9, 9, 20], [0, 2, 2, 1]),
        # Decided by worth: players still in the game come first, by worth.
        ("won", [1], [300, 900, 0, 500], [0, 0, 40, 0], [2, 0, 3, 1]),
        ("shared", [0, 3], [900, 100, 0, 900], [0, 0, 7, 0], [0, 2, 3, 0]),
        # Unfinished: all players still in the game share first place.
        ("unfinished", [], [9000, 5, 0, 0], [0, 0, 80, 20], [0, 0, 2, 3]),
    ],
)
def test_the_outcome_of_a_game_determines_the_places(
    outcome: str, winners: list[int], worth: list[int], out: list[int], expected: list[int]
) -> None:
    assert places(outcome, winners, worth, out) == expected


def played(seed: int, count: int = 120) -> list[tuple[int, list[int], list[int]]]:
    """Return the dice, seats and places of four-seat games between three bots, strongest first."""
    chance = Random(seed)
    tables = []
    for number in range(count):
        seats = [chance.randrange(3) for _ in range(4)]
        order = sorted(range(4), key=lambda seat: chance.random() * (1 + seats[seat]))
        tables.append((number // 4, seats, [order.index(seat) for seat in range(4)]))
    return tables


def add_table(comparisons: Comparisons, dice: int, seats: list[int], order: list[int]) -> None:
    """Count every pair of different bots at a table, given each seat's place."""
    for seat, bot in enumerate(seats):
        for other, rival in enumerate(seats):
            if bot != rival and order[seat] <= order[other]:
                comparisons.add(dice, bot, rival, 1.0 if order[seat] < order[other] else 0.5)


def rated(tables: list[tuple[int, list[int], list[int]]]) -> list[Rating]:
    comparisons = Comparisons(["strong", "middling", "weak"])
    for dice, seats, order in tables:
        add_table(comparisons, dice, seats, order)
    return rate(comparisons, seed=3, resamples=200)


def test_the_order_of_the_games_does_not_matter() -> None:
    tables = played(1)
    found = rated(tables)
    assert [rating.bot for rating in found] == ["strong", "middling", "weak"]
    assert found[0].value > found[1].value > found[2].value
    assert sum(rating.value for rating in found) == pytest.approx(3 * 1500)
    for turn in range(2):
        Random(turn).shuffle(tables)
        for rating, again in zip(found, rated(tables), strict=True):
            assert again.value == pytest.approx(rating.value, abs=1e-6)
            assert again.low == pytest.approx(rating.low, abs=1e-6)
            assert again.high == pytest.approx(rating.high, abs=1e-6)


def test_more_games_give_narrower_intervals() -> None:
    few, many = rated(played(2, 80))[0], rated(played(2, 1280))[0]
    assert many.high - many.low < 0.5 * (few.high - few.low)


def test_finishing_ahead_ten_times_as_often_is_worth_400_points() -> None:
    comparisons = Comparisons(["a", "b"])
    for dice in range(1000):
        comparisons.add(dice, 0, 1, 10.0)
        comparisons.add(dice, 1, 0, 1.0)
    found = rate(comparisons, resamples=10)
    assert found[0].value - found[1].value == pytest.approx(400, abs=0.5)


def test_equal_places_count_as_half_a_win_for_each_bot() -> None:
    comparisons = Comparisons(["a", "b"])
    add_table(comparisons, 0, [0, 1, 1], [0, 0, 0])
    assert comparisons.by_dice == {0: {(0, 1): 1.0, (1, 0): 1.0}}


def test_a_bot_is_not_compared_with_itself() -> None:
    comparisons = Comparisons(["a", "b"])
    add_table(comparisons, 0, [0, 0, 1], [0, 2, 1])
    assert comparisons.by_dice == {0: {(0, 1): 1.0, (1, 0): 1.0}}


def test_a_bot_that_was_never_behind_has_no_upper_limit() -> None:
    comparisons = Comparisons(["a", "b", "c"])
    for dice in range(20):
        for seats, order in (
            ([0, 1], [0, 1]),
            ([0, 2], [0, 1]),
            ([1, 2], [dice % 2, 1 - dice % 2]),
        ):
            add_table(comparisons, dice, seats, order)
    found = rate(comparisons, resamples=50)
    assert found[0].high == math.inf
    assert math.isfinite(found[0].value)
    assert math.isfinite(found[0].low)
    # The mean is fixed: the better the first bot, the worse the others.
    assert (found[1].low, found[2].low) == (-math.inf, -math.inf)
    assert math.isfinite(found[1].high)


def ahead(*pairs: tuple[int, int], bots: int = 4) -> list[Rating]:
    """Return the ratings if the first bot in each pair always finishes ahead (20 dice numbers)."""
    comparisons = Comparisons([f"bot {at}" for at in range(bots)])
    for dice in range(20):
        for first, second in pairs:
            comparisons.add(dice, first, second, 1.0)
    return rate(comparisons, resamples=20)


def test_bots_in_a_cycle_of_wins_have_both_limits() -> None:
    """Each bot finished ahead of the next one, and the last ahead of the first."""
    found = ahead((0, 1), (1, 2), (2, 3), (3, 0))
    assert all(math.isfinite(one.low) and math.isfinite(one.high) for one in found)


def test_if_the_last_bot_has_no_lower_limit_the_others_have_no_upper_limit() -> None:
    found = ahead((0, 1), (1, 0), (0, 2), (1, 2), bots=3)
    assert [one.high for one in found[:2]] == [math.inf, math.inf]
    assert found[2].low == -math.inf
    assert all(math.isfinite(one.low) for one in found[:2])
    assert math.isfinite(found[2].high)


def test_bots_that_never_met_have_no_limits() -> None:
    found = ahead((0, 1), (1, 0), (2, 3), (3, 2))
    assert all((one.low, one.high) == (-math.inf, math.inf) for one in found)


@pytest.mark.parametrize(("count", "known"), [(1, False), (9, False), (10, True)])
def test_too_few_dice_numbers_give_no_limits(count: int, known: bool) -> None:
    comparisons = Comparisons(["a", "b"])
    for dice in range(count):
        comparisons.add(dice, 0, 1, 6.0 + dice % 3)
        comparisons.add(dice, 1, 0, 5.0)
    for rating in rate(comparisons, resamples=20):
        assert math.isfinite(rating.low) == known
        assert math.isfinite(rating.high) == known


def test_the_limits_enclose_the_middle_95_percent() -> None:
    """For many single games, the interval is close to that of the logistic model."""
    comparisons = Comparisons(["a", "b"])
    for dice in range(400):
        comparisons.add(dice, int(dice % 4 == 0), int(dice % 4 != 0), 1.0)
    first = rate(comparisons, resamples=1000)[0]
    error = (
        400 / math.log(10) / math.sqrt(400 * 0.75 * 0.25) / 2
    )  # each rating accounts for half the difference
    assert first.high - first.low == pytest.approx(2 * 1.96 * error, rel=0.08)


def test_without_games_all_ratings_are_equal_and_have_no_limits() -> None:
    assert rate(Comparisons(["a", "b"])) == [
        Rating("a", 1500.0, -math.inf, math.inf),
        Rating("b", 1500.0, -math.inf, math.inf),
    ]


def test_intervals_have_about_the_stated_coverage() -> None:
    """The first of two bots wins 75% of the games, which are correlated within blocks."""
    chance = Random(4)
    truth = 1500 + 200 * math.log10(3)
    covered = 0
    for turn in range(60):
        comparisons = Comparisons(["a", "b"])
        for dice in range(60):
            lean = chance.choice((0.55, 0.95))
            for _ in range(4):
                won = chance.random() < lean
                comparisons.add(dice, 1 - won, int(won), 1.0)
        found = rate(comparisons, seed=turn, resamples=60)[0]
        covered += found.low <= truth <= found.high
    assert 50 <= covered <= 59


def test_a_missing_library_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RatingError, match=r'choix: pip install "passgo\[sim\]"'):
        ratings.check_library()
