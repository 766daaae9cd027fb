"""The WebSocket messages, and the values they share with HTTP, as described in ``docs/protocol.md``.

Every message is one JSON object in one text frame with a ``type`` field. Clients send:

    {"type": "hello", "table": "…", "keys": ["…"], "since": 17}      first, once
    {"type": "play", "id": "7", "action": {"action": "Buy", "seat": 0}, "decision": 41}
    {"type": "check", "id": "8", "action": {…}}                       a preview
    {"type": "order", "id": "9", "seat": 0, "end_turn": true}
    {"type": "back", "id": "10", "seat": 0}                           the player is back
    {"type": "ready"}                                                 the board is drawn
    {"type": "say", "id": "11", "seat": 0, "text": "hello"}           also react and mute
    {"type": "hint", "id": "12", "seat": 0}                           answered by advice
    {"type": "ping"}                                                  answered by pong

The server answers a request with a message that has the same ``id``: ``accepted``, ``refused``, ``preview``,
``advice``, ``done`` or ``error``. Its other messages are ``welcome`` (always the first), ``played``,
``table``, ``options``, ``your_seats``, ``presence``, ``chat`` and ``reaction``. ``tools/wire_schema.py``
generates the JSON Schema and the TypeScript types for both sides from these classes.

These classes define only the protocol. The log on disk has its own classes (``log_entries.py``), and
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
"""Maximum length of an error message, which may quote what was sent."""
LONGEST_CLOCK: Final = 14 * 86_400
"""Seconds."""
LONGEST_PACE: Final = 10
"""Seconds."""
LONGEST_GAME: Final = 1440
"""Minutes."""
BID_STEP: Final = 10
"""The amount by which a standing order raises the bid."""
REACTIONS: Final = ("👍", "👏", "😂", "😮", "😢", "🎉", "🤝", "⏰")

# Data that the codec defines; the schema refers to it by these names.
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
"""A path in the view, and its new value."""
Decider: TypeAlias = Literal["seat", "bot", "clock", "table"]
"""Who decided: the player, a bot in their seat, their clock, or the table (a standing order or a rule)."""


# -- from clients ------------------------------------------------------------------------------------------


class _ClientMessage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """The base class of all client messages, with an id chosen by the client and repeated in the answer."""

    id: str = ""


class OwnSeatMessage(_ClientMessage, frozen=True, kw_only=True):
    """A request about one of the client's own seats."""

    seat: int


class Hello(_ClientMessage, frozen=True, kw_only=True):
    """The first message: the table, and the client's seat keys, host key or watch key."""

    table: str
    keys: list[str]
    protocol: int = PROTOCOL_VERSION
    since: int | None = None
    """The seq of the last message the client received; the server then sends only later ones."""
    options: bool = True
    """Whether to send the options for the client's seats."""
    history: int = 0
    """The number of recent actions to send along with the view; at most 100 are available."""


class Play(_ClientMessage, frozen=True, kw_only=True):
    """Play an action; ``decision`` is the number of the decision it answers, if any."""

    action: ActionData
    decision: int | None = None


class Check(_ClientMessage, frozen=True, kw_only=True):
    """Ask what an action would do, or why it is not allowed."""

    action: ActionData
    accepted: bool = False
    """Whether to preview an offer as if the player who receives it had accepted it."""


class Order(OwnSeatMessage, frozen=True, kw_only=True):
    """Give a standing order: end turns automatically, decline every offer, or bid up to a limit."""

    end_turn: bool | None = None
    decline_offers: bool | None = None
    decision: int = -1
    """The decision number of the auction that a limit applies to."""
    limit: int = -1


class Back(OwnSeatMessage, frozen=True, kw_only=True):
    """Take back control of a seat that the table was playing for."""


class Ready(_ClientMessage, frozen=True, kw_only=True):
    """Report that the board is drawn, so that bots can make their first move."""


class Say(OwnSeatMessage, frozen=True, kw_only=True):
    """Send a line of chat to the table."""

    text: str


class React(OwnSeatMessage, frozen=True, kw_only=True):
    """Show everyone at the table a reaction."""

    reaction: str


class Mute(_ClientMessage, frozen=True, kw_only=True):
    """Stop or resume receiving chat from a seat."""

    seat: int
    on: bool = True


class Hint(OwnSeatMessage, frozen=True, kw_only=True):
    """Ask for a hint: the choices of one of your seats, ranked."""

    offer: int | None = None
    """The number of an offer made to the seat, to rank the answers to it."""


class Ping(_ClientMessage, frozen=True, kw_only=True):
    """Check whether the server is responding."""


ClientMessage: TypeAlias = (
    Hello | Play | Check | Order | Back | Ready | Say | React | Mute | Hint | Ping
)


# -- parts of messages, and of requests over HTTP ----------------------------------------------------------


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base class of all message parts; unknown fields are rejected."""


class ClockSettings(_Part, frozen=True, kw_only=True):
    """Thinking time in seconds (0 for no limit), and the length of a game with a time limit."""

    move: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0
    """Time for each decision."""
    bank: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0
    """Time bank for the whole game; any time a decision takes beyond ``move`` is deducted from it."""
    when_out: Literal["pass", "safe", "bot"] = "pass"
    """When time is up: one safe answer, safe answers until the player returns, or a bot until then."""
    bot: str = "normal"
    """The bot that plays for people who are away."""
    game_minutes: Annotated[int, Meta(ge=1, le=LONGEST_GAME)] = 60
    """Length of the game, if the rules have a time limit."""


class TableSettings(_Part, frozen=True, kw_only=True):
    """Settings that the host may change at any time."""

    name: str = ""
    public: bool = False
    locked: bool = False
    """Whether the table is closed to new players."""
    chat: bool = True
    pace: Annotated[float, Meta(ge=0, le=LONGEST_PACE)] = 0.0
    """Seconds that bots pause before a move, so that people can follow along."""
    hints: bool = False
    """Whether players may ask for hints."""


class SeatSetup(_Part, frozen=True, kw_only=True):
    """The plan for a free seat: open to people, or reserved for a bot."""

    bot: str = ""
    name: str = ""
    """The bot character's name; empty for any."""


class SeatInfo(_Part, frozen=True, kw_only=True):
    """The public description of a seat."""

    seat: int
    name: str
    """The player, or the bot character that is planned for this seat."""
    token: str
    """The playing piece."""
    kind: Literal["person", "bot", "free"]
    bot: str
    """The bot that sits here, or is planned for this seat; empty for a person."""
    away: bool
    """Whether the table is playing for this person, who is away or has run out of time."""
    contribution: str
    """The player's contribution to the dice."""


class TableInfo(_Part, frozen=True, kw_only=True):
    """The public description of a table."""

    table: str
    seq: int
    status: Literal["open", "playing", "over"]
    rules: RulesData
    settings: TableSettings
    clock: ClockSettings
    commitment: str
    """The dice commitment."""
    host: list[int]
    """The host's seats."""
    rematch_of: str
    """The table that this one is a rematch of."""
    rematch: str
    """This table's rematch."""
    position: bool
    """Whether the game starts from a given position."""
    seats: list[SeatInfo]
    ends_at: float | UnsetType = UNSET
    """The time a game with a time limit ends, in seconds since 1970; absent before the start."""


class ClockTimes(_Part, frozen=True, kw_only=True):
    """The clocks, in seconds: each seat's time bank, and the time left for each deciding seat."""

    banks: list[float]
    left: dict[str, float]


class BotReason(_Part, frozen=True, kw_only=True):
    """A bot's reason for its action: a code in the word files and the values to insert."""

    code: str
    values: dict[str, int]


class SeatOrders(_Part, frozen=True, kw_only=True):
    """The standing orders for one of your seats; ``limits`` holds the bid limit for each auction."""

    seat: int
    end_turn: bool
    decline_offers: bool
    limits: dict[str, int]


class QuestionText(_Part, frozen=True, kw_only=True):
    """A question whose text is in the word files: its name, its variants, and the values to insert."""

    name: str
    variants: list[str]
    values: dict[str, object]


class RaiseStep(_Part, frozen=True, kw_only=True):
    """A step in a debtor's plan, and the cash it raises."""

    action: ActionData
    brings: int


class RaisePlan(_Part, frozen=True, kw_only=True):
    """The steps, in order, by which a debtor can raise the missing cash at the least cost."""

    steps: list[RaiseStep]
    brings: int
    """The cash that all steps raise together."""
    left_over: int
    """The cash left after the debt is paid."""


class BidRange(_Part, frozen=True, kw_only=True):
    """A seat's lowest and highest bids; if ``low`` exceeds ``high``, the seat has too little cash to bid."""

    low: int
    high: int


class Effect(_Part, frozen=True, kw_only=True):
    """Something that a choice changes: a code in the word files and the values to insert."""

    code: str
    values: dict[str, int]


class RankedChoice(_Part, frozen=True, kw_only=True):
    """One of a seat's choices, as ranked in a hint."""

    actions: list[ActionData]
    """The actions, in order; empty for doing nothing."""
    win_probabilities: list[float] | None
    """Everyone's win probability after the choice; null if it must not be shown (10 MCS 110(c))."""
    effects: list[Effect]


# -- from the server ---------------------------------------------------------------------------------------


class _ServerMessage(_Part, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """The base class of all server messages, which have a ``type``."""


class Played(_ServerMessage, frozen=True, kw_only=True):
    """A played action, with its events and its changes to the view."""

    seq: int
    action: ActionData
    by: Decider
    events: list[EventData]
    changes: list[Change]
    clock: ClockTimes | UnsetType = UNSET
    why: BotReason | UnsetType = UNSET
    """A bot's reason for its action."""


class TableUpdate(_ServerMessage, frozen=True, kw_only=True, tag="table"):
    """A change to the table other than an action; it includes the view when the game starts."""

    seq: int
    table: TableInfo
    view: ViewData | UnsetType = UNSET
    events: list[EventData] = []
    """The events before the first action, such as the opening rolls."""


class _PresenceMessage(_ServerMessage, frozen=True, kw_only=True):
    """Who is connected."""

    present: list[int]
    """The seats of people who are connected."""
    spectators: int
    takeover_in: int | UnsetType = UNSET
    """Seconds until another player may become the host; absent while the host is connected."""


class Welcome(_PresenceMessage, frozen=True, kw_only=True):
    """The first message, with the state of the table. It omits the view if missed messages follow."""

    protocol: int
    seq: int
    you: list[int]
    """Your seats; empty for a spectator."""
    host: bool
    table: TableInfo
    view: ViewData | UnsetType | None = UNSET
    """The view of the game; null before it has started."""
    clock: ClockTimes | UnsetType = UNSET
    orders: list[SeatOrders]
    """Your seats' standing orders."""
    history: list[Played] = []
    """The last actions, if requested; sent only with a view, which already includes their changes."""
    table_history: list[TableUpdate] = []
    """Messages about the game's start and players joining or leaving; sent along with ``history``."""


class SeatOptions(_ServerMessage, frozen=True, kw_only=True, tag="options"):
    """What one of your seats may do now; send ``decision`` with the action that answers it."""

    seq: int
    seat: int
    decision: int
    questions: list[QuestionText]
    """What the seat is asked, or whom it is waiting for."""
    options: list[OptionData]
    raise_plan: RaisePlan | UnsetType = UNSET
    """A plan for raising the missing cash, if the seat owes money and can raise it."""
    bids: BidRange | UnsetType = UNSET
    """The bids a seat in an auction may make or set as a standing order, even if its bid is the highest."""


class YourSeats(_ServerMessage, frozen=True, kw_only=True, tag="your_seats"):
    """Your seats have changed; sent after the ``table`` message that contains the change."""

    you: list[int]
    host: bool


class PresenceUpdate(_PresenceMessage, frozen=True, kw_only=True, tag="presence"):
    """Who is connected now: the seats of people, and the number of spectators."""


class ChatMessage(_ServerMessage, frozen=True, kw_only=True, tag="chat"):
    """A line of chat, as plain text."""

    seat: int
    name: str
    text: str
    at: float
    """Time in seconds since 1970."""
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
    """The base class of all answers: the request's id, and the seq of a log entry, usually the last."""

    id: str
    seq: int


class Accepted(_Answer, frozen=True, kw_only=True):
    """The action was played; ``seq`` is its log entry's seq."""


class ActionRefused(_Answer, frozen=True, kw_only=True, tag="refused"):
    """The rules do not allow the action that was played or checked."""

    refusal: RefusalData


class Preview(_Answer, frozen=True, kw_only=True):
    """The events that a checked action would cause; null if they depend on randomness."""

    events: list[EventData] | None


class Advice(_Answer, frozen=True, kw_only=True):
    """A hint about the position after the log entry ``seq``, by estimate."""

    seat: int
    decision: int
    """The number of the decision in that position."""
    win_probabilities: list[float]
    """Everyone's win probability before the choice."""
    choices: list[RankedChoice]
    """The seat's choices, best first."""


class Done(_Answer, frozen=True, kw_only=True):
    """A request other than an action was carried out."""


class ErrorAnswer(_ServerMessage, frozen=True, kw_only=True, tag="error"):
    """The reason a request was not carried out: a machine-readable code and a human-readable sentence."""

    id: str
    code: str
    sentence: str
    seq: int | UnsetType = UNSET


Answer: TypeAlias = Accepted | ActionRefused | Preview | Advice | Done | ErrorAnswer
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
    """The protocol version in a client's first message, whatever that version is."""

    ask: str = ""
    """The field that version 1 used instead of ``type``."""
    protocol: int = PROTOCOL_VERSION


class _OnlyId(msgspec.Struct):
    """A message's id and nothing else."""

    id: Annotated[str, Meta(max_length=LONGEST_ID)] = ""


_id_decoder: Final[msgspec.json.Decoder[_OnlyId]] = msgspec.json.Decoder(_OnlyId)
_greeting_decoder: Final[msgspec.json.Decoder[_Greeting]] = msgspec.json.Decoder(_Greeting)
_decoder: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)


def id_of_message(text: str) -> str:
    """Return the id of a message without reading the rest; empty if there is none."""
    try:
        return _id_decoder.decode(text).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""


def check_protocol(text: str) -> None:
    """Raise Problem if a first message has a different version, whose fields may have different names."""
    try:
        greeting = _greeting_decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return  # read_message reports the error
    version = 1 if greeting.ask else greeting.protocol
    if version != PROTOCOL_VERSION:
        asked = str(version)[:20]
        raise Problem(
            "request.form",
            f"This server uses version {PROTOCOL_VERSION} of the protocol, "
            f"but the client uses version {asked}.",
        )


def read_message(text: str) -> ClientMessage:
    """Read a message from a client; raise Problem if it is not valid."""
    try:
        message = _decoder.decode(text)
    except RecursionError:
        raise Problem("request.form", "The message is nested too deeply.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        wrong = str(error)[:LONGEST_ERROR]
        raise Problem("request.form", f"The message cannot be read: {wrong}.") from None
    if len(message.id) > LONGEST_ID:
        raise Problem("request.form", f"A message id may have at most {LONGEST_ID} characters.")
    return message
