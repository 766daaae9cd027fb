"""Chance: the same dice on every machine, no pattern in the dice, and unused scripted dice.

The statistics use fixed seeds, so a test that passes once always passes. Truly random dice would
exceed each limit about once in a million runs.
"""

import hashlib
import pickle
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo.engine.chance import (
    CARD_ROLL,
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    IMAGINED_CHANCE,
    IMAGINED_CHEST,
    OPENING_ROLL,
    ROLL,
    Chance,
    ChanceNeeded,
    NoChance,
    Scripted,
    ScriptEnded,
    Seeded,
)
from passgo.engine.game import Game
from tests.boards import london_board

PURPOSES = (
    OPENING_ROLL,
    ROLL,
    CARD_ROLL,
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    IMAGINED_CHANCE,
    IMAGINED_CHEST,
)
ROLLS = [10 * first + second for first in range(1, 7) for second in range(1, 7)]
patiently = settings(deadline=None)  # a test may be slow on a busy machine
ONE_IN_A_MILLION = 4.9  # standard deviations, on either side
seeds = st.integers() | st.integers(-(10**5000), 10**5000)


def some_or_many(some: int, many: int) -> pytest.MarkDecorator:
    """Run a test with `some` draws, and in long test runs also with `many`."""
    return pytest.mark.parametrize("draws", [some, pytest.param(many, marks=pytest.mark.long)])


def oddness(seen: Iterable[object], cells: int) -> float:
    """Return how many standard deviations the chi-square for equal cells is from its mean."""
    counts = Counter(seen)
    assert len(counts) <= cells
    expected = counts.total() / cells
    assert expected >= 5, "too few draws for a chi-square test"
    square = sum((count - expected) ** 2 for count in counts.values()) / expected
    square += (cells - len(counts)) * expected
    free = cells - 1
    root: float = (square / free) ** (1 / 3)  # Wilson–Hilferty: this value is nearly normal
    return (root - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


def rarity(hits: int, tries: int, chance: float) -> float:
    """Return how many standard deviations a number of hits is from the expected number."""
    return (hits - tries * chance) / sqrt(tries * chance * (1 - chance))


# The same everywhere


def test_a_seed_gives_these_rolls_on_every_machine_with_or_without_compilation() -> None:
    seven = Seeded(7)
    assert [seven.roll(ROLL, 0, count) for count in range(20)] == SEVENTH_ROLLS
    assert [seven.roll(OPENING_ROLL, seat, 0) for seat in range(8)] == SEVENTH_STARTS
    assert seven.shuffle(CHANCE_DECK, 16) == SEVENTH_DECK
    assert [Seeded(seed).roll(ROLL, 0, 0) for seed in FAR_SEEDS] == FAR_ROLLS


def test_a_large_sample_of_rolls_and_shuffles_is_the_same_everywhere() -> None:
    counts = [*range(50), *(1 << bit for bit in range(6, 63)), -1, (1 << 63) - 1]
    sample = hashlib.sha256()
    for seed in [*range(5), *FAR_SEEDS]:
        chance = Seeded(seed)
        for purpose, seat, count in product(PURPOSES, range(8), counts):
            sample.update(bytes([chance.roll(purpose, seat, count)]))
        for purpose, size in product(PURPOSES, (1, 2, 16, 28, 200)):
            sample.update(bytes(chance.shuffle(purpose, size)))
    assert sample.hexdigest() == SAMPLE


def test_the_same_draw_always_gives_the_same_result() -> None:
    chance = Seeded(3)
    before = [chance.roll(ROLL, 1, count) for count in range(10)]
    chance.shuffle(DEEDS, 28)
    assert [chance.roll(ROLL, 1, count) for count in range(10)] == before


@patiently
@given(seeds)
def test_a_seed_survives_repr_and_pickle(seed: int) -> None:
    chance = Seeded(seed)
    for twin in (eval(repr(chance)), pickle.loads(pickle.dumps(chance))):
        assert twin.seed == seed
        assert twin.roll(ROLL, 2, 5) == chance.roll(ROLL, 2, 5)


@patiently
@given(seeds, st.sampled_from(PURPOSES), st.integers(0, 7), st.integers(-(2**63), 2**63 - 1))
def test_a_roll_consists_of_two_dice(seed: int, purpose: int, seat: int, count: int) -> None:
    assert Seeded(seed).roll(purpose, seat, count) in ROLLS


@patiently
@given(seeds, st.sampled_from(PURPOSES), st.integers(0, 100))
def test_a_shuffle_is_a_permutation(seed: int, purpose: int, size: int) -> None:
    assert sorted(Seeded(seed).shuffle(purpose, size)) == list(range(size))


def test_custom_chance_classes_work() -> None:
    class Lucky(Chance):
        def roll(self, purpose: int, seat: int, count: int) -> int:
            return 66

    assert Lucky().roll(ROLL, 0, 0) == 66
    with pytest.raises(NotImplementedError):
        Lucky().shuffle(DEEDS, 28)
    with pytest.raises(NotImplementedError):
        Chance().roll(ROLL, 0, 0)


def test_a_preview_cannot_roll_or_shuffle() -> None:
    with pytest.raises(ChanceNeeded, match="roll"):
        NoChance().roll(ROLL, 0, 0)
    with pytest.raises(ChanceNeeded, match="shuffle"):
        NoChance().shuffle(DEEDS, 28)
    assert repr(eval(repr(NoChance()))) == "NoChance()"


# Dice without a pattern


@some_or_many(50_000, 4_000_000)
def test_every_roll_is_equally_likely(draws: int) -> None:
    chance = Seeded(1)
    odd = oddness((chance.roll(ROLL, 0, count) for count in range(draws)), 36)
    assert abs(odd) < ONE_IN_A_MILLION


@some_or_many(50_000, 4_000_000)
def test_a_roll_does_not_depend_on_the_previous_one(draws: int) -> None:
    chance = Seeded(2)
    rolled = [chance.roll(ROLL, 0, count) for count in range(draws)]
    odd = oddness(zip(rolled[::2], rolled[1::2], strict=True), 36**2)
    assert abs(odd) < ONE_IN_A_MILLION


@pytest.mark.long
def test_a_roll_does_not_depend_on_the_previous_two() -> None:
    chance = Seeded(3)
    rolled = [chance.roll(ROLL, 0, count) for count in range(3_000_000)]
    odd = oddness(zip(rolled[::3], rolled[1::3], rolled[2::3], strict=True), 36**3)
    assert abs(odd) < ONE_IN_A_MILLION


@some_or_many(8_000, 500_000)
def test_seats_roll_independently(draws: int) -> None:
    chance = Seeded(4)
    rows = [[chance.roll(ROLL, seat, count) for count in range(draws)] for seat in range(8)]
    odd = [oddness(zip(one, other, strict=True), 36**2) for one, other in combinations(rows, 2)]
    assert max(map(abs, odd)) < ONE_IN_A_MILLION


@some_or_many(8_000, 500_000)
def test_draws_for_different_purposes_are_independent(draws: int) -> None:
    chance = Seeded(5)
    rows = [[chance.roll(purpose, 0, count) for count in range(draws)] for purpose in PURPOSES]
    odd = [oddness(zip(one, other, strict=True), 36**2) for one, other in combinations(rows, 2)]
    assert max(map(abs, odd)) < ONE_IN_A_MILLION


@some_or_many(16_000, 400_000)
@pytest.mark.parametrize(("seat", "count"), [(0, 0), (0, 1), (3, 0), (7, 60)])
def test_consecutive_seeds_are_independent(draws: int, seat: int, count: int) -> None:
    rolled = [Seeded(seed).roll(ROLL, seat, count) for seed in range(draws)]
    assert abs(oddness(rolled, 36)) < ONE_IN_A_MILLION
    assert abs(oddness(zip(rolled[::2], rolled[1::2], strict=True), 36**2)) < ONE_IN_A_MILLION


@some_or_many(1_000, 20_000)
def test_changing_one_bit_of_the_seed_count_seat_or_purpose_changes_everything(draws: int) -> None:
    for bit in (0, 1, 2, 7, 15, 31, 63, 64, 1000):
        same = sum(
            Seeded(seed).roll(ROLL, 0, 0) == Seeded(seed ^ 1 << bit).roll(ROLL, 0, 0)
            for seed in range(draws)
        )
        assert abs(rarity(same, draws, 1 / 36)) < ONE_IN_A_MILLION
    chance = Seeded(6)
    for purpose, seat, bit in product((0, 1, 2), (0, 1, 2, 4), range(0, 32, 3)):
        same = sum(
            chance.roll(ROLL, 0, count) == chance.roll(ROLL ^ purpose, seat, count ^ 1 << bit)
            for count in range(draws)
        )
        assert abs(rarity(same, draws, 1 / 36)) < ONE_IN_A_MILLION


@some_or_many(100, 2_000)
def test_no_seat_repeats_another_seats_rolls(draws: int) -> None:
    games = [
        [[chance.roll(ROLL, seat, count) for count in range(110)] for seat in range(4)]
        for chance in map(Seeded, range(draws))
    ]
    same = [
        sum(map(int.__eq__, one[5:105], other[5 + shift : 105 + shift]))
        for game in games
        for one, other in combinations(game, 2)
        for shift in range(-5, 6)
    ]
    assert max(same) < 22
    assert abs(rarity(sum(same), 100 * len(same), 1 / 36)) < ONE_IN_A_MILLION


@pytest.mark.long
def test_mixed_words_collide_as_often_as_random_words() -> None:
    """A few collisions are harmless, but more than expected by chance would indicate a pattern."""
    places = list(product((OPENING_ROLL, ROLL, CARD_ROLL), range(8), range(4096)))
    expected = len(places) ** 2 / 2 / 2**32
    meetings = []
    for chance in map(Seeded, range(100)):
        words = {chance._word(purpose, seat, count) for purpose, seat, count in places}
        meetings.append(len(places) - len(words))
    assert abs(sum(meetings) - 100 * expected) < ONE_IN_A_MILLION * sqrt(100 * expected)
    spread = sum((met - expected) ** 2 for met in meetings) / expected
    assert abs(spread - 100) < ONE_IN_A_MILLION * sqrt(2 * 100)


@some_or_many(10_000, 100_000)
def test_a_shuffle_favors_no_order(draws: int) -> None:
    few = [tuple(Seeded(seed).shuffle(CHANCE_DECK, 4)) for seed in range(draws)]
    assert abs(oddness(few, 24)) < ONE_IN_A_MILLION
    decks = [Seeded(seed).shuffle(CHEST_DECK, 16) for seed in range(draws)]
    for place in range(16):
        assert abs(oddness((deck[place] for deck in decks), 16)) < ONE_IN_A_MILLION
    for first, second in ((0, 1), (7, 8), (0, 15)):
        pairs = ((deck[first], deck[second]) for deck in decks)
        assert abs(oddness(pairs, 16 * 15)) < ONE_IN_A_MILLION


@some_or_many(5_000, 100_000)
def test_the_two_decks_are_shuffled_independently(draws: int) -> None:
    chances = [Seeded(seed) for seed in range(draws)]
    tops = [(c.shuffle(CHANCE_DECK, 16)[0], c.shuffle(CHEST_DECK, 16)[0]) for c in chances]
    assert abs(oddness(tops, 256)) < ONE_IN_A_MILLION


# Scripts


def test_scripted_dice_are_used_in_order_whatever_their_purpose() -> None:
    script = Scripted(dice=[(6, 2), (3, 3), (1, 4)])
    assert script.roll(OPENING_ROLL, 1, 0) == 62
    assert script.roll(ROLL, 0, 99) == 33
    assert script.leftovers() == ["dice (1, 4)"]
    assert script.roll(CARD_ROLL, 1, 0) == 14
    assert script.leftovers() == []


def test_a_script_that_is_too_short_raises_an_error() -> None:
    script = Scripted(dice=[(6, 2)])
    script.roll(ROLL, 0, 0)
    with pytest.raises(ScriptEnded, match=r"has no roll 2, which seat 3 needs\."):
        script.roll(ROLL, 3, 0)


def test_a_new_game_needs_scripted_opening_rolls() -> None:
    script = Scripted(dice=[(6, 2), (1, 2), (3, 4)])
    assert Game(2, script).state.first == 0
    assert script.rolled == 2
    with pytest.raises(
        ScriptEnded, match=r"no roll 2, which seat 1 needs to decide who goes first\."
    ):
        Game(2, Scripted(dice=[(6, 2)]))


@pytest.mark.parametrize("bad", [(0, 1), (1, 7), (-1, 3), (62, 1)])
def test_a_scripted_die_must_show_one_to_six(bad: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"Roll 2 of the script is .*; dice must be from 1 to 6\."):
        Scripted(dice=[(1, 1), bad])


def test_scripted_cards_are_on_top_and_the_rest_follow_in_printed_order() -> None:
    script = Scripted(dice=[], chance=[5, 0], chest=[18], deeds=[3, 1, 2])
    assert script.leftovers() == ["chance [5, 0]", "chest [18]", "deeds [3, 1, 2]"]
    assert script.shuffle(CHANCE_DECK, 7) == [5, 0, 1, 2, 3, 4, 6]
    assert script.shuffle(CHEST_DECK, 4) == [2, 0, 1, 3]
    assert script.leftovers() == ["deeds [3, 1, 2]"]
    assert script.shuffle(DEEDS, 5) == [3, 1, 2, 0, 4]
    assert script.leftovers() == []


def test_without_a_script_the_cards_are_in_printed_order() -> None:
    script = Scripted(dice=[], chance=[3])
    assert script.shuffle(CHEST_DECK, 4) == [0, 1, 2, 3]
    assert script.shuffle(IMAGINED_CHANCE, 3) == [0, 1, 2]
    assert script.shuffle(IMAGINED_CHEST, 0) == []
    assert script.leftovers() == ["chance [3]"]


def test_scripted_cards_and_deeds_can_be_named() -> None:
    script = Scripted(
        dice=[],
        chance=["chance.nearest_railroad_2", "chance.advance_boardwalk"],
        chest=["chest.doctors_fee"],
        deeds=["Oriental", "Baltic Avenue"],
    )
    assert script.shuffle(CHANCE_DECK, 7) == [5, 0, 1, 2, 3, 4, 6]
    assert script.shuffle(CHEST_DECK, 4) == [2, 0, 1, 3]
    assert script.shuffle(DEEDS, 5) == [3, 1, 0, 2, 4]
    assert eval(repr(script)).shuffle(DEEDS, 5) == [3, 1, 0, 2, 4]
    mayfair = Scripted(dice=[], deeds=["Mayfair, London"], board=london_board())
    assert mayfair.shuffle(DEEDS, 28)[0] == 26


@pytest.mark.parametrize(
    ("name", "bad", "error"),
    [
        ("chance", [1, 1], r"^chance=\[1, 1\]: nothing may be listed twice\.$"),
        ("chance", [0, "chance.advance_boardwalk"], "nothing may be listed twice"),
        ("deeds", ["Baltic", 1], "nothing may be listed twice"),
        ("chest", [-1], r"^There is no card -1; cards are numbered 0 to 31\.$"),
        (
            "deeds",
            [39],
            r"^There is no deed 39; deeds are numbered 0 to 27, not by space\. You can",
        ),
        ("chest", [2], "chance.advance_illinois is in the other deck"),
        ("chance", ["chest.jail_free"], "chest.jail_free is in the other deck"),
        ("chance", ["chance.jail_fre"], "did you mean chance.jail_free"),
        ("deeds", ["GO"], "GO .* is not a property"),
    ],
)
def test_a_card_that_is_not_there_or_listed_twice_is_rejected(
    name: str, bad: list[int | str], error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        Scripted(dice=[], **{name: bad})  # type: ignore[arg-type]  # one of the lists


def test_a_card_that_is_not_in_a_smaller_deck_is_rejected() -> None:
    script = Scripted(dice=[], chance=[15])
    with pytest.raises(ValueError, match="number 15 on top, but the highest is 9"):
        script.shuffle(CHANCE_DECK, 10)
    assert script.leftovers() == ["chance [15]"]


def test_a_script_is_independent_of_its_input_and_output_lists() -> None:
    dice: list[tuple[int, int]] = [(6, 2)]
    cards: list[int | str] = [1]
    script = Scripted(dice, chance=cards)
    dice.append((1, 1))
    cards.append(0)
    script.shuffle(CHANCE_DECK, 3).reverse()
    assert script.shuffle(CHANCE_DECK, 3) == [1, 0, 2]
    assert script.leftovers() == ["dice (6, 2)"]


def test_a_scripts_repr_can_be_evaluated_but_the_script_cannot_be_pickled() -> None:
    written = "Scripted(dice=[(6, 2)], chance=[5, 0], deeds=[1])"
    assert repr(eval(written)) == written
    assert repr(Scripted([])) == "Scripted(dice=[])"
    with pytest.raises(TypeError, match="copies would not share its place"):
        pickle.dumps(Scripted([]))


def test_the_purpose_numbers_do_not_change() -> None:
    """These numbers are part of the fair-dice format."""
    assert tuple(range(8)) == PURPOSES


# Fixed results: if they change, recorded seeds no longer reproduce their games.

SEVENTH_ROLLS = [31, 54, 65, 16, 52, 66, 26, 66, 43, 44, 11, 13, 24, 54, 52, 52, 21, 35, 66, 12]
SEVENTH_STARTS = [23, 14, 56, 32, 24, 46, 56, 41]
SEVENTH_DECK = [13, 15, 11, 7, 4, 10, 0, 5, 6, 9, 14, 3, 12, 2, 1, 8]
FAR_SEEDS = [-1, -7, 1 << 64, -(1 << 64), 10**30, 10**5000]
FAR_ROLLS = [45, 12, 23, 16, 56, 66]
SAMPLE = "4a0851e558f0a640a491ab66dc339f95a727c4a3f382c501f61cb5094f5f9ce4"
