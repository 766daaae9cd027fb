"""The origin of a results file, which must not be continued after the engine or a bot has changed.

origin(["normal", "my_bots:Hoarder"])     the version, the source code, and each bot that is not built in
"""

from __future__ import annotations

from collections.abc import Iterable

from passgo import __version__
from passgo.sim.fingerprint import fingerprint
from passgo.source_hash import PLAYING, hash_sources

__all__ = ["describe_difference", "origin"]


def origin(bots: Iterable[str]) -> dict[str, str]:
    """Return the origin of games between these bots: `version`, `sources`, and all custom bots."""
    found = {bot: fingerprint(bot) for bot in bots}
    own = {"version": __version__, "sources": hash_sources(PLAYING)}
    return own | {bot: text for bot, text in found.items() if text}


def describe_difference(before: dict[str, str], now: dict[str, str]) -> str:
    """Describe the difference between two origins; return "" if there is none."""
    if before.get("version") != now["version"]:
        return f"passgo is now version {now['version']}, not {before.get('version', 'unknown')}"
    if before.get("sources") != now["sources"]:
        return "passgo's source code has changed"
    changed = [bot for bot in {**before, **now} if before.get(bot) != now.get(bot)]
    return f"the source code of {changed[0]} has changed" if changed else ""
