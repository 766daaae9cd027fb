"""Recording games between bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from passgo import Driver, Game, Seeded, rule_set
from passgo.bots.chaos import RandomBot
from passgo.bots.ladder import make_bot
from passgo.bots.simple import SimpleBot
from passgo.record import RecordError, read_record, verify
from passgo.recording import record_game

RULES = rule_set(round_limit=12)


def test_a_recorded_game_is_the_game_that_the_driver_plays(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = record_game(path, ["easy", "simple", SimpleBot()], Seeded(4), RULES)
    straight = Game(3, Seeded(4), rules=RULES)
    bots = [make_bot("easy", 0), make_bot("simple", 1), SimpleBot()]
    Driver(straight, bots).run()
    assert game.digest() == straight.digest()
    record = read_record(path)
    assert verify(record).is_verified
    assert [seat.name for seat in record.header.players] == ["easy 0", "simple 1", "SimpleBot 2"]
    assert game.names == ("easy 0", "simple 1", "SimpleBot 2")
    assert {entry.by for entry in record.actions} == {"bot"}
    assert Game.from_record(path).digest() == game.digest()


def test_an_unfinished_game_is_sound_and_a_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record_game(str(path), ["simple(reserve=300)", "simple"], Seeded(4), turns=8)
    report = verify(read_record(path))
    assert report.is_sound
    assert not report.is_finished
    with pytest.raises(FileExistsError):
        record_game(path, ["simple", "simple"], Seeded(4))


def test_a_mistake_leaves_an_error_and_not_a_game(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="a list of 2 to 8 items"):
        record_game(tmp_path / "game.jsonl", ["simple"], Seeded(1))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(TypeError, match=r"a name, a class or an object \(got 3\)"):
        record_game(tmp_path / "game.jsonl", ["simple", 3], Seeded(1))  # type: ignore[list-item]  # wrong on purpose
    with pytest.raises(TypeError, match="bots must be a list"):
        record_game(tmp_path / "game.jsonl", "simple", Seeded(1))


def test_a_bot_may_be_a_class(tmp_path: Path) -> None:
    by_class, by_name = tmp_path / "class.jsonl", tmp_path / "name.jsonl"
    game = record_game(by_class, [SimpleBot, RandomBot], Seeded(4), RULES)
    other = record_game(by_name, ["simple", "random"], Seeded(4), RULES)
    assert game.digest() == other.digest()
    assert game.names == ("SimpleBot 0", "RandomBot 1")
