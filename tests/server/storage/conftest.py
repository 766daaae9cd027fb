"""An empty database of each kind for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from passgo.server.storage import Storage
from tests.server.storage import databases
from tests.server.storage.databases import Place


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a real PostgreSQL server, shared by all tests in a process."""
    try:
        with databases.postgres_server() as server:
            yield server
    except databases.Unavailable as why:
        pytest.skip(f"no PostgreSQL: {why}")


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Place:
    return Place("sqlite", str(tmp_path / "games.db"))


@pytest.fixture
def postgres_place(postgres_server: str) -> Iterator[Place]:
    with databases.empty_schema(postgres_server) as url:
        yield Place("postgres", url)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """Each kind of database in turn."""
    found: Place = request.getfixturevalue(f"{request.param}_place")
    return found


@pytest_asyncio.fixture
async def storage(place: Place) -> AsyncIterator[Storage]:
    """Open, empty storage of each kind."""
    made = place.storage()
    await made.open()
    yield made
    await made.close()
