"""Fixtures for every test, which fails if scripted dice are left over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import scene


@pytest.fixture(autouse=True)
def no_dice_left_over() -> Iterator[None]:
    """Fail if a scripted roll was not used, because the game did not go the way the test describes."""
    scene.SCRIPTS.clear()
    yield
    left = [line for script in scene.SCRIPTS for line in script.leftovers()]
    assert not left, f"unused dice: {left}"
