"""Configuration for the server tests."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.server.fake_time import Time

TWICE = {"test_bot_pool.py", "test_hidden.py", "test_http.py", "test_kill.py", "test_table.py"}
"""Modules whose tests run the engine. The others test the server's own code, which is never compiled."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip all modules that are not in TWICE when the engine is compiled."""
    if os.environ.get("PASSGO_EXPECT") != "compiled":
        return None
    name = collection_path.name
    return True if name == "storage" or (name.startswith("test_") and name not in TWICE) else None


@pytest_asyncio.fixture
async def time() -> AsyncIterator[Time]:
    """Time that only the test advances; it controls the event loop's timers."""
    time = Time()
    with time.controls_loop():
        yield time
