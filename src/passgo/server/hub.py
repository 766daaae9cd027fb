"""Everything a running server holds: the store, the tables, who minds them, who talks at them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from passgo.server.chat import Chat
from passgo.server.crew import Crew
from passgo.server.limits import Limits
from passgo.server.minding import Minder
from passgo.server.session import Session
from passgo.server.storage.interface import Storage
from passgo.server.table import Table
from passgo.server.tables import Tables
from passgo.server.wire import Hello

log = logging.getLogger("passgo.server")


class Attended:
    """A table with who minds it and its talk."""

    def __init__(self, table: Table, crew: Crew, limits: Limits) -> None:
        self.table = table
        self.minder = Minder(table, crew)
        self.chat = Chat(table, limits)
        self.task = asyncio.create_task(self.minder.run(), name=f"minding {table.name}")
        self.task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        """Let the table be read anew if who minds it failed."""
        if not task.cancelled() and task.exception() is not None:
            log.error("minding failed", exc_info=task.exception(), extra={"table": self.table.name})
            self.table.give_up()


class Hub:
    """The inside of a server: no socket, no HTTP."""

    def __init__(
        self,
        storage: Storage,
        crew: Crew,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.storage = storage
        self.crew = crew
        self.limits = Limits() if limits is None else limits
        self.tables = Tables(storage, clock)
        self.tables.on_open = self.attend
        self.attended: dict[str, Attended] = {}
        self.closing = False

    async def open(self) -> None:
        """Open the store and the crew, and go on with every game that is going on."""
        await self.storage.open()
        await self.crew.open()
        count = await self.tables.wake()
        log.info("open", extra={"games": count})

    async def close(self) -> None:
        """Let moves in flight finish, say goodbye, and close everything."""
        self.closing = True
        for one in list(self.attended.values()):
            one.task.cancel()
        tasks = [one.task for one in self.attended.values()]
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in list(self.attended.values()):
            async with one.table.lock:  # what is being written is written
                for ear in list(one.table.ears):
                    ear.stop("closing")
        await self.crew.close()
        await self.storage.close()

    def attend(self, table: Table) -> None:
        """Begin to mind a table that was opened."""
        before = self.attended.get(table.name)
        if before is not None:
            before.task.cancel()
        self.attended[table.name] = Attended(table, self.crew, self.limits)

    async def greet(self, hello: Hello) -> Session:
        """Let a client in; raise Problem if its tokens are not for the table."""
        table = await self.tables.get(hello.table)
        one = self.attended[table.name]
        async with table.lock:  # so that it sees nothing that is not yet durable
            session = Session(table, one.minder, one.chat, hello, self.limits)
        one.chat.sessions.add(session)
        return session

    def goodbye(self, session: Session) -> None:
        """Let a client go."""
        session.stop("left")
        one = self.attended.get(session.table.name)
        if one is not None:
            one.chat.sessions.discard(session)
