"""A bot's reason for an action: a code and the values that the decision used.

A reason contains no text. ``passgo.say`` turns the code and the values into a sentence. Win
probabilities are in tenths of a percent, money in dollars.
"""

from __future__ import annotations

from mypy_extensions import i64


class Reason:
    """The reason for a bot's action."""

    def __init__(self, code: str, **values: int) -> None:
        self.code = code
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self.code == other.code and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return reason_again, (self.code, self.values)

    def keeping(self, reserve: i64, space: i64) -> Reason:
        """Add the reserve and, if known, the property whose rent it is mainly for; return this reason."""
        self.values["reserve"] = int(reserve)
        if space >= 0:
            self.code += ".rent"
            self.values["other"] = int(space)
        return self

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Reason({self.code!r}{inside})"


def reason_again(code: str, values: dict[str, int]) -> Reason:
    """Rebuild a pickled reason."""
    return Reason(code, **values)


class DealEffect:
    """The effect of a deal on both players' win probabilities."""

    def __init__(self, mine: float, yours: float, strength: float) -> None:
        self.mine = to_tenths(mine)
        self.yours = to_tenths(yours)
        self.strength = strength
        self.mine_after = self.mine
        self.yours_after = self.yours
        self.stronger = False

    def note_after(self, mine: float, yours: float, strength: float) -> None:
        """Record the values after the deal."""
        self.mine_after = to_tenths(mine)
        self.yours_after = to_tenths(yours)
        self.stronger = strength >= self.strength

    def why_take(self) -> Reason:
        """Return why the bot wants the deal."""
        if not self.stronger:
            return self.reason("trade.hinders_you")
        if self.mine_after == self.mine:
            return self.reason("trade.slight")
        return self.reason("trade.gain" if self.mine_after > self.mine else "trade.stronger")

    def why_decline(self) -> Reason:
        """Return why the bot does not want the deal."""
        if self.stronger:
            return self.reason("trade.helps_you_more")
        return self.reason("trade.nothing" if self.mine_after == self.mine else "trade.loss")

    def why_saved(self, owed: i64, raisable: i64) -> Reason:
        """Return the reason for accepting a deal that saves the bot from bankruptcy."""
        reason = self.reason("trade.saves")
        reason.values["amount"] = int(owed)
        reason.values["raisable"] = int(raisable)
        return reason

    def why_counter(self, offered: DealEffect) -> Reason:
        """Return why the bot proposes these terms instead of those offered."""
        reason = self.reason("trade.counter")
        reason.values["mine_offered"] = int(offered.mine_after)
        return reason

    def reason(self, code: str) -> Reason:
        """Return a reason with these values."""
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
