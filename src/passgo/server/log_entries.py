"""The entries in a table's log. Applying them in order gives the table's state.

    created   the rules, seats and settings, the dice commitment and the dice secret
    seated    a seat taken by a person with a key or by a bot
    vacated   a seat that is free again; during a game, a bot plays it
    changed   new settings, new seats, a new clock or a new host
    contributed  the dice contribution of a person who joined without one
    watched   the digest of a new watch key
    started   the start of the game, with everyone's contribution to the dice
    ordered   a seat's standing order
    played    an action, who chose it, the dice rolls, and the request's id
    away      whether the table is now playing for a person
    rematch   the table at which the rematch takes place

The log itself never leaves the server, because it contains the secret and the digests of keys.
``messages.py`` writes the messages for clients, and ``game_file.py`` writes the game file.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from passgo.engine.refusal import PassGoError

WhenOut: TypeAlias = Literal["pass", "safe", "bot"]
"""What happens when a person's time is up: one safe answer is given, safe answers are given until the
person is back, or a bot plays until then.
"""


class LogError(PassGoError):
    """An inconsistent log; the message names the entry and the reason."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thinking time in seconds (0 for no limit), and the length of a game with a time limit."""

    move: float = 0
    """Time for each decision."""
    bank: float = 0
    """Time bank for the whole game; any time a decision takes beyond ``move`` is deducted from it."""
    when_out: WhenOut = "pass"
    bot: str = "normal"
    """The bot that plays for people who are away."""
    game_minutes: int = 60
    """Length of the game, if the rules have a time limit."""

    @property
    def runs(self) -> bool:
        """Whether thinking time is limited."""
        return self.move > 0 or self.bank > 0


class HostSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that the host may change at any time."""

    name: str = ""
    public: bool = False
    locked: bool = False
    """Whether the table is closed to new players."""
    chat: bool = True
    pace: float = 0.0
    """Seconds that bots pause before a move, so that people can follow along."""
    hints: bool = False
    """Whether players may ask for hints."""


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The plan for a free seat: open to people, or reserved for a bot."""

    bot: str = ""
    name: str = ""
    """The bot character's name; empty for any."""


class _LogEntry(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=str.lower,
):
    """The base class of all entries, with the time in seconds since 1970."""

    at: float


class Created(_LogEntry, frozen=True):
    """The table was created."""

    table: str
    rules: dict[str, object]
    seats: list[SeatPlan]
    clock: Clock
    settings: HostSettings
    commitment: str
    secret: str
    host: str
    """The digest of the host key."""
    rematch_of: str = ""
    """The table that this one is a rematch of."""
    position: dict[str, object] | None = None
    """The position to start from, without unseen cards; None for a normal start."""


class Seated(_LogEntry, frozen=True):
    """A person or a bot took a seat."""

    seat: int
    name: str
    token: str
    """The playing piece."""
    bot: str = ""
    """The kind of bot; empty for a person."""
    digest: str = ""
    """The digest of the person's seat key."""
    contribution: str = ""


class Vacated(_LogEntry, frozen=True):
    """A seat became free."""

    seat: int
    removed: bool = False
    """Whether the host removed the player."""


class Changed(_LogEntry, frozen=True):
    """The settings, the seats, the clock or the host changed."""

    settings: HostSettings | None = None
    seats: list[SeatPlan] | None = None
    clock: Clock | None = None
    host: str = ""
    was: list[int] | None = None
    """The previous number of each seat in ``seats``, or -1 for a new seat."""


class Contributed(_LogEntry, frozen=True):
    """A person who had joined without contributing to the dice has now contributed."""

    seat: int
    contribution: str


class Watched(_LogEntry, frozen=True):
    """A new watch link was created; the old one stopped working."""

    digest: str


class Started(_LogEntry, frozen=True):
    """The game started."""

    contributions: list[str]


class Ordered(_LogEntry, frozen=True):
    """A standing order was given or canceled; for a bid limit, ``decision`` identifies the auction."""

    seat: int
    end_turn: bool | None = None
    decision: int = -1
    limit: int = -1
    """The maximum bid; 0 to stay out of the auction."""
    decline_offers: bool | None = None


class ActionPlayed(_LogEntry, frozen=True, tag="played"):
    """An action was played."""

    action: dict[str, object]
    by: str
    rolls: list[tuple[int, int]]
    spent: float = 0.0
    """Seconds deducted from the person's time bank."""
    request: str = ""
    """The client's id for its request, so that a repeated request gets the same answer."""


class Away(_LogEntry, frozen=True):
    """The table started or stopped playing for a person."""

    seat: int
    away: bool
    bot: str = ""
    """The bot that the host chose; empty if time ran out and the clock settings apply."""


class RematchMade(_LogEntry, frozen=True, tag="rematch"):
    """A rematch was created as a new table."""

    table: str


LogEntry: TypeAlias = (
    Created
    | Seated
    | Vacated
    | Changed
    | Contributed
    | Watched
    | Started
    | Ordered
    | ActionPlayed
    | Away
    | RematchMade
)

_decoder: Final[msgspec.json.Decoder[LogEntry]] = msgspec.json.Decoder(LogEntry)
_encoder: Final = msgspec.json.Encoder()


def write_entry(entry: LogEntry) -> bytes:
    """Encode an entry as JSON."""
    return _encoder.encode(entry)


def read_entry(seq: int, data: bytes) -> LogEntry:
    """Decode an entry; raise LogError if it is not valid."""

    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise LogError(f"Line {seq} of the log is not a PassGo log entry: {error}.") from None
