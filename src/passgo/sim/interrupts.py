"""Ctrl-C, held back while two things are done that belong together."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait for the end of this block.

    Where Ctrl-C doesn't raise KeyboardInterrupt, as in another thread, this does nothing.
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
