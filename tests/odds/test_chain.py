"""The chain matches published tables, a board solved by hand and a plain simulation."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from passgo.engine.board import Board, classic
from passgo.odds import chain
from passgo.odds.chain import LEAVE, STAY, STRATEGIES, LongRun, long_run, space_names
from tests.odds.boards import classic_with, one_card_board

# The best-known table of long-run probabilities, from Truman Collins, "Probabilities in the Game of
# Monopoly": the percentage of rolls that end on each space for a player who leaves Jail
# immediately. The Jail space is Just Visiting, and the last entry is "in Jail".
COLLINS_LEAVE = [
    3.0961, 2.1314, 1.8849, 2.1624, 2.3285, 2.9631, 2.2621, 0.8650, 2.3210, 2.3003,
    2.2695, 2.7017, 2.6040, 2.3721, 2.4649, 2.9200, 2.7924, 2.5945, 2.9356, 3.0852,
    2.8836, 2.8358, 1.0480, 2.7357, 3.1858, 3.0659, 2.7072, 2.6789, 2.8074, 2.5861,
    0.0000, 2.6774, 2.6252, 2.3661, 2.5006, 2.4326, 0.8669, 2.1864, 2.1799, 2.6260,
    3.9499,
]  # fmt: skip

# From a published simulation of a billion rolls: percentages for staying in Jail as long as
# possible, to two decimal places. Jail itself is left out; the simulation gives 11.61% for In Jail
# and Just Visiting combined.
BILLION_STAY = {
    0: 2.90, 1: 2.01, 2: 1.78, 3: 2.03, 4: 2.19, 5: 2.80, 6: 2.13, 7: 0.82, 8: 2.18, 9: 2.16,
    11: 2.56, 12: 2.61, 13: 2.17, 14: 2.43, 15: 2.64, 16: 2.68, 17: 2.30, 18: 2.82, 19: 2.81,
    20: 2.83, 21: 2.62, 22: 1.05, 23: 2.56, 24: 3.00, 25: 2.89, 26: 2.53, 27: 2.52, 28: 2.66,
    29: 2.44, 30: 0.00, 31: 2.52, 32: 2.47, 33: 2.23, 34: 2.35, 35: 2.30, 36: 0.81, 37: 2.05,
    38: 2.05, 39: 2.48,
}  # fmt: skip


@pytest.fixture(scope="module", params=STRATEGIES)
def run(request: pytest.FixtureRequest) -> LongRun:
    return long_run(classic(), request.param)


# -- published figures -----------------------------------------------------------------------------


def test_leaving_immediately_matches_the_published_table_exactly() -> None:
    rests = [100 * rest for rest in long_run(classic(), LEAVE).rests]
    assert rests == pytest.approx(COLLINS_LEAVE, abs=0.0001)


def test_staying_matches_the_published_simulation() -> None:
    rests = [100 * rest for rest in long_run(classic(), STAY).rests]
    assert {space: rests[space] for space in BILLION_STAY} == pytest.approx(BILLION_STAY, abs=0.02)
    assert rests[10] + rests[40] == pytest.approx(11.61, abs=0.1)


def test_rolling_again_after_leaving_jail_with_doubles_matches_the_published_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In published tables, leaving Jail with doubles gives another roll; under our rules, it doesn't.

    For players who stay in Jail, those tables give 9.46% In Jail and 2.14% Just Visiting. With that
    one change to the rules, our figures match them.
    """
    ours = long_run(classic(), STAY)
    assert 100 * ours.time_in_jail == pytest.approx(9.3855, abs=0.0001)
    plain = chain._rolls

    def with_a_further_roll(
        board: Board, state: int, pays: bool, jail_turns: int
    ) -> list[chain._Roll]:
        rolls = plain(board, state, pays, jail_turns)
        if state < 3 * board.size:
            return rolls
        fails = [roll for roll in rolls if roll.to < 0]
        moves = [] if fails else chain._moves(board, board.jail, chain._PLAIN, 0)
        return [*fails, *moves, *chain._moves(board, board.jail, chain._DOUBLES, 1)]

    monkeypatch.setattr(chain, "_rolls", with_a_further_roll)
    theirs = long_run(classic(), STAY)
    assert 100 * theirs.rests[40] == pytest.approx(9.46, abs=0.005)
    assert 100 * theirs.rests[10] == pytest.approx(2.14, abs=0.005)
    assert theirs.rests[:10] == pytest.approx(ours.rests[:10], abs=0.0001)


# -- solved by hand --------------------------------------------------------------------------------

S = 1 + Fraction(1, 36) + Fraction(1, 36**2)


def test_leaving_immediately_matches_a_board_solved_by_hand() -> None:
    """There are four states: in Jail, and on GO with no, one or two doubles rolled this turn.

    From Jail (space 14), a seven, which is never doubles, leads to Chance (space 6), whose card
    leads to GO; any other roll leads to Go To Jail. From GO, a six leads to Chance and back to GO.
    Four of the five rolls that total six are not doubles; the fifth is, and gives another roll.
    If the state on GO without doubles has weight 1:

        one doubles   g1 = 1/36
        two           g2 = 1/36 * g1                     all three together: S = 1 + g1 + g2
        GO            1  = 6/36 * j + 4/36 * S           so j = 6 * (1 - S / 9)
    """
    run = long_run(one_card_board(), LEAVE)
    j = 6 * (1 - S / 9)
    g1, g2 = Fraction(1, 36), Fraction(1, 36**2)
    total = j + S
    to_chance = j * Fraction(6, 36) + (1 + g1) * Fraction(5, 36) + g2 * Fraction(4, 36)
    to_go_to_jail = j * Fraction(30, 36) + (1 + g1) * Fraction(31, 36) + g2 * Fraction(26, 36)
    third_doubles = g2 * Fraction(6, 36)

    near = 1e-13
    assert run.rests[0] == pytest.approx(float(S / total), abs=near)
    assert run.rests[15] == pytest.approx(float(j / total), abs=near)
    assert run.landings[6] == pytest.approx(float(to_chance / total), abs=near)
    assert run.landings[0] == pytest.approx(float(to_chance / total), abs=near)
    assert run.landings[15] == pytest.approx(
        float((to_go_to_jail + third_doubles) / total), abs=near
    )
    assert sum(run.landings[1:6]) + sum(run.landings[7:13]) == pytest.approx(
        float(to_go_to_jail / total), abs=near
    )
    assert run.landings[13] == run.landings[14] == 0  # no roll reaches these spaces
    assert run.rolls_per_turn == pytest.approx(float(total / (j + 1)), abs=near)
    assert run.turns_in_jail == pytest.approx(float(j / (j + 1)), abs=near)
    assert run.mean_roll[6] == pytest.approx(
        float(
            (j * Fraction(42, 36) + (1 + g1) * Fraction(30, 36) + g2 * Fraction(24, 36)) / to_chance
        ),
        abs=near,
    )


@pytest.mark.parametrize("jail_turns", [1, 2, 3])
def test_staying_matches_a_board_solved_by_hand(jail_turns: int) -> None:
    """As above, but only the last roll in Jail can lead to GO: doubles lead to Go To Jail.

    Of all stays, 5/6 continue to the second turn, and 5/6 of those to the third; the last roll must
    total seven. For GO: 1 = 6/36 * last + 4/36 * S.
    """
    run = long_run(one_card_board(), STAY, jail_turns=jail_turns)
    last = 6 * (1 - S / 9)
    stay = sum(last * Fraction(6, 5) ** earlier for earlier in range(jail_turns))
    first = last * Fraction(6, 5) ** (jail_turns - 1)
    total = stay + S
    assert run.rests[0] == pytest.approx(float(S / total), abs=1e-13)
    assert run.time_in_jail == pytest.approx(float(stay / total), abs=1e-13)
    assert run.landings[15] == pytest.approx(float(first / total), abs=1e-13)  # one per stay
    assert run.turns_in_jail == pytest.approx(float(stay / (stay + 1)), abs=1e-13)


# -- properties of all boards ----------------------------------------------------------------------


def test_rests_and_shares_each_add_up_to_one(run: LongRun) -> None:
    assert math.fsum(run.rests) == pytest.approx(1, abs=1e-12)
    assert math.fsum(run.shares) == pytest.approx(1, abs=1e-12)
    assert run.shares[24] == pytest.approx(run.landings[24] / math.fsum(run.landings))


def test_a_landing_is_a_rest_unless_a_card_or_space_moves_the_token(run: LongRun) -> None:
    moved_on = {2, 7, 17, 22, 30, 33, 36, 40}
    for space in set(range(41)) - moved_on:
        assert run.landings[space] == pytest.approx(run.rests[space], abs=1e-15)
    for chance in (7, 22, 36):
        assert run.rests[chance] == pytest.approx(run.landings[chance] * 6 / 16, abs=1e-15)
    for chest in (2, 17, 33):
        assert run.rests[chest] == pytest.approx(run.landings[chest] * 14 / 16, abs=1e-15)
    assert run.rests[30] == 0


def test_going_back_three_from_the_last_chance_space_draws_a_chest_card(run: LongRun) -> None:
    backed = run.landings[36] / 16
    assert run.landings[33] > backed > 0
    by_dice = run.landings[33] - backed
    assert run.rests[33] == pytest.approx((by_dice + backed) * 14 / 16, abs=1e-15)


def test_nearest_cards_are_counted_separately(run: LongRun) -> None:
    assert run.by_nearest[15] == pytest.approx(run.landings[7] * 2 / 16, abs=1e-15)
    assert run.by_nearest[5] == pytest.approx(run.landings[36] * 2 / 16, abs=1e-15)
    assert run.by_nearest[28] == pytest.approx(run.landings[22] / 16, abs=1e-15)
    assert run.by_nearest[12] == pytest.approx((run.landings[7] + run.landings[36]) / 16, abs=1e-15)
    assert [space for space, part in enumerate(run.by_nearest) if part] == [5, 12, 15, 25, 28]


def test_every_arrest_starts_one_stay_in_jail() -> None:
    leaving, staying = (long_run(classic(), strategy) for strategy in STRATEGIES)
    assert leaving.landings[-1] == pytest.approx(leaving.rests[-1], abs=1e-15)
    mean_stay = 1 + 5 / 6 + 25 / 36  # rolls in Jail: all but the last fail with probability 5/6
    assert staying.time_in_jail == pytest.approx(staying.landings[-1] * mean_stay, abs=1e-13)


def test_landings_per_turn_count_all_rolls_in_the_turn(run: LongRun) -> None:
    assert run.landings_per_turn[39] == pytest.approx(run.landings[39] * run.rolls_per_turn)
    assert 1 < run.rolls_per_turn < 1.2


def test_the_same_board_always_gives_the_same_figures() -> None:
    assert long_run(classic(), STAY) == long_run(classic(), STAY)


def test_both_strategies_have_the_same_odds_if_the_fine_cannot_be_paid_before_a_roll() -> None:
    leaving = long_run(classic(), LEAVE, fine_turns=0)
    assert leaving.rests == long_run(classic(), STAY).rests


def test_a_stay_of_at_most_one_turn_means_less_time_in_jail() -> None:
    one = long_run(classic(), STAY, jail_turns=1)
    assert one.time_in_jail == pytest.approx(one.landings[-1], abs=1e-15)
    assert one.time_in_jail < long_run(classic(), STAY, jail_turns=2).time_in_jail


def test_a_large_board_also_converges() -> None:
    run = long_run(classic_with(80), STAY)
    assert math.fsum(run.rests) == pytest.approx(1, abs=1e-12)
    assert len(run.landings) == 121


def test_invalid_arguments_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"strategy must be leave or stay \(got 'hide'\)"):
        long_run(classic(), "hide")
    with pytest.raises(ValueError, match=r"jail_turns must be at least 1 \(got 0\)"):
        long_run(classic(), STAY, jail_turns=0)


def test_spaces_with_the_same_name_are_numbered() -> None:
    names = space_names(classic())
    assert len(set(names)) == 41
    assert (names[2], names[7], names[10], names[40]) == (
        "Community Chest 1",
        "Chance 1",
        "Just Visiting",
        "In Jail",
    )


# -- a simulation, written independently of the chain ----------------------------------------------

CHANCE_SPACES, CHEST_SPACES = (7, 22, 36), (2, 17, 33)
CHANCE_MOVES = ["39", "0", "24", "11", "5", "jail", "back", "rail", "rail", "utility"]
RAIL = {7: 15, 22: 25, 36: 5}
UTILITY = {7: 12, 22: 28, 36: 12}


def simulate(rolls: int, leave: bool, seed: int) -> list[int]:
    """Simulate rolls and count the stops on each space; the last entry counts arrests."""
    dice = random.Random(seed)
    counts = [0] * 41
    at, jail, doubles = 0, 0, 0
    for _ in range(rolls):
        a, b = dice.randint(1, 6), dice.randint(1, 6)
        arrested = further = False
        if jail and not leave:
            if a != b and jail < 3:
                jail += 1
                continue
        elif a == b:
            doubles += 1
            arrested, further = doubles == 3, doubles < 3
        jail = 0
        if not arrested:
            at = (at + a + b) % 40
            stopped = True
            while stopped and not arrested:
                counts[at] += 1
                stopped = False
                card = dice.randrange(16)
                if at == 30 or (at in CHEST_SPACES and card == 0):
                    arrested = True
                elif at in CHEST_SPACES and card == 1:
                    at, stopped = 0, True
                elif at in CHANCE_SPACES and card < len(CHANCE_MOVES):
                    word = CHANCE_MOVES[card]
                    arrested, stopped = word == "jail", word != "jail"
                    if stopped:
                        named = {"rail": RAIL[at], "utility": UTILITY[at], "back": at - 3}
                        at = named[word] if word in named else int(word)
        if arrested:
            counts[40] += 1
            at, jail, further = 10, 1, False
        if not further:
            doubles = 0
    return counts


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_plain_simulation_matches_the_chain(strategy: str) -> None:
    rolls = 200_000
    counts = simulate(rolls, strategy == LEAVE, seed=7)
    run = long_run(classic(), strategy)
    for name, count, landing in zip(space_names(classic()), counts, run.landings, strict=True):
        error = math.sqrt(landing * (1 - landing) / rolls)
        assert abs(count / rolls - landing) < 5 * error, name
