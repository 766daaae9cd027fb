"""What other packages provide for the engine: sentences and files.

The engine contains no text for people and opens no files, but its objects should be pleasant to use:
``print(refused)`` is a sentence, and ``game.save(path)`` writes a file. ``passgo`` registers an
``Outside`` that can do this when it is imported, and the engine asks the registered one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from passgo.engine.board import Board
    from passgo.engine.chance import Chance
    from passgo.engine.game import Game
    from passgo.engine.refusal import Refusal
    from passgo.engine.state import Offer, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Outside:
    """The default without sentences or files, used until ``passgo`` registers another one."""

    def explain(self, refusal: Refusal, board: Board | None, names: tuple[str, ...]) -> str:
        """Describe a refusal; here, only its code and the rule are known."""
        return f"{refusal.code} ({refusal.cite})"

    def describe_offer(self, offer: Offer, state: State, names: tuple[str, ...]) -> str:
        """Describe an offer; here, only its fields are known."""
        return f"{offer.maker} to {offer.partner}: {offer.terms!r}"

    def game_from_position(
        self, position: object, chance: Chance, names: Sequence[str] | None
    ) -> Game:
        """Set up a game from a position."""
        raise NotImplementedError

    def game_from_record(self, path: object, actions: i64, chance: Chance | None) -> Game:
        """Replay a game file up to a number of actions, or completely if it is -1."""
        raise NotImplementedError

    def load_game(self, path: object, chance: Chance | None, names: Sequence[str] | None) -> Game:
        """Read a game from a file."""
        raise NotImplementedError

    def save_game(self, game: Game, path: object) -> None:
        """Write a game's position to a file."""
        raise NotImplementedError


_registered: Final[list[Outside]] = [Outside()]


def register(outside: Outside) -> None:
    """Use this ``Outside`` from now on."""
    _registered[0] = outside


def get_outside() -> Outside:
    """Return the registered ``Outside``."""
    return _registered[0]
