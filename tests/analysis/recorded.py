"""Records for the tests of the analysis: games between bots, and a few actions from a scene."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence

from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.ruleset import RuleSet
from passgo.record import TOKENS, Record, Recorder, SeatEntry, read_record

NAMES = ("Ann", "Bob", "Cy", "Dee")


def open_recorder(
    players: int,
    chance: Seeded,
    rules: RuleSet | None = None,
    start: dict[str, object] | None = None,
) -> tuple[Recorder, io.StringIO]:
    """Return a recorder and the stream it writes to."""
    out = io.StringIO()
    seats = [
        SeatEntry(name, token, "bot") for name, token in zip(NAMES[:players], TOKENS, strict=False)
    ]
    return Recorder(out, seats, chance, rules, start=start), out


class Enough(Exception):
    """The record has enough actions."""


class RecordingDriver(Driver):
    """A driver that records the game, up to a number of actions."""

    def __init__(self, recorder: Recorder, bots: Sequence[str], actions: int) -> None:
        super().__init__(recorder.game, [make_bot(name) for name in bots])
        self.recorder = recorder
        self.actions = actions

    def play(self, action: Action) -> None:
        """Play and record an action; raise ``Enough`` after the last one."""
        self.recorder.play(action, "bot")
        self.actions -= 1
        if self.actions == 0:
            raise Enough


def bot_game_text(
    bots: Sequence[str], seed: int, actions: int, rules: RuleSet | None = None
) -> str:
    """Return the record of a game between bots, with at most this many actions, as text."""
    recorder, out = open_recorder(len(bots), Seeded(seed), rules)
    with contextlib.suppress(Enough):
        RecordingDriver(recorder, bots, actions).run()
    recorder.close()
    return out.getvalue()


def bot_game(bots: Sequence[str], seed: int, actions: int, rules: RuleSet | None = None) -> Record:
    """Return the record of a game between bots, with at most this many actions."""
    return read_record(io.StringIO(bot_game_text(bots, seed, actions, rules)))


def record_of(game: Game, actions: Sequence[Action], seed: int = 1) -> Record:
    """Return a record of these actions, played from a position with seeded dice."""
    recorder, out = open_recorder(
        len(game.state.players), Seeded(seed), game.state.rules, game.position()
    )
    for action in actions:
        recorder.play(action)
    recorder.close()
    return read_record(io.StringIO(out.getvalue()))
