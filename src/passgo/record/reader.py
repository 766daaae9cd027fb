"""Reading a record and checking the format of every line, without replaying the game.

Anything invalid, such as a truncated line, invalid JSON, an unknown field or a missing action,
raises an error that gives the line number and the reason. A record without an end is accepted and
marked as unfinished.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final, TypeAlias

from passgo.codec import CodecError, from_json
from passgo.record.decode import header_from_data, line_from_data
from passgo.record.entries import (
    ActionEntry,
    Digest,
    End,
    Header,
    Line,
    Note,
    RecordError,
    Setup,
    StepEntry,
)
from passgo.spelling import join_words

if TYPE_CHECKING:
    from hashlib import _Hash

LONGEST_LINE: Final = 1_000_000
"""The maximum length of a line, in bytes."""
LARGEST_FILE: Final = 128_000_000
"""The maximum size of a file, in bytes; ten thousand actions take about a million bytes."""

Source: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]


@dataclass(frozen=True)
class Record:
    """The contents of a record."""

    header: Header
    setup: Setup
    rows: tuple[Setup | ActionEntry | Note | Digest, ...]
    """Every line between the header and the end, in order; notes may come before the setup."""
    end: End | None
    hashed: _Hash
    """The hash of all bytes in the record, needed to continue it."""

    @property
    def is_finished(self) -> bool:
        """Whether the game is complete; if not, it was saved early or the rest was lost."""
        return self.end is not None

    @property
    def actions(self) -> list[ActionEntry]:
        """The lines with actions."""
        return [line for line in self.rows if isinstance(line, ActionEntry)]

    def __repr__(self) -> str:
        names = ", ".join(seat.name for seat in self.header.players)
        ending = "unfinished"
        if self.end is not None:
            winners = [self.header.players[seat].name for seat in self.end.winners]
            ending = f"won by {join_words(winners, 'and')}"
        return f"<Record: {names}; {len(self.actions)} actions; {ending}>"

    def _repr_svg_(self) -> str | None:
        """Draw the last position for a notebook, or return None if the record is inconsistent."""
        from passgo.draw import draw  # which imports this module

        try:
            return draw(self).svg
        except RecordError:
            return None


def read_record(source: Source) -> Record:
    """Read a record from a path or a stream; raise RecordError if it is invalid."""
    if isinstance(source, str | os.PathLike):
        try:
            with open(source, "rb") as stream:
                return _read(stream)
        except (OSError, ValueError) as error:  # a path with a null character raises ValueError
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise RecordError(0, f"The file cannot be read: {reason}.") from None
    return _read(source)


def _read(stream: IO[bytes] | IO[str]) -> Record:
    header: Header | None = None
    setup: Setup | None = None
    end: End | None = None
    rows: list[Setup | ActionEntry | Note | Digest] = []
    last: int | None = None  # the number of the last action
    hashed = hashlib.sha256()
    for number, raw in enumerate(_raw_lines(stream), 1):
        if end is not None:
            raise RecordError(number, "The record continues after its end.")
        try:
            data = from_json(raw[:-1])
            if header is None:
                header = header_from_data(data)
                hashed.update(raw)
                continue
            line: Line = line_from_data(number, data, hashed.hexdigest())
        except CodecError as error:
            raise RecordError(number, str(error)) from None
        hashed.update(raw)
        if isinstance(line, Setup):
            if setup is not None:
                raise RecordError(number, "There is a second setup.")
            setup = line
        elif setup is None and not isinstance(line, Note):
            raise RecordError(number, "The setup must come before this line.")
        if isinstance(line, End):
            end = line
            continue
        if isinstance(line, StepEntry):
            _check_full(header, line)
        if isinstance(line, ActionEntry):
            if last is None:
                last = line.number - 1 if header.start is not None else 0
            if line.number != last + 1:
                raise RecordError(
                    number, f"This is action {line.number}, but action {last + 1} was expected."
                )
            last = line.number
        rows.append(line)
    if header is None:
        raise RecordError(0, "The file is empty.")
    if setup is None:
        raise RecordError(0, "The record ends before the game begins: it has no setup.")
    return Record(header, setup, tuple(rows), end, hashed)


def _raw_lines(stream: IO[bytes] | IO[str]) -> Iterator[bytes]:
    """Yield each line with its line ending, after checking its length, ending and encoding."""
    number = 0
    size = 0
    while True:
        number += 1
        try:
            got = stream.readline(LONGEST_LINE + 1)
            raw = got.encode() if isinstance(got, str) else got
        except UnicodeError:
            raise RecordError(number, "The line is not UTF-8 text.") from None
        if not raw:
            return
        size += len(raw)
        if size > LARGEST_FILE:
            raise RecordError(number, f"The record is longer than {LARGEST_FILE} bytes.")
        if len(raw) > LONGEST_LINE:
            raise RecordError(number, f"The line is longer than {LONGEST_LINE} bytes.")
        if number == 1 and raw.startswith(b"\xef\xbb\xbf"):
            raise RecordError(1, "The file begins with a byte order mark; save it without one.")
        if not raw.endswith(b"\n"):
            raise RecordError(
                number,
                "The record is cut off in this line. "
                "Remove the line to read the record as unfinished.",
            )
        if raw.endswith(b"\r\n"):
            raise RecordError(
                number, "The line ends with CR LF; the lines of a record must end with LF only."
            )
        yield raw


def _check_full(header: Header, line: StepEntry) -> None:
    """Check that either all lines or none have events, views and net worths."""
    has = {part is not None for part in (line.events, line.view, line.worths)}
    if has != {header.full}:
        if header.full:
            said = "lacks its events, view or net worths, but the header says the record is full"
        else:
            said = "has events, a view or net worths, but the header says the record is not full"
        raise RecordError(line.line, f"The line {said}.")
