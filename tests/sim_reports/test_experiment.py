"""Experiments: variations, measures and the `passgo compare` command."""

from __future__ import annotations

import json
import math
import os
import sys
import termios
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from passgo.cli.commands import compare
from passgo.cli.main import main
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.ruleset import RuleSetError, rule_set
from passgo.sim.executors import Executor, Processes
from passgo.sim.experiment import Arm, Variation, change_table, play, read_variation
from passgo.sim.measures import MEASURES, Counts, Measured, effects, median_rounds
from passgo.sim.plan import SimulationError, dice_seed, make_plan
from passgo.sim.results import SHARED, UNFINISHED, WON
from passgo.sim.stats import jackknife
from tests.sim_reports.games import BOLD, CAREFUL, experiment, measured, result

# -- variations ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("free_parking_pot=off,on", "free_parking_pot", ["off", "on"]),
        (" salary = 100 , 400 ", "salary", ["100", "400"]),
        ("bots=simple(reserve=1),random", "bots", ["simple(reserve=1)", "random"]),
        ("bot=a:B(x=1, y=2)", "bot", ["a:B(x=1, y=2)"]),
    ],
)
def test_a_variation_is_parsed(text: str, key: str, values: list[str]) -> None:
    assert read_variation(text) == Variation(key, values)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("salary", r"--vary must be NAME=VALUE,VALUE,\.\.\. \(got 'salary'\)"),
        ("salary=", r"--vary must be NAME=VALUE,VALUE,\.\.\. \(got 'salary='\)"),
        ("height=3", "'height' cannot be varied; choose from preset, bots, bot, players, board"),
        ("salary=200,200", "The value 200 is given twice for salary: remove one of them"),
    ],
)
def test_an_invalid_variation_is_rejected(text: str, why: str) -> None:
    with pytest.raises(SimulationError, match=why):
        read_variation(text)


def test_each_arm_has_one_change_and_the_base_is_not_repeated() -> None:
    arms = experiment("free_parking_pot=off,on", "starting_cash=1000,1500,2000")
    names = ["base", "free_parking_pot=on", "starting_cash=1000", "starting_cash=2000"]
    assert [arm.name for arm in arms] == names
    assert [arm.plan.rules["starting_cash"] for arm in arms] == [1500, 1500, 1000, 2000]
    assert [arm.plan.rules["free_parking_pot"] for arm in arms] == [False, True, False, False]


def test_the_cross_option_plays_all_combinations() -> None:
    arms = experiment("no_auctions=off,on", "salary=200,400", cross=True)
    assert [arm.name for arm in arms] == [
        "base",
        "no_auctions=off, salary=400",
        "no_auctions=on, salary=200",
        "no_auctions=on, salary=400",
    ]
    rules = arms[-1].plan.rules
    assert (rules["no_auctions"], rules["salary"]) == (True, 400)


def test_lineups_bots_and_presets_can_be_varied() -> None:
    line_up = f"bots=random,{BOLD}+random+simple"
    arms = experiment(line_up, f"bot=random,{BOLD}", "preset=short", bots=["simple"] * 3)
    assert [arm.plan.bots for arm in arms] == [
        ("simple", "simple", "simple"),
        ("random", "random", "random"),
        (BOLD, "random", "simple"),
        ("random", "simple", "simple"),
        (BOLD, "simple", "simple"),
        ("simple", "simple", "simple"),
    ]
    assert arms[-1].plan.rules["preset"] == "short"
    assert arms[-1].plan.rules["ends_at_first_bankruptcy"] is True


def test_a_different_preset_keeps_the_changed_options() -> None:
    arms = experiment("luxury_tax=7", "preset=board", cross=True)
    assert (arms[1].plan.rules["preset"], arms[1].plan.rules["luxury_tax"]) == ("board", 7)
    _, rules = change_table({"preset": "board"}, ["simple"] * 2, rule_set(salary=400))
    assert (rules.preset, rules.salary, rules.luxury_tax) == ("board", 400, 100)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bots=simple+random", r"1 bot or 3 bots, joined by \+ \(got 2: simple\+random\)"),
        ("preset=fast", "no preset named 'fast'"),
        ("no_auctions=perhaps", "no_auctions must be on, off or a whole number"),
    ],
)
def test_invalid_values_are_rejected(text: str, why: str) -> None:
    with pytest.raises(SimulationError, match=why):
        experiment(text)


def test_values_that_the_rules_do_not_allow_are_rejected() -> None:
    with pytest.raises(RuleSetError, match="salary must be a whole number"):
        experiment("salary=on")


def test_varying_the_same_thing_twice_is_rejected() -> None:
    with pytest.raises(SimulationError, match="salary is varied twice: give all its values in one"):
        experiment("salary=100", "salary=400")


def test_all_arms_have_the_same_dice() -> None:
    arms = experiment("salary=400", "bots=simple", games=7)
    assert [arm.plan.block for arm in arms] == [3, 3, 1]
    assert [arm.plan.games for arm in arms] == [9, 9, 3]
    assert all(arm.plan.detail == arm.plan.games for arm in arms)
    assert len({dice_seed(arm.plan, 2) for arm in arms}) == 1


# -- measures --------------------------------------------------------------------------------------


def counted(*games: Mapping[str, object], bots: tuple[str, ...] = ("simple", BOLD)) -> Counts:
    """Count games with these results, all of which have details."""
    plan = make_plan(bots, games=len(games), detail=len(games))
    counts = Counts(plan)
    for index, game in enumerate(games):
        seated = [plan.bots[number] for number in plan.line_up(index)]
        counts.add(result(index, dice=plan.dice_of(index), bots=seated, **game))  # type: ignore[arg-type]  # any keyword arguments
    return counts


def found(counts: Counts, key: str) -> float:
    figure = next(one for one in MEASURES if one.key == key)
    return jackknife(counts.blocks, figure.measure).value


def won_by(seat: int) -> dict[str, object]:
    return {"outcome": WON, "winners": [seat]}


def test_outcomes_are_counted_separately() -> None:
    counts = counted(
        won_by(0), {"outcome": SHARED, "winners": [0, 1]}, {"outcome": UNFINISHED}, won_by(1)
    )
    assert found(counts, "unfinished") == 0.25
    assert found(counts, "shared") == 0.25
    assert counts.outcomes == {WON: 2, SHARED: 1, UNFINISHED: 1}


def test_rounds_have_a_mean_and_a_median() -> None:
    games = [{"worths": [[1] * (rounds + 1), [1] * (rounds + 1)]} for rounds in (5, 7, 30, 50)]
    counts = counted(*games)
    assert found(counts, "rounds") == 23
    assert median_rounds(counts) == 7


def test_luck_is_1_if_the_same_seat_always_wins_with_the_same_dice() -> None:
    counts = counted(won_by(0), won_by(0), won_by(1), won_by(1), won_by(0), won_by(0))
    assert found(counts, "luck") == pytest.approx(1)


def test_luck_is_minus_1_if_one_of_two_bots_always_wins() -> None:
    counts = counted(won_by(0), won_by(1), won_by(0), won_by(1))
    assert found(counts, "luck") == pytest.approx(-1)
    assert found(counts, "hero") == 1


def test_luck_is_0_if_the_dice_decide_nothing() -> None:
    blocks = [
        won_by(0),
        won_by(0),
        won_by(0),
        won_by(1),
        won_by(1),
        won_by(0),
        won_by(1),
        won_by(1),
    ]
    assert found(counted(*blocks), "luck") == pytest.approx(0)


def test_a_pair_with_an_unfinished_game_counts_as_a_disagreement() -> None:
    """In one block of two games, the same seat won both; in the other, one game is unfinished."""
    unfinished: dict[str, object] = {"outcome": UNFINISHED}
    for games in ([won_by(1), unfinished], [unfinished, won_by(1)]):
        counts = counted(won_by(0), won_by(0), *games)
        assert sum(block[Measured.PAIRS] for block in counts.blocks) == 2
        # One of the two pairs agrees; of the four games, one seat won two and the other seat won
        # one.
        by_chance = (2 / 4) ** 2 + (1 / 4) ** 2
        expected = (1 / 2 - by_chance) / (3 / 4 - by_chance)
        assert found(counts, "luck") == pytest.approx(expected)


def test_luck_is_not_reported_for_too_few_blocks() -> None:
    games = [won_by(0), won_by(0), won_by(1), won_by(0), won_by(1), won_by(1)]
    few, enough = counted(*games * 3), counted(*games * 4)
    luck = next(one for one in MEASURES if one.key == "luck")
    assert (len(few.blocks), len(enough.blocks)) == (9, 12)
    assert math.isnan(luck.find(few.blocks).value)
    assert math.isnan(luck.compare(few.blocks, few.blocks).value)
    estimate = luck.find(enough.blocks)
    assert -1 <= estimate.low < estimate.value < estimate.high <= 1


def test_luck_is_corrected_for_a_small_number_of_blocks() -> None:
    """If the dice decide nothing, the mean of many small experiments is 0."""
    luck = next(one for one in MEASURES if one.key == "luck")
    chance = Random(3)
    plain, corrected, covered = [], [], 0
    for _ in range(400):
        blocks = []
        for _ in range(12):
            winners = [chance.randrange(4) for _ in range(4)]
            block = [0.0] * (len(Measured) + 4)
            block[Measured.GAMES] = block[Measured.ALONE] = 4.0
            block[Measured.PAIRS] = 6.0
            block[Measured.AGREE] = sum(one == other for one, other in combinations(winners, 2))
            for winner in winners:
                block[len(Measured) + winner] += 1
            blocks.append(block)
        plain.append(jackknife(blocks, luck.measure).value)
        estimate = luck.find(blocks)
        corrected.append(estimate.value)
        covered += not estimate.clear_of(0.0)
    assert abs(fmean(corrected)) < 0.01
    assert fmean(plain) < -0.015
    assert 0.9 <= covered / 400 <= 0.99


def test_limits_lie_within_the_possible_range() -> None:
    """With only a few games, one of them long, the uncorrected lower limit would be negative."""
    games = [{"worths": [[1] * (rounds + 1), [1] * (rounds + 1)]} for rounds in (1, 1, 1, 99)]
    rounds = next(one for one in MEASURES if one.key == "rounds")
    counts = counted(*games)
    assert jackknife(counts.blocks, rounds.measure).low < 0
    assert rounds.find(counts.blocks).low == 0


@pytest.mark.parametrize(("blocks", "clear"), [(4, False), (5, True)])
def test_a_change_is_clear_only_with_at_least_five_blocks(blocks: int, clear: bool) -> None:
    def lasting(rounds: int) -> list[dict[str, object]]:
        games = [rounds + at % 2 for at in range(2 * blocks)]
        return [{"worths": [[1] * (many + 1), [1] * (many + 1)]} for many in games]

    base, arm = counted(*lasting(5)), counted(*lasting(50))
    found_here = {effect.key: effect for effect in effects(base, arm)}
    change = found_here["rounds"].change
    assert change is not None
    assert change.clear_of(0.0)
    assert found_here["rounds"].clear is clear


def test_a_seat_that_always_wins_does_not_count_as_luck() -> None:
    assert math.isnan(found(counted(won_by(1), won_by(1)), "luck"))


def test_luck_is_unknown_for_equal_bots_that_share_the_wins() -> None:
    counts = counted(won_by(0), won_by(1), won_by(1), bots=("simple", "simple"))
    assert math.isnan(found(counts, "luck"))
    assert found(counts, "hero") == 0.5


def test_the_leader_is_the_one_player_who_is_worth_the_most_at_the_end_of_round_20() -> None:
    level = [1500] * 20
    ahead = {"worths": [[*level, 1600, 100], [*level, 1500, 3000]]}
    equal = {"worths": [[*level, 1500, 100], [*level, 1500, 3000]]}
    over = {"worths": [[*level, 9000], [*level, 0]]}  # over in round 20
    counts = counted(
        {**ahead, **won_by(0)},
        {**ahead, **won_by(1)},
        {**equal, **won_by(1)},
        {**over, **won_by(0)},
    )
    assert sum(block[Measured.LEADERS] for block in counts.blocks) == 2
    assert found(counts, "leader") == 0.5


def test_the_spread_is_measured_at_round_30_or_at_the_end() -> None:
    long = {"worths": [[0] * 30 + [100, 0], [0] * 30 + [300, 900]]}
    brief = {**won_by(1), "worths": [[500, 0], [500, 700]]}
    assert found(counted(long, brief), "spread") == pytest.approx((0.25 + 0.5) / 2)


@pytest.mark.parametrize(("rounds", "known"), [(29, False), (30, True)])
def test_the_spread_is_unknown_if_a_game_was_cut_off_before_round_30(
    rounds: int, known: bool
) -> None:
    worths = [[100] * (rounds + 1), [300] * (rounds + 1)]
    stopped = {"worths": worths}
    brief = {**won_by(1), "worths": [[500, 0], [500, 700]]}
    assert math.isfinite(found(counted(stopped, brief), "spread")) is known


def test_the_player_who_rolls_first_is_derived_from_the_dice() -> None:
    plan = make_plan(["simple", BOLD], games=16, detail=16)
    firsts = [Game(2, Seeded(dice_seed(plan, dice))).state.first for dice in range(8)]
    assert set(firsts) == {0, 1}
    games = [won_by(int(first)) for first in firsts for _ in range(2)]
    assert found(counted(*games), "first") == 1


def test_effects_are_computed_from_the_games_and_the_base_has_none() -> None:
    counts = measured(experiment("starting_cash=500", games=24))
    base, poor = (effects(counts[0], one) for one in counts)
    assert [effect.key for effect in base] == [one.key for one in MEASURES]
    assert all(effect.change is None for effect in base)
    for before, after in zip(base, poor, strict=True):
        assert after.change is not None
        if math.isfinite(after.found.value):
            expected = after.found.value - before.found.value
            assert after.change.value == pytest.approx(expected)
            assert after.change.low <= after.change.value <= after.change.high


def test_identical_tables_have_no_differences() -> None:
    base = experiment("salary=400")[0]
    first, second = measured([base, base])
    assert first.blocks == second.blocks
    changes = {effect.key: effect.change for effect in effects(first, second)}
    assert changes["rounds"] is not None
    assert (changes["rounds"].value, changes["rounds"].low) == (0, 0)


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    arms = experiment("salary=400")
    here = measured(arms)
    with Processes(2) as workers:
        there = measured(arms, workers)
    assert [one.blocks for one in there] == [one.blocks for one in here]


def test_built_in_bots_lose_no_moves() -> None:
    for one in measured(experiment("salary=400")):
        assert [forfeits.moves for forfeits in one.forfeits.values()] == [0] * len(one.forfeits)


# -- the command -----------------------------------------------------------------------------------

COMMAND = ["compare", "--vary", "free_parking_pot=off,on", "--games", "8", "--rounds", "25"]
HERE = ["--executor", "here"]


def test_the_command_prints_every_measure_for_every_arm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, *HERE]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "Measuring luck takes at least 10 sets of dice rolls: increase --games." in shown.out
    assert "*" not in shown.out.partition("On the right:")[0]
    for words in ("base: 8 games", "free_parking_pot=on: 8 games", "won", "shared", "unfinished"):
        assert words in shown.out
    for figure in MEASURES:
        assert shown.out.count(f"  {figure.name} ") == 2


def test_different_numbers_of_games_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    why = "so the arms have different numbers of games"
    command = ["compare", "--vary", "players=2,3", "--bots", "simple,random", "--rounds", "3"]
    assert main([*command, "--games", "6", *HERE]) == 0
    shown = capsys.readouterr().out
    assert "base: 4 games" in shown
    assert "players=3: 6 games" in shown
    assert why in shown
    assert main([*COMMAND, *HERE]) == 0
    assert why not in capsys.readouterr().out


def test_the_json_does_not_depend_on_the_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, *HERE, "--json"]) == 0
    here = json.loads(capsys.readouterr().out)
    assert main([*COMMAND, "--jobs", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == here
    base, pot = here["arms"]
    assert (base["changes"], pot["changes"]) == ({}, {"free_parking_pot": "on"})
    assert set(base["measures"]) == {one.key for one in MEASURES}
    assert base["measures"]["rounds"]["change"] is None
    assert set(pot["measures"]["rounds"]["change"]) == {"value", "low", "high"}


def test_the_base_is_the_first_lineup_unless_bots_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    vary = ["compare", "--vary", f"bot=simple,{CAREFUL}", "--games", "4", "--rounds", "3", "--json"]
    assert main([*vary, *HERE]) == 0
    arms = json.loads(capsys.readouterr().out)["arms"]
    assert [arm["bots"] for arm in arms] == [["simple"] * 4, [CAREFUL, *["simple"] * 3]]
    assert main([*vary, *HERE, "--bots", "random,simple"]) == 0
    arms = json.loads(capsys.readouterr().out)["arms"]
    expected = [["random", "simple"], ["simple", "simple"], [CAREFUL, "simple"]]
    assert [arm["bots"] for arm in arms] == expected


def test_the_page_is_written(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert main([*COMMAND, *HERE, "--out", str(out)]) == 0
    assert "free_parking_pot=on" in out.read_text("utf-8")


def test_the_results_are_printed_before_the_page_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*any_of_it: object) -> None:
        raise SimulationError("The disk is full.")

    monkeypatch.setattr(compare, "write_page", fail)
    assert main([*COMMAND, *HERE, "--out", str(tmp_path / "page.html")]) == 2
    shown = capsys.readouterr()
    assert "base: 8 games" in shown.out
    assert "The disk is full." in shown.err


def test_bots_can_be_given_a_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["compare", "--vary", "salary=400", "--bots", "simple,tests.sim.bad_bots:Looper"]
    asked += ["--games", "1", "--rounds", "2", "--move-seconds", "0.01", *HERE]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("WARNING: tests.sim.bad_bots:Looper (base) forfeited ")
    assert "Not reproducible: bots had a time limit of 0.01 s per move." in shown


def test_errors_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in [
        (["--vary", "salary"], "--vary must be NAME=VALUE"),
        (["--vary", "salary=100", "--bots", "nobody"], "no bot named 'nobody'"),
        (["--vary", "salary=100", "--bots", ","], "at least one bot"),
        (["--vary", "salary=100", "--out", "x.txt"], "must end in .html"),
        (["--vary", "salary=100", "--out", 250 * "x" + ".html"], "cannot be written"),
        (["--vary", "salary=100", "--games", "0"], "--games must be at least 1 (got 0)"),
        (["--vary", "salary=1e3"], "salary must be on, off or a whole number (got '1e3')"),
    ]:
        assert main(["compare", *words, *HERE]) == 2
        shown = capsys.readouterr()
        assert why in shown.err
        assert shown.out == ""


def test_ctrl_c_keeps_the_results_of_finished_arms(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off(
        arms: Sequence[Arm], executor: Executor, strict: bool, rows: object
    ) -> Iterator[tuple[int, Counts, int]]:
        yield from play(arms[:1], executor)
        raise KeyboardInterrupt

    monkeypatch.setattr(compare, "play_arms", broken_off)
    assert main([*COMMAND, *HERE]) == 130
    shown = capsys.readouterr()
    assert "base: 8 games" in shown.out
    assert "free_parking_pot=on" not in shown.out
    assert shown.err == ("passgo: stopped early. These arms are missing: free_parking_pot=on.\n")


def test_ctrl_c_before_the_first_results_prints_a_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off(
        arms: Sequence[Arm], executor: Executor, strict: bool, rows: object
    ) -> Iterator[tuple[int, Counts, int]]:
        raise KeyboardInterrupt

    monkeypatch.setattr(compare, "play_arms", broken_off)
    assert main([*COMMAND, *HERE]) == 130
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == ("passgo: stopped before the first arm was finished; reduce --games.\n")


@pytest.mark.parametrize("columns", [80, 0])
def test_progress_is_shown_even_on_a_terminal_that_reports_no_width(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = os.openpty()
    os.set_blocking(ours, False)  # so that the test fails instead of hanging if nothing is shown
    termios.tcsetwinsize(theirs, (24 if columns else 0, columns))
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        assert main([*COMMAND, *HERE]) == 0
        terminal.flush()
        shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "base:   0%|" in shown
    assert " 0/16 " in shown
