"""A server crashes at the point that a test has set, and nowhere else."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from passgo.server.crash_points import CRASH_POINTS, CrashPoint, crash_at, reach


def run(code: str, environment: dict[str, str] | None = None) -> int:
    """Run code in a separate process; return the exit status."""
    begin = f"import sys; sys.path[:] = {sys.path!r}\n"
    begin += "from passgo.server.crash_points import crash_at, reach\n"
    return subprocess.run([sys.executable, "-c", begin + code], env=environment).returncode


def test_a_process_dies_once_it_has_reached_its_crash_point_the_given_number_of_times() -> None:
    twice = "crash_at('appended', 2); reach('appended'); reach('sent'); reach('appended')"
    assert run(twice) == -signal.SIGKILL
    assert run("crash_at('appended', 2); reach('appended'); reach('sent')") == 0


def test_environment_variables_do_not_set_a_crash_point() -> None:
    order = {"PASSGO_KILL_AT": "played:1", "PASSGO_CRASH_AT": "played:1"}
    assert run("reach('played')", order) == 0


@pytest.mark.parametrize("point", CRASH_POINTS)
def test_without_a_crash_point_nothing_happens(point: CrashPoint) -> None:
    reach(point)


def test_a_crash_point_needs_a_positive_count() -> None:
    with pytest.raises(ValueError, match="played, appended"):
        crash_at("played", 0)
