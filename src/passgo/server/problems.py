"""The server's answer to a request that it cannot carry out: a code, a sentence and an HTTP status.

PassGoError
└── Problem       the request cannot be carried out; nothing has changed
"""

from __future__ import annotations

from typing import Final

from passgo.engine.refusal import PassGoError

STATUS: Final = {
    "request.form": 400,
    "request.size": 413,
    "request.rate": 429,
    "request.origin": 403,
    "key.unknown": 401,
    "key.watch": 403,
    "key.host": 403,
    "key.seat": 403,
    "host.here": 409,
    "table.unknown": 404,
    "table.full": 409,
    "table.locked": 409,
    "table.started": 409,
    "table.waiting": 409,
    "table.over": 409,
    "table.long": 409,
    "table.busy": 503,
    "table.damaged": 500,
    "seat.unknown": 404,
    "seat.taken": 409,
    "seat.free": 409,
    "seat.name": 400,
    "seat.token": 400,
    "seat.bot": 400,
    "seat.contribution": 409,
    "dice.waiting": 409,
    "chat.off": 403,
    "chat.rate": 429,
    "board.unknown": 404,
    "rules": 400,
    "position": 400,
    "record.hidden": 403,
    "record.busy": 503,
    "review.busy": 503,
    "hint.off": 403,
    "hint.none": 409,
    "hint.rate": 429,
    "hint.busy": 503,
    "store.away": 503,
    "limit": 429,
}
"""The HTTP status for each code."""


class Problem(PassGoError):
    """The reason a request cannot be carried out: a machine-readable code and a human-readable sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = STATUS[code]


def store_away() -> Problem:
    """Return the Problem for a database that cannot be reached or written to."""
    return Problem("store.away", "Games cannot be saved right now. Try again in a moment.")
