"""What every test has: leftover dice fail it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import scene


@pytest.fixture(autouse=True)
def no_dice_left_over() -> Iterator[None]:
    """A scripted roll that nobody made means the test did not play what it says."""
    scene.SCRIPTS.clear()
    yield
    left = [line for script in scene.SCRIPTS for line in script.leftovers()]
    assert not left, f"unused dice: {left}"
