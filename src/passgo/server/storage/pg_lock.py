"""One server for each PostgreSQL database: an advisory lock, held on a connection of its own.

The lock ends with its connection. When that is lost, it is taken again; if another server was faster, the
owner is notified and must stop. Meanwhile nothing can be doubled: an append names the seq that it expects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypeAlias

from passgo.server.logging_setup import get_logger
from passgo.server.storage.interface import InUse

if TYPE_CHECKING:
    import asyncpg

    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

log: Final = get_logger("passgo.storage")

PATIENCE: Final = 3.0
"""Seconds for the lock of a server that has just ended to go."""
COMMAND: Final = 10.0
"""Seconds that PostgreSQL may take to answer."""
HEARTBEAT: Final = 10.0
"""Seconds between two looks whether the connection still works."""
RETRY: Final = 1.0
"""Seconds until the lock is tried again while PostgreSQL cannot be reached."""
NUMBER: Final = 7_246_547
"""The first number of the lock; the second is that of the schema."""
LOCK: Final = "SELECT pg_advisory_lock($1, hashtext(coalesce(current_schema(), '')))"
SETTINGS: Final = {
    "application_name": "passgo lock",
    # So that PostgreSQL lets go of a server whose machine or network is gone.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class ServerLock:
    """Holds a database for this server alone."""

    def __init__(
        self, dsn: str, on_taken: Callable[[InUse], None], patience: float = PATIENCE
    ) -> None:
        self.dsn = dsn
        self.on_taken = on_taken
        self.patience = patience
        self.connection: Connection | None = None
        self.session: tuple[int, datetime] | None = None
        """The process and start of the connection that holds the lock, or held it last."""
        self.lost = asyncio.Event()
        self.watching: asyncio.Task[None] | None = None

    async def take(self) -> None:
        """Take the lock and watch over it; raise InUse if another server has it."""
        await self.acquire()
        self.watching = asyncio.create_task(self.watch(), name="holding the database")

    async def release(self) -> None:
        """Let another server have the database."""
        if self.watching is not None:
            self.watching.cancel()
            await asyncio.gather(self.watching, return_exceptions=True)
        if self.connection is not None:
            self.connection.terminate()  # closing it nicely could wait for a database that is away

    async def acquire(self) -> None:
        """Connect and take the lock."""
        import asyncpg

        connection = await asyncpg.connect(
            self.dsn, timeout=COMMAND, command_timeout=COMMAND, server_settings=SETTINGS
        )
        try:
            if self.session is not None:  # what is left of us where the network was cut
                await connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid = $1 AND backend_start = $2",
                    *self.session,
                )
            await connection.execute(f"SET lock_timeout = {int(1000 * self.patience)}")
            await connection.execute(LOCK, NUMBER)
            found = await connection.fetchrow(
                "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
            )
            assert found is not None
        except asyncpg.LockNotAvailableError:
            connection.terminate()
            raise InUse(
                "The PostgreSQL database is in use by another PassGo server: stop it first."
            ) from None
        except BaseException:
            connection.terminate()
            raise
        self.session = (found[0], found[1])
        self.connection = connection
        self.lost.clear()
        connection.add_termination_listener(lambda _: self.lost.set())
        if connection.is_closed():
            self.lost.set()

    async def watch(self) -> None:
        """Notice when the lock is lost, and take it again; notify the owner if another server has it."""
        while True:
            await self.until_lost()
            log.warning("the lock of the database is lost")
            try:
                await self.regain()
            except InUse:
                error = InUse(
                    "Another PassGo server has taken over the PostgreSQL database: this one stops."
                )
                log.error("the database is taken", wrong=str(error))
                self.on_taken(error)
                return
            log.info("the lock of the database is held again")

    async def until_lost(self) -> None:
        """Wait until the connection is lost, asking it now and then whether it lives."""
        assert self.connection is not None
        while not self.lost.is_set():
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self.lost.wait()
            except TimeoutError:
                try:
                    await self.connection.execute("SELECT 1")
                except Exception:  # a connection that cannot answer is as good as lost
                    self.connection.terminate()
                    return

    async def regain(self) -> None:
        """Take the lock again as soon as PostgreSQL can be reached; raise InUse if another server has it."""
        while True:
            try:
                return await self.acquire()
            except InUse:
                raise
            except Exception as error:  # whatever it is, only another server ends the watch
                log.debug("the database is away", wrong=str(error))
                await asyncio.sleep(RETRY)
