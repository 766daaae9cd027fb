"""Invalid files cause an error that names the line, never a crash or a partial game."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo.engine.chance import Seeded
from passgo.record import Recorder, RecordError, read_record, reader, replay, verify
from passgo.record.reader import LONGEST_LINE
from tests.record.games import play_on, played, read, sealed, seats, short_rules
from tests.test_codec import json_values

GOOD = played(3, 30)
LINES = GOOD.splitlines(keepends=True)
HEADER: dict[str, Any] = json.loads(LINES[0])


def with_header(**changes: object) -> bytes:
    return (json.dumps({**HEADER, **changes}) + "\n" + "".join(LINES[1:])).encode()


def with_line(line: str) -> bytes:
    """Return the valid record with its fourth line replaced."""
    return "".join([*LINES[:3], line + "\n", *LINES[4:]]).encode()


def played_line(**changes: object) -> bytes:
    data: dict[str, object] = {
        "n": 1,
        "action": {"action": "Roll", "seat": 0},
        "by": "seat",
        "time": None,
        "chance": [[1, 2]],
    }
    return with_line(json.dumps({**data, **changes}))


@pytest.mark.parametrize(
    ("raw", "line", "sentence"),
    [
        (b"", 0, "The file is empty."),
        (b"\n", 1, "This is not JSON"),
        (b"{}\n", 1, "This is not a record of a game."),
        (b"[]\n", 1, "This is not a record of a game."),
        (b'"passgo"\n', 1, "This is not a record of a game."),
        (b'{"passgo":"position"}\n', 1, "This is a 'position', not a record."),
        (b'{"passgo":["record"]}\n', 1, "This is a"),
        (
            b'{"passgo":"record","version":5}\n',
            1,
            "This record has format version 5; this release of PassGo reads version 4. "
            "Install a newer PassGo",
        ),
        (
            b'{"passgo":"record","version":0}\n',
            1,
            "This record has format version 0; this release of PassGo reads version 4.",
        ),
        (b'{"passgo":"record","version":true}\n', 1, "The header is missing the field rules."),
        (b'{"passgo":"record","version":4}\n', 1, "The header is missing the field rules."),
        (bytes(range(256)), 1, ""),
        (b"\x00" * 100, 1, ""),
        (b"\x00" * 3_000_000, 1, "The line is longer than 1000000 bytes."),
        (gzip.compress(GOOD.encode(), mtime=0), 1, ""),
        (GOOD.encode("utf-16"), 1, ""),
        (b"\xef\xbb\xbf" + GOOD.encode(), 1, "The file begins with a byte order mark"),
        (GOOD.replace("\n", "\r\n").encode(), 1, "The line ends with CR LF"),
        (GOOD.replace("\n", "\r").encode(), 1, "The record is cut off in this line."),
        (GOOD[:-1].encode(), len(LINES), "The record is cut off in this line."),
        ((GOOD + "\n").encode(), len(LINES) + 1, "This is not JSON"),
        (
            (GOOD + LINES[0]).encode(),
            len(LINES) + 1,
            "A line must have one of setup, action, table,",
        ),
        ((GOOD + LINES[1]).encode(), len(LINES) + 1, "There is a second setup."),
        (LINES[0].encode(), 0, "The record ends before the game begins"),
        ((LINES[0] + LINES[3]).encode(), 2, "The setup must come before this line."),
        (b"[" * 500_000 + b"\n", 1, "The data is nested too deeply."),
        (with_line('{"table":' + "[" * 300_000), 4, "The data is nested too deeply."),
        (with_line('{"table":"x","y":"' + "z" * LONGEST_LINE + '"}'), 4, "The line is longer"),
        (with_line("null"), 4, "Every line in a record must be an object."),
        (with_line("{}"), 4, "A line must have one of setup, action, table, digest and end."),
        (with_line('{"table":3}'), 4, "The note's name must be a string"),
        (with_line('{"table":"a\\u001bb"}'), 4, "The note's name must not contain"),
        (with_line('{"table":"a","n":1,"n":2}'), 4, 'This is not JSON: "n" appears twice'),
        (with_line('{"digest":"00","n":1,"sum":""}'), 4, "The digest must be 32 lowercase"),
        (played_line(n=2), 4, "This is action 2, but action 1 was expected."),
        (played_line(n=True), 4, "The action number must be a whole number from 1"),
        (played_line(n=1.0), 4, "The action number must be a whole number from 1"),
        (played_line(by="me"), 4, "by must be one of seat, bot, clock, table."),
        (played_line(by=["seat"]), 4, "by must be one of seat, bot, clock, table."),
        (played_line(time="1"), 4, "The time must be a number of seconds, or null."),
        (played_line(time=True), 4, "The time must be a number of seconds, or null."),
        (played_line(time=-1), 4, "The time must be between 0 and"),
        (played_line(chance=None), 4, "The rolls must be a list of 0 to 100000 items."),
        (played_line(chance=[[1]]), 4, "The dice in a roll must be a list of 2 items."),
        (played_line(chance=[[0, 7]]), 4, "The die must be a whole number from 1 to 6."),
        (played_line(chance=[[True, 1]]), 4, "The die must be a whole number from 1 to 6."),
        (played_line(events=[]), 4, "The line has events, a view or net worths, but"),
        (
            played_line(chanse=[]),
            4,
            "An action line has an unknown field 'chanse'; did you mean chance?",
        ),
        (
            played_line(action={"action": "Rol", "seat": 0}),
            4,
            'There is no action "Rol"; did you',
        ),
        (played_line(action=None), 4, "An action must be an object, not null."),
        (with_line('{"n":1,"action":{},"time":NaN}'), 4, "This is not JSON"),
        (with_header(rules=None), 1, "A rule set must be an object with named options."),
        (with_header(rules={"preset": "mine"}), 1, "There is no preset named 'mine'"),
        (with_header(rules={"salary": True}), 1, "salary must be a whole number"),
        (with_header(board="Classic"), 1, "The board is invalid: a board must be an object"),
        (with_header(board={}), 1, "The board is invalid: version is missing"),
        (with_header(players=[]), 1, "The players must be a list of 2 to 8 items."),
        (with_header(players=[3, 4]), 1, "A player must be an object."),
        (with_header(chance={}), 1, "The source of randomness must be seeded, fair or recorded."),
        (with_header(chance=[]), 1, "The source of randomness must be seeded, fair or recorded."),
        (with_header(chance={"kind": "seeded"}), 1, "chance is missing the field seed."),
        (
            with_header(chance={"kind": "seeded", "seed": 2**63}),
            1,
            "The seed must be a whole number",
        ),
        (with_header(chance={"kind": "seeded", "seed": 1.0}), 1, "The seed must be a whole number"),
        (
            with_header(chance={"kind": "recorded", "seed": 1}),
            1,
            "chance has an unknown field 'seed'.",
        ),
        (with_header(created="yesterday"), 1, "The creation time must be an ISO 8601 timestamp"),
        (with_header(created=5), 1, "The creation time must be a string"),
        (with_header(start=5), 1, "start must be a position."),
        (with_header(full=False), 1, "full must be true if it is present."),
        (with_header(more=1), 1, "The header has an unknown field 'more'."),
        (
            with_line('{"setup":{"chance":[0,0]}}').replace(LINES[1].encode(), b""),
            3,
            "The order of the Chance deck lists a card twice.",
        ),
    ],
    ids=lambda value: value[:50] if isinstance(value, str) else "",
)
def test_the_error_for_an_invalid_record_names_the_line(
    raw: bytes, line: int, sentence: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(io.BytesIO(raw))
    assert caught.value.line == line
    assert caught.value.sentence.startswith(sentence)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("path", ["no/such/file.jsonl", ".", "a\0b", ""])
def test_a_file_that_cannot_be_opened_is_rejected(path: str) -> None:
    with pytest.raises(RecordError, match=r"^The file cannot be read: "):
        read_record(path)


def test_an_endless_file_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.BytesIO):
        line = b'{"table":"' + b"x" * 30 + b'","more":"' + b"y" * 900_000 + b'"}\n'

        def __init__(self) -> None:
            super().__init__()
            self.lines = iter([line.encode() for line in LINES[:2]])

        def readline(self, size: int | None = -1, /) -> bytes:
            return next(self.lines, self.line)

    monkeypatch.setattr(reader, "LARGEST_FILE", 5_000_000)
    with pytest.raises(RecordError, match="Line 8: The record is longer than 5000000 bytes"):
        read_record(Endless())


def test_text_that_is_not_utf_8_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(LINES[0].encode() + b'{"table":"\xff"}\n')
    with pytest.raises(RecordError, match=r"^Line 2: "):
        read_record(path)
    with (
        open(path, encoding="utf-8") as stream,
        pytest.raises(RecordError, match=r"not UTF-8 text"),
    ):
        read_record(stream)
    with pytest.raises(RecordError, match=r"^Line 1: .*not UTF-8 text"):
        read_record(io.StringIO("\ud800\n"))


@pytest.mark.parametrize(
    ("change", "line", "sentence"),
    [
        ({"players": HEADER["players"][:2]}, 2, "The setup does not match: seat 1 rolls"),
        ({"rules": {"preset": "short"}}, 2, "The setup does not match: the order of the deeds is"),
        ({"rules": {"salary": 100}}, None, ""),
        ({"start": {}}, 1, "The start is not a valid position: "),
        ({"start": {"players": [{}]}}, 1, "The start is not a valid position: "),
        ({"start": {"players": [{}, {}]}}, 1, "The start and the header differ"),
        (
            {"start": {"players": [{}, {}, {}]}},
            2,
            "The dice do not match: the roll of 2 and 1 is not needed",
        ),
    ],
    ids=str,
)
def test_a_header_that_does_not_match_its_game_is_detected(
    change: dict[str, object], line: int | None, sentence: str
) -> None:
    record = read_record(io.BytesIO(sealed(with_header(**change).decode()).encode()))
    problem = verify(record).problems[0]
    assert problem.sentence.startswith(sentence)
    assert line in (None, problem.line)


def test_a_header_with_impossible_rules_is_rejected() -> None:
    """Ruling 19: the deeds dealt might cost more than the starting cash."""
    header = with_header(rules={"preset": "time_limit", "starting_cash": 5})
    with pytest.raises(RecordError, match=r"^Line 1: Players pay for the deeds they are dealt"):
        read_record(io.BytesIO(sealed(header.decode()).encode()))


def test_a_setup_that_does_not_match_the_board_is_detected() -> None:
    setup = json.loads(LINES[1])
    setup["setup"]["chest"] = [0, 1]
    text = "".join([LINES[0], json.dumps(setup) + "\n", *LINES[2:]])
    with pytest.raises(
        RecordError, match="the order of the Community Chest deck has 2 entries instead of 16"
    ):
        list(replay(read(text)))
    del setup["setup"]["chest"], setup["setup"]["rolls"]
    text = "".join([LINES[0], json.dumps(setup) + "\n", *LINES[2:]])
    with pytest.raises(
        RecordError, match=r"Line 2: .*the order of the Community Chest deck is needed"
    ):
        list(replay(read(text)))


# -- random input ----------------------------------------------------------------------------------


@cache
def bases() -> list[list[Any]]:
    """Return three games to mangle: one saved, one finished, and one started from a position."""
    out = io.StringIO()
    first = Recorder(io.StringIO(), seats(2), Seeded(6))
    play_on(first, random.Random(6), 90)
    later = Recorder(out, seats(2), Seeded(7), start=first.game.position())
    play_on(later, random.Random(7), 20)
    texts = [GOOD, played(15, rules=short_rules(), players=2), out.getvalue()]
    return [[json.loads(line) for line in text.splitlines()] for text in texts]


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """Return a record with some values replaced, removed or duplicated."""
    lines = json.loads(json.dumps(draw(st.sampled_from(bases()))))
    for _ in range(draw(st.integers(1, 3))):
        holder: Any = lines
        while True:
            places = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not places:
                break
            place = draw(st.sampled_from(places))
            inner = holder[place]
            if isinstance(inner, dict | list) and inner and draw(st.integers(0, 9)):
                holder = inner
                continue
            how = draw(st.integers(0, 5))
            if how == 0:
                del holder[place]
            elif how == 1 and isinstance(holder, list):
                holder.insert(place, inner)
            elif how == 2 and type(inner) is int:
                holder[place] = inner + draw(st.sampled_from([-1, 1, 10, -100, 2**40]))
            elif how == 3:
                holder[place] = draw(st.sampled_from([0, 1, -1, "", [], {}, None, True, 39, 1.0]))
            else:
                holder[place] = draw(json_values)
            break
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return sealed(text) if draw(st.booleans()) else text


def survive(text: str) -> None:
    with contextlib.suppress(RecordError):
        record = read(text)
        report = verify(record)
        assert report.is_verified <= record.is_finished
        assert all(problem.line > 0 for problem in report.problems)


@settings(max_examples=80, deadline=None)
@given(mangled())
def test_a_mangled_record_never_crashes_the_reader(text: str) -> None:
    survive(text)


@pytest.mark.long
@settings(max_examples=4_000, deadline=None)
@given(mangled())
def test_many_mangled_records_never_crash_the_reader(text: str) -> None:
    survive(text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=30) | st.sampled_from([line.encode() for line in LINES])))
def test_arbitrary_bytes_are_either_read_or_rejected(parts: list[bytes]) -> None:
    with contextlib.suppress(RecordError):
        verify(read_record(io.BytesIO(LINES[0].encode() + b"".join(parts))))
