"""A table's most recent messages, for clients that reconnect; rebuilt from the log after a restart."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET

from passgo.engine.events import Event
from passgo.server.log_entries import ActionPlayed, LogEntry, Seated, Started, Vacated, read_entry
from passgo.server.messages import describe_view, write_action, write_change
from passgo.server.table_state import TableState
from passgo.server.wire import Decider, Played, TableUpdate

KEPT: Final = 100
"""Number of messages to keep."""
SLICE: Final = 20
"""Log entries to replay between pauses: less than 1 ms of work, even if the engine is not compiled."""
MOST_BYTES: Final = 200_000
"""Maximum size, in bytes, of the history sent to a client that reconnects."""

MessageKind: TypeAlias = Literal["action", "seats", ""]
"""The subject of a message: an action, the seating, or something that is not in the history."""


def kind_of_entry(entry: LogEntry) -> MessageKind:
    """Return the kind of message that is sent about an entry."""
    if isinstance(entry, ActionPlayed):
        return "action"
    return "seats" if isinstance(entry, Started | Seated | Vacated) else ""


class Backlog:
    """A table's most recent messages."""

    def __init__(self) -> None:
        self.messages: deque[tuple[int, bytes, MessageKind]] = deque(maxlen=KEPT)
        """Tuples of seq, message and kind."""
        self.recalled = 0
        """Messages up to this seq were rebuilt from the log and lack the changes to the view."""

    def keep(self, seq: int, message: bytes, kind: MessageKind) -> None:
        """Store a message that was sent."""
        self.messages.append((seq, message, kind))

    def messages_since(self, since: int, seq: int) -> list[bytes] | None:
        """Return the messages after seq ``since``, up to ``seq``; None if some are no longer available."""
        if since == seq:
            return []
        oldest = self.messages[0][0] if self.messages else seq + 1
        if not max(oldest, self.recalled + 1) <= since + 1 <= seq:
            return None
        return [message for at, message, _ in self.messages if at > since]

    def history(self, count: int) -> list[Played]:
        """Return up to ``count`` of the most recent actions."""
        return cast(list[Played], self.latest("action", count))

    def table_history(self, count: int) -> list[TableUpdate]:
        """Return up to ``count`` recent messages about the game's start and players joining or leaving."""
        return cast(list[TableUpdate], self.latest("seats", count))

    def latest(self, kind: MessageKind, count: int) -> list[msgspec.Raw]:
        """Return the most recent messages of a kind, oldest first."""
        found = [message for _, message, its_kind in self.messages if its_kind == kind]
        taken: list[bytes] = []
        size = 0
        for message in reversed(found[-count:] if count > 0 else []):
            size += len(message)
            if size > MOST_BYTES:
                break
            taken.append(message)
        return [msgspec.Raw(one) for one in reversed(taken)]


async def replay_log(entries: Sequence[bytes], turn: asyncio.Lock) -> tuple[TableState, Backlog]:
    """Replay a log and rebuild its most recent messages; raise LogError if the log is damaged.

    Replaying a long log takes a while, so this function lets other tasks run after every few entries.
    If several logs are being replayed, they take turns.
    """
    backlog = Backlog()

    def keep_message(state: TableState, entry: LogEntry, events: list[Event]) -> None:
        kind = kind_of_entry(entry)
        if kind:
            backlog.keep(state.seq, rewrite_message(state, entry, events), kind)

    state = TableState.open(entries[:1])
    loud_from = len(entries) - KEPT
    for start in range(1, len(entries), SLICE):
        async with turn:
            for seq, data in enumerate(entries[start : start + SLICE], start + 1):
                state.read(read_entry(seq, data), keep_message if seq > loud_from else None)
            await asyncio.sleep(0)
    backlog.recalled = state.seq
    return state, backlog


def rewrite_message(state: TableState, entry: LogEntry, events: list[Event]) -> bytes:
    """Rebuild the message about an entry, without the changes to the view."""

    if isinstance(entry, ActionPlayed):
        return write_action(state, entry.action, cast(Decider, entry.by), events)
    view = describe_view(state) if isinstance(entry, Started) else None
    return write_change(state, events, UNSET if view is None else view)
