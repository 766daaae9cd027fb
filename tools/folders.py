"""Folders that are either made to the end or not there, and who may touch them.

A folder's key, a hash of everything it is made from, is written into it last of all: a folder whose
making was cut short, even by kill -9, has none and is made again from nothing.

Two at the same time: whoever makes something holds one lock file, and so do the programs it
starts, which may outlive it. Whoever uses a folder holds a shared lock on it, and nobody takes it
away meanwhile.
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
    """Whether a folder was made to its end, from what this key stands for."""
    try:
        return (folder / ".key").read_text("utf-8") == key
    except OSError:
        return False


@contextmanager
def make_folder(folder: Path, key: str) -> Iterator[None]:
    """Make a folder from nothing; the key is written only when all went well."""
    remove(folder, wait=True)
    yield
    (folder / ".key").write_text(key, "utf-8")


def remove(folder: Path, *, wait: bool = False) -> None:
    """Remove a folder, its key first. One that somebody uses is waited for, or left alone."""
    if not folder.exists():
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle, fcntl.LOCK_EX, f"Waiting for whoever uses {folder}", wait=wait)
        (folder / ".key").unlink(missing_ok=True)
        shutil.rmtree(folder)
    except BlockingIOError:
        pass
    finally:
        os.close(handle)


def hold(folder: Path, key: str) -> int | None:
    """Keep others from removing a ready folder until this program ends, or what it execs."""
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
    """Hold a lock file: one at a time. Programs that are given the handle hold it too."""
    file.parent.mkdir(exist_ok=True)
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        lock(handle, fcntl.LOCK_EX, "Waiting for another set-up to finish", wait=True)
        yield handle
    finally:
        os.close(handle)


def lock(handle: int, how: int, waiting: str, *, wait: bool) -> None:
    """Take a lock; say so when that takes waiting."""
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        if not wait:
            raise
        with step(waiting):
            fcntl.flock(handle, how)


@contextmanager
def step(doing: str) -> Iterator[None]:
    """Say what is being done, and when it is done how long it took; on a terminal seconds count up."""
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
    """Show the seconds since the start, each over the one before, until it is done."""
    while not done.wait(1.0):
        seconds = f"{time.monotonic() - start:.0f} s"
        # Going back leaves the cursor where the next number, or the result, is written.
        print(seconds + "\b" * len(seconds), end="", file=sys.stderr, flush=True)
