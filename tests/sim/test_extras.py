"""The optional dependencies in pyproject.toml match those in requirements/extras.in."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_extras_match_the_lock_files() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [line for lines in project["optional-dependencies"].values() for line in lines]
    lines = (ROOT / "requirements" / "extras.in").read_text("utf-8").splitlines()
    assert sorted(asked) == [line for line in lines if not line.startswith("#")]
