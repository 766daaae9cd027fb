"""What the tests of the server need not do twice."""

from __future__ import annotations

import os
from pathlib import Path

ONCE = {
    "test_abuse.py",
    "test_names.py",
    "test_limits.py",
    "test_logs.py",
    "test_config.py",
    "storage",
}
"""They try the server's own code, which is never compiled: on plain Python alone."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Pass over them where the engine is compiled."""
    compiled = os.environ.get("PASSGO_EXPECT") == "compiled"
    return True if compiled and collection_path.name in ONCE else None
