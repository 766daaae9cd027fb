"""Imports point inward: adapters → record, codec, say and so on → engine → nothing in passgo."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src"
FILES = sorted((SRC / "passgo").rglob("*.py"))

# The parts of passgo that each part may import besides itself. A part that is not listed is an
# adapter, such as server or sim, which may import everything except the command line.
MIDDLE = {
    "actions",
    "adapters",
    "boards",
    "citations",
    "codec",
    "draw",
    "fair",
    "notation",
    "notebook",
    "odds",
    "pickling",
    "position",
    "record",
    "say",
    "svg",
    "decisions",
    "extras",
    "row_list",
}
MAY_IMPORT = {
    "spelling": set[str](),  # it only compares words
    "engine": {"spelling"},
    "bots": {"engine", "odds", "spelling"},
    **{part: {"engine", "spelling"} | MIDDLE for part in MIDDLE},
    "passgo": {"engine", "bots", "spelling"}
    | MIDDLE,  # the package itself, which exports the public names
}

# The engine has no randomness of its own, no clock, no files and no network. From the
# standard library, it may import only modules that just compute values.
PURE = {
    "__future__",
    "collections",
    "dataclasses",
    "hashlib",
    "hmac",
    "math",
    "inspect",
    "json",
    "struct",
    "typing",
    "mypy_extensions",
}
# Built-in names that give access to the outside world or bypass this test.
IMPURE_NAMES = {
    "__builtins__",
    "__file__",
    "__import__",
    "__loader__",
    "__spec__",
    "breakpoint",
    "compile",
    "eval",
    "exec",
    "globals",
    "input",
    "open",
    "print",
    "vars",
}
# Modules that could be reached through another module, as in inspect.os.
IMPURE_ATTRIBUTES = {
    "__builtins__",
    "builtins",
    "codecs",
    "importlib",
    "io",
    "os",
    "pathlib",
    "sys",
}


def imports(source: str, package: str) -> set[str]:
    """Return the full names of all modules that a module in this package imports."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            # `from passgo import say` imports passgo.say; `from passgo import Game` imports the
            # package.
            found |= {f"{base}.{alias.name}" if base == "passgo" else base for alias in node.names}
    return found


def part_of(name: str) -> str:
    """Return the part of passgo that contains a dotted name; `passgo` for the package itself."""
    words = name.split(".")
    here = SRC / "passgo" / words[1] if len(words) > 1 else SRC
    is_part = here.is_dir() or here.with_suffix(".py").exists()
    return words[1] if len(words) > 1 and is_part else "passgo"


def outward(source: str, package: str, part: str) -> set[str]:
    """Return the passgo imports that a module in this part must not have."""
    ours = {name for name in imports(source, package) if name.split(".")[0] == "passgo"}
    if part in MAY_IMPORT:
        return {name for name in ours if part_of(name) not in MAY_IMPORT[part] | {part}}
    return {name for name in ours if part_of(name) == "cli" and part != "cli"}


def package_and_part(file: Path) -> tuple[str, str]:
    parents = file.relative_to(SRC).parent.parts
    part = parents[1] if len(parents) > 1 else file.stem
    entry = {"__init__": "passgo", "__main__": "cli"}  # `python -m passgo` is the command line
    return ".".join(parents), entry.get(part, part)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SRC)))
def test_imports_point_inward(file: Path) -> None:
    package, part = package_and_part(file)
    assert outward(file.read_text("utf-8"), package, part) == set()


def impure(source: str, package: str) -> set[str]:
    """Return the names that an engine module must not use, such as ``open`` or ``os``."""
    modules = {
        name for name in imports(source, package) if name.split(".")[0] not in PURE | {"passgo"}
    }
    nodes = list(ast.walk(ast.parse(source)))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return modules | (names & IMPURE_NAMES) | (attributes & IMPURE_ATTRIBUTES)


@pytest.mark.parametrize(
    "file", sorted((SRC / "passgo" / "engine").rglob("*.py")), ids=lambda file: file.stem
)
def test_the_engine_is_pure(file: Path) -> None:
    package, _ = package_and_part(file)
    assert impure(file.read_text("utf-8"), package) == set()


def test_the_engine_has_no_data_files() -> None:
    """All of its data is in Python, so it has no other files to open."""
    files = [file for file in (SRC / "passgo" / "engine").rglob("*") if file.is_file()]
    assert {file.suffix for file in files if "__pycache__" not in file.parts} == {".py"}


@pytest.mark.parametrize(
    ("source", "bad"),
    [
        ("import os", {"os"}),
        ("from os import path", {"os"}),
        ("import os.path as p", {"os.path"}),
        ("import io", {"io"}),
        ("from pathlib import Path", {"pathlib"}),
        ("import importlib.resources", {"importlib.resources"}),
        ("import random, time", {"random", "time"}),
        ("import builtins", {"builtins"}),
        ("import codecs", {"codecs"}),
        ("def f():\n    import os", {"os"}),
        ("with open('classic.json') as file: ...", {"open"}),
        ("read = open", {"open"}),
        ("__builtins__['open']", {"__builtins__"}),
        ("__import__('os')", {"__import__"}),
        ("import inspect\ninspect.os.listdir()", {"os"}),
        ("import json\nfrom typing import Final\nfrom passgo.engine import board", set()),
        ("'open'\nself.open()\nopened = 1", set()),
    ],
)
def test_impure_names_are_found(source: str, bad: set[str]) -> None:
    assert impure(source, "passgo.engine") == bad


def test_a_game_opens_no_file() -> None:
    """Python's audit events cover every file that is opened, even by compiled code."""
    code = """
import sys
from passgo import Game, Seeded, rule_set

opened = []
sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" else None)
game = Game(4, Seeded(1), rules=rule_set("short"))
for _ in range(200):
    if game.state.over:
        break
    game.play(game.default(game.waiting_for[0]))
    game.view(0).options()
    game.digest()
    game.position()
assert not opened, opened
open(sys.executable, "rb").close()
assert opened == [sys.executable]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("part", "source", "bad"),
    [
        ("engine", "from passgo.engine.state import Game", set()),
        ("engine", "import passgo.cli.main", {"passgo.cli.main"}),
        ("engine", "from passgo import odds", {"passgo.odds"}),
        ("engine", "from passgo import Game", {"passgo.Game"}),
        ("engine", "from ..cli import main", {"passgo.cli"}),
        ("engine", "def f():\n    from passgo.bots import simple", {"passgo.bots"}),
        ("bots", "from passgo.engine import board", set()),
        ("bots", "from passgo.odds import chain", set()),
        ("bots", "from passgo.record import verify", {"passgo.record"}),
        ("odds", "from passgo.engine import board", set()),
        ("odds", "from passgo.cli.errors import UserError", {"passgo.cli.errors"}),
        ("server", "from passgo.odds import chain\nfrom passgo import Game", set()),
        ("server", "from passgo.cli.errors import UserError", {"passgo.cli.errors"}),
        ("cli", "from passgo.cli.errors import UserError\nimport passgo", set()),
        ("passgo", "from passgo.cli.main import main", {"passgo.cli.main"}),
    ],
)
def test_an_outward_import_is_found(part: str, source: str, bad: set[str]) -> None:
    assert outward(source, f"passgo.{part}", part) == bad


def test_no_compiled_file_is_in_src() -> None:
    assert [file for file in SRC.rglob("*") if file.suffix in {".so", ".pyd", ".c"}] == []
