"""Writing records: line by line during a game, or in full for programs without the rules."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TextIO

from passgo.codec import (
    CodecError,
    action_from_data,
    action_to_data,
    from_json,
    to_json,
    view_changes,
    view_to_data,
)
from passgo.engine.action import Action
from passgo.engine.board import Board, classic
from passgo.engine.chance import Chance, Fair, Seeded
from passgo.engine.events import Event, EventCollector, Listener
from passgo.engine.game import Game
from passgo.engine.refusal import Refused
from passgo.engine.ruleset import RuleSet
from passgo.position import game_from_position
from passgo.record.decode import check_time, header_from_data, line_from_data
from passgo.record.entries import (
    DECIDERS,
    ActionEntry,
    Dice,
    Digest,
    FairDice,
    Header,
    Note,
    RecordedDice,
    RecordError,
    Rolls,
    SeatEntry,
    SeededDice,
    Setup,
    action_to_entry,
    header_to_data,
    rules_digest,
    setup_to_data,
)
from passgo.record.reader import LONGEST_LINE, Record
from passgo.record.recorded_chance import DECKS, RecordingChance
from passgo.record.replayer import (
    SeedProof,
    events_to_data,
    proof_of,
    replay,
    set_up,
    worths_of,
)

if TYPE_CHECKING:
    from hashlib import _Hash

DIGEST_EVERY: Final = 50
"""The number of actions between digests."""


class _Lines:
    """A text stream written line by line, and the hash of all lines so far."""

    def __init__(self, out: TextIO, hashed: _Hash | None = None) -> None:
        self.out = out
        self.hashed = hashlib.sha256() if hashed is None else hashed.copy()

    def write(self, data: Mapping[str, object]) -> None:
        """Write a line and flush it."""
        line = to_json(data) + "\n"
        if len(line.encode()) > LONGEST_LINE:
            raise RecordError(0, f"A line in a record can have at most {LONGEST_LINE} bytes.")
        self.out.write(line)
        self.out.flush()
        self.hashed.update(line.encode())

    def write_digest(self, number: int, digest: str) -> None:
        """Write a digest of the position and a checksum of all preceding lines."""
        self.write({"digest": digest, "n": number, "sum": self.hashed.hexdigest()})

    def write_end(self, winners: Sequence[int], digest: str, secret: str | None) -> None:
        """Write the last line."""
        end: dict[str, object] = {"winners": list(winners), "digest": digest}
        if secret is not None:
            end["secret"] = secret
        self.write({"end": end, "sum": self.hashed.hexdigest()})


class Recorder:
    """A game that is recorded as it is played.

    Open the file with ``open(path, "x", encoding="utf-8", newline="\\n")``. Each line is flushed
    before ``play`` returns. Play only through the recorder: changes made directly to ``game`` are
    not recorded, so the record will fail verification.
    """

    def __init__(
        self,
        out: TextIO,
        seats: Sequence[SeatEntry],
        chance: Chance,
        rules: RuleSet | None = None,
        board: Board | None = None,
        start: Mapping[str, object] | None = None,
        created: str | None = None,
        listener: Listener | None = None,
    ) -> None:
        recording = RecordingChance(chance)
        collector = EventCollector(listener)
        header = Header(
            RuleSet() if rules is None else rules,
            classic() if board is None else board,
            tuple(seats),
            dice_of(chance),
            None,
            created,
        )
        if start is not None:
            position = game_from_position(start, recording, collector)
            recording.forget()  # the position in the header already includes these dice
            header = replace(
                header,
                rules=position.state.rules if rules is None else header.rules,
                board=position.state.board if board is None else header.board,
                start=position.position(),
            )
        try:
            header_from_data(header_to_data(header))
        except CodecError as error:
            raise RecordError(0, str(error)) from None
        if isinstance(chance, Fair):
            _check_bound(chance, header)
        self.header = header
        self.game: Game = set_up(header, 0, recording, collector)
        self.game.names = tuple(seat.name for seat in seats)
        self.opening: list[Event] = collector.events
        """The setup events."""
        self._noting = recording
        self._count = 0
        self._digested = True
        self._broken = False
        self._lines = _Lines(out)
        self._lines.write(header_to_data(header))
        decks = {DECKS[purpose]: order for purpose, order in recording.decks}
        self._lines.write(setup_to_data(decks, _rolls(recording)))
        self._go_on(listener)

    def __repr__(self) -> str:
        return f"<Recorder: after action {self._count} of {self.game!r}>"

    @classmethod
    def _resume(
        cls,
        record: Record,
        game: Game,
        recording: RecordingChance,
        out: TextIO,
        listener: Listener | None,
    ) -> Recorder:
        self = cls.__new__(cls)
        self.header = record.header
        self.game = game
        self.opening = []
        self._noting = recording
        self._count = len(record.actions)
        kept = [row for row in record.rows if isinstance(row, ActionEntry | Digest)]
        self._digested = not kept or isinstance(kept[-1], Digest)
        self._broken = False
        self._lines = _Lines(out, record.hashed)
        self._go_on(listener)
        return self

    def _go_on(self, listener: Listener | None) -> None:
        self._noting.forget()
        self.game.listener = listener
        self.game.has_listener = listener is not None
        if self.game.state.over:
            self._end()

    def play(self, action: Action, by: str = "seat", time: float | None = None) -> list[Event]:
        """Play an action and record it; raise ``Refused`` and change nothing if it is not allowed.

        ``by`` says who chose the action (seat, bot, clock or table), and ``time`` is the number of
        seconds since the start.
        """
        self._check_whole()
        if by not in DECIDERS:
            raise ValueError(f"by must be one of {', '.join(DECIDERS)} (got {by!r}).")
        time = check_time(time)
        # Play the action as it will be read from the record; this raises if it is invalid.
        action = action_from_data(action_to_data(action))
        self._broken = True  # until the line is written
        try:
            events = self.game.play(action)
        except Refused:
            self._broken = False
            raise
        number = self.game.state.moves
        self._lines.write(action_to_entry(number, action, by, time, _rolls(self._noting)))
        self._noting.forget()
        self._count += 1
        self._digested = False
        if self.game.state.over:
            self._end()
        elif self._count % DIGEST_EVERY == 0:
            self._write_digest()
        self._broken = False
        return events

    def note(self, what: str, **details: object) -> None:
        """Record something that happened at the table, such as a pause or a new player."""
        self._check_whole()
        if self.game.state.over:
            raise RecordError(0, "The record has ended: nothing can be added.")
        data = {"table": what, **details}
        line_from_data(0, from_json(to_json(data)), "")
        self._broken = True
        self._lines.write(data)
        self._broken = False

    def close(self) -> None:
        """Write a digest for checking the saved game. The stream stays open."""
        if not self._broken and not self._digested and not self.game.state.over:
            self._write_digest()

    def _write_digest(self) -> None:
        self._lines.write_digest(self.game.state.moves, self.game.digest())
        self._digested = True

    def _end(self) -> None:
        chance = self._noting.chance
        secret = chance.secret.hex() if isinstance(chance, Fair) else None
        self._lines.write_end(self.game.state.winners, self.game.digest(), secret)

    def _check_whole(self) -> None:
        if self._broken:
            raise RecordError(0, "A line could not be written: the record lags behind the game.")


def dice_of(chance: Chance) -> Dice:
    """Return a record's description of a source of randomness."""
    if isinstance(chance, Seeded):
        return SeededDice(chance.seed)
    if isinstance(chance, Fair):
        return FairDice(chance.commitment, chance.game, tuple(chance.contributions))
    return RecordedDice()


def _check_bound(chance: Fair, header: Header) -> None:
    """Reject fair dice committed to different rules: the record would fail verification."""
    if chance.rules_digest != rules_digest(header.rules, header.board):
        raise RecordError(0, "These fair dice were made for different rules or a different board.")


def _rolls(recording: RecordingChance) -> Rolls:
    return tuple((dice // 10, dice % 10) for _, _, _, dice in recording.rolls)


def resume(
    record: Record, out: TextIO, chance: Chance | None = None, listener: Listener | None = None
) -> Recorder:
    """Continue a saved game, appending to its file; raise RecordError if it cannot be replayed.

    Seeded dice continue automatically. For fair dice, pass ``chance`` with the secret, which is not
    in the file yet. For any other source, pass that source as ``chance``.
    """
    if record.end is not None:
        raise RecordError(record.end.line, "The game is over and cannot be resumed.")
    if record.header.full:
        raise RecordError(1, "A full record is for viewers; resume the original record.")
    dice = record.header.dice
    if isinstance(dice, SeededDice) and chance is None:
        chance = Seeded(dice.seed)
    if chance is None:
        raise RecordError(1, "The record does not contain its source of dice; pass it as chance.")
    if dice_of(chance) != dice:
        raise RecordError(1, "The record was started with different dice.")
    if isinstance(chance, Fair):
        _check_bound(chance, record.header)
    proof = None if isinstance(dice, RecordedDice) else SeedProof(chance)
    for step in replay(record, proof):
        game = step.game
    recording = RecordingChance(chance)
    game.chance = recording
    return Recorder._resume(record, game, recording, out, listener)


def write_full(record: Record, out: TextIO) -> None:
    """Write a record with events, changes to the view, and each player's worth on every line.

    Raise RecordError and write nothing if the record is inconsistent.
    """
    text = io.StringIO()
    lines = _Lines(text)
    lines.write(header_to_data(replace(record.header, full=True)))
    steps = replay(record, proof_of(record)[0])
    view: object = None
    for line in record.rows:
        if isinstance(line, Note):
            lines.write(line.data)
        elif isinstance(line, Digest):
            lines.write_digest(line.number, line.digest)
        else:
            step = next(steps)
            before, view = view, view_to_data(step.game.state)
            extra = {
                "events": events_to_data(step.events),
                "view": view_changes(before, view),
                "worths": worths_of(step.game.state),
            }
            if isinstance(line, Setup):
                lines.write(setup_to_data(line.decks, line.rolls) | extra)
            else:
                played = (line.number, line.action, line.by, line.time, line.rolls)
                lines.write(action_to_entry(*played) | extra)
    for _ in steps:
        pass  # replaying to the end also checks the lines after the last action
    if record.end is not None:
        lines.write_end(record.end.winners, record.end.digest, record.end.secret)
    out.write(text.getvalue())
    out.flush()
