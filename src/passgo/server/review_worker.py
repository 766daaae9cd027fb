"""The worker process that reviews finished games.

It gets the same messages and gives the same answers as ``record_worker``; the file is the review as JSON, in
the format that docs/analysis.md describes.
"""

from __future__ import annotations

import io
from typing import Final

import msgspec

from passgo.analysis.review import review
from passgo.analysis.review_data import review_to_data
from passgo.record import read_record
from passgo.server.record_worker import build_file, read_log
from passgo.server.worker import answer_requests

NICE: Final = 10
"""The worker's niceness; a review takes seconds, and nobody at a table waits for it."""


def write_review(text: str) -> bytes:
    """Return the review of a game file as JSON."""
    return msgspec.json.encode(review_to_data(review(read_record(io.StringIO(text)))))


def main() -> None:
    """Review games until the pipe is closed."""
    answer_requests(lambda first, pipe: build_file(read_log(first, pipe), write_review), NICE)


if __name__ == "__main__":
    main()
