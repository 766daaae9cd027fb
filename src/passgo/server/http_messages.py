"""The bodies of requests and replies over HTTP; the socket's messages are in ``wire.py``."""

from __future__ import annotations

from typing import Literal

import msgspec

from passgo.server.wire import ClockSettings, RulesData, SeatSetup, TableSettings, ViewData

# -- requests ----------------------------------------------------------------------------------------------


class TableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants of a new table."""

    rules: dict[str, object] = {}
    """A preset and the options that differ from it."""
    seats: list[SeatSetup] = msgspec.field(default_factory=lambda: [SeatSetup()] * 4)
    clock: ClockSettings = ClockSettings()
    settings: TableSettings = TableSettings()
    position: dict[str, object] | None = None
    """A view or a position to begin from, with its own rules; unseen cards are dealt again."""


class TableChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host wants to change."""

    settings: TableSettings | None = None
    seats: list[SeatSetup] | None = None
    clock: ClockSettings | None = None
    was: list[int] | None = None
    """With ``seats``: the present number of each, or -1 for a new seat."""


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to sit down, and where."""

    name: str
    token: str = ""
    """The playing piece; empty for any."""
    seat: int | None = None
    contribution: str = ""
    """Any short text, which is mixed into the dice."""


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat."""

    seat: int


class BotRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot to seat."""

    bot: str = "normal"


class ContributionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat adds to the dice."""

    contribution: str


# -- replies -----------------------------------------------------------------------------------------------


class TableMade(msgspec.Struct, frozen=True):
    """A new table, and the host key."""

    table: str
    key: str


class SeatTaken(msgspec.Struct, frozen=True):
    """A seat, and the key that holds it."""

    seat: int
    key: str


class WatchLink(msgspec.Struct, frozen=True):
    """A key that may watch and nothing else."""

    key: str


class RuleOption(msgspec.Struct, frozen=True):
    """An option of the rules: what it does, its default, and the least and most of a number."""

    name: str
    about: str
    default: int | bool
    house: bool
    """Whether no official rule has it."""
    low: int | None = None
    high: int | None = None


class RulesReply(msgspec.Struct, frozen=True):
    """What can be agreed on before a game."""

    presets: dict[str, RulesData]
    """Every option of each."""
    options: list[RuleOption]
    bots: list[str]
    """From the weakest that people play with to the strongest."""
    tokens: list[str]
    """The playing pieces."""
    positions: bool
    """Whether a table can begin from a position."""


class ErrorReply(msgspec.Struct, frozen=True):
    """Why nothing was done: a code for programs, a sentence for people."""

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
    """The game as it is, and the seats that a key holds."""

    seq: int
    you: list[int]
    view: ViewData | None
