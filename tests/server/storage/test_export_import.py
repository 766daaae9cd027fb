"""Games are exported and imported completely, from either kind of database to the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import pytest

from passgo.server.storage import ChatLine, Row, Storage, StorageError
from passgo.server.storage.export_import import Imported, export_all, import_all
from tests.server.storage.databases import Place, everything, new_row

pytestmark = pytest.mark.asyncio

HEAD = b'{"passgo":"tables","format":3}\n'
ONE = (
    b'{"kind":"table","table":"a","created":1000.0,"changed":1000.0,"status":"open","public":true,'
    b'"about":{"name":"Friday"},"entries":[1],"chat":[]}\n'
)
END = b'{"kind":"end","tables":1}\n'


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[Storage]:
    storage = place.storage()
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


async def fill(storage: Storage) -> None:
    about = '{"name":"Zoë’s \\u00e9 table"}'.encode()
    await storage.create(
        Row("b", 1.25, 1e9 + 0.1, "over", False, 2, about), [b'{"a": [1]}', b"null"]
    )
    await storage.create(new_row("A"), [])
    chat = [ChatLine(41, 0.1, b'"old"'), ChatLine(42, 0.30000000000000004, b'{"text":"hi"}')]
    await storage.create(new_row("Zoë", seq=1, status="playing"), [b'"\xc3\xab\\n"'], chat)


async def exported(storage: Storage) -> bytes:
    out = BytesIO()
    await export_all(storage, out)
    return out.getvalue()


@pytest.mark.parametrize("kinds", [("sqlite", "postgres"), ("postgres", "sqlite")])
async def test_a_round_trip_preserves_every_byte(
    sqlite_place: Place, postgres_place: Place, kinds: tuple[str, str]
) -> None:
    places = {"sqlite": sqlite_place, "postgres": postgres_place}
    async with opened(places[kinds[0]]) as here, opened(places[kinds[1]]) as there:
        await fill(here)
        first = BytesIO()
        assert await export_all(here, first) == 3
        first.seek(0)
        assert await import_all(there, first) == Imported(new=3, skipped=0)
        assert await everything(there) == await everything(here)
        assert await exported(there) == first.getvalue()


async def test_the_file_consists_of_lines_of_plain_json(storage: Storage) -> None:
    assert await exported(storage) == HEAD + b'{"kind":"end","tables":0}\n'
    await storage.create(new_row("a", seq=1), [b"1"])
    assert await exported(storage) == HEAD + ONE + END


async def test_an_entry_with_line_breaks_is_put_on_one_line(storage: Storage) -> None:
    await storage.create(new_row("a", seq=1), [b'{\n "x":\r\n [1,\n2]\n}\n'])
    out = await exported(storage)
    assert out.count(b"\n") == 3
    assert b'"entries":[{  "x":  [1, 2] }]' in out


async def test_data_that_is_not_json_cannot_be_exported(storage: Storage) -> None:
    await storage.create(new_row("a", seq=2), [b"1", b"1,2"])
    with pytest.raises(
        StorageError, match="Cannot export entry 2 of table a because the data is not JSON"
    ):
        await exported(storage)


async def test_existing_tables_are_skipped(storage: Storage) -> None:
    await storage.create(new_row("a", seq=2), [b"8", b"9"])
    two = ONE.replace(b'"table":"a"', b'"table":"b"')
    end = END.replace(b"1", b"2")
    assert await import_all(storage, [HEAD, ONE, two, end]) == Imported(new=1, skipped=1)
    assert await import_all(storage, [HEAD, ONE, two, end]) == Imported(new=0, skipped=2)
    assert [log for _, log, _ in await everything(storage)] == [[b"8", b"9"], [b"1"]]


BROKEN = {
    "cut off": ONE[:100],
    "not JSON": b"Dear diary\n",
    "empty": b"\n",
    "a missing field": ONE.replace(b'"public":true,', b""),
    "an extra field": ONE.replace(b'"public"', b'"sum":1,"public"'),
    "the wrong type": ONE.replace(b"[1]", b"1"),
    "an unknown status": ONE.replace(b'"open"', b'"ajar"'),
    "no name": ONE.replace(b'"a"', b'""'),
    "two chat messages with the same number": ONE.replace(
        b'"chat":[]', b'"chat":[{"number":1,"at":1,"data":0},{"number":1,"at":2,"data":0}]'
    ),
    "chat message number 0": ONE.replace(b'"chat":[]', b'"chat":[{"number":0,"at":1,"data":0}]'),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
async def test_a_broken_line_is_reported_with_its_number(storage: Storage, broken: bytes) -> None:
    good = ONE.replace(b'"table":"a"', b'"table":"good"')
    with pytest.raises(StorageError, match=r"^Line 3 cannot be (read|stored): "):
        await import_all(storage, [HEAD, good, broken, END])
    assert [row.table for row, _, _ in await everything(storage)] == ["good"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "Line 1: this is not a PassGo export"),
        ([b"[]"], "Line 1: this is not a PassGo export"),
        ([ONE], "Line 1: this is not a PassGo export"),
        (
            [b'{"passgo":"tables","format":4}'],
            "Line 1: this export is version 4; this copy of PassGo reads version 3",
        ),
        ([HEAD, ONE], "The file is cut off after table 1"),
        ([HEAD, END], "The file has only 0 of 1 tables"),
    ],
)
async def test_an_incomplete_file_is_rejected(
    storage: Storage, lines: list[bytes], why: str
) -> None:
    with pytest.raises(StorageError, match=why):
        await import_all(storage, lines)


async def test_a_file_with_old_names_is_rejected(storage: Storage) -> None:
    old = Path(__file__).parent.parent.parent / "version1" / "tables.jsonl"
    with pytest.raises(
        StorageError, match="this export is version 1; this copy of PassGo reads version 3"
    ):
        await import_all(storage, old.read_bytes().splitlines(keepends=True))
    assert await everything(storage) == []
