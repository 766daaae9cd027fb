"""Saved games: every action is stored and, if the game has a file, written to it."""

from __future__ import annotations

import contextlib
import io
import os
import time
from collections import deque
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TextIO

from passgo.cli.errors import UserError
from passgo.cli.terminal.console import Console
from passgo.cli.terminal.name_matching import Unclear
from passgo.cli.terminal.players import ReplayMismatch
from passgo.cli.text import sanitize
from passgo.engine.action import Action
from passgo.engine.board import Board
from passgo.engine.chance import Seeded
from passgo.engine.ruleset import RuleSet
from passgo.file_lock import lock_file
from passgo.record import Record, Recorder, RecordError, SeatEntry, read_record, replay, resume
from passgo.record.reader import LARGEST_FILE


class SavedAction(NamedTuple):
    """A played action, with its origin and time."""

    action: Action
    by: str
    time: float | None


class SaveFile:
    """A game's actions so far and, for a resumed game, the actions still to be replayed.

    The recorder plays its own copy of the game, with the same dice.
    """

    def __init__(
        self,
        seats: Sequence[SeatEntry],
        seed: int,
        rules: RuleSet,
        board: Board,
        record: Record | None,
        start: Mapping[str, object] | None = None,
    ) -> None:
        self.seats = seats
        self.seed = seed
        self.rules = rules
        self.board = board
        self.start = start
        """The position that the game started from; None for a new game."""
        self.done: list[SavedAction] = []
        recorded = [] if record is None else record.actions
        self.script = deque(SavedAction(line.action, line.by, line.time) for line in recorded)
        """The recorded actions that have not been replayed yet."""
        self.started = time.monotonic() - ((recorded[-1].time or 0) if recorded else 0)
        self.recorder: Recorder | None = None
        self.file: TextIO | None = None
        self.path: Path | None = None

    def write(self, action: Action, by: str) -> None:
        """Record an action before it is played; in a replay, check that it matches the record."""
        if self.script:
            if self.script[0].action != action:
                raise ReplayMismatch
            self.done.append(self.script.popleft())
            return
        when = round(time.monotonic() - self.started, 3)
        if self.recorder is not None:
            try:
                self.recorder.play(action, by, when)
            except OSError as error:
                raise UserError(
                    f"{self.path} can no longer be written: {error.strerror}. All earlier actions are saved."
                ) from None
        self.done.append(SavedAction(action, by, when))

    def skip_script(self) -> None:
        """Mark the rest of the record as played."""
        self.done += self.script
        self.script.clear()

    def save(self, path: Path) -> None:
        """Write the whole game to a new file, and append all further actions to it."""
        said = sanitize(str(path), 200)
        try:
            file = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            raise Unclear(f"{said} already exists: choose another name.") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Unclear(f"{said} cannot be written: {reason}.") from None
        created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        chance = Seeded(self.seed)
        try:
            recorder = Recorder(
                file, self.seats, chance, self.rules, self.board, self.start, created
            )
            for done in self.done:
                recorder.play(*done)
        except OSError as error:
            with contextlib.suppress(OSError):
                file.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise Unclear(f"{said} cannot be written: {error.strerror}.") from None
        self.close()
        self.keep(recorder, file, path)

    def keep(self, recorder: Recorder, file: TextIO, path: Path) -> None:
        """Write all further actions to a file."""
        self.recorder, self.file, self.path = recorder, file, path

    def close(self) -> None:
        """Finish the file, if there is one."""
        if self.recorder is not None and self.file is not None:
            with contextlib.suppress(
                OSError
            ):  # all actions are written; only the check line is missing
                self.recorder.close()
            with contextlib.suppress(OSError):
                self.file.close()
        self.recorder = self.file = None

    def where(self) -> str:
        """Describe where the game is saved."""
        if self.path is None:
            return 'The game is not saved. Type "save FILE" to save it.'
        return f"The game is saved in {sanitize(str(self.path), 200)} after each action."


def reopen_saved_game(record: Record, path: Path, whole: bytes) -> tuple[TextIO, Recorder]:
    """Open and lock a saved game's file to continue the game.

    The file is changed only after the whole game has been checked: an incomplete last line, left by
    a crash, is removed, and a missing newline at the end is added.
    """
    for _ in replay(record):
        pass
    file = path.open("r+", encoding="utf-8", newline="\n")
    try:
        if not lock_file(file):
            raise UserError(
                f"{sanitize(str(path), 200)} is in use: the game is being played in another window."
            )
        if path.stat().st_size != len(whole):
            file.truncate(min(len(whole), path.stat().st_size))
        file.seek(0, os.SEEK_END)
        if file.tell() < len(whole):
            file.write("\n")
        return file, resume(record, file)
    except (RecordError, UserError, OSError):
        file.close()
        raise


def read_saved_game(console: Console, path: Path) -> tuple[Record, bytes]:
    """Read a saved game, and return it with the bytes that its file should contain.

    An incomplete last line, left by a crash, is ignored.
    """
    try:
        if path.exists() and not path.is_file():
            raise UserError(f"{sanitize(str(path), 200)} is not a file.")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{sanitize(str(path), 200)} cannot be read: {reason}.") from None
    if data and not data.endswith(b"\n"):
        with contextlib.suppress(RecordError):
            return read_record(io.BytesIO(data + b"\n")), data + b"\n"
        whole = data[: data.rfind(b"\n") + 1]
        if whole:
            record = read_record(io.BytesIO(whole))
            console.say("The last line of the file was incomplete; that action is not in the game.")
            return record, whole
    return read_record(io.BytesIO(data)), data
