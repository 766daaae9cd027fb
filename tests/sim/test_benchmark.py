"""`passgo benchmark`: a frozen score, which can be interrupted and continued."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from passgo.cli.commands import benchmark as command
from passgo.cli.main import main
from passgo.sim import benchmark as module
from passgo.sim.benchmark import OPPONENTS, Benchmark, load_benchmark, new_benchmark
from passgo.sim.executors import Executor, InProcess
from passgo.sim.games import play_games
from passgo.sim.pairings import Pairing

FROZEN = {
    "hybrid": "054c882db0e60005",
    "groups": "55ed6d7a4bdbed4a",
    "baldrick": "d57886f0334052d0",
    "growth": "d1c939ae223cc0e5",
    "planner": "697dbc42d720ec3f",
}
"""Hashes of a few games against each opponent in benchmark 1. Never change them: see the test."""


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_opponents_never_change(opponent: str) -> None:
    """If this fails, undo the change to the opponent's play, or define a new benchmark version."""
    benchmark = new_benchmark("standard")
    pairing = next(one for one in benchmark.pairings if one.rivals == opponent)
    results = play_games(benchmark.plan(pairing), [0, 5, 10])
    data = [(one.winners, one.rounds, one.turns, one.trades, one.worth) for one in results]
    assert hashlib.blake2b(repr(data).encode(), digest_size=8).hexdigest() == FROZEN[opponent]


def test_the_definition_never_changes() -> None:
    benchmark = new_benchmark("simple")
    assert [(one.rivals, one.games) for one in benchmark.pairings] == [
        (opponent, 1000) for opponent in FROZEN
    ]
    plan = benchmark.plan(benchmark.pairings[0])
    assert (plan.seed, plan.rounds, plan.block, plan.rules["preset"]) == (1, 500, 4, "consolidated")
    assert benchmark.name == "PassGo benchmark 1"
    quick = new_benchmark("simple", quick=True)
    assert {one.games for one in quick.pairings} == {100}
    assert quick.name == "PassGo benchmark 1 (quick)"


def test_an_opponent_can_be_measured_too() -> None:
    """Every seating of four identical bots is the same game, so the bot wins exactly a quarter."""
    benchmark = new_benchmark("growth", quick=True)
    pairing = next(one for one in benchmark.pairings if one.rivals == "growth()")
    plan = benchmark.plan(pairing)
    results = play_games(plan, range(4))
    for result in results:
        pairing.add(result, plan.line_up(result.index).index(0))
    assert pairing.wins in (0, 1)


def test_the_score_is_the_share_of_all_games_won() -> None:
    pairings = [
        Pairing("mine", "a", 8, probed=True, played=8, wins=4, losses=4, won=[3, 1]),
        Pairing("mine", "b", 8, probed=True, played=8, wins=2, losses=2, unfinished=4, won=[1, 1]),
    ]
    benchmark = Benchmark("mine", pairings)
    assert benchmark.done
    score = benchmark.score
    assert score.value == 6 / 16
    assert 0 < score.low < score.value < score.high < 1


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a few short games instead of the real ones."""
    monkeypatch.setattr(module, "OPPONENTS", ("random", "simple"))
    monkeypatch.setattr(module, "GAMES", 8)
    monkeypatch.setattr(module, "ROUNDS", 3)
    monkeypatch.setattr(module, "QUICK_GAMES", 4)


HERE = ("--executor", "here")


def test_the_command_prints_the_score(small: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "standard", *HERE]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == "PassGo benchmark 1: standard"
    assert [line.split()[:2] for line in lines[3:5]] == [["random", "8"], ["simple", "8"]]
    assert lines[-2] == "A bot as strong as its opponents would win 25%."
    assert lines[-1].startswith("Score: ")
    assert lines[-1].endswith("PassGo benchmark 1")
    assert "!" not in captured.out
    assert captured.err == ""
    assert main(["benchmark", "standard", "--quick", *HERE]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("PassGo benchmark 1 (quick)")


def test_the_json_output_is_one_object(small: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "standard", "--json", *HERE]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["benchmark"], data["quick"], data["done"]) == (1, False, True)
    assert data["score"] == sum(one["won"] for one in data["opponents"]) / 16
    assert command.__doc__ is not None
    for key in {*data, *data["opponents"][0]}:
        assert key in command.__doc__


def test_forfeited_moves_come_first(small: None, capsys: pytest.CaptureFixture[str]) -> None:
    raiser = "tests.sim.bad_bots:Raiser"
    assert main(["benchmark", raiser, "--quick", *HERE]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"WARNING: {raiser} forfeited ")
    assert f"PassGo benchmark 1 (quick): {raiser} !" in shown
    assert shown.splitlines()[-1].startswith("Score: 0.0% ! (95% interval: ")
    assert main(["benchmark", raiser, "--strict", *HERE]) == 1
    assert f"passgo: {raiser} forfeited a move in seat 0 of game 0" in capsys.readouterr().err


def test_an_interrupted_benchmark_can_be_resumed(
    small: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["benchmark", "standard", "--json", *HERE]) == 0
    whole = json.loads(capsys.readouterr().out)
    path = tmp_path / "score.json"
    play = Benchmark.play

    def broken_off(
        self: Benchmark, executor: Executor, strict: bool
    ) -> Iterator[tuple[Pairing, int]]:
        games = play(self, InProcess(), strict=strict)
        yield next(games)
        raise KeyboardInterrupt

    words = ["benchmark", "standard", "--json", "--out", str(path), *HERE]
    with monkeypatch.context() as broken:
        broken.setattr(Benchmark, "play", broken_off)
        assert main(words) == 130
    captured = capsys.readouterr()
    assert json.loads(captured.out)["score"] is None
    assert captured.err.startswith("passgo: stopped after ")
    assert captured.err.endswith("Repeat the command with --resume to continue.\n")
    assert not load_benchmark(path).done
    assert main([*words, "--resume"]) == 0
    again = json.loads(capsys.readouterr().out)
    for one in (*whole["opponents"], *again["opponents"]):
        del one["seconds"]
    assert again == whole
    assert [file.name for file in tmp_path.iterdir()] == ["score.json"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["standard"], "already exists: continue it with --resume"),
        (["simple", "--resume"], "contains a different benchmark"),
        (["standard", "--resume", "--quick"], "contains a different benchmark"),
    ],
)
def test_another_benchmark_is_not_continued(
    words: list[str],
    sentence: str,
    small: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "score.json"
    assert main(["benchmark", "standard", "--out", str(path), *HERE]) == 0
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["benchmark", *words, "--out", str(path), *HERE]) == 2
    assert sentence in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_changed_bot_or_a_damaged_file_is_not_continued(
    small: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "score.json"
    words = ["benchmark", "standard", "--out", str(path), *HERE]
    assert main(words) == 0
    found = load_benchmark(path)
    found.origin["sources"] = "other"
    path.write_bytes(msgspec.json.encode(found))
    assert main([*words, "--resume"]) == 2
    assert "passgo's source code has changed" in capsys.readouterr().err
    path.write_text("{}")
    assert main([*words, "--resume"]) == 2
    assert "is not a benchmark file" in capsys.readouterr().err
    assert main(["benchmark", "standard", "--resume"]) == 2
    assert "add --out FILE" in capsys.readouterr().err
