"""What is said over the socket, and how it is read. docs/protocol.md tells it for people.

Every message is one JSON object in one text frame. A client's has ``ask``, which says what it is:

    {"ask": "hello", "table": "…", "tokens": ["…"], "since": 17}      first, once
    {"ask": "play", "id": "7", "action": {"action": "Buy", "seat": 0}, "wait": 41}
    {"ask": "check", "id": "8", "action": {…}}                         what would happen?
    {"ask": "order", "id": "9", "seat": 0, "end_turn": true}
    {"ask": "back", "id": "10", "seat": 0}                             I am here again
    {"ask": "ready"}                                                   my board is drawn
    {"ask": "say", "id": "11", "seat": 0, "text": "hello"}
    {"ask": "ping"}

The server's have names of their own. What has ``id`` answers the request of that id. Of the others,
``welcome`` comes first, ``played`` tells an action, ``options`` what a seat may do, ``table`` what has
changed at the table, ``you`` which seats are yours from now on; and there are ``present``, ``chat``,
``reaction`` and ``pong``. The schema and the types of both sides are made from the classes here, by
``tools/wire_schema.py``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from passgo.server.log_entries import Clock, Settings
from passgo.server.problems import Problem

VERSION: Final = 1
LONGEST_ID: Final = 64
LONGEST_ERROR: Final = 300
"""Letters of an error that are told: it may repeat what was sent."""
BID_STEP: Final = 10
"""By how much a standing order outbids others."""
REACTIONS: Final = ("👍", "👏", "😂", "😮", "😢", "🎉", "🤝", "⏰")

# The codec's vocabulary, which has its own tables: the schema says the rest by these names.
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
Yes: TypeAlias = Annotated[bool, Meta(extra_json_schema={"const": True})]
"""True; a name that would be false is not there."""


# -- what clients say --------------------------------------------------------------------------------------


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
    history: int = 0
    """How many of the last actions to tell again with a view; the server has at most 100."""


class Play(_Message, frozen=True, kw_only=True):
    """Play an action; ``wait`` is what it answers, if it answers something."""

    action: ActionData
    wait: int | None = None


class Check(_Message, frozen=True, kw_only=True):
    """Say why an action is not allowed, or what it would do."""

    action: ActionData
    taken: bool = False
    """Of an offer: what would happen if the partner took it at once."""


class Order(_Message, frozen=True, kw_only=True):
    """Give a standing order: end the turn when nothing is left, decline every offer, bid up to a sum."""

    seat: int
    end_turn: bool | None = None
    decline_offers: bool | None = None
    wait: int = -1
    limit: int = -1


class Back(_Message, frozen=True, kw_only=True):
    """Take a seat over again that was played for its person."""

    seat: int


class Ready(_Message, frozen=True, kw_only=True):
    """Report that the board is drawn: bots make their first move once a player can see it."""


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


Message: TypeAlias = Hello | Play | Check | Order | Back | Ready | Say | React | Mute | Ping


# -- what the server says ----------------------------------------------------------------------------------


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all messages of the server have in common: nothing is in them that is not told here."""


class SeatTold(_Told, frozen=True, kw_only=True):
    """A seat of the table, as everybody may know it."""

    seat: int
    name: str
    token: str
    """The playing piece."""
    kind: Literal["person", "bot", "free"]
    bot: str
    """Which bot sits here, or is to sit here; empty for a person."""
    away: bool
    """Whether it is played for its person, whose time was out or who is gone."""
    contribution: str
    """What its person gave to the dice."""


class TableTold(_Told, frozen=True, kw_only=True):
    """What everybody may know of the table."""

    table: str
    version: int
    status: Literal["open", "playing", "over"]
    rules: RulesData
    settings: Settings
    clock: Clock
    commitment: str
    """Of the fair dice."""
    host: list[int]
    """The seats of the host."""
    before: str
    """The table of which this is the rematch."""
    position: bool
    """Whether the game begins in the middle, from a position."""
    renewed: str
    """The table where the same people play again."""
    seats: list[SeatTold]
    ends_at: float | UnsetType = UNSET
    """When a game with a time limit ends, in seconds since 1970; not there before the start."""


class Clocks(_Told, frozen=True, kw_only=True):
    """The clocks, in seconds: what each seat has in its bank, and what is left to who is waited for."""

    banks: list[float]
    left: dict[str, float]


class Reasoned(_Told, frozen=True, kw_only=True):
    """Why a bot made or answered an offer, for the word files: the sentence and its figures."""

    code: str
    values: dict[str, int]


class Happened(_Told, frozen=True, kw_only=True):
    """An action was played: what came of it, and what it changed in the view."""

    version: int
    played: ActionData
    by: Decider
    events: list[EventData]
    changes: list[Change]
    clock: Clocks | UnsetType = UNSET
    why: Reasoned | UnsetType = UNSET
    """What a bot says of the offer that it made or answered."""


class SeatOrders(_Told, frozen=True, kw_only=True):
    """The standing orders of an own seat: by auction, as its wait, how far to bid."""

    seat: int
    end_turn: bool
    decline_offers: bool
    limits: dict[str, int]


class Welcome(_Told, frozen=True, kw_only=True):
    """The first message: where the table stands. The view is not there if what was missed follows."""

    welcome: int
    version: int
    you: list[int]
    """The own seats; none for who watches."""
    host: bool
    table: TableTold
    view: ViewData | UnsetType | None = UNSET
    """The game; null before it has begun."""
    clock: Clocks | UnsetType = UNSET
    orders: list[SeatOrders]
    """What the own seats have ordered."""
    present: list[int]
    """The seats of people who are connected."""
    watching: int
    """How many watch."""
    takeover_in: int | UnsetType = UNSET
    """While the host is not connected: whole seconds until another player may become the host."""
    history: list[Happened] = []
    """With a view: the last actions before it, if they were asked for; it has their changes already."""
    seatings: list[TableChanged] = []
    """With history: how the game began, who sat down and who left meanwhile."""


class TableChanged(_Told, frozen=True, kw_only=True):
    """Something changed at the table that is no action; with the view when the game begins."""

    version: int
    table: TableTold
    view: ViewData | UnsetType = UNSET
    events: list[EventData] = []
    """What happened before the first action: who rolled what for the start."""


class Asked(_Told, frozen=True, kw_only=True):
    """A question of the table, for the word files: the sentence, its variants, its figures."""

    name: str
    variants: list[str]
    values: dict[str, object]


class RaiseStep(_Told, frozen=True, kw_only=True):
    """A step of a debtor's plan, and the cash it brings."""

    action: ActionData
    brings: int


class RaisePlan(_Told, frozen=True, kw_only=True):
    """How a debtor can raise what is missing with the least harm: play the steps in this order."""

    steps: list[RaiseStep]
    brings: int
    """What all steps bring together."""
    left_over: int
    """The cash left once the debt is paid."""


class BidRange(_Told, frozen=True, kw_only=True):
    """The least and the most that a seat may bid; it lacks the cash if ``low`` is above ``high``."""

    low: int
    high: int


class SeatOptions(_Told, frozen=True, kw_only=True):
    """What an own seat may do now; ``wait`` goes with what answers."""

    version: int
    seat: int
    wait: int
    asks: list[Asked]
    """What the seat is asked, or for whom it waits."""
    options: list[OptionData]
    raise_plan: RaisePlan | UnsetType = UNSET
    """While the seat owes money and can raise it: how."""
    bids: BidRange | UnsetType = UNSET
    """In an auction that the seat is still in, also while its bid leads: what it may bid or order to bid."""


class Accepted(_Told, frozen=True, kw_only=True):
    """The answer to an action that was played, with the version that it made."""

    id: str
    version: int
    played: Yes


class Denied(_Told, frozen=True, kw_only=True):
    """The answer to an action that the rules do not allow, played or checked."""

    id: str
    version: int
    refusal: RefusalData


class Foreseen(_Told, frozen=True, kw_only=True):
    """The answer to a check: what the action would do."""

    id: str
    version: int
    events: list[EventData]


class Uncertain(_Told, frozen=True, kw_only=True):
    """The answer to a check of what is allowed, when only chance can tell what comes of it."""

    id: str
    version: int
    chance: Yes


class Done(_Told, frozen=True, kw_only=True):
    """The answer to any other request that was carried out."""

    id: str
    version: int


class Failed(_Told, frozen=True, kw_only=True):
    """The answer to what could not be done, with a code for programs and a sentence for people."""

    id: str
    error: str
    sentence: str
    version: int | UnsetType = UNSET


class Saying(_Told, frozen=True, kw_only=True):
    """A line of chat: text, never markup."""

    seat: int
    name: str
    text: str
    at: float
    """In seconds since 1970."""
    number: int


class Chatted(_Told, frozen=True, kw_only=True):
    """Somebody said something."""

    chat: Saying


class Reaction(_Told, frozen=True, kw_only=True):
    """A reaction of a seat."""

    seat: int
    reaction: str


class Reacted(_Told, frozen=True, kw_only=True):
    """Somebody showed a reaction."""

    reaction: Reaction


class Present(_Told, frozen=True, kw_only=True):
    """Who is connected now: the seats of people, and how many watch."""

    present: list[int]
    watching: int
    takeover_in: int | UnsetType = UNSET
    """While the host is not connected: whole seconds until another player may become the host."""


class YourSeats(_Told, frozen=True, kw_only=True):
    """Which seats are yours has changed; told after the ``table`` in which it has."""

    you: list[int]
    host: bool


class Pong(_Told, frozen=True, kw_only=True):
    """The server is there; the version of the table."""

    pong: int


Answer: TypeAlias = Accepted | Denied | Foreseen | Uncertain | Done | Failed
ServerMessage: TypeAlias = (
    Answer
    | Welcome
    | Happened
    | TableChanged
    | SeatOptions
    | Chatted
    | Reacted
    | Present
    | YourSeats
    | Pong
)

_BY_NAME: Final[dict[str, type[msgspec.Struct]]] = {
    "welcome": Welcome,
    "options": SeatOptions,
    "chat": Chatted,
    "reaction": Reacted,
    "present": Present,
    "you": YourSeats,
    "pong": Pong,
    "table": TableChanged,
}
_ANSWERS: Final[dict[str, type[msgspec.Struct]]] = {
    "played": Accepted,
    "refusal": Denied,
    "error": Failed,
    "events": Foreseen,
    "chance": Uncertain,
}


def kind_of_message(data: dict[str, object]) -> type[msgspec.Struct]:
    """Say what a message of the server is, by its names, as a client does."""
    if "id" in data:
        return next((kind for name, kind in _ANSWERS.items() if name in data), Done)
    if "played" in data:
        return Happened
    found = next((kind for name, kind in _BY_NAME.items() if name in data), None)
    if found is None:
        raise ValueError(f"No message of the server has these names: {', '.join(data)}.")
    return found


# -- reading -----------------------------------------------------------------------------------------------


class _Named(msgspec.Struct):
    """Of a message, its name alone."""

    id: Annotated[str, Meta(max_length=LONGEST_ID)] = ""


_namer: Final[msgspec.json.Decoder[_Named]] = msgspec.json.Decoder(_Named)
_decoder: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)


def id_of_message(text: str) -> str:
    """Return the id of a message that is not read; empty if it has none."""
    try:
        return _namer.decode(text).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""


def read_message(text: str) -> Message:
    """Read a message of a client; raise Problem if it is none."""
    try:
        message = _decoder.decode(text)
    except RecursionError:
        raise Problem("request.form", "The message is nested too deeply.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        told = str(error)[:LONGEST_ERROR]
        raise Problem("request.form", f"The message cannot be read: {told}.") from None
    if len(message.id) > LONGEST_ID:
        raise Problem("request.form", f"The id of a message has at most {LONGEST_ID} characters.")
    return message
