"""The messages of the socket, and the values they share with HTTP; ``docs/protocol.md`` describes them.

Every message is one JSON object in one text frame, and its ``type`` says what it is. Clients send:

    {"type": "hello", "table": "…", "keys": ["…"], "since": 17}      first, once
    {"type": "play", "id": "7", "action": {"action": "Buy", "seat": 0}, "decision": 41}
    {"type": "check", "id": "8", "action": {…}}                       what would happen?
    {"type": "order", "id": "9", "seat": 0, "end_turn": true}
    {"type": "back", "id": "10", "seat": 0}                           I am here again
    {"type": "ready"}                                                 my board is drawn
    {"type": "say", "id": "11", "seat": 0, "text": "hello"}           also react and mute
    {"type": "ping"}                                                  answered by pong

The server answers a request by repeating its ``id``: ``accepted``, ``refused``, ``preview``, ``done`` or
``error``. Without being asked it sends ``welcome`` first, then ``played``, ``table``, ``options``,
``your_seats``, ``presence``, ``chat`` and ``reaction``. ``tools/wire_schema.py`` makes the JSON Schema and
the TypeScript types of both sides from the classes here.

These classes are the protocol and nothing else: the log on disk has its own (``log_entries.py``), and
``messages.py`` converts between the two.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from passgo.server.problems import Problem

PROTOCOL_VERSION: Final = 2
LONGEST_ID: Final = 64
LONGEST_ERROR: Final = 300
"""Characters of an error message: it may repeat what was sent."""
LONGEST_CLOCK: Final = 14 * 86_400
"""Seconds."""
LONGEST_PACE: Final = 10
"""Seconds."""
LONGEST_GAME: Final = 1440
"""Minutes."""
BID_STEP: Final = 10
"""By how much a standing order outbids others."""
REACTIONS: Final = ("👍", "👏", "😂", "😮", "😢", "🎉", "🤝", "⏰")

# The codec's vocabulary, which has its own tables: the schema refers to it by these names.
ActionData: TypeAlias = Annotated[
    dict[str, object], Meta(extra_json_schema={"$ref": "#/$defs/Action"})
]
EventData: TypeAlias = Annotated[
    dict[str, object], Meta(extra_json_schema={"$ref": "#/$defs/GameEvent"})
]
RefusalData: TypeAlias = Annotated[
    dict[str, object], Meta(extra_json_schema={"$ref": "#/$defs/Refusal"})
]
OptionData: TypeAlias = Annotated[
    dict[str, object], Meta(extra_json_schema={"$ref": "#/$defs/Option"})
]
ViewData: TypeAlias = Annotated[dict[str, object], Meta(extra_json_schema={"$ref": "#/$defs/View"})]
RulesData: TypeAlias = Annotated[
    dict[str, object], Meta(extra_json_schema={"$ref": "#/$defs/Rules"})
]
Change: TypeAlias = tuple[list[str | int], object]
"""Put the value at the path of the view."""
Decider: TypeAlias = Literal["seat", "bot", "clock", "table"]
"""Who decided: the player, a bot in their seat, their clock, a standing order."""


# -- from clients ------------------------------------------------------------------------------------------


class _ClientMessage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """What all messages from clients have: the client's own name for it, which the answer repeats."""

    id: str = ""


class OwnSeatMessage(_ClientMessage, frozen=True, kw_only=True):
    """A request about one of the client's own seats."""

    seat: int


class Hello(_ClientMessage, frozen=True, kw_only=True):
    """The first message: which table, and the keys that hold your seats or let you watch."""

    table: str
    keys: list[str]
    protocol: int = PROTOCOL_VERSION
    since: int | None = None
    """The seq of the last message that the client has, to get only what it missed."""
    options: bool = True
    """Whether to send what the client's seats may do."""
    history: int = 0
    """How many of the last actions to send again with a view; the server has at most 100."""


class Play(_ClientMessage, frozen=True, kw_only=True):
    """Play an action; ``decision`` is the one that it answers, if it answers one."""

    action: ActionData
    decision: int | None = None


class Check(_ClientMessage, frozen=True, kw_only=True):
    """Ask what an action would do, or why it is not allowed."""

    action: ActionData
    accepted: bool = False
    """Of an offer: what would happen if the partner accepted it at once."""


class Order(OwnSeatMessage, frozen=True, kw_only=True):
    """Give a standing order: end the turn when nothing is left, decline every offer, bid up to a sum."""

    end_turn: bool | None = None
    decline_offers: bool | None = None
    decision: int = -1
    """The auction that a limit is for."""
    limit: int = -1


class Back(OwnSeatMessage, frozen=True, kw_only=True):
    """Take over a seat again that was played for its player."""


class Ready(_ClientMessage, frozen=True, kw_only=True):
    """Report that the board is drawn: bots make their first move once a player can see it."""


class Say(OwnSeatMessage, frozen=True, kw_only=True):
    """Send a line of chat to the table."""

    text: str


class React(OwnSeatMessage, frozen=True, kw_only=True):
    """Show a reaction to the table."""

    reaction: str


class Mute(_ClientMessage, frozen=True, kw_only=True):
    """Receive no more chat from a seat, or receive it again."""

    seat: int
    on: bool = True


class Ping(_ClientMessage, frozen=True, kw_only=True):
    """Ask whether the server is there."""


ClientMessage: TypeAlias = Hello | Play | Check | Order | Back | Ready | Say | React | Mute | Ping


# -- parts of messages, and of requests over HTTP ----------------------------------------------------------


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all parts of messages have in common: no other fields than theirs."""


class ClockSettings(_Part, frozen=True, kw_only=True):
    """How long people may think, in seconds (0 is no limit), and how long a game with a time limit takes."""

    move: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0
    """For each decision."""
    bank: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0
    """For the whole game, used up once a decision has taken longer than ``move``."""
    when_out: Literal["pass", "safe", "bot"] = "pass"
    """When time is out: one safe answer; safe answers until the player is back; or a bot until then."""
    bot: str = "normal"
    """The bot that plays for people who are away."""
    game_minutes: Annotated[int, Meta(ge=1, le=LONGEST_GAME)] = 60
    """From the start to the end, where the rules have a time limit."""


class TableSettings(_Part, frozen=True, kw_only=True):
    """What the host may change at any time."""

    name: str = ""
    public: bool = False
    locked: bool = False
    """Whether nobody else may take a seat."""
    chat: bool = True
    pace: Annotated[float, Meta(ge=0, le=LONGEST_PACE)] = 0.0
    """Seconds between two moves of bots, so that people can follow."""


class SeatSetup(_Part, frozen=True, kw_only=True):
    """A seat before anybody takes it: open to people, or for a bot."""

    bot: str = ""


class SeatInfo(_Part, frozen=True, kw_only=True):
    """A seat of the table, as everybody may know it."""

    seat: int
    name: str
    token: str
    """The playing piece."""
    kind: Literal["person", "bot", "free"]
    bot: str
    """The bot that sits here, or is to sit here; empty for a person."""
    away: bool
    """Whether it is played for its player, who is gone or whose time was out."""
    contribution: str
    """What its player contributed to the dice."""


class TableInfo(_Part, frozen=True, kw_only=True):
    """What everybody may know of the table."""

    table: str
    seq: int
    status: Literal["open", "playing", "over"]
    rules: RulesData
    settings: TableSettings
    clock: ClockSettings
    commitment: str
    """Of the fair dice."""
    host: list[int]
    """The seats of the host."""
    rematch_of: str
    """The table of which this is the rematch."""
    rematch: str
    """The table of the rematch of this one."""
    position: bool
    """Whether the game begins in the middle, from a position."""
    seats: list[SeatInfo]
    ends_at: float | UnsetType = UNSET
    """When a game with a time limit ends, in seconds since 1970; not there before the start."""


class ClockTimes(_Part, frozen=True, kw_only=True):
    """The clocks, in seconds: what each seat has in its bank, and what is left to those who must decide."""

    banks: list[float]
    left: dict[str, float]


class BotReason(_Part, frozen=True, kw_only=True):
    """Why a bot made or answered an offer, for the word files: the sentence and its figures."""

    code: str
    values: dict[str, int]


class SeatOrders(_Part, frozen=True, kw_only=True):
    """The standing orders of one of your seats; ``limits`` has, by auction, how far to bid."""

    seat: int
    end_turn: bool
    decline_offers: bool
    limits: dict[str, int]


class QuestionText(_Part, frozen=True, kw_only=True):
    """A question, for the word files: the sentence, its variants, its figures."""

    name: str
    variants: list[str]
    values: dict[str, object]


class RaiseStep(_Part, frozen=True, kw_only=True):
    """A step of a debtor's plan, and the cash it brings."""

    action: ActionData
    brings: int


class RaisePlan(_Part, frozen=True, kw_only=True):
    """How a debtor can raise what is missing with the least harm: play the steps in this order."""

    steps: list[RaiseStep]
    brings: int
    """What all steps bring together."""
    left_over: int
    """The cash left once the debt is paid."""


class BidRange(_Part, frozen=True, kw_only=True):
    """The least and the most that a seat may bid; it lacks the cash if ``low`` is above ``high``."""

    low: int
    high: int


# -- from the server ---------------------------------------------------------------------------------------


class _ServerMessage(_Part, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """What all messages from the server have in common: a ``type``."""


class Played(_ServerMessage, frozen=True, kw_only=True):
    """An action was played: what came of it, and what it changed in the view."""

    seq: int
    action: ActionData
    by: Decider
    events: list[EventData]
    changes: list[Change]
    clock: ClockTimes | UnsetType = UNSET
    why: BotReason | UnsetType = UNSET
    """A bot's reason for the offer that it made or answered."""


class TableUpdate(_ServerMessage, frozen=True, kw_only=True, tag="table"):
    """Something other than an action changed at the table; with the view when the game begins."""

    seq: int
    table: TableInfo
    view: ViewData | UnsetType = UNSET
    events: list[EventData] = []
    """What happened before the first action: who rolled what for the start."""


class _PresenceMessage(_ServerMessage, frozen=True, kw_only=True):
    """Who is connected."""

    present: list[int]
    """The seats of people who are connected."""
    spectators: int
    takeover_in: int | UnsetType = UNSET
    """While the host is not connected: whole seconds until another player may become the host."""


class Welcome(_PresenceMessage, frozen=True, kw_only=True):
    """The first message: the state of the table. It has no view if what was missed follows."""

    protocol: int
    seq: int
    you: list[int]
    """Your seats; none for a spectator."""
    host: bool
    table: TableInfo
    view: ViewData | UnsetType | None = UNSET
    """The game; null before it has begun."""
    clock: ClockTimes | UnsetType = UNSET
    orders: list[SeatOrders]
    """The standing orders of your seats."""
    history: list[Played] = []
    """With a view: the last actions before it, if they were asked for; the view has their changes already."""
    table_history: list[TableUpdate] = []
    """With ``history``: how the game began, who sat down and who left meanwhile."""


class SeatOptions(_ServerMessage, frozen=True, kw_only=True, tag="options"):
    """What one of your seats may do now; send ``decision`` with what answers."""

    seq: int
    seat: int
    decision: int
    questions: list[QuestionText]
    """What the seat is asked, or whom it is waiting for."""
    options: list[OptionData]
    raise_plan: RaisePlan | UnsetType = UNSET
    """While the seat owes money and can raise it: how."""
    bids: BidRange | UnsetType = UNSET
    """In an auction that the seat is still in, also while its bid leads: what it may bid or order to bid."""


class YourSeats(_ServerMessage, frozen=True, kw_only=True, tag="your_seats"):
    """Which seats are yours has changed; sent after the ``table`` in which it has."""

    you: list[int]
    host: bool


class PresenceUpdate(_PresenceMessage, frozen=True, kw_only=True, tag="presence"):
    """Who is connected now: the seats of people, and the number of spectators."""


class ChatMessage(_ServerMessage, frozen=True, kw_only=True, tag="chat"):
    """A line of chat: text, never markup."""

    seat: int
    name: str
    text: str
    at: float
    """In seconds since 1970."""
    number: int


class Reaction(_ServerMessage, frozen=True, kw_only=True):
    """A player's reaction."""

    seat: int
    reaction: str


class Pong(_ServerMessage, frozen=True, kw_only=True):
    """The answer to ``ping``."""

    seq: int


# -- answers to requests -----------------------------------------------------------------------------------


class _Answer(_ServerMessage, frozen=True, kw_only=True):
    """What an answer has: the id of the request, and the number of a log entry, usually the last one."""

    id: str
    seq: int


class Accepted(_Answer, frozen=True, kw_only=True):
    """The action was played; ``seq`` is its number in the log."""


class ActionRefused(_Answer, frozen=True, kw_only=True, tag="refused"):
    """The rules do not allow the action, played or checked."""

    refusal: RefusalData


class Preview(_Answer, frozen=True, kw_only=True):
    """What a checked action would do; null where it is allowed and only chance can tell."""

    events: list[EventData] | None


class Done(_Answer, frozen=True, kw_only=True):
    """Any other request was carried out."""


class ErrorAnswer(_ServerMessage, frozen=True, kw_only=True, tag="error"):
    """The request could not be carried out: a code for programs, a sentence for people."""

    id: str
    code: str
    sentence: str
    seq: int | UnsetType = UNSET


Answer: TypeAlias = Accepted | ActionRefused | Preview | Done | ErrorAnswer
ServerMessage: TypeAlias = (
    Answer
    | Welcome
    | Played
    | TableUpdate
    | SeatOptions
    | YourSeats
    | PresenceUpdate
    | ChatMessage
    | Reaction
    | Pong
)


# -- reading -----------------------------------------------------------------------------------------------


class _Greeting(msgspec.Struct):
    """The version of the protocol in a first message of any version."""

    ask: str = ""
    """In version 1, what ``type`` is now."""
    protocol: int = PROTOCOL_VERSION


class _OnlyId(msgspec.Struct):
    """The id of a message and nothing else."""

    id: Annotated[str, Meta(max_length=LONGEST_ID)] = ""


_id_decoder: Final[msgspec.json.Decoder[_OnlyId]] = msgspec.json.Decoder(_OnlyId)
_greeting_decoder: Final[msgspec.json.Decoder[_Greeting]] = msgspec.json.Decoder(_Greeting)
_decoder: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)


def id_of_message(text: str) -> str:
    """Return the id of a message without reading the rest; empty if it has none."""
    try:
        return _id_decoder.decode(text).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""


def check_protocol(text: str) -> None:
    """Raise Problem if a first message speaks another version, whose fields may have other names."""
    try:
        greeting = _greeting_decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return  # read_message says what is wrong
    version = 1 if greeting.ask else greeting.protocol
    if version != PROTOCOL_VERSION:
        asked = str(version)[:20]
        raise Problem(
            "request.form",
            f"This server speaks version {PROTOCOL_VERSION} of the protocol; you asked for version {asked}.",
        )


def read_message(text: str) -> ClientMessage:
    """Read a message from a client; raise Problem if it is not one."""
    try:
        message = _decoder.decode(text)
    except RecursionError:
        raise Problem("request.form", "The message is nested too deeply.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        wrong = str(error)[:LONGEST_ERROR]
        raise Problem("request.form", f"The message cannot be read: {wrong}.") from None
    if len(message.id) > LONGEST_ID:
        raise Problem("request.form", f"The id of a message has at most {LONGEST_ID} characters.")
    return message
