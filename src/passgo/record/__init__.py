"""The game file: write it, read it, replay it, verify it. docs/record.md describes its format.

Recorder(out, seats, chance, …).play(action)     writes a game down while it is played
record = read_record(path)                       what the file says; its form is checked in full
for line, action, events, game in replay(record) plays it again, or says where it disagrees
verify(record)                                   that, and dice, decks, events and views too
resume(record, out)                              goes on with a game that was saved
write_full(record, out)                          the same for viewers that know no rules

PassGoError
└── RecordError      the line, and one sentence
"""

from passgo.record.entries import (
    TOKENS,
    ActionEntry,
    Digest,
    End,
    FairDice,
    Header,
    Note,
    RecordedDice,
    RecordError,
    SeatEntry,
    SeededDice,
    Setup,
    rules_digest,
)
from passgo.record.reader import Record, read_record
from passgo.record.recorded_chance import RecordingChance, ReplayedChance
from passgo.record.replayer import Discrepancy, ReplayStep, Report, replay, verify
from passgo.record.writer import Recorder, resume, write_full

__all__ = [
    "TOKENS",
    "ActionEntry",
    "Digest",
    "Discrepancy",
    "End",
    "FairDice",
    "Header",
    "Note",
    "Record",
    "RecordError",
    "RecordedDice",
    "Recorder",
    "RecordingChance",
    "ReplayStep",
    "ReplayedChance",
    "Report",
    "SeatEntry",
    "SeededDice",
    "Setup",
    "read_record",
    "replay",
    "resume",
    "rules_digest",
    "verify",
    "write_full",
]
