"""What clients say over the socket, and how it is read. docs/protocol.md tells it for people.

Every message is one JSON object in one text frame. A client's has ``ask``, which says what it is:

    {"ask": "hello", "table": "…", "tokens": ["…"], "since": 17}      first, once
    {"ask": "play", "id": "7", "action": {"action": "Buy", "seat": 0}, "wait": 41}
    {"ask": "check", "id": "8", "action": {…}}                         what would happen?
    {"ask": "order", "id": "9", "seat": 0, "pass_dice": true}
    {"ask": "back", "id": "10", "seat": 0}                             I am here again
    {"ask": "say", "id": "11", "seat": 0, "text": "hello"}
    {"ask": "ping"}
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from passgo.server.problems import Problem

VERSION: Final = 1
REACTIONS: Final = ("👍", "👏", "😂", "😮", "😢", "🎉", "🤝", "⏰")


class _Message(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag=str.lower
):
    """What all messages of clients have: the client's own name for it, which the answer repeats."""

    id: str = ""


class Hello(_Message, frozen=True, kw_only=True):
    """Who is there: the tokens say which seats, a watch token that it only watches."""

    table: str
    tokens: list[str]
    version: int = VERSION
    """Of the protocol."""
    since: int | None = None
    """The version of the table that the client has seen, to hear what it missed."""
    options: bool = True
    """Whether to be told what the own seats may do."""


class Play(_Message, frozen=True, kw_only=True):
    """Play an action; ``wait`` is what it answers, if it answers something."""

    action: dict[str, object]
    wait: int | None = None


class Check(_Message, frozen=True, kw_only=True):
    """Say why an action is not allowed, or what it would do."""

    action: dict[str, object]


class Order(_Message, frozen=True, kw_only=True):
    """Give a standing order: pass the dice when nothing is left to do; bid up to a sum in an auction."""

    seat: int
    pass_dice: bool | None = None
    wait: int = -1
    limit: int = -1


class Back(_Message, frozen=True, kw_only=True):
    """Take a seat over again that was played for its person."""

    seat: int


class Say(_Message, frozen=True, kw_only=True):
    """Say something to the table."""

    seat: int
    text: str


class React(_Message, frozen=True, kw_only=True):
    """Show a reaction to the table."""

    seat: int
    reaction: str


class Mute(_Message, frozen=True, kw_only=True):
    """Hear no more chat of a seat, or hear it again."""

    seat: int
    on: bool = True


class Ping(_Message, frozen=True, kw_only=True):
    """Ask whether the server is there."""


Message: TypeAlias = Hello | Play | Check | Order | Back | Say | React | Mute | Ping

_decoder: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)


def read_message(text: str) -> Message:
    """Read a message of a client; raise Problem if it is none."""
    try:
        message = _decoder.decode(text)
    except RecursionError:
        raise Problem("request.form", "The message is nested too deeply.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Problem("request.form", f"The message cannot be read: {error}.") from None
    if len(message.id) > 64:
        raise Problem("request.form", "The id of a message has at most 64 characters.")
    return message
