"""A resumed game continues as if it had never stopped."""

from __future__ import annotations

import io
import random

import pytest

from passgo.engine.chance import Fair, Scripted, Seeded
from passgo.engine.refusal import PassGoError
from passgo.engine.rules.moving import Roll
from passgo.engine.ruleset import PRESETS, RuleSet, rule_set
from passgo.record import (
    Recorder,
    RecordError,
    read_record,
    resume,
    rules_digest,
    verify,
    write_full,
)
from tests.record.games import play_on, played, read, sealed, seats, short_rules


def fair(rules: RuleSet | None = None) -> Fair:
    rules = RuleSet() if rules is None else rules
    return Fair(bytes(range(32)), "game 7", rules_digest(rules), ["heads", "", "Zoë"])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("stops", [[1], [49, 50, 51], [3, 80, 81, 150]])
def test_a_game_resumed_after_a_crash_writes_the_same_bytes(preset: str, stops: list[int]) -> None:
    rules = rule_set(preset)
    whole = io.StringIO()
    recorder = Recorder(whole, seats(3), Seeded(5), rules)
    play_on(recorder, random.Random(5), 200)

    out = io.StringIO()
    rng = random.Random(5)
    recorder = Recorder(out, seats(3), Seeded(5), rules)
    done = 0
    for stop in [*stops, 200]:
        done += play_on(recorder, rng, stop - done)
        if recorder.game.state.over:
            break
        recorder = resume(read(out.getvalue()), out)
        assert recorder.opening == []
    assert out.getvalue() == whole.getvalue()


def test_a_saved_game_continues_as_if_uninterrupted() -> None:
    out = io.StringIO()
    rng = random.Random(5)
    recorder = Recorder(out, seats(3), Seeded(5))
    play_on(recorder, rng, 30)
    recorder.close()
    recorder = resume(read(out.getvalue()), out)
    recorder.close()  # nothing has happened, so nothing is written
    recorder.note("resume")
    play_on(recorder, rng, 90)
    recorder.close()

    def game(text: str) -> list[str]:
        return [line for line in text.splitlines() if '"sum"' not in line and '"table"' not in line]

    whole = io.StringIO()
    other = Recorder(whole, seats(3), Seeded(5))
    play_on(other, random.Random(5), 120)
    other.close()
    assert game(out.getvalue()) == game(whole.getvalue())
    assert other.game.digest() == recorder.game.digest()
    assert verify(read(out.getvalue())).is_sound


def test_a_saved_game_that_started_from_a_position_can_be_resumed() -> None:
    first = Recorder(io.StringIO(), seats(2), Seeded(6))
    play_on(first, random.Random(6), 70)
    out = io.StringIO()
    rng = random.Random(7)
    recorder = Recorder(out, seats(2), Seeded(8), start=first.game.position())
    play_on(recorder, rng, 20)
    recorder = resume(read(out.getvalue()), out)
    play_on(recorder, rng, 100)
    recorder.close()
    assert verify(read(out.getvalue())).is_sound


def test_resuming_a_game_without_its_end_line_restores_that_line() -> None:
    text = played(15, rules=short_rules(), players=2)
    out = io.StringIO()
    out.write("".join(text.splitlines(keepends=True)[:-1]))
    resume(read(out.getvalue()), out)
    assert out.getvalue() == text


def test_a_game_with_fair_dice_is_resumed_with_its_secret() -> None:
    whole = io.StringIO()
    recorder = Recorder(whole, seats(3), fair())
    play_on(recorder, random.Random(5), 60)
    out = io.StringIO()
    rng = random.Random(5)
    recorder = Recorder(out, seats(3), fair())
    play_on(recorder, rng, 20)
    record = read(out.getvalue())
    with pytest.raises(RecordError, match="pass it as chance"):
        resume(record, out)
    for other in (
        Seeded(1),
        fair().with_contributions([]),
        Fair(bytes(32), "game 7", rules_digest(RuleSet()), ["heads", "", "Zoë"]),
    ):
        with pytest.raises(RecordError, match="different dice"):
            resume(record, out, other)
    recorder = resume(record, out, fair())
    play_on(recorder, rng, 40)
    assert out.getvalue() == whole.getvalue()


def test_a_game_with_scripted_dice_is_resumed_if_the_dice_are_given() -> None:
    out = io.StringIO()
    recorder = Recorder(out, seats(2), Scripted(dice=[(6, 5), (1, 2), (1, 3)]))
    recorder.play(Roll(0))
    with pytest.raises(RecordError, match="pass it as chance"):
        resume(read(out.getvalue()), out)
    recorder = resume(read(out.getvalue()), out, Scripted(dice=[]))
    assert recorder.game.state.players[0].space == 4
    assert recorder.game.state.moves == 1


def test_a_forged_save_cannot_be_resumed() -> None:
    text = played(5, 20)
    at = text.index('"chance":[[', text.index('"n":'))
    die = text[at + 11]
    forged = text[: at + 11] + ("1" if die != "1" else "2") + text[at + 12 :]
    with pytest.raises(RecordError, match="The seed gives"):
        resume(read(sealed(forged)), io.StringIO())


def test_a_finished_game_and_a_full_record_cannot_be_resumed() -> None:
    finished = read(played(15, rules=short_rules(), players=2))
    with pytest.raises(RecordError, match="cannot be resumed"):
        resume(finished, io.StringIO())
    out = io.StringIO()
    write_full(read(played(5, 20)), out)
    with pytest.raises(RecordError, match="for viewers"):
        resume(read_record(io.StringIO(out.getvalue())), io.StringIO())


def test_a_record_error_is_a_passgo_error() -> None:
    assert issubclass(RecordError, PassGoError)
