"""A queue of builds: at most one at a time, each for a table and shared by all requests for it.

Only a few builds may be pending. A build that nobody is waiting for anymore is not started.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from passgo.server.problems import Problem

MOST_WAITING: Final = 8
"""Maximum number of tables for which builds may be pending at the same time."""

Built = TypeVar("Built")


class PendingBuild(Generic[Built]):
    """A build that is in progress or waiting for its turn."""

    def __init__(self) -> None:
        self.waiting = 0
        """Number of requests waiting for the result."""
        self.is_begun = False
        self.task: asyncio.Task[Built] | None = None


class BuildQueue(Generic[Built]):
    """Builds something for tables, one table at a time."""

    def __init__(
        self,
        build: Callable[[str], Awaitable[Built]],
        busy: Callable[[], Problem],
        keep: Callable[[str, Built], object] = lambda table, built: None,
    ) -> None:
        self.build = build
        self.busy = busy
        self.keep = keep
        """Called with each result, unless the table has been deleted in the meantime."""
        self.turn = asyncio.Lock()
        """Held by the build in progress."""
        self.pending: dict[str, PendingBuild[Built]] = {}

    async def get(self, table: str) -> Built:
        """Return a table's result once it is built; raise Problem if too many others are pending."""
        build = self.pending.get(table)
        if build is None:
            if len(self.pending) >= MOST_WAITING:
                raise self.busy()
            build = self.pending[table] = PendingBuild()
            build.task = asyncio.create_task(self.make(table, build), name=f"build for {table}")
            build.task.add_done_callback(lambda task: task.cancelled() or task.exception())
        assert build.task is not None
        build.waiting += 1
        try:
            return await asyncio.shield(build.task)
        finally:
            build.waiting -= 1
            if not build.waiting and not build.is_begun:
                build.task.cancel()
                self.leave(table, build)

    async def make(self, table: str, build: PendingBuild[Built]) -> Built:
        """Build a table's result when its turn comes."""
        try:
            async with self.turn:
                build.is_begun = True
                built = await self.build(table)
            if self.pending.get(table) is build:
                self.keep(table, built)
            return built
        finally:
            self.leave(table, build)

    def leave(self, table: str, build: PendingBuild[Built]) -> None:
        """Remove a build that has finished or that nobody is waiting for."""
        if self.pending.get(table) is build:
            del self.pending[table]

    def forget(self, table: str) -> None:
        """Do not keep the result for a deleted table."""
        self.pending.pop(table, None)

    async def close(self) -> None:
        """Cancel all builds."""
        tasks = [build.task for build in self.pending.values() if build.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
