"""Deferring Ctrl-C while a block of code must not be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer Ctrl-C until the end of this block.

    This does nothing where Ctrl-C doesn't raise KeyboardInterrupt, such as outside the main thread.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    was_pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal was_pressed
        was_pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if was_pressed:
        raise KeyboardInterrupt
