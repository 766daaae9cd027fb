"""Fixtures for every test: leftover dice make it fail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import scene


@pytest.fixture(autouse=True)
def no_dice_left_over() -> Iterator[None]:
    """Fail if a scripted roll was not used, because the test did not play what it describes."""
    scene.SCRIPTS.clear()
    yield
    left = [line for script in scene.SCRIPTS for line in script.leftovers()]
    assert not left, f"unused dice: {left}"
