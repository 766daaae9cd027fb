"""Players who connect to a table and remember everything that they requested and received.

When they reconnect to a restarted server, they check that nothing they know has changed.
"""

from __future__ import annotations

import asyncio
import http.client
from hashlib import sha256
from random import Random
from typing import Final

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.client import Clocks, Heard, Talk, change, pick, read_options
from tests.server.nursery import Server

GONE: Final = (OSError, ConnectionClosed, InvalidHandshake, http.client.HTTPException)
"""Errors that a client gets when its server has died."""
NOTICE: Final = 120.0
"""Seconds after which a server that has closed its connections counts as still running."""
ASKED_AGAIN: Final = 4
"""The number of acknowledged requests that are repeated after each restart."""


class Lost(AssertionError):
    """A client received something that is no longer true, or was disconnected for no reason."""


async def check_dead(server: Server, who: str, error: Exception) -> None:
    """Raise Lost if a server that disconnected a client is still running."""
    done, _ = await asyncio.wait({server.ended}, timeout=NOTICE)
    if not done:
        raise Lost(f"{who} was disconnected: {error!r}")


class Asked(msgspec.Struct, frozen=True):
    """A request for an action."""

    id: str
    action: dict[str, object]
    decision: int | None


class Answered(msgspec.Struct, frozen=True):
    """The answer to a request."""

    seq: int
    done: bool


class Shown(msgspec.Struct, frozen=True):
    """Options that a client received: the seat, the seq, the decision, and a digest of the options."""

    seq: int
    seat: int
    decision: int
    digest: str


def digest(data: object) -> str:
    """Return a hash of plain data that does not depend on key order."""
    return sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


class Player:
    """A player who remembers everything they requested and received."""

    def __init__(self, table: str, name: str, key: str, random: Random) -> None:
        self.table = table
        self.name = name
        self.key = key
        self.random = random
        self.view: dict[str, object] = {}
        self.seq = 0
        """The view's seq."""
        self.newest = 0
        """The highest seq in any message."""
        self.over = False
        self.asked: dict[str, Asked] = {}
        self.answered: dict[str, Answered] = {}
        self.waiting: Asked | None = None
        """The request that has not been answered yet."""
        self.doubtful: dict[str, int] = {}
        """Requests whose answers were lost in a crash, with the seq at which each was first repeated."""
        self.repeated = set[str]()
        """Requests that were answered earlier and are being repeated."""
        self.said: dict[str, bool] = {}
        """Chat messages, and whether each was acknowledged."""
        self.views: dict[int, str] = {}
        """The view's digest at each seq."""
        self.shown: list[Shown] = []
        self.banks: dict[int, list[float]] = {}
        """The time banks at each seq."""
        self.seats: list[int] = []
        self.options: dict[int, Heard] = {}
        """Each seat's options."""

    async def live(self, server: Server, last: bool = False) -> bool:
        """Play until the server is gone or the game is over; return whether the game is over.

        If ``last`` is true, pending requests are finished and no new ones are made.
        """
        try:
            talk = await Talk.open(server.address.result())
            try:
                await self.come_back(talk, server)
                while self.waiting or self.repeated or not (self.over or last):
                    self.take(await talk.hear())
                    if not (self.waiting or self.over or last):
                        await self.act(talk)
            finally:
                await talk.close()
        except TimeoutError:
            raise Lost(
                f"{self.name} received no message in time; waiting for {self.waiting}"
            ) from None
        except GONE as error:
            await check_dead(server, self.name, error)
            return False
        return self.over

    # -- reconnecting ----------------------------------------------------------------------------------

    async def come_back(self, talk: Talk, server: Server) -> None:
        """Send hello, compare the state with what is known, and repeat unanswered requests."""
        self.options.clear()
        since = self.seq if self.seq and self.random.random() < 0.5 else None
        welcome = await talk.hello(self.table, [self.key], since)
        if welcome.type != "welcome":
            raise Lost(f"{self.name} was not welcomed again: {welcome}")
        if welcome.seq < self.newest:
            raise Lost(
                f"{self.name} had received seq {self.newest}, but the table is now at {welcome.seq}"
            )
        if welcome.clock is not None:
            self.compare_clocks(welcome.seq, welcome.clock, server)
        self.seats = welcome.you
        self.take(welcome)
        if self.waiting is not None:
            self.doubtful.setdefault(self.waiting.id, welcome.seq)
            await self.send(talk, self.waiting)
        done = [name for name, answer in self.answered.items() if answer.done]
        self.repeated = set(self.random.sample(done, min(ASKED_AGAIN, len(done))))
        for name in list(self.repeated):
            await self.send(talk, self.asked[name])

    def compare_clocks(self, seq: int, clock: Clocks, server: Server) -> None:
        """Check that nobody loses time while no server is running."""
        before = self.banks.get(seq)
        if before is not None and before != clock.banks:
            raise Lost(f"{self.name}: the time banks were {before}, but are now {clock.banks}")
        for seat, left in clock.left.items():
            bank = clock.banks[int(seat)]
            if bank > 0 and not bank - server.age - 0.2 < left <= bank:
                raise Lost(f"{self.name}: {left} s of {bank} s are left after {server.age:.1f} s")

    # -- receiving -------------------------------------------------------------------------------------

    def take(self, heard: Heard) -> None:
        """Handle a message."""
        self.newest = max(self.newest, heard.seq)
        if heard.id:
            self.take_answer(heard)
        elif heard.type == "options":
            self.options[heard.seat] = heard
            found = sha256(heard.options).hexdigest()
            self.shown.append(Shown(heard.seq, heard.seat, heard.decision, found))
        elif heard.seq:
            self.take_news(heard)

    def take_answer(self, heard: Heard) -> None:
        """Record a request's answer; a repeated request must get the same answer as the first time."""
        if heard.id in self.said:
            self.said[heard.id] = heard.type != "error"
            return
        answer = Answered(heard.seq, heard.done)
        first = self.answered.setdefault(heard.id, answer)
        if first != answer:
            raise Lost(f"{heard.id} was first answered with {first}, but now with {answer}")
        self.repeated.discard(heard.id)
        if self.waiting is not None and self.waiting.id == heard.id:
            self.waiting = None

    def take_news(self, heard: Heard) -> None:
        """Handle a message that everyone receives."""
        if heard.type == "welcome" and heard.view is None:
            return  # the missed messages arrive next
        if heard.view is not None:
            self.view = heard.view
        change(self.view, heard.changes)
        self.over = self.view["over"] is True
        self.seq = heard.seq
        found = digest(self.view)
        if self.views.setdefault(heard.seq, found) != found:
            raise Lost(f"{self.name} received a different view at seq {heard.seq}")
        if heard.clock is not None:
            self.banks[heard.seq] = heard.clock.banks

    # -- acting ----------------------------------------------------------------------------------------

    async def act(self, talk: Talk) -> None:
        """Play an available action; occasionally chat or wait."""
        if self.random.random() < 0.03:
            await self.say(talk)
        if self.random.random() < 0.01:
            await asyncio.sleep(0.3)  # wait: a player who hesitates; nothing depends on how long
        for heard in self.random.sample(list(self.options.values()), len(self.options)):
            action = pick(read_options(heard), self.random)
            if action is not None:
                about = heard.decision if self.random.random() < 0.5 else None
                self.waiting = Asked(f"{self.name}:{len(self.asked)}", action, about)
                self.asked[self.waiting.id] = self.waiting
                for _ in range(self.random.choice((1, 1, 1, 1, 2))):  # some players are impatient
                    await self.send(talk, self.waiting)
                return

    async def say(self, talk: Talk) -> None:
        """Send a chat message that nobody has sent before."""
        text = f"{self.name} says {len(self.said)}"
        self.said[text] = False
        await talk.say(text, self.seats[0], text)

    async def send(self, talk: Talk, asked: Asked) -> None:
        """Send a request, either for the first time or again."""
        await talk.play(asked.id, asked.action, asked.decision)
