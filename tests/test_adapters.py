"""Games from and to files: ``Game.save``, ``load``, ``from_position`` and ``from_record``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from passgo import Fair, Game, PositionError, Refusal, Refused, RuleSetError, Seeded
from passgo.actions import Resign
from passgo.engine.chance import Chance, NoChance
from passgo.engine.outside import Outside
from passgo.engine.ruleset import RuleSet
from passgo.record import Recorder, RecordError, SeatEntry, read_record, rules_digest


def play_on(game: Game, actions: int) -> None:
    for _ in range(actions):
        game.play(game.default(game.waiting_for[0]))


def record_default_game(path: Path, chance: Chance, actions: int) -> Game:
    """Record a game in which everyone plays the safe answer; a negative number ends with a resignation."""
    seats = [SeatEntry("Ann", "Dog"), SeatEntry("Bob", "Car")]
    with path.open("x", encoding="utf-8", newline="\n") as out:
        recorder = Recorder(out, seats, chance)
        for _ in range(abs(actions)):
            recorder.play(recorder.game.default(recorder.game.waiting_for[0]))
        if actions < 0:
            recorder.play(Resign(0))
        recorder.close()
    return recorder.game


def test_a_saved_game_continues_exactly(tmp_path: Path) -> None:
    game = Game(3, Seeded(5))
    play_on(game, 40)
    game.save(tmp_path / "game.json")
    loaded = Game.load(str(tmp_path / "game.json"), Seeded(5))
    assert loaded.digest() == game.digest()
    for each in (game, loaded):
        play_on(each, 40)
    assert loaded.digest() == game.digest()
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_saving_replaces_the_file_and_a_failure_leaves_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    game = Game(2, Seeded(1))
    game.save(path)
    first = path.read_text("utf-8")
    play_on(game, 1)

    def fail(self: Path, target: Path) -> Path:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", fail)
        with pytest.raises(OSError, match="no space left"):
            game.save(path)
    assert path.read_text("utf-8") == first
    assert list(tmp_path.iterdir()) == [path]
    game.save(path)
    assert path.read_text("utf-8") != first


def test_a_position_may_be_data_or_text() -> None:
    position = {"players": [{"cash": 7}, {}]}
    for given in (position, json.dumps(position)):
        assert Game.from_position(given, Seeded(1)).state.players[0].cash == 7
    with pytest.raises(PositionError, match="this is not JSON"):
        Game.from_position("{players}", Seeded(1))
    for path in ("game.json", Path("game.json")):
        with pytest.raises(PositionError, match=r"\(got .*game.json.*\); Game.load reads a file"):
            Game.from_position(path, Seeded(1))


def test_a_missing_file_or_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"^There is no file '.*nope\.json'\.$"):
        Game.load(tmp_path / "nope.json", Seeded(1))
    with pytest.raises(
        FileNotFoundError, match=r"^There is no folder '.*nodir': create it first\.$"
    ):
        Game(2, Seeded(1)).save(tmp_path / "nodir" / "x.json")


def test_names_can_be_given_with_a_position(tmp_path: Path) -> None:
    named = Game(players=["Ann", "Bob"], chance=Seeded(1))
    named.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", Seeded(1)).names == ()
    loaded = Game.load(tmp_path / "game.json", Seeded(1), names=["Ann", "Bob"])
    assert loaded.names == ("Ann", "Bob")
    position = named.position()
    assert Game.from_position(position, Seeded(1), names=["Ann", "Bob"]).names == ("Ann", "Bob")
    with pytest.raises(RuleSetError, match="a name for each of the 2 players"):
        Game.from_position(position, Seeded(1), names=["Ann"])


def test_loading_a_position_needs_dice_and_a_path(tmp_path: Path) -> None:
    Game(2, Seeded(1)).save(tmp_path / "game.json")
    with pytest.raises(PositionError, match=r"has no dice; pass chance=Seeded\(1\)"):
        Game.load(tmp_path / "game.json")
    with pytest.raises(TypeError, match=r"A path must be a string or a Path \(got 7\)"):
        Game.load(7, Seeded(1))


def test_a_recorded_game_is_replayed_and_continues_with_its_own_dice(tmp_path: Path) -> None:
    played = record_default_game(tmp_path / "game.jsonl", Seeded(7), 60)
    for game in (Game.from_record(tmp_path / "game.jsonl"), Game.load(tmp_path / "game.jsonl")):
        assert game.digest() == played.digest()
        assert game.names == ("Ann", "Bob")
        assert repr(game.chance) == "Seeded(7)"
    straight = Game(2, Seeded(7))
    play_on(straight, 70)
    play_on(game, 10)
    assert game.digest() == straight.digest()


def test_a_recorded_game_can_be_replayed_up_to_an_action(tmp_path: Path) -> None:
    record_default_game(tmp_path / "game.jsonl", Seeded(7), 60)
    record = read_record(tmp_path / "game.jsonl")
    for actions in (0, 1, 25, 60):
        game = Game.from_record(tmp_path / "game.jsonl", actions)
        assert Game.from_record(record, actions).digest() == game.digest()
        assert game.state.moves == actions
        straight = Game(2, Seeded(7))
        play_on(straight, actions)
        assert game.digest() == straight.digest()
    for actions in (61, 99_999, -5):
        with pytest.raises(
            ValueError,
            match=rf"^actions={actions} is out of range: the record has actions 1 to 60\.$",
        ):
            Game.from_record(record, actions)


def test_a_position_is_not_mistaken_for_a_broken_game_file(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    Game(players=2, chance=Seeded(1)).save(path)
    with pytest.raises(RecordError, match=r"position\.json is not a game file; .*Game\.load"):
        Game.from_record(path)
    path.write_bytes(b"\xff\n")
    with pytest.raises(RecordError, match="is not a game file"):
        Game.from_record(path)
    path.write_text('{"passgo": "record"}\n', "utf-8")
    with pytest.raises(RecordError, match="Line 1: "):
        Game.from_record(path)


def test_fair_dice_continue_once_the_secret_is_known(tmp_path: Path) -> None:
    fair = Fair(bytes(range(32)), "table", rules_digest(RuleSet()), ["a", "b"])
    record_default_game(tmp_path / "open.jsonl", fair, 10)
    assert isinstance(Game.from_record(tmp_path / "open.jsonl").chance, NoChance)
    assert Game.from_record(tmp_path / "open.jsonl", chance=fair).chance is fair
    record_default_game(tmp_path / "over.jsonl", fair, -10)
    game = Game.from_record(tmp_path / "over.jsonl", 5)
    straight = Game(2, fair)
    play_on(straight, 10)
    play_on(game, 5)
    assert game.digest() == straight.digest()


def test_without_the_adapters_the_engine_knows_only_codes() -> None:
    refusal = Refusal("build.group", "10 MCS 140", space=39)
    assert Outside().explain(refusal, None, ()) == "build.group (10 MCS 140)"
    assert str(Refused(Refusal("my.own", "Ruling 1"))) == "my.own (Ruling 1)"
    assert str(Refused(refusal)).endswith("(10 MCS 140)")
    for call in (
        lambda: Outside().game_from_position({}, NoChance(), None),
        lambda: Outside().game_from_record("x", -1, None),
        lambda: Outside().load_game("x", None, None),
        lambda: Outside().save_game(Game(2, Seeded(1)), "x"),
    ):
        with pytest.raises(NotImplementedError):
            call()
