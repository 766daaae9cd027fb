"""One client's session at a table: its requests, and the messages it receives.

A session is independent of its socket: the caller passes in received messages and sends what is in the
outbox. The size of the outbox is limited. A client that reads too slowly is disconnected, so that nobody
has to wait for it; when it reconnects, it gets what it missed.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import UNSET

from passgo.codec import CodecError, action_from_data, event_to_data, refusal_to_data
from passgo.engine.action import Action
from passgo.engine.refusal import Refusal
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import TradeProposal
from passgo.server.autoplay import AutoPlayer
from passgo.server.chat import Chat
from passgo.server.hints import TableHints
from passgo.server.keys import matches
from passgo.server.limits import Limits, Rate
from passgo.server.presence import Subscriber
from passgo.server.problems import Problem, store_away
from passgo.server.seats import Access
from passgo.server.storage.interface import StorageError
from passgo.server.table import Table
from passgo.server.wire import (
    LONGEST_ERROR,
    PROTOCOL_VERSION,
    ActionRefused,
    Answer,
    Back,
    Check,
    ClientMessage,
    Done,
    ErrorAnswer,
    Hello,
    Hint,
    Mute,
    Order,
    OwnSeatMessage,
    Play,
    Pong,
    Preview,
    React,
    Ready,
    Say,
    Welcome,
    YourSeats,
    id_of_message,
    read_message,
)

LONGEST_WAIT: Final = 3.0
"""Maximum number of seconds that a roll waits for bots to act first."""


class Session(Subscriber):
    """A connected client that has sent ``hello``."""

    def __init__(
        self,
        table: Table,
        autoplayer: AutoPlayer,
        chat: Chat,
        hints: TableHints,
        hello: Hello,
        limits: Limits,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        most = len(table.state.places) + 1
        if not 0 < len(hello.keys) <= most:
            raise Problem("key.unknown", f"The hello message must have 1 to {most} keys.")
        self.table = table
        self.keys = hello.keys
        self.seats, self.host = find_seats(table, hello.keys)
        self.is_counted_as_spectator = not self.seats
        """Whether the client counts as a spectator until it disconnects, even if it takes a seat later."""
        self.seats_due = False
        """Whether the client's seats have changed and it has not been notified yet."""
        self.autoplayer = autoplayer
        self.chat = chat
        self.hints = hints
        self.limits = limits
        self.now = now
        self.rates = [Rate(limits.messages_per_second, limits.messages_burst)]
        """The session's own rate, and those shared with other sockets for the same seats or address."""
        self.wants_options = hello.options
        self.options_due = self.wants_options and bool(self.seats)
        self.muted = set[int]()
        self.tasks = set[asyncio.Task[None]]()
        """Requests in progress."""
        self.outbox: deque[bytes] = deque()
        self.ready = asyncio.Event()
        """Set when there is something to send or the session is over."""
        self.closed = ""
        """The code for the reason the session ended; empty until then."""
        self.send_welcome(hello.since, hello.history)

    @property
    def is_spectator(self) -> bool:
        """Whether the client can only watch."""
        return not self.seats

    # -- to the client ---------------------------------------------------------------------------------

    def send_welcome(self, since: int | None, history: int) -> None:
        """Subscribe to the table, and send either the messages the client missed or the whole state."""
        table = self.table
        table.presence.add(self)
        backlog = table.backlog
        missed = backlog.messages_since(since, table.state.seq) if since is not None else None
        here = table.presence.describe()
        reply = Welcome(
            protocol=PROTOCOL_VERSION,
            seq=table.state.seq,
            you=list(self.seats),
            host=self.host,
            table=table.describe(),
            view=table.view if missed is None else UNSET,
            clock=table.clocks.describe(),
            history=backlog.history(history) if missed is None else [],
            table_history=backlog.table_history(history) if missed is None else [],
            orders=[table.describe_orders(seat) for seat in self.seats],
            present=here.present,
            spectators=here.spectators,
            takeover_in=here.takeover_in,
        )
        self.outbox += [msgspec.json.encode(reply), *(missed or [])]
        table.changed.set()  # resumes a table that everyone had left

    def send_update(self, message: bytes) -> None:
        """Queue a message about the table, and notify the client if its seats have changed."""
        self.push(message)
        if self.seats_due:
            self.seats_due = False
            self.push(msgspec.json.encode(YourSeats(you=list(self.seats), host=self.host)))
        self.options_due = self.wants_options and bool(self.seats)

    def send_notice(self, message: bytes) -> None:
        """Queue a message about something that is not in the table's log."""
        self.push(message)

    def recheck_keys(self) -> None:
        """Update the seats that the keys hold; end the session if no key is valid anymore."""
        before = self.seats, self.host
        try:
            self.seats, self.host = find_seats(self.table, self.keys)
        except Problem as problem:
            self.stop(problem.code)
        self.seats_due = self.seats_due or before != (self.seats, self.host)

    def send_chat(self, seat: int, message: bytes) -> None:
        """Queue a line of chat, unless the seat that sent it is muted."""
        if seat not in self.muted:
            self.push(message)

    def push(self, message: bytes) -> None:
        """Put a message in the outbox; stop the session if the outbox is full."""
        if len(self.outbox) >= self.limits.waiting_per_socket:
            self.stop("slow")
            return
        self.outbox.append(message)
        self.ready.set()

    def stop(self, code: str) -> None:
        """End the session, with a code for the reason."""
        self.closed = self.closed or code
        self.table.presence.remove(self)
        self.ready.set()

    async def next_batch(self) -> list[bytes]:
        """Wait for messages to send, and return them; return an empty list when the session is over.

        The options for the client's seats come after all other messages.
        """
        while not self.outbox and not self.closed:
            if self.options_due:
                async with self.table.lock:  # so that the options match what is durable
                    if not self.outbox:
                        self.options_due = False
                        return self.write_options()
            else:
                self.ready.clear()
                await self.ready.wait()
        batch = list(self.outbox)
        self.outbox.clear()
        return batch

    def write_options(self) -> list[bytes]:
        """Encode the options for the client's seats."""
        if self.table.state.status != "playing":
            return []
        return [msgspec.json.encode(self.table.describe_options(seat)) for seat in self.seats]

    # -- from the client -------------------------------------------------------------------------------

    async def receive(self, text: str) -> None:
        """Carry out a request, even if the client disconnects in the meantime."""
        task = asyncio.create_task(self.handle(text))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        await asyncio.shield(task)

    async def handle(self, text: str) -> None:
        """Carry out and answer any request."""
        if not self.is_allowed_now():
            problem = Problem("request.rate", "You're sending messages too fast. Wait a moment.")
            self.push(problem_message(id_of_message(text), problem))
            return
        try:
            message = read_message(text)
        except Problem as problem:
            self.push(problem_message("", problem))
            return
        try:
            await self.carry_out(message)
        except Problem as problem:
            self.push(problem_message(message.id, problem))
        except StorageError:
            # A broken table has disconnected everyone. Clients reconnect and repeat their requests, which
            # may or may not have been saved.
            if not self.table.is_broken:
                self.push(problem_message(message.id, store_away()))

    def is_allowed_now(self) -> bool:
        """Return whether one more message is allowed now, and count it if so."""
        now = self.now()
        if any(rate.wait(now) > 0 for rate in self.rates):
            return False
        return all(rate.allow(now) for rate in self.rates)

    async def carry_out(self, message: ClientMessage) -> None:
        """Carry out the request in a message; raise Problem if that is not possible."""
        if isinstance(message, OwnSeatMessage):
            self.check_seat(message.seat)
        match message:
            case Play():
                await self.play(message)
            case Check():
                await self.check(message)
            case Order():
                await self.table.set_order(
                    message.seat,
                    message.end_turn,
                    message.decision,
                    message.limit,
                    message.decline_offers,
                )
                self.send_done(message.id)
            case Back():
                await self.table.set_away(message.seat, False)
                self.send_done(message.id)
            case Ready():
                if self.seats:
                    self.autoplayer.show_start()
                self.send_done(message.id)
            case Say():
                await self.chat.say(message.seat, message.text, message.id)
                self.send_done(message.id)
            case React():
                self.chat.react(message.seat, message.reaction)
                self.send_done(message.id)
            case Mute():
                self.mute(message.seat, message.on)
                self.send_done(message.id)
            case Hint():
                advice = await self.hints.advise(message.seat, message.offer, message.id)
                self.send_answer(advice)
            case Hello():
                raise Problem("request.form", "You have already sent hello.")
            case _:
                self.push(msgspec.json.encode(Pong(seq=self.table.state.seq)))

    def mute(self, seat: int, on: bool) -> None:
        """Stop or resume sending chat from a seat."""
        if not 0 <= seat < len(self.table.state.places):
            raise Problem("seat.unknown", "There is no such seat.")
        self.muted.add(seat) if on else self.muted.discard(seat)

    async def play(self, message: Play) -> None:
        """Play an action for one of the client's seats."""
        action = self.read_action(message.action)
        seat = int(action.seat)
        if self.table.state.places[seat].away:
            await self.table.set_away(seat, False)
        if isinstance(action, Roll):
            with suppress(TimeoutError):  # slower bots miss their chance to act
                async with asyncio.timeout(LONGEST_WAIT):
                    await self.autoplayer.quiet.wait()
        await self.table.play(action, message.id, message.decision, answer=self.send_answer)

    def send_answer(self, answer: Answer) -> None:
        """Send the answer to a request."""
        self.push(msgspec.json.encode(answer))

    async def check(self, message: Check) -> None:
        """Answer a check with a preview of the action or with the reason it is not allowed."""
        action = self.read_action(message.action)
        async with self.table.lock:
            game = self.table.game
            if message.accepted and isinstance(action, TradeProposal):
                found = game.check_trade(action)
            else:
                found = game.check(action)
            seq = self.table.state.seq
        reply: Answer
        if isinstance(found, Refusal):
            reply = ActionRefused(id=message.id, seq=seq, refusal=refusal_to_data(found))
        else:
            events = None if found is None else [event_to_data(event) for event in found]
            reply = Preview(id=message.id, seq=seq, events=events)
        self.send_answer(reply)

    def read_action(self, data: dict[str, object]) -> Action:
        """Read an action for one of the client's seats."""
        try:
            action = action_from_data(data)
        except CodecError as error:
            raise Problem("request.form", str(error)[:LONGEST_ERROR]) from None
        self.check_seat(int(action.seat))
        return action

    def check_seat(self, seat: int) -> None:
        """Raise Problem unless this client still holds a seat."""
        if seat not in self.seats:
            if self.is_spectator:
                raise Problem("key.watch", "Spectators cannot play.")
            raise Problem("key.seat", "That is not your seat.")
        held = self.table.state.places[seat].digest
        if not any(matches(key, held) for key in self.keys):
            raise Problem("key.seat", "That is no longer your seat.")

    def send_done(self, request: str) -> None:
        """Confirm that a request was carried out."""
        self.send_answer(Done(id=request, seq=self.table.state.seq))


def find_seats(table: Table, keys: Sequence[str]) -> tuple[list[int], bool]:
    """Return the seats that keys hold, and whether one is the host key; raise Problem if none is valid."""
    found: list[Access] = []
    for key in keys:
        try:
            found.append(table.seats.access(key))
        except Problem as problem:
            wrong = problem
    if not found:
        raise wrong
    seats = {seat for holder in found for seat in holder.seats}
    return sorted(seats), any(holder.host for holder in found)


def problem_message(request: str, problem: Problem) -> bytes:
    """Encode the error message for a request."""
    return msgspec.json.encode(
        ErrorAnswer(id=request, code=problem.code, sentence=problem.sentence)
    )
