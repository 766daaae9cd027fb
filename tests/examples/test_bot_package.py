"""The bot package in examples/ works when it is copied and installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent.parent / "examples" / "bot_package"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the package."""
    leftovers = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    return shutil.copytree(PACKAGE, tmp_path / "mine", ignore=leftovers)


def run(copy: Path, *command: str) -> str:
    """Run a Python command in the copy, with the copy and its metadata on the path, as if installed."""
    path = os.pathsep.join([str(copy), str(copy / "metadata"), *sys.path])
    done = subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": "-p no:cacheprovider"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def install(copy: Path) -> None:
    """Write the metadata that pip would install, including the entry point."""
    (copy / "metadata").mkdir()
    code = "from setuptools import build_meta as b; b.prepare_metadata_for_build_wheel('metadata')"
    run(copy, "-c", code)


def test_the_copied_package_passes_its_tests_and_plays_by_name(copy: Path) -> None:
    install(copy)
    assert " passed" in run(copy, "-m", "pytest", "-q")
    games = ("--games", "2", "--rounds", "5", "--executor", "here")
    said = run(copy, "-m", "passgo", "simulate", "--bots", "thrifty,simple", *games)
    assert "thrifty" in said
