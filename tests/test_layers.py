"""Imports point inwards: adapters → record, codec, say and the like → engine → nothing of ours."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src"
FILES = sorted((SRC / "passgo").rglob("*.py"))

# What each part may import of ours besides itself. A part that is not named here is an adapter,
# such as server or sim: it may import everything but the command line.
MIDDLE = {"actions", "codec", "fair", "odds", "record", "say", "svg", "waits"}
MAY_IMPORT = {
    "engine": set[str](),
    "bots": {"engine", "odds"},
    **{part: {"engine"} | MIDDLE for part in MIDDLE},
    "passgo": {"engine", "bots"} | MIDDLE,  # the package itself, which offers the public names
}

# The engine decides nothing at random, knows no clock and talks to nobody.
IMPURE = {
    "asyncio",
    "datetime",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
    "uuid",
}


def imports(source: str, package: str) -> set[str]:
    """The full names of all modules that a module of this package may be importing."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            # `from passgo import say` imports passgo.say; `from passgo import Game` the package.
            found |= {f"{base}.{alias.name}" if base == "passgo" else base for alias in node.names}
    return found


def part_of(name: str) -> str:
    """The part of passgo that a dotted name lies in; `passgo` for the package itself."""
    words = name.split(".")
    here = SRC / "passgo" / words[1] if len(words) > 1 else SRC
    is_part = here.is_dir() or here.with_suffix(".py").exists()
    return words[1] if len(words) > 1 and is_part else "passgo"


def outward(source: str, package: str, part: str) -> set[str]:
    """The imports of ours that a module in this part must not have."""
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
def test_imports_point_inwards(file: Path) -> None:
    package, part = package_and_part(file)
    assert outward(file.read_text("utf-8"), package, part) == set()


@pytest.mark.parametrize(
    "file", [file for file in FILES if "engine" in file.parts], ids=lambda file: file.stem
)
def test_the_engine_is_pure(file: Path) -> None:
    package, _ = package_and_part(file)
    named = imports(file.read_text("utf-8"), package)
    assert {name for name in named if name.split(".")[0] in IMPURE} == set()


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


def test_no_compiled_file_lies_in_src() -> None:
    assert [file for file in SRC.rglob("*") if file.suffix in {".so", ".pyd", ".c"}] == []
