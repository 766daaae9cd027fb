"""Tampering with a record is either detected or does not change the game."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from passgo.record import Record, RecordError, Report, read_record, replay, verify, write_full
from tests.record.games import played, read, sealed, short_rules

SHORT = 15  # seed of a game that is over after two actions
MEDIUM = 7  # seed of a game that has a digest before its end


@cache
def short_text(seed: int = SHORT) -> str:
    return played(seed, rules=short_rules(), players=2)


@cache
def medium_text() -> str:
    return played(MEDIUM, rules=short_rules(8), players=2)


def checked(raw: bytes) -> tuple[Record, Report] | None:
    """Read and verify a record; return None if it cannot be read."""
    try:
        record = read_record(io.BytesIO(raw))
    except RecordError:
        return None
    return record, verify(record)


def edits(raw: bytes, bits: tuple[int, ...]) -> Iterator[bytes]:
    for at, byte in enumerate(raw):
        yield raw[:at] + raw[at + 1 :]
        yield raw[:at] + raw[at : at + 1] + raw[at:]
        for bit in bits:
            yield raw[:at] + bytes([byte ^ bit]) + raw[at + 1 :]


def survivors(raw: bytes, bits: tuple[int, ...]) -> list[Record]:
    """Return the edited records that still pass verification."""
    found = [checked(edit) for edit in edits(raw, bits)]
    return [pair[0] for pair in found if pair is not None and pair[1].is_verified]


def test_every_changed_byte_is_detected() -> None:
    raw = short_text().encode()
    assert survivors(raw, (1,)) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", [SHORT, 0, 7, 30])
def test_every_changed_byte_in_longer_games_is_detected(seed: int) -> None:
    raw = short_text(seed).encode()
    original = read(short_text(seed))
    for record in survivors(raw, (1, 2, 4, 16, 64, 128)):
        assert record.rows == original.rows
        assert record.header == original.header


@pytest.mark.long
def test_every_changed_byte_in_a_full_record_is_detected() -> None:
    out = io.StringIO()
    write_full(read(short_text()), out)
    assert survivors(out.getvalue().encode(), (1, 16)) == []


def test_a_truncated_record_is_reported_as_cut_off_or_unfinished() -> None:
    raw = short_text(7).encode()
    for at in range(len(raw)):
        whole = raw[:at].count(b"\n")
        if at == 0 or raw[at - 1 : at] != b"\n":
            with pytest.raises(RecordError) as caught:
                read_record(io.BytesIO(raw[:at]))
            assert caught.value.line == (whole + 1 if at else 0)
            assert "cut off" in caught.value.sentence or at == 0
        elif whole == 1:
            with pytest.raises(RecordError, match="no setup"):
                read_record(io.BytesIO(raw[:at]))
        else:
            record = read_record(io.BytesIO(raw[:at]))
            report = verify(record)
            assert not record.is_finished
            assert not report.is_finished
            assert not report.is_verified
            assert report.is_sound


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@pytest.mark.parametrize("resealed", [False, True])
def test_removed_duplicated_or_swapped_lines_are_detected(resealed: bool) -> None:
    """If the checksums match, a missing or duplicate note or digest does not change the game."""
    text = medium_text()
    lines = lines_of(text)
    assert any('"digest"' in line and '"n"' in line for line in lines)
    steps = len(list(replay(read(text))))
    changed = []
    for at in range(len(lines)):
        changed.append(lines[:at] + lines[at + 1 :])
        changed.append(lines[: at + 1] + lines[at:])
        for other in range(at + 1, min(at + 3, len(lines))):
            swapped = lines.copy()
            swapped[at], swapped[other] = swapped[other], swapped[at]
            changed.append(swapped)
    for edited in changed:
        after = "".join(edited)
        pair = checked((sealed(after) if resealed else after).encode())
        if pair is not None and pair[1].is_verified:
            assert resealed
            kept = [line for line in edited if '"action"' in line]
            assert kept == [line for line in lines if '"action"' in line]
            assert len(list(replay(pair[0]))) == steps


def values_of(line: dict[str, Any]) -> Iterator[tuple[dict[str, Any] | list[Any], Any]]:
    """Yield the container and the key or index of every whole number in a line."""
    waiting: list[Any] = [line]
    while waiting:
        holder = waiting.pop()
        items = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for place, value in list(items):
            if isinstance(value, dict | list):
                waiting.append(value)
            elif type(value) is int:
                yield holder, place


def test_a_forged_die_is_detected_even_with_correct_checksums() -> None:
    text = medium_text()
    lines = [json.loads(line) for line in lines_of(text)]
    dice = [dice for line in lines for dice in line.get("chance", []) if isinstance(dice, list)]
    dice += lines[1]["setup"]["rolls"]
    assert len(dice) > 20
    for roll in dice:
        for at in (0, 1):
            kept = roll[at]
            roll[at] = kept % 6 + 1
            forged = sealed("".join(json.dumps(line) + "\n" for line in lines))
            report = verify(read(forged))
            assert not report.is_sound
            roll[at] = kept


def test_a_forged_card_is_detected() -> None:
    text = medium_text()
    lines = [json.loads(line) for line in lines_of(text)]
    for name in ("chance", "chest", "deeds"):
        order = lines[1]["setup"][name]
        order[0], order[1] = order[1], order[0]
        forged = sealed("".join(json.dumps(line) + "\n" for line in lines))
        report = verify(read(forged))
        assert [problem.line for problem in report.problems] == [2]
        order[0], order[1] = order[1], order[0]


@pytest.mark.parametrize("every", [17, pytest.param(1, marks=pytest.mark.long)])
def test_a_forged_number_is_detected_or_leads_to_the_same_outcome(every: int) -> None:
    """Even with correct checksums, a record is valid only if the rules and dice allow its game."""
    text = medium_text()
    original = read(text)
    assert original.end is not None
    lines = [json.loads(line) for line in lines_of(text)]
    noticed = passed = 0
    places = [place for line in lines for place in values_of(line)]
    for holder, place in places[::every]:
        kept = holder[place]
        for value in (kept + 1, kept - 1, -kept):
            holder[place] = value
            pair = checked(sealed("".join(json.dumps(one) + "\n" for one in lines)).encode())
            if pair is None or not pair[1].is_verified:
                noticed += 1
                continue
            record = pair[0]
            assert record.end is not None
            assert record.end.winners == original.end.winners
            assert record.end.digest == original.end.digest
            passed += 1
        holder[place] = kept
    assert noticed > 10 * passed


def test_forged_events_views_and_net_worths_in_a_full_record_are_detected() -> None:
    out = io.StringIO()
    write_full(read(short_text()), out)
    lines = [json.loads(line) for line in lines_of(out.getvalue())]
    checked_ones = 0
    for number, line in enumerate(lines, 1):
        for name in ("events", "view", "worths"):
            if name not in line:
                continue
            for holder, place in list(values_of({"only": line[name]}))[:3]:
                kept = holder[place]
                for value in (kept + 1, float(kept), kept == 1, str(kept), None):
                    holder[place] = value
                    forged = sealed("".join(json.dumps(one) + "\n" for one in lines))
                    report = verify(read(forged))
                    assert [problem.line for problem in report.problems] == [number]
                    checked_ones += 1
                holder[place] = kept
            kept_rows = line[name]
            line[name] = kept_rows[:-1]
            report = verify(read(sealed("".join(json.dumps(one) + "\n" for one in lines))))
            assert not report.is_sound or not kept_rows
            line[name] = kept_rows
    assert checked_ones > 20


def test_a_full_record_must_have_events_views_and_net_worths() -> None:
    out = io.StringIO()
    write_full(read(short_text()), out)
    lines = [json.loads(line) for line in lines_of(out.getvalue())]
    del lines[3]["view"]
    with pytest.raises(RecordError, match=r"Line 4: .*lacks its events, view or net worths"):
        read("".join(json.dumps(line) + "\n" for line in lines))
    del lines[0]["full"]
    with pytest.raises(RecordError, match=r"Line 2: .*has events, a view or net worths"):
        read("".join(json.dumps(line) + "\n" for line in lines))


def test_the_error_names_the_forged_line() -> None:
    lines = lines_of(played(3, 60))
    at = next(n for n, line in enumerate(lines) if '"Buy"' in line)
    forged = lines.copy()
    forged[at] = forged[at].replace('"Buy"', '"EndTurn"')
    with pytest.raises(
        RecordError, match=rf"Line {at + 1}: EndTurn\(seat=\d\) is refused\. "
    ) as caught:
        list(replay(read("".join(forged))))
    assert caught.value.line == at + 1


def with_end(old: str, new: str) -> str:
    head, _, tail = short_text().rpartition('{"end"')
    return head + ('{"end"' + tail).replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"winners":[', '"winners":[7,', "The winners are"),
        ('"digest":"', '"digest":"' + "0" * 32 + '","x":"', "The end has an unknown field 'x'"),
        ('"end":{', '"end":{"secret":"' + "0" * 64 + '",', "The end has a secret"),
        ('"digest":"', '"digest":"0', "32 lowercase"),
        ('"sum":"', '"sum":"A', "64 lowercase"),
        ('"winners":[', '"winners":[8,', "winner's seat"),
    ],
)
def test_the_end_line_is_checked(old: str, new: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        list(replay(read(with_end(old, new))))


def test_a_premature_end_is_detected() -> None:
    finished = lines_of(short_text(7))
    text = sealed("".join(finished[:6] + finished[-1:]))
    report = verify(read(text))
    assert report.problems[0].sentence == "The record has an end, but the game is not over."
