"""Saved tournaments are not continued if they are corrupted or in use, or if their bots have changed."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from passgo.cli.commands import tournament as command
from passgo.cli.main import main
from passgo.sim import origin
from passgo.sim.origin import describe_difference
from passgo.sim.pairings import Tournament, load, lock_state, save
from passgo.sim.plan import SimulationError
from passgo.source_hash import PLAYING, REVIEWING, hash_sources
from tests.sim_reports.games import CAREFUL, played, settings

COMMAND = ["tournament", "--bots", f"simple,{CAREFUL}", "--rules", "short", "--rounds", "40"]
HERE = ["--executor", "here", "--games", "6"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"wins": 7}, "don't add up to the number of games played"),
        ({"wins": -1, "losses": 7, "shared": 0, "unfinished": 0}, "don't add up to the number of"),
        ({"games": 5}, "more games were played"),
        ({"games": 7}, "more games were played"),
        ({"ahead": [3]}, "there must be 2 dice numbers"),
        ({"ahead": [3, 3, 3]}, "there must be 2 dice numbers"),
        ({"won": [1]}, "there must be 2 dice numbers"),
        ({"ahead": [25, 3]}, "dice number 0 has an impossible number of finishes ahead: 12.5"),
        ({"ahead": [3, 13]}, "dice number 1 has an impossible number of finishes ahead: 6.5"),
        ({"ahead": [-1, 3]}, "dice number 0 has an impossible number of finishes ahead: -0.5"),
        ({"won": [5, 0]}, "dice number 0 has 5 wins in 4 games"),
        ({"won": [0, 3]}, "dice number 1 has 3 wins in 2 games"),
    ],
)
def test_inconsistent_counts_are_rejected(
    tmp_path: Path, changes: dict[str, object], why: str
) -> None:
    tournament = played(settings(games=6))
    save(tournament, tmp_path / "kept")
    assert load(tmp_path / "kept") == tournament
    for name, value in changes.items():
        setattr(tournament.pairings[1], name, value)
    save(tournament, tmp_path / "kept")
    with pytest.raises(SimulationError, match=why):
        load(tmp_path / "kept")


def test_wins_that_do_not_match_the_wins_per_dice_number_are_rejected(tmp_path: Path) -> None:
    tournament = played(settings(games=6))
    pairing = tournament.pairings[0]
    pairing.wins, pairing.losses, pairing.shared, pairing.unfinished = 6, 0, 0, 0
    pairing.won = [4, 1]
    save(tournament, tmp_path / "kept")
    with pytest.raises(SimulationError, match="don't add up to the total number of wins"):
        load(tmp_path / "kept")


def test_only_one_run_at_a_time_can_write_to_a_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="not every system has these locks")
    with (
        lock_state(tmp_path / "kept"),
        pytest.raises(SimulationError, match=r"Another run is writing to .*kept\."),
        lock_state(tmp_path / "kept"),
    ):
        pass
    with lock_state(tmp_path / "kept"):
        assert [file.name for file in tmp_path.iterdir()] == ["kept.lock"]
    assert list(tmp_path.iterdir()) == []


def test_the_command_does_not_touch_a_file_in_use_by_another_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("fcntl", reason="not every system has these locks")
    out = tmp_path / "report.html"
    with lock_state(tmp_path / "report.html.state"):
        assert main([*COMMAND, *HERE, "--out", str(out)]) == 2
    assert "Another run is writing" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_tournament_that_cannot_be_played_leaves_no_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path / "report.html")]
    assert main([*COMMAND, *HERE, *out, "--seed", "-1"]) == 2
    assert "--seed must be at least 0 (got " in capsys.readouterr().err
    quits = ["tournament", "--bots", "simple,tests.sim.bad_bots:Killer", "--jobs", "1", *out]
    assert main(quits) == 2
    assert "A worker process died" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


BOT = """
from passgo import Action, Bot, View

class Mine(Bot):
    def decide(self, view: View) -> Action:
        return self.safe(view)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, which contains a custom bot."""
    (tmp_path / "changing_bots.py").write_text(BOT, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "changing_bots", raising=False)
    return tmp_path


def test_a_tournament_is_not_continued_with_changed_bots(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["tournament", "--bots", "simple,changing_bots:Mine", "--rounds", "2", *HERE]
    asked += ["--out", "report.html"]
    assert main(asked) == 0
    assert main([*asked, "--resume"]) == 0
    (folder / "changing_bots.py").write_text(BOT + "    # cleverer\n", "utf-8")
    monkeypatch.delitem(sys.modules, "changing_bots")
    capsys.readouterr()
    assert main([*asked, "--resume"]) == 2
    assert "because the source code of changing_bots:Mine has changed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("version", "0.0.9", ", not 0.0.9: delete the file"),
        ("sources", "0" * 32, "passgo's source code has changed"),
    ],
)
def test_a_tournament_is_not_continued_with_a_different_version(
    tmp_path: Path, name: str, value: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [*COMMAND, *HERE, "--out", str(tmp_path / "report.html")]
    assert main(asked) == 0
    state = tmp_path / "report.html.state"
    kept = load(state)
    save(msgspec.structs.replace(kept, origin={**kept.origin, name: value}), state)
    capsys.readouterr()
    assert main([*asked, "--resume"]) == 2
    shown = capsys.readouterr().err
    assert "cannot be continued" in shown
    assert msgspec.json.decode(state.read_bytes(), type=Tournament).origin[name] == value
    assert why in shown


def test_the_difference_between_two_origins_is_described() -> None:
    now = {"version": "1", "sources": "a", "my:Bot": "x"}
    assert describe_difference(now, now) == ""
    changed = "the source code of my:Bot has changed"
    assert describe_difference({**now, "my:Bot": "y"}, now) == changed
    assert describe_difference({}, now) == "passgo is now version 1, not unknown"


def test_the_source_hash_covers_the_files_that_affect_games_and_reviews(tmp_path: Path) -> None:
    assert hash_sources(PLAYING) == origin.origin(["simple"])["sources"]
    assert hash_sources(REVIEWING) != hash_sources(PLAYING)
    playing, reviewing = [], []
    for number, (place, text) in enumerate(
        [
            ("engine/game.py", "1"),
            ("engine/game.py", "2"),
            ("bots/simple.py", "1"),
            ("bots/win_network.py", "1"),
            ("sim/games.py", "1"),
            ("boards/decode.py", "1"),
            ("position/decode.py", "1"),
            ("analysis/values.py", "1"),
            ("words/en.json", "1"),
            ("sim/summary.py", "1"),
            ("cli/commands/play.py", "1"),
        ]
    ):
        file = tmp_path / str(number) / place
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
        playing.append(hash_sources(PLAYING, tmp_path / str(number)))
        reviewing.append(hash_sources(REVIEWING, tmp_path / str(number)))
    assert len(set(playing[:7])) == 7
    assert len(set(playing[7:])) == 1  # none of these files affects a game
    assert len(set(reviewing[:9])) == 9
    assert reviewing[9] == reviewing[10]


def test_the_ratings_are_printed_before_the_page_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*any_of_it: object) -> None:
        raise SimulationError("The disk is full.")

    monkeypatch.setattr(command, "write_page", fail)
    assert main([*COMMAND, *HERE, "--out", str(tmp_path / "report.html")]) == 2
    shown = capsys.readouterr()
    assert "rating (mean 1500)" in shown.out
    assert "The disk is full." in shown.err
    assert load(tmp_path / "report.html.state").done


def test_bots_can_be_given_a_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["tournament", "--bots", "simple,tests.sim.bad_bots:Looper", "--rounds", "2"]
    clock = ["--move-seconds", "0.01", "--games", "1", "--executor", "here"]
    assert main([*bots, *clock]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("WARNING: tests.sim.bad_bots:Looper forfeited ")
    assert "Not reproducible: bots had a time limit of 0.01 s per move." in shown
    assert main([*COMMAND, *clock]) == 0
    assert "Not reproducible" not in capsys.readouterr().out  # built-in bots have no time limit
