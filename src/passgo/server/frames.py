"""Messages between the server and its worker processes: MessagePack behind its length, over pipes."""

from __future__ import annotations

import os
import signal
import struct
from typing import BinaryIO, Final

import msgspec

LENGTH: Final = struct.Struct("<I")
"""How long the message is that follows."""


def write_frame(message: msgspec.Struct) -> bytes:
    """Write a message behind its length."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes to ourselves: a bot has nothing to read, and what it prints goes to the errors."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    questions = open(os.dup(0), "rb")  # noqa: SIM115  # open as long as the process lives
    answers = open(os.dup(1), "wb")  # noqa: SIM115  # the same
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return questions, answers


def read_frame(pipe: BinaryIO) -> bytes:
    """Read one message; EOFError when there are no more."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    length: int = LENGTH.unpack(head)[0]
    return pipe.read(length)


def set_alarm(seconds: float) -> None:
    """End this process after so long, thinking or not; 0 for never.

    The server ends a worker that is late. The alarm is for when the server itself is gone: compiled code
    lets no other thread run that could notice, but the system's own action needs none.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
