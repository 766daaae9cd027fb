"""A hash of passgo's source code, for results that must not be mixed with those of other code."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent
PLAYING: Final = (
    "engine/**/*",
    "boards/**/*",
    "position/**/*",
    "bots/**/*",
    "odds/**/*",
    "sim/plan.py",
    "sim/games.py",
)
"""The files that can change the course of a game."""
REVIEWING: Final = (
    *PLAYING,
    "analysis/**/*",
    "record/**/*",
    "say/**/*",
    "words/en.json",
    "codec.py",
)
"""The files that can change the review of a recorded game."""


@lru_cache(maxsize=4)
def hash_sources(patterns: tuple[str, ...], package: Path = PACKAGE) -> str:
    """Return a hash of these files, which doesn't depend on whether the code is compiled."""
    whole = hashlib.blake2b(digest_size=16)
    files = {file for pattern in patterns for file in package.glob(pattern)}
    for file in sorted(files):
        if file.suffix in (".py", ".json"):
            content = file.read_bytes()
            name = file.relative_to(package).as_posix()
            whole.update(f"{name} {len(content)} ".encode() + content)
    return whole.hexdigest()
