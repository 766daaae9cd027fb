"""A fixture that fails any test that leaves scripted dice unused, and the tests that Windows cannot run."""

from __future__ import annotations

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
        "tools",  # ./play and ./test are shell scripts
    ]
    if sys.platform == "win32"
    else []
)


@pytest.fixture(autouse=True)
def no_dice_left_over() -> Iterator[None]:
    """Fail if scripted dice are left over, because then the game did not go as described."""
    scene.SCRIPTS.clear()
    yield
    left = [line for script in scene.SCRIPTS for line in script.leftovers()]
    assert not left, f"unused dice: {left}"
