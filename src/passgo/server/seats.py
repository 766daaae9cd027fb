"""Who sits where: joining and leaving, bots and watchers, and what the host may do."""

from __future__ import annotations

import unicodedata
from typing import Final

import msgspec

from passgo.bots.ladder import FOR_PEOPLE, LADDER
from passgo.record import TOKENS
from passgo.server.keys import digest, matches, new_key
from passgo.server.log_entries import (
    Changed,
    Clock,
    Contributed,
    Renewed,
    Seated,
    SeatPlan,
    Settings,
    Started,
    Vacated,
    Watched,
)
from passgo.server.logged import AWAY, LoggedTable
from passgo.server.problems import Problem
from passgo.server.table_state import LEAST_SEATS, MOST_SEATS, TableState, free_token

LONGEST_NAME: Final = 24
LONGEST_TITLE: Final = 60
LONGEST_CONTRIBUTION: Final = 64
LEAST_CLOCK: Final = 1
BANK: Final = frozenset(("bank", "the bank", "die bank"))
"""Who is at every table already."""
BOT_NAMES: Final = (
    *("Ada", "Bruno", "Clara", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Kira"),
    *("Leo", "Mina", "Noel", "Olga", "Pablo", "Quinn", "Rosa", "Silas", "Tilda", "Uma", "Vito"),
)
"""Short, and the same in every language; the level stands beside it."""
UNSEEN: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters by name that show nothing."""


class Access(msgspec.Struct, frozen=True):
    """What somebody with a token may do at a table."""

    seats: tuple[int, ...]
    host: bool
    watch: bool


class Seating(LoggedTable):
    """A table whose seats people take and leave."""

    # -- who may do what -------------------------------------------------------------------------------

    def holder(self, token: str) -> Access:
        """Say what a token is good for; raise Problem if it is for nothing here."""
        seats = tuple(
            seat for seat, place in enumerate(self.state.places) if matches(token, place.digest)
        )
        host = matches(token, self.state.host)
        watch = matches(token, self.state.watch)
        if not seats and not host and not watch:
            raise Problem("token.unknown", "This link is not for this table, or no longer.")
        return Access(seats, host, watch)

    def check_host(self, token: str) -> None:
        """Raise Problem unless this is the host's token."""
        if not self.holder(token).host:
            raise Problem("token.host", "Only the host may do that.")

    def check_open(self) -> None:
        """Raise Problem once the game has begun."""
        if self.state.game is not None:
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
            state = self.state
            if state.settings.locked:
                raise Problem("table.locked", "The host has locked this table.")
            if state.status == "over":
                raise Problem("table.over", "The game is over.")
            seat = self.free_seat(seat)
            name = checked_name(name)
            if name.casefold() in self.names():
                raise Problem("seat.name", f"There is a {name} at this table already.")
            piece = self.free_piece(seat, piece)
            check_contribution(contribution)
            if token is None or not self.knows(token):
                token = new_key()
            at = self.clock()
            entry = Seated(at, seat, name, piece, "", digest(token), contribution)
            await self.commit(entry)
            return seat, token

    def knows(self, token: str) -> bool:
        """Whether a token holds a seat here or is the host's."""
        state = self.state
        return matches(token, state.host) or any(
            matches(token, place.digest) for place in state.places
        )

    def free_seat(self, seat: int | None) -> int:
        """Return the seat asked for, or the first that is free."""
        places = self.state.places
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

    def names(self) -> set[str]:
        """The names that nobody else can have."""
        names = {place.name.casefold() for place in self.state.places if not place.free}
        return names | BANK

    def free_piece(self, seat: int, piece: str = "") -> str:
        """Return the playing piece asked for; else that of who sat there, or one that is free."""
        places = self.state.places
        taken = [place.token for number, place in enumerate(places) if number != seat]
        if not piece:
            return places[seat].token or free_token(taken)
        if piece not in TOKENS:
            raise Problem("seat.token", f"The tokens are {', '.join(TOKENS)}.")
        if piece in taken:
            raise Problem("seat.token", f"Somebody else has the {piece}.")
        return piece

    async def leave(self, seat: int, token: str) -> None:
        """Get up; the host may make somebody else get up. In a game a bot then plays the seat.

        A host without a seat goes on managing the table before the game; in it, somebody else is the host.
        """
        async with self.lock:
            self.check_whole()
            holder = self.holder(token)
            if not 0 <= seat < len(self.state.places):
                raise Problem("seat.unknown", f"There is no seat {seat}.")
            if seat not in holder.seats and not holder.host:
                raise Problem("token.seat", "That is not your seat.")
            if self.state.places[seat].free:
                raise Problem("seat.free", "Nobody sits there.")
            heir = self.next_host(seat)
            if heir is not None:
                await self.make_host(heir)  # first, so that no moment is without a host
            await self.commit(Vacated(self.clock(), seat, seat not in holder.seats))

    def next_host(self, seat: int) -> int | None:
        """The seat of who is the host when a seat is left; None if that changes nothing, or nobody is."""
        state = self.state
        if state.game is None or state.seats_of(state.host) != [seat]:
            return None
        count = len(state.places)
        after = [(seat + step) % count for step in range(1, count)]
        people = [other for other in after if state.places[other].digest]
        here = self.who_is_present().present
        return min(people, key=lambda other: other not in here, default=None)

    async def make_host(self, seat: int) -> None:
        """Make who sits on a seat the host."""
        await self.commit(Changed(self.clock(), host=self.state.places[seat].digest))
        self.host_seen = self.clock()
        self.call_roll()  # they may not be here

    async def seat_bot(self, seat: int, bot: str, token: str) -> None:
        """Put a bot on a free seat, before the game or in it."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            seat = self.free_seat(seat)
            check_bot(bot)
            await self.commit(
                Seated(self.clock(), seat, self.bot_name(), self.free_piece(seat), bot)
            )

    def bot_name(self) -> str:
        """A name for a bot that nobody has; every table begins elsewhere in the list."""
        taken = {place.name.casefold() for place in self.state.places} | BANK
        first = sum(self.name.encode())
        names = [BOT_NAMES[(first + step) % len(BOT_NAMES)] for step in range(len(BOT_NAMES))]
        return next(name for name in names if name.casefold() not in taken)

    async def change(
        self,
        token: str,
        settings: Settings | None = None,
        seats: list[SeatPlan] | None = None,
        clock: Clock | None = None,
        was: list[int] | None = None,
    ) -> None:
        """Let the host change settings; the seats and the clock before the game only.

        ``was`` gives the present number of each new seat, -1 for an additional one; without it every seat
        keeps its number. A seat that somebody sits on cannot be left out.
        """
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            if seats is not None or clock is not None:
                self.check_open()
            if seats is not None:
                if was is None:
                    count = len(self.state.places)
                    was = [seat if seat < count else -1 for seat in range(len(seats))]
                self.check_plan(seats, was)
            if settings is not None:
                settings = with_title(settings)
            if clock is not None:
                check_bot(clock.bot)
                check_clock(clock)
            await self.commit(Changed(self.clock(), settings, seats, clock, was=was))

    def check_plan(self, seats: list[SeatPlan], was: list[int]) -> None:
        """Raise Problem unless the seats can be changed so, and nobody loses theirs."""
        places = self.state.places
        if not LEAST_SEATS <= len(seats) <= MOST_SEATS:
            raise Problem("table.full", f"A table has {LEAST_SEATS} to {MOST_SEATS} seats.")
        if self.state.created.position and len(seats) != len(places):
            raise Problem("position", "A position has as many seats as players.")
        kept = [seat for seat in was if seat != -1]
        if (
            len(was) != len(seats)
            or len({*kept}) < len(kept)
            or not {*kept} <= {*range(len(places))}
        ):
            sentence = "`was` gives for each of `seats` its present number, or -1 for a new seat."
            raise Problem("request.form", sentence)
        for seat, place in enumerate(places):
            if not place.free and seat not in kept:
                raise Problem("seat.taken", f"{place.name} sits on seat {seat}, which would go.")
        for plan in seats:
            if plan.bot:
                check_bot(plan.bot)

    async def hand_over(self, token: str, seat: int) -> None:
        """Make who sits on a seat the host; in a game also oneself, once the host is away."""
        async with self.lock:
            self.check_whole()
            if self.state.game is None or seat not in self.holder(token).seats:
                self.check_host(token)
            elif not self.holder(token).host and self.takeover_in() != 0:
                raise Problem(
                    "host.here",
                    f"The host is here, or was less than {AWAY:.0f} seconds ago: wait a little.",
                )
            if not 0 <= seat < len(self.state.places) or not self.state.places[seat].digest:
                raise Problem("seat.unknown", "Nobody sits there who could be the host.")
            await self.make_host(seat)

    async def contribute(self, seat: int, token: str, contribution: str) -> None:
        """Add to the dice for a seat that was taken without a contribution, as in a rematch; once."""
        check_contribution(contribution)
        async with self.lock:
            self.check_whole()
            if seat not in self.holder(token).seats:
                raise Problem("token.seat", "That is not your seat.")
            self.check_open()
            made = self.state.places[seat].contribution
            if made and made != contribution:
                raise Problem("seat.contribution", "This seat has contributed to the dice already.")
            if not made and contribution:
                await self.commit(Contributed(self.clock(), seat, contribution))

    def check_contributions(self) -> None:
        """Raise Problem while somebody who is here for a rematch has not contributed to the dice.

        They sat down without being asked, and their browsers contribute when they come.
        """
        places = self.state.places
        here = self.who_is_present().present if self.state.created.before else []
        late = [places[seat].name for seat in here if not places[seat].contribution]
        if late:
            names = ", ".join(late)
            raise Problem(
                "dice.waiting", f"No contribution to the dice yet from {names}: wait a moment."
            )

    async def watch_link(self, token: str) -> str:
        """Make a new token that may watch and nothing else; earlier ones are void."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            fresh = new_key()
            await self.commit(Watched(self.clock(), digest(fresh)))
            return fresh

    async def start(self, token: str) -> None:
        """Begin: seats planned for bots get theirs, and nobody may be missing."""
        async with self.lock:
            self.check_whole()
            self.check_host(token)
            self.check_open()
            self.check_contributions()
            state = self.state
            for seat, place in enumerate(state.places):
                if place.free and place.plan.bot:
                    name = self.bot_name()
                    piece = self.free_piece(seat)
                    await self.commit(Seated(self.clock(), seat, name, piece, place.plan.bot))
            missing = sum(place.free for place in state.places)
            if missing:
                raise Problem(
                    "table.waiting",
                    f"{missing} of {len(state.places)} seats are free: wait, or seat a bot there.",
                )
            contributions = [place.contribution for place in state.places]
            await self.commit(Started(self.clock(), contributions))

    async def take_over(self, before: TableState) -> None:
        """Let the people of another table sit here as they sat there, with the same host."""
        async with self.lock:
            for seat, place in enumerate(before.places):
                if place.digest:
                    at = self.clock()
                    entry = Seated(at, seat, place.name, place.token, "", place.digest)
                    await self.commit(entry)
            await self.commit(Changed(self.clock(), host=before.host))

    async def renew(self, name: str) -> None:
        """Say at which table the same people play again."""
        async with self.lock:
            self.check_whole()
            await self.commit(Renewed(self.clock(), name))


def checked_name(name: str) -> str:
    """Return a name as it is shown; raise Problem if it is none."""
    name = visible(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise Problem("seat.name", f"A name has 1 to {LONGEST_NAME} visible characters.")
    return name


def check_contribution(contribution: str) -> None:
    """Raise Problem unless this can be mixed into the dice."""
    if len(contribution) > LONGEST_CONTRIBUTION or not contribution.isprintable():
        raise Problem("seat.token", "A contribution to the dice is a short text.")


def with_title(settings: Settings) -> Settings:
    """Return settings with the table's name as it is shown; raise Problem if it is none."""
    title = visible(settings.name)
    if len(title) > LONGEST_TITLE or (settings.name and not title):
        most = f"at most {LONGEST_TITLE} visible characters"
        raise Problem("rules", f"The name of a table has {most}.")
    return msgspec.structs.replace(settings, name=title)


def visible(text: str) -> str:
    """Return text in its plainest form; nothing if some of it cannot be seen, or hides the rest."""
    text = unicodedata.normalize("NFKC", " ".join(text.split()))
    before = ""
    for letter in text:
        kind = unicodedata.category(letter)
        if (
            kind[0] == "C"
            or kind in ("Zl", "Zp")
            or letter in UNSEEN
            or "\ufe00" <= letter <= "\ufe0f"
        ):
            return ""
        if kind[0] == "M" and (not before or unicodedata.category(before)[0] == "M"):
            return ""  # one mark on a letter, not a tower of them
        before = letter
    return text


def check_clock(clock: Clock) -> None:
    """Raise Problem if nobody could think in the time that a clock gives."""
    if 0 < clock.move < LEAST_CLOCK or 0 < clock.bank < LEAST_CLOCK:
        raise Problem("rules", f"A clock gives {LEAST_CLOCK} seconds or more, or none.")


def check_bot(bot: str) -> None:
    """Raise Problem unless this is a bot of the ladder as it is: options and modules are strangers' code."""
    if bot not in LADDER:
        offered = ", ".join(FOR_PEOPLE)
        raise Problem("seat.bot", f"There is no bot {bot[:40]!r} here; people meet {offered}.")
