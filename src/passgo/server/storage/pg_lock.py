"""An advisory lock that lets only one server use a PostgreSQL database.

The lock is held on a separate connection and ends with it. If that connection is lost, the lock is
reacquired; if another server got it first, this server is notified and must stop. Until then, nothing can
be written twice, because every append names the seq it expects.
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
"""Seconds to wait for the lock of a server that has just stopped."""
COMMAND: Final = 10.0
"""Seconds that PostgreSQL may take to answer."""
HEARTBEAT: Final = 10.0
"""Seconds between checks of the connection."""
RETRY: Final = 1.0
"""Seconds between attempts to take the lock while PostgreSQL cannot be reached."""
NUMBER: Final = 7_246_547
"""The lock's first number; the second is a hash of the schema name."""
LOCK: Final = "SELECT pg_advisory_lock($1, hashtext(coalesce(current_schema(), '')))"
SETTINGS: Final = {
    "application_name": "passgo lock",
    # Lets PostgreSQL notice a server whose machine or network has failed.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class ServerLock:
    """One server's lock on its database."""

    def __init__(
        self, dsn: str, on_taken: Callable[[InUse], None], patience: float = PATIENCE
    ) -> None:
        self.dsn = dsn
        self.on_taken = on_taken
        self.patience = patience
        self.connection: Connection | None = None
        self.session: tuple[int, datetime] | None = None
        """The process id and start time of the connection that holds the lock, or held it last."""
        self.lost = asyncio.Event()
        self.watching: asyncio.Task[None] | None = None

    async def take(self) -> None:
        """Take the lock and monitor it; raise InUse if another server has it."""
        await self.acquire()
        self.watching = asyncio.create_task(self.watch(), name="holding the database")

    async def release(self) -> None:
        """Release the lock, so that another server can use the database."""
        if self.watching is not None:
            self.watching.cancel()
            await asyncio.gather(self.watching, return_exceptions=True)
        if self.connection is not None:
            self.connection.terminate()  # a clean close could hang if the database is gone

    async def acquire(self) -> None:
        """Connect and take the lock."""
        import asyncpg

        connection = await asyncpg.connect(
            self.dsn, timeout=COMMAND, command_timeout=COMMAND, server_settings=SETTINGS
        )
        try:
            if self.session is not None:  # end our previous session, in case the network was cut
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
                "The PostgreSQL database is in use by another PassGo server. Stop that server first."
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
        """Reacquire the lock whenever it is lost; call ``on_taken`` if another server has it."""
        while True:
            await self.until_lost()
            log.warning("database lock lost")
            try:
                await self.regain()
            except InUse:
                error = InUse(
                    "Another PassGo server has taken over the PostgreSQL database. This one is stopping."
                )
                log.error("database taken over", wrong=str(error))
                self.on_taken(error)
                return
            log.info("database lock regained")

    async def until_lost(self) -> None:
        """Wait until the connection is lost, testing it periodically."""
        assert self.connection is not None
        while not self.lost.is_set():
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self.lost.wait()
            except TimeoutError:
                try:
                    await self.connection.execute("SELECT 1")
                except Exception:  # a connection that does not answer counts as lost
                    self.connection.terminate()
                    return

    async def regain(self) -> None:
        """Reacquire the lock as soon as PostgreSQL can be reached; raise InUse if another server has it."""
        while True:
            try:
                return await self.acquire()
            except InUse:
                raise
            except Exception as error:  # only InUse ends the loop
                log.debug("database unreachable", wrong=str(error))
                await asyncio.sleep(RETRY)
