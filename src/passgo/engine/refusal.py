"""Refusals (a code, the relevant values and the rule) and the base class of all errors.

A refusal contains no text. ``passgo.say`` builds the sentence from the code and the values, so the
terminal and the browser show the same sentence in every language. The engine opens no files, so
``passgo`` registers an ``Outside`` that provides the sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passgo.engine.outside import get_outside

if TYPE_CHECKING:
    from passgo.engine.board import Board


class Refusal:
    """A reason why an action is not allowed now."""

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
    """Rebuild a pickled refusal."""
    return Refusal(code, cite, **values)


class PassGoError(Exception):
    """The base class of all PassGo errors.

    PassGoError
    ├── Refused          an action that the rules do not allow now; nothing has changed
    ├── RuleSetError     an invalid rule set
    ├── BoardError       an invalid board file
    ├── PositionError    an invalid position
    ├── ChanceNeeded     a preview that depends on dice or an unseen card
    ├── ScriptEnded      a test script that ran out of dice
    ├── CodecError       data that is not a valid action, event or view
    ├── UnknownCitation  a citation of a rule that does not exist
    ├── RecordError      a game file that cannot be read, or that does not match the rules
    ├── BotError         an unknown bot, or one with invalid settings
    └── SimulationError  a plan that cannot be played, or a run that cannot continue
    """


def explain(refusal: Refusal, board: Board | None = None, names: tuple[str, ...] = ()) -> str:
    """Return the reason for a refusal as a sentence, followed by the rule."""
    return get_outside().explain(refusal, board, names)


class Refused(PassGoError):
    """An action was refused; nothing has changed. ``str`` returns the reason and the rule."""

    def __init__(
        self, refusal: Refusal, board: Board | None = None, names: tuple[str, ...] = ()
    ) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.board = board
        self.names = names

    def __str__(self) -> str:
        return explain(self.refusal, self.board, self.names)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Refused, (self.refusal, self.board, self.names)
