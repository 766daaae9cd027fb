"""The tests use the expected build of passgo: `interpreted`, unless ./test sets PASSGO_EXPECT."""

from __future__ import annotations

import importlib.util
import os
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import passgo

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src"
COMPILED = os.environ.get("PASSGO_EXPECT", "interpreted") == "compiled"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MODULES = sorted(
    ".".join(file.relative_to(SRC).with_suffix("").parts)
    for pattern in PROJECT["tool"]["passgo"]["compiled"]
    for file in ROOT.glob(pattern)
    if file.name != "__init__.py"
)


def origin(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


@pytest.mark.parametrize("name", MODULES)
def test_the_engine_is_compiled_if_and_only_if_it_should_be(name: str) -> None:
    assert origin(name).name.endswith(tuple(EXTENSION_SUFFIXES)) == COMPILED


@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_a_stub_if_and_only_if_it_is_compiled(name: str) -> None:
    """Wheels include stubs, but the source tree never contains any."""
    file = origin(name)
    assert file.with_name(f"{file.name.split('.')[0]}.pyi").exists() == COMPILED


def test_passgo_comes_from_the_expected_place() -> None:
    home = Path(sys.prefix) if COMPILED else SRC
    assert Path(passgo.__file__).resolve().is_relative_to(home.resolve())


def test_passgo_reports_whether_its_engine_is_compiled() -> None:
    assert passgo.is_compiled() == COMPILED


def test_every_file_in_the_package_is_installed() -> None:
    """A data file missing from pyproject.toml works in the source tree but is not in the wheel."""
    folder = SRC / "passgo"
    files = {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    installed = Path(passgo.__file__).parent
    assert {name for name in files if not (installed / name).exists()} == set()
