"""The lock files match the requirements, pin everything by hash, and name no host."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tools.build_backend import NODE

ROOT = Path(__file__).parent.parent
NAMES = ("uv", "run", "play", "build", "dev")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def asked(name: str) -> list[str]:
    """Return the requirements in an .in file and in the files it includes."""
    found: list[str] = []
    for line in (ROOT / "requirements" / f"{name}.in").read_text("utf-8").splitlines():
        if line.startswith("-r "):
            found += asked(line.removeprefix("-r ").removesuffix(".in"))
        elif line and not line.startswith("#"):
            found.append(line)
    return found


def locked(name: str) -> dict[str, str]:
    """Return the packages in a lock file with their versions."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return dict(re.findall(r"^([\w.-]+)==([^ \\]+)", text, re.MULTILINE))


def package(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


@pytest.mark.parametrize("name", NAMES)
def test_every_requirement_is_locked(name: str) -> None:
    assert {package(line) for line in asked(name)} <= set(locked(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_has_hashes_and_names_no_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(locked(name))
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"://|--(extra-)?index|--find-links|^/", text, re.MULTILINE)


@pytest.mark.parametrize("name", ["run", "play", "build"])
def test_the_locks_match_the_development_lock(name: str) -> None:
    assert locked(name).items() <= locked("dev").items()


def test_the_package_requires_the_locked_versions() -> None:
    assert sorted(PROJECT["project"]["dependencies"]) == sorted(asked("run"))
    server = PROJECT["project"]["optional-dependencies"]["server"]
    assert sorted(asked("run") + server) == sorted(asked("play"))
    assert {*PROJECT["build-system"]["requires"], NODE} <= set(asked("build"))
