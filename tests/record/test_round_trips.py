"""A record reproduces the game that was played: events, positions and digests, in every preset."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from passgo import record as public
from passgo.boards.title_deeds import full_board_data
from passgo.codec import event_to_data, from_json, to_json, view_to_data
from passgo.engine.board import classic
from passgo.engine.chance import Scripted, Seeded
from passgo.engine.events import DeedDealt, Event, Listener, OpeningRollMade
from passgo.engine.refusal import Refused
from passgo.engine.rules.buying import Buy
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import EndTurn
from passgo.engine.ruleset import PRESETS, RuleSet, rule_set
from passgo.record import (
    Digest,
    Note,
    Recorder,
    RecordError,
    SeatEntry,
    read_record,
    replay,
    verify,
    write_full,
)
from tests.boards import with_blank_jail_cards
from tests.record.games import any_rules, play_on, played, read, seats, short_rules
from tests.test_codec import changed

ROOT = Path(__file__).parent.parent.parent


def test_the_public_names_exist() -> None:
    assert all(hasattr(public, name) for name in public.__all__)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(s, marks=pytest.mark.long) for s in range(2, 12))]
)
def test_a_record_replays_to_the_same_events_and_positions(preset: str, seed: int) -> None:
    rng = random.Random(f"{preset} {seed}")
    out = io.StringIO()
    players = rng.randint(2, 8)
    recorder = Recorder(out, seats(players), Seeded(seed), any_rules(rng, preset))
    told: list[tuple[str, list[str], str]] = []
    digests = [recorder.game.digest()]
    heard = [recorder.opening]

    def on_event(action: object, events: list[Event]) -> None:
        told.append((repr(action), [repr(event) for event in events], recorder.game.digest()))
        heard.append(events)

    play_on(recorder, rng, 400, on_event)
    recorder.close()
    record = read(out.getvalue())
    assert record.is_finished == recorder.game.state.over
    assert record.header == recorder.header

    steps = replay(record)
    first = next(steps)
    assert (first.line, first.action, first.events) == (2, None, recorder.opening)
    assert first.game.digest() == digests[0]
    again = []
    for step in steps:
        events = [repr(event) for event in step.events]
        again.append((repr(step.action), events, step.game.digest()))
    assert again == told
    report = verify(record)
    assert report.is_sound, report.problems
    assert report.is_verified == recorder.game.state.over
    assert report.actions == len(told)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_full_record_can_be_replayed_without_rules(preset: str) -> None:
    text = played(5, 150, rule_set(preset))
    record = read(text)
    out = io.StringIO()
    write_full(record, out)
    full = read(out.getvalue())
    assert full.header.full
    assert verify(full).problems == []
    lines: list[Any] = [from_json(line) for line in out.getvalue().splitlines()]
    steps = replay(record)
    view: Any = None
    for line in lines:
        if "view" not in line:
            continue
        step = next(steps)
        view = changed(view, line["view"])
        assert to_json(view) == to_json(view_to_data(step.game.state))
        assert line["events"] == [event_to_data(event) for event in step.events]
        state = step.game.state
        assert line["worths"] == [state.worth(player.seat) for player in state.players]
    assert next(steps, None) is None
    again = io.StringIO()
    write_full(full, again)
    assert again.getvalue() == out.getvalue()
    kept = [row.data for row in full.rows if isinstance(row, Note)]
    assert kept == [row.data for row in record.rows if isinstance(row, Note)] != []


def test_a_digest_follows_every_fifty_actions_and_every_save() -> None:
    record = read(played(1, 120))
    assert [row.number for row in record.rows if isinstance(row, Digest)] == [50, 100, 120]
    record = read(played(1, 100))
    assert [row.number for row in record.rows if isinstance(row, Digest)] == [50, 100]
    record = read(played(1, 0))
    assert [row.number for row in record.rows if isinstance(row, Digest)] == []
    assert not record.is_finished


def test_the_record_of_a_finished_game_has_an_end_line() -> None:
    text = played(3, rules=short_rules())
    assert text.splitlines()[-1].startswith('{"end":')
    report = verify(read(text))
    assert report.is_verified
    assert report.is_finished
    assert report.winners
    assert report.unchecked == []


def test_a_full_record_of_a_finished_game_passes_verification() -> None:
    out = io.StringIO()
    write_full(read(played(3, rules=short_rules())), out)
    assert verify(read(out.getvalue())).is_verified


def test_setup_events_reach_the_listener_and_are_stored() -> None:
    class Ears(Listener):
        def __init__(self) -> None:
            self.heard: list[Event] = []

        def on_event(self, event: Event) -> None:
            self.heard.append(event)

    ears = Ears()
    recorder = Recorder(io.StringIO(), seats(2), Seeded(1), rule_set("short"), listener=ears)
    assert ears.heard == recorder.opening
    assert {DeedDealt, OpeningRollMade} <= {type(event) for event in ears.heard}
    before = len(ears.heard)
    events = recorder.play(Roll(recorder.game.waiting_for[0]))
    assert ears.heard[before:] == events


def test_dice_without_a_seed_are_replayed_but_not_verified() -> None:
    out = io.StringIO()
    script = Scripted(dice=[(6, 5), (1, 2), (6, 3)])
    recorder = Recorder(out, seats(2), script)
    recorder.play(Roll(0))
    recorder.play(Buy(0))
    recorder.play(Resign(1))
    report = verify(read(out.getvalue()))
    assert report.is_verified
    assert "no seed or secret" in report.unchecked[0]
    assert '"chance":{"kind":"recorded"}' in out.getvalue()


def test_a_record_can_start_from_a_position() -> None:
    first = io.StringIO()
    recorder = Recorder(first, seats(3), Seeded(4), rule_set("statutes"))
    play_on(recorder, random.Random(4), 60)
    position = recorder.game.position()
    out = io.StringIO()
    later = Recorder(out, seats(3), Seeded(9), start=position)
    assert later.game.digest() == recorder.game.digest()
    assert later.header.rules == rule_set("statutes")
    play_on(later, random.Random(5), 80)
    later.close()
    record = read(out.getvalue())
    assert record.actions[0].number == 61
    assert verify(record).problems == []
    full = io.StringIO()
    write_full(record, full)
    assert verify(read(full.getvalue())).problems == []
    with pytest.raises(RecordError, match="differ in rules"):
        Recorder(io.StringIO(), seats(3), Seeded(9), rules=RuleSet(), start=position)
    with pytest.raises(RecordError, match="differ in rules, board or players"):
        Recorder(io.StringIO(), seats(2), Seeded(9), start=position)


def test_a_starting_position_may_omit_fields() -> None:
    out = io.StringIO()
    start = {"players": [{"cash": 5}, {}], "seat": 1}
    recorder = Recorder(out, seats(2), Seeded(9), start=start)
    assert recorder.game.waiting_for == [1]
    recorder.play(Resign(0))
    assert verify(read(out.getvalue())).is_verified


def test_a_custom_board_is_stored_with_its_game() -> None:
    board = with_blank_jail_cards(classic())
    out = io.StringIO()
    recorder = Recorder(out, seats(2), Seeded(2), board=board)
    play_on(recorder, random.Random(2), 60)
    recorder.close()
    record = read(out.getvalue())
    assert record.header.board == board
    assert verify(record).problems == []
    full = io.StringIO()
    write_full(record, full)
    header, setup = (json.loads(line) for line in full.getvalue().splitlines()[:2])
    assert header["board"] == board.to_data()
    assert setup["view"][0][1]["board"] == full_board_data(board)


def test_a_refused_action_is_not_recorded() -> None:
    out = io.StringIO()
    recorder = Recorder(out, seats(2), Seeded(1))
    before = out.getvalue()
    seat = recorder.game.waiting_for[0]
    with pytest.raises(Refused):
        recorder.play(EndTurn(seat))
    assert out.getvalue() == before
    recorder.play(Roll(seat))
    assert out.getvalue().count("\n") == 3


@pytest.mark.parametrize("time", [-1, float("nan"), float("inf"), True, "12", 2**60])
def test_an_invalid_timestamp_is_not_written(time: Any) -> None:
    out = io.StringIO()
    recorder = Recorder(out, seats(2), Seeded(1))
    with pytest.raises(public.RecordError.__mro__[1], match="time"):
        recorder.play(Roll(recorder.game.waiting_for[0]), time=time)
    with pytest.raises(ValueError, match="one of seat, bot, clock, table"):
        recorder.play(Roll(recorder.game.waiting_for[0]), by="ghost")
    recorder.play(Roll(recorder.game.waiting_for[0]), time=3)
    assert read(out.getvalue()).actions[0].time == 3


def test_an_action_that_could_not_be_read_back_is_not_played() -> None:
    recorder = Recorder(io.StringIO(), seats(2), Seeded(1))
    with pytest.raises(public.RecordError.__mro__[1], match="at most 64"):
        recorder.play(OfferTrade(0, 1, give_deeds=(1,) * 65))
    assert recorder.game.state.moves == 0


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ([SeatEntry("Ann", "Iron")], "2 to 8"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("Bob", "Iron")], "same token"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("Bob", "Tank")], "A token must be one of Iron"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("", "Dog")], "player's name"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("B" * 41, "Dog")], "player's name"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("B\x1b[31m", "Dog")], "control character"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("B\u202eb", "Dog")], "control character"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("B\u2028b", "Dog")], "control character"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("B\ud800", "Dog")], "control character"),
        ([SeatEntry("Ann", "Iron"), SeatEntry("Bob", "Dog", "")], "player's kind"),
    ],
)
def test_invalid_players_are_not_written(players: list[SeatEntry], sentence: str) -> None:
    out = io.StringIO()
    with pytest.raises(RecordError, match=sentence):
        Recorder(out, players, Seeded(1))
    assert out.getvalue() == ""


def test_notes_are_stored_but_do_not_affect_the_game() -> None:
    out = io.StringIO()
    recorder = Recorder(out, seats(2), Seeded(1))
    recorder.note("replace", seat=1, kind="bot")
    recorder.play(Roll(recorder.game.waiting_for[0]))
    recorder.note("pause")
    for wrong in ("", "x" * 41, "a\nb"):
        with pytest.raises(public.RecordError.__mro__[1]):
            recorder.note(wrong)
    with pytest.raises(TypeError):
        recorder.note("join", who=object())
    record = read(out.getvalue())
    notes = [row.data for row in record.rows if isinstance(row, Note)]
    assert notes == [{"table": "replace", "seat": 1, "kind": "bot"}, {"table": "pause"}]
    assert verify(record).is_sound


def test_nothing_can_be_added_after_the_end() -> None:
    out = io.StringIO()
    recorder = Recorder(out, seats(2), Seeded(1))
    recorder.play(Resign(0))
    before = out.getvalue()
    with pytest.raises(RecordError, match="has ended"):
        recorder.note("pause")
    with pytest.raises(Refused):
        recorder.play(Resign(1))
    recorder.close()
    assert out.getvalue() == before
    assert verify(read(before)).is_verified


def test_the_table_can_end_a_game() -> None:
    out = io.StringIO()
    recorder = Recorder(out, seats(2), Seeded(1), rule_set("time_limit"))
    recorder.play(TimeIsUp(), by="table", time=3600)
    assert verify(read(out.getvalue())).is_verified


def test_a_full_disk_stops_the_recorder() -> None:
    class Disk(io.StringIO):
        full = False

        def write(self, text: str) -> int:
            if self.full:
                super().write(text[:10])
                raise OSError(28, "No space left on device")
            return super().write(text)

    out = Disk()
    recorder = Recorder(out, seats(2), Seeded(1))
    out.full = True
    seat = recorder.game.waiting_for[0]
    with pytest.raises(OSError, match="No space"):
        recorder.play(Roll(seat))
    out.full = False
    with pytest.raises(RecordError, match="lags behind"):
        recorder.play(EndTurn(seat))
    with pytest.raises(RecordError, match="lags behind"):
        recorder.note("pause")
    recorder.close()
    with pytest.raises(RecordError, match=r"Line 3: .* cut off"):
        read(out.getvalue())


def test_bytes_text_and_paths_are_read_in_the_same_way(tmp_path: Path) -> None:
    text = played(3, rules=short_rules())
    path = tmp_path / "game.jsonl"
    with open(path, "x", encoding="utf-8", newline="\n") as out:
        out.write(text)
    records = [
        read_record(str(path)),
        read_record(path),
        read_record(io.BytesIO(text.encode())),
        read_record(io.StringIO(text)),
    ]
    assert len({tuple(map(repr, record.rows)) for record in records}) == 1
    assert all(verify(record).is_verified for record in records)


def test_records_written_by_other_programs_can_be_read() -> None:
    """Whitespace and the order of fields do not matter."""
    lines = [
        json.dumps(dict(reversed(json.loads(line).items())))
        for line in played(3, 40).splitlines()
        if '"sum"' not in line
    ]
    assert verify(read("\n".join(lines) + "\n")).is_sound


def test_two_processes_write_the_same_bytes() -> None:
    script = (
        "import sys; from tests.record.games import *\n"
        "sys.stdout.buffer.write(played(8, 120, players=5).encode())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {played(8, 120, players=5).encode()}
