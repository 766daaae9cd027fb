"""Length-prefixed MessagePack messages, sent over pipes between the server and its worker processes."""

from __future__ import annotations

import faulthandler
import os
import signal
import struct
import subprocess
import sys
from typing import BinaryIO, Final

import msgspec

LENGTH: Final = struct.Struct("<I")
"""The length prefix of a message."""
# What protects a worker process from Ctrl-C: on Windows, this flag; elsewhere, `start_new_session`.
if sys.platform == "win32":
    NEW_GROUP: Final = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    NEW_GROUP: Final = 0


class WorkerReady(msgspec.Struct, tag=True, frozen=True):
    """The first message from a worker, once it can accept requests."""


def write_frame(message: msgspec.Struct) -> bytes:
    """Encode a message with its length prefix."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Take over stdin and stdout, so that a bot reads nothing and its output goes to stderr."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    questions = open(os.dup(0), "rb")  # noqa: SIM115  # stays open as long as the process runs
    answers = open(os.dup(1), "wb")  # noqa: SIM115  # likewise
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return questions, answers


def read_frame(pipe: BinaryIO) -> bytes:
    """Read one message; raise EOFError when there are no more."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    length: int = LENGTH.unpack(head)[0]
    return pipe.read(length)


def set_alarm(seconds: float) -> None:
    """Kill this process after a number of seconds, even if it is busy; 0 turns the alarm off.

    Normally, the server kills a slow worker. The alarm covers the case where the server itself is gone:
    while compiled code is running, no other thread can check for that, but the operating system's signal
    still works. Windows has no such signal; there, faulthandler's thread does the same, because it needs
    no Python code to run.
    """
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
    elif seconds > 0:
        faulthandler.dump_traceback_later(seconds, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()
