"""Bodies of HTTP requests and replies. The WebSocket messages are in ``wire.py``."""

from __future__ import annotations

from typing import Literal

import msgspec

from passgo.server.wire import ClockSettings, RulesData, SeatSetup, TableSettings, ViewData

# -- requests ----------------------------------------------------------------------------------------------


class TableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table."""

    rules: dict[str, object] = {}
    """A preset and the options that differ from it."""
    seats: list[SeatSetup] = msgspec.field(default_factory=lambda: [SeatSetup()] * 4)
    clock: ClockSettings = ClockSettings()
    settings: TableSettings = TableSettings()
    position: dict[str, object] | None = None
    """A view or a position to start from, with its own rules; unseen cards are reshuffled."""


class TableChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes that the host requests."""

    settings: TableSettings | None = None
    seats: list[SeatSetup] | None = None
    clock: ClockSettings | None = None
    was: list[int] | None = None
    """The current number of each seat in ``seats``, or -1 for a new seat."""


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to take a seat."""

    name: str
    token: str = ""
    """The playing piece; empty if any will do."""
    seat: int | None = None
    contribution: str = ""
    """Any short text; it is mixed into the dice."""


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat number."""

    seat: int


class BotRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot to seat."""

    bot: str = "normal"
    name: str = ""
    """The bot character's name; empty for any."""


class ContributionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's contribution to the dice."""

    contribution: str


# -- replies -----------------------------------------------------------------------------------------------


class TableMade(msgspec.Struct, frozen=True):
    """A new table, and the host key."""

    table: str
    key: str


class SeatTaken(msgspec.Struct, frozen=True):
    """A seat and its key."""

    seat: int
    key: str


class WatchLink(msgspec.Struct, frozen=True):
    """A key that allows watching and nothing else."""

    key: str


class RuleOption(msgspec.Struct, frozen=True):
    """A rule option: what it does, its default, and its range if it is a number."""

    name: str
    about: str
    default: int | bool
    house: bool
    """Whether it is a house rule."""
    low: int | None = None
    high: int | None = None


class RulesReply(msgspec.Struct, frozen=True):
    """Everything the players can choose before a game."""

    presets: dict[str, RulesData]
    """The value of every option, by preset."""
    options: list[RuleOption]
    bots: list[str]
    """The bots offered to people, from weakest to strongest."""
    tokens: list[str]
    """The playing pieces."""
    positions: bool
    """Whether a table can start from a given position."""


class ErrorReply(msgspec.Struct, frozen=True):
    """An error: a machine-readable code and a human-readable sentence. The request had no effect."""

    code: str
    sentence: str


class ListedTable(msgspec.Struct, frozen=True):
    """A public table in the lobby."""

    table: str
    status: Literal["open", "playing"]
    name: str
    preset: str
    seats: int
    people: int
    bots: int
    locked: bool


class SeatView(msgspec.Struct, frozen=True):
    """The current view of the game, and the seats that a key holds."""

    seq: int
    you: list[int]
    view: ViewData | None
