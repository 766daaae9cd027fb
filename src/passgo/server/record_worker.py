"""A worker process that builds game files, so that the server itself never replays a finished game.

    server ── LogSlice, LogSlice, …, the last one marked ──► worker
    server ◄── GameFile, or GameFileError ───────────────── worker

The worker exits when the server closes the pipe. If the server dies while the worker is busy, the alarm
kills the worker.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import signal
import sys
from typing import BinaryIO, Final

import msgspec

from passgo.engine.refusal import PassGoError
from passgo.server.frames import read_frame, set_alarm, take_pipes, write_frame
from passgo.server.game_file import write_game_file
from passgo.server.problems import Problem

SECONDS: Final = 120.0
"""Time limit for building one game file, in seconds."""
NICE: Final = 5
"""The worker's niceness, which gives it a lower priority than the server and its bots."""


class LogSlice(msgspec.Struct, tag=True, frozen=True):
    """The next entries of a log."""

    entries: list[bytes]
    last: bool


class GameFile(msgspec.Struct, tag=True, frozen=True):
    """A game file, compressed with gzip."""

    packed: bytes
    size: int
    """Size in bytes before compression."""
    started: float
    """The time the game started."""


class GameFileError(msgspec.Struct, tag=True, frozen=True):
    """The reason a game file could not be built."""

    code: str
    sentence: str


def build(entries: list[bytes]) -> GameFile | GameFileError:
    """Build a game file from a log."""
    try:
        text, started = write_game_file(entries)
    except Problem as problem:
        return GameFileError(problem.code, problem.sentence)
    except PassGoError as error:
        return GameFileError("table.damaged", str(error))
    data = text.encode()
    return GameFile(gzip.compress(data, mtime=0), len(data), started)


def main() -> None:
    """Build game files until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    if sys.platform != "win32":
        os.nice(NICE)
    requests, answers = take_pipes()
    with contextlib.suppress(EOFError, BrokenPipeError):  # the server is gone
        work(requests, answers)


def work(requests: BinaryIO, answers: BinaryIO) -> None:
    """Read logs, and answer each with its game file."""
    decoder = msgspec.msgpack.Decoder(LogSlice)
    while True:
        entries: list[bytes] = []
        lines = decoder.decode(read_frame(requests))
        set_alarm(SECONDS)
        entries += lines.entries
        while not lines.last:
            lines = decoder.decode(read_frame(requests))
            entries += lines.entries
        answers.write(write_frame(build(entries)))
        answers.flush()
        set_alarm(0.0)


if __name__ == "__main__":
    main()
