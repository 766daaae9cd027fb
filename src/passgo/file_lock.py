"""File locks that keep two processes from writing to the same file."""

from __future__ import annotations

import os
import sys
from typing import IO, Any, Final

FAR: Final = 2**31 - 2
"""The position of the byte that is locked on Windows, where nobody can read a locked byte."""


def lock_file(file: IO[Any]) -> bool:
    """Lock an open file until it is closed; return False if another process has locked it."""
    try:
        take_lock(file.fileno())
    except OSError:
        return False
    return True


if sys.platform == "win32":
    import msvcrt

    def take_lock(handle: int) -> None:
        """Lock a byte of a file, far beyond its end; raise OSError if it is locked."""
        here = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, here, os.SEEK_SET)

else:
    import fcntl

    def take_lock(handle: int) -> None:
        """Lock a file; raise OSError if it is locked."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
