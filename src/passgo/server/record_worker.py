"""The worker process that builds game files, so that the server itself never replays a finished game.

server ── LogSlice, LogSlice, …, the last one marked ──► worker
server ◄── PackedFile, or BuildError ────────────────── worker
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final

import msgspec

from passgo.engine.refusal import PassGoError
from passgo.server.frames import read_frame
from passgo.server.game_file import write_game_file
from passgo.server.problems import Problem
from passgo.server.worker import answer_requests

NICE: Final = 5
"""The worker's niceness, which gives it a lower priority than the server and its bots."""
SLICE: Final = 2000
"""Number of log entries in one message."""


class LogSlice(msgspec.Struct, tag=True, frozen=True):
    """The next entries of a log."""

    entries: list[bytes]
    last: bool


class PackedFile(msgspec.Struct, tag=True, frozen=True):
    """A file made from a log, compressed with gzip."""

    packed: bytes
    started: float
    """The time the game started."""


class BuildError(msgspec.Struct, tag=True, frozen=True):
    """The reason a file could not be built."""

    code: str
    sentence: str


_SLICES: Final[msgspec.msgpack.Decoder[LogSlice]] = msgspec.msgpack.Decoder(LogSlice)
ANSWERS: Final[msgspec.msgpack.Decoder[PackedFile | BuildError]] = msgspec.msgpack.Decoder(
    PackedFile | BuildError
)


def slice_log(entries: Sequence[bytes]) -> Iterator[LogSlice]:
    """Divide a log into messages."""
    for start in range(0, len(entries), SLICE):
        yield LogSlice(list(entries[start : start + SLICE]), start + SLICE >= len(entries))


def read_log(first: bytes, requests: BinaryIO) -> list[bytes]:
    """Read a log whose first message has already been read."""
    part = _SLICES.decode(first)
    entries = list(part.entries)
    while not part.last:
        part = _SLICES.decode(read_frame(requests))
        entries += part.entries
    return entries


def build_file(entries: Sequence[bytes], write: Callable[[str], bytes]) -> PackedFile | BuildError:
    """Build a file from a log; ``write`` makes its contents from the game file."""
    try:
        text, started = write_game_file(entries)
        data = write(text)
    except Problem as problem:
        return BuildError(problem.code, problem.sentence)
    except PassGoError as error:
        return BuildError("table.damaged", str(error))
    return PackedFile(gzip.compress(data, mtime=0), started)


def main() -> None:
    """Build game files until the pipe is closed."""
    answer_requests(lambda first, pipe: build_file(read_log(first, pipe), str.encode), NICE)


if __name__ == "__main__":
    main()
