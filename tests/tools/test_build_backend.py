"""Node is requested only if the browser game has to be built."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import build_backend, build_pages


@pytest.fixture(autouse=True)
def _checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the current folder a checkout with a browser game, whose setup.py needs nothing else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PASSGO_PAGES", raising=False)
    Path(build_pages.WEB).mkdir()
    for name in ("get_requires_for_build_sdist", "get_requires_for_build_wheel"):
        monkeypatch.setattr(f"setuptools.build_meta.{name}", lambda settings: ["other"])


def requested() -> list[list[str]]:
    return [
        build_backend.get_requires_for_build_sdist(),
        build_backend.get_requires_for_build_wheel(),
    ]


def test_a_checkout_needs_node() -> None:
    assert requested() == [["other", build_backend.NODE]] * 2


def test_a_source_distribution_with_built_pages_does_not() -> None:
    Path(build_pages.PAGES).mkdir(parents=True)
    assert requested() == [["other"]] * 2


def test_a_build_without_pages_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSGO_PAGES", "0")
    assert requested() == [["other"]] * 2


def test_an_editable_install_does_not() -> None:
    hook = vars(build_backend)["get_requires_for_build_editable"]
    assert hook.__module__ == "setuptools.build_meta"
