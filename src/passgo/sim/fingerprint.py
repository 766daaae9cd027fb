"""The sources of a bot as one short text: when it differs, the bot may play differently.

    fingerprint("my_bots:Hoarder")      "3f9c…", other after any change to my_bots.py or what it imports
    fingerprint("simple(reserve=1)")    "", since the version of passgo says what our own bots do

What counts is the modules of the class and of all it derives from, and what these import from beside them:
from the same folder, or from the same package where it was installed. Files are read, nothing is run.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from passgo.bots.ladder import BotMaker

__all__ = ["fingerprint"]

_INSTALLED: Final = ("site-packages", "dist-packages")


def fingerprint(bot: str) -> str:
    """Return the fingerprint of a bot's sources, empty for one of ours; BotError if there is no such bot."""
    with contextlib.redirect_stdout(sys.stderr):  # what it prints when it is imported
        kind = BotMaker(bot).kind
    found: dict[str, Path] = {}
    for one in kind.__mro__:
        file = getattr(sys.modules.get(one.__module__), "__file__", None)
        if file is not None and _is_foreign(one.__module__) and Path(file).is_file():
            found[one.__module__] = Path(file).resolve()
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        for other in _find_imports(name, found[name]):
            place = None if other in found else _find_beside(name, other, found[name])
            if place is not None:
                found[other] = place
                waiting.append(other)
    return _hash_files(found)


def _hash_files(files: dict[str, Path]) -> str:
    """Hash files together; where there are none there is nothing to say."""
    if not files:
        return ""
    whole = hashlib.blake2b(digest_size=16)
    for name in sorted(files):
        content = files[name].read_bytes()
        whole.update(f"{name} {len(content)} ".encode() + content)
    return whole.hexdigest()


def _is_foreign(module: str) -> bool:
    """Say whether a module is a user's, judging by its name."""
    return module.partition(".")[0] not in ("passgo", "builtins")


def _folder(name: str, file: Path) -> Path:
    """Return the folder that a module, or the package it is in, lies in."""
    depth = name.count(".") + (file.stem == "__init__")
    return file.parents[min(depth, len(file.parents) - 1)]


def _find_imports(name: str, file: Path) -> Iterator[str]:
    """Name what a source may be importing, with the packages that it lies in; nothing if it is compiled."""
    if file.suffix != ".py":
        return
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return  # nobody could import it either
    package = name if file.stem == "__init__" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _with_packages(alias.name)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            for alias in node.names:
                yield from _with_packages(f"{base}.{alias.name}")


def _with_packages(name: str) -> Iterator[str]:
    """Name a module and the packages that are imported before it."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        yield ".".join(parts[:length])


def _find_beside(name: str, other: str, file: Path) -> Path | None:
    """Find a module that another imports beside it; of what is installed, in the same package only."""
    folder = _folder(name, file)
    same = name.partition(".")[0] == other.partition(".")[0]
    if not all(other.split(".")) or not (same or folder.name not in _INSTALLED):
        return None
    place = folder.joinpath(*other.split("."))
    files = (place / "__init__.py", place.with_name(f"{place.name}.py"))
    return next((one for one in files if one.is_file()), None)
