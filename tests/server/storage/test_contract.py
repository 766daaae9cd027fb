"""The storage contract, tested with both kinds of database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from passgo.server.storage import Append, ChatLine, Conflict, NoTable, Row, Storage, StorageError
from tests.server.storage.databases import Place, everything, make, new_row

pytestmark = pytest.mark.asyncio


async def test_a_log_is_stored_in_order(storage: Storage) -> None:
    await storage.create(new_row("a", seq=2), [b'"one"', b'"two"'])
    await storage.append(Append("a", 3, [b'"three"', b'"four"'], at=1001.0))
    await storage.append(Append("a", 5, [b'"five"'], at=1002.0))
    assert await storage.entries("a") == [b'"one"', b'"two"', b'"three"', b'"four"', b'"five"']
    assert await storage.entries("a", after=3) == [b'"four"', b'"five"']
    assert await storage.entries("a", after=5) == []


async def test_ten_entries_are_returned_in_numeric_order(storage: Storage) -> None:
    log = [str(number).encode() for number in range(1, 13)]
    await storage.create(new_row("a", seq=12), log)
    assert await storage.entries("a") == log


async def test_everything_is_still_there_after_reopening(place: Place) -> None:
    first = place.storage()
    await first.open()
    await make(first, "a", "b")
    await first.append(
        Append("a", 2, [b"2"], at=1005.5, status="playing", public=False, about=b"{}")
    )
    await first.add_chat_line("a", 1006.0, b'"hi"')
    before = await everything(first)
    await first.close()
    again = place.storage()
    await again.open()
    assert await everything(again) == before
    assert before == [
        (
            Row("a", 1000.0, 1005.5, "playing", False, 2, b"{}"),
            [b"1", b"2"],
            [ChatLine(1, 1006.0, b'"hi"')],
        ),
        (new_row("b", seq=1), [b"1"], []),
    ]
    await again.close()


async def test_an_append_updates_only_the_given_fields_of_the_row(storage: Storage) -> None:
    await make(storage, "a")
    await storage.append(Append("a", 2, [b"2"], at=1001.0))
    assert await storage.row("a") == Row("a", 1000.0, 1001.0, "open", True, 2, b'{"name":"Friday"}')
    await storage.append(
        Append("a", 3, [b"3"], at=1002.0, status="over", public=False, about=b"[]")
    )
    assert await storage.row("a") == Row("a", 1000.0, 1002.0, "over", False, 3, b"[]")


async def test_an_append_without_entries_updates_only_the_row(storage: Storage) -> None:
    await make(storage, "a")
    await storage.append(Append("a", 2, [], at=1001.0, status="playing"))
    assert await storage.row("a") == Row(
        "a", 1000.0, 1001.0, "playing", True, 1, b'{"name":"Friday"}'
    )
    assert await storage.entries("a") == [b"1"]


@pytest.mark.parametrize("seq", [-1, 0, 1, 2, 4, 1000])
async def test_only_the_next_entry_can_be_appended(storage: Storage, seq: int) -> None:
    await storage.create(new_row("a", seq=2), [b"1", b"2"])
    before = await everything(storage)
    with pytest.raises(Conflict, match=f"^Table a is at seq 2, so {seq} is not the next one.$"):
        await storage.append(Append("a", seq, [b"3"], at=1001.0, status="over"))
    assert await everything(storage) == before


async def test_a_table_can_be_created_only_once(storage: Storage) -> None:
    await make(storage, "a")
    with pytest.raises(Conflict, match=r"^Table a already exists.$"):
        await storage.create(new_row("a", seq=2), [b"8", b"9"], [ChatLine(1, 5.0, b"0")])
    assert await everything(storage) == [(new_row("a", seq=1), [b"1"], [])]


async def test_a_row_that_does_not_match_its_entries_is_rejected(storage: Storage) -> None:
    with pytest.raises(StorageError, match="row has seq 2, but its entry count is 1"):
        await storage.create(new_row("a", seq=2), [b"1"])
    with pytest.raises(StorageError, match="needs a name"):
        await storage.create(new_row("", seq=1), [b"1"])
    assert await everything(storage) == []


async def test_a_table_that_cannot_be_stored_completely_is_not_stored_at_all(
    storage: Storage,
) -> None:
    twice = [ChatLine(1, 5.0, b"0"), ChatLine(1, 6.0, b"0")]
    with pytest.raises(StorageError) as raised:
        await storage.create(new_row("a", seq=1), [b"1"], twice)
    assert not isinstance(raised.value, Conflict)
    assert await storage.row("a") is None


async def test_a_missing_table_is_reported(storage: Storage) -> None:
    assert await storage.row("a") is None
    assert await storage.rows() == []
    assert await storage.chat_lines("a") == []
    assert await storage.delete("a") is False
    for asked in (
        storage.entries("a"),
        storage.append(Append("a", 1, [b"1"], 1.0)),
        storage.add_chat_line("a", 1.0, b"1"),
    ):
        with pytest.raises(NoTable, match=r"^Table a does not exist.$"):
            await asked


async def test_when_ten_callers_append_the_same_seq_simultaneously_only_one_succeeds(
    storage: Storage,
) -> None:
    await make(storage, "a")
    outcomes = await asyncio.gather(
        *(
            storage.append(Append("a", 2, [b"%d" % number, b"0"], at=1001.0))
            for number in range(10)
        ),
        return_exceptions=True,
    )
    assert sorted(str(type(outcome).__name__) for outcome in outcomes) == ["Conflict"] * 9 + [
        "NoneType"
    ]
    winner = outcomes.index(None)
    assert await storage.entries("a") == [b"1", b"%d" % winner, b"0"]


async def test_appends_to_a_table_are_stored_in_call_order(
    storage: Storage,
) -> None:
    await make(storage, "a")
    await asyncio.gather(
        *(storage.append(Append("a", v, [b"%d" % v], at=1.0)) for v in range(2, 40))
    )
    assert await storage.entries("a") == [b"%d" % v for v in range(1, 40)]


async def test_a_failing_append_does_not_affect_others_in_the_same_batch(storage: Storage) -> None:
    await make(storage, "a", "b", "c", "d")
    no_bytes: list[bytes] = [b"2", object()]  # type: ignore[list-item] # the second cannot be stored
    outcomes = await asyncio.gather(
        storage.append(Append("a", 2, [b"2"], at=1.0)),
        storage.append(Append("b", 7, [b"7"], at=1.0)),
        storage.append(Append("nowhere", 1, [b"1"], at=1.0)),
        storage.append(Append("c", 2, no_bytes, at=1.0, status="over")),
        storage.append(Append("d", 2, [b"2"], at=1.0)),
        return_exceptions=True,
    )
    kinds = [type(outcome) for outcome in outcomes]
    assert kinds == [type(None), Conflict, NoTable, StorageError, type(None)]
    assert [row.seq for row, _, _ in await everything(storage)] == [2, 1, 1, 2]
    assert await storage.entries("c") == [b"1"], "either all entries are stored or none are"
    assert await storage.row("c") == new_row("c", seq=1)


async def test_canceling_a_waiting_caller_does_not_affect_others(storage: Storage) -> None:
    await make(storage, "a", "b")
    leaving = asyncio.create_task(storage.append(Append("a", 2, [b"2"], at=1.0)))
    await asyncio.sleep(0)
    leaving.cancel()
    await storage.append(Append("b", 2, [b"2"], at=1.0))
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert await storage.entries("b") == [b"1", b"2"]
    await storage.close()


async def test_five_hundred_simultaneous_appends_to_fifty_tables_succeed(storage: Storage) -> None:
    tables = [f"t{number:02}" for number in range(50)]
    await make(storage, *tables)

    async def play(table: str) -> None:
        for seq in range(2, 12):
            await storage.append(Append(table, seq, [b"%d" % seq], at=float(seq)))

    await asyncio.gather(*(play(table) for table in tables))
    expected = [b"%d" % seq for seq in range(1, 12)]
    assert [log for _, log, _ in await everything(storage)] == [expected] * 50


async def test_closing_finishes_pending_appends(place: Place) -> None:
    storage = place.storage()
    await storage.open()
    tables = [f"t{number}" for number in range(300)]
    await asyncio.gather(*(make(storage, table) for table in tables))
    appends = [
        asyncio.create_task(storage.append(Append(table, 2, [b"2"], at=1.0))) for table in tables
    ]
    await asyncio.sleep(0)
    await storage.close()
    await asyncio.gather(*appends)
    with pytest.raises(StorageError, match="not open"):
        await storage.append(Append("t0", 3, [b"3"], at=1.0))
    with pytest.raises(StorageError, match="not open"):
        await storage.row("t0")
    again = place.storage()
    await again.open()
    assert {row.seq for row in await again.rows()} == {2}
    await again.close()


async def test_storage_that_was_never_opened_raises_an_error(place: Place) -> None:
    storage = place.storage()
    for asked in (
        storage.entries("a"),
        storage.append(Append("a", 1, [b"1"], 1.0)),
        storage.delete("a"),
    ):
        with pytest.raises(StorageError, match="not open"):
            await asked
    await storage.close()


async def test_the_lobby_lists_tables_most_recently_changed_first(storage: Storage) -> None:
    await storage.create(new_row("a", at=3.0), [])
    await storage.create(new_row("b", at=1.0, public=False), [])
    await storage.create(new_row("c", at=2.0, status="playing"), [])
    await storage.create(new_row("d", at=2.0), [])
    assert [row.table for row in await storage.rows()] == ["a", "c", "d", "b"]
    assert [row.table for row in await storage.rows(status="open")] == ["a", "d", "b"]
    assert [row.table for row in await storage.rows(public=True)] == ["a", "c", "d"]
    assert [row.table for row in await storage.rows("open", True)] == ["a", "d"]
    assert [row.table for row in await storage.rows("over")] == []
    assert [row.table for row in await storage.rows(limit=2)] == ["a", "c"]
    await storage.append(Append("b", 1, [b"1"], at=9.0))
    assert [row.table for row in await storage.rows(limit=1)] == ["b"]


async def test_both_kinds_of_database_list_tables_in_the_same_order(storage: Storage) -> None:
    names = ["Zoë", "a", "B", "é", "-", "10", "9", "一", "\U0001f3b2", "\uffff"]
    await make(storage, *names)
    found = [row.table async for row, _ in storage.all_tables()]
    assert found == sorted(names, key=lambda name: name.encode())


async def test_deleting_a_table_deletes_its_log_and_chat(storage: Storage) -> None:
    await make(storage, "a", "b")
    await storage.add_chat_line("a", 1.0, b'"hi"')
    assert await storage.delete("a") is True
    assert await everything(storage) == [(new_row("b", seq=1), [b"1"], [])]
    await make(storage, "a")
    assert await storage.entries("a") == [b"1"]
    assert await storage.chat_lines("a") == []
    assert await storage.add_chat_line("a", 2.0, b'"hi"') == 1


async def test_tables_that_have_not_changed_for_a_long_time_expire(storage: Storage) -> None:
    await storage.create(new_row("a", at=1.0, status="over"), [])
    await storage.create(new_row("b", at=1.0, status="over", seq=1), [b"1"])
    await storage.create(new_row("c", at=1.0), [])
    await storage.create(new_row("d", at=5.0, status="over"), [])
    await storage.append(Append("a", 1, [b"1"], at=6.0))
    await storage.add_chat_line("b", 1.0, b'"hi"')
    assert await storage.expire(5.0, status="over") == ["b"]
    assert await storage.expire(5.0) == ["c"]
    assert await storage.expire(5.0) == []
    assert [row.table for row in await storage.rows()] == ["a", "d"]
    assert await storage.chat_lines("b") == []


async def test_chat_messages_are_numbered_per_table(storage: Storage) -> None:
    await make(storage, "a", "b")
    assert [await storage.add_chat_line("a", float(n), b"%d" % n) for n in range(1, 5)] == [
        1,
        2,
        3,
        4,
    ]
    assert await storage.add_chat_line("b", 9.0, b"9") == 1
    assert await storage.chat_lines("a", limit=2) == [
        ChatLine(3, 3.0, b"3"),
        ChatLine(4, 4.0, b"4"),
    ]
    assert await storage.chat_lines("b") == [ChatLine(1, 9.0, b"9")]
    row = await storage.row("a")
    assert row == new_row("a", seq=1), "chat does not change the game"


async def test_old_chat_messages_expire_and_their_numbers_are_not_reused(storage: Storage) -> None:
    await make(storage, "a")
    for at in (1.0, 2.0, 3.0):
        await storage.add_chat_line("a", at, b"0")
    assert await storage.expire_chat(3.0) == 2
    assert await storage.chat_lines("a") == [ChatLine(3, 3.0, b"0")]
    assert await storage.expire_chat(4.0) == 1
    assert await storage.add_chat_line("a", 5.0, b"0") == 4


async def test_simultaneous_chat_messages_get_different_numbers(storage: Storage) -> None:
    await make(storage, "a")
    numbers = await asyncio.gather(*(storage.add_chat_line("a", 1.0, b"0") for _ in range(50)))
    assert sorted(numbers) == list(range(1, 51))


async def test_an_imported_table_keeps_its_chat(storage: Storage) -> None:
    chat = [ChatLine(4, 1.0, b'"x"'), ChatLine(7, 2.0, b'"y"')]
    await storage.create(new_row("a", seq=1), [b"1"], chat)
    assert await storage.chat_lines("a") == chat
    assert await storage.add_chat_line("a", 3.0, b'"z"') == 8


async def test_read_only_storage_can_read_but_not_change_anything(place: Place) -> None:
    storage = place.storage()
    await storage.open()
    await make(storage, "a")
    reading = place.storage(read_only=True)
    await reading.open()
    assert await reading.entries("a") == [b"1"]
    await storage.append(Append("a", 2, [b"2"], at=2.0))
    assert await reading.entries("a") == [b"1", b"2"]
    changes = (
        reading.append(Append("a", 3, [b"3"], at=3.0)),
        reading.create(new_row("b"), []),
        reading.delete("a"),
        reading.expire(5000.0),
        reading.add_chat_line("a", 1.0, b"0"),
        reading.expire_chat(5.0),
    )
    for change in changes:
        with pytest.raises(StorageError, match="opened read-only"):
            await change
    await reading.close()
    assert await storage.entries("a") == [b"1", b"2"]
    await storage.close()


async def test_read_only_storage_needs_an_existing_database(place: Place, tmp_path: Path) -> None:
    reading = place.storage(read_only=True)
    with pytest.raises(StorageError, match=r"^There (is no file|are no PassGo games)"):
        await reading.open()
    await reading.close()
    assert list(tmp_path.iterdir()) == []


# -- reviews ---------------------------------------------------------------------------------------


async def test_a_table_has_one_review_of_the_version_that_was_stored_last(place: Place) -> None:
    storage = place.storage()
    await storage.open()
    await make(storage, "a", "b")
    assert await storage.review("a", "1") is None
    await storage.keep_review("a", "1", b"old")
    await storage.keep_review("b", "1", b"other")
    await storage.keep_review("a", "2", b"\x00new")
    await storage.close()
    again = place.storage()
    await again.open()
    assert await again.review("a", "1") is None
    assert await again.review("a", "2") == b"\x00new"
    assert await again.review("b", "1") == b"other"
    assert await again.review("c", "1") is None
    await again.close()


async def test_a_review_is_deleted_with_its_table(storage: Storage) -> None:
    await make(storage, "a", "b", "c")
    for table in ("a", "b", "c"):
        await storage.keep_review(table, "1", b"review")
    await storage.append(Append("c", 2, [b"2"], at=2000.0))
    assert await storage.delete("a") is True
    assert await storage.expire(1500.0) == ["b"]
    for table in ("a", "b"):
        assert await storage.review(table, "1") is None
        with pytest.raises(NoTable, match=f"^Table {table} does not exist.$"):
            await storage.keep_review(table, "1", b"review")
    await make(storage, "a")
    assert await storage.review("a", "1") is None
    assert await storage.review("c", "1") == b"review"
