"""Saved games: every action is kept, and written to a file once there is one."""

from __future__ import annotations

import contextlib
import io
import os
import time
from collections import deque
from collections.abc import Sequence
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
    """One action that was played: who decided it, and when."""

    action: Action
    by: str
    time: float | None


class SaveFile:
    """Remembers the actions of a game; of a resumed one also those still to be played again.

    The recorder plays a game of its own beside that of the table, with the same dice.
    """

    def __init__(
        self,
        seats: Sequence[SeatEntry],
        seed: int,
        rules: RuleSet,
        board: Board,
        record: Record | None,
    ) -> None:
        self.seats = seats
        self.seed = seed
        self.rules = rules
        self.board = board
        self.done: list[SavedAction] = []
        recorded = [] if record is None else record.actions
        self.script = deque(SavedAction(line.action, line.by, line.time) for line in recorded)
        """What is recorded and not yet played again."""
        self.started = time.monotonic() - ((recorded[-1].time or 0) if recorded else 0)
        self.recorder: Recorder | None = None
        self.file: TextIO | None = None
        self.path: Path | None = None

    def write(self, action: Action, by: str) -> None:
        """Write down an action that will be played now; or see that it is the recorded one."""
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
                    f"{self.path} cannot be written any more: {error.strerror}. All before it is saved."
                ) from None
        self.done.append(SavedAction(action, by, when))

    def skip_script(self) -> None:
        """Take the rest of the record as played."""
        self.done += self.script
        self.script.clear()

    def save(self, path: Path) -> None:
        """Write the whole game to a new file, and go on writing it there."""
        said = sanitize(str(path), 200)
        try:
            file = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            raise Unclear(f"{said} is there already: name another file.") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Unclear(f"{said} cannot be written: {reason}.") from None
        created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        chance = Seeded(self.seed)
        try:
            recorder = Recorder(file, self.seats, chance, self.rules, self.board, created=created)
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
        """Write every further action down."""
        self.recorder, self.file, self.path = recorder, file, path

    def close(self) -> None:
        """Finish the file, if there is one."""
        if self.recorder is not None and self.file is not None:
            with contextlib.suppress(OSError):  # every action is written; only a check line is not
                self.recorder.close()
            with contextlib.suppress(OSError):
                self.file.close()
        self.recorder = self.file = None

    def where(self) -> str:
        """Say whether the game is saved."""
        if self.path is None:
            return "The game is not saved: save FILE saves it."
        return f"The game is saved in {sanitize(str(self.path), 200)} as it goes on."


def reopen_saved_game(record: Record, path: Path, whole: bytes) -> tuple[TextIO, Recorder]:
    """Open the file of a saved game to write the rest of it, and lock it.

    Only once the game is known to be good is the file changed to what was read of it: a last line that a
    crash cut short is removed, a last line end that an editor removed is put back.
    """
    for _ in replay(record):
        pass
    file = path.open("r+", encoding="utf-8", newline="\n")
    try:
        if not lock_file(file):
            raise UserError(
                f"{sanitize(str(path), 200)} is already being played in another window."
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
    """Read a record and the bytes it should have; nothing is changed yet.

    What a crash left of the last line was never acknowledged, and does not count.
    """
    try:
        if path.exists() and not path.is_file():
            raise UserError(f"{sanitize(str(path), 200)} is not a file that holds a game.")
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
            console.say("The last line of the file was cut off; that action is not in the game.")
            return record, whole
    return read_record(io.BytesIO(data)), data
