"""Settings for all tests: scripted dice, Ctrl-C, and the tests that Windows cannot run."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest

from tests import scene

collect_ignore = (
    [
        "examples/test_examples.py",  # drives a browser through inherited pipes
        "server/test_abuse.py",  # raises the limit on open files
        "sim/test_simulate_command.py",  # types into a pseudo-terminal
        "sim_reports/test_experiment.py",  # types into a pseudo-terminal
        "test_wheels.py",  # builds with the tools of ./test
        "tools",  # ./play and ./test are shell scripts
    ]
    if sys.platform == "win32"
    else []
)

# A shell without job control lets the jobs that it starts with & ignore Ctrl-C. The programs that the
# tests start and interrupt would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_dice_left_over() -> Iterator[None]:
    """Fail if scripted dice are left over, because then the game did not go as described."""
    scene.SCRIPTS.clear()
    yield
    left = [line for script in scene.SCRIPTS for line in script.leftovers()]
    assert not left, f"unused dice: {left}"
