"""File locks that keep two processes from writing to the same file."""

from __future__ import annotations

from typing import IO, Any


def lock_file(file: IO[Any]) -> bool:
    """Lock an open file until it is closed; return False if another process has locked it.

    On systems without file locks, this always succeeds.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
