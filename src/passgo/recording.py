"""Recording a game between bots.

    game = record_game("game.jsonl", ["normal", "normal", "easy"], Seeded(1))

``passgo replay`` steps through the file, and ``Game.from_record`` reads it.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.engine.action import Action
from passgo.engine.board import Board
from passgo.engine.chance import Chance
from passgo.engine.game import Game
from passgo.engine.ruleset import RuleSet
from passgo.record import TOKENS, Recorder, SeatEntry

__all__ = ["RecordingDriver", "record_game"]


class RecordingDriver(Driver):
    """A driver that plays through a recorder."""

    def __init__(self, recorder: Recorder, bots: Sequence[Bot]) -> None:
        super().__init__(recorder.game, bots)
        self.recorder = recorder

    def play(self, action: Action) -> None:
        """Carry out an action and record it."""
        self.recorder.play(action, by="bot")


def record_game(
    path: str | PathLike[str],
    bots: Sequence[str | Bot | type[Bot]],
    chance: Chance,
    rules: RuleSet | None = None,
    board: Board | None = None,
    turns: int = 1_000_000,
) -> Game:
    """Play a game between bots, record it in a new file, and return the game.

    A bot is given by name, as in ``"normal"`` or ``"my_bots:Hoarder"``, as a class or as an object.
    The players are named after their bots and seats, as in "normal 0". The game stops after
    ``turns`` turns if it is not over by then; its record is then unfinished and can be resumed.
    """
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise TypeError(f'bots must be a list such as ["normal", "easy"] (got {bots!r}).')
    players = [_make(bot, seat) for seat, bot in enumerate(bots)]
    seats = [
        SeatEntry(f"{_name_of(bot)} {seat}", TOKENS[seat % len(TOKENS)], _name_of(bot))
        for seat, bot in enumerate(bots)
    ]
    with open(path, "x", encoding="utf-8", newline="\n") as out:
        try:
            recorder = Recorder(out, seats, chance, rules, board)
        except Exception:
            out.close()
            Path(path).unlink()  # it is still empty
            raise
        RecordingDriver(recorder, players).run(turns)
        recorder.close()
    return recorder.game


def _make(bot: str | Bot | type[Bot], seat: int) -> Bot:
    """Return the bot for a seat; a class that takes a seed gets the seat's number."""
    if isinstance(bot, Bot):
        return bot
    if isinstance(bot, str):
        return make_bot(bot, seat)
    if not isinstance(bot, type) or not issubclass(bot, Bot):
        raise TypeError(f"A bot is given as a name, a class or an object (got {bot!r}).")
    options = {"seed": seat} if "seed" in inspect.signature(bot).parameters else {}
    return bot(**options)


def _name_of(bot: str | Bot | type[Bot]) -> str:
    """Return a short name for a bot."""
    if isinstance(bot, str):
        return bot.partition("(")[0].rpartition(":")[2][:20]
    return (bot if isinstance(bot, type) else type(bot)).__name__[:20]
