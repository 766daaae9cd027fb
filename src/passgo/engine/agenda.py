"""The agenda: what must be decided or done next.

The agenda is a stack. Its top says who must answer what; answering removes it. A step that waits for
nobody (the move after the fine, the next deed to auction) is an entry too, and goes on automatically.
So a trade inside a debt inside a turn needs no flag.

    bottom  ToRoll, ToEndTurn, NextTurn      whose dice
    above   BuyOrAuction, TaxChoice, …       what the roll caused
    top     Auction, DebtDue, …              what must be done first

Each kind of decision lives with its chapter in ``rules/``.
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
    """One thing on the agenda. ``seat`` is whom it concerns first."""

    seat: i64

    def proceed(self, game: Game) -> bool:
        """Do what can be done without asking anybody; say whether anything was done."""
        raise NotImplementedError

    def copy(self) -> Entry:
        """Return an entry that may change apart from this one; most never change."""
        return self

    def concerns(self, seat: i64) -> bool:
        """Say whether the entry falls away when this seat leaves the game."""
        return self.seat == seat

    def is_calm(self) -> bool:
        """Say whether the table is not busy while this is on top. Ruling 3."""
        return False

    def debt(self) -> Debt | None:
        """Return the debt this entry stands for, if it does."""
        return None

    def pledged_cash(self, seat: i64) -> i64:
        """Return the cash a seat must keep for its high bid. Ruling 14."""
        return 0

    def pledges(self, state: State, seat: i64, group: i64) -> bool:
        """Say whether a seat must leave a group as it is, for the property of its high bid. Ruling 14."""
        return False

    def reserves(self, kind: i64) -> bool:
        """Say whether a building of this kind is up for auction, and so nobody else's. Ruling 9."""
        return False

    def holds(self, space: i64) -> bool:
        """Say whether a deed waits here for its heir's choice and so cannot be traded on."""
        return False


class Decision(Entry):
    """An entry that needs an answer from one seat or several."""

    def waits_for(self, state: State, seat: i64) -> bool:
        """Say whether this seat must answer now."""
        return self.seat == seat

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Return what the seat may answer to just this decision; if asked, what it may not, and why."""
        raise NotImplementedError

    def default(self, state: State, seat: i64) -> Action:
        """Return the safe answer, for clocks, absent seats and failing bots."""
        raise NotImplementedError

    def comes_first(self) -> Refusal:
        """Return the refusal for a seat that must make this decision but tries to answer another one."""
        raise NotImplementedError


class EmptyAgenda(Entry):
    """The top of an empty agenda, before the first turn."""

    def __init__(self, seat: i64 = -1) -> None:
        self.seat = seat

    def proceed(self, game: Game) -> bool:
        """Wait to be set up."""
        return False


NOTHING: Final = EmptyAgenda()


class Agenda:
    """The stack of entries. ``top`` is the current decision."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.top: Entry = entries[-1] if entries else NOTHING

    def push(self, entry: Entry) -> None:
        """Put something on top: it comes first now."""
        self.entries.append(entry)
        self.top = entry

    def pop(self) -> Entry:
        """Take the top away: it is done."""
        done = self.entries.pop()
        self.top = self.entries[-1] if self.entries else NOTHING
        return done

    def replace(self, entry: Entry) -> None:
        """Put something in the place of the top."""
        if self.entries:
            self.entries[-1] = entry
        else:
            self.entries.append(entry)
        self.top = entry

    def copy(self) -> Agenda:
        """Return an agenda that may change apart from this one."""
        return Agenda([entry.copy() for entry in self.entries])

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
