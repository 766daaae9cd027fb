"""The README's examples work: every `>>>` line is run and every command is parsed."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from passgo import Bot, Driver
from passgo.cli.main import build_parser
from tests.scene import BALTIC, BOB, scene

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text("utf-8")


@pytest.fixture
def my_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Bot]]:
    """Save the README's bot in a module, as the README describes."""
    (source,) = re.findall(r"```python\n(from passgo import Bot\n.*?)```", TEXT, re.DOTALL)
    (tmp_path / "my_bots.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    kind: type[Bot] = importlib.import_module("my_bots").Hoarder
    yield kind
    del sys.modules["my_bots"]


@pytest.mark.usefixtures("my_bots")
def test_the_examples_in_the_readme_work() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert attempted > 0
    assert failed == 0, "see the differences above"


def test_the_bot_in_the_readme_collects_rent(my_bots: type[Bot]) -> None:
    game = scene(owns={BOB: [BALTIC]}, dice=[(1, 2)])
    Driver(game, [Bot(), my_bots()]).advance()
    assert [player.cash for player in game.state.players] == [1500 - 4, 1500 + 4]


@pytest.mark.parametrize("command", re.findall(r"`(passgo [^`]+)`", TEXT))
def test_every_command_in_the_readme_is_valid(command: str) -> None:
    """Only the arguments are checked; other tests run the commands."""
    words = shlex.split(command)[1:]
    assert build_parser(words).parse_args(words).command == words[0]


def test_the_readme_explains_the_installation_before_anything_needs_it() -> None:
    """The installation includes everything that later commands need."""
    told = TEXT.index('pip install ".[server,sim]"')
    assert told < TEXT.index(">>> from passgo")
    assert told < TEXT.index("`passgo serve")
