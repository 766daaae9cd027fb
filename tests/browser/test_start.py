"""From nothing to a game."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.kit import Visitor


def test_from_nothing_to_a_game_in_under_ten_seconds(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    began = time.monotonic()
    visitor.go()
    visitor.press("Play", exact=True)
    expect(visitor.stage).to_be_visible()
    assert time.monotonic() - began < 10
    visitor.keep("board")
