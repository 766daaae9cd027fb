"""The origin of a results file, which must not be continued after the engine or a bot has changed.

origin(["normal", "my_bots:Hoarder"])     the version, the source code, and each bot that is not built in
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from passgo import __version__
from passgo.sim.fingerprint import fingerprint

__all__ = ["describe_difference", "origin"]

PACKAGE: Final = Path(__file__).resolve().parent.parent
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


def origin(bots: Iterable[str]) -> dict[str, str]:
    """Return the origin of games between these bots: `version`, `sources`, and all custom bots."""
    found = {bot: fingerprint(bot) for bot in bots}
    own = {"version": __version__, "sources": hash_sources(PACKAGE)}
    return own | {bot: text for bot, text in found.items() if text}


@lru_cache(maxsize=2)
def hash_sources(package: Path) -> str:
    """Return a hash of the source code that plays games; it is the same if the code is compiled."""
    whole = hashlib.blake2b(digest_size=16)
    files = {file for pattern in PLAYING for file in package.glob(pattern)}
    for file in sorted(files):
        if file.suffix in (".py", ".json"):
            content = file.read_bytes()
            name = file.relative_to(package).as_posix()
            whole.update(f"{name} {len(content)} ".encode() + content)
    return whole.hexdigest()


def describe_difference(before: dict[str, str], now: dict[str, str]) -> str:
    """Describe the difference between two origins; return "" if there is none."""
    if before.get("version") != now["version"]:
        return f"passgo is now version {now['version']}, not {before.get('version', 'unknown')}"
    if before.get("sources") != now["sources"]:
        return "passgo's source code has changed"
    changed = [bot for bot in {**before, **now} if before.get(bot) != now.get(bot)]
    return f"the source code of {changed[0]} has changed" if changed else ""
