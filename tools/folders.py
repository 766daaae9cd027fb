"""Folders that are either complete or absent, and locks for using them.

A folder's key, a hash of everything it is made from, is written last. A folder whose creation was
interrupted, even by kill -9, has no key and is made again from scratch.

While a process is making a folder, it holds a lock file, as do the programs it starts, which may
outlive it. A process that uses a folder holds a shared lock on it, so nobody can remove it in the
meantime.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def is_complete(folder: Path, key: str) -> bool:
    """Return whether a folder is complete and was made for this key."""
    try:
        return (folder / ".key").read_text("utf-8") == key
    except OSError:
        return False


@contextmanager
def make_folder(folder: Path, key: str) -> Iterator[None]:
    """Make a folder from scratch; write its key only if everything succeeds."""
    remove(folder, wait=True)
    yield
    (folder / ".key").write_text(key, "utf-8")


def remove(folder: Path, *, wait: bool = False) -> None:
    """Remove a folder, its key first. If it is in use, either wait (if asked to) or leave it."""
    if not folder.exists():
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle, fcntl.LOCK_EX, f"Waiting until {folder} is no longer in use", wait=wait)
        (folder / ".key").unlink(missing_ok=True)
        shutil.rmtree(folder)
    except BlockingIOError:
        pass
    finally:
        os.close(handle)


def hold(folder: Path, key: str) -> int | None:
    """Keep others from removing a complete folder until this process ends, even after an exec."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        if is_complete(folder, key):
            os.set_inheritable(handle, True)
            return handle
    except BlockingIOError:
        pass
    os.close(handle)
    return None


@contextmanager
def lock_exclusively(file: Path) -> Iterator[int]:
    """Hold a lock file exclusively. Programs that inherit the handle hold it too."""
    file.parent.mkdir(exist_ok=True)
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        lock(handle, fcntl.LOCK_EX, "Waiting for another setup to finish", wait=True)
        yield handle
    finally:
        os.close(handle)


def lock(handle: int, how: int, waiting: str, *, wait: bool) -> None:
    """Take a lock; print a message if that means waiting."""
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        if not wait:
            raise
        with step(waiting):
            fcntl.flock(handle, how)


@contextmanager
def step(doing: str) -> Iterator[None]:
    """Print what is being done, then how long it took. On a terminal, count the seconds."""
    print(f"{doing}… ", end="", file=sys.stderr, flush=True)
    start = time.monotonic()
    done = threading.Event()
    counting = threading.Thread(target=count, args=(start, done), daemon=True)
    if sys.stderr.isatty():
        counting.start()
    result = "not done"
    try:
        yield
        result = f"{time.monotonic() - start:.1f} s"
    finally:
        done.set()
        if counting.ident is not None:
            counting.join()
        print(result, file=sys.stderr)


def count(start: float, done: threading.Event) -> None:
    """Show the seconds since the start, in place, until the work is done."""
    while not done.wait(1.0):
        seconds = f"{time.monotonic() - start:.0f} s"
        # Move the cursor back so that the next number, or the result, overwrites this one.
        print(seconds + "\b" * len(seconds), end="", file=sys.stderr, flush=True)
