"""The sentences and files that the engine's objects offer; see ``passgo.engine.outside``.

They are registered when ``passgo`` is imported. The packages they need are imported when they are
first used, because most programs don't need them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from passgo.engine.board import Board, classic
from passgo.engine.chance import Chance, Fair, NoChance, Seeded
from passgo.engine.game import Game, with_names
from passgo.engine.outside import Outside, register
from passgo.engine.refusal import Refusal
from passgo.engine.state import Offer, State
from passgo.position import PositionError, game_from_position, read_position

if TYPE_CHECKING:
    from passgo.record import Record
    from passgo.say import Words


class Adapters(Outside):
    """Sentences in English, and files in the formats of positions and records."""

    def explain(self, refusal: Refusal, board: Board | None, names: tuple[str, ...]) -> str:
        """Return the reason for a refusal as a sentence, followed by the rule."""
        from passgo.say import Lexicon, say_refusal

        words = _english()
        lexicon = Lexicon(names, classic() if board is None else board)
        try:
            sentence = say_refusal(refusal, words, lexicon)
        except KeyError:  # a code that is not one of ours
            return super().explain(refusal, board, names)
        return f"{sentence} ({words.format_citation(refusal.cite)})"

    def describe_offer(self, offer: Offer, state: State, names: tuple[str, ...]) -> str:
        """Describe an offer in a sentence."""
        from passgo.say import Lexicon, say_offer

        return say_offer(offer, _english(), Lexicon(names, state.board))

    def game_from_position(
        self, position: object, chance: Chance, names: Sequence[str] | None
    ) -> Game:
        """Set up a game from plain data or JSON text."""
        if isinstance(position, os.PathLike) or (isinstance(position, str) and "{" not in position):
            raise PositionError(
                f"a position is plain data or JSON text (got {position!r}); Game.load reads a file"
            )
        data = read_position(position) if isinstance(position, str) else position
        return game_from_position(data, chance, names=names)

    def game_from_record(self, path: object, actions: int, chance: Chance | None) -> Game:
        """Replay a game up to a number of actions, or completely if it is -1."""
        from passgo.record import Record, RecordError, read_record, replay

        try:
            record = path if isinstance(path, Record) else read_record(_as_path(path))
        except RecordError:
            file = _as_path(path)
            if file.is_file() and not _is_record(file.read_bytes().decode("utf-8", "replace")):
                raise RecordError(
                    0, f"{path} is not a game file; Game.load reads positions, too."
                ) from None
            raise
        _check_reach(record, actions)
        for step in replay(record):
            game = step.game
            if 0 <= actions <= game.state.moves:
                break
        game.chance = _dice_of(record) if chance is None else chance
        game.names = tuple(player.name for player in record.header.players)
        return game

    def load_game(self, path: object, chance: Chance | None, names: Sequence[str] | None) -> Game:
        """Read a position file or a game file."""
        file = _as_path(path)
        if not file.exists():
            raise FileNotFoundError(f"There is no file {str(file)!r}.")
        text = file.read_text("utf-8")
        if _is_record(text):
            return with_names(self.game_from_record(path, -1, chance), names)
        if chance is None:
            raise PositionError(
                f"{path} is a position, which has no dice; pass chance=Seeded(1), for example"
            )
        return self.game_from_position(text, chance, names)

    def save_game(self, game: Game, path: object) -> None:
        """Write a position file, replacing an existing file only when the new one is complete."""
        file = _as_path(path)
        if not file.parent.is_dir():
            raise FileNotFoundError(f"There is no folder {str(file.parent)!r}: create it first.")
        draft = file.with_name(f"{file.name}.{os.getpid()}.part")
        try:
            draft.write_text(json.dumps(game.position(), indent=1) + "\n", "utf-8")
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)


def register_adapters() -> None:
    """Register the functions that provide the engine's sentences and files."""
    register(Adapters())


@cache
def _english() -> Words:
    from passgo.say import Words

    return Words.load()


def _as_path(path: object) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"A path must be a string or a Path (got {path!r}).")
    return Path(path)


def _is_record(text: str) -> bool:
    """Return whether this is the text of a game file rather than a position."""
    try:
        header = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and header.get("passgo") == "record"


def _check_reach(record: Record, actions: int) -> None:
    """Raise ValueError if a record does not reach this action; -1 stands for its end."""
    numbers = [line.number for line in record.actions]
    first, last = (numbers[0], numbers[-1]) if numbers else (1, 0)
    if actions != -1 and not first - 1 <= actions <= last:
        has = f"actions {first} to {last}" if numbers else "no actions"
        raise ValueError(f"actions={actions} is out of range: the record has {has}.")


def _dice_of(record: Record) -> Chance:
    """Return the dice with which a recorded game continues, as far as the record has them."""
    from passgo.record import FairDice, SeededDice, rules_digest

    dice = record.header.dice
    if isinstance(dice, SeededDice):
        return Seeded(dice.seed)
    if isinstance(dice, FairDice) and record.end is not None and record.end.secret is not None:
        rules = rules_digest(record.header.rules, record.header.board)
        secret = bytes.fromhex(record.end.secret)
        return Fair(secret, dice.game, rules, list(dice.contributions))
    return NoChance()
