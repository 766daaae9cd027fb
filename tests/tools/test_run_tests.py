"""./test --long measures the coverage of the interpreted tests and fails if it is too low."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import run_tests

REPORT = "src/passgo/cpus.py    5   1   2   1  71.4%\nTOTAL  9000  300  3000  200  96.1%\n"


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Replace the programs that ./test runs; return the list of those that were started."""
    started = list[list[str]]()

    def run(env: Path, *command: str, **environ: str) -> tuple[int, str]:
        started.append([*command])
        return 0, REPORT if command[1] == "report" else "5 passed in 1.25s\n"

    monkeypatch.setattr(run_tests, "run", run)
    monkeypatch.setattr(run_tests, "COVERAGE", tmp_path / "coverage" / "data")
    return started


def test_the_long_run_measures_the_coverage(commands: list[list[str]], tmp_path: Path) -> None:
    outcome = run_tests.Tests(long=True, arguments=[]).run(tmp_path, "interpreted")
    place = f"--data-file={tmp_path / 'coverage' / 'data'}"
    assert [command[:2] for command in commands] == [
        ["coverage", "run"],
        ["coverage", "combine"],
        ["coverage", "report"],
    ]
    assert all(place in command for command in commands)
    assert commands[0][3:5] == ["-m", "pytest"]
    assert (outcome.well, outcome.line) == (True, "5 passed in 1.25s, coverage 96.1%")


@pytest.mark.parametrize(
    ("tests", "kind"),
    [
        (run_tests.Tests(long=False, arguments=[]), "interpreted"),
        (run_tests.Tests(long=True, arguments=["-k", "auction"]), "interpreted"),
        (run_tests.Tests(long=True, arguments=[]), "compiled"),
    ],
)
def test_other_runs_do_not(
    commands: list[list[str]], tmp_path: Path, tests: run_tests.Tests, kind: str
) -> None:
    assert tests.run(tmp_path, kind).well
    assert [command[0] for command in commands] == ["pytest"]


@pytest.mark.parametrize("failing", ["run", "combine", "report"])
def test_the_part_fails_if_a_step_fails(
    commands: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    succeed: Callable[..., tuple[int, str]] = run_tests.run

    def run(env: Path, *command: str, **environ: str) -> tuple[int, str]:
        status, tail = succeed(env, *command, **environ)
        return (2 if command[1] == failing else status), tail

    monkeypatch.setattr(run_tests, "run", run)
    assert not run_tests.Tests(long=True, arguments=[]).run(tmp_path, "interpreted").well
