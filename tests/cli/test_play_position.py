"""`passgo play --position` and `passgo replay` with a position file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from passgo.cli.errors import UserError
from passgo.cli.main import dispatch
from passgo.record import read_record, verify
from tests.cli.typist import play_lines

POSITION: dict[str, object] = {
    "players": [{"cash": 320}, {"cash": 80, "jail": 2, "cards": ["chest.jail_free"]}],
    "properties": [
        {"space": 1, "owner": 0, "houses": 3},
        {"space": 3, "owner": 0, "houses": 3},
        {"space": 5, "owner": 1, "mortgaged": True},
    ],
    "seat": 1,
    "round": 12,
}


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION), "utf-8")
    return str(path)


def test_a_game_starts_from_a_position(position: str) -> None:
    """CR 6.3: Bob is in Jail and has a card."""
    done = play_lines(["players", "card"], "--position", position, "--players", "Ann,Bob")
    assert "The game starts from a position in round 12." in done.said
    assert "Ann: $320 cash, worth $740 in all, 2 deeds, on GO." in done.said
    assert any(line.startswith("Bob ($80): ") and "card" in line for line in done.said)
    assert done.table.state.players[1].jail == 0


def test_the_other_players_are_bots(position: str) -> None:
    done = play_lines([], "--position", position)
    assert [seat.kind for seat in done.table.seats] == ["person", "normal"]


def test_a_game_from_a_position_can_be_saved_and_resumed(position: str, tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    words = ["--position", position, "--players", "Ann,Bob", "--seed", "3", "--save", path]
    first = play_lines(["card", "roll"], *words)
    record = read_record(path)
    assert record.header.start is not None
    assert verify(record).problems == []
    again = play_lines(["players"], "--resume", path)
    assert again.table.state.moves == first.table.state.moves > 2
    assert again.table.game.position() == first.table.game.position()


def test_rent_is_not_turned_on_twice(tmp_path: Path) -> None:
    """10 MCS 90: a standing order in the position stays as it is."""
    path = tmp_path / "position.json"
    players = [{"always_asks_for_rent": True}, {}, {"out": True}]
    path.write_text(json.dumps({"players": players}), "utf-8")
    done = play_lines(["roll"], "--position", str(path), "--players", "Ann,Bob,Cy")
    assert [one.always_asks_for_rent for one in done.table.state.players] == [True, True, False]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rules", "short"], "--position includes rules and a board: leave out --rules."),
        (["--option", "jail_fine=70"], "--position includes rules and a board: leave out --option"),
        (["--players", "Ann,Bob,Cy"], r"The position has 2 players \(got 3\)"),
        (["--minutes", "60"], "has no time limit: leave out --minutes."),
    ],
)
def test_options_that_contradict_a_position_are_refused(
    words: list[str], sentence: str, position: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        play_lines([], "--position", position, *words)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "must contain a JSON object"),
        ("{", "position.json: "),
        ('{"players": [{}]}', "position.json: "),
        ("", "position.json is empty"),
        ('{"playrs": [{}, {}]}', r'did you mean "players"\?$'),
        ('{"passgo": "record"}\n{}\n', "is a game file, not a position. To continue the game: "),
        ('{"players": [{}, {"out": true}], "over": true, "winners": [0], "agenda": []}', "over"),
    ],
)
def test_an_invalid_position_is_a_user_error(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UserError, match=sentence):
        play_lines([], "--position", str(path))


def test_a_position_is_not_a_saved_game(position: str) -> None:
    with pytest.raises(UserError, match="is a position, not a saved game: use --position "):
        play_lines([], "--resume", position)


def test_replay_names_the_broken_line_of_a_position(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text('{\n  "players": [\n', "utf-8")
    with pytest.raises(UserError, match="line 3, column 1: this is not JSON"):
        dispatch(["replay", str(path)])


def test_replay_draws_a_position(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["replay", position]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Parking Kent.  Chance")
    assert "a3" in lines[11]
    assert "> B Bob           $80  in Jail" in lines[3]
    assert lines[13].startswith("Bob: ")
    assert lines[-1] == f"To play on: passgo play --position {position}"
    assert not any("\x1b" in line for line in lines)


def test_replay_completes_a_position(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["replay", "--position", position]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["round"], data["moves"]) == (12, 0)
    for option in (["--json"], ["--to", "1"]):
        with pytest.raises(UserError, match="A position has no actions: leave out --"):
            dispatch(["replay", position, *option])
