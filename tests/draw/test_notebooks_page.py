"""docs/notebooks.md: its code draws its picture, and its commands and files exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from passgo.cli.main import build_parser
from tests.scene import ANN, ILLINOIS, scene

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "notebooks.md").read_text("utf-8")


def test_the_code_draws_the_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the picture is out of date, run the page's code in docs/pictures."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(code, {})
    picture = DOCS / "pictures" / "position.svg"
    assert (tmp_path / "position.svg").read_text("utf-8") == picture.read_text("utf-8")


def test_the_repr_is_as_shown() -> None:
    game = scene(players=4, turn=ANN, standing_on=ILLINOIS)
    game.names = ("Ann", "Bob", "Cy", "Dee")
    game.state.round, game.state.turn = 3, 12
    assert f"`{game!r}`" in TEXT


@pytest.mark.parametrize("line", re.findall(r"^(passgo board .*?)(?:  .*)?$", TEXT, re.MULTILINE))
def test_every_command_is_valid(line: str) -> None:
    words = shlex.split(line)[1:]
    assert build_parser(words).parse_args(words).command == "board"


def test_every_notebook_named_exists() -> None:
    named = re.findall(r"`(\w+\.ipynb)`", TEXT)
    folder = DOCS.parent / "examples" / "notebooks"
    assert sorted(named) == sorted(path.name for path in folder.glob("*.ipynb"))
