"""The game file of a table: what its log says of the game, in the form that ``passgo verify`` checks."""

from __future__ import annotations

import io
from datetime import UTC, datetime

from passgo.codec import action_from_data
from passgo.record import Recorder
from passgo.server.book import Book
from passgo.server.lines import Away, Played, Seated
from passgo.server.problems import Problem


def game_file(book: Book) -> str:
    """Write the record of a game that is over; before, it would show what is hidden."""
    if book.status != "over":
        raise Problem("record.hidden", "The game file can be had when the game is over.")
    out = io.StringIO()
    chance = book.dice(book.contributions)
    created = datetime.fromtimestamp(book.started, UTC).isoformat(timespec="seconds")
    recorder = Recorder(out, book.players, chance, book.rules, created=created)
    for line in book.lines:
        since = round(line.at - book.started, 3)
        if isinstance(line, Played):
            recorder.play(action_from_data(line.action), line.by, max(0.0, since))
        elif recorder.game.state.over:
            break
        elif isinstance(line, Seated):
            kind = line.bot or "person"
            recorder.note("seated", seat=line.seat, name=line.name, kind=kind, time=since)
        elif isinstance(line, Away):
            recorder.note("away" if line.away else "back", seat=line.seat, time=since)
        else:
            recorder.note("left", seat=line.seat, time=since)
    return out.getvalue()
