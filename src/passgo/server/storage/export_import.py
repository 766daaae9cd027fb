"""Export and import of all games as one text file, for backups and for moving to another database.

The first line identifies the format, and the last line gives the number of tables. Each line in between is
one table as JSON: its row, its log and its chat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, BinaryIO, Literal

import msgspec

from passgo.server.storage.interface import ChatLine, Conflict, Row, Status, Storage, StorageError

FORMAT = 3
_ALL = 2**62


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    passgo: Literal["tables"]
    format: int


class _Line(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind"):
    """The base class of all other lines."""


class _Spoken(msgspec.Struct, forbid_unknown_fields=True):
    """A line of chat."""

    number: Annotated[int, msgspec.Meta(ge=1, lt=_ALL)]
    at: float
    data: msgspec.Raw


class _Table(_Line, tag="table"):
    """A table with its log and chat; its seq is the number of its entries."""

    table: Annotated[str, msgspec.Meta(min_length=1)]
    created: float
    changed: float
    status: Status
    public: bool
    about: msgspec.Raw
    entries: list[msgspec.Raw]
    chat: list[_Spoken]


class _End(_Line, tag="end"):
    """The last line."""

    tables: int


_LINES: msgspec.json.Decoder[_Table | _End] = msgspec.json.Decoder(_Table | _End)


class Imported(msgspec.Struct, frozen=True):
    """The number of tables imported, and the number that already existed and were left unchanged."""

    new: int
    skipped: int


async def export_all(storage: Storage, out: BinaryIO) -> int:
    """Write all tables to a file; return how many there are.

    Games may continue during the export; each exported table is consistent.
    """
    count = 0
    _write(out, _Head("tables", FORMAT))
    async for row, log in storage.all_tables():
        _write(out, _table(row, log, await storage.chat_lines(row.table, limit=_ALL)))
        count += 1
    _write(out, _End(count))
    return count


async def import_all(storage: Storage, lines: Iterable[bytes]) -> Imported:
    """Import all tables from an exported file, except those that already exist.

    If a line cannot be read or stored, raises StorageError with the line's number. All tables before
    that line have already been imported completely, so a second attempt skips them.
    """
    numbered = enumerate(lines, 1)
    _check_head(next(numbered, (1, b""))[1])
    kept = list[bool]()
    for number, text in numbered:
        line = _read(text, number)
        if isinstance(line, _End):
            if line.tables != len(kept):
                raise StorageError(f"The file has only {len(kept)} of {line.tables} tables.")
            return Imported(kept.count(True), kept.count(False))
        kept.append(await _keep(storage, line, number))
    raise StorageError(
        f"The file is cut off after table {len(kept)}. The tables up to that point were imported."
    )


def _write(out: BinaryIO, line: _Head | _Line) -> None:
    out.write(msgspec.json.encode(line) + b"\n")


def _table(row: Row, log: Sequence[bytes], chat: Sequence[ChatLine]) -> _Table:
    table = row.table
    return _Table(
        table=table,
        created=row.created,
        changed=row.changed,
        status=row.status,
        public=row.public,
        about=_json(row.about, f"the row of table {table}"),
        entries=[_json(data, f"entry {at} of table {table}") for at, data in enumerate(log, 1)],
        chat=[
            _Spoken(
                said.number,
                said.at,
                _json(said.data, f"line {said.number} of table {table}'s chat"),
            )
            for said in chat
        ],
    )


def _json(data: bytes, what: str) -> msgspec.Raw:
    """Check that data is JSON, and put it on one line."""
    try:
        msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise StorageError(
            f"Cannot export {what} because the data is not JSON: {error}."
        ) from error
    return msgspec.Raw(b" ".join(data.splitlines()))


def _check_head(text: bytes) -> None:
    try:
        head = msgspec.json.decode(text, type=_Head)
    except msgspec.DecodeError:
        raise StorageError("Line 1: this is not a PassGo export.") from None
    if head.format != FORMAT:
        raise StorageError(
            f"Line 1: this export is version {head.format}; this copy of PassGo reads version {FORMAT}."
        )


def _read(text: bytes, number: int) -> _Table | _End:
    try:
        return _LINES.decode(text)
    except msgspec.DecodeError as error:
        raise StorageError(f"Line {number} cannot be read: {error}.") from error


async def _keep(storage: Storage, line: _Table, number: int) -> bool:
    """Store a table; return whether it is new."""
    entries = [bytes(data) for data in line.entries]
    row = Row(
        table=line.table,
        created=line.created,
        changed=line.changed,
        status=line.status,
        public=line.public,
        seq=len(entries),
        about=bytes(line.about),
    )
    chat = [ChatLine(said.number, said.at, bytes(said.data)) for said in line.chat]
    try:
        await storage.create(row, entries, chat)
    except Conflict:
        return False
    except StorageError as error:
        raise StorageError(f"Line {number} cannot be stored: {error}") from error
    return True
