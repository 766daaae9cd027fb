"""Forfeited moves come first in every report, and stop a strict run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from passgo import classic
from passgo.cli.main import main
from passgo.sim.forfeits import ForfeitError, Forfeits, forfeit_lines
from passgo.sim.report import simulation_page
from passgo.sim.runner import run
from passgo.sim.simulation import simulate
from passgo.sim.summary import Summary
from passgo.sim.text_report import summary_lines
from tests.sim.canned import canned_plan, canned_results

RAISER = "tests.sim.bad_bots:Raiser"
BAD = ("--bots", f"simple,{RAISER}", "--games", "4", "--rounds", "2", "--executor", "here")


def canned_summary() -> Summary:
    plan = canned_plan(games=30)
    summary = Summary(plan, classic())
    summary.add(canned_results(plan))
    return summary


def test_a_report_begins_with_the_forfeited_moves_and_marks_the_bot() -> None:
    summary = canned_summary()
    lines = summary_lines(summary)
    assert lines[:5] == [
        "WARNING: simple(reserve=300) forfeited 15 moves in 15 of 30 games.",
        '  First: game 1, turn 3, decide: "quoted", with; commas',
        "Results marked ! include safe answers that were played instead.",
        "",
        "30 games with 2 players, seed 1",
    ]
    marked = [line.split()[:2] for line in lines if line.split()[1:2] == ["!"]]
    assert marked == [["simple(reserve=300)", "!"]] * 2
    assert not any(line.startswith("random !") for line in lines)
    assert summary.to_data()["faults"] == 15


def test_a_report_without_forfeited_moves_has_no_warning() -> None:
    assert forfeit_lines({"simple": Forfeits(played=30)}) == []


def test_the_page_shows_the_forfeited_moves_before_the_results() -> None:
    page = simulation_page(canned_summary())
    assert page.index("Moves forfeited") < page.index("<h2>Wins")
    assert "simple(reserve=300) !" in page
    assert "15 of 30" in page


def test_strict_yields_the_games_before_the_first_forfeit_and_raises(tmp_path: Path) -> None:
    """The second game is the first in which the bot forfeits a move."""
    plan = canned_plan(games=4)
    path = tmp_path / "games.jsonl"
    with pytest.raises(
        ForfeitError, match=r"Raiser forfeited a move in seat 1 of game 0, turn .*ZeroD.*:\d+\)"
    ):
        simulate(["simple", RAISER], games=4, rounds=2, executor="here", strict=True, out=path)
    assert path.read_text() == ""
    assert sum(len(batch) for batch in run(plan, strict=True)) == 4


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", *BAD],
        ["tournament", *BAD],
        ["compare", "--vary", "salary=100", *BAD],
    ],
    ids=lambda words: words[0],
)
def test_every_command_warns_first_and_stops_if_strict(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(words) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith(f"WARNING: {RAISER}")
    assert "First: " in captured.out.split("\n\n")[0]
    assert main([*words, "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)
    assert captured.err.startswith(f"WARNING: {RAISER}")
    assert main([*words, "--strict"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    first, last = captured.err.splitlines()
    assert f"passgo: {RAISER} forfeited a move in seat" in first
    assert "ZeroDivisionError: what is a seat? (bad_bots.py:" in first
    assert last == "passgo: stopped at the first forfeited move (--strict)."


@pytest.mark.parametrize("command", ["tournament", "compare"])
def test_other_pages_show_the_forfeited_moves_first(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    varied = ["--vary", "salary=100"] if command == "compare" else []
    assert main([command, *BAD, *varied, "--out", str(page)]) == 0
    text = page.read_text("utf-8")
    assert 0 < text.index("Moves forfeited") < text.index("<h2>R")
    assert " !</th>" in text
