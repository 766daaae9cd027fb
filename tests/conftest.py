"""A fixture that fails any test that leaves scripted dice unused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import scene


@pytest.fixture(autouse=True)
def no_dice_left_over() -> Iterator[None]:
    """Fail if scripted dice are left over, because then the game did not go as described."""
    scene.SCRIPTS.clear()
    yield
    left = [line for script in scene.SCRIPTS for line in script.leftovers()]
    assert not left, f"unused dice: {left}"
