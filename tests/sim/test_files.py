"""Result files: writing, reading, continuing after any interruption, and rejecting other files."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pyarrow.parquet as pq  # type: ignore[import-untyped]  # it has no types
import pytest

from passgo import classic
from passgo.sim import origin, parquet
from passgo.sim.files import ResultFile
from passgo.sim.plan import Plan, SimulationError, make_plan
from passgo.sim.results import GameResult
from passgo.sim.rows import Columns
from tests.sim.canned import canned_plan, canned_results
from tests.waiting import DEADLINE

PLAN = canned_plan(games=12, detail=2)
RESULTS = canned_results(PLAN)
FORMATS = ("csv", "jsonl", "parquet")
TEXTS = ("csv", "jsonl")


def opened(path: Path, plan: Plan = PLAN, resume: bool = False) -> ResultFile:
    return ResultFile(path, plan, classic(), resume=resume)


def finish(path: Path, plan: Plan = PLAN, resume: bool = True) -> list[GameResult]:
    """Add a plan's missing results to a file, and return the results that it already had."""
    with opened(path, plan, resume) as file:
        before = [result for piece in file.read_earlier() for result in piece]
        rest = canned_results(plan)[file.count :]
        for start in range(0, len(rest), 5):
            file.add(rest[start : start + 5])
    return before


def refused(path: Path, plan: Plan = PLAN, resume: bool = True) -> str:
    with pytest.raises(SimulationError) as caught:
        finish(path, plan, resume)
    return str(caught.value)


@pytest.fixture(params=FORMATS)
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a complete file."""
    path = tmp_path / f"whole.{request.param}"
    assert finish(path, resume=False) == []
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_results_are_read_back_as_written(whole: Path) -> None:
    assert names(whole.parent) == {whole.name, f"{whole.name}.plan.json"}
    content = whole.read_bytes()
    assert finish(whole) == RESULTS
    assert whole.read_bytes() == content
    assert names(whole.parent) == {whole.name, f"{whole.name}.plan.json"}


def test_all_formats_have_the_same_columns_and_rows(tmp_path: Path) -> None:
    paths = [tmp_path / f"games.{ending}" for ending in FORMATS]
    for path in paths:
        finish(path)
    lines = paths[1].read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert pq.read_table(paths[2]).to_pylist() == rows
    assert paths[0].read_text("utf-8").splitlines()[0].split(",") == list(rows[0])
    assert len(paths[0].read_text("utf-8").splitlines()) == 13
    first, second = rows[0], rows[1]
    assert (first["outcome"], first["winner"], first["winners"]) == ("won", PLAN.bots[0], [0])
    assert (second["outcome"], second["winner"], second["winners"]) == ("shared", None, [0, 1])
    assert first["held_0"] == ["light_blue", "red"]
    assert (first["first_pink"], first["first_brown"]) == (1, None)
    assert second["first_fault_1"] == 'turn 3, decide: "quoted", with; commas'
    assert (first["landings"][2], rows[2]["landings"], rows[2]["worths_0"]) == (2, None, None)


def test_the_columns_match_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text("utf-8")
    columns = Columns(2, classic())
    documented = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    for column in columns.all:
        name = column.name.replace("_0", "_S").replace("_1", "_S")
        is_group = name.startswith("first_") and "first_GROUP" in documented
        assert name in documented or is_group, column.name


def test_the_plan_is_stored_with_the_file(whole: Path) -> None:
    note = json.loads(whole.with_name(f"{whole.name}.plan.json").read_bytes())
    assert note["plan"]["bots"] == list(PLAN.bots)
    assert note["reproducible"] is True
    if whole.suffix == ".parquet":
        assert json.loads(pq.read_schema(whole).metadata[b"passgo"]) == note


# -- continuing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", TEXTS)
def test_a_file_truncated_at_any_point_is_completed_identically(
    ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"games.{ending}"
    finish(path)
    content = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(content) if byte == 10]
    near = {place + step for place in ends for step in (-2, -1, 0, 1)}
    for cut in sorted({*near, *range(0, len(content), 97)} & set(range(len(content) + 1))):
        path.write_bytes(content[:cut])
        before = finish(path)
        assert before == RESULTS[: len(before)]
        assert path.read_bytes() == content, cut


def test_a_parquet_run_continues_from_its_part_file_or_its_parquet_file(tmp_path: Path) -> None:
    """A killed run leaves only the part file, which has one line per result.

    A run that is stopped leaves the Parquet file.
    """
    whole, path = tmp_path / "whole.parquet", tmp_path / "games.parquet"
    finish(whole)
    lines = opened(path)
    list(lines.read_earlier())
    lines.add(RESULTS[:7])
    part = path.with_name("games.parquet.part").read_bytes()
    lines.close()
    assert pq.read_table(path).num_rows == 7
    assert finish(path) == RESULTS[:7]
    assert path.read_bytes() == whole.read_bytes()
    path.unlink()
    path.with_name("games.parquet.part").write_bytes(part[:-20])
    assert finish(path) == RESULTS[:6]
    assert path.read_bytes() == whole.read_bytes()
    assert names(tmp_path) == {
        "whole.parquet", "whole.parquet.plan.json", "games.parquet", "games.parquet.plan.json"
    }  # fmt: skip


@pytest.mark.parametrize("step", ["write_rows", "read_rows"])
def test_no_results_are_lost_if_writing_or_reading_parquet_fails(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.parquet"
    if step == "read_rows":
        finish(path)

    def fail(*arguments: object) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(parquet, step, fail)
        with pytest.raises(OSError, match="No space left"):
            finish(path)
    assert finish(path) == RESULTS
    assert pq.read_table(path).num_rows == 12


def test_a_run_can_be_extended(whole: Path, tmp_path: Path) -> None:
    longer = canned_plan(games=20, detail=2)
    assert finish(whole, longer) == RESULTS
    other = tmp_path / f"other{whole.suffix}"
    finish(other, longer)
    assert whole.read_bytes() == other.read_bytes()


def test_resuming_a_missing_or_empty_file_starts_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.touch()  # as left by a run that was killed before its first line
    assert finish(path) == []
    assert len(path.read_bytes().splitlines()) == 13


# -- refusals --------------------------------------------------------------------------------------


def test_an_existing_file_is_never_overwritten(whole: Path) -> None:
    content = whole.read_bytes()
    assert refused(whole, resume=False).endswith(
        "or continue it (--resume; resume=True in Python)."
    )
    assert whole.read_bytes() == content


def test_a_killed_runs_part_file_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "games.parquet.part").write_text("something")
    assert "already exists" in refused(tmp_path / "games.parquet", resume=False)


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"seed": 2}, "seed"), ({"rounds": 9}, "rounds"), ({"detail": 3}, "detail"),
     ({"seconds": 1.0}, "seconds"), ({"rotate": False}, "rotate")],
)  # fmt: skip
def test_a_different_plan_is_rejected(whole: Path, changed: dict[str, object], field: str) -> None:
    content = whole.read_bytes()
    other = canned_plan(**{"games": 12, "detail": 2, **changed})  # type: ignore[arg-type]  # any keyword arguments
    assert f"results of a plan that differs in {field}: " in refused(whole, other)
    assert whole.read_bytes() == content


def test_a_plan_with_fewer_games_than_the_file_is_rejected(whole: Path) -> None:
    before = {path.name: path.read_bytes() for path in whole.parent.iterdir()}
    assert "already contains more than 5 games" in refused(whole, canned_plan(games=5, detail=2))
    assert "already contains more than 1 game:" in refused(whole, canned_plan(games=1, detail=2))
    assert {path.name: path.read_bytes() for path in whole.parent.iterdir()} == before


def test_results_from_a_different_version_are_rejected(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(origin, "__version__", "99")
    assert "cannot be continued because passgo is now version 99, not " in refused(whole)


def test_a_file_without_its_plan_is_rejected(whole: Path) -> None:
    plan = whole.with_name(f"{whole.name}.plan.json")
    plan.write_text("{}")
    assert "is not a simulation plan" in refused(whole)
    plan.unlink()
    assert f"its plan file {plan.name} is missing" in refused(whole)


@pytest.mark.parametrize("ending", TEXTS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"won", b"won\nwon"),
        (b"light_blue red", b"navy"),
        (b'"light_blue"', b'"navy"'),
        (b"shared", b"\xff"),
        (b"1001", b"x"),
    ],
)
def test_a_corrupted_file_is_rejected(ending: str, old: bytes, new: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"games.{ending}"
    finish(path)
    content = path.read_bytes()
    if old not in content:
        return  # only the other format writes it this way
    path.write_bytes(content.replace(old, new))
    assert f"games.{ending}, line " in refused(path)


def rewrite(path: Path, **changed: object) -> None:
    """Change the first row of a file, as a user might do by hand."""
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        rows = table.to_pylist()
        rows[0].update(changed)
        pq.write_table(table.from_pylist(rows, schema=table.schema), path)
        return
    lines = path.read_text("utf-8").splitlines()
    if path.suffix == ".jsonl":
        lines[0] = json.dumps({**json.loads(lines[0]), **changed})
    else:
        names, fields = csv.reader(lines[:2])
        row = dict(zip(names, fields, strict=True))
        row.update({name: as_field(value) for name, value in changed.items()})
        out = io.StringIO()
        csv.writer(out, lineterminator="").writerow(row.values())
        lines[1] = out.getvalue()
    path.write_text("\n".join(lines) + "\n", "utf-8")


def as_field(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"bot_1": "evil"}, "bot_1 is 'evil', not 'random'"),
        ({"bot_0": "evil"}, "winner is 'simple(reserve=300)', not 'evil'"),
        ({"dice": 77}, "dice is 77, not 0"),
        ({"outcome": "banana", "winner": None}, "outcome is 'banana', not won, shared, unfinished"),
        ({"winners": [9]}, "winners must be from 0 to 1 (got 9)"),
        ({"winners": [-1]}, "winners must be from 0 to 1 (got -1)"),
        ({"winners": [], "winner": None}, "winners has 0 seats, but outcome is won"),
        ({"winners": [1, 1], "outcome": "shared", "winner": None}, "winners contains a seat twice"),
        ({"winner": "random"}, "winner is 'random', not 'simple(reserve=300)'"),
        ({"rounds": -5}, "rounds must be from 1 to 1000 (got -5)"),
        ({"rounds": 1001}, "rounds must be from 1 to 1000 (got 1001)"),
        ({"turns": -1}, "turns must be at least 0 (got -1)"),
        ({"trades": -1}, "trades must be at least 0 (got -1)"),
        ({"first_orange": 7}, "first_orange must be from -1 to 1 (got 7)"),
        ({"out_1": 21}, "out_1 must be from 0 to 20 (got 21)"),
        ({"faults_0": -1}, "faults_0 must be at least 0 (got -1)"),
        ({"landings": [1, 2]}, "landings has 2 numbers, not 41"),
        ({"landings": [-1] * 41}, "landings must be at least 0 (got -1)"),
        ({"landings": None}, "it has landings or worths, but not both"),
        (
            {"landings": None, "worths_0": None, "worths_1": None},
            "exactly the first 2 games must have",
        ),
        ({"worths_1": [10]}, "worths_1 has the wrong length or the wrong last value"),
    ],
)
def test_a_row_that_contradicts_the_plan_is_rejected(
    whole: Path, changed: dict[str, object], wrong: str
) -> None:
    rewrite(whole, **changed)
    before = {path.name: path.read_bytes() for path in whole.parent.iterdir()}
    said = refused(whole)
    assert wrong in said
    place = {".csv": "line 2", ".jsonl": "line 1", ".parquet": "game 0"}[whole.suffix]
    assert place in said
    assert {path.name: path.read_bytes() for path in whole.parent.iterdir()} == before


@pytest.mark.parametrize("ending", FORMATS)
def test_long_lists_and_odd_names_are_read_back(ending: str, tmp_path: Path) -> None:
    """A million detailed rounds produce a field longer than the csv module's default limit."""
    plan = canned_plan(games=2, detail=1, rounds=1_000_000)
    worths = [[1500] * 40_000 + [1000], [1500] * 40_000 + [10]]
    results = canned_results(plan)
    results[0] = msgspec.structs.replace(results[0], worths=worths)
    path = tmp_path / f"games.{ending}"
    with opened(path, plan) as file:
        list(file.read_earlier())
        file.add(results)
    with opened(path, plan, resume=True) as file:
        assert [one for piece in file.read_earlier() for one in piece] == results


def test_invalid_csv_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    finish(path)
    path.write_bytes(path.read_bytes().replace(b"won", b'"won"x', 1))
    assert "line 2: the file cannot be continued: ',' expected after '\"'" in refused(path)


def test_a_bot_with_changed_source_code_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "changing_bot.py"
    source.write_text("import passgo\nclass Mine(passgo.Bot):\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    plan = make_plan(["changing_bot:Mine", "simple"], games=12, detail=2)
    path = tmp_path / "games.csv"
    finish(path, plan)
    assert finish(path, plan) == canned_results(plan)
    source.write_text("import passgo\nclass Mine(passgo.Bot):\n    bold = True\n")
    changed = "cannot be continued because the source code of changing_bot:Mine has changed"
    assert changed in refused(path, plan)
    monkeypatch.delitem(sys.modules, "changing_bot")


@pytest.mark.parametrize("ending", TEXTS)
def test_a_missing_game_is_detected(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{ending}"
    finish(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3] + lines[4:]))
    assert "instead of game" in refused(path)


def test_wrong_columns_are_detected(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    finish(path)
    path.write_bytes(path.read_bytes().replace(b"trades", b"swaps", 1))
    assert "has the wrong columns" in refused(path)
    path = tmp_path / "games.parquet"
    finish(path)
    pq.write_table(pq.read_table(path).drop_columns(["trades"]), path)
    assert "has the wrong columns" in refused(path)
    path.write_bytes(b"PAR1 no more")
    assert "cannot be read" in refused(path)


def test_a_file_in_use_by_another_run_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with opened(path) as file:
        list(file.read_earlier())
        assert "Another run is writing to" in refused(path)


def test_invalid_file_names_are_rejected(tmp_path: Path) -> None:
    wrong_ending = "must end in .parquet, .csv or .jsonl (got 'games.xls')"
    assert wrong_ending in refused(tmp_path / "games.xls")
    assert "There is no folder" in refused(tmp_path / "none" / "games.csv")
    (tmp_path / "folder.csv").mkdir()
    assert "folder.csv is not a file" in refused(tmp_path / "folder.csv")


def test_without_pyarrow_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    error = refused(tmp_path / "games.parquet")
    assert 'pip install "passgo[sim]"' in error
    assert 'in a checkout, pip install ".[sim]"' in error
    assert names(tmp_path) == set()


def test_text_files_need_no_optional_library() -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = sys.modules['distributed'] = None\n"
        "import passgo.sim.files, passgo.sim.executors, passgo.cli.commands.simulate"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=DEADLINE)
