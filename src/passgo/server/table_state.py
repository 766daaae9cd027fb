"""The state of a table, computed from its log.

Nothing here depends on I/O or a clock: the same entries always give the same state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from passgo.codec import CodecError, action_from_data
from passgo.engine.action import Action
from passgo.engine.chance import Chance, Fair
from passgo.engine.events import Event, EventCollector
from passgo.engine.game import Game
from passgo.engine.refusal import Refused
from passgo.engine.ruleset import RuleSet, rules_from_data
from passgo.position import game_from_position
from passgo.record import RecordingChance, SeatEntry, rules_digest
from passgo.server.log_entries import (
    ActionPlayed,
    Away,
    Changed,
    Clock,
    Contributed,
    Created,
    HostSettings,
    LogEntry,
    LogError,
    Ordered,
    RematchMade,
    Seated,
    SeatPlan,
    Started,
    Vacated,
    Watched,
    read_entry,
)
from passgo.server.storage.interface import Status

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 8
MOST_REQUESTS: Final = 256
"""Number of accepted requests to remember."""


OnEntry: TypeAlias = "Callable[[TableState, LogEntry, list[Event]], None]"
"""Called with each entry, its events and the state right after it."""


class Place:
    """One seat at a table: who sits there, and their standing orders."""

    def __init__(self, plan: SeatPlan) -> None:
        self.plan = plan
        self.name = ""
        self.token = ""
        self.bot = ""
        self.digest = ""
        self.contribution = ""
        self.away = False
        """Whether the table is playing for this person, after a timeout or at the host's request."""
        self.stand_in = ""
        """The bot that the host chose to play while the person is away."""
        self.bank = 0.0
        """Seconds left in the person's time bank."""
        self.end_turn = False
        self.decline_offers = False
        self.limits: dict[int, int] = {}
        """The person's bid limit in each auction, by decision number; 0 to stay out."""

    @property
    def is_free(self) -> bool:
        """Whether neither a person nor a bot sits here."""
        return not self.digest and not self.bot


class TableState:
    """The state of a table."""

    def __init__(self, created: Created) -> None:
        self.seq = 1
        self.created = created
        self.changed = created.at
        self.rules: RuleSet = rules_from_data(created.rules)
        self.settings: HostSettings = created.settings
        self.clock: Clock = created.clock
        self.host = created.host
        self.watch = ""
        self.places: list[Place] = [Place(plan) for plan in created.seats]
        self.game: Game | None = None
        self.noting: RecordingChance | None = None
        self.started = 0.0
        self.start: dict[str, object] | None = None
        """The position that the game started from, including unseen cards."""
        self.opening: list[Event] = []
        """The events from the start of the game, until they are sent."""
        self.contributions: list[str] = []
        """Each seat's contribution to the dice."""
        self.players: list[SeatEntry] = []
        """Who sat where when the game started."""
        self.requests: dict[tuple[int, str], int] = {}
        """The seq of the resulting entry, by seat and request."""
        self.rematch = ""

    @classmethod
    def open(cls, entries: Sequence[bytes]) -> TableState:
        """Read a whole log; raise LogError if it is not consistent."""
        first = read_entry(1, entries[0]) if entries else None
        if not isinstance(first, Created):
            raise LogError("The log does not start with a created entry.")
        state = cls(first)
        for seq, data in enumerate(entries[1:], 2):
            state.read(read_entry(seq, data))
        return state

    @property
    def name(self) -> str:
        """The table's name in links."""
        return self.created.table

    @property
    def status(self) -> Status:
        """The status: open before the game, then playing, then over."""
        if self.game is None:
            return "open"
        return "over" if self.game.state.over else "playing"

    @property
    def ends_at(self) -> float | None:
        """The time the game ends, in seconds since 1970; None before the start or without a time limit."""
        if self.game is None or not self.rules.time_limit:
            return None
        return self.started + 60 * self.clock.game_minutes

    def fair_dice(self, contributions: list[str]) -> Fair:
        """Return this table's fair dice."""
        secret = bytes.fromhex(self.created.secret)
        return Fair(secret, self.created.table, rules_digest(self.rules), contributions)

    def seats_of(self, digest: str) -> list[int]:
        """Return the seats held by the key with this digest."""
        return [seat for seat, place in enumerate(self.places) if place.digest == digest]

    def is_bot(self, seat: int) -> bool:
        """Return whether the table plays for a seat because it has a bot, no player or an absent player."""
        place = self.places[seat]
        return not place.digest or place.away

    def bot_of(self, seat: int) -> str:
        """Return the bot that plays a seat; empty if the seat just gives safe answers."""
        place = self.places[seat]
        if place.bot or place.stand_in:
            return place.bot or place.stand_in
        return self.clock.bot if self.clock.when_out == "bot" or not place.digest else ""

    # -- reading ---------------------------------------------------------------------------------------

    def read(self, entry: LogEntry, on_entry: OnEntry | None = None) -> None:
        """Read the next entry; raise LogError if it cannot come next."""
        if isinstance(entry, ActionPlayed):
            events = self.replay(entry, on_entry is not None)
        else:
            self.apply(entry)
            events, self.opening = self.opening, []
        self.count(entry)
        if on_entry is not None:
            on_entry(self, entry, events)

    def count(self, entry: LogEntry) -> None:
        """Advance the seq past an entry."""
        self.seq += 1
        self.changed = entry.at

    def apply(self, entry: LogEntry) -> None:
        """Apply an entry that is not an action."""
        match entry:
            case Seated():
                self.seat(entry)
            case Vacated():
                self.vacate(entry.seat)
            case Changed():
                self.settings = entry.settings or self.settings
                self.clock = entry.clock or self.clock
                self.host = entry.host or self.host
                if entry.seats is not None:
                    self.replan(entry.seats, entry.was or [])
            case Contributed():
                self.places[entry.seat].contribution = entry.contribution
            case Watched():
                self.watch = entry.digest
            case Started():
                self.start_game(entry)
            case Ordered():
                self.set_order(entry)
            case Away():
                place = self.places[entry.seat]
                place.away, place.stand_in = entry.away, entry.bot
                if entry.away and not entry.bot:
                    place.bank = 0.0  # time ran out
            case RematchMade():
                self.rematch = entry.table
            case _:
                raise LogError(f"Line {self.seq + 1}: a second created entry.")

    def seat(self, entry: Seated) -> None:
        """Seat a person or a bot."""
        place = Place(self.places[entry.seat].plan)
        self.places[entry.seat] = place
        self.forget_requests(entry.seat)
        place.name = entry.name
        place.token = entry.token
        place.bot = entry.bot
        place.digest = entry.digest
        place.contribution = entry.contribution
        place.bank = self.clock.bank

    def vacate(self, seat: int) -> None:
        """Vacate a seat; during a game it keeps its name and token until it is taken again."""
        before = self.places[seat]
        self.places[seat] = place = Place(before.plan)
        self.forget_requests(seat)
        if self.game is not None:
            place.name = before.name
            place.token = before.token

    def forget_requests(self, seat: int) -> None:
        """Forget the requests of a seat whose player has changed."""
        for key in [key for key in self.requests if key[0] == seat]:
            del self.requests[key]

    def replan(self, plans: list[SeatPlan], was: list[int]) -> None:
        """Change the seats; a seat that existed before keeps its player, even if its number changes."""
        before = self.places
        self.places = [Place(plan) for plan in plans]
        for seat, (plan, old) in enumerate(zip(plans, was, strict=False)):
            if old >= 0:
                self.places[seat] = before[old]
                self.places[seat].plan = plan

    def set_order(self, entry: Ordered) -> None:
        """Store a standing order."""
        place = self.places[entry.seat]
        if entry.end_turn is not None:
            place.end_turn = entry.end_turn
        if entry.decline_offers is not None:
            place.decline_offers = entry.decline_offers
        if entry.decision >= 0:
            place.limits = {entry.decision: entry.limit} if entry.limit >= 0 else {}

    def changes_order(self, entry: Ordered) -> bool:
        """Return whether a standing order differs from the seat's current one."""
        place = self.places[entry.seat]
        limit = place.limits.get(entry.decision, -1)
        return (
            entry.end_turn not in (None, place.end_turn)
            or entry.decline_offers not in (None, place.decline_offers)
            or (entry.decision >= 0 and entry.limit != limit)
        )

    def start_game(self, entry: Started) -> None:
        """Start the game."""
        self.noting = RecordingChance(self.fair_dice(entry.contributions))
        keeper = EventCollector()
        if self.created.position is None:
            self.game = Game(len(self.places), self.noting, self.rules, listener=keeper)
        else:
            self.start = deal_unseen_cards(self.created.position, self.noting)
            self.game = game_from_position(self.start, self.noting, keeper)
        self.game.listener = None
        self.game.has_listener = False
        self.opening = keeper.events
        self.started = entry.at
        self.contributions = entry.contributions
        self.players = [
            SeatEntry(place.name, place.token, place.bot or "person") for place in self.places
        ]
        for place in self.places:
            place.bank = self.clock.bank

    def play(self, action: Action) -> list[Event]:
        """Play an action and return its events; raise Refused if the rules do not allow it.

        Afterward, ``rolls`` returns what was rolled.
        """
        assert self.game is not None
        assert self.noting is not None
        self.noting.forget()
        return self.game.play(action)

    def replay(self, entry: ActionPlayed, has_listener: bool) -> list[Event]:
        """Replay a logged action, and return its events if requested; the dice must match the log."""
        game, noting = self.game, self.noting
        if game is None or noting is None:
            raise LogError(f"Line {self.seq + 1}: an action before the start of the game.")
        noting.forget()
        events: list[Event] = []
        try:
            action = action_from_data(entry.action)
            if has_listener:
                events = game.play(action)
            else:
                game.step(action)
        except CodecError as error:
            raise LogError(f"Line {self.seq + 1}: {error}") from None
        except Refused as refused:
            why = f"{entry.action} is refused: {refused.refusal.code}"
            raise LogError(f"Line {self.seq + 1}: {why}.") from None
        if self.rolls() != entry.rolls:
            raise LogError(f"Line {self.seq + 1}: the dice do not match the secret.")
        self.note_action(entry)
        return events

    def note_action(self, entry: ActionPlayed) -> None:
        """Update the time bank and the requests after an action was played."""
        seat = entry.action["seat"]
        assert isinstance(seat, int)
        if seat >= 0:  # the table itself has no clock
            place = self.places[seat]
            place.bank = max(0.0, place.bank - entry.spent)
        if entry.request:
            self.requests[seat, entry.request] = self.seq + 1
            if len(self.requests) > MOST_REQUESTS:
                del self.requests[next(iter(self.requests))]

    def rolls(self) -> list[tuple[int, int]]:
        """Return the rolls since the last action began."""
        assert self.noting is not None
        return [(dice // 10, dice % 10) for _, _, _, dice in self.noting.rolls]

    def fingerprint(self) -> str:
        """Return a hash of the whole state, including hidden information, to compare two tables."""
        data: dict[str, object] = {
            "seq": self.seq,
            "status": self.status,
            "game": self.game.digest() if self.game is not None else "",
            "host": self.host,
            "watch": self.watch,
            "settings": self.settings,
            "clock": self.clock,
            "rematch": self.rematch,
            "places": [
                vars(place) | {"limits": list(place.limits.items())} for place in self.places
            ],
            "requests": sorted((seat, name, at) for (seat, name), at in self.requests.items()),
        }
        return hashlib.sha256(msgspec.json.encode(data)).hexdigest()


def deal_unseen_cards(position: dict[str, object], chance: Chance) -> dict[str, object]:
    """Return a position with its unseen cards reshuffled."""

    return game_from_position(position, chance).view(0).imagine(chance).position()
