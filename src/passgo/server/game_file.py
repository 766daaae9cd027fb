"""Writing a table's game file from its log, in the format that ``passgo verify`` checks."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime

from passgo.codec import action_from_data
from passgo.record import Recorder, read_record, write_full
from passgo.server.log_entries import ActionPlayed, Away, Seated, Started, Vacated, read_entry
from passgo.server.problems import Problem
from passgo.server.table_state import TableState


def write_game_file(entries: Sequence[bytes]) -> tuple[str, float]:
    """Return a finished game's file and the time the game started.

    Raises Problem if the game is not over, because the file would reveal hidden information.
    """
    log = [read_entry(seq, data) for seq, data in enumerate(entries, 1)]
    begin = next((place for place, entry in enumerate(log) if isinstance(entry, Started)), None)
    if begin is None:
        raise not_over_yet()
    state = TableState.open(entries[: begin + 1])
    out = io.StringIO()
    created = datetime.fromtimestamp(state.started, UTC).isoformat(timespec="seconds")
    dice = state.fair_dice(state.contributions)
    rules = None if state.start is not None else state.rules  # a position has its own rules
    recorder = Recorder(out, state.players, dice, rules, start=state.start, created=created)
    for entry in log[begin + 1 :]:
        if recorder.game.state.over:
            break
        since = max(0.0, round(entry.at - state.started, 3))
        match entry:
            case ActionPlayed():
                recorder.play(action_from_data(entry.action), entry.by, since)
            case Seated():
                kind = entry.bot or "person"
                recorder.note("seated", seat=entry.seat, name=entry.name, kind=kind, time=since)
            case Vacated():
                recorder.note("left", seat=entry.seat, time=since)
            case Away():
                recorder.note("away" if entry.away else "back", seat=entry.seat, time=since)
            case _:
                pass  # settings, orders and links are not part of the game
    if not recorder.game.state.over:
        raise not_over_yet()
    full = io.StringIO()
    write_full(read_record(io.StringIO(out.getvalue())), full)
    return full.getvalue(), state.started


def not_over_yet() -> Problem:
    """Return the Problem for a game that is not over."""
    return Problem(
        "record.hidden", "The game file and the review are available once the game is over."
    )
