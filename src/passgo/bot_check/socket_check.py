"""Checking a program in any language that plays on a server, as `examples/socket_bot.py` does.

A real server is started on the loopback interface. For each prepared position and each game, it gets
a table with one free seat and built-in bots in the others, and the program is run with the table's
URL as its last argument. The program takes the free seat, plays to the end and exits. The server's
dice are random, so these games cannot be repeated.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import tempfile
from asyncio.subprocess import PIPE, STDOUT, Process
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from uvicorn.server import ServerState

from passgo.bot_check.check import BotCheck, CheckedGame
from passgo.bot_check.questions import KINDS, classify
from passgo.bot_check.recorder import MOST_TIMEOUTS, Mistake
from passgo.bot_check.situations import SITUATIONS
from passgo.codec import action_from_data
from passgo.engine.action import why_not
from passgo.engine.ruleset import PRESETS
from passgo.engine.state import State
from passgo.server.app import make_app
from passgo.server.bot_pool import BotPool
from passgo.server.hub import Hub
from passgo.server.limits import Limits
from passgo.server.log_entries import Clock, SeatPlan
from passgo.server.presence import Subscriber
from passgo.server.protocols import HttpProtocol, UvicornSettings
from passgo.server.session import Session
from passgo.server.storage import SqliteStorage
from passgo.server.table import Table
from passgo.server.tables import NewTable
from passgo.server.wire import ActionRefused, Answer, Play

__all__ = ["MOVE_SECONDS", "check_program"]

HERE: Final = "127.0.0.1"
OPPONENTS: Final = ("easy", "random", "simple")
MOVE_SECONDS: Final = 5.0
"""The default time limit per decision."""
JOIN_SECONDS: Final = 30.0
EXIT_SECONDS: Final = 10.0
RECENT: Final = 10
"""The number of changes at the table that the program may not have seen yet when it acts."""
ROUNDS: Final = 15
SITUATION_ROUNDS: Final = 2
LOOPBACK_LIMITS: Final = Limits(
    messages_per_second=100_000,
    messages_burst=100_000,
    address_messages_per_second=100_000,
    address_messages_burst=100_000,
    requests_per_second=10_000,
    requests_burst=10_000,
)
"""Limits that a fast program does not reach; they would only slow down the check."""


class TableSetup(NamedTuple):
    """A table to play at, and the program's seat."""

    name: str
    seat: int
    new_table: NewTable


class StopCheck(Exception):
    """A problem that ends the check: its short name, and a sentence with the details."""

    def __init__(self, label: str, sentence: str) -> None:
        super().__init__(sentence)
        self.label = label


class GameWatch(Subscriber):
    """A spectator that records what the program does at a table."""

    def __init__(self, table: Table, setup: TableSetup, seconds: float) -> None:
        self.table = table
        self.seat = setup.seat
        self.seconds = seconds
        self.game = CheckedGame(setup.name, [])
        self.pending: tuple[str, float] | None = None
        """The kind of the program's current decision, and the time since when it could answer."""
        self.states: deque[State] = deque(maxlen=RECENT)
        """The states since the program's last action; it may not have seen the latest ones yet."""
        self.is_seated = asyncio.Event()
        self.is_over = asyncio.Event()
        self.has_stalled = asyncio.Event()
        table.presence.add(self)

    def send_update(self, message: bytes) -> None:
        """Record an action, and note what the program must decide next."""
        state = self.table.state
        data = msgspec.json.decode(message)
        if data["type"] == "played" and data["action"].get("seat") == self.seat:
            self.note_answer(data["by"])
            self.states.clear()
        self.pending = None
        if state.game is not None:
            self.states.append(state.game.state.copy())
            if self.seat in self.table.clocks.deciding:
                kind = classify(state.game.view(self.seat), "decide")
                self.pending = kind, self.table.now()
        if not state.places[self.seat].is_free:
            self.is_seated.set()
        if state.status == "over":
            self.is_over.set()

    def note_answer(self, by: str) -> None:
        """Record the time for an action of the program, or that its clock has run out."""
        if self.pending is None:
            return
        kind, since = self.pending
        if by == "clock":
            self.note("timeout", f"no answer within {self.seconds:g} s")
            if self.game.causes["timeout"] >= MOST_TIMEOUTS:
                self.has_stalled.set()
        else:
            self.game.seconds.setdefault(kind, []).append(self.table.now() - since)

    def note(self, cause: str, wrong: str) -> None:
        """Record a mistake."""
        game = self.game
        kind = "no decision" if self.pending is None else self.pending[0]
        game.causes[cause] = game.causes.get(cause, 0) + 1
        if kind in KINDS:
            game.forfeits[kind] = game.forfeits.get(kind, 0) + 1
        running = self.table.state.game
        turn = 0 if running is None else int(running.state.turn)
        game.mistakes.append(Mistake(kind, turn, cause, wrong))

    def note_refusal(self, data: Mapping[str, object], code: str) -> None:
        """Record a refused action, unless it was legal until somebody else acted, as when outbid."""
        action = action_from_data(data)
        if all(why_not(state, action) is not None for state in self.states):
            wrong = f"{msgspec.json.encode(data).decode()} is refused: {code}"
            self.note("refused action", wrong)

    def stop(self, code: str) -> None:
        """End the game: the server has closed the table."""
        self.is_over.set()


def watch_of(table: Table) -> GameWatch | None:
    """Return the watch at a table."""
    return next((one for one in table.presence.subscribers if isinstance(one, GameWatch)), None)


class CheckedSession(Session):
    """The program's session, which records refused actions and errors."""

    last_action: Mapping[str, object] | None = None

    async def play(self, message: Play) -> None:
        """Play an action, and remember it in case it is refused."""
        self.last_action = message.action
        await super().play(message)
        self.last_action = None

    def send_answer(self, answer: Answer) -> None:
        """Send an answer, and record a refused action; a refused `check` is not a mistake."""
        watch = watch_of(self.table)
        if isinstance(answer, ActionRefused) and self.last_action is not None and watch is not None:
            watch.note_refusal(self.last_action, str(answer.refusal["refusal"]))
        super().send_answer(answer)

    def push(self, message: bytes) -> None:
        """Send a message, and record an error; an answer that is only too late is not a mistake."""
        watch = watch_of(self.table)
        if watch and message.startswith(b'{"type":"error"'):
            error = msgspec.json.decode(message)
            if error["code"] != "stale":
                watch.note("error", f"{error['code']}: {error['sentence']}")
        super().push(message)


class CheckHub(Hub):
    """A server that records when the program disconnects during a game."""

    session_type = CheckedSession

    def disconnect(self, session: Session) -> None:
        """End a client's session."""
        watch = watch_of(session.table)
        if watch is not None and session.seats and session.table.state.status == "playing":
            watch.note("disconnect", "the connection was closed during the game")
        super().disconnect(session)


def plan_tables(games: int, seconds: float) -> list[TableSetup]:
    """Plan the tables: the prepared positions without a dealer, then games."""
    clock = Clock(move=seconds)
    setups: list[TableSetup] = []
    for situation in SITUATIONS:
        if situation.question.startswith("decide"):
            position = {**situation.position, "rules": {"round_limit": SITUATION_ROUNDS}}
            seats = [SeatPlan(), SeatPlan("simple"), SeatPlan("simple")]
            table = NewTable(seats=seats, clock=clock, position=position)
            setups.append(TableSetup(situation.name, 0, table))
    presets = [name for name in PRESETS if name != "time_limit"]
    for number in range(games):
        preset, players = presets[number % len(presets)], 2 + number % 4
        seat = number % players
        bots = [SeatPlan(OPPONENTS[place % len(OPPONENTS)]) for place in range(players - 1)]
        rules: dict[str, object] = {"preset": preset, "round_limit": ROUNDS}
        table = NewTable(rules, [*bots[:seat], SeatPlan(), *bots[seat:]], clock)
        name = f"game {number}, {preset} rules, {players} players"
        setups.append(TableSetup(name, seat, table))
    return setups


def check_program(
    command: str,
    *,
    games: int,
    seconds: float = MOVE_SECONDS,
    progress: Callable[[BotCheck, int], object] | None = None,
) -> BotCheck:
    """Check a program; ``progress`` is called after every game with the check so far and the games left."""
    kinds = [kind for kind in KINDS if kind.startswith("decide")]
    setups = plan_tables(games, seconds)
    check = BotCheck(command, None, games, seconds, kinds=kinds)
    report = progress or (lambda check, left: None)
    report(check, len(setups))
    words = shlex.split(command, posix=os.name != "nt")

    async def play_all() -> None:
        async with serve_here() as (hub, address):
            for left, setup in reversed(list(enumerate(reversed(setups)))):
                check.add(await play_at_table(hub, address, setup, words, seconds))
                report(check, left)

    try:
        asyncio.run(play_all())
        check.done = True
    except StopCheck as stop:
        check.problems[stop.label] = str(stop)
    return check


@asynccontextmanager
async def serve_here() -> AsyncIterator[tuple[CheckHub, str]]:
    """Run a server on a free port of the loopback interface; yield it and its address."""
    with tempfile.TemporaryDirectory() as folder:
        storage = SqliteStorage(Path(folder) / "games.db")
        hub = CheckHub(storage, BotPool(1), LOOPBACK_LIMITS)
        await hub.open()
        settings = UvicornSettings(
            make_app(hub), hub.limits, hub.addresses, lifespan="off", log_config=None
        )
        settings.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: HttpProtocol(config=settings, server_state=state, app_state={}), HERE, 0
        )
        try:
            yield hub, f"http://{HERE}:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()
            await hub.close()


async def play_at_table(
    hub: CheckHub, address: str, setup: TableSetup, words: Sequence[str], seconds: float
) -> CheckedGame:
    """Run the program at a new table until the game is over; raise StopCheck if that fails."""
    table, key = await hub.tables.make(setup.new_table)
    watch = GameWatch(table, setup, seconds)
    url = f"{address}/api/tables/{table.name}"
    try:
        process = await asyncio.create_subprocess_exec(
            *words, url, stdout=PIPE, stderr=STDOUT, stdin=asyncio.subprocess.DEVNULL
        )
    except OSError as error:
        raise StopCheck("not started", f"It cannot be started: {error.strerror}.") from None
    output = asyncio.create_task(read_end(process))
    try:
        await first_of(watch.is_seated.wait(), process.wait(), seconds=JOIN_SECONDS)
        if not watch.is_seated.is_set():
            raise StopCheck(
                "no seat taken",
                f"It did not take the free seat at {url}: it has {await ended(process, output)}.",
            )
        await table.start(key)
        await first_of(watch.is_over.wait(), watch.has_stalled.wait(), process.wait())
        if not watch.is_over.is_set():
            raise StopCheck(
                "unfinished game",
                f"It did not finish a game ({setup.name}, turn {table.game.state.turn}): it has "
                f"{await ended(process, output)}, and {describe_mistakes(watch.game)}.",
            )
        await first_of(process.wait(), seconds=EXIT_SECONDS)
        if process.returncode != 0:
            raise StopCheck(
                "bad exit",
                f"After the game ({setup.name}), it has {await ended(process, output)}.",
            )
    finally:
        table.presence.remove(watch)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await output
    return watch.game


async def first_of(*waits: Coroutine[Any, Any, object], seconds: float | None = None) -> None:
    """Wait until one of several things has happened, or until the time is up."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def read_end(process: Process) -> str:
    """Read the program's output, and return its last line."""
    last = ""
    assert process.stdout is not None
    while line := await process.stdout.read(65_536):
        last = (last + line.decode(errors="replace"))[-2000:]
    return last.strip().rpartition("\n")[2]


async def ended(process: Process, output: asyncio.Task[str]) -> str:
    """Describe how the program ended, or that it is still running."""
    if process.returncode is None:
        return "not exited"
    last = await output
    return f"exited with status {process.returncode}" + (f' ("{last}")' if last else "")


def describe_mistakes(game: CheckedGame) -> str:
    """Describe how often each mistake was made in a game."""
    counts = [f"{count} × {cause}" for cause, count in game.causes.items()]
    return f"there was {', '.join(counts)}" if counts else "there was no other mistake"
