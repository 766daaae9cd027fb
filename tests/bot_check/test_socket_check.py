"""A program in any language is checked on a real server; the example bot passes."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from passgo.bot_check import socket_check
from passgo.bot_check.check import BotCheck
from passgo.bot_check.questions import KINDS
from passgo.bot_check.report import check_lines
from passgo.bot_check.situations import SITUATIONS
from passgo.bot_check.socket_check import check_program, plan_tables
from passgo.cli.main import main

ROOT = Path(__file__).parents[2]
EXAMPLE = shlex.join([sys.executable, str(ROOT / "examples" / "socket_bot.py")])


@pytest.fixture
def few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play at the first table only."""
    monkeypatch.setattr(
        socket_check, "plan_tables", lambda games, seconds: plan_tables(games, seconds)[:1]
    )


def checked(kind: str, monkeypatch: pytest.MonkeyPatch, seconds: float) -> BotCheck:
    """Check one of the programs that misbehave."""
    path = [place for place in sys.path if place and place != str(ROOT)]
    monkeypatch.setenv("PYTHONPATH", ":".join([str(ROOT), *path]))
    words = [sys.executable, "-m", "tests.bot_check.socket_programs", kind]
    return check_program(shlex.join(words), games=0, seconds=seconds)


def test_the_tables_put_every_decision_to_the_program() -> None:
    setups = plan_tables(4, 5.0)
    positions = [one.name for one in setups if one.new_table.position is not None]
    decisions = {one.question for one in SITUATIONS if one.name in positions}
    assert decisions == {kind for kind in KINDS if kind.startswith("decide")}
    assert [len(one.new_table.seats) for one in setups[-4:]] == [2, 3, 4, 5]
    assert [one.seat for one in setups[-4:]] == [0, 1, 2, 3]


def test_the_example_bot_passes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bot", "check", "--command", EXAMPLE, "--games", "1", "--move-seconds", "60", "--json"]
    assert main(words) == 0, capsys.readouterr().out
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["seed"], data["missing"]) == (True, None, [])
    assert all(one["asked"] and one["slowest"] > 0 for one in data["questions"])
    assert data["forfeits"] == {"total": 0}


def test_refused_actions_are_reported_but_previews_are_not(
    monkeypatch: pytest.MonkeyPatch, few_tables: None
) -> None:
    check = checked("illegal", monkeypatch, 60.0)
    assert check.causes == {"refused action": 1}
    text = "\n".join(check_lines(check))
    assert '{"action":"Build","seat":0,"space":39} is refused: property.owner' in text
    assert "FAILED: " in text


def test_a_program_that_does_not_answer_is_stopped(
    monkeypatch: pytest.MonkeyPatch, few_tables: None
) -> None:
    check = checked("slow", monkeypatch, 0.05)
    assert list(check.problems) == ["unfinished game"]
    assert "it has not exited, and there was 3 × timeout" in check.problems["unfinished game"]
    assert not check.passed


def test_a_program_that_ends_during_a_game_is_reported(
    monkeypatch: pytest.MonkeyPatch, few_tables: None
) -> None:
    check = checked("leaving", monkeypatch, 60.0)
    problem = check.problems["unfinished game"]
    assert 'it has exited with status 1 ("enough")' in problem


@pytest.mark.parametrize(
    ("program", "label", "sentence"),
    [
        ("/nowhere/bot", "not started", "It cannot be started: No such file or directory."),
        (f"{sys.executable} -c pass", "no seat taken", "It did not take the free seat at http"),
    ],
)
def test_a_program_that_does_not_play_is_reported(
    program: str, label: str, sentence: str, few_tables: None
) -> None:
    check = check_program(program, games=0)
    assert check.problems[label].startswith(sentence)
    assert not check.passed
