"""One table's seats: who may sit where, and what the host may change.

``Seats`` does not write anything. Its methods check a request against the state and either return the log
entry that carries it out or raise Problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from passgo.bots.ladder import BUILT_IN, FOR_PEOPLE
from passgo.record import TOKENS
from passgo.server import log_entries
from passgo.server.keys import digest, matches, new_key
from passgo.server.names import BANK_NAMES, BOT_NAMES, choose_bot_name, clean_name, clean_title
from passgo.server.presence import HOST_ABSENCE
from passgo.server.problems import Problem
from passgo.server.table_state import LEAST_SEATS, MOST_SEATS, Place, TableState

LONGEST_CONTRIBUTION: Final = 64
LEAST_CLOCK: Final = 1


class Access(msgspec.Struct, frozen=True):
    """The access that a key gives at a table."""

    seats: tuple[int, ...]
    host: bool
    watch: bool


class Seats:
    """The seats of one table."""

    def __init__(self, state: TableState) -> None:
        self.state = state

    # -- permissions -----------------------------------------------------------------------------------

    def access(self, key: str) -> Access:
        """Return the access that a key gives; raise Problem if it gives none."""
        state = self.state
        seats = tuple(seat for seat, place in enumerate(state.places) if matches(key, place.digest))
        access = Access(seats, matches(key, state.host), matches(key, state.watch))
        if not access.seats and not access.host and not access.watch:
            raise Problem(
                "key.unknown", "This link is not for this table, or it is no longer valid."
            )
        return access

    def check_host(self, key: str) -> None:
        """Raise Problem unless this is the host key."""
        if not self.access(key).host:
            raise Problem("key.host", "Only the host can do that.")

    def check_not_started(self) -> None:
        """Raise Problem once the game has started."""
        if self.state.game is not None:
            raise Problem("table.started", "The game has already started.")

    def check_not_over(self) -> None:
        """Raise Problem once the game is over."""
        if self.state.status == "over":
            raise Problem("table.over", "The game is over.")

    def is_player_or_host(self, key: str) -> bool:
        """Return whether a key holds a seat here or is the host key."""
        state = self.state
        return matches(key, state.host) or any(matches(key, place.digest) for place in state.places)

    # -- sitting down and leaving ----------------------------------------------------------------------

    def join(
        self,
        at: float,
        name: str,
        token: str = "",
        seat: int | None = None,
        key: str | None = None,
        contribution: str = "",
    ) -> tuple[log_entries.Seated, str]:
        """Seat a person; return the entry and the seat key.

        If the person already has a key to this table, that key holds the new seat too. A free seat
        can also be taken during a game.
        """
        if self.state.settings.locked:
            raise Problem("table.locked", "The host has locked this table.")
        self.check_not_over()
        seat = self.free_seat(seat)
        name = clean_name(name)
        taken = {place.name.casefold() for place in self.state.places if not place.is_free}
        if name.casefold() in taken | BANK_NAMES:
            raise Problem(
                "seat.name", f"The name {name} is already taken at this table. Choose another one."
            )
        token = self.free_token(seat, token)
        check_contribution(contribution)
        if key is None or not self.is_player_or_host(key):
            key = new_key()
        return log_entries.Seated(at, seat, name, token, "", digest(key), contribution), key

    def leave(self, at: float, seat: int, key: str) -> log_entries.Vacated:
        """Vacate a seat on behalf of its player or the host."""
        access = self.access(key)
        place = self.place(seat)
        if seat not in access.seats and not access.host:
            raise Problem("key.seat", "That is not your seat.")
        if place.is_free:
            raise Problem("seat.free", "That seat is already free.")
        return log_entries.Vacated(at, seat, seat not in access.seats)

    def seat_bot(self, at: float, seat: int, bot: str, name: str = "") -> log_entries.Seated:
        """Put a bot in a free seat, before or during the game. If its name is taken, it gets another."""
        seat = self.free_seat(seat)
        check_bots([log_entries.SeatPlan(bot, name)])
        taken = {place.name.casefold() for place in self.state.places} | BANK_NAMES
        if not name or name.casefold() in taken:
            planned = {place.plan.name.casefold() for place in self.state.places}
            name = choose_bot_name(self.state.name, taken | planned)
        return log_entries.Seated(at, seat, name, self.free_token(seat), bot)

    def stand_in(self, at: float, seat: int, key: str) -> log_entries.Away | None:
        """Let a bot play for a person, who keeps the seat; return None if a bot already does."""
        self.check_host(key)
        if self.state.game is None:
            raise Problem("table.waiting", "The game has not started yet.")
        self.check_not_over()
        place = self.place(seat)
        if not place.digest:
            raise Problem("seat.free", "There is no person in that seat.")
        return None if place.stand_in else log_entries.Away(at, seat, True, self.state.clock.bot)

    def copy_people(self, at: float, before: TableState) -> Iterator[log_entries.LogEntry]:
        """Seat the people from another table in the same seats, with the same host."""
        for seat, place in enumerate(before.places):
            if place.digest:
                yield log_entries.Seated(at, seat, place.name, place.token, "", place.digest)
        yield log_entries.Changed(at, host=before.host)

    def place(self, seat: int) -> Place:
        """Return a seat; raise Problem if it does not exist."""
        if not 0 <= seat < len(self.state.places):
            raise Problem("seat.unknown", f"There is no seat {seat}.")
        return self.state.places[seat]

    def free_seat(self, seat: int | None) -> int:
        """Return the requested seat, or the first free one; raise Problem if it is not free."""
        if seat is not None:
            if not self.place(seat).is_free:
                raise Problem("seat.taken", "That seat is taken.")
            return seat
        places = enumerate(self.state.places)
        free = [number for number, place in places if place.is_free and not place.plan.bot]
        if not free:
            raise Problem("table.full", "All seats are taken.")
        return free[0]

    def free_token(self, seat: int, token: str = "") -> str:
        """Return the requested token or, if none was requested, the seat's last token or any free one."""
        places = self.state.places
        taken = [place.token for number, place in enumerate(places) if number != seat]
        if not token:
            return places[seat].token or next(one for one in TOKENS if one not in taken)
        if token not in TOKENS:
            raise Problem("seat.token", f"Unknown token. Choose one of {', '.join(TOKENS)}.")
        if token in taken:
            raise Problem(
                "seat.token", f"Another player has the {token}. Choose a different token."
            )
        return token

    # -- the host --------------------------------------------------------------------------------------

    def change(
        self,
        at: float,
        key: str,
        settings: log_entries.HostSettings | None = None,
        seats: list[log_entries.SeatPlan] | None = None,
        clock: log_entries.Clock | None = None,
        was: list[int] | None = None,
    ) -> log_entries.Changed | None:
        """Change the settings, the seats or the clock on behalf of the host.

        Return None if there is nothing to change. The seats and the clock can be changed only before the
        game. ``was`` gives the current number of each seat in ``seats``, or -1 for a new one; without it,
        every seat keeps its number. A seat that is taken cannot be removed.
        """
        self.check_host(key)
        if seats is None and was is not None:
            raise Problem("request.form", "`was` requires `seats`.")
        if settings is None and seats is None and clock is None:
            return None
        if seats is not None or clock is not None:
            self.check_not_started()
        if seats is not None:
            if was is None:
                count = len(self.state.places)
                was = [seat if seat < count else -1 for seat in range(len(seats))]
            self.check_plan(seats, was)
        if settings is not None:
            settings = clean_title(settings)
        if clock is not None:
            check_bot(clock.bot)
            check_clock(clock)
        return log_entries.Changed(at, settings, seats, clock, was=was)

    def check_plan(self, seats: list[log_entries.SeatPlan], was: list[int]) -> None:
        """Raise Problem unless the seats can be changed this way without removing a player."""
        places = self.state.places
        if not LEAST_SEATS <= len(seats) <= MOST_SEATS:
            raise Problem("table.full", f"A table must have {LEAST_SEATS} to {MOST_SEATS} seats.")
        if self.state.created.position and len(seats) != len(places):
            raise Problem(
                "position",
                "The number of seats is fixed because the game starts from a given position.",
            )
        kept = [seat for seat in was if seat != -1]
        if (
            len(was) != len(seats)
            or len({*kept}) < len(kept)
            or not {*kept} <= {*range(len(places))}
        ):
            sentence = (
                "`was` must give the current number of each seat in `seats`, or -1 for a new seat."
            )
            raise Problem("request.form", sentence)
        for seat, place in enumerate(places):
            if not place.is_free and seat not in kept:
                raise Problem(
                    "seat.taken",
                    f"Seat {seat} cannot be removed because {place.name} is sitting there.",
                )
        check_bots(seats)

    def hand_over(
        self, at: float, key: str, seat: int, takeover_in: float | None
    ) -> log_entries.Changed:
        """Make another player the host. During a game, a player may take over from an absent host."""
        access = self.access(key)
        if self.state.game is None or seat not in access.seats:
            self.check_host(key)
        elif not access.host and takeover_in != 0:
            raise Problem(
                "host.here",
                "You can become the host once the current host has been gone for "
                f"{HOST_ABSENCE:.0f} seconds.",
            )
        return self.make_host(at, seat)

    def make_host(self, at: float, seat: int) -> log_entries.Changed:
        """Make the player in a seat the host."""
        if not 0 <= seat < len(self.state.places) or not self.state.places[seat].digest:
            raise Problem(
                "seat.unknown",
                "Only a person can become the host, and there is no person in that seat.",
            )
        return log_entries.Changed(at, host=self.state.places[seat].digest)

    def next_host(self, seat: int, present: Sequence[int]) -> int | None:
        """Return the seat of the next host if this seat's player leaves the game; None for no change.

        Connected players come first, then the others, in seat order, starting after this seat.
        """
        state = self.state
        if state.game is None or state.seats_of(state.host) != [seat]:
            return None
        count = len(state.places)
        after = [(seat + step) % count for step in range(1, count)]
        people = [other for other in after if state.places[other].digest]
        return min(people, key=lambda other: other not in present, default=None)

    def make_watch_link(self, at: float, key: str) -> tuple[log_entries.Watched, str]:
        """Create a new watch key, which replaces the earlier one; return the entry and the key."""
        self.check_host(key)
        watch_key = new_key()
        return log_entries.Watched(at, digest(watch_key)), watch_key

    # -- the start -------------------------------------------------------------------------------------

    def contribute(
        self, at: float, seat: int, key: str, contribution: str
    ) -> log_entries.Contributed | None:
        """Make the one-time contribution to the dice for a seat taken without one, as in a rematch."""
        check_contribution(contribution)
        if seat not in self.access(key).seats:
            raise Problem("key.seat", "That is not your seat.")
        self.check_not_started()
        made = self.state.places[seat].contribution
        if made and made != contribution:
            raise Problem("seat.contribution", "This seat has already contributed to the dice.")
        return (
            log_entries.Contributed(at, seat, contribution) if contribution and not made else None
        )

    def check_start(self, key: str, present: Sequence[int]) -> None:
        """Raise Problem unless the host may start the game now.

        In a rematch, players are seated automatically, and their browsers contribute to the dice
        once they are connected. The game cannot start until every connected player has contributed.
        """
        self.check_host(key)
        self.check_not_started()
        places = self.state.places
        waited_for = present if self.state.created.rematch_of else []
        late = [places[seat].name for seat in waited_for if not places[seat].contribution]
        if late:
            names = ", ".join(late)
            raise Problem(
                "dice.waiting", f"No contribution to the dice yet from {names}. Wait a moment."
            )

    def missing_bots(self) -> list[int]:
        """Return the free seats that are planned for bots."""
        places = enumerate(self.state.places)
        return [seat for seat, place in places if place.is_free and place.plan.bot]

    def start(self, at: float) -> log_entries.Started:
        """Start the game; raise Problem if a seat is still free."""
        places = self.state.places
        missing = sum(place.is_free for place in places)
        if missing:
            raise Problem(
                "table.waiting",
                f"{missing} of {len(places)} seats are free. Wait for players, or add bots.",
            )
        return log_entries.Started(at, [place.contribution for place in places])


def check_contribution(contribution: str) -> None:
    """Raise Problem unless this text can be mixed into the dice."""
    if len(contribution) > LONGEST_CONTRIBUTION or not contribution.isprintable():
        raise Problem(
            "seat.token",
            f"A contribution to the dice may have up to {LONGEST_CONTRIBUTION} printable characters.",
        )


def check_clock(clock: log_entries.Clock) -> None:
    """Raise Problem if a clock does not give enough time to play."""
    if 0 < clock.move < LEAST_CLOCK or 0 < clock.bank < LEAST_CLOCK:
        raise Problem(
            "rules",
            f"Each time on the clock must be 0 (no limit) or at least {LEAST_CLOCK} second.",
        )


def check_bot(bot: str) -> None:
    """Raise Problem unless this names a built-in bot; a module would be untrusted code."""
    if bot not in BUILT_IN:
        offered = f"{', '.join(FOR_PEOPLE[:-1])} or {FOR_PEOPLE[-1]}"
        raise Problem("seat.bot", f"There is no bot named {bot[:40]!r}. Choose {offered}.")


def check_bots(plans: Sequence[log_entries.SeatPlan]) -> None:
    """Raise Problem unless every planned bot exists and its name, if any, is a character's own."""
    for plan in plans:
        if plan.bot:
            check_bot(plan.bot)
    names = [plan.name for plan in plans if plan.name]
    if len({*names}) < len(names) or not {*names} <= {*BOT_NAMES}:
        characters = f"{', '.join(BOT_NAMES[:-1])} or {BOT_NAMES[-1]}"
        raise Problem("seat.name", f"A bot may be called {characters}, each only once.")
    if any(plan.name and not plan.bot for plan in plans):
        raise Problem("seat.name", "Only a bot's seat can be given a name.")
