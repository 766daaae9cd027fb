"""The game file: write it, read it, replay it, verify it. Its format is told in docs/record.md.

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
    Digest,
    End,
    FairDice,
    Header,
    Note,
    Played,
    RecordedDice,
    RecordError,
    Seat,
    SeededDice,
    Setup,
    rules_digest,
)
from passgo.record.reader import Record, read_record
from passgo.record.recorded_chance import Noting, Recorded
from passgo.record.replayer import Problem, Report, Step, replay, verify
from passgo.record.writer import Recorder, resume, write_full

__all__ = [
    "TOKENS",
    "Digest",
    "End",
    "FairDice",
    "Header",
    "Note",
    "Noting",
    "Played",
    "Problem",
    "Record",
    "RecordError",
    "Recorded",
    "RecordedDice",
    "Recorder",
    "Report",
    "Seat",
    "SeededDice",
    "Setup",
    "Step",
    "read_record",
    "replay",
    "resume",
    "rules_digest",
    "verify",
    "write_full",
]
