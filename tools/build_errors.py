"""Reword the errors for arguments of the wrong type in the C code that mypyc generates.

mypyc's own error is "i64 object expected; got str", without the function or the argument. The new
error names both, says what is allowed, and points out the method of a game that takes names:

    Buy: seat must be a whole number (got 'Ann'). game.buy() takes names.

The errors are raised while a Python caller's arguments are converted, so this costs nothing where
compiled code calls compiled code. The plain Python engine raises the same error (``check_types`` in
engine/game.py).

setup.py uses this module, so it imports only the standard library.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

PLACES = (
    r"PyObject \*(?:CPyPy_(?P<key>\w+)|CPyDunder_\w+)\([^;{]*\) \{"
    r'|CPy_TypeError\("(?P<kind>[^"]*)", (?P<object>obj_(?P<argument>\w+))\)'
)
"""The beginning of a function that Python can call, or the error for one of its arguments."""
KINDS = {
    "i64": "a whole number",
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "True or False",
    "tuple": "a tuple",
    "list": "a list",
    "dict": "a dict",
    "union[int, str]": "a name or a number",
}
BASES_OF_GAME = ("Moves", "RuleQueries")
"""The base classes of games, which users don't know by name."""
OTHER_NAMES = {"offer_trade": "draft_trade"}
"""Methods with the same arguments as an action that return the action instead of playing it."""


def explain_types(code: str, stubs: Path) -> str:
    """Return the C code of our modules with errors that name the function and the argument."""
    methods = methods_with_names(stubs / "passgo" / "engine")
    label = method = ""

    def reword(found: re.Match[str]) -> str:
        nonlocal label, method
        argument, kind = found["argument"], found["kind"]
        if argument is None:
            label, method = describe(found["key"]) if found["key"] else ("", "")
            return found[0]
        if not label or argument in ("self", "__mypyc_self__"):
            return found[0]
        plain = re.sub(r"union\[(.*)\]", lambda union: union[1].replace(", ", " or "), kind)
        allowed = KINDS.get(kind) or "of type " + re.sub(r"(?:\w+\.)+", "", plain)
        hint = ""
        by_state = label.startswith("State.") and method in methods
        if kind in ("i64", "int", "tuple") and (by_state or argument in methods.get(method, ())):
            hint = f" game.{OTHER_NAMES.get(method, method)}() takes names."
        text = f"{label}: {argument} must be {allowed} (got %R).{hint}"
        return f'PyErr_Format(PyExc_TypeError, "{text}", {found["object"]})'

    return re.sub(PLACES, reword, code)


def describe(key: str) -> tuple[str, str]:
    """Return the name that errors use for a C function, and the method of a game that corresponds to it."""
    *owners, name = re.sub(r"__(?:(?!__)\w)+_glue$", "", key).split("___")
    owner = owners[-1] if owners else ""
    if not owner[:1].isupper():
        return f"{name}()", ""
    if owner in BASES_OF_GAME:
        return f"game.{name}()", ""
    if name == "__init__":
        return owner, re.sub(r"(?<!^)(?=[A-Z])", "_", owner).lower()
    return f"{owner}.{name}()", name if owner == "State" else ""


def methods_with_names(engine: Path) -> dict[str, set[str]]:
    """Return the methods of a game that take names, with the arguments that may be names."""
    found: dict[str, set[str]] = {}
    for module in ("moves", "queries", "game"):
        tree = ast.parse((engine / f"{module}.pyi").read_text("utf-8"))
        for one in ast.walk(tree):
            if isinstance(one, ast.FunctionDef):
                named = {
                    argument.arg
                    for argument in one.args.args
                    if argument.annotation is not None
                    and ast.unparse(argument.annotation) in ("Name", "Names")
                }
                found |= {one.name: named} if named else {}
    return found
