"""`passgo analyze`: text, JSON, the page, deep reviews and errors."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from passgo.analysis.continuations import (
    TIMED,
    SavedBlocks,
    count_continuations,
    deepen,
    measure_cost,
    missing_blocks,
)
from passgo.analysis.page import review_page
from passgo.analysis.review import Review, review
from passgo.cli.commands import analyze
from passgo.cli.main import main
from passgo.engine.chance import Seeded
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import rule_set
from passgo.recording import record_game
from tests.analysis.recorded import bot_game, bot_game_text

RULES = rule_set("short", round_limit=3)
BOTS = ("normal", "simple", "easy")
PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text("utf-8")


@pytest.fixture(scope="module")
def text() -> str:
    return bot_game_text(BOTS, 2, 10_000, RULES)


@pytest.fixture
def game(text: str, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(text, "utf-8", newline="\n")
    return path


@pytest.fixture(scope="module")
def found() -> Review:
    return review(bot_game(BOTS, 2, 10_000, RULES))


def test_the_summary_names_the_players_and_the_winner(
    game: Path, found: Review, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", str(game)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{found.names[found.winners[0]]} won, after {found.turns} turns.")
    for name in ("Ann", "Bob", "Cy"):
        assert f"\n{name} " in out
    assert "costliest decisions" in out


@pytest.mark.parametrize(("turns", "text"), [(1, "1 turn"), (2, "2 turns"), (1234, "1,234 turns")])
def test_the_number_of_turns_is_in_the_right_form(found: Review, turns: int, text: str) -> None:
    short = replace(found, turns=turns)
    assert analyze.game_lines(short, None)[0].endswith(f", after {text}.")
    assert f'<p class="soft">{text}</p>' in review_page(short)
    assert f"; {text}; " in repr(short)


def test_json_has_every_step_and_adds_up(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", str(game), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)["games"][0]
    for player in data["players"]:
        parts = ("start", "luck", "mistakes", "gifts", "drift")
        assert player["result"] == pytest.approx(sum(player[part] for part in parts))
        assert player["luck_adjusted"] == pytest.approx(player["result"] - player["luck"])
    assert [player["name"] for player in data["players"]] == ["Ann", "Bob", "Cy"]
    assert data["steps"][-1]["win_probabilities"] == [
        player["result"] for player in data["players"]
    ]
    assert data["deep"] is None


def test_the_documentation_lists_every_key(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", str(game), "--json", "--deep", "--continuations", "2", "--quiet"]) == 0
    data = json.loads(capsys.readouterr().out)
    (one,) = data["games"]
    del one["file"]
    parts = {
        "key": one,
        "in `players`": one["players"][0],
        "in `steps`": one["steps"][0],
        "in `decisions`": next(step["decisions"][0] for step in one["steps"] if step["decisions"]),
        "in `deep`": one["deep"],
        "in `totals`": data["totals"][0],
    }
    for heading, part in parts.items():
        table = PAGE.partition(f"| {heading} | meaning |\n| --- | --- |\n")[2].partition("\n\n")[0]
        named = [line.split(" | ")[0] for line in table.splitlines()]
        assert re.findall(r"`(\w+)`", " ".join(named)) == list(part)
    for name in ("positions", "decisions"):
        row = re.findall(rf"\| `{name}` \| .*", PAGE)[-1]  # in the table about `deep`
        assert re.findall(r"`(\w+)`", row) == [name, *one["deep"][name][0]]


def test_the_example_in_the_documentation_works(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert sum(json.loads(lines[0])) == pytest.approx(1)
    assert [line.split()[0] for line in lines[-3:]] == ["normal", "simple", "normal"]


def test_the_page_is_one_file_without_scripts(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "review.html"
    assert main(["analyze", str(game), "--html", str(page)]) == 0
    html = page.read_text("utf-8")
    assert html.count("<svg") == 1 + 4 * 3
    for part in ("Luck", "Own mistakes", "Others&#39; mistakes", "Unforeseen"):
        assert html.count(f"<span>{part}</span>") == 3
    assert "<script" not in html
    assert "http" not in html.replace("http-equiv", "")
    assert str(page) in capsys.readouterr().err


def test_each_game_in_a_folder_has_its_own_page(game: Path, tmp_path: Path) -> None:
    game.with_name("other.jsonl").write_bytes(game.read_bytes())
    alone = tmp_path / "alone.html"
    assert main(["analyze", str(game), "--html", str(alone)]) == 0
    for _ in range(2):  # the second time, the folder is there
        assert main(["analyze", str(game.parent), "--html", str(tmp_path / "pages")]) == 0
        names = sorted(path.name for path in (tmp_path / "pages").iterdir())
        assert names == sorted([f"{game.stem}.html", "other.html"])
        assert (tmp_path / "pages" / "other.html").read_bytes() == alone.read_bytes()
    assert main(["analyze", str(game), "--html", str(tmp_path / "pages")]) == 0


def test_names_are_escaped_on_the_page(found: Review) -> None:
    players = tuple(
        type(one)(**{**one.__dict__, "name": "<b>" + one.name}) for one in found.players
    )
    evil = type(found)(
        **{**found.__dict__, "names": tuple(one.name for one in players), "players": players}
    )
    assert "<b>Ann" not in review_page(evil)
    assert "&lt;b&gt;Ann" in review_page(evil)


def test_a_folder_has_all_its_games_analyzed(
    game: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    short = bot_game_text(BOTS, 3, 6, RULES)
    game.with_name("another.jsonl").write_text(short, "utf-8", newline="\n")
    assert main(["analyze", str(game.parent), "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [Path(one["file"]).name for one in games] == ["another.jsonl", "game.jsonl"]
    assert games[0]["winners"] == []


def test_several_games_end_with_a_table_of_totals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed, bots in enumerate((["normal", "simple"], ["simple", "normal"])):
        record_game(tmp_path / f"{seed}.jsonl", bots, Seeded(seed), RULES, turns=8)
    assert main(["analyze", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = {
        (seat, number): row
        for number, one in enumerate(found["games"])
        for seat, row in enumerate(one["players"])
    }
    totals = {one["name"]: one for one in found["totals"]}
    assert sorted(totals) == ["normal", "simple"]
    for name, places in (("normal", [(0, 0), (1, 1)]), ("simple", [(1, 0), (0, 1)])):
        assert totals[name]["games"] == 2
        for part in ("result", "luck", "mistakes"):
            mean = sum(rows[place][part] for place in places) / 2
            assert totals[name][part] == pytest.approx(mean)
        assert 0 <= totals[name]["accuracy"] <= 1
    assert main(["analyze", str(tmp_path)]) == 0
    *_, heading, first, second = capsys.readouterr().out.splitlines()
    assert heading.startswith("all games, means in points")
    assert {first.split()[0], second.split()[0]} == {"normal", "simple"}
    assert main(["analyze", str(tmp_path / "0.jsonl")]) == 0
    assert "all games" not in capsys.readouterr().out


def test_a_file_that_is_not_a_game_does_not_stop_the_others(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(bot_game_text(BOTS, 3, 6, RULES), "utf-8", newline="\n")
    game.with_name("broken.jsonl").write_text("{}\n", "utf-8")
    assert main(["analyze", str(game.parent), "--json"]) == 2
    captured = capsys.readouterr()
    assert "broken.jsonl: " in captured.err
    assert len(json.loads(captured.out)["games"]) == 1


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["nothing.jsonl"], "There is no game file 'nothing.jsonl'"),
        (["{folder}/empty"], "has no game files (names ending in .jsonl)"),
        (["{game}", "{game}", "--html", "{folder}/p.html"], "--html needs a folder for 2 games"),
        (["{game}", "{game}", "--html", "{folder}/pages"], "Two game files have the same name"),
        (["{game}", "{game}", "--html", "{folder}/no/pages"], "There is no folder"),
        (["{game}", "--html", "{folder}/p.txt"], "must end in .html"),
        (["{game}", "--resume", "{folder}/w.jsonl"], "add --deep"),
        (["{game}", "--continuations", "50"], "add --deep"),
        (["{game}", "--deep", "--continuations", "1"], "--continuations must be at least 2"),
    ],
)
def test_wrong_arguments_are_explained(
    game: Path, words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (game.parent / "empty").mkdir()
    given = [word.format(game=game, folder=game.parent) for word in words]
    assert main(["analyze", *given]) == 2
    assert error in capsys.readouterr().err


def test_an_inconsistent_game_is_reported(
    game: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = text.splitlines(keepends=True)
    wrong = [line.replace('"chance":[[', '"chance":[[1,1],[', 1) for line in lines]
    game.write_text("".join(wrong), "utf-8", newline="\n")
    assert main(["analyze", str(game)]) == 2
    assert f"passgo: {game}: The game file is inconsistent. Line 12: " in capsys.readouterr().err


def test_a_game_may_come_from_standard_input(
    game: Path, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", str(game)]) == 0
    found = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["analyze", "-"]) == 0
    assert capsys.readouterr().out == found
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"players": [{}, {}]}')))
    assert main(["analyze", "-"]) == 2
    assert "standard input: This is a position, not a game." in capsys.readouterr().err


# -- continuations ---------------------------------------------------------------------------------


def test_a_deep_review_can_be_interrupted_and_continued(found: Review, tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    whole = deepen(found, "x", continuations=2)
    done = 0

    def stop(count: int) -> None:
        nonlocal done
        done += count
        if done > 20:
            raise KeyboardInterrupt

    saved = SavedBlocks(path, {"seed": 1})
    with pytest.raises(KeyboardInterrupt):
        deepen(found, "x", continuations=2, saved=saved, on_progress=stop)
    saved.close()
    with path.open("a") as file:
        file.write('{"key": "cut off')
    saved = SavedBlocks(path, {"seed": 1})
    assert saved.blocks
    assert deepen(found, "x", continuations=2, saved=saved) == whole
    saved.close()
    assert whole.continuations == count_continuations(found, 2)
    with pytest.raises(
        PassGoError, match="was saved with seed 1: use the same settings, or choose"
    ):
        SavedBlocks(path, {"seed": 2})
    text = path.read_text("utf-8")
    path.write_text(text.replace('"sources": "', '"sources": "0'), "utf-8")
    with pytest.raises(PassGoError, match="saved before passgo's source code changed: choose an"):
        SavedBlocks(path, {"seed": 1})
    path.write_text("[]\n")
    with pytest.raises(PassGoError, match="has no saved continuations: choose another file"):
        SavedBlocks(path, {"seed": 2})


def test_a_finished_deep_analysis_plays_nothing_when_it_is_resumed(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = str(tmp_path / "work")
    words = [
        "analyze",
        str(game),
        "--deep",
        "--continuations",
        "2",
        "--jobs",
        "1",
        "--resume",
        work,
    ]
    assert main(words) == 0
    first = capsys.readouterr()
    assert "continuations in" in first.err
    assert main(words) == 0
    again = capsys.readouterr()
    assert "All continuations are saved already." in again.err
    assert "continuations in" not in again.err
    assert again.out == first.out


def test_the_cost_is_measured_on_a_few_continuations(found: Review, tmp_path: Path) -> None:
    reads = iter([100.0, 103.0])
    total = count_continuations(found, 200)
    blocks = missing_blocks(found, 200, "x", None)
    sample = blocks[len(blocks) // TIMED // 2 :: len(blocks) // TIMED]
    each = 3.0 / sum(max(1, len(block.plans)) for block in sample)
    assert measure_cost(found, 200, now=lambda: next(reads)) == pytest.approx(each * total)
    saved = SavedBlocks(tmp_path / "work", {"seed": 1})
    deepen(found, "x", continuations=2, saved=saved)
    saved.close()
    assert measure_cost(found, 2, "x", saved) == 0.0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 second"),
        (89, "89 seconds"),
        (91, "2 minutes"),
        (5300, "88 minutes"),
        (5500, "2 hours"),
    ],
)
def test_a_duration_is_rough(seconds: float, text: str) -> None:
    assert analyze.duration_text(seconds) == text


def test_stopping_without_a_file_says_that_the_work_is_lost(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(analyze, "deepen", stop)
    assert main(["analyze", str(game), "--deep", "--jobs", "1"]) == 130
    assert "stopped; nothing is saved. With --resume FILE" in capsys.readouterr().err


def test_a_deep_review_has_intervals(found: Review) -> None:
    deep = deepen(found, "x", continuations=3)
    for _, one in deep.positions:
        for low, chance, high in zip(one.low, one.win_probabilities, one.high, strict=True):
            assert low <= chance <= high
    mistakes = found.mistakes()
    assert len(deep.decisions) == min(8, len(mistakes))
    html = review_page(found, deep)
    assert "Checked with continuations" in html


def test_processes_give_the_same_results_as_one_process(
    game: Path, found: Review, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["analyze", str(game), "--deep", "--continuations", "2", "--jobs", "1", "--json"]
    assert main(words) == 0
    captured = capsys.readouterr()
    total = count_continuations(found, 2)
    assert re.search(
        rf"Playing {total:,} continuations in 1 process, which will take about \d+ (second|minute)s?\.",
        captured.err,
    )
    deep = json.loads(captured.out)["games"][0]["deep"]
    here = deepen(found, "x", continuations=2)
    assert deep["decisions"] == [one._asdict() for one in here.decisions]
    assert [one["win_probabilities"] for one in deep["positions"]] == [
        one.win_probabilities for _, one in here.positions
    ]
