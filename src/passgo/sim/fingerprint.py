"""The fingerprint of a bot's source code, which changes whenever the bot might play differently.

    fingerprint("my_bots:Hoarder")      "3f9c…"; changes when my_bots.py or its imports change
    fingerprint("simple(reserve=1)")    ""; a built-in bot is identified by passgo's version

The fingerprint covers the modules that define the class and its base classes, and the modules that
these import from the same folder (for an installed bot, from the same package). Files are only
read, not executed.
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
    """Return a bot's fingerprint, or "" for a built-in bot; raise BotError if there is no such bot."""
    with contextlib.redirect_stdout(sys.stderr):  # a bot's module may print on import
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
    """Return a hash of all files, or "" if there are none."""
    if not files:
        return ""
    whole = hashlib.blake2b(digest_size=16)
    for name in sorted(files):
        content = files[name].read_bytes()
        whole.update(f"{name} {len(content)} ".encode() + content)
    return whole.hexdigest()


def _is_foreign(module: str) -> bool:
    """Return whether a module belongs neither to PassGo nor to Python's builtins."""
    return module.partition(".")[0] not in ("passgo", "builtins")


def _folder(name: str, file: Path) -> Path:
    """Return the folder that contains a module or its top-level package."""
    depth = name.count(".") + (file.stem == "__init__")
    return file.parents[min(depth, len(file.parents) - 1)]


def _find_imports(name: str, file: Path) -> Iterator[str]:
    """Yield the modules that a source file may import, and their packages; none if it is compiled."""
    if file.suffix != ".py":
        return
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return  # a file that cannot be parsed cannot be imported either
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
    """Yield a module and the packages that are imported before it."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        yield ".".join(parts[:length])


def _find_beside(name: str, other: str, file: Path) -> Path | None:
    """Find an imported module's file in the same folder or (if installed) the same package."""
    folder = _folder(name, file)
    same = name.partition(".")[0] == other.partition(".")[0]
    if not all(other.split(".")) or not (same or folder.name not in _INSTALLED):
        return None
    place = folder.joinpath(*other.split("."))
    files = (place / "__init__.py", place.with_name(f"{place.name}.py"))
    return next((one for one in files if one.is_file()), None)
