"""``help()`` shows signatures, docstrings and, for compiled classes, types."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator

import pytest

import passgo
from tests.test_installation import COMPILED, MODULES, SRC


def documented(node: ast.AST, thing: object) -> Iterator[tuple[str, str, object]]:
    """Yield the name, docstring and run-time object of every class and function with a docstring."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.ClassDef | ast.FunctionDef):
            found = inspect.getattr_static(thing, one.name)
            if isinstance(found, staticmethod):
                found = found.__func__  # in compiled classes, only the function has the docstring
            docstring = ast.get_docstring(one)
            if docstring is not None:
                yield one.name, docstring, found
            if isinstance(one, ast.ClassDef):
                yield from documented(one, found)


@pytest.mark.parametrize("name", MODULES)
def test_every_docstring_in_the_source_is_there_at_run_time(name: str) -> None:
    tree = ast.parse((SRC / f"{name.replace('.', '/')}.py").read_text("utf-8"))
    module = importlib.import_module(name)
    assert module.__doc__ is not None
    assert inspect.cleandoc(module.__doc__) == ast.get_docstring(tree)
    missing = [
        thing_name
        for thing_name, docstring, thing in documented(tree, module)
        if docstring not in (inspect.getdoc(thing) or "")
    ]
    assert missing == []


@pytest.mark.skipif(not COMPILED, reason="in plain Python, annotations show the types")
@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("Game", "Game(players: int | Sequence[str] = 4, chance: Chance | None = None, rules: "),
        ("Game.play", "play(self, action: Action) -> list[Event]\n"),
        ("Game.waiting_for", "waiting_for: list[int]\n"),
        ("Player.cash", "cash: int"),
        ("View.seat", "seat: int"),
        ("rule_set", "rule_set(preset: str = 'consolidated', base: "),
    ],
)
def test_the_documentation_of_compiled_things_starts_with_their_types(
    name: str, types: str
) -> None:
    thing: object = passgo
    for part in name.split("."):
        thing = inspect.getattr_static(thing, part)
    assert (inspect.getdoc(thing) or "").startswith(types)


def test_arguments_may_be_named() -> None:
    kinds = {one.kind for one in inspect.signature(passgo.Game).parameters.values()}
    assert kinds == {inspect.Parameter.POSITIONAL_OR_KEYWORD}
