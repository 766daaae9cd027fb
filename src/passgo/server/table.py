"""The table: the one writer of its log. It knows no socket, so tests drive it as sockets do.

An action is checked by the rules and played, appended to the log durably, then answered, then told to
everybody. What cannot be appended has not happened: the table is given up and read anew from its log.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

import msgspec

from passgo.bots.ladder import FOR_PEOPLE, LADDER
from passgo.codec import (
    action_to_data,
    event_to_data,
    option_to_data,
    refusal_to_data,
    view_changes,
    view_to_data,
)
from passgo.engine.action import Action
from passgo.engine.events import Event
from passgo.engine.game import Game
from passgo.record import TOKENS
from passgo.server.book import MOST_SEATS, Book, free_token
from passgo.server.lines import (
    Away,
    Changed,
    Clock,
    Line,
    Ordered,
    Plan,
    Played,
    Renewed,
    Seated,
    Settings,
    Started,
    Vacated,
    Watched,
    write_line,
)
from passgo.server.logs import Log
from passgo.server.metrics import Metrics
from passgo.server.points import reach
from passgo.server.problems import Problem
from passgo.server.storage.interface import Storage
from passgo.server.tokens import digest, matches, new_token

log: Final = Log("passgo.table")

KEPT: Final = 200
"""So many of the last messages are kept for who comes back."""
REMEMBERED: Final = 256
"""So many answers that changed nothing are remembered for who asks twice."""
LONGEST_NAME: Final = 24
LONGEST_CONTRIBUTION: Final = 64
LONGEST_REQUEST: Final = 64


class Holder(msgspec.Struct, frozen=True):
    """What somebody with a token may do at a table."""

    seats: tuple[int, ...]
    host: bool
    watch: bool


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a request: the version it made, or why nothing changed."""

    id: str
    version: int
    played: bool = False
    refusal: dict[str, object] | None = None
    error: str = ""
    sentence: str = ""


class Ear:
    """Somebody who hears what happens at a table; a socket overrides this."""

    def hear(self, message: bytes) -> None:
        """Take a message; never wait."""
        raise NotImplementedError

    def stop(self, code: str) -> None:
        """The table has nothing more to say; why, as a code."""
        raise NotImplementedError


class Table:
    """A table that people sit at."""

    def __init__(
        self,
        book: Book,
        storage: Storage,
        clock: Callable[[], float] = time.time,
        metrics: Metrics | None = None,
    ) -> None:
        self.book = book
        self.storage = storage
        self.clock = clock
        self.metrics = Metrics() if metrics is None else metrics
        self.lock = asyncio.Lock()
        self.ears: set[Ear] = set()
        self.stirred = asyncio.Event()
        """Set whenever something has changed: bots and clocks wait for it."""
        self.broken = False
        """The log could not be written: this object is no longer the table."""
        self.messages: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self.answers: OrderedDict[tuple[int, str], Answer] = OrderedDict()
        self.thinking: dict[int, tuple[int, float]] = {}
        """By seat that is waited for: which wait, and since when."""
        self.view: dict[str, object] | None = self.public_view()
        self.mark_time()

    @property
    def name(self) -> str:
        """What the table is called in links."""
        return self.book.created.table

    @property
    def game(self) -> Game:
        """The game; Problem before it has begun."""
        if self.book.game is None:
            raise Problem("table.waiting", "The game has not begun.")
        return self.book.game

    # -- who may do what -------------------------------------------------------------------------------

    def holder(self, token: str) -> Holder:
        """Say what a token is good for; raise Problem if it is for nothing here."""
        seats = tuple(
            seat for seat, place in enumerate(self.book.places) if matches(token, place.digest)
        )
        host = matches(token, self.book.host)
        watch = matches(token, self.book.watch)
        if not seats and not host and not watch:
            raise Problem("token.unknown", "This link is not for this table, or no longer.")
        return Holder(seats, host, watch)

    def check_host(self, token: str) -> None:
        """Raise Problem unless this is the host's token."""
        if not self.holder(token).host:
            raise Problem("token.host", "Only the host may do that.")

    def check_open(self) -> None:
        """Raise Problem once the game has begun."""
        if self.book.game is not None:
            raise Problem("table.started", "The game has begun.")

    # -- before the game -------------------------------------------------------------------------------

    async def join(
        self,
        name: str,
        piece: str = "",
        seat: int | None = None,
        token: str | None = None,
        contribution: str = "",
    ) -> tuple[int, str]:
        """Sit down on a free seat; return it and the token that holds it.

        With a token of this table, one browser holds several seats. In a game an empty seat may be taken.
        """
        async with self.lock:
            self.check_whole()
            book = self.book
            if book.settings.locked:
                raise Problem("table.locked", "The host has locked this table.")
            if book.status == "over":
                raise Problem("table.over", "The game is over.")
            seat = self.free_seat(seat)
            name = checked_name(name)
            if any(place.name.casefold() == name.casefold() for place in book.places):
                raise Problem("seat.name", f"There is a {name} at this table already.")
            piece = self.free_piece(piece)
            if len(contribution) > LONGEST_CONTRIBUTION or not contribution.isprintable():
                raise Problem("seat.token", "A contribution to the dice is a short text.")
            if token is None or not self.knows(token):
                token = new_token()
            at = self.clock()
            line = Seated(at, seat, name, piece, "", digest(token), contribution)
            await self.commit(line)
            return seat, token

    def knows(self, token: str) -> bool:
        """Whether a token holds a seat here or is the host's."""
        book = self.book
        return matches(token, book.host) or any(
            matches(token, place.digest) for place in book.places
        )

    def free_seat(self, seat: int | None) -> int:
        """Return the seat asked for, or the first that is free."""
        places = self.book.places
        if seat is None:
            free = [n for n, place in enumerate(places) if place.free and not place.plan.bot]
            if not free:
                raise Problem("table.full", "All seats are taken.")
            return free[0]
        if not 0 <= seat < len(places):
            raise Problem("seat.unknown", f"There is no seat {seat}.")
        if not places[seat].free:
            raise Problem("seat.taken", "Somebody sits there already.")
        return seat

    def free_piece(self, piece: str) -> str:
        """Return the playing piece asked for, or one that is free."""
        taken = [place.token for place in self.book.places]
        if not piece:
            return free_token(taken)
        if piece not in TOKENS:
            raise Problem("seat.token", f"The tokens are {', '.join(TOKENS)}.")
        if piece in taken:
            raise Problem("seat.token", f"Somebody else has the {piece}.")
        return piece

    async def leave(self, seat: int, token: str, removed: bool = False) -> None:
        """Get up; the host may make somebody else get up. In a game a bot then plays the seat."""
        async with self.lock:
            self.check_whole()
            holder = self.holder(token)
            if not 0 <= seat < len(self.book.places):
                raise Problem("seat.unknown", f"There is no seat {seat}.")
            if seat not in holder.seats and not holder.host:
                raise Problem("token.seat", "That is not your seat.")
            if self.book.places[seat].free:
                raise Problem("seat.free", "Nobody sits there.")
            await self.commit(Vacated(self.clock(), seat, seat not in holder.seats or removed))

    async def seat_bot(self, seat: int, bot: str, token: str) -> None:
        """Put a bot on a free seat, before the game or in it."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            seat = self.free_seat(seat)
            checked_bot(bot)
            name = self.bot_name(bot)
            await self.commit(Seated(self.clock(), seat, name, self.free_piece(""), bot))

    def bot_name(self, bot: str) -> str:
        """A name for a bot that nobody has."""
        taken = {place.name for place in self.book.places}
        plain = bot.partition("(")[0].capitalize()[: LONGEST_NAME - 3]
        number = next(n for n in range(1, 99) if f"{plain} {n}" not in taken)
        return f"{plain} {number}"

    async def change(
        self,
        token: str,
        settings: Settings | None = None,
        seats: list[Plan] | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Let the host change settings; the number of seats and the clock before the game only."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            if seats is not None or clock is not None:
                self.check_open()
            if seats is not None:
                taken = sum(not place.free for place in self.book.places)
                if not max(2, taken) <= len(seats) <= MOST_SEATS:
                    raise Problem("table.full", f"A table has {max(2, taken)} to 8 seats here.")
                for plan in seats:
                    if plan.bot:
                        checked_bot(plan.bot)
            if clock is not None:
                checked_bot(clock.bot)
            await self.commit(Changed(self.clock(), settings, seats, clock))

    async def hand_over(self, token: str, seat: int) -> None:
        """Make who sits on a seat the host."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            if not 0 <= seat < len(self.book.places) or not self.book.places[seat].digest:
                raise Problem("seat.unknown", "Nobody sits there who could be the host.")
            await self.commit(Changed(self.clock(), host=self.book.places[seat].digest))

    async def watch_link(self, token: str) -> str:
        """Make a new token that may watch and nothing else; earlier ones are void."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            fresh = new_token()
            await self.commit(Watched(self.clock(), digest(fresh)))
            return fresh

    async def start(self, token: str) -> None:
        """Begin: seats planned for bots get theirs, and nobody may be missing."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            self.check_open()
            book = self.book
            for seat, place in enumerate(book.places):
                if place.free and place.plan.bot:
                    name = self.bot_name(place.plan.bot)
                    piece = self.free_piece("")
                    await self.commit(Seated(self.clock(), seat, name, piece, place.plan.bot))
            missing = sum(place.free for place in book.places)
            if missing:
                raise Problem(
                    "table.waiting",
                    f"{missing} of {len(book.places)} seats are free: wait, or seat a bot there.",
                )
            contributions = [place.contribution for place in book.places]
            await self.commit(Started(self.clock(), contributions))

    async def take_over(self, before: Book) -> None:
        """Let the people of another table sit here as they sat there, with the same host."""
        async with self.lock:
            for seat, place in enumerate(before.places):
                if place.digest:
                    at = self.clock()
                    line = Seated(at, seat, place.name, place.token, "", place.digest)
                    await self.commit(line)
            await self.commit(Changed(self.clock(), host=before.host))

    async def renew(self, name: str) -> None:
        """Say at which table the same people play again."""
        async with self.lock:
            self.check_whole()
            await self.commit(Renewed(self.clock(), name))

    # -- the game --------------------------------------------------------------------------------------

    async def play(
        self,
        action: Action,
        request: str = "",
        wait: int | None = None,
        by: str = "seat",
        answer: Callable[[Answer], None] | None = None,
    ) -> Answer:
        """Play an action of a seat; ``answer`` is told before everybody hears of it.

        ``wait`` is what the seat thinks it answers: if the table waits for something else by now, nothing is
        done. A request that was answered already gets the same answer.
        """
        async with self.lock:
            self.check_whole()
            told = self.answered(int(action.seat), request)
            if told is not None:
                self.metrics.actions.repeated += 1
            else:
                told = self.refused(action, request, wait)
            if told is not None:
                if answer is not None:
                    answer(told)
                return told
            return await self.played(action, request, by, answer)

    def answered(self, seat: int, request: str) -> Answer | None:
        """Return the answer to a request that was made before."""
        if not request:
            return None
        version = self.book.requests.get((seat, request))
        if version is not None:
            return Answer(request, version, played=True)
        return self.answers.get((seat, request))

    def refused(self, action: Action, request: str, wait: int | None) -> Answer | None:
        """Return the answer to what cannot be done, and remember it."""
        game = self.game
        version = self.book.version
        if wait is not None and wait != game.state.wait:
            self.metrics.actions.stale += 1
            sentence = "The table waits for something else by now."
            told = Answer(request, version, error="stale", sentence=sentence)
        else:
            refusal = game.why_not(action)
            if refusal is None:
                return None
            self.metrics.actions.refused += 1
            told = Answer(request, version, refusal=refusal_to_data(refusal))
        if request:
            self.answers[int(action.seat), request] = told
            if len(self.answers) > REMEMBERED:
                self.answers.popitem(last=False)
        return told

    async def played(
        self, action: Action, request: str, by: str, answer: Callable[[Answer], None] | None
    ) -> Answer:
        """Play what is allowed, log it, answer it, tell it."""
        book = self.book
        game, noting = self.game, book.noting
        assert noting is not None
        seat = int(action.seat)
        at = self.clock()
        began = time.perf_counter()
        noting.forget()
        events = game.play(action)
        reach("played")
        data = action_to_data(action)
        spent = self.spent(seat, at) if by == "seat" else 0.0
        line = Played(at, data, by, book.throws(), spent, request)
        await self.append(line)
        reach("appended")
        book.note(line)
        book.count(line)
        told = Answer(request, book.version, played=True)
        if answer is not None:
            answer(told)
        reach("answered")
        self.mark_time()
        self.tell(self.played_message(data, by, events))
        reach("told")
        self.metrics.actions.played += 1
        self.metrics.broadcast.observe(time.perf_counter() - began)
        log.debug("played", table=self.name, version=book.version, seat=seat, action=data["action"])
        return told

    def played_message(self, data: dict[str, object], by: str, events: list[Event]) -> bytes:
        """Write what everybody hears of an action."""
        before, self.view = self.view, self.public_view()
        message: dict[str, object] = {
            "version": self.book.version,
            "played": data,
            "by": by,
            "events": [event_to_data(event) for event in events],
            "changes": view_changes(before, self.view),
        }
        if self.book.clock.runs:
            message["clock"] = self.clocks()
        return msgspec.json.encode(message)

    async def order(self, seat: int, pass_dice: bool | None, wait: int, limit: int) -> None:
        """Give or take back a standing order."""
        async with self.lock:
            self.check_whole()
            if self.game.state.over:
                raise Problem("table.over", "The game is over.")
            await self.commit(Ordered(self.clock(), seat, pass_dice, wait, limit))

    async def go_away(self, seat: int, away: bool) -> None:
        """Let a seat be played for its person, or give it back."""
        async with self.lock:
            self.check_whole()
            if self.book.places[seat].away != away:
                await self.commit(Away(self.clock(), seat, away))

    # -- time ------------------------------------------------------------------------------------------

    def mark_time(self) -> None:
        """Note who is waited for, and since when; who was waited for already keeps their time."""
        before, self.thinking = self.thinking, {}
        game = self.book.game
        if game is None or game.state.over:
            return
        wait = int(game.state.wait)
        for seat in game.state.waiting_for():
            known = before.get(int(seat))
            same = known is not None and known[0] == wait
            self.thinking[int(seat)] = known if known and same else (wait, self.clock())

    def since(self, seat: int) -> float | None:
        """Since when a seat is waited for."""
        known = self.thinking.get(seat)
        return known[1] if known is not None else None

    def spent(self, seat: int, at: float) -> float:
        """What a decision takes of the bank: the time beyond that of each move."""
        clock = self.book.clock
        since = self.since(seat)
        if since is None or not clock.bank:
            return 0.0
        return max(0.0, min(at - since - clock.move, self.book.places[seat].bank))

    def left(self, seat: int) -> float | None:
        """Seconds until a seat's time is out; None if it is not waited for or has no limit."""
        clock = self.book.clock
        since = self.since(seat)
        if since is None or not clock.runs:
            return None
        return since + clock.move + self.book.places[seat].bank - self.clock()

    def clocks(self) -> dict[str, object]:
        """What everybody sees of the clocks."""
        banks = [round(place.bank, 1) for place in self.book.places]
        left = {str(seat): round(self.left(seat) or 0.0, 1) for seat in self.thinking}
        return {"banks": banks, "left": left}

    # -- telling ---------------------------------------------------------------------------------------

    def public_view(self) -> dict[str, object] | None:
        """What everybody may see of the game."""
        game = self.book.game
        return view_to_data(game.state) if game is not None else None

    def describe(self) -> dict[str, object]:
        """What everybody may know of the table."""
        book = self.book
        return {
            "table": self.name,
            "version": book.version,
            "status": book.status,
            "rules": book.created.rules,
            "settings": msgspec.to_builtins(book.settings),
            "clock": msgspec.to_builtins(book.clock),
            "commitment": book.created.commitment,
            "host": book.seats_of(book.host),
            "before": book.created.before,
            "renewed": book.renewed,
            "seats": [
                {
                    "seat": seat,
                    "name": place.name,
                    "token": place.token,
                    "kind": "bot" if place.bot else "person" if place.digest else "free",
                    "bot": place.bot or place.plan.bot,
                    "away": place.away,
                    "contribution": place.contribution,
                }
                for seat, place in enumerate(book.places)
            ],
        }

    def options(self, seat: int) -> dict[str, object]:
        """What a seat may do now."""
        game = self.game
        return {
            "version": self.book.version,
            "seat": seat,
            "wait": int(game.state.wait),
            "options": [option_to_data(option) for option in game.options(seat)],
        }

    def missed(self, since: int) -> list[bytes] | None:
        """Return the messages after a version; None when they are no longer kept."""
        if since == self.book.version:
            return []
        if not self.messages or not self.messages[0][0] <= since + 1 <= self.book.version:
            return None
        return [message for version, message in self.messages if version > since]

    def tell(self, message: bytes) -> None:
        """Tell everybody, and keep it for who comes back."""
        self.messages.append((self.book.version, message))
        for ear in self.ears:
            ear.hear(message)
        self.stirred.set()

    # -- the log ---------------------------------------------------------------------------------------

    def check_whole(self) -> None:
        """Raise Problem if the log could not be written."""
        if self.broken:
            raise Problem("table.busy", "The table is being read anew: try again.")

    async def commit(self, line: Line) -> None:
        """Take a line over that is no action, append it, and tell it."""
        book = self.book
        book.take(line)
        about = None if isinstance(line, Ordered | Away) else self.about()
        await self.append(line, about)
        book.count(line)
        self.mark_time()
        message: dict[str, object] = {"version": book.version, "table": self.describe()}
        if isinstance(line, Started):
            self.view = self.public_view()
            message["view"] = self.view
        self.tell(msgspec.json.encode(message))

    async def append(self, line: Line, about: bytes | None = None) -> None:
        """Make a line durable that is taken over already; give the table up if that fails."""
        book = self.book
        turned = isinstance(line, Started) or book.status == "over"
        began = time.perf_counter()
        try:
            await self.storage.append(
                self.name,
                book.version + 1,
                [write_line(line)],
                line.at,
                book.status if turned else None,
                book.settings.public if about is not None else None,
                about,
            )
        except BaseException:
            self.metrics.actions.error += 1
            self.give_up()
            raise
        self.metrics.append.observe(time.perf_counter() - began)

    def about(self) -> bytes:
        """What the lobby shows of the table."""
        book = self.book
        told = {
            "name": book.settings.name,
            "preset": book.rules.preset,
            "seats": len(book.places),
            "people": sum(bool(place.digest) for place in book.places),
            "bots": sum(bool(place.bot or place.plan.bot) for place in book.places),
            "locked": book.settings.locked,
        }
        return msgspec.json.encode(told)

    def give_up(self) -> None:
        """Be the table no longer: what is in memory may be ahead of the log."""
        self.broken = True
        for ear in list(self.ears):
            ear.stop("table.busy")
        self.stirred.set()


def checked_name(name: str) -> str:
    """Return a name as it is shown; raise Problem if it is none."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Problem("seat.name", f"A name has 1 to {LONGEST_NAME} visible characters.")
    return name


def checked_bot(bot: str) -> None:
    """Raise Problem unless this is a bot of the ladder as it is: options and modules are strangers' code."""
    if bot not in LADDER:
        offered = ", ".join(FOR_PEOPLE)
        raise Problem("seat.bot", f"There is no bot {bot[:40]!r} here; people meet {offered}.")
