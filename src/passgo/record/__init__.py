"""Records: game files that can be written, read, replayed and verified. See docs/record.md.

Recorder(out, seats, chance, …).play(action)     writes a record as a game is played
record = read_record(path)                       reads a record and checks its format completely
for line, action, events, game in replay(record) plays it again; raises at the first mismatch
verify(record)                                   also checks dice, decks, events and views
resume(record, out)                              continues a saved game
write_full(record, out)                          writes a full record for programs without the rules

PassGoError
└── RecordError      an invalid record; gives the line number and the reason
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
