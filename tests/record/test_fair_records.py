"""Fair dice in a record: the end reveals the secret, which is used to verify everything."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest

from passgo.engine.board import classic
from passgo.engine.chance import Fair, Seeded
from passgo.engine.game import Game
from passgo.engine.ruleset import RuleSet, rule_set
from passgo.fair import new_fair
from passgo.record import Recorder, RecordError, rules_digest, verify
from tests.boards import with_blank_jail_cards
from tests.record.games import play_on, read, sealed, seats, short_rules

RULES = short_rules(4)


def lines_of(seed: int = 3) -> list[Any]:
    chance = Fair(bytes(range(32)), "game 7", rules_digest(RULES), ["heads", "", "Zoë"])
    out = io.StringIO()
    recorder = Recorder(out, seats(3), chance, RULES)
    play_on(recorder, random.Random(seed), 10_000)
    assert recorder.game.state.over
    return [json.loads(line) for line in out.getvalue().splitlines()]


def text_of(lines: list[Any]) -> str:
    return sealed("".join(json.dumps(line) + "\n" for line in lines))


def test_a_fair_game_passes_verification() -> None:
    lines = lines_of()
    assert lines[0]["chance"]["kind"] == "fair"
    assert lines[-1]["end"]["secret"] == bytes(range(32)).hex()
    report = verify(read(text_of(lines)))
    assert report.is_verified
    assert report.unchecked == []


def test_a_game_with_a_new_secret_passes_verification() -> None:
    chance = new_fair("game 8", rules_digest(RULES)).with_contributions(["a", "b"])
    out = io.StringIO()
    recorder = Recorder(out, seats(2), chance, RULES)
    play_on(recorder, random.Random(1), 10_000)
    assert verify(read(out.getvalue())).is_verified


def test_the_secret_is_not_in_the_file_until_the_end() -> None:
    chance = Fair(bytes(range(32)), "game 7", rules_digest(RULES), [])
    out = io.StringIO()
    recorder = Recorder(out, seats(2), chance, RULES)
    recorder.play(recorder.game.default(recorder.game.waiting_for[0]))
    recorder.close()
    assert bytes(range(32)).hex() not in out.getvalue()
    report = verify(read(out.getvalue()))
    assert report.is_sound
    assert not report.is_verified
    assert "until the secret is revealed" in report.unchecked[0]


def test_every_forged_die_and_deck_is_reported_with_its_line() -> None:
    lines = lines_of()
    for number, line in enumerate(lines, 1):
        rolls = line.get("chance") if "n" in line else line.get("setup", {}).get("rolls")
        for roll in rolls or []:
            kept = roll[0]
            roll[0] = kept % 6 + 1
            problem = verify(read(text_of(lines))).problems[0]
            assert problem.line == number
            roll[0] = kept
    deck = lines[1]["setup"]["chest"]
    deck[2], deck[3] = deck[3], deck[2]
    problem = verify(read(text_of(lines))).problems[0]
    assert problem.line == 2
    assert "shuffle" in problem.sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[-1]["end"].update(secret="0" * 64), "has the commitment"),
        (lambda lines: lines[0]["chance"].update(commitment="0" * 64), "has the commitment"),
        (lambda lines: lines[0]["chance"].update(game="game 8"), "has the commitment"),
        (lambda lines: lines[0]["chance"].update(contributions=[]), "should be"),
        (lambda lines: lines[0]["chance"].update(contributions=["a", "", "Zoë"]), "should be"),
        (lambda lines: lines[0]["rules"].update(salary=300), "has the commitment"),
        (lambda lines: lines[-1]["end"].pop("secret"), "has no secret"),
    ],
)
def test_a_forged_commitment_is_detected(change: Any, sentence: str) -> None:
    lines = lines_of()
    change(lines)
    report = verify(read(text_of(lines)))
    assert not report.is_verified
    assert sentence in report.problems[0].sentence


@pytest.mark.parametrize(
    "chance",
    [
        {"commitment": "A" * 64},
        {"commitment": "0" * 63},
        {"game": ""},
        {"game": "x" * 101},
        {"contributions": "heads"},
        {"contributions": ["x" * 65]},
        {"contributions": [""] * 9},
        {"contributions": [1]},
    ],
    ids=str,
)
def test_an_invalid_commitment_is_rejected(chance: dict[str, object]) -> None:
    lines = lines_of()
    lines[0]["chance"].update(chance)
    with pytest.raises(RecordError, match=r"^Line 1: "):
        read(text_of(lines))


def test_dice_committed_to_different_rules_are_rejected() -> None:
    for digest in (
        rules_digest(rule_set("statutes")),
        rules_digest(RuleSet(), with_blank_jail_cards(classic())),
        "rules",
    ):
        with pytest.raises(RecordError, match="different rules or a different board"):
            Recorder(io.StringIO(), seats(2), Fair(bytes(32), "g", digest, []), RuleSet())


def test_the_rules_digest_covers_the_rules_and_the_board() -> None:
    assert rules_digest(RuleSet()) == rules_digest(RuleSet(), classic())
    assert len({rules_digest(rule_set(name)) for name in ("consolidated", "board", "short")}) == 3


def begun_from_a_position(unseen: list[list[str]] | None = None) -> list[Any]:
    """Return a fair game that starts from a position, with its unseen cards shuffled or given."""
    chance = Fair(bytes(range(32)), "game 7", rules_digest(RULES), ["heads", ""])
    start = Game(2, Seeded(4), RULES).view(0).imagine(chance).position()
    if unseen is not None:
        start["unseen"] = unseen
    out = io.StringIO()
    recorder = Recorder(out, seats(2), chance, RULES, start=start)
    play_on(recorder, random.Random(5), 10_000)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_unseen_cards_shuffled_at_the_start_are_verified() -> None:
    lines = begun_from_a_position()
    report = verify(read(text_of(lines)))
    assert report.is_verified
    assert report.unchecked == []
    assert any("the cards unseen at the start" in line for line in report.checked)


def test_unseen_cards_in_a_different_order_at_the_start_are_left_unchecked() -> None:
    unseen = begun_from_a_position()[0]["start"]["unseen"]
    report = verify(read(text_of(begun_from_a_position([pile[::-1] for pile in unseen]))))
    assert report.is_verified
    assert [line for line in report.unchecked if "decks" in line]
    assert not any("decks" in line for line in report.checked)
