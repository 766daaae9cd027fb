"""Recording a game between bots.

    game = record_game("game.jsonl", ["normal", "normal", "easy"], Seeded(1))

``passgo replay`` steps through the file, and ``Game.from_record`` reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

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
    bots: Sequence[str | Bot],
    chance: Chance,
    rules: RuleSet | None = None,
    board: Board | None = None,
    turns: int = 1_000_000,
) -> Game:
    """Play a game between bots, record it in a new file, and return the game.

    A bot is given by name, as in ``"normal"`` or ``"my_bots:Hoarder"``, or as an object. The game
    ends after this many turns at the latest; its record is then unfinished and can be resumed.
    """
    players = [
        bot if isinstance(bot, Bot) else make_bot(bot, seat) for seat, bot in enumerate(bots)
    ]
    seats = [
        SeatEntry(f"{_name_of(bot)} {seat + 1}", TOKENS[seat % len(TOKENS)], _name_of(bot))
        for seat, bot in enumerate(bots)
    ]
    with open(path, "x", encoding="utf-8", newline="\n") as out:
        recorder = Recorder(out, seats, chance, rules, board)
        RecordingDriver(recorder, players).run(turns)
        recorder.close()
    return recorder.game


def _name_of(bot: str | Bot) -> str:
    """Return a short name for a bot."""
    name = bot if isinstance(bot, str) else type(bot).__name__
    return name.partition("(")[0].rpartition(":")[2][:20]
