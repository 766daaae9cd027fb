"""Chat at a table: plain text and reactions, rate-limited. The host can turn it off."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from passgo.server.limits import Limits, Rate
from passgo.server.problems import Problem
from passgo.server.storage.interface import Storage
from passgo.server.table import Table
from passgo.server.wire import REACTIONS, ChatMessage, Reaction

if TYPE_CHECKING:
    from passgo.server.session import Session

BURST: Final = 5
"""Number of lines that a seat may send in a burst after a pause."""


class Chat:
    """The chat at one table."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        limits: Limits,
        allowed: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.storage = storage
        self.limits = limits
        self.allowed = allowed
        """Whether this server allows chat."""
        self.now = now
        self.sessions: set[Session] = set()
        self.rates: dict[int, Rate] = {}
        self.requests: dict[int, str] = {}
        """The id of the request that sent each seat's last line."""

    async def say(self, seat: int, text: str, request: str = "") -> None:
        """Store a line and send it to everyone; ignore a request that has already been carried out."""
        if request and self.requests.get(seat) == request:
            return
        self.check(seat)
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not 0 < len(text) <= self.limits.chat_length:
            most = self.limits.chat_length
            raise Problem(
                "request.form", f"A chat message must have 1 to {most} visible characters."
            )
        at = self.table.now()
        data = msgspec.json.encode({"seat": seat, "name": self.name(seat), "text": text})
        number = await self.storage.add_chat_line(self.table.name, at, data)
        self.requests[seat] = request
        self.table.metrics.chat_lines.inc()
        name = self.name(seat)
        self.send(seat, ChatMessage(seat=seat, name=name, text=text, at=at, number=number))

    def react(self, seat: int, reaction: str) -> None:
        """Send a reaction to everyone; it is not stored."""
        self.check(seat)
        if reaction not in REACTIONS:
            raise Problem("request.form", f"Unknown reaction. Choose one of {' '.join(REACTIONS)}.")
        self.send(seat, Reaction(seat=seat, reaction=reaction))

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.table.state.places[seat].name

    def check(self, seat: int) -> None:
        """Raise Problem if chat is off, or if the seat is sending too fast."""
        if not self.allowed:
            raise Problem("chat.off", "Chat is turned off on this server.")
        if not self.table.state.settings.chat:
            raise Problem("chat.off", "The host has turned off chat.")
        rate = self.rates.get(seat)
        if rate is None:
            rate = Rate(self.limits.chat_per_minute / 60, BURST)
            self.rates[seat] = rate
        if not rate.allow(self.now()):
            raise Problem("chat.rate", "You're sending messages too fast. Wait a moment.")

    def send(self, seat: int, message: ChatMessage | Reaction) -> None:
        """Send a message to everyone who has not muted the seat."""
        data = msgspec.json.encode(message)
        for session in list(self.sessions):
            session.send_chat(seat, data)
