"""One table's clocks: how long each deciding seat has been thinking, and when the game ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from msgspec import UNSET, UnsetType

from passgo.server.table_state import TableState
from passgo.server.wire import ClockTimes

LEAST_TIME: Final = 5.0
"""Seconds per decision for a player whose time bank is used up."""


class Clocks:
    """The clocks of all seats."""

    def __init__(self, state: TableState, now: Callable[[], float] = time.time) -> None:
        self.state = state
        self.now = now
        self.deciding: dict[int, tuple[int, float]] = {}
        """For each deciding seat, the decision's number and the time the seat's clock started."""
        self.update()

    def update(self) -> None:
        """Start the clocks for the seats that must decide now; running clocks continue."""
        before, self.deciding = self.deciding, {}
        game = self.state.game
        if game is None or game.state.over:
            return
        decision = int(game.state.decision_number)
        for seat in game.state.waiting_for():
            running = before.get(int(seat))
            if running is None or running[0] != decision:
                running = decision, self.now()
            self.deciding[int(seat)] = running

    def reset(self, seat: int) -> None:
        """Restart a seat's clock at the next update."""
        self.deciding.pop(seat, None)

    def since(self, seat: int) -> float | None:
        """Return the time at which a seat's clock started; None if it is not running."""
        running = self.deciding.get(seat)
        return running[1] if running is not None else None

    def time_spent(self, seat: int, at: float) -> float:
        """Return the seconds beyond ``move`` to deduct from the time bank for a decision made at ``at``."""
        clock = self.state.clock
        since = self.since(seat)
        if since is None or not clock.bank:
            return 0.0
        return max(0.0, min(at - since - clock.move, self.state.places[seat].bank))

    def time_left(self, seat: int) -> float | None:
        """Return the seconds until a seat's time is up; None if its clock is not running or has no limit."""
        clock = self.state.clock
        since = self.since(seat)
        if since is None or not clock.runs:
            return None
        allowed = clock.move + self.state.places[seat].bank
        return since + (allowed if allowed > 0 else LEAST_TIME) - self.now()

    def time_to_end(self) -> float | None:
        """Return the seconds until time is up; None if the game has no limit or is over. Ruling 15."""
        ends_at = self.state.ends_at
        if ends_at is None or self.state.status == "over":
            return None
        return ends_at - self.now()

    def is_time_up(self) -> bool:
        """Return whether the game has reached its time limit."""
        left = self.time_to_end()
        return left is not None and left <= 0

    def describe(self) -> ClockTimes | UnsetType:
        """Return the public clock times; UNSET if thinking time is not limited."""
        if not self.state.clock.runs:
            return UNSET
        banks = [round(place.bank, 1) for place in self.state.places]
        left = {str(seat): round(self.time_left(seat) or 0.0, 1) for seat in self.deciding}
        return ClockTimes(banks=banks, left=left)
