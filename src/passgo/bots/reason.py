"""Why a bot takes, declines, counters or makes an offer: a code and the figures that decided.

A reason holds no prose. Its sentence is made from the code and the values by ``passgo.say``. Probabilities of
winning are in tenths of a percent, money in dollars.
"""

from __future__ import annotations

from mypy_extensions import i64


class Reason:
    """Why a bot did what it did."""

    def __init__(self, code: str, **values: int) -> None:
        self.code = code
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self.code == other.code and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return reason_again, (self.code, self.values)

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Reason({self.code!r}{inside})"


def reason_again(code: str, values: dict[str, int]) -> Reason:
    """Make a reason that travelled between processes."""
    return Reason(code, **values)


class DealEffect:
    """How a deal changes both players' win probabilities."""

    def __init__(self, mine: float, yours: float, strength: float) -> None:
        self.mine = to_tenths(mine)
        self.yours = to_tenths(yours)
        self.strength = strength
        self.mine_after = self.mine
        self.yours_after = self.yours
        self.stronger = False

    def note_after(self, mine: float, yours: float, strength: float) -> None:
        """Note the figures after the deal."""
        self.mine_after = to_tenths(mine)
        self.yours_after = to_tenths(yours)
        self.stronger = strength >= self.strength

    def why_take(self) -> Reason:
        """Say why one wants the deal."""
        if not self.stronger:
            return self.reason("trade.hinders_you")
        return self.reason("trade.gain" if self.mine_after > self.mine else "trade.stronger")

    def why_decline(self) -> Reason:
        """Say why one does not want the deal."""
        return self.reason("trade.helps_you_more" if self.stronger else "trade.loss")

    def why_saved(self, owed: i64, raisable: i64) -> Reason:
        """Say that one would be bankrupt without the deal."""
        reason = self.reason("trade.saves")
        reason.values["amount"] = int(owed)
        reason.values["raisable"] = int(raisable)
        return reason

    def why_counter(self, offered: DealEffect) -> Reason:
        """Say why one names these terms and does not take those that were offered."""
        reason = self.reason("trade.counter")
        reason.values["mine_offered"] = int(offered.mine_after)
        return reason

    def reason(self, code: str) -> Reason:
        """Make a reason of these figures."""
        return Reason(
            code,
            mine=int(self.mine),
            mine_after=int(self.mine_after),
            yours=int(self.yours),
            yours_after=int(self.yours_after),
        )


def to_tenths(probability: float) -> i64:
    """Return a probability in tenths of a percent, rounded."""
    return int(1000.0 * probability + 0.5)
