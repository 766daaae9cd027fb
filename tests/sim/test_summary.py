"""A summary counts games one by one, stores none of them, and reports the results."""

from __future__ import annotations

import json
import tracemalloc
from itertools import islice

import msgspec
import pytest

from passgo import classic
from passgo.sim.executors import Executor, Pending
from passgo.sim.games import Batch, Task
from passgo.sim.plan import Plan, make_plan
from passgo.sim.results import WON, GameResult
from passgo.sim.runner import LARGEST, run
from passgo.sim.stats import jackknife
from passgo.sim.summary import Summary
from passgo.sim.text_report import summary_lines
from tests.sim.canned import canned, canned_plan, canned_results

PLAN = canned_plan(games=30, detail=4)


def summed(plan: Plan, start: int = 0, stop: int | None = None) -> Summary:
    summary = Summary(plan, classic())
    summary.add(canned_results(plan)[start:stop])
    return summary


def test_outcomes_bots_and_seats_are_counted_separately() -> None:
    summary = summed(PLAN)
    assert (summary.games, dict(summary.outcomes)) == (
        30,
        {"won": 10, "shared": 10, "unfinished": 10},
    )
    won = [result for result in canned_results(PLAN) if result.outcome == WON]
    by_bot = [result.bots[result.winners[0]] for result in won]
    for name in PLAN.bots:
        tally = summary.bots[name]
        assert (tally.games, tally.seatings) == (30, 30)
        assert (tally.won, tally.shared) == (by_bot.count(name), 10)
    assert summary.seats == [6, 4]
    assert summary.shared_seats == [10, 10]
    assert summary.rounds.total() == 20


def test_a_bot_with_several_seats_is_counted_as_the_winner_of_a_game_only_once() -> None:
    plan = make_plan(["simple", "simple"], games=9)
    tally = summed(plan).bots["simple"]
    assert (tally.games, tally.seatings, tally.won, tally.shared) == (9, 18, 3, 3)
    assert tally.bankrupt == 4


def test_groups_are_counted_for_their_first_owner() -> None:
    summary = summed(PLAN)
    pink = summary.groups[2]
    first_won = sum(
        result.outcome == WON and result.winners == [1] for result in canned_results(PLAN)
    )
    assert (pink.games, pink.won) == (30, first_won)
    assert (summary.groups[0].games, summary.groups[0].won) == (0, 0)


def test_details_are_summed_over_the_detailed_games() -> None:
    summary = summed(PLAN)
    assert summary.detailed == 4
    assert summary.landings[2] == 2 + 3 + 4 + 5
    tally = summary.bots["random"]
    assert tally.seats_at == [4, 4, 4]
    assert tally.worths[0] == 6000
    assert tally.mean_worths()[0] == 1500


def test_the_fault_report_includes_the_first_fault() -> None:
    tally = summed(PLAN).bots[PLAN.bots[0]]
    assert (tally.faults, tally.faulty_games) == (15, 15)
    assert tally.first_fault.startswith("game 1, turn 3, decide:")
    assert not summed(PLAN).bots["random"].faults


@pytest.mark.parametrize("cut", [0, 1, 3, 17, 30])
def test_two_summaries_merge_into_one(cut: int) -> None:
    first, second = summed(PLAN, 0, cut), summed(PLAN, cut)
    first.merge(second)
    assert first.to_data() == summed(PLAN).to_data()


def batched(results: list[GameResult]) -> list[list[GameResult]]:
    """Return the games in pairs with the same dice."""
    return [results[at : at + 2] for at in range(0, len(results), 2)]


def test_the_data_is_json_and_has_intervals() -> None:
    data = json.loads(json.dumps(summed(PLAN).to_data()))
    assert (data["games"], data["won"], data["shared"], data["unfinished"]) == (30, 10, 10, 10)
    assert data["reproducible"] is True
    assert data["plan"]["bots"] == list(PLAN.bots)
    seat = data["seats"][0]
    assert seat["fair"] == data["groups"][0]["fair"] == 0.5
    pairs = [[result.winners == [0] for result in pair] for pair in batched(canned_results(PLAN))]
    expected = jackknife(
        [(sum(pair), 2.0) for pair in pairs], lambda sums: sums[0] / sums[1], share=True
    )
    assert seat["share"] == expected.value == 0.2
    assert seat["low"] == pytest.approx(expected.low)
    assert seat["high"] == pytest.approx(expected.high)
    assert data["outcomes"]["unfinished"]["low"] < 1 / 3 < data["outcomes"]["unfinished"]["high"]
    assert data["rounds"]["most"] == max(result.rounds for result in canned_results(PLAN))
    assert [bot["fair"] for bot in data["bots"]] == [0.5, 0.5]
    assert data["landings"][-1]["space"] is None
    assert sum(space["share"] for space in data["landings"]) == pytest.approx(1)


def test_a_summary_without_games_is_valid() -> None:
    summary = Summary(PLAN, classic())
    data = json.loads(json.dumps(summary.to_data()))
    assert (data["games"], data["rounds"], data["winner"]["cash"]) == (0, {}, None)
    assert data["seats"][0]["share"] is None
    assert summary_lines(summary)[0] == "0 games with 2 players, seed 1"


def test_the_lines_fit_in_a_terminal() -> None:
    lines = summary_lines(summed(PLAN))
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 80
    assert text.isascii()
    assert "unfinished          10    33.3%    21.5 to 47.6%  not over after 1,000 rounds" in text
    assert "random                           5    16.7%     7.3 to 33.8%   50.0%      10" in text
    assert "rounds in finished games: median 23, middle half 21 to 24, maximum 26" in text


class Repeater(Executor):
    """An executor that returns the same packed results for every batch."""

    def __init__(self, plan: Plan) -> None:
        self.packed = msgspec.msgpack.encode([canned(plan, index) for index in range(LARGEST)])

    def submit(self, task: Task) -> Pending:
        batch = Batch(task.stop - task.start, 0.0, self.packed)
        return Pending(lambda: batch, lambda: None)


def test_memory_stays_flat_over_many_games() -> None:
    plan = canned_plan(games=12 * LARGEST)
    summary = Summary(plan, classic())
    batches = run(plan, Repeater(plan))
    tracemalloc.start()
    try:
        for batch in islice(batches, 5):
            summary.add(batch)
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        for batch in batches:
            summary.add(batch)
        now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert summary.games >= 12 * LARGEST
    assert now - before < 5_000
    assert peak - before < 2 * size_of(batch)


def size_of(batch: list[GameResult]) -> int:
    """Return the memory that a batch uses."""
    tracemalloc.start()
    copied = msgspec.msgpack.decode(msgspec.msgpack.encode(batch), type=list[GameResult])
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert copied == batch
    return size
