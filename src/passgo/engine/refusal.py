"""Why something is not allowed: a code, the figures that decide, and the rule.

A refusal holds no prose. Its sentence is made from the code and the values by ``passgo.say``, so that
terminal and browser, in any language, say the same.
"""

from __future__ import annotations


class Refusal:
    """One reason why an action is not allowed now."""

    def __init__(self, code: str, cite: str, **values: int) -> None:
        self.code = code
        self.cite = cite
        self.values = values

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Refusal)
            and self.code == other.code
            and self.cite == other.cite
            and self.values == other.values
        )

    def __hash__(self) -> int:
        return hash((self.code, self.cite))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return refusal_again, (self.code, self.cite, self.values)

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Refusal({self.code!r}, {self.cite!r}{inside})"


def refusal_again(code: str, cite: str, values: dict[str, int]) -> Refusal:
    """Make a refusal that travelled between processes."""
    return Refusal(code, cite, **values)


class PassGoError(Exception):
    """The root of every error of ours.

    PassGoError
    ├── Refused          an action the rules do not allow now; nothing has changed
    ├── RuleSetError     a rule set that makes no sense
    ├── BoardError       a board file that cannot be played on
    ├── PositionError    a position that makes no sense
    ├── ChanceNeeded     a preview came to where only chance can tell
    ├── ScriptEnded      a test's scripted dice ran out
    ├── CodecError       data that is no action, event or view
    ├── UnknownCitation  a rule nobody has heard of
    ├── RecordError      a game file that cannot be read, or does not agree with the rules
    ├── BotError         no such bot, or one that cannot be made so
    └── SimulationError  a plan that cannot be played, or a run that cannot go on
    """


class Refused(PassGoError):
    """An action was refused, and nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
