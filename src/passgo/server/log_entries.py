"""The log of a table: what each line says. A table is what its lines say, read in order.

    created   the rules, the seats and the settings; the commitment of the fair dice, and their secret
    seated    who sits on a seat now: a person with a key, or a bot
    vacated   nobody sits there any more; in a game, the seat is played by a bot or plays safe
    changed   settings that the host changed, before the game or in it
    contributed  what a person who sat down without a contribution adds to the dice
    watched   the digest of a key that may watch
    started   the game begins: everybody's contribution to the dice
    ordered   a standing order of a seat
    played    an action, who decided it, what chance gave it, and which request asked for it
    away      a seat is played for its person from here on, or is theirs again
    rematch   the table where the same people play again

The log never leaves the server as it is: it holds the secret and the digests of keys. What people get of
it is made by ``messages.py`` and ``table.py``; the game file is made by ``record``.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from passgo.engine.refusal import PassGoError

WhenOut: TypeAlias = Literal["pass", "safe", "bot"]
"""What happens when a person's time is out: the safe answer once; the same until they are back; or a bot
plays until they are back."""


class LogError(PassGoError):
    """A log that does not agree with itself: which entry, and why."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think, in seconds; 0 is no limit. And how long the time-limit game takes."""

    move: float = 0
    """For each decision."""
    bank: float = 0
    """For the whole game, used up once a decision has taken longer than ``move``."""
    when_out: WhenOut = "pass"
    bot: str = "normal"
    """Who plays for those who are away."""
    game_minutes: int = 60
    """From the start to the end, where the rules have a time limit."""

    @property
    def runs(self) -> bool:
        """Whether there is any limit."""
        return self.move > 0 or self.bank > 0


class HostSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host has set, which may change in the game."""

    name: str = ""
    public: bool = False
    locked: bool = False
    """Nobody new sits down."""
    chat: bool = True
    pace: float = 0.0
    """Seconds between two moves of bots, so that people can follow."""


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat before anybody sits on it: open to people, or for a bot."""

    bot: str = ""


class _LogEntry(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=str.lower,
):
    """What all lines have: when it was, in seconds since 1970."""

    at: float


class Created(_LogEntry, frozen=True):
    """The table is made."""

    table: str
    rules: dict[str, object]
    seats: list[SeatPlan]
    clock: Clock
    settings: HostSettings
    commitment: str
    secret: str
    host: str
    """The digest of the host's key."""
    rematch_of: str = ""
    """The table of which this is the rematch."""
    position: dict[str, object] | None = None
    """Where the game begins, unseen cards left out; None for the usual start."""


class Seated(_LogEntry, frozen=True):
    """Somebody sits down."""

    seat: int
    name: str
    token: str
    """The playing piece."""
    bot: str = ""
    """Which bot; empty for a person."""
    digest: str = ""
    """Of the person's seat key."""
    contribution: str = ""


class Vacated(_LogEntry, frozen=True):
    """A seat is free again."""

    seat: int
    removed: bool = False
    """By the host."""


class Changed(_LogEntry, frozen=True):
    """The host has changed settings, the plan of the seats, or who is host."""

    settings: HostSettings | None = None
    seats: list[SeatPlan] | None = None
    clock: Clock | None = None
    host: str = ""
    was: list[int] | None = None
    """With ``seats``: the number that each of them had before, -1 for a new seat."""


class Contributed(_LogEntry, frozen=True):
    """A person who sat down without a contribution to the dice has made one."""

    seat: int
    contribution: str


class Watched(_LogEntry, frozen=True):
    """There is a new watch link, and the old ones are void."""

    digest: str


class Started(_LogEntry, frozen=True):
    """The game begins."""

    contributions: list[str]


class Ordered(_LogEntry, frozen=True):
    """A standing order is given or canceled; ``decision`` is the auction that a limit is for."""

    seat: int
    end_turn: bool | None = None
    decision: int = -1
    limit: int = -1
    """Bid up to this; 0 stays out of the auction."""
    decline_offers: bool | None = None


class ActionPlayed(_LogEntry, frozen=True, tag="played"):
    """An action of the game."""

    action: dict[str, object]
    by: str
    rolls: list[tuple[int, int]]
    spent: float = 0.0
    """What it took of the person's bank of time, in seconds."""
    request: str = ""
    """The client's own name for its request, so that a repeat gets its first answer."""


class Away(_LogEntry, frozen=True):
    """A seat is played for its person, whose time is out or who is gone, or the person is back."""

    seat: int
    away: bool
    bot: str = ""
    """The bot that the host lets play; empty if the time is out and it is done as the table agreed."""


class RematchMade(_LogEntry, frozen=True, tag="rematch"):
    """The same people play again at another table."""

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
    """Write a line as JSON."""
    return _encoder.encode(entry)


def read_entry(seq: int, data: bytes) -> LogEntry:
    """Read a line; raise LogError if it is none."""
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise LogError(f"Line {seq} of the log is not a PassGo log entry: {error}.") from None
