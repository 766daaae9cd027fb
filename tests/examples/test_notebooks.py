"""The example notebooks run in a real kernel, and show drawings."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import nbclient
import pytest

nbformat: Any = importlib.import_module("nbformat")  # its functions have no types
FOLDER = Path(__file__).parent.parent.parent / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
GAMES = "GAMES = 1000"
FEW_GAMES = "GAMES = 8"
SEEN = {"does_orange_win": (1, 2), "a_position_continued": (2, 2)}
"""How many drawings as SVG and as HTML each notebook shows."""


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep Jupyter and IPython from reading or writing anything in the home folder."""
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")


def execute(notebook: Any, folder: Path) -> Any:
    client = nbclient.NotebookClient(
        notebook, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    return client.execute()


def outputs(notebook: Any) -> list[dict[str, str]]:
    """Return what the cells show, by type of data."""
    return [
        output["data"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "data" in output
    ]


def run_code(folder: Path, *cells: str) -> list[dict[str, str]]:
    """Run cells in a new notebook, and return what they show."""
    found = [nbformat.v4.new_code_cell(cell) for cell in cells]
    return outputs(execute(nbformat.v4.new_notebook(cells=found), folder))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_an_example_notebook_runs(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count(GAMES) == 1
    notebook = nbformat.reads(text.replace(GAMES, FEW_GAMES), as_version=4)
    nbformat.validate(notebook)
    shown = outputs(execute(notebook, tmp_path))
    drawn = [one["image/svg+xml"] for one in shown if "image/svg+xml" in one]
    tables = [one["text/html"] for one in shown if "text/html" in one]
    assert (len(drawn), len(tables)) == SEEN[path.stem]
    assert not any("object at 0x" in one["text/plain"] for one in shown)


def test_both_example_notebooks_are_found() -> None:
    assert {path.stem for path in NOTEBOOKS} == set(SEEN)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_an_example_notebook_is_stored_without_output(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_everything_draws_itself_in_a_kernel(tmp_path: Path) -> None:
    shown = run_code(
        tmp_path,
        "import io\n"
        "from passgo import Game, Offer, Seeded, TradeTerms\n"
        "from passgo.draw import draw\n"
        "from passgo.record import Recorder, SeatEntry, read_record\n"
        "game = Game(players=2, chance=Seeded(3))\n"
        "seats = [SeatEntry('Ann', 'Iron'), SeatEntry('Bob', 'Dog')]\n"
        "out = io.StringIO()\n"
        "recorder = Recorder(out, seats, Seeded(3))\n"
        "recorder.play(recorder.game.default(recorder.game.waiting_for[0]))\n"
        "out.seek(0)",
        "game",
        "game.state",
        "game.view(1)",
        "draw(game.position())",
        "read_record(out)",
        "Offer(1, 0, 1, TradeTerms(give_cash=5))",
    )
    kinds = [sorted(one) for one in shown[-6:]]
    assert kinds == [["image/svg+xml", "text/plain"]] * 5 + [["text/html", "text/plain"]]
    assert all(one["image/svg+xml"].startswith("<svg") for one in shown[-6:-1])
    assert "Ann" in shown[-2]["image/svg+xml"]
