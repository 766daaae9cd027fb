"""Bots that raise exceptions, act illegally or never answer forfeit their moves; the game goes on."""

from __future__ import annotations

import re
import signal
import threading

import pytest

from passgo import classic
from passgo.sim.executors import Processes
from passgo.sim.games import play_game, play_games
from passgo.sim.plan import Plan, SimulationError, make_plan
from passgo.sim.results import GameResult
from passgo.sim.runner import run
from passgo.sim.summary import Summary
from passgo.sim.text_report import summary_lines

BAD = "tests.sim.bad_bots"


def against(bot: str, seconds: float | None = None, rounds: int = 3) -> Plan:
    return make_plan(
        ["simple", f"{BAD}:{bot}"], games=2, rounds=rounds, seconds=seconds, rotate=False
    )


def report(plan: Plan, results: list[GameResult]) -> str:
    summary = Summary(plan, classic())
    summary.add(results)
    return "\n".join(summary_lines(summary))


@pytest.mark.parametrize(
    ("bot", "wrong"),
    [
        ("Raiser", "ZeroDivisionError: what is a seat[?]"),
        ("Babbler", "TypeError: answered None, which is not an action|TypeError: .* got None"),
        ("Babbler(says=hello)", "TypeError: answered 'hello', which is no|TypeError: .* got str"),
        ("Babbler(says=other)", r"answered Roll\(seat=0\), but plays seat 1"),
        (
            "Babbler(says=forged)",
            r"TypeError: answered Forged\(seat=1\), which is not an action|cannot inherit from compiled",
        ),
    ],
)
@pytest.mark.parametrize("seconds", [None, 10.0])
def test_an_illegal_answer_loses_the_move_and_is_reported(
    bot: str, wrong: str, seconds: float | None
) -> None:
    """In compiled code, type checks detect some of these answers first."""
    plan = against(bot, seconds)
    results = play_games(plan, range(2))
    for result in results:
        assert (result.rounds, result.faults[0], result.first_fault[0]) == (3, 0, "")
        assert result.faults[1] >= 3
        assert result.first_fault[1].startswith("turn ")
        assert re.search(wrong, result.first_fault[1])
    forfeited = sum(result.faults[1] for result in results)
    text = report(plan, results)
    warning = " ".join(text.splitlines()[:2])
    assert f"WARNING: {BAD}:{bot} forfeited {forfeited} moves in 2 of 2 games." in warning
    assert "\n  First: game 0, turn " in text
    assert re.search(wrong, text)


@pytest.mark.parametrize("bot", ["Looper", "IdleLooper", "Stubborn"])
def test_a_bot_that_takes_too_long_loses_the_move(bot: str) -> None:
    before = signal.getsignal(signal.SIGALRM)
    plan = against(bot, seconds=0.01, rounds=1)
    result = play_game(plan, 0)
    assert (result.outcome, result.faults[0]) == ("unfinished", 0)
    assert result.faults[1] >= 1
    assert result.first_fault[1].endswith("took too long")
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    note = "Not reproducible: bots had a time limit of 0.01 s per move."
    assert note in report(plan, [result])


def test_a_time_limit_changes_nothing_for_a_fast_bot() -> None:
    timed, free = against("Hoarder", 60.0, 20), against("Hoarder", None, 20)
    assert play_games(timed, range(2)) == play_games(free, range(2))
    assert (timed.reproducible, free.reproducible) == (False, True)


def test_the_summary_mentions_no_time_limit_if_there_is_none() -> None:
    plan = against("Hoarder")
    assert "reproducible" not in report(plan, play_games(plan, range(2)))


def test_a_worker_enforces_the_time_limit_and_exits_if_a_bot_ignores_it(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with Processes(1) as workers:
        results = [one for batch in run(against("Looper", 0.01, 1), workers) for one in batch]
        assert all(result.faults[1] > 0 for result in results)
        with pytest.raises(SimulationError, match="A worker process died while playing game"):
            list(run(against("Unstoppable", 0.01, 1), workers))
    assert "a bot cannot be stopped: it catches TimeUp in" in capfd.readouterr().err


def test_a_time_limit_does_not_work_in_a_thread() -> None:
    caught: list[str] = []

    def play() -> None:
        try:
            play_game(against("Hoarder", 1.0), 0)
        except SimulationError as error:
            caught.append(str(error))

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert len(caught) == 1
    assert caught[0].startswith("A time limit doesn't work in a thread")


def test_a_bot_that_exits_loses_the_move() -> None:
    result = play_game(against("Quitter"), 0)
    assert result.faults[0] == 0
    assert result.faults[1] >= 3
    assert "decide: SystemExit: 0 (bad_bots.py:" in result.first_fault[1]
