"""Repeated crashes of a server under load, and a check that nothing is lost.

People play at several tables over real sockets. Half the time, the server crashes at a named point
while it is processing an action (``passgo.server.crash_points``); otherwise, it crashes at a random
moment. It is then restarted with the same database. Everything that the server has reported to
players must still be true: ``witness`` checks this when they reconnect, and ``judging`` checks the
database at the end.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from passgo.server.crash_points import CRASH_POINTS, CrashPoint
from tests.server.client import make_table, sit_down, start_game
from tests.server.nursery import Nursery, Server
from tests.server.witness import GONE, Lost, Player, check_dead

LONGEST_LIFE: Final = 120.0
"""Seconds to wait before killing a server that has not reached its crash point; most take about one."""
ANY_MOMENT: Final = "any moment"
STARTING: Final = "starting"
GENEROUS: Final = {
    "PASSGO_LIMITS_MESSAGES_PER_SECOND": "1000",
    "PASSGO_LIMITS_MESSAGES_BURST": "1000",
    "PASSGO_LIMITS_REQUESTS_PER_SECOND": "1000",
    "PASSGO_LIMITS_REQUESTS_BURST": "1000",
    "PASSGO_LIMITS_READS_PER_SECOND": "1000",
    "PASSGO_LIMITS_READS_BURST": "1000",
    "PASSGO_LIMITS_TABLES_PER_ADDRESS": "1000",
    "PASSGO_LIMITS_SEATS_PER_ADDRESS": "1000",
}
"""Limits high enough for many players at one address who play much faster than people do."""


class Plan(msgspec.Struct, frozen=True):
    """A table's players and settings."""

    people: int
    bots: tuple[str, ...] = ()
    clock: dict[str, float | str] = {}
    one_browser: bool = False
    """Whether one person holds all seats."""

    def body(self) -> dict[str, object]:
        """Return the body of the request that creates the table."""
        seats: list[dict[str, str]] = [{} for _ in range(self.people)] + [
            {"bot": bot} for bot in self.bots
        ]
        return {"rules": {"round_limit": 12}, "seats": seats, "clock": self.clock}


PLANS: Final = (
    Plan(3),
    Plan(2, ("simple",)),
    Plan(2, clock={"bank": 3600.0}),
    Plan(2, ("simple",), clock={"move": 1, "when_out": "bot", "bot": "simple"}),
    Plan(3, one_browser=True),
    Plan(1, ("simple", "random")),
)


class Company:
    """The people at one table, who move on to the next table once their game is over."""

    def __init__(self, plan: Plan, name: str, random: Random) -> None:
        self.plan = plan
        self.name = name
        self.random = random
        self.players: list[Player] = []
        """The current players."""
        self.all_players: list[Player] = []
        self.made: list[str] = []
        """The tables that were created, according to the server."""
        self.seated: list[tuple[str, int, str]] = []
        """The tables, seats and keys that the server assigned."""

    async def live(self, server: Server, last: bool = False) -> None:
        """Play one game after another until the server is gone."""
        while self.players or (not last and await self.sit_down(server)):
            over = await asyncio.gather(*(one.live(server, last) for one in self.players))
            if last or not all(over):
                return
            self.players = []

    async def sit_down(self, server: Server) -> bool:
        """Create a table and start its game; return False if the server goes away first."""
        address = server.address.result()
        try:
            made = await make_table(address, self.plan.body())
            self.made.append(made.table)
            players = await self.take_seats(address, made.table)
            await start_game(address, made)
        except TimeoutError:
            raise Lost(f"{self.name} could not get a table") from None
        except GONE as error:
            await check_dead(server, self.name, error)
            return False
        self.players = players
        self.all_players += players
        return True

    async def take_seats(self, address: str, table: str) -> list[Player]:
        """Seat everyone."""
        players: list[Player] = []
        for number in range(self.plan.people):
            name = f"{self.name}.{len(self.made)}.{number}"
            held = players[0].key if players and self.plan.one_browser else ""
            seated = await sit_down(address, table, name, held)
            self.seated.append((table, seated.seat, seated.key))
            if not held:
                random = Random(self.random.random())
                players.append(Player(table, name, seated.key, random))
        return players


class Kill(msgspec.Struct, frozen=True):
    """The time of a crash: the nth visit to a crash point, or a number of seconds.

    The seconds are counted from the time the server starts accepting connections or, with
    ``STARTING``, from the time its process starts.
    """

    where: str
    crash: tuple[CrashPoint, int] | None = None
    """The crash point to set in the server; None if it is killed from outside."""
    after: float = 0.0


def kills(count: int, random: Random) -> list[Kill]:
    """Return ``count`` kills, shuffled: half at crash points in turn, half at random moments."""
    planned: list[Kill] = []
    for number in range(count):
        if number % 2 == 0:
            point = CRASH_POINTS[number // 2 % len(CRASH_POINTS)]
            planned.append(Kill(point, crash=(point, random.randint(1, 60))))
        elif number % 10 == 1:
            planned.append(Kill(STARTING, after=random.uniform(0.0, 1.0)))
        else:
            planned.append(Kill(ANY_MOMENT, after=random.uniform(0.0, 1.0)))
    random.shuffle(planned)
    return planned


class Siege:
    """A server that is killed again and again, and its players."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.database = folder / "games.db"
        self.log = folder / "log.txt"
        random = Random(seed)
        self.companies = [
            Company(plan, f"T{number}", Random(random.random()))
            for number, plan in enumerate(PLANS)
        ]
        self.nursery: Nursery | None = None
        self.begun: list[float] = []
        """The time at which each server was started, in seconds since 1970."""
        self.struck: Counter[str] = Counter()
        """The number of crashes at each point."""

    @property
    def players(self) -> list[Player]:
        """Everyone who ever played."""
        return [player for company in self.companies for player in company.all_players]

    async def open(self) -> None:
        """Prepare to start servers."""
        self.nursery = await Nursery.open(self.log)

    async def close(self) -> None:
        """Stop everything."""
        if self.nursery is not None:
            await self.nursery.close()

    async def start(self, crash: tuple[CrashPoint, int] | None = None) -> Server:
        """Start the server with the same database as before."""
        assert self.nursery is not None
        where = ["--port", "0", "--database", str(self.database)]
        quietly = ["--bot-workers", "1", "--log", "text", "--log-level", "warning"]
        server = await self.nursery.start([*where, *quietly], GENEROUS, crash)
        self.begun.append(server.begun)
        return server

    async def strike(self, kill: Kill) -> None:
        """Start the server, let people play, and kill it."""
        server = await self.start(kill.crash)
        playing = asyncio.create_task(self.play(server))
        where = kill.where
        if kill.crash is not None:
            done, _ = await asyncio.wait({server.ended}, timeout=LONGEST_LIFE)
            where = kill.where if done else ANY_MOMENT
        else:
            await (asyncio.wait({server.pid}) if where == STARTING else server.ready())
            await asyncio.sleep(kill.after)  # wait: the server is killed at a random moment
        server.kill()
        await self.end(server, playing, (-signal.SIGKILL,))
        self.struck[where] += 1

    async def finish(self) -> None:
        """Start the server once more, let all games finish, and stop the server normally."""
        server = await self.start()
        await self.play(server, last=True)
        server.stop()
        await self.end(server, None, (0, -signal.SIGTERM))

    async def play(self, server: Server, last: bool = False) -> None:
        """Let everyone play from the time the server is ready until it is gone."""
        if await server.ready():
            await asyncio.gather(*(company.live(server, last) for company in self.companies))

    async def end(
        self, server: Server, playing: asyncio.Task[None] | None, statuses: tuple[int, ...]
    ) -> None:
        """Wait until a server has exited and everyone has noticed."""
        found = await server.ended
        if playing is not None:
            await playing
        if found not in statuses:
            raise Lost(f"The server exited with {found}: {self.log.read_text()[-2000:]}")
