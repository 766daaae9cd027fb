"""The agenda: a stack of everything that must be decided or done next.

The top entry determines which decision must be made and by which seats; it is removed once the
decision is made. A step that needs no decision, such as the next auction or the move after a fine,
is also an entry and runs automatically. As a result, no flags are needed for cases such as a trade
made during a turn while a debt is pending.

    bottom  ToRoll, ToEndTurn, NextTurn      whose turn it is
    above   BuyOrAuction, TaxChoice, …       what the roll caused
    top     Auction, DebtDue, …              what must be settled first

Each kind of decision is defined in the chapter of ``rules/`` that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.value import Value

if TYPE_CHECKING:
    from passgo.engine.action import Action
    from passgo.engine.game import Game
    from passgo.engine.options import Option
    from passgo.engine.refusal import Refusal
    from passgo.engine.state import Debt, State


class Entry(Value):
    """An entry on the agenda; ``seat`` is the player it mainly concerns."""

    seat: i64

    def proceed(self, game: Game) -> bool:
        """Do everything that needs no decision; return whether anything was done."""
        raise NotImplementedError

    def copy(self) -> Entry:
        """Return an independent copy, or the entry itself if it never changes."""
        return self

    def concerns(self, seat: i64) -> bool:
        """Return whether the entry is dropped when this seat leaves the game."""
        return self.seat == seat

    def is_calm(self) -> bool:
        """Return whether the table is calm while this entry is on top. Ruling 3."""
        return False

    def debt(self) -> Debt | None:
        """Return the debt this entry represents, if any."""
        return None

    def pledged_cash(self, seat: i64) -> i64:
        """Return the cash a seat must keep to cover its high bid. Ruling 14."""
        return 0

    def pledges(self, state: State, seat: i64, group: i64) -> bool:
        """Return whether a seat's high bid requires it to leave a group unchanged. Ruling 14."""
        return False

    def reserves(self, kind: i64) -> bool:
        """Return whether a building of this kind is reserved for an auction. Ruling 9."""
        return False

    def holds(self, space: i64) -> bool:
        """Return whether a deed cannot be traded because its heir has not decided yet."""
        return False


class Decision(Entry):
    """An entry that one or more seats must answer."""

    def waits_for(self, state: State, seat: i64) -> bool:
        """Return whether this seat must answer now."""
        return self.seat == seat

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """List a seat's answers to this decision; ``refused`` adds refused ones, with reasons."""
        raise NotImplementedError

    def default(self, state: State, seat: i64) -> Action:
        """Return the safe answer, used for expired clocks, absent players and failing bots."""
        raise NotImplementedError

    def comes_first(self) -> Refusal:
        """Return the refusal for a seat that must make this decision but tries something else."""
        raise NotImplementedError


class EmptyAgenda(Entry):
    """The top of an empty agenda, before the first turn."""

    def __init__(self, seat: i64 = -1) -> None:
        self.seat = seat

    def proceed(self, game: Game) -> bool:
        """Return False: the game is not set up yet."""
        return False


NOTHING: Final = EmptyAgenda()


class Agenda:
    """The stack of entries. ``top`` is the current decision."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.top: Entry = entries[-1] if entries else NOTHING

    def push(self, entry: Entry) -> None:
        """Put an entry on top."""
        self.entries.append(entry)
        self.top = entry

    def pop(self) -> Entry:
        """Remove the top entry and return it."""
        done = self.entries.pop()
        self.top = self.entries[-1] if self.entries else NOTHING
        return done

    def replace(self, entry: Entry) -> None:
        """Replace the top entry."""
        if self.entries:
            self.entries[-1] = entry
        else:
            self.entries.append(entry)
        self.top = entry

    def copy(self) -> Agenda:
        """Return an independent copy."""
        return Agenda([entry.copy() for entry in self.entries])

    def __repr__(self) -> str:
        return f"Agenda({self.entries!r})"

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
