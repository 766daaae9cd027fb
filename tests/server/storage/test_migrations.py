"""A database from an older version is updated and keeps its games, or is rejected unchanged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from passgo.server.storage import ChatLine, StorageError, migrations
from passgo.server.storage.migrations import NEWEST, OLDEST, STEPS, to_run
from tests.server.storage.databases import Place, everything, execute, fetch, new_row

OLD = Path(__file__).parent.parent.parent / "version1"

GAMES = [
    "INSERT INTO tables VALUES ('a', 1000, 1000, 'open', {yes}, 2, 1, {about})",
    "INSERT INTO entries VALUES ('a', 1, {one})",
    "INSERT INTO entries VALUES ('a', 2, {two})",
    "INSERT INTO chat VALUES ('a', 1, 5, {one})",
]


async def run(place: Place, statements: list[str]) -> None:
    if place.kind == "postgres":
        await execute(place.url, *statements)
        return
    with closing(sqlite3.connect(place.url)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


async def ask(place: Place, query: str) -> str:
    if place.kind == "postgres":
        return await fetch(place.url, query)
    with closing(sqlite3.connect(place.url)) as connection:
        return str(connection.execute(query).fetchone()[0])


async def make_old(place: Place, version: int) -> None:
    """Create an older version's database with a game in it."""
    dialect = place.kind
    data = [b'{"name":"Friday"}', b'"one"', b'"two"']
    about, one, two = (
        f"X'{part.hex()}'" if dialect == "sqlite" else f"'\\x{part.hex()}'" for part in data
    )
    yes = "1" if dialect == "sqlite" else "true"
    await run(place, to_run(0, dialect, upto=version))
    await run(place, [text.format(yes=yes, about=about, one=one, two=two) for text in GAMES])


@pytest.fixture
def read_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow databases of every version to be updated, as if the names in the log had never changed."""
    monkeypatch.setattr(migrations, "OLDEST", 1)


@pytest.mark.usefixtures("read_all")
def test_each_version_has_its_own_statements() -> None:
    assert len(STEPS) == NEWEST
    assert to_run(NEWEST, "sqlite") == to_run(NEWEST, "postgres") == []
    for dialect in ("sqlite", "postgres"):
        step_by_step = [line for at in range(NEWEST) for line in to_run(at, dialect, at + 1)[:-1]]
        assert to_run(0, dialect)[:-1] == step_by_step


@pytest.mark.asyncio
@pytest.mark.usefixtures("read_all")
@pytest.mark.parametrize("version", range(1, NEWEST))
async def test_an_older_database_is_updated(place: Place, version: int) -> None:
    await make_old(place, version)
    for _ in range(2):  # there is nothing to do the second time
        storage = place.storage()
        await storage.open()
        chat = [ChatLine(1, 5.0, b'"one"')]
        assert await everything(storage) == [(new_row("a", seq=2), [b'"one"', b'"two"'], chat)]
        await storage.close()
        assert await ask(place, "SELECT version FROM schema_version") == str(NEWEST)


@pytest.mark.asyncio
@pytest.mark.usefixtures("read_all")
async def test_reading_does_not_change_an_older_database(place: Place) -> None:
    await make_old(place, 1)
    reading = place.storage(read_only=True)
    with pytest.raises(StorageError, match=r"is version 1; .* start the server with it once"):
        await reading.open()
    assert await ask(place, "SELECT version FROM schema_version") == "1"


@pytest.mark.asyncio
@pytest.mark.usefixtures("read_all")
async def test_a_failing_step_leaves_everything_unchanged(place: Place) -> None:
    await make_old(place, 1)
    # The second index that step 2 creates already exists, so the step fails halfway.
    await run(place, ["CREATE INDEX chat_by_time ON chat (number)"])
    with pytest.raises(StorageError, match="chat_by_time"):
        await place.storage().open()
    assert await ask(place, "SELECT version FROM schema_version") == "1"
    await run(place, ["DROP INDEX chat_by_time"])
    storage = place.storage()
    await storage.open()
    assert await storage.entries("a") == [b'"one"', b'"two"']
    await storage.close()


async def load_old(place: Place) -> None:
    """Create the database that PassGo wrote before the names in the log changed."""
    text = (OLD / f"database.{place.kind}.sql").read_text()
    if place.kind == "postgres":
        await execute(place.url, *text.strip().splitlines())
        return
    with closing(sqlite3.connect(place.url)) as connection:
        connection.executescript(text)


@pytest.mark.asyncio
@pytest.mark.parametrize("read_only", [False, True])
async def test_a_database_with_old_names_is_rejected_unchanged(
    place: Place, read_only: bool
) -> None:
    await load_old(place)
    with pytest.raises(StorageError, match=r"^This database is version 2; .* reads version 5\. "):
        await place.storage(read_only).open()
    assert await ask(place, "SELECT version FROM schema_version") == "2"
    assert await ask(place, "SELECT count(*) FROM entries") == "5"


@pytest.mark.asyncio
@pytest.mark.parametrize("version", range(1, OLDEST))
async def test_every_database_with_old_names_is_rejected(place: Place, version: int) -> None:
    await make_old(place, version)
    with pytest.raises(StorageError, match=f"^This database is version {version}; "):
        await place.storage().open()
